//! `fourfall watch`: live games as lines.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use fourfall_client::{
    GameRecord, Link, LiveRoom, News, Page, Rest, RestError, Server, Session, Stopped, Table, View,
    Wish,
};
use fourfall_rules::Player;
use serde::Serialize;
use tokio::time::sleep;

use crate::args;

/// How often the list of games is asked for.
const LOOK: Duration = Duration::from_secs(1);
/// How many requests in a row may fail before it gives up.
const FAILURES_MAX: u32 = 30;

pub(crate) fn watch(options: &args::Watch) -> anyhow::Result<ExitCode> {
    crate::on_runtime(async {
        let server = options.place.server.clone();
        let out = Out { json: options.json };
        match &options.place.page {
            Page::Game(room) => one(server, room, &out).await,
            Page::Other => all(server, &out).await,
            Page::Invitation(_) | Page::Moves(_) => {
                bail!("expected the address of a server, or of a game: …/watch/ROOM")
            }
        }
    })
}

/// What happened to a game.
#[derive(Clone, Copy, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum What {
    Started,
    Move,
    Over,
}

/// One line.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    event: What,
    room_id: &'a str,
    /// The one who started first.
    players: [&'a str; 2],
    moves: &'a str,
    /// The winner's name, once it is over and somebody has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

struct Out {
    json: bool,
}

impl Out {
    fn print(&self, line: &Line<'_>) -> anyhow::Result<()> {
        let text = if self.json { serde_json::to_string(line)? } else { line.sentence() };
        writeln!(io::stdout(), "{text}").context("could not write the answer")
    }
}

impl Line<'_> {
    fn sentence(&self) -> String {
        let Line { event, room_id, players: [first, second], moves, winner, reason } = self;
        let moves = if moves.is_empty() { "-" } else { moves };
        let head = format!("{room_id}  {first} – {second}  {moves}");
        match (event, winner) {
            (What::Started, _) => format!("{head}  begins"),
            (What::Move, _) => head,
            (What::Over, Some(winner)) => {
                format!("{head}  {winner} won: {}", reason.unwrap_or_default())
            }
            (What::Over, None) => format!("{head}  {}", reason.unwrap_or("over")),
        }
    }
}

/// All games, by asking what runs.
async fn all(server: Server, out: &Out) -> anyhow::Result<ExitCode> {
    let rest = Rest::new(server);
    let mut known: BTreeMap<String, LiveRoom> = BTreeMap::new();
    // A server that was never reached is an error; one that was reached before is tried again.
    let mut failures = FAILURES_MAX;
    loop {
        match look(&rest, &mut known, out).await {
            Ok(()) => failures = 0,
            Err(Trouble::Asking(err)) if failures >= FAILURES_MAX => return Err(err.into()),
            Err(Trouble::Asking(_)) => failures += 1,
            Err(Trouble::Writing(err)) => return Err(err),
        }
        sleep(LOOK).await;
    }
}

enum Trouble {
    Asking(RestError),
    Writing(anyhow::Error),
}

impl From<RestError> for Trouble {
    fn from(err: RestError) -> Trouble {
        Trouble::Asking(err)
    }
}

async fn look(
    rest: &Rest,
    known: &mut BTreeMap<String, LiveRoom>,
    out: &Out,
) -> Result<(), Trouble> {
    let rooms = rest.rooms().await?;
    let gone: Vec<String> =
        known.keys().filter(|id| rooms.iter().all(|it| it.room_id != **id)).cloned().collect();
    for room in rooms {
        let before = known.get(&room.room_id);
        let event = match before {
            None => What::Started,
            Some(before) if before.move_count != room.move_count => What::Move,
            Some(_) => continue,
        };
        // Older servers list games without their moves.
        let moves = match &room.moves {
            Some(moves) => moves.clone(),
            None => rest.game(&room.room_id).await?.moves,
        };
        out.print(&line_of(&room, event, Some(&moves), None)).map_err(Trouble::Writing)?;
        known.insert(room.room_id.clone(), room);
    }
    for id in gone {
        let record = match rest.game(&id).await {
            Ok(record) => Some(record),
            // A server that came back without its games.
            Err(RestError::Refused { .. }) => None,
            Err(err) => return Err(err.into()),
        };
        let Some(room) = known.remove(&id) else { continue };
        match record {
            Some(record) => print_end(&record, out),
            None => out.print(&line_of(&room, What::Over, room.moves.as_deref(), Some(LOST))),
        }
        .map_err(Trouble::Writing)?;
    }
    Ok(())
}

/// Why a game is over that its server does not know any more.
const LOST: &str = "lost by the server";

fn line_of<'a>(
    room: &'a LiveRoom,
    event: What,
    moves: Option<&'a str>,
    reason: Option<&'a str>,
) -> Line<'a> {
    let players = names(room.players.iter().map(|it| it.username.as_str()));
    let moves = moves.unwrap_or_default();
    Line { event, room_id: &room.room_id, players, moves, winner: None, reason }
}

fn print_end(record: &GameRecord, out: &Out) -> anyhow::Result<()> {
    let result = record.result.as_ref();
    let winner = result.and_then(|it| it.winner.as_deref());
    let winner = record.players.iter().find(|it| Some(it.id.as_str()) == winner);
    out.print(&Line {
        event: What::Over,
        room_id: &record.room_id,
        players: names(record.players.iter().map(|it| it.username.as_str())),
        moves: &record.moves,
        winner: winner.map(|it| it.username.as_str()),
        reason: result.map(|it| it.reason.as_str()),
    })
}

fn names<'a>(mut players: impl Iterator<Item = &'a str>) -> [&'a str; 2] {
    [players.next().unwrap_or("?"), players.next().unwrap_or("?")]
}

/// One game, disc by disc, until it ends.
async fn one(server: Server, room: &str, out: &Out) -> anyhow::Result<ExitCode> {
    let session = Session::new("Spectator", None, Wish::Watch(room.to_owned()));
    let mut link = Link::open(server, session);
    let mut seen: Option<usize> = None;
    while let Some(news) = link.next().await {
        let view = match news {
            News::Changed(view) => view,
            News::Stopped(Stopped::Left) => break,
            News::Stopped(stopped) => return Err(anyhow!(stopped.to_string())),
            News::Down(why) => {
                crate::warn(&format!("the connection is lost, trying again: {why}"));
                continue;
            }
            News::Up | News::Said(_) | News::Identity(_) => continue,
        };
        let View::AtTable(table) = *view else { continue };
        let ply = table.game.moves().len();
        let event = if seen.is_none() { What::Started } else { What::Move };
        if seen != Some(ply) {
            print_table(&table, event, out)?;
        }
        seen = Some(ply);
        if table.ending.is_some() {
            print_table(&table, What::Over, out)?;
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_table(table: &Table, event: What, out: &Out) -> anyhow::Result<()> {
    let name = |player: Player| table.seats[player].name.as_str();
    let ending = table.ending.as_ref().filter(|_| matches!(event, What::Over));
    out.print(&Line {
        event,
        room_id: &table.room_id,
        players: Player::BOTH.map(name),
        moves: &table.game.to_string(),
        winner: ending.and_then(|it| it.winner).map(name),
        reason: ending.map(|it| it.reason.as_str()),
    })
}
