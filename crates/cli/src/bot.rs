//! `fourfall bot`: a bot that plays on a server as anybody else does; and ladders of bots.
//!
//! This is also the example of how to write a client: `docs/BOTS.md` walks through it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use fourfall_client::{Asking, Link, News, RematchState, Session, Stopped, Table, View, Wish};
use fourfall_engine::bot::Bot;
use fourfall_engine::{Book, Budget, Solver, TableSize};
use fourfall_rules::{Column, Game, Player};
use serde::Serialize;
use tokio::sync::{oneshot, watch};
use tokio::time::sleep;

use crate::args;

/// Enough for any position of a game.
const TABLE: TableSize = TableSize::mebibytes(16);
/// Games of every pair of a ladder, unless given.
const LADDER_GAMES: u32 = 2;
/// How long to wait after a refusal before the same is tried again.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);

pub(crate) fn bot(options: &args::BotPlayer) -> anyhow::Result<ExitCode> {
    crate::on_runtime(async {
        let stop = stop_signal()?;
        match options.levels.as_slice() {
            [level] => alone(options, *level, stop).await,
            _ if options.code.is_some() => bail!("--code takes one level: two can't take one seat"),
            levels => ladder(options, levels, stop).await,
        }
    })
}

/// Becomes true when the bot is asked to stop.
fn stop_signal() -> anyhow::Result<watch::Receiver<bool>> {
    let signal = fourfall_server::stop_signal().context("could not listen for signals")?;
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        signal.await;
        // If nobody listens, there is nothing left to stop.
        let _ = stop.send(true);
    });
    Ok(stopped)
}

/// How one bot chooses its moves.
struct Mind {
    bot: Bot,
    seed: String,
    /// How many games it has played. The number is part of the seed, so that games differ from each
    /// other and a run with the same seed can still be repeated.
    games: u32,
    /// Whether it answers at once.
    fast: bool,
    /// `None` while it thinks, on a thread for blocking work.
    solver: Option<Solver>,
}

impl Mind {
    fn new(bot: Bot, seed: &str, fast: bool) -> Mind {
        let solver = Solver::new(TABLE).with_book(Book::embedded());
        Mind { bot, seed: seed.to_owned(), games: 0, fast, solver: Some(solver) }
    }

    async fn choose(&mut self, game: Game) -> anyhow::Result<Column> {
        let open = game.position().open().context("the game is over")?;
        let mut solver = self.solver.take().context("the bot failed")?;
        let (bot, seed) = (self.bot, format!("{}/{}", self.seed, self.games + 1));
        let thought = tokio::task::spawn_blocking(move || {
            let perfect = |it| solver.best_move(it, &Budget::UNLIMITED).column();
            let choice = bot.choose(open, &seed, perfect);
            (choice, solver)
        });
        let (choice, solver) = thought.await.context("the bot failed")?;
        self.solver = Some(solver);
        if !self.fast {
            sleep(Duration::from_millis(choice.think_ms)).await;
        }
        Ok(choice.column)
    }
}

