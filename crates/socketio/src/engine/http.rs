//! The service: handshakes, long-polling requests, upgrades to WebSocket.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Buf, Bytes};
use http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::upgrade::OnUpgrade;
use tokio::time::{Instant, timeout};
use tower_service::Service;

use super::driver::Driver;
use super::handshake::{Denied, Handshake, Permit};
use super::payload::{self, Packet};
use super::session::{Carrier, Get, Heartbeat, Outbox, Polling, Session, Upgrade};
use super::wire::{self, WebSocket};
use super::{CloseReason, Engine, random_id};

/// An answer.
type Answer = Response<Full<Bytes>>;

/// How long a request for packets waits while a WebSocket is about to take over.
const PROBED_WAIT: Duration = Duration::from_millis(100);

impl<B> Service<Request<B>> for Engine
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Answer;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Answer, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let engine = self.clone();
        Box::pin(async move { Ok(engine.answer(request).await.unwrap_or_else(Refusal::answer)) })
    }
}

/// Why a request was refused. The codes of those that have one are the reference implementation's.
#[derive(Debug)]
enum Refusal {
    NotFound,
    UnknownTransport,
    UnknownSession,
    BadMethod,
    BadRequest(&'static str),
    UnsupportedVersion,
    TooLarge,
    BodyTimeout,
    Closing,
    Denied(Denied),
}

impl Refusal {
    fn answer(self) -> Answer {
        let (status, code, message) = match self {
            Refusal::NotFound => (StatusCode::NOT_FOUND, 3, "not found"),
            Refusal::UnknownTransport => (StatusCode::BAD_REQUEST, 0, "Transport unknown"),
            Refusal::UnknownSession => (StatusCode::BAD_REQUEST, 1, "Session ID unknown"),
            Refusal::BadMethod => (StatusCode::BAD_REQUEST, 2, "Bad handshake method"),
            Refusal::BadRequest(why) => (StatusCode::BAD_REQUEST, 3, why),
            Refusal::UnsupportedVersion => {
                (StatusCode::BAD_REQUEST, 5, "Unsupported protocol version")
            }
            Refusal::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, 3, "the body is too large"),
            Refusal::BodyTimeout => (StatusCode::REQUEST_TIMEOUT, 3, "the body took too long"),
            Refusal::Closing => (StatusCode::SERVICE_UNAVAILABLE, 3, "the server is stopping"),
            Refusal::Denied(ref it) => (it.status, 4, it.message.as_str()),
        };
        let body = serde_json::json!({ "code": code, "message": message }).to_string();
        respond(status, "application/json", body.into())
    }
}

fn respond(status: StatusCode, kind: &'static str, body: Bytes) -> Answer {
    let mut answer = Response::new(Full::new(body));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn text(body: impl Into<Bytes>) -> Answer {
    respond(StatusCode::OK, "text/plain; charset=UTF-8", body.into())
}

/// The query of a request.
#[derive(Default)]
struct Query<'a> {
    version: Option<&'a str>,
    transport: Option<&'a str>,
    sid: Option<&'a str>,
}

impl<'a> Query<'a> {
    fn parse(query: &'a str) -> Query<'a> {
        let mut it = Query::default();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("EIO", value)) => it.version = Some(value),
                Some(("transport", value)) => it.transport = Some(value),
                Some(("sid", value)) => it.sid = Some(value),
                Some(_) | None => {}
            }
        }
        it
    }
}

