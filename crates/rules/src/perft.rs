//! Counting move paths: the quickest proof that a move generator is right, or is not.

use crate::{Column, OpenPosition, Position};

/// Number of ways to play exactly `depth` more moves. A game that ends sooner counts for nothing.
///
/// ```
/// use fourfall_rules::{Position, perft};
///
/// assert_eq!(perft(Position::START, 6), 117_649); // 7⁶: no column can be full yet
/// assert_eq!(perft(Position::START, 7), 823_536); // 7⁷ less the seven ways to overfill one
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let Some(open) = position.open() else { return 0 };
    if rest == 0 {
        return open.legal_columns().map(|_| 1).sum();
    }
    Column::ALL
        .into_iter()
        .filter_map(|it| OpenPosition::play(open, it).ok())
        .map(|it| perft(it, rest))
        .sum()
}
