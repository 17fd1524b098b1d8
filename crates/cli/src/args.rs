//! The command line, as types for clap.

mod admin;
mod online;

pub(crate) use admin::{Admin, Keys, Task};
pub(crate) use online::{BotPlayer, Color, Export, Play, Replay, Watch};

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use fourfall_engine::bot::Bot;
use fourfall_server::config::Seconds;

/// Four in a row for the whole internet, in one binary.
#[derive(Parser, Debug)]
#[command(name = "fourfall", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play in the terminal: against a bot, side by side, or online
    Play(Box<Play>),
    /// Serve the game: the page, the socket and the API
    Serve(Box<Serve>),
    /// Let a bot play on a server, or a ladder of bots
    Bot(BotPlayer),
    /// Print live games of a server as lines
    Watch(Watch),
    /// Step through a game: from a file, a link or a room
    Replay(Replay),
    /// Games of a store or a server as JSON lines
    Export(Export),
    /// Check, compact, export or back up a store in a folder
    #[command(subcommand)]
    Store(Store),
    /// Keep a house in order: bans, keys, logs, whether new games begin
    Admin(Admin),
    /// The exact score of positions
    Solve(Solve),
    /// The exact score of every move in a position, and the best line
    Analyze(Analyze),
    /// The column a bot plays in a position
    Reply(Reply),
    /// Speak a line protocol like UCI, for other programs (docs/ENGINE_PROTOCOL.md)
    Engine(Engine),
    /// Make, prove or show an opening book
    #[command(subcommand)]
    Book(Book),
    /// Make or prove a set of puzzles
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Completions for a shell, on standard output
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// The manual page on standard output, or all of them as files
    Man {
        /// Folder for one page per command
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum Store {
    /// Read everything and say what is wrong, if anything is; a server may run meanwhile
    Check(StoreFolder),
    /// Free unused space; no server may run
    Compact(StoreFolder),
    /// Every match with all its events as JSON lines; a server may run meanwhile
    Export(StoreFolder),
    /// Copy it into a new file, as of one moment; a server may run meanwhile
    Backup {
        /// The file to create
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        folder: StoreFolder,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct StoreFolder {
    /// Folder of the SQLite file
    #[arg(long, env = "FOURFALL_DATA_DIR", default_value = "data", value_name = "FOLDER")]
    pub(crate) data_dir: PathBuf,
}

/// Every option can also be set by the environment variable named beside it.
#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, env = "FOURFALL_LISTEN", default_value = "127.0.0.1:4444", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// Address for operators: metrics, readiness and health; the port after that of --listen on this
    /// machine if not given
    #[arg(long, env = "FOURFALL_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub(crate) admin_listen: Option<SocketAddr>,
    /// Delete guests who have not finished a game for this many days
    #[arg(long, env = "FOURFALL_GUEST_DAYS", value_parser = clap::value_parser!(u32).range(1..), value_name = "NUMBER")]
    pub(crate) guest_days: Option<u32>,
    /// End matches in which nothing has happened for this many days, without a result
    #[arg(long, env = "FOURFALL_ABANDONED_DAYS", value_parser = clap::value_parser!(u32).range(1..), value_name = "NUMBER")]
    pub(crate) abandoned_days: Option<u32>,
    /// Replaces the port of --listen
    #[arg(long, env = "PORT", value_name = "NUMBER")]
    pub(crate) port: Option<u16>,
    /// Folder of the SQLite file; created if missing
    #[arg(long, env = "FOURFALL_DATA_DIR", default_value = "data", value_name = "FOLDER")]
    pub(crate) data_dir: PathBuf,
    /// Keep matches in PostgreSQL instead: postgres://user:password@host/database
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: Option<String>,
    /// Where servers on one database exchange news: nats://host:4222, several separated by commas
    #[arg(long, env = "FOURFALL_NATS_URL", hide_env_values = true, value_name = "URL")]
    pub(crate) nats_url: Option<String>,
    /// Address people reach this server by, such as `https://play.example`
    #[arg(long, env = "FOURFALL_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Further pages that may talk to this server; `*` for all; may be repeated
    #[arg(
        long = "allow-origin",
        env = "FOURFALL_ALLOW_ORIGIN",
        value_name = "ORIGIN",
        value_delimiter = ','
    )]
    pub(crate) allow_origins: Vec<String>,
    /// Network a proxy of yours connects from: its X-Forwarded-For is trusted; may be repeated
    #[arg(
        long = "trusted-proxy",
        env = "FOURFALL_TRUSTED_PROXY",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    pub(crate) trusted_proxies: Vec<String>,
    /// Trust proxies on this machine and in private networks
    #[arg(long, env = "FOURFALL_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Accept a bare playerId, without a token, when somebody comes back: for a LAN and for tests
    /// only
    #[arg(long, env = "FOURFALL_TRUST_PLAYER_IDS")]
    pub(crate) trust_player_ids: bool,
    /// Seconds to come back after a lost connection, in every preset
    #[arg(long, env = "FOURFALL_RECONNECT_SECONDS", value_parser = seconds, value_name = "SECONDS")]
    pub(crate) reconnect_seconds: Option<Seconds>,
    /// Seconds for a turn, in the presets that have a turn clock
    #[arg(long, env = "FOURFALL_TURN_SECONDS", value_parser = seconds, value_name = "SECONDS")]
    pub(crate) turn_seconds: Option<Seconds>,
    /// Seconds a player may be idle when the client does not say
    #[arg(long, env = "FOURFALL_AFK_SECONDS", value_parser = seconds, value_name = "SECONDS")]
    pub(crate) afk_seconds: Option<Seconds>,
    /// Seconds before that at which the player is warned
    #[arg(long, env = "FOURFALL_AFK_WARN_SECONDS", value_parser = seconds, value_name = "SECONDS")]
    pub(crate) afk_warn_seconds: Option<Seconds>,
    /// Seed of all bots: the same seed and the same moves of the people give the same game
    #[arg(long, env = "FOURFALL_SEED", default_value = "ABC123", value_name = "TEXT")]
    pub(crate) seed: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How logs are written
    #[arg(long, env = "FOURFALL_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,
    /// What is logged: a level, or target=level pairs
    #[arg(long, env = "FOURFALL_LOG", default_value = "info", value_name = "FILTER")]
    pub(crate) log: String,
}

