//! `fourfall`: the one binary.

mod args;
mod serve;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Serve(options) => serve::serve(options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            report(&err);
            ExitCode::FAILURE
        }
    }
}

/// Says what failed and why, as one sentence on standard error.
#[expect(clippy::print_stderr, reason = "the last words of a command belong on standard error")]
fn report(err: &anyhow::Error) {
    eprintln!("fourfall: {err:#}");
}
