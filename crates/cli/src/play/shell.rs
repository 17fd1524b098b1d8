//! Between the keyboard and a game: keys become acts, acts go to the referee, its scenes to the
//! screen. The only place that reads the clock.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fourfall_client::News;
use fourfall_rules::{Column, Game};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::look::Look;
use super::scene::{Act, Scene, Values};
use super::screen::{Dialog, Hand};
use super::terminal::Screen;

/// Everything that can happen.
pub(crate) enum Input {
    Key(KeyEvent),
    /// The screen was resized.
    Resized,
    /// A signal of the operating system.
    Signal(i32),
    /// A line, where there are no keys.
    Line(String),
    /// There is no keyboard any more.
    NoKeyboard,
    Heard(Heard),
}

/// What comes from other threads.
pub(crate) enum Heard {
    /// A bot's column.
    Reply {
        game: Game,
        column: Column,
        think_ms: u64,
    },
    /// What columns are worth.
    Values {
        game: Game,
        values: Values,
    },
    News(News),
}

/// Runs a game.
pub(crate) trait Referee {
    /// What to show. Times are in milliseconds since 1970.
    fn scene(&self, now_ms: u64) -> Scene;
    /// A person does something. [`Act::Column`] drops a disc; what is not possible now does
    /// nothing.
    fn act(&mut self, act: Act, now_ms: u64);
    /// Another thread has sent something.
    fn hear(&mut self, heard: Heard, now_ms: u64);
    /// Time goes by.
    fn tick(&mut self, now_ms: u64);
    /// How it ended, if it has.
    fn end(&self) -> Option<anyhow::Result<()>>;
}

/// A frame of a falling disc, a turn of the spinner, and a look at the clocks.
const FALLING_MS: u64 = 40;
const SPINNING_MS: u64 = 120;
const CLOCK_MS: u64 = 250;

/// The state of the keyboard's side.
pub(crate) struct Shell<R> {
    pub(crate) referee: R,
    hand: Hand,
    /// The game as it was drawn last, to see what is new.
    seen: Game,
    fell_at_ms: u64,
    animates: bool,
}

/// Whether to go on.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Next {
    GoOn,
    /// Leave at once, without telling the server.
    Quit,
    Suspend,
}

impl<R: Referee> Shell<R> {
    pub(crate) fn new(referee: R, animates: bool, now_ms: u64) -> Shell<R> {
        let middle = Column::ALL[Column::ALL.len() / 2];
        let seen = referee.scene(now_ms).game;
        let hand = Hand { column: middle, fallen: None, spin: 0, dialog: None };
        Shell { referee, hand, seen, fell_at_ms: 0, animates }
    }

    /// What to draw now.
    pub(crate) fn picture(&mut self, now_ms: u64) -> (Scene, Hand) {
        self.referee.tick(now_ms);
        let scene = self.referee.scene(now_ms);
        let (before, after) = (self.seen.moves(), scene.game.moves());
        if before != after {
            let one_more = after.len() == before.len() + 1 && after.starts_with(before);
            self.fell_at_ms = if one_more && self.animates { now_ms } else { 0 };
            self.seen = scene.game;
        }
        let rows = now_ms.saturating_sub(self.fell_at_ms) / FALLING_MS;
        let rests = scene.game.last_disc().map(|it| u64::from(it.row.rows_above()));
        self.hand.fallen = match rests {
            Some(rests) if rows < rests => u8::try_from(rows).ok(),
            _ => None,
        };
        self.hand.spin = usize::try_from(now_ms / SPINNING_MS).unwrap_or(0);
        (scene, self.hand.clone())
    }

    /// How long nothing need be drawn.
    fn rest(&self, scene: &Scene) -> Duration {
        let has_clock = scene.sides.iter().any(|it| it.seconds.is_some());
        Duration::from_millis(match self.hand.fallen {
            Some(_) => FALLING_MS,
            None if scene.busy => SPINNING_MS,
            None if has_clock => CLOCK_MS,
            None => 1_000,
        })
    }

