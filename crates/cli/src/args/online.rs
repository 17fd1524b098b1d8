//! The command line for playing, watching and scripting games.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::ValueEnum;
use fourfall_client::{Place, Server};
use fourfall_engine::bot::Bot;
use fourfall_protocol::Preset;

/// Without --connect the game is played here: against a bot, or with --two by two people on one
/// keyboard. Press ? in a game for its keys.
///
/// With --connect a server finds an opponent; or invite somebody (--invite), take an invitation
/// (--code) or watch (--watch). Who you are there is kept in your configuration folder, so the same
/// command continues a game that was left or interrupted.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    /// Who plays against you: live-easy, live-medium, live-hard, solo-easy, solo-medium, solo-hard
    /// or perfect
    #[arg(long, value_name = "NAME", default_value = "solo-medium", value_parser = super::bot)]
    pub(crate) bot: Bot,
    /// Two people on one keyboard
    #[arg(long, conflicts_with_all = ["bot", "connect"])]
    pub(crate) two: bool,
    /// Let the bot have the first move; in the games after it you take turns
    #[arg(long, conflicts_with_all = ["two", "connect"])]
    pub(crate) bot_starts: bool,
    /// The seed of the bot's randomness
    #[arg(long, value_name = "TEXT", default_value = "ABC123", conflicts_with = "connect")]
    pub(crate) seed: String,
    /// Seconds per turn; a player who takes longer loses
    #[arg(long, value_name = "SECONDS", conflicts_with = "connect")]
    pub(crate) turn_seconds: Option<NonZeroU32>,
    /// Play on a server; the address of an invitation or a game works too
    #[arg(long, value_name = "URL", conflicts_with = "bot")]
    pub(crate) connect: Option<Place>,
    /// Open a private game and show the code to give to a friend
    #[arg(long, requires = "connect", conflicts_with_all = ["code", "watch"])]
    pub(crate) invite: bool,
    /// Join the private game with this code
    #[arg(long, requires = "connect", value_name = "CODE", conflicts_with = "watch")]
    pub(crate) code: Option<String>,
    /// Watch the game in this room
    #[arg(long, requires = "connect", value_name = "ROOM")]
    pub(crate) watch: Option<String>,
    /// Play one of the server's bots
    #[arg(long, requires = "connect", value_name = "LEVEL", conflicts_with_all = ["invite", "code", "watch"])]
    pub(crate) against: Option<Level>,
    /// The house rules to play by
    #[arg(long, requires = "connect", value_name = "PRESET", default_value = "live")]
    pub(crate) preset: PresetName,
    /// The name others see; your user name if not given
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Play as a guest: neither use nor keep an identity
    #[arg(long, requires = "connect")]
    pub(crate) guest: bool,
    /// How many colours; auto looks at NO_COLOR, COLORTERM and TERM
    #[arg(long, value_name = "COLOURS", default_value = "auto")]
    pub(crate) color: Color,
    /// Let discs appear instead of fall, and bots answer at once
    #[arg(long)]
    pub(crate) no_animation: bool,
}

/// How many colours a terminal has.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// As the environment says
    Auto,
    /// No colours
    Never,
    /// The sixteen of every terminal
    #[value(name = "16")]
    Sixteen,
    /// A palette of 256
    #[value(name = "256")]
    Palette,
    /// 24 bits
    #[value(name = "true")]
    True,
}

/// The house rules, by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PresetName {
    /// No clocks
    Classic,
    /// One person against a bot, 30 seconds per turn
    Solo,
    /// Idle players lose
    Live,
    /// Starter drawn by lot, a minute per turn
    Duel,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Preset {
        match name {
            PresetName::Classic => Preset::Classic,
            PresetName::Solo => Preset::Solo,
            PresetName::Live => Preset::Live,
            PresetName::Duel => Preset::Duel,
        }
    }
}

