//! Sets of cells, one bit each.

use core::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::{Cell, Column, Row};

/// A set of cells, one bit each, seven bits to a column.
///
/// ```text
///   6 13 20 27 34 41 48    guard row: never part of the board
///   5 12 19 26 33 40 47    top row
///   4 11 18 25 32 39 46
///   3 10 17 24 31 38 45
///   2  9 16 23 30 37 44
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42    bottom row
/// ```
///
/// The guard row keeps shifts from leaking out of one column into the next, so a line test needs no
/// edge cases.
///
/// ```
/// use fourfall_rules::{Bitboard, Column};
///
/// let column = Column::new(2).unwrap();
/// let disc = Bitboard::EMPTY.landing(column);
/// assert_eq!(disc.bits(), 1 << 14);
/// assert_eq!(disc.landing(column).bits(), 1 << 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bitboard(u64);

const COLUMN_BITS: u8 = Row::COUNT + 1;
pub(crate) const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < Column::COUNT {
        bits |= 1 << (column * COLUMN_BITS);
        column += 1;
    }
    bits
};
const COLUMN: u64 = (1 << Row::COUNT) - 1;
const BOARD: u64 = BOTTOM * COLUMN;

// The layout is the design: check it where it is declared.
const _: () = assert!(BOARD.count_ones() == Column::COUNT as u32 * Row::COUNT as u32);
const _: () = assert!(BOARD >> (Column::COUNT * COLUMN_BITS) == 0);
const _: () = assert!(BOARD & (BOTTOM << Row::COUNT) == 0);

impl Bitboard {
    /// No cells.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All forty-two cells.
    pub const FULL: Bitboard = Bitboard(BOARD);

    /// The set with these bits, in the layout drawn above; `None` if one of them is off the board.
    pub const fn from_bits(bits: u64) -> Option<Bitboard> {
        if bits & !BOARD == 0 { Some(Bitboard(bits)) } else { None }
    }

    /// The bits, in the layout drawn above.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Just this cell.
    pub const fn of(cell: Cell) -> Bitboard {
        Bitboard(1 << (cell.column.index() * COLUMN_BITS + cell.row.rows_below()))
    }

    /// The set and this cell.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Bitboard {
        Bitboard(self.0 | Bitboard::of(cell).0)
    }

    /// Number of cells in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no cells.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Bitboard::of(cell).0 != 0
    }

    /// Whether every cell of `other` is in the set.
    pub const fn contains_all(self, other: Bitboard) -> bool {
        self.0 & other.0 == other.0
    }

    /// The cell on which a disc dropped into `column` would come to rest, as a set; empty if the
    /// column is full.
    ///
    /// `self` is read as the set of occupied cells, each column filled from the bottom.
    #[must_use]
    pub const fn landing(self, column: Column) -> Bitboard {
        let shift = column.index() * COLUMN_BITS;
        Bitboard((self.0 + (1 << shift)) & (COLUMN << shift))
    }

    /// The highest cell of the column that is in the set.
    pub fn top(self, column: Column) -> Option<Cell> {
        let bits = (self.0 >> (column.index() * COLUMN_BITS)) & COLUMN;
        let row = u8::try_from(bits.checked_ilog2()?).ok().and_then(Row::above)?;
        Some(Cell { column, row })
    }

    /// Whether four cells of the set lie in a line, in any direction.
    pub const fn has_four(self) -> bool {
        const UP: u8 = 1;
        const RIGHT: u8 = COLUMN_BITS;
        self.has_four_by(UP)
            || self.has_four_by(RIGHT)
            || self.has_four_by(RIGHT + UP)
            || self.has_four_by(RIGHT - UP)
    }

    const fn has_four_by(self, step: u8) -> bool {
        let pairs = self.0 & (self.0 >> step);
        pairs & (pairs >> (2 * step)) != 0
    }

    /// The set seen in a mirror: the leftmost column becomes the rightmost.
    #[must_use]
    pub const fn mirrored(self) -> Bitboard {
        let mut bits = 0;
        let mut column = 0;
        while column < Column::COUNT {
            let cells = (self.0 >> (column * COLUMN_BITS)) & COLUMN;
            bits |= cells << ((Column::COUNT - 1 - column) * COLUMN_BITS);
            column += 1;
        }
        Bitboard(bits)
    }

    /// The cells, column by column, each from the bottom.
    pub const fn cells(self) -> Cells {
        Cells(self)
    }
}

/// Union.
impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

/// Intersection.
impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

/// Cells in exactly one of the two.
impl BitXor for Bitboard {
    type Output = Bitboard;

    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

/// Cells of the left set that are not in the right one.
impl Sub for Bitboard {
    type Output = Bitboard;

    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl FromIterator<Cell> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Bitboard {
        cells.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// The cells of a [`Bitboard`], column by column, each from the bottom.
#[derive(Clone, Debug)]
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        // At most 48, and 64 for the empty set: it fits, and an empty set has no cell.
        let bit = u8::try_from(self.0.0.trailing_zeros()).ok()?;
        let column = Column::new(bit / COLUMN_BITS)?;
        let row = Row::above(bit % COLUMN_BITS)?;
        self.0.0 &= self.0.0 - 1;
        Some(Cell { column, row })
    }
}
