//! What rooms, sessions and HTTP handlers need, and what belongs to none of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fourfall_match::{Event, Lot, MatchId, Overrides, PlayerId, Timestamp};
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rating::Rating;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bots::Bots;
use crate::config::PlayerIds;
use crate::connection::Connection;
use crate::http::address::counted;
use crate::identity::names::{as_guest, looks_of};
use crate::identity::{Tokens, random};
use crate::limits::{CLOCK_FOLLOWS_WITHIN, CLOCK_STEP, Limits, SERVER_ABSENT_AFTER};
use crate::node::Node;
use crate::orders::Orders;
use crate::rater::Rater;
use crate::store::nodes::{Seeker, Whereabouts};
use crate::store::people::People;
use crate::store::writer::Writer;
use crate::store::{RoomCode, Store, StoreError};
use crate::telemetry::Metrics;
use crate::wire;

/// A clock that changes of the wall clock do not move: the wall clock's time at the start, and what
/// has passed since. It stands still while the server does (the machine sleeps, the process is
/// stopped), so nobody loses because of that.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    started: Instant,
    beat: Arc<Mutex<Beat>>,
}

#[derive(Debug)]
struct Beat {
    /// The time at the start.
    origin: Timestamp,
    /// When the clock was last read, once it is read regularly.
    seen: Option<Instant>,
    /// How long the server has stood still in all.
    absent: Duration,
    /// How often it has.
    absences: u64,
    /// Whether it follows the store's clock.
    follows: bool,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        let (absent, absences) = (Duration::ZERO, 0);
        let beat = Beat { origin: wall(), seen: None, absent, absences, follows: false };
        Clock { started: Instant::now(), beat: Arc::new(Mutex::new(beat)) }
    }

    fn look(&self) -> MutexGuard<'_, Beat> {
        let mut beat = self.beat.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = beat.seen {
            let now = Instant::now();
            let gap = now.duration_since(seen);
            if gap > SERVER_ABSENT_AFTER {
                beat.absences += 1;
                // The store's clock has not stood still with this server.
                if !beat.follows {
                    beat.absent += gap;
                }
            }
            beat.seen = Some(now);
        }
        beat
    }

    pub(crate) fn now(&self) -> Timestamp {
        let beat = self.look();
        beat.origin + self.started.elapsed().saturating_sub(beat.absent)
    }

    /// Called regularly while the server runs. After the first call, a long time without another
    /// means that the server has stood still. Returns how often that has happened.
    pub(crate) fn beat(&self) -> u64 {
        let mut beat = self.look();
        beat.seen.get_or_insert_with(Instant::now);
        beat.absences
    }

    /// Goes on from `last`, if the wall clock has been set back to before it.
    pub(crate) fn not_before(&self, last: Timestamp) {
        let now = self.now();
        let mut beat = self.look();
        beat.origin = beat.origin + last.since(now);
    }

    /// Follows the store's clock, which all servers of it share: at some moment between these two
    /// it was `at`. Returns whether this clock was far off, except the first time.
    pub(crate) fn follow(&self, at: Timestamp, asked: Instant, answered: Instant) -> bool {
        let trip = answered.duration_since(asked);
        let mut beat = self.look();
        if trip > CLOCK_FOLLOWS_WITHIN && beat.follows {
            return false;
        }
        let passed = (asked + trip / 2).duration_since(self.started).saturating_sub(beat.absent);
        let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        let origin = Timestamp::from_unix_ms(at.unix_ms().saturating_sub(passed));
        let off = origin.since(beat.origin).max(beat.origin.since(origin));
        if off > CLOCK_FOLLOWS_WITHIN || !beat.follows {
            beat.origin = origin;
        }
        let first = !std::mem::replace(&mut beat.follows, true);
        off > CLOCK_STEP && !first
    }

    /// When it began, for tests.
    #[cfg(test)]
    pub(crate) fn started_ms(&self) -> u64 {
        self.look().origin.unix_ms()
    }

    /// The instant of a moment on this clock.
    pub(crate) fn instant(&self, at: Timestamp) -> Instant {
        Instant::now() + at.since(self.now())
    }

    /// By how many milliseconds the wall clock is ahead of this one.
    pub(crate) fn drift_ms(&self) -> i64 {
        let signed = |it: Timestamp| i64::try_from(it.unix_ms()).unwrap_or(i64::MAX);
        signed(wall()) - signed(self.now())
    }
}

