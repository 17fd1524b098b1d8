//! The lobby among those of other servers: rooms of matches that others began, opponents found
//! through the store, and the background tasks that find again whatever a lost message would have
//! told.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, MutexGuard, PoisonError, Weak};

use fourfall_match::{Event, Match, MatchId, PlayerId, Terms, Timestamp, Version, opening};
use fourfall_protocol::{Accepted, JoinedMatchmaking, RejectCode, SessionReplaced};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::{Lobby, Opening, Waiting};
use crate::bus::{self, News};
use crate::connection::Connection;
use crate::limits::{
    ADOPTED_AT_ONCE, DRAIN_NOTICE, DRAIN_SLICES, FIGURES_EVERY, FINISHED_ROOM_STAYS,
    LOOK_AGAIN_EVERY, NODE_BEAT_TIMEOUT, NODE_BEATS_EVERY, ROOM_RETRY, ROOMS_LISTED,
    SEATS_CHECKED_EVERY, SWEEP_EVERY, SWEEP_WITHOUT_BUS,
};
use crate::node::Figures;
use crate::room::{Answer, Beginning, RoomHandle, Stage, Taking, Wake};
use crate::store::nodes::{Beat, Beaten, Claim, NodeId, Place, Queued, SeatRow};
use crate::store::{RoomCode, StoreError, patiently};
use crate::telemetry::count;

/// How often it is tried to follow players into a game that another server began.
const FOLLOW_TRIES: u32 = 20;

impl Lobby {
    // Connections.

    pub(super) fn connections(&self) -> MutexGuard<'_, HashMap<Arc<str>, Weak<Connection>>> {
        self.0.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection was opened.
    pub(crate) fn opened(&self, connection: &Arc<Connection>) {
        self.connections().insert(connection.id().into(), Arc::downgrade(connection));
    }

    fn connection(&self, id: &str) -> Option<Arc<Connection>> {
        self.connections().get(id)?.upgrade()
    }

    fn open_connections(&self) -> Vec<Arc<Connection>> {
        self.connections().values().filter_map(Weak::upgrade).collect()
    }

    // Rooms of matches that others began.

    /// The room of a match: the one that is here, or one for a match of another server.
    pub(crate) async fn room(&self, id: MatchId) -> Result<Option<RoomHandle>, StoreError> {
        if let Some(room) = self.registry().room(id) {
            return Ok(Some(room));
        }
        let services = self.services();
        if !services.node.is_shared() {
            return Ok(None);
        }
        let events = patiently(services.store.load(id)).await?;
        let corrupt = |err| StoreError::Corrupt(format!("the match {id}: {err}"));
        let state = Match::replay(&events).map_err(corrupt)?;
        let code = match &state {
            Match::New | Match::Closed(_) => return Ok(None),
            Match::Finished(it) if services.now().since(it.ended) > FINISHED_ROOM_STAYS => {
                return Ok(None);
            }
            Match::Open(_) | Match::Playing(_) => services.store.code_of(id).await?,
            Match::Finished(_) => None,
        };
        let version = Version::default().after(events.len());
        let last = events.last().map_or(Timestamp::from_unix_ms(0), Event::at);
        let by = Taking::Interest;
        let beginning = Beginning::Stored { state, version, last, code: code.clone(), by };
        let room = RoomHandle::start(self, id, beginning);
        let room = self.registry().insert_or_get(room, code, &services.metrics);
        // Events between reading the match and being told of new ones.
        for (_, after, events) in services.store.since(&[(id, version)]).await? {
            room.wake(Wake::News { after, events });
        }
        Ok(Some(room))
    }

    pub(crate) async fn room_by_code(
        &self,
        code: &RoomCode,
    ) -> Result<Option<RoomHandle>, StoreError> {
        if let Some(room) = self.registry().room_by_code(code) {
            return Ok(Some(room));
        }
        match self.services().store.by_code(code).await? {
            Some(id) => self.room(id).await,
            None => Ok(None),
        }
    }

