//! Every number that bounds anything, with the answer given when it is reached.

use std::time::Duration;

use fourfall_engine::TableSize;

/// Limits an operator may change.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Sockets open at once. More are refused with `overloaded`.
    pub connections: usize,
    /// Sockets open at once from one address. More are refused with `rate_limited`.
    pub connections_per_address: usize,
    /// Rooms running or waiting at once. A new game is refused with `overloaded`.
    pub rooms: usize,
    /// Rooms opened from one address that are still running. One more is refused with `rate_limited`.
    pub rooms_per_address: usize,
    /// Players waiting for an opponent. One more is refused with `overloaded`.
    pub waiting: usize,
    /// Spectators of one room. One more is refused with `room_full`.
    pub spectators: usize,
    /// Events a socket may send in a burst. One more is refused with `rate_limited`.
    pub events_burst: u32,
    /// Events a socket earns back each second.
    pub events_per_second: u32,
    /// Requests an address may make in a burst, static files excepted. One more is answered 429.
    pub requests_burst: u32,
    /// Requests an address earns back each second.
    pub requests_per_second: u32,
    /// Rated games it takes to be on a leaderboard, against at least a third as many different people.
    /// Players with fewer are not on it.
    pub leaderboard_games: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 500,
            rooms: 10_000,
            rooms_per_address: 250,
            waiting: 5_000,
            spectators: 500,
            events_burst: 200,
            events_per_second: 20,
            requests_burst: 400,
            requests_per_second: 50,
            leaderboard_games: 10,
        }
    }
}

/// One message from a client. A larger one closes the connection.
pub(crate) const MESSAGE_BYTES_MAX: usize = 4 * 1024;
/// One long-polling request, which may carry several messages. A larger one is answered 413.
pub(crate) const POLL_BYTES_MAX: usize = 16 * 1024;
/// Messages in one long-polling request. More close the connection.
pub(crate) const MESSAGES_PER_POLL: usize = 64;
/// Bytes to a client that it has not read. More close the connection: the client comes back and is
/// sent what it missed, or the whole game.
pub(crate) const OUTBOX_BYTES: usize = 256 * 1024;
/// Time without progress after which a connection with something to write is closed.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long after the loss of its connection a client finds its session as it was.
pub(crate) const RECOVERY_WINDOW: Duration = Duration::from_secs(120);
/// Bytes of messages kept for one client that may come back. One that missed more is a new session.
pub(crate) const RECOVERY_BYTES: usize = 16 * 1024;
/// Lost sessions kept at once. Those lost longest ago are given up first.
pub(crate) const RECOVERY_SOCKETS: usize = 10_000;
/// Time for the head of a request, waiting for it included. Then the connection is closed.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The head of a request. A larger one is answered 431.
pub(crate) const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Header lines of a request. More are answered 431.
pub(crate) const HEADERS_MAX: usize = 64;
/// A peer that acknowledges neither data nor a keep-alive for so long is gone. The heartbeat of a
/// socket notices sooner; this is for every other connection.
pub(crate) const SILENCE_MAX: Duration = Duration::from_secs(15);
/// A connection on which nothing happens is asked after this whether anybody is there.
pub(crate) const KEEPALIVE_AFTER: Duration = Duration::from_secs(10);
/// How often that is repeated.
pub(crate) const KEEPALIVE_EVERY: Duration = Duration::from_secs(5);
/// How long to wait after an error in accepting that is not due to one connection, most likely too
/// many open files.
pub(crate) const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// Files the server has open besides connections: the store, the listener, logs.
pub(crate) const OTHER_FILES: u64 = 100;
/// The body of an API request. A larger one is answered 413.
pub(crate) const BODY_BYTES_MAX: usize = 4 * 1024;
/// Time for a whole API request. Then it is answered 503.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Time for any request, those of long polling included, which are answered at the latest by a
/// [heartbeat](PING_INTERVAL). Then it is answered 408.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);
/// Wrong private codes an address may try at once. One more is answered `rate_limited`, or 429.
pub(crate) const WRONG_CODES_BURST: u32 = 20;
/// Seconds after which an address may try one more.
pub(crate) const WRONG_CODE_SECONDS: u32 = 30;
/// How long an answer of `/readyz` holds: however many ask, the store is asked once in this time.
pub(crate) const READINESS_HOLDS: Duration = Duration::from_secs(1);
/// How often a store that failed is tried, if nobody writes meanwhile.
pub(crate) const STORE_PROBED_EVERY: Duration = Duration::from_secs(1);
/// Addresses whose request rates are remembered. If there are more, those that have all their
/// credits are forgotten; a new address for which there is still no room is refused.
pub(crate) const ADDRESSES_REMEMBERED: usize = 50_000;

