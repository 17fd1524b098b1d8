//! A client of Fourfall's server.
//!
//! Three layers, each of use without the ones above it: [`Socket`] is one Socket.IO connection;
//! [`Session`] is what a player does on one, as a state machine without I/O; [`Link`] runs a session
//! on sockets that it opens again whenever one is lost. [`Rest`] asks the server by plain HTTP.
//!
//! ```no_run
//! use fourfall_client::{Link, News, Session, Wish};
//!
//! # async fn play() -> Result<(), Box<dyn std::error::Error>> {
//! let server = "http://127.0.0.1:4444".parse()?;
//! let session = Session::new("Ada", None, Wish::quick_match());
//! let mut link = Link::open(server, session);
//! while let Some(news) = link.next().await {
//!     if let News::Changed(view) = news
//!         && let Some(table) = view.table()
//!         && table.is_my_turn()
//!     {
//!         let column = table.game.position().open().and_then(|it| it.legal_columns().next());
//!         link.drop_disc(column.expect("the game is on"));
//!     }
//! }
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

mod address;
mod clean;
mod identity;
mod link;
mod packet;
mod rest;
mod session;
mod socket;
mod stream;
mod table;
mod wire;

pub use address::{BadAddress, Page, Place, Server};
pub use identity::{Identities, Identity};
pub use link::{Asking, Link, News};
pub use packet::{BadPacket, Packet};
pub use rest::{Rest, RestError};
pub use session::{Request, Session, Step, Stopped, View, Wish};
pub use socket::{Incoming, NAMESPACE, Socket, SocketError};
pub use table::{Ending, RematchState, Seat, Seats, Series, Table};
pub use wire::{GameRecord, GameResult, LiveRoom, RecordedPlayer};
