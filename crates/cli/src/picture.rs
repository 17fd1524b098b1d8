//! Positions and scores as pictures of text.

use fourfall_engine::Score;
use fourfall_rules::{Game, Player};

/// The board with the numbers of its columns.
pub(crate) fn board(game: &Game) -> String {
    format!("{}1 2 3 4 5 6 7\n", game.position())
}

/// "The first player (X) is to move and wins in 5 discs."
pub(crate) fn sentence(game: &Game, means: &str) -> String {
    let turn = game.position().turn();
    let disc = match turn {
        Player::First => "X",
        Player::Second => "O",
    };
    format!("The {turn} ({disc}) is to move and {}.", clause(means))
}

/// "wins in 5 discs" out of "wins in 5".
fn clause(means: &str) -> String {
    match means.rsplit_once(' ') {
        Some((_, "1")) => format!("{means} disc"),
        Some(_) => format!("{means} discs"),
        None => "can hold a draw".to_owned(),
    }
}

/// How many characters a bar has on each side of its middle.
const BAR: usize = 9;

/// A score as a bar: to the right of the middle for a win, to the left for a loss, the longer the
/// sooner.
pub(crate) fn bar(score: Score) -> String {
    // Half a bar is the best score there is; any win at all is seen.
    let length = usize::from(score.number().unsigned_abs()).div_ceil(2).min(BAR);
    let (left, right) = if score < Score::DRAW { (length, 0) } else { (0, length) };
    let (losing, winning) = ("#".repeat(left), "#".repeat(right));
    format!("{losing:>BAR$}|{winning:<BAR$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: i8, expected: &str) {
        assert_eq!(bar(Score::new(number).unwrap()), expected);
    }

    #[test]
    fn a_bar_grows_with_the_score() {
        check(0, "         |         ");
        check(1, "         |#        ");
        check(-1, "        #|         ");
        check(18, "         |#########");
        check(-17, "#########|         ");
    }
}
