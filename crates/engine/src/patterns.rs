//! What experience says about a move.
//!
//! A sum of weights, learnt from searches in which all moves of a node were tried (`examples/learn.rs`):
//!
//! - **Lines.** A disc changes the game along the lines through its cell, and along those through the cell
//!   above it, which it opens to the opponent. Of each at most three cells to either side matter:
//!
//!   ```text
//!   \ . . . . . /      the three lines through the cell c
//!   . \ . . . / .
//!   . . \ . / . .
//!   - - - c - - -
//!   . . / . \ . .
//!   . / . . . \ .
//!   ```
//!
//!   For every cell, line and filling of those cells there is a weight.
//! - **Columns.** Whose turn it will be to play a cell depends on all columns, its own among them: a weight for every cell,
//!   column, height of that column, and whose its upper two discs are.
//! - **Threats.** One for each that the disc makes: by its row, the number of empty cells below it, and whether the opponent
//!   threatens the same cell or the one below.
//!
//! The right three columns are the mirror image of the left three, and share their weights. Each player has
//! its own: odd rows are the first player's hope, even ones the second's.

use crate::bits::{COLUMN_BITS, column_of, mirror, threats};
use crate::node::Node;

/// Made by `examples/learn.rs`. One signed byte per weight.
const LEARNT: &[u8; WEIGHTS] = include_bytes!("../order/patterns.weights");

/// How many weights there are, for both players.
pub(crate) const WEIGHTS: usize = 2 * PLAYER_WEIGHTS;

// A player's weights: of lines through the cell, of lines through the one above, of columns, of threats.
const ABOVE_AT: usize = LINE_WEIGHTS;
const COLUMNS_AT: usize = ABOVE_AT + LINE_WEIGHTS;
const THREATS_AT: usize = COLUMNS_AT + COLUMN_WEIGHTS;
const PLAYER_WEIGHTS: usize = THREATS_AT + THREAT_WEIGHTS;

/// Rows of the board and its guard bit; heights a column can have.
const COLUMN: usize = COLUMN_BITS as usize;

/// Bits of the left four columns.
const LEFT: usize = 4 * COLUMN;

/// Lines through a cell.
const LINES: usize = 3;

/// Columns of the board.
const COLUMNS: usize = 7;

/// What a column may look like: its height, and whose the upper two discs are.
const SHAPES: usize = COLUMN * 2 * 2;

const COLUMN_WEIGHTS: usize = LEFT * COLUMNS * SHAPES;

/// Rows, empty cells below, and two questions with yes or no.
const THREAT_WEIGHTS: usize = COLUMN * COLUMN * 2 * 2;

/// The cells of a line that matter for the one it runs through, at most seven with it.
#[derive(Clone, Copy)]
struct Line {
    /// Where the first of them is.
    first: u32,
    /// All of them but the one the line is about, after a shift by `first`.
    others: u64,
    /// [Moves](gathering) them side by side, to `gathered_at` and beyond.
    gather: u64,
    gathered_at: u32,
    /// Which of them the line is about.
    about: usize,
    /// Where their weights begin.
    weights: usize,
}

/// Steps from a cell that matter.
const REACH: usize = 3;
const LONGEST: usize = 2 * REACH + 1;

const ALL_LINES: ([[Line; LINES]; LEFT], usize) = all_lines();

/// By the bit of the cell. Those of a guard bit are empty.
static LINES_AT: [[Line; LINES]; LEFT] = ALL_LINES.0;
const LINE_WEIGHTS: usize = ALL_LINES.1;

