//! `fourfall replay`: goes through a game that was played, from wherever it is kept.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc;

use anyhow::{Context, bail};
use fourfall_client::{GameRecord, Page, Place, RecordedPlayer, Rest, Server};
use fourfall_rules::{ByPlayer, Game, Outcome, Study};

use crate::args;
use crate::play::{self, Act, Heard, Referee, Scene, Side};

pub(crate) fn replay(options: &args::Replay) -> anyhow::Result<ExitCode> {
    let records = find(options)?;
    let games = records.into_iter().map(Recorded::new).collect::<anyhow::Result<Vec<_>>>()?;
    let replay = Replay::new(games, options.ply);
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb() {
        let (sender, inputs) = mpsc::channel();
        play::full_screen(replay, true, options.color, sender, &inputs)?;
    } else {
        let text = replay.text();
        write!(io::stdout(), "{text}").context("could not write the answer")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|it| it == "dumb")
}

/// The games that were meant. Never empty.
fn find(options: &args::Replay) -> anyhow::Result<Vec<GameRecord>> {
    let target = options.game.as_str();
    if let Ok(Place { server, page }) = target.parse() {
        return match page {
            Page::Game(room) => Ok(vec![ask(&server, &room)?]),
            Page::Moves(moves) => Ok(vec![anonymous(&moves)]),
            Page::Invitation(_) | Page::Other => {
                bail!("{target} is not the address of a game: …/game/ROOM or …/analysis/MOVES")
            }
        };
    }
    if let Some(server) = &options.connect {
        return Ok(vec![ask(server, target)?]);
    }
    if target == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("could not read standard input")?;
        return read("standard input", &text);
    }
    match fs::read_to_string(target) {
        Ok(text) => read(target, &text),
        Err(err) if err.kind() == io::ErrorKind::NotFound && is_moves(target) => {
            Ok(vec![anonymous(target)])
        }
        Err(err) => Err(err).with_context(|| format!("could not read {target}")),
    }
}

fn ask(server: &Server, room: &str) -> anyhow::Result<GameRecord> {
    crate::on_runtime(async {
        let found = Rest::new(server.clone()).game(room).await;
        found.with_context(|| format!("could not get the game {room}"))
    })
}

fn is_moves(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
}

/// Games from lines: JSON as `export` writes it, or moves.
fn read(name: &str, text: &str) -> anyhow::Result<Vec<GameRecord>> {
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let place = || format!("{name}, line {number}");
        if line.is_empty() {
            continue;
        }
        if line.starts_with('{') {
            let record = line.parse::<GameRecord>();
            records.push(record.with_context(|| format!("{}: this is not a game", place()))?);
        } else if is_moves(line) {
            records.push(anonymous(line));
        } else {
            bail!("{}: expected a JSON object or moves such as 4435", place());
        }
    }
    if records.is_empty() {
        bail!("{name} has no game in it");
    }
    Ok(records)
}

/// A game of which only the moves are known.
fn anonymous(moves: &str) -> GameRecord {
    let player = |name: &str, color: &str| RecordedPlayer {
        id: name.to_owned(),
        username: name.to_owned(),
        color: Some(color.to_owned()),
    };
    GameRecord {
        room_id: String::new(),
        players: vec![player("First", "red"), player("Second", "yellow")],
        preset: String::new(),
        moves: moves.to_owned(),
        result: None,
    }
}

/// A game whose moves were checked.
struct Recorded {
    record: GameRecord,
    game: Game,
    sides: ByPlayer<Side>,
    sentence: String,
}

impl Recorded {
    fn new(record: GameRecord) -> anyhow::Result<Recorded> {
        let game: Game = record.moves.parse().with_context(|| match record.room_id.as_str() {
            "" => format!("{:?} is not a game", record.moves),
            room => format!("the game {room} is not possible"),
        })?;
        let [first, second] =
            <[RecordedPlayer; 2]>::try_from(record.players.clone()).map_err(|_| {
                anyhow::anyhow!("the game {} does not have two players", record.room_id)
            })?;
        let side = |player: RecordedPlayer, color: &str| Side {
            name: player.username,
            color: player.color.unwrap_or_else(|| color.to_owned()),
            wins: 0,
            seconds: None,
            note: None,
        };
        let sides = ByPlayer { first: side(first, "red"), second: side(second, "yellow") };
        let sentence = sentence(&record, &game, &sides);
        Ok(Recorded { record, game, sides, sentence })
    }
}

