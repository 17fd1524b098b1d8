//! Everything that is not inside one match: who waits, which rooms there are, who sits where.
//!
//! The state is one small structure behind a lock that is never held over an `await`. Requests are
//! taken in the order they come in; what takes time happens in rooms.

mod ask;
mod queue;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard};

use fourfall_match::{Event, Lot, MatchId, Overrides, PlayerId, Timestamp};
use fourfall_protocol::{Accepted, Done, GameError, Refusal, RejectCode, SessionReplaced, rest};
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

use crate::bots::Bots;
use crate::client::Client;
use crate::config::PlayerIds;
use crate::identity::{Tokens, random};
use crate::limits::{Limits, ROOM_PANICS_MAX, ROOM_RETRY, ROOMS_LISTED};
use crate::room::{Answer, Ask, Inbox, Room, RoomError, RoomHandle, stopped};
use crate::store::writer::Writer;
use crate::store::{RoomCode, Store, StoreError};
use crate::telemetry::Metrics;
use crate::translate::refuse;

pub(crate) use ask::Asked;
use queue::Queue;

/// Where the time comes from.
pub(crate) type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What a lobby needs from outside.
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: Writer,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Bots,
    pub(crate) clock: Clock,
    pub(crate) tokens: Tokens,
    pub(crate) player_ids: PlayerIds,
    pub(crate) limits: Limits,
    pub(crate) house: Overrides,
}

/// Everything that is not inside one match.
#[derive(Clone)]
pub(crate) struct Lobby(Arc<Inner>);

struct Inner {
    around: Surroundings,
    state: Mutex<State>,
    stop: watch::Sender<bool>,
    /// Each room's task holds a clone: when the last is gone, all rooms have ended.
    alive: Mutex<Option<mpsc::Sender<Infallible>>>,
    all_ended: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

struct State {
    rooms: HashMap<MatchId, Entry>,
    codes: HashMap<RoomCode, MatchId>,
    /// The room of each player: running, waiting for a guest, or just over.
    seats: HashMap<PlayerId, MatchId>,
    queue: Queue,
    connections: usize,
    addresses: HashMap<IpAddr, Usage>,
}

struct Entry {
    handle: RoomHandle,
    stage: RoomStage,
    players: Vec<PlayerId>,
    code: Option<RoomCode>,
    /// Who opened it, for the limit.
    address: Option<IpAddr>,
}

/// How far the match of a room is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RoomStage {
    Open,
    Running,
    Over,
}

/// What an address has.
#[derive(Default)]
struct Usage {
    connections: usize,
    rooms: usize,
}

/// A room that is about to start.
struct Opening {
    id: MatchId,
    code: Option<RoomCode>,
    events: Vec<Event>,
    /// Who is there to hear it begin. The first one asked for it.
    clients: Vec<(PlayerId, Arc<Client>)>,
    address: Option<IpAddr>,
    stage: RoomStage,
    /// What the first one asked by.
    event: &'static str,
}

/// How a room's task begins.
enum Beginning {
    /// With a match that is new.
    Opened {
        events: Vec<Event>,
        clients: Vec<(PlayerId, Arc<Client>)>,
        event: &'static str,
        accepted: Accepted,
        reply: oneshot::Sender<Answer>,
    },
    /// With a match of the store, and nobody there yet.
    Stored(Vec<Event>),
    /// Once more, after a panic.
    Panicked,
}