/// The lines through all cells, and the number of weights they have together.
#[expect(clippy::cast_possible_truncation, reason = "a constant, from numbers below 64")]
const fn all_lines() -> ([[Line; LINES]; LEFT], usize) {
    const HEIGHT: usize = COLUMN - 1;
    let none = Line { first: 0, others: 0, gather: 0, gathered_at: 0, about: 0, weights: 0 };
    let mut lines = [[none; LINES]; LEFT];
    let mut weights = 0;
    let mut at = 0;
    while at < LEFT * LINES {
        let (bit, line) = (at / LINES, &mut lines[at / LINES][at % LINES]);
        let (column, row) = (bit / COLUMN, bit % COLUMN);
        let mut fillings = 1;
        if row < HEIGHT {
            let (below, above) = (row, HEIGHT - 1 - row);
            // Flat, rising, falling: a step to the right, and rows there are to the left and to the right.
            let (step, left, right) =
                [(COLUMN, REACH, REACH), (COLUMN + 1, below, above), (COLUMN - 1, above, below)]
                    [at % LINES];
            let before = least(REACH, column, left);
            let count = before + 1 + least(REACH, COLUMNS - 1 - column, right);
            line.first = bit as u32 - (before * step) as u32;
            line.about = before;
            line.gather = gathering(step, count);
            line.gathered_at = u64::BITS - count as u32;
            let mut index = 0;
            while index < count {
                if index != before {
                    line.others |= 1 << (index * step);
                    fillings *= 3;
                }
                index += 1;
            }
        }
        line.weights = weights;
        weights += fillings;
        at += 1;
    }
    (lines, weights)
}

const fn least(a: usize, b: usize, c: usize) -> usize {
    let a = if a < b { a } else { b };
    if a < c { a } else { c }
}

/// What to multiply `count` bits with, `step` apart from the lowest on, to have them side by side on top of
/// a word: the sum of 2^(64 − `count` − i·(`step` − 1)) for all i below `count`.
///
/// Bit i is then where it belongs thanks to the i-th summand. All other summands leave it lower or take it
/// out of the word, and no two bits to one place, so that nothing is carried: a test tries all fillings.
const fn gathering(step: usize, count: usize) -> u64 {
    let (mut sum, mut index) = (0, 0);
    while index < count {
        sum |= 1 << (u64::BITS as usize - count - index * (step - 1));
        index += 1;
    }
    sum
}

/// Sets of a line's cells as numbers with a digit 0 or 1 to the base 3 for each of them, without the one that
/// the line is about: by which one that is, and by the set.
static DIGITS: [[u16; 1 << LONGEST]; REACH + 1] = {
    let mut digits = [[0; 1 << LONGEST]; REACH + 1];
    let mut at = 0;
    while at < (REACH + 1) << LONGEST {
        let (about, set) = (at >> LONGEST, at % (1 << LONGEST));
        let (mut place, mut index) = (1, 0);
        while index < LONGEST {
            if index != about {
                if set >> index & 1 == 1 {
                    digits[about][set] += place;
                }
                place *= 3;
            }
            index += 1;
        }
        at += 1;
    }
    digits
};

/// One node, as its moves are weighed in it.
pub(crate) struct Patterns {
    /// Where the mover's weights begin.
    player: usize,
    /// The board mirrored, and as it lies.
    sides: [Side; 2],
    /// Threats of the mover and of the opponent.
    threats: (u64, u64),
}

struct Side {
    mover: u64,
    opponent: u64,
    /// Of the columns from the left, below [`SHAPES`].
    shapes: [usize; COLUMNS],
}

impl Side {
    fn new(mover: u64, opponent: u64) -> Side {
        let shapes = std::array::from_fn(|column| {
            let discs = |of: u64| of >> (column * COLUMN) & 0b11_1111;
            let height = discs(mover | opponent).count_ones() as usize;
            // Two empty cells below the column stand in for discs it does not have.
            let upper_two = discs(mover) << 2 >> height & 0b11;
            height * 4 + upper_two as usize
        });
        Side { mover, opponent, shapes }
    }

    fn mirrored(&self) -> Side {
        let mut shapes = self.shapes;
        shapes.reverse();
        Side { mover: mirror(self.mover), opponent: mirror(self.opponent), shapes }
    }
}

