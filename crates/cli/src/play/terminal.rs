//! The terminal itself: taken over for a full screen, and given back whatever happens.

use std::io::{self, Stdout};
use std::panic;
use std::sync::mpsc::Sender;
use std::thread;

use anyhow::Context;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::look::Look;
use super::scene::Scene;
use super::screen::{self, Hand};
use super::shell::Input;

/// The terminal, as long as it is ours.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over; keys, sizes and signals go to `inputs`.
    pub(crate) fn open(inputs: &Sender<Input>) -> anyhow::Result<Screen> {
        restore_on_panic();
        listen_for_signals(inputs.clone()).context("could not listen for signals")?;
        take().context("could not take over the terminal")?;
        let empty = empty().inspect_err(|_| give_back());
        let terminal = empty.context("could not take over the terminal")?;
        let screen = Screen { terminal };
        read_keys(inputs.clone());
        Ok(screen)
    }

    pub(crate) fn draw(&mut self, scene: &Scene, hand: &Hand, look: Look) -> anyhow::Result<()> {
        let (width, height) = terminal::size().context("could not draw")?;
        if self.terminal.get_frame().area().as_size() != Size::new(width, height) {
            self.terminal = empty().context("could not clear the screen")?;
        }
        let drawn = self.terminal.draw(|frame| screen::draw(frame, scene, hand, look));
        drawn.context("could not draw")?;
        // So that a test can see what a panic leaves behind.
        assert!(
            !(cfg!(debug_assertions) && std::env::var_os("FOURFALL_TEST_PANIC").is_some()),
            "asked to panic"
        );
        Ok(())
    }

    /// Gives the terminal back, stops, and takes it over again when continued.
    pub(crate) fn suspend(&mut self) -> anyhow::Result<()> {
        give_back();
        low_level::emulate_default_handler(SIGTSTP).context("could not stop")?;
        take().context("could not take over the terminal")?;
        self.terminal = empty().context("could not clear the screen")?;
        Ok(())
    }

    /// Does what a signal does, after the terminal has been given back.
    pub(crate) fn obey(&mut self, signal: i32) -> anyhow::Result<()> {
        if signal == SIGTSTP {
            return self.suspend();
        }
        give_back();
        low_level::emulate_default_handler(signal).context("could not end")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// A screen with nothing on it, as large as it is now.
///
/// Ratatui's own ways to clear and to resize ask the terminal where its cursor is, and the answer
/// would be taken for keys by the thread that reads them.
fn empty() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let (width, height) = terminal::size()?;
    execute!(io::stdout(), Clear(ClearType::All))?;
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport })
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen).inspect_err(|_| give_back())
}

fn give_back() {
    // A terminal that is gone can't be given back.
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic of any thread ends the program, on a terminal on which its message can be read.
fn restore_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        give_back();
        usual(info);
        std::process::exit(1);
    }));
}

fn listen_for_signals(inputs: Sender<Input>) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if inputs.send(Input::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

fn read_keys(inputs: Sender<Input>) {
    thread::spawn(move || {
        loop {
            let input = match event::read() {
                Ok(Event::Key(key)) => Input::Key(key),
                Ok(Event::Resize(..)) => Input::Resized,
                Ok(Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Paste(_)) => {
                    continue;
                }
                Err(_) => Input::NoKeyboard,
            };
            let gone = matches!(input, Input::NoKeyboard);
            if inputs.send(input).is_err() || gone {
                return;
            }
        }
    });
}
