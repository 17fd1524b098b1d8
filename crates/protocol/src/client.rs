//! What clients send.

use serde::{Deserialize, Serialize};

use crate::decode;

/// A set of house rules, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Red and yellow, no clocks.
    Classic,
    /// One person against a bot, 30 seconds per turn.
    Solo,
    /// Red and yellow, idle players lose.
    #[default]
    Live,
    /// Green and red, the starter drawn by lot, a minute per turn.
    Duel,
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Plays anywhere.
    Easy,
    /// Sees some threats.
    #[default]
    Medium,
    /// Sees every threat.
    Hard,
    /// Never errs.
    Perfect,
}

/// When an idle player is warned and loses. What is left out takes the server's default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AfkSettings {
    /// Whether idling loses at all, in presets that have it.
    pub enabled: Option<bool>,
    /// Seconds of idling that lose the game.
    pub timeout_seconds: Option<u32>,
    /// Seconds before that at which the warning comes.
    pub warn_seconds: Option<u32>,
}

/// `matchmaking:join`: find me an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinMatchmaking {
    /// The name opponents see.
    pub username: String,
    /// Must be the player that the socket's token belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player_id: Option<String>,
    /// Older clients send one. It is not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub session_id: Option<String>,
    /// The house rules to play by.
    #[serde(default, deserialize_with = "decode::or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<Preset>"))]
    pub preset: Preset,
    /// Play a bot, at once.
    #[serde(default, deserialize_with = "decode::or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub wants_bot: bool,
    /// How well that bot plays.
    #[serde(default, deserialize_with = "decode::or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<Difficulty>"))]
    pub bot_difficulty: Difficulty,
    /// Let the bot have the first move.
    #[serde(default, deserialize_with = "decode::or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub bot_starts: bool,
    /// Whether turns are timed; only used by presets that leave it to the player (`solo`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turn_clock_enabled: Option<bool>,
    /// Whether idling loses, in presets that have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_timeout_enabled: Option<bool>,
    /// Seconds of idling that lose the game.
    #[serde(default, deserialize_with = "decode::count", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_timeout_seconds: Option<u32>,
    /// Seconds before that at which the warning comes.
    #[serde(default, deserialize_with = "decode::count", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_warn_seconds: Option<u32>,
}

impl JoinMatchmaking {
    /// What the payload says about idling.
    pub const fn afk(&self) -> AfkSettings {
        AfkSettings {
            enabled: self.afk_timeout_enabled,
            timeout_seconds: self.afk_timeout_seconds,
            warn_seconds: self.afk_warn_seconds,
        }
    }
}

/// `matchmaking:leave`: stop looking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LeaveMatchmaking {
    /// Who stops looking.
    pub player_id: String,
}

/// `game:move`: drop a disc.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// The room.
    pub room_id: String,
    /// Who drops.
    pub player_id: String,
    /// 0 to 6, left to right. Other whole numbers are `column_out_of_range`.
    #[serde(deserialize_with = "decode::whole_number")]
    #[cfg_attr(test, ts(type = "number"))]
    pub column: i64,
    /// Which disc of the game this is, the first being 1, so that a repeat is recognized.
    #[serde(default, deserialize_with = "decode::count", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub move_number: Option<u32>,
}

/// `game:resign`: give up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Resign {
    /// The room.
    pub room_id: String,
    /// Who gives up.
    pub player_id: String,
}

/// `game:reconnect`: take my seat again and send me the whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Reconnect {
    /// Who comes back.
    pub player_id: String,
    /// Proof, for a socket whose handshake carried none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub token: Option<String>,
}

/// `game:spectate`: watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Spectate {
    /// The room.
    pub room_id: String,
    /// The spectator's name.
    pub username: String,
}

/// `afk:check`: whose idle clock is running, and until when? Asking changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AfkCheck {
    /// The room.
    pub room_id: String,
}

/// `game:rematch`: once more, against the same opponent. Both must ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Rematch {
    /// The room of the game that is over.
    pub room_id: String,
    /// Who asks.
    pub player_id: String,
}

/// `game:rematch:decline`: no, thank you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeclineRematch {
    /// The room of the game that is over.
    pub room_id: String,
    /// Who declines.
    pub player_id: String,
}

