//! A game judged against perfect play, move by move.
//!
//! Every position has a value to the player to move: won, drawn or lost if both play perfectly from
//! there, and how soon. A move is judged by what it makes of the value it found.
//!
//! ```
//! use fourfall_engine::review::Judgement;
//! use fourfall_engine::{Budget, Solver, TableSize};
//! use fourfall_rules::{Game, Player};
//!
//! // The first player has three in a row with both ends free, and does not see it.
//! let game: Game = "4455661".parse()?;
//! let mut solver = Solver::new(TableSize::DEFAULT);
//! # #[cfg(feature = "book")]
//! # let mut solver = solver.with_book(fourfall_engine::Book::embedded());
//! let review = solver.review(&game, &Budget::UNLIMITED).expect("there is no limit");
//!
//! let last = review.moves().last().expect("seven moves were made");
//! assert_eq!(last.judgement, Judgement::Good); // it wins all the same, later
//! assert_eq!(last.best.number(), 3);
//! assert!(review.accuracy(Player::First) > review.accuracy(Player::Second));
//! # Ok::<(), fourfall_rules::NotationError>(())
//! ```

use fourfall_rules::{Column, Game, Outcome, Player, Position};

use crate::budget::Budget;
use crate::node::win_now;
use crate::score::{Score, Value};
use crate::solver::{Reply, Solver};

/// What a move made of the position it found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// Keeps the score: no move is better.
    Best,
    /// Keeps the result, but wins later or loses sooner than it had to.
    Good,
    /// Turns a won game into a drawn one.
    MissedWin,
    /// Turns a drawn game into a lost one.
    Mistake,
    /// Turns a won game into a lost one, or one not lost into one that the opponent's next disc
    /// wins.
    Blunder,
}

impl Judgement {
    /// Every judgement, the best first.
    pub const ALL: [Judgement; 5] = [
        Judgement::Best,
        Judgement::Good,
        Judgement::MissedWin,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// Judges a move that leads to `next`, by the score it found and the one it left, both for the
    /// player who made it.
    pub fn of(found: Score, left: Score, next: Position) -> Judgement {
        let lost_at_once = left.for_opponent().value(next) == Value::Win { plies: 1 };
        let lost_steps = result(found) - result(left);
        if left == found {
            Judgement::Best
        } else if lost_steps <= 0 {
            Judgement::Good
        } else if lost_steps == 2 || lost_at_once {
            Judgement::Blunder
        } else if found > Score::DRAW {
            Judgement::MissedWin
        } else {
            Judgement::Mistake
        }
    }

    /// What the move is worth to [accuracy](Review::accuracy), of a hundred.
    pub const fn points(self) -> u32 {
        match self {
            Judgement::Best => 100,
            Judgement::Good => 75,
            Judgement::MissedWin | Judgement::Mistake => 25,
            Judgement::Blunder => 0,
        }
    }

    /// Whether the move changed who wins with perfect play.
    pub const fn changes_the_result(self) -> bool {
        match self {
            Judgement::Best | Judgement::Good => false,
            Judgement::MissedWin | Judgement::Mistake | Judgement::Blunder => true,
        }
    }

    /// A name for test vectors and for other languages.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::MissedWin => "missed win",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// 1 won, 0 drawn, −1 lost.
fn result(score: Score) -> i8 {
    score.number().signum()
}

/// One move of a game, judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewedMove {
    /// What was played.
    pub column: Column,
    /// What it is called.
    pub judgement: Judgement,
    /// The score of the position it found, for the player who made it.
    pub found: Score,
    /// The score of the position it left, for the same player.
    pub left: Score,
    /// A column that keeps the score; the one that was played if it does.
    pub best: Column,
}

/// Every move of a game, judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    moves: Vec<ReviewedMove>,
}

impl Review {
    /// The moves, in the order in which they were made.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// The mean of a player's [points](Judgement::points), rounded; `None` before its first move.
    pub fn accuracy(&self, player: Player) -> Option<u32> {
        let first = match player {
            Player::First => 0,
            Player::Second => 1,
        };
        let points = || self.moves.iter().skip(first).step_by(2).map(|it| it.judgement.points());
        let count = u32::try_from(points().count()).ok().filter(|&it| it > 0)?;
        Some((points().sum::<u32>() + count / 2) / count)
    }

