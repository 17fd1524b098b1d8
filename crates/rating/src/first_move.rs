//! What having the first move is worth, learnt from the games that are played.

use fourfall_rules::{ByPlayer, Outcome};

use crate::glicko::{Rating, SCALE, logistic, weight};
use crate::score_of_first;

/// What having the first move is worth, and how much is known about that.
///
/// Each game moves it towards what would have made the result less of a surprise, the less the more
/// games there have been: the step is the surprise divided by the information of all of them. That
/// is the most likely value, found one game at a time. The uncertainty of both ratings lessens what a game
/// says, as it does for the ratings themselves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstMove {
    /// On the inner scale.
    lead: f64,
    information: f64,
}

impl FirstMove {
    /// Before any game: 35 points, which is 55 of 100 games between equals. It weighs as much as some 200 games.
    pub const GUESSED: FirstMove = FirstMove { lead: 35.0 / SCALE, information: 50.0 };

    /// As it was kept: points, and the information behind them.
    #[must_use]
    pub fn restored(points: f64, information: f64) -> FirstMove {
        FirstMove { lead: points / SCALE, information: information.max(1.0) }
    }

    /// Points of rating.
    #[must_use]
    pub fn points(self) -> f64 {
        self.lead * SCALE
    }

    /// How much is known: about a quarter a game between equals.
    #[must_use]
    pub fn information(self) -> f64 {
        self.information
    }

    /// What one more game says.
    #[must_use]
    pub fn after(self, before: ByPlayer<Rating>, outcome: Outcome) -> FirstMove {
        let ByPlayer { first, second } = before;
        let g = weight(first.deviation.hypot(second.deviation) / SCALE);
        let expected = logistic(g * ((first.value - second.value) / SCALE + self.lead));
        let information = self.information + g * g * expected * (1.0 - expected);
        let surprise = g * (score_of_first(outcome) - expected);
        FirstMove { lead: self.lead + surprise / information, information }
    }
}
