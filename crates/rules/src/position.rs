//! A board, who is to move, and how it stands.

use core::fmt;

use crate::bitboard::BOTTOM;
use crate::{Bitboard, ByPlayer, Cell, Column, Line, Player};

/// A board that can come up in a game, over or not.
///
/// The only ways to make one are to play from the empty board, or to show that somebody could have
/// ([`Position::from_discs`]). So gravity holds, the counts fit, and at most one player has four.
///
/// ```
/// use fourfall_rules::{Column, Position};
///
/// let position = Position::START.play(Column::new(3).unwrap())?;
/// assert_eq!(position.ply(), 1);
/// assert_eq!(position.to_string().lines().last(), Some(". . . X . . ."));
/// # Ok::<(), fourfall_rules::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Discs of the player to move.
    mover: Bitboard,
    occupied: Bitboard,
}

/// How a game ended on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has four in a line.
    Won(Player),
    /// The board is full, and nobody has.
    Drawn,
}

/// Why a move was refused. Nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayError {
    /// There are only seven columns.
    NoSuchColumn,
    /// Six discs are in it already.
    ColumnFull(Column),
    /// The other player is to move.
    NotYourTurn,
    /// Somebody has four, or the board is full.
    GameOver,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::NoSuchColumn => {
                f.write_str("there is no such column: they are numbered 1 to 7")
            }
            PlayError::ColumnFull(column) => write!(f, "column {column} is full"),
            PlayError::NotYourTurn => f.write_str("it is not your turn"),
            PlayError::GameOver => f.write_str("the game is over"),
        }
    }
}

impl core::error::Error for PlayError {}

impl Position {
    /// The empty board.
    pub const START: Position = Position { mover: Bitboard::EMPTY, occupied: Bitboard::EMPTY };

    /// Not checked: `mover` must be part of `occupied`, and the two reachable by play.
    pub(crate) const fn new_unchecked(mover: Bitboard, occupied: Bitboard) -> Position {
        Position { mover, occupied }
    }

    /// The player to move; after the end, the one who would be.
    pub const fn turn(self) -> Player {
        if self.ply().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// How many discs have been played.
    pub const fn ply(self) -> u32 {
        self.occupied.len()
    }

    /// All discs.
    pub const fn occupied(self) -> Bitboard {
        self.occupied
    }

    /// The discs of the player to move.
    pub const fn mover_discs(self) -> Bitboard {
        self.mover
    }

    /// The discs of each player.
    pub fn discs(self) -> ByPlayer<Bitboard> {
        let (mover, waiting) = (self.mover, self.occupied ^ self.mover);
        match self.turn() {
            Player::First => ByPlayer { first: mover, second: waiting },
            Player::Second => ByPlayer { first: waiting, second: mover },
        }
    }

    /// Whose disc lies on the cell.
    pub fn disc_at(self, cell: Cell) -> Option<Player> {
        let discs = self.discs();
        Player::BOTH.into_iter().find(|&it| discs[it].contains(cell))
    }

    /// How the game ended, if it has.
    pub fn outcome(self) -> Option<Outcome> {
        // Only the player who has just moved can have four: the other's last move did not end the
        // game.
        let waiting = self.occupied ^ self.mover;
        if waiting.has_four() {
            Some(Outcome::Won(self.turn().other()))
        } else if self.occupied == Bitboard::FULL {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }

    /// The position as one in which the game is still on, unless it is over.
    pub fn open(self) -> Option<OpenPosition> {
        match self.outcome() {
            None => Some(OpenPosition(self)),
            Some(_) => None,
        }
    }

    /// Every line of four of the winner; none if nobody has won.
    ///
    /// One disc may complete several. All of them run through it: before it fell there was none.
    pub fn winning_lines(self) -> impl Iterator<Item = Line> {
        let waiting = self.occupied ^ self.mover;
        Line::ALL.into_iter().filter(move |it| waiting.contains_all(it.set()))
    }

    /// Where a disc dropped into `column` would come to rest; `None` if the column is full.
    ///
    /// A preview: it does not ask whether the game is still on.
    pub fn landing(self, column: Column) -> Option<Cell> {
        self.occupied.landing(column).cells().next()
    }

    /// Drops a disc of the player to move.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] or [`PlayError::ColumnFull`].
    pub fn play(self, column: Column) -> Result<Position, PlayError> {
        self.open().ok_or(PlayError::GameOver)?.play(column)
    }

    /// Drops a disc of `player`.
    ///
    /// # Errors
    ///
    /// As [`play`](Position::play), and [`PlayError::NotYourTurn`].
    pub fn play_as(self, player: Player, column: Column) -> Result<Position, PlayError> {
        let open = self.open().ok_or(PlayError::GameOver)?;
        if player != self.turn() {
            return Err(PlayError::NotYourTurn);
        }
        open.play(column)
    }

    /// The position seen in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Position {
        Position { mover: self.mover.mirrored(), occupied: self.occupied.mirrored() }
    }

    /// A number below 2⁴⁹ that no other position has.
    ///
    /// In each column the lowest free cell is marked by a one, the discs below it are ones where
    /// the mover's: written `mover + occupied + bottom`, the carry puts the mark there.
    ///
    /// ```
    /// use fourfall_rules::Game;
    ///
    /// let key = |moves: &str| moves.parse::<Game>().map(|it| it.position().key());
    /// assert_eq!(key("4435"), key("3544"), "the same discs in another order");
    /// assert_ne!(key("4435"), key("4453"));
    /// ```
    pub const fn key(self) -> u64 {
        self.mover.bits() + self.occupied.bits() + BOTTOM
    }
}

/// The empty board.
impl Default for Position {
    fn default() -> Position {
        Position::START
    }
}

/// A position in which the game is still on: nobody has four, and a cell is free.
///
/// This is what a solver takes, so "has somebody already won?" is checked once, when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenPosition(Position);

impl OpenPosition {
    /// The empty board.
    pub const START: OpenPosition = OpenPosition(Position::START);

    /// The same board, as a position that may be over.
    pub const fn position(self) -> Position {
        self.0
    }

    /// The player to move.
    pub const fn turn(self) -> Player {
        self.0.turn()
    }

    /// Columns with a free cell, left to right. Never empty.
    pub fn legal_columns(self) -> impl Iterator<Item = Column> + Clone {
        Column::ALL.into_iter().filter(move |&it| !self.0.occupied.landing(it).is_empty())
    }

    /// Drops a disc of the player to move. The game may be over afterwards.
    ///
    /// # Errors
    ///
    /// [`PlayError::ColumnFull`].
    pub fn play(self, column: Column) -> Result<Position, PlayError> {
        let Position { mover, occupied } = self.0;
        let disc = occupied.landing(column);
        if disc.is_empty() {
            return Err(PlayError::ColumnFull(column));
        }
        Ok(Position { mover: occupied ^ mover, occupied: occupied | disc })
    }

    /// The position seen in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> OpenPosition {
        OpenPosition(self.0.mirrored())
    }
}

impl TryFrom<Position> for OpenPosition {
    type Error = Outcome;

    fn try_from(position: Position) -> Result<OpenPosition, Outcome> {
        match position.outcome() {
            Some(outcome) => Err(outcome),
            None => Ok(OpenPosition(position)),
        }
    }
}
