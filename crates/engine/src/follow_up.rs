//! The follow-up rule: a player who answers every disc with one right on top of it.
//!
//! The player to move is the *mover* here, the other the *follower*. The follower can bind itself
//! to a plan: play in the column the mover has just played in. What each of them can ever get is
//! then fixed, for every move the mover may choose, and a few bit operations tell how the game ends
//! at best for the mover. No search is needed: the plan *is* the proof.
//!
//! # Who gets which cell
//!
//! The second player follows. A column with an even number of empty cells is a stack of pairs; the
//! mover takes the lower cell of a pair, the follower the upper. A column with an odd number of
//! empty cells has one more at the bottom, a *lone* cell, which we give to the mover:
//!
//! ```text
//!   row 6   f f f f f f f      f  the follower's: empty cells of even rows that are not playable
//!   row 5   m m m m m m m      m  the mover's: empty cells of odd rows
//!   row 4   f f f f l f f      l  lone: playable, in an even row; the mover's if it wants them
//!   row 3   m m m m x m m      x  discs
//!   row 2   l f f f x f f
//!   row 1   x m m m x m m
//! ```
//!
//! An even number of cells is empty when the first player is to move, so the number of lone cells
//! is even: the follower answers a lone cell with another, and never has to open a pair. Whatever
//! the mover does, its discs at the end are among `x` of its own, `m` and `l`.
//!
//! **Draw.** If those cells hold no four in a row, the mover cannot win: its score is at most 0.
//!
//! **Even threat.** Let the follower have a threat on an even row r, not playable. It will get that
//! cell if the mover ever plays below it, and the mover must in the end: leave the cells from
//! row r − 1 upwards alone, and the number of other empty cells is still even, so it is the
//! mover who runs out of them. The cells above the threat are never played and drop out of the
//! mover's set; the cell below stays in it, since a disc there may be the mover's fourth. The
//! same holds with threats in several columns. Each leaves 8 − r cells, an even number, and when
//! all else is full the mover has one disc and the follower the winning one: it falls as
//! number 44 − Σ(8 − r), so it is worth Σ(8 − r) / 2 = Σ(3, 2 or 1 for r = 2, 4 or 6). That is the number
//! of even cells at or above the threats.
//!
//! **Even line.** Even without a threat the follower gets *all* of its cells before the board is full.
//! If they complete four together with its discs, in rows up to r, it wins: the mover can put
//! it off by leaving one column of the line alone from row r − 1, no longer. Worth 3, 2 or 1 again.
//!
//! # The first player follows
//!
//! Now an odd number of cells is empty, and a follower would sooner or later have to open a
//! pair. It needs a threat on an **odd** row r, not playable: leaving that column alone from row r − 1
//! makes the number of other cells even again. Below row r − 1 the pairs of that column are the
//! other way round (the mover below on an even row, the follower above on an odd one):
//!
//! ```text
//!   row 6   . f f f f f f      T  the follower's threat, r = 5
//!   row 5   T m m m m m m      M  the mover's if it wants to lose, or completes four there
//!   row 4   M f f f f f f      .  never played
//!   row 3   f m m m m m m
//!   row 2   m f f f f f f
//!   row 1   x m m m m m m
//! ```
//!
//! If the mover's cells hold no four in a row, it ends up having to play `M`, and loses to `T`. The
//! winning disc is number 44 − (8 − r) − Σ(8 − r of even threats in other columns), worth 2 or 1 for r = 3 or
//! 5, and as above for the others. This is the zugzwang that decides most games between people who
//! know what they do.

use crate::bits::{BOARD, BOTTOM, EVEN_ROWS, ODD_ROWS, and_above, column_of, has_four, playable};
use crate::node::Node;

/// An upper bound of the node's score that is at most `limit`, if following up proves one.
#[inline(always)]
pub(crate) fn bound(node: &Node, limit: i32) -> Option<i32> {
    if node.discs.is_multiple_of(2) {
        second_follows(node, limit)
    } else {
        first_follows(node, limit)
    }
}

/// The first player is to move, the second follows: draw, even threats, even line.
#[inline(always)]
fn second_follows(node: &Node, limit: i32) -> Option<i32> {
    let claimed = claimed_columns(node.threats & EVEN_ROWS);
    let bound = -worth(claimed);
    let suffices = bound <= limit || has_even_line(node, limit);
    if suffices && !has_four(mover_cells(node, claimed)) { Some(bound.min(limit)) } else { None }
}

/// The second player is to move, the first follows: an odd threat, and even threats beside it.
#[inline(always)]
fn first_follows(node: &Node, limit: i32) -> Option<i32> {
    let claimed = claimed_columns(node.threats & EVEN_ROWS);
    let mut odd_threats = node.threats & ODD_ROWS;
    while odd_threats != 0 {
        let threat = odd_threats & odd_threats.wrapping_neg();
        let column = column_of(threat);
        odd_threats &= !column;
        // Rows 3 and 5: on row 1 a threat would be playable.
        let odd_worth = if threat & BOTTOM << 2 != 0 { 2 } else { 1 };
        let claimed = claimed & !column;
        let bound = -odd_worth - worth(claimed);
        if bound > limit {
            continue;
        }
        let below = column & (threat - 1) & !node.occupied;
        let upside_down = below & (EVEN_ROWS | playable(node.occupied));
        if !has_four(mover_cells(node, claimed | column) | upside_down) {
            return Some(bound);
        }
    }
    None
}

/// The cells the mover may have at the end: its discs, empty odd rows and lone cells, except in
/// the columns' parts that `without` names.
#[inline(always)]
fn mover_cells(node: &Node, without: u64) -> u64 {
    let empty = BOARD ^ node.occupied;
    node.mover | empty & (ODD_ROWS | playable(node.occupied)) & !without
}

/// From each of the follower's threats upwards, cells the mover never gets.
#[inline(always)]
const fn claimed_columns(even_threats: u64) -> u64 {
    and_above(even_threats)
}

/// What even threats are worth together: a disc of the follower sooner for every two cells that
/// are left alone.
#[inline(always)]
const fn worth(claimed: u64) -> i32 {
    (claimed & EVEN_ROWS).count_ones().cast_signed()
}

/// Whether the follower's discs and the even cells it will get hold four in a row, low enough for
/// a score of at most `limit`.
#[inline(always)]
const fn has_even_line(node: &Node, limit: i32) -> bool {
    let rows = match limit {
        -1 => EVEN_ROWS,
        -2 => BOTTOM * 0b00_1010,
        -3 => BOTTOM * 0b00_0010,
        _ => return false,
    };
    let cells = rows & !node.occupied & !playable(node.occupied);
    has_four(node.opponent() | cells)
}
