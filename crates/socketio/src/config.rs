//! Every number that bounds anything, and what happens when it is reached.

use std::time::Duration;

/// Settings of a server. `Config::default()` has those of the reference implementation where it has
/// one, and a bound where it has none.
#[derive(Clone, Debug)]
pub struct Config {
    /// The path of all requests, with the slash at its end: `/socket.io/`.
    pub path: String,
    /// Which transports may be used.
    pub transports: Transports,
    /// Time between the pong of a client and the next ping.
    pub ping_interval: Duration,
    /// Time for a pong. A session without one is closed.
    pub ping_timeout: Duration,
    /// Time for the first successful join of a namespace. Then the session is closed.
    pub connect_timeout: Duration,
    /// Time for a WebSocket to take a long-polling session over. Then it is closed; the session stays.
    pub upgrade_timeout: Duration,
    /// Time for the whole body of a long-polling request. Then it is answered 408.
    pub body_timeout: Duration,
    /// Time without any progress after which a session with something to write is closed.
    pub write_timeout: Duration,
    /// The body of a long-polling request. A larger one is answered 413 and closes the session.
    pub max_payload: usize,
    /// One message. A larger one closes the session. Binary attachments of one packet together
    /// count as one message.
    pub max_message: usize,
    /// Packets in the body of a long-polling request. More close the session.
    pub max_packets: usize,
    /// Bytes waiting for one client to read them. More close the session.
    pub outbox_bytes: usize,
    /// Packets of one session waiting for their handler. When there are this many, reading from the
    /// client stops.
    pub mailbox: usize,
    /// Answers awaited from one socket. One more is refused at once.
    pub max_pending_acks: usize,
    /// Binary attachments of one packet. `0` switches binary off: any closes the session.
    pub max_attachments: usize,
    /// Refused joins of one session, unknown namespaces included. One more closes it.
    pub max_refused_joins: u32,
    /// Whether the headers of the handshake are kept for the connect handler. They cost some
    /// hundred bytes per session; a [`Door`](crate::Door) sees them either way.
    pub keep_headers: bool,
    /// Connection state recovery. `None` switches it off.
    pub recovery: Option<Recovery>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            path: "/socket.io/".to_owned(),
            transports: Transports::All,
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(45),
            upgrade_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
            max_payload: 1_000_000,
            max_message: 1_000_000,
            max_packets: 10_000,
            outbox_bytes: 1_000_000,
            mailbox: 64,
            max_pending_acks: 64,
            max_attachments: 10,
            max_refused_joins: 16,
            keep_headers: true,
            recovery: None,
        }
    }
}

/// Which transports may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transports {
    /// Long polling, WebSocket, and the upgrade from one to the other.
    All,
    /// Long polling without an upgrade.
    PollingOnly,
    /// WebSocket from the first request.
    WebSocketOnly,
}

impl Transports {
    pub(crate) fn polling(self) -> bool {
        self != Transports::WebSocketOnly
    }

    pub(crate) fn websocket(self) -> bool {
        self != Transports::PollingOnly
    }
}

/// Connection state recovery, as in Socket.IO 4.6.
///
/// A client that lost its transport comes back with the secret id of its session and the offset of
/// the last event it received. The socket keeps its id, rooms and data, and is sent what it missed.
///
/// The offset travels as one more argument at the end of each event. Clients that know recovery
/// (the JavaScript one) ignore it; in others a listener with a fixed number of arguments may fail.
/// [`Socket::without_offsets`](crate::Socket::without_offsets) leaves it out.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// How long after the loss a socket may be recovered.
    pub window: Duration,
    /// Bytes of events kept for one socket. The oldest are forgotten first; a client that missed one
    /// of those is not recovered.
    pub bytes: usize,
    /// Lost sockets kept at once. Those lost longest ago are given up first.
    pub sockets: usize,
}

impl Default for Recovery {
    fn default() -> Recovery {
        Recovery { window: Duration::from_secs(120), bytes: 16 * 1024, sockets: 10_000 }
    }
}
