//! What an operator can type.

use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use fourfall_server::admin::{MatchId, Subject};

/// Works on the store, also while servers run on it: they follow within a second. Everything is
/// written down in the store; `fourfall admin deeds` lists it.
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
    /// Who does it, for the list of deeds
    #[arg(long, env = "USER", default_value = "operator", value_name = "NAME", global = true)]
    pub(crate) operator: String,
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Task {
    /// Keep a player or addresses from playing; who is connected is cut off
    Ban {
        /// A player's id, an address, or a network such as 192.0.2.0/24
        #[arg(value_parser = Subject::parse, value_name = "WHOM")]
        subject: Subject,
        /// Why, for other operators
        #[arg(long, default_value = "", value_name = "TEXT")]
        reason: String,
        /// Ends by itself after this many hours
        #[arg(long, value_parser = hours, value_name = "NUMBER")]
        hours: Option<Duration>,
    },
    /// Let them play again
    Unban {
        /// As it was banned
        #[arg(value_parser = Subject::parse, value_name = "WHOM")]
        subject: Subject,
    },
    /// The bans that hold
    Bans,
    /// Everybody who has finished a game
    Players {
        /// Only those whose name or id contains this
        #[arg(default_value = "", value_name = "TEXT")]
        containing: String,
    },
    /// Who finds moves that people do not find, most of them first
    Suspicious {
        /// How many of the newest games are looked at
        #[arg(long, default_value_t = 200, value_name = "NUMBER")]
        games: usize,
    },
    /// End a running match without a result
    Close {
        /// The match
        #[arg(value_name = "MATCH")]
        id: MatchId,
    },
    /// Take back what a match has changed about ratings
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
    /// Read everything, and say what is wrong
    Check,
    /// Put a backup in the place of what is there, which stays under another name; the server must be stopped
    Restore {
        /// The folder of the backup
        #[arg(value_name = "FOLDER")]
        from: PathBuf,
    },
    /// Everything that is kept about a player beside the games, as JSON
    Show {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// Call a player something else wherever a name is shown
    Rename {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
        /// The name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Show no name of a player any more
    Hide {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// What players have reported
    Reports,
    /// Log a player out everywhere
    Revoke {
        /// The player's id
        #[arg(value_name = "PLAYER")]
        player: String,
    },
    /// The keys that sign tokens
    #[command(subcommand)]
    Keys(Keys),
    /// Take no new games, so that a server can be restarted; running ones go on
    Drain,
    /// Take new games again
    Undrain,
    /// Change what running servers log: a level, or target=level pairs
    Log {
        /// The filter
        #[arg(value_name = "FILTER")]
        filter: String,
    },
    /// Everything that was done
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