/// `room:create`: a private game, joined by its code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CreateRoom {
    /// The name opponents see.
    pub username: String,
    /// The house rules to play by.
    #[serde(default, deserialize_with = "decode::or_default")]
    #[cfg_attr(test, ts(optional, as = "Option<Preset>"))]
    pub preset: Preset,
    /// Whether turns are timed; only used by presets that leave it to the player (`solo`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turn_clock_enabled: Option<bool>,
    /// Whether idling loses, in presets that have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_timeout_enabled: Option<bool>,
    /// Seconds of idling that lose the game.
    #[serde(default, deserialize_with = "decode::count", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_timeout_seconds: Option<u32>,
    /// Seconds before that at which the warning comes.
    #[serde(default, deserialize_with = "decode::count", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub afk_warn_seconds: Option<u32>,
}

impl CreateRoom {
    /// What the payload says about idling.
    pub const fn afk(&self) -> AfkSettings {
        AfkSettings {
            enabled: self.afk_timeout_enabled,
            timeout_seconds: self.afk_timeout_seconds,
            warn_seconds: self.afk_warn_seconds,
        }
    }
}

/// `room:join`: take the other seat of a private game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinRoom {
    /// The name opponents see.
    pub username: String,
    /// The six characters the host was given.
    pub room_code: String,
}

/// `game:leave`: back to the lobby. In a running game the same as resigning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Leave {
    /// The room.
    pub room_id: String,
    /// Who leaves.
    pub player_id: String,
}

/// `game:abort`: end the game without a result, before both have dropped a disc.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Abort {
    /// The room.
    pub room_id: String,
    /// Who calls it off.
    pub player_id: String,
}

/// One of six reactions a player can send in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    /// Hello.
    Hello,
    /// Well played.
    Nice,
    /// That surprises me.
    Wow,
    /// Let me think.
    Hmm,
    /// That was not what I meant.
    Oops,
    /// Thanks for the game.
    Thanks,
}

/// `game:react`: send one of six reactions to everybody in the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct React {
    /// The room.
    pub room_id: String,
    /// Who sent it.
    pub player_id: String,
    /// What.
    pub reaction: Reaction,
}

/// The events of one direction: the enum, its names and its decoder, from one table.
macro_rules! messages {
    (
        $(#[$about:meta])*
        pub enum $Messages:ident { $($Variant:ident($Payload:ty) = $event:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize)]
        #[serde(untagged)]
        pub enum $Messages {
            $(#[doc = concat!("`", $event, "`")] $Variant($Payload),)+
        }

        impl $Messages {
            /// The names of all events of this direction.
            pub const EVENTS: &[&str] = &[$($event),+];

            /// The event's name on the wire.
            pub const fn event(&self) -> &'static str {
                match self {
                    $($Messages::$Variant(_) => $event,)+
                }
            }

            /// Reads the payload that came with an event.
            ///
            /// # Errors
            ///
            /// If there is no such event, or the payload is not what it takes. The error is a
            /// sentence for the sender.
            pub fn decode(
                event: &str,
                payload: serde_json::Value,
            ) -> Result<$Messages, $crate::Malformed> {
                match event {
                    $($event => $crate::decode::payload($event, payload).map($Messages::$Variant),)+
                    _ => Err($crate::Malformed::unknown_event(event)),
                }
            }
        }

        $(
            impl From<$Payload> for $Messages {
                fn from(payload: $Payload) -> $Messages {
                    $Messages::$Variant(payload)
                }
            }
        )+

        #[cfg(test)]
        impl $Messages {
            /// Each event with the name of its payload's TypeScript type.
            pub(crate) fn typescript() -> Vec<(&'static str, String)> {
                let config = ts_rs::Config::new();
                vec![$(($event, <$Payload as ts_rs::TS>::name(&config))),+]
            }
        }
    };
}
pub(crate) use messages;

messages! {
    /// Everything a client can send. Serializes as the bare payload; the name is
    /// [`ClientMessage::event`].
    pub enum ClientMessage {
        JoinMatchmaking(JoinMatchmaking) = "matchmaking:join",
        LeaveMatchmaking(LeaveMatchmaking) = "matchmaking:leave",
        Move(Move) = "game:move",
        Resign(Resign) = "game:resign",
        Reconnect(Reconnect) = "game:reconnect",
        Spectate(Spectate) = "game:spectate",
        AfkCheck(AfkCheck) = "afk:check",
        Rematch(Rematch) = "game:rematch",
        DeclineRematch(DeclineRematch) = "game:rematch:decline",
        CreateRoom(CreateRoom) = "room:create",
        JoinRoom(JoinRoom) = "room:join",
        Leave(Leave) = "game:leave",
        Abort(Abort) = "game:abort",
        React(React) = "game:react",
    }
}
