//! Who is told about a match: the connections of its players, and those of spectators.

use std::collections::HashMap;
use std::sync::Arc;

use fourfall_match::{ClosedBy, Event, Match, PlayerId, Playing};
use fourfall_protocol::{AfkWarningCleared, Refusal, RejectCode, ServerMessage, Spectators};
use fourfall_rules::Player;
use tokio::time::Instant;

use crate::connection::{Connection, Encoded};
use crate::limits::{
    REACTIONS_BURST, REACTIONS_PER_SECOND, SPECTATOR_COUNT_EVERY, SPECTATORS_PER_ADDRESS,
};
use crate::rate::{Credits, Rate};
use crate::wire::{View, refuse};

/// Who is told about a match.
#[derive(Default)]
pub(super) struct Audience {
    players: HashMap<PlayerId, Arc<Connection>>,
    spectators: Vec<Arc<Connection>>,
    /// How many watch through other servers.
    elsewhere: u32,
    /// When everybody is told how many watch, if that has changed.
    count_due: Option<Instant>,
    counted: Option<Instant>,
    /// The reactions each player may still send, for players who have sent some.
    reactions: HashMap<PlayerId, Credits>,
}

impl Audience {
    /// The open connection a player is reached through.
    pub(super) fn player(&self, id: &PlayerId) -> Option<&Arc<Connection>> {
        self.players.get(id).filter(|it| it.speaks_for(id))
    }

    pub(super) fn is_here(&self, id: &PlayerId) -> bool {
        self.player(id).is_some()
    }

    /// The connection a player was reached through last, open or not.
    pub(super) fn last(&self, id: &PlayerId) -> Option<&Arc<Connection>> {
        self.players.get(id)
    }

    pub(super) fn has_players(&self) -> bool {
        self.players.iter().any(|(id, it)| it.speaks_for(id))
    }

    /// Players and spectators. What is sent to a lost connection is kept in case it comes back.
    fn everybody(&self) -> impl Iterator<Item = &Arc<Connection>> {
        let players = self.players.iter().filter(|(id, it)| it.belongs_to(id)).map(|(_, it)| it);
        players.chain(&self.spectators)
    }

    /// Seats a player, and returns the open connection that had the seat before.
    pub(super) fn seat(
        &mut self,
        id: PlayerId,
        connection: Arc<Connection>,
    ) -> Option<Arc<Connection>> {
        let earlier = self.players.insert(id.clone(), connection.clone())?;
        (earlier != connection && earlier.speaks_for(&id)).then_some(earlier)
    }

    pub(super) fn unseat(&mut self, id: &PlayerId) {
        self.players.remove(id);
    }

    /// Drops the transports of everybody here: their clients reconnect.
    pub(super) fn drop_links(&self) {
        self.everybody().for_each(|it| it.drop_link());
    }

    pub(super) fn unseat_all(&mut self) {
        self.players.clear();
    }

    pub(super) fn seated(&self) -> impl Iterator<Item = (&PlayerId, &Arc<Connection>)> {
        self.players.iter()
    }

    /// Lets a connection watch. Returns whether it did not do so already.
    pub(super) fn watch(
        &mut self,
        connection: &Arc<Connection>,
        limit: usize,
    ) -> Result<bool, Refusal> {
        if self.spectators.contains(connection) {
            return Ok(false);
        }
        let address = connection.address();
        let from_there = self.spectators.iter().filter(|it| it.address() == address).count();
        if self.spectators.len() >= limit || from_there >= SPECTATORS_PER_ADDRESS {
            return Err(refuse(RejectCode::RoomFull, "too many people watch this game already"));
        }
        self.spectators.push(connection.clone());
        self.count_changed();
        Ok(true)
    }

    /// Removes a spectator, and returns whether it was one.
    pub(super) fn stop_watching(&mut self, connection: &Connection) -> bool {
        let before = self.spectators.len();
        self.spectators.retain(|it| **it != *connection);
        let watched = self.spectators.len() < before;
        if watched {
            self.count_changed();
        }
        watched
    }

    /// How many watch, here and elsewhere.
    pub(super) fn spectators(&self) -> u32 {
        self.spectators_here().saturating_add(self.elsewhere)
    }

