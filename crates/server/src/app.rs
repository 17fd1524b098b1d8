//! Wiring: store, rooms, socket, HTTP; and how all of it stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fourfall_match::{Overrides, Timestamp};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinError;
use tokio::time::timeout;

use crate::bots::Bots;
use crate::config::{Config, Seconds, StoreLocation, Times};
use crate::connections::{self, Acceptor};
use crate::http;
use crate::identity::{KEY_NAME, Tokens, fresh_key};
use crate::limits::SHUTDOWN_TIMEOUT;
use crate::lobby::{Lobby, Surroundings};
use crate::socket::Sockets;
use crate::store::writer::Writer;
use crate::store::{self, StoreError};
use crate::telemetry::Metrics;

/// Why the server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The store could not be used.
    #[error("could not open the store in {place}")]
    Store {
        /// Where.
        place: String,
        /// Why.
        source: StoreError,
    },
    /// The matches could not be read.
    #[error("could not restore the matches that were running")]
    Restore(#[source] StoreError),
    /// The address is taken or not ours.
    #[error("could not listen on {address}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// A bug in accepting connections.
    #[error("could not go on serving")]
    Serve(#[source] JoinError),
}

/// Ends when the process is asked to stop, by SIGTERM or by Ctrl-C.
///
/// # Errors
///
/// If the signals can't be listened for.
pub fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Serves until `shutdown` ends, then finishes what is in hand and returns.
///
/// # Errors
///
/// If it can't start, or can't go on.
pub async fn run(
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    connections::raise_open_files(&config.limits);
    let store = store::open(&config.store).await.map_err(|source| at(&config.store, source))?;
    let key = store.secret(KEY_NAME, &fresh_key()).await;
    let tokens = Tokens::new(&key.map_err(|source| at(&config.store, source))?);
    let metrics = Arc::new(Metrics::new());
    let (writer, writing) = Writer::start(store.clone(), metrics.clone());
    let lobby = Lobby::new(Surroundings {
        store: store.clone(),
        writer,
        metrics,
        bots: Bots::new(&config.seed),
        clock: Arc::new(now),
        tokens,
        player_ids: config.player_ids,
        limits: config.limits.clone(),
        house: overrides(config.times),
    });
    let restored = lobby.restore().await.map_err(ServerError::Restore)?;

    let (layer, sockets) = Sockets::layer(&lobby);
    let router = http::surrounded(&config, http::router(&config, lobby.clone()).layer(layer));
    let listen = |source| ServerError::Listen { address: config.listen, source };
    let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    tracing::info!(restored, "serving on http://{address}");

    let acceptor = Acceptor::new(&config, lobby.metrics().clone());
    let mut serving = tokio::spawn(acceptor.serve(listener, router, lobby.stopping()));
    let ended = tokio::select! {
        ended = &mut serving => ended,
        () = async { tokio::select! { () = shutdown => {}, () = store.lost() => {} } } => {
            tracing::info!("stopping");
            let closing = async {
                // No new connections; rooms finish the command they have in hand.
                lobby.stop().await;
                sockets.close().await;
                (&mut serving).await
            };
            timeout(SHUTDOWN_TIMEOUT, closing).await.unwrap_or(Ok(()))
        }
    };
    serving.abort();
    // Every append has been answered, so there is nothing left to write.
    writing.abort();
    let closed = timeout(SHUTDOWN_TIMEOUT, store.close()).await;
    if closed.is_err() {
        tracing::warn!("the store did not close in time; everything in it is durable");
    }
    tracing::info!("stopped");
    ended.map_err(ServerError::Serve)
}

fn at(location: &StoreLocation, source: StoreError) -> ServerError {
    let place = match location {
        StoreLocation::Folder(folder) => folder.display().to_string(),
        // The address may carry a password.
        StoreLocation::Postgres(_) => "PostgreSQL".to_owned(),
    };
    ServerError::Store { place, source }
}

fn overrides(times: Times) -> Overrides {
    let span = |it: Seconds| Duration::from_secs(it.get().into());
    Overrides {
        turn: times.turn.map(span),
        reconnect: times.reconnect.map(span),
        idle_timeout: times.idle.map(span),
        idle_warning: times.idle_warning.map(span),
    }
}

/// The time of day. A clock before 1970 is taken for 1970.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_ms(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
