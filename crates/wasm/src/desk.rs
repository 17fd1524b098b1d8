//! A board, a solver, and what is known about the board.

use fourfall_engine::bot::{Bot, Choice};
use fourfall_engine::reason::Reason;
use fourfall_engine::review::Judgement;
use fourfall_engine::{Book, BookError, Budget, Reply, Score, Solver, TableSize, Value, Verdict};
use fourfall_rules::{Cell, Column, Game, Line, OpenPosition, Outcome, PlayError};

/// What each column is worth to the player to move; `None` if it is full.
type Verdicts = [Option<Verdict>; Column::COUNT as usize];

/// One game laid out, and everything that can be asked about it.
///
/// ```
/// use fourfall_wasm::Desk;
/// use fourfall_engine::Value;
/// use fourfall_rules::Column;
///
/// let mut desk = Desk::new();
/// for number in [4, 4, 5, 5, 6, 6] {
///     desk.play(Column::numbered(number).unwrap())?;
/// }
/// desk.analyze(1_000_000);
/// let middle_right = desk.verdict(Column::numbered(7).unwrap()).and_then(|it| it.exact());
/// assert_eq!(middle_right.map(|it| desk.value(it)), Some(Value::Win { plies: 1 }));
/// # Ok::<(), fourfall_rules::PlayError>(())
/// ```
pub struct Desk {
    game: Game,
    solver: Solver,
    table: TableSize,
    book: Option<Book>,
    /// What earlier slices found out about the board; forgotten when a disc falls.
    verdicts: Verdicts,
    line: Vec<Column>,
    reason: Option<Reason>,
}

/// A bot's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it plays, and when.
    pub choice: Choice,
    /// Whether the slice was large enough. If not, the column only looks good: ask again.
    pub proved: bool,
}

impl Desk {
    /// The empty board, no book, and the smallest table.
    pub fn new() -> Desk {
        let table = TableSize::mebibytes(1);
        Desk {
            game: Game::new(),
            solver: Solver::new(table),
            table,
            book: None,
            verdicts: Verdicts::default(),
            line: Vec::new(),
            reason: None,
        }
    }

    /// Gives the solver a table of this size. It forgets what it knew.
    pub fn resize_table(&mut self, size: TableSize) {
        self.table = size;
        self.seat_solver();
    }

    /// Answers from this book from now on.
    ///
    /// # Errors
    ///
    /// If the bytes are not a book. The solver goes on with what it had.
    pub fn open_book(&mut self, bytes: Vec<u8>) -> Result<(), BookError> {
        self.book = Some(Book::from_bytes(bytes)?);
        self.seat_solver();
        Ok(())
    }

    fn seat_solver(&mut self) {
        // The old table goes first: two at once may be more than a phone has.
        self.solver = Solver::new(TableSize::mebibytes(1));
        let solver = Solver::new(self.table);
        self.solver = match self.book.clone() {
            Some(book) => solver.with_book(book),
            None => solver,
        };
    }

    /// Makes the solver forget what it found out. The book stays.
    pub fn forget(&mut self) {
        self.solver.clear();
        self.verdicts = Verdicts::default();
    }

    /// Nodes visited since the solver last forgot.
    pub const fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Clears the board.
    pub fn set_up(&mut self) {
        self.game = Game::new();
        self.verdicts = Verdicts::default();
    }

    /// Drops a disc of the player to move, and says where it comes to rest.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] or [`PlayError::ColumnFull`]. The board is as it was then.
    pub fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let cell = self.game.play(column)?;
        self.verdicts = Verdicts::default();
        Ok(cell)
    }

    /// The columns that can be played; none once the game is over.
    pub fn legal_columns(&self) -> impl Iterator<Item = Column> {
        self.open().into_iter().flat_map(OpenPosition::legal_columns)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.position().outcome()
    }

    /// Every line of four of the winner.
    pub fn winning_lines(&self) -> impl Iterator<Item = Line> {
        self.game.position().winning_lines()
    }

    /// A bot's answer to the board, with at most this many nodes for those that search; `None` once
    /// the game is over.
    pub fn choose(&mut self, bot: Bot, seed: &str, nodes: u64) -> Option<Answer> {
        let position = self.open()?;
        let mut proved = true;
        let choice = bot.choose(position, seed, |it| {
            let reply = self.solver.best_move(it, &Budget::nodes(nodes));
            proved = matches!(reply, Reply::Perfect(_));
            reply.column()
        });
        Some(Answer { choice, proved })
    }

    /// The score of the board for the player to move, as far as this many nodes can tell; `None`
    /// once the game is over.
    pub fn solve(&mut self, nodes: u64) -> Option<Verdict> {
        let position = self.open()?;
        Some(self.solver.solve(position, &Budget::nodes(nodes)))
    }

    /// Finds out more about every column, with this many nodes.
    pub fn analyze(&mut self, nodes: u64) {
        let Some(position) = self.open() else { return };
        for (column, found) in self.solver.analyze(position, &Budget::nodes(nodes)).moves() {
            let known = &mut self.verdicts[usize::from(column.index())];
            *known = Some(known.map_or(found, |it| both(it, found)));
        }
    }

    /// What is known about a column; `None` if it is full, or was never asked about.
    pub const fn verdict(&self, column: Column) -> Option<Verdict> {
        self.verdicts[column.index() as usize]
    }

    /// What a score of the board means, in discs still to fall.
    pub const fn value(&self, score: Score) -> Value {
        score.value(self.game.position())
    }

    /// Perfect play from here to the end of the game, or as far as this many nodes can tell.
    pub fn best_line(&mut self, nodes: u64) -> &[Column] {
        self.line = match self.open() {
            Some(position) => self.solver.best_line(position, &Budget::nodes(nodes)),
            None => Vec::new(),
        };
        &self.line
    }

    /// What a move from the board cost, by the scores it found and left, both for its player.
    pub fn judge(&self, found: Score, left: Score) -> Judgement {
        Judgement::of(self.game.position(), found, left)
    }

    /// Why a move is what it is, as far as this many nodes can tell; `None` if it can't be played.
    pub fn reason(&mut self, column: Column, nodes: u64) -> Option<Reason> {
        self.reason =
            self.open().and_then(|it| self.solver.reason(it, column, &Budget::nodes(nodes)));
        self.reason
    }

    /// The reason that was found last.
    pub const fn last_reason(&self) -> Option<Reason> {
        self.reason
    }

    /// The line that was found last.
    pub fn line(&self) -> &[Column] {
        &self.line
    }

    fn open(&self) -> Option<OpenPosition> {
        self.game.position().open()
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

/// What two searches have proved together.
fn both(one: Verdict, other: Verdict) -> Verdict {
    let at_least = one.at_least().max(other.at_least());
    let at_most = one.at_most().min(other.at_most());
    if at_least == at_most {
        Verdict::Exact(at_least)
    } else {
        Verdict::Bounds { at_least, at_most }
    }
}
