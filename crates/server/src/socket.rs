//! Socket.IO: decode, ask, encode.

use std::any::Any;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use fourfall_match::{PlayerId, Timestamp};
use fourfall_protocol::{Ack, ClientMessage, GameError, Refusal, RejectCode, SessionCreated};
use fourfall_socketio::{
    Ack as AckSender, Config, Connect, Denied, Disconnect, DisconnectReason, Door, Event, Handler,
    Handshake, Recovery, SendError, Server, Socket, WeakSocket,
};
use http::StatusCode;
use http::header::USER_AGENT;
use http::request::Parts;
use serde::Deserialize;
use serde_json::Value as Json;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use tokio::time::Instant;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Instrument;

use crate::connection::{Connection, Encoded, Outlet};
use crate::connections::connections_max;
use crate::connections::places::{Place, Places};
use crate::http::address::ClientAddress;
use crate::identity::{BEGINNING, DeviceId, Proof, fresh_player};
use crate::limits::{
    ADDRESSES_REMEMBERED, CONNECT_TIMEOUT, CONNECTION_QUEUE, Limits, MESSAGE_BYTES_MAX,
    MESSAGES_PER_POLL, OUTBOX_BYTES, PING_INTERVAL, PING_TIMEOUT, POLL_BYTES_MAX, RECOVERY_BYTES,
    RECOVERY_SOCKETS, RECOVERY_WINDOW, WRITE_TIMEOUT,
};
use crate::lobby::{Admitted, Lobby};
use crate::rate::{Addresses, Credits, Rate};
use crate::room::{Answer, Reply};
use crate::session::Session;
use crate::wire::refuse;

/// The namespaces games are played in. A client written from the API's document alone connects to
/// the default namespace, so that works too.
const NAMESPACES: [&str; 2] = ["/connect4", "/"];

/// The server of all sockets.
pub(crate) fn server(lobby: &Lobby) -> Server {
    let config = Config {
        ping_interval: PING_INTERVAL,
        ping_timeout: PING_TIMEOUT,
        connect_timeout: CONNECT_TIMEOUT,
        write_timeout: WRITE_TIMEOUT,
        max_payload: POLL_BYTES_MAX,
        max_message: MESSAGE_BYTES_MAX,
        max_packets: MESSAGES_PER_POLL,
        outbox_bytes: OUTBOX_BYTES,
        mailbox: CONNECTION_QUEUE,
        max_attachments: 0,
        keep_headers: false,
        recovery: Some(Recovery {
            window: RECOVERY_WINDOW,
            bytes: RECOVERY_BYTES,
            sockets: RECOVERY_SOCKETS,
        }),
        ..Config::default()
    };
    let mut builder = Server::builder(config).door(Entrance::new(&lobby.services().limits));
    for namespace in NAMESPACES {
        builder = builder.namespace(namespace, Games { lobby: lobby.clone() });
    }
    builder.build()
}

/// Closes the sockets of some: by player, address, and when the token was issued.
pub(crate) fn close(server: &Server, which: impl Fn(&PlayerId, IpAddr, Timestamp) -> bool) {
    let namespaces = NAMESPACES.iter().filter_map(|it| server.namespace(it));
    for socket in namespaces.flat_map(|it| it.sockets()) {
        let Some(client) = socket.data::<Client>() else { continue };
        let connection = &client.connection;
        if which(&connection.player(), connection.address(), connection.issued()) {
            socket.disconnect();
        }
    }
}

/// Counts transports and handshakes per address, before there is a session.
struct Entrance {
    places: Arc<Places>,
    handshakes: Addresses,
    events: Rate,
}

/// What belongs to a transport. Leaving and rejoining a namespace does not refill its credits.
struct Transport {
    address: IpAddr,
    credits: Mutex<Credits>,
    takes_offsets: bool,
    _place: Place,
}

impl Entrance {
    fn new(limits: &Limits) -> Entrance {
        let (total, per_address) = connections_max(limits);
        let burst = u32::try_from(per_address).unwrap_or(u32::MAX);
        let handshakes = Rate { burst, per_second: limits.requests_per_second };
        Entrance {
            places: Places::new(total, per_address),
            handshakes: Addresses::new(handshakes, ADDRESSES_REMEMBERED),
            events: event_rate(limits),
        }
    }
}

fn event_rate(limits: &Limits) -> Rate {
    Rate { burst: limits.events_burst, per_second: limits.events_per_second }
}

impl Door for Entrance {
    fn handshake(&self, request: &Parts) -> Result<Box<dyn Any + Send + Sync>, Denied> {
        let (address, now) = (ClientAddress::of(&request.extensions), Instant::now());
        let place = self.places.take(Some(address));
        let place =
            place.filter(|_| self.handshakes.spend(address, now)).ok_or_else(|| Denied {
                status: StatusCode::TOO_MANY_REQUESTS,
                message: "too many connections from your address, wait a second".to_owned(),
            })?;
        let credits = Mutex::new(Credits::full(self.events, now));
        let takes_offsets = takes_offsets(request);
        Ok(Box::new(Transport { address, credits, takes_offsets, _place: place }))
    }

