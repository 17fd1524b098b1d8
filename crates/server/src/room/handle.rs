//! How others reach a room: a lock around it, what can be asked of it, and its timer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use fourfall_match::{Event, MatchId, PlayerId, Timestamp};
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
    /// Whom the connection had proved to be when the request came in.
    pub(super) by: PlayerId,
    /// When it came in: time spent waiting for the store is nobody's fault.
    pub(super) at: Timestamp,
    pub(super) ask: Ask,
    pub(super) reply: oneshot::Sender<Answer>,
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

/// How far a match is, for whoever does not look into the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Its first events are being stored.
    Starting,
    /// It waits for a guest.
    Open,
    /// It is being played.
    Running,
    /// It has ended.
    Over,
}

/// How others reach a room.
#[derive(Clone)]
pub(crate) struct RoomHandle(Arc<Shared>);

/// A room's way to itself, for what it starts.
#[derive(Clone)]
pub(super) struct WeakHandle(Weak<Shared>);

struct Shared {
    id: MatchId,
    host: PlayerId,
    stage: AtomicU8,
    room: Mutex<Room>,
    /// Told when the timer must ring earlier than it is set to.
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
    /// Makes a room and sets its timer going.
    pub(crate) fn start(lobby: &Lobby, id: MatchId, beginning: Beginning) -> RoomHandle {
        let host = beginning.host();
        let services = lobby.services().clone();
        let handle = RoomHandle(Arc::new_cyclic(|weak| {
            let room = Room::new(lobby.clone(), WeakHandle(weak.clone()), id, beginning);
            let stage = AtomicU8::new(encode(room.stage()));
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

    pub(crate) fn stage(&self) -> Stage {
        decode(self.0.stage.load(Ordering::Acquire))
    }

    fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands something to the room: the one way in. A panic ends what the room had in hand, not the
    /// match, which is taken up again from the store.
    pub(crate) fn wake(&self, wake: Wake) {
        self.with(|room| room.wake(wake));
    }

    fn with<T>(&self, work: impl FnOnce(&mut Room) -> T) -> Option<T> {
        let mut room = self.lock();
        let before = room.rings();
        let result =
            catch_unwind(AssertUnwindSafe(|| work(&mut room))).map_err(|_| room.panicked()).ok();
        self.0.stage.store(encode(room.stage()), Ordering::Release);
        let after = room.rings();
        let closed = room.take_closed();
        drop(room);
        if after.is_some_and(|it| before.is_none_or(|before| it < before)) || closed {
            self.0.earlier.notify_one();
        }
        result
    }

    /// Asks for something. The answer comes when it is stored.
    pub(crate) async fn ask(&self, from: &Arc<Connection>, at: Timestamp, ask: Ask) -> Answer {
        let (reply, answer) = oneshot::channel();
        let request = Request { from: from.clone(), by: from.player(), at, ask, reply };
        self.wake(Wake::Asked(Box::new(request)));
        // Dropped unanswered: the room has closed or panicked.
        answer.await.unwrap_or_else(|_| Err(wire::busy()))
    }

    /// Starts to send everything to a connection that watches.
    pub(crate) fn watch(&self, from: &Arc<Connection>) -> Answer {
        self.with(|room| room.watch(from)).unwrap_or_else(|| Err(wire::busy()))
    }

    /// Stops that. Says whether it watched.
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

    /// Tells everybody what a player says.
    pub(crate) fn react(&self, from: &Arc<Connection>, reaction: Reaction) -> Answer {
        self.with(|room| room.react(from, reaction)).unwrap_or_else(|| Err(wire::busy()))
    }

    /// The match in the list of running games, if it belongs there.
    pub(crate) fn listed(&self) -> Option<rest::Room> {
        self.lock().listed()
    }

    /// The match as the API tells it, once it has begun.
    pub(crate) fn game(&self) -> Option<rest::Game> {
        self.lock().game()
    }

    /// What somebody with the code may know of a private match.
    pub(crate) fn invitation(&self) -> Option<rest::Invitation> {
        self.lock().invitation(self.host())
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
            let room = handle.lock();
            if room.is_closed() {
                return;
            }
            room.rings()
        };
        if at.is_some_and(|it| it <= Instant::now()) {
            handle.wake(Wake::Deadline);
            continue;
        }
        let earlier = handle.0.earlier.notified();
        // A move puts deadlines off, so most of the time the timer rings too early and is set anew:
        // cheaper than setting it at every move.
        match at {
            Some(at) => tokio::select! {
                () = sleep_until(at) => {}
                () = earlier => {}
            },
            None => earlier.await,
        }
    }
}

const fn encode(stage: Stage) -> u8 {
    match stage {
        Stage::Starting => 0,
        Stage::Open => 1,
        Stage::Running => 2,
        Stage::Over => 3,
    }
}

const fn decode(stage: u8) -> Stage {
    match stage {
        0 => Stage::Starting,
        1 => Stage::Open,
        2 => Stage::Running,
        _ => Stage::Over,
    }
}

impl fmt::Debug for RoomHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomHandle({})", self.0.id)
    }
}
