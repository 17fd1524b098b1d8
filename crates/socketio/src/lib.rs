//! A Socket.IO server (protocol 5, over Engine.IO protocol 4) for tokio and hyper.
#![warn(missing_docs)]
#![doc = include_str!("../README.md")]

mod burst;
mod client;
mod config;
pub mod engine;
#[cfg(fuzzing)]
pub mod fuzzing;
mod packet;
pub mod serve;
mod server;
mod socket;

pub use bytes::Bytes;

pub use self::burst::{Burst, burst};
pub use self::config::{Config, Recovery, Transports};
pub use self::engine::{
    CloseReason, Denied, Door, Handshake, OpenDoor, Permit, RemoteAddress, SendError,
};
pub use self::packet::{Args, Packet};
pub use self::server::{
    Builder, Connect, Event, Handler, Namespace, Refusal, Server, Snapshot, Stats,
};
pub use self::socket::{
    Ack, AckError, Disconnect, DisconnectReason, EmitError, Socket, WeakSocket,
};