    fn refused(&self, handshake: &Handshake, _namespace: &str) -> bool {
        spend(handshake, self.events)
    }
}

/// Spends a credit of a transport, if there is one left.
fn spend(handshake: &Handshake, rate: Rate) -> bool {
    let Some(transport) = handshake.state::<Transport>() else { return true };
    let mut credits = transport.credits.lock().unwrap_or_else(PoisonError::into_inner);
    credits.spend(rate, Instant::now())
}

/// What the handshake may carry.
#[derive(Deserialize)]
struct Auth {
    token: Option<Json>,
    device: Option<Json>,
}

/// One socket's session. It survives a recovery.
struct Client {
    session: Session,
    connection: Arc<Connection>,
    /// Locked by the request that is being handled: they are handled one after the other.
    turn: Arc<AsyncMutex<()>>,
    /// Counted until the connection is lost, and again after it is recovered.
    admitted: Mutex<Option<Admitted>>,
    /// Whether the client says which message it received last when it reconnects.
    takes_offsets: bool,
}

impl Client {
    fn admit(&self, admitted: Option<Admitted>) {
        *self.admitted.lock().unwrap_or_else(PoisonError::into_inner) = admitted;
    }
}

/// The namespace of games.
struct Games {
    lobby: Lobby,
}

impl Handler for Games {
    async fn connect(
        &self,
        socket: &Socket,
        connect: Connect,
    ) -> Result<(), fourfall_socketio::Refusal> {
        if self.lobby.services().check_running().is_err() {
            // A refusal would be final for the official client; a lost transport is not.
            socket.close();
            return Err(fourfall_socketio::Refusal::default());
        }
        self.welcome(socket, &connect).map_err(|it| fourfall_socketio::Refusal {
            message: format!("{}: {}", it.code.as_str(), it.message),
            data: serde_json::to_value(&it).ok(),
        })
    }

    async fn event(&self, socket: &Socket, event: Event) {
        let Some(client) = socket.data::<Client>() else { return };
        let services = self.lobby.services();
        let received = Instant::now();
        services.metrics.events_received.inc();
        // One request is answered before the next is looked at.
        let turn = client.turn.clone().lock_owned().await;
        let answered = services.tasks.token();
        let has_credit = spend(&socket.handshake(), event_rate(&services.limits));
        let message = match has_credit.then(|| decode(&event)) {
            Some(message) => message,
            None => {
                let sentence = "too many events in too short a time, wait a second";
                Err(refuse(RejectCode::RateLimited, sentence))
            }
        };
        let Event { name, ack, .. } = event;
        let asked =
            Asked { client, name, ack, lobby: self.lobby.clone(), turn, answered, received };
        let client = asked.client.clone();
        // Of the highest level, so that whatever is logged says where.
        let span = tracing::error_span!(
            "event",
            connection = client.connection.id(),
            player = %client.connection.player(),
            name = asked.name,
        );
        let doing = async move {
            match message {
                Ok(ClientMessage::Move(it)) => {
                    let reply = Reply::new(move |answer| asked.answer(answer));
                    client.session.hand_in_drop(&it, reply).await;
                }
                Ok(message) => asked.answer(client.session.handle(message).await),
                Err(refusal) => asked.answer(Err(refusal)),
            }
        };
        doing.instrument(span).await;
    }

    async fn disconnect(&self, socket: &Socket, disconnect: Disconnect) {
        let Some(client) = socket.data::<Client>() else { return };
        if let DisconnectReason::Transport(reason) = disconnect.reason {
            tracing::debug!(socket.id = socket.id(), ?reason, "a connection is lost");
        }
        client.admit(None);
        self.lobby.lost(&client.connection);
    }
}