fn sentence(record: &GameRecord, game: &Game, sides: &ByPlayer<Side>) -> String {
    let on_the_board = match game.position().outcome() {
        Some(Outcome::Won(winner)) => Some(format!("{} won: four in a row.", sides[winner].name)),
        Some(Outcome::Drawn) => Some("Draw: the board is full.".to_owned()),
        None => None,
    };
    let told = record.result.as_ref().map(|result| {
        let winner = record.players.iter().find(|it| Some(&it.id) == result.winner.as_ref());
        match winner {
            Some(winner) => format!("{} won: {}.", winner.username, result.reason),
            None => format!("Over: {}.", result.reason),
        }
    });
    on_the_board.or(told).unwrap_or_else(|| "The game is still on.".to_owned())
}

/// Games to go through.
struct Replay {
    games: Vec<Recorded>,
    index: usize,
    study: Study,
    left: bool,
}

impl Replay {
    fn new(games: Vec<Recorded>, ply: Option<u8>) -> Replay {
        let study = Study::of(games[0].game);
        let mut replay = Replay { games, index: 0, study, left: false };
        if let Some(ply) = ply {
            while replay.study.game().moves().len() > usize::from(ply) {
                replay.study.undo();
            }
        }
        replay
    }

    fn current(&self) -> &Recorded {
        &self.games[self.index]
    }

    fn is_at_end(&self) -> bool {
        self.study.game() == &self.current().game
    }

    /// Game and ply, in words.
    fn place(&self) -> String {
        let (ply, all) = (self.study.game().moves().len(), self.current().game.moves().len());
        let place = format!("Disc {ply} of {all}.");
        match self.games.len() {
            1 => place,
            many => format!("Game {} of {many}. {place}", self.index + 1),
        }
    }

    /// The text for output that is not a terminal.
    fn text(&self) -> String {
        let Recorded { sides, sentence, record, .. } = self.current();
        let mut text = format!("{} (X) – {} (O)\n\n", sides.first.name, sides.second.name);
        text += &format!("{}1 2 3 4 5 6 7\n\n", self.study.game().position());
        text += &format!("{} {sentence}\nMoves: {}\n", self.place(), record.moves);
        text
    }
}

impl Referee for Replay {
    fn scene(&self, _: u64) -> Scene {
        let Recorded { record, sides, sentence, .. } = self.current();
        let game = *self.study.game();
        let mut acts = vec![Act::Left, Act::Right, Act::First, Act::Last];
        if self.games.len() > 1 {
            acts.push(Act::Again);
        }
        let room = match record.room_id.as_str() {
            "" => String::new(),
            room => format!(" · {room}"),
        };
        Scene {
            title: format!("Fourfall · replay{room}"),
            game,
            sides: sides.clone(),
            draws: 0,
            turn: (!self.is_at_end()).then(|| game.position().turn()),
            aiming: false,
            sent: None,
            values: None,
            hint: None,
            status: self.place(),
            detail: if self.is_at_end() { sentence.clone() } else { String::new() },
            busy: false,
            acts,
            leaving_resigns: false,
        }
    }

    fn act(&mut self, act: Act, _: u64) {
        match act {
            Act::Left | Act::TakeBack => {
                self.study.undo();
            }
            Act::Right | Act::Drop => {
                self.study.redo();
            }
            Act::First => while self.study.undo().is_some() {},
            Act::Last => while self.study.redo().is_some() {},
            Act::Again => {
                self.index = (self.index + 1) % self.games.len();
                self.study = Study::of(self.current().game);
            }
            Act::Leave => self.left = true,
            Act::Column(_)
            | Act::Hint
            | Act::Values
            | Act::Resign
            | Act::Abort
            | Act::Other
            | Act::Help => {}
        }
    }

    fn hear(&mut self, _: Heard, _: u64) {}

    fn tick(&mut self, _: u64) {}

    fn end(&self) -> Option<anyhow::Result<()>> {
        self.left.then_some(Ok(()))
    }
}
