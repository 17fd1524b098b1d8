//! A match and its log, given commands one by one.

use fourfall_match::{
    Action, BotLevel, Command, Event, Lot, Match, PlayerId, Rejection, Seat, Terms, Timestamp,
};

pub(crate) fn seconds(seconds: u64) -> Timestamp {
    Timestamp::from_unix_ms(seconds * 1_000)
}

pub(crate) fn id(name: &str) -> PlayerId {
    PlayerId::new(name).expect("names of tests are ids")
}

pub(crate) fn seat(name: &str) -> Seat {
    match name {
        "bot" => Seat::bot(id(name), name, BotLevel::Easy),
        _ => Seat::human(id(name), name),
    }
}

/// A match and its log.
pub(crate) struct Table {
    pub(crate) state: Match,
    pub(crate) log: Vec<Event>,
}

impl Table {
    pub(crate) fn new() -> Table {
        Table { state: Match::New, log: Vec::new() }
    }

    pub(crate) fn opened(terms: Terms) -> Table {
        let mut table = Table::new();
        let create = Action::Create { host: seat("ada"), terms };
        table.give(&Command { at: seconds(0), action: create }).expect("anybody may open a match");
        table
    }

    pub(crate) fn started(terms: Terms, guest: &str) -> Table {
        let mut table = Table::opened(terms);
        let join = Action::Join { guest: seat(guest), lot: Lot::Host };
        table.give(&Command { at: seconds(0), action: join }).expect("the seat is free");
        table
    }

    /// Decides, applies, writes down. What was decided always applies.
    pub(crate) fn give(&mut self, command: &Command) -> Result<Vec<Event>, Rejection> {
        let events = self.state.decide(command)?;
        let state = std::mem::take(&mut self.state);
        self.state = events.iter().try_fold(state, Match::apply).expect("decided events apply");
        self.log.extend(events.iter().cloned());
        Ok(events)
    }
}
