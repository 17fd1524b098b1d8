//! One live match, behind a lock.
//!
//! Everything that happens to a room comes in as a [`Wake`]. A room does one thing at a time: it
//! decides, hands the events to the writer, and is woken when they are durable; then it applies,
//! publishes and acknowledges them, always in this order. What is asked meanwhile waits its turn.
//! Nobody hears of an event that is not stored.

mod audience;
mod bot;
mod draft;
mod handle;
mod presence;
mod replica;

use std::collections::VecDeque;
use std::sync::Arc;

use fourfall_match::{
    Action, CorruptLog, DeclinedBy, Event, Lot, Match, MatchId, PlayerId, Rejection, Seat,
    Timestamp, Version,
};
use fourfall_protocol::{
    Accepted, AfkChecked, Done, GameError, GameReached, Moved, Reacted, Reaction, Refusal,
    RejectCode, RematchAnswered, ServerMessage, SessionReplaced, rest,
};
use fourfall_rules::{Column, Player};
use tokio::time::{Instant, sleep};

use crate::connection::Connection;
use crate::limits::{
    CONFLICTS_MAX, DESERTED_ROOM_STAYS, FINISHED_ROOM_STAYS, ROOM_PANICS_MAX, ROOM_QUEUE,
    ROOM_RETRY, UNKNOWN_OUTCOME_WAIT,
};
use crate::lobby::{Lobby, Opening};
use crate::services::Services;
use crate::store::nodes::{Claim, Place, Proof};
use crate::store::writer::AppendError;
use crate::store::{Append, RoomCode, patiently};
use crate::wire::{self, View, refuse};
use audience::{Audience, Closing};
use draft::Draft;
use handle::{Request, SharedStage, WeakHandle};
use presence::Presence;

pub(crate) use handle::{Answer, Ask, Reply, RoomHandle, Stage};

/// Everything that can happen to a room.
#[derive(Debug)]
pub(crate) enum Wake {
    /// Somebody asks for something.
    Asked(Box<Request>),
    /// The writer has an answer.
    Stored(Result<(), AppendError>),
    /// The match was read again.
    Read(Vec<Event>),
    /// The rematch was opened, or not.
    Opened(Result<(), Refusal>),
    /// A bot has chosen, for the position with so many discs.
    Thought { ply: u32, column: Column },
    /// A connection was opened or lost, or speaks for somebody else now.
    Presence,
    /// A player looks for another game, or plays one.
    MovedOn(PlayerId),
    /// The server has stood still for a while.
    StoodStill,
    /// Another server has written this, after this version.
    News { after: Version, events: Vec<Event> },
    /// This server keeps the match from now on.
    Adopted,
    /// The server that held a player's connection is no more.
    Orphaned { player: PlayerId, place: Option<Place> },
    /// A player who is connected here has this seat.
    Seated { player: PlayerId, connection: Arc<Connection> },
    /// A player took the seat over through another server.
    Replaced { player: PlayerId, conn: Arc<str> },
    /// So many watch through other servers.
    Watched(u32),
    /// This server was declared dead: others run the match.
    Fenced,
    /// It is time for something.
    Deadline,
}

/// How a room begins.
#[expect(clippy::large_enum_variant, reason = "made once for a room, and taken apart at once")]
pub(crate) enum Beginning {
    /// With a match that is new. Its players hear it begin.
    New {
        host: PlayerId,
        code: Option<RoomCode>,
        connections: Vec<(PlayerId, Arc<Connection>)>,
        /// Those who sit at other servers.
        elsewhere: Vec<Claim>,
        /// Places in the queue that end with it.
        takes: Vec<i64>,
    },
    /// With a match that another server has just begun. Its players here hear it begin.
    Followed {
        host: PlayerId,
        code: Option<RoomCode>,
        connections: Vec<(PlayerId, Arc<Connection>)>,
    },
    /// With a match of the store, and nobody there yet.
    Stored { state: Match, version: Version, last: Timestamp, code: Option<RoomCode>, by: Taking },
}

/// Why a match of the store gets a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taking {
    /// The server has started, and nobody else runs it.
    Recovery,
    /// Whoever kept it is no more.
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
    /// Nothing any more.
    Closed,
}

