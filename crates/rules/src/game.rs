//! The moves on one board from the empty board on, and a study of them that can go back.

use crate::{Bitboard, Cell, Column, PlayError, Player, Position};

const PLIES_MAX: usize = Bitboard::FULL.len() as usize;

/// A position and the moves that led to it. Discs are added and never removed.
///
/// Written and read as a string of columns 1 to 7:
///
/// ```
/// use fourfall_rules::{Column, Game};
///
/// let mut game = Game::new();
/// for number in [4, 4, 3, 5] {
///     game.play(Column::numbered(number).unwrap())?;
/// }
/// assert_eq!(game.to_string(), "4435");
/// assert_eq!("4435".parse(), Ok(game));
/// # Ok::<(), fourfall_rules::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    /// The first `ply` of them were played; the rest are [`Column::ALL`]'s first, so that equal
    /// games are equal.
    moves: [Column; PLIES_MAX],
}

impl Game {
    /// The empty board.
    pub const fn new() -> Game {
        Game { position: Position::START, moves: [Column::ALL[0]; PLIES_MAX] }
    }

    /// The board as it is now.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Every move so far, in order.
    pub fn moves(&self) -> &[Column] {
        &self.moves[..self.position.ply() as usize]
    }

    /// Where the last disc came to rest.
    pub fn last_disc(&self) -> Option<Cell> {
        self.position.occupied().top(*self.moves().last()?)
    }

    /// Drops a disc of the player to move, and says where it came to rest.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] or [`PlayError::ColumnFull`]. The game is as it was then.
    pub fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let cell = self.position.landing(column);
        self.add(column, self.position.play(column)?);
        cell.ok_or(PlayError::ColumnFull(column))
    }

    /// Drops a disc of `player`, and says where it came to rest.
    ///
    /// # Errors
    ///
    /// As [`play`](Game::play), and [`PlayError::NotYourTurn`]. The game is as it was then.
    pub fn play_as(&mut self, player: Player, column: Column) -> Result<Cell, PlayError> {
        let cell = self.position.landing(column);
        self.add(column, self.position.play_as(player, column)?);
        cell.ok_or(PlayError::ColumnFull(column))
    }

    /// Records a move that leads to `next`.
    pub(crate) fn add(&mut self, column: Column, next: Position) {
        self.moves[self.position.ply() as usize] = column;
        self.position = next;
    }

    /// The game before its last move, and that move. For a [`Study`] only: in a game no disc is
    /// ever removed.
    fn taken_back(mut self) -> Option<(Game, Column)> {
        let (&column, earlier) = self.moves().split_last()?;
        let mut position = Position::START;
        for &it in earlier {
            position = position.play(it).ok()?;
        }
        self.moves[earlier.len()] = Column::ALL[0];
        self.position = position;
        Some((self, column))
    }
}

/// The empty board.
impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

/// A game being looked at: one can go back, and forth again.
///
/// ```
/// use fourfall_rules::{Game, Study};
///
/// let mut study = Study::of("4435".parse()?);
/// study.undo();
/// study.undo();
/// assert_eq!(study.game().to_string(), "44");
/// study.redo();
/// assert_eq!(study.game().to_string(), "443");
/// # Ok::<(), fourfall_rules::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Study {
    game: Game,
    /// The game as far as it was ever played; `game` is a beginning of it.
    furthest: Game,
}

impl Study {
    /// A study that starts at the end of `game`.
    pub const fn of(game: Game) -> Study {
        Study { game, furthest: game }
    }

    /// The game up to the move being looked at.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Tries a move. Moves that were taken back before it are forgotten, unless it is the next of
    /// them.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] or [`PlayError::ColumnFull`]. Nothing is forgotten then.
    pub fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let next = self.next();
        let cell = self.game.play(column)?;
        if next != Some(column) {
            self.furthest = self.game;
        }
        Ok(cell)
    }

    /// Takes the last move back, and says which it was; `None` on the empty board.
    pub fn undo(&mut self) -> Option<Column> {
        let (game, column) = self.game.taken_back()?;
        self.game = game;
        Some(column)
    }

    /// Plays the move again that was taken back last; `None` if there is none.
    pub fn redo(&mut self) -> Option<Column> {
        let column = self.next()?;
        self.game.play(column).ok()?;
        Some(column)
    }

    fn next(&self) -> Option<Column> {
        self.furthest.moves().get(self.game.moves().len()).copied()
    }
}
