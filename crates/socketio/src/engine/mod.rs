//! Engine.IO, protocol 4: sessions over long polling and WebSocket, with heartbeats and the upgrade
//! from one to the other. Socket.IO is built on it; it can be used alone as well.

mod driver;
mod handshake;
mod http;
mod payload;
mod session;
mod wire;

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

pub use self::handshake::{Denied, Door, Handshake, OpenDoor, Permit, RemoteAddress};
pub use self::session::{Message, SendError, Session, Text};
use crate::Config;

/// Something a [`Handler`] does that takes time. Polled by the session's task.
pub type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Handles one session: one value for each.
pub trait Handler: Send {
    /// A message has come. Called in the order they were sent, and must not block: what takes time is
    /// kept for [`work`](Handler::work). A reason closes the session.
    fn receive(&mut self, message: Message) -> Result<(), CloseReason>;

    /// The next thing to do. Polled to completion before the next is asked for.
    fn work(&mut self) -> Option<Work> {
        None
    }

    /// Whether so much is waiting that reading from the client should stop.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether the client has joined something. If it has not within [`Config::connect_timeout`],
    /// the session is closed.
    fn is_joined(&self) -> bool {
        true
    }

    /// The session is over. What [`work`](Handler::work) returns is still done.
    fn close(&mut self, reason: CloseReason);
}

/// Makes the handler of a new session.
pub trait Sessions: Send + Sync + 'static {
    /// A session has been opened.
    fn open(&self, session: &Session, handshake: Arc<Handshake>) -> Box<dyn Handler>;
}

impl<F> Sessions for F
where
    F: Fn(&Session, Arc<Handshake>) -> Box<dyn Handler> + Send + Sync + 'static,
{
    fn open(&self, session: &Session, handshake: Arc<Handshake>) -> Box<dyn Handler> {
        self(session, handshake)
    }
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// The client, or something on the way to it, closed the transport.
    TransportClosed,
    /// The transport failed, or a long-polling request was given up.
    TransportError,
    /// The client said goodbye.
    ClientClosed,
    /// There was no pong in time.
    PingTimeout,
    /// The client joined no namespace in time.
    ConnectTimeout,
    /// The client did not read, and too much was waiting for it.
    SlowReader,
    /// The client did not read anything for too long.
    WriteTimeout,
    /// The client broke the protocol, or sent more than it may.
    Violation,
    /// This side closed it.
    ServerClosed,
    /// The client came back on another transport.
    Superseded,
    /// The server is stopping.
    Shutdown,
    /// A handler panicked.
    HandlerPanicked,
}

/// An Engine.IO server: a `tower` service for `hyper` and `axum`. Cheap to clone.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

struct Inner {
    config: Arc<Config>,
    sessions: Box<dyn Sessions>,
    door: Arc<dyn Door>,
    shelf: Arc<Shelf>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("sessions", &self.len()).finish_non_exhaustive()
    }
}

/// Where the sessions are kept.
#[derive(Default)]
pub(super) struct Shelf {
    sessions: Mutex<HashMap<Box<str>, Session>>,
    closing: AtomicBool,
    emptied: Notify,
}

impl Shelf {
    fn get(&self, sid: &str) -> Option<Session> {
        self.lock().get(sid).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Box<str>, Session>> {
        self.sessions.lock().expect("no holder of this lock can panic")
    }

    pub(super) fn remove(&self, sid: &str) {
        let mut sessions = self.lock();
        sessions.remove(sid);
        if sessions.is_empty() {
            self.emptied.notify_waiters();
        }
    }
}

impl Engine {
    /// A server that opens a handler for each session the door accepts.
    pub fn new(config: Config, door: impl Door, sessions: impl Sessions) -> Engine {
        Engine::with(Arc::new(config), Arc::new(door), Box::new(sessions))
    }

    pub(crate) fn with(
        config: Arc<Config>,
        door: Arc<dyn Door>,
        sessions: Box<dyn Sessions>,
    ) -> Engine {
        Engine(Arc::new(Inner { config, sessions, door, shelf: Arc::default() }))
    }

    /// How many sessions there are.
    pub fn len(&self) -> usize {
        self.0.shelf.lock().len()
    }

    /// Whether there is no session.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.0.shelf.closing.load(Ordering::Relaxed)
    }

    /// Accepts no more sessions, closes the open ones, and returns when their handlers are done.
    /// Clients see a lost transport, and try to reconnect.
    pub async fn close(&self) {
        let shelf = &self.0.shelf;
        shelf.closing.store(true, Ordering::Relaxed);
        loop {
            let emptied = shelf.emptied.notified();
            let sessions: Vec<Session> = shelf.lock().values().cloned().collect();
            if sessions.is_empty() {
                return;
            }
            for session in sessions {
                session.close_because(CloseReason::Shutdown);
            }
            emptied.await;
        }
    }
}

/// A random id nobody can guess.
pub(crate) fn random_id() -> String {
    use base64::Engine as _;
    let mut bytes = [0; 15];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

/// A message of the client, for the fuzz targets.
#[cfg(fuzzing)]
pub(crate) fn fuzz_text(text: &str) -> Text {
    Text(format!("4{text}").into())
}

/// Decodes a payload; what could be decoded is encoded and decoded again.
#[cfg(fuzzing)]
pub(crate) fn fuzz_payload(body: &[u8]) {
    use self::payload::{Packet, decode, encode};
    use self::session::Outgoing;
    let Ok(packets) = decode(body, 100, 10_000) else { return };
    let count = packets.len();
    let again: Vec<Outgoing> = packets
        .into_iter()
        .map(|it| match it {
            Packet::Message(Message::Text(text)) => {
                Outgoing::Text(format!("4{}", text.as_str()).into_bytes().into())
            }
            Packet::Message(Message::Binary(bytes)) => Outgoing::Binary(bytes),
            Packet::Close | Packet::Ping | Packet::Pong | Packet::Upgrade | Packet::Noop => {
                Outgoing::Text(b"6".to_vec().into())
            }
        })
        .collect();
    assert_eq!(decode(&encode(again), 100, 10_000).map(|it| it.len()), Ok(count));
}
