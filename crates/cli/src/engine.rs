//! The solver as the terminal's commands set it up, and positions as they are typed.

use std::path::Path;

use anyhow::{Context, bail};
use fourfall_engine::{Book, Solver, TableSize};
use fourfall_rules::{Game, OpenPosition, Outcome};

use crate::args;

/// How the empty board is typed, and printed.
pub(crate) const EMPTY_BOARD: &str = "-";

/// A solver with the options of the command line. A book that can't be used is a warning, not an
/// error.
pub(crate) fn solver(options: &args::Engine) -> Solver {
    let size = TableSize::mebibytes(options.table_mib);
    let solver = Solver::new(size).with_threads(options.threads.get());
    if options.no_book {
        return solver;
    }
    match open_book(options.book.as_deref()) {
        Ok(book) => solver.with_book(book),
        Err(err) => {
            crate::warn(&format!("{err:#}; going on without a book"));
            solver
        }
    }
}

/// The book in the file, or the one in the binary.
pub(crate) fn open_book(file: Option<&Path>) -> anyhow::Result<Book> {
    let Some(file) = file else { return Ok(Book::embedded()) };
    let bytes =
        std::fs::read(file).with_context(|| format!("could not read {}", file.display()))?;
    Book::from_bytes(bytes).with_context(|| file.display().to_string())
}

/// The game that was typed.
pub(crate) fn parse(moves: &str) -> anyhow::Result<Game> {
    let moves = if moves == EMPTY_BOARD { "" } else { moves };
    Ok(moves.parse()?)
}

/// The game's position, if there is still something to solve.
pub(crate) fn open(game: &Game) -> anyhow::Result<OpenPosition> {
    match game.position().try_into() {
        Ok(open) => Ok(open),
        Err(outcome) => bail!(over(outcome)),
    }
}

/// Why there is nothing to solve.
pub(crate) fn over(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(winner) => format!("the game is over: the {winner} has four in a row"),
        Outcome::Drawn => "the game is over: the board is full".to_owned(),
    }
}

/// The game as it is typed.
pub(crate) fn print(game: &Game) -> String {
    if game.moves().is_empty() { EMPTY_BOARD.to_owned() } else { game.to_string() }
}
