//! The answer to an event: `{ ok: true, …result }` or `{ ok: false, error: { code, message } }`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::reject::Refusal;
use crate::server::AfkStatus;

/// The answer to an event. Servers answer with [`Accepted`]; a client reads the result it asked
/// for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ack<T = Accepted> {
    /// It was done.
    Accepted(T),
    /// It was not, and nothing has changed.
    Refused(Refusal),
}

impl<T: Serialize> Serialize for Ack<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Done<'a, T> {
            ok: bool,
            #[serde(flatten)]
            result: &'a T,
        }
        #[derive(Serialize)]
        struct Failed<'a> {
            ok: bool,
            error: &'a Refusal,
        }
        match self {
            Ack::Accepted(result) => Done { ok: true, result }.serialize(to),
            Ack::Refused(error) => Failed { ok: false, error }.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ack<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Ack<T>, D::Error> {
        #[derive(Deserialize)]
        struct Either {
            ok: bool,
            error: Option<Refusal>,
            #[serde(flatten)]
            result: serde_json::Map<String, Value>,
        }
        let either = Either::deserialize(from)?;
        match (either.ok, either.error) {
            (true, None) => T::deserialize(Value::Object(either.result))
                .map(Ack::Accepted)
                .map_err(D::Error::custom),
            (false, Some(error)) => Ok(Ack::Refused(error)),
            (true, Some(_)) => Err(D::Error::custom("accepted, but with an error")),
            (false, None) => Err(D::Error::custom("refused, but without an error")),
        }
    }
}

/// The results of all events. Serializes as the bare result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Accepted {
    /// `matchmaking:join`
    JoinedMatchmaking(JoinedMatchmaking),
    /// `game:move`
    Moved(Moved),
    /// `room:create`
    RoomCreated(RoomCreated),
    /// `room:join`, `game:reconnect`, `game:spectate`
    GameReached(GameReached),
    /// `afk:check`
    AfkChecked(AfkChecked),
    /// `game:rematch`
    RematchAnswered(RematchAnswered),
    /// `matchmaking:leave`, `game:resign`, `game:leave`, `game:abort`, `game:react`, `game:rematch:decline`
    Done(Done),
}

/// The result of `matchmaking:join`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinedMatchmaking {
    /// You.
    pub player_id: String,
    /// The room, if the game has begun at once.
    pub room_id: Option<String>,
    /// Your place in the queue, if it has not. 1 is next.
    pub position: Option<u32>,
}

/// The result of `game:move`, the same for a repeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Moved {
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// The result of `room:create`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomCreated {
    /// The room.
    pub room_id: String,
    /// Six characters to give to a friend.
    pub room_code: String,
    /// When the room stops waiting.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires_at: u64,
    /// The server's time.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
}

/// The result of `room:join`, `game:reconnect` and `game:spectate`. The game itself comes as an
/// event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameReached {
    /// The room.
    pub room_id: String,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// The result of `afk:check`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AfkChecked {
    /// The idle clock, if one runs.
    pub status: Option<AfkStatus>,
}

/// The result of `game:rematch`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RematchAnswered {
    /// The room of the new game, if both have asked.
    pub room_id: Option<String>,
}

/// The result of an event that has no other result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {}
