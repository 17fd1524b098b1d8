//! Many positions at once, on all cores.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use fourfall_engine::{Book, Budget, Solver, TableSize};
use fourfall_rules::{OpenPosition, Position};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::input::{self, AnyPosition, CELLS, COLUMNS, ROWS, Rows};
use crate::solver::{column_scores, count_of_threads, engine, open_book, shared_book};
use crate::wait::wait_for;

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
    let threads = match threads {
        Some(threads) => count_of_threads(threads)?,
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let given = Given::read(positions)?;
    let found = wait_for(py, None, |cancel| {
        let positions = given.positions(rows)?;
        let mut found = vec![NO_SCORE; positions.len() * N];
        divide(&positions, &mut found, threads, book.as_ref(), cancel, &question);
        Ok(found)
    })?;
    found.map_err(|why: String| PyValueError::new_err(why))
}

/// Lets each thread take some positions after the other, and answer them with a solver of its own.
fn divide<const N: usize>(
    positions: &[Position],
    found: &mut [i8],
    threads: usize,
    book: Option<&Book>,
    cancel: &AtomicBool,
    question: &(impl Fn(&mut Solver, OpenPosition, &Budget<'_>) -> Option<[i8; N]> + Sync),
) {
    let taken = positions.len().div_ceil(threads * 8).clamp(1, TAKEN_MAX);
    let parts = Mutex::new(positions.chunks(taken).zip(found.chunks_mut(taken * N)));
    let work = || {
        let mut solver = engine(TableSize::DEFAULT, book.cloned());
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((positions, found)) = part else { return };
            for (position, found) in positions.iter().zip(found.chunks_mut(N)) {
                if cancel.load(Ordering::Relaxed) {
                    return;
                }
                // Without an answer the flag is up, and nobody reads what is there.
                if let Some(open) = position.open()
                    && let Some(scores) = question(&mut solver, open, &Budget::until(cancel))
                {
                    found.copy_from_slice(&scores);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(positions.len()) {
            scope.spawn(work);
        }
        work();
    });
}

/// Positions as they were given. Cells are checked without the interpreter's lock.
enum Given {
    Positions(Vec<Position>),
    Cells(Vec<i8>),
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
            return match shape[..] {
                [_, ROWS, COLUMNS] => Ok(Given::Cells(cells)),
                _ => Err(PyValueError::new_err(format!(
                    "expected an array of shape (n, 6, 7), found {shape:?}"
                ))),
            };
        }
        let mut read = Vec::with_capacity(positions.len().unwrap_or(0));
        for (index, position) in positions.try_iter()?.enumerate() {
            let AnyPosition(position) = position?.extract().map_err(|err: PyErr| {
                let py = positions.py();
                let sentence = format!("positions[{index}]: {}", err.value(py));
                if err.is_instance_of::<PyTypeError>(py) {
                    PyTypeError::new_err(sentence)
                } else {
                    PyValueError::new_err(sentence)
                }
            })?;
            read.push(position);
        }
        Ok(Given::Positions(read))
    }

    fn positions(self, rows: Rows) -> Result<Vec<Position>, String> {
        match self {
            Given::Positions(positions) => Ok(positions),
            Given::Cells(cells) => {
                let boards = cells.chunks(CELLS).enumerate();
                let read = |(index, cells)| {
                    input::board(cells, rows).map_err(|why| format!("positions[{index}]: {why}"))
                };
                boards.map(read).collect()
            }
        }
    }
}
