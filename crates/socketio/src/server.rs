//! The server: its namespaces, its rooms, and the sockets that may be recovered.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep_until, timeout};
use tower_service::Service;

use crate::client::Client;
use crate::engine::{self, Door, Engine, Handshake, OpenDoor, SendError, Session};
use crate::packet::{Args, Packet};
use crate::socket::{Ack, Disconnect, Socket};
use crate::{Config, burst};

/// How long a client that comes back waits for the handler of its old connection.
const SUPERSEDE_TIMEOUT: Duration = Duration::from_secs(5);

/// The handler of a namespace. One value serves all its sockets.
///
/// The three are called for each socket one after the other: `connect` first, then `event` for each
/// event in the order the client sent them, each awaited before the next, and `disconnect` last. If
/// `connect` refuses, nothing follows.
pub trait Handler: Send + Sync + 'static {
    /// A client wants to join. What is emitted here reaches it first, if the join is accepted.
    fn connect(
        &self,
        socket: &Socket,
        connect: Connect,
    ) -> impl Future<Output = Result<(), Refusal>> + Send;

    /// An event has come.
    fn event(&self, socket: &Socket, event: Event) -> impl Future<Output = ()> + Send;

    /// The client is gone, for good or to be recovered.
    fn disconnect(
        &self,
        socket: &Socket,
        disconnect: Disconnect,
    ) -> impl Future<Output = ()> + Send {
        let _ = (socket, disconnect);
        std::future::ready(())
    }
}

impl<H: Handler> Handler for Arc<H> {
    fn connect(
        &self,
        socket: &Socket,
        connect: Connect,
    ) -> impl Future<Output = Result<(), Refusal>> + Send {
        H::connect(self, socket, connect)
    }

    fn event(&self, socket: &Socket, event: Event) -> impl Future<Output = ()> + Send {
        H::event(self, socket, event)
    }

    fn disconnect(
        &self,
        socket: &Socket,
        disconnect: Disconnect,
    ) -> impl Future<Output = ()> + Send {
        H::disconnect(self, socket, disconnect)
    }
}

/// What a client sends when it joins.
#[derive(Debug)]
pub struct Connect {
    /// The `auth` of the client: a JSON object.
    pub auth: Option<Box<RawValue>>,
    /// What is known of the transport from its first request.
    pub handshake: Arc<Handshake>,
    /// Whether the socket is one that was lost, with its id, rooms and data. What it missed is sent
    /// once the join is accepted.
    pub recovered: bool,
}

/// An event of a client.
#[derive(Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub args: Args,
    /// Answers the event, if the client waits for an answer.
    pub ack: Option<Ack>,
}

/// Why a join is refused.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// A sentence: `err.message` of the client's `connect_error`.
    pub message: String,
    /// More for programs: `err.data`.
    pub data: Option<serde_json::Value>,
}

/// What has happened since the start.
#[derive(Debug, Default)]
pub struct Stats {
    pub(crate) joined: AtomicU64,
    pub(crate) recovered: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) slow: AtomicU64,
    pub(crate) violations: AtomicU64,
}

/// [`Stats`] at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Sessions open now.
    pub sessions: u64,
    /// Lost sockets that may be recovered now.
    pub away: u64,
    /// Joins that succeeded, recoveries included.
    pub joined: u64,
    /// Sockets recovered.
    pub recovered: u64,
    /// Joins refused, unknown namespaces included.
    pub refused: u64,
    /// Events received.
    pub events: u64,
    /// Sessions closed because the client did not read.
    pub slow: u64,
    /// Sessions closed because the client broke the protocol or a limit.
    pub violations: u64,
}

pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// A Socket.IO server: a `tower` service for `hyper` and `axum`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Server {
    engine: Engine,
    inner: Arc<ServerInner>,
    namespaces: Arc<HashMap<String, Arc<NamespaceInner>>>,
}

/// Puts a [`Server`] together.
pub struct Builder {
    config: Arc<Config>,
    door: Arc<dyn Door>,
    namespaces: Vec<(String, Arc<dyn AnyHandler>)>,
}

