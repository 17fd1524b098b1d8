//! What experience says about a move: the lines through its cell.
//!
//! A disc changes the game along the lines through its cell, and along those through the cell above it,
//! which it opens to the opponent. Of each line at most three cells to either side matter. For every
//! cell, line and filling of those cells there is a weight, learnt from searches in which all moves
//! of a node were tried (`examples/learn.rs`):
//!
//! ```text
//!   \ . . . . . /      the three lines through the cell c; the upright one holds nothing that
//!   . \ . . . / .      the threats do not tell
//!   . . \ . / . .
//!   - - - c - - -
//!   . . / . \ . .
//!   . / . . . \ .
//! ```
//!
//! The right three columns are the mirror image of the left three, and share their weights. Each player has its own: odd rows are the first player's hope, even ones the second's.

use crate::bits::{COLUMN_BITS, mirror};
use crate::node::Node;

/// Made by `examples/learn.rs`. A byte a weight, signed.
const LEARNT: &[u8; WEIGHTS] = include_bytes!("../order/patterns.weights");

/// How many weights there are: for either player, for the cell and for the one above.
pub(crate) const WEIGHTS: usize = 2 * PLAYER_WEIGHTS;
const PLAYER_WEIGHTS: usize = 2 * CELL_WEIGHTS;

/// Rows of the board and its guard bit.
const COLUMN: usize = COLUMN_BITS as usize;

/// Bits of the left four columns.
const LEFT: usize = 4 * COLUMN;

/// Lines through a cell.
const LINES: usize = 3;

/// The cells of a line that matter for the one it runs through, and where their weights begin.
#[derive(Clone, Copy)]
struct Line {
    bits: [u8; 6],
    count: usize,
    weights: usize,
}

const ALL_LINES: ([[Line; LINES]; LEFT], usize) = all_lines();

/// By the bit of the cell. Those of a guard bit are empty.
static LINES_AT: [[Line; LINES]; LEFT] = ALL_LINES.0;
const CELL_WEIGHTS: usize = ALL_LINES.1;

/// The lines through all cells, and the number of weights they have together.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a constant, from numbers below 49"
)]
const fn all_lines() -> ([[Line; LINES]; LEFT], usize) {
    const REACH: isize = 3;
    const HEIGHT: isize = COLUMN as isize - 1;
    let mut lines = [[Line { bits: [0; 6], count: 0, weights: 0 }; LINES]; LEFT];
    let mut weights = 0;
    let mut at = 0;
    while at < LEFT * LINES {
        let (bit, line) = (at / LINES, &mut lines[at / LINES][at % LINES]);
        let (column, row) = ((bit / COLUMN) as isize, (bit % COLUMN) as isize);
        let rise = [0, 1, -1][at % LINES];
        line.weights = weights;
        let mut fillings = 1;
        let mut step = -REACH;
        while step <= REACH {
            let (column, row_there) = (column + step, row + step * rise);
            let on_board = 0 <= column && column < 7 && 0 <= row_there && row_there < HEIGHT;
            if step != 0 && row < HEIGHT && on_board {
                line.bits[line.count] = (column as usize * COLUMN + row_there as usize) as u8;
                line.count += 1;
                fillings *= 3;
            }
            step += 1;
        }
        weights += fillings;
        at += 1;
    }
    (lines, weights)
}

/// One node, as its moves are weighed in it.
pub(crate) struct Patterns {
    /// Where the mover's weights begin.
    player: usize,
    /// Discs of the mover and of the opponent, as they lie and mirrored.
    sides: [(u64, u64); 2],
}

impl Patterns {
    pub(crate) fn of(node: &Node) -> Patterns {
        let (mover, opponent) = (node.mover, node.opponent());
        Patterns {
            player: if node.discs.is_multiple_of(2) { 0 } else { PLAYER_WEIGHTS },
            sides: [(mover, opponent), (mirror(mover), mirror(opponent))],
        }
    }

    /// What a disc on `cell` is worth.
    pub(crate) fn weigh(&self, cell: u64) -> i32 {
        self.places(cell).into_iter().map(|it| i32::from(LEARNT[it].cast_signed())).sum()
    }

