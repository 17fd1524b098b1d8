//! `fourfall`: the one binary.

mod analyze;
mod args;
mod book;
mod engine;
mod reply;
mod serve;
mod solve;
mod uci;

use std::io;
use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let command = Args::parse().command;
    let answers = !matches!(command, Command::Serve(_));
    let outcome = match command {
        Command::Serve(options) => serve::serve(options).map(|()| ExitCode::SUCCESS),
        Command::Solve(options) => solve::solve(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::Reply(options) => reply::reply(&options),
        Command::Engine(options) => uci::engine(&options),
        Command::Book(command) => book::book(&command),
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

/// Whoever reads the answer has read enough, as in `fourfall solve … | head`: nothing went wrong.
fn has_no_reader(err: &anyhow::Error) -> bool {
    let mut causes = err.chain().filter_map(|it| it.downcast_ref::<io::Error>());
    causes.any(|it| it.kind() == io::ErrorKind::BrokenPipe)
}

/// Says something beside the answer: what failed, or what is going on.
#[expect(clippy::print_stderr, reason = "standard output is for the answer")]
fn warn(sentence: &str) {
    eprintln!("fourfall: {sentence}");
}
