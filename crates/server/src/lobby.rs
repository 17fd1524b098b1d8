//! Everything that is not inside one match, part by part: which rooms there are and who sits where
//! ([`Registry`]), who looks for an opponent ([`Matchmaker`]), how many may connect
//! ([`Admission`]); and here how rooms are opened, restored after a restart, and stopped.

mod admission;
mod matchmaking;
mod nodes;
mod registry;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use fourfall_match::{Event, Match, MatchId, PlayerId, Timestamp, Version};
use fourfall_protocol::{Accepted, SessionReplaced, rest};
use tokio::time::{Instant, sleep};

use crate::connection::Connection;
use crate::limits::{CLOCK_BEAT, ONLINE_COUNTED_EVERY, ROOMS_LISTED};
use crate::rate::WrongCodes;
use crate::room::{Answer, Ask, Beginning, RoomHandle, Stage, Taking, Wake};
use crate::services::Services;
use crate::store::nodes::Claim;
use crate::store::{RoomCode, StoreError};
use crate::wire;

pub(crate) use admission::{Admission, Admitted};
pub(crate) use matchmaking::{Again, Matchmaker, Search, Waiting};
pub(crate) use nodes::is_busy;
pub(crate) use registry::{Busy, Engagement, Registry};

/// Everything that is not inside one match.
#[derive(Clone)]
pub(crate) struct Lobby(Arc<Parts>);

struct Parts {
    services: Arc<Services>,
    registry: Registry,
    matchmaker: Matchmaker,
    admission: Arc<Admission>,
    wrong_codes: WrongCodes,
    /// Every open connection, by its id.
    connections: Mutex<HashMap<Arc<str>, Weak<Connection>>>,
    /// Cached for a while, because counting looks into every room.
    online: Mutex<Option<(Instant, rest::Online)>>,
}

/// A match that is about to begin. Its seats are reserved.
pub(crate) struct Opening {
    pub(crate) id: MatchId,
    pub(crate) code: Option<RoomCode>,
    pub(crate) events: Vec<Event>,
    /// Who asked for it.
    pub(crate) from: Arc<Connection>,
    /// Everybody who is told that it begins.
    pub(crate) connections: Vec<(PlayerId, Arc<Connection>)>,
    /// Those of them who are connected to other servers.
    pub(crate) elsewhere: Vec<Claim>,
    /// Places in the queue that end with it.
    pub(crate) takes: Vec<i64>,
    pub(crate) accepted: Accepted,
}

impl Lobby {
    pub(crate) fn new(services: Services) -> Lobby {
        let matchmaker = Matchmaker::new(services.limits.waiting, services.metrics.waiting.clone());
        let admission = Arc::new(Admission::new(services.metrics.clone()));
        Lobby(Arc::new(Parts {
            services: Arc::new(services),
            registry: Registry::default(),
            matchmaker,
            admission,
            wrong_codes: WrongCodes::new(),
            connections: Mutex::default(),
            online: Mutex::default(),
        }))
    }

    pub(crate) fn services(&self) -> &Arc<Services> {
        &self.0.services
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.0.registry
    }

    pub(crate) fn matchmaker(&self) -> &Matchmaker {
        &self.0.matchmaker
    }

    pub(crate) fn admission(&self) -> &Arc<Admission> {
        &self.0.admission
    }

    pub(crate) fn wrong_codes(&self) -> &WrongCodes {
        &self.0.wrong_codes
    }

    /// Gives players their seats in a new match. They leave finished ones, whose rooms are told,
    /// and stop looking for an opponent.
    pub(crate) fn reserve(&self, players: &[PlayerId], id: MatchId) -> Result<(), Busy> {
        for (player, left) in self.registry().reserve(players, id)? {
            left.wake(Wake::MovedOn(player));
        }
        players.iter().for_each(|it| self.stop_waiting(it));
        Ok(())
    }

    /// Ends a player's search through another connection.
    pub(crate) fn stop_waiting(&self, player: &PlayerId) {
        if let Some(earlier) = self.matchmaker().connection_of(player) {
            self.matchmaker().leave(player);
            self.withdraw(player, &earlier);
            earlier.send(SessionReplaced {});
            earlier.close();
        }
    }

    /// A player looks for another game, and so leaves a finished one, whose room is told.
    pub(crate) fn move_on(&self, player: &PlayerId) {
        if let Some(room) = self.registry().room_of(player)
            && room.stage() == Stage::Over
        {
            self.registry().release(player, room.id());
            room.wake(Wake::MovedOn(player.clone()));
        }
    }

    fn release(&self, players: &[PlayerId], id: MatchId) {
        players.iter().for_each(|it| self.registry().release(it, id));
    }

    /// Starts a room, and answers when its first events are stored. The seats are reserved already;
    /// they are given back if it fails.
    pub(crate) async fn open(&self, opening: Opening) -> Answer {
        let Opening { id, code, events, from, connections, elsewhere, takes, accepted } = opening;
        let players: Vec<_> = connections.iter().map(|(player, _)| player.clone()).collect();
        let services = self.services();
        let checked = services
            .check_running()
            .and_then(|()| self.registry().check_limits(&services.limits, from.address()));
        if let Err(refusal) = checked {
            self.release(&players, id);
            return Err(refusal);
        }
        let host = players.first().cloned().unwrap_or_else(|| from.player());
        let beginning = Beginning::New { host, code: code.clone(), connections, elsewhere, takes };
        let room = RoomHandle::start(self, id, beginning);
        let address = Some(from.address());
        if !self.registry().insert(room.clone(), code, address, &services.metrics) {
            self.release(&players, id);
            return Err(wire::busy());
        }
        room.ask(&from, services.now(), Ask::Open { events, accepted }).await
    }

