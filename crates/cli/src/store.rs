//! `fourfall store`: checking, compacting, exporting and backing up a store in a folder.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fourfall_server::upkeep;

use crate::args::Store;

/// Problems that are listed one by one.
const LISTED: usize = 50;

pub(crate) fn store(command: &Store) -> anyhow::Result<ExitCode> {
    match command {
        Store::Check(folder) => check(&folder.data_dir),
        Store::Compact(folder) => compact(&folder.data_dir),
        Store::Export(folder) => export(&folder.data_dir),
        Store::Backup { file, folder } => backup(&folder.data_dir, file),
    }
}

fn existing(folder: &Path) -> anyhow::Result<&Path> {
    if !folder.join("fourfall.sqlite").is_file() {
        bail!("there is no store in {}", folder.display());
    }
    Ok(folder)
}

fn say(sentence: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{sentence}").context("could not write the answer")
}

fn check(folder: &Path) -> anyhow::Result<ExitCode> {
    let found = upkeep::check(existing(folder)?)
        .with_context(|| format!("could not read the store in {}", folder.display()))?;
    report(&found)
}

/// Says what a check has found.
pub(crate) fn report(found: &upkeep::Check) -> anyhow::Result<ExitCode> {
    let upkeep::Check { games, players, running, bytes, problems } = found;
    say(&format!("{games} games, {players} players, {running} matches that go on, {bytes} bytes"))?;
    for problem in problems.iter().take(LISTED) {
        say(problem)?;
    }
    if problems.is_empty() {
        say("all is well")?;
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("{} problems", problems.len()))?;
    Ok(ExitCode::FAILURE)
}

fn compact(folder: &Path) -> anyhow::Result<ExitCode> {
    let (before, after) = upkeep::compact(existing(folder)?)
        .with_context(|| format!("could not compact the store in {}", folder.display()))?;
    say(&format!("{after} bytes, {before} before"))?;
    Ok(ExitCode::SUCCESS)
}

fn export(folder: &Path) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    upkeep::export(existing(folder)?, &mut out)
        .with_context(|| format!("could not export the store in {}", folder.display()))?;
    out.flush().context("could not write the answer")?;
    Ok(ExitCode::SUCCESS)
}

fn backup(folder: &Path, file: &Path) -> anyhow::Result<ExitCode> {
    let bytes = upkeep::backup(existing(folder)?, file)
        .with_context(|| format!("could not copy the store into {}", file.display()))?;
    say(&format!("{bytes} bytes in {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
