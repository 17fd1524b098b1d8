//! What rooms, sessions and HTTP handlers need, and what belongs to none of them.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use fourfall_match::{Event, Lot, MatchId, Overrides, Timestamp};
use fourfall_protocol::Refusal;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bots::Bots;
use crate::config::PlayerIds;
use crate::identity::{Tokens, random};
use crate::limits::Limits;
use crate::store::writer::Writer;
use crate::store::{RoomCode, Store};
use crate::telemetry::Metrics;
use crate::wire;

/// A clock that no change of the wall clock moves: the wall's time at the start, and what has passed
/// since. A machine that slept gives the time back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    wall: Timestamp,
    started: Instant,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock { wall: wall(), started: Instant::now() }
    }

    pub(crate) fn now(self) -> Timestamp {
        self.wall + self.started.elapsed()
    }

    /// When a moment of this clock comes.
    pub(crate) fn instant(self, at: Timestamp) -> Instant {
        Instant::now() + at.since(self.now())
    }

    /// By how many milliseconds the wall clock is ahead by now.
    pub(crate) fn drift_ms(self) -> i64 {
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
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Bots,
    pub(crate) clock: Clock,
    pub(crate) tokens: Tokens,
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

    /// Refuses everything once the server stops.
    pub(crate) fn check_running(&self) -> Result<(), Refusal> {
        if self.stopping.is_cancelled() { Err(wire::stopping()) } else { Ok(()) }
    }

    /// Runs until it ends or the server stops.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = work => {}
            }
        });
    }

    /// Counts what happens in all rooms.
    pub(crate) fn count(&self, event: &Event) {
        if let Event::Dropped { .. } = event {
            self.metrics.drops.inc();
        }
        if let Event::Joined { .. } = event {
            self.metrics.matches_started.inc();
        }
        if event.ends_the_game() {
            self.metrics.matches_finished.inc();
        }
    }
}
