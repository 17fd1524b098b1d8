//! The server over real TCP, as any client sees it. Whole games are played by the official client
//! in `tests/online`; here are the corners that client never shows.

mod harness;
mod http;
mod pictures;
mod socket;
