//! How strong players are: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), with one more
//! term for having the first move.
//!
//! The crate `skillratings` has the same formulas, but no place for that term, and it must stand
//! inside the expectation: added to a rating outside, it would be scaled away with the deviation.

#![forbid(unsafe_code)]

mod first_move;
mod glicko;
mod widening;

pub use first_move::FirstMove;
pub use glicko::{Bout, Rating};
pub use widening::may_play;

use fourfall_rules::{ByPlayer, Outcome, Player};

/// What the first player has scored.
fn score_of_first(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Won(Player::First) => 1.0,
        Outcome::Drawn => 0.5,
        Outcome::Won(Player::Second) => 0.0,
    }
}

/// The ratings of two people after a game between them. `days` says how long each has not played a
/// rated game.
#[must_use]
pub fn rated(
    before: ByPlayer<Rating>,
    days: ByPlayer<f64>,
    outcome: Outcome,
    first_move: FirstMove,
) -> ByPlayer<Rating> {
    let scored = score_of_first(outcome);
    let lead = first_move.points();
    let first = Bout { opponent: before.second, lead, scored };
    let second = Bout { opponent: before.first, lead: -lead, scored: 1.0 - scored };
    ByPlayer {
        first: before.first.after(&[first], days.first),
        second: before.second.after(&[second], days.second),
    }
}
