//! A game judged move by move, by what each move cost a human.
//!
//! Every position has a value to the player to move: won, drawn or lost if both play perfectly from
//! there, and how soon. Perfect play alone is a poor teacher: to it, a lost player who leaves three
//! in a column unblocked has lost nothing, and a first disc at the edge has thrown away a win that
//! is forty discs off. So results weigh less the farther away they are ([`Judgement::of`]), and two
//! things that anybody sees count wherever they happen: a win with this disc or the next that was not
//! taken, and a four of the opponent's that could have been prevented.
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
//! assert_eq!(last.judgement, Judgement::MissedWin); // it wins all the same, later
//! assert_eq!(last.best.number(), 3);
//! assert!(review.accuracy(Player::First) > review.accuracy(Player::Second));
//! # Ok::<(), fourfall_rules::NotationError>(())
//! ```

use fourfall_rules::{Column, Game, Outcome, Player, Position};

use crate::budget::Budget;
use crate::node::win_now;
use crate::reason::Reason;
use crate::score::Score;
use crate::solver::{Reply, Solver};

/// What a move cost the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// Keeps the score: no move is better.
    Best,
    /// Costs next to nothing.
    Good,
    /// Wins much later or loses much sooner than it had to, or gives away a result that is far off.
    Inaccuracy,
    /// Does not take a win that was there: with this disc, with the next, or in sight.
    MissedWin,
    /// Turns a game that was held into a lost one, or brings a loss near.
    Mistake,
    /// Lets the opponent's next disc win, or throws away a game that was held into one soon lost.
    Blunder,
}

/// What a win is worth with the very next disc. A draw is worth nothing, a loss as much less.
const WIN_WORTH: i32 = 100;
/// Less for every disc of the winner's that it takes longer: people see near things.
const WORTH_PER_DISC: i32 = 5;
/// A win that is far off is worth this at least.
const WIN_WORTH_MIN: i32 = 5;

/// From these costs on a move is called so.
const INACCURACY_COST: i32 = 20;
const MISTAKE_COST: i32 = 30;
const BLUNDER_COST: i32 = 80;

