//! What a match is, and how each event changes it.

use std::fmt;
use std::time::Duration;

use fourfall_rules::{ByPlayer, Column, Game, Outcome, Player};

use crate::clock::Timestamp;
use crate::id::{MatchId, PlayerId};
use crate::preset::{Lot, Terms};
use crate::seat::{Kind, Seat};

/// A match in one of its states.
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
    /// The terms it will be played by.
    pub terms: Terms,
    /// How the games before this one ended, if it is a rematch.
    pub series: Series,
    /// When the waiting began.
    pub since: Timestamp,
    /// Since when the host is away, if so.
    pub away: Option<Timestamp>,
}

/// How the earlier games of a series of rematches ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Games the host of this match has won.
    pub host_wins: u32,
    /// Games the guest of this match has won.
    pub guest_wins: u32,
    /// Games nobody has won.
    pub draws: u32,
}

/// A match that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playing {
    /// Who plays what.
    pub seats: ByPlayer<Seat>,
    /// The terms it is played by.
    pub terms: Terms,
    /// The board and the moves. Undecided, except between the drop that decides it and its
    /// [`Event::Decided`], which are always written together.
    pub game: Game,
    /// How the games before this one ended, if it is a rematch.
    pub series: Score,
    /// When the match began.
    pub started: Timestamp,
    /// When the turn began; after a restart of the server, when it began again.
    pub turn_began: Timestamp,
    /// How long the clocks have stood still in this turn because the player to move was away.
    pub stood_still: Duration,
    /// Whether the player to move has been warned for idling in this turn.
    pub warned: bool,
    /// For each player who is away, since when.
    pub away: ByPlayer<Option<Timestamp>>,
    /// For how much longer each player's clocks may stand still while the player is away.
    pub patience: ByPlayer<Duration>,
}

/// Games won and drawn before this one, by who plays what now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Games each has won.
    pub wins: ByPlayer<u32>,
    /// Games nobody has won.
    pub draws: u32,
}

/// A match that never began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Who had waited.
    pub host: Seat,
    /// The terms it would have been played by.
    pub terms: Terms,
    /// Why it never began.
    pub why: ClosedBy,
}

/// Why a match ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClosedBy {
    /// The host did not want to wait any longer.
    Host,
    /// Nobody joined in time.
    NoGuest,
    /// The host went away while waiting, and did not come back.
    Absence,
    /// A player called it off before both had dropped a disc.
    Abort,
}

/// A match that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Who played what.
    pub seats: ByPlayer<Seat>,
    /// The terms it was played by.
    pub terms: Terms,
    /// The board and the moves.
    pub game: Game,
    /// Who won, if anybody did.
    pub outcome: Outcome,
    /// What ended it.
    pub by: EndedBy,
    /// How the games before this one ended, if it is a rematch.
    pub series: Score,
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
    /// One does not want to, or can't.
    Declined(Player, DeclinedBy),
    /// Both want to.
    Agreed {
        /// The new match.
        next: MatchId,
        /// Who starts it, where that is drawn by lot.
        lot: Lot,
    },
}

/// Why there is no rematch, or why an offer is withdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclinedBy {
    /// The player said no.
    Refusal,
    /// The player left for good.
    Leaving,
    /// The player who had asked lost the connection. Anybody may ask again.
    Disconnect,
    /// The player looks for another game, or plays one.
    AnotherGame,
}