    /// The room a player has a seat in, here or at another server.
    pub(crate) async fn room_of(
        &self,
        player: &PlayerId,
    ) -> Result<Option<RoomHandle>, StoreError> {
        let here = self.registry().room_of(player);
        // A game that is on here is the one; otherwise the store knows better.
        if here.as_ref().is_some_and(|it| it.stage() != Stage::Over) {
            return Ok(here);
        }
        match self.seat_of(player).await? {
            Some(seat) => Ok(self.room(seat.id).await?.or(here)),
            None => Ok(here),
        }
    }

    async fn seat_of(&self, player: &PlayerId) -> Result<Option<SeatRow>, StoreError> {
        let players = std::slice::from_ref(player);
        Ok(patiently(self.services().store.seats_of(players)).await?.pop())
    }

    /// Opens a room here for a match that another server has begun, for its players who are
    /// connected here.
    pub(crate) async fn follow(&self, id: MatchId, connections: Vec<(PlayerId, Arc<Connection>)>) {
        let services = self.services();
        for _ in 0..FOLLOW_TRIES {
            let events = match patiently(services.store.load(id)).await {
                Ok(events) if !events.is_empty() => events,
                Ok(_) | Err(_) => {
                    sleep(ROOM_RETRY).await;
                    continue;
                }
            };
            return self.seat_here(id, events, connections);
        }
    }

    fn seat_here(
        &self,
        id: MatchId,
        events: Vec<Event>,
        connections: Vec<(PlayerId, Arc<Connection>)>,
    ) {
        let services = self.services();
        for (player, _) in &connections {
            self.move_on(player);
            self.registry().sit(player, id);
        }
        let Some(Event::Created { host, .. }) = events.first() else { return };
        let host = host.player.clone();
        let (code, seated) = (None, connections.clone());
        let room = RoomHandle::start(self, id, Beginning::Followed { host, code, connections });
        let here = self.registry().insert_or_get(room.clone(), None, &services.metrics);
        if here.is(&room) {
            // From the first event on, so that the players are told that it begins.
            here.wake(Wake::News { after: Version::default(), events });
        } else {
            for (player, connection) in seated {
                here.wake(Wake::Seated { player, connection });
            }
        }
    }

    /// For a player whose session is back, but whose game has no room here any more.
    pub(super) fn find_again(&self, connection: &Arc<Connection>) {
        let (lobby, connection) = (self.clone(), connection.clone());
        self.services().spawn(async move {
            // If the store is unavailable, the player asks for it.
            let _ = lobby.seat_again(&connection).await;
        });
    }

    /// Opens a room for the game that a player has at another server, if there is one.
    pub(crate) async fn seat_again(
        &self,
        connection: &Arc<Connection>,
    ) -> Result<Option<MatchId>, StoreError> {
        let player = connection.player();
        let Some(room) = self.room_of(&player).await?.filter(|it| it.stage() != Stage::Over) else {
            return Ok(None);
        };
        // So that the room is told when the connection ends.
        self.registry().sit(&player, room.id());
        room.wake(Wake::Seated { player, connection: connection.clone() });
        Ok(Some(room.id()))
    }

    // Looking for an opponent.

    /// Ends a player's wait through this connection.
    pub(crate) fn withdraw(&self, player: &PlayerId, connection: &Arc<Connection>) {
        let services = self.services().clone();
        if services.node.is_shared() {
            let (player, place) = (player.clone(), services.node.place(connection.id()));
            services.clone().spawn(async move {
                // A row that stays behind does no harm: whoever takes it finds the connection gone.
                let _ = services.store.withdraw(&player, Some(&place)).await;
            });
        }
    }

    /// Ends a player's wait at other servers, in favour of a new game here.
    pub(crate) async fn withdraw_elsewhere(&self, player: &PlayerId) -> Result<(), StoreError> {
        let services = self.services();
        if let Some(place) = services.store.withdraw(player, None).await?
            && place.node != services.node.id()
        {
            services.node.tell(|| News::replaced(&place, player));
        }
        Ok(())
    }

