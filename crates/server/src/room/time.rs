//! Deadlines, time given back, and when a room must wake up by itself.

use fourfall_match::{Action, Timestamp};
use tokio::time::Instant;

use super::draft::Draft;
use super::reading::Reading;
use super::{Room, Work};

/// What a room owes before anything else: to its players their time back, to the house what it orders.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owed {
    Nothing,
    /// The server was away.
    Recovery,
    /// The store was unavailable, or the server stood still.
    Stall,
    /// The match is to end without a result.
    CallOff,
}

impl Room {
    pub(super) fn now(&self) -> Timestamp {
        self.services().now().max(self.last)
    }

    /// Nothing else happens before everybody has been given the time back.
    pub(super) fn owe(&mut self, what: Owed) {
        if self.owed == Owed::Nothing {
            self.owed = what;
        }
    }

    /// Gives everybody the time back that the server or the store was away, or calls the match off.
    pub(super) fn pay(&mut self) {
        let action = match self.owed {
            Owed::Nothing => return,
            Owed::Recovery => Action::Recover,
            Owed::Stall => Action::Stall,
            Owed::CallOff => Action::CallOff,
        };
        let mut draft = Draft::new(&self.state, self.now());
        // A match never refuses it.
        let _ = draft.act(action);
        if draft.is_empty() {
            self.owed = Owed::Nothing;
        }
        self.commit(draft, None);
    }

    /// Stores the deadlines that have passed. Returns whether there was one.
    pub(super) fn tick(&mut self) -> bool {
        let Some(delay) = self.strike_delay() else { return false };
        if self.state.next_deadline().is_none_or(|it| it.at + delay > self.now()) {
            return false;
        }
        let mut draft = Draft::new(&self.state, self.now());
        draft.tick();
        if self.is_unfair(&draft) {
            self.owe(Owed::Stall);
            return true;
        }
        let due = !draft.is_empty();
        if due {
            self.commit(draft, None);
        }
        due
    }

    /// When the room must wake up by itself.
    pub(super) fn rings(&self) -> Option<Instant> {
        let count = self.audience.count_due();
        let own = match &self.work {
            Work::Idle => match self.retry {
                Some(retry) => Some(retry),
                None => {
                    let clock = &self.services().clock;
                    let deadline = self.strike_delay().and_then(|delay| {
                        Some(clock.instant(self.state.next_deadline()?.at) + delay)
                    });
                    deadline.into_iter().chain(self.presence.due()).chain(self.closes).min()
                }
            },
            Work::Reading { why, answer_by } => {
                let waits = match why {
                    Reading::Unknown(storing) => storing.request.is_some(),
                    Reading::Conflict(again, _) => again.is_some(),
                    Reading::Panic | Reading::Behind(_) => false,
                };
                (waits || !self.queue.is_empty()).then_some(*answer_by)
            }
            Work::Storing(_) | Work::Opening { .. } => None,
            Work::Closed => return None,
        };
        own.into_iter().chain(count).min()
    }
}
