//! The exact score of a position, of each of its moves, and the best line.

use fourfall_rules::{Column, OpenPosition, Outcome, Position};

use crate::book::Book;
use crate::budget::Budget;
use crate::node::{Settled, settle_root, win_now};
use crate::order;
use crate::score::{Score, Verdict};
use crate::search::{Search, Stopped};
use crate::table::{Bounds, Table, TableSize};
use crate::threads;
use crate::windows::narrow;

/// An exact solver with its memory.
///
/// What it has found out stays in its table and makes related questions cheap: keep one solver for a
/// whole game or analysis. A table never makes an answer wrong.
///
/// ```
/// use fourfall_engine::{Budget, Solver, TableSize, Verdict};
/// use fourfall_rules::{Game, OpenPosition};
///
/// let mut solver = Solver::new(TableSize::mebibytes(1));
/// let position = "44444432225".parse::<Game>()?.position().open().expect("the game is on");
/// let verdict = solver.solve(position, &Budget::UNLIMITED);
/// assert_eq!(verdict.exact().map(|it| it.number()), Some(1));
/// # Ok::<(), fourfall_rules::NotationError>(())
/// ```
pub struct Solver {
    table: Table,
    book: Option<Book>,
    threads: usize,
    nodes: u64,
}

impl Solver {
    /// A solver on one thread, without a book.
    pub fn new(size: TableSize) -> Solver {
        Solver { table: Table::new(size), book: None, threads: 1, nodes: 0 }
    }

    /// Answers from the book where it can.
    #[must_use]
    pub fn with_book(self, book: Book) -> Solver {
        Solver { book: Some(book), ..self }
    }

    /// Answers from this book from now on, or from none. What was found out stays.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// Searches on this many threads; at least one.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// The book it answers from.
    pub const fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// Nodes visited so far, on all threads.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what was found out, and starts counting nodes again.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// The score of a position.
    pub fn solve(&mut self, position: OpenPosition, budget: &Budget<'_>) -> Verdict {
        self.bounds_of(position, Bounds::ANY, *budget).into()
    }

    /// The scores of all moves, for the player to move.
    ///
    /// The position itself comes first; then one question tells for each move whether it is as
    /// good, and only about the others more is asked.
    pub fn analyze(&mut self, position: OpenPosition, budget: &Budget<'_>) -> Analysis {
        let start = self.nodes;
        let whole = self.solve(position, budget);
        let mut moves = [None; Column::COUNT as usize];
        for column in position.legal_columns() {
            let budget = budget.less(self.nodes - start);
            moves[usize::from(column.index())] =
                Some(self.judge_move(position, column, whole, budget));
        }
        Analysis { moves }
    }

    /// A move that keeps the score, found with as few questions as possible.
    pub fn best_move(&mut self, position: OpenPosition, budget: &Budget<'_>) -> Reply {
        let candidates = order::candidates(position);
        let (&last, tried) = candidates.split_last().expect("an open position has a move");
        let Some(&first) = tried.first() else {
            return Reply::Perfect(last);
        };
        let start = self.nodes;
        let Verdict::Exact(score) = self.solve(position, budget) else {
            return Reply::Unproved(first);
        };
        for &column in tried {
            match self.keeps(position, column, score, budget.less(self.nodes - start)) {
                Ok(true) => return Reply::Perfect(column),
                Ok(false) => {}
                Err(Stopped) => return Reply::Unproved(column),
            }
        }
        // Some move keeps the score, so the last one needs no proof.
        Reply::Perfect(last)
    }

    /// Perfect play by both from `position`, to the end of the game or of the budget.
    pub fn best_line(&mut self, position: OpenPosition, budget: &Budget<'_>) -> Vec<Column> {
        let start = self.nodes;
        let mut line = Vec::new();
        let mut next = Some(position);
        while let Some(position) = next {
            match self.best_move(position, &budget.less(self.nodes - start)) {
                Reply::Perfect(column) => {
                    line.push(column);
                    next = position.play(column).ok().and_then(Position::open);
                }
                Reply::Unproved(_) => break,
            }
        }
        line
    }

    /// The score of one move, for the player who makes it, when that of the position is known.
    fn judge_move(
        &mut self,
        position: OpenPosition,
        column: Column,
        whole: Verdict,
        budget: Budget<'_>,
    ) -> Verdict {
        let start = self.nodes;
        let mut upper = i32::from(whole.at_most().number());
        if let Verdict::Exact(score) = whole {
            match self.keeps(position, column, score, budget) {
                Ok(true) => return whole,
                Ok(false) => upper -= 1,
                Err(Stopped) => {}
            }
        }
        let known = Bounds { upper, ..Bounds::ANY };
        match after(position, column) {
            After::Over(score) => Verdict::Exact(score),
            After::Open(next) => {
                let budget = budget.less(self.nodes - start);
                self.bounds_of(next, known.for_opponent(), budget).for_opponent().into()
            }
        }
    }

