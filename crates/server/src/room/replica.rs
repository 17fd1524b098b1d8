//! A room whose match has rooms on other servers too. Any of them may write; the version decides
//! whose append counts. The others are told and catch up, through the one path that also tells the
//! audience.

use std::sync::Arc;

use fourfall_match::{Action, Event, Match, MatchId, PlayerId, Rematch, Version};
use fourfall_protocol::{Reaction, SessionReplaced};
use fourfall_rules::Player;
use tokio::time::{Instant, sleep};

use super::draft::Draft;
use super::handle::Request;
use super::time::Owed;
use super::{Ask, Room, Work};
use crate::bus::News;
use crate::connection::Connection;
use crate::limits::{DESERTED_ROOM_STAYS, ROOM_RETRY, STRIKE_DELAY};
use crate::store::nodes::{Beside, Claim, Place, Proof};

impl Room {
    // What others write.

    /// Others have written: applied if it is what comes next, and read from the store if something is
    /// missing in between.
    pub(super) fn news(&mut self, after: Version, events: &[Event]) {
        let end = after.after(events.len());
        if end <= self.version {
            return;
        }
        match self.work {
            Work::Idle if after <= self.version => {
                let known = usize::try_from(self.version.0 - after.0).unwrap_or(usize::MAX);
                self.catch_up(events.get(known..).unwrap_or_default());
                self.heard = self.heard.max(self.version);
            }
            // Whatever it waits for, it looks again afterwards.
            Work::Idle | Work::Storing(_) | Work::Reading { .. } | Work::Opening { .. } => {
                self.services().metrics.catch_ups.inc();
                self.heard = self.heard.max(end);
            }
            Work::Closed => {}
        }
    }

    /// A newer version of the program, on another server, has written something that this one can't
    /// read. The match is fine: the clients here are disconnected, and find a server that can read
    /// it.
    pub(super) fn unreadable(&mut self) {
        tracing::error!(match.id = %self.id, "this version can't read an event of a newer one");
        if self.services().node.is_shared() {
            self.audience.drop_links();
            self.close();
        } else {
            self.give_up();
        }
    }

    /// Sends a player's reaction to the other servers, too.
    pub(super) fn react_elsewhere(&self, by: &PlayerId, reaction: Reaction) {
        let node = &self.services().node;
        let (id, player) = (self.id.to_string(), by.to_string());
        node.tell(|| News::Reacted { from: node.id().0, id, player, reaction });
    }

    /// Tells other servers before anything is stored, which is wrong: only to prove that the chaos
    /// rig finds it.
    pub(super) fn tell_too_early(&self, draft: &Draft) {
        if crate::seeded_bug("publish") {
            self.publish(draft);
        }
    }

    /// Tells other servers what is stored.
    pub(super) fn tell_others(&self, draft: &Draft) {
        if !crate::seeded_bug("publish") {
            self.publish(draft);
        }
        if let Match::New = self.state {
            for claim in &self.elsewhere {
                if let Some(place) = &claim.place {
                    self.services().node.tell(|| News::paired(place, self.id, &claim.player));
                }
            }
        }
    }

    fn publish(&self, draft: &Draft) {
        let services = self.services();
        let (node, now) = (&services.node, services.now().unix_ms());
        node.tell(|| News::happened(node.id(), self.id, self.version, now, draft.events()));
    }

    /// Takes the players here to the rematch that another server has opened.
    pub(super) fn follow_rematch(&mut self, events: &[Event]) {
        let agreed = |it: &Event| {
            if let Event::RematchAgreed { next, .. } = it { Some(*next) } else { None }
        };
        let Some(next) = events.iter().find_map(agreed) else { return };
        let seated = self.audience.seated();
        let connections: Vec<_> = seated.map(|(id, it)| (id.clone(), it.clone())).collect();
        self.audience.unseat_all();
        self.close_soon_if_deserted(Instant::now());
        self.follow(next, connections);
    }

    fn follow(&self, next: MatchId, connections: Vec<(PlayerId, Arc<Connection>)>) {
        if connections.is_empty() {
            return;
        }
        let lobby = self.lobby.clone();
        self.services().spawn(async move { lobby.follow(next, connections).await });
    }

