//! Who sits where.

use std::sync::Arc;

use crate::PlayerId;

/// One of the two places at the board, and who has taken it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who.
    pub player: PlayerId,
    /// The name to show. It was checked where it came in.
    pub name: Arc<str>,
    /// Person or machine.
    pub kind: Kind,
}

/// Person or machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A person, who may be disconnected.
    Human,
    /// A machine, which is always there.
    Bot(BotLevel),
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotLevel {
    /// Plays anywhere.
    Easy,
    /// Sees some threats.
    Medium,
    /// Sees every threat.
    Hard,
    /// Never errs.
    Perfect,
}

impl Seat {
    /// A person's seat.
    pub fn human(player: PlayerId, name: &str) -> Seat {
        Seat { player, name: name.into(), kind: Kind::Human }
    }

    /// A bot's seat.
    pub fn bot(player: PlayerId, name: &str, level: BotLevel) -> Seat {
        Seat { player, name: name.into(), kind: Kind::Bot(level) }
    }

    /// The level of the bot that sits here, if one does.
    pub const fn bot_level(&self) -> Option<BotLevel> {
        match self.kind {
            Kind::Human => None,
            Kind::Bot(level) => Some(level),
        }
    }
}
