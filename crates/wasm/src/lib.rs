//! Rules, solver and bots as one WebAssembly module for the browser.
//!
//! ```text
//!   page  ⇄  Worker (web/src/engine)  ⇄  exports  →  code  →  Desk  →  rules, engine
//!            promises                    integers            types
//! ```
//!
//! Only integers cross the border, so no binding generator is needed and nothing is copied but the
//! opening book and a seed. There is one [`Desk`] with one board on it: the Worker lays a game out by
//! playing its moves, and then asks about it. A position that is on the board is legal, because it
//! was played; there is no other way to set one up.
//!
//! A search is asked for in slices of nodes. Between two slices the Worker can report progress or
//! drop the question. What a slice found out stays in the solver's table, so the next one goes on
//! from there.
//!
//! Everything but [`exports`] is ordinary safe Rust and is tested natively; `web/src/engine` runs
//! the same vectors through the module.

pub mod code;
mod desk;
pub mod exports;

pub use desk::{Answer, Desk};
