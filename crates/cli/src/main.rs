//! `fourfall`: the one binary.

mod analyze;
mod args;
mod book;
mod engine;
mod reply;
mod serve;
mod solve;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Serve(options) => serve::serve(options).map(|()| ExitCode::SUCCESS),
        Command::Solve(options) => solve::solve(&options),
        Command::Analyze(options) => analyze::analyze(&options),
        Command::Reply(options) => reply::reply(&options),
        Command::Book(command) => book::book(&command),
    };
    match outcome {
        Ok(code) => code,
        Err(err) => {
            warn(&format!("{err:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Says something beside the answer: what failed, or what is going on.
#[expect(clippy::print_stderr, reason = "standard output is for the answer")]
fn warn(sentence: &str) {
    eprintln!("fourfall: {sentence}");
}
