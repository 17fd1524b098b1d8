//! Addresses of servers and of their pages.

use std::fmt;
use std::str::FromStr;

use http::Uri;

/// A server, as people write its address: `https://play.example`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Server {
    pub(crate) scheme: Scheme,
    pub(crate) host: String,
    pub(crate) port: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl Scheme {
    const fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }
}

/// Not the address of a server.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not an address such as https://play.example or http://127.0.0.1:4444")]
pub struct BadAddress(String);

impl Server {
    /// Host and port as the header `Host` has them.
    pub(crate) fn authority(&self) -> String {
        if self.port == self.scheme.default_port() {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// The host without the brackets that an IPv6 address has in an address.
    pub(crate) fn bare_host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }
}

/// Writes the origin, which is also the key identities are kept by.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.authority())
    }
}

/// Reads the address; whatever path stands behind it is ignored.
impl FromStr for Server {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Server, BadAddress> {
        text.parse().map(|it: Place| it.server)
    }
}

/// An address of a server's page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Whose page.
    pub server: Server,
    /// Which one.
    pub page: Page,
}

/// The pages an address can mean to the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// A game: `/game/ID` or `/watch/ID`.
    Game(String),
    /// An invitation: `/play/CODE`.
    Invitation(String),
    /// A position: `/analysis/4435`.
    Moves(String),
    /// Any other.
    Other,
}

impl FromStr for Place {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Place, BadAddress> {
        let bad = || BadAddress(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| bad())?;
        let scheme = match uri.scheme_str() {
            Some("http" | "ws") => Scheme::Http,
            Some("https" | "wss") => Scheme::Https,
            _ => return Err(bad()),
        };
        let authority = uri.authority().ok_or_else(bad)?;
        // A name and a password in an address have no meaning here, and would end up in messages.
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(bad());
        }
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") => scheme.default_port(),
            _ => authority.port_u16().ok_or_else(bad)?,
        };
        let server = Server { scheme, host: authority.host().to_ascii_lowercase(), port };
        Ok(Place { server, page: page(uri.path()) })
    }
}

fn page(path: &str) -> Page {
    let mut parts = path.split('/').filter(|it| !it.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        (Some("game" | "watch"), Some(id), None) => Page::Game(id.to_owned()),
        (Some("play"), Some(code), None) => Page::Invitation(code.to_owned()),
        (Some("analysis"), moves, None) => Page::Moves(moves.unwrap_or_default().to_owned()),
        _ => Page::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, Page)>) {
        let place: Option<Place> = text.parse().ok();
        let found = place.map(|it| (it.server.to_string(), it.page));
        assert_eq!(found, expected.map(|(server, page)| (server.to_owned(), page)), "{text}");
    }

    #[test]
    fn addresses_are_read() {
        check("http://127.0.0.1:4444", Some(("http://127.0.0.1:4444", Page::Other)));
        check("https://Play.Example/", Some(("https://play.example", Page::Other)));
        check("https://play.example:443", Some(("https://play.example", Page::Other)));
        check("ws://[::1]:4444/", Some(("http://[::1]:4444", Page::Other)));
        let page = |path: &str| format!("https://play.example{path}");
        let found = |page| Some(("https://play.example", page));
        check(&page("/game/abc"), found(Page::Game("abc".to_owned())));
        check(&page("/watch/abc?x=1"), found(Page::Game("abc".to_owned())));
        check(&page("/play/ABC234"), found(Page::Invitation("ABC234".to_owned())));
        check(&page("/analysis/4435"), found(Page::Moves("4435".to_owned())));
        check(&page("/analysis"), found(Page::Moves(String::new())));
        check(&page("/game/abc/more"), found(Page::Other));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "play.example",
            "127.0.0.1:4444",
            "ftp://play.example",
            "http://",
            "https://:80",
            "http://ada:secret@play.example",
            "http://play.example:port",
            "http://a:99999",
            "a b",
        ] {
            check(text, None);
        }
    }
}
