//! Connections: accepted one by one, a bounded number of them, each with a limit on how long a
//! request's head may take, how large it may be, and how long its peer may be silent.
//!
//! `axum::serve` has no such limits, and would keep a client that sends one byte per minute for
//! ever.

pub(crate) mod places;

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::ConnectInfo;
use fourfall_socketio::Permit;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use self::places::{Place, Places};
use crate::config::{Config, Proxies};
use crate::http::address::counted;
use crate::limits::{
    ACCEPT_AGAIN, HEAD_BYTES_MAX, HEAD_TIMEOUT, HEADERS_MAX, KEEPALIVE_AFTER, KEEPALIVE_EVERY,
    Limits, OTHER_FILES, SILENCE_MAX,
};
use crate::telemetry::Metrics;

/// Sent to a client for which there is no place, before its connection is closed.
const NO_PLACE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\
    retry-after: 5\r\ncontent-type: text/plain\r\ncontent-length: 21\r\n\r\ntoo many connections\n";

/// What accepting needs to know.
pub(crate) struct Acceptor {
    places: Arc<Places>,
    proxies: Proxies,
    metrics: Arc<Metrics>,
}

/// How many connections there may be in all and per address: besides the sockets there may be, some
/// are just coming or going, and browsers load pages.
pub(crate) fn connections_max(limits: &Limits) -> (usize, usize) {
    let twice_and_some = |it: usize| it.saturating_mul(2).saturating_add(100);
    (twice_and_some(limits.connections), twice_and_some(limits.connections_per_address))
}

impl Acceptor {
    pub(crate) fn new(config: &Config, metrics: Arc<Metrics>) -> Acceptor {
        let (total, per_address) = connections_max(&config.limits);
        let places = Places::new(total, per_address);
        Acceptor { places, proxies: config.proxies.clone(), metrics }
    }

    /// Serves until the server stops; then takes no more connections, and returns when those there
    /// are have finished what they have in hand.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        router: Router,
        stop: CancellationToken,
    ) {
        let mut connections = JoinSet::new();
        loop {
            let stopping = stop.clone();
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, address)) => {
                        if let Some(place) = self.admit(&stream, address) {
                            let router = router.clone();
                            connections.spawn(connection(stream, address, place, router, stopping));
                        }
                    }
                    Err(err) => self.failed(&err).await,
                },
                Some(_) = connections.join_next() => {}
                () = stop.cancelled() => break,
            }
        }
        drop(listener);
        while connections.join_next().await.is_some() {}
    }

    /// Finds a place for a connection, and tells the client if there is none.
    fn admit(&self, stream: &TcpStream, address: SocketAddr) -> Option<Place> {
        // Behind one proxy are many clients: they are told apart when their requests are read.
        let own = (!self.proxies.contain(address.ip())).then(|| counted(address.ip()));
        let place = self.places.take(own);
        if place.is_none() {
            self.metrics.connections_refused.inc();
            tracing::debug!(%address, "too many connections: one was refused");
            // If it can't be sent at once, it is not worth waiting for.
            let _ = stream.try_write(NO_PLACE);
        }
        place
    }

    async fn failed(&self, err: &Error) {
        self.metrics.accept_errors.inc();
        // The connection was gone before it was accepted: nobody's fault.
        let gone = [
            ErrorKind::ConnectionAborted,
            ErrorKind::ConnectionReset,
            ErrorKind::ConnectionRefused,
            ErrorKind::Interrupted,
        ];
        if gone.contains(&err.kind()) {
            tracing::debug!(%err, "a connection was gone before it was accepted");
        } else {
            tracing::error!(error = err as &dyn std::error::Error, "could not accept a connection");
            sleep(ACCEPT_AGAIN).await;
        }
    }
}

async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    place: Place,
    router: Router,
    stop: CancellationToken,
) {
    if let Err(err) = tune(&stream) {
        tracing::debug!(%address, error = &err as &dyn std::error::Error, "could not set options");
    }
    // Goes with every request: one that becomes a WebSocket outlives this function.
    let permit = Permit(Arc::new(place));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(permit.clone());
        router.clone().call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES_MAX)
        .max_headers(HEADERS_MAX);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(err) = ended {
        let error = &err as &dyn std::error::Error;
        tracing::debug!(%address, error, "a connection ended early");
    }
}

/// Sends at once, and notices when nobody is at the other end any more.
fn tune(stream: &TcpStream) -> Result<(), Error> {
    // Without this a move waits for the acknowledgement of the packet before it.
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_AFTER).with_interval(KEEPALIVE_EVERY);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE_MAX))?;
    Ok(())
}

/// Raises the limit on open files as far as this process may, and says if it is too low for as many
/// connections as the operator allows.
pub(crate) fn raise_open_files(limits: &Limits) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    // No number means no limit.
    let files = if raised.is_ok() { maximum } else { current }.unwrap_or(u64::MAX);
    let needed = (limits.connections as u64).saturating_add(OTHER_FILES);
    if files < needed {
        tracing::warn!(
            files,
            needed,
            "the limit on open files (ulimit -n) is too low for --max-connections"
        );
    } else {
        tracing::info!(files, "open files allowed");
    }
}