    pub(crate) fn key(&mut self, key: KeyEvent, now_ms: u64) -> Next {
        if key.kind == KeyEventKind::Release {
            return Next::GoOn;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let KeyCode::Char(letter) = key.code else { return Next::GoOn };
            match letter {
                'c' | 'd' => return Next::Quit,
                'z' => return Next::Suspend,
                // Enter, as it arrives when it was typed before the terminal was ours.
                'j' => return self.key(KeyCode::Enter.into(), now_ms),
                _ => return Next::GoOn,
            }
        }
        if let Some(dialog) = self.hand.dialog.take() {
            self.answer(dialog, key.code, now_ms);
        } else if let Some(act) = act(key.code) {
            self.act(act, now_ms);
        }
        Next::GoOn
    }

    fn answer(&mut self, dialog: Dialog, key: KeyCode, now_ms: u64) {
        let yes = matches!(key, KeyCode::Char('y' | 'Y'));
        match dialog {
            Dialog::Leave if yes => self.referee.act(Act::Leave, now_ms),
            Dialog::Resign if yes => self.referee.act(Act::Resign, now_ms),
            // Any other key takes the dialog away.
            Dialog::Help | Dialog::Leave | Dialog::Resign => {}
        }
    }

    /// Does what a key or a typed word means.
    pub(crate) fn act(&mut self, act: Act, now_ms: u64) {
        let scene = self.referee.scene(now_ms);
        let index = self.hand.column.index();
        match act {
            Act::Left | Act::Right if !scene.aiming => self.referee.act(act, now_ms),
            Act::Left => {
                self.hand.column = Column::new((index + 6) % 7).unwrap_or(self.hand.column)
            }
            Act::Right => {
                self.hand.column = Column::new((index + 1) % 7).unwrap_or(self.hand.column)
            }
            Act::Column(column) => self.hand.column = column,
            Act::Drop if scene.aiming => self.referee.act(Act::Column(self.hand.column), now_ms),
            Act::Help => self.hand.dialog = Some(Dialog::Help),
            Act::Leave if scene.leaving_resigns => self.hand.dialog = Some(Dialog::Leave),
            Act::Resign if scene.acts.contains(&Act::Resign) => {
                self.hand.dialog = Some(Dialog::Resign);
            }
            Act::Drop
            | Act::First
            | Act::Last
            | Act::TakeBack
            | Act::Hint
            | Act::Values
            | Act::Resign
            | Act::Abort
            | Act::Again
            | Act::Other
            | Act::Leave => self.referee.act(act, now_ms),
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "keyboards have many keys that mean nothing here"
)]
fn act(key: KeyCode) -> Option<Act> {
    Some(match key {
        KeyCode::Left => Act::Left,
        KeyCode::Right => Act::Right,
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') => Act::Drop,
        KeyCode::Home => Act::First,
        KeyCode::End => Act::Last,
        KeyCode::F(1) => Act::Help,
        KeyCode::Esc => Act::Leave,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            digit @ '1'..='7' => {
                Act::Column(Column::numbered(u8::try_from(digit.to_digit(10)?).ok()?)?)
            }
            'u' => Act::TakeBack,
            'h' => Act::Hint,
            'v' => Act::Values,
            'r' => Act::Resign,
            'x' => Act::Abort,
            'n' => Act::Again,
            'o' => Act::Other,
            '?' => Act::Help,
            'q' => Act::Leave,
            _ => return None,
        },
        _ => return None,
    })
}

/// Runs until the referee or the person ends it.
pub(crate) fn run<R: Referee>(
    mut shell: Shell<R>,
    mut screen: Screen,
    inputs: &Receiver<Input>,
    look: Look,
) -> anyhow::Result<()> {
    loop {
        let (scene, hand) = shell.picture(now_ms());
        screen.draw(&scene, &hand, look)?;
        let input = match inputs.recv_timeout(shell.rest(&scene)) {
            Ok(input) => input,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        match input {
            Input::Key(key) => match shell.key(key, now_ms()) {
                Next::GoOn => {}
                Next::Quit => return Ok(()),
                Next::Suspend => screen.suspend()?,
            },
            Input::Resized | Input::Line(_) => {}
            Input::Signal(signal) => screen.obey(signal)?,
            Input::NoKeyboard => return Ok(()),
            Input::Heard(heard) => shell.referee.hear(heard, now_ms()),
        }
        if let Some(end) = shell.referee.end() {
            return end;
        }
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
