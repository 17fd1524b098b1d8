//! The rules of four in a row: a board of seven columns and six rows, gravity, alternate turns, and
//! four in a line.
//!
//! Everything here is a value. A [`Position`] is a board, an [`OpenPosition`] is a board on which
//! the game is still on, and a [`Game`] is a position together with the moves that led to it.
//! Playing gives a new position or a [`PlayError`] with a sentence for people; nothing panics,
//! whatever comes in.
//!
//! ```
//! use fourfall_rules::{Column, Game, Outcome, PlayError, Player};
//!
//! let mut game: Game = "44556".parse()?;
//! assert_eq!(game.position().turn(), Player::Second);
//!
//! // The second player lets it happen, and the first takes the bottom row.
//! game.play(Column::numbered(1).unwrap())?;
//! game.play(Column::numbered(7).unwrap())?;
//! assert_eq!(game.position().outcome(), Some(Outcome::Won(Player::First)));
//! assert_eq!(game.to_string(), "4455617");
//! assert_eq!(game.play(Column::numbered(1).unwrap()), Err(PlayError::GameOver));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | you want | look at |
//! |---|---|
//! | to play a game, and to write it down | [`Game`] |
//! | a board, legal columns, the outcome | [`Position`], [`OpenPosition`] |
//! | a board that was drawn, or given disc by disc | [`Position`]'s `FromStr`, [`Position::from_discs`] |
//! | to go back and try something else | [`Study`] |
//! | sets of cells, for an engine of one's own | [`Bitboard`], [`Line`] |
//!
//! The crate has no dependencies, needs no allocator and no operating system, so that the same
//! rules run on the server, in the terminal and in the browser.
#![no_std]
#![warn(missing_docs)]

mod bitboard;
mod cell;
mod column;
mod drawing;
mod game;
mod line;
mod notation;
mod perft;
mod player;
mod position;
mod setup;

pub use bitboard::{Bitboard, Cells};
pub use cell::{Cell, Flat, FromTop, NoSuchCell, Numbered, Row};
pub use column::Column;
pub use drawing::DrawingError;
pub use game::{Game, Study};
pub use line::Line;
pub use notation::{Fault, NotationError};
pub use perft::perft;
pub use player::{ByPlayer, Player};
pub use position::{OpenPosition, Outcome, PlayError, Position};
pub use setup::SetupError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