pub(crate) struct ServerInner {
    pub(crate) config: Arc<Config>,
    pub(crate) door: Arc<dyn Door>,
    pub(crate) stats: Stats,
    /// All sockets that have a secret, connected or lost.
    secrets: Mutex<HashMap<Box<str>, Socket>>,
    away: Mutex<Away>,
}

/// Lost sockets, in the order in which they were lost.
#[derive(Default)]
struct Away {
    queue: VecDeque<(Instant, Socket)>,
    /// Whether a task sweeps the queue.
    swept: bool,
}

impl fmt::Debug for ServerInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerInner").field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Builder {
    /// Sets who decides which sessions are accepted. By default all are.
    pub fn door(mut self, door: impl Door) -> Builder {
        self.door = Arc::new(door);
        self
    }

    /// Adds a namespace: `/`, or another name that begins with a slash.
    pub fn namespace(mut self, name: &str, handler: impl Handler) -> Builder {
        self.namespaces.push((name.to_owned(), Arc::new(Shared(Arc::new(handler)))));
        self
    }

    /// The server.
    pub fn build(self) -> Server {
        let inner = Arc::new(ServerInner {
            config: self.config.clone(),
            door: self.door.clone(),
            stats: Stats::default(),
            secrets: Mutex::default(),
            away: Mutex::default(),
        });
        let namespaces: HashMap<String, Arc<NamespaceInner>> = self
            .namespaces
            .into_iter()
            .map(|(name, handler)| {
                let prefix = if name == "/" { String::new() } else { format!("{name},") };
                let namespace = NamespaceInner {
                    name: name.clone().into(),
                    prefix: prefix.into(),
                    handler,
                    server: inner.clone(),
                    members: Mutex::default(),
                };
                (name, Arc::new(namespace))
            })
            .collect();
        let namespaces = Arc::new(namespaces);
        let sessions = Opener { server: inner.clone(), namespaces: namespaces.clone() };
        let engine = Engine::with(self.config, self.door, Box::new(sessions));
        Server { engine, inner, namespaces }
    }
}

impl Server {
    /// Starts building a server.
    pub fn builder(config: Config) -> Builder {
        Builder { config: Arc::new(config), door: Arc::new(OpenDoor), namespaces: Vec::new() }
    }

    /// One of its namespaces.
    pub fn namespace(&self, name: &str) -> Option<Namespace> {
        self.namespaces.get(name).cloned().map(Namespace)
    }

    /// What has happened since the start.
    pub fn stats(&self) -> Snapshot {
        let stats = &self.inner.stats;
        let get = |it: &AtomicU64| it.load(Ordering::Relaxed);
        let is_away = |(since, it): &&(Instant, Socket)| it.away_since() == Some(*since);
        let away = self.inner.away().queue.iter().filter(is_away).count();
        Snapshot {
            sessions: self.engine.len() as u64,
            away: away as u64,
            joined: get(&stats.joined),
            recovered: get(&stats.recovered),
            refused: get(&stats.refused),
            events: get(&stats.events),
            slow: get(&stats.slow),
            violations: get(&stats.violations),
        }
    }

    /// Accepts no more clients, closes all transports, and returns when all handlers are done: use
    /// a timeout if they may take long. Clients see a lost transport, and try to reconnect.
    pub async fn close(&self) {
        self.engine.close().await;
    }
}

impl<B> Service<Request<B>> for Server
where
    Engine: Service<Request<B>, Response = Response<Full<Bytes>>, Error = Infallible>,
{
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = <Engine as Service<Request<B>>>::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.engine.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        self.engine.call(request)
    }
}

/// Opens a [`Client`] for each session.
struct Opener {
    server: Arc<ServerInner>,
    namespaces: Arc<HashMap<String, Arc<NamespaceInner>>>,
}

impl engine::Sessions for Opener {
    fn open(&self, session: &Session, handshake: Arc<Handshake>) -> Box<dyn engine::Handler> {
        let (server, namespaces) = (self.server.clone(), self.namespaces.clone());
        Box::new(Client::new(session.clone(), handshake, server, namespaces))
    }
}

