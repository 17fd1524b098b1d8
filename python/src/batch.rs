//! Many positions at once, on all cores.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

use fourfall_engine::{Book, Budget, Cancel, Solver, TableSize};
use fourfall_rules::{Game, OpenPosition, Position};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::input::{self, AnyPosition, CELLS, COLUMNS, ROWS, Rows};
use crate::solver::{column_scores, count_of_threads, open_book, shared_book};
use crate::wait::{LOOK, do_here};

/// Stands where there is no score: the column is full, or the game is over.
pub(crate) const NO_SCORE: i8 = i8::MIN;

/// Positions that a thread takes at a time, at most: few, so that all threads end together.
const TAKEN_MAX: usize = 64;

/// The exact score of every column of every position, as an int8 array of shape (n, 7), on all
/// cores. `NO_SCORE` (-128) stands where the column is full, and in all columns of a finished game.
///
/// `positions` is a list of positions or of strings of moves, or an integer array of shape (n, 6, 7)
/// as `Position.from_array` takes it. The interpreter's lock is not held meanwhile, and Ctrl-C ends
/// it.
///
/// >>> scores(["", "4455667", "444444"])
/// array([[  -2,   -1,    0,    1,    0,   -1,   -2],
///        [-128, -128, -128, -128, -128, -128, -128],
///        [  -1,    0,    1, -128,    1,    0,   -1]], dtype=int8)
#[pyfunction]
#[pyo3(signature = (positions, *, rows=Rows::FromTop, book=None, threads=None),
       text_signature = "(positions, *, rows='top', book=True, threads=None)")]
pub(crate) fn scores<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    rows: Rows,
    book: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let found =
        answer_all::<COLUMNS>(py, positions, rows, book, threads, |solver, position, budget| {
            column_scores(&solver.analyze(position, budget))
        })?;
    let count = found.len() / COLUMNS;
    PyArray1::from_vec(py, found).reshape([count, COLUMNS])
}

/// The exact score of every position, as an int8 array of shape (n,), on all cores; `NO_SCORE`
/// (-128) for a finished game. Takes what `scores` takes.
///
/// >>> position_scores(["", "4", "4455667"])
/// array([   1,   -1, -128], dtype=int8)
#[pyfunction]
#[pyo3(signature = (positions, *, rows=Rows::FromTop, book=None, threads=None),
       text_signature = "(positions, *, rows='top', book=True, threads=None)")]
pub(crate) fn position_scores<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    rows: Rows,
    book: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let found = answer_all::<1>(py, positions, rows, book, threads, |solver, position, budget| {
        Some([solver.solve(position, budget).exact()?.number()])
    })?;
    Ok(PyArray1::from_vec(py, found))
}

/// The answers to one question about every position, one after the other.
fn answer_all<const N: usize>(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    rows: Rows,
    book: Option<&Bound<'_, PyAny>>,
    threads: Option<i64>,
    question: impl Fn(&mut Solver, OpenPosition, &Budget<'_>) -> Option<[i8; N]> + Sync,
) -> PyResult<Vec<i8>> {
    let book = book.map_or_else(|| Ok(Some(shared_book())), open_book)?;
    let threads = threads.map_or_else(|| Ok(cores()), count_of_threads)?;
    let given = Given::read(positions)?;
    let found = do_here(py, None, |lookout| {
        let positions = given.positions(rows, threads)?;
        let mut found = vec![NO_SCORE; positions.len() * N];
        let mut crew = take(threads.min(positions.len()), book.as_ref());
        let work = |solvers: &mut Solvers, _, position: &Position, found: &mut [i8]| {
            // Without an answer it is over, and nobody reads what is there.
            if let Some(open) = position.open()
                && let Some(scores) = question(solvers.of(open), open, &Budget::until(lookout))
            {
                found.copy_from_slice(&scores);
            }
            !lookout.is_cancelled()
        };
        divide(&mut crew, &positions, &mut found, work, || lookout.look_out());
        give_back(crew);
        Ok(found)
    })?;
    found.map_err(|why: String| PyValueError::new_err(why))
}

/// Starts a thread for each of the crew but the first, who is this one. Each takes some items after
/// the other and does `work` on each, given its index and its part of the results, until `work` says
/// that it is over. While this one waits for the others it does what is to be done meanwhile.
fn divide<S: Send, I: Sync, O: Send>(
    crew: &mut [S],
    items: &[I],
    results: &mut [O],
    work: impl Fn(&mut S, usize, &I, &mut [O]) -> bool + Sync,
    meanwhile: impl Fn(),
) {
    let Some((first, others)) = crew.split_first_mut() else { return };
    let Some(each) = results.len().checked_div(items.len()) else { return };
    let taken = items.len().div_ceil((1 + others.len()) * 8).clamp(1, TAKEN_MAX);
    let parts = items.chunks(taken).zip(results.chunks_mut(taken * each));
    let parts = Mutex::new(parts.enumerate());
    let run = |own: &mut S| loop {
        let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((part, (items, results))) = part else { return };
        for (at, (item, result)) in items.iter().zip(results.chunks_mut(each)).enumerate() {
            if !work(own, part * taken + at, item, result) {
                return;
            }
        }
    };
    // Nothing is ever sent: it is disconnected when the last of the others has ended.
    let (ending, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let run = &run;
        for own in others {
            let ending = ending.clone();
            scope.spawn(move || {
                run(own);
                drop(ending);
            });
        }
        drop(ending);
        run(first);
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            meanwhile();
        }
    });
}

