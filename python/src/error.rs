//! The exceptions. Their classes are written in Python (`_errors.py`), where they have types and can
//! be pickled.

use fourfall_engine::Verdict;
use fourfall_rules::{Outcome, PlayError};
use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(fourfall._errors, GameOver);
import_exception!(fourfall._errors, IllegalMove);
import_exception!(fourfall._errors, Unproved);

/// A refusal of the rules.
pub(crate) fn refused(why: PlayError) -> PyErr {
    match why {
        PlayError::GameOver => GameOver::new_err(why.to_string()),
        PlayError::ColumnFull(_) | PlayError::NotYourTurn => IllegalMove::new_err(why.to_string()),
        PlayError::NoSuchColumn => PyValueError::new_err(why.to_string()),
    }
}

/// A question about a game that has ended.
pub(crate) fn over(outcome: Outcome) -> PyErr {
    GameOver::new_err(match outcome {
        Outcome::Won(winner) => format!("the game is over: the {winner} has four in a row"),
        Outcome::Drawn => "the game is over: the board is full".to_owned(),
    })
}

/// A search that was given too few nodes, or too little time.
pub(crate) fn unproved(known: Verdict) -> PyErr {
    Unproved::new_err((known.at_least().number(), known.at_most().number()))
}
