//! A socket: one client in one namespace. It may be recovered after its transport is lost.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::engine::{CloseReason, Handshake, SendError, Session};
use crate::packet::{Args, Packet};
use crate::server::NamespaceInner;

/// Why a socket was disconnected, and what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disconnect {
    /// Why.
    pub reason: DisconnectReason,
    /// Whether the client may come back and find the socket as it was. Until then what is emitted to
    /// it is kept.
    pub recoverable: bool,
}

/// Why a socket was disconnected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisconnectReason {
    /// The client left the namespace.
    Client,
    /// This side disconnected it.
    Server,
    /// The transport was closed.
    Transport(CloseReason),
}

impl DisconnectReason {
    pub(crate) fn is_recoverable(self) -> bool {
        match self {
            DisconnectReason::Client | DisconnectReason::Server => false,
            DisconnectReason::Transport(reason) => match reason {
                CloseReason::TransportClosed
                | CloseReason::TransportError
                | CloseReason::ClientClosed
                | CloseReason::PingTimeout
                | CloseReason::SlowReader
                | CloseReason::WriteTimeout
                | CloseReason::ServerClosed
                | CloseReason::Superseded => true,
                CloseReason::ConnectTimeout
                | CloseReason::Violation
                | CloseReason::Shutdown
                | CloseReason::HandlerPanicked => false,
            },
        }
    }
}

/// Why there is no answer from a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AckError {
    /// It did not come in time.
    #[error("the client did not answer in time")]
    Timeout,
    /// The client disconnected before it answered.
    #[error("the client is gone")]
    Gone,
    /// Too many answers are awaited from this client already.
    #[error("too many answers are awaited from the client")]
    TooMany,
    /// The event could not be sent.
    #[error(transparent)]
    Send(#[from] SendError),
    /// The payload is not JSON.
    #[error("the payload is not JSON")]
    Payload,
}

/// One client in one namespace. Cheap to clone; all clones are the same socket.
#[derive(Clone)]
pub struct Socket(Arc<Inner>);

/// A weak reference to a [`Socket`]: for data that the socket itself holds.
#[derive(Clone)]
pub struct WeakSocket(Weak<Inner>);

impl WeakSocket {
    /// The socket, if it still exists.
    pub fn upgrade(&self) -> Option<Socket> {
        self.0.upgrade().map(Socket)
    }
}

impl fmt::Debug for WeakSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WeakSocket")
    }
}

struct Inner {
    id: Box<str>,
    /// The secret that recovers it, if recovery is on.
    pid: Option<Box<str>>,
    namespace: Arc<NamespaceInner>,
    data: OnceLock<Arc<dyn Any + Send + Sync>>,
    state: Mutex<State>,
}

struct State {
    stage: Stage,
    handshake: Arc<Handshake>,
    /// Number of the last event that was emitted.
    emitted: u64,
    /// Whether events carry their number, so that the client can say which it received last.
    offsets: bool,
    /// The last events, for a client that comes back; before the join is accepted, all of them.
    kept: VecDeque<Kept>,
    kept_bytes: usize,
    /// Number of the last event emitted before the loss was noticed.
    lost_at: u64,
    rooms: Vec<Arc<str>>,
    acks: Option<Box<Acks>>,
    /// A new connection of the client that waits until the handler has been told of the loss.
    successor: Option<oneshot::Sender<()>>,
}

struct Kept {
    number: u64,
    packet: Packet,
    at: Instant,
}

#[derive(Default)]
struct Acks {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Args>>,
}

/// The stage of a socket's life.
enum Stage {
    /// The handler is deciding. What is emitted waits.
    Joining(Session),
    Joined(Session),
    /// This side has disconnected it, and the handler does not know yet.
    Leaving,
    /// Lost, and the handler is being told. May be recovered after that.
    Parting,
    /// Lost; may be recovered.
    Away(Instant),
    Gone,
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Socket")
            .field("id", &self.id())
            .field("namespace", &self.namespace())
            .finish_non_exhaustive()
    }
}

