//! One match between two players, from the first seat to the rematch, as a log of [`Event`]s.
//!
//! [`Match::decide`] judges a [`Command`] and says what happens because of it; [`Match::apply`]
//! folds what happened into the state. Both are pure: the time, the lots and the ids come in with
//! the command. So a match can be replayed, audited, recovered after a crash, moved to another
//! machine and run under simulation.
//!
//! ```
//! use fourfall_match::{
//!     Action, Command, Lot, Match, Overrides, PlayerId, Preset, Seat, Timestamp, Wishes, opening,
//! };
//! use fourfall_rules::Column;
//!
//! let terms = Preset::Live.terms(&Overrides::default(), &Wishes::default());
//! let ada = Seat::human(PlayerId::new("ada").unwrap(), "Ada");
//! let alan = Seat::human(PlayerId::new("alan").unwrap(), "Alan");
//! let at = Timestamp::from_unix_ms(1_000);
//! let mut log = opening(ada.clone(), alan, terms, Lot::Host, at).to_vec();
//! let state = Match::replay(&log)?;
//!
//! let drop = Action::Drop { by: ada.player, column: Column::new(3), number: Some(1) };
//! let events = state.decide(&Command { at, action: drop.clone() })?;
//! let state = events.iter().try_fold(state, Match::apply)?;
//! log.extend(events);
//! assert_eq!(Match::replay(&log)?, state);
//!
//! // The same drop again, because the answer got lost: acknowledged, not played twice.
//! assert_eq!(state.decide(&Command { at, action: drop })?, []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod clock;
mod decide;
mod id;
mod preset;
mod seat;
mod state;

pub use clock::{Deadline, Due, GUEST_WAIT, HOST_WAIT, Timestamp};
pub use decide::{Action, Command, Rejection, opening};
pub use id::{MatchId, NotAnId, PlayerId, Version};
pub use preset::{
    Bots, Colours, HouseRules, Idle, IdleWish, Lot, Overrides, Preset, Starter, Terms, Wishes,
};
pub use seat::{BotLevel, Kind, Seat};
pub use state::{
    Closed, ClosedBy, CorruptLog, DeclinedBy, EndedBy, Event, Finished, Match, Open, Playing,
    Rematch, Score, Series,
};
