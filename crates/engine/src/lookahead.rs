//! A plain search a few moves deep with a guess at the end: how the `solo` bots plan.
//!
//! The exact solver asks who wins; this one asks what looks good, as a person does. It is minimax with
//! alpha-beta pruning, which gives the same values as minimax without it, only sooner.

use fourfall_rules::{Bitboard, Column, Line, OpenPosition, Outcome, Position};

/// More than any guess: 69 lines of at most three discs are worth less.
const WIN: i32 = 10_000;

/// Columns from the middle outwards: the order in which good moves are likely.
const CENTRE_FIRST: [Column; 7] = {
    let all = Column::ALL;
    [all[3], all[2], all[4], all[1], all[5], all[0], all[6]]
};

/// The columns that look best to the player to move `depth` discs ahead, all alike. Never empty.
///
/// A sooner win looks better, and so does a later loss.
pub(crate) fn best_columns(position: OpenPosition, depth: u32) -> Vec<Column> {
    let mut best = (-WIN, Vec::new());
    for column in CENTRE_FIRST {
        let Ok(next) = position.play(column) else { continue };
        // Beyond the best so far by one: what is as good is still seen as such.
        let value = -value(next, depth - 1, -WIN, 1 - best.0);
        if value > best.0 {
            best = (value, vec![column]);
        } else if value == best.0 {
            best.1.push(column);
        }
    }
    best.1
}

/// The value for the player to move, exact where it lies between `alpha` and `beta`.
fn value(position: Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let open = match OpenPosition::try_from(position) {
        // The opponent has just won: the fewer discs that took, the worse.
        Err(Outcome::Won(_)) => return i32::try_from(position.ply()).unwrap_or(0) - WIN,
        Err(Outcome::Drawn) => return 0,
        Ok(open) => open,
    };
    if depth == 0 {
        return guess(position);
    }
    for column in CENTRE_FIRST {
        let Ok(next) = open.play(column) else { continue };
        alpha = alpha.max(-value(next, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// How the board looks to the player to move: lines that can still be completed, the fuller the
/// better, less the opponent's.
fn guess(position: Position) -> i32 {
    const WORTH: [i32; 4] = [0, 1, 4, 16];
    let (turn, discs) = (position.turn(), position.discs());
    let worth = |&line: &Bitboard| {
        let (own, other) = (line & discs[turn], line & discs[turn.other()]);
        match (own.is_empty(), other.is_empty()) {
            (false, true) => WORTH[own.len() as usize],
            (true, false) => -WORTH[other.len() as usize],
            (true, true) | (false, false) => 0,
        }
    };
    LINES.iter().map(worth).sum()
}

/// Every line as a set, made once.
const LINES: [Bitboard; Line::COUNT] = {
    let mut sets = [Bitboard::EMPTY; Line::COUNT];
    let mut at = 0;
    while at < Line::COUNT {
        sets[at] = Line::ALL[at].set();
        at += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use fourfall_rules::Game;

    use super::*;

    #[track_caller]
    fn check(moves: &str, depth: u32, expected: &[u8]) {
        let position = moves.parse::<Game>().unwrap().position().open().unwrap();
        let mut best: Vec<u8> =
            best_columns(position, depth).into_iter().map(Column::number).collect();
        best.sort_unstable();
        assert_eq!(best, expected, "after {moves:?}");
    }

    #[test]
    fn a_win_in_one_is_seen_with_one_disc() {
        check("112233", 1, &[4]);
        check("445566", 1, &[3, 7]);
    }

    #[test]
    fn a_loss_in_two_is_seen_with_two_discs() {
        check("11223", 2, &[4]);
    }

    #[test]
    fn a_double_threat_is_prevented_with_four_discs() {
        // Two in the middle of the bottom row: a third with both ends free would win. A disc on
        // either side prevents it; the left one leaves fewer lines to the opponent.
        check("445", 4, &[3]);
    }

    #[test]
    fn pruning_does_not_change_a_value() {
        fn plain(position: Position, depth: u32) -> i32 {
            let Ok(open) = OpenPosition::try_from(position) else {
                return value(position, depth, -WIN, WIN);
            };
            if depth == 0 {
                return guess(position);
            }
            let next = open.legal_columns().map(|it| open.play(it).unwrap());
            next.map(|it| -plain(it, depth - 1)).max().unwrap()
        }
        for moves in ["", "4", "445", "112233", "4444432", "123456712345671"] {
            let position = moves.parse::<Game>().unwrap().position();
            assert_eq!(value(position, 4, -WIN, WIN), plain(position, 4), "after {moves:?}");
        }
    }
}
