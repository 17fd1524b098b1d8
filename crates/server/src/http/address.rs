//! Where a request comes from, and how many may come from there.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::RETRY_AFTER;
use http::{Extensions, HeaderMap};
use tokio::time::Instant;

use super::error::ApiError;
use crate::rate::Addresses;

/// The address of the client, as far as it can be known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// What [`find`] has found out. Requests that did not come by TCP share one address.
    pub(crate) fn of(extensions: &Extensions) -> IpAddr {
        extensions.get().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |&ClientAddress(it)| it)
    }
}

/// Finds out where a request comes from: from our own proxy's word, or from the connection.
pub(super) async fn find(forwarded: bool, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get().map(|ConnectInfo(it): &ConnectInfo<SocketAddr>| it.ip());
    let told = forwarded.then(|| last_forwarded(request.headers())).flatten();
    if let Some(address) = told.or(peer) {
        request.extensions_mut().insert(ClientAddress(address.to_canonical()));
    }
    next.run(request).await
}

/// The last entry is the one our proxy wrote; those before it are the client's own claims.
fn last_forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Answers 429 to an address that asks too much.
pub(super) async fn limit(
    State(addresses): State<Arc<Addresses>>,
    request: Request,
    next: Next,
) -> Response {
    let address = ClientAddress::of(request.extensions());
    if addresses.spend(address, Instant::now()) {
        next.run(request).await
    } else {
        ([(RETRY_AFTER, "1")], ApiError::rate_limited()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&'static str], expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", http::HeaderValue::from_static(line));
        }
        let expected = expected.map(|it| it.parse().unwrap());
        assert_eq!(last_forwarded(&headers), expected, "{lines:?}");
    }

    #[test]
    fn only_the_proxys_own_entry_is_believed() {
        check(&["1.2.3.4"], Some("1.2.3.4"));
        check(&["9.9.9.9, 1.2.3.4"], Some("1.2.3.4"));
        check(&["9.9.9.9", "1.2.3.4"], Some("1.2.3.4"));
        check(&["2001:db8::1"], Some("2001:db8::1"));
        check(&["rubbish"], None);
        check(&[], None);
    }
}
