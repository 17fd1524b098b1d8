//! `fourfall completions` and `fourfall man`: the same definitions that read the arguments.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;

pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "fourfall", &mut script);
    write(&script)
}

pub(crate) fn man(folder: Option<&Path>) -> anyhow::Result<ExitCode> {
    let command = Args::command();
    if let Some(folder) = folder {
        let written = clap_mangen::generate_to(command, folder);
        written.with_context(|| format!("could not write into {}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).context("could not write the page")?;
    write(&page)
}

fn write(bytes: &[u8]) -> anyhow::Result<ExitCode> {
    io::stdout().write_all(bytes).context("could not write the answer")?;
    Ok(ExitCode::SUCCESS)
}
