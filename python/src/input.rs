//! Positions and numbers as Python has them.

use std::time::{Duration, Instant};

use fourfall_rules::{Bitboard, ByPlayer, Cell, Column, FromTop, Game, OpenPosition, Row};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error;
use crate::position::Position;

pub(crate) const ROWS: usize = Row::COUNT as usize;
pub(crate) const COLUMNS: usize = Column::COUNT as usize;
pub(crate) const CELLS: usize = ROWS * COLUMNS;

/// Which row of an array comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    FromTop,
    FromBottom,
}

impl<'py> FromPyObject<'_, 'py> for Rows {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Rows> {
        match object.extract::<&str>()? {
            "top" => Ok(Rows::FromTop),
            "bottom" => Ok(Rows::FromBottom),
            other => Err(PyValueError::new_err(format!(
                "rows is the one that comes first, \"top\" or \"bottom\", not {other:?}"
            ))),
        }
    }
}

impl Rows {
    /// The cell with this index in an array of 42.
    pub(crate) fn cell(self, index: usize) -> Cell {
        let (row, column) = (index / COLUMNS % ROWS, index % COLUMNS);
        let row = match self {
            Rows::FromTop => row,
            Rows::FromBottom => ROWS - 1 - row,
        };
        let part = |it: usize| u8::try_from(it).expect("at most six");
        let cell = FromTop { row: part(row), column: part(column) };
        cell.try_into().expect("taken modulo the board")
    }
}

/// A column, 0 to 6.
pub(crate) fn column(index: i64) -> PyResult<Column> {
    u8::try_from(index).ok().and_then(Column::new).ok_or_else(|| {
        PyValueError::new_err(format!("there is no column {index}: they are numbered 0 to 6 here"))
    })
}

/// Moves as a string of columns 1 to 7, or as columns 0 to 6.
pub(crate) fn game(moves: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(text) = moves.cast::<PyString>() {
        return text
            .to_cow()?
            .parse()
            .map_err(|it: fourfall_rules::NotationError| PyValueError::new_err(it.to_string()));
    }
    let mut game = Game::new();
    for index in moves.try_iter()? {
        game.play(column(index?.extract()?)?).map_err(error::refused)?;
    }
    Ok(game)
}

/// A `Position`, or moves that lead to one.
#[derive(Clone, Copy)]
pub(crate) struct AnyPosition(pub(crate) fourfall_rules::Position);

impl<'py> FromPyObject<'_, 'py> for AnyPosition {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyPosition> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(AnyPosition(position.get().0));
        }
        if object.is_instance_of::<PyString>() {
            return Ok(AnyPosition(game(&object)?.position()));
        }
        Err(PyTypeError::new_err(format!(
            "expected a Position or a string of moves, found {}",
            object.get_type().name()?
        )))
    }
}

impl AnyPosition {
    /// For a question that a finished game has no answer to.
    pub(crate) fn open(self) -> PyResult<OpenPosition> {
        self.0.try_into().map_err(error::over)
    }
}

/// The moment that is this many seconds away.
pub(crate) fn deadline(seconds: Option<f64>) -> PyResult<Option<Instant>> {
    let Some(seconds) = seconds else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} is not a number of seconds")))?;
    Ok(Instant::now().checked_add(time))
}

/// The cells of an array of whole numbers, one byte each, and its shape. What does not fit into a
/// byte is no disc either.
pub(crate) fn cells(array: &Bound<'_, PyAny>) -> PyResult<(Vec<i8>, Vec<usize>)> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    if let Ok(bytes) = array.cast::<PyArrayDyn<i8>>() {
        return Ok((bytes.to_owned_array().into_iter().collect(), bytes.shape().to_vec()));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u" | "b") {
        let dtype = array.getattr("dtype")?.str()?;
        return Err(PyTypeError::new_err(format!("expected an array of integers, found {dtype}")));
    }
    let wide = array.call_method1("astype", ("int64",))?;
    let wide = wide.cast::<PyArrayDyn<i64>>()?;
    const NO_DISC: i8 = i8::MAX;
    let cells = wide.to_owned_array().into_iter().map(|it| it.try_into().unwrap_or(NO_DISC));
    Ok((cells.collect(), wide.shape().to_vec()))
}

/// The position on 42 cells: 0 is free, 1 the first player's disc, 2 or −1 the second's.
pub(crate) fn board(cells: &[i8], rows: Rows) -> Result<fourfall_rules::Position, String> {
    let mut discs = ByPlayer::<Bitboard>::default();
    for (index, &cell) in cells.iter().enumerate() {
        let own = match cell {
            0 => continue,
            1 => &mut discs.first,
            2 | -1 => &mut discs.second,
            _ => return Err("a cell is 0, 1 or 2 (or -1 for the second player's disc)".to_owned()),
        };
        *own = own.with(rows.cell(index));
    }
    fourfall_rules::Position::from_discs(discs).map_err(|it| it.to_string())
}
