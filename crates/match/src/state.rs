//! What a match is, and how each event changes it.

use std::fmt;

use fourfall_rules::{ByPlayer, Column, Game, Outcome, Player};

use crate::clock::Timestamp;
use crate::id::{MatchId, PlayerId};
use crate::preset::{Lot, Terms};
use crate::seat::{Kind, Seat};

/// A match in one of its lives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Match {
    /// Nothing has happened yet.
    #[default]
    New,
    /// The host waits for somebody to join.
    Open(Open),
    /// Both seats are taken, and the game is on.
    Playing(Playing),
    /// Nobody joined, and nobody will.
    Closed(Closed),
    /// The result is known and will not change.
    Finished(Finished),
}

/// A match with one seat taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// Who waits.
    pub host: Seat,
    /// What will be played by.
    pub terms: Terms,
    /// When the waiting began; after a restart, again.
    pub since: Timestamp,
}

/// A match that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playing {
    /// Who plays what.
    pub seats: ByPlayer<Seat>,
    /// What is played by.
    pub terms: Terms,
    /// The board and the moves. Undecided, except between the drop that decides it and its
    /// [`Event::Decided`], which are always written together.
    pub game: Game,
    /// When the match began.
    pub started: Timestamp,
    /// When the turn began; after a restart, again.
    pub turn_began: Timestamp,
    /// Whether the player to move has been warned for idling in this turn.
    pub warned: bool,
    /// For each player who is away, until when to be back.
    pub back_by: ByPlayer<Option<Timestamp>>,
}

/// A match that never began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Who had waited.
    pub host: Seat,
    /// What would have been played by.
    pub terms: Terms,
}

/// A match that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Who played what.
    pub seats: ByPlayer<Seat>,
    /// What was played by.
    pub terms: Terms,
    /// The board and the moves.
    pub game: Game,
    /// Who won, if anybody did.
    pub outcome: Outcome,
    /// What ended it.
    pub by: EndedBy,
    /// When the match began.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// Whether there will be another.
    pub rematch: Rematch,
}

/// What ended a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndedBy {
    /// Four in a row, or no free cell.
    Board,
    /// A player gave up or left.
    Resignation,
    /// A turn's clock ran out.
    Timeout,
    /// A player idled too long.
    Idling,
    /// A player did not come back in time.
    Absence,
}

/// Whether there will be another match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rematch {
    /// Nobody has asked.
    Unasked,
    /// One has asked.
    Asked(Player),
    /// One does not want to.
    Declined(Player),
    /// Both want to.
    Agreed {
        /// The new match.
        next: MatchId,
        /// Who starts it, where that is drawn by lot.
        lot: Lot,
    },
}

/// Something that happened. Past tense, complete, and never edited afterwards.
///
/// Every event that clients hear of is one message to them, with its own version.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    missing_docs,
    reason = "every `at` is when, every `player` who; the variants say the rest"
)]
pub enum Event {
    /// Somebody opened a match.
    Created { host: Seat, terms: Terms, at: Timestamp },
    /// Somebody took the other seat, and the game is on.
    Joined { guest: Seat, host_plays: Player, at: Timestamp },
    /// The player to move dropped a disc.
    Dropped { column: Column, at: Timestamp },
    /// The last drop decided the board. Who won, the rules say.
    Decided { at: Timestamp },
    /// A player gave up.
    Resigned { player: Player, at: Timestamp },
    /// The turn's clock ran out on the player to move.
    TimedOut { player: Player, at: Timestamp },
    /// The player to move was warned for idling.
    IdleWarned { player: Player, at: Timestamp },
    /// The player to move idled too long.
    IdledOut { player: Player, at: Timestamp },
    /// A player's connection is gone. The time to come back runs.
    Disconnected { player: Player, at: Timestamp },
    /// A player is back.
    Connected { player: Player, at: Timestamp },
    /// A player did not come back in time.
    StayedAway { player: Player, at: Timestamp },
    /// The server was away. Everybody has the whole time to come back, and the player to move the
    /// whole turn.
    Recovered { at: Timestamp },
    /// Nobody joined in time, or the host left.
    Closed { at: Timestamp },
    /// A player asked for another match.
    RematchAsked { player: Player, at: Timestamp },
    /// A player does not want another match.
    RematchDeclined { player: Player, at: Timestamp },
    /// Both want another match, and this is its name.
    RematchAgreed { next: MatchId, lot: Lot, at: Timestamp },
}