    /// Begins a game with somebody who waits at another server.
    pub(crate) async fn open_with(&self, host: Queued, mine: Waiting) -> Answer {
        let services = self.services();
        let id = services.fresh_id();
        let player = mine.seat.player.clone();
        if let Err(busy) = self.reserve(std::slice::from_ref(&player), id) {
            drop(busy);
            return Err(crate::wire::playing_already());
        }
        let accepted = Accepted::JoinedMatchmaking(JoinedMatchmaking {
            player_id: player.to_string(),
            room_id: Some(id.to_string()),
            position: None,
        });
        let lot = services.draw_lot();
        let Queued { seq, seat, terms, place, whereabouts } = host;
        let rated = terms.rated && !mine.seeker.whereabouts.is_near(&whereabouts);
        let terms = Terms { rated, ..terms };
        let guest = mine.seat.clone();
        let elsewhere = vec![Claim { player: seat.player.clone(), place: Some(place) }];
        let events = opening(seat, guest, terms, lot, services.now()).to_vec();
        self.open(Opening {
            id,
            code: None,
            events,
            from: mine.connection.clone(),
            connections: vec![(player, mine.connection.clone())],
            elsewhere,
            takes: [seq].into_iter().chain(mine.seq).collect(),
            accepted,
        })
        .await
    }

    /// For those who wait, looks again: for a game that they have by now, and for others who wait.
    async fn look_again(&self) -> Result<(), StoreError> {
        let services = self.services();
        let waiting = self.matchmaker().queued();
        if waiting.is_empty() || !services.node.has_others() {
            return Ok(());
        }
        let players: Vec<_> = waiting.iter().map(|it| it.seat.player.clone()).collect();
        for seat in services.store.seats_of(&players).await?.into_iter().filter(|it| it.running) {
            self.paired(&seat).await;
        }
        for mine in waiting {
            let Some(seq) = mine.seq else { continue };
            let waited = services.now().since(mine.since);
            let found = services.store.look_again(seq, &mine.seeker, waited).await?;
            let Some(found) = found else { continue };
            if self.matchmaker().take(mine.connection.id()).is_none() {
                continue;
            }
            let opened = self.open_with(found, mine.clone()).await;
            if opened.is_err() {
                self.matchmaker().put_back(mine);
            }
        }
        Ok(())
    }

    /// Somebody who waits here has a game.
    async fn paired(&self, seat: &SeatRow) {
        let Some(place) = &seat.place else { return };
        if place.node != self.services().node.id() || self.is_seated(seat, place) {
            return;
        }
        // By the connection and not by the queue: a player who was found here at the same moment,
        // but whose game was not begun, is no longer in the queue.
        drop(self.matchmaker().take(&place.conn));
        if let Some(connection) = self.connection(&place.conn)
            && connection.speaks_for(&seat.player)
        {
            self.follow(seat.id, vec![(seat.player.clone(), connection)]).await;
        }
    }

    /// Whether the room here has the player at the same connection as the store.
    fn is_seated(&self, seat: &SeatRow, place: &Place) -> bool {
        let seated = self.registry().room(seat.id).map(|it| it.seated_here()).unwrap_or_default();
        seated.iter().any(|(player, it)| *player == seat.player && *it.id() == *place.conn)
    }

    // Background tasks.

    /// Starts the background tasks of a server that shares its store. On a store of its own there
    /// are none.
    pub(crate) fn live_among_others(&self, news: mpsc::Receiver<News>) {
        if !self.services().node.is_shared() {
            return;
        }
        let services = self.services();
        let lobby = self.clone();
        services.spawn(async move { lobby.hear(news).await });
        let lobby = self.clone();
        services.spawn(async move { lobby.sweep().await });
        let lobby = self.clone();
        services.spawn(async move {
            let mut ticks = ticks(LOOK_AGAIN_EVERY);
            loop {
                ticks.tick().await;
                // If the store is unavailable, it is asked again soon.
                let _ = lobby.look_again().await;
            }
        });
        let lobby = self.clone();
        services.spawn(async move {
            let mut ticks = ticks(SEATS_CHECKED_EVERY);
            loop {
                ticks.tick().await;
                let _ = lobby.check_seats().await;
            }
        });
        let lobby = self.clone();
        // Not among the tracked tasks: a server that is stopping is still alive until it is gone.
        tokio::spawn(async move { lobby.beat_until_gone().await });
    }

