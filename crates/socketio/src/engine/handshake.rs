//! The first request of a session, and who decides whether it is accepted.

use std::any::Any;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use http::StatusCode;
use http::request::Parts;

/// The address of a client, put into a request's extensions by whoever accepted the connection, or by
/// a layer that knows the proxies in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteAddress(pub IpAddr);

/// Something that lives as long as a connection, put into a request's extensions by whoever accepted
/// it. A connection outlives its requests when it becomes a WebSocket; its permit goes with it.
#[derive(Clone)]
pub struct Permit(pub Arc<dyn Any + Send + Sync>);

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// Decides which sessions are accepted, and attaches a state to each transport.
pub trait Door: Send + Sync + 'static {
    /// A new session is asked for. What is returned is kept until the session has ended, for
    /// [`Handshake::state`]: credits, for instance, that leaving and rejoining a namespace must not
    /// refill.
    fn handshake(&self, request: &Parts) -> Result<Box<dyn Any + Send + Sync>, Denied>;

    /// A join was refused, by its handler or because there is no such namespace. `false` closes the
    /// session.
    fn refused(&self, handshake: &Handshake, namespace: &str) -> bool {
        let _ = (handshake, namespace);
        true
    }
}

/// Accepts every session.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenDoor;

impl Door for OpenDoor {
    fn handshake(&self, _: &Parts) -> Result<Box<dyn Any + Send + Sync>, Denied> {
        Ok(Box::new(()))
    }
}

/// Why a session was not opened.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{status}: {message}")]
pub struct Denied {
    /// The status of the answer.
    pub status: StatusCode,
    /// A sentence for people.
    pub message: String,
}

/// What is known of a transport from its first request.
pub struct Handshake {
    remote: Option<IpAddr>,
    query: Box<str>,
    /// A line for each header, if they are kept. The request's own map would hold on to the buffer
    /// it was read into.
    headers: Box<[u8]>,
    state: Box<dyn Any + Send + Sync>,
}

impl fmt::Debug for Handshake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers and query may hold secrets.
        f.debug_struct("Handshake").field("remote", &self.remote).finish_non_exhaustive()
    }
}

impl Handshake {
    pub(super) fn new(
        request: &Parts,
        keep_headers: bool,
        state: Box<dyn Any + Send + Sync>,
    ) -> Handshake {
        let mut headers = Vec::new();
        if keep_headers {
            for (name, value) in &request.headers {
                headers.extend_from_slice(name.as_str().as_bytes());
                headers.push(b':');
                headers.extend_from_slice(value.as_bytes());
                headers.push(b'\n');
            }
        }
        Handshake {
            remote: request.extensions.get::<RemoteAddress>().map(|it| it.0),
            query: request.uri.query().unwrap_or_default().into(),
            headers: headers.into(),
            state,
        }
    }

    /// The same without what the [`Door`] keeps.
    pub(crate) fn without_state(&self) -> Handshake {
        let Handshake { remote, query, headers, .. } = self;
        let (query, headers) = (query.clone(), headers.clone());
        Handshake { remote: *remote, query, headers, state: Box::new(()) }
    }

    /// The address of the client, if a [`RemoteAddress`] came with the request.
    pub fn remote(&self) -> Option<IpAddr> {
        self.remote
    }

    /// The query of the first request, as it was written.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// A header of the first request, by its name in lower case, if headers are kept.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.split(|it| *it == b'\n').find_map(|line| {
            line.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b":"))
        })
    }

    /// What the [`Door`] keeps of this transport. Gone with the transport: a lost socket has none.
    pub fn state<T: 'static>(&self) -> Option<&T> {
        self.state.downcast_ref()
    }
}
