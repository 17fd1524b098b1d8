//! Commands to a match, and how it judges them.

use std::fmt;

use fourfall_rules::{Column, Game, PlayError, Player};

use crate::clock::{Due, Timestamp};
use crate::id::{MatchId, PlayerId};
use crate::preset::{Lot, Starter, Terms};
use crate::seat::{Kind, Seat};
use crate::state::{ClosedBy, DeclinedBy, Event, Finished, Match, Open, Playing, Rematch, Series};

/// What somebody asks for, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// When it was asked.
    pub at: Timestamp,
    /// What.
    pub action: Action,
}

/// What somebody asks for. The caller has checked that the sender is `by`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Open a match.
    Create {
        /// The first seat.
        host: Seat,
        /// The terms to play by.
        terms: Terms,
    },
    /// Take the other seat.
    Join {
        /// The second seat.
        guest: Seat,
        /// Who starts, where that is drawn by lot.
        lot: Lot,
    },
    /// Drop a disc.
    Drop {
        /// Who drops.
        by: PlayerId,
        /// Where; none if there is no such column.
        column: Option<Column>,
        /// Which disc of the game it is meant to be, the first being 1; so that a repeat is
        /// recognized.
        number: Option<u32>,
    },
    /// Give up.
    Resign {
        /// Who gives up.
        by: PlayerId,
    },
    /// Leave for good: gives up a running match, closes an open one, declines a rematch.
    Leave {
        /// Who leaves.
        by: PlayerId,
    },
    /// Close an open match, and nothing but an open one.
    Cancel {
        /// Who hosts it.
        by: PlayerId,
    },
    /// End a match without a result, before both have dropped a disc.
    Abort {
        /// Who calls it off.
        by: PlayerId,
    },
    /// End a match without a result, whenever it is and whoever plays: by order of the house.
    CallOff,
    /// "I am here."
    Connect {
        /// Who is here.
        by: PlayerId,
    },
    /// The last connection of a player is gone.
    Disconnect {
        /// Whose.
        by: PlayerId,
    },
    /// Play again.
    AskRematch {
        /// Who asks.
        by: PlayerId,
        /// The id of the new match, if both now want it.
        next: MatchId,
        /// Who starts it, where that is drawn by lot.
        lot: Lot,
    },
    /// Do not play again.
    DeclineRematch {
        /// Who declines.
        by: PlayerId,
        /// Why.
        why: DeclinedBy,
    },
    /// The server has been away: nobody is to blame.
    Recover,
    /// The server could not write for a while: nobody is to blame.
    Stall,
    /// See whether a deadline has passed. Anybody may ask, any number of times.
    Tick,
}

/// Why a command was refused. Every variant is something a client can act on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// There is no such match.
    Unknown,
    /// There is such a match already.
    Exists,
    /// Nobody has joined yet.
    NotStarted,
    /// Both seats are taken.
    Full,
    /// One cannot play oneself.
    OwnMatch,
    /// It has been decided, or closed before it began.
    Over,
    /// There is nothing to play again yet.
    StillOn,
    /// Both have dropped a disc: it is too late to call the match off.
    TooLate,
    /// Somebody does not play in this match.
    NotSeated,
    /// It is the other's turn.
    NotYourTurn,
    /// That disc of the game was dropped elsewhere, or is not the next one.
    WrongNumber {
        /// The number that came with the drop.
        number: u32,
    },
    /// The rules forbid it.
    Illegal(PlayError),
    /// There will be no other match.
    RematchDeclined,
    /// The other match has been agreed on already.
    RematchAgreed,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejection::Unknown => "there is no such game",
            Rejection::Exists => "there is such a game already",
            Rejection::NotStarted => "the game has not started: nobody has joined yet",
            Rejection::Full => "both seats are taken",
            Rejection::OwnMatch => "you cannot play against yourself",
            Rejection::Over => "the game is over",
            Rejection::StillOn => "the game is still on",
            Rejection::TooLate => "both have dropped a disc already: you can only resign now",
            Rejection::NotSeated => "you do not play in this game",
            Rejection::NotYourTurn => "it is not your turn",
            Rejection::WrongNumber { number } => {
                return write!(f, "disc {number} is not the next one to drop");
            }
            Rejection::Illegal(why) => return why.fmt(f),
            Rejection::RematchDeclined => "there will be no rematch",
            Rejection::RematchAgreed => "the rematch has begun",
        })
    }
}

impl std::error::Error for Rejection {}

