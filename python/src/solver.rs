//! One solver with its table.

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};
use std::time::Instant;

use fourfall_engine::bot::Bot;
use fourfall_engine::{Analysis, Book, Budget, Cancel, Reply, Score, TableSize, Verdict};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::batch::NO_SCORE;
use crate::error;
use crate::input::{self, AnyPosition, COLUMNS};
use crate::review::Review;
use crate::wait::{do_here, wait_for};

/// An exact solver with its memory. What it has found out makes related questions cheap: keep one.
///
/// `book` is the opening book: the one that comes along (True), none (False) or a file's path.
/// `threads` search together. `table_mib` is the memory for what was found out; 4 is enough.
///
/// Every question can be given a limit, `nodes` or `seconds`; without an answer by then it raises
/// `Unproved`. Ctrl-C ends a search within a moment, and the solver can be used again. Other Python
/// threads run meanwhile; those that share a solver take turns.
///
/// >>> solver = Solver()
/// >>> solver.score("44444432225")
/// 1
/// >>> solver.scores("44444432225")
/// array([ -15,  -15,  -15, -128,  -15,    1,  -15], dtype=int8)
/// >>> solver.best("44444432225")
/// 5
#[pyclass(frozen, module = "fourfall")]
pub(crate) struct Solver {
    inner: Mutex<fourfall_engine::Solver>,
    threads: usize,
    book_ply: Option<u32>,
}

/// How far a question may go.
#[derive(Clone, Copy)]
struct Limits {
    nodes: Option<u64>,
    deadline: Option<Instant>,
}

