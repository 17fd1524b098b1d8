//! Where a request comes from, and how many may come from there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::RETRY_AFTER;
use http::{Extensions, HeaderMap};
use tokio::time::Instant;

use super::error::ApiError;
use crate::config::Proxies;
use crate::rate::Addresses;

/// The address that limits count a client by, as far as it can be known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// What [`find`] has found out. Requests that did not come by TCP share one address.
    pub(crate) fn of(extensions: &Extensions) -> IpAddr {
        extensions.get().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |&ClientAddress(it)| it)
    }
}

/// The address that limits count by: of IPv6 the first 64 bits, because one customer usually has
/// the whole block.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(it) => IpAddr::V4(it),
        IpAddr::V6(it) => IpAddr::V6(Ipv6Addr::from_bits(it.to_bits() & !u128::from(u64::MAX))),
    }
}

/// Finds out where a request comes from: from the connection, or from what our own proxies say.
pub(super) async fn find(
    State(proxies): State<Arc<Proxies>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get().map(|ConnectInfo(it): &ConnectInfo<SocketAddr>| it.ip());
    if let Some(peer) = peer {
        let client = client(peer, request.headers(), &proxies);
        request.extensions_mut().insert(ClientAddress(counted(client)));
    }
    next.run(request).await
}

/// Each proxy appends the address a request came from, so the header is read from its end for as
/// long as the writer of an entry is one of ours. Everything before that is the client's own claim.
fn client(peer: IpAddr, headers: &HeaderMap, proxies: &Proxies) -> IpAddr {
    let mut address = peer;
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let mut entries = lines.flat_map(|it| it.to_str().unwrap_or_default().rsplit(','));
    while proxies.contain(address) {
        match entries.next().and_then(entry) {
            Some(earlier) => address = earlier,
            None => break,
        }
    }
    address
}

/// An address; some proxies append the port.
fn entry(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    text.parse().ok().or_else(with_port).or_else(bracketed)
}

pub(super) fn too_much() -> Response {
    ([(RETRY_AFTER, "1")], ApiError::rate_limited()).into_response()
}

/// Answers 429 to an address over its rate limit.
pub(super) async fn limit(
    State(addresses): State<Arc<Addresses>>,
    request: Request,
    next: Next,
) -> Response {
    let address = ClientAddress::of(request.extensions());
    if addresses.spend(address, Instant::now()) { next.run(request).await } else { too_much() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, lines: &[&'static str], expected: &str) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", http::HeaderValue::from_static(line));
        }
        let trusted = ["10.0.0.0/8".to_owned(), "2001:db8:1::/48".to_owned()];
        let proxies = Proxies::parse(&trusted).unwrap();
        let found = client(peer.parse().unwrap(), &headers, &proxies);
        assert_eq!(found.to_string(), expected, "{peer} {lines:?}");
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        check("10.0.0.1", &["1.2.3.4"], "1.2.3.4");
        check("9.9.9.9", &["1.2.3.4"], "9.9.9.9");
        check("::ffff:10.0.0.1", &["1.2.3.4"], "1.2.3.4");
        check("2001:db8:1::9", &["2001:db8:2::1"], "2001:db8:2::1");
    }

    #[test]
    fn only_what_our_own_proxies_wrote_is_believed() {
        check("10.0.0.1", &["9.9.9.9, 1.2.3.4"], "1.2.3.4");
        check("10.0.0.1", &["9.9.9.9", "1.2.3.4"], "1.2.3.4");
        check("10.0.0.1", &["9.9.9.9, 1.2.3.4, 10.0.0.2"], "1.2.3.4");
        check("10.0.0.1", &["9.9.9.9, 1.2.3.4", "10.0.0.3,10.0.0.2"], "1.2.3.4");
        check("10.0.0.1", &["1.2.3.4:5678"], "1.2.3.4");
        check("10.0.0.1", &["[2001:db8:2::1]:5678"], "2001:db8:2::1");
        check("10.0.0.1", &["[2001:db8:2::1]"], "2001:db8:2::1");
        check("10.0.0.1", &["1.2.3.4, rubbish"], "10.0.0.1");
        check("10.0.0.1", &["rubbish, 1.2.3.4"], "1.2.3.4");
        check("10.0.0.1", &["1.2.3.4, rubbish, 10.0.0.2"], "10.0.0.2");
        check("10.0.0.1", &[""], "10.0.0.1");
        check("10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn an_ipv6_address_counts_for_its_whole_network() {
        let count = |it: &str| counted(it.parse().unwrap()).to_string();
        assert_eq!(count("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(count("2001:db8:1:2::"), "2001:db8:1:2::");
        assert_ne!(count("2001:db8:1:3::1"), count("2001:db8:1:2::1"));
        assert_eq!(count("::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(count("1.2.3.4"), "1.2.3.4");
    }
}