    async fn hear(&self, mut news: mpsc::Receiver<News>) {
        while let Some(news) = news.recv().await {
            self.heard(news);
        }
        // Without a bus there is nothing to receive.
        std::future::pending().await
    }

    fn heard(&self, news: News) {
        let services = self.services();
        let me = services.node.id();
        match news {
            News::Beat { from, store_ok } => services.node.heard_beat(NodeId(from), store_ok),
            News::Happened { from, id, after, at, events } if from != me.0 => {
                let Some(room) = id.parse().ok().and_then(|id| self.registry().room(id)) else {
                    return;
                };
                let late = services.now().unix_ms().saturating_sub(at);
                services.metrics.heard(std::time::Duration::from_millis(late));
                room.wake(match bus::events(&events) {
                    Some(events) => Wake::News { after: Version(after), events },
                    None => Wake::Unreadable,
                });
            }
            News::Reacted { from, id, player, reaction } if from != me.0 => {
                let room = id.parse().ok().and_then(|id| self.registry().room(id));
                if let (Some(room), Some(player)) = (room, PlayerId::new(&player)) {
                    room.wake(Wake::Reacted { player, reaction });
                }
            }
            News::Paired { to, id, player, conn } if to == me.0 => {
                let (Ok(id), Some(player)) = (id.parse(), PlayerId::new(&player)) else { return };
                let place = Some(services.node.place(&conn));
                let (lobby, seat) = (self.clone(), SeatRow { player, id, running: true, place });
                services.spawn(async move { lobby.paired(&seat).await });
            }
            News::Replaced { to, player, conn } if to == me.0 => {
                if let Some(player) = PlayerId::new(&player) {
                    self.replaced(&player, &conn);
                }
            }
            News::Adopt { from } if from != me.0 => {
                let lobby = self.clone();
                services.spawn(async move { lobby.adopt().await });
            }
            News::Happened { .. }
            | News::Reacted { .. }
            | News::Paired { .. }
            | News::Replaced { .. }
            | News::Adopt { .. } => {}
        }
    }

    /// A player has connected through another server.
    fn replaced(&self, player: &PlayerId, conn: &str) {
        if let Some(waiting) = self.matchmaker().take(conn) {
            waiting.connection.send(SessionReplaced {});
            waiting.connection.close();
        }
        if let Some(room) = self.registry().room_of(player) {
            room.wake(Wake::Replaced { player: player.clone(), conn: conn.into() });
        }
    }

    /// Asks the store what others have written: often while news is slow, seldom otherwise.
    async fn sweep(&self) {
        let services = self.services();
        let mut swept = Instant::now();
        let mut ticks = ticks(SWEEP_WITHOUT_BUS);
        loop {
            ticks.tick().await;
            let node = &services.node;
            let slow = node.news_are_fast() && swept.elapsed() < SWEEP_EVERY;
            if slow || !node.has_others() {
                continue;
            }
            swept = Instant::now();
            let rooms = self.registry().rooms();
            let known: Vec<_> =
                rooms.iter().filter_map(|it| Some((it.id(), it.to_sweep()?))).collect();
            if known.is_empty() {
                continue;
            }
            services.metrics.sweeps.inc();
            let Ok(tails) = patiently(services.store.since(&known)).await else { continue };
            for (id, after, events) in tails {
                services.metrics.swept.inc();
                if let Some(room) = self.registry().room(id) {
                    room.wake(match events.is_empty() {
                        false => Wake::News { after, events },
                        true => Wake::Unreadable,
                    });
                }
            }
        }
    }

