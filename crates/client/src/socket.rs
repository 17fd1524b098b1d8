//! One Socket.IO connection, over WebSocket.

use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http::{Request, header};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::Error as WebSocketError;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};

use crate::address::Server;
use crate::packet::{self, BadPacket, Packet};
use crate::stream::{self, Stream};

/// Where the game is played on a server.
pub const NAMESPACE: &str = "/connect4";

/// How long a handshake may take.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);
/// A whole game is some kilobytes.
const MESSAGE_BYTES_MAX: usize = 256 * 1024;

/// Why there is no connection, or no longer one.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The server can't be reached, or the connection broke.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is a server, but it does not speak Socket.IO as it should.
    #[error("{0}")]
    NotOurs(String),
    /// The server refuses the connection: what it says, `code: sentence`.
    #[error("{0}")]
    Refused(String),
    /// The server ended the connection.
    #[error("the server closed the connection")]
    Closed,
    /// Nothing was received for too long.
    #[error("nothing was heard for too long")]
    Silent,
}

impl From<BadPacket> for SocketError {
    fn from(err: BadPacket) -> SocketError {
        SocketError::NotOurs(err.to_string())
    }
}

impl From<WebSocketError> for SocketError {
    fn from(err: WebSocketError) -> SocketError {
        if let WebSocketError::Http(answer) = &err {
            let status = answer.status();
            return SocketError::NotOurs(format!("the server answered {status}, not Socket.IO"));
        }
        if matches!(err, WebSocketError::ConnectionClosed | WebSocketError::AlreadyClosed) {
            return SocketError::Closed;
        }
        SocketError::Io(io::Error::other(err))
    }
}

/// What arrives on a connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Incoming {
    /// An event of the server.
    Event {
        /// Its name.
        name: String,
        /// Its payload.
        payload: Value,
    },
    /// The answer to something that was sent.
    Answer {
        /// The number [`Socket::emit`] gave.
        id: u64,
        /// The answer.
        payload: Value,
    },
}

/// One connection to [`NAMESPACE`].
pub struct Socket {
    frames: WebSocketStream<Stream>,
    silence: Duration,
    next_id: u64,
}

impl Socket {
    /// Connects, as a new guest or with a token.
    ///
    /// # Errors
    ///
    /// If there is no such server, or it refuses.
    pub async fn connect(server: &Server, token: Option<&str>) -> Result<Socket, SocketError> {
        let stream = stream::open(server).await?;
        let greeted = timeout(GREETING_TIMEOUT, Socket::greet(server, stream, token)).await;
        greeted.unwrap_or(Err(SocketError::Silent))
    }

    async fn greet(
        server: &Server,
        stream: Stream,
        token: Option<&str>,
    ) -> Result<Socket, SocketError> {
        let authority = server.authority();
        let request = Request::builder()
            .uri(format!("ws://{authority}/socket.io/?EIO=4&transport=websocket"))
            .header(header::HOST, &authority)
            .header(header::CONNECTION, "Upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, generate_key())
            .body(())
            .map_err(|err| SocketError::NotOurs(err.to_string()))?;
        let limits = WebSocketConfig::default()
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let upgraded =
            tokio_tungstenite::client_async_with_config(request, stream, Some(limits)).await;
        let (frames, _) = upgraded?;
        let mut socket = Socket { frames, silence: GREETING_TIMEOUT, next_id: 0 };
        let Packet::Open { silence } = socket.packet().await? else {
            return Err(SocketError::NotOurs("the server does not greet".to_owned()));
        };
        socket.silence = silence;
        let auth = token.map(|token| json!({ "token": token }));
        socket.write(packet::connect(NAMESPACE, auth.as_ref())).await?;
        loop {
            match socket.packet().await? {
                Packet::Connected => return Ok(socket),
                Packet::Refused(why) => return Err(SocketError::Refused(why)),
                Packet::Close | Packet::Disconnected => return Err(SocketError::Closed),
                Packet::Ping => socket.write(packet::PONG.to_owned()).await?,
                Packet::Open { .. }
                | Packet::Noop
                | Packet::Event { .. }
                | Packet::Ack { .. }
                | Packet::Other => {}
            }
        }
    }

    /// Sends an event, and gives the number its answer will have.
    ///
    /// # Errors
    ///
    /// If the connection is lost. Whether the server has received the event is not known then.
    pub async fn emit(&mut self, name: &str, payload: &Value) -> Result<u64, SocketError> {
        let id = self.next_id;
        self.next_id += 1;
        self.write(packet::event(NAMESPACE, id, name, payload)).await?;
        Ok(id)
    }

    /// Waits for what arrives next. Dropping the future before it is done loses nothing.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn next(&mut self) -> Result<Incoming, SocketError> {
        loop {
            match self.packet().await? {
                Packet::Event { name, payload } => return Ok(Incoming::Event { name, payload }),
                Packet::Ack { id, payload } => return Ok(Incoming::Answer { id, payload }),
                Packet::Ping => self.write(packet::PONG.to_owned()).await?,
                Packet::Close | Packet::Disconnected => return Err(SocketError::Closed),
                Packet::Open { .. }
                | Packet::Noop
                | Packet::Connected
                | Packet::Refused(_)
                | Packet::Other => {}
            }
        }
    }

    /// Leaves the namespace, without waiting for an answer.
    pub async fn close(mut self) {
        // A connection that is lost already need not be closed.
        let _ = self.write(packet::disconnect(NAMESPACE)).await;
        let _ = timeout(Duration::from_secs(1), self.frames.close(None)).await;
    }

    async fn packet(&mut self) -> Result<Packet, SocketError> {
        loop {
            let frame = timeout(self.silence, self.frames.next()).await;
            match frame.map_err(|_| SocketError::Silent)? {
                None => return Err(SocketError::Closed),
                Some(Err(err)) => return Err(err.into()),
                Some(Ok(Message::Text(text))) => return Ok(Packet::parse(&text, NAMESPACE)?),
                Some(Ok(Message::Close(_))) => return Err(SocketError::Closed),
                // WebSocket's own pings are answered below, and binary payloads are never ours.
                Some(Ok(
                    Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_),
                )) => {}
            }
        }
    }

    async fn write(&mut self, frame: String) -> Result<(), SocketError> {
        let sent = timeout(self.silence, self.frames.send(Message::text(frame))).await;
        Ok(sent.map_err(|_| SocketError::Silent)??)
    }
}
