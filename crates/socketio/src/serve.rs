//! Accepting connections: counted, bounded, with deadlines.
//!
//! `axum::serve` is fine for trying things out. It neither counts connections nor limits how long a
//! request's head may take, leaves small packets waiting (no `TCP_NODELAY`), and never closes a
//! client that does not read.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tower_service::Service;

use crate::{Permit, RemoteAddress};

/// How long to wait after an error that hits every accept (no free file descriptor, for instance).
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Limits on connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Simultaneous connections. More are closed immediately.
    pub connections: usize,
    /// Simultaneous connections from one address. More are closed immediately. Behind a proxy all
    /// connections have the proxy's address.
    pub connections_per_address: usize,
    /// Time for the head of a request, waiting for it included. Then the connection is closed.
    pub head_timeout: Duration,
    /// Bytes of the head of a request, at least 8192. A larger one is answered 431.
    pub head_bytes: usize,
    /// Time for what was sent to be acknowledged by the other side's system, or for a client that
    /// does not read to begin again. Then the connection is closed.
    pub unread_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 500,
            head_timeout: Duration::from_secs(10),
            head_bytes: 16 * 1024,
            unread_timeout: Duration::from_secs(20),
        }
    }
}

/// Counts connections. They count until they are closed, as WebSockets too.
#[derive(Clone, Debug, Default)]
pub struct Connections(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    open: Mutex<Open>,
    accepted: AtomicU64,
    turned_away: AtomicU64,
    accept_errors: AtomicU64,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Connections {
    /// Open now.
    pub fn open(&self) -> usize {
        self.lock().total
    }

    /// Accepted since the start.
    pub fn accepted(&self) -> u64 {
        self.0.accepted.load(Ordering::Relaxed)
    }

    /// Closed immediately since the start, because there were too many.
    pub fn turned_away(&self) -> u64 {
        self.0.turned_away.load(Ordering::Relaxed)
    }

    /// Errors of accepting since the start.
    pub fn accept_errors(&self) -> u64 {
        self.0.accept_errors.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().expect("no holder of this lock can panic")
    }

    /// Counts a connection, unless there are too many. It counts until the permit is dropped.
    fn enter(&self, address: IpAddr, limits: &Limits) -> Option<Permit> {
        let mut open = self.lock();
        let here = open.by_address.get(&address).copied().unwrap_or(0);
        if open.total >= limits.connections || here >= limits.connections_per_address {
            drop(open);
            self.0.turned_away.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        open.total += 1;
        open.by_address.insert(address, here + 1);
        drop(open);
        self.0.accepted.fetch_add(1, Ordering::Relaxed);
        Some(Permit(Arc::new(Counted { connections: self.clone(), address })))
    }
}

struct Counted {
    connections: Connections,
    address: IpAddr,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.total -= 1;
        if let Some(here) = open.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

/// Serves until `stop` becomes true (or its sender is dropped); then accepts no more connections,
/// and returns when the open ones have answered their requests. WebSockets are not waited for:
/// [`Server::close`](crate::Server::close) closes them.
///
/// Each request carries the [`RemoteAddress`], the peer's [`SocketAddr`] and the [`Permit`] of its
/// connection as extensions.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: Limits,
    connections: Connections,
    stop: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + 'static,
    S::Future: Send,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut tasks = JoinSet::new();
    let mut stopped = pin!(wait_for_stop(stop.clone()));
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    let ip = address.ip().to_canonical();
                    let Some(permit) = connections.enter(ip, &limits) else { continue };
                    if let Err(error) = prepare(&stream, &limits) {
                        tracing::debug!(%address, %error, "a connection ended early");
                        continue;
                    }
                    let service = service.clone();
                    tasks.spawn(connection(
                        stream, address, permit, service, limits.clone(), stop.clone(),
                    ));
                }
                Err(error) => {
                    connections.0.accept_errors.fetch_add(1, Ordering::Relaxed);
                    tracing::warn!(%error, "could not accept a connection");
                    if !is_of_one_connection(&error) {
                        sleep(ACCEPT_RETRY).await;
                    }
                }
            },
            Some(_) = tasks.join_next() => {}
            () = &mut stopped => break,
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

async fn wait_for_stop(mut stop: watch::Receiver<bool>) {
    // A dropped sender means the same as `true`.
    let _ = stop.wait_for(|it| *it).await;
}

/// Errors that concern one connection only.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

fn prepare(stream: &TcpStream, limits: &Limits) -> io::Result<()> {
    // Small messages leave at once.
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(stream).set_tcp_user_timeout(Some(limits.unread_timeout))?;
    Ok(())
}

async fn connection<S, B>(
    stream: TcpStream,
    address: SocketAddr,
    permit: Permit,
    service: S,
    limits: Limits,
    stop: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone,
    B: Body + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        let extensions = request.extensions_mut();
        extensions.insert(RemoteAddress(address.ip().to_canonical()));
        extensions.insert(address);
        extensions.insert(permit.clone());
        service.clone().call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(limits.head_bytes.max(8192));
    let mut served = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = &mut served => ended,
        () = wait_for_stop(stop) => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        let error = &error as &dyn std::error::Error;
        tracing::debug!(%address, error, "a connection ended early");
    }
}

/// Raises the number of files this process may have open to what it is allowed, and returns it. Each
/// connection is one; the usual 1,024 are soon used up.
pub fn raise_open_files() -> io::Result<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })?;
    Ok(limit.maximum.unwrap_or(u64::MAX))
}
