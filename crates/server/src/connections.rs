//! Connections: accepted one by one, each with a limit on how long a request's head may take.
//!
//! `axum::serve` has no such limit, and would keep a client that sends one byte a minute for ever.

use std::net::SocketAddr;
use std::pin::pin;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use crate::limits::HEAD_TIMEOUT;

/// Serves until the server stops; then takes no more connections, and returns when those there are
/// have finished what they have in hand.
pub(crate) async fn serve(
    mut listener: impl Listener<Addr = SocketAddr>,
    router: Router,
    stop: CancellationToken,
) {
    let mut connections = JoinSet::new();
    loop {
        let stopping = stop.clone();
        tokio::select! {
            (stream, address) = listener.accept() => {
                connections.spawn(connection(stream, address, router.clone(), stopping));
            }
            Some(_) = connections.join_next() => {}
            () = stop.cancelled() => break,
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    address: SocketAddr,
    router: Router,
    stop: CancellationToken,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
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
