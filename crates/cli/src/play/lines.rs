//! The same games line by line, for terminals that can do no more (`TERM=dumb`).

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use fourfall_rules::{Column, Player};

use super::scene::{Act, Scene, short};
use super::shell::{Input, Referee, now_ms};

/// How often the referee is asked whether anything has changed.
const TICK: Duration = Duration::from_millis(100);

/// Runs until the referee has had enough, or the input ends.
pub(crate) fn run<R: Referee>(
    mut referee: R,
    sender: Sender<Input>,
    inputs: &Receiver<Input>,
) -> anyhow::Result<()> {
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if sender.send(line.map_or(Input::NoKeyboard, Input::Line)).is_err() {
                return;
            }
        }
        // If nobody receives it, the program is ending anyway.
        let _ = sender.send(Input::NoKeyboard);
    });
    let mut teller = Teller::default();
    loop {
        referee.tick(now_ms());
        let scene = referee.scene(now_ms());
        teller.tell(&scene)?;
        if let Some(end) = referee.end() {
            return end;
        }
        match inputs.recv_timeout(TICK) {
            Ok(Input::Heard(heard)) => referee.hear(heard, now_ms()),
            Ok(Input::Line(line)) => match understand(&line) {
                Some(Act::Help) => teller.say(&help(&scene))?,
                Some(Act::Leave) if scene.leaving_resigns && !teller.warned => {
                    teller.warned = true;
                    teller.say("The game is on: leaving resigns it. q once more leaves.")?;
                }
                Some(act) => referee.act(act, now_ms()),
                None => teller.say("Type a column from 1 to 7, or ? for help.")?,
            },
            Ok(Input::NoKeyboard) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Ok(Input::Key(_) | Input::Resized | Input::Signal(_))
            | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// What a line means.
fn understand(line: &str) -> Option<Act> {
    let word = line.trim().to_ascii_lowercase();
    if let Some(column) = word.parse().ok().and_then(Column::numbered) {
        return Some(Act::Column(column));
    }
    [
        Act::TakeBack,
        Act::Hint,
        Act::Values,
        Act::Resign,
        Act::Abort,
        Act::Again,
        Act::Other,
        Act::Help,
        Act::Leave,
    ]
    .into_iter()
    .find(|act| {
        let (key, does) = act.key();
        word == key || word == does
    })
}

fn help(scene: &Scene) -> String {
    let acts = scene.acts.iter().chain(&[Act::Leave]);
    let acts = acts.map(|it| format!("{} {}", it.key().0, it.key().1));
    format!("1-7 drop, {}.", acts.collect::<Vec<_>>().join(", "))
}

/// Says what is new, once.
#[derive(Default)]
struct Teller {
    board: String,
    status: String,
    detail: String,
    warned: bool,
}

impl Teller {
    fn tell(&mut self, scene: &Scene) -> anyhow::Result<()> {
        let board = board(scene);
        if board != self.board {
            self.say(&board)?;
            self.board = board;
            self.status.clear();
        }
        let status = scene.status.replace('…', "...");
        if status != self.status {
            self.say(&status)?;
            self.status = status;
        }
        let detail = scene.detail.replace('…', "...");
        if detail != self.detail {
            if !detail.is_empty() {
                self.say(&detail)?;
            }
            self.detail = detail;
        }
        Ok(())
    }

    fn say(&self, text: &str) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }
}

/// The board with what there is to know about it.
fn board(scene: &Scene) -> String {
    let mut text = String::new();
    for (player, symbol) in [(Player::First, 'X'), (Player::Second, 'O')] {
        let side = &scene.sides[player];
        text += &format!("{symbol} {} {}  ", side.name.replace('…', "..."), side.wins);
    }
    text += &format!("\n{}1 2 3 4 5 6 7", scene.game.position());
    if let Some(values) = &scene.values {
        let values = values.map(|it| it.map_or_else(|| ".".to_owned(), short));
        text += &format!("\nvalues: {}", values.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood_by_key_and_by_name() {
        assert_eq!(understand(" 4 "), Column::numbered(4).map(Act::Column));
        assert_eq!(understand("u"), Some(Act::TakeBack));
        assert_eq!(understand("Take Back"), Some(Act::TakeBack));
        assert_eq!(understand("quit"), Some(Act::Leave));
        assert_eq!(understand("?"), Some(Act::Help));
        for nothing in ["", "0", "8", "44", "dance"] {
            assert_eq!(understand(nothing), None, "{nothing:?}");
        }
    }
}
