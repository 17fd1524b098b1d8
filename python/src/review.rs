//! A game judged.

use fourfall_engine::reason;
use fourfall_engine::review as engine;
use fourfall_rules::{Bitboard, Column, Player};
use pyo3::prelude::*;

/// Every move of a game, judged; `Solver.review` makes it.
///
/// >>> review = Solver().review("4455667")
/// >>> [move.judgement for move in review.moves[-2:]]
/// ['best', 'best']
/// >>> review.accuracy
/// (98, 67)
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

    /// The mean of the points of each player's moves, of a hundred: best 100, good 90,
    /// inaccuracy 60, missed win and mistake 25, blunder 0. None for a player who has not moved.
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

    /// What it cost: "best", "good", "inaccuracy", "missed win", "mistake" or "blunder".
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

    /// What the move leads to; None if it was best or good.
    #[getter]
    fn reason(&self) -> Option<Reason> {
        self.0.lesson.map(|it| Reason(it.played))
    }

    /// What the better column leads to; None if it was best or good.
    #[getter]
    fn better_reason(&self) -> Option<Reason> {
        self.0.lesson.map(|it| Reason(it.better))
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

/// What a move does or leads to, as cells that can be drawn.
///
/// >>> Solver().review("1213141").moves[5].reason
/// Reason(kind='leaves', by=0, cells=[(0, 0), (0, 1), (0, 2), (0, 3)], key=[(0, 3)])
#[pyclass(frozen, eq, module = "fourfall")]
#[derive(PartialEq)]
pub(crate) struct Reason(reason::Reason);

#[pymethods]
impl Reason {
    /// "wins", "leaves", "opens", "blocks", "two threats", "zugzwang" or "draw".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Whose four it is about, 0 or 1; None for a draw.
    #[getter]
    fn by(&self) -> Option<u8> {
        self.0.by.map(|it| match it {
            Player::First => 0,
            Player::Second => 1,
        })
    }

    /// The cells of that four, or of several, as columns and rows from the bottom left.
    #[getter]
    fn cells(&self) -> Vec<(u8, u8)> {
        cells(self.0.cells)
    }

    /// Those of them that decide.
    #[getter]
    fn key(&self) -> Vec<(u8, u8)> {
        cells(self.0.key)
    }

    fn __repr__(&self) -> String {
        let by = self.by().map_or("None".to_owned(), |it| it.to_string());
        let (kind, cells, key) = (self.kind(), self.cells(), self.key());
        format!("Reason(kind='{kind}', by={by}, cells={cells:?}, key={key:?})")
    }
}

fn cells(set: Bitboard) -> Vec<(u8, u8)> {
    set.cells().map(|it| (it.column.index(), it.row.rows_below())).collect()
}
