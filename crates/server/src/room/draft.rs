//! What is about to happen to a match: actions judged one after the other, to be stored together.

use fourfall_match::{Action, Command, CorruptLog, Event, Match, Rejection, Timestamp};

/// Events that were decided and are not stored yet, each with the match after it.
pub(super) struct Draft {
    base: Match,
    at: Timestamp,
    events: Vec<Event>,
    states: Vec<Match>,
}

impl Draft {
    pub(super) fn new(base: &Match, at: Timestamp) -> Draft {
        Draft { base: base.clone(), at, events: Vec::new(), states: Vec::new() }
    }

    /// The first events of a match.
    pub(super) fn opening(events: Vec<Event>) -> Result<Draft, CorruptLog> {
        let at = events.first().map_or(Timestamp::from_unix_ms(0), Event::at);
        let mut draft = Draft::new(&Match::New, at);
        draft.push(events)?;
        Ok(draft)
    }

    /// The match after everything so far.
    pub(super) fn state(&self) -> &Match {
        self.states.last().unwrap_or(&self.base)
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn at(&self) -> Timestamp {
        self.at
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Judges one more action. A refusal changes nothing.
    pub(super) fn act(&mut self, action: Action) -> Result<(), Rejection> {
        let events = self.state().decide(&Command { at: self.at, action })?;
        // What a match decides, it can apply.
        self.push(events).expect("decided events apply");
        Ok(())
    }

    /// Adds the events of every deadline that has passed.
    pub(super) fn tick(&mut self) {
        while self.state().next_deadline().is_some_and(|it| it.at <= self.at) {
            let before = self.events.len();
            // A tick is never refused.
            let _ = self.act(Action::Tick);
            if self.events.len() == before {
                break;
            }
        }
    }

    fn push(&mut self, events: Vec<Event>) -> Result<(), CorruptLog> {
        for event in events {
            let state = self.state().clone().apply(&event)?;
            self.states.push(state);
            self.events.push(event);
        }
        Ok(())
    }

    pub(super) fn into_steps(self) -> impl Iterator<Item = (Event, Match)> {
        self.events.into_iter().zip(self.states)
    }
}
