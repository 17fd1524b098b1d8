//! Refusals: a code for programs, a sentence for people.

use fourfall_match::Rejection;
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rules::PlayError;

use crate::store::writer::AppendError;

/// A refusal with a sentence.
pub(crate) fn refuse(code: RejectCode, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into() }
}

/// Why a match refused something.
pub(crate) fn rejection(why: Rejection) -> Refusal {
    let code = match why {
        Rejection::Unknown => RejectCode::UnknownRoom,
        Rejection::NotStarted | Rejection::StillOn => RejectCode::NotStarted,
        Rejection::TooLate => RejectCode::TooLate,
        Rejection::Exists | Rejection::Full => RejectCode::RoomFull,
        Rejection::OwnMatch => RejectCode::AlreadyInGame,
        Rejection::Over | Rejection::RematchDeclined | Rejection::RematchAgreed => {
            RejectCode::GameOver
        }
        Rejection::NotSeated => RejectCode::Forbidden,
        Rejection::NotYourTurn | Rejection::WrongNumber { .. } => RejectCode::NotYourTurn,
        Rejection::Illegal(PlayError::NoSuchColumn) => {
            let sentence = "there is no such column: they are numbered 0 to 6";
            return refuse(RejectCode::ColumnOutOfRange, sentence);
        }
        Rejection::Illegal(PlayError::ColumnFull(column)) => {
            // Sentences count columns as the event they answer does.
            return refuse(RejectCode::ColumnFull, format!("column {} is full", column.index()));
        }
        Rejection::Illegal(PlayError::NotYourTurn) => RejectCode::NotYourTurn,
        Rejection::Illegal(PlayError::GameOver) => RejectCode::GameOver,
    };
    refuse(code, why.to_string())
}

/// An append was not written, and that is certain.
pub(crate) fn not_stored(err: &AppendError) -> Refusal {
    match err {
        AppendError::Full | AppendError::Conflict => busy(),
        AppendError::Busy => playing_already(),
        AppendError::Stopped => stopping(),
        AppendError::Failed(_) => not_saved(),
    }
}

/// The store failed, and reading has shown that nothing was written.
pub(crate) fn not_saved() -> Refusal {
    refuse(RejectCode::Internal, "this could not be saved, so it did not happen; try again")
}

/// The store has been unavailable for too long, so the outcome is not known.
pub(crate) fn not_known() -> Refusal {
    refuse(
        RejectCode::Internal,
        "games can't be saved right now; send game:reconnect to see whether this was",
    )
}

pub(crate) fn playing_already() -> Refusal {
    refuse(RejectCode::AlreadyInGame, "you are playing already")
}

pub(crate) fn busy() -> Refusal {
    refuse(RejectCode::Overloaded, "the server is busy, try again")
}

pub(crate) fn closing() -> Refusal {
    refuse(RejectCode::Overloaded, "this game is just being closed, try again")
}

pub(crate) fn stopping() -> Refusal {
    refuse(RejectCode::Overloaded, "the server is restarting, try again in a moment")
}

pub(crate) fn unknown_room() -> Refusal {
    refuse(RejectCode::UnknownRoom, "there is no such game")
}

pub(crate) fn unknown_code() -> Refusal {
    refuse(RejectCode::UnknownCode, "no game has this code; it may have been closed")
}

pub(crate) fn too_many_codes() -> Refusal {
    refuse(RejectCode::RateLimited, "too many wrong codes from your address, wait some minutes")
}

pub(crate) fn game_over() -> Refusal {
    refuse(RejectCode::GameOver, "the game is over")
}

pub(crate) fn not_you() -> Refusal {
    refuse(RejectCode::Forbidden, "this is not your playerId")
}

pub(crate) fn needs_token() -> Refusal {
    refuse(
        RejectCode::Forbidden,
        "this is not your playerId: prove it with its token, as auth.token when connecting or as \
         token in game:reconnect",
    )
}