    // Who sits where.

    /// Whether this server decides if a player is here or away: it does for players whose last
    /// connection was here. Where no other server writes, that is everybody.
    pub(super) fn answers_for(&self, player: &PlayerId) -> bool {
        !self.services().node.is_shared() || self.audience.last(player).is_some()
    }

    /// Whether a player is here according to the log.
    pub(super) fn is_logged_here(&self, player: &PlayerId) -> bool {
        match &self.state {
            Match::Open(open) => open.away.is_none(),
            Match::Playing(game) => {
                Player::BOTH.iter().any(|it| game.seats[*it].player == *player && game.is_here(*it))
            }
            Match::New | Match::Closed(_) | Match::Finished(_) => false,
        }
    }

    /// What the store must check besides the version.
    pub(super) fn beside(&self, request: Option<&Request>, proof: Option<Proof>) -> Beside {
        let node = &self.services().node;
        if !node.is_shared() {
            return Beside::default();
        }
        let here = |player: &PlayerId, connection: &Connection| Claim {
            player: player.clone(),
            place: Some(node.place(connection.id())),
        };
        match (&self.state, request.map(|it| (&it.ask, it))) {
            (Match::New, _) => {
                let seated = self.audience.seated().map(|(id, it)| here(id, it));
                let seats = seated.chain(self.elsewhere.iter().cloned()).collect();
                Beside { seats, takes: self.takes.clone(), proof }
            }
            (_, Some((Ask::Join { .. }, request))) => {
                let seats = vec![here(&request.by, &request.from)];
                Beside { seats, takes: Vec::new(), proof }
            }
            (_, Some(_) | None) => Beside { proof, ..Beside::default() },
        }
    }

    /// What must be true for a player to lose on time: the server that holds the connection is
    /// alive.
    pub(super) fn blames(&self, draft: &Draft) -> Option<Proof> {
        if !self.services().node.is_shared() {
            return None;
        }
        let seats = draft.state().seats()?;
        draft.events().iter().find_map(|it| {
            if let Event::TimedOut { player, .. } | Event::IdledOut { player, .. } = it {
                Some(Proof::Heard(seats[*player].player.clone()))
            } else {
                None
            }
        })
    }

    /// Whether a player would lose for being late while this server itself is late.
    pub(super) fn is_unfair(&self, draft: &Draft) -> bool {
        let blames = |it: &Event| {
            matches!(it, Event::TimedOut { .. } | Event::IdledOut { .. } | Event::StayedAway { .. })
        };
        draft.events().iter().any(blames) && !self.services().node.is_steady()
    }

    /// What must be true for a player to be gone: the connection in the store is still the one that
    /// was lost.
    pub(super) fn still_sits(&self, player: &PlayerId) -> Option<Proof> {
        let node = &self.services().node;
        let last = self.audience.last(player).filter(|_| node.is_shared())?;
        Some(Proof::Sits(player.clone(), node.place(last.id())))
    }

    /// An append was refused although nobody else has written, so its proof does not hold.
    pub(super) fn disproved(&mut self, proof: Option<Proof>) {
        match proof {
            None => {}
            // The player's server does not answer: nobody loses for that.
            Some(Proof::Heard(_)) => self.owe(Owed::Stall),
            // The player is at another server, which answers for them now.
            Some(Proof::Sits(player, place)) => {
                let ours = |it: &Arc<Connection>| it.id() == &*place.conn;
                if self.audience.last(&player).is_some_and(ours) {
                    self.audience.unseat(&player);
                }
            }
        }
    }

    /// A player came through another connection: tells the store, and the server that had the
    /// player before.
    pub(super) fn claim_in_store(&self, player: &PlayerId, connection: &Arc<Connection>) {
        let services = self.services();
        if !services.node.is_shared() {
            return;
        }
        self.lobby.registry().sit(player, self.id);
        let (services, player, id) = (services.clone(), player.clone(), self.id);
        let (place, connection) = (services.node.place(connection.id()), connection.clone());
        connection.set_claiming(true);
        services.clone().spawn(async move {
            let before = loop {
                match services.store.claim(&player, id, &place).await {
                    Ok(before) => break before,
                    Err(_) if connection.is_gone() => return,
                    Err(_) => sleep(ROOM_RETRY).await,
                }
            };
            connection.set_claiming(false);
            if let Some(before) = before.filter(|it| it.node != place.node) {
                services.node.tell(|| News::replaced(&before, &player));
            }
        });
    }

