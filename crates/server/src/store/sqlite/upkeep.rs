//! Looking after a SQLite store from outside: checking, compacting, exporting, backing up.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use fourfall_match::{Event, Match, MatchId};
use rusqlite::{Connection, OpenFlags};
use serde_json::value::RawValue;

use super::ledger::Ledger;
use super::{FILE, FILE_MODE, FILES, FOLDER_MODE, StoreError, connect, games, lock, migrate};
use crate::limits::{PAGE_MAX, STORE_ACQUIRE_TIMEOUT};
use crate::store::{Cursor, GameRecord, GamesQuery, PlayerRecord, codec, event};

/// What a store holds, and what is wrong with it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Finished games.
    pub games: u64,
    /// People who have finished one.
    pub players: u64,
    /// Matches that continue at the next start.
    pub running: u64,
    /// Bytes on the disk.
    pub bytes: u64,
    /// One sentence each; none if all is well.
    pub problems: Vec<String>,
}

/// Opens the file for reading, whether or not a server runs on it.
fn open(folder: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
    connection.busy_timeout(STORE_ACQUIRE_TIMEOUT)?;
    Ok(connection)
}

fn open_current(folder: &Path) -> Result<Connection, StoreError> {
    let connection = open(folder)?;
    migrate::check_current(&connection)?;
    Ok(connection)
}

fn bytes(folder: &Path) -> u64 {
    let sizes = FILES.iter().filter_map(|it| fs::metadata(folder.join(it)).ok());
    sizes.map(|it| it.len()).sum()
}

/// Reads everything and reports what is wrong. A server may run meanwhile.
///
/// # Errors
///
/// If the file can't be read at all.
pub fn check(folder: &Path) -> Result<Check, StoreError> {
    let mut connection = open_current(folder)?;
    // One transaction, so that everything is read as of one moment.
    let connection = connection.transaction()?;
    let mut found = Check { bytes: bytes(folder), ..Check::default() };
    connection.prepare("PRAGMA integrity_check")?.query_map([], |row| row.get(0))?.try_for_each(
        |line: rusqlite::Result<String>| {
            found.problems.extend(Some(line?).filter(|it| it != "ok"));
            Ok::<_, rusqlite::Error>(())
        },
    )?;
    games::each(&connection, |id, place, events| {
        found.games += 1;
        match games::record(id, events) {
            Ok(record) if !games::stands_at(place, &record) => {
                found.problems.push(format!("game {id} stands at a wrong place in the history"));
            }
            Ok(_) => {}
            Err(err) => found.problems.push(format!("game {id}: {err}")),
        }
    })?;
    let lost = "SELECT count(*) FROM games_of_players LEFT JOIN games USING (place) \
                WHERE games.place IS NULL";
    let lost: i64 = connection.query_row(lost, [], |row| row.get(0))?;
    if lost > 0 {
        found.problems.push(format!("{lost} entries of players' histories lead to no game"));
    }
    let mut players = connection.prepare(
        "SELECT id, name, games, wins + losses + draws, \
             (SELECT count(*) FROM games_of_players WHERE player_id = id) FROM players",
    )?;
    let mut rows = players.query([])?;
    while let Some(row) = rows.next()? {
        found.players += 1;
        let name: String = row.get(1)?;
        let (games, results, listed): (i64, i64, i64) = (row.get(2)?, row.get(3)?, row.get(4)?);
        if games != results || games != listed {
            found.problems.push(format!(
                "{name} has {games} games, {results} results, and {listed} games in the history"
            ));
        }
        let id: Vec<u8> = row.get(0)?;
        if codec::unpack_id(&id).is_none() {
            found.problems.push(format!("the id of {name} makes no sense"));
        }
    }
    drop(rows);
    let ledger = Ledger::open(open_current(folder)?)?;
    for (id, _) in ledger.unfinished() {
        found.running += 1;
        match ledger.load(id).map(|events| Match::replay(&events)) {
            Ok(Ok(_)) => {}
            Ok(Err(err)) => found.problems.push(format!("match {id}: {err}")),
            Err(err) => found.problems.push(format!("match {id}: {err}")),
        }
    }
    Ok(found)
}