/// Heartbeat of a socket. A silent one is closed after both times have passed.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(8);
/// See [`PING_INTERVAL`].
pub(crate) const PING_TIMEOUT: Duration = Duration::from_secs(6);
/// A transport that joins no namespace is closed after this.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Requests of its players waiting in a room. One more is answered `overloaded`.
pub(crate) const ROOM_QUEUE: usize = 64;
/// Requests of one connection waiting for the one before. When it has so many, reading from it
/// stops.
pub(crate) const CONNECTION_QUEUE: usize = 64;
/// Everybody in a room is told at most this often how many watch.
pub(crate) const SPECTATOR_COUNT_EVERY: Duration = Duration::from_secs(1);
/// Reactions a player may send in a burst. One more is refused with `rate_limited`.
pub(crate) const REACTIONS_BURST: u32 = 3;
/// Reactions a player may send each second after that.
pub(crate) const REACTIONS_PER_SECOND: u32 = 1;
/// Spectators of one room from one address. One more is refused with `room_full`.
pub(crate) const SPECTATORS_PER_ADDRESS: usize = 50;
/// How often people online and playing are counted.
pub(crate) const ONLINE_COUNTED_EVERY: Duration = Duration::from_secs(1);
/// A connection that is back within this time counts as never lost.
pub(crate) const ABSENCE_GRACE: Duration = Duration::from_millis(500);
/// After so many absences in a match the grace doubles, and again after as many more.
pub(crate) const FLAPS_FORGIVEN: u32 = 8;
/// The grace never becomes longer than this.
pub(crate) const ABSENCE_GRACE_MAX: Duration = Duration::from_secs(30);
/// Events of one match after which nobody's absence is stored any more: about 90 belong to the
/// longest game.
pub(crate) const MATCH_EVENTS_MAX: u64 = 1_000;
/// How long a client waits for a write whose outcome is not known. Then it is answered `internal`.
pub(crate) const UNKNOWN_OUTCOME_WAIT: Duration = Duration::from_secs(5);
/// How long a finished room stays for a rematch and late requests. Then `unknown_room`.
pub(crate) const FINISHED_ROOM_STAYS: Duration = Duration::from_secs(15 * 60);
/// How long it stays when everybody has disconnected.
pub(crate) const DESERTED_ROOM_STAYS: Duration = Duration::from_secs(60);
/// How often the clock is read, to notice when the server has stood still.
pub(crate) const CLOCK_BEAT: Duration = Duration::from_millis(250);
/// If the clock has not been read for so long, the server has stood still.
pub(crate) const SERVER_ABSENT_AFTER: Duration = Duration::from_secs(2);
/// How far this server's clock may be from the store's before it is set.
pub(crate) const CLOCK_FOLLOWS_WITHIN: Duration = Duration::from_millis(50);
/// If it was further off than this, every game gives its players their time back.
pub(crate) const CLOCK_STEP: Duration = Duration::from_secs(2);
/// How long to wait before a failed read or write of a match is tried again.
pub(crate) const ROOM_RETRY: Duration = Duration::from_millis(500);
/// Panics after which a room restores its match from the store. After one more it gives up: its
/// players are told `internal`, and the match waits for the next start of the server.
pub(crate) const ROOM_PANICS_MAX: u32 = 3;
/// Times a room judges one command again after another writer was first. Then `overloaded`.
pub(crate) const CONFLICTS_MAX: usize = 8;

/// Appends waiting for the store. One more is answered `overloaded`.
pub(crate) const STORE_QUEUE: usize = 4_096;
/// Appends written in one transaction.
pub(crate) const STORE_BATCH: usize = 512;
/// Rows of SQLite's log that are kept behind the newest. Running matches that began before them are
/// copied to the end of the log.
pub(crate) const STORE_LOG_ROWS: i64 = 100_000;
/// Rows written to it between two trims of its front.
pub(crate) const STORE_LOG_TRIMMED: i64 = 1_024;
/// Time to wait for a database connection. Then `internal`.
pub(crate) const STORE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// Times a transaction is tried in all, if others are in its way. Then `internal`.
pub(crate) const STORE_WRITE_ATTEMPTS: usize = 3;
/// Time for one transaction. Then `internal`.
pub(crate) const STORE_WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for reading a match. Then it is tried again on another connection.
pub(crate) const STORE_READ_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections for what servers that share a database ask of it: seats, the queue. Heartbeats have
/// one of their own.
pub(crate) const STORE_ASIDES: u32 = 4;
/// Connections for reading history and statistics.
pub(crate) const STORE_READERS: u32 = 4;

