//! Matchmaking. People are paired as soon as two ask for the same terms, so at most one person
//! waits for each set of terms.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_match::{PlayerId, Seat, Terms, Timestamp};
use fourfall_protocol::{Refusal, RejectCode};
use prometheus_client::metrics::gauge::Gauge;

use crate::connection::Connection;
use crate::telemetry::count;
use crate::wire::refuse;

/// Somebody who looks for an opponent.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) connection: Arc<Connection>,
    pub(crate) seat: Seat,
    pub(crate) terms: Terms,
    pub(crate) since: Timestamp,
    /// The place in the queue that servers share, once it is known.
    pub(crate) seq: Option<i64>,
}

/// The result of a search.
pub(crate) enum Search {
    /// Somebody who asked for the same terms was waiting.
    Found(Waiting),
    /// Nobody was, so this player waits.
    Waiting,
}

/// Everybody who looks for an opponent.
pub(crate) struct Matchmaker {
    waiting: Mutex<Vec<Waiting>>,
    limit: usize,
    /// Always the length of the list.
    length: Gauge,
}

impl Matchmaker {
    pub(crate) fn new(limit: usize, length: Gauge) -> Matchmaker {
        Matchmaker { waiting: Mutex::default(), limit, length }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds somebody who asked for the same, or waits.
    pub(crate) fn enter(&self, mine: Waiting) -> Result<Search, Refusal> {
        let mut waiting = self.waiting();
        let fits = |it: &Waiting| {
            it.terms == mine.terms
                && it.seat.player != mine.seat.player
                && it.connection.speaks_for(&it.seat.player)
        };
        if let Some(place) = waiting.iter().position(fits) {
            let found = waiting.remove(place);
            self.length.set(count(waiting.len()));
            return Ok(Search::Found(found));
        }
        if waiting.len() >= self.limit {
            return Err(refuse(RejectCode::Overloaded, "too many people are waiting already"));
        }
        // Checked under the lock: a closing connection is marked first, and then taken out of the
        // list.
        if !mine.connection.is_gone() {
            waiting.push(mine);
            self.length.set(count(waiting.len()));
        }
        Ok(Search::Waiting)
    }

    /// Records the place of a connection in the queue that servers share. Returns whether it still
    /// waits.
    pub(crate) fn entered(&self, connection: &Connection, seq: i64) -> bool {
        let mut waiting = self.waiting();
        let mine = waiting.iter_mut().find(|it| *it.connection == *connection);
        mine.map(|it| it.seq = Some(seq)).is_some()
    }

    /// Takes out the player who waits through this connection.
    pub(crate) fn take(&self, connection: &str) -> Option<Waiting> {
        let mut waiting = self.waiting();
        let place = waiting.iter().position(|it| it.connection.id() == connection)?;
        let taken = waiting.remove(place);
        self.length.set(count(waiting.len()));
        Some(taken)
    }

    /// Those who wait in the queue that servers share.
    pub(crate) fn queued(&self) -> Vec<Waiting> {
        self.waiting().iter().filter(|it| it.seq.is_some()).cloned().collect()
    }

    /// Puts somebody who was found back into their place.
    pub(crate) fn put_back(&self, found: Waiting) {
        let mut waiting = self.waiting();
        if found.connection.speaks_for(&found.seat.player) {
            waiting.insert(0, found);
            self.length.set(count(waiting.len()));
        }
    }

    /// The connection through which a player waits.
    pub(crate) fn connection_of(&self, player: &PlayerId) -> Option<Arc<Connection>> {
        let waiting = self.waiting();
        waiting.iter().find(|it| it.seat.player == *player).map(|it| it.connection.clone())
    }

    /// Ends a player's wait. Returns whether there was one.
    pub(crate) fn leave(&self, player: &PlayerId) -> bool {
        self.remove(|it| it.seat.player == *player)
    }

    /// Ends the wait of a connection that is lost or speaks for another player now.
    pub(crate) fn forget(&self, connection: &Connection) -> bool {
        self.remove(|it| *it.connection == *connection)
    }

    /// Ends everybody's wait.
    pub(crate) fn clear(&self) {
        self.remove(|_| true);
    }

    fn remove(&self, which: impl Fn(&Waiting) -> bool) -> bool {
        let mut waiting = self.waiting();
        let before = waiting.len();
        waiting.retain(|it| !which(it));
        self.length.set(count(waiting.len()));
        waiting.len() < before
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting().len()
    }
}