/// Rewrites the file without its unused space, and migrates it if it is older. Returns its size in
/// bytes before and after. No server may run.
///
/// # Errors
///
/// If one does, or if there is no space for a second copy.
pub fn compact(folder: &Path) -> Result<(u64, u64), StoreError> {
    let _lock = lock(folder)?;
    let before = bytes(folder);
    let mut connection = connect(&folder.join(FILE))?;
    migrate::migrate(&mut connection)?;
    let connection = Ledger::open(connection)?.compact()?;
    connection.execute_batch("VACUUM")?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    drop(connection);
    Ok((before, bytes(folder)))
}

/// Everybody who has finished a game, in the order of their ids. A server may run meanwhile.
pub(crate) fn players(folder: &Path) -> Result<Vec<PlayerRecord>, StoreError> {
    games::everybody(&open_current(folder)?)
}

/// Public games, newest first, until told to stop. A server may run meanwhile.
pub(crate) fn newest(
    folder: &Path,
    mut work: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let connection = open_current(folder)?;
    let mut before = None;
    loop {
        let query = GamesQuery { player: None, private: false, before, limit: PAGE_MAX };
        let page = games::games(&connection, &query)?;
        let Some(last) = page.last() else { return Ok(()) };
        before = Some(Cursor { ended: last.ended, id: last.id });
        for record in page {
            if work(record).is_break() {
                return Ok(());
            }
        }
    }
}

/// Keeps servers out for as long as it is held. The folder is made if it is missing.
pub(crate) fn hold(folder: &Path) -> Result<File, StoreError> {
    let made = DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder);
    made.map_err(StoreError::unavailable)?;
    lock(folder)
}

/// Copies the store into a file that does not exist yet, as it is at one moment. A server may run
/// meanwhile. The copy is a store: called `fourfall.sqlite` in a folder of its own it can be served.
///
/// # Errors
///
/// If the file exists, or can't be written.
pub fn backup(folder: &Path, to: &Path) -> Result<u64, StoreError> {
    let connection = open(folder)?;
    let file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(to);
    let file = file.map_err(StoreError::unavailable)?;
    let name = to.to_str().ok_or_else(|| StoreError::unavailable("the name is not valid text"))?;
    let copied =
        connection.execute("VACUUM INTO ?", [name]).map_err(StoreError::from).and_then(|_| {
            file.sync_all().map_err(StoreError::unavailable)?;
            file.metadata().map_err(StoreError::unavailable)
        });
    if copied.is_err() {
        // This file is ours, and not a complete copy.
        let _ = fs::remove_file(to);
    }
    Ok(copied?.len())
}

/// One match, as one line.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    room_id: String,
    room_code: Option<String>,
    events: Vec<Box<RawValue>>,
}

impl Line {
    fn new(id: MatchId, code: Option<String>, events: &[Event]) -> io::Result<Line> {
        let events = events.iter().map(|it| RawValue::from_string(event::encode(it)));
        let events = events.collect::<Result<_, _>>().map_err(io::Error::other)?;
        Ok(Line { room_id: id.to_string(), room_code: code, events })
    }
}

/// Writes every match with all its events as a line of JSON: finished ones in the order of their
/// ends, private ones after the others, then running ones. Returns how many. A server may run
/// meanwhile.
///
/// # Errors
///
/// If something in the store can't be read, or if `out` fails.
pub fn export(folder: &Path, out: &mut impl Write) -> Result<u64, StoreError> {
    let mut written = 0;
    let mut failed = None;
    let mut write = |id, code, events: &[Event]| -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Line::new(id, code, events)?)?;
        written += 1;
        out.write_all(b"\n")
    };
    games::each(&open_current(folder)?, |id, _, events| {
        if failed.is_some() {
            return;
        }
        failed = match codec::decode(events) {
            Some(events) => write(id, None, &events).err().map(StoreError::unavailable),
            None => Some(StoreError::Corrupt(format!("the events of match {id}"))),
        };
    })?;
    failed.map_or(Ok(()), Err)?;
    let ledger = Ledger::open(open_current(folder)?)?;
    for (id, code) in ledger.unfinished() {
        let code = code.map(|it| it.to_string());
        write(id, code, &ledger.load(id)?).map_err(StoreError::unavailable)?;
    }
    Ok(written)
}
