//! How far long work is, for a person who watches.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for work of which the amount is known: how much of it is done, how fast, and how long the
/// rest takes. It is drawn on standard error, and only if that is a terminal.
pub(crate) fn positions(count: usize) -> ProgressBar {
    let template =
        "{percent:>3} % {bar:30} {pos} of {len} positions, {per_sec:.0} a second, {eta} left";
    ProgressBar::new(count as u64).with_style(style(template))
}

/// A bar for what comes in on standard input. Nobody sees it whose terminal shows the answers.
pub(crate) fn input() -> ProgressBar {
    if io::stdout().is_terminal() || io::stdin().is_terminal() {
        return ProgressBar::hidden();
    }
    match size_of_input() {
        Some(bytes) => {
            ProgressBar::new(bytes).with_style(style("{percent:>3} % {bar:30} {msg}, {eta} left"))
        }
        None => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style("{spinner} {msg} in {elapsed}")),
    }
}

/// How long the input is, if it is a file.
fn size_of_input() -> Option<u64> {
    let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let about = file.metadata().ok()?;
    about.is_file().then(|| about.len())
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are constants that parse")
}

/// `1 position`, `2 positions`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
