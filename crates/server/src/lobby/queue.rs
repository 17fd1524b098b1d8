//! Who looks for an opponent: first come, first served.

use std::sync::Arc;

use fourfall_match::{PlayerId, Preset, Seat, Terms};
use prometheus_client::metrics::gauge::Gauge;

use super::count;
use crate::client::Client;

/// Somebody who looks for an opponent.
pub(super) struct Waiting {
    pub(super) client: Arc<Client>,
    pub(super) seat: Seat,
    pub(super) terms: Terms,
}

/// Everybody who does, in the order they came. Its length is always what `/metrics` says.
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    length: Gauge,
}

impl Queue {
    pub(super) fn new(length: Gauge) -> Queue {
        Queue { waiting: Vec::new(), length }
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Puts somebody at the end. Says how many now wait for a match by these rules.
    pub(super) fn push(&mut self, last: Waiting) -> usize {
        let preset = last.terms.preset;
        self.waiting.push(last);
        self.length.set(count(self.len()));
        self.waiting.iter().filter(|it| it.terms.preset == preset).count()
    }

    /// Sends some away. Says whether there were any.
    pub(super) fn remove(&mut self, which: impl Fn(&Waiting) -> bool) -> bool {
        let before = self.len();
        self.waiting.retain(|it| !which(it));
        self.length.set(count(self.len()));
        self.len() < before
    }

    /// The connection through which this player waits.
    pub(super) fn client_of(&self, player: &PlayerId) -> Option<&Arc<Client>> {
        self.waiting.iter().find(|it| it.seat.player == *player).map(|it| &it.client)
    }

    /// The place of whoever waits longest for a match by these rules, is still there, and is
    /// somebody else.
    pub(super) fn opponent(&self, preset: Preset, player: &PlayerId) -> Option<usize> {
        self.waiting.iter().position(|it| {
            it.terms.preset == preset && it.seat.player != *player && !it.client.is_gone()
        })
    }

    /// Takes the one at this place.
    pub(super) fn take(&mut self, place: usize) -> Waiting {
        let taken = self.waiting.remove(place);
        self.length.set(count(self.len()));
        taken
    }
}
