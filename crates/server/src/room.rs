//! One live match, behind a lock.
//!
//! Everything that happens to a room comes in as a [`Wake`]. A room does one thing at a time: it
//! decides, hands the events to the writer, and is woken when they are durable; then it applies,
//! publishes and acknowledges them, always in this order. Requests that come in meanwhile wait
//! their turn. Nobody is told of an event that is not stored.

mod audience;
mod bot;
mod closing;
mod draft;
mod handle;
mod outside;
mod presence;
mod reading;
mod rematch;
mod replica;
mod requests;
mod storing;
mod time;

use std::collections::VecDeque;
use std::sync::Arc;

use fourfall_match::{Event, Lot, Match, MatchId, PlayerId, Timestamp, Version};
use fourfall_protocol::{Reaction, Refusal};
use fourfall_rules::Column;
use tokio::time::Instant;

use crate::connection::Connection;
use crate::limits::FINISHED_ROOM_STAYS;
use crate::lobby::Lobby;
use crate::services::Services;
use crate::store::RoomCode;
use crate::store::nodes::{Claim, Place};
use crate::store::writer::AppendError;
use audience::Audience;
use handle::{Request, SharedStage, WeakHandle};
use presence::Presence;
use reading::Reading;
use storing::Storing;
use time::Owed;

pub(crate) use handle::{Answer, Ask, Reply, RoomHandle, Stage};

/// Everything that can happen to a room.
#[derive(Debug)]
pub(crate) enum Wake {
    /// Somebody asks for something.
    Asked(Box<Request>),
    /// The writer has stored the events, or failed to.
    Stored(Result<(), AppendError>),
    /// The match was read again.
    Read(Vec<Event>),
    /// The rematch was opened, or not.
    Opened(Result<(), Refusal>),
    /// A bot has chosen a column for the position with `ply` discs.
    Thought { ply: u32, column: Column },
    /// A connection was opened or lost, or speaks for another player now.
    Presence,
    /// A player looks for another game, or plays one.
    MovedOn(PlayerId),
    /// The server has stood still for a while.
    StoodStill,
    /// The house ends the match, without a result.
    CalledOff,
    /// Another server has written this, after this version.
    News { after: Version, events: Vec<Event> },
    /// This server keeps the match from now on.
    Adopted,
    /// The server that held a player's connection is gone.
    Orphaned { player: PlayerId, place: Option<Place> },
    /// A player who is connected here has this seat.
    Seated { player: PlayerId, connection: Arc<Connection> },
    /// A player took the seat over through another server.
    Replaced { player: PlayerId, conn: Arc<str> },
    /// How many spectators other servers have.
    Watched(u32),
    /// A player connected to another server sent a reaction.
    Reacted { player: PlayerId, reaction: Reaction },
    /// An event was written that this version of the program can't read.
    Unreadable,
    /// This server was declared dead: others run the match.
    Fenced,
    /// The room's timer has fired.
    Deadline,
}

/// How a room begins.
#[expect(clippy::large_enum_variant, reason = "made once for a room, and taken apart at once")]
pub(crate) enum Beginning {
    /// With a new match. Its players are told that it begins.
    New {
        host: PlayerId,
        code: Option<RoomCode>,
        connections: Vec<(PlayerId, Arc<Connection>)>,
        /// Players who are connected to other servers.
        elsewhere: Vec<Claim>,
        /// Places in the queue that end with it.
        takes: Vec<i64>,
    },
    /// With a match that another server has just begun. Its players here are told that it begins.
    Followed {
        host: PlayerId,
        code: Option<RoomCode>,
        connections: Vec<(PlayerId, Arc<Connection>)>,
    },
    /// With a match of the store; nobody is connected yet.
    Stored { state: Match, version: Version, last: Timestamp, code: Option<RoomCode>, by: Taking },
}

/// Why a match of the store gets a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taking {
    /// The server has started, and no other server runs the match.
    Recovery,
    /// Its keeper is gone.
    Adoption,
    /// Somebody here plays or watches; another server keeps it.
    Interest,
}

impl Beginning {
    fn host(&self) -> PlayerId {
        match self {
            Beginning::New { host, .. } | Beginning::Followed { host, .. } => host.clone(),
            Beginning::Stored { state, .. } => match state {
                Match::Open(open) => open.host.player.clone(),
                Match::Closed(closed) => closed.host.player.clone(),
                Match::Playing(it) => it.seats.first.player.clone(),
                Match::Finished(it) => it.seats.first.player.clone(),
                Match::New => PlayerId::new("nobody").expect("a plain word is an id"),
            },
        }
    }
}

/// What the room waits for before it does the next thing.
enum Work {
    /// Nothing.
    Idle,
    /// The writer, with these events.
    Storing(Box<Storing>),
    /// The store, because the log has moved on or may have.
    Reading { why: Reading, answer_by: Instant },
    /// The next match, which both want to play.
    Opening { request: Box<Request>, next: MatchId, lot: Lot },
    /// Nothing, for ever: the room is closed.
    Closed,
}