impl Lobby {
    pub(crate) fn new(around: Surroundings) -> Lobby {
        let (alive, all_ended) = mpsc::channel(1);
        let queue = Queue::new(around.metrics.waiting.clone());
        Lobby(Arc::new(Inner {
            around,
            state: Mutex::new(State::new(queue)),
            stop: watch::Sender::new(false),
            alive: Mutex::new(Some(alive)),
            all_ended: tokio::sync::Mutex::new(all_ended),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().expect("no holder of this lock can panic")
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.0.around.clock)()
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.0.around.store
    }

    pub(crate) fn writer(&self) -> &Writer {
        &self.0.around.writer
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.0.around.metrics
    }

    pub(crate) fn bots(&self) -> &Bots {
        &self.0.around.bots
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.around.limits
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.0.around.tokens
    }

    pub(crate) fn fresh_id(&self) -> MatchId {
        MatchId::from_random(u64::from_le_bytes(random()))
    }

    pub(crate) fn draw_lot(&self) -> Lot {
        let [byte] = random();
        if byte.is_multiple_of(2) { Lot::Host } else { Lot::Guest }
    }

    /// Counts what happens in all rooms.
    pub(crate) fn count(&self, event: &Event) {
        let metrics = self.metrics();
        if let Event::Dropped { .. } = event {
            metrics.drops.inc();
        }
        if let Event::Joined { .. } = event {
            metrics.matches_started.inc();
        }
        if event.ends_the_game() {
            metrics.matches_finished.inc();
        }
    }

    // Connections.

    /// Lets a connection in, or says why not.
    pub(crate) fn connected(&self, address: IpAddr) -> Result<(), Refusal> {
        let limits = self.limits();
        let mut state = self.state();
        if state.connections >= limits.connections {
            return Err(refuse(RejectCode::Overloaded, "the server is full, try again later"));
        }
        let usage = state.addresses.entry(address).or_default();
        if usage.connections >= limits.connections_per_address {
            return Err(refuse(
                RejectCode::RateLimited,
                "there are too many connections from your address",
            ));
        }
        usage.connections += 1;
        state.connections += 1;
        self.metrics().connections.inc();
        Ok(())
    }

    /// A connection that had been let in is gone.
    pub(crate) fn disconnected(&self, address: IpAddr) {
        let mut state = self.state();
        state.connections -= 1;
        state.release(address, |usage| usage.connections -= 1);
        self.metrics().connections.dec();
    }

    /// A client is gone: it waits no longer, and its rooms are told.
    pub(crate) async fn lost(&self, client: &Arc<Client>) {
        let player = client.player();
        let rooms: Vec<_> = {
            let mut state = self.state();
            state.queue.remove(|it| it.client == *client);
            let rooms = client.leave();
            rooms.into_iter().flatten().filter_map(|it| state.handle(it)).collect()
        };
        for room in rooms {
            room.tell(client.clone(), player.clone(), Ask::Lost).await;
        }
    }

    /// Another connection of the same player has taken over.
    pub(crate) fn replace(&self, earlier: &Arc<Client>) {
        earlier.send(SessionReplaced {});
        earlier.close();
    }

    // What rooms report.

    /// A player sits in a room, through this connection. It leaves any other.
    pub(crate) fn seated(&self, id: MatchId, player: &PlayerId, client: &Arc<Client>) {
        let mut state = self.state();
        state.seat(id, player);
        state.queue.remove(|it| it.seat.player == *player);
        let earlier = client.sit(id).and_then(|it| state.handle(it));
        drop(state);
        self.move_on(earlier, client);
    }

    pub(crate) fn unseated(&self, id: MatchId, player: &PlayerId, client: &Arc<Client>) {
        let mut state = self.state();
        if state.seats.get(player) == Some(&id) {
            state.seats.remove(player);
        }
        client.stand_up_from(id);
    }

    /// A connection watches a room. It stops watching any other.
    pub(crate) fn watches(&self, id: MatchId, client: &Arc<Client>) {
        let earlier = client.watch(id).and_then(|it| self.state().handle(it));
        self.move_on(earlier, client);
    }

    fn move_on(&self, room: Option<RoomHandle>, client: &Arc<Client>) {
        if let Some(room) = room {
            let (client, player) = (client.clone(), client.player());
            // Waits for a place in that room's inbox, which it keeps emptying; no longer than that.
            tokio::spawn(async move { room.tell(client, player, Ask::MovedOn).await });
        }
    }

    pub(crate) fn match_began(&self, id: MatchId) {
        if let Some(entry) = self.state().rooms.get_mut(&id) {
            entry.stage = RoomStage::Running;
        }
    }

    pub(crate) fn match_over(&self, id: MatchId) {
        if let Some(entry) = self.state().rooms.get_mut(&id) {
            entry.stage = RoomStage::Over;
        }
    }

    // Rooms.

    /// The running games between people.
    pub(crate) fn running(&self) -> Vec<rest::Room> {
        let state = self.state();
        state.rooms.values().filter_map(|it| it.handle.listed()).take(ROOMS_LISTED).collect()
    }

    /// Opens the match two players have agreed to play next.
    pub(crate) async fn open_rematch(
        &self,
        id: MatchId,
        events: Vec<Event>,
        clients: &HashMap<PlayerId, Arc<Client>>,
    ) -> Result<(), Refusal> {
        let clients: Vec<_> = clients.iter().map(|(id, it)| (id.clone(), it.clone())).collect();
        let address = clients.first().map(|(_, it)| it.address());
        let (stage, event) = (RoomStage::Running, "game:rematch");
        let opening = Opening { id, code: None, events, clients, address, stage, event };
        let accepted = Accepted::Done(Done {});
        let begun = {
            let mut state = self.state();
            self.open(&mut state, opening, accepted)?
        };
        begun.await.unwrap_or(Err(refuse(RejectCode::Overloaded, "the server is stopping")))?;
        Ok(())
    }

    /// Makes a room and starts it. The answer comes when its first events are stored.
    fn open(
        &self,
        state: &mut State,
        opening: Opening,
        accepted: Accepted,
    ) -> Result<oneshot::Receiver<Answer>, Refusal> {
        let Opening { id, code, events, clients, address, stage, event } = opening;
        self.check_room_limits(state, address)?;
        let (mut room, handle, inbox) = Room::new(self.clone(), id, code.clone());
        let players = seated_by(&events);
        state.insert(id, Entry { handle, stage, players, code, address });
        self.metrics().rooms.set(count(state.rooms.len()));
        for (player, client) in &clients {
            room.seat(player.clone(), client.clone());
        }
        let (reply, answer) = oneshot::channel();
        self.spawn(room, inbox, Beginning::Opened { events, clients, event, accepted, reply });
        Ok(answer)
    }

    /// Runs a room's task. A panic ends what the room had in hand, not the match: that is taken up
    /// again from the store, with whoever is there and whatever has been asked since.
    fn spawn(&self, mut room: Room, mut inbox: Inbox, beginning: Beginning) {
        let (lobby, id) = (self.clone(), room.id());
        let alive = self.0.alive.lock().expect("no holder of this lock can panic").clone();
        tokio::spawn(async move {
            let mut running = lobby.run(&mut room, &mut inbox, beginning);
            let mut panics = 0;
            while AssertUnwindSafe(running).catch_unwind().await.is_err() {
                panics += 1;
                lobby.metrics().room_panics.inc();
                tracing::error!(match.id = %id, panics, "a room panicked");
                if panics > ROOM_PANICS_MAX {
                    break;
                }
                running = lobby.run(&mut room, &mut inbox, Beginning::Panicked);
            }
            lobby.close_room(id);
            if panics > ROOM_PANICS_MAX {
                tracing::error!(match.id = %id, "a room was given up; its match waits in the store");
                room.give_up();
            }
            drop(alive);
        });
    }

    async fn run(&self, room: &mut Room, inbox: &mut Inbox, beginning: Beginning) {
        let begun = match beginning {
            Beginning::Opened { events, clients, event, accepted, reply } => {
                let begun = self.begin(room, events, &clients, event).await;
                let has_begun = begun.is_ok();
                // Whoever asked may have left meanwhile. What happened stands regardless.
                let _ = reply.send(begun.map(|()| accepted));
                has_begun
            }
            Beginning::Stored(events) => self.resume(room, Some(&events)).await,
            Beginning::Panicked => self.resume(room, None).await,
        };
        if begun {
            room.run(inbox, self.stopping()).await;
        }
    }

    async fn begin(
        &self,
        room: &mut Room,
        events: Vec<Event>,
        clients: &[(PlayerId, Arc<Client>)],
        event: &str,
    ) -> Result<(), Refusal> {
        if let Err(err) = room.begin(events).await {
            let Refusal { code, message } = Refusal::from(err);
            self.close_room(room.id());
            for (_, client) in clients.iter().skip(1) {
                let (message, event) = (message.clone(), event.to_owned());
                client.send(GameError { code, message, event });
            }
            return Err(Refusal { code, message });
        }
        for (player, client) in clients {
            self.seated(room.id(), player, client);
        }
        room.settle().await;
        Ok(())
    }

    fn close_room(&self, id: MatchId) {
        let mut state = self.state();
        state.remove(id);
        self.metrics().rooms.set(count(state.rooms.len()));
    }

    fn check_room_limits(&self, state: &State, address: Option<IpAddr>) -> Result<(), Refusal> {
        let limits = self.limits();
        if state.rooms.len() >= limits.rooms {
            return Err(refuse(
                RejectCode::Overloaded,
                "there are as many games as this server can hold, try again later",
            ));
        }
        let usage = address.and_then(|it| state.addresses.get(&it));
        if usage.is_some_and(|it| it.rooms >= limits.rooms_per_address) {
            return Err(refuse(
                RejectCode::RateLimited,
                "there are too many games from your address",
            ));
        }
        Ok(())
    }

    /// Takes up every match the store has that is not over. Returns how many there are.
    pub(crate) async fn restore(&self) -> Result<usize, StoreError> {
        let unfinished = self.store().unfinished().await?;
        let mut restored = 0;
        for (id, code) in unfinished {
            let events = self.store().load(id).await?;
            let (room, handle, inbox) = Room::new(self.clone(), id, code.clone());
            let players = seated_by(&events);
            let stage = if players.len() > 1 { RoomStage::Running } else { RoomStage::Open };
            self.state().insert(id, Entry { handle, stage, players, code, address: None });
            self.spawn(room, inbox, Beginning::Stored(events));
            restored += 1;
        }
        self.metrics().rooms.set(count(restored));
        Ok(restored)
    }

    /// Takes up a match the store has: from these events at the start, or as it is now after a
    /// panic. Says whether that can be done.
    async fn resume(&self, room: &mut Room, events: Option<&[Event]>) -> bool {
        let mut stop = self.stopping();
        loop {
            let resumed = match events {
                Some(events) => room.recover(events).await,
                None => room.pick_up().await,
            };
            match resumed {
                Ok(()) => return true,
                Err(err @ (RoomError::Corrupt(_) | RoomError::Rejected(_))) => {
                    let error = &err as &dyn std::error::Error;
                    tracing::error!(match.id = %room.id(), error, "a match can't be restored");
                    return false;
                }
                // The store is away. The match waits.
                Err(RoomError::Append(_) | RoomError::Reload(_)) => tokio::select! {
                    () = stopped(&mut stop) => return false,
                    () = sleep(ROOM_RETRY) => {}
                },
            }
        }
    }

    /// Turns true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stop.subscribe()
    }

    /// Stops all rooms after the command they have in hand, and waits for them.
    pub(crate) async fn stop(&self) {
        self.0.stop.send_replace(true);
        drop(self.0.alive.lock().expect("no holder of this lock can panic").take());
        // Nothing is ever sent: this ends when the last room has let go of its end.
        let _ = self.0.all_ended.lock().await.recv().await;
    }
}

impl State {
    fn new(queue: Queue) -> State {
        State {
            rooms: HashMap::new(),
            codes: HashMap::new(),
            seats: HashMap::new(),
            queue,
            connections: 0,
            addresses: HashMap::new(),
        }
    }

