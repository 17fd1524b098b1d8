//! One of the forty-two cells, and the three ways in which people and programs name it.
//!
//! Each way is a type of its own with named fields, so that a row counted from the top can't be
//! taken for one counted from the bottom, nor a column for a row.

use crate::Column;

/// One of the six rows, counted from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Row(u8);

impl Row {
    /// How many rows there are.
    pub const COUNT: u8 = 6;

    /// All rows, bottom to top.
    pub const ALL: [Row; Row::COUNT as usize] = [Row(0), Row(1), Row(2), Row(3), Row(4), Row(5)];

    /// The row with this many rows below it, 0 to 5.
    pub const fn above(rows_below: u8) -> Option<Row> {
        if rows_below < Row::COUNT { Some(Row(rows_below)) } else { None }
    }

    /// How many rows are below this one: 0 for the bottom row.
    pub const fn rows_below(self) -> u8 {
        self.0
    }

    /// How many rows are above this one: 0 for the top row.
    pub const fn rows_above(self) -> u8 {
        Row::COUNT - 1 - self.0
    }
}

/// One cell of the board.
///
/// ```
/// use fourfall_rules::{Cell, Flat, FromTop, Numbered};
///
/// // The bottom cell of the middle column, three times.
/// let cell = Cell::try_from(Numbered { column: 4, row: 1 }).unwrap();
/// assert_eq!(FromTop::from(cell), FromTop { row: 5, column: 3 });
/// assert_eq!(Flat::from(cell), Flat(38));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The column it is in.
    pub column: Column,
    /// The row it is in.
    pub row: Row,
}

/// Columns 1 to 7, rows 1 to 6 with row 1 at the bottom: how people count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// 1 is the leftmost column.
    pub column: u8,
    /// 1 is the bottom row.
    pub row: u8,
}

/// Rows 0 to 5 with row 0 at the top, columns 0 to 6: how a screen counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromTop {
    /// 0 is the top row.
    pub row: u8,
    /// 0 is the leftmost column.
    pub column: u8,
}

/// `row * 7 + column` with row 0 at the top: the board as one array of 42.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flat(pub u8);

/// There is no such cell: a coordinate is off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchCell;

impl core::fmt::Display for NoSuchCell {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("there is no such cell")
    }
}

impl core::error::Error for NoSuchCell {}

impl TryFrom<Numbered> for Cell {
    type Error = NoSuchCell;

    fn try_from(Numbered { column, row }: Numbered) -> Result<Cell, NoSuchCell> {
        let column = Column::numbered(column).ok_or(NoSuchCell)?;
        let row = row.checked_sub(1).and_then(Row::above).ok_or(NoSuchCell)?;
        Ok(Cell { column, row })
    }
}

impl TryFrom<FromTop> for Cell {
    type Error = NoSuchCell;

    fn try_from(FromTop { row, column }: FromTop) -> Result<Cell, NoSuchCell> {
        let column = Column::new(column).ok_or(NoSuchCell)?;
        let row = (Row::COUNT - 1).checked_sub(row).and_then(Row::above).ok_or(NoSuchCell)?;
        Ok(Cell { column, row })
    }
}

impl TryFrom<Flat> for Cell {
    type Error = NoSuchCell;

    fn try_from(Flat(index): Flat) -> Result<Cell, NoSuchCell> {
        Cell::try_from(FromTop { row: index / Column::COUNT, column: index % Column::COUNT })
    }
}

impl From<Cell> for Numbered {
    fn from(cell: Cell) -> Numbered {
        Numbered { column: cell.column.number(), row: cell.row.rows_below() + 1 }
    }
}

impl From<Cell> for FromTop {
    fn from(cell: Cell) -> FromTop {
        FromTop { row: cell.row.rows_above(), column: cell.column.index() }
    }
}

impl From<Cell> for Flat {
    fn from(cell: Cell) -> Flat {
        Flat(cell.row.rows_above() * Column::COUNT + cell.column.index())
    }
}

impl Cell {
    /// The cell right below, unless this one is at the bottom.
    pub const fn below(self) -> Option<Cell> {
        match self.row.rows_below().checked_sub(1) {
            Some(rows_below) => Some(Cell { column: self.column, row: Row(rows_below) }),
            None => None,
        }
    }

    /// The cell in the mirrored column.
    #[must_use]
    pub const fn mirrored(self) -> Cell {
        Cell { column: self.column.mirrored(), row: self.row }
    }
}