/// An event that cannot have happened in this state: the log is damaged or out of order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorruptLog {
    /// The event that does not fit.
    pub event: Box<Event>,
    /// What it does not fit.
    pub state: &'static str,
}

impl fmt::Display for CorruptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot have happened to {}", self.event, self.state)
    }
}

impl std::error::Error for CorruptLog {}

impl Event {
    /// When it happened.
    pub const fn at(&self) -> Timestamp {
        match *self {
            Event::Created { at, .. }
            | Event::Joined { at, .. }
            | Event::Dropped { at, .. }
            | Event::Decided { at }
            | Event::Resigned { at, .. }
            | Event::TimedOut { at, .. }
            | Event::IdleWarned { at, .. }
            | Event::IdledOut { at, .. }
            | Event::Disconnected { at, .. }
            | Event::Connected { at, .. }
            | Event::StayedAway { at, .. }
            | Event::Recovered { at }
            | Event::Closed { at }
            | Event::RematchAsked { at, .. }
            | Event::RematchDeclined { at, .. }
            | Event::RematchAgreed { at, .. } => at,
        }
    }

    /// Whether the result of the match is known with this event.
    pub const fn ends_the_game(&self) -> bool {
        match self {
            Event::Decided { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::IdledOut { .. }
            | Event::StayedAway { .. } => true,
            Event::Created { .. }
            | Event::Joined { .. }
            | Event::Dropped { .. }
            | Event::IdleWarned { .. }
            | Event::Disconnected { .. }
            | Event::Connected { .. }
            | Event::Recovered { .. }
            | Event::Closed { .. }
            | Event::RematchAsked { .. }
            | Event::RematchDeclined { .. }
            | Event::RematchAgreed { .. } => false,
        }
    }
}

impl Match {
    /// The match these events, all of them in order, lead to.
    ///
    /// # Errors
    ///
    /// If the log is damaged or out of order.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Match, CorruptLog> {
        events.into_iter().try_fold(Match::New, Match::apply)
    }

    /// Folds one event into the state.
    ///
    /// # Errors
    ///
    /// Only for events [`Match::decide`] would not have produced, so only when replaying a bad log.
    pub fn apply(self, event: &Event) -> Result<Match, CorruptLog> {
        let state = self.name();
        let applied = match self {
            Match::New => created(event),
            Match::Open(open) => open.apply(event),
            Match::Playing(game) => game.apply(event),
            Match::Finished(finished) => finished.apply(event).map(Match::Finished),
            Match::Closed(_) => None,
        };
        applied.ok_or_else(|| CorruptLog { event: Box::new(event.clone()), state })
    }

    /// Both seats, once both are taken.
    pub const fn seats(&self) -> Option<&ByPlayer<Seat>> {
        match self {
            Match::Playing(Playing { seats, .. }) | Match::Finished(Finished { seats, .. }) => {
                Some(seats)
            }
            Match::New | Match::Open(_) | Match::Closed(_) => None,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Match::New => "a match that does not exist",
            Match::Open(_) => "a match that waits for a guest",
            Match::Playing(_) => "a match that is being played",
            Match::Closed(_) => "a match that never began",
            Match::Finished(_) => "a match that is over",
        }
    }
}

fn created(event: &Event) -> Option<Match> {
    if let Event::Created { host, terms, at } = event {
        Some(Match::Open(Open { host: host.clone(), terms: *terms, since: *at }))
    } else {
        None
    }
}

impl Open {
    fn apply(self, event: &Event) -> Option<Match> {
        let Open { host, terms, .. } = self;
        match event {
            Event::Joined { guest, host_plays, at } if guest.player != host.player => {
                let seats = match host_plays {
                    Player::First => ByPlayer { first: host, second: guest.clone() },
                    Player::Second => ByPlayer { first: guest.clone(), second: host },
                };
                Some(Match::Playing(Playing::start(seats, terms, *at)))
            }
            Event::Recovered { at } => Some(Match::Open(Open { host, terms, since: *at })),
            Event::Closed { .. } => Some(Match::Closed(Closed { host, terms })),
            Event::Joined { .. }
            | Event::Created { .. }
            | Event::Dropped { .. }
            | Event::Decided { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::IdleWarned { .. }
            | Event::IdledOut { .. }
            | Event::Disconnected { .. }
            | Event::Connected { .. }
            | Event::StayedAway { .. }
            | Event::RematchAsked { .. }
            | Event::RematchDeclined { .. }
            | Event::RematchAgreed { .. } => None,
        }
    }
}

impl Playing {
    fn start(seats: ByPlayer<Seat>, terms: Terms, at: Timestamp) -> Playing {
        Playing {
            seats,
            terms,
            game: Game::new(),
            started: at,
            turn_began: at,
            warned: false,
            back_by: ByPlayer { first: None, second: None },
        }
    }