impl Engine {
    async fn answer<B>(&self, request: Request<B>) -> Result<Answer, Refusal>
    where
        B: Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let (mut parts, body) = request.into_parts();
        let path = self.0.config.path.trim_end_matches('/');
        if parts.uri.path().trim_end_matches('/') != path {
            return Err(Refusal::NotFound);
        }
        let on_upgrade = parts.extensions.remove::<OnUpgrade>();
        let query = Query::parse(parts.uri.query().unwrap_or_default());
        if query.version != Some("4") {
            return Err(Refusal::UnsupportedVersion);
        }
        let transports = self.0.config.transports;
        match (query.transport, query.sid) {
            (Some("polling"), None) if transports.polling() => self.open_polling(&parts),
            (Some("polling"), Some(sid)) if transports.polling() => {
                let session = self.session(sid)?;
                match parts.method {
                    Method::GET => poll(session).await,
                    Method::POST => self.post(session, &parts, body).await,
                    _ => Err(Refusal::BadRequest("Bad request")),
                }
            }
            (Some("websocket"), None) if transports.websocket() => {
                self.open_websocket(&parts, on_upgrade)
            }
            (Some("websocket"), Some(sid)) if transports.websocket() => {
                let session = self.session(sid)?;
                self.upgrade(session, &parts, on_upgrade)
            }
            _ => Err(Refusal::UnknownTransport),
        }
    }

    fn session(&self, sid: &str) -> Result<Session, Refusal> {
        self.0.shelf.get(sid).ok_or(Refusal::UnknownSession)
    }

    /// Creates a session without its task, and the first packet for its client.
    fn open(
        &self,
        parts: &Parts,
        carrier: Carrier,
        upgrades: &[&str],
    ) -> Result<(Session, Arc<Handshake>, String), Refusal> {
        if parts.method != Method::GET {
            return Err(Refusal::BadMethod);
        }
        if self.is_closing() {
            return Err(Refusal::Closing);
        }
        let config = &self.0.config;
        let state = self.0.door.handshake(parts).map_err(Refusal::Denied)?;
        let handshake = Arc::new(Handshake::new(parts, config.keep_headers, state));
        let sid = random_id();
        let open = serde_json::json!({
            "sid": sid,
            "upgrades": upgrades,
            "pingInterval": config.ping_interval.as_millis(),
            "pingTimeout": config.ping_timeout.as_millis(),
            "maxPayload": config.max_payload,
        });
        let heartbeat = Heartbeat::PingAt(Instant::now() + config.ping_interval);
        let sid = sid.into_boxed_str();
        let session =
            Session::new(sid, carrier, heartbeat, config.outbox_bytes, self.0.shelf.clone());
        Ok((session, handshake, format!("0{open}")))
    }

    fn shelve(&self, session: &Session) {
        let shelf = &self.0.shelf;
        shelf.lock().insert(session.sid().into(), session.clone());
        if shelf.closing.load(Ordering::Relaxed) {
            session.close_because(CloseReason::Shutdown);
        }
    }

    fn open_polling(&self, parts: &Parts) -> Result<Answer, Refusal> {
        let upgrades: &[&str] =
            if self.0.config.transports.websocket() { &["websocket"] } else { &[] };
        let (session, handshake, open) =
            self.open(parts, Carrier::Polling(Box::default()), upgrades)?;
        self.shelve(&session);
        let handler = self.0.sessions.open(&session, handshake);
        tokio::spawn(Driver::new(session, handler, self.0.config.clone(), None).run());
        Ok(text(open))
    }

    fn open_websocket(
        &self,
        parts: &Parts,
        on_upgrade: Option<OnUpgrade>,
    ) -> Result<Answer, Refusal> {
        let (answer, on_upgrade) = switch_protocols(&parts.headers, on_upgrade)?;
        let (session, handshake, open) =
            self.open(parts, Carrier::WebSocket(Outbox::default()), &[])?;
        let permit = parts.extensions.get::<Permit>().cloned();
        let engine = self.clone();
        tokio::spawn(async move {
            let config = &engine.0.config;
            let upgraded = match timeout(config.upgrade_timeout, on_upgrade).await {
                Ok(Ok(upgraded)) => upgraded,
                // Nobody knows of this session yet.
                Ok(Err(_)) | Err(_) => return,
            };
            let (reader, writer, unread) = wire::split(upgraded);
            let socket = WebSocket::new(reader, unread, config.max_message, permit);
            if let Carrier::WebSocket(outbox) = &mut session.lock().carrier {
                outbox.writer = Some(writer);
            }
            engine.shelve(&session);
            let handler = engine.0.sessions.open(&session, handshake);
            // A client that has gone already is noticed by the session's task.
            let _ = session.send(&[open.as_bytes()], &[]);
            let driver = Driver::new(session, handler, config.clone(), Some(socket));
            drop((engine, open));
            driver.run().await;
        });
        Ok(answer)
    }

    /// A WebSocket wants to take a long-polling session over.
    fn upgrade(
        &self,
        session: Session,
        parts: &Parts,
        on_upgrade: Option<OnUpgrade>,
    ) -> Result<Answer, Refusal> {
        let (answer, on_upgrade) = switch_protocols(&parts.headers, on_upgrade)?;
        let free = match &mut session.lock().carrier {
            Carrier::Polling(polling) if matches!(polling.upgrade, Upgrade::None) => {
                polling.upgrade = Upgrade::Asked;
                true
            }
            Carrier::Polling(_) | Carrier::WebSocket(_) => false,
        };
        if !free {
            // One WebSocket per session: another one is upgraded and then closed.
            tokio::spawn(async move {
                if let Ok(upgraded) = on_upgrade.await {
                    wire::close(upgraded).await;
                }
            });
            return Ok(answer);
        }
        let permit = parts.extensions.get::<Permit>().cloned();
        let config = self.0.config.clone();
        tokio::spawn(async move {
            let upgraded = timeout(config.upgrade_timeout, on_upgrade).await;
            let mut shared = session.lock();
            let Carrier::Polling(polling) = &mut shared.carrier else { return };
            polling.upgrade = match upgraded {
                Ok(Ok(upgraded)) => {
                    let (reader, writer, unread) = wire::split(upgraded);
                    let socket = WebSocket::new(reader, unread, config.max_message, permit);
                    Upgrade::Offered(Box::new((socket, writer)))
                }
                Ok(Err(_)) | Err(_) => Upgrade::None,
            };
            shared.wake_driver();
        });
        Ok(answer)
    }

    /// A request that carries packets.
    async fn post<B>(&self, session: Session, parts: &Parts, body: B) -> Result<Answer, Refusal>
    where
        B: Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let config = &self.0.config;
        with_polling(&session, |polling| match polling.posting {
            true => Err(CloseReason::Violation),
            false => {
                polling.posting = true;
                Ok(())
            }
        })?;
        // Whatever goes wrong from here on, some packets may be lost: the session is closed.
        let mut posting = Posting { session: &session, reason: CloseReason::TransportError };
        if parts.headers.get(CONTENT_TYPE).is_some_and(|it| it == "application/octet-stream") {
            posting.reason = CloseReason::Violation;
            return Err(Refusal::BadRequest("binary is sent as base64"));
        }
        let limited = Limited::new(body, config.max_payload).collect();
        let body = match timeout(config.body_timeout, limited).await {
            Ok(Ok(body)) => body.aggregate(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(Refusal::TooLarge),
            Ok(Err(_)) => return Err(Refusal::BadRequest("the body is incomplete")),
            Err(_) => return Err(Refusal::BodyTimeout),
        };
        posting.reason = CloseReason::Violation;
        let mut body = body;
        let body = body.copy_to_bytes(body.remaining());
        let packets = payload::decode(&body, config.max_packets, config.max_message)
            .map_err(|_| Refusal::BadRequest("the body is not an Engine.IO payload"))?;
        posting.reason = CloseReason::TransportError;
        for packet in packets {
            let message = match packet {
                Packet::Message(message) => message,
                Packet::Pong => {
                    session.lock().pong(Instant::now() + config.ping_interval);
                    continue;
                }
                Packet::Noop => continue,
                Packet::Close => {
                    // What came before it is handled first.
                    taken(&session).await?;
                    posting.reason = CloseReason::ClientClosed;
                    return Ok(text("ok"));
                }
                Packet::Ping | Packet::Upgrade => {
                    posting.reason = CloseReason::Violation;
                    return Err(Refusal::BadRequest(
                        "a packet that clients can't send by long polling",
                    ));
                }
            };
            with_polling(&session, |polling| {
                polling.inbox.push_back(message);
                Ok(())
            })?;
        }
        taken(&session).await?;
        posting.done();
        Ok(text("ok"))
    }
}

