//! The advantage of the first move, in rating points, estimated from the games that are played.

use fourfall_rules::{ByPlayer, Outcome};

use crate::glicko::{Rating, SCALE, logistic, weight};
use crate::score_of_first;

/// An estimate of the advantage of the first move, and how certain it is.
///
/// This is a maximum likelihood estimate, updated one game at a time: each game moves it towards the
/// value that would have made the result less surprising. The step is the surprise divided by the
/// Fisher information of all games so far, so steps get smaller. A game between players whose ratings
/// are uncertain weighs less, as it does for the ratings themselves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstMove {
    /// On the internal scale of Glicko-2.
    lead: f64,
    information: f64,
}

impl FirstMove {
    /// The estimate before any game: 35 points, or 55 wins in 100 games between equal players. It weighs
    /// as much as some 200 games.
    pub const GUESSED: FirstMove = FirstMove { lead: 35.0 / SCALE, information: 50.0 };

    /// From stored values: points, and the information behind them.
    #[must_use]
    pub fn restored(points: f64, information: f64) -> FirstMove {
        FirstMove { lead: points / SCALE, information: information.max(1.0) }
    }

    /// The advantage in rating points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.lead * SCALE
    }

    /// The Fisher information behind the estimate: about a quarter per game between equal players.
    #[must_use]
    pub fn information(self) -> f64 {
        self.information
    }

    /// The estimate after one more game. `before` are the ratings of its players before it.
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