impl Judgement {
    /// Every judgement, the best first.
    pub const ALL: [Judgement; 6] = [
        Judgement::Best,
        Judgement::Good,
        Judgement::Inaccuracy,
        Judgement::MissedWin,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// Judges a move made in `before`, by the score it found and the one it left, both for the
    /// player who made it.
    ///
    /// The table reads from the top; a cost is what the score was worth before the move less what it
    /// is worth after it.
    ///
    /// | the move | is |
    /// |---|---|
    /// | keeps the score | [best](Judgement::Best) |
    /// | lets the opponent's next disc win, which could be prevented | a [blunder](Judgement::Blunder); a [mistake](Judgement::Mistake) if the disc after that one would have won anyway |
    /// | costs 80 or more, and soon loses: with the opponent's fifth disc from there or before | a blunder |
    /// | leaves out a win with this disc, or one with the next that now takes two discs more | a [missed win](Judgement::MissedWin) |
    /// | costs 30 or more | a missed win if what was won is drawn, else a mistake |
    /// | costs 20 or more | an [inaccuracy](Judgement::Inaccuracy) |
    /// | costs less | [good](Judgement::Good) |
    pub fn of(before: Position, found: Score, left: Score) -> Judgement {
        let (had, has) = (Prospect::of(before, found), Prospect::of(before, left));
        let cost = had.worth() - has.worth();
        let soon_loses = has.worth() <= -BLUNDER_COST;
        match (had, has) {
            _ if left == found => Judgement::Best,
            (Prospect::Lost { discs: ..=2 }, Prospect::Lost { discs: 1 }) => Judgement::Mistake,
            (_, Prospect::Lost { discs: 1 }) => Judgement::Blunder,
            _ if soon_loses && cost >= BLUNDER_COST => Judgement::Blunder,
            // Nobody sees a loss that is far off; everybody sees the four that was there.
            (Prospect::Won { discs: 1 }, _) => Judgement::MissedWin,
            (Prospect::Won { discs: 2 }, it) if !matches!(it, Prospect::Won { discs: ..=3 }) => {
                Judgement::MissedWin
            }
            (Prospect::Won { .. }, Prospect::Drawn) if cost >= MISTAKE_COST => Judgement::MissedWin,
            _ if cost >= MISTAKE_COST => Judgement::Mistake,
            _ if cost >= INACCURACY_COST => Judgement::Inaccuracy,
            _ => Judgement::Good,
        }
    }

    /// What the move is worth to [accuracy](Review::accuracy), of a hundred.
    pub const fn points(self) -> u32 {
        match self {
            Judgement::Best => 100,
            Judgement::Good => 90,
            Judgement::Inaccuracy => 60,
            Judgement::MissedWin | Judgement::Mistake => 25,
            Judgement::Blunder => 0,
        }
    }

    /// Whether there is something to learn from the move.
    pub const fn is_fault(self) -> bool {
        match self {
            Judgement::Best | Judgement::Good => false,
            Judgement::Inaccuracy
            | Judgement::MissedWin
            | Judgement::Mistake
            | Judgement::Blunder => true,
        }
    }

    /// A name for test vectors and for other languages.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::MissedWin => "missed win",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// What a score means to the player to move, counted as players count: in discs of the winner's.
#[derive(Clone, Copy)]
enum Prospect {
    Won { discs: i32 },
    Drawn,
    Lost { discs: i32 },
}

impl Prospect {
    fn of(before: Position, score: Score) -> Prospect {
        let ply = i32::try_from(before.ply()).unwrap_or(i32::MAX);
        let number = i32::from(score.number());
        // The winner's last disc is its (22 − |score|)th; some of them lie on the board.
        match number.signum() {
            1 => Prospect::Won { discs: 22 - number - ply / 2 },
            0 => Prospect::Drawn,
            _ => Prospect::Lost { discs: 22 + number - (ply + 1) / 2 },
        }
    }

    fn worth(self) -> i32 {
        let win = |discs: i32| (WIN_WORTH - WORTH_PER_DISC * (discs - 1)).max(WIN_WORTH_MIN);
        match self {
            Prospect::Won { discs } => win(discs),
            Prospect::Drawn => 0,
            Prospect::Lost { discs } => -win(discs),
        }
    }
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
    /// What the move led to, and what the better one would have; `None` if it was no
    /// [fault](Judgement::is_fault).
    pub lesson: Option<Lesson>,
}

impl ReviewedMove {
    /// Whether the move changed who wins with perfect play.
    pub const fn changes_the_result(&self) -> bool {
        self.found.number().signum() != self.left.number().signum()
    }
}

/// Why a move was a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What the move that was made leads to.
    pub played: Reason,
    /// What the better column leads to.
    pub better: Reason,
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
        self.moves.iter().rposition(ReviewedMove::changes_the_result)
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
            let before = pair[0].open()?;
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
            let judgement = Judgement::of(pair[0], found, kept);
            let mut lesson = None;
            if judgement.is_fault() {
                let played = self.reason(before, column, &budget.less(self.nodes() - start))?;
                let better = self.reason(before, best, &budget.less(self.nodes() - start))?;
                lesson = Some(Lesson { played, better });
            }
            moves.push(ReviewedMove { column, judgement, found, left: kept, best, lesson });
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

    #[test]
    fn scores_alone_decide() {
        let of = |moves: &str, found, left| {
            let position = moves.parse::<Game>().unwrap().position();
            Judgement::of(position, Score::new(found).unwrap(), Score::new(left).unwrap())
        };
        // On the empty board a win with the fourth disc is the soonest: 18.
        assert_eq!(of("", 3, 3), Judgement::Best);
        assert_eq!(of("", 3, 2), Judgement::Good);
        assert_eq!(of("", -3, -4), Judgement::Good);
        assert_eq!(of("", 1, 0), Judgement::Good);
        assert_eq!(of("", 1, -1), Judgement::Good);
        assert_eq!(of("", 1, -4), Judgement::Inaccuracy);
        assert_eq!(of("", 16, 12), Judgement::Inaccuracy);
        assert_eq!(of("", 12, 0), Judgement::MissedWin);
        assert_eq!(of("", 0, -9), Judgement::Mistake);
        assert_eq!(of("", -1, -17), Judgement::Mistake);
        assert_eq!(of("", 0, -17), Judgement::Blunder);
        // After six discs each player has three.
        assert_eq!(of("415131", 18, 17), Judgement::MissedWin);
        assert_eq!(of("415131", 17, 16), Judgement::Good);
        assert_eq!(of("415131", 17, 15), Judgement::MissedWin);
        assert_eq!(of("415131", 18, -1), Judgement::MissedWin);
        assert_eq!(of("415131", 17, -1), Judgement::MissedWin);
        assert_eq!(of("415131", 18, -14), Judgement::Blunder);
        assert_eq!(of("415131", 0, -18), Judgement::Blunder);
        assert_eq!(of("415131", -1, -18), Judgement::Blunder);
        assert_eq!(of("415131", -17, -18), Judgement::Mistake);
    }

    #[test]
    fn too_small_a_budget_judges_nothing() {
        let game = "4435".parse().unwrap();
        let mut solver = Solver::new(TableSize::mebibytes(1));
        assert_eq!(solver.review(&game, &Budget::nodes(10)), None);
    }
}
