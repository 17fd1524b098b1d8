//! One of the seven columns.

use core::fmt;

/// One of the seven columns, left to right.
///
/// People count from 1 ([`number`](Column::number)), programs from 0 ([`index`](Column::index)).
///
/// ```
/// use fourfall_rules::Column;
///
/// let middle = Column::new(3).unwrap();
/// assert_eq!(middle.number(), 4);
/// assert_eq!(Column::numbered(4), Some(middle));
/// assert_eq!(Column::new(7), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// How many columns there are.
    pub const COUNT: u8 = 7;

    /// All columns, left to right.
    pub const ALL: [Column; Column::COUNT as usize] =
        [Column(0), Column(1), Column(2), Column(3), Column(4), Column(5), Column(6)];

    /// The column with this index, 0 to 6.
    pub const fn new(index: u8) -> Option<Column> {
        if index < Column::COUNT { Some(Column(index)) } else { None }
    }

    /// The column with this number, 1 to 7.
    pub const fn numbered(number: u8) -> Option<Column> {
        match number.checked_sub(1) {
            Some(index) => Column::new(index),
            None => None,
        }
    }

    /// 0 for the leftmost column, 6 for the rightmost.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 1 for the leftmost column, 7 for the rightmost.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The column at the same distance from the other edge.
    #[must_use]
    pub const fn mirrored(self) -> Column {
        Column(Column::COUNT - 1 - self.0)
    }
}

/// Writes the number, 1 to 7.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}
