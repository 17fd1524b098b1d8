//! What is shown, as plain data: a referee describes it, the screen draws it.

use fourfall_engine::Value;
use fourfall_rules::{ByPlayer, Column, Game, Player};

/// Everything about a game that the screen shows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene {
    /// What is being played: one line.
    pub(crate) title: String,
    pub(crate) game: Game,
    pub(crate) sides: ByPlayer<Side>,
    pub(crate) draws: u32,
    /// Who is to move, while the game is on.
    pub(crate) turn: Option<Player>,
    /// Whether the keyboard may drop a disc now.
    pub(crate) aiming: bool,
    /// A disc on its way to the server.
    pub(crate) sent: Option<Column>,
    /// What each column is worth, if that is to be seen.
    pub(crate) values: Option<Values>,
    /// The column to be recommended.
    pub(crate) hint: Option<Column>,
    /// The one sentence that matters now.
    pub(crate) status: String,
    /// A less important one.
    pub(crate) detail: String,
    /// Whether somebody thinks or something is under way.
    pub(crate) busy: bool,
    /// What can be done now besides moving.
    pub(crate) acts: Vec<Act>,
    /// Whether leaving now costs the game.
    pub(crate) leaving_resigns: bool,
}

/// What every column is worth to the player to move; none where no disc fits.
pub(crate) type Values = [Option<Value>; Column::COUNT as usize];

/// One of the two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) name: String,
    /// As the wire names it: `"red"`, `"#000000"`.
    pub(crate) color: String,
    pub(crate) wins: u32,
    /// Seconds left of what runs for this player.
    pub(crate) seconds: Option<u64>,
    /// A note about this player: "away", "you".
    pub(crate) note: Option<&'static str>,
}

/// What a person can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    Left,
    Right,
    Column(Column),
    Drop,
    /// Back to the first position, or on to the last.
    First,
    Last,
    TakeBack,
    Hint,
    Values,
    Resign,
    Abort,
    /// Another game.
    Again,
    /// An opponent other than the last.
    Other,
    Help,
    Leave,
}

impl Act {
    /// The key for it, and what it does, for the line at the bottom and the help.
    pub(crate) const fn key(self) -> (&'static str, &'static str) {
        match self {
            Act::Left => ("←", "back"),
            Act::Right => ("→", "on"),
            Act::Column(_) => ("1–7", "drop"),
            Act::Drop => ("Enter", "drop"),
            Act::First => ("Home", "first"),
            Act::Last => ("End", "last"),
            Act::TakeBack => ("u", "take back"),
            Act::Hint => ("h", "hint"),
            Act::Values => ("v", "values"),
            Act::Resign => ("r", "resign"),
            Act::Abort => ("x", "call off"),
            Act::Again => ("n", "next game"),
            Act::Other => ("o", "other opponent"),
            Act::Help => ("?", "help"),
            Act::Leave => ("q", "quit"),
        }
    }
}

/// `3:07`, or `42 s` under a minute.
pub(crate) fn clock(seconds: u64) -> String {
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// `+5`, `=`, `−4`: a value in as little room as a column has.
pub(crate) fn short(value: Value) -> String {
    match value {
        Value::Win { plies } => format!("+{plies}"),
        Value::Draw => "=".to_owned(),
        Value::Loss { plies } => format!("-{plies}"),
    }
}
