//! What the server says, as far as a client needs to know.
//!
//! `fourfall-protocol` has the server's messages to the last field. Here each is read by what is
//! used of it, and everything that an older server leaves out may be missing: a terminal need not be
//! as new as the servers it plays on.

use std::str::FromStr;

use serde::Deserialize;

use crate::clean::clean;

/// `game:started`, `game:reconnected` and `game:spectate:joined`: a whole game.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WholeGame {
    pub(crate) room_id: String,
    pub(crate) players: Vec<Player>,
    #[serde(default)]
    pub(crate) move_history: Vec<i64>,
    #[serde(default)]
    pub(crate) preset: String,
    pub(crate) turn_expires_at: Option<u64>,
    pub(crate) afk_expires_at: Option<u64>,
    pub(crate) afk_warning: Option<IdleWarning>,
    pub(crate) rematch_offered_by: Option<String>,
    pub(crate) over: Option<Over>,
    pub(crate) spectators: Option<u32>,
    pub(crate) series: Option<Series>,
    pub(crate) rated: Option<bool>,
    pub(crate) now: Option<u64>,
    pub(crate) version: u64,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) color: String,
    #[serde(default)]
    pub(crate) is_bot: bool,
    pub(crate) connected: Option<bool>,
    pub(crate) reconnect_expires_at: Option<u64>,
}

#[derive(Deserialize, Debug)]
pub(crate) struct Series {
    pub(crate) wins: [u32; 2],
    pub(crate) draws: u32,
}

/// `game:move:made`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MoveMade {
    pub(crate) room_id: String,
    pub(crate) column: i64,
    pub(crate) turn_expires_at: Option<u64>,
    pub(crate) afk_expires_at: Option<u64>,
    pub(crate) version: u64,
}

/// `game:over`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Over {
    pub(crate) room_id: String,
    pub(crate) winner: Option<String>,
    pub(crate) reason: String,
    pub(crate) version: u64,
}

/// `connect4:afk_warning`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IdleWarned {
    pub(crate) room_id: String,
    pub(crate) expires_at: u64,
    pub(crate) version: u64,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IdleWarning {
    pub(crate) expires_at: u64,
}

/// `player:disconnected` and `player:reconnected`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Presence {
    pub(crate) room_id: String,
    pub(crate) player_id: String,
    pub(crate) reconnect_seconds: Option<u64>,
    pub(crate) reconnect_expires_at: Option<u64>,
    /// Newer servers say when the turn ends now; older ones stop no clock.
    #[serde(default, deserialize_with = "said")]
    pub(crate) turn_expires_at: Option<Option<u64>>,
    #[serde(default, deserialize_with = "said")]
    pub(crate) afk_expires_at: Option<Option<u64>>,
    pub(crate) version: u64,
}

/// Tells a field that is `null` from one that is not there.
fn said<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<u64>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// `game:rematch:offered` and `game:rematch:declined`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RematchNews {
    pub(crate) room_id: String,
    pub(crate) player_id: String,
    pub(crate) reason: Option<String>,
    pub(crate) version: u64,
}

/// `game:rematch:accepted`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RematchAccepted {
    pub(crate) room_id: String,
    pub(crate) next_room_id: String,
}

/// `session:created`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionCreated {
    pub(crate) player_id: String,
    pub(crate) token: String,
}

/// `matchmaking:waiting`, and the answer to `matchmaking:join`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Waiting {
    pub(crate) position: Option<u32>,
    pub(crate) online: Option<u32>,
    pub(crate) playing: Option<u32>,
}

/// `room:waiting`, and the answer to `room:create`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoomWaiting {
    pub(crate) room_id: String,
    pub(crate) room_code: String,
}

/// `room:closed`
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoomClosed {
    pub(crate) reason: String,
}

/// `room:spectators`
#[derive(Deserialize, Debug)]
pub(crate) struct Spectators {
    pub(crate) count: u32,
}

/// `game:error`, and what a refusal carries
#[derive(Deserialize, Debug)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub(crate) code: String,
    pub(crate) message: String,
}

/// A game as the REST API has it, running or over.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct GameRecord {
    /// The room.
    pub room_id: String,
    /// Both players, the one who started first.
    pub players: Vec<RecordedPlayer>,
    /// The house rules.
    #[serde(default)]
    pub preset: String,
    /// Every column played, 1 to 7.
    pub moves: String,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
}

/// Reads a game as the API writes it.
impl FromStr for GameRecord {
    type Err = serde_json::Error;

    fn from_str(json: &str) -> Result<GameRecord, serde_json::Error> {
        serde_json::from_value(clean(serde_json::from_str(json)?))
    }
}

/// A player of a recorded or listed game.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
pub struct RecordedPlayer {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub username: String,
    /// The colour of the discs, where it is said.
    pub color: Option<String>,
}

/// How a recorded game ended.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
pub struct GameResult {
    /// Who won, if anybody did.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: String,
}

/// A running game as the list of rooms has it.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct LiveRoom {
    /// The room.
    pub room_id: String,
    /// Both players, the one who started first.
    pub players: Vec<RecordedPlayer>,
    /// Discs dropped so far.
    pub move_count: u32,
    /// Every column played, 1 to 7; older servers do not say.
    pub moves: Option<String>,
}