/// Why a match is read again.
enum Reading {
    /// Another writer was faster, or what the append claimed is not so. What was asked is judged again.
    Conflict(Option<Box<Request>>, Option<Proof>),
    /// Others have written, at least up to this version.
    Behind(Version),
    /// Whether this was written is not known.
    Unknown(Box<Storing>),
    /// The room panicked.
    Panic,
}

/// Events on their way to the store, and whoever waits for them.
struct Storing {
    draft: Draft,
    request: Option<(Box<Request>, Result<(), Rejection>)>,
    proof: Option<Proof>,
}

/// Whether a player who is back has been sent the whole match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    /// With the event that says so.
    Sent,
    ToBeSent,
}

/// What a room owes its players before anything else: their time back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owed {
    Nothing,
    /// The server was away.
    Recovery,
    /// The store was away, or the server stood still.
    Stall,
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
    /// Discs on the board that a bot thinks about.
    thinking: Option<u32>,
    /// What it chose, and for how many discs.
    chosen: Option<(u32, Column)>,
    /// Requests judged again because another writer was faster.
    conflicts: usize,
    /// After a full queue of the writer nothing is tried before this.
    retry: Option<Instant>,
    /// When the room closes. Set once the match is over.
    closes: Option<Instant>,
    panics: u32,
    just_closed: bool,
    /// This server fires the clocks and thinks for the bots. Others do so only if it does not.
    keeps: bool,
    /// The latest version that was heard of.
    heard: Version,
    /// Players whose server is no more.
    orphans: VecDeque<(PlayerId, Option<Place>)>,
    /// Who sits at other servers, and which places in the queue end, when the match begins.
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

    /// Everything that is asked from now on finds the match like this. Returns what it was.
    fn set_state(&mut self, state: Match) -> Match {
        let before = std::mem::replace(&mut self.state, state);
        self.shared_stage.set(self.stage());
        before
    }

    /// The one way in.
    fn wake(&mut self, wake: Wake) {
        tracing::trace!(match.id = %self.id, version = self.version.0, ?wake, "wake");
        if self.is_closed() && !matches!(wake, Wake::Asked(_)) {
            // Whatever it waited for when it was closed comes too late.
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
            Wake::News { after, events } => self.news(after, &events),
            Wake::Adopted => self.adopted(),
            Wake::Orphaned { player, place } => self.orphans.push_back((player, place)),
            Wake::Seated { player, connection } => self.seated(player, connection),
            Wake::Replaced { player, conn } => self.replaced(&player, &conn),
            Wake::Watched(count) => self.audience.watched_elsewhere(count),
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
            } else if let Some(request) = self.queue.pop_front() {
                self.process(request);
            } else if !self.play_for_bot() && !self.reconcile() && !self.tick() {
                break;
            }
        }
        self.audience.tell_count();
        self.think();
        self.close_if_done();
    }

    // Requests.

    fn asked(&mut self, request: Box<Request>) {
        let may_ask = match request.ask {
            Ask::Open { .. } => Ok(()),
            Ask::Join { .. } => match self.state {
                Match::Open(_) => Ok(()),
                Match::Playing(_) => Err(Rejection::Full),
                Match::New => Err(Rejection::Unknown),
                Match::Closed(_) | Match::Finished(_) => Err(Rejection::Over),
            },
            // Strangers are answered at once: they can't keep the players waiting.
            Ask::Drop { .. }
            | Ask::Resign
            | Ask::Leave
            | Ask::Cancel
            | Ask::Abort
            | Ask::Return
            | Ask::Rematch
            | Ask::DeclineRematch => match (self.state.player(&request.by), &self.state) {
                (Some(_), _) => Ok(()),
                (None, Match::Closed(_)) => Err(Rejection::Over),
                (None, _) => Err(Rejection::NotSeated),
            },
        };
        let refused = match may_ask {
            Err(why) => Some(wire::rejection(why)),
            Ok(()) if matches!(self.work, Work::Closed) => Some(wire::closing()),
            Ok(()) if self.queue.len() >= ROOM_QUEUE => {
                Some(refuse(RejectCode::Overloaded, "too much is asked of this game at once"))
            }
            Ok(()) => None,
        };
        match refused {
            Some(refusal) => request.reply.send(Err(refusal)),
            None => {
                self.queue.push_back(request);
                if let Work::Reading { answer_by, .. } = &mut self.work {
                    *answer_by = (*answer_by).max(Instant::now() + UNKNOWN_OUTCOME_WAIT);
                }
            }
        }
    }

    /// Judges a request, and stores what comes of it.
    fn process(&mut self, mut request: Box<Request>) {
        let at = request.at.max(self.last);
        if let Ask::Open { events, .. } = &mut request.ask {
            let events = std::mem::take(events);
            match Draft::opening(events) {
                Ok(draft) => self.commit(draft, Some((request, Ok(())))),
                Err(err) => self.corrupt(&err),
            }
            return;
        }
        let mut draft = Draft::new(&self.state, at);
        // Whoever comes after a deadline finds the match as the deadline left it.
        draft.tick();
        if self.is_unfair(&draft) {
            self.queue.push_front(request);
            return self.owe(Owed::Stall);
        }
        let by = request.by.clone();
        if !matches!(request.ask, Ask::Join { .. }) {
            self.claim(&request);
            if let Err(why) = draft.act(Action::Connect { by: by.clone() }) {
                return self.commit(draft, Some((request, Err(why))));
            }
        }
        let judged = match &request.ask {
            Ask::Open { .. } | Ask::Return => Ok(()),
            Ask::Join { name } => {
                let lot = self.services().draw_lot();
                draft.act(Action::Join { guest: Seat::human(by, name), lot })
            }
            Ask::Drop { column, number } => {
                draft.act(Action::Drop { by, column: *column, number: *number })
            }
            Ask::Resign => draft.act(Action::Resign { by }),
            Ask::Leave => draft.act(Action::Leave { by }),
            Ask::Cancel => draft.act(Action::Cancel { by }),
            Ask::Abort => draft.act(Action::Abort { by }),
            Ask::DeclineRematch => {
                draft.act(Action::DeclineRematch { by, why: DeclinedBy::Refusal })
            }
            Ask::Rematch => return self.process_rematch(request, draft),
        };
        self.commit(draft, Some((request, judged)));
    }

    /// A request from another connection of a player takes the seat over.
    fn claim(&mut self, request: &Request) {
        if !request.from.speaks_for(&request.by) {
            return;
        }
        // Who has turned to another game takes this seat again only by coming back to it.
        let comes_back = matches!(request.ask, Ask::Return);
        if self.presence.has_moved_on(&request.by) && !comes_back {
            return;
        }
        self.audience.stop_watching(&request.from);
        if self.audience.last(&request.by).is_none_or(|it| *it != request.from) {
            self.claim_in_store(&request.by, &request.from);
        }
        if let Some(earlier) = self.audience.seat(request.by.clone(), request.from.clone()) {
            earlier.send(SessionReplaced {});
            earlier.close();
        }
        if matches!(self.state, Match::Finished(_)) {
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
    }

    /// If both want another match, that is opened first, and only then agreed on.
    fn process_rematch(&mut self, request: Box<Request>, mut draft: Draft) {
        let by = request.by.clone();
        let next = self.services().fresh_id();
        let lot = self.services().draw_lot();
        let ask = Action::AskRematch { by: by.clone(), next, lot };
        let agreeing = match draft.state() {
            Match::Finished(finished) => finished
                .player(&by)
                .filter(|it| finished.agrees_with(*it))
                .map(|it| finished.seats[it.other()].clone()),
            Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_) => None,
        };
        let Some(other) = agreeing else {
            let judged = draft.act(ask);
            return self.commit(draft, Some((request, judged)));
        };
        let is_person = other.bot_level().is_none();
        // Whoever asked for it from another server is still there, or that server has withdrawn it.
        let is_mine = self.answers_for(&other.player);
        if is_person && is_mine && !self.audience.is_here(&other.player) {
            // The offer ended with the connection of its maker; this is a new one.
            let judged = draft
                .act(Action::Disconnect { by: other.player.clone() })
                .and_then(|()| draft.act(ask));
            return self.commit(draft, Some((request, judged)));
        }
        if !draft.is_empty() {
            // First what came due; the request is judged again after it.
            self.queue.push_front(request);
            return self.commit(draft, None);
        }
        let mut players = vec![by.clone()];
        players.extend((is_person && is_mine).then(|| other.player.clone()));
        match self.lobby.registry().reserve(&players, next) {
            Ok(_) => self.open_rematch(request, next, lot),
            Err(busy) => {
                let why = DeclinedBy::AnotherGame;
                let judged = draft
                    .act(Action::DeclineRematch { by: busy.0, why })
                    .and(Err(Rejection::RematchDeclined));
                self.commit(draft, Some((request, judged)));
            }
        }
    }

    fn open_rematch(&mut self, request: Box<Request>, next: MatchId, lot: Lot) {
        let Match::Finished(finished) = &self.state else { return };
        let events = finished.opening_of_rematch(lot, self.services().now()).to_vec();
        let seated = self.audience.seated();
        let connections: Vec<_> = seated.map(|(id, it)| (id.clone(), it.clone())).collect();
        let people = finished.seats.iter().filter(|it| it.bot_level().is_none());
        let elsewhere = people
            .filter(|seat| !self.answers_for(&seat.player))
            .map(|seat| Claim { player: seat.player.clone(), place: None })
            .collect();
        let opening = Opening {
            id: next,
            code: None,
            events,
            from: request.from.clone(),
            connections,
            elsewhere,
            takes: Vec::new(),
            accepted: Accepted::Done(Done {}),
        };
        let (lobby, me) = (self.lobby.clone(), self.me.clone());
        self.services().spawn(async move {
            me.wake(Wake::Opened(lobby.open(opening).await.map(|_| ())));
        });
        self.work = Work::Opening { request, next, lot };
    }

    fn opened(&mut self, result: Result<(), Refusal>) {
        let Work::Opening { request, next, lot } = std::mem::replace(&mut self.work, Work::Idle)
        else {
            return;
        };
        match result {
            Ok(()) => {
                let mut draft = Draft::new(&self.state, self.now());
                let judged = draft.act(Action::AskRematch { by: request.by.clone(), next, lot });
                self.commit(draft, Some((request, judged)));
            }
            Err(refusal) => {
                // Nothing came of it, so this is still the last game of both.
                for (player, _) in self.audience.seated() {
                    self.lobby.registry().give_back(player, self.id);
                }
                self.refuse(*request, refusal);
            }
        }
    }

    /// A request could not be carried out. For a match that does not begin, everybody learns that.
    fn refuse(&self, request: Request, refusal: Refusal) {
        let Request { from, ask, reply, .. } = request;
        if let Ask::Open { .. } = ask {
            let Refusal { code, message } = refusal.clone();
            let error = GameError { code, message, event: "matchmaking:join".to_owned() };
            let others = self.audience.seated().filter(|(_, it)| **it != from);
            others.for_each(|(_, it)| it.send(error.clone()));
        }
        reply.send(Err(refusal));
    }

    /// A request is done: says so to whoever asked.
    fn finish(&mut self, request: Request, judged: Result<(), Rejection>, whole: Whole) {
        let Request { from, by, ask, reply, .. } = request;
        let answer = match judged {
            Err(why) => Err(wire::rejection(why)),
            Ok(()) => Ok(match ask {
                Ask::Open { accepted, .. } => {
                    self.send_waiting(&by);
                    accepted
                }
                Ask::Join { .. } => self.reached(),
                Ask::Drop { .. } => Accepted::Moved(Moved { version: self.version.0 }),
                Ask::Return => {
                    if whole == Whole::ToBeSent {
                        self.send_whole(&from, &by);
                    }
                    self.reached()
                }
                Ask::Rematch => {
                    let next = self.next_match();
                    if next.is_some() {
                        self.audience.unseat_all();
                        self.close_soon_if_deserted(Instant::now());
                    }
                    let room_id = next.map(|it| it.to_string());
                    Accepted::RematchAnswered(RematchAnswered { room_id })
                }
                Ask::Leave => {
                    self.audience.unseat(&by);
                    self.lobby.registry().release(&by, self.id);
                    self.release_in_store(&by);
                    self.close_soon_if_deserted(Instant::now());
                    Accepted::Done(Done {})
                }
                Ask::Resign | Ask::Cancel | Ask::Abort | Ask::DeclineRematch => {
                    Accepted::Done(Done {})
                }
            }),
        };
        reply.send(answer);
    }

    fn reached(&self) -> Accepted {
        let room_id = self.id.to_string();
        Accepted::GameReached(GameReached { room_id, version: self.version.0 })
    }

    fn next_match(&self) -> Option<MatchId> {
        if let Match::Finished(it) = &self.state { wire::next_match(it.rematch) } else { None }
    }

    /// Sends a player who is back the whole match, or what it waits for.
    fn send_whole(&self, to: &Connection, by: &PlayerId) {
        match self.view() {
            Some(view) => {
                if let Some(side) = view.side(by) {
                    to.send(view.reconnected(side));
                }
            }
            None => self.send_waiting(by),
        }
    }

    fn send_whole_to_seat(&self, to: &Arc<Connection>) {
        let by = to.player();
        if self.audience.player(&by).is_some_and(|it| it == to) {
            self.send_whole(to, &by);
        }
    }

    fn send_waiting(&self, by: &PlayerId) {
        if let (Match::Open(open), Some(code)) = (&self.state, &self.code)
            && let Some(host) = self.audience.player(by)
        {
            let now = self.services().now();
            host.send(wire::room_waiting(self.id, self.version, code, open, now));
        }
    }

    /// A player has turned to another game: no rematch will come of this one.
    fn moved_on(&mut self, player: &PlayerId) {
        self.audience.unseat(player);
        self.presence.moved_on(player);
        self.close_soon_if_deserted(Instant::now());
    }

    // Storing.

    fn now(&self) -> Timestamp {
        self.services().now().max(self.last)
    }

    /// Hands events to the writer. With none, the request is done at once.
    fn commit(&mut self, draft: Draft, request: Option<(Box<Request>, Result<(), Rejection>)>) {
        self.commit_if(draft, request, None);
    }

    /// The same, for what is only just while something else is so.
    fn commit_if(
        &mut self,
        draft: Draft,
        request: Option<(Box<Request>, Result<(), Rejection>)>,
        proof: Option<Proof>,
    ) {
        if draft.is_empty() {
            if let Some((request, judged)) = request {
                self.finish(*request, judged, Whole::ToBeSent);
            }
            return;
        }
        self.tell_too_early(&draft);
        let proof = proof.or_else(|| self.blames(&draft));
        let append = Append {
            beside: self.beside(request.as_ref().map(|(it, _)| &**it), proof.clone()),
            id: self.id,
            expected: self.version,
            at: draft.at(),
            code: self.code.clone(),
            stage: crate::store::Stage::after(self.id, draft.events(), draft.state()),
            events: draft.events().to_vec(),
        };
        let me = self.me.clone();
        let done = Box::new(move |result| me.wake(Wake::Stored(result)));
        match self.services().writer.append(append, done) {
            Ok(()) => self.work = Work::Storing(Box::new(Storing { draft, request, proof })),
            Err(err) => self.not_written(err, request),
        }
    }

    /// Nothing was written, and that is certain.
    fn not_written(
        &mut self,
        err: AppendError,
        request: Option<(Box<Request>, Result<(), Rejection>)>,
    ) {
        self.retry = Some(Instant::now() + ROOM_RETRY);
        if let Some((request, _)) = request {
            self.refuse(*request, wire::not_stored(&err));
        }
        if let Match::New = self.state {
            self.close();
        }
    }

    fn stored(&mut self, result: Result<(), AppendError>) {
        let Work::Storing(storing) = std::mem::replace(&mut self.work, Work::Idle) else { return };
        match result {
            Ok(()) => {
                self.conflicts = 0;
                self.apply(*storing);
            }
            Err(AppendError::Conflict)
                if self.conflicts < CONFLICTS_MAX && !matches!(self.state, Match::New) =>
            {
                self.conflicts += 1;
                let again = storing.request.map(|(request, _)| request);
                self.read_again(Reading::Conflict(again, storing.proof));
            }
            // What became of it is not known. The store says, when it can be read.
            Err(AppendError::Failed(_)) => self.read_again(Reading::Unknown(storing)),
            Err(
                err @ (AppendError::Conflict
                | AppendError::Busy
                | AppendError::Full
                | AppendError::Stopped),
            ) => self.not_written(err, storing.request),
        }
    }

    /// Applies and publishes what is stored, then answers whoever asked for it.
    fn apply(&mut self, Storing { draft, request, .. }: Storing) {
        self.tell_others(&draft);
        if let Some((request, Ok(()))) = &request
            && let Ask::Join { .. } = request.ask
        {
            // Before the match begins, to hear that it does.
            self.audience.stop_watching(&request.from);
            self.audience.seat(request.by.clone(), request.from.clone());
        }
        let returned = draft.events().iter().any(|it| matches!(it, Event::Connected { .. }));
        for (event, state) in draft.into_steps() {
            self.services().count(&event);
            self.happened(&event, state);
        }
        if let Some((request, judged)) = request {
            let whole = if returned { Whole::Sent } else { Whole::ToBeSent };
            self.finish(*request, judged, whole);
        }
    }

    /// Something happened, and is stored.
    fn happened(&mut self, event: &Event, state: Match) {
        let was_over = self.stage() == Stage::Over;
        let before = self.set_state(state);
        self.version = self.version.after(1);
        self.last = self.last.max(event.at());
        self.presence.count(event);
        if let Event::Recovered { .. } | Event::Stalled { .. } = event {
            self.owed = Owed::Nothing;
        }
        if self.stage() == Stage::Over && !was_over {
            // Free for another match before they hear that this one is over.
            self.lobby.registry().over(self.id);
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
        if let Some(view) = self.view() {
            self.audience.publish(event, &before, &view);
        } else if let Event::Closed { why, .. } = *event {
            let closing = Closing::new(self.id, self.version);
            self.audience.publish_closed(why, &before, &closing);
        } else if let (Match::Open(open), Match::Open(_)) = (&self.state, &before) {
            // Whatever happened to a match that waits: its host follows the versions, too.
            self.send_waiting(&open.host.player);
        }
    }

    // Reading the match again.

    fn read_again(&mut self, why: Reading) {
        self.work = Work::Reading { why, answer_by: Instant::now() + UNKNOWN_OUTCOME_WAIT };
        let (services, me, id) = (self.services().clone(), self.me.clone(), self.id);
        self.services().spawn(async move {
            loop {
                match patiently(services.store.load(id)).await {
                    Ok(events) => return me.wake(Wake::Read(events)),
                    // The writer has said that the store is away. The match waits.
                    Err(_) => sleep(ROOM_RETRY).await,
                }
            }
        });
    }

    /// Takes up what the store has.
    fn read(&mut self, events: &[Event]) {
        let Work::Reading { why, .. } = std::mem::replace(&mut self.work, Work::Idle) else {
            return;
        };
        let known = usize::try_from(self.version.0).unwrap_or(usize::MAX);
        match why {
            Reading::Unknown(storing) => {
                if events.get(known..).is_some_and(|it| it.starts_with(storing.draft.events())) {
                    // It had been written after all.
                    let written = known + storing.draft.events().len();
                    self.apply(*storing);
                    self.catch_up(&events[written..]);
                } else {
                    self.catch_up_or_replace(known, events);
                    if let Some((request, _)) = storing.request {
                        self.refuse(*request, wire::not_saved());
                    }
                }
                self.owe(Owed::Stall);
            }
            Reading::Behind(heard) => {
                self.catch_up_or_replace(known, events);
                if self.heard == heard {
                    // What was heard of and is not there was never stored.
                    self.heard = self.version;
                }
            }
            Reading::Conflict(again, proof) => {
                if events.len() == known {
                    self.disproved(proof);
                }
                self.catch_up_or_replace(known, events);
                if let Some(request) = again {
                    self.queue.push_front(request);
                }
            }
            Reading::Panic => {
                self.catch_up_or_replace(known, events);
                if let Some(view) = self.view() {
                    self.audience.resync(&view);
                }
            }
        }
        if let Match::New = self.state {
            self.close();
        }
    }

    /// Applies what others have written.
    fn catch_up(&mut self, events: &[Event]) {
        for event in events {
            match self.state.clone().apply(event) {
                Ok(state) => self.happened(event, state),
                Err(err) => return self.corrupt(&err),
            }
        }
        self.follow_rematch(events);
    }

    fn catch_up_or_replace(&mut self, known: usize, events: &[Event]) {
        if let Some(rest) = events.get(known..) {
            return self.catch_up(rest);
        }
        // The store has less than was seen here: it has the last word.
        match Match::replay(events) {
            Ok(state) => {
                self.set_state(state);
                self.version = Version::default().after(events.len());
                if let Some(view) = self.view() {
                    self.audience.resync(&view);
                }
            }
            Err(err) => self.corrupt(&err),
        }
    }

    /// The store is away for long: whoever waits is told that nobody knows yet.
    fn give_up_waiting(&mut self) {
        let Work::Reading { why, answer_by } = &mut self.work else { return };
        if *answer_by > Instant::now() {
            return;
        }
        let unanswered = match why {
            Reading::Unknown(storing) => storing.request.take().map(|(it, _)| it),
            Reading::Conflict(again, _) => again.take(),
            Reading::Panic | Reading::Behind(_) => None,
        };
        for request in unanswered.into_iter().chain(self.queue.drain(..)) {
            request.reply.send(Err(wire::not_known()));
        }
    }

    /// Nothing happens any more before everybody has had the time back.
    fn owe(&mut self, what: Owed) {
        if self.owed == Owed::Nothing {
            self.owed = what;
        }
    }

    /// Gives everybody the time back that the server or the store was away.
    fn pay(&mut self) {
        let action = match self.owed {
            Owed::Nothing => return,
            Owed::Recovery => Action::Recover,
            Owed::Stall => Action::Stall,
        };
        let mut draft = Draft::new(&self.state, self.now());
        // Nothing in a match refuses it.
        let _ = draft.act(action);
        if draft.is_empty() {
            self.owed = Owed::Nothing;
        }
        self.commit(draft, None);
    }

    /// Lets the deadlines happen that have passed. Says whether one did.
    fn tick(&mut self) -> bool {
        let Some(delay) = self.strike_delay() else { return false };
        if self.state.next_deadline().is_none_or(|it| it.at + delay > self.now()) {
            return false;
        }
        let mut draft = Draft::new(&self.state, self.now());
        draft.tick();
        if self.is_unfair(&draft) {
            self.owe(Owed::Stall);
            return true;
        }
        let due = !draft.is_empty();
        if due {
            self.commit(draft, None);
        }
        due
    }

    // The end of a room.

    /// The log makes no sense: nothing more can be done for the match here. It stays in the store.
    fn corrupt(&mut self, err: &CorruptLog) {
        tracing::error!(match.id = %self.id, error = err as &dyn std::error::Error, "set aside");
        self.give_up();
    }

    fn give_up(&mut self) {
        self.audience.tell_all(GameError {
            code: RejectCode::Internal,
            message: "this game can't go on: something is wrong on our side".to_owned(),
            event: "game:move".to_owned(),
        });
        self.close();
    }

    /// What was in hand is lost, and answered so. The match is taken up again from the store.
    fn panicked(&mut self) {
        self.panics += 1;
        self.services().metrics.room_panics.inc();
        tracing::error!(match.id = %self.id, panics = self.panics, "a room panicked");
        if self.panics > ROOM_PANICS_MAX {
            return self.give_up();
        }
        self.thinking = None;
        self.queue.clear();
        self.read_again(Reading::Panic);
    }

    /// Once nobody is here any more, a finished match need not stay for the rematch.
    fn close_soon_if_deserted(&mut self, at: Instant) {
        if !self.audience.has_players() {
            self.closes = self.closes.map(|it| it.min(at));
        }
    }

    fn close_if_done(&mut self) {
        if !matches!(self.work, Work::Idle) {
            return;
        }
        self.close_soon_if_deserted(Instant::now() + DESERTED_ROOM_STAYS);
        self.close_later_without_interest();
        let done = match self.state {
            Match::Closed(_) => true,
            Match::New | Match::Open(_) | Match::Playing(_) | Match::Finished(_) => {
                self.closes.is_some_and(|it| it <= Instant::now())
            }
        };
        if done {
            self.close();
        }
    }

    fn close(&mut self) {
        if matches!(self.work, Work::Closed) {
            return;
        }
        self.work = Work::Closed;
        self.shared_stage.set(Stage::Over);
        self.just_closed = true;
        for request in self.queue.drain(..) {
            request.reply.send(Err(wire::closing()));
        }
        let seated = self.audience.seated().map(|(id, _)| id.clone());
        let people = self.state.people().map(|it| it.player.clone());
        let mut players: Vec<_> = people.chain(seated).collect();
        if let Match::Closed(closed) = &self.state {
            players.push(closed.host.player.clone());
        }
        self.lobby.registry().remove(self.id, &players, &self.services().metrics);
        self.audience.unseat_all();
    }

    fn is_closed(&self) -> bool {
        matches!(self.work, Work::Closed)
    }

    /// Whether it has closed since this was asked last.
    fn take_closed(&mut self) -> bool {
        std::mem::take(&mut self.just_closed)
    }

    /// When the room must do something although nobody asks.
    fn rings(&self) -> Option<Instant> {
        let count = self.audience.count_due();
        let own = match &self.work {
            Work::Idle => match self.retry {
                Some(retry) => Some(retry),
                None => {
                    let clock = &self.services().clock;
                    let deadline = self.strike_delay().and_then(|delay| {
                        Some(clock.instant(self.state.next_deadline()?.at) + delay)
                    });
                    deadline.into_iter().chain(self.presence.due()).chain(self.closes).min()
                }
            },
            Work::Reading { why, answer_by } => {
                let waits = match why {
                    Reading::Unknown(storing) => storing.request.is_some(),
                    Reading::Conflict(again, _) => again.is_some(),
                    Reading::Panic | Reading::Behind(_) => false,
                };
                (waits || !self.queue.is_empty()).then_some(*answer_by)
            }
            Work::Storing(_) | Work::Opening { .. } => None,
            Work::Closed => return None,
        };
        own.into_iter().chain(count).min()
    }

    // Who watches, and what can be seen from outside.

    fn view(&self) -> Option<View<'_>> {
        View::of(self.id, self.version, &self.state, self.services().now())
    }

    fn watch(&mut self, from: &Arc<Connection>) -> Answer {
        let by = from.player();
        if self.audience.player(&by).is_some_and(|it| it == from) {
            return Err(refuse(RejectCode::AlreadyInGame, "you play in this game"));
        }
        if self.view().is_none() {
            return Err(wire::rejection(Rejection::NotStarted));
        }
        let limit = self.services().limits.spectators;
        self.audience.watch(from, limit)?;
        if let Some(view) = self.view() {
            from.send(view.spectate_joined(self.audience.spectators()));
        }
        self.audience.tell_count();
        Ok(self.reached())
    }

    fn stop_watching(&mut self, from: &Connection) -> bool {
        let watched = self.audience.stop_watching(from);
        self.audience.tell_count();
        watched
    }

    fn react(&mut self, from: &Arc<Connection>, reaction: Reaction) -> Answer {
        let by = from.player();
        if self.audience.player(&by).is_none_or(|it| it != from) {
            return Err(refuse(RejectCode::Forbidden, "only players can react"));
        }
        if self.view().is_none() {
            return Err(wire::rejection(Rejection::NotStarted));
        }
        if !self.audience.may_react(&by) {
            let sentence = "too many reactions in too short a time, wait a second";
            return Err(refuse(RejectCode::RateLimited, sentence));
        }
        let (room_id, player_id) = (self.id.to_string(), by.to_string());
        self.audience.tell_all(Reacted { room_id, player_id, reaction });
        Ok(Accepted::Done(Done {}))
    }

    fn idle_clock(&self, from: &Connection) -> Accepted {
        let status = self.view().and_then(|it| it.idle_clock());
        from.send(ServerMessage::AfkStatus(status.clone()));
        Accepted::AfkChecked(AfkChecked { status })
    }

    fn listed(&self) -> Option<rest::Room> {
        self.view().filter(|_| self.keeps)?.listed(self.audience.spectators())
    }

    fn game(&self) -> Option<rest::Game> {
        self.view().map(|it| it.game())
    }

    fn invitation(&self, host: &PlayerId) -> Option<rest::Invitation> {
        let code = self.code.as_ref()?;
        let connected = |id: &PlayerId| {
            self.audience.is_here(id) || (!self.answers_for(id) && self.is_logged_here(id))
        };
        wire::invitation(self.id, code, host, &self.state, self.services().now(), connected)
    }

    fn players_here(&self) -> usize {
        match &self.state {
            Match::Playing(it) => {
                let here = |player: &Player| self.audience.is_here(&it.seats[*player].player);
                Player::BOTH.iter().filter(|it| here(it)).count()
            }
            Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => 0,
        }
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
