//! A game judged.

use fourfall_engine::review as engine;
use fourfall_rules::{Column, Player};
use pyo3::prelude::*;

/// Every move of a game, judged; `Solver.review` makes it.
///
/// >>> review = Solver().review("4455667")
/// >>> [move.judgement for move in review.moves[-2:]]
/// ['best', 'best']
/// >>> review.accuracy
/// (75, 67)
/// >>> review.turning_point
/// 3
#[pyclass(frozen, module = "fourfall")]
pub(crate) struct Review(pub(crate) engine::Review);

#[pymethods]
impl Review {
    /// The moves, in the order in which they were made.
    #[getter]
    fn moves(&self) -> Vec<ReviewedMove> {
        self.0.moves().iter().copied().map(ReviewedMove).collect()
    }

    /// The mean of the points of each player's moves, of a hundred: best 100, good 75, missed win
    /// and mistake 25, blunder 0. None for a player who has not moved.
    #[getter]
    fn accuracy(&self) -> (Option<u32>, Option<u32>) {
        (self.0.accuracy(Player::First), self.0.accuracy(Player::Second))
    }

    /// The index of the last move that changed who wins; None if none did.
    #[getter]
    fn turning_point(&self) -> Option<usize> {
        self.0.turning_point()
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __repr__(&self) -> String {
        let columns = self.0.moves().iter().map(|it| it.column.to_string());
        format!("<Review of {:?}>", columns.collect::<String>())
    }
}

/// One move of a game, judged.
#[pyclass(frozen, eq, module = "fourfall")]
#[derive(PartialEq)]
pub(crate) struct ReviewedMove(engine::ReviewedMove);

#[pymethods]
impl ReviewedMove {
    /// The column that was played, 0 to 6.
    #[getter]
    fn column(&self) -> u8 {
        Column::index(self.0.column)
    }

    /// "best", "good", "missed win", "mistake" or "blunder".
    #[getter]
    fn judgement(&self) -> &'static str {
        self.0.judgement.name()
    }

    /// The score of the position it found, for the player who made it.
    #[getter]
    fn found(&self) -> i8 {
        self.0.found.number()
    }

    /// The score of the position it left, for the same player.
    #[getter]
    fn left(&self) -> i8 {
        self.0.left.number()
    }

    /// A column that keeps the score; the one that was played if it does.
    #[getter]
    fn best(&self) -> u8 {
        Column::index(self.0.best)
    }

    fn __repr__(&self) -> String {
        format!(
            "ReviewedMove(column={}, judgement={:?}, found={}, left={}, best={})",
            self.column(),
            self.judgement(),
            self.found(),
            self.left(),
            self.best()
        )
        .replace('"', "'")
    }
}
