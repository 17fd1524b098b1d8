//! What a position is worth, to the solver and to people.

use std::fmt;

use fourfall_rules::Position;

use crate::table::Bounds;

/// The exact worth of a position to the player to move.
///
/// Positive if that player wins, negative if the opponent does, zero for a draw, with best play on
/// both sides; the sooner the end, the larger the number. A win with the winner's n-th disc is
/// 22 − n, so scores run from −18 to 18: nobody wins with fewer than four discs.
///
/// ```
/// use fourfall_engine::{Score, Value};
/// use fourfall_rules::Game;
///
/// // The first player has three discs in a row with both ends free, and is to move.
/// let position = "445566".parse::<Game>()?.position();
/// let score = Score::new(18).expect("in range");
/// assert_eq!(score.value(position), Value::Win { plies: 1 });
/// # Ok::<(), fourfall_rules::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i8);

impl Score {
    /// Neither player can force a win.
    pub const DRAW: Score = Score(0);
    /// The best score there is: a win with the fourth disc.
    pub const MAX: Score = Score(18);
    /// The worst score there is: a loss to the fourth disc.
    pub const MIN: Score = Score(-18);

    /// The score with this number, if it is one.
    pub const fn new(number: i8) -> Option<Score> {
        if Score::MIN.0 <= number && number <= Score::MAX.0 { Some(Score(number)) } else { None }
    }

    /// As the search counts. The search never leaves the range.
    pub(crate) fn from_search(number: i32) -> Score {
        let score = i8::try_from(number).ok().and_then(Score::new);
        score.expect("a score of the search is one of the game")
    }

    /// The number: 22 less the discs the winner uses, negative for the opponent.
    pub const fn number(self) -> i8 {
        self.0
    }

    /// The same for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Score {
        Score(-self.0)
    }

    /// What the score means in `position`, counted in discs that are still to fall.
    pub const fn value(self, position: Position) -> Value {
        let ply = position.ply();
        let winner_discs = DISCS_EACH + 1 - self.0.unsigned_abs() as u32;
        match self.0 {
            0 => Value::Draw,
            1.. => Value::Win { plies: (2 * winner_discs).saturating_sub(1 + ply / 2 * 2) },
            ..0 => Value::Loss { plies: (2 * winner_discs).saturating_sub(ply.div_ceil(2) * 2) },
        }
    }
}

/// Discs each player has at the start of a game.
const DISCS_EACH: u32 = 21;

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A score in words: who wins, and with how many more discs of both players together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins with the disc that is this many plies away; 1 is the next.
    Win {
        /// How many discs of both players fall until then, the last one included.
        plies: u32,
    },
    /// The board fills up.
    Draw,
    /// The opponent wins with the disc that is this many plies away; 2 is its next.
    Loss {
        /// How many discs of both players fall until then, the last one included.
        plies: u32,
    },
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win { plies } => write!(f, "wins in {plies}"),
            Value::Draw => write!(f, "draw"),
            Value::Loss { plies } => write!(f, "loses in {plies}"),
        }
    }
}

/// What a search found out, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The score, proved.
    Exact(Score),
    /// The search ran out of its budget; the score is one of these, proved.
    Bounds {
        /// The score is this or better.
        at_least: Score,
        /// The score is this or worse.
        at_most: Score,
    },
}

impl Verdict {
    /// Exact if the ends meet.
    pub(crate) fn from_ends(at_least: Score, at_most: Score) -> Verdict {
        if at_least == at_most {
            Verdict::Exact(at_least)
        } else {
            Verdict::Bounds { at_least, at_most }
        }
    }

    /// The score, if it is known.
    pub const fn exact(self) -> Option<Score> {
        match self {
            Verdict::Exact(score) => Some(score),
            Verdict::Bounds { .. } => None,
        }
    }

    /// The score is this or better.
    pub const fn at_least(self) -> Score {
        match self {
            Verdict::Exact(score) => score,
            Verdict::Bounds { at_least, .. } => at_least,
        }
    }

    /// The score is this or worse.
    pub const fn at_most(self) -> Score {
        match self {
            Verdict::Exact(score) => score,
            Verdict::Bounds { at_most, .. } => at_most,
        }
    }

    /// The same for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Verdict {
        match self {
            Verdict::Exact(score) => Verdict::Exact(score.for_opponent()),
            Verdict::Bounds { at_least, at_most } => Verdict::Bounds {
                at_least: at_most.for_opponent(),
                at_most: at_least.for_opponent(),
            },
        }
    }
}

impl From<Bounds> for Verdict {
    fn from(bounds: Bounds) -> Verdict {
        Verdict::from_ends(Score::from_search(bounds.lower), Score::from_search(bounds.upper))
    }
}

#[cfg(test)]
mod tests {
    use fourfall_rules::Game;

    use super::*;

    #[track_caller]
    fn check(moves: &str, score: i8, expected: Value) {
        let position = moves.parse::<Game>().unwrap().position();
        assert_eq!(Score::new(score).unwrap().value(position), expected, "after {moves:?}");
    }

    #[test]
    fn a_score_counts_the_discs_to_come() {
        check("", 1, Value::Win { plies: 41 });
        check("4", -1, Value::Loss { plies: 40 });
        check("", -2, Value::Loss { plies: 40 });
        check("4", 2, Value::Win { plies: 39 });
        check("445566", 18, Value::Win { plies: 1 });
        check("44556", -18, Value::Loss { plies: 2 });
        check("4455667", 0, Value::Draw);
    }

    #[test]
    fn what_is_no_score_is_refused() {
        assert_eq!(Score::new(19), None);
        assert_eq!(Score::new(-19), None);
        assert_eq!(Score::new(18), Some(Score::MAX));
    }

    #[test]
    fn bounds_that_meet_are_exact_and_turn_with_the_board() {
        assert_eq!(Verdict::from_ends(Score(3), Score(3)), Verdict::Exact(Score(3)));
        let open = Verdict::from_ends(Score(-2), Score(5));
        assert_eq!(open.for_opponent(), Verdict::from_ends(Score(-5), Score(2)));
        assert_eq!(open.exact(), None);
        assert_eq!((open.at_least(), open.at_most()), (Score(-2), Score(5)));
    }
}
