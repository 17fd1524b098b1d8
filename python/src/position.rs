//! The board.

use std::hash::{DefaultHasher, Hash, Hasher};

use fourfall_engine::Score;
use fourfall_rules::{Bitboard, ByPlayer, FromTop, OpenPosition, Outcome, Player};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error;
use crate::input::{self, CELLS, COLUMNS, ROWS, Rows};

/// A board that can come up in a game, over or not. It never changes: playing gives a new one.
///
/// A string is a list of columns as people write them, 1 to 7; a number is a column as programs
/// count, 0 to 6.
///
/// >>> position = Position("4435")
/// >>> position == Position([3, 3, 2, 4])
/// True
/// >>> print(position)
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . O . . .
/// . . X X O . .
/// >>> position.ply, position.turn, position.legal
/// (4, 'first', [0, 1, 2, 3, 4, 5, 6])
#[pyclass(frozen, eq, module = "fourfall")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Position(pub(crate) fourfall_rules::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (moves=None))]
    fn new(moves: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let position = match moves {
            Some(moves) => input::game(moves)?.position(),
            None => fourfall_rules::Position::START,
        };
        Ok(Position(position))
    }

    /// The position in a picture: six lines of seven cells, `X` the first player's, `O` the
    /// second's, `.` free.
    ///
    /// >>> Position.from_drawing(str(Position("4435"))) == Position("4435")
    /// True
    #[classmethod]
    fn from_drawing(_class: &Bound<'_, PyType>, drawing: &str) -> PyResult<Position> {
        let position = drawing.parse::<fourfall_rules::Position>();
        position.map(Position).map_err(|it| PyValueError::new_err(it.to_string()))
    }

    /// The position in an array of 6 rows and 7 columns: 0 is free, 1 the first player's disc, 2
    /// or -1 the second's. `rows` is the row that comes first, "top" or "bottom".
    ///
    /// >>> import numpy
    /// >>> cells = numpy.zeros((6, 7), dtype=numpy.int8)
    /// >>> cells[0, 3] = 1
    /// >>> Position.from_array(cells, rows="bottom") == Position("4")
    /// True
    #[classmethod]
    #[pyo3(signature = (array, *, rows=Rows::FromTop), text_signature = "(array, *, rows='top')")]
    fn from_array(
        _class: &Bound<'_, PyType>,
        array: &Bound<'_, PyAny>,
        rows: Rows,
    ) -> PyResult<Position> {
        let (cells, shape) = input::cells(array)?;
        if shape != [ROWS, COLUMNS] {
            return Err(PyValueError::new_err(format!(
                "expected an array of shape (6, 7), found {shape:?}"
            )));
        }
        input::board(&cells, rows).map(Position).map_err(PyValueError::new_err)
    }

    /// The position with these discs, one bit each: column by column from the left, seven bits a
    /// column, the lowest its bottom cell and the highest always 0.
    ///
    /// >>> Position.from_bitboards(*Position("4435").bitboards) == Position("4435")
    /// True
    #[classmethod]
    fn from_bitboards(_class: &Bound<'_, PyType>, first: u64, second: u64) -> PyResult<Position> {
        let board = |bits| {
            Bitboard::from_bits(bits)
                .ok_or_else(|| PyValueError::new_err(format!("{bits:#x} has bits off the board")))
        };
        let discs = ByPlayer { first: board(first)?, second: board(second)? };
        let position = fourfall_rules::Position::from_discs(discs);
        position.map(Position).map_err(|it| PyValueError::new_err(it.to_string()))
    }

    /// The board as an int8 array of 6 rows and 7 columns: 0 free, 1 the first player's, 2 the
    /// second's. `rows` is the row that comes first, "top" or "bottom".
    ///
    /// >>> Position("4").to_array()[5]
    /// array([0, 0, 0, 1, 0, 0, 0], dtype=int8)
    #[pyo3(signature = (*, rows=Rows::FromTop), text_signature = "($self, *, rows='top')")]
    #[expect(clippy::wrong_self_convention, reason = "pyo3 lends the object to its methods")]
    fn to_array<'py>(&self, py: Python<'py>, rows: Rows) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let cells = (0..CELLS).map(|index| match self.0.disc_at(rows.cell(index)) {
            None => 0,
            Some(Player::First) => 1,
            Some(Player::Second) => 2,
        });
        PyArray1::from_iter(py, cells).reshape([ROWS, COLUMNS])
    }

    /// The discs of the first and of the second player, as `from_bitboards` takes them.
    #[getter]
    fn bitboards(&self) -> (u64, u64) {
        let discs = self.0.discs();
        (discs.first.bits(), discs.second.bits())
    }

    /// How many discs have been played.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.ply()
    }

    /// Who is to move, "first" or "second"; after the end, who would be.
    #[getter]
    fn turn(&self) -> &'static str {
        name(self.0.turn())
    }

    /// The columns that can be played, 0 to 6; none once the game is over.
    ///
    /// >>> Position("444444").legal
    /// [0, 1, 2, 4, 5, 6]
    #[getter]
    fn legal(&self) -> Vec<usize> {
        let columns = self.0.open().into_iter().flat_map(OpenPosition::legal_columns);
        columns.map(|it| it.index().into()).collect()
    }

    /// How the game ended: "first" or "second" has four, or it is "drawn"; None while it is on.
    ///
    /// >>> Position("4455667").outcome
    /// 'first'
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(|it| match it {
            Outcome::Won(winner) => name(winner),
            Outcome::Drawn => "drawn",
        })
    }

    /// The winner's lines, each four cells (row, column) with row 0 at the top.
    ///
    /// >>> Position("4455667").winning_lines
    /// [[(5, 3), (5, 4), (5, 5), (5, 6)]]
    #[getter]
    fn winning_lines(&self) -> Vec<Vec<(u8, u8)>> {
        let cell = |it| {
            let FromTop { row, column } = FromTop::from(it);
            (row, column)
        };
        self.0.winning_lines().map(|it| it.cells().into_iter().map(cell).collect()).collect()
    }

    /// The position after a disc in a column, 0 to 6.
    ///
    /// >>> Position("443").play(4) == Position("4435")
    /// True
    fn play(&self, column: i64) -> PyResult<Position> {
        self.0.play(input::column(column)?).map(Position).map_err(error::refused)
    }

    /// The position seen in a mirror.
    ///
    /// >>> Position("1").mirrored() == Position("7")
    /// True
    fn mirrored(&self) -> Position {
        Position(self.0.mirrored())
    }

    /// What a score means here, in discs of both players that are still to fall.
    ///
    /// >>> Position("445566").meaning(18)
    /// 'wins in 1'
    fn meaning(&self, score: i64) -> PyResult<String> {
        let score = i8::try_from(score).ok().and_then(Score::new).ok_or_else(|| {
            PyValueError::new_err(format!("scores run from -18 to 18: {score} is none"))
        })?;
        Ok(score.value(self.0).to_string())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let (first, second) = self.bitboards();
        format!("Position.from_bitboards({first:#x}, {second:#x})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u64, u64))> {
        Ok((py.get_type::<Position>().getattr("from_bitboards")?, self.bitboards()))
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
