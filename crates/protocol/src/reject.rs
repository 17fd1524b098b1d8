//! Why something was refused: a code for programs, a sentence for people.

use serde::{Deserialize, Serialize};

/// A refusal, as it appears in an acknowledgement and in a REST error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// The code, for programs.
    pub code: RejectCode,
    /// A sentence for people, such as "column 3 is full".
    pub message: String,
}

/// The stable names of refusals. Codes may be added, none is ever renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RejectCode {
    /// The payload is not what the event takes.
    Malformed,
    /// The token is not one of ours.
    Unauthorized,
    /// The token is valid, but does not allow this.
    Forbidden,
    /// There is no such room.
    UnknownRoom,
    /// No private room has this code.
    UnknownCode,
    /// Nobody with this id has finished a game.
    UnknownPlayer,
    /// It is the other player's turn, or that move has been made already.
    NotYourTurn,
    /// There is no such column.
    ColumnOutOfRange,
    /// The column has no free cell.
    ColumnFull,
    /// The game is over.
    GameOver,
    /// It is too late for that: both have dropped a disc.
    TooLate,
    /// The game has not started: nobody has joined yet.
    NotStarted,
    /// You are already playing or waiting.
    AlreadyInGame,
    /// Both seats are taken.
    RoomFull,
    /// Too many events in too short a time.
    RateLimited,
    /// The server is at one of its limits; try again later.
    Overloaded,
    /// Something went wrong on the server's side. Nothing was done.
    Internal,
}

impl RejectCode {
    /// Every code there is.
    pub const ALL: [RejectCode; 17] = [
        RejectCode::Malformed,
        RejectCode::Unauthorized,
        RejectCode::Forbidden,
        RejectCode::UnknownRoom,
        RejectCode::UnknownCode,
        RejectCode::UnknownPlayer,
        RejectCode::NotYourTurn,
        RejectCode::ColumnOutOfRange,
        RejectCode::ColumnFull,
        RejectCode::GameOver,
        RejectCode::TooLate,
        RejectCode::NotStarted,
        RejectCode::AlreadyInGame,
        RejectCode::RoomFull,
        RejectCode::RateLimited,
        RejectCode::Overloaded,
        RejectCode::Internal,
    ];

    /// The code as it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            RejectCode::Malformed => "malformed",
            RejectCode::Unauthorized => "unauthorized",
            RejectCode::Forbidden => "forbidden",
            RejectCode::UnknownRoom => "unknown_room",
            RejectCode::UnknownCode => "unknown_code",
            RejectCode::UnknownPlayer => "unknown_player",
            RejectCode::NotYourTurn => "not_your_turn",
            RejectCode::ColumnOutOfRange => "column_out_of_range",
            RejectCode::ColumnFull => "column_full",
            RejectCode::GameOver => "game_over",
            RejectCode::TooLate => "too_late",
            RejectCode::NotStarted => "not_started",
            RejectCode::AlreadyInGame => "already_in_game",
            RejectCode::RoomFull => "room_full",
            RejectCode::RateLimited => "rate_limited",
            RejectCode::Overloaded => "overloaded",
            RejectCode::Internal => "internal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_spelled_as_it_is_serialized() {
        for code in RejectCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }
}
