//! Socket.IO: decode, ask, encode. The only file that knows socketioxide.
//!
//! Five of its habits shape this file. Each handler's future is spawned, so only what happens before
//! the future happens in the order the client sent it: requests are handed in there. The first event
//! can come before the connect handler has run, so handlers are registered in a connect middleware.
//! A payload of the wrong type is met with silence by `Data`, so payloads are taken as any JSON.
//! A full outbox drops messages, so it closes the connection instead. Last, closing all sockets also
//! takes their namespace away, and clients that ask for one that is not there never ask again.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use fourfall_protocol::{Ack, ClientMessage, GameError, Refusal, RejectCode, SessionCreated};
use serde::Deserialize;
use serde_json::Value as Json;
use socketioxide::adapter::LocalAdapter;
use socketioxide::extract::{AckSender, Event, SocketRef, TryData};
use socketioxide::handler::{ConnectHandler, FromMessageParts, Value};
use socketioxide::layer::SocketIoLayer;
use socketioxide::socket::Socket;
use socketioxide::{SendError, SocketError, SocketIo};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;

use crate::connection::{Connection, Encoded, Outlet};
use crate::http::address::ClientAddress;
use crate::identity::fresh_player;
use crate::limits::{
    CLOSE_RETRY, CONNECT_TIMEOUT, CONNECTION_QUEUE, MESSAGE_BYTES_MAX, OUTBOX_MESSAGES,
    PING_INTERVAL, PING_TIMEOUT, POLL_BYTES_MAX,
};
use crate::lobby::{Admitted, Lobby};
use crate::rate::{Credits, Rate};
use crate::room::Answer;
use crate::session::Session;
use crate::wire::refuse;

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

/// What the connect handler needs to know of what the middleware did.
#[derive(Clone)]
struct Welcome {
    connection: Arc<Connection>,
    link: Arc<Link>,
    /// For whom it is new.
    session: Option<SessionCreated>,
}

/// Middleware: answers nobody.
async fn keep_waiting(_: SocketRef) -> Result<(), Infallible> {
    std::future::pending().await
}

/// An event that waits for the one before it to be answered.
struct Received {
    event: String,
    message: Result<ClientMessage, Refusal>,
    answers: Answers,
}

/// Middleware: finds out who connects, and registers all handlers.
fn admit(lobby: &Lobby, socket: &SocketRef, auth: Option<Auth>) -> Result<(), Refusal> {
    let services = lobby.services();
    let (player, session) = match auth.and_then(|it| it.token) {
        None | Some(Json::Null) => {
            let player = fresh_player();
            let token = services.tokens.issue(&player);
            (player.clone(), Some(SessionCreated { player_id: player.to_string(), token }))
        }
        Some(token) => {
            let proved = token.as_str().and_then(|it| services.tokens.verify(it));
            let wrong = || refuse(RejectCode::Unauthorized, "this token is not one of ours");
            (proved.ok_or_else(wrong)?, None)
        }
    };
    let address = ClientAddress::of(&socket.req_parts().extensions);
    let admitted = lobby.admission().admit(&services.limits, address)?;

    let link = Arc::new(Link { socket: Mutex::new(None), lobby: lobby.clone() });
    let credits = Credits::full(rate(lobby), Instant::now());
    let outlet = Box::new(link.clone());
    let id = socket.id.to_string();
    let connection = Connection::new(&id, address, player, credits, outlet);
    let welcome = Welcome { connection: connection.clone(), link: link.clone(), session };
    socket.extensions.insert(welcome);

    let (queue, received) = mpsc::channel(CONNECTION_QUEUE);
    let session = Session::new(lobby.clone(), connection.clone());
    let tasks = services.tasks.clone();
    let serving = Serving { session, tasks, link: link.clone(), _admitted: admitted };
    tokio::spawn(serving.serve(received));

    let receiving = Receiving { lobby: lobby.clone(), connection: connection.clone(), queue };
    let receiving = Arc::new(receiving);
    let replying = link.clone();
    // Not an `async` closure on purpose: see the top of this file.
    socket.on_fallback(
        move |Event(event): Event, TryData(payload): TryData<Json>, answers: Answers| {
            if let Err((received, refusal)) = receiving.receive(event, payload.ok(), answers) {
                replying.respond(received.event, received.answers, Err(refusal));
            }
            std::future::ready(())
        },
    );
    let lobby = lobby.clone();
    socket.on_disconnect(async move || {
        lobby.lost(&connection);
        link.hang_up();
    });
    Ok(())
}

