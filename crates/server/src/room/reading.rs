//! Reading the match again: after a write whose outcome is not known, after another writer was
//! faster, after a panic.

use fourfall_match::{Event, Match, Version};
use tokio::time::{Instant, sleep};

use super::handle::Request;
use super::storing::Storing;
use super::time::Owed;
use super::{Room, Wake, Work};
use crate::limits::{ROOM_RETRY, UNKNOWN_OUTCOME_WAIT};
use crate::store::nodes::Proof;
use crate::store::{StoreError, patiently};
use crate::wire;

/// Why a match is read again.
pub(super) enum Reading {
    /// Another writer was faster, or what the append claimed is not so. What was asked is judged again.
    Conflict(Option<Box<Request>>, Option<Proof>),
    /// Others have written, at least up to this version.
    Behind(Version),
    /// Whether this was written is not known.
    Unknown(Box<Storing>),
    /// The room panicked.
    Panic,
}

impl Room {
    pub(super) fn read_again(&mut self, why: Reading) {
        self.work = Work::Reading { why, answer_by: Instant::now() + UNKNOWN_OUTCOME_WAIT };
        let (services, me, id) = (self.services().clone(), self.me.clone(), self.id);
        self.services().spawn(async move {
            loop {
                match patiently(services.store.load(id)).await {
                    Ok(events) => return me.wake(Wake::Read(events)),
                    Err(StoreError::Corrupt(_)) => return me.wake(Wake::Unreadable),
                    // The writer has said that the store is away. The match waits.
                    Err(_) => sleep(ROOM_RETRY).await,
                }
            }
        });
    }

    /// Takes up what the store has.
    pub(super) fn read(&mut self, events: &[Event]) {
        let Work::Reading { why, .. } = std::mem::replace(&mut self.work, Work::Idle) else {
            return;
        };
        let known = usize::try_from(self.version.0).unwrap_or(usize::MAX);
        match why {
            Reading::Unknown(storing) => {
                if events.get(known..).is_some_and(|it| it.starts_with(storing.draft.events())) {
                    // It had been written after all.
                    let written = known + storing.draft.events().len();
                    self.apply(*storing);
                    self.catch_up(&events[written..]);
                } else {
                    self.catch_up_or_replace(known, events);
                    if let Some((request, _)) = storing.request {
                        self.refuse(*request, wire::not_saved());
                    }
                    if self.owed != Owed::Nothing {
                        self.still_away();
                    }
                }
                self.owe(Owed::Stall);
            }
            Reading::Behind(heard) => {
                self.catch_up_or_replace(known, events);
                if self.heard == heard {
                    // What was heard of and is not there was never stored.
                    self.heard = self.version;
                }
            }
            Reading::Conflict(again, proof) => {
                if events.len() == known {
                    self.disproved(proof);
                }
                self.catch_up_or_replace(known, events);
                if let Some(request) = again {
                    self.queue.push_front(request);
                }
            }
            Reading::Panic => {
                self.catch_up_or_replace(known, events);
                if let Some(view) = self.view() {
                    self.audience.resync(&view);
                }
            }
        }
        if let Match::New = self.state {
            self.close();
        }
    }

    /// Applies what others have written.
    pub(super) fn catch_up(&mut self, events: &[Event]) {
        for event in events {
            match self.state.clone().apply(event) {
                Ok(state) => self.happened(event, state),
                Err(err) => return self.corrupt(&err),
            }
        }
        self.follow_rematch(events);
    }

    fn catch_up_or_replace(&mut self, known: usize, events: &[Event]) {
        if let Some(rest) = events.get(known..) {
            return self.catch_up(rest);
        }
        // The store has less than was seen here: it has the last word.
        match Match::replay(events) {
            Ok(state) => {
                self.set_state(state);
                self.version = Version::default().after(events.len());
                if let Some(view) = self.view() {
                    self.audience.resync(&view);
                }
            }
            Err(err) => self.corrupt(&err),
        }
    }

    /// The store gives but does not take, and not even the time back could be written: whoever waits behind
    /// that would wait for as long as it lasts.
    fn still_away(&mut self) {
        self.retry = Some(Instant::now() + ROOM_RETRY);
        for request in std::mem::take(&mut self.queue) {
            self.refuse(*request, wire::not_saved());
        }
    }

    /// The store is away for long: whoever waits is told that nobody knows yet.
    pub(super) fn give_up_waiting(&mut self) {
        let Work::Reading { why, answer_by } = &mut self.work else { return };
        if *answer_by > Instant::now() {
            return;
        }
        let unanswered = match why {
            Reading::Unknown(storing) => storing.request.take().map(|(it, _)| it),
            Reading::Conflict(again, _) => again.take(),
            Reading::Panic | Reading::Behind(_) => None,
        };
        for request in unanswered.into_iter().chain(self.queue.drain(..)) {
            request.reply.send(Err(wire::not_known()));
        }
    }
}
