//! An exact solver for four in a row.

mod bits;
pub mod book;
pub mod bot;
mod budget;
mod follow_up;
mod lookahead;
mod memory;
mod node;
mod order;
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
pub use solver::{Analysis, Reply, Solver};
pub use table::TableSize;