impl Patterns {
    pub(crate) fn of(node: &Node) -> Patterns {
        let side = Side::new(node.mover, node.opponent());
        Patterns {
            player: if node.discs.is_multiple_of(2) { 0 } else { PLAYER_WEIGHTS },
            sides: [side.mirrored(), side],
            threats: (threats(node.mover, node.occupied), node.threats),
        }
    }

    /// What a disc on `cell` is worth, which leads to the position `after`.
    pub(crate) fn weigh(&self, cell: u64, after: &Node) -> i32 {
        self.places(cell, after).map(|it| i32::from(LEARNT[it].cast_signed())).sum()
    }

    /// Where the weights are that a disc on `cell` adds up.
    pub(crate) fn places(&self, cell: u64, after: &Node) -> impl Iterator<Item = usize> {
        let is_left = cell < 1 << LEFT;
        let [mirrored, side] = &self.sides;
        let (cell, side) = if is_left { (cell, side) } else { (mirror(cell), mirrored) };
        let bit = cell.trailing_zeros() as usize;
        let here = LINES_AT[bit].iter().map(|it| it.place(side));
        let above = LINES_AT[bit + 1].iter().map(|it| ABOVE_AT + it.place(side));
        let columns = side
            .shapes
            .iter()
            .enumerate()
            .map(move |(column, shape)| COLUMNS_AT + (bit * COLUMNS + column) * SHAPES + shape);
        let threats = self.new_threats(after).map(|it| THREATS_AT + it);
        here.chain(above).chain(columns).chain(threats).map(|it| self.player + it)
    }

    fn new_threats(&self, after: &Node) -> impl Iterator<Item = usize> {
        let (before, opponents) = self.threats;
        let occupied = after.occupied;
        let mut new = after.threats & !before;
        std::iter::from_fn(move || {
            let threat = new & new.wrapping_neg();
            new ^= threat;
            (threat != 0).then(|| {
                let row = threat.trailing_zeros() as usize % COLUMN;
                let empty_below = (column_of(threat) & (threat - 1) & !occupied).count_ones();
                let spoilt = usize::from(opponents << 1 & threat != 0);
                let shared = usize::from(opponents & threat != 0);
                ((row * COLUMN + empty_below as usize) * 2 + spoilt) * 2 + shared
            })
        })
    }
}