impl From<PlayError> for Rejection {
    fn from(why: PlayError) -> Rejection {
        Rejection::Illegal(why)
    }
}

/// The events that open a match in which both seats are taken at once.
pub fn opening(host: Seat, guest: Seat, terms: Terms, lot: Lot, at: Timestamp) -> [Event; 2] {
    let host_plays = terms.starter.host_plays(lot);
    let series = Series::default();
    [Event::Created { host, terms, series, at }, Event::Joined { guest, host_plays, at }]
}

impl Finished {
    /// The next match between the two: with the colours swapped, or drawn by lot where the preset
    /// does. Against a bot a person keeps seat and colour.
    pub fn opening_of_rematch(&self, lot: Lot, at: Timestamp) -> [Event; 2] {
        let starter = match self.terms.preset.rules().starter {
            Starter::Host | Starter::Guest => Starter::Host,
            Starter::Lot => Starter::Lot,
        };
        let with_bot = self.seats.iter().any(|it| it.kind != Kind::Human);
        let host = if with_bot { Player::First } else { Player::Second };
        let score = self.score();
        let series = Series {
            host_wins: score.wins[host],
            guest_wins: score.wins[host.other()],
            draws: score.draws,
        };
        let terms = Terms { starter, ..self.terms };
        let host_plays = starter.host_plays(lot);
        let [host, guest] = [host, host.other()].map(|it| self.seats[it].clone());
        [Event::Created { host, terms, series, at }, Event::Joined { guest, host_plays, at }]
    }

    /// Whether both want another match as soon as this player asks for it.
    pub fn agrees_with(&self, player: Player) -> bool {
        match self.rematch {
            Rematch::Unasked => self.seats[player.other()].kind != Kind::Human,
            Rematch::Asked(first) => first != player,
            Rematch::Declined(..) | Rematch::Agreed { .. } => false,
        }
    }
}

impl Match {
    /// Judges a command. Returns what happens because of it; changes nothing.
    ///
    /// The result may be empty: for a repeat of a move already made, or a tick before its time. It
    /// may also be something else than was asked for: after a deadline the match is lost by it, so
    /// a late drop is a loss on time. A room that sends a [`Tick`](Action::Tick) before each
    /// command can tell the two apart without looking.
    ///
    /// # Errors
    ///
    /// If the command is refused.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Rejection> {
        match self {
            Match::New => decide_new(command),
            Match::Open(open) => open.decide(command),
            Match::Playing(game) => game.decide(command),
            Match::Closed(_) => decide_closed(command),
            Match::Finished(finished) => finished.decide(command),
        }
    }
}

fn decide_new(Command { at, action }: &Command) -> Result<Vec<Event>, Rejection> {
    match action {
        Action::Create { host, terms } => {
            let series = Series::default();
            Ok(vec![Event::Created { host: host.clone(), terms: *terms, series, at: *at }])
        }
        Action::Tick | Action::Recover | Action::Stall | Action::CallOff => Ok(vec![]),
        Action::Join { .. }
        | Action::Drop { .. }
        | Action::Resign { .. }
        | Action::Leave { .. }
        | Action::Cancel { .. }
        | Action::Abort { .. }
        | Action::Connect { .. }
        | Action::Disconnect { .. }
        | Action::AskRematch { .. }
        | Action::DeclineRematch { .. } => Err(Rejection::Unknown),
    }
}

fn decide_closed(Command { action, .. }: &Command) -> Result<Vec<Event>, Rejection> {
    match action {
        Action::Create { .. } => Err(Rejection::Exists),
        Action::Tick
        | Action::Recover
        | Action::Stall
        | Action::CallOff
        | Action::Connect { .. }
        | Action::Disconnect { .. } => Ok(vec![]),
        Action::Join { .. }
        | Action::Drop { .. }
        | Action::Resign { .. }
        | Action::Leave { .. }
        | Action::Cancel { .. }
        | Action::Abort { .. }
        | Action::AskRematch { .. }
        | Action::DeclineRematch { .. } => Err(Rejection::Over),
    }
}

