//! The sixty-nine lines of four.

use crate::{Bitboard, Cell, Column, Row};

/// Four cells in a line, in order along it: left to right, or bottom to top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line([Cell; 4]);

/// The direction in which a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Up,
    Right,
    Rising,
    Falling,
}

impl Line {
    /// How many lines of four there are on the board.
    pub const COUNT: usize = 69;

    /// Every line of four: 21 upright, 24 level, 12 rising and 12 falling.
    pub const ALL: [Line; Line::COUNT] = all();

    /// The four cells, in order along the line.
    pub const fn cells(self) -> [Cell; 4] {
        self.0
    }

    /// The four cells as a set.
    pub const fn set(self) -> Bitboard {
        let [a, b, c, d] = self.0;
        Bitboard::EMPTY.with(a).with(b).with(c).with(d)
    }

    /// The line of four that starts at `cell`, if it does not leave the board.
    const fn from(cell: Cell, step: Step) -> Option<Line> {
        let mut cells = [cell; 4];
        let mut at = 1;
        while at < 4 {
            match neighbour(cells[at - 1], step) {
                Some(next) => cells[at] = next,
                None => return None,
            }
            at += 1;
        }
        Some(Line(cells))
    }
}

const fn neighbour(Cell { column, row }: Cell, step: Step) -> Option<Cell> {
    let (column, row) = match step {
        Step::Up => (Some(column), Row::above(row.rows_below() + 1)),
        Step::Right => (Column::new(column.index() + 1), Some(row)),
        Step::Rising => (Column::new(column.index() + 1), Row::above(row.rows_below() + 1)),
        Step::Falling => {
            (Column::new(column.index() + 1), Row::above(row.rows_below().wrapping_sub(1)))
        }
    };
    match (column, row) {
        (Some(column), Some(row)) => Some(Cell { column, row }),
        (None, _) | (_, None) => None,
    }
}

const fn all() -> [Line; Line::COUNT] {
    let corner = Cell { column: Column::ALL[0], row: Row::ALL[0] };
    let mut lines = [Line([corner; 4]); Line::COUNT];
    let mut count = 0;
    let steps = [Step::Up, Step::Right, Step::Rising, Step::Falling];
    let mut step = 0;
    while step < steps.len() {
        let mut column = 0;
        while column < Column::ALL.len() {
            let mut row = 0;
            while row < Row::ALL.len() {
                let cell = Cell { column: Column::ALL[column], row: Row::ALL[row] };
                if let Some(line) = Line::from(cell, steps[step]) {
                    lines[count] = line;
                    count += 1;
                }
                row += 1;
            }
            column += 1;
        }
        step += 1;
    }
    assert!(count == Line::COUNT, "every slot holds a line");
    lines
}