    /// The index of the last move that changed who wins; `None` if none did.
    pub fn turning_point(&self) -> Option<usize> {
        self.moves.iter().rposition(|it| it.judgement.changes_the_result())
    }
}

impl Solver {
    /// Judges every move of a game; `None` if the budget is too small for that.
    pub fn review(&mut self, game: &Game, budget: &Budget<'_>) -> Option<Review> {
        let start = self.nodes();
        let mut positions = vec![Position::START];
        for &column in game.moves() {
            positions.push(positions.last()?.play(column).ok()?);
        }
        let mut moves = Vec::new();
        // From the end on: what is found out there answers most of what comes before it.
        let mut left = self.score_of(*positions.last()?, budget)?;
        for (pair, &column) in positions.windows(2).zip(game.moves()).rev() {
            let (before, next) = (pair[0].open()?, pair[1]);
            let found = self.score_of(pair[0], &budget.less(self.nodes() - start))?;
            let kept = left.for_opponent();
            let best = if kept == found {
                column
            } else {
                match self.best_move(before, &budget.less(self.nodes() - start)) {
                    Reply::Perfect(column) => column,
                    Reply::Unproved(_) => return None,
                }
            };
            let judgement = Judgement::of(found, kept, next);
            moves.push(ReviewedMove { column, judgement, found, left: kept, best });
            left = found;
        }
        moves.reverse();
        Some(Review { moves })
    }

    /// The score for the player to move, or who would be.
    fn score_of(&mut self, position: Position, budget: &Budget<'_>) -> Option<Score> {
        match position.outcome() {
            Some(Outcome::Drawn) => Some(Score::DRAW),
            Some(Outcome::Won(_)) => Some(Score::from_search(-win_now(position.ply() - 1))),
            None => self.solve(position.open()?, budget).exact(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableSize;

    /// One letter a move: best, good, Missed win, miStake, bLunder.
    #[track_caller]
    fn check(moves: &str, letters: &str, accuracies: [Option<u32>; 2], turn: Option<usize>) {
        let game = moves.parse().unwrap();
        let mut solver = Solver::new(TableSize::DEFAULT);
        #[cfg(feature = "book")]
        {
            solver = solver.with_book(crate::Book::embedded());
        }
        let review = solver.review(&game, &Budget::UNLIMITED).unwrap();
        let judged = |it: &ReviewedMove| match it.judgement {
            Judgement::Best => 'b',
            Judgement::Good => 'g',
            Judgement::MissedWin => 'M',
            Judgement::Mistake => 'S',
            Judgement::Blunder => 'L',
        };
        assert_eq!(review.moves().iter().map(judged).collect::<String>(), letters, "{moves}");
        assert_eq!(Player::BOTH.map(|it| review.accuracy(it)), accuracies, "{moves}");
        assert_eq!(review.turning_point(), turn, "{moves}");
    }

    #[cfg(feature = "book")]
    #[test]
    fn games_from_the_opening_on() {
        check("", "", [None, None], None);
        check("4", "b", [Some(100), None], None);
        check("3", "M", [Some(25), None], Some(0));
        check("1", "L", [Some(0), None], Some(0));
    }

    #[test]
    fn scores_alone_decide() {
        let score = |it| Score::new(it).unwrap();
        let next = "44".parse::<Game>().unwrap().position();
        let of = |found, left| Judgement::of(score(found), score(left), next);
        assert_eq!(of(3, 3), Judgement::Best);
        assert_eq!(of(3, 2), Judgement::Good);
        assert_eq!(of(-3, -4), Judgement::Good);
        assert_eq!(of(3, 0), Judgement::MissedWin);
        assert_eq!(of(0, -3), Judgement::Mistake);
        assert_eq!(of(3, -3), Judgement::Blunder);
        // The first player has three on the bottom row, both ends free, and is to move.
        let next = "415131".parse::<Game>().unwrap().position();
        let of = |found, left| Judgement::of(score(found), score(left), next);
        assert_eq!(of(0, -18), Judgement::Blunder);
        assert_eq!(of(0, -17), Judgement::Mistake);
        assert_eq!(of(-17, -18), Judgement::Good);
    }

    #[test]
    fn too_small_a_budget_judges_nothing() {
        let game = "4435".parse().unwrap();
        let mut solver = Solver::new(TableSize::mebibytes(1));
        assert_eq!(solver.review(&game, &Budget::nodes(10)), None);
    }
}
