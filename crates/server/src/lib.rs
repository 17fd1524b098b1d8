//! The server: rooms, lobby, store, socket and HTTP. A library; `fourfall serve` starts it.
//!
//! ```no_run
//! # use fourfall_server::config::{Config, Options};
//! # async fn start() -> Result<(), fourfall_server::ServerError> {
//! let config = Config::new(Options::default()).expect("the defaults fit together");
//! let stop = fourfall_server::stop_signal().expect("signals can be listened for");
//! fourfall_server::run(config, stop).await
//! # }
//! ```

pub mod admin;
mod app;
#[cfg(feature = "bench")]
pub mod bench;
mod bots;
pub mod config;
mod connection;
mod connections;
mod engine;
pub mod export;
mod http;
mod identity;
pub mod limits;
mod lobby;
mod orders;
mod rate;
mod rater;
mod rating;
mod room;
mod services;
mod session;
mod socket;
mod store;
pub mod telemetry;
mod wire;

pub use app::{Server, ServerError, run, stop_signal};
pub use store::StoreError;

/// Looking after a store in a folder.
pub mod upkeep {
    pub use crate::store::sqlite::upkeep::{Check, backup, check, compact, export};
}
