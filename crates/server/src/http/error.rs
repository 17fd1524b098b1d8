//! Refusals of the HTTP API, as clients see them: a status, a stable code and a sentence.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::response::{IntoResponse, Response};
use fourfall_match::CorruptLog;
use fourfall_protocol::rest::Problem;
use fourfall_protocol::{Refusal, RejectCode};
use http::StatusCode;

use crate::store::StoreError;

/// A refusal of the HTTP API.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    refusal: Refusal,
}

impl ApiError {
    fn new(status: StatusCode, code: RejectCode, message: &str) -> ApiError {
        ApiError { status, refusal: Refusal { code, message: message.to_owned() } }
    }

    /// A refusal that the wire knows too.
    pub(super) fn refused(refusal: Refusal) -> ApiError {
        let status = if refusal.code == RejectCode::RateLimited {
            StatusCode::TOO_MANY_REQUESTS
        } else {
            StatusCode::NOT_FOUND
        };
        ApiError { status, refusal }
    }

    pub(super) fn malformed(message: &str) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, RejectCode::Malformed, message)
    }

    pub(super) fn not_a_game(message: &str) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, RejectCode::Malformed, message)
    }

    pub(super) fn forbidden(message: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, RejectCode::Forbidden, message)
    }

    pub(super) fn not_found(message: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, RejectCode::Malformed, message)
    }

    pub(super) fn unknown_room() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, RejectCode::UnknownRoom, "there is no such game")
    }

    pub(super) fn unknown_player() -> ApiError {
        let message = "nobody with this id has finished a game";
        ApiError::new(StatusCode::NOT_FOUND, RejectCode::UnknownPlayer, message)
    }

    pub(super) fn unauthorized() -> ApiError {
        let message = "say who you are: Authorization: Bearer, and a token of ours";
        ApiError::new(StatusCode::UNAUTHORIZED, RejectCode::Unauthorized, message)
    }

    pub(super) fn no_account() -> ApiError {
        let message = "you have claimed no name";
        ApiError::new(StatusCode::UNAUTHORIZED, RejectCode::Unauthorized, message)
    }

    /// The same, whatever was wrong.
    pub(super) fn wrong_login() -> ApiError {
        let message = "there is nobody of this name with this password or code";
        ApiError::new(StatusCode::UNAUTHORIZED, RejectCode::Unauthorized, message)
    }

    /// The same, whatever was wrong.
    pub(super) fn wrong_passkey() -> ApiError {
        let message =
            "this passkey does not open anything here, or the question was too old: try again";
        ApiError::new(StatusCode::UNAUTHORIZED, RejectCode::Unauthorized, message)
    }

    pub(super) fn conflict(message: &str) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, RejectCode::Malformed, message)
    }

    pub(super) fn rate_limited() -> ApiError {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            RejectCode::RateLimited,
            "too many requests in too short a time, wait a second",
        )
    }

    pub(super) fn overloaded(message: &str) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, RejectCode::Overloaded, message)
    }
}

/// The store is away. Logged here, once; the client learns that it was not its fault.
impl From<StoreError> for ApiError {
    fn from(err: StoreError) -> ApiError {
        tracing::error!(error = &err as &dyn std::error::Error, "could not answer a request");
        let message = "games can't be looked up right now, try again";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, RejectCode::Internal, message)
    }
}

/// A log that makes no sense is our bug.
impl From<CorruptLog> for ApiError {
    fn from(err: CorruptLog) -> ApiError {
        tracing::error!(error = &err as &dyn std::error::Error, "the log of a match is damaged");
        internal()
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> ApiError {
        ApiError::malformed("the address is not valid text")
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::malformed(&rejection.body_text())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError::new(rejection.status(), RejectCode::Malformed, &rejection.body_text())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(Problem { error: self.refusal })).into_response()
    }
}

fn internal() -> ApiError {
    let message = "something went wrong on our side";
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, RejectCode::Internal, message)
}

/// A handler panicked. The panic itself has been written to standard error.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a request handler panicked");
    internal().into_response()
}

/// The address exists, but not for this method.
pub(super) async fn method_not_allowed() -> ApiError {
    let message = "this address does not take this method";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, RejectCode::Malformed, message)
}
