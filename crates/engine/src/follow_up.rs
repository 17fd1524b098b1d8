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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::bits::drawn::cells;
    use crate::bits::threats;
    use crate::node::{Settled, Turn, loss_next, play, settle, win_now};

    /// A position from a drawing: `x` to move, `o` follows. Its moves are not looked for.
    fn node(drawing: &str) -> Node {
        let (mover, other) = (cells(drawing, "x"), cells(drawing, "o"));
        let occupied = mover | other;
        let threats = threats(other, occupied);
        Node { mover, occupied, moves: 0, threats, discs: occupied.count_ones() }
    }

    #[test]
    fn the_mover_gets_odd_rows_and_lone_cells() {
        let drawing = ". . . . . . .
                       m m m m m m m
                       . . . . m . .
                       m m m m o m m
                       m . . . x . .
                       o m m m x m m";
        let node = node(drawing);
        assert_eq!(mover_cells(&node, 0), cells(drawing, "xm"));
    }

    #[test]
    fn nothing_above_an_even_threat_is_the_movers() {
        // o threatens the fourth cell of row 2, in the last column.
        let drawing = ". . . . . . .
                       m m . . . m .
                       . . m x m . .
                       m m o x x m .
                       m m x o o o .
                       o o x x x o m";
        let node = node(drawing);
        let claimed = claimed_columns(node.threats & EVEN_ROWS);
        assert_eq!(worth(claimed), 3);
        let expected = cells(drawing, "xm") & !claimed | cells(drawing, "x");
        assert_eq!(mover_cells(&node, claimed) & claimed, 0);
        assert_eq!(
            mover_cells(&node, claimed) & expected,
            mover_cells(&node, claimed) & cells(drawing, "xm")
        );
    }

    #[test]
    fn an_even_line_counts_before_it_is_a_threat() {
        // Two discs of o on row 2, and the two cells beside them are o's by following up.
        let node = node(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . o o . .
             . . . x x . .",
        );
        assert!(has_even_line(&node, -3), "row 2 is worth 3");
        assert!(has_even_line(&node, -1), "and so it is worth 1");
        assert!(!has_even_line(&node, -4), "but not more");
        assert!(!has_even_line(&node, 0), "a draw needs no line");
    }

    /// The score by looking at every move; only for positions with few empty cells.
    fn minimax(mover: u64, occupied: u64, known: &mut HashMap<(u64, u64), i32>) -> i32 {
        let discs = occupied.count_ones();
        let landings = playable(occupied);
        if landings == 0 {
            return 0;
        }
        if threats(mover, occupied) & landings != 0 {
            return win_now(discs);
        }
        if let Some(&score) = known.get(&(mover, occupied)) {
            return score;
        }
        let mut best = loss_next(discs);
        let mut moves = landings;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            best = best.max(-minimax(mover ^ occupied, occupied | cell, known));
        }
        known.insert((mover, occupied), best);
        best
    }

    /// Random positions in which somebody chooses, with `discs` discs or more.
    fn random_nodes(discs: u32) -> impl Iterator<Item = Node> {
        let mut seed = u64::from(discs);
        std::iter::repeat_with(move || {
            let mut node = Node::default();
            while node.discs < discs {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let column = (seed >> 33) % 7;
                let cell = playable(node.occupied) & column_of(1 << (column * 7));
                if cell & !threats(node.mover, node.occupied) != 0 {
                    node = play(&node, cell);
                }
                if playable(node.occupied) & !threats(node.mover, node.occupied) == 0 {
                    node = Node::default();
                }
            }
            let wins = threats(node.mover, node.occupied) & playable(node.occupied) != 0;
            match settle(node, Turn::Mover) {
                Settled::Open { node, .. } if !wins => Some(node),
                Settled::Open { .. } | Settled::Decided { .. } => None,
            }
        })
        .flatten()
    }

    /// The law of this file: a bound is one. Returns how often there was one, by its value.
    fn bounds_hold(discs: u32, count: usize) -> HashMap<i32, u32> {
        let mut proved = HashMap::new();
        let nodes = random_nodes(discs).filter(|it| it.discs % 2 == discs % 2);
        for node in nodes.take(count) {
            let exact = minimax(node.mover, node.occupied, &mut HashMap::new());
            for limit in -6..=0 {
                if let Some(bound) = bound(&node, limit) {
                    assert!(bound <= limit, "asked for at most {limit}, got {bound}");
                    assert!(exact <= bound, "{exact} is not at most {bound}: {node:?}");
                    *proved.entry(bound).or_default() += 1;
                }
            }
        }
        proved
    }

    #[test]
    fn what_the_second_player_proves_by_following_holds() {
        let proved = bounds_hold(28, 1_000);
        assert!([0, -1, -2, -3].iter().all(|it| proved.contains_key(it)), "{proved:?}");
    }

    #[test]
    fn what_the_first_player_proves_by_following_holds() {
        let proved = bounds_hold(29, 1_000);
        assert!([-1, -2].iter().all(|it| proved.contains_key(it)), "{proved:?}");
        assert!(!proved.contains_key(&0), "without an odd threat it proves nothing: {proved:?}");
    }
}