impl PartialEq for Socket {
    fn eq(&self, other: &Socket) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Socket {}

impl Socket {
    pub(crate) fn new(
        namespace: Arc<NamespaceInner>,
        session: Session,
        handshake: Arc<Handshake>,
    ) -> Socket {
        let recovery = namespace.server.config.recovery.is_some();
        Socket(Arc::new(Inner {
            id: crate::engine::random_id().into(),
            pid: recovery.then(|| crate::engine::random_id().into()),
            namespace,
            data: OnceLock::new(),
            state: Mutex::new(State {
                stage: Stage::Joining(session),
                handshake,
                emitted: 0,
                offsets: recovery,
                kept: VecDeque::new(),
                kept_bytes: 0,
                lost_at: 0,
                rooms: Vec::new(),
                acks: None,
                successor: None,
            }),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().expect("no holder of this lock can panic")
    }

    /// A weak reference to it.
    pub fn downgrade(&self) -> WeakSocket {
        WeakSocket(Arc::downgrade(&self.0))
    }

    /// The public id of the socket, the one the client knows as `socket.id`. It stays the same over
    /// a recovery. Knowing it gives no rights.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The namespace.
    pub fn namespace(&self) -> &str {
        &self.0.namespace.name
    }

    /// What is known of the transport from its first request. After a recovery it is that of the
    /// new transport.
    pub fn handshake(&self) -> Arc<Handshake> {
        self.lock().handshake.clone()
    }

    /// Attaches something to the socket, once. It survives a recovery. Returns false if something
    /// was attached before.
    pub fn set_data<T: Send + Sync + 'static>(&self, data: Arc<T>) -> bool {
        self.0.data.set(data).is_ok()
    }

    /// What was attached to the socket.
    pub fn data<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.data.get().and_then(|it| it.clone().downcast().ok())
    }

    /// Whether the client is connected at this moment, as far as is known.
    pub fn is_connected(&self) -> bool {
        matches!(self.lock().stage, Stage::Joined(_))
    }

    /// Leaves out the offset at the end of each event, for a client whose listeners would fail with
    /// one more argument. The socket can still be recovered, but is then sent only what was emitted
    /// after its loss was noticed. To be called by the connect handler.
    pub fn without_offsets(&self) {
        self.lock().offsets = false;
    }

    /// Emits an event with one argument.
    ///
    /// Never waits. See [`emit`](Socket::emit).
    pub fn emit_event(&self, name: &str, argument: &impl Serialize) -> Result<(), EmitError> {
        Ok(self.emit(&Packet::event(name, argument)?)?)
    }

    /// Emits an event that has been encoded. Never waits.
    ///
    /// Before the join is accepted, and while the client is lost and may be recovered, the event is
    /// kept for it. A client that has too much to read is disconnected.
    pub fn emit(&self, packet: &Packet) -> Result<(), SendError> {
        let mut guard = self.lock();
        let state = &mut *guard;
        let recovery = self.0.pid.is_some();
        match &state.stage {
            Stage::Leaving | Stage::Gone => Err(SendError::Closed),
            Stage::Joined(_) if !recovery => {
                let Stage::Joined(session) = &state.stage else { return Ok(()) };
                self.send(session, packet, None, None)
            }
            Stage::Joined(_) => {
                let number = self.keep(state, packet);
                let offset = state.offsets.then_some(number);
                let Stage::Joined(session) = &state.stage else { return Ok(()) };
                match self.send(session, packet, None, offset) {
                    // It is kept for when the client comes back.
                    Err(SendError::Closed) => Ok(()),
                    sent => sent,
                }
            }
            Stage::Joining(session) => {
                let session = session.clone();
                self.keep(state, packet);
                // Nothing of it has been sent yet.
                if state.kept_bytes > self.0.namespace.server.config.outbox_bytes {
                    session.close_because(CloseReason::SlowReader);
                    return Err(SendError::Full);
                }
                Ok(())
            }
            Stage::Parting | Stage::Away(_) => {
                self.keep(state, packet);
                Ok(())
            }
        }
    }

    /// Emits an event with one argument, and waits for the client's answer.
    ///
    /// The answer is received even while a handler of this socket waits for it, unless so many
    /// events of the client are waiting that reading from it has stopped.
    pub async fn emit_with_ack(
        &self,
        name: &str,
        argument: &impl Serialize,
        limit: Duration,
    ) -> Result<Args, AckError> {
        let packet = Packet::event(name, argument).map_err(|_| AckError::Payload)?;
        let (_asked, answered) = {
            let mut state = self.lock();
            let Stage::Joined(session) = &state.stage else {
                return Err(SendError::Closed.into());
            };
            let session = session.clone();
            let acks = state.acks.get_or_insert_default();
            if acks.waiting.len() >= self.0.namespace.server.config.max_pending_acks {
                return Err(AckError::TooMany);
            }
            let (answer, answered) = oneshot::channel();
            acks.last += 1;
            let id = acks.last;
            acks.waiting.insert(id, answer);
            // However this ends, nobody waits for the answer after this function.
            let asked = Asked { socket: self, id };
            let sent = self.send(&session, &packet, Some(id), None);
            drop(state);
            sent?;
            (asked, answered)
        };
        match timeout(limit, answered).await {
            Ok(Ok(args)) => Ok(args),
            Ok(Err(_)) => Err(AckError::Gone),
            Err(_) => Err(AckError::Timeout),
        }
    }

    /// Joins a room. What is emitted to the room reaches this socket.
    pub fn join(&self, room: &str) {
        self.0.namespace.join(room, self);
    }

    /// Leaves a room.
    pub fn leave(&self, room: &str) {
        self.0.namespace.leave(room, self);
    }

    /// The rooms it is in.
    pub fn rooms(&self) -> Vec<Arc<str>> {
        self.lock().rooms.clone()
    }

    /// Disconnects the client from the namespace. It is told so, and the official clients do not
    /// reconnect by themselves after that.
    pub fn disconnect(&self) {
        let mut state = self.lock();
        if let Stage::Joining(session) | Stage::Joined(session) = &state.stage {
            let session = session.clone();
            // If it is closed, the client knows anyway.
            let _ = session.send(&[b"41", self.0.namespace.prefix.as_bytes()], &[]);
            state.stage = Stage::Leaving;
            session.wake();
        } else if let Stage::Parting | Stage::Away(_) = state.stage {
            drop(state);
            self.give_up();
        }
    }

    /// Closes the transport, with all its namespaces. Clients see a lost connection, and reconnect.
    pub fn close(&self) {
        if let Stage::Joining(session) | Stage::Joined(session) = &self.lock().stage {
            session.close();
        }
    }

    /// Keeps an event for a client that may come back. Returns its number.
    fn keep(&self, state: &mut State, packet: &Packet) -> u64 {
        state.emitted += 1;
        let now = Instant::now();
        state.kept_bytes += packet.size();
        state.kept.push_back(Kept { number: state.emitted, packet: packet.clone(), at: now });
        let config = &self.0.namespace.server.config;
        let (bytes, window) = match &config.recovery {
            // Nothing has been sent yet.
            _ if matches!(state.stage, Stage::Joining(_)) => (usize::MAX, Duration::MAX),
            // It takes this long to notice that a client is lost.
            Some(it) => (it.bytes, it.window + config.ping_interval + config.ping_timeout),
            None => (0, Duration::ZERO),
        };
        while let Some(oldest) = state.kept.front()
            && (state.kept_bytes > bytes || now.duration_since(oldest.at) > window)
        {
            state.kept_bytes -= oldest.packet.size();
            state.kept.pop_front();
        }
        state.emitted
    }

    fn send(
        &self,
        session: &Session,
        packet: &Packet,
        id: Option<u64>,
        offset: Option<u64>,
    ) -> Result<(), SendError> {
        let mut digits = [0; 24];
        let id = match id {
            Some(id) => decimal(&mut digits, "", id, ""),
            None => b"",
        };
        let mut suffix = [0; 32];
        let json = packet.json().as_bytes();
        let (json, suffix) = match offset {
            Some(offset) => (&json[..json.len() - 1], decimal(&mut suffix, ",\"", offset, "\"]")),
            None => (json, &b""[..]),
        };
        let prefix = self.0.namespace.prefix.as_bytes();
        match packet.attachments() {
            [] => session.send(&[b"42", prefix, id, json, suffix], &[]),
            attachments => {
                let mut kind = [0; 24];
                let kind = decimal(&mut kind, "45", attachments.len() as u64, "-");
                session.send(&[kind, prefix, id, json, suffix], attachments)
            }
        }
    }

    // What follows is for the session's task.

    pub(crate) fn namespace_inner(&self) -> &Arc<NamespaceInner> {
        &self.0.namespace
    }

    pub(crate) fn pid(&self) -> Option<&str> {
        self.0.pid.as_deref()
    }

    /// Whether it accepts events.
    pub(crate) fn is_joined(&self) -> bool {
        self.is_connected()
    }

    /// Whether this side has disconnected it, and its handler does not know.
    pub(crate) fn is_leaving(&self) -> bool {
        matches!(self.lock().stage, Stage::Leaving)
    }

    /// Accepts the join: the client is told, and sent what is kept for it after `seen`.
    pub(crate) fn accept(&self, seen: u64) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let Stage::Joining(session) = &state.stage else { return };
        let session = session.clone();
        let answer = match &self.0.pid {
            Some(pid) => format!(r#"{{"sid":"{}","pid":"{pid}"}}"#, self.id()),
            None => format!(r#"{{"sid":"{}"}}"#, self.id()),
        };
        let prefix = self.0.namespace.prefix.as_bytes();
        // If it is closed its task will find out.
        let _ = session.send(&[b"40", prefix, answer.as_bytes()], &[]);
        for kept in state.kept.iter().filter(|it| it.number > seen) {
            let offset = state.offsets.then_some(kept.number);
            let _ = self.send(&session, &kept.packet, None, offset);
        }
        if self.0.pid.is_none() {
            state.kept = VecDeque::new();
            state.kept_bytes = 0;
        }
        state.stage = Stage::Joined(session);
    }

    /// Continues a lost socket on another transport. Returns the number of the last event the
    /// client has seen, or `None` if it can't be recovered.
    pub(crate) fn recover(
        &self,
        session: &Session,
        handshake: &Arc<Handshake>,
        offset: Option<&str>,
    ) -> Option<u64> {
        let mut state = self.lock();
        let Stage::Away(_) = state.stage else { return None };
        let seen = match offset {
            Some(offset) if state.offsets => offset.parse().ok()?,
            None if state.offsets => 0,
            Some(_) | None => state.lost_at,
        };
        let first = state.kept.front().map_or(state.emitted + 1, |it| it.number);
        if seen > state.emitted || seen + 1 < first {
            return None;
        }
        state.stage = Stage::Joining(session.clone());
        state.handshake = handshake.clone();
        Some(seen)
    }

    /// Ends the connection of a socket whose client has come back on another one. The receiver is
    /// notified when the handler has been told of the loss: only then may it be told that the
    /// client is back.
    pub(crate) fn supersede(&self) -> Option<oneshot::Receiver<()>> {
        let mut state = self.lock();
        match &state.stage {
            Stage::Joined(session) => {
                let session = session.clone();
                let (gone, receiver) = oneshot::channel();
                state.successor = Some(gone);
                session.close_because(CloseReason::Superseded);
                Some(receiver)
            }
            Stage::Parting => {
                let (gone, receiver) = oneshot::channel();
                state.successor = Some(gone);
                Some(receiver)
            }
            Stage::Joining(_) | Stage::Leaving | Stage::Away(_) | Stage::Gone => None,
        }
    }

    /// The connection is over. Returns whether the socket may be recovered.
    pub(crate) fn lose(&self, reason: DisconnectReason) -> bool {
        let recoverable = {
            let mut state = self.lock();
            state.acks = None;
            state.lost_at = state.emitted;
            let joined = matches!(state.stage, Stage::Joined(_));
            let recoverable = joined && self.0.pid.is_some() && reason.is_recoverable();
            if recoverable {
                state.stage = Stage::Parting;
            }
            recoverable
        };
        if !recoverable {
            self.give_up();
        }
        recoverable
    }

    /// The handler has been told of the loss.
    pub(crate) fn lost(&self) {
        let mut state = self.lock();
        let successor = state.successor.take();
        let parted = matches!(state.stage, Stage::Parting);
        if parted {
            state.stage = Stage::Away(Instant::now());
            // What the door counts per transport ends with the transport.
            state.handshake = Arc::new(state.handshake.without_state());
        }
        drop(state);
        if parted {
            self.0.namespace.server.put_away(self);
        }
        if let Some(successor) = successor {
            // Who does not wait any longer need not know.
            let _ = successor.send(());
        }
    }

    /// Since when it is lost, if it is.
    pub(crate) fn away_since(&self) -> Option<Instant> {
        match self.lock().stage {
            Stage::Away(since) => Some(since),
            Stage::Joining(_)
            | Stage::Joined(_)
            | Stage::Leaving
            | Stage::Parting
            | Stage::Gone => None,
        }
    }

    /// It will not come back.
    pub(crate) fn give_up(&self) {
        let rooms = {
            let mut state = self.lock();
            state.stage = Stage::Gone;
            state.kept = VecDeque::new();
            state.acks = None;
            std::mem::take(&mut state.rooms)
        };
        self.0.namespace.forget(self, &rooms);
    }

    /// An answer has come.
    pub(crate) fn answered(&self, id: u64, args: Args) {
        let waiting = self.lock().acks.as_mut().and_then(|it| it.waiting.remove(&id));
        if let Some(waiting) = waiting {
            // Who does not wait any longer need not know.
            let _ = waiting.send(args);
        }
    }

    pub(crate) fn note_room(&self, room: &Arc<str>) -> bool {
        let mut state = self.lock();
        let in_it = state.rooms.iter().any(|it| it == room);
        if in_it || matches!(state.stage, Stage::Gone) {
            return false;
        }
        state.rooms.push(room.clone());
        true
    }

    pub(crate) fn strike_room(&self, room: &str) {
        self.lock().rooms.retain(|it| it.as_ref() != room);
    }
}

/// An event whose answer is awaited. When this is dropped, nobody waits any more.
struct Asked<'a> {
    socket: &'a Socket,
    id: u64,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if let Some(acks) = &mut self.socket.lock().acks {
            acks.waiting.remove(&self.id);
        }
    }
}

/// Why an event could not be emitted.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The argument has no JSON form.
    #[error("the argument has no JSON form")]
    Json(#[from] serde_json::Error),
    /// It could not be sent.
    #[error(transparent)]
    Send(#[from] SendError),
}

/// Answers an event. If it is dropped unused, the client waits for ever, or until its own timeout.
#[derive(Debug)]
pub struct Ack {
    socket: Socket,
    id: u64,
}

impl Ack {
    pub(crate) fn new(socket: Socket, id: u64) -> Ack {
        Ack { socket, id }
    }

    /// Answers with one argument. Never waits.
    pub fn send(self, argument: &impl Serialize) -> Result<(), EmitError> {
        let argument = serde_json::to_string(argument)?;
        self.send_unchecked(&argument, &[])?;
        Ok(())
    }

    /// Answers with arguments that are JSON already, with commas between them, and binary attachments.
    pub fn send_raw(self, arguments: &str, attachments: &[bytes::Bytes]) -> Result<(), EmitError> {
        serde_json::from_str::<&serde_json::value::RawValue>(&format!("[{arguments}]"))?;
        self.send_unchecked(arguments, attachments)?;
        Ok(())
    }

    fn send_unchecked(self, json: &str, attachments: &[bytes::Bytes]) -> Result<(), SendError> {
        let state = self.socket.lock();
        let Stage::Joined(session) = &state.stage else { return Err(SendError::Closed) };
        let mut digits = [0; 24];
        let id = decimal(&mut digits, "", self.id, "[");
        let prefix = self.socket.0.namespace.prefix.as_bytes();
        let json = json.as_bytes();
        match attachments {
            [] => session.send(&[b"43", prefix, id, json, b"]"], &[]),
            _ => {
                let mut kind = [0; 24];
                let kind = decimal(&mut kind, "46", attachments.len() as u64, "-");
                session.send(&[kind, prefix, id, json, b"]"], attachments)
            }
        }
    }
}

/// A number between two texts, without an allocation.
fn decimal<'a>(buffer: &'a mut [u8], before: &str, number: u64, after: &str) -> &'a [u8] {
    let size = buffer.len();
    let mut rest = &mut *buffer;
    write!(rest, "{before}{number}{after}").expect("the buffer is large enough");
    let written = size - rest.len();
    &buffer[..written]
}
