//! Who looks for an opponent. Two who ask for the same and are about as strong are paired at once; two
//! who are not wait a few seconds for somebody nearer, and play each other then.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_match::{PlayerId, Seat, Terms, Timestamp};
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rating::may_play;
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
    pub(crate) rating: f64,
    /// Whom this player does not want to meet, and who does not want to meet this player.
    pub(crate) strangers: Vec<PlayerId>,
    pub(crate) since: Timestamp,
}

impl Waiting {
    /// Whether two could play each other, whatever their ratings.
    fn fits(&self, other: &Waiting) -> bool {
        self.terms == other.terms
            && self.seat.player != other.seat.player
            && !self.strangers.contains(&other.seat.player)
            && !other.strangers.contains(&self.seat.player)
            && self.connection.speaks_for(&self.seat.player)
    }

    fn apart(&self, other: &Waiting) -> f64 {
        (self.rating - other.rating).abs()
    }

    fn may_play(&self, other: &Waiting, now: Timestamp) -> bool {
        let waited = now.since(self.since.min(other.since));
        self.fits(other) && may_play(self.apart(other), waited)
    }
}

/// What became of looking.
pub(crate) enum Search {
    /// Somebody asked for the same before.
    Found(Waiting),
    /// Somebody did who is much stronger or weaker: one waits, and looks again soon.
    Apart,
    /// Nobody did, so one waits.
    Alone,
    /// One waits no longer: somebody else was faster, or the player has left.
    Gone,
}

/// Everybody who looks for an opponent.
pub(crate) struct Matchmaker {
    waiting: Mutex<Vec<Waiting>>,
    limit: usize,
    /// Always as long as the list is.
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
    pub(crate) fn enter(&self, mine: Waiting, now: Timestamp) -> Result<Search, Refusal> {
        let mut waiting = self.waiting();
        if let Some(found) = self.take_nearest(&mut waiting, &mine, now) {
            return Ok(Search::Found(found));
        }
        if waiting.len() >= self.limit {
            return Err(refuse(RejectCode::Overloaded, "too many people are waiting already"));
        }
        let search =
            if waiting.iter().any(|it| it.fits(&mine)) { Search::Apart } else { Search::Alone };
        // Looked at under the lock: whoever closes the connection marks it first, and then leaves.
        if !mine.connection.is_gone() {
            waiting.push(mine);
            self.length.set(count(waiting.len()));
        }
        Ok(search)
    }

    /// Looks again for somebody who waits. Who finds somebody waits no longer.
    pub(crate) fn look_again(&self, mine: &Waiting, now: Timestamp) -> Search {
        let mut waiting = self.waiting();
        let is_mine = |it: &Waiting| *it.connection == *mine.connection && it.since == mine.since;
        let Some(place) = waiting.iter().position(is_mine) else { return Search::Gone };
        let myself = waiting.remove(place);
        match self.take_nearest(&mut waiting, mine, now) {
            Some(found) => Search::Found(found),
            None => {
                waiting.insert(place, myself);
                if waiting.iter().any(|it| it.fits(mine)) { Search::Apart } else { Search::Alone }
            }
        }
    }

    /// Of those who may be played by now, who is nearest; the longest waiting of equals.
    fn take_nearest(
        &self,
        waiting: &mut Vec<Waiting>,
        mine: &Waiting,
        now: Timestamp,
    ) -> Option<Waiting> {
        let (place, _) = (waiting.iter().enumerate())
            .filter(|(_, it)| it.may_play(mine, now))
            .min_by(|(_, a), (_, b)| a.apart(mine).total_cmp(&b.apart(mine)))?;
        let found = waiting.remove(place);
        self.length.set(count(waiting.len()));
        Some(found)
    }

    /// Gives somebody who was found the place back.
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

    /// A player waits no longer. Says whether that changed anything.
    pub(crate) fn leave(&self, player: &PlayerId) -> bool {
        self.remove(|it| it.seat.player == *player)
    }

    /// A connection is gone, or has become somebody else.
    pub(crate) fn forget(&self, connection: &Connection) {
        self.remove(|it| *it.connection == *connection);
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
