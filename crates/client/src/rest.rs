//! The server's REST API, as far as the terminal uses it.

use std::io;
use std::time::Duration;

use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Empty, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::address::Server;
use crate::clean::clean;
use crate::stream;
use crate::wire::{GameRecord, LiveRoom};

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// A page of a hundred games is some hundred kilobytes.
const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum RestError {
    /// The server can't be reached, or the connection broke.
    #[error("could not reach {server}: {why}")]
    Unreachable {
        /// Which server.
        server: Server,
        /// What happened.
        why: io::Error,
    },
    /// The server refused: what it said.
    #[error("{message}")]
    Refused {
        /// For programs, if the server gave one.
        code: Option<String>,
        /// For people.
        message: String,
    },
    /// The answer is not that of a Fourfall server.
    #[error("{0} does not answer like a Fourfall server")]
    NotOurs(Server),
}

/// The server's REST API. One connection per request: requests are rare.
#[derive(Clone, Debug)]
pub struct Rest {
    server: Server,
}

impl Rest {
    /// The API of this server.
    pub const fn new(server: Server) -> Rest {
        Rest { server }
    }

    /// Running games between people.
    ///
    /// # Errors
    ///
    /// See [`RestError`].
    pub async fn rooms(&self) -> Result<Vec<LiveRoom>, RestError> {
        #[derive(Deserialize)]
        struct Rooms {
            rooms: Vec<LiveRoom>,
        }
        self.get::<Rooms>("/v1/rooms?game=connect4").await.map(|it| it.rooms)
    }

    /// A game, running or over.
    ///
    /// # Errors
    ///
    /// See [`RestError`].
    pub async fn game(&self, id: &str) -> Result<GameRecord, RestError> {
        self.get(&format!("/v1/games/{}", escaped(id))).await
    }

    /// A page of finished games as the server writes them, newest first, and where the next begins.
    ///
    /// # Errors
    ///
    /// See [`RestError`].
    pub async fn games(
        &self,
        player: Option<&str>,
        before: Option<&str>,
    ) -> Result<(Vec<Value>, Option<String>), RestError> {
        #[derive(Deserialize)]
        struct Games {
            games: Vec<Value>,
            next: Option<String>,
        }
        let mut path = "/v1/games?limit=100".to_owned();
        for (name, value) in [("player", player), ("before", before)] {
            if let Some(value) = value {
                path += &format!("&{name}={}", escaped(value));
            }
        }
        self.get::<Games>(&path).await.map(|it| (it.games, it.next))
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, RestError> {
        let late = || io::Error::new(io::ErrorKind::TimedOut, "no answer within thirty seconds");
        let answer = timeout(ANSWER_TIMEOUT, self.ask(path)).await.unwrap_or_else(|_| Err(late()));
        let unreachable = |why| RestError::Unreachable { server: self.server.clone(), why };
        let (status, body) = answer.map_err(unreachable)?;
        let not_ours = || RestError::NotOurs(self.server.clone());
        let answer = clean(serde_json::from_slice(&body).map_err(|_| not_ours())?);
        if status.is_success() {
            return serde_json::from_value(answer).map_err(|_| not_ours());
        }
        let problem: Problem = serde_json::from_value(answer).map_err(|_| not_ours())?;
        Err(RestError::Refused { code: problem.error.code, message: problem.error.message })
    }

    async fn ask(&self, path: &str) -> io::Result<(StatusCode, Bytes)> {
        let stream = stream::open(&self.server).await?;
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream));
        let (mut sender, connection) = handshake.await.map_err(io::Error::other)?;
        let request = Request::builder()
            .method(Method::GET)
            .uri(path)
            .header(header::HOST, self.server.authority())
            .header(header::ACCEPT, "application/json")
            .header(header::CONNECTION, "close")
            .body(Empty::<Bytes>::new())
            .map_err(io::Error::other)?;
        let answer = async {
            let answer = sender.send_request(request).await.map_err(io::Error::other)?;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX).collect().await;
            let body = body.map_err(|err| {
                let too_long = err.is::<LengthLimitError>();
                io::Error::other(if too_long { "the answer is too long".into() } else { err })
            })?;
            Ok((status, body.to_bytes()))
        };
        // The connection must be driven while its answer is awaited.
        tokio::pin!(answer, connection);
        tokio::select! {
            answer = &mut answer => answer,
            ended = &mut connection => match ended {
                Ok(()) => answer.await,
                Err(err) => Err(io::Error::other(err)),
            },
        }
    }
}

#[derive(Deserialize)]
struct Problem {
    error: Sentence,
}

#[derive(Deserialize)]
struct Sentence {
    code: Option<String>,
    message: String,
}

/// A part of a path or a query, whatever was typed.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            _ => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_can_not_leave_its_place_in_the_address() {
        assert_eq!(escaped("p_ada4f6"), "p_ada4f6");
        assert_eq!(escaped("../a?b&c=ä"), "..%2Fa%3Fb%26c%3D%C3%A4");
    }
}
