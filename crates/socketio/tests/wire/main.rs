//! The protocol as its documents describe it, over real sockets.

mod echo;
mod engine;
mod events;
mod order;
mod pressure;
mod raw;
mod recovery;
