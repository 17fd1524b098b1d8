//! The server's configuration, checked once at the start. A [`Config`] holds valid values only.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use ipnet::IpNet;

use crate::limits::{Limits, SECONDS_MAX};

/// What an operator may decide, not checked yet. The defaults are those of `fourfall serve`.
///
/// ```
/// use fourfall_server::config::{Config, Options};
///
/// let config = Config::new(Options { seed: "XYZ".to_owned(), ..Options::default() });
/// assert!(config.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen for operators. By default on this machine only, at the port after that of
    /// [`Options::listen`].
    pub admin_listen: Option<SocketAddr>,
    /// How long guests and abandoned matches are kept.
    pub retention: Retention,
    /// Where to listen. Port 0 picks a free one.
    pub listen: SocketAddr,
    /// Where matches and people are stored.
    pub store: StoreLocation,
    /// Where servers of one database exchange news: addresses of NATS servers, separated by commas.
    /// Without it they poll the database.
    pub bus: Option<Secret>,
    /// Whose pages may talk to this server.
    pub origins: Origins,
    /// Whether a player id alone is believed.
    pub player_ids: PlayerIds,
    /// Which proxies are trusted to tell a client's address.
    pub proxies: Proxies,
    /// Times that replace those of the presets.
    pub times: Times,
    /// Limits on everything that outsiders can create.
    pub limits: Limits,
    /// Where the randomness of bots comes from: the same seed and the same moves of the people
    /// give the same game.
    pub seed: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            admin_listen: None,
            retention: Retention::default(),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 4444)),
            store: StoreLocation::Folder("data".into()),
            bus: None,
            origins: Origins::default(),
            player_ids: PlayerIds::NeedToken,
            proxies: Proxies::default(),
            times: Times::default(),
            limits: Limits::default(),
            seed: "ABC123".to_owned(),
        }
    }
}

/// How long data that nobody uses is kept; for ever by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Retention {
    /// Guests who have not finished a game for this many days are deleted: their names, ratings and tokens.
    pub guest_days: Option<u32>,
    /// Matches in which nothing has happened for this many days end without a result.
    pub abandoned_days: Option<u32>,
}

/// [`Options`] that fit together. What the fields mean is written there.
#[derive(Clone, Debug)]
pub struct Config {
    pub(crate) admin_listen: Option<SocketAddr>,
    pub(crate) retention: Retention,
    pub(crate) listen: SocketAddr,
    pub(crate) store: StoreLocation,
    pub(crate) bus: Option<Secret>,
    pub(crate) origins: Origins,
    pub(crate) player_ids: PlayerIds,
    pub(crate) proxies: Proxies,
    pub(crate) times: Times,
    pub(crate) limits: Limits,
    pub(crate) seed: String,
}

/// Where matches and people are stored.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// SQLite files in this folder, which is created if it is missing.
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

/// The networks our own proxies connect from. `X-Forwarded-For` is trusted from them only. Limits
/// count by the address found there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

/// This machine and private networks: where a proxy usually runs.
const NEARBY: [&str; 7] = [
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
];

impl Proxies {
    /// A proxy on this machine or in a private network.
    pub fn nearby() -> Proxies {
        Proxies(NEARBY.iter().map(|it| it.parse().expect("they are networks")).collect())
    }

    /// Proxies in these networks, such as `10.1.0.0/16`, or at these addresses.
    ///
    /// # Errors
    ///
    /// If one of them is neither, or contains every address.
    pub fn parse(networks: &[String]) -> Result<Proxies, BadConfig> {
        let parse = |text: &String| {
            let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
            let network = text.parse::<IpNet>().ok().or_else(address);
            match network {
                None => Err(BadConfig::Network(text.clone())),
                Some(network) if network.prefix_len() == 0 => {
                    Err(BadConfig::EverybodyTrusted(text.clone()))
                }
                Some(network) => Ok(network),
            }
        };
        networks.iter().map(parse).collect::<Result<_, _>>().map(Proxies)
    }

    /// Those of both.
    #[must_use]
    pub fn and(mut self, others: Proxies) -> Proxies {
        self.0.extend(others.0);
        self
    }

    /// Whether one of them has this address.
    pub(crate) fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|it| it.contains(&address))
    }

    fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    fn have_loopback(&self) -> bool {
        self.0.iter().any(|it| it.network().is_loopback() || it.addr().is_loopback())
    }
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
            // The last colon of a bare IPv6 address does not begin a port.
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
/// affected. By default pages of this machine, and those the server itself serves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origins {
    public: Option<Origin>,
    others: Others,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Others {
    Any,
    These(Vec<Origin>),
}

impl Default for Others {
    fn default() -> Others {
        Others::These(Vec::new())
    }
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