    /// Compares the seats in the store with the connections that are here.
    async fn check_seats(&self) -> Result<(), StoreError> {
        let services = self.services();
        if services.node.is_draining() || !services.node.has_others() {
            return Ok(());
        }
        // Seats that the store has at this server: games that were begun for people here.
        let seats = services.store.seats_here().await?;
        let mut ours = HashSet::new();
        for seat in &seats {
            let Some(place) = &seat.place else { continue };
            ours.insert((seat.player.clone(), place.conn.clone()));
            if self.is_seated(seat, place) {
                continue;
            }
            if self.connection(&place.conn).is_some_and(|it| it.speaks_for(&seat.player)) {
                self.paired(seat).await;
                continue;
            }
            match self.room(seat.id).await {
                // The player was gone before anybody here knew of the game.
                Ok(Some(room)) => {
                    let (player, place) = (seat.player.clone(), seat.place.clone());
                    room.wake(Wake::Orphaned { player, place });
                }
                // A match that can't be read must not keep the others from being checked.
                Ok(None) | Err(StoreError::Corrupt(_)) => {}
                Err(err) => return Err(err),
            }
        }
        // Connections here that play, but that the store has at another server: the player went
        // there.
        let running = self.registry().rooms().into_iter().filter(|it| it.stage() == Stage::Running);
        let strange: Vec<_> = running
            .flat_map(|room| room.seated_here().into_iter().map(move |it| (room.clone(), it)))
            // The store may still name the server that a player has just come from.
            .filter(|(_, (_, it))| !it.is_claiming())
            .filter(|(_, (player, it))| !ours.contains(&(player.clone(), Arc::from(it.id()))))
            .collect();
        if strange.is_empty() {
            return Ok(());
        }
        let players: Vec<_> = strange.iter().map(|(_, (player, _))| player.clone()).collect();
        let seats = services.store.seats_of(&players).await?;
        for (room, (player, connection)) in strange {
            let elsewhere = |it: &SeatRow| {
                let place = it.place.as_ref();
                it.player == player
                    && it.id == room.id()
                    && place.is_some_and(|it| it.node != services.node.id())
            };
            if seats.iter().any(elsewhere) {
                room.wake(Wake::Replaced { player, conn: connection.id().into() });
            }
        }
        Ok(())
    }

    /// Takes over matches that have no keeper.
    async fn adopt(&self) {
        if self.services().node.is_draining() {
            return;
        }
        loop {
            match self.take_up(Taking::Adoption, ADOPTED_AT_ONCE).await {
                Ok(0) | Err(_) => return,
                Ok(adopted) => {
                    self.services().metrics.adoptions.inc_by(adopted as u64);
                    tracing::info!(adopted, "took over matches without a keeper");
                }
            }
        }
    }

    /// Treats players as missing whose server is gone and who have not come back.
    async fn find_orphans(&self) {
        let Ok(seats) = self.services().store.orphans().await else { return };
        for SeatRow { player, id, place, .. } in seats {
            if let Some(room) = self.registry().room(id) {
                room.wake(Wake::Orphaned { player, place });
            }
        }
    }

    /// Sends a heartbeat every second, and does what follows from the answer.
    async fn beat_until_gone(&self) {
        let services = self.services();
        let mut ticks = ticks(NODE_BEATS_EVERY);
        let (mut told, mut told_at, mut figures) = (None, Instant::now(), None);
        let mut checked = Instant::now();
        while !services.tasks.is_closed() {
            ticks.tick().await;
            if told_at.elapsed() >= FIGURES_EVERY && services.node.has_others() {
                let fresh = self.figures();
                told_at = Instant::now();
                if told.as_ref() != Some(&fresh) {
                    figures = serde_json::to_string(&fresh).ok();
                    told = Some(fresh);
                }
            }
            match self.beat(figures.clone()).await {
                Ok(Some(beaten)) => {
                    figures = None;
                    let changed = self.beaten(&beaten);
                    if changed || checked.elapsed() >= SEATS_CHECKED_EVERY {
                        checked = Instant::now();
                        let lobby = self.clone();
                        services.spawn(async move {
                            lobby.adopt().await;
                            lobby.find_orphans().await;
                        });
                    }
                }
                Ok(None) => self.fenced().await,
                Err(err) => {
                    let error = &err as &dyn std::error::Error;
                    tracing::debug!(error, "a beat failed");
                    services.metrics.beats_failed.inc();
                    services.node.beat_on_bus(false);
                    if services.node.beat_failed() {
                        tracing::error!(
                            "this server does not reach the store, others do: its sockets are closed"
                        );
                        services.metrics.evictions.inc();
                        self.close_connections();
                    }
                }
            }
        }
    }

