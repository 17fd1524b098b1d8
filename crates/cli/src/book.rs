//! `fourfall book`: makes, proves and shows an opening book.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Context;
use fourfall_engine::book::{Draft, Solved, positions, solve_all};
use fourfall_engine::{Budget, Solver, TableSize};
use fourfall_rules::OpenPosition;
use serde::Serialize;

use crate::progress::{self, counted};
use crate::{args, engine, warn};

/// Memory for positions already solved when a book is checked: neighbours have much in common.
const TABLE_MIB: u32 = 64;

pub(crate) fn book(command: &args::Book) -> anyhow::Result<ExitCode> {
    match command {
        args::Book::Build { file, ply, threads } => build(file, *ply, *threads),
        args::Book::Check { file, sample, json } => check(file.as_deref(), *sample, *json),
        args::Book::Info { file, json } => info(file.as_deref(), *json),
    }
}

fn build(file: &Path, ply: u32, threads: Option<NonZeroUsize>) -> anyhow::Result<ExitCode> {
    let mut draft = Draft::new(ply);
    let mut log = DraftFile::open(file, ply, &mut draft)?;
    let threads =
        threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let bar = progress::positions(draft.len());
    bar.set_position(draft.solved() as u64);
    bar.reset_eta();
    let (cancel, mut failure) = (AtomicBool::new(false), None);
    solve_all(&draft.missing(), threads, &cancel, |Solved { position, score, .. }| {
        match log.append(&draft.record(position, score)) {
            Ok(()) => bar.inc(1),
            // If the draft can't be written, solving on would be in vain.
            Err(err) => {
                cancel.store(true, Ordering::Relaxed);
                failure = Some(err);
            }
        }
    });
    if let Some(err) = failure {
        return Err(err);
    }
    bar.finish_and_clear();
    let bytes = draft.finish()?;
    std::fs::write(file, &bytes).with_context(|| format!("could not write {}", file.display()))?;
    log.remove();
    info(Some(file), false)
}

/// What is done so far, on disk beside the book.
struct DraftFile {
    path: PathBuf,
    file: File,
}

impl DraftFile {
    /// Opens the draft of this book, and loads what is in it.
    fn open(book: &Path, ply: u32, draft: &mut Draft) -> anyhow::Result<DraftFile> {
        let mut path = book.as_os_str().to_owned();
        path.push(format!(".ply{ply}.draft"));
        let path = PathBuf::from(path);
        let attempt = || format!("could not open {}", path.display());
        let mut options = File::options();
        let mut file = (options.read(true).write(true).create(true).truncate(false))
            .open(&path)
            .with_context(attempt)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(attempt)?;
        let used = draft.resume(&bytes) as u64;
        // A last entry that was cut off by a crash is written over.
        file.set_len(used).and_then(|()| file.seek(SeekFrom::Start(used))).with_context(attempt)?;
        Ok(DraftFile { path, file })
    }

    fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(bytes);
        written.with_context(|| format!("could not write {}", self.path.display()))
    }

    fn remove(self) {
        if let Err(err) = std::fs::remove_file(&self.path) {
            warn(&format!("could not remove {}: {err}", self.path.display()));
        }
    }
}

fn check(file: Option<&Path>, sample: usize, json: bool) -> anyhow::Result<ExitCode> {
    let book = engine::open_book(file)?;
    let all: Vec<OpenPosition> = (0..=book.deepest_ply()).flat_map(positions).collect();
    let step = all.len().div_ceil(sample.max(1)).max(1);
    let chosen: Vec<OpenPosition> = all.iter().rev().step_by(step).copied().collect();
    let bar = progress::positions(chosen.len());
    let mut solver = Solver::new(TableSize::mebibytes(TABLE_MIB));
    let mut wrong = 0;
    for &position in &chosen {
        let proved = solver.solve(position, &Budget::UNLIMITED).exact();
        if book.score(position) != proved {
            wrong += 1;
            bar.suspend(|| warn(&format!("the book is wrong about\n{}", position.position())));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let proved = Proved { proved: chosen.len(), positions: all.len(), wrong };
    if json {
        say(&serde_json::to_string(&proved)?)?;
    } else {
        let Proved { proved, wrong, .. } = proved;
        say(&format!(
            "{proved} of {} proved, {wrong} wrong",
            counted(all.len() as u64, "position")
        ))?;
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The result of a check, in JSON.
#[derive(Serialize)]
struct Proved {
    proved: usize,
    positions: usize,
    wrong: usize,
}

/// What is in a book, in JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Contents {
    bytes: usize,
    deepest_ply: u32,
    /// One for each ply, from the empty board on.
    positions: Vec<usize>,
}

fn info(file: Option<&Path>, json: bool) -> anyhow::Result<ExitCode> {
    let book = engine::open_book(file)?;
    let positions = (0..=book.deepest_ply()).map(|ply| book.count(ply)).collect();
    let contents =
        Contents { bytes: book.size_bytes(), deepest_ply: book.deepest_ply(), positions };
    if json {
        say(&serde_json::to_string(&contents)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = file.map_or("the book in the binary".to_owned(), |it| it.display().to_string());
    let Contents { bytes, deepest_ply, positions } = contents;
    say(&format!("{name}: {bytes} bytes, every position up to ply {deepest_ply}"))?;
    for (ply, count) in positions.into_iter().enumerate() {
        say(&format!("  ply {ply}: {}", counted(count as u64, "position")))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn say(line: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{line}").context("could not write the answer")
}
