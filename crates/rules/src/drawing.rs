//! Boards as pictures: six lines of seven cells, the top row first.
//!
//! ```text
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . O . . .
//! . . . X . . .
//! . . O X X . .
//! ```
//!
//! `X` is the first player's disc, `O` the second's, `.` a free cell. Blanks between the cells and
//! empty lines are passed over when reading.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, ByPlayer, Cell, Column, Player, Position, Row, SetupError};

/// Why a drawn board was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingError {
    /// Neither `X`, `O` nor `.`.
    Symbol {
        /// The first line is 1.
        line: usize,
        /// What stands there.
        symbol: char,
    },
    /// A row is too short or too long.
    Width {
        /// The first line is 1.
        line: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// There are too few rows or too many.
    Height {
        /// How many there are.
        rows: usize,
    },
    /// The picture is sound, but no game leads to it.
    Setup(SetupError),
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawingError::Symbol { line, symbol } => {
                write!(f, "line {line}: expected X, O or a dot, found {symbol:?}")
            }
            DrawingError::Width { line, cells } => {
                write!(f, "line {line}: expected {} cells, found {cells}", Column::COUNT)
            }
            DrawingError::Height { rows } => {
                write!(f, "expected {} rows, found {rows}", Row::COUNT)
            }
            DrawingError::Setup(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for DrawingError {}

/// Reads a drawn board.
///
/// ```
/// use fourfall_rules::{Game, Position};
///
/// let drawn: Position = "
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . O . . .
///     . . X X O . .
/// ".parse()?;
/// assert_eq!(drawn, "4435".parse::<Game>()?.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Position {
    type Err = DrawingError;

    fn from_str(drawing: &str) -> Result<Position, DrawingError> {
        let mut discs = ByPlayer::<Bitboard>::default();
        let mut rows = 0;
        for (line, text) in (1..).zip(drawing.lines()) {
            let symbols = || text.chars().filter(|it| !it.is_whitespace());
            let cells = symbols().count();
            if cells == 0 {
                continue;
            }
            if cells != Column::ALL.len() {
                return Err(DrawingError::Width { line, cells });
            }
            for (column, symbol) in Column::ALL.into_iter().zip(symbols()) {
                let player = match symbol {
                    'X' => Player::First,
                    'O' => Player::Second,
                    '.' => continue,
                    symbol => return Err(DrawingError::Symbol { line, symbol }),
                };
                // A row too many has no place to go; it is counted all the same.
                if let Some(&row) = Row::ALL.iter().nth_back(rows) {
                    discs[player] = discs[player].with(Cell { column, row });
                }
            }
            rows += 1;
        }
        if rows != Row::ALL.len() {
            return Err(DrawingError::Height { rows });
        }
        Position::from_discs(discs).map_err(DrawingError::Setup)
    }
}

/// Draws the board, as [`FromStr`] reads it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in Row::ALL.into_iter().rev() {
            for column in Column::ALL {
                f.write_str(match self.disc_at(Cell { column, row }) {
                    Some(Player::First) => "X",
                    Some(Player::Second) => "O",
                    None => ".",
                })?;
                f.write_str(if column == Column::ALL[6] { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}
