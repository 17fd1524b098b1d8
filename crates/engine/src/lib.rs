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
//! # Where to start
//!
//! | you want | look at |
//! |---|---|
//! | the score of a position, of every move, a best move or line | [`Solver`] |
//! | to limit a search, or to end it early | [`Budget`] |
//! | what a score means | [`Score::value`] |
//! | an opponent that can be beaten | [`bot::Bot`] |
//! | a game judged move by move | [`Solver::review`], [`review`] |
//! | why a move is what it is | [`Solver::reason`], [`reason`] |
//! | instant answers in the opening | [`Book`], [`Solver::with_book`] |
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `book` | yes | the book of the first nine plies inside the binary, 1.4 MB: `Book::embedded` |
//! | `threads` | yes | `Solver::with_threads`, and making books; off for WebAssembly |
//! | `learn` | no | samples of searches, from which the order of moves is learnt; not covered by semver |
//!
//! The crate has no clock, no randomness and no files of its own; with the feature `threads` off it
//! has no threads either, and runs in a browser.
//!
//! # How it works
//!
//! In the source, `search` explains how a position is searched, and `follow_up` the argument that
//! makes most of the search unnecessary; the project's `docs/ENGINE.md` says what was measured.
#![warn(missing_docs)]

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
pub mod puzzle;
pub mod reason;
pub mod review;
mod rng;
mod score;
mod search;
mod solver;
mod table;
mod threads;
mod windows;

pub use book::{Book, BookError};
pub use budget::{Budget, Cancel};
pub use score::{Score, Value, Verdict};
#[cfg(feature = "learn")]
pub use search::learn;
pub use solver::{Analysis, Reply, Solver};
pub use table::TableSize;

#[cfg(all(doctest, feature = "book"))]
#[doc = include_str!("../README.md")]
struct Readme;