    /// Restores every match of the store that is not over and has no other server as its keeper.
    /// Returns how many there are. A damaged one is set aside and logged.
    pub(crate) async fn restore(&self) -> Result<usize, StoreError> {
        let by =
            if self.services().node.has_others() { Taking::Adoption } else { Taking::Recovery };
        self.take_up(by, u32::MAX).await
    }

    async fn take_up(&self, by: Taking, limit: u32) -> Result<usize, StoreError> {
        let services = self.services();
        let mut restored = 0;
        let mut running = HashSet::new();
        for (id, code) in services.store.adopt(limit).await? {
            if let Some(room) = self.registry().room(id) {
                room.wake(Wake::Adopted);
                restored += 1;
                continue;
            }
            let read = services.store.load(id).await;
            let events = match read {
                Ok(events) => events,
                Err(err @ StoreError::Corrupt(_)) => {
                    set_aside(id, &err);
                    continue;
                }
                Err(err) => return Err(err),
            };
            let state = match Match::replay(&events) {
                Ok(state) => state,
                Err(err) => {
                    set_aside(id, &err);
                    continue;
                }
            };
            let people: Vec<_> = state.people().map(|it| it.player.clone()).collect();
            let is_running = matches!(state, Match::Playing(_));
            let version = Version::default().after(events.len());
            let last = events.last().map_or(Timestamp::from_unix_ms(0), Event::at);
            services.clock.not_before(last);
            let beginning = Beginning::Stored { state, version, last, code: code.clone(), by };
            let room = RoomHandle::start(self, id, beginning);
            if !self.registry().insert(room.clone(), code, None, &services.metrics) {
                tracing::error!(match.id = %id, "two private games have the same code");
                continue;
            }
            for player in people {
                // A game that is being played comes before one that waits for a guest.
                if is_running || !running.contains(&player) {
                    self.registry().restore_seat(&player, id);
                }
                if is_running {
                    running.insert(player);
                }
            }
            // Everybody gets their whole time again.
            room.wake(Wake::Presence);
            restored += 1;
        }
        Ok(restored)
    }

    /// A connection was opened or lost, or speaks for another player now: this player's room
    /// compares again who is here.
    pub(crate) fn presence_changed(&self, player: &PlayerId) {
        if let Some(room) = self.registry().room_of(player) {
            room.wake(Wake::Presence);
        }
    }

    /// A connection is lost: its search ends, and its rooms are told.
    pub(crate) fn lost(&self, connection: &Arc<Connection>) {
        connection.set_gone(true);
        self.connections().remove(connection.id());
        if self.matchmaker().forget(connection) {
            self.withdraw(&connection.player(), connection);
        }
        if let Some(room) = connection.watching().and_then(|it| self.registry().room(it)) {
            room.stop_watching(connection);
        }
        self.presence_changed(&connection.player());
    }

    /// A lost connection is back, as if it had never been lost. `missed` says that it may have
    /// missed messages.
    pub(crate) fn recovered(&self, connection: &Arc<Connection>, missed: bool) {
        connection.set_gone(false);
        self.opened(connection);
        if let Some(room) = connection.watching().and_then(|it| self.registry().room(it)) {
            // If the game can't be watched any more, it is over or full.
            let _ = room.watch(connection);
        }
        if let Some(room) = self.registry().room_of(&connection.player()) {
            room.wake(Wake::Presence);
            if missed {
                room.send_whole(connection);
            }
        } else if self.services().node.is_shared() {
            self.find_again(connection);
        }
    }

    /// The running games that are public.
    pub(crate) fn listed(&self) -> Vec<rest::Room> {
        let rooms = self.registry().rooms();
        let running = rooms.iter().filter(|it| it.stage() == Stage::Running);
        let here = running.filter_map(RoomHandle::listed);
        here.chain(self.services().node.listed_elsewhere()).take(ROOMS_LISTED).collect()
    }

    /// How much is going on.
    pub(crate) fn online(&self) -> rest::Online {
        let mut counted = self.0.online.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, online)) = &*counted
            && at.elapsed() < ONLINE_COUNTED_EVERY
        {
            return online.clone();
        }
        let mut online = self.online_here();
        for other in self.services().node.online_elsewhere() {
            online.online += other.online;
            online.playing += other.playing;
            online.waiting += other.waiting;
            online.games += other.games;
        }
        *counted = Some((Instant::now(), online.clone()));
        online
    }

    fn online_here(&self) -> rest::Online {
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let rooms = self.registry().rooms();
        let running: Vec<_> = rooms.iter().filter(|it| it.stage() == Stage::Running).collect();
        rest::Online {
            online: number(self.admission().len()),
            playing: number(running.iter().map(|it| it.players_here()).sum()),
            waiting: number(self.matchmaker().len()),
            games: number(running.iter().filter(|it| it.keeps()).count()),
        }
    }

    /// Watches the clock. When the server has stood still, every game gives its players their time
    /// back.
    pub(crate) async fn watch_clock(&self) {
        let mut absences = 0;
        loop {
            let counted = self.services().clock.beat();
            if counted > absences {
                absences = counted;
                tracing::warn!("the server has stood still: all games' clocks start again");
                self.registry().rooms().iter().for_each(|it| it.wake(Wake::StoodStill));
            }
            sleep(CLOCK_BEAT).await;
        }
    }

    /// Lets rooms finish what they have in hand, and takes nothing new.
    pub(crate) async fn stop(&self) {
        let services = self.services();
        services.stopping.cancel();
        services.tasks.close();
        services.tasks.wait().await;
        services.writer.close().await;
    }
}

fn set_aside(id: MatchId, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(match.id = %id, error, "a damaged match is set aside");
}
