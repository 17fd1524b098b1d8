//! A game on a server, as the screen shows it.

use std::sync::mpsc::Sender;
use std::thread;

use anyhow::{Context, anyhow};
use fourfall_client::{
    Asking, Identities, Link, News, RematchState, Seat, Server, Session, Stopped, Table, View,
};
use fourfall_rules::{ByPlayer, Game, Player};
use tokio::sync::mpsc::UnboundedSender;

use super::scene::{Act, Scene, Side, Values};
use super::shell::{Heard, Input, Referee};
use super::thinker::{Question, Thinker};

/// How long a sentence from the server stays.
const SAID_MS: u64 = 6_000;

/// What is known of the server.
pub(crate) struct Online {
    server: Server,
    asks: UnboundedSender<Asking>,
    view: View,
    /// Why there is no connection, while there is none.
    down: Option<String>,
    said: Option<(String, u64)>,
    identities: Option<Identities>,
    end: Option<Result<(), String>>,
    judge: Thinker,
    shows_values: bool,
    values: Option<(Game, Values)>,
}

impl Online {
    /// Starts the session on a thread of its own.
    pub(crate) fn start(
        server: Server,
        session: Session,
        identities: Option<Identities>,
        inputs: &Sender<Input>,
    ) -> anyhow::Result<Online> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("could not start the runtime")?;
        let mut link = {
            let _inside = runtime.enter();
            Link::open(server.clone(), session)
        };
        let (asks, news) = (link.asker(), inputs.clone());
        thread::spawn(move || {
            runtime.block_on(async {
                while let Some(it) = link.next().await {
                    if news.send(Input::Heard(Heard::News(it))).is_err() {
                        return;
                    }
                }
            });
        });
        Ok(Online {
            server,
            asks,
            view: View::Arriving,
            down: None,
            said: None,
            identities,
            end: None,
            judge: Thinker::start(inputs.clone()),
            shows_values: false,
            values: None,
        })
    }

    fn ask(&self, asking: Asking) {
        // If the session has stopped, it has said so.
        let _ = self.asks.send(asking);
    }

    fn table(&self) -> Option<&Table> {
        self.view.table()
    }

    /// Players get no help; spectators may see the values.
    fn watches(&self) -> bool {
        self.table().is_some_and(|it| it.me.is_none())
    }

    fn ask_for_values(&mut self) {
        let game = self.table().filter(|it| it.to_move().is_some()).map(|it| it.game);
        if let Some(game) = game
            && self.shows_values
            && self.values.is_none_or(|it| it.0 != game)
        {
            self.judge.ask(Question::Judge { game });
        }
    }

    fn news(&mut self, news: News, now_ms: u64) {
        match news {
            News::Up => self.down = None,
            News::Down(why) => self.down = Some(why),
            News::Changed(view) => {
                self.view = *view;
                self.ask_for_values();
            }
            News::Said(sentence) => self.said = Some((sentence, now_ms + SAID_MS)),
            News::Identity(identity) => {
                let kept =
                    self.identities.as_ref().map(|it| (it, it.keep(&self.server, &identity)));
                if let Some((identities, Err(err))) = kept {
                    let file = identities.file().display();
                    self.said = Some((format!("could not keep {file}: {err}"), now_ms + SAID_MS));
                }
            }
            News::Stopped(Stopped::Left) => self.end = Some(Ok(())),
            News::Stopped(stopped) => self.end = Some(Err(stopped.to_string())),
        }
    }

    fn status(&self, now_ms: u64) -> String {
        match &self.view {
            View::Arriving => format!("Asking {}…", self.server),
            View::Queued { position, .. } => match position {
                1 => "Waiting for an opponent…".to_owned(),
                _ => format!("Waiting for an opponent; {} before you…", position - 1),
            },
            View::Hosting { code, .. } => format!("Your code is {code}. Waiting for your friend…"),
            View::AtTable(table) => at_table(table, now_ms),
        }
    }

    fn detail(&self) -> String {
        if let Some(why) = &self.down {
            return format!("No connection, trying again… ({why})");
        }
        if let Some((sentence, _)) = &self.said {
            return sentence.clone();
        }
        match &self.view {
            View::Arriving => String::new(),
            View::Queued { online, playing, .. } => match (online, playing) {
                (Some(online), Some(playing)) => {
                    format!("{online} here, {playing} of them playing.")
                }
                _ => String::new(),
            },
            View::Hosting { code, .. } => {
                let link = format!("{}/play/{code}", self.server);
                format!("Your friend opens {link} or types: fourfall play --connect {link}")
            }
            View::AtTable(table) => rematch(table),
        }
    }

    fn acts(&self) -> Vec<Act> {
        let Some(table) = self.table() else { return Vec::new() };
        match (&table.me, &table.ending, &table.rematch) {
            (None, None, _) => vec![Act::Values],
            (None, Some(_), _) => Vec::new(),
            (Some(_), None, _) if table.game.position().ply() < 2 => vec![Act::Abort, Act::Resign],
            (Some(_), None, _) => vec![Act::Resign],
            (Some(_), Some(_), RematchState::Declined(_)) => vec![Act::Other],
            (Some(_), Some(_), _) => vec![Act::Again, Act::Other],
        }
    }
}