/// Limits on what outsiders can create. Each is answered with an error when it is reached.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Sockets open at once
    #[arg(long, env = "FOURFALL_MAX_CONNECTIONS", value_name = "NUMBER")]
    pub(crate) max_connections: Option<usize>,
    /// Sockets open at once from one address
    #[arg(long, env = "FOURFALL_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER")]
    pub(crate) max_connections_per_address: Option<usize>,
    /// Games running or waiting at once
    #[arg(long, env = "FOURFALL_MAX_ROOMS", value_name = "NUMBER")]
    pub(crate) max_rooms: Option<usize>,
    /// Games running or waiting at once that were opened from one address
    #[arg(long, env = "FOURFALL_MAX_ROOMS_PER_ADDRESS", value_name = "NUMBER")]
    pub(crate) max_rooms_per_address: Option<usize>,
    /// Players waiting for an opponent at once
    #[arg(long, env = "FOURFALL_MAX_WAITING", value_name = "NUMBER")]
    pub(crate) max_waiting: Option<usize>,
    /// Spectators of one game
    #[arg(long, env = "FOURFALL_MAX_SPECTATORS", value_name = "NUMBER")]
    pub(crate) max_spectators: Option<usize>,
    /// Events a socket may send in a burst
    #[arg(long, env = "FOURFALL_EVENTS_BURST", value_name = "NUMBER")]
    pub(crate) events_burst: Option<u32>,
    /// Events a socket may send each second after that
    #[arg(long, env = "FOURFALL_EVENTS_PER_SECOND", value_name = "NUMBER")]
    pub(crate) events_per_second: Option<u32>,
    /// API requests an address may make in a burst
    #[arg(long, env = "FOURFALL_REQUESTS_BURST", value_name = "NUMBER")]
    pub(crate) requests_burst: Option<u32>,
    /// API requests an address may make each second after that
    #[arg(long, env = "FOURFALL_REQUESTS_PER_SECOND", value_name = "NUMBER")]
    pub(crate) requests_per_second: Option<u32>,
    /// Rated games it takes to be on a leaderboard
    #[arg(long, env = "FOURFALL_LEADERBOARD_GAMES", value_name = "NUMBER")]
    pub(crate) leaderboard_games: Option<u32>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// For machines
    Json,
}