    fn handle(&self, id: MatchId) -> Option<RoomHandle> {
        self.rooms.get(&id).map(|it| it.handle.clone())
    }

    fn insert(&mut self, id: MatchId, entry: Entry) {
        for player in &entry.players {
            self.seats.insert(player.clone(), id);
        }
        if let Some(code) = &entry.code {
            self.codes.insert(code.clone(), id);
        }
        if let Some(address) = entry.address {
            self.addresses.entry(address).or_default().rooms += 1;
        }
        self.rooms.insert(id, entry);
    }

    fn seat(&mut self, id: MatchId, player: &PlayerId) {
        self.seats.insert(player.clone(), id);
        if let Some(entry) = self.rooms.get_mut(&id)
            && !entry.players.contains(player)
        {
            entry.players.push(player.clone());
        }
    }

    fn remove(&mut self, id: MatchId) {
        let Some(entry) = self.rooms.remove(&id) else { return };
        for player in &entry.players {
            if self.seats.get(player) == Some(&id) {
                self.seats.remove(player);
            }
        }
        if let Some(code) = &entry.code {
            self.codes.remove(code);
        }
        if let Some(address) = entry.address {
            self.release(address, |usage| usage.rooms -= 1);
        }
    }

    /// Gives back what an address had. One that has nothing left is forgotten.
    fn release(&mut self, address: IpAddr, give_back: impl FnOnce(&mut Usage)) {
        if let Some(usage) = self.addresses.get_mut(&address) {
            give_back(usage);
            if usage.connections == 0 && usage.rooms == 0 {
                self.addresses.remove(&address);
            }
        }
    }

    /// The room a player is in, and how far its match is.
    fn room_of(&self, player: &PlayerId) -> Option<(MatchId, RoomStage)> {
        let id = *self.seats.get(player)?;
        self.rooms.get(&id).map(|it| (id, it.stage))
    }
}

/// The people who take a seat in these events.
fn seated_by(events: &[Event]) -> Vec<PlayerId> {
    let seats = events.iter().filter_map(|event| {
        if let Event::Created { host: seat, .. } | Event::Joined { guest: seat, .. } = event {
            Some(seat)
        } else {
            None
        }
    });
    seats.filter(|it| it.bot_level().is_none()).map(|it| it.player.clone()).collect()
}

/// A number for a gauge.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
