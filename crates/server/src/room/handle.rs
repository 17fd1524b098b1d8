//! The way into a room: a lock around it, the requests it takes, and its timer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use fourfall_match::{Event, MatchId, PlayerId, Timestamp, Version};
use fourfall_protocol::{Accepted, Reaction, Refusal, rest};
use fourfall_rules::Column;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until};

use super::{Beginning, Room, Wake};
use crate::connection::Connection;
use crate::lobby::Lobby;
use crate::wire;

/// The answer to a request: what the acknowledgement says.
pub(crate) type Answer = Result<Accepted, Refusal>;

/// A request to a room, with who makes it.
#[derive(Debug)]
pub(crate) struct Request {
    pub(super) from: Arc<Connection>,
    /// The player the connection was authenticated as when the request came in.
    pub(super) by: PlayerId,
    /// When it came in: time spent waiting for the store is nobody's fault.
    pub(super) at: Timestamp,
    pub(super) ask: Ask,
    pub(super) reply: Reply,
}

/// Where the answer goes, once. It is given under the room's lock and must not wait.
pub(crate) struct Reply(Option<Box<dyn FnOnce(Answer) + Send>>);

impl Reply {
    pub(crate) fn new(answer: impl FnOnce(Answer) + Send + 'static) -> Reply {
        Reply(Some(Box::new(answer)))
    }

    pub(crate) fn send(mut self, answer: Answer) {
        self.give(answer);
    }

    fn give(&mut self, answer: Answer) {
        if let Some(give) = self.0.take() {
            give(answer);
        }
    }
}

/// Nobody is left without an answer: this is the one when a room closes or panics.
impl Drop for Reply {
    fn drop(&mut self) {
        self.give(Err(wire::busy()));
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply")
    }
}

/// What can be asked of a room.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// Begin the match with these events, and answer with this.
    Open { events: Vec<Event>, accepted: Accepted },
    /// Take the other seat.
    Join { name: Arc<str> },
    /// Drop a disc.
    Drop { column: Option<Column>, number: Option<u32> },
    /// Give up.
    Resign,
    /// Go away for good.
    Leave,
    /// Stop waiting for a guest.
    Cancel,
    /// End it without a result.
    Abort,
    /// Here I am again; send me the whole game.
    Return,
    /// Play again.
    Rematch,
    /// Don't.
    DeclineRematch,
}

/// How far a match is, for those who do not take the room's lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Stage {
    /// Its first events are being stored.
    Starting = 0,
    /// It waits for a guest.
    Open = 1,
    /// It is being played.
    Running = 2,
    /// It has ended.
    Over = 3,
}

/// The stage as others see it without the room's lock. The room sets it before anybody is told what
/// happened: a player who was told that a game is over may ask for the next one at once.
pub(super) struct SharedStage(AtomicU8);

impl SharedStage {
    pub(super) fn new(stage: Stage) -> SharedStage {
        SharedStage(AtomicU8::new(stage as u8))
    }

    pub(super) fn set(&self, stage: Stage) {
        self.0.store(stage as u8, Ordering::Release);
    }

    fn get(&self) -> Stage {
        match self.0.load(Ordering::Acquire) {
            0 => Stage::Starting,
            1 => Stage::Open,
            2 => Stage::Running,
            _ => Stage::Over,
        }
    }
}

/// A handle to a room.
#[derive(Clone)]
pub(crate) struct RoomHandle(Arc<Shared>);

/// A room's handle to itself, for the tasks it starts. It does not keep the room alive.
#[derive(Clone)]
pub(super) struct WeakHandle(Weak<Shared>);

struct Shared {
    id: MatchId,
    host: PlayerId,
    stage: Arc<SharedStage>,
    room: Mutex<Room>,
    /// Notified when the timer must fire earlier than it is set to.
    earlier: Notify,
}

impl WeakHandle {
    /// Wakes the room, if it is still there.
    pub(super) fn wake(&self, wake: Wake) {
        if let Some(shared) = self.0.upgrade() {
            RoomHandle(shared).wake(wake);
        }
    }
}

impl RoomHandle {
    /// Creates a room and starts its timer.
    pub(crate) fn start(lobby: &Lobby, id: MatchId, beginning: Beginning) -> RoomHandle {
        let host = beginning.host();
        let services = lobby.services().clone();
        let handle = RoomHandle(Arc::new_cyclic(|weak| {
            let room = Room::new(lobby.clone(), WeakHandle(weak.clone()), id, beginning);
            let stage = room.shared_stage.clone();
            Shared { id, host, stage, room: Mutex::new(room), earlier: Notify::new() }
        }));
        services.spawn(ring(Arc::downgrade(&handle.0)));
        handle
    }

    pub(crate) fn id(&self) -> MatchId {
        self.0.id
    }

    /// Who opened the match.
    pub(crate) fn host(&self) -> &PlayerId {
        &self.0.host
    }

    /// When something last happened in it.
    pub(crate) fn idle_since(&self) -> Option<Timestamp> {
        self.with(|room| room.last)
    }

    pub(crate) fn stage(&self) -> Stage {
        self.0.stage.get()
    }

    fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the room what happened: the only way in. A panic ends what the room was doing, not the
    /// match, which is restored from the store.
    pub(crate) fn wake(&self, wake: Wake) {
        self.with(|room| room.wake(wake));
    }

    fn with<T>(&self, work: impl FnOnce(&mut Room) -> T) -> Option<T> {
        let _span = tracing::error_span!("room", match.id = %self.0.id).entered();
        let mut room = self.lock();
        let result =
            catch_unwind(AssertUnwindSafe(|| work(&mut room))).map_err(|_| room.panicked()).ok();
        let too_late = room.rings().is_some_and(|it| room.timer.is_none_or(|set| it < set));
        let closed = room.take_closed();
        drop(room);
        if too_late || closed {
            self.0.earlier.notify_one();
        }
        result
    }

    /// Makes a request. The answer comes when its events are stored.
    pub(crate) async fn ask(&self, from: &Arc<Connection>, at: Timestamp, ask: Ask) -> Answer {
        let (reply, answer) = oneshot::channel();
        // Nobody may be waiting for the answer any more.
        self.hand_in(from, at, ask, Reply::new(move |answer| drop(reply.send(answer))));
        answer.await.unwrap_or_else(|_| Err(wire::busy()))
    }

    /// The same without waiting: the answer is sent together with what everybody is told.
    pub(crate) fn hand_in(&self, from: &Arc<Connection>, at: Timestamp, ask: Ask, reply: Reply) {
        let request = Request { from: from.clone(), by: from.player(), at, ask, reply };
        self.wake(Wake::Asked(Box::new(request)));
    }

    /// Makes a connection a spectator.
    pub(crate) fn watch(&self, from: &Arc<Connection>) -> Answer {
        self.with(|room| room.watch(from)).unwrap_or_else(|| Err(wire::busy()))
    }

    /// Ends that. Returns whether it was one.
    pub(crate) fn stop_watching(&self, from: &Connection) -> bool {
        self.with(|room| room.stop_watching(from)).unwrap_or_default()
    }

    /// Sends the whole match to the connection of a player.
    pub(crate) fn send_whole(&self, to: &Arc<Connection>) {
        self.with(|room| room.send_whole_to_seat(to));
    }

    /// Whose idle clock runs?
    pub(crate) fn idle_clock(&self, from: &Connection) -> Answer {
        self.with(|room| Ok(room.idle_clock(from))).unwrap_or_else(|| Err(wire::busy()))
    }

    /// Sends a player's reaction to everybody.
    pub(crate) fn react(&self, from: &Arc<Connection>, reaction: Reaction) -> Answer {
        self.with(|room| room.react(from, reaction)).unwrap_or_else(|| Err(wire::busy()))
    }

    /// The match in the list of running games, if it belongs there.
    pub(crate) fn listed(&self) -> Option<rest::Room> {
        self.lock().listed()
    }

    /// The match as the API shows it, once it has begun.
    pub(crate) fn game(&self) -> Option<rest::Game> {
        self.lock().game()
    }

    /// What somebody with the code may know of a private match.
    pub(crate) fn invitation(&self) -> Option<rest::Invitation> {
        self.lock().invitation(self.host())
    }

    /// The version, if the store must be asked what others have written.
    pub(crate) fn to_sweep(&self) -> Option<Version> {
        self.lock().to_sweep()
    }

    /// The players whose connection was last known here.
    pub(crate) fn seated_here(&self) -> Vec<(PlayerId, Arc<Connection>)> {
        self.lock().seated_here()
    }

    /// How many watch through this server.
    pub(crate) fn watched_here(&self) -> u32 {
        self.lock().audience.spectators_here()
    }

    /// Sets how many spectators other servers have.
    pub(crate) fn watched_elsewhere(&self, count: u32) {
        let known = self.lock().audience.elsewhere();
        if known != count {
            self.wake(Wake::Watched(count));
        }
    }

    /// Whether both are handles to the same room.
    pub(crate) fn is(&self, other: &RoomHandle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether this server is the match's keeper.
    pub(crate) fn keeps(&self) -> bool {
        self.lock().keeps
    }

    /// People who play in it right now.
    pub(crate) fn players_here(&self) -> usize {
        self.lock().players_here()
    }
}

/// Wakes a room at each of its deadlines, until it closes.
async fn ring(room: Weak<Shared>) {
    loop {
        let Some(shared) = room.upgrade() else { return };
        let handle = RoomHandle(shared);
        let at = {
            let mut room = handle.lock();
            if room.is_closed() {
                return;
            }
            room.timer = room.rings();
            room.timer
        };
        if at.is_some_and(|it| it <= Instant::now()) {
            handle.wake(Wake::Deadline);
            continue;
        }
        let earlier = handle.0.earlier.notified();
        // A move puts deadlines off, so most of the time the timer fires too early and is set
        // again: cheaper than setting it at every move.
        match at {
            Some(at) => tokio::select! {
                () = sleep_until(at) => {}
                () = earlier => {}
            },
            None => earlier.await,
        }
    }
}

impl fmt::Debug for RoomHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomHandle({})", self.0.id)
    }
}