impl Open {
    fn decide(&self, Command { at, action }: &Command) -> Result<Vec<Event>, Rejection> {
        let at = *at;
        let deadline = self.deadline();
        let host_only = |by: &PlayerId| {
            if *by == self.host.player { Ok(()) } else { Err(Rejection::NotSeated) }
        };
        match action {
            Action::Create { .. } => Err(Rejection::Exists),
            Action::Recover => Ok(vec![Event::Recovered { at }]),
            Action::Stall => Ok(vec![Event::Stalled { at }]),
            Action::Join { .. } | Action::Tick if deadline.at <= at => {
                Ok(vec![deadline.due.event(at)])
            }
            Action::Tick => Ok(vec![]),
            Action::CallOff => Ok(vec![Event::Closed { why: ClosedBy::Host, at }]),
            Action::Join { guest, .. } if guest.player == self.host.player => {
                Err(Rejection::OwnMatch)
            }
            Action::Join { guest, lot } => {
                let host_plays = self.terms.starter.host_plays(*lot);
                Ok(vec![Event::Joined { guest: guest.clone(), host_plays, at }])
            }
            Action::Leave { by } | Action::Cancel { by } => {
                host_only(by).map(|()| vec![Event::Closed { why: ClosedBy::Host, at }])
            }
            Action::Connect { by } => host_only(by).map(|()| match self.away {
                Some(_) if deadline.at <= at => vec![deadline.due.event(at)],
                Some(_) => vec![Event::Connected { player: Player::First, at }],
                None => vec![],
            }),
            Action::Disconnect { by } => host_only(by).map(|()| match self.away {
                None => vec![Event::Disconnected { player: Player::First, at }],
                Some(_) => vec![],
            }),
            Action::Drop { by, .. }
            | Action::Abort { by }
            | Action::Resign { by }
            | Action::AskRematch { by, .. }
            | Action::DeclineRematch { by, .. } => host_only(by).and(Err(Rejection::NotStarted)),
        }
    }
}

impl Playing {
    fn decide(&self, Command { at, action }: &Command) -> Result<Vec<Event>, Rejection> {
        let at = *at;
        let seated = |by| self.player(by).ok_or(Rejection::NotSeated);
        if self.game.position().outcome().is_some() {
            // The log was cut between the drop and the end it led to: add the end.
            return Ok(vec![Due::Decision.event(at)]);
        }
        let on_time = |events| match self.overdue(at) {
            Some(due) => vec![due.event(at)],
            None => events,
        };
        match action {
            Action::Create { .. } => Err(Rejection::Exists),
            Action::Join { .. } => Err(Rejection::Full),
            Action::Recover => Ok(vec![Event::Recovered { at }]),
            Action::Stall => Ok(vec![Event::Stalled { at }]),
            Action::CallOff => Ok(vec![Event::Closed { why: ClosedBy::Abort, at }]),
            Action::Tick => {
                Ok(on_time(self.warning_due(at).map(|it| it.event(at)).into_iter().collect()))
            }
            Action::Drop { by, column, number } => {
                self.decide_drop(seated(by)?, *column, *number, at)
            }
            Action::Resign { by } | Action::Leave { by } => {
                seated(by).map(|player| on_time(vec![Event::Resigned { player, at }]))
            }
            Action::Cancel { by } => seated(by).and(Err(Rejection::StillOn)),
            Action::Abort { by } => {
                seated(by)?;
                if self.game.position().ply() < 2 {
                    Ok(on_time(vec![Event::Closed { why: ClosedBy::Abort, at }]))
                } else {
                    Err(Rejection::TooLate)
                }
            }
            Action::Connect { by } => seated(by).map(|player| match self.is_here(player) {
                true => on_time(vec![]),
                false => on_time(vec![Event::Connected { player, at }]),
            }),
            Action::Disconnect { by } => {
                seated(by).map(|player| match (self.seats[player].kind, self.is_here(player)) {
                    (Kind::Human, true) => on_time(vec![Event::Disconnected { player, at }]),
                    (Kind::Human, false) | (Kind::Bot(_), _) => on_time(vec![]),
                })
            }
            Action::AskRematch { by, .. } | Action::DeclineRematch { by, .. } => {
                seated(by).and(Err(Rejection::StillOn))
            }
        }
    }