/// Something that happened. It is complete, and never edited afterwards.
///
/// Every event that clients are told of is one message to them, with its own version.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    missing_docs,
    reason = "every `at` is when, every `player` who; the variants say the rest"
)]
pub enum Event {
    /// Somebody opened a match.
    Created { host: Seat, terms: Terms, series: Series, at: Timestamp },
    /// Somebody took the other seat, and the game is on.
    Joined { guest: Seat, host_plays: Player, at: Timestamp },
    /// The player to move dropped a disc.
    Dropped { column: Column, at: Timestamp },
    /// The last drop decided the game. Who won follows from the board.
    Decided { at: Timestamp },
    /// A player gave up.
    Resigned { player: Player, at: Timestamp },
    /// The turn's clock ran out on the player to move.
    TimedOut { player: Player, at: Timestamp },
    /// The player to move was warned for idling.
    IdleWarned { player: Player, at: Timestamp },
    /// The player to move idled too long.
    IdledOut { player: Player, at: Timestamp },
    /// A player's connection is gone. The time to come back runs. In an open match the player is
    /// the host, who counts as the first.
    Disconnected { player: Player, at: Timestamp },
    /// A player is back.
    Connected { player: Player, at: Timestamp },
    /// A player did not come back in time.
    StayedAway { player: Player, at: Timestamp },
    /// The server was away. Everybody has the whole time to come back, and the player to move the
    /// whole turn.
    Recovered { at: Timestamp },
    /// The server could not write for a while. The player to move has the whole turn again, and a
    /// player who is away the whole time to come back.
    Stalled { at: Timestamp },
    /// The match ended without a result.
    Closed { why: ClosedBy, at: Timestamp },
    /// A player asked for another match.
    RematchAsked { player: Player, at: Timestamp },
    /// A player does not want another match, or can't have one.
    RematchDeclined { player: Player, why: DeclinedBy, at: Timestamp },
    /// Both want another match, and this is its id.
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
            | Event::Stalled { at }
            | Event::Closed { at, .. }
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
            | Event::Stalled { .. }
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

    /// What a player plays, if seated; the host of an open match plays first, until it is decided.
    pub fn player(&self, id: &PlayerId) -> Option<Player> {
        match self {
            Match::Open(open) => (open.host.player == *id).then_some(Player::First),
            Match::Playing(Playing { seats, .. }) | Match::Finished(Finished { seats, .. }) => {
                find(seats, id)
            }
            Match::New | Match::Closed(_) => None,
        }
    }