impl Limits {
    fn new(nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
        Ok(Limits { nodes, deadline: input::deadline(seconds)? })
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, book=None, threads=1, table_mib=4),
           text_signature = "(*, book=True, threads=1, table_mib=4)")]
    fn new(book: Option<&Bound<'_, PyAny>>, threads: i64, table_mib: i64) -> PyResult<Solver> {
        let size = u32::try_from(table_mib).ok().filter(|it| (1..=4096).contains(it));
        let size = size
            .ok_or_else(|| PyValueError::new_err("table_mib is a number from 1 to 4096"))
            .map(TableSize::mebibytes)?;
        let threads = count_of_threads(threads)?;
        let book = book.map_or_else(|| Ok(Some(shared_book())), open_book)?;
        let book_ply = book.as_ref().map(Book::deepest_ply);
        let inner = Mutex::new(engine(size, book).with_threads(threads));
        Ok(Solver { inner, threads, book_ply })
    }

    /// The exact score for the player to move: positive for a win, 22 less the discs the winner
    /// will have used; 0 for a draw; negative for a loss.
    ///
    /// >>> Solver().score("")
    /// 1
    #[pyo3(signature = (position, *, nodes=None, seconds=None))]
    fn score(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<i8> {
        let (position, limits) = (position.open()?, Limits::new(nodes, seconds)?);
        let found = self.ask(py, limits, |solver, budget| exact(solver.solve(position, budget)))?;
        found.map(Score::number).map_err(error::unproved)
    }

    /// What is proved about the score within the limits: at least this, and at most that.
    ///
    /// >>> at_least, at_most = Solver(book=False).bounds("4", nodes=1000)
    /// >>> at_least < at_most
    /// True
    #[pyo3(signature = (position, *, nodes=None, seconds=None))]
    fn bounds(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<(i8, i8)> {
        let (position, limits) = (position.open()?, Limits::new(nodes, seconds)?);
        let found = self.ask(py, limits, |solver, budget| exact(solver.solve(position, budget)))?;
        let verdict = found.map_or_else(|known| known, Verdict::Exact);
        Ok((verdict.at_least().number(), verdict.at_most().number()))
    }

    /// The exact score of a disc in each column, as an int8 array of 7; `NO_SCORE` (-128) where the
    /// column is full.
    ///
    /// >>> Solver().scores("")
    /// array([-2, -1,  0,  1,  0, -1, -2], dtype=int8)
    #[pyo3(signature = (position, *, nodes=None, seconds=None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        position: AnyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let (position, limits) = (position.open()?, Limits::new(nodes, seconds)?);
        let found = self.ask(py, limits, |solver, budget| {
            let analysis = solver.analyze(position, budget);
            column_scores(&analysis).ok_or(analysis.score())
        })?;
        found.map(|it| PyArray1::from_slice(py, &it)).map_err(error::unproved)
    }

    /// A column, 0 to 6, that no other is better than. With `proved=False` a search that reaches its
    /// limit gives a column that looks good, instead of raising `Unproved`.
    ///
    /// >>> Solver().best("")
    /// 3
    #[pyo3(signature = (position, *, nodes=None, seconds=None, proved=true))]
    fn best(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
        proved: bool,
    ) -> PyResult<u8> {
        let (position, limits) = (position.open()?, Limits::new(nodes, seconds)?);
        let found =
            self.ask(py, limits, |solver, budget| match solver.best_move(position, budget) {
                Reply::Perfect(column) => Ok(column),
                Reply::Unproved(column) => Err(column),
            })?;
        match found {
            Ok(column) => Ok(column.index()),
            Err(column) if !proved => Ok(column.index()),
            Err(_) => Err(error::unproved(ANYTHING)),
        }
    }

    /// Perfect play by both to the end of the game, as columns 0 to 6.
    ///
    /// >>> Solver().line("445566")
    /// [2]
    #[pyo3(signature = (position, *, nodes=None, seconds=None))]
    fn line(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<usize>> {
        let (position, limits) = (position.open()?, Limits::new(nodes, seconds)?);
        let found = self.ask(py, limits, |solver, budget| {
            let line = solver.best_line(position, budget);
            let end = line.iter().try_fold(position.position(), |at, &it| at.play(it));
            let ended = end.is_ok_and(|it| it.outcome().is_some());
            if ended { Ok(line) } else { Err(ANYTHING) }
        })?;
        let line = found.map_err(error::unproved)?;
        Ok(line.into_iter().map(|it| it.index().into()).collect())
    }

    /// Judges every move of a game.
    ///
    /// >>> review = Solver().review("4455661")
    /// >>> review.moves[-1]
    /// ReviewedMove(column=0, judgement='missed win', found=18, left=17, best=2)
    #[pyo3(signature = (moves, *, nodes=None, seconds=None))]
    fn review(
        &self,
        py: Python<'_>,
        moves: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Review> {
        let (game, limits) = (input::game(moves)?, Limits::new(nodes, seconds)?);
        let found =
            self.ask(py, limits, |solver, budget| solver.review(&game, budget).ok_or(ANYTHING))?;
        found.map(Review).map_err(error::unproved)
    }

    /// Forgets what was found out, and starts counting nodes again.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.when_free(py, None, |solver, _| solver.clear())
    }

    /// Nodes visited since it was made or last cleared.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> PyResult<u64> {
        self.when_free(py, None, |solver, _| solver.nodes())
    }

    /// How many threads search together.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The ply up to which the opening book knows every position; None without a book.
    #[getter]
    fn book_ply(&self) -> Option<u32> {
        self.book_ply
    }
}

/// Nothing is known.
const ANYTHING: Verdict = Verdict::Bounds { at_least: Score::MIN, at_most: Score::MAX };

impl Solver {
    /// Asks for an answer within the limits.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        Limits { nodes, deadline }: Limits,
        question: impl Fn(&mut fourfall_engine::Solver, &Budget<'_>) -> T + Sync,
    ) -> PyResult<T> {
        self.when_free(py, deadline, |solver, cancel| {
            question(solver, &Budget { nodes, cancel: Some(cancel) })
        })
    }