/// Waits until the session's task has taken all messages, so that a client that sends faster than
/// it is served has to wait for its answer.
async fn taken(session: &Session) -> Result<(), Refusal> {
    session.wake();
    poll_fn(|cx| {
        let mut shared = session.lock();
        let closed = shared.closing.is_some();
        match &mut shared.carrier {
            Carrier::Polling(polling) if polling.inbox.is_empty() => Poll::Ready(Ok(())),
            Carrier::Polling(polling) if !closed => {
                polling.post_waker = Some(cx.waker().clone());
                Poll::Pending
            }
            Carrier::Polling(_) | Carrier::WebSocket(_) => {
                Poll::Ready(Err(Refusal::UnknownSession))
            }
        }
    })
    .await
}

/// Calls `then` with the long-polling side of an open session. A reason closes it.
fn with_polling(
    session: &Session,
    then: impl FnOnce(&mut Polling) -> Result<(), CloseReason>,
) -> Result<(), Refusal> {
    let mut shared = session.lock();
    if shared.closing.is_none() && shared.is_overdue(Instant::now()) {
        shared.close(CloseReason::PingTimeout);
    }
    if shared.closing.is_some() {
        return Err(Refusal::UnknownSession);
    }
    match &mut shared.carrier {
        Carrier::Polling(polling) => match then(polling) {
            Ok(()) => Ok(()),
            Err(reason) => {
                shared.close(reason);
                Err(Refusal::BadRequest("only one GET and one POST at a time"))
            }
        },
        Carrier::WebSocket(_) => Err(Refusal::BadRequest("this session has been upgraded")),
    }
}