fn at_table(table: &Table, now_ms: u64) -> String {
    let name = |player: Player| table.seats[player].name.as_str();
    if let Some(ending) = &table.ending {
        let how = how(&ending.reason);
        return match (ending.winner, table.me) {
            (None, _) if ending.reason == "aborted" => "The game was called off.".to_owned(),
            (None, _) if ending.reason == "no longer there" => {
                "The server no longer has this game.".to_owned()
            }
            (None, _) => format!("Draw: {how}."),
            (Some(winner), Some(me)) if winner == me => format!("You won: {how}."),
            (Some(_), Some(_)) => format!("You lost: {how}."),
            (Some(winner), None) => format!("{} won: {how}.", name(winner)),
        };
    }
    let away =
        Player::BOTH.into_iter().find(|&it| !table.seats[it].connected && table.me != Some(it));
    if let Some(away) = away {
        let left = table.back_left_ms(away, now_ms).map(|it| it.div_ceil(1_000));
        let left = left.map(|it| format!(" and has {it} s to come back")).unwrap_or_default();
        return format!("{} is away{left}.", name(away));
    }
    match (table.to_move(), table.me) {
        (Some(turn), Some(me)) if turn == me && table.sent.is_some() => {
            "Sending your disc…".to_owned()
        }
        (Some(turn), Some(me)) if turn == me && table.idle_warned => {
            "Your turn. Move, or you lose!".to_owned()
        }
        (Some(turn), Some(me)) if turn == me => "Your turn.".to_owned(),
        (Some(turn), _) => format!("{} is to move.", name(turn)),
        (None, _) => String::new(),
    }
}

fn how(reason: &str) -> &str {
    match reason {
        "Four in a row!" => "four in a row",
        "Board full - Draw" => "the board is full",
        "afk_timeout" => "idle for too long",
        "disconnect" => "did not come back",
        "timeout" => "time ran out",
        other => other,
    }
}

fn rematch(table: &Table) -> String {
    if table.ending.is_none() {
        return match table.spectators {
            0 => String::new(),
            1 => "1 person watches.".to_owned(),
            many => format!("{many} people watch."),
        };
    }
    match (&table.rematch, table.me) {
        (RematchState::OfferedBy(player), Some(me)) if *player == me => {
            "You asked for another game.".to_owned()
        }
        (RematchState::OfferedBy(player), Some(_)) => {
            format!("{} wants another game: n agrees.", table.seats[*player].name)
        }
        (RematchState::Declined(reason), Some(_)) => match reason.as_deref() {
            Some("left") => "Your opponent has left.".to_owned(),
            Some("busy") => "Your opponent plays somebody else.".to_owned(),
            _ => "There will be no other game.".to_owned(),
        },
        (RematchState::Open, Some(_)) => "n asks for another game.".to_owned(),
        (_, None) => String::new(),
    }
}

