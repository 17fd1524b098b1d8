//! Who hears of a match: its players and its spectators.
//!
//! A room publishes to an audience, not to sockets. Today that is this node's clients.

use std::collections::HashMap;
use std::sync::Arc;

use fourfall_match::{Event, Match, PlayerId, Playing};
use fourfall_protocol::{AfkWarningCleared, Refusal, RejectCode, ServerMessage, Spectators, rest};
use tokio::sync::watch;

use crate::client::Client;
use crate::translate::{View, refuse};

pub(super) struct Audience {
    players: HashMap<PlayerId, Arc<Client>>,
    spectators: Vec<Arc<Client>>,
    /// The match as the list of running games has it.
    listing: watch::Sender<Option<rest::Room>>,
}

impl Audience {
    pub(super) fn new(listing: watch::Sender<Option<rest::Room>>) -> Audience {
        Audience { players: HashMap::new(), spectators: Vec::new(), listing }
    }

    /// The connection a player is heard through, if there is one.
    pub(super) fn player(&self, id: &PlayerId) -> Option<&Arc<Client>> {
        self.players.get(id)
    }

    pub(super) fn players(&self) -> &HashMap<PlayerId, Arc<Client>> {
        &self.players
    }

    /// Seats a player, and returns the connection that was heard before.
    pub(super) fn seat(&mut self, id: PlayerId, client: Arc<Client>) -> Option<Arc<Client>> {
        self.players.insert(id, client)
    }

    pub(super) fn unseat(&mut self, id: &PlayerId) {
        self.players.remove(id);
    }

    pub(super) fn unseat_all(&mut self) {
        self.players.clear();
    }

    pub(super) fn watch(&mut self, client: &Arc<Client>, limit: usize) -> Result<(), Refusal> {
        if self.spectators.contains(client) {
            return Ok(());
        }
        if self.spectators.len() >= limit {
            return Err(refuse(RejectCode::RoomFull, "too many people watch this game already"));
        }
        self.spectators.push(client.clone());
        Ok(())
    }

    /// Removes a spectator, and says whether it was one.
    pub(super) fn stop_watching(&mut self, client: &Client) -> bool {
        let before = self.spectators.len();
        self.spectators.retain(|it| **it != *client);
        self.spectators.len() < before
    }

    pub(super) fn spectators(&self) -> u32 {
        u32::try_from(self.spectators.len()).unwrap_or(u32::MAX)
    }

    /// Tells everybody how many watch.
    pub(super) fn count_spectators(&self) {
        self.tell_all(Spectators { count: self.spectators() });
    }

    /// Keeps the match's line in the list of running games up to date.
    pub(super) fn list(&self, view: Option<View<'_>>) {
        let room = view.and_then(|it| it.listed(self.spectators()));
        self.listing.send_replace(room);
    }

    pub(super) fn tell_all(&self, message: impl Into<ServerMessage>) {
        let message = message.into();
        self.players.values().chain(&self.spectators).for_each(|it| it.send(message.clone()));
    }

    fn tell_all_but(&self, absent: &PlayerId, message: impl Into<ServerMessage>) {
        let message = message.into();
        let players = self.players.iter().filter(|(id, _)| *id != absent).map(|(_, it)| it);
        players.chain(&self.spectators).for_each(|it| it.send(message.clone()));
    }

    /// Sends everybody the whole match, because they may have missed some of it.
    pub(super) fn resync(&self, view: &View<'_>) {
        for (id, client) in &self.players {
            if let Some(side) = view.side(id) {
                client.send(view.reconnected(side));
            }
        }
        for client in &self.spectators {
            client.send(view.spectate_joined(self.spectators()));
        }
    }

    /// Tells everybody what happened. `view` is the match after it, `before` the match before;
    /// `socket` is the connection that went, where one did.
    pub(super) fn publish(
        &self,
        event: &Event,
        before: &Match,
        view: &View<'_>,
        socket: Option<&str>,
    ) {
        match *event {
            Event::Joined { .. } => {
                for (id, client) in &self.players {
                    if let Some(side) = view.side(id) {
                        client.send(view.started(side));
                    }
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
                let message = view.disconnected(player, socket.map(str::to_owned));
                self.tell_all_but(view.player(player), message);
            }
            // The one who is back is sent the whole game instead.
            Event::Connected { player, .. } => {
                self.tell_all_but(view.player(player), view.player_reconnected(player));
            }
            Event::RematchAsked { player, .. } => self.tell_all(view.rematch_offered(player)),
            Event::RematchDeclined { player, .. } => self.tell_all(view.rematch_declined(player)),
            // Nobody is there yet, nobody is there any more, or the next match says it itself.
            Event::Created { .. }
            | Event::Recovered { .. }
            | Event::Closed { .. }
            | Event::RematchAgreed { .. } => {}
        }
    }
}
