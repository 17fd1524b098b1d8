//! Wiring: store, rooms, socket, HTTP; and how all of it stops.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use fourfall_match::Overrides;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::task::JoinError;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bots::Bots;
use crate::bus::{Alone, Nats, News};
use crate::config::{Config, Seconds, StoreLocation, Times};
use crate::connections::{self, Acceptor};
use crate::http;
use crate::identity::{KEY_NAME, Tokens, fresh_key, random};
use crate::limits::SHUTDOWN_TIMEOUT;
use crate::lobby::Lobby;
use crate::node::Node;
use crate::orders::{self, Orders};
use crate::rater::Rater;
use crate::retention;
use crate::services::{Clock, Services};
use crate::socket;
use crate::store::people::People;
use crate::store::writer::Writer;
use crate::store::{self, Store, StoreError};
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
    /// The address of the bus is not valid.
    #[error("--nats-url must be nats://host:port, several of them with commas between")]
    Bus(#[source] std::io::Error),
    /// The address is in use, or not one of this machine.
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
    /// Another server has taken the store over.
    #[error("stopped, because the store is in use by another server now")]
    LostStore,
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
    Server::bind(config).await?.serve(shutdown).await
}

/// A server that has its address and its matches, and serves nobody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    acceptor: Acceptor,
    /// Where operators ask, if there is such an address.
    desk: Option<(TcpListener, Router, Acceptor)>,
    lobby: Lobby,
    sockets: fourfall_socketio::Server,
    news: mpsc::Receiver<News>,
}