/// Plays game after game: `after` says what comes after each.
async fn play(
    mut link: Link,
    mut mind: Mind,
    mut stop: watch::Receiver<bool>,
    mut code: Option<oneshot::Sender<String>>,
    mut after: impl FnMut(&Table) -> anyhow::Result<Asking>,
) -> anyhow::Result<()> {
    // What was answered already, as room and ply: news of the same position may come twice.
    let mut answered: Option<(String, usize)> = None;
    let mut over: Option<String> = None;
    loop {
        let news = tokio::select! {
            news = link.next() => news,
            Ok(_) = stop.wait_for(|it| *it) => {
                link.ask(Asking::Leave);
                while let Some(news) = link.next().await {
                    if matches!(news, News::Stopped(_)) { break }
                }
                return Ok(());
            }
        };
        match news {
            None | Some(News::Stopped(Stopped::Left)) => return Ok(()),
            Some(News::Stopped(stopped)) => return Err(anyhow!(stopped.to_string())),
            Some(News::Down(why)) => {
                crate::warn(&format!("the connection is lost, trying again: {why}"));
            }
            Some(News::Said(sentence)) => {
                crate::warn(&sentence);
                sleep(AFTER_REFUSAL).await;
                answered = None;
            }
            Some(News::Up | News::Identity(_)) => {}
            Some(News::Changed(view)) => match *view {
                View::Arriving | View::Queued { .. } => {}
                View::Hosting { code: of_room, .. } => {
                    if let Some(code) = code.take() {
                        // The guest that waits for it may have been stopped.
                        let _ = code.send(of_room);
                    }
                }
                View::AtTable(table) if table.ending.is_some() => {
                    let again = matches!(table.rematch, RematchState::Open);
                    let new = over.as_ref() != Some(&table.room_id);
                    if new {
                        over = Some(table.room_id.clone());
                        mind.games += 1;
                        link.ask(after(&table)?);
                    } else if matches!(table.rematch, RematchState::Declined(_)) {
                        link.ask(Asking::Leave);
                    } else if again && table.me.is_some() {
                        // The rematch that was asked for was lost with a connection.
                        link.ask(Asking::Rematch);
                    }
                }
                View::AtTable(table) => {
                    let here = (table.room_id.clone(), table.game.moves().len());
                    if table.is_my_turn() && answered.as_ref() != Some(&here) {
                        answered = Some(here);
                        link.drop_disc(mind.choose(table.game).await?);
                    }
                }
            },
        }
    }
}

/// Wins, losses and draws.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    won: u32,
    lost: u32,
    drawn: u32,
}

impl Tally {
    fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    /// A win is a point, a draw is half of one.
    fn points(self) -> String {
        let halves = 2 * self.won + self.drawn;
        format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
    }
}

/// One row per name: games, wins, draws, losses, points.
fn table(title: &str, rows: &BTreeMap<String, Tally>) -> String {
    let width = rows.keys().map(|it| it.chars().count()).chain([title.len()]).max().unwrap_or(0);
    let mut text = format!("{title:<width$}  games   won  drawn   lost  points\n");
    for (name, tally) in rows {
        let Tally { won, lost, drawn } = tally;
        let (games, points) = (tally.games(), tally.points());
        text +=
            &format!("{name:<width$}  {games:>5}  {won:>4}  {drawn:>5}  {lost:>5}  {points:>6}\n");
    }
    text
}

/// A game that ended, as one JSON object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Played<'a> {
    room_id: &'a str,
    first: &'a str,
    second: &'a str,
    /// The winner's name, if anybody won.
    winner: Option<&'a str>,
    reason: &'a str,
    moves: String,
}

fn say(table: &Table, json: bool) -> anyhow::Result<()> {
    let name = |player: Player| table.seats[player].name.as_str();
    let ending = table.ending.as_ref().context("the game is over")?;
    let played = Played {
        room_id: &table.room_id,
        first: name(Player::First),
        second: name(Player::Second),
        winner: ending.winner.map(name),
        reason: &ending.reason,
        moves: table.game.to_string(),
    };
    let line = if json {
        serde_json::to_string(&played)?
    } else {
        let Played { first, second, winner, reason, moves, .. } = played;
        let winner = winner.map_or_else(|| "nobody won".to_owned(), |it| format!("{it} won"));
        format!("{first} – {second}  {winner}: {reason}  {moves}")
    };
    writeln!(io::stdout(), "{line}").context("could not write the answer")
}

/// Who won, seen from our seat.
fn won(table: &Table) -> Option<bool> {
    let winner = table.ending.as_ref()?.winner?;
    Some(table.me == Some(winner))
}