/// One live match.
pub(crate) struct Room {
    id: MatchId,
    code: Option<RoomCode>,
    state: Match,
    shared_stage: Arc<SharedStage>,
    version: Version,
    /// When the last event happened. Time in a log never goes back.
    last: Timestamp,
    audience: Audience,
    presence: Presence,
    lobby: Lobby,
    me: WeakHandle,
    work: Work,
    queue: VecDeque<Box<Request>>,
    owed: Owed,
    /// The number of discs in the position that a bot is thinking about.
    thinking: Option<u32>,
    /// Which column it chose, and for which number of discs.
    chosen: Option<(u32, Column)>,
    /// Requests judged again because another writer was faster.
    conflicts: usize,
    /// After an append the writer did not take, nothing is tried before this.
    retry: Option<Instant>,
    /// When the room closes: set once the match is over, or once nobody here needs the room any
    /// more.
    closes: Option<Instant>,
    /// What the timer is set to. It may fire too early, never too late.
    timer: Option<Instant>,
    panics: u32,
    just_closed: bool,
    /// Whether this server is the match's keeper: it fires the clocks and thinks for the bots.
    keeps: bool,
    /// The latest version known to exist, which may not have been read yet.
    heard: Version,
    /// Players whose server is gone.
    orphans: VecDeque<(PlayerId, Option<Place>)>,
    /// For the append that begins the match: seats of players at other servers, and places in the
    /// queue that end with it (`takes`).
    elsewhere: Vec<Claim>,
    takes: Vec<i64>,
}

impl Room {
    fn new(lobby: Lobby, me: WeakHandle, id: MatchId, beginning: Beginning) -> Room {
        let (mut keeps, mut owed) = (true, Owed::Nothing);
        let (mut elsewhere, mut takes) = (Vec::new(), Vec::new());
        let (mut state, mut version) = (Match::New, Version::default());
        let mut last = Timestamp::from_unix_ms(0);
        let (code, connections) = match beginning {
            Beginning::New { code, connections, elsewhere: others, takes: ended, .. } => {
                (elsewhere, takes) = (others, ended);
                (code, connections)
            }
            Beginning::Followed { code, connections, .. } => {
                keeps = false;
                (code, connections)
            }
            Beginning::Stored { state: stored, version: at, last: then, code, by } => {
                (state, version, last) = (stored, at, then);
                (keeps, owed) = match by {
                    Taking::Recovery => (true, Owed::Recovery),
                    Taking::Adoption => (true, Owed::Stall),
                    Taking::Interest => (false, Owed::Nothing),
                };
                (code, Vec::new())
            }
        };
        let over = matches!(state, Match::Finished(_));
        let mut audience = Audience::default();
        for (player, connection) in connections {
            audience.seat(player, connection);
        }
        Room {
            id,
            code,
            shared_stage: Arc::new(SharedStage::new(stage_of(&state))),
            state,
            version,
            last,
            audience,
            presence: Presence::default(),
            lobby,
            me,
            work: Work::Idle,
            queue: VecDeque::new(),
            owed,
            thinking: None,
            chosen: None,
            conflicts: 0,
            retry: None,
            closes: over.then(|| Instant::now() + FINISHED_ROOM_STAYS),
            timer: None,
            panics: 0,
            just_closed: false,
            keeps,
            heard: version,
            orphans: VecDeque::new(),
            elsewhere,
            takes,
        }
    }

    fn services(&self) -> &Arc<Services> {
        self.lobby.services()
    }

    /// How far the match is, from outside.
    fn stage(&self) -> Stage {
        if self.is_closed() { Stage::Over } else { stage_of(&self.state) }
    }

    /// Replaces the state of the match, also as others see it. Returns the state before.
    fn set_state(&mut self, state: Match) -> Match {
        let before = std::mem::replace(&mut self.state, state);
        self.shared_stage.set(self.stage());
        before
    }

    /// The one way in.
    fn wake(&mut self, wake: Wake) {
        tracing::trace!(match.id = %self.id, version = self.version.0, ?wake, "wake");
        if self.is_closed() && !matches!(wake, Wake::Asked(_)) {
            // What it was waiting for when it was closed comes too late.
            return;
        }
        match wake {
            Wake::Asked(request) => self.asked(request),
            Wake::Stored(result) => self.stored(result),
            Wake::Read(events) => self.read(&events),
            Wake::Opened(result) => self.opened(result),
            Wake::Thought { ply, column } => self.chosen = Some((ply, column)),
            Wake::MovedOn(player) => self.moved_on(&player),
            Wake::StoodStill => self.owe(Owed::Stall),
            // Whoever is owed time needs none any more.
            Wake::CalledOff => self.owed = Owed::CallOff,
            Wake::News { after, events } => self.news(after, &events),
            Wake::Adopted => self.adopted(),
            Wake::Orphaned { player, place } => self.orphans.push_back((player, place)),
            Wake::Seated { player, connection } => self.seated(player, connection),
            Wake::Replaced { player, conn } => self.replaced(&player, &conn),
            Wake::Watched(count) => self.audience.watched_elsewhere(count),
            Wake::Reacted { player, reaction } => self.tell_reaction(&player, reaction),
            Wake::Unreadable => self.unreadable(),
            Wake::Fenced => self.close(),
            Wake::Presence => {}
            Wake::Deadline => self.give_up_waiting(),
        }
        self.go_on();
    }

    /// Does whatever is due, until there is something to wait for.
    fn go_on(&mut self) {
        if self.retry.is_some_and(|it| it <= Instant::now()) {
            self.retry = None;
        }
        while let Work::Idle = self.work {
            if self.retry.is_some() {
                break;
            }
            if self.heard > self.version {
                self.read_again(Reading::Behind(self.heard));
            } else if self.owed != Owed::Nothing {
                self.pay();
            } else if let Some((player, place)) = self.orphans.pop_front() {
                self.orphaned(player, place);
            } else if let Some(request) = self.next_request() {
                self.process(request);
            } else if !self.play_for_bot() && !self.reconcile() && !self.tick() {
                break;
            }
        }
        self.audience.tell_count();
        self.think();
        self.close_if_done();
    }
}

fn stage_of(state: &Match) -> Stage {
    match state {
        Match::New => Stage::Starting,
        Match::Open(_) => Stage::Open,
        Match::Playing(_) => Stage::Running,
        Match::Closed(_) | Match::Finished(_) => Stage::Over,
    }
}