impl Games {
    /// Finds out who connects.
    fn welcome(&self, socket: &Socket, connect: &Connect) -> Result<(), Refusal> {
        let services = self.lobby.services();
        let Some(transport) = connect.handshake.state::<Transport>() else {
            return Err(crate::wire::busy());
        };
        let (address, takes_offsets) = (transport.address, transport.takes_offsets);
        let admitted = self.lobby.admission().admit(&services.limits, address)?;
        if connect.recovered
            && let Some(client) = socket.data::<Client>()
        {
            // What was revoked or banned in the meantime does not come back by this door either.
            let connection = &client.connection;
            services.orders.check(&connection.player(), address)?;
            if services.tokens.is_revoked(&connection.player(), connection.issued()) {
                return Err(refuse(RejectCode::Unauthorized, "this token counts no longer"));
            }
            client.admit(Some(admitted));
            self.lobby.recovered(&client.connection, !client.takes_offsets);
            return Ok(());
        }
        let auth: Option<Auth> =
            connect.auth.as_ref().and_then(|it| serde_json::from_str(it.get()).ok());
        let (token, device) = auth.map_or((None, None), |it| (it.token, it.device));
        let device = device.as_ref().and_then(Json::as_str).and_then(DeviceId::named);
        let (proof, session) = match token {
            None | Some(Json::Null) => {
                let player = fresh_player();
                let (issued, token) = if services.node.has_older() {
                    (BEGINNING, services.tokens.issue_first_kind(&player))
                } else {
                    let now = services.now();
                    (now, services.tokens.issue(&player, now))
                };
                let proof = Proof { player, issued };
                let player_id = proof.player.to_string();
                (proof, Some(SessionCreated { player_id, token }))
            }
            Some(token) => {
                let proved = token.as_str().and_then(|it| services.tokens.verify(it));
                let wrong = || refuse(RejectCode::Unauthorized, "this token is not one of ours");
                (proved.ok_or_else(wrong)?, None)
            }
        };
        services.orders.check(&proof.player, address)?;
        if !takes_offsets {
            socket.without_offsets();
        }
        let link = Link { socket: socket.downgrade(), lobby: self.lobby.clone() };
        let connection = Connection::new(socket.id(), address, device, proof, Box::new(link));
        if let Some(session) = session {
            connection.send(session);
        }
        self.lobby.opened(&connection);
        socket.set_data(Arc::new(Client {
            session: Session::new(self.lobby.clone(), connection.clone()),
            connection,
            turn: Arc::default(),
            admitted: Mutex::new(Some(admitted)),
            takes_offsets,
        }));
        Ok(())
    }
}

/// An event that waits for its answer.
struct Asked {
    client: Arc<Client>,
    name: String,
    ack: Option<AckSender>,
    lobby: Lobby,
    /// Kept until it is answered: the next one waits for it.
    turn: OwnedMutexGuard<()>,
    /// Requests in progress when the server stops are still answered.
    answered: TaskTrackerToken,
    received: Instant,
}

impl Asked {
    fn answer(self, answer: Answer) {
        let Asked { client, name, ack, lobby, turn, answered, received } = self;
        let answer = match answer {
            Ok(accepted) => Ack::Accepted(accepted),
            Err(refusal) => {
                lobby.services().metrics.refused(refusal.code);
                let (code, message) = (refusal.code, &refusal.message);
                tracing::debug!(event = name, code = code.as_str(), message, "refused");
                Ack::Refused(refusal)
            }
        };
        match (ack, answer) {
            // A client that is gone needs no answer.
            (Some(sender), answer) => drop(sender.send(&answer)),
            (None, Ack::Refused(Refusal { code, message })) => {
                client.connection.send(GameError { code, message, event: name });
            }
            (None, Ack::Accepted(_)) => {}
        }
        lobby.services().metrics.answer_seconds.observe(received.elapsed().as_secs_f64());
        drop((turn, answered));
    }
}

/// A payload is one JSON object. Without one, the refusal says what is missing.
fn decode(event: &Event) -> Result<ClientMessage, Refusal> {
    // Nearly every event is a move and well-formed. Any other is decoded once more below, to say
    // what is wrong with it.
    let is_object = event.args.raw(0).is_some_and(|it| it.starts_with('{'));
    if event.name == "game:move"
        && is_object
        && let Ok(message) = event.args.parse()
    {
        return Ok(ClientMessage::Move(message));
    }
    let payload: Json = event.args.parse().unwrap_or(Json::Null);
    ClientMessage::decode(&event.name, payload)
        .map_err(|it| refuse(RejectCode::Malformed, it.to_string()))
}

/// The offset that recovery needs travels as one more argument of each event. JavaScript's
/// listeners ignore it, but Python's with one parameter fail; those are recovered without it, and
/// sent the whole game instead. Any client can say `offsets=false` in its query.
fn takes_offsets(request: &Parts) -> bool {
    let query = request.uri.query().unwrap_or_default();
    let has = |wanted: &str| query.split('&').any(|it| it.starts_with(wanted));
    let agent = request.headers.get(USER_AGENT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let agent = agent.to_ascii_lowercase();
    let python = agent.contains("python") || agent.contains("aiohttp");
    // Over WebSocket alone Python names itself only by a timestamp that nobody else sends there.
    let python_websocket = has("transport=websocket") && has("t=");
    !(python || python_websocket || has("offsets=false"))
}

/// Sends to one client. A client that does not read is disconnected: it comes back and is sent the
/// whole game.
struct Link {
    /// Weak, because the socket holds its session, which holds this.
    socket: WeakSocket,
    lobby: Lobby,
}

impl Outlet for Link {
    fn send(&self, message: &Encoded) {
        if let Some(socket) = self.socket.upgrade()
            && let Err(SendError::Full) = socket.emit(message.packet())
        {
            self.lobby.services().metrics.slow_sockets_closed.inc();
            tracing::info!(socket.id = socket.id(), "closed a socket that does not read");
        }
    }

    fn close(&self) {
        if let Some(socket) = self.socket.upgrade() {
            socket.disconnect();
        }
    }

    fn drop_link(&self) {
        if let Some(socket) = self.socket.upgrade() {
            socket.close();
        }
    }
}