/// How strong a server's bot is.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// Plays anywhere
    Easy,
    /// Sees some threats
    Medium,
    /// Sees every threat
    Hard,
    /// Never errs
    Perfect,
}

impl From<Level> for fourfall_protocol::Difficulty {
    fn from(level: Level) -> fourfall_protocol::Difficulty {
        match level {
            Level::Easy => fourfall_protocol::Difficulty::Easy,
            Level::Medium => fourfall_protocol::Difficulty::Medium,
            Level::Hard => fourfall_protocol::Difficulty::Hard,
            Level::Perfect => fourfall_protocol::Difficulty::Perfect,
        }
    }
}

/// One level: the bot joins the server's queue and plays whoever it is paired with, until it is
/// stopped or has played --games; then it prints a table of its results.
///
/// Several levels: a ladder. Every two of them play --games against each other in private rooms,
/// taking turns to start.
#[derive(clap::Args, Debug)]
pub(crate) struct BotPlayer {
    /// The server
    #[arg(long, value_name = "URL", env = "FOURFALL_SERVER")]
    pub(crate) connect: Server,
    /// How it plays: live-easy, live-medium, live-hard, solo-easy, solo-medium, solo-hard or
    /// perfect; several, separated by commas, for a ladder
    #[arg(long = "level", value_name = "NAME", required = true, value_delimiter = ',', value_parser = super::bot)]
    pub(crate) levels: Vec<Bot>,
    /// Games to play; of every pair, in a ladder (there 2 if not given)
    #[arg(long, value_name = "NUMBER")]
    pub(crate) games: Option<NonZeroU32>,
    /// Join the private game with this code instead of the queue
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// The house rules to play by
    #[arg(long, value_name = "PRESET", default_value = "live")]
    pub(crate) preset: PresetName,
    /// The name others see; the level if not given
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The seed of its randomness, together with the number of the game in this run
    #[arg(long, value_name = "TEXT", default_value = "ABC123")]
    pub(crate) seed: String,
    /// Answer at once instead of pretending to think
    #[arg(long)]
    pub(crate) fast: bool,
    /// Print one JSON object per game and no table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints a line when a game begins, a line per disc, and a line when it ends, until it is stopped.
#[derive(clap::Args, Debug)]
pub(crate) struct Watch {
    /// The server; the address of a game to watch only that one, until it ends
    #[arg(value_name = "URL")]
    pub(crate) place: Place,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// In a terminal: the board, with the arrows going back and forth. Otherwise the last position, or
/// with --ply another one, as text.
#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// A file of games (JSON lines as `export` writes them, or moves), `-` for standard input, a
    /// link to a game or a position, moves such as 4435, or with --connect a room
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The server on which the room is
    #[arg(long, value_name = "URL", env = "FOURFALL_SERVER")]
    pub(crate) connect: Option<Server>,
    /// Start after this many discs instead of at the end
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(0..=42))]
    pub(crate) ply: Option<u8>,
    /// How many colours; auto looks at NO_COLOR, COLORTERM and TERM
    #[arg(long, value_name = "COLOURS", default_value = "auto")]
    pub(crate) color: Color,
}

/// Finished games, newest first, one JSON object per line, as the API has them.
///
/// A store can be read while no server runs on it; a running server is asked with --connect. Private
/// games are only in a store's games of one player (--player).
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("source").required(true))]
pub(crate) struct Export {
    /// Ask a running server
    #[arg(long, value_name = "URL", group = "source")]
    pub(crate) connect: Option<Server>,
    /// Read the SQLite file in this folder
    #[arg(long, value_name = "FOLDER", group = "source")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Read a PostgreSQL database: postgres://user:password@host/database
    #[arg(long, value_name = "URL", group = "source")]
    pub(crate) database_url: Option<String>,
    /// Only the games of this player, by id
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// At most this many
    #[arg(long, value_name = "NUMBER")]
    pub(crate) limit: Option<NonZeroU32>,
}