fn seconds(text: &str) -> Result<Seconds, String> {
    let number = text.parse().ok().and_then(Seconds::new);
    number.ok_or_else(|| "expected a number of seconds from 1 to 86400".to_owned())
}

/// A position is a string of moves, columns 1 to 7: `4435`. The empty board is `-`.
///
/// The score is 0 for a draw, positive if the player to move wins: 22 less the discs the winner
/// will have used. Exits with 1 if a line could not be read or a given score is wrong.
#[derive(clap::Args, Debug)]
pub(crate) struct Solve {
    /// Positions; from standard input if there are none, one per line, with a score to check behind it if
    /// you have one
    #[arg(value_name = "MOVES")]
    pub(crate) positions: Vec<String>,
    /// Print moves, score, nodes and microseconds, and a summary; each position from an empty table
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// A position is a string of moves, columns 1 to 7: `4435`. The empty board is `-`.
///
/// Exits with 1 if a position could not be read.
#[derive(clap::Args, Debug)]
pub(crate) struct Analyze {
    /// Positions; from standard input if there are none, one per line; the empty board if that is a
    /// terminal
    #[arg(value_name = "MOVES")]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// A position is a string of moves, columns 1 to 7: `4435`. The empty board is `-`.
///
/// The same bot, seed and moves give the same column on the server and in the browser too.
#[derive(clap::Args, Debug)]
pub(crate) struct Reply {
    /// The position
    #[arg(value_name = "MOVES", default_value = "-")]
    pub(crate) position: String,
    /// Who plays: live-easy, live-medium, live-hard, solo-easy, solo-medium, solo-hard or perfect
    #[arg(long, value_name = "NAME", default_value = "solo-medium", value_parser = bot)]
    pub(crate) bot: Bot,
    /// The seed of the bot's randomness
    #[arg(long, value_name = "TEXT", default_value = "ABC123")]
    pub(crate) seed: String,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

pub(crate) fn bot(name: &str) -> Result<Bot, String> {
    let bot = Bot::ALL.into_iter().find(|it| it.name() == name);
    bot.ok_or_else(|| format!("expected one of {}", Bot::ALL.map(Bot::name).join(", ")))
}

/// How the solver is set up.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct Engine {
    /// Use no opening book
    #[arg(long)]
    pub(crate) no_book: bool,
    /// An opening book other than the one in the binary
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub(crate) book: Option<PathBuf>,
    /// Threads to search on
    #[arg(long, value_name = "NUMBER", default_value_t = NonZeroUsize::MIN)]
    pub(crate) threads: NonZeroUsize,
    /// Memory for positions already solved
    #[arg(long, value_name = "MEBIBYTES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) table_mib: u32,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Book {
    /// Make a book: hours of work on all cores; stop it at any time and start it again
    Build {
        /// The file to write the book to; unfinished work is kept beside it
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The last ply of the book
        #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=9))]
        ply: u32,
        /// Threads to work on; all cores if not given
        #[arg(long, value_name = "NUMBER")]
        threads: Option<NonZeroUsize>,
    },
    /// Prove a sample of a book against the solver
    Check {
        /// The book; the one in the binary if not given
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Positions to prove, spread evenly over the book
        #[arg(long, value_name = "NUMBER", default_value_t = 200)]
        sample: usize,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show what is in a book
    Info {
        /// The book; the one in the binary if not given
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum Puzzles {
    /// Make a set: positions in which exactly one move wins, or holds the draw; takes minutes
    Make {
        /// The file to write the set to
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The seed of the set; the same seed gives the same file
        #[arg(long, value_name = "TEXT", default_value = "fourfall", value_parser = puzzle_seed)]
        seed: String,
        /// How many
        #[arg(long, value_name = "NUMBER", default_value_t = 2_100)]
        count: u16,
    },
    /// Prove every puzzle of a set with the solver
    Check {
        /// The set; the one of the page if not given
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Make the set again from its seed, and compare
        #[arg(long)]
        rebuild: bool,
    },
}

fn puzzle_seed(text: &str) -> Result<String, String> {
    if text.len() <= 255 {
        Ok(text.to_owned())
    } else {
        Err("expected at most 255 bytes".to_owned())
    }
}
