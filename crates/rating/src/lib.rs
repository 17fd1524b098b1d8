//! Player ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), with one more term for
//! the advantage of the first move.
//!
//! The crate `skillratings` has the same formulas, but no place for that term. It belongs inside the
//! expected score: added to a rating from outside, it would also be scaled with the deviation.

#![forbid(unsafe_code)]

mod first_move;
mod glicko;
mod widening;

pub use first_move::FirstMove;
pub use glicko::{Bout, Rating};
pub use widening::may_play;

use fourfall_rules::{ByPlayer, Outcome, Player};

/// The score of the first player: 1 for a win, ½ for a draw, 0 for a loss.
fn score_of_first(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Won(Player::First) => 1.0,
        Outcome::Drawn => 0.5,
        Outcome::Won(Player::Second) => 0.0,
    }
}

/// The ratings of two players after a game between them. `days` is the time since each of them last
/// played a rated game: a day is one rating period.
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