    /// Everybody who has a seat.
    pub fn people(&self) -> impl Iterator<Item = &Seat> {
        let host = if let Match::Open(open) = self { Some(&open.host) } else { None };
        let both = self.seats().into_iter().flat_map(ByPlayer::iter);
        host.into_iter().chain(both).filter(|it| it.kind == Kind::Human)
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
    if let Event::Created { host, terms, series, at } = event {
        Some(Match::Open(Open {
            host: host.clone(),
            terms: *terms,
            series: *series,
            since: *at,
            away: None,
        }))
    } else {
        None
    }
}

impl Open {
    fn apply(self, event: &Event) -> Option<Match> {
        let here = self.away.is_none();
        let Open { host, terms, series, since, .. } = self;
        let open =
            |away| Some(Match::Open(Open { host: host.clone(), terms, series, since, away }));
        match event {
            Event::Joined { guest, host_plays, at } if guest.player != host.player => {
                let Series { host_wins, guest_wins, draws } = series;
                let (seats, wins) = match host_plays {
                    Player::First => (
                        ByPlayer { first: host, second: guest.clone() },
                        ByPlayer { first: host_wins, second: guest_wins },
                    ),
                    Player::Second => (
                        ByPlayer { first: guest.clone(), second: host },
                        ByPlayer { first: guest_wins, second: host_wins },
                    ),
                };
                Some(Match::Playing(Playing::start(seats, terms, Score { wins, draws }, *at)))
            }
            Event::Disconnected { player: Player::First, at } if here => open(Some(*at)),
            Event::Connected { player: Player::First, .. } if !here => open(None),
            Event::Recovered { at } => open(Some(*at)),
            Event::Stalled { at } => open(self.away.map(|_| *at)),
            Event::Closed { why, .. } => Some(Match::Closed(Closed { host, terms, why: *why })),
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
    fn start(seats: ByPlayer<Seat>, terms: Terms, series: Score, at: Timestamp) -> Playing {
        Playing {
            seats,
            terms,
            game: Game::new(),
            series,
            started: at,
            turn_began: at,
            stood_still: Duration::ZERO,
            warned: false,
            away: ByPlayer { first: None, second: None },
            patience: patience(&terms),
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
        self.away[player].is_none()
    }

    /// Until when a player who is away has to be back.
    pub fn back_by(&self, player: Player) -> Option<Timestamp> {
        self.away[player].map(|it| it + self.terms.reconnect)
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
            Event::Disconnected { player, at } if self.is_here(player) => {
                self.away[player] = Some(at);
            }
            Event::Connected { player, at } if !self.is_here(player) => self.welcome(player, at),
            Event::Recovered { at } => {
                self.give_time_back(at);
                for player in Player::BOTH {
                    self.away[player] = match self.seats[player].kind {
                        Kind::Human => Some(at),
                        Kind::Bot(_) => None,
                    };
                }
            }
            Event::Stalled { at } => {
                self.give_time_back(at);
                for player in Player::BOTH {
                    self.away[player] = self.away[player].map(|_| at);
                }
            }
            Event::Closed { why: ClosedBy::Abort, .. } if undecided => {
                let ByPlayer { first: host, .. } = self.seats;
                let (terms, why) = (self.terms, ClosedBy::Abort);
                return Some(Match::Closed(Closed { host, terms, why }));
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
        self.stood_still = Duration::ZERO;
        self.warned = false;
    }

    /// A player is back. The clocks stood still meanwhile, as long as there was patience left.
    fn welcome(&mut self, player: Player, at: Timestamp) {
        let Some(left) = self.away[player].take() else { return };
        if player == self.turn() {
            let pause = at.since(left.max(self.turn_began)).min(self.patience[player]);
            self.stood_still += pause;
            self.patience[player] -= pause;
        }
    }

    fn give_time_back(&mut self, at: Timestamp) {
        self.begin_turn(at);
        self.patience = patience(&self.terms);
    }

    fn lost_by(self, player: Player, by: EndedBy, at: Timestamp) -> Match {
        self.finish(Outcome::Won(player.other()), by, at)
    }

    fn finish(self, outcome: Outcome, by: EndedBy, at: Timestamp) -> Match {
        let Playing { seats, terms, game, series, started, .. } = self;
        Match::Finished(Finished {
            seats,
            terms,
            game,
            outcome,
            by,
            series,
            started,
            ended: at,
            rematch: Rematch::Unasked,
        })
    }
}

impl Finished {
    /// What a player played, if seated.
    pub fn player(&self, id: &PlayerId) -> Option<Player> {
        find(&self.seats, id)
    }

    /// The score of the series, this game included.
    pub fn score(&self) -> Score {
        let mut score = self.series;
        match self.outcome {
            Outcome::Won(player) => score.wins[player] += 1,
            Outcome::Drawn => score.draws += 1,
        }
        score
    }

    /// After the end there are only events about the rematch.
    fn apply(mut self, event: &Event) -> Option<Finished> {
        self.rematch = match (self.rematch, event) {
            (Rematch::Unasked, &Event::RematchAsked { player, .. }) => Rematch::Asked(player),
            (Rematch::Asked(_), &Event::RematchAgreed { next, lot, .. }) => {
                Rematch::Agreed { next, lot }
            }
            (
                Rematch::Asked(first),
                &Event::RematchDeclined { player, why: DeclinedBy::Disconnect, .. },
            ) if first == player => Rematch::Unasked,
            (Rematch::Unasked | Rematch::Asked(_), &Event::RematchDeclined { player, why, .. })
                if why != DeclinedBy::Disconnect =>
            {
                Rematch::Declined(player, why)
            }
            (
                Rematch::Unasked
                | Rematch::Asked(_)
                | Rematch::Declined(..)
                | Rematch::Agreed { .. },
                _,
            ) => return None,
        };
        Some(self)
    }
}

/// A player's clocks stand still for as long in total as one absence may last.
const fn patience(terms: &Terms) -> ByPlayer<Duration> {
    ByPlayer { first: terms.reconnect, second: terms.reconnect }
}

fn find(seats: &ByPlayer<Seat>, id: &PlayerId) -> Option<Player> {
    Player::BOTH.into_iter().find(|&it| seats[it].player == *id)
}
