//! What the server is told at its start, checked once. Inside, every value is right.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::limits::{Limits, SECONDS_MAX};

/// Everything an operator decides. Made by the command line; see `fourfall serve --help`.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 picks a free one.
    pub listen: SocketAddr,
    /// Where matches are kept.
    pub store: StoreLocation,
    /// Whose pages may talk to this server.
    pub origins: Origins,
    /// Whether a player id alone is believed.
    pub player_ids: PlayerIds,
    /// Whose word tells a client's address.
    pub addresses: Addresses,
    /// Times that replace those of the presets.
    pub times: Times,
    /// Bounds on everything that outsiders can make more of.
    pub limits: Limits,
    /// Where the randomness of bots comes from: the same seed and the same moves of the people
    /// give the same game.
    pub seed: String,
}

/// Where matches are kept.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// One SQLite file in this folder, which is made if it is missing.
    Folder(PathBuf),
    /// A PostgreSQL database.
    Postgres(Secret),
}

/// Whether a player id alone is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerIds {
    /// Only a token proves who somebody is.
    NeedToken,
    /// A bare `playerId` is enough to come back to a game: for a LAN, and for tests.
    Trusted,
}

/// Whose word tells a client's address, which the limits count by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses {
    /// The other end of the connection.
    Peer,
    /// The last entry of `X-Forwarded-For`, which our own proxy appends.
    Forwarded,
}

/// Times that replace those of the presets, where given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// How long a player who lost the connection may take to come back.
    pub reconnect: Option<Seconds>,
    /// The turn clock, in the presets that have one.
    pub turn: Option<Seconds>,
    /// How long a player may be idle when a client does not say, in the presets that watch it.
    pub idle: Option<Seconds>,
    /// How long before that the warning comes.
    pub idle_warning: Option<Seconds>,
}

/// A number of seconds from one to a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seconds(u32);

impl Seconds {
    /// Checks the range.
    pub const fn new(seconds: u32) -> Option<Seconds> {
        if seconds >= 1 && seconds <= SECONDS_MAX { Some(Seconds(seconds)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Something that must not appear in logs.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(secret: String) -> Secret {
        Secret(secret)
    }

    /// The secret itself, for the one place that needs it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// Scheme, host and port of a page, as browsers send it: `https://play.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl Origin {
    /// Reads an origin. A single slash after it is forgiven; a path is not.
    ///
    /// # Errors
    ///
    /// If it is not `http://` or `https://`, a host, and maybe a port.
    pub fn parse(text: &str) -> Result<Origin, BadConfig> {
        let bad = || BadConfig::Origin(text.to_owned());
        let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = origin
            .strip_prefix("https://")
            .or_else(|| origin.strip_prefix("http://"))
            .ok_or_else(bad)?;
        let (name, port) = match host.rsplit_once(':') {
            // The last colon of a bare IPv6 address is not in front of a port.
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            Some(_) | None => (host, None),
        };
        let named = !name.is_empty()
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-.[]:".contains(&it));
        let ported = port.is_none_or(|it| it.parse::<u16>().is_ok());
        if named && ported { Ok(Origin(origin)) } else { Err(bad()) }
    }

    fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whose pages may talk to this server. Clients that are not browsers send no origin and are not
/// concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origins {
    public: Option<Origin>,
    others: Others,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Others {
    Any,
    These(Vec<Origin>),
}

impl Origins {
    /// The server's own address as people see it, and further origins; `*` allows every page.
    ///
    /// # Errors
    ///
    /// If one of them is not an origin.
    pub fn parse(public: Option<&str>, others: &[String]) -> Result<Origins, BadConfig> {
        let public = public.map(Origin::parse).transpose()?;
        let others = if others.iter().any(|it| it == "*") {
            Others::Any
        } else {
            Others::These(others.iter().map(|it| Origin::parse(it)).collect::<Result<_, _>>()?)
        };
        Ok(Origins { public, others })
    }

    /// The server's own address as people see it.
    pub fn public(&self) -> Option<&Origin> {
        self.public.as_ref()
    }

    /// Whether people reach the server by https, so that browsers may be told to insist on it.
    pub(crate) fn is_https(&self) -> bool {
        self.public.as_ref().is_some_and(Origin::is_https)
    }

    /// Whether a page of this origin may talk to the server that was reached under `host`.
    ///
    /// A server without a public address belongs to the machine it runs on: pages of that machine
    /// and pages it served itself are welcome.
    pub(crate) fn allow(&self, origin: &str, host: Option<&str>) -> bool {
        let listed = match &self.others {
            Others::Any => return true,
            Others::These(these) => these.iter().any(|it| it.0.eq_ignore_ascii_case(origin)),
        };
        listed
            || match &self.public {
                Some(public) => public.0.eq_ignore_ascii_case(origin),
                None => is_loopback(origin) || host.is_some_and(|it| has_host(origin, it)),
            }
    }
}

fn has_host(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, it)| it.eq_ignore_ascii_case(host))
}

fn is_loopback(origin: &str) -> bool {
    let Some((_, host)) = origin.split_once("://") else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        Some(_) | None => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// Why the server refuses to start.
#[derive(Debug, thiserror::Error)]
pub enum BadConfig {
    /// Not an origin.
    #[error("{0:?} is not an address of the form https://host or http://host:port")]
    Origin(String),
    /// Trust among strangers.
    #[error(
        "--trust-player-ids lets anybody take anybody's seat, so it cannot be used together with --public-url"
    )]
    TrustInPublic,
    /// Warning without a timeout to warn of.
    #[error(
        "the idle warning ({warning} s) must come before the idle timeout ({timeout} s): choose fewer seconds"
    )]
    WarningTooEarly {
        /// Seconds before the timeout.
        warning: u32,
        /// The timeout.
        timeout: u32,
    },
    /// Not PostgreSQL.
    #[error("the database URL must start with postgres:// or postgresql://")]
    DatabaseUrl,
}

