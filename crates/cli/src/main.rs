//! `fourfall`: the one binary.

mod admin;
mod analyze;
mod args;
mod book;
mod bot;
mod engine;
mod export;
mod manual;
mod picture;
mod play;
mod progress;
mod puzzles;
mod questions;
mod replay;
mod reply;
mod serve;
mod solve;
mod store;
mod uci;
mod watch;

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let command = Args::parse().command;
    let answers = !matches!(command, Command::Serve(_));
    let outcome = match command {
        Command::Play(options) => play::play(&options),
        Command::Serve(options) => serve::serve(options).map(|()| ExitCode::SUCCESS),
        Command::Bot(options) => bot::bot(&options),
        Command::Watch(options) => watch::watch(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Export(options) => export::export(&options),
        Command::Store(command) => store::store(&command),
        Command::Admin(options) => admin::admin(&options),
        Command::Solve(options) => solve::solve(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::Reply(options) => reply::reply(&options),
        Command::Engine(options) => uci::engine(&options),
        Command::Book(command) => book::book(&command),
        Command::Puzzles(command) => puzzles::puzzles(&command),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::man(folder.as_deref()),
    };
    match outcome {
        Ok(code) => code,
        Err(err) if answers && has_no_reader(&err) => ExitCode::SUCCESS,
        Err(err) => {
            warn(&format!("{err:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs work that waits for the network.
fn on_runtime<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("could not start the runtime")?;
    runtime.block_on(work)
}

/// Whether the reader of the output has closed it, as in `fourfall solve … | head`: that is not an
/// error.
fn has_no_reader(err: &anyhow::Error) -> bool {
    let mut causes = err.chain().filter_map(|it| it.downcast_ref::<io::Error>());
    causes.any(|it| it.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints something to standard error: what failed, or what is going on.
#[expect(clippy::print_stderr, reason = "standard output is for the answer")]
fn warn(sentence: &str) {
    eprintln!("fourfall: {sentence}");
}
