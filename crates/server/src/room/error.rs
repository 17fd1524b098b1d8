//! Why a room did not do what it was asked, and what its clients are told.

use fourfall_match::{CorruptLog, Rejection};
use fourfall_protocol::{Refusal, RejectCode};

use crate::store::StoreError;
use crate::store::writer::AppendError;
use crate::translate::{self, refuse};

/// Why a room did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoomError {
    #[error(transparent)]
    Rejected(#[from] Rejection),
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error("could not read the match again")]
    Reload(#[from] StoreError),
    #[error("the log of the match is damaged")]
    Corrupt(#[from] CorruptLog),
}

/// What the client is told. Failures are logged here, once; it learns that they were not its fault.
impl From<RoomError> for Refusal {
    fn from(err: RoomError) -> Refusal {
        match err {
            RoomError::Rejected(why) => translate::rejection(why),
            RoomError::Append(AppendError::Full | AppendError::Conflict | AppendError::Stopped) => {
                refuse(RejectCode::Overloaded, "the server is busy, try again")
            }
            // The writer has logged it.
            RoomError::Append(AppendError::Failed(_)) => refuse(
                RejectCode::Internal,
                "this could not be saved, so it did not happen; try again",
            ),
            RoomError::Reload(_) | RoomError::Corrupt(_) => {
                tracing::error!(error = &err as &dyn std::error::Error, "a room failed");
                refuse(RejectCode::Internal, "something went wrong on our side")
            }
        }
    }
}