    pub(super) fn spectators_here(&self) -> u32 {
        u32::try_from(self.spectators.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn elsewhere(&self) -> u32 {
        self.elsewhere
    }

    pub(super) fn watched_elsewhere(&mut self, count: u32) {
        if self.elsewhere != count {
            self.elsewhere = count;
            self.count_changed();
        }
    }

    /// Nobody here plays or watches.
    pub(super) fn is_deserted(&self) -> bool {
        self.spectators.is_empty() && !self.has_players()
    }

    /// Whether a player may send a reaction now. If so, it counts as sent.
    pub(super) fn may_react(&mut self, id: &PlayerId) -> bool {
        let rate = Rate { burst: REACTIONS_BURST, per_second: REACTIONS_PER_SECOND };
        let now = Instant::now();
        let own = self.reactions.entry(id.clone());
        own.or_insert_with(|| Credits::full(rate, now)).spend(rate, now)
    }

    /// The number is sent at once, but no more often than the limit allows.
    fn count_changed(&mut self) {
        let now = Instant::now();
        let soonest = self.counted.map_or(now, |it| it + SPECTATOR_COUNT_EVERY);
        self.count_due = Some(soonest.max(now));
    }

    pub(super) fn count_due(&self) -> Option<Instant> {
        self.count_due
    }

    /// Tells everybody how many watch, if that is due.
    pub(super) fn tell_count(&mut self) {
        let now = Instant::now();
        if self.count_due.is_some_and(|it| it <= now) {
            self.count_due = None;
            self.counted = Some(now);
            self.tell_all(Spectators { count: self.spectators() });
        }
    }

    pub(super) fn tell_all(&self, message: impl Into<ServerMessage>) {
        let message = Encoded::new(message);
        self.everybody().for_each(|it| it.send_encoded(&message));
    }

    fn tell_all_but(&self, absent: &PlayerId, message: impl Into<ServerMessage>) {
        let message = Encoded::new(message);
        let players = self.players.iter().filter(|(id, it)| *id != absent && it.belongs_to(id));
        let players = players.map(|(_, it)| it);
        players.chain(&self.spectators).for_each(|it| it.send_encoded(&message));
    }

    fn tell_player(&self, id: &PlayerId, message: impl Into<ServerMessage>) {
        if let Some(connection) = self.last(id).filter(|it| it.belongs_to(id)) {
            connection.send(message);
        }
    }

    /// Sends everybody the whole match, because clocks, or more, have changed.
    pub(super) fn resync(&self, view: &View<'_>) {
        for player in Player::BOTH {
            self.tell_player(view.player(player), view.reconnected(player));
        }
        if !self.spectators.is_empty() {
            let message = Encoded::new(view.spectate_joined(self.spectators()));
            self.spectators.iter().for_each(|it| it.send_encoded(&message));
        }
    }

    /// Tells everybody what happened. `view` is the match after it, `before` the match before.
    pub(super) fn publish(&self, event: &Event, before: &Match, view: &View<'_>) {
        match *event {
            Event::Joined { .. } => {
                for player in Player::BOTH {
                    self.tell_player(view.player(player), view.started(player));
                }
            }
            Event::Dropped { .. } => {
                if let Some(made) = view.move_made() {
                    self.tell_all(made);
                }
                if matches!(before, Match::Playing(Playing { warned: true, .. })) {
                    self.tell_all(AfkWarningCleared {});
                }
            }
            Event::Decided { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::IdledOut { .. }
            | Event::StayedAway { .. } => {
                if let Some(over) = view.over() {
                    self.tell_all(over);
                }
            }
            Event::IdleWarned { at, .. } => {
                if let Some(warning) = view.idle_warning(at) {
                    self.tell_all(warning);
                }
            }
            Event::Disconnected { player, .. } => {
                let id = view.player(player);
                let socket = self.last(id).map(|it| it.id().to_owned());
                self.tell_all_but(id, view.disconnected(player, socket));
            }
            // The one who is back is sent the whole game instead.
            Event::Connected { player, .. } => {
                let id = view.player(player);
                self.tell_all_but(id, view.player_reconnected(player));
                self.tell_player(id, view.reconnected(player));
            }
            Event::RematchAsked { player, .. } => self.tell_all(view.rematch_offered(player)),
            Event::RematchDeclined { player, why, .. } => {
                self.tell_all(view.rematch_declined(player, why));
            }
            Event::RematchAgreed { next, .. } => self.tell_all(view.rematch_accepted(next)),
            // Every clock has changed.
            Event::Stalled { .. } | Event::Recovered { .. } => self.resync(view),
            // Nobody has joined yet; what has no view is published by the room.
            Event::Created { .. } | Event::Closed { .. } => {}
        }
    }

    /// Tells everybody that the match ended without a result. `before` is the match before its end.
    pub(super) fn publish_closed(&self, why: ClosedBy, before: &Match, closing: &Closing) {
        match why {
            ClosedBy::Abort => self.tell_all(closing.aborted()),
            ClosedBy::Host | ClosedBy::NoGuest | ClosedBy::Absence => {
                if let Match::Open(open) = before {
                    self.tell_player(&open.host.player, closing.closed(why));
                }
            }
        }
    }
}

pub(super) use crate::wire::Closing;