fn rate(lobby: &Lobby) -> Rate {
    let limits = &lobby.services().limits;
    Rate { burst: limits.events_burst, per_second: limits.events_per_second }
}

/// Connect handler: from here on messages can be sent. The first says who a new guest is.
///
/// Not an `async fn` on purpose: nothing may be sent before it.
fn welcome(socket: SocketRef) -> impl Future<Output = ()> + Send {
    if let Some(Welcome { connection, link, session }) = socket.extensions.remove::<Welcome>() {
        link.pick_up(socket);
        if let Some(session) = session {
            connection.send(session);
        }
        if connection.is_gone() {
            // It went in between, and nobody else will let go of the socket.
            link.hang_up();
        }
    }
    std::future::ready(())
}

/// Where one client's events arrive, in order.
struct Receiving {
    lobby: Lobby,
    connection: Arc<Connection>,
    queue: mpsc::Sender<Received>,
}

impl Receiving {
    fn receive(
        &self,
        event: String,
        payload: Option<Json>,
        answers: Answers,
    ) -> Result<(), (Received, Refusal)> {
        self.lobby.services().metrics.events_received.inc();
        let message = if self.connection.spend(rate(&self.lobby), Instant::now()) {
            ClientMessage::decode(&event, payload.unwrap_or(Json::Null))
                .map_err(|it| refuse(RejectCode::Malformed, it.to_string()))
        } else {
            let sentence = "too many events in too short a time, wait a second";
            Err(refuse(RejectCode::RateLimited, sentence))
        };
        let received = Received { event, message, answers };
        self.queue.try_send(received).map_err(|err| match err {
            mpsc::error::TrySendError::Full(it) => {
                (it, refuse(RejectCode::RateLimited, "too many events at once, wait a second"))
            }
            mpsc::error::TrySendError::Closed(it) => (it, crate::wire::stopping()),
        })
    }
}

/// Answers one client's events, one after the other.
struct Serving {
    session: Session,
    tasks: TaskTracker,
    link: Arc<Link>,
    _admitted: Admitted,
}

impl Serving {
    async fn serve(self, mut received: mpsc::Receiver<Received>) {
        while let Some(Received { event, message, answers }) = received.recv().await {
            let answering = async {
                let answer = match message {
                    Ok(message) => self.session.handle(message).await,
                    Err(refusal) => Err(refusal),
                };
                self.link.respond(event, answers, answer);
            };
            // What is in hand when the server stops is still answered.
            self.tasks.track_future(answering).await;
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
struct Link {
    /// Empty before the connection stands and after it is given up. The socket's handlers hold this
    /// link, so it must let go of the socket for either to be freed.
    socket: Mutex<Option<SocketRef>>,
    lobby: Lobby,
}

impl Link {
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<SocketRef>> {
        self.socket.lock().expect("no holder of this lock can panic")
    }

    fn pick_up(&self, socket: SocketRef) {
        *self.slot() = Some(socket);
    }

    fn hang_up(&self) -> Option<SocketRef> {
        self.slot().take()
    }

    fn respond(&self, event: String, answers: Answers, answer: Answer) {
        let metrics = &self.lobby.services().metrics;
        let ack = match answer {
            Ok(accepted) => Ack::Accepted(accepted),
            Err(refusal) => {
                metrics.events_refused.inc();
                let (code, message) = (refusal.code, &refusal.message);
                tracing::debug!(event, code = code.as_str(), message, "refused");
                Ack::Refused(refusal)
            }
        };
        match (answers, ack) {
            (Answers::Wanted(sender), ack) => self.check(sender.send(&ack)),
            (Answers::Unwanted, Ack::Refused(Refusal { code, message })) => {
                self.send_encoded(&Encoded::new(GameError { code, message, event }));
            }
            (Answers::Unwanted, Ack::Accepted(_)) => {}
        }
    }

    fn send_encoded(&self, message: &Encoded) {
        let sent = match &*self.slot() {
            Some(socket) => socket.emit(message.event, &message.payload),
            None => return,
        };
        self.check(sent);
    }

    /// Looks whether a message found place in the outbox.
    fn check(&self, sent: Result<(), SendError>) {
        if let Err(SendError::Socket(SocketError::InternalChannelFull)) = sent
            && let Some(socket) = self.hang_up()
        {
            self.lobby.services().metrics.slow_sockets_closed.inc();
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

impl Outlet for Arc<Link> {
    fn send(&self, message: &Encoded) {
        self.send_encoded(message);
    }

    fn close(&self) {
        if let Some(socket) = self.hang_up() {
            close(socket);
        }
    }
}