/// How often a server tells the store that it is alive: its heartbeat.
pub(crate) const NODE_BEATS_EVERY: Duration = Duration::from_secs(1);
/// A heartbeat that takes longer has failed.
pub(crate) const NODE_BEAT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long after its last failed heartbeat a server may again say that somebody has lost on time.
pub(crate) const STEADY_AFTER: Duration = Duration::from_secs(5);
/// How long its heartbeats must have been unbroken before it may declare another server dead.
pub(crate) const JUDGES_AFTER: Duration = Duration::from_secs(6);
/// A server that does not receive its own heartbeats over the bus for so long is off the bus.
pub(crate) const BUS_SILENT_AFTER: Duration = Duration::from_secs(3);
/// A server that does not reach the store for so long, while others do, closes its sockets.
pub(crate) const EVICTED_AFTER: Duration = Duration::from_secs(5);
/// News from other servers waiting to be handled. More are dropped, and found in the store.
pub(crate) const BUS_QUEUE: usize = 65_536;
/// How often the store is asked what others have written, while the bus works.
pub(crate) const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// The same while it does not, or there is none.
pub(crate) const SWEEP_WITHOUT_BUS: Duration = Duration::from_millis(250);
/// How often a waiting player looks again for others who wait, here and at other servers.
pub(crate) const LOOK_AGAIN_EVERY: Duration = Duration::from_millis(500);
/// How often the seats in the store are compared with the connections that are here.
pub(crate) const SEATS_CHECKED_EVERY: Duration = Duration::from_secs(5);
/// How much later than the keeper of a match another server says that a deadline has passed.
pub(crate) const STRIKE_DELAY: Duration = Duration::from_secs(3);
/// Matches adopted at once.
pub(crate) const ADOPTED_AT_ONCE: u32 = 500;
/// How often, at most, a server publishes its figures for display.
pub(crate) const FIGURES_EVERY: Duration = Duration::from_secs(2);
/// How long a server that stops waits for proxies to notice.
pub(crate) const DRAIN_NOTICE: Duration = Duration::from_secs(3);
/// Over how much time it closes its sockets, some at a time.
pub(crate) const DRAIN_SLICES: Duration = Duration::from_secs(5);
/// Connections to PostgreSQL for what is stored about people.
pub(crate) const PEOPLE_CONNECTIONS: u32 = 4;
/// How often data whose retention time is over is looked for.
pub(crate) const RETENTION_EVERY: Duration = Duration::from_secs(60 * 60);
/// The name that is shown for guests whose data was deleted.
pub(crate) const FORGOTTEN_NAME: &str = "guest";
/// How often servers look for orders of operators.
pub(crate) const ORDERS_READ_EVERY: Duration = Duration::from_secs(1);
/// A password, in characters. A shorter or longer one is `malformed`.
pub(crate) const PASSWORD_CHARS_MIN: usize = 10;
/// See [`PASSWORD_CHARS_MIN`].
pub(crate) const PASSWORD_CHARS_MAX: usize = 200;
/// Passwords hashed or verified at once: each takes a processor and 19 MiB. One more is answered 503.
pub(crate) const PASSWORDS_AT_ONCE: usize = 4;
/// Failed logins an address may have in a burst. One more is answered 429.
pub(crate) const WRONG_LOGINS_PER_ADDRESS: u32 = 10;
/// Failed logins for one name in a burst, from all addresses together, the owner's own devices excepted.
/// One more is answered 429.
pub(crate) const WRONG_LOGINS_PER_NAME: u32 = 20;
/// Seconds after which one more of these may be tried, and one more name claimed.
pub(crate) const WRONG_LOGIN_SECONDS: u32 = 30;
/// Names claimed from one address in a burst. One more is answered 429.
pub(crate) const CLAIMS_PER_ADDRESS: u32 = 10;
/// Names whose failed logins are remembered. If there are more, those that have all their credits are
/// forgotten; logging in to a name for which there is still no room is answered 429.
pub(crate) const NAMES_REMEMBERED: usize = 50_000;
/// The id that a page makes up for its device, in characters. A shorter or longer one is ignored.
pub(crate) const DEVICE_ID_CHARS_MIN: usize = 16;
/// See [`DEVICE_ID_CHARS_MIN`].
pub(crate) const DEVICE_ID_CHARS_MAX: usize = 64;
/// The body of a request about passkeys. A larger one is answered 413.
pub(crate) const PASSKEY_BYTES_MAX: usize = 16 * 1024;
/// Passkeys of one account. One more is answered 409.
pub(crate) const PASSKEYS_MAX: usize = 20;
/// How long the store remembers that a passkey's challenge was answered: longer than the five minutes
/// for which a challenge is valid.
pub(crate) const CEREMONY_REMEMBERED: Duration = Duration::from_secs(15 * 60);
/// Characters of a device's or passkey's name. The rest is cut off.
pub(crate) const DEVICE_CHARS_MAX: usize = 200;
/// Games in an export of a player's data. Older ones are left out.
pub(crate) const EXPORTED_GAMES_MAX: usize = 50_000;
/// The reason of a report, in characters. A longer one is `malformed`.
pub(crate) const REASON_CHARS_MAX: usize = 500;
/// The name that is shown for players who have deleted their account.
pub(crate) const DELETED_NAME: &str = "deleted";
/// Rated games of the same two people within a day. One more changes no rating.
pub(crate) const RATED_GAMES_OF_A_PAIR: u32 = 5;
/// Finished games waiting to be rated. One more is rated at the next start.
pub(crate) const RATER_QUEUE: usize = 16_384;
/// Games rated in one transaction.
pub(crate) const RATED_AT_ONCE: usize = 64;
/// How many of the newest games are searched at start for those that were not rated.
pub(crate) const RATED_LATER_MAX: usize = 50_000;
/// Players who have not played a rated game for this long are on no leaderboard.
pub(crate) const LEADERBOARD_ACTIVE: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// Games older than this do not count for the leaderboard of the week.
pub(crate) const LEADERBOARD_WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// How long a leaderboard is served from the cache.
pub(crate) const LEADERBOARD_HOLDS: Duration = Duration::from_secs(2);
/// Entries of a player's rating history in one answer.
pub(crate) const RATING_POINTS_MAX: u32 = 200;

