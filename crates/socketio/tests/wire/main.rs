//! The protocol as its documents describe it, over real sockets.
#![allow(clippy::unwrap_used, reason = "what the tests share is test code too")]

mod echo;
mod engine;
mod events;
mod order;
mod pressure;
mod raw;
mod recovery;
