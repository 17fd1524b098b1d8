//! `fourfall puzzles`: makes a set of puzzles, and proves one.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use fourfall_engine::puzzle::{Aim, Puzzle, PuzzleSet};
use fourfall_engine::{Solver, TableSize};

use crate::progress::{self, counted};
use crate::{args, warn};

/// Memory for positions already solved.
const TABLE: TableSize = TableSize::mebibytes(64);
/// The set the page has.
const OWN: &[u8] = include_bytes!("../../engine/puzzles/fourfall.puzzles");

pub(crate) fn puzzles(command: &args::Puzzles) -> anyhow::Result<ExitCode> {
    match command {
        args::Puzzles::Make { file, seed, count } => make(file, seed, usize::from(*count)),
        args::Puzzles::Check { file, rebuild } => check(file.as_deref(), *rebuild),
    }
}

fn make(file: &Path, seed: &str, count: usize) -> anyhow::Result<ExitCode> {
    let set = made(seed, count);
    let bytes = set.to_bytes();
    std::fs::write(file, &bytes).with_context(|| format!("could not write {}", file.display()))?;
    say(&format!("{}, {} bytes", described(&set), bytes.len()))?;
    Ok(ExitCode::SUCCESS)
}

fn made(seed: &str, count: usize) -> PuzzleSet {
    let bar = progress::positions(count);
    let mut solver = Solver::new(TABLE);
    let set = PuzzleSet::make(seed, count, &mut solver, |_| bar.inc(1));
    bar.finish_and_clear();
    set
}

/// Proves every puzzle of a set: that it is one, and as hard as it says.
fn check(file: Option<&Path>, rebuild: bool) -> anyhow::Result<ExitCode> {
    let bytes = match file {
        Some(file) => {
            std::fs::read(file).with_context(|| format!("could not read {}", file.display()))?
        }
        None => OWN.to_vec(),
    };
    let set = PuzzleSet::from_bytes(&bytes)?;
    let bar = progress::positions(set.puzzles().len());
    let mut solver = Solver::new(TABLE);
    let mut wrong = 0;
    for puzzle in set.puzzles() {
        if Puzzle::new(puzzle.game, &mut solver).as_ref() != Some(puzzle) {
            wrong += 1;
            bar.suspend(|| warn(&format!("not a puzzle, or not as it says: {}", puzzle.game)));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut keys: Vec<u64> = set.puzzles().iter().map(Puzzle::key).collect();
    keys.sort_unstable();
    let doubles = keys.windows(2).filter(|it| it[0] == it[1]).count();
    say(&format!("{}: {wrong} wrong, {doubles} there twice", described(&set)))?;
    let mut same = true;
    if rebuild {
        same = made(set.seed(), set.puzzles().len()).to_bytes() == bytes;
        say(if same { "made again from its seed: the same" } else { "made again: different" })?;
    }
    let good = wrong == 0 && doubles == 0 && same;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn described(set: &PuzzleSet) -> String {
    let wins = set.puzzles().iter().filter(|it| it.aim == Aim::Win).count();
    let count = counted(set.puzzles().len() as u64, "puzzle");
    format!("{count} of the seed {:?}, {wins} to win and the rest to hold", set.seed())
}

fn say(line: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{line}").context("could not write the answer")
}
