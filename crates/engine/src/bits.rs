//! The board as two words: what the search works on.
//!
//! Seven bits to a column, the lowest cell in the lowest bit, and a guard bit on top that is never
//! occupied, so that a shift never carries a line from one column into the next:
//!
//! ```text
//!   6 13 20 27 34 41 48    guard bits
//!   5 12 19 26 33 40 47    row 6
//!   .  .  .  .  .  .  .
//!   0  7 14 21 28 35 42    row 1
//! ```
//!
//! A set of cells is a `u64` here, without a type of its own: every function in this crate that
//! takes one names it, and nothing of it is public.

use fourfall_rules::{Bitboard, Cell, Column, Row};

/// Bits from one column to the next.
pub(crate) const COLUMN_BITS: u32 = 7;

/// Cells of the board.
pub(crate) const CELLS: u32 = 42;

/// The bottom row.
pub(crate) const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < 7 {
        bits |= 1 << (column * COLUMN_BITS);
        column += 1;
    }
    bits
};

/// Every cell.
pub(crate) const BOARD: u64 = BOTTOM * 0b11_1111;

/// Rows 1, 3 and 5.
pub(crate) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// Rows 2, 4 and 6.
pub(crate) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// The cells of the leftmost column.
const LEFT: u64 = 0b11_1111;

const _: () = assert!(BOARD.count_ones() == CELLS);
// The layout is that of the rules, whose bits are taken over as they are.
const _: () = assert!(BOARD == Bitboard::FULL.bits());
const _: () = {
    let cell = Cell { column: Column::ALL[1], row: Row::ALL[1] };
    assert!(Bitboard::of(cell).bits() == 1 << (COLUMN_BITS + 1));
};
const _: () = assert!(ODD_ROWS ^ EVEN_ROWS == BOARD);

/// The cells a disc can land on.
pub(crate) const fn playable(occupied: u64) -> u64 {
    (occupied + BOTTOM) & BOARD
}

/// The cells of the column in which `cell` lies.
pub(crate) const fn column_of(cell: u64) -> u64 {
    LEFT << (cell.trailing_zeros() / COLUMN_BITS * COLUMN_BITS)
}

/// `cells`, and every cell above one of them.
///
/// ```text
///   . . . . . . .        . x . . . x .
///   . . . . . x .   →    . x . . . x .
///   . x . . . . .        . x . . . . .
///   . . . . . . .        . . . . . . .
/// ```
pub(crate) const fn and_above(cells: u64) -> u64 {
    const TO_ROW_5: u64 = BOTTOM * 0b01_1111;
    const TO_ROW_4: u64 = BOTTOM * 0b00_1111;
    const TO_ROW_2: u64 = BOTTOM * 0b00_0011;
    let cells = cells | (cells & TO_ROW_5) << 1;
    let cells = cells | (cells & TO_ROW_4) << 2;
    cells | (cells & TO_ROW_2) << 4
}

/// Whether four of `cells` lie in a row.
pub(crate) const fn has_four(cells: u64) -> bool {
    let up = cells & cells >> 1;
    let right = cells & cells >> COLUMN_BITS;
    let falling = cells & cells >> (COLUMN_BITS - 1);
    let rising = cells & cells >> (COLUMN_BITS + 1);
    (up & up >> 2)
        | (right & right >> (2 * COLUMN_BITS))
        | (falling & falling >> (2 * (COLUMN_BITS - 1)))
        | (rising & rising >> (2 * (COLUMN_BITS + 1)))
        != 0
}

/// The cells, at whatever height, that would make four with three of `discs`.
///
/// May include cells that `discs` already has; the caller keeps those it can use.
pub(crate) const fn completing(discs: u64) -> u64 {
    let up = discs << 1 & discs << 2 & discs << 3;
    up | completing_along::<COLUMN_BITS>(discs)
        | completing_along::<{ COLUMN_BITS - 1 }>(discs)
        | completing_along::<{ COLUMN_BITS + 1 }>(discs)
}