/// Bots that think at once. More wait for their turn.
pub(crate) const BOT_THREADS: usize = 2;
/// Transposition table of each.
pub(crate) const BOT_TABLE: TableSize = TableSize::mebibytes(32);
/// After this a bot plays the best it has found: it must answer within two seconds.
pub(crate) const BOT_THINKS_MAX: Duration = Duration::from_millis(1500);
/// Positions analysed at once.
pub(crate) const ANALYSIS_THREADS: usize = 1;
/// Transposition table of each analysis.
pub(crate) const ANALYSIS_TABLE: TableSize = TableSize::mebibytes(64);
/// Positions waiting to be analysed. One more is answered 503.
pub(crate) const ANALYSES_WAITING: usize = 16;
/// Positions of one address that are analysed or wait. One more is answered 503.
pub(crate) const ANALYSES_PER_ADDRESS: usize = 3;
/// After this an analysis is given up, and answered 503.
pub(crate) const ANALYSIS_TIME_MAX: Duration = Duration::from_secs(8);

/// Pictures drawn at once.
pub(crate) const PICTURES_AT_ONCE: usize = 2;
/// Pictures waiting to be drawn. One more is answered 503.
pub(crate) const PICTURES_WAITING: usize = 32;
/// Pictures for one address that are drawn or wait. One more is answered 503.
pub(crate) const PICTURES_PER_ADDRESS: usize = 8;

/// A player's name, in characters, after trimming. A longer one is `malformed`.
pub(crate) const NAME_CHARS_MAX: usize = 24;
/// Code points of one visible character of a name; the longest emoji in use has ten. More is
/// `malformed`.
pub(crate) const CODE_POINTS_MAX: usize = 12;
/// Marks on one letter of a name: no living script needs more (Unicode Technical Standard 39,
/// section 5.4). More is `malformed`.
pub(crate) const MARKS_MAX: usize = 4;
/// Games on one page of history.
pub(crate) const PAGE_MAX: u32 = 100;
/// Games on one page of history when the request names no number.
pub(crate) const PAGE_DEFAULT: u32 = 20;
/// Players on the leaderboard.
pub(crate) const LEADERBOARD_MAX: u32 = 100;
/// Running games listed at once.
pub(crate) const ROOMS_LISTED: usize = 200;

/// Longest turn, idle or reconnect time anybody may ask for, in seconds: one day.
pub const SECONDS_MAX: u32 = 24 * 60 * 60;

/// Time for rooms, store and sockets to finish after the signal to stop.
pub(crate) const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