    pub(crate) async fn beat(&self, figures: Option<String>) -> Result<Option<Beaten>, StoreError> {
        let node = &self.services().node;
        let beat = Beat {
            draining: node.is_draining(),
            bus_ok: node.bus_works(),
            may_judge: node.may_judge(),
            figures,
        };
        let beating = timeout(NODE_BEAT_TIMEOUT, self.services().store.beat(&beat));
        beating.await.unwrap_or(Err(StoreError::TimedOut))
    }

    /// What follows from a successful heartbeat. Returns whether the set of living servers has
    /// changed.
    pub(crate) fn beaten(&self, beaten: &Beaten) -> bool {
        let services = self.services();
        if let Some((at, asked, answered)) = beaten.now {
            let lag = answered.duration_since(asked).as_millis();
            services.metrics.store_lag.set(i64::try_from(lag).unwrap_or(i64::MAX));
            if services.clock.follow(at, asked, answered) {
                tracing::warn!("the store's clock was set: all games' clocks start again");
                self.registry().rooms().iter().for_each(|it| it.wake(Wake::StoodStill));
            }
        }
        let changed = services.node.beaten(beaten);
        services.node.beat_on_bus(true);
        services.metrics.bus_healthy.set(i64::from(services.node.bus_works()));
        services.metrics.nodes.set(count(beaten.others.len() + 1));
        for room in self.registry().rooms() {
            room.watched_elsewhere(services.node.watched_elsewhere(room.id()));
        }
        changed
    }

    fn figures(&self) -> Figures {
        let rooms = self.registry().rooms();
        let listed = rooms.iter().filter(|it| it.stage() == Stage::Running);
        let watched = rooms.iter().map(|it| (it.id().to_string(), it.watched_here()));
        Figures {
            online: self.online_here(),
            listed: listed.filter_map(RoomHandle::listed).take(ROOMS_LISTED).collect(),
            watched: watched.filter(|(_, it)| *it > 0).collect(),
        }
    }

    /// Others have declared this server dead and run its matches: it gives up everything, and joins
    /// again under a new number.
    async fn fenced(&self) {
        let services = self.services();
        tracing::error!(
            "other servers declared this one dead: it closes its sockets and starts again"
        );
        services.metrics.fenced.inc();
        services.node.cut_off();
        self.matchmaker().clear();
        self.close_connections();
        self.registry().rooms().iter().for_each(|it| it.wake(Wake::Fenced));
        loop {
            if let Ok(id) = services.store.join(&services.seed).await {
                services.node.becomes(id);
                // Its next heartbeat lets people in again.
                return;
            }
            sleep(ROOM_RETRY).await;
        }
    }

    /// Closes every connection. Their clients reconnect to a server that reaches the store.
    fn close_connections(&self) {
        self.open_connections().iter().for_each(|it| it.drop_link());
    }

    /// Hands the games over to other servers, if there are any, before this one stops: proxies are
    /// given time to notice, and sockets are closed some at a time, without counting their players
    /// as absent.
    pub(crate) async fn drain(&self) {
        let services = self.services();
        if !services.node.has_others() {
            return;
        }
        tracing::info!("handing the games over to other servers");
        services.node.drain();
        // The others learn it from the next heartbeat, the proxy from its next check.
        sleep(DRAIN_NOTICE).await;
        self.matchmaker().clear();
        let _ = services.store.give_up().await;
        services.node.tell(|| News::Adopt { from: services.node.id().0 });
        let connections = self.open_connections();
        let slices: u32 = 20;
        let size = connections.len().div_ceil(slices as usize).max(1);
        for slice in connections.chunks(size) {
            slice.iter().for_each(|it| it.drop_link());
            sleep(DRAIN_SLICES / slices).await;
        }
    }
}

fn ticks(every: std::time::Duration) -> tokio::time::Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Whether a refusal means that somebody has another game by now.
pub(crate) fn is_busy(answer: &Answer) -> bool {
    matches!(answer, Err(refusal) if refusal.code == RejectCode::AlreadyInGame)
}
