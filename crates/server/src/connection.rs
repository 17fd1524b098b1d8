//! One connection, as rooms and sessions see it: where messages to one client go.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_match::{MatchId, PlayerId, Timestamp};
use fourfall_protocol::ServerMessage;
use fourfall_socketio::Packet;
pub(crate) use fourfall_socketio::burst;

use crate::identity::{DeviceId, Proof};

/// A message as it goes over the wire: serialized once, however many hear it.
#[derive(Debug)]
pub(crate) struct Encoded(Packet);

impl Encoded {
    pub(crate) fn new(message: impl Into<ServerMessage>) -> Encoded {
        let message = message.into();
        let packet = Packet::event(message.event(), &message);
        Encoded(packet.expect("messages have a JSON form"))
    }

    pub(crate) fn packet(&self) -> &Packet {
        &self.0
    }
}

/// Where messages to a connection go. Sending never waits: a client that does not read is closed.
pub(crate) trait Outlet: Send + Sync {
    /// Sends a message, in order with those before it.
    fn send(&self, message: &Encoded);
    /// Closes the connection, after what was sent before. The client does not reconnect.
    fn close(&self);
    /// Drops the transport. The client reconnects, here or to another server.
    fn drop_link(&self) {
        self.close();
    }
}

/// One connection. It speaks for one player at a time, and watches at most one game.
pub(crate) struct Connection {
    id: Arc<str>,
    address: IpAddr,
    device: Option<DeviceId>,
    outlet: Box<dyn Outlet>,
    state: Mutex<State>,
}

struct State {
    player: PlayerId,
    /// When the token was issued that proved it.
    issued: Timestamp,
    watching: Option<MatchId>,
    gone: bool,
    /// The store does not know yet that it has the player's seat.
    claiming: bool,
}

impl Connection {
    pub(crate) fn new(
        id: &str,
        address: IpAddr,
        device: Option<DeviceId>,
        proof: Proof,
        outlet: Box<dyn Outlet>,
    ) -> Arc<Connection> {
        let Proof { player, issued } = proof;
        let state = State { player, issued, watching: None, gone: false, claiming: false };
        Arc::new(Connection { id: id.into(), address, device, outlet, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The socket's public id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The address that limits count by.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// The device it says it is on.
    pub(crate) fn device(&self) -> Option<&DeviceId> {
        self.device.as_ref()
    }

    /// Who it has proved to be.
    pub(crate) fn player(&self) -> PlayerId {
        self.state().player.clone()
    }

    /// When the token was issued by which it proved that.
    pub(crate) fn issued(&self) -> Timestamp {
        self.state().issued
    }

    pub(crate) fn become_player(&self, player: PlayerId, issued: Timestamp) {
        let mut state = self.state();
        state.player = player;
        state.issued = issued;
    }

    /// Whether it speaks for this player, or did when it was lost.
    pub(crate) fn belongs_to(&self, player: &PlayerId) -> bool {
        self.state().player == *player
    }

    /// Whether it is open, and speaks for this player.
    pub(crate) fn speaks_for(&self, player: &PlayerId) -> bool {
        let state = self.state();
        !state.gone && state.player == *player
    }

    /// Which game it watches now. Returns the one it watched before, if that was another.
    pub(crate) fn watch(&self, id: MatchId) -> Option<MatchId> {
        self.state().watching.replace(id).filter(|it| *it != id)
    }

    /// Stops watching. Returns the game it watched.
    pub(crate) fn stop_watching(&self) -> Option<MatchId> {
        self.state().watching.take()
    }

    /// Which game it watches.
    pub(crate) fn watching(&self) -> Option<MatchId> {
        self.state().watching
    }

    /// It was lost, or is back.
    pub(crate) fn set_gone(&self, gone: bool) {
        self.state().gone = gone;
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.state().gone
    }

    /// Its claim to the player's seat is on its way to the store, or has arrived there.
    pub(crate) fn set_claiming(&self, claiming: bool) {
        self.state().claiming = claiming;
    }

    pub(crate) fn is_claiming(&self) -> bool {
        self.state().claiming
    }

    pub(crate) fn send(&self, message: impl Into<ServerMessage>) {
        self.outlet.send(&Encoded::new(message));
    }

    pub(crate) fn send_encoded(&self, message: &Encoded) {
        self.outlet.send(message);
    }

    /// Closes it because another connection of the player has taken over. It speaks for nobody from
    /// now on: what it asked before and is still waiting must not take the seat back.
    pub(crate) fn close(&self) {
        self.set_gone(true);
        self.outlet.close();
    }

    /// Drops the transport without a message: the client reconnects, here or to another server.
    pub(crate) fn drop_link(&self) {
        self.outlet.drop_link();
    }
}

/// The same connection, not an equal one.
impl PartialEq for Connection {
    fn eq(&self, other: &Connection) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.id)
    }
}
