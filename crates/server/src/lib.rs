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
mod bus;
pub mod config;
mod connection;
mod connections;
mod engine;
pub mod export;
mod http;
mod identity;
pub mod limits;
mod lobby;
mod node;
mod orders;
mod rate;
mod rater;
mod rating;
mod retention;
mod room;
mod services;
mod session;
mod socket;
mod store;
pub mod telemetry;
mod wire;

/// Whether a bug is switched on, to prove that the chaos rig finds it. Never in a release.
#[cfg(debug_assertions)]
pub(crate) fn seeded_bug(name: &str) -> bool {
    use std::sync::LazyLock;
    static BUG: LazyLock<String> =
        LazyLock::new(|| std::env::var("FOURFALL_BUG").unwrap_or_default());
    *BUG == name
}

/// There are none.
#[cfg(not(debug_assertions))]
pub(crate) const fn seeded_bug(_name: &str) -> bool {
    false
}

pub use app::{Server, ServerError, run, stop_signal};
pub use store::StoreError;

/// Looking after a store in a folder.
pub mod upkeep {
    pub use crate::store::sqlite::upkeep::{Check, backup, check, compact, export};
}