impl Config {
    /// Checks what no single value can tell.
    ///
    /// # Errors
    ///
    /// If two values contradict each other.
    pub fn checked(self) -> Result<Config, BadConfig> {
        if self.player_ids == PlayerIds::Trusted && self.origins.public.is_some() {
            return Err(BadConfig::TrustInPublic);
        }
        if let (Some(timeout), Some(warning)) = (self.times.idle, self.times.idle_warning)
            && warning >= timeout
        {
            return Err(BadConfig::WarningTooEarly {
                warning: warning.get(),
                timeout: timeout.get(),
            });
        }
        if let StoreLocation::Postgres(url) = &self.store
            && !["postgres://", "postgresql://"].iter().any(|it| url.0.starts_with(it))
        {
            return Err(BadConfig::DatabaseUrl);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(
            Origin::parse(text).ok().map(|it| it.to_string()).as_deref(),
            expected,
            "{text}"
        );
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        check("https://play.example", Some("https://play.example"));
        check("https://Play.Example/", Some("https://play.example"));
        check("http://localhost:5173", Some("http://localhost:5173"));
        check("http://[::1]:80", Some("http://[::1]:80"));
        check("http://[::1]", Some("http://[::1]"));
        check("play.example", None);
        check("ftp://play.example", None);
        check("https://play.example/path", None);
        check("https://", None);
        check("https://host:99999", None);
    }

    #[track_caller]
    fn allowed(origins: &Origins, origin: &str, host: &str, expected: bool) {
        assert_eq!(origins.allow(origin, Some(host)), expected, "{origin} at {host}");
    }

    #[test]
    fn a_server_without_a_public_address_takes_its_own_pages() {
        let origins = Origins::parse(None, &[]).expect("no origins are fine");
        allowed(&origins, "http://127.0.0.1:4444", "127.0.0.1:4444", true);
        allowed(&origins, "http://localhost:5173", "127.0.0.1:4444", true);
        allowed(&origins, "http://192.168.0.7:4444", "192.168.0.7:4444", true);
        allowed(&origins, "https://evil.example", "127.0.0.1:4444", false);
        allowed(&origins, "null", "127.0.0.1:4444", false);
    }

    #[test]
    fn a_public_server_takes_the_pages_it_names() {
        let others = ["https://friend.example".to_owned()];
        let origins = Origins::parse(Some("https://play.example"), &others).expect("both are fine");
        allowed(&origins, "https://play.example", "play.example", true);
        allowed(&origins, "https://friend.example", "play.example", true);
        allowed(&origins, "http://play.example", "play.example", false);
        allowed(&origins, "http://localhost:5173", "play.example", false);
    }

    #[test]
    fn a_star_takes_every_page() {
        let origins = Origins::parse(None, &["*".to_owned()]).expect("a star is fine");
        allowed(&origins, "https://any.example", "play.example", true);
    }
}
