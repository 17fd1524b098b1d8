//! What Fourfall's server and its clients say to each other, as data.
//!
//! One closed enum per direction, [`ClientMessage`] and [`ServerMessage`]; answers are [`Ack`]s and
//! refusals carry a [`RejectCode`]. Nothing here decides anything, and nothing here knows the game:
//! a change of the core cannot change the wire. `docs/PROTOCOL.md` is the contract in words,
//! `tests/golden/` the contract in bytes.
//!
//! ```
//! use fourfall_protocol::{ClientMessage, Move};
//! use serde_json::json;
//!
//! let payload = json!({ "roomId": "r1", "playerId": "p1", "column": 3, "socks": "grey" });
//! let message = ClientMessage::decode("game:move", payload).expect("extra fields are ignored");
//! assert!(matches!(message, ClientMessage::Move(Move { column: 3, .. })));
//!
//! let payload = json!({ "roomId": "r1", "playerId": "p1", "column": "three" });
//! let malformed = ClientMessage::decode("game:move", payload).expect_err("a column is a number");
//! assert_eq!(
//!     malformed.to_string(),
//!     r#"game:move: column: invalid type: string "three", expected a whole number"#
//! );
//! ```
#![warn(missing_docs)]

mod ack;
mod client;
mod decode;
mod reject;
pub mod rest;
mod server;
#[cfg(test)]
mod typescript;

pub use ack::{
    Accepted, Ack, AfkChecked, Done, GameReached, JoinedMatchmaking, Moved, RematchAnswered,
    RoomCreated,
};
pub use client::{
    Abort, AfkCheck, AfkSettings, ClientMessage, CreateRoom, DeclineRematch, Difficulty,
    JoinMatchmaking, JoinRoom, Leave, LeaveMatchmaking, Move, Preset, React, Reaction, Reconnect,
    Rematch, Resign, Spectate,
};
pub use decode::Malformed;
pub use reject::{Refusal, RejectCode};
pub use server::{
    AfkStatus, AfkWarning, AfkWarningCleared, AlreadyStarted, CloseReason, Color, DeclineReason,
    GameError, GameOver, GameReconnected, GameStarted, LastMove, MatchmakingLeft, MoveMade, Player,
    PlayerDisconnected, PlayerReconnected, Reacted, Reason, RematchAccepted, RematchDeclined,
    RematchOffered, RoomClosed, RoomWaiting, Series, ServerMessage, SessionCreated,
    SessionReplaced, SpectateJoined, Spectators, Waiting,
};