    fn decide_drop(
        &self,
        player: Player,
        column: Option<Column>,
        number: Option<u32>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Rejection> {
        if let (Some(number), Some(column)) = (number, column)
            && has_been_made(&self.game, player, column, number)?
        {
            return Ok(vec![]);
        }
        if let Some(due) = self.overdue(at) {
            return Ok(vec![due.event(at)]);
        }
        if player != self.turn() {
            return Err(Rejection::NotYourTurn);
        }
        let column = column.ok_or(PlayError::NoSuchColumn)?;
        let after = self.game.position().play(column)?;
        let dropped = Event::Dropped { column, at };
        Ok(match after.outcome() {
            None => vec![dropped],
            Some(_) => vec![dropped, Event::Decided { at }],
        })
    }
}

impl Finished {
    fn decide(&self, Command { at, action }: &Command) -> Result<Vec<Event>, Rejection> {
        let at = *at;
        let seated = |by| self.player(by).ok_or(Rejection::NotSeated);
        match action {
            Action::Create { .. } => Err(Rejection::Exists),
            Action::Join { .. } => Err(Rejection::Over),
            Action::Tick | Action::Recover | Action::Stall | Action::CallOff => Ok(vec![]),
            Action::Connect { by } => seated(by).map(|_| vec![]),
            // An offer ends when the player who made it disconnects.
            Action::Disconnect { by } => {
                seated(by).map(|player| self.decline(player, DeclinedBy::Disconnect, at))
            }
            Action::Resign { by } | Action::Cancel { by } | Action::Abort { by } => {
                seated(by).and(Err(Rejection::Over))
            }
            Action::Drop { by, column, number } => {
                let player = seated(by)?;
                let made = number
                    .zip(*column)
                    .map(|(number, column)| has_been_made(&self.game, player, column, number));
                match made {
                    Some(Ok(true)) => Ok(vec![]),
                    Some(Ok(false) | Err(_)) | None => Err(Rejection::Over),
                }
            }
            Action::AskRematch { by, next, lot } => {
                self.decide_rematch(seated(by)?, *next, *lot, at)
            }
            Action::DeclineRematch { by, why } => {
                let player = seated(by)?;
                match self.rematch {
                    Rematch::Agreed { .. } => Err(Rejection::RematchAgreed),
                    Rematch::Unasked | Rematch::Asked(_) | Rematch::Declined(..) => {
                        Ok(self.decline(player, *why, at))
                    }
                }
            }
            Action::Leave { by } => {
                let player = seated(by)?;
                Ok(self.decline(player, DeclinedBy::Leaving, at))
            }
        }
    }

    fn decline(&self, player: Player, why: DeclinedBy, at: Timestamp) -> Vec<Event> {
        let matters = match (self.rematch, why) {
            // Disconnecting only withdraws an offer.
            (Rematch::Unasked, DeclinedBy::Disconnect) => false,
            (Rematch::Asked(first), DeclinedBy::Disconnect) => first == player,
            (Rematch::Unasked | Rematch::Asked(_), _) => true,
            (Rematch::Declined(..) | Rematch::Agreed { .. }, _) => false,
        };
        if matters { vec![Event::RematchDeclined { player, why, at }] } else { vec![] }
    }

    fn decide_rematch(
        &self,
        player: Player,
        next: MatchId,
        lot: Lot,
        at: Timestamp,
    ) -> Result<Vec<Event>, Rejection> {
        let asked = Event::RematchAsked { player, at };
        let agreed = Event::RematchAgreed { next, lot, at };
        match (self.rematch, self.seats[player.other()].kind) {
            (Rematch::Unasked, Kind::Human) => Ok(vec![asked]),
            // A bot always plays again.
            (Rematch::Unasked, Kind::Bot(_)) => Ok(vec![asked, agreed]),
            (Rematch::Asked(first), _) if first == player => Ok(vec![]),
            (Rematch::Asked(_), _) => Ok(vec![agreed]),
            (Rematch::Declined(..), _) => Err(Rejection::RematchDeclined),
            // A repeat of the question that led to the agreement.
            (Rematch::Agreed { .. }, _) => Ok(vec![]),
        }
    }
}

/// Whether `player` has made this very move already.
///
/// Moves are numbered from 1. Players alternate, so the first has the odd numbers and the second
/// the even ones; a client that counts from 0 has it the other way round, and is accepted as well.
fn has_been_made(
    game: &Game,
    player: Player,
    column: Column,
    number: u32,
) -> Result<bool, Rejection> {
    let counts_from_zero = match player {
        Player::First => number.is_multiple_of(2),
        Player::Second => !number.is_multiple_of(2),
    };
    let ply = if counts_from_zero { Some(number) } else { number.checked_sub(1) };
    let wrong = Rejection::WrongNumber { number };
    let ply = ply.and_then(|it| usize::try_from(it).ok()).ok_or(wrong)?;
    match game.moves().get(ply) {
        Some(&made) if made == column => Ok(true),
        None if ply == game.moves().len() => Ok(false),
        Some(_) | None => Err(wrong),
    }
}
