//! Matchmaking. Two players who ask for the same terms and have similar ratings are paired at once;
//! others wait a few seconds for a closer opponent, and are paired then whatever their ratings.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_match::{PlayerId, Seat, Terms, Timestamp};
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rating::may_play;
use prometheus_client::metrics::gauge::Gauge;

use crate::connection::Connection;
use crate::store::nodes::Seeker;
use crate::telemetry::count;
use crate::wire::refuse;

/// A player who waits for an opponent.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) connection: Arc<Connection>,
    pub(crate) seat: Seat,
    pub(crate) terms: Terms,
    pub(crate) seeker: Seeker,
    pub(crate) since: Timestamp,
    /// The place in the queue that servers share, once it is known.
    pub(crate) seq: Option<i64>,
}

impl Waiting {
    /// Whether two players could be paired, apart from their ratings. `self` is the one who waits.
    fn fits(&self, other: &Waiting) -> bool {
        self.terms == other.terms
            && self.seat.player != other.seat.player
            && !self.seeker.strangers.contains(&other.seat.player)
            && !other.seeker.strangers.contains(&self.seat.player)
            && self.connection.speaks_for(&self.seat.player)
    }

    fn apart(&self, other: &Waiting) -> f64 {
        (self.seeker.rating - other.seeker.rating).abs()
    }

    fn may_play(&self, other: &Waiting, now: Timestamp) -> bool {
        let waited = now.since(self.since.min(other.since));
        self.fits(other) && may_play(self.apart(other), waited)
    }
}

/// The result of a search.
pub(crate) enum Search {
    /// An opponent was waiting, and is taken out of the queue.
    Found(Box<Waiting>),
    /// Only much stronger or weaker opponents are waiting: the player waits, and looks again soon.
    Apart,
    /// Nobody is waiting for the same terms: the player waits.
    Alone,
}

/// The result of looking again.
pub(crate) enum Again {
    /// Both are taken out of the queue: the player who looked, and the opponent.
    Found(Box<(Waiting, Waiting)>),
    /// Those who are waiting are still too strong or too weak.
    Apart,
    /// Looking again is no longer needed: nobody else is waiting for the same terms, so the next player to
    /// come will find this one; or this player waits no longer.
    Over,
}

/// The players of this server who wait for an opponent.
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

    /// Finds an opponent, or adds the player to those who wait.
    pub(crate) fn enter(&self, mine: Waiting, now: Timestamp) -> Result<Search, Refusal> {
        let mut waiting = self.waiting();
        if let Some(found) = self.take_nearest(&mut waiting, &mine, now) {
            return Ok(Search::Found(Box::new(found)));
        }
        if waiting.len() >= self.limit {
            return Err(refuse(RejectCode::Overloaded, "too many people are waiting already"));
        }
        let apart = waiting.iter().any(|it| it.fits(&mine));
        // Checked under the lock: a connection that closes is marked as gone first, and removed from
        // here afterwards.
        if !mine.connection.is_gone() {
            waiting.push(mine);
            self.length.set(count(waiting.len()));
        }
        Ok(if apart { Search::Apart } else { Search::Alone })
    }

    /// Looks again for an opponent, for the player who has waited through this connection since a time.
    pub(crate) fn look_again(
        &self,
        connection: &Connection,
        since: Timestamp,
        now: Timestamp,
    ) -> Again {
        let mut waiting = self.waiting();
        let is_mine = |it: &Waiting| *it.connection == *connection && it.since == since;
        let Some(place) = waiting.iter().position(is_mine) else { return Again::Over };
        let mine = waiting.remove(place);
        if let Some(host) = self.take_nearest(&mut waiting, &mine, now) {
            return Again::Found(Box::new((mine, host)));
        }
        let apart = waiting.iter().any(|it| it.fits(&mine));
        waiting.insert(place, mine);
        if apart { Again::Apart } else { Again::Over }
    }

    /// Takes out the closest opponent by rating of those allowed by now; of equally close ones, the one
    /// who has waited longest.
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

    /// Puts a player who was taken out back, at the front.
    pub(crate) fn put_back(&self, found: Waiting) {
        let mut waiting = self.waiting();
        let waits = waiting.iter().any(|it| *it.connection == *found.connection);
        if !waits && found.connection.speaks_for(&found.seat.player) {
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
