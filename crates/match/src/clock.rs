//! Time as a match sees it: moments that come with commands, and deadlines that follow from events.

use std::ops::Add;
use std::time::Duration;

use fourfall_rules::Player;

use crate::state::{ClosedBy, Event, Match, Open, Playing};

/// A moment, in milliseconds since 1970 (UTC).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The moment `ms` milliseconds after the beginning of 1970.
    pub const fn from_unix_ms(ms: u64) -> Timestamp {
        Timestamp(ms)
    }

    /// Milliseconds since the beginning of 1970.
    pub const fn unix_ms(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this is; nothing, if it is before.
    pub const fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Duration) -> Timestamp {
        let ms = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        Timestamp(self.0.saturating_add(ms))
    }
}

/// How long a private match waits for its guest.
pub const GUEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// How long it waits for a host who is away: somebody who shares a link often leaves the page.
pub const HOST_WAIT: Duration = Duration::from_secs(5 * 60);

/// A moment at which something happens without a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When.
    pub at: Timestamp,
    /// What.
    pub due: Due,
}

/// What happens at a [`Deadline`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The turn's clock runs out, and the player to move loses.
    Turn(Player),
    /// The player to move has been idle too long, and loses.
    Idle(Player),
    /// The player has not come back, and loses.
    Absence(Player),
    /// The player to move is warned. The game goes on.
    IdleWarning(Player),
    /// Nobody has joined, or the host has not come back, and the match closes.
    Closing(ClosedBy),
    /// The board is decided, but the log was cut before it said so.
    Decision,
}

impl Due {
    /// The event the deadline leads to, `at` being the moment it was noticed.
    pub(crate) const fn event(self, at: Timestamp) -> Event {
        match self {
            Due::Turn(player) => Event::TimedOut { player, at },
            Due::Idle(player) => Event::IdledOut { player, at },
            Due::Absence(player) => Event::StayedAway { player, at },
            Due::IdleWarning(player) => Event::IdleWarned { player, at },
            Due::Closing(why) => Event::Closed { why, at },
            Due::Decision => Event::Decided { at },
        }
    }
}

impl Match {
    /// The next moment at which a [`Tick`](crate::Action::Tick) leads to an event; none if there is
    /// no such moment.
    pub fn next_deadline(&self) -> Option<Deadline> {
        match self {
            Match::Open(open) => Some(open.deadline()),
            Match::Playing(game) => game.next_deadline(),
            Match::New | Match::Closed(_) | Match::Finished(_) => None,
        }
    }
}

impl Open {
    /// When it closes by itself.
    pub fn deadline(&self) -> Deadline {
        let no_guest =
            Deadline { at: self.since + GUEST_WAIT, due: Due::Closing(ClosedBy::NoGuest) };
        match self.away {
            Some(away) => no_guest
                .sooner(Deadline { at: away + HOST_WAIT, due: Due::Closing(ClosedBy::Absence) }),
            None => no_guest,
        }
    }
}

impl Playing {
    /// When the player to move loses on the turn's clock.
    pub fn turn_deadline(&self) -> Option<Timestamp> {
        self.terms.turn.map(|it| self.turn_began + it + self.pause())
    }

    /// When the player to move loses by idling.
    pub fn idle_deadline(&self) -> Option<Timestamp> {
        self.terms.idle.map(|it| self.turn_began + it.timeout() + self.pause())
    }

    /// How long the clocks of the player to move stand still in this turn: as long as they have so
    /// far, and for a player who is away, as long as they still may.
    fn pause(&self) -> Duration {
        let turn = self.turn();
        let still = if self.is_here(turn) { Duration::ZERO } else { self.patience[turn] };
        self.stood_still + still
    }

    fn next_deadline(&self) -> Option<Deadline> {
        match self.game.position().outcome() {
            Some(_) => Some(Deadline { at: self.turn_began, due: Due::Decision }),
            None => self.ends().chain(self.warning()).reduce(|soonest, it| soonest.sooner(it)),
        }
    }

    /// The end that is due at `at`: of several, the one that was due first.
    pub(crate) fn overdue(&self, at: Timestamp) -> Option<Due> {
        let soonest = self.ends().reduce(|soonest, it| soonest.sooner(it))?;
        (soonest.at <= at).then_some(soonest.due)
    }

    /// The warning that is due at `at`.
    pub(crate) fn warning_due(&self, at: Timestamp) -> Option<Due> {
        self.warning().filter(|it| it.at <= at).map(|it| it.due)
    }

    /// Every deadline that ends the match. Where two coincide, the first in this order counts: the
    /// player to move comes before the other.
    fn ends(&self) -> impl Iterator<Item = Deadline> {
        let turn = self.turn();
        let absence = |player| {
            let at = self.back_by(player)?;
            Some(Deadline { at, due: Due::Absence(player) })
        };
        let on_turn = self.turn_deadline().map(|at| Deadline { at, due: Due::Turn(turn) });
        let on_idle = self.idle_deadline().map(|at| Deadline { at, due: Due::Idle(turn) });
        [on_turn, on_idle, absence(turn), absence(turn.other())].into_iter().flatten()
    }

    fn warning(&self) -> Option<Deadline> {
        let idle = self.terms.idle.filter(|_| !self.warned)?;
        let at = self.turn_began + (idle.timeout() - idle.warning()) + self.pause();
        Some(Deadline { at, due: Due::IdleWarning(self.turn()) })
    }
}

impl Deadline {
    /// The sooner of two; `self`, if they coincide.
    fn sooner(self, other: Deadline) -> Deadline {
        if other.at < self.at { other } else { self }
    }
}
