//! `fourfall reply`: the column a bot plays, the same here as on the server and in the browser.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use fourfall_engine::{Budget, Reply};

use crate::{args, engine};

pub(crate) fn reply(options: &args::Reply) -> anyhow::Result<ExitCode> {
    let game = engine::parse(&options.position)?;
    let position = engine::open(&game)?;
    let choice = options.bot.choose(position, &options.seed, |position| {
        match engine::solver(&options.engine).best_move(position, &Budget::UNLIMITED) {
            Reply::Perfect(column) | Reply::Unproved(column) => column,
        }
    });
    writeln!(io::stdout(), "{}", choice.column).context("could not write the answer")?;
    Ok(ExitCode::SUCCESS)
}
