//! Positions to be answered one by one: typed as arguments, or lines of standard input.

use std::io::{self, BufRead, IsTerminal};

use anyhow::Context;

use crate::progress::Input;
use crate::warn;

/// A line that is not text.
#[derive(Debug, thiserror::Error)]
#[error("this is not text (UTF-8)")]
pub(crate) struct NotText;

/// Calls `answer` with each, and prints its complaints. Empty lines are skipped.
pub(crate) fn each(
    typed: &[String],
    mut answer: impl FnMut(Result<&str, NotText>) -> anyhow::Result<Option<String>>,
) -> anyhow::Result<()> {
    for (number, position) in (1_u64..).zip(typed) {
        match answer(Ok(position))? {
            Some(complaint) if typed.len() == 1 => warn(&complaint),
            Some(complaint) => warn(&format!("position {number}: {complaint}")),
            None => {}
        }
    }
    if !typed.is_empty() {
        return Ok(());
    }
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        warn("reading positions from the terminal, one per line; end with Ctrl-D");
    }
    let mut progress = Input::start();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let read = input.read_until(b'\n', &mut line).context("could not read standard input")?;
        if read == 0 {
            break;
        }
        let text = str::from_utf8(&line).map(str::trim).map_err(|_| NotText);
        if text.as_ref().is_ok_and(|it| it.is_empty()) {
            continue;
        }
        let complaint = answer(text)?;
        progress.advance(read);
        if let Some(complaint) = complaint {
            progress.warn(&format!("line {number}: {complaint}"));
        }
    }
    progress.finish();
    Ok(())
}