    /// The player to move.
    pub const fn turn(&self) -> Player {
        self.game.position().turn()
    }

    /// What a player plays, if seated.
    pub fn player(&self, id: &PlayerId) -> Option<Player> {
        find(&self.seats, id)
    }

    /// Whether a player is here. Bots always are.
    pub fn is_here(&self, player: Player) -> bool {
        self.back_by[player].is_none()
    }

    fn apply(mut self, event: &Event) -> Option<Match> {
        let undecided = self.game.position().outcome().is_none();
        match *event {
            Event::Dropped { column, at } => {
                self.game.play(column).ok()?;
                self.begin_turn(at);
            }
            Event::Decided { at } => {
                let outcome = self.game.position().outcome()?;
                return Some(self.finish(outcome, EndedBy::Board, at));
            }
            Event::Resigned { player, at } if undecided => {
                return Some(self.lost_by(player, EndedBy::Resignation, at));
            }
            Event::TimedOut { player, at } if undecided && player == self.turn() => {
                return Some(self.lost_by(player, EndedBy::Timeout, at));
            }
            Event::IdledOut { player, at } if undecided && player == self.turn() => {
                return Some(self.lost_by(player, EndedBy::Idling, at));
            }
            Event::StayedAway { player, at } if undecided && !self.is_here(player) => {
                return Some(self.lost_by(player, EndedBy::Absence, at));
            }
            Event::IdleWarned { player, .. } if player == self.turn() && !self.warned => {
                self.warned = true;
            }
            Event::Disconnected { player, at } if self.is_here(player) => self.expect(player, at),
            Event::Connected { player, .. } if !self.is_here(player) => {
                self.back_by[player] = None;
            }
            Event::Recovered { at } => {
                self.begin_turn(at);
                Player::BOTH.into_iter().for_each(|it| self.expect(it, at));
            }
            Event::Created { .. }
            | Event::Joined { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::IdledOut { .. }
            | Event::StayedAway { .. }
            | Event::IdleWarned { .. }
            | Event::Disconnected { .. }
            | Event::Connected { .. }
            | Event::Closed { .. }
            | Event::RematchAsked { .. }
            | Event::RematchDeclined { .. }
            | Event::RematchAgreed { .. } => return None,
        }
        Some(Match::Playing(self))
    }

    fn begin_turn(&mut self, at: Timestamp) {
        self.turn_began = at;
        self.warned = false;
    }

    /// A person who is away from `at` on has the whole window to come back.
    fn expect(&mut self, player: Player, at: Timestamp) {
        self.back_by[player] = match self.seats[player].kind {
            Kind::Human => Some(at + self.terms.reconnect),
            Kind::Bot(_) => None,
        };
    }

    fn lost_by(self, player: Player, by: EndedBy, at: Timestamp) -> Match {
        self.finish(Outcome::Won(player.other()), by, at)
    }

    fn finish(self, outcome: Outcome, by: EndedBy, at: Timestamp) -> Match {
        let Playing { seats, terms, game, started, .. } = self;
        let rematch = Rematch::Unasked;
        Match::Finished(Finished { seats, terms, game, outcome, by, started, ended: at, rematch })
    }
}

impl Finished {
    /// What a player played, if seated.
    pub fn player(&self, id: &PlayerId) -> Option<Player> {
        find(&self.seats, id)
    }

    /// After the end only the rematch is left to talk about.
    fn apply(mut self, event: &Event) -> Option<Finished> {
        self.rematch = match (self.rematch, event) {
            (Rematch::Unasked, &Event::RematchAsked { player, .. }) => Rematch::Asked(player),
            (Rematch::Asked(_), &Event::RematchAgreed { next, lot, .. }) => {
                Rematch::Agreed { next, lot }
            }
            (Rematch::Unasked | Rematch::Asked(_), &Event::RematchDeclined { player, .. }) => {
                Rematch::Declined(player)
            }
            (
                Rematch::Unasked
                | Rematch::Asked(_)
                | Rematch::Declined(_)
                | Rematch::Agreed { .. },
                _,
            ) => return None,
        };
        Some(self)
    }
}

fn find(seats: &ByPlayer<Seat>, id: &PlayerId) -> Option<Player> {
    Player::BOTH.into_iter().find(|&it| seats[it].player == *id)
}