/// Closes the session if a request does not complete.
struct Posting<'a> {
    session: &'a Session,
    reason: CloseReason,
}

impl Posting<'_> {
    fn done(self) {
        if let Carrier::Polling(polling) = &mut self.session.lock().carrier {
            polling.posting = false;
        }
        std::mem::forget(self);
    }
}

impl Drop for Posting<'_> {
    fn drop(&mut self) {
        self.session.close_because(self.reason);
    }
}

/// A request that waits for packets.
async fn poll(session: Session) -> Result<Answer, Refusal> {
    if let Some(last) = farewell(&session) {
        return Ok(text(last));
    }
    let mut probed = false;
    with_polling(&session, |polling| match polling.get {
        Some(_) => Err(CloseReason::Violation),
        None => {
            polling.get = Some(Get::default());
            probed = matches!(polling.upgrade, Upgrade::Probed);
            Ok(())
        }
    })?;
    let mut waiting = Waiting { session: Some(&session) };
    let packets = poll_fn(|cx| poll_packets(&session, cx));
    let packets = if probed {
        // The client should not poll now, but if it does before it knows, a noop packet ends its
        // request.
        timeout(PROBED_WAIT, packets).await.unwrap_or_else(|_| Ok(b"6".to_vec()))
    } else {
        packets.await
    };
    waiting.answered();
    packets.map(text)
}

fn poll_packets(session: &Session, cx: &mut Context<'_>) -> Poll<Result<Vec<u8>, Refusal>> {
    let mut shared = session.lock();
    let closed = shared.closing.is_some();
    let Carrier::Polling(polling) = &mut shared.carrier else {
        return Poll::Ready(Err(Refusal::BadRequest("this session has been upgraded")));
    };
    if let Some(last) = polling.farewell.take() {
        // What is waiting is still sent.
        let mut body = polling.take_payload().unwrap_or_default();
        if !body.is_empty() {
            body.push(0x1e);
        }
        body.push(last);
        return Poll::Ready(Ok(body));
    }
    if let Some(body) = polling.take_payload() {
        return Poll::Ready(Ok(body));
    }
    match &mut polling.get {
        Some(get) if get.hurry => Poll::Ready(Ok(b"6".to_vec())),
        Some(get) => {
            get.waker = Some(cx.waker().clone());
            Poll::Pending
        }
        None if closed => Poll::Ready(Err(Refusal::UnknownSession)),
        None => Poll::Ready(Err(Refusal::BadRequest("Bad request"))),
    }
}

/// The last packet for a client that polls a session that has just ended.
fn farewell(session: &Session) -> Option<Vec<u8>> {
    let mut shared = session.lock();
    shared.closing?;
    match &mut shared.carrier {
        // If a request is waiting already, that one is told.
        Carrier::Polling(polling) if polling.get.is_none() => {
            polling.farewell.take().map(|it| vec![it])
        }
        Carrier::Polling(_) | Carrier::WebSocket(_) => None,
    }
}

/// Closes the session if a request is given up while it waits.
struct Waiting<'a> {
    session: Option<&'a Session>,
}

impl Waiting<'_> {
    fn answered(&mut self) {
        if let Some(session) = self.session.take()
            && let Carrier::Polling(polling) = &mut session.lock().carrier
        {
            polling.get = None;
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let mut shared = session.lock();
            if let Carrier::Polling(polling) = &mut shared.carrier {
                polling.get = None;
            }
            shared.close(CloseReason::TransportError);
        }
    }
}

/// The answer to a WebSocket's handshake.
fn switch_protocols(
    headers: &HeaderMap,
    on_upgrade: Option<OnUpgrade>,
) -> Result<(Answer, OnUpgrade), Refusal> {
    let has = |name, token: &str| {
        let value = headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
        value.is_some_and(|it| it.split(',').any(|it| it.trim().eq_ignore_ascii_case(token)))
    };
    let key = headers.get(SEC_WEBSOCKET_KEY);
    let (Some(key), Some(on_upgrade)) = (key, on_upgrade) else {
        return Err(Refusal::BadRequest("Bad request"));
    };
    if !has(CONNECTION, "upgrade")
        || !has(UPGRADE, "websocket")
        || !has(SEC_WEBSOCKET_VERSION, "13")
    {
        return Err(Refusal::BadRequest("Bad request"));
    }
    let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
    let accept = HeaderValue::from_str(&accept).expect("base64 is a header value");
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    answer.headers_mut().insert(UPGRADE, HeaderValue::from_static("websocket"));
    answer.headers_mut().insert(SEC_WEBSOCKET_ACCEPT, accept);
    Ok((answer, on_upgrade))
}