    /// Where the weights are that a disc on `cell` adds up.
    pub(crate) fn places(&self, cell: u64) -> [usize; 2 * LINES] {
        let is_left = cell < 1 << LEFT;
        let (cell, (mover, opponent)) =
            if is_left { (cell, self.sides[0]) } else { (mirror(cell), self.sides[1]) };
        let bit = cell.trailing_zeros() as usize;
        let (here, above) = (&LINES_AT[bit], &LINES_AT[bit + 1]);
        std::array::from_fn(|index| match index.checked_sub(LINES) {
            None => self.player + here[index].place(mover, opponent),
            Some(index) => self.player + CELL_WEIGHTS + above[index].place(mover, opponent),
        })
    }
}

impl Line {
    /// Where the weight of what lies on the line is: its filling as a number with a digit a cell, 0 for
    /// empty, 1 for the mover, 2 for the opponent.
    #[inline(always)]
    fn place(&self, mover: u64, opponent: u64) -> usize {
        let digit = |bit: u8| (mover >> bit & 1) as usize + 2 * (opponent >> bit & 1) as usize;
        let filling = self.bits[..self.count].iter().fold(0, |it, &bit| 3 * it + digit(bit));
        self.weights + filling
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::bits::drawn::cells;

    fn node(drawing: &str) -> Node {
        let (mover, other) = (cells(drawing, "x"), cells(drawing, "o"));
        let occupied = mover | other;
        Node { mover, occupied, moves: 0, threats: 0, discs: occupied.count_ones() }
    }

    const DRAWING: &str = ". . . . . . .
                           . . . . . . .
                           . . . . . . .
                           . . o x . . .
                           . . x x a . .
                           . x o o o b .";

    #[test]
    fn a_line_has_the_cells_within_three_steps() {
        let cell = cells(DRAWING, "a").trailing_zeros() as usize - COLUMN;
        let [flat, rising, falling] = LINES_AT[cell].map(|it| it.bits[..it.count].to_vec());
        let at = |column: u8, row: u8| column * 7 + row;
        assert_eq!(flat, [0, 1, 2, 4, 5, 6].map(|it| at(it, 1)));
        assert_eq!(rising, [at(2, 0), at(4, 2), at(5, 3), at(6, 4)]);
        assert_eq!(falling, [at(0, 4), at(1, 3), at(2, 2), at(4, 0)]);
    }

    #[test]
    fn every_filling_of_every_line_has_a_weight_of_its_own() {
        let mut seen = BTreeSet::new();
        for line in LINES_AT.iter().flatten() {
            for number in 0..3_u64.pow(u32::try_from(line.count).expect("six at most")) {
                let (mut mover, mut opponent, mut rest) = (0, 0, number);
                for &bit in &line.bits[..line.count] {
                    match rest % 3 {
                        1 => mover |= 1 << bit,
                        2 => opponent |= 1 << bit,
                        _ => {}
                    }
                    rest /= 3;
                }
                assert!(seen.insert(line.place(mover, opponent)), "used twice");
            }
        }
        assert_eq!(seen.len(), CELL_WEIGHTS);
        assert_eq!(seen.last(), Some(&(CELL_WEIGHTS - 1)));
    }

    #[test]
    fn mirror_images_weigh_alike_beside_the_middle_column() {
        let node = node(DRAWING);
        let image = Node { mover: mirror(node.mover), occupied: mirror(node.occupied), ..node };
        for cell in [cells(DRAWING, "a"), cells(DRAWING, "b"), 1, 1 << COLUMN << 1] {
            assert_eq!(Patterns::of(&node).weigh(cell), Patterns::of(&image).weigh(mirror(cell)));
        }
    }

    #[test]
    fn the_players_have_weights_of_their_own() {
        let node = node(DRAWING);
        let later = Node { discs: node.discs + 1, ..node };
        let (ours, theirs) = (Patterns::of(&node).places(1), Patterns::of(&later).places(1));
        assert_eq!(theirs, ours.map(|it| it + PLAYER_WEIGHTS));
    }
}
