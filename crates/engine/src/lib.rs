//! An exact solver for four in a row, and its opening book.
//!
//! The solver says for any position that can still be played who wins and when, under best play by
//! both. It never guesses: a search that runs out of its [`Budget`] says so, and gives the bounds it
//! has proved.
//!
//! ```
//! use fourfall_engine::{Budget, Reply, Solver, TableSize};
//! use fourfall_rules::Game;
//!
//! let position = "444443331".parse::<Game>()?.position().open().expect("the game is on");
//! let mut solver = Solver::new(TableSize::DEFAULT);
//!
//! let score = solver.solve(position, &Budget::UNLIMITED).exact().expect("there is no limit");
//! println!("the player to move {}", score.value(position.position()));
//!
//! let analysis = solver.analyze(position, &Budget::UNLIMITED);
//! let reply = solver.best_move(position, &Budget::UNLIMITED);
//! assert!(matches!(reply, Reply::Perfect(column) if analysis.best_columns().any(|it| it == column)));
//! # Ok::<(), fourfall_rules::NotationError>(())
//! ```
//!
//! Where to read next: `search` explains how a position is searched, `follow_up` the argument that makes most
//! of the search unnecessary, and `docs/ENGINE.md` what was measured.
//!
//! The crate has no clock, no randomness and no files of its own; with the feature `threads` off it
//! has no threads either, and runs in a browser.

mod bits;
pub mod book;
pub mod bot;
mod budget;
mod follow_up;
mod hash;
mod lookahead;
mod machine;
mod node;
mod order;
mod patterns;
mod rng;
mod score;
mod search;
mod solver;
mod table;
mod threads;
mod windows;

pub use book::{Book, BookError};
pub use budget::Budget;
pub use score::{Score, Value, Verdict};
#[cfg(feature = "learn")]
pub use search::learn;
pub use solver::{Analysis, Reply, Solver};
pub use table::TableSize;
