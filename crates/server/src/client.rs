//! A connected client, as rooms and the lobby see it: something to send to.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use fourfall_match::{MatchId, PlayerId};
use fourfall_protocol::ServerMessage;
use tokio::time::Instant;

use crate::rate::{Credits, Rate};

/// Where messages to a client go. Sending never waits: a client that does not read is closed.
pub(crate) trait Outlet: Send + Sync {
    /// Sends a message, in order with those before it.
    fn send(&self, message: &ServerMessage);
    /// Closes the connection, after what was sent before.
    fn close(&self);
}

/// One connection. It has one player at a time, and sits or watches in one room at a time.
pub(crate) struct Client {
    id: Arc<str>,
    address: IpAddr,
    outlet: Box<dyn Outlet>,
    state: Mutex<State>,
}

struct State {
    player: PlayerId,
    credits: Credits,
    seat: Option<MatchId>,
    watching: Option<MatchId>,
    gone: bool,
}

impl Client {
    pub(crate) fn new(
        id: &str,
        address: IpAddr,
        player: PlayerId,
        credits: Credits,
        outlet: Box<dyn Outlet>,
    ) -> Arc<Client> {
        let state = State { player, credits, seat: None, watching: None, gone: false };
        Arc::new(Client { id: id.into(), address, outlet, state: Mutex::new(state) })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock can panic")
    }

    /// The socket's id, for everybody to see.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Who it has proved to be.
    pub(crate) fn player(&self) -> PlayerId {
        self.state().player.clone()
    }

    pub(crate) fn become_player(&self, player: PlayerId) {
        self.state().player = player;
    }

    /// Spends a credit for an event, if there is one left.
    #[must_use]
    pub(crate) fn spend(&self, rate: Rate, now: Instant) -> bool {
        self.state().credits.spend(rate, now)
    }

    /// Where it sits now. Returns where it sat before, if that was elsewhere.
    pub(crate) fn sit(&self, room: MatchId) -> Option<MatchId> {
        self.state().seat.replace(room).filter(|it| *it != room)
    }

    /// Where it watches now. Returns where it watched before, if that was elsewhere.
    pub(crate) fn watch(&self, room: MatchId) -> Option<MatchId> {
        self.state().watching.replace(room).filter(|it| *it != room)
    }

    pub(crate) fn stop_watching(&self, room: MatchId) {
        let mut state = self.state();
        state.watching = state.watching.filter(|it| *it != room);
    }

    /// Sits here no longer.
    pub(crate) fn stand_up_from(&self, room: MatchId) {
        let mut state = self.state();
        state.seat = state.seat.filter(|it| *it != room);
    }

    /// Sits nowhere now. Returns where it sat before.
    pub(crate) fn stand_up(&self) -> Option<MatchId> {
        self.state().seat.take()
    }

    /// Marks the connection as gone, and says where it was seated and where it watched.
    pub(crate) fn leave(&self) -> [Option<MatchId>; 2] {
        let mut state = self.state();
        state.gone = true;
        [state.seat.take(), state.watching.take()]
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.state().gone
    }

    pub(crate) fn send(&self, message: impl Into<ServerMessage>) {
        self.outlet.send(&message.into());
    }

    pub(crate) fn close(&self) {
        self.outlet.close();
    }
}

/// The same connection, not an equal one.
impl PartialEq for Client {
    fn eq(&self, other: &Client) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.id)
    }
}