/// What to show of somebody.
fn side(table: &Table, player: Player, now_ms: u64) -> Side {
    let Seat { name, color, connected, .. } = &table.seats[player];
    let runs = table.to_move() == Some(player);
    let warned = table.idle_left_ms(now_ms).filter(|_| table.idle_warned);
    let left = table.turn_left_ms(now_ms).or(warned).filter(|_| runs);
    Side {
        name: name.clone(),
        color: color.clone(),
        wins: table.series_now().wins[player],
        seconds: left.map(|it| it.div_ceil(1_000)),
        note: match (table.me == Some(player), connected) {
            (true, _) => Some("you"),
            (false, false) => Some("away"),
            (false, true) => None,
        },
    }
}

impl Referee for Online {
    fn scene(&self, now_ms: u64) -> Scene {
        let nobody = |color: &str| Side {
            name: "…".to_owned(),
            color: color.to_owned(),
            wins: 0,
            seconds: None,
            note: None,
        };
        let empty = || ByPlayer { first: nobody("red"), second: nobody("yellow") };
        let table = self.table();
        let game = table.map_or_else(Game::new, |it| it.game);
        let preset = table.map(|it| format!(" · {}", it.preset)).unwrap_or_default();
        Scene {
            title: format!("Fourfall · {}{preset}", self.server),
            game,
            sides: table
                .map_or_else(empty, |it| ByPlayer::from_fn(|player| side(it, player, now_ms))),
            draws: table.map_or(0, |it| it.series_now().draws),
            turn: table.and_then(Table::to_move),
            aiming: table.is_some_and(Table::is_my_turn),
            sent: table.and_then(|it| it.sent),
            values: self.values.filter(|it| self.shows_values && it.0 == game).map(|it| it.1),
            hint: None,
            status: self.status(now_ms),
            detail: self.detail(),
            busy: self.down.is_some()
                || table.is_none_or(|it| it.to_move().is_some() && !it.is_my_turn()),
            acts: self.acts(),
            leaving_resigns: table.is_some_and(|it| it.me.is_some() && it.ending.is_none()),
        }
    }

    fn act(&mut self, act: Act, _: u64) {
        let over = self.table().is_some_and(|it| it.ending.is_some() && it.me.is_some());
        match act {
            Act::Column(column) => self.ask(Asking::Drop(column)),
            Act::Resign if !over => self.ask(Asking::Resign),
            Act::Abort if !over => self.ask(Asking::Abort),
            Act::Again if over => self.ask(Asking::Rematch),
            Act::Other if over => {
                self.ask(Asking::DeclineRematch);
                self.ask(Asking::Again);
            }
            Act::Values if self.watches() => {
                self.shows_values = !self.shows_values;
                self.ask_for_values();
            }
            // The second time it does not wait for the server.
            Act::Leave if self.said.as_ref().is_some_and(|it| it.0 == LEAVING) => {
                self.end = Some(Ok(()));
            }
            Act::Leave => {
                self.said = Some((LEAVING.to_owned(), u64::MAX));
                self.ask(Asking::Leave);
            }
            Act::Left
            | Act::Right
            | Act::Drop
            | Act::First
            | Act::Last
            | Act::TakeBack
            | Act::Hint
            | Act::Values
            | Act::Resign
            | Act::Abort
            | Act::Again
            | Act::Other
            | Act::Help => {}
        }
    }

    fn hear(&mut self, heard: Heard, now_ms: u64) {
        match heard {
            Heard::News(news) => self.news(news, now_ms),
            Heard::Values { game, values } => self.values = Some((game, values)),
            // No bot thinks here.
            Heard::Reply { .. } => {}
        }
    }

    fn tick(&mut self, now_ms: u64) {
        self.said.take_if(|it| now_ms >= it.1);
    }

    fn end(&self) -> Option<anyhow::Result<()>> {
        self.end.clone().map(|it| it.map_err(|sentence| anyhow!(sentence)))
    }
}

const LEAVING: &str = "Leaving…";
