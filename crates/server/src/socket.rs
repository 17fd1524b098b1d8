//! Socket.IO: decode, ask, encode. The only file that knows socketioxide.
//!
//! Five of its habits shape this file. Each handler's future is spawned, so only what happens before
//! the future happens in the order the client sent it: requests are handed in there. The first event
//! can come before the connect handler has run, so handlers are registered in a connect middleware.
//! A payload of the wrong type is met with silence by `Data`, so payloads are taken as any JSON.
//! A full outbox drops messages, so it closes the connection instead. Last, closing all sockets also
//! takes their namespace away, and clients that ask for one that is not there never ask again.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use fourfall_protocol::{
    Ack, ClientMessage, GameError, Refusal, RejectCode, ServerMessage, SessionCreated,
};
use serde::Deserialize;
use serde_json::Value as Json;
use socketioxide::adapter::LocalAdapter;
use socketioxide::extract::{AckSender, Event, SocketRef, TryData};
use socketioxide::handler::{ConnectHandler, FromMessageParts, Value};
use socketioxide::layer::SocketIoLayer;
use socketioxide::socket::Socket;
use socketioxide::{SendError, SocketError, SocketIo};
use tokio::time::{Instant, sleep};

use crate::client::{Client, Outlet};
use crate::http::address::ClientAddress;
use crate::identity::fresh_player;
use crate::limits::{
    CLOSE_RETRY, CONNECT_TIMEOUT, MESSAGE_BYTES_MAX, OUTBOX_MESSAGES, PING_INTERVAL, PING_TIMEOUT,
    POLL_BYTES_MAX,
};
use crate::lobby::{Asked, Lobby};
use crate::rate::{Credits, Rate};
use crate::translate::refuse;

const NAMESPACE: &str = "/connect4";

/// All sockets of this server.
#[derive(Clone)]
pub(crate) struct Sockets(SocketIo);

impl Sockets {
    /// The layer that answers `/socket.io`, and a handle to all sockets.
    pub(crate) fn layer(lobby: &Lobby) -> (SocketIoLayer, Sockets) {
        let (layer, io) = SocketIo::builder()
            .max_payload(POLL_BYTES_MAX)
            .ws_max_message_size(MESSAGE_BYTES_MAX)
            .ws_max_frame_size(MESSAGE_BYTES_MAX)
            .max_buffer_size(OUTBOX_MESSAGES)
            .ping_interval(PING_INTERVAL)
            .ping_timeout(PING_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .build_layer();
        let lobby = lobby.clone();
        let admit = move |socket: SocketRef, TryData(auth): TryData<Option<Auth>>| {
            let admitted = admit(&lobby, &socket, auth.ok().flatten());
            async move { admitted.map_err(|it| format!("{}: {}", it.code.as_str(), it.message)) }
        };
        io.ns(NAMESPACE, welcome.with(admit));
        // In force when the namespace is closed. Told that it does not exist, a client would give up;
        // one that is told nothing comes back when its transport is gone.
        io.dyn_ns(NAMESPACE, welcome.with(keep_waiting)).expect("the only one of its kind");
        (layer, Sockets(io))
    }

    /// Closes every connection. Clients see a lost transport, and come back by themselves.
    pub(crate) async fn close(&self) {
        self.0.close().await;
    }
}

/// What the handshake may carry.
#[derive(Deserialize)]
struct Auth {
    token: Option<Json>,
}

/// A connection that has been counted, until it is dropped.
struct Counted {
    lobby: Lobby,
    address: IpAddr,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.lobby.disconnected(self.address);
    }
}

/// What the connect handler needs to know of what the middleware did.
#[derive(Clone)]
struct Admitted {
    client: Arc<Client>,
    line: Arc<Line>,
    /// For whom it is new.
    session: Option<SessionCreated>,
}

/// Middleware: answers nobody.
async fn keep_waiting(_: SocketRef) -> Result<(), Infallible> {
    std::future::pending().await
}

/// Middleware: finds out who connects, and registers all handlers.
fn admit(lobby: &Lobby, socket: &SocketRef, auth: Option<Auth>) -> Result<(), Refusal> {
    let (player, session) = match auth.and_then(|it| it.token) {
        None | Some(Json::Null) => {
            let player = fresh_player();
            let token = lobby.tokens().issue(&player);
            (player.clone(), Some(SessionCreated { player_id: player.to_string(), token }))
        }
        Some(token) => {
            let proved = token.as_str().and_then(|it| lobby.tokens().verify(it));
            let wrong = || refuse(RejectCode::Unauthorized, "this token is not one of ours");
            (proved.ok_or_else(wrong)?, None)
        }
    };
    let address = ClientAddress::of(&socket.req_parts().extensions);
    lobby.connected(address)?;
    let counted = Counted { lobby: lobby.clone(), address };

    let line = Arc::new(Line { socket: Mutex::new(None), lobby: lobby.clone() });
    let credits = Credits::full(rate(lobby), Instant::now());
    let outlet = Box::new(line.clone());
    let client = Client::new(&socket.id.to_string(), address, player, credits, outlet);
    socket.extensions.insert(Admitted { client: client.clone(), line: line.clone(), session });

    let desk = Arc::new(Desk { lobby: lobby.clone(), client, line, _counted: counted });
    let receiving = desk.clone();
    // Not an `async` closure on purpose: see the top of this file.
    socket.on_fallback(
        move |Event(event): Event, TryData(payload): TryData<Json>, answers: Answers| {
            let asked = receiving.ask(&event, payload.ok());
            async move {
                let answer = match asked {
                    Ok(asked) => receiving.lobby.answer(asked).await,
                    Err(refusal) => Err(refusal),
                };
                receiving.respond(event, answers, answer);
            }
        },
    );
    socket.on_disconnect(async move || {
        desk.lobby.lost(&desk.client).await;
        desk.line.hang_up();
    });
    Ok(())
}