impl ServerInner {
    fn secrets(&self) -> MutexGuard<'_, HashMap<Box<str>, Socket>> {
        self.secrets.lock().expect("no holder of this lock can panic")
    }

    fn away(&self) -> MutexGuard<'_, Away> {
        self.away.lock().expect("no holder of this lock can panic")
    }

    /// The socket that a client had before, if it can be recovered, and what the client has seen.
    pub(crate) async fn recover(
        &self,
        namespace: &NamespaceInner,
        session: &Session,
        handshake: &Arc<Handshake>,
        auth: Option<&RawValue>,
    ) -> Option<(Socket, u64)> {
        #[derive(Deserialize)]
        struct Auth<'a> {
            #[serde(borrow)]
            pid: Option<&'a RawValue>,
            #[serde(borrow)]
            offset: Option<&'a RawValue>,
        }
        self.config.recovery.as_ref()?;
        let auth: Auth<'_> = serde_json::from_str(auth?.get()).ok()?;
        let pid: String = serde_json::from_str(auth.pid?.get()).ok()?;
        let offset: Option<String> = match auth.offset {
            Some(offset) => serde_json::from_str(offset.get()).ok()?,
            None => None,
        };
        let socket = self.secrets().get(pid.as_str()).cloned()?;
        if socket.namespace() != &*namespace.name {
            return None;
        }
        if let Some(gone) = socket.supersede() {
            // The handler of the old connection must finish first, but is not waited for longer
            // than this.
            timeout(SUPERSEDE_TIMEOUT, gone).await.ok()?.ok()?;
        }
        let seen = socket.recover(session, handshake, offset.as_deref())?;
        Some((socket, seen))
    }

    /// Keeps a lost socket for as long as it may be recovered.
    pub(crate) fn put_away(self: &Arc<Self>, socket: &Socket) {
        let Some(recovery) = &self.config.recovery else { return };
        let Some(since) = socket.away_since() else { return };
        let mut given_up = Vec::new();
        let sweep = {
            let mut away = self.away();
            away.queue.push_back((since, socket.clone()));
            while away.queue.len() > recovery.sockets {
                given_up.extend(away.queue.pop_front());
            }
            !std::mem::replace(&mut away.swept, true)
        };
        give_up(given_up);
        if sweep {
            tokio::spawn(self.clone().sweep(recovery.window));
        }
    }

    /// Gives up lost sockets whose recovery window has passed. Ends when there are none left.
    async fn sweep(self: Arc<Self>, window: Duration) {
        loop {
            let next = {
                let mut away = self.away();
                match away.queue.front() {
                    Some((since, _)) => *since + window,
                    None => {
                        away.swept = false;
                        return;
                    }
                }
            };
            sleep_until(next).await;
            let now = Instant::now();
            let mut expired = Vec::new();
            {
                let mut away = self.away();
                while let Some((since, _)) = away.queue.front()
                    && *since + window <= now
                {
                    expired.extend(away.queue.pop_front());
                }
            }
            give_up(expired);
        }
    }
}

/// Gives up those that have been lost since then without a recovery in between.
fn give_up(sockets: Vec<(Instant, Socket)>) {
    for (since, socket) in sockets {
        if socket.away_since() == Some(since) {
            socket.give_up();
        }
    }
}

/// A namespace, to emit to its sockets. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Namespace(Arc<NamespaceInner>);

pub(crate) struct NamespaceInner {
    pub(crate) name: Box<str>,
    /// What its packets begin with: nothing, or `/name,`.
    pub(crate) prefix: Box<str>,
    pub(crate) handler: Arc<dyn AnyHandler>,
    pub(crate) server: Arc<ServerInner>,
    members: Mutex<Members>,
}

#[derive(Default)]
struct Members {
    sockets: HashMap<Box<str>, Socket>,
    rooms: HashMap<Arc<str>, Vec<Socket>>,
}

impl fmt::Debug for NamespaceInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Namespace").field("name", &self.name).finish_non_exhaustive()
    }
}