async fn alone(
    options: &args::BotPlayer,
    level: Bot,
    stop: watch::Receiver<bool>,
) -> anyhow::Result<ExitCode> {
    let name = options.name.as_deref().unwrap_or(level.name());
    let (wish, next) = match &options.code {
        Some(code) => (Wish::Join(code.clone()), Asking::Rematch),
        None => (Wish::QuickMatch(options.preset.into()), Asking::Again),
    };
    let link = Link::open(options.connect.clone(), Session::new(name, None, wish));
    let mind = Mind::new(level, &options.seed, options.fast);
    let mut results: BTreeMap<String, Tally> = BTreeMap::new();
    let mut games = 0;
    let played = play(link, mind, stop, None, |table| {
        say(table, options.json)?;
        let opponent = table.me.map(|it| table.seats[it.other()].name.clone());
        results.entry(opponent.unwrap_or_default()).or_default().add(won(table));
        games += 1;
        let enough = options.games.is_some_and(|it| games >= it.get());
        Ok(if enough { Asking::Leave } else { next })
    });
    played.await?;
    print_table("against", &results, options.json)
}

fn print_table(
    title: &str,
    results: &BTreeMap<String, Tally>,
    json: bool,
) -> anyhow::Result<ExitCode> {
    if !json {
        let text = table(title, results);
        write!(io::stdout(), "\n{text}").context("could not write the answer")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every two of the levels, one pair after the other.
async fn ladder(
    options: &args::BotPlayer,
    levels: &[Bot],
    stop: watch::Receiver<bool>,
) -> anyhow::Result<ExitCode> {
    let mut results: BTreeMap<String, Tally> = BTreeMap::new();
    let pairs = levels.iter().enumerate();
    let pairs =
        pairs.flat_map(|(index, one)| levels[index + 1..].iter().map(move |it| (*one, *it)));
    for (one, other) in pairs {
        if *stop.borrow() {
            break;
        }
        for (bot, won) in pair(options, one, other, &stop).await? {
            results.entry(bot.name().to_owned()).or_default().add(won);
        }
    }
    print_table("level", &results, options.json)
}

/// The games of two levels in a private room: the results for both.
async fn pair(
    options: &args::BotPlayer,
    host: Bot,
    guest: Bot,
    stop: &watch::Receiver<bool>,
) -> anyhow::Result<Vec<(Bot, Option<bool>)>> {
    let wanted = options.games.map_or(LADDER_GAMES, |it| it.get());
    let open =
        |bot: Bot, wish| Link::open(options.connect.clone(), Session::new(bot.name(), None, wish));
    let mind = |bot| Mind::new(bot, &options.seed, true);
    let (mut results, mut hosts_games, mut guests_games) = (Vec::new(), 0, 0);
    let (told, code) = oneshot::channel();
    let hosting = play(
        open(host, Wish::Invite(options.preset.into())),
        mind(host),
        stop.clone(),
        Some(told),
        |table| {
            say(table, options.json)?;
            results.extend([(host, won(table)), (guest, won(table).map(|it| !it))]);
            hosts_games += 1;
            Ok(if hosts_games >= wanted { Asking::Leave } else { Asking::Rematch })
        },
    );
    let joining = async {
        // The host failed, or was stopped, and says so itself.
        let Ok(code) = code.await else { return Ok(()) };
        play(open(guest, Wish::Join(code)), mind(guest), stop.clone(), None, |_| {
            guests_games += 1;
            Ok(if guests_games >= wanted { Asking::Leave } else { Asking::Rematch })
        })
        .await
    };
    tokio::try_join!(hosting, joining)?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_a_table() {
        let mut tally = Tally::default();
        for won in [Some(true), None, Some(false), Some(true)] {
            tally.add(won);
        }
        let rows = BTreeMap::from([("Ada".to_owned(), tally)]);
        let expected = "against  games   won  drawn   lost  points\n\
                        Ada          4     2      1      1     2.5\n";
        assert_eq!(table("against", &rows), expected);
    }
}