impl Server {
    /// Opens the store, restores the matches that were running, and binds the address.
    ///
    /// # Errors
    ///
    /// If one of these fails.
    pub async fn bind(config: Config) -> Result<Server, ServerError> {
        connections::raise_open_files(&config.limits);
        let store = store::open(&config.store).await.map_err(|source| at(&config.store, source))?;
        let key = store.secret(KEY_NAME, &fresh_key()).await;
        let tokens = Tokens::new(&key.map_err(|source| at(&config.store, source))?);
        let people =
            People::open(&config.store).await.map_err(|source| at(&config.store, source))?;
        let (rater, finished) = Rater::new();
        let metrics = Arc::new(Metrics::new());
        let (node, news) = join(&config, &store).await?;
        let lobby = Lobby::new(Services {
            writer: Writer::start(store.clone(), metrics.clone()),
            store,
            people,
            rater,
            metrics,
            bots: Bots::new(&config.seed),
            seed: config.seed.clone(),
            node,
            clock: Clock::start(),
            tokens,
            orders: Orders::default(),
            player_ids: config.player_ids,
            limits: config.limits.clone(),
            house: overrides(config.times),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        let listen = |source| ServerError::Listen { address: config.listen, source };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // Who else is there, and what time it is.
        if let Some(beaten) = lobby.beat(None).await.map_err(ServerError::Restore)? {
            lobby.beaten(&beaten);
        }
        let last_order =
            orders::read(lobby.services()).await.map_err(|source| at(&config.store, source))?;
        let restored = lobby.restore().await.map_err(ServerError::Restore)?;
        let services = lobby.services().clone();
        let rating = services.clone();
        services.spawn(async move {
            finished.rate(rating.people.clone(), &*rating.store).await;
        });
        let sockets = socket::server(&lobby);
        services.spawn(orders::follow(lobby.clone(), sockets.clone(), last_order));
        let router = http::router(&config, lobby.clone())
            .route_service("/socket.io/", sockets.clone())
            .route_service("/socket.io", sockets.clone());
        let router = http::surrounded(&config, router);
        services.spawn(retention::keep(lobby.clone(), config.retention));
        let acceptor = Acceptor::new(&config, lobby.services().metrics.clone());
        let desk = listen_for_operators(&config, address).await?;
        let desk = desk.map(|listener| {
            let acceptor = Acceptor::new(&config, lobby.services().metrics.clone());
            (listener, http::admin_router(&config, lobby.clone()), acceptor)
        });
        tracing::info!(restored, "serving on http://{address}");
        Ok(Server { listener, address, router, acceptor, desk, lobby, sockets, news })
    }

    /// Where operators ask.
    pub fn admin_addr(&self) -> Option<SocketAddr> {
        self.desk.as_ref().and_then(|(listener, ..)| listener.local_addr().ok())
    }

    /// Where it listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` ends, then finishes what is in hand and returns.
    ///
    /// # Errors
    ///
    /// If it can't go on.
    pub async fn serve(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let Server { listener, router, acceptor, desk, lobby, sockets, news, .. } = self;
        let services = lobby.services().clone();
        let watching = lobby.clone();
        services.spawn(async move { watching.watch_clock().await });
        lobby.live_among_others(news);
        let serve = acceptor.serve(listener, router, services.stopping.clone());
        let mut serving = tokio::spawn(serve);
        if let Some((listener, router, acceptor)) = desk {
            tokio::spawn(acceptor.serve(listener, router, services.stopping.clone()));
        }
        let ended = tokio::select! {
            ended = &mut serving => ended.map_err(ServerError::Serve),
            () = shutdown => Ok(()),
            () = services.store.lost() => Err(ServerError::LostStore),
        };
        tracing::info!("stopping");
        if ended.is_ok() {
            lobby.drain().await;
        }
        let closing = async {
            // No new connections; rooms finish what they have in hand.
            lobby.stop().await;
            sockets.close().await;
            if !serving.is_finished() {
                let _ = (&mut serving).await;
            }
        };
        let _ = timeout(SHUTDOWN_TIMEOUT, closing).await;
        serving.abort();
        // If this fails, the others notice by the missing heartbeat.
        let _ = timeout(SHUTDOWN_TIMEOUT, services.store.leave()).await;
        let closed = timeout(SHUTDOWN_TIMEOUT, services.store.close()).await;
        if closed.is_err() {
            tracing::warn!("the store did not close in time; everything in it is durable");
        }
        tracing::info!("stopped");
        ended
    }
}

/// The secret that tells the servers of one store from those of another on the same bus.
const BUS_NAME: &str = "bus";

/// Gets this server its number among those of the store, and subscribes to what they publish.
async fn join(
    config: &Config,
    store: &Arc<dyn Store>,
) -> Result<(Node, mpsc::Receiver<News>), ServerError> {
    let id = store.join(&config.seed).await.map_err(|source| at(&config.store, source))?;
    if !store.is_shared() {
        return Ok((Node::alone(), mpsc::channel(1).1));
    }
    match &config.bus {
        Some(urls) => {
            let name = store.secret(BUS_NAME, &random::<8>()).await;
            let name = name.map_err(|source| at(&config.store, source))?;
            let name: String = name.iter().map(|it| format!("{it:02x}")).collect();
            let (nats, news) = Nats::start(urls, &name).map_err(ServerError::Bus)?;
            Ok((Node::among(id, Arc::new(nats)), news))
        }
        None => Ok((Node::among(id, Arc::new(Alone)), mpsc::channel(1).1)),
    }
}

/// Takes the address for operators: the given one, or that beside the public one on this machine, which
/// is no reason not to start if it is taken.
async fn listen_for_operators(
    config: &Config,
    public: SocketAddr,
) -> Result<Option<TcpListener>, ServerError> {
    let port = if config.listen.port() == 0 { 0 } else { public.port().wrapping_add(1) };
    let beside = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let address = config.admin_listen.unwrap_or(beside);
    match TcpListener::bind(address).await {
        Ok(listener) => {
            if let Ok(address) = listener.local_addr() {
                tracing::info!("for operators on http://{address}");
            }
            Ok(Some(listener))
        }
        Err(source) if config.admin_listen.is_some() => {
            Err(ServerError::Listen { address, source })
        }
        Err(err) => {
            let error = &err as &dyn std::error::Error;
            tracing::warn!(error, "nothing for operators: {address} is taken, see --admin-listen");
            Ok(None)
        }
    }
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