impl NamespaceInner {
    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().expect("no holder of this lock can panic")
    }

    /// Adds a socket that has joined.
    pub(crate) fn admit(&self, socket: &Socket) {
        if let Some(pid) = socket.pid() {
            self.server.secrets().insert(pid.into(), socket.clone());
        }
        self.members().sockets.insert(socket.id().into(), socket.clone());
    }

    /// Removes a socket that will not come back.
    pub(crate) fn forget(&self, socket: &Socket, rooms: &[Arc<str>]) {
        if let Some(pid) = socket.pid() {
            self.server.secrets().remove(pid);
        }
        let mut members = self.members();
        members.sockets.remove(socket.id());
        for room in rooms {
            members.take_out(room, socket);
        }
    }

    pub(crate) fn join(&self, room: &str, socket: &Socket) {
        let mut members = self.members();
        let room = match members.rooms.get_key_value(room) {
            Some((room, _)) => room.clone(),
            None => room.into(),
        };
        if socket.note_room(&room) {
            members.rooms.entry(room).or_default().push(socket.clone());
        }
    }

    pub(crate) fn leave(&self, room: &str, socket: &Socket) {
        let mut members = self.members();
        members.take_out(room, socket);
        socket.strike_room(room);
    }
}

impl Members {
    fn take_out(&mut self, room: &str, socket: &Socket) {
        if let Some(sockets) = self.rooms.get_mut(room) {
            sockets.retain(|it| it != socket);
            if sockets.is_empty() {
                self.rooms.remove(room);
            }
        }
    }
}

impl Namespace {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A socket by its id, connected or lost.
    pub fn socket(&self, id: &str) -> Option<Socket> {
        self.0.members().sockets.get(id).cloned()
    }

    /// All sockets, connected and lost.
    pub fn sockets(&self) -> Vec<Socket> {
        self.0.members().sockets.values().cloned().collect()
    }

    /// The sockets in a room, connected and lost.
    pub fn room(&self, room: &str) -> Vec<Socket> {
        self.0.members().rooms.get(room).cloned().unwrap_or_default()
    }

    /// Emits an event to everybody.
    pub fn emit(&self, packet: &Packet) {
        emit_to_all(&self.sockets(), packet, None);
    }

    /// Emits an event to everybody in a room.
    pub fn emit_to(&self, room: &str, packet: &Packet) {
        emit_to_all(&self.room(room), packet, None);
    }

    /// Emits an event to everybody in a room except one socket.
    pub fn emit_to_others(&self, room: &str, socket: &Socket, packet: &Packet) {
        emit_to_all(&self.room(room), packet, Some(socket));
    }
}

/// Emits an event to each of them, in one write with whatever else a socket is sent in this burst.
/// Sockets that can't be sent to are disconnected, and their handler is told.
fn emit_to_all(sockets: &[Socket], packet: &Packet, except: Option<&Socket>) {
    let _burst = burst::burst();
    for socket in sockets.iter().filter(|it| Some(*it) != except) {
        match socket.emit(packet) {
            Ok(()) | Err(SendError::Closed | SendError::Full) => {}
        }
    }
}

/// [`Handler`] as a trait object.
pub(crate) trait AnyHandler: Send + Sync {
    fn connect(&self, socket: Socket, connect: Connect) -> Boxed<Result<(), Refusal>>;
    fn event(&self, socket: Socket, event: Event) -> Boxed<()>;
    fn disconnect(&self, socket: Socket, disconnect: Disconnect) -> Boxed<()>;
}

pub(crate) type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

struct Shared<H>(Arc<H>);

impl<H: Handler> AnyHandler for Shared<H> {
    fn connect(&self, socket: Socket, connect: Connect) -> Boxed<Result<(), Refusal>> {
        let handler = self.0.clone();
        Box::pin(async move { handler.connect(&socket, connect).await })
    }

    fn event(&self, socket: Socket, event: Event) -> Boxed<()> {
        let handler = self.0.clone();
        Box::pin(async move { handler.event(&socket, event).await })
    }

    fn disconnect(&self, socket: Socket, disconnect: Disconnect) -> Boxed<()> {
        let handler = self.0.clone();
        Box::pin(async move { handler.disconnect(&socket, disconnect).await })
    }
}
