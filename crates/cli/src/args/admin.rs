//! The arguments of `fourfall admin`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use fourfall_server::admin::{MatchId, Subject};

/// Works on the store, also while servers run on it: they follow within a second. Changes are recorded
/// in an audit log in the store; `fourfall admin deeds` lists it.
#[derive(clap::Args, Debug)]
pub(crate) struct Admin {
    /// Folder of the SQLite files
    #[arg(
        long,
        env = "FOURFALL_DATA_DIR",
        default_value = "data",
        value_name = "FOLDER",
        global = true
    )]
    pub(crate) data_dir: PathBuf,
    /// The PostgreSQL database instead: postgres://user:password@host/database
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL", global = true)]
    pub(crate) database_url: Option<String>,
    /// The operator's name, for the audit log
    #[arg(long, env = "USER", default_value = "operator", value_name = "NAME", global = true)]
    pub(crate) operator: String,
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Task {
    /// Ban a player or addresses; their open connections are closed
    Ban {
        /// A player's id, an address, or a network such as 192.0.2.0/24
        #[arg(value_parser = Subject::parse, value_name = "WHOM")]
        subject: Subject,
        /// The reason, for other operators
        #[arg(long, default_value = "", value_name = "TEXT")]
        reason: String,
        /// End the ban after this many hours
        #[arg(long, value_parser = hours, value_name = "NUMBER")]
        hours: Option<Duration>,
    },
    /// Lift a ban
    Unban {
        /// The player's id, address or network, as it was banned
        #[arg(value_parser = Subject::parse, value_name = "WHOM")]
        subject: Subject,
    },
    /// List the bans in force
    Bans,
    /// List all players who have finished a game
    Players {
        /// Only those whose name or id contains this
        #[arg(default_value = "", value_name = "TEXT")]
        containing: String,
    },
    /// List players who find moves that people rarely find, the highest percentage first
    Suspicious {
        /// How many of the newest games to read
        #[arg(long, default_value_t = 200, value_name = "NUMBER")]
        games: usize,
    },
    /// End a running match without a result
    Close {
        /// The match
        #[arg(value_name = "MATCH")]
        id: MatchId,
    },
    /// Revert the rating changes of a match, and exclude it from the ratings
    Void {
        /// The match
        #[arg(value_name = "MATCH")]
        id: MatchId,
    },
    /// Copy everything into a new folder, also while a server runs
    Backup {
        /// The new folder
        #[arg(value_name = "FOLDER")]
        to: PathBuf,
    },
    /// Read everything, and say what is damaged
    Check,
    /// Replace the store by a backup; the old files stay under other names. The server must be stopped
    Restore {
        /// The folder of the backup
        #[arg(value_name = "FOLDER")]
        from: PathBuf,
    },
    /// Print everything that is stored about a player except the games, as JSON
    Show {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// Replace the name shown for a player, in past games too
    Rename {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
        /// The new name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Show "hidden" instead of a player's name, in past games too
    Hide {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// List what players have reported
    Reports,
    /// Log a player out everywhere
    Revoke {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// Manage the keys that sign tokens
    #[command(subcommand)]
    Keys(Keys),
    /// Accept no new games, so that a server can be restarted; running ones go on
    Drain,
    /// Accept new games again
    Undrain,
    /// Change what running servers log: a level, or target=level pairs
    Log {
        /// The filter
        #[arg(value_name = "FILTER")]
        filter: String,
    },
    /// List the audit log: what operators have done, and what players have done to their own accounts
    Deeds,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Keys {
    /// Sign with a new key from now on; nobody is logged out
    Rotate,
}

fn hours(text: &str) -> Result<Duration, String> {
    let number = text.parse::<u32>().ok().filter(|it| (1..=100_000).contains(it));
    let number = number.ok_or("expected a number of hours from 1 to 100000")?;
    Ok(Duration::from_secs(u64::from(number) * 60 * 60))
}