    /// Whether people reach the server over https, so that browsers may be told to insist on it.
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
    /// Player ids are trusted on a public server.
    #[error(
        "--trust-player-ids lets anybody take anybody's seat, so it cannot be used together with --public-url"
    )]
    TrustInPublic,
    /// The idle warning would not come before the idle timeout.
    #[error(
        "the idle warning ({warning} s) must come before the idle timeout ({timeout} s): choose fewer seconds"
    )]
    WarningTooEarly {
        /// Seconds before the timeout.
        warning: u32,
        /// The timeout.
        timeout: u32,
    },
    /// Not a network.
    #[error("{0:?} is neither a network such as 10.0.0.0/8 nor an address")]
    Network(String),
    /// A network that contains every address.
    #[error(
        "--trusted-proxy {0} would believe anybody's word about where they are: name the network the proxy connects from"
    )]
    EverybodyTrusted(String),
    /// A public address that only a proxy can serve, and no proxy.
    #[error(
        "--public-url {0} needs a proxy, because this server does not speak https itself, and all clients would \
         share the proxy's limits: say where it connects from with --trusted-proxy, or use --behind-proxy"
    )]
    ProxyMissing(Origin),
    /// A proxy that cannot connect.
    #[error(
        "on {0} only this machine can connect, but --trusted-proxy names other networks only: \
         listen on an address the proxy can reach, or trust 127.0.0.1"
    )]
    ProxyElsewhere(SocketAddr),
    /// A bus for a store that only one server can use.
    #[error("--nats-url is for servers that share a database: say which with --database-url")]
    BusWithoutDatabase,
    /// Not PostgreSQL.
    #[error("the database URL must start with postgres:// or postgresql://")]
    DatabaseUrl,
}

impl Config {
    /// Checks that the values fit together.
    ///
    /// # Errors
    ///
    /// If two values contradict each other, with a sentence for the operator.
    pub fn new(options: Options) -> Result<Config, BadConfig> {
        let Options {
            admin_listen,
            retention,
            listen,
            store,
            bus,
            origins,
            player_ids,
            proxies,
            times,
            limits,
            seed,
        } = options;
        if player_ids == PlayerIds::Trusted && origins.public.is_some() {
            return Err(BadConfig::TrustInPublic);
        }
        if let Some(public) = &origins.public
            && public.is_https()
            && proxies.are_none()
        {
            return Err(BadConfig::ProxyMissing(public.clone()));
        }
        if listen.ip().is_loopback() && !proxies.are_none() && !proxies.have_loopback() {
            return Err(BadConfig::ProxyElsewhere(listen));
        }
        if let (Some(timeout), Some(warning)) = (times.idle, times.idle_warning)
            && warning >= timeout
        {
            return Err(BadConfig::WarningTooEarly {
                warning: warning.get(),
                timeout: timeout.get(),
            });
        }
        if let StoreLocation::Postgres(url) = &store
            && !["postgres://", "postgresql://"].iter().any(|it| url.0.starts_with(it))
        {
            return Err(BadConfig::DatabaseUrl);
        }
        if bus.is_some() && matches!(store, StoreLocation::Folder(_)) {
            return Err(BadConfig::BusWithoutDatabase);
        }
        Ok(Config {
            admin_listen,
            retention,
            listen,
            store,
            bus,
            origins,
            player_ids,
            proxies,
            times,
            limits,
            seed,
        })
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

    #[track_caller]
    fn check_proxies(public: Option<&str>, listen: &str, trusted: &[&str], refused: Option<&str>) {
        let trusted: Vec<String> = trusted.iter().map(|&it| it.to_owned()).collect();
        let made = Proxies::parse(&trusted).and_then(|proxies| {
            let origins = Origins::parse(public, &[])?;
            let listen = listen.parse().expect("an address");
            Config::new(Options { listen, origins, proxies, ..Options::default() })
        });
        let said = made.err().map(|it| it.to_string());
        match refused {
            None => assert_eq!(said, None),
            Some(part) => assert!(said.as_deref().is_some_and(|it| it.contains(part)), "{said:?}"),
        }
    }

    #[test]
    fn proxy_options_that_cannot_be_right_are_refused() {
        let public = Some("https://play.example");
        check_proxies(public, "0.0.0.0:80", &[], Some("does not speak https itself"));
        check_proxies(public, "127.0.0.1:80", &[], Some("--behind-proxy"));
        check_proxies(public, "127.0.0.1:80", &["127.0.0.1"], None);
        check_proxies(public, "127.0.0.1:80", &["10.0.0.0/8"], Some("only this machine"));
        check_proxies(public, "127.0.0.1:80", &["10.0.0.0/8", "127.0.0.0/8"], None);
        check_proxies(public, "[::1]:80", &["::1"], None);
        check_proxies(public, "0.0.0.0:80", &["10.0.0.0/8"], None);
        check_proxies(Some("http://play.example"), "0.0.0.0:80", &[], None);
        check_proxies(None, "0.0.0.0:80", &["0.0.0.0/0"], Some("anybody's word"));
        check_proxies(None, "0.0.0.0:80", &["::/0"], Some("anybody's word"));
        check_proxies(None, "0.0.0.0:80", &["10.0.0.0/33"], Some("neither a network"));
        check_proxies(None, "0.0.0.0:80", &["proxy.example"], Some("neither a network"));
    }

    #[test]
    fn a_proxy_is_known_by_its_network() {
        let has = |proxies: &Proxies, it: &str| proxies.contain(it.parse().expect("an address"));
        let nearby = Proxies::nearby();
        for it in ["127.0.0.1", "::1", "10.9.8.7", "172.31.0.1", "::ffff:192.168.0.1", "fd00::1"] {
            assert!(has(&nearby, it), "{it}");
        }
        for it in ["9.9.9.9", "172.32.0.1", "2001:db8::1", "::ffff:9.9.9.9"] {
            assert!(!has(&nearby, it), "{it}");
        }
        let one = Proxies::parse(&["203.0.113.7".to_owned()]).expect("an address");
        assert!(has(&one, "203.0.113.7") && !has(&one, "203.0.113.8"));
        assert!(has(&one.and(nearby), "127.0.0.1"));
        assert!(!has(&Proxies::default(), "127.0.0.1"));
    }
}