    /// Does something with the solver as soon as no other thread uses it.
    fn when_free<T: Send>(
        &self,
        py: Python<'_>,
        deadline: Option<Instant>,
        work: impl Fn(&mut fourfall_engine::Solver, &dyn Cancel) -> T + Sync,
    ) -> PyResult<T> {
        let here = do_here(py, deadline, |lookout| match self.inner.try_lock() {
            Ok(mut solver) => Some(work(&mut solver, lookout)),
            Err(TryLockError::Poisoned(solver)) => Some(work(&mut solver.into_inner(), lookout)),
            Err(TryLockError::WouldBlock) => None,
        })?;
        match here {
            Some(found) => Ok(found),
            // Whoever waits for a lock sees no signal, so another thread waits.
            None => wait_for(py, deadline, |cancel| work(&mut self.lock(), cancel)),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, fourfall_engine::Solver> {
        // A table is never left half written: whatever ended a search, the next may go on.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The column a bot plays, 0 to 6: one of `BOTS`. The same bot, seed and position give the same
/// column everywhere. Without a solver, those that need one take a new one.
///
/// >>> reply("4435", "perfect")
/// 1
/// >>> reply("4435", "live-easy", seed="one") in range(7)
/// True
#[pyfunction]
#[pyo3(signature = (position, bot, *, seed="ABC123", solver=None))]
pub(crate) fn reply(
    py: Python<'_>,
    position: AnyPosition,
    bot: &str,
    seed: &str,
    solver: Option<&Bound<'_, Solver>>,
) -> PyResult<u8> {
    let position = position.open()?;
    let bot = Bot::ALL.into_iter().find(|it| it.name() == bot).ok_or_else(|| {
        let names = Bot::ALL.map(Bot::name).join(", ");
        PyValueError::new_err(format!("no bot is called {bot:?}: there are {names}"))
    })?;
    let solver = solver.map(Bound::get);
    wait_for(py, None, |cancel| {
        let choice = bot.choose(position, seed, |it| {
            let budget = Budget::until(cancel);
            match solver {
                Some(solver) => solver.lock().best_move(it, &budget),
                None => engine(TableSize::DEFAULT, Some(shared_book())).best_move(it, &budget),
            }
            .column()
        });
        choice.column.index()
    })
}

/// A solver on one thread.
pub(crate) fn engine(size: TableSize, book: Option<Book>) -> fourfall_engine::Solver {
    let solver = fourfall_engine::Solver::new(size);
    match book {
        Some(book) => solver.with_book(book),
        None => solver,
    }
}

/// The book that comes along. Opening it means reading all of it, so that is done once.
pub(crate) fn shared_book() -> Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(Book::embedded).clone()
}

/// True, False, or the path of a book's file.
pub(crate) fn open_book(choice: &Bound<'_, PyAny>) -> PyResult<Option<Book>> {
    if let Ok(choice) = choice.cast::<PyBool>() {
        return Ok(choice.is_true().then(shared_book));
    }
    let path: PathBuf = choice
        .extract()
        .map_err(|_| PyTypeError::new_err("book is True, False or the path of a book"))?;
    let bytes = std::fs::read(&path)?;
    let book = Book::from_bytes(bytes)
        .map_err(|why| PyValueError::new_err(format!("{}: {why}", path.display())))?;
    Ok(Some(book))
}

pub(crate) fn count_of_threads(threads: i64) -> PyResult<usize> {
    let count = usize::try_from(threads).ok().filter(|it| (1..=1024).contains(it));
    count.ok_or_else(|| PyValueError::new_err("threads is a number from 1 to 1024"))
}

/// A score a column, if all are exact.
pub(crate) fn column_scores(analysis: &Analysis) -> Option<[i8; COLUMNS]> {
    let mut scores = [NO_SCORE; COLUMNS];
    for (column, verdict) in analysis.moves() {
        scores[usize::from(column.index())] = verdict.exact()?.number();
    }
    Some(scores)
}

fn exact(verdict: Verdict) -> Result<Score, Verdict> {
    verdict.exact().ok_or(verdict)
}
