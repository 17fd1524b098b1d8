//! How far long work is, for a person who watches.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How often a bar is redrawn while one position takes long.
const TICK: Duration = Duration::from_millis(200);

/// A bar for work of which the amount is known: how much of it is done, how fast, and how long the
/// rest takes. It is drawn on standard error, and only if that is a terminal.
pub(crate) fn positions(count: usize) -> ProgressBar {
    let style = style("{percent:>3} % {bar:30} {pos} of {len} positions, {rate}/s, {eta} left")
        .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar that can't be drawn is no reason to stop.
            let _ = write!(out, "{:.0}", state.per_sec());
        });
    let bar = ProgressBar::new(count as u64).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// How far what comes in on standard input is answered. It is not shown if the answers go to the
/// same terminal.
pub(crate) struct Input {
    bar: ProgressBar,
    positions: u64,
}

impl Input {
    pub(crate) fn start() -> Input {
        let bar = if io::stdout().is_terminal() || io::stdin().is_terminal() {
            ProgressBar::hidden()
        } else {
            match size_of_input() {
                Some(bytes) => ProgressBar::new(bytes)
                    .with_style(style("{percent:>3} % {bar:30} {msg}, {eta} left")),
                None => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                    .with_style(style("{spinner} {msg}, {elapsed} so far")),
            }
        };
        bar.enable_steady_tick(TICK);
        Input { bar, positions: 0 }
    }

    /// A line of this many bytes is done.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.positions += 1;
        let seconds = self.bar.elapsed().as_secs().max(1);
        let (count, rate) = (counted(self.positions, "position"), self.positions / seconds);
        self.bar.set_message(format!("{count}, {rate}/s"));
        self.bar.inc(bytes as u64);
    }

    /// Says something where the bar is.
    pub(crate) fn warn(&self, sentence: &str) {
        self.bar.suspend(|| crate::warn(sentence));
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How long the input is, if it is a file.
fn size_of_input() -> Option<u64> {
    let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let about = file.metadata().ok()?;
    about.is_file().then_some(about.len())
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are constants that parse")
}

/// `1 position`, `2 positions`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