/// [`completing`] in one direction: the gap may be at either end or at either place inside.
const fn completing_along<const STEP: u32>(discs: u64) -> u64 {
    let two_below = discs << STEP & discs << (2 * STEP);
    let two_above = discs >> STEP & discs >> (2 * STEP);
    two_below & (discs << (3 * STEP) | discs >> STEP)
        | two_above & (discs >> (3 * STEP) | discs << STEP)
}

/// The threats of the player who has `discs`: empty cells that would complete four for it.
pub(crate) const fn threats(discs: u64, occupied: u64) -> u64 {
    completing(discs) & (BOARD ^ occupied)
}

/// The same columns from right to left. Takes guard bits along, so it also mirrors keys.
pub(crate) const fn mirror(bits: u64) -> u64 {
    const FIELD: u64 = 0b111_1111;
    const MIDDLE: u64 = FIELD << (3 * COLUMN_BITS);
    const fn swap<const LOW: u32, const HIGH: u32>(bits: u64) -> u64 {
        (bits >> (LOW * COLUMN_BITS) & FIELD) << (HIGH * COLUMN_BITS)
            | (bits >> (HIGH * COLUMN_BITS) & FIELD) << (LOW * COLUMN_BITS)
    }
    swap::<0, 6>(bits) | swap::<1, 5>(bits) | swap::<2, 4>(bits) | bits & MIDDLE
}

#[cfg(test)]
pub(crate) mod drawn {
    //! Sets of cells from drawings, for tests.

    use super::COLUMN_BITS;

    /// The cells of a drawing, six lines from the top row down, that show one of `marks`.
    pub(crate) fn cells(drawing: &str, marks: &str) -> u64 {
        let lines: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|it| !it.is_whitespace()).collect())
            .filter(|line: &Vec<char>| !line.is_empty())
            .collect();
        assert_eq!(lines.len(), 6, "six rows");
        let mut cells = 0;
        for (row, line) in (0..).zip(lines.iter().rev()) {
            assert_eq!(line.len(), 7, "seven columns");
            for (column, mark) in (0..).zip(line) {
                if marks.contains(*mark) {
                    cells |= 1 << (column * COLUMN_BITS + row);
                }
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::drawn::cells;
    use super::*;

    #[track_caller]
    fn check_threats(drawing: &str) {
        let (discs, other) = (cells(drawing, "x"), cells(drawing, "o"));
        assert_eq!(threats(discs, discs | other), cells(drawing, "!"), "in {drawing}");
    }

    #[test]
    fn a_threat_may_be_at_an_end_or_inside_and_at_any_height() {
        check_threats(
            ". . . . . . .
             . . . . . . .
             ! . . . . . .
             x . . . . . .
             x . . . . . .
             x o x x ! x o",
        );
        check_threats(
            ". . . . . . .
             . . . . ! . .
             . . . x . . .
             . . x o . . .
             . x o o . . .
             ! o o x . . .",
        );
        check_threats(
            ". . . x . . .
             . . . . x . .
             . . . . o ! .
             . . . . o o x
             . . . . o x o
             . . . . x o o",
        );
    }

    #[test]
    fn a_guard_bit_keeps_columns_apart() {
        check_threats(
            ". x . . . . .
             . x . . . . .
             . x . . . . .
             . o . . . . .
             . o . . . . .
             . o x x . . .",
        );
    }

    #[test]
    fn above_means_in_the_same_column_to_the_top() {
        let drawing = ". a . . . x .
                       . a . . . . .
                       . x . . . . a
                       . . . . . . a
                       . . . . . . x
                       . . . . . . .";
        let above = and_above(cells(drawing, "x"));
        assert_eq!(above, cells(drawing, "xa") | column_of(1 << 42) & !0b11 << 42);
    }

    #[test]
    fn a_mirror_image_of_a_mirror_image_is_the_original() {
        let drawing = "x . . . . . .
                       . x . . . . .
                       . . x . . . .
                       . . . x . . .
                       . . . . x x .
                       . . . x x x x";
        let set = cells(drawing, "x");
        assert_ne!(mirror(set), set);
        assert_eq!(mirror(mirror(set)), set);
        assert!(has_four(set) && has_four(mirror(set)));
    }
}