/// The solvers of one thread.
struct Solvers {
    /// With a table that fits into a processor's own cache.
    easy: Solver,
    hard: Solver,
}

impl Solvers {
    fn of(&mut self, position: OpenPosition) -> &mut Solver {
        let is_easy = position.position().ply() >= EASY_FROM;
        if is_easy { &mut self.easy } else { &mut self.hard }
    }
}

/// From this number of discs on a position is easy.
const EASY_FROM: u32 = 24;

/// Those that no batch uses. They are kept for the next one: to make them takes as long as a
/// thousand easy positions.
static IDLE: Mutex<Vec<Solvers>> = Mutex::new(Vec::new());

/// Solvers for this many threads.
fn take(threads: usize, book: Option<&Book>) -> Vec<Solvers> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = idle.len().saturating_sub(threads);
    let mut crew = idle.split_off(kept);
    drop(idle);
    crew.resize_with(threads, || Solvers {
        easy: Solver::new(TableSize::mebibytes(1)),
        hard: Solver::new(TableSize::DEFAULT),
    });
    for Solvers { easy, hard } in &mut crew {
        easy.set_book(book.cloned());
        hard.set_book(book.cloned());
    }
    crew
}

/// Keeps as many of them as can work at once.
fn give_back(crew: Vec<Solvers>) {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    idle.extend(crew);
    idle.truncate(cores());
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Positions as they were given: read with the interpreter's lock, understood without.
struct Given {
    items: Vec<Item>,
    moves: String,
    cells: Vec<i8>,
}

enum Item {
    Position(Position),
    /// A part of `moves`.
    Moves(Range<usize>),
    /// A part of `cells`.
    Cells(Range<usize>),
}

impl Given {
    fn read(positions: &Bound<'_, PyAny>) -> PyResult<Given> {
        if positions.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "expected positions, found a string: put it in a list",
            ));
        }
        if positions.hasattr("__array_interface__")? {
            let (cells, shape) = input::cells(positions)?;
            let [count, ROWS, COLUMNS] = shape[..] else {
                let sentence = format!("expected an array of shape (n, 6, 7), found {shape:?}");
                return Err(PyValueError::new_err(sentence));
            };
            let items = (0..count).map(|it| Item::Cells(it * CELLS..(it + 1) * CELLS));
            return Ok(Given { items: items.collect(), moves: String::new(), cells });
        }
        let mut items = Vec::with_capacity(positions.len().unwrap_or(0));
        let mut moves = String::new();
        for (index, position) in positions.try_iter()?.enumerate() {
            let position = position?;
            items.push(match position.cast::<PyString>() {
                Ok(text) => {
                    let start = moves.len();
                    moves.push_str(&text.to_cow()?);
                    Item::Moves(start..moves.len())
                }
                Err(_) => {
                    let AnyPosition(position) = position.extract().map_err(|err: PyErr| {
                        let why = err.value(positions.py()).to_string();
                        PyTypeError::new_err(format!("positions[{index}]: {why}"))
                    })?;
                    Item::Position(position)
                }
            });
        }
        Ok(Given { items, moves, cells: Vec::new() })
    }

    /// Understands them all, or says what is wrong with the first that is none.
    fn positions(&self, rows: Rows, threads: usize) -> Result<Vec<Position>, String> {
        let mut positions = vec![Position::START; self.items.len()];
        let wrong = Mutex::new(None::<(usize, String)>);
        // One thread has read a few before another has started.
        let threads = if self.items.len() < 1_000 { 1 } else { threads };
        let read = |(): &mut (), index, item: &Item, place: &mut [Position]| {
            match self.position(item, rows) {
                Ok(position) => place.fill(position),
                Err(why) => {
                    let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                    if wrong.as_ref().is_none_or(|it| index < it.0) {
                        *wrong = Some((index, why));
                    }
                }
            }
            true
        };
        divide(&mut vec![(); threads], &self.items, &mut positions, read, || ());
        match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(positions),
            Some((index, why)) => Err(format!("positions[{index}]: {why}")),
        }
    }

    fn position(&self, item: &Item, rows: Rows) -> Result<Position, String> {
        match item {
            Item::Position(position) => Ok(*position),
            Item::Moves(part) => {
                let game = self.moves[part.clone()].parse::<Game>();
                game.map(|it| it.position()).map_err(|it| it.to_string())
            }
            Item::Cells(part) => input::board(&self.cells[part.clone()], rows),
        }
    }
}
