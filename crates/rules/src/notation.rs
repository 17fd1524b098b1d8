//! Games as text: "4435" is four moves, columns 1 to 7, as solvers and their test sets write them.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::{Column, Game, PlayError};

/// Why a string of moves was refused: which move is at fault, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The first move is 1.
    pub move_number: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a move in a string of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is not a column's number.
    NotAColumn(char),
    /// It can't be played.
    Illegal(PlayError),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: ", self.move_number)?;
        match self.fault {
            Fault::NotAColumn(_) => f.write_str("expected a digit from 1 to 7"),
            Fault::Illegal(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for NotationError {}

/// Reads a string of moves; the empty string is the empty board.
///
/// ```
/// use fourfall_rules::Game;
///
/// assert_eq!("48".parse::<Game>().unwrap_err().to_string(), "move 2: expected a digit from 1 to 7");
/// assert_eq!("4444444".parse::<Game>().unwrap_err().to_string(), "move 7: column 4 is full");
/// ```
impl FromStr for Game {
    type Err = NotationError;

    fn from_str(moves: &str) -> Result<Game, NotationError> {
        let mut game = Game::new();
        for (at, symbol) in moves.chars().enumerate() {
            let because = |fault| NotationError { move_number: at + 1, fault };
            let column = (symbol.to_digit(10).and_then(|it| u8::try_from(it).ok()))
                .and_then(Column::numbered)
                .ok_or(because(Fault::NotAColumn(symbol)))?;
            let next = game.position().play(column).map_err(|why| because(Fault::Illegal(why)))?;
            game.add(column, next);
        }
        Ok(game)
    }
}

/// Writes the moves, as [`FromStr`] reads them.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves().iter().try_for_each(|&it| f.write_char(char::from(b'0' + it.number())))
    }
}