    pub(super) fn release_in_store(&self, player: &PlayerId) {
        let (services, player, id) = (self.services().clone(), player.clone(), self.id);
        if services.node.is_shared() {
            services.clone().spawn(async move {
                // A seat in a match that is over keeps nobody from anything.
                let _ = services.store.release(&player, id).await;
            });
        }
    }

    /// A player who is connected here has this seat: the game was begun by another server.
    pub(super) fn seated(&mut self, player: PlayerId, connection: Arc<Connection>) {
        if !connection.speaks_for(&player) || self.state.player(&player).is_none() {
            return;
        }
        // Told twice: over the bus, and by the check of all seats.
        if self.audience.last(&player).is_some_and(|it| *it == connection) {
            return;
        }
        self.audience.stop_watching(&connection);
        let before = self.audience.seat(player.clone(), connection.clone());
        if let Some(earlier) = before {
            earlier.send(SessionReplaced {});
            earlier.close();
        }
        if let Some(view) = self.view()
            && let Some(side) = view.side(&player)
        {
            connection.send(view.started(side));
            connection.send(view.reconnected(side));
        }
    }

    /// A player took the seat over through another server.
    pub(super) fn replaced(&mut self, player: &PlayerId, conn: &str) {
        if let Some(last) = self.audience.last(player).filter(|it| it.id() == conn).cloned() {
            self.audience.unseat(player);
            last.send(SessionReplaced {});
            last.close();
        }
    }

    /// The server that held a player's connection is gone, and the player has not come back.
    pub(super) fn orphaned(&mut self, player: PlayerId, place: Option<Place>) {
        if self.audience.is_here(&player) || !self.is_logged_here(&player) {
            return;
        }
        let mut draft = Draft::new(&self.state, self.now());
        let proof = place.map(|it| Proof::Sits(player.clone(), it));
        // Refused only if the player has no seat here.
        let _ = draft.act(Action::Disconnect { by: player });
        self.commit_if(draft, None, proof);
    }

    // Who keeps it.

    /// This server is the match's keeper now. The one before may have been silent for a while.
    pub(super) fn adopted(&mut self) {
        self.keeps = true;
        self.owe(Owed::Stall);
    }

    /// How long after a deadline this server stores that it has passed: the keeper at once, others
    /// with a player of the match later, in case the keeper can't.
    pub(super) fn strike_delay(&self) -> Option<std::time::Duration> {
        if self.keeps {
            return Some(std::time::Duration::ZERO);
        }
        self.audience.has_players().then_some(STRIKE_DELAY)
    }

    /// A match that another server keeps needs no room here once nobody here plays or watches.
    pub(super) fn close_later_without_interest(&mut self) {
        let over = matches!(self.state, Match::Finished(_) | Match::Closed(_));
        if self.keeps || over {
            return;
        }
        if !self.audience.is_deserted() {
            self.closes = None;
        } else if self.closes.is_none() {
            self.closes = Some(Instant::now() + DESERTED_ROOM_STAYS);
        }
    }

    // What can be seen from outside.

    /// The version, if others may have written to the match and somebody here needs to know.
    pub(super) fn to_sweep(&self) -> Option<Version> {
        let everybody_here = self.keeps
            && match &self.state {
                Match::Playing(_) => {
                    self.state.people().all(|it| self.audience.is_here(&it.player))
                }
                Match::Finished(it) => !matches!(it.rematch, Rematch::Unasked | Rematch::Asked(_)),
                Match::New | Match::Open(_) | Match::Closed(_) => false,
            };
        let closed = matches!(self.work, Work::Closed);
        (!closed && !everybody_here && !matches!(self.state, Match::New)).then_some(self.version)
    }

    /// The players whose connection was last known here, with its id.
    pub(super) fn seated_here(&self) -> Vec<(PlayerId, Arc<Connection>)> {
        self.audience.seated().map(|(id, it)| (id.clone(), it.clone())).collect()
    }
}
