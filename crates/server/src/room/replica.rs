//! A room among those that other servers have of the same match. Any of them may write; the version
//! decides whose append counts. Whoever was not first hears of it and catches up, through the one
//! path that also tells the audience.

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
    /// read. Nothing is wrong with it: whoever is here goes where it can be read.
    pub(super) fn unreadable(&mut self) {
        tracing::error!(match.id = %self.id, "the log has something that can't be read");
        if self.services().node.is_shared() {
            self.audience.drop_links();
            self.close();
        } else {
            self.give_up();
        }
    }

    /// What a player says here is heard at other servers, too.
    pub(super) fn react_elsewhere(&self, by: &PlayerId, reaction: Reaction) {
        let node = &self.services().node;
        let (id, player) = (self.id.to_string(), by.to_string());
        node.tell(|| News::Reacted { from: node.id().0, id, player, reaction });
    }

    /// Tells other servers before anything is stored, which is wrong: only to prove that the chaos rig
    /// notices.
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

    /// The players here go where the others went.
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

    /// Whether this server says if the player is here: the one whose connection was last known here.
    /// Where nobody else writes, that is everybody.
    pub(super) fn answers_for(&self, player: &PlayerId) -> bool {
        !self.services().node.is_shared() || self.audience.last(player).is_some()
    }

    /// Whether the log has a player here.
    pub(super) fn is_logged_here(&self, player: &PlayerId) -> bool {
        match &self.state {
            Match::Open(open) => open.away.is_none(),
            Match::Playing(game) => {
                Player::BOTH.iter().any(|it| game.seats[*it].player == *player && game.is_here(*it))
            }
            Match::New | Match::Closed(_) | Match::Finished(_) => false,
        }
    }

    /// What the store must find beside the version.
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

    /// What must be so for a player to lose on time: that the server which holds the connection lives.
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

    /// Whether a player would lose for being late while this server itself was.
    pub(super) fn is_unfair(&self, draft: &Draft) -> bool {
        let blames = |it: &Event| {
            matches!(it, Event::TimedOut { .. } | Event::IdledOut { .. } | Event::StayedAway { .. })
        };
        draft.events().iter().any(blames) && !self.services().node.is_steady()
    }

    /// What must be so for a player to be gone: that the connection is still the one that was lost.
    pub(super) fn still_sits(&self, player: &PlayerId) -> Option<Proof> {
        let node = &self.services().node;
        let last = self.audience.last(player).filter(|_| node.is_shared())?;
        Some(Proof::Sits(player.clone(), node.place(last.id())))
    }

    /// Nobody else has written, so what the append rested on is not so.
    pub(super) fn disproved(&mut self, proof: Option<Proof>) {
        match proof {
            None => {}
            // The player's server does not answer: nobody loses for that.
            Some(Proof::Heard(_)) => self.owe(Owed::Stall),
            // The player is at another server, which says the rest.
            Some(Proof::Sits(player, place)) => {
                let ours = |it: &Arc<Connection>| it.id() == &*place.conn;
                if self.audience.last(&player).is_some_and(ours) {
                    self.audience.unseat(&player);
                }
            }
        }
    }

    /// A player came through another connection: the store learns it, and the server that had the
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
        // Found twice, by what was heard and by looking.
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

    /// The server that held a player's connection is no more, and the player has not come back.
    pub(super) fn orphaned(&mut self, player: PlayerId, place: Option<Place>) {
        if self.audience.is_here(&player) || !self.is_logged_here(&player) {
            return;
        }
        let mut draft = Draft::new(&self.state, self.now());
        let proof = place.map(|it| Proof::Sits(player.clone(), it));
        // Refused only if the player does not sit here.
        let _ = draft.act(Action::Disconnect { by: player });
        self.commit_if(draft, None, proof);
    }

    // Who keeps it.

    /// This server keeps the match now. Whoever did before may have been silent for a while.
    pub(super) fn adopted(&mut self) {
        self.keeps = true;
        self.owe(Owed::Stall);
    }

    /// How long after a deadline this server says so: the keeper at once, others with a player of the
    /// match later, in case the keeper can't.
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

    /// The version, if others may have written to the match and somebody here wants to know.
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