fn rate(lobby: &Lobby) -> Rate {
    Rate { burst: lobby.limits().events_burst, per_second: lobby.limits().events_per_second }
}

/// Connect handler: from here on messages can be sent. The first says who a new guest is.
///
/// Not an `async fn` on purpose: nothing may be sent before it.
fn welcome(socket: SocketRef) -> impl Future<Output = ()> + Send {
    if let Some(Admitted { client, line, session }) = socket.extensions.remove::<Admitted>() {
        line.pick_up(socket);
        if let Some(session) = session {
            client.send(session);
        }
        if client.is_gone() {
            // It went in between, and nobody else will let go of the socket.
            line.hang_up();
        }
    }
    std::future::ready(())
}

/// Where one client's events arrive.
struct Desk {
    lobby: Lobby,
    client: Arc<Client>,
    line: Arc<Line>,
    _counted: Counted,
}

impl Desk {
    fn ask(&self, event: &str, payload: Option<Json>) -> Result<Asked, Refusal> {
        self.lobby.metrics().events_received.inc();
        if !self.client.spend(rate(&self.lobby), Instant::now()) {
            return Err(refuse(
                RejectCode::RateLimited,
                "too many events in too short a time, wait a second",
            ));
        }
        let message = ClientMessage::decode(event, payload.unwrap_or(Json::Null))
            .map_err(|it| refuse(RejectCode::Malformed, it.to_string()))?;
        Ok(self.lobby.ask(&self.client, message))
    }

    fn respond(&self, event: String, answers: Answers, answer: crate::room::Answer) {
        let ack = match answer {
            Ok(accepted) => Ack::Accepted(accepted),
            Err(refusal) => {
                self.lobby.metrics().events_refused.inc();
                let (code, message) = (refusal.code, &refusal.message);
                tracing::debug!(event, code = code.as_str(), message, "refused");
                Ack::Refused(refusal)
            }
        };
        match (answers, ack) {
            (Answers::Wanted(sender), ack) => self.line.check(sender.send(&ack)),
            (Answers::Unwanted, Ack::Refused(Refusal { code, message })) => {
                self.client.send(GameError { code, message, event });
            }
            (Answers::Unwanted, Ack::Accepted(_)) => {}
        }
    }
}

/// Whether the client waits for an acknowledgement, and how to send it.
enum Answers {
    Wanted(AckSender),
    Unwanted,
}

impl FromMessageParts<LocalAdapter> for Answers {
    type Error = Infallible;

    fn from_message_parts(
        socket: &Arc<Socket>,
        value: &mut Value,
        id: &Option<i64>,
    ) -> Result<Answers, Infallible> {
        Ok(match id {
            Some(_) => Answers::Wanted(AckSender::from_message_parts(socket, value, id)?),
            None => Answers::Unwanted,
        })
    }
}

/// The way to one client. A client that does not read what it is sent is hung up on: it comes back
/// and is sent the whole game.
struct Line {
    /// Empty before the connection stands and after it is given up. The socket's handlers hold this
    /// line, so it must let go of the socket for either to be freed.
    socket: Mutex<Option<SocketRef>>,
    lobby: Lobby,
}

impl Line {
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<SocketRef>> {
        self.socket.lock().expect("no holder of this lock can panic")
    }

    fn pick_up(&self, socket: SocketRef) {
        *self.slot() = Some(socket);
    }

    fn hang_up(&self) -> Option<SocketRef> {
        self.slot().take()
    }

    /// Looks whether a message found place in the outbox.
    fn check(&self, sent: Result<(), SendError>) {
        if let Err(SendError::Socket(SocketError::InternalChannelFull)) = sent
            && let Some(socket) = self.hang_up()
        {
            self.lobby.metrics().slow_sockets_closed.inc();
            tracing::info!(socket.id = %socket.id, "closing a socket that does not read");
            close(socket);
        }
    }
}

/// Closes a socket. That takes a message too, for which there may be no place yet.
fn close(socket: SocketRef) {
    if let Err(SocketError::InternalChannelFull) = socket.clone().disconnect() {
        // Ends when there is place, or when the heartbeat has found the transport dead.
        tokio::spawn(async move {
            while socket.connected()
                && matches!(socket.clone().disconnect(), Err(SocketError::InternalChannelFull))
            {
                sleep(CLOSE_RETRY).await;
            }
        });
    }
}

impl Outlet for Arc<Line> {
    fn send(&self, message: &ServerMessage) {
        let sent = match &*self.slot() {
            Some(socket) => socket.emit(message.event(), message),
            None => return,
        };
        self.check(sent);
    }

    fn close(&self) {
        if let Some(socket) = self.hang_up() {
            close(socket);
        }
    }
}