fn wall() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_ms(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// What everything else is built on.
pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: Writer,
    pub(crate) people: People,
    pub(crate) rater: Rater,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Bots,
    /// The seed of the bots' randomness: all servers of a store have the same.
    pub(crate) seed: String,
    pub(crate) clock: Clock,
    /// This server among others.
    pub(crate) node: Node,
    pub(crate) tokens: Tokens,
    pub(crate) orders: Orders,
    pub(crate) player_ids: PlayerIds,
    pub(crate) limits: Limits,
    /// What the operator has set for all matches.
    pub(crate) house: Overrides,
    /// Cancelled when the server stops.
    pub(crate) stopping: CancellationToken,
    /// Every task that works for rooms.
    pub(crate) tasks: TaskTracker,
}

impl Services {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn fresh_id(&self) -> MatchId {
        MatchId::from_random(u64::from_le_bytes(random()))
    }

    pub(crate) fn fresh_code(&self) -> RoomCode {
        RoomCode::from_random(u64::from_le_bytes(random()))
    }

    pub(crate) fn draw_lot(&self) -> Lot {
        let [byte] = random();
        if byte.is_multiple_of(2) { Lot::Host } else { Lot::Guest }
    }

    /// What matchmaking needs to know about a player at a connection. If the store does not answer, the
    /// player is paired as a new one: nobody is kept from playing.
    pub(crate) async fn seeker(&self, player: &PlayerId, connection: &Connection) -> Seeker {
        let found = async {
            let known = self.people.rating(player).await?;
            let strangers = self.people.strangers_to(player).await?;
            Ok((known.map_or(Rating::NEW, |it| it.rating).value, strangers))
        };
        let (rating, strangers) = found.await.unwrap_or_else(|err: StoreError| {
            let error = &err as &dyn std::error::Error;
            tracing::warn!(error, "could not look a rating up");
            (Rating::NEW.value, Vec::new())
        });
        // This machine's own addresses do not tell clients apart: a proxy may be behind them.
        let address = Some(counted(connection.address()))
            .filter(|it| !it.is_loopback() && !it.is_unspecified());
        let whereabouts = Whereabouts { address, device: connection.device().cloned() };
        Seeker { rating, strangers, whereabouts }
    }

    /// The name to show for a player who has chosen `name`: if it belongs to somebody else's account, it
    /// is marked as a guest's.
    pub(crate) async fn shown_name(
        &self,
        player: &PlayerId,
        name: Arc<str>,
    ) -> Result<Arc<str>, Refusal> {
        let Some(looks) = looks_of(&name) else { return Ok(name) };
        match self.people.account_named(&looks).await {
            Ok(Some(account)) if account.player != *player => Ok(as_guest(&name)),
            Ok(_) => Ok(name),
            // Otherwise anybody could use anybody's name during an outage of the store.
            Err(err) => {
                let error = &err as &dyn std::error::Error;
                tracing::warn!(error, "could not look a name up");
                Err(wire::refuse(RejectCode::Internal, "names can't be looked up, try again"))
            }
        }
    }

    /// Refuses everything once the server stops.
    pub(crate) fn check_running(&self) -> Result<(), Refusal> {
        let runs = !self.stopping.is_cancelled() && !self.node.is_cut_off();
        if runs { Ok(()) } else { Err(wire::stopping()) }
    }

    /// Runs a task until it ends or the server stops.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = work => {}
            }
        });
    }

    /// Counts an event in the metrics.
    pub(crate) fn count(&self, event: &Event) {
        if let Event::Dropped { .. } = event {
            self.metrics.drops.inc();
        }
        if let Event::Joined { .. } = event {
            self.metrics.matches_started.inc();
        }
    }
}
