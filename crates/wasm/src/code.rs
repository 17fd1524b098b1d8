//! How answers become integers. `web/packages/solver/src/code.ts` reads them back, and nothing else does.

use fourfall_engine::reason::{Reason, ReasonKind};
use fourfall_engine::review::Judgement;
use fourfall_engine::{BookError, Value, Verdict};
use fourfall_rules::{Bitboard, Cell, Column, Line, Outcome, PlayError, Player};

use crate::desk::Answer;

/// Stands for "there is no answer": the game is over, or there is no such bot, column or line.
///
/// Every other code below leaves its highest bits free, so none is mistaken for it.
pub const NONE: u32 = u32::MAX;

/// The row a disc came to rest on, 0 to 5 from the bottom; or 8 and more, why it did not.
pub fn played(result: Result<Cell, PlayError>) -> u32 {
    match result {
        Ok(cell) => u32::from(cell.row.rows_below()),
        Err(PlayError::NoSuchColumn) => 8,
        Err(PlayError::ColumnFull(_)) => 9,
        Err(PlayError::GameOver) => 10,
        Err(PlayError::NotYourTurn) => 11,
    }
}

/// One bit a column, the leftmost lowest.
pub fn columns(columns: impl Iterator<Item = Column>) -> u32 {
    columns.fold(0, |mask, it| mask | 1 << it.index())
}

/// 0 the first player has won, 1 the second has, 2 a draw.
pub fn outcome(outcome: Option<Outcome>) -> u32 {
    match outcome {
        None => NONE,
        Some(Outcome::Won(Player::First)) => 0,
        Some(Outcome::Won(Player::Second)) => 1,
        Some(Outcome::Drawn) => 2,
    }
}

/// Four cells in order along the line, a byte each, the first lowest: column times eight and row.
pub fn line(line: Option<Line>) -> u32 {
    let Some(line) = line else { return NONE };
    line.cells().into_iter().rev().fold(0, |cells, it| {
        cells << 8 | u32::from(it.column.index()) << 3 | u32::from(it.row.rows_below())
    })
}

/// 0 it is a book; otherwise why it is not.
pub fn opened(result: Result<(), BookError>) -> u32 {
    match result {
        Ok(()) => 0,
        Err(BookError::NotABook) => 1,
        Err(BookError::WrongLength) => 2,
        Err(BookError::Damaged) => 3,
    }
}

/// The column in the lowest byte, a one in the next if it is proved, the think time in the upper half.
pub fn answer(answer: Option<Answer>) -> u32 {
    let Some(Answer { choice, proved }) = answer else { return NONE };
    let think_ms = u16::try_from(choice.think_ms).unwrap_or(THINK_MS_MAX).min(THINK_MS_MAX);
    u32::from(think_ms) << 16 | u32::from(proved) << 8 | u32::from(choice.column.index())
}

/// Half a minute: no bot takes a tenth of it, and [`NONE`] stays free.
const THINK_MS_MAX: u16 = 30_000;

/// The least score in the lowest byte, the greatest in the next, each plus 64.
pub fn verdict(verdict: Option<Verdict>) -> u32 {
    let Some(verdict) = verdict else { return NONE };
    let byte = |score: i8| u32::from(score.wrapping_add(SCORE_ZERO).unsigned_abs());
    byte(verdict.at_most().number()) << 8 | byte(verdict.at_least().number())
}

/// Added to a score, so that it is written without a sign. Scores run from −18 to 18.
pub const SCORE_ZERO: i8 = 64;

/// In how many discs of both players a game is decided; 0 if it is a draw.
pub const fn plies(value: Value) -> u32 {
    match value {
        Value::Win { plies } | Value::Loss { plies } => plies,
        Value::Draw => 0,
    }
}

/// A column, 0 to 6.
pub fn column(column: Option<Column>) -> u32 {
    column.map_or(NONE, |it| u32::from(it.index()))
}

/// Its place in [`Judgement::ALL`].
pub fn judgement(judgement: Judgement) -> u32 {
    place(&Judgement::ALL, judgement)
}

/// The kind's place in [`ReasonKind::ALL`] in the lowest byte; in the next 0 if it is about a four of
/// the first player, 1 the second's, 2 nobody's.
pub fn reason(reason: Option<Reason>) -> u32 {
    let Some(reason) = reason else { return NONE };
    let by = match reason.by {
        Some(Player::First) => 0,
        Some(Player::Second) => 1,
        None => 2,
    };
    by << 8 | place(&ReasonKind::ALL, reason.kind)
}

fn place<T: PartialEq>(all: &[T], wanted: T) -> u32 {
    all.iter().position(|it| *it == wanted).and_then(|it| u32::try_from(it).ok()).unwrap_or(NONE)
}

/// The cell with this index in a set, counted column by column: column times eight and row.
pub fn cell(cells: Bitboard, index: usize) -> u32 {
    let cell = cells.cells().nth(index);
    cell.map_or(NONE, |it| u32::from(it.column.index()) << 3 | u32::from(it.row.rows_below()))
}