    /// Whether a move leads to `score` or better, for the player who makes it.
    fn keeps(
        &mut self,
        position: OpenPosition,
        column: Column,
        score: Score,
        budget: Budget<'_>,
    ) -> Result<bool, Stopped> {
        match after(position, column) {
            After::Over(reached) => Ok(reached >= score),
            After::Open(next) => {
                let limit = i32::from(score.for_opponent().number());
                self.exceeds(next, limit, budget).map(|it| !it)
            }
        }
    }

    /// Whether a position's score is greater than `limit`.
    fn exceeds(
        &mut self,
        position: OpenPosition,
        limit: i32,
        budget: Budget<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(score) = self.look_up(position) {
            return Ok(i32::from(score.number()) > limit);
        }
        match settle_root(position) {
            Settled::Decided { score, by } => Ok(by.score(score) > limit),
            Settled::Open { node, by } => {
                let limit_there = by.limit(limit);
                let score = self.run(budget, |search| search.ask(&node, limit_there))?;
                Ok(by.score(score) > limit)
            }
        }
    }

    /// What can be found out about a position's score within the budget, given what is `known`.
    fn bounds_of(&mut self, position: OpenPosition, known: Bounds, budget: Budget<'_>) -> Bounds {
        if let Some(score) = self.look_up(position) {
            return Bounds::exact(i32::from(score.number()));
        }
        match settle_root(position) {
            Settled::Decided { score, by } => Bounds::exact(by.score(score)),
            Settled::Open { node, by } => {
                let known = by.bounds(known);
                by.bounds(self.run(budget, |search| narrow(search, &node, known)))
            }
        }
    }

    fn look_up(&self, position: OpenPosition) -> Option<Score> {
        self.book.as_ref()?.score(position)
    }

    /// Lets every thread do the same work on the shared table, and takes the first result.
    fn run<T: Send>(
        &mut self,
        budget: Budget<'_>,
        work: impl Fn(&mut Search<'_>) -> T + Sync,
    ) -> T {
        let (result, nodes) = threads::first(self.threads, &self.table, budget, work);
        self.nodes += nodes;
        result
    }
}

/// A move's consequence.
enum After {
    /// The game ends, with this score for the player who moved.
    Over(Score),
    Open(OpenPosition),
}

fn after(position: OpenPosition, column: Column) -> After {
    let next = position.play(column).expect("only legal columns are asked about");
    match OpenPosition::try_from(next) {
        Ok(open) => After::Open(open),
        Err(Outcome::Drawn) => After::Over(Score::DRAW),
        Err(Outcome::Won(_)) => After::Over(Score::from_search(win_now(position.position().ply()))),
    }
}

/// A move to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// No move has a better score.
    Perfect(Column),
    /// The budget ran out; a move that looks good.
    Unproved(Column),
}

impl Reply {
    /// The move.
    pub const fn column(self) -> Column {
        match self {
            Reply::Perfect(column) | Reply::Unproved(column) => column,
        }
    }
}

/// What is known about every move of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    moves: [Option<Verdict>; Column::COUNT as usize],
}

impl Analysis {
    /// The score of the move in this column; `None` if the column is full.
    pub const fn verdict(&self, column: Column) -> Option<Verdict> {
        self.moves[column.index() as usize]
    }

    /// The columns that can be played, from left to right, with their scores.
    pub fn moves(&self) -> impl Iterator<Item = (Column, Verdict)> {
        Column::ALL.into_iter().filter_map(|it| Some((it, self.verdict(it)?)))
    }

    /// The score of the position: that of its best move.
    pub fn score(&self) -> Verdict {
        let best = |end: fn(Verdict) -> Score| {
            self.moves().map(|(_, verdict)| end(verdict)).max().expect("a position has a move")
        };
        Verdict::from_ends(best(Verdict::at_least), best(Verdict::at_most))
    }

    /// The columns no other is better than: certainly if all scores are exact, otherwise those with
    /// the best score that is proved.
    pub fn best_columns(&self) -> impl Iterator<Item = Column> {
        let best = self.score().at_least();
        self.moves().filter(move |(_, it)| it.at_least() == best).map(|(column, _)| column)
    }
}