impl Line {
    /// Where the weight of what lies on the line is: its filling as a number with a digit per cell,
    /// 0 for empty, 1 for the mover, 2 for the opponent.
    #[inline(always)]
    fn place(&self, side: &Side) -> usize {
        self.weights + self.digits(side.mover) + 2 * self.digits(side.opponent)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most seven bits are left")]
    fn digits(&self, discs: u64) -> usize {
        let others = discs >> self.first & self.others;
        let set = others.wrapping_mul(self.gather) >> self.gathered_at;
        usize::from(DIGITS[self.about][set as usize % (1 << LONGEST)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::drawn::cells;
    use crate::node::play;

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

    /// The cells of a line within three steps, from left to right, without the one it is about.
    fn others(cell: usize, rise: isize) -> Vec<usize> {
        let (column, row) = ((cell / COLUMN).cast_signed(), (cell % COLUMN).cast_signed());
        let steps = (-3..=3).filter(|&it| it != 0);
        let cells = steps.map(|step| (column + step, row + step * rise));
        let on_board =
            cells.filter(|(column, row)| (0..7).contains(column) && (0..6).contains(row));
        on_board.map(|(column, row)| (column * 7 + row).cast_unsigned()).collect()
    }

    #[test]
    fn every_filling_of_every_line_has_a_weight_of_its_own() {
        let mut expected = 0;
        for cell in (0..LEFT).filter(|it| it % COLUMN < 6) {
            for (line, rise) in LINES_AT[cell].iter().zip([0, 1, -1]) {
                let others = others(cell, rise);
                for filling in 0..3_usize.pow(u32::try_from(others.len()).expect("at most six")) {
                    let (mut side, mut rest) = (Side::new(0, 0), filling);
                    for bit in &others {
                        match rest % 3 {
                            1 => side.mover |= 1 << bit,
                            2 => side.opponent |= 1 << bit,
                            _ => {}
                        }
                        rest /= 3;
                    }
                    assert_eq!(line.place(&side), line.weights + filling, "{others:?}");
                    // What lies elsewhere does not matter, nor does the cell itself.
                    let elsewhere = others.iter().fold(u64::MAX, |it, bit| it & !(1 << bit));
                    side.mover |= elsewhere;
                    assert_eq!(line.place(&side), line.weights + filling, "{others:?}");
                }
                assert!(line.weights >= expected, "shared with the line before");
                expected = line.weights + 3_usize.pow(u32::try_from(others.len()).expect("six"));
            }
        }
        assert!(expected <= LINE_WEIGHTS);
    }

    #[test]
    fn a_column_has_a_height_and_two_discs_on_top() {
        let drawing = ". . . . . . o
                       . . . . . . o
                       . . . . . . o
                       . . . x o x x
                       . . x x x o x
                       . x o x x o x";
        let side = Side::new(cells(drawing, "x"), cells(drawing, "o"));
        // Four for every disc, two if the mover's is on top, one if the mover's is below that.
        assert_eq!(side.shapes, [0, 4 + 2, 8 + 2, 12 + 3, 12 + 1, 12 + 2, 24]);
    }

    #[test]
    fn a_new_threat_counts_by_where_it_is() {
        // x on a threatens the cell to its right, the second from below and playable.
        let drawing = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . x . . .
                       x x a . . . .
                       o o o x o . .";
        let before = node(drawing);
        let after = play(&before, cells(drawing, "a"));
        let threat = cells(drawing, "a") << COLUMN;
        assert_eq!(after.threats, threat, "one threat");
        let at = |opponents: u64| {
            let before = Node { threats: opponents, ..before };
            Patterns::of(&before).new_threats(&after).collect::<Vec<_>>()
        };
        let place = COLUMN * 4;
        assert_eq!(at(0), [place]);
        assert_eq!(at(threat), [place + 1], "the opponent threatens the same cell");
        assert_eq!(at(threat >> 1), [place + 2], "the opponent threatens the one below");
        let known = Node { threats: 0, ..before };
        let known = Patterns { threats: (threat, 0), ..Patterns::of(&known) };
        assert_eq!(known.new_threats(&after).count(), 0, "a threat that was there is not new");
    }

    #[test]
    fn mirror_images_weigh_alike_beside_the_middle_column() {
        let node = node(DRAWING);
        let image = Node { mover: mirror(node.mover), occupied: mirror(node.occupied), ..node };
        let weigh = |node: &Node, cell| Patterns::of(node).weigh(cell, &play(node, cell));
        for cell in [cells(DRAWING, "a"), cells(DRAWING, "b"), 1, 1 << COLUMN << 1] {
            assert_eq!(weigh(&node, cell), weigh(&image, mirror(cell)));
        }
    }

    #[test]
    fn the_players_have_weights_of_their_own() {
        let node = node(DRAWING);
        let later = Node { discs: node.discs + 1, ..node };
        let after = play(&node, 1);
        let places = |node: &Node| Patterns::of(node).places(1, &after).collect::<Vec<_>>();
        let ours = places(&node).into_iter().map(|it| it + PLAYER_WEIGHTS).collect::<Vec<_>>();
        assert_eq!(places(&later), ours);
    }

    #[test]
    fn all_weights_are_within_the_file() {
        for cell in 0..LEFT {
            let row = cell % COLUMN;
            if row + 1 == COLUMN {
                continue;
            }
            let below = (1_u64 << cell) - (1 << (cell - row));
            let full = Node { mover: below, occupied: below, discs: 1, ..Node::default() };
            let after = play(&full, 1 << cell);
            assert!(Patterns::of(&full).places(1 << cell, &after).all(|it| it < WEIGHTS));
        }
    }
}
