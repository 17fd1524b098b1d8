//! The schema of the file, and the migration of earlier versions.
//!
//! Until version 2 a match was a row of `matches`, one of `events` for each event as JSON, and one of
//! `games` when it ended. All of that becomes rows of `log` and `games`, in one transaction: a file is
//! in one version or in the other.

use fourfall_match::{EndedBy, Event, Match, MatchId, Overrides, PlayerId, Timestamp, Wishes};
use fourfall_rules::{Column, Outcome, Player};
use rusqlite::{Connection, Row, params};

use super::games;
use super::ledger::State;
use crate::store::{GameRecord, RoomCode, StoreError, codec, event, row};

/// The version of a file that this program writes.
const VERSION: i64 = 3;
const SCHEMA: &str = include_str!("../../../migrations/sqlite/0003_log.sql");
/// What a file of version 1 lacks to be one of version 2.
const PRIVATE: &str = include_str!("../../../migrations/sqlite/0002_private.sql");
/// Progress is logged each time this many games are done.
const TOLD_EVERY: usize = 50_000;

fn version(connection: &Connection) -> Result<i64, StoreError> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if (0..=VERSION).contains(&version) { Ok(version) } else { Err(StoreError::NewerSchema) }
}

/// Refuses a file of another version, for programs that only read it.
pub(super) fn check_current(connection: &Connection) -> Result<(), StoreError> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let older = "it was written by an older version: start the server, or compact the store, first";
    Err(StoreError::unavailable(older))
}

/// Brings a file up to date.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version = version(connection)?;
    if version == VERSION {
        return Ok(());
    }
    connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = connection.transaction()?;
    if version == 1 {
        transaction.execute_batch(PRIVATE)?;
    }
    if version > 0 {
        convert(&transaction)?;
    } else {
        transaction.execute_batch(SCHEMA)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    if version > 0 {
        tracing::info!("the data is in its new form; `fourfall store compact` gives back the room");
    }
    Ok(())
}

fn convert(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(
        "ALTER TABLE games RENAME TO old_games; \
         ALTER TABLE games_of_players RENAME TO old_games_of_players; \
         ALTER TABLE players RENAME TO old_players; \
         DROP INDEX players_best;",
    )?;
    connection.execute_batch(SCHEMA)?;
    let total: i64 =
        connection.query_row("SELECT count(*) FROM old_games", [], |row| row.get(0))?;
    tracing::info!(games = total, "bringing the data into its new form");
    let mut log = Log { connection, next: 1 };
    let mut done = 0;
    {
        // In the order of the history, so that the pages of the file are filled.
        let mut finished =
            connection.prepare("SELECT * FROM old_games ORDER BY ended_at_ms, match_id")?;
        let mut rows = finished.query([])?;
        while let Some(row) = rows.next()? {
            log.finished(&summary(row)?)?;
            done += 1;
            if done % TOLD_EVERY == 0 {
                tracing::info!("{done} of {total} games");
            }
        }
        let mut unfinished = connection
            .prepare("SELECT id, code, version FROM matches WHERE finished = 0 ORDER BY id")?;
        let mut rows = unfinished.query([])?;
        while let Some(row) = rows.next()? {
            let (id, code, version): (String, Option<String>, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            log.unfinished(&id, code.as_deref(), version)?;
        }
    }
    players(connection)?;
    connection.execute_batch(
        "DROP TABLE old_games_of_players; DROP TABLE old_games; DROP TABLE old_players; \
         DROP TABLE events; DROP TABLE matches;",
    )?;
    Ok(())
}

struct Log<'a> {
    connection: &'a Connection,
    next: i64,
}

impl Log<'_> {
    fn payloads(&self, id: &str) -> rusqlite::Result<Vec<String>> {
        self.connection
            .prepare_cached("SELECT payload FROM events WHERE match_id = ? ORDER BY version")?
            .query_map([id], |row| row.get(0))?
            .collect()
    }

    /// The log of a finished match is kept if it leads to the same summary. Where it is missing or
    /// damaged, one that does is made up.
    fn finished(&mut self, summary: &OldGame) -> Result<(), StoreError> {
        let payloads = self.payloads(&summary.id)?;
        let logged = event::decode_all(&payloads).ok();
        let Some(record) = &summary.record else {
            tracing::error!(match.id = summary.id, "a damaged game is set aside");
            return Ok(self.set_aside(&summary.id, &payloads)?);
        };
        let fits = |events: &Vec<Event>| leads_to(record, events);
        let events = logged.filter(fits).or_else(|| made_up(record).filter(fits));
        let Some(events) = events else {
            tracing::error!(match.id = summary.id, "a damaged game is set aside");
            return Ok(self.set_aside(&summary.id, &payloads)?);
        };
        let mut bytes = Vec::new();
        codec::encode(&events, &mut 0, &mut bytes);
        Ok(games::insert(self.connection, record, &bytes)?)
    }

    fn unfinished(&mut self, id: &str, code: Option<&str>, version: i64) -> Result<(), StoreError> {
        let payloads = self.payloads(id)?;
        let complete = i64::try_from(payloads.len()).is_ok_and(|it| it == version);
        match event::decode_all(&payloads) {
            Ok(events) if complete => {
                let mut bytes = Vec::new();
                codec::encode(&events, &mut 0, &mut bytes);
                Ok(self.row(id, State::Live, code, &bytes)?)
            }
            Ok(_) | Err(_) => Ok(self.set_aside(id, &payloads)?),
        }
    }

    /// What can't be read is kept as it was.
    fn set_aside(&mut self, id: &str, payloads: &[String]) -> rusqlite::Result<()> {
        self.row(id, State::Damaged, None, payloads.join("\n").as_bytes())
    }

    fn row(
        &mut self,
        id: &str,
        state: State,
        code: Option<&str>,
        events: &[u8],
    ) -> rusqlite::Result<()> {
        let Ok(id) = id.parse::<MatchId>() else { return Ok(()) };
        let code = code.and_then(RoomCode::parse);
        self.connection.prepare_cached("INSERT INTO log VALUES (?, ?, 0, ?, ?, ?)")?.execute(
            params![
                self.next,
                games::number(id),
                state as i64,
                code.as_ref().map(RoomCode::as_str),
                events,
            ],
        )?;
        self.next += 1;
        Ok(())
    }
}

fn leads_to(record: &GameRecord, events: &[Event]) -> bool {
    match Match::replay(events) {
        Ok(Match::Finished(finished)) => GameRecord::new(record.id, &finished) == *record,
        Ok(Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_)) | Err(_) => false,
    }
}

struct OldGame {
    id: String,
    record: Option<GameRecord>,
}

fn summary(row: &Row<'_>) -> rusqlite::Result<OldGame> {
    let id: String = row.get("match_id")?;
    let game = row::Game {
        match_id: id.clone(),
        preset: row.get("preset")?,
        first_id: row.get("first_id")?,
        first_name: row.get("first_name")?,
        first_bot: row.get("first_bot")?,
        first_discs: row.get("first_discs")?,
        second_id: row.get("second_id")?,
        second_name: row.get("second_name")?,
        second_bot: row.get("second_bot")?,
        second_discs: row.get("second_discs")?,
        moves: row.get("moves")?,
        winner: row.get("winner")?,
        ended_by: row.get("ended_by")?,
        started_at_ms: row.get("started_at_ms")?,
        ended_at_ms: row.get("ended_at_ms")?,
        private: row.get("private")?,
        rated: row.get("rated")?,
    };
    Ok(OldGame { id, record: game.decode().ok() })
}

/// Events that lead to a summary, for a match whose own events are missing.
fn made_up(record: &GameRecord) -> Option<Vec<Event>> {
    let (started, ended) = (record.started, record.ended);
    let mut terms = record.preset.terms(&Overrides::default(), &Wishes::default());
    (terms.private, terms.rated) = (record.private, record.rated);
    let mut events = vec![
        Event::Created {
            host: record.seats.first.clone(),
            terms,
            series: fourfall_match::Series::default(),
            at: started,
        },
        Event::Joined {
            guest: record.seats.second.clone(),
            host_plays: Player::First,
            at: started,
        },
    ];
    let moves = record.game.to_string();
    let columns = moves.bytes().map(|it| Column::numbered(it.wrapping_sub(b'0')));
    let drops: Option<Vec<_>> = columns.collect();
    let at = |last| if last { ended } else { started };
    let drops = drops?;
    let end = drops.len().saturating_sub(1);
    events.extend(drops.iter().enumerate().map(|(place, &column)| Event::Dropped {
        column,
        at: at(place == end && record.by == EndedBy::Board),
    }));
    events.extend(ending(record, started, ended)?);
    Some(events)
}

fn ending(record: &GameRecord, started: Timestamp, at: Timestamp) -> Option<Vec<Event>> {
    let loser = match record.outcome {
        Outcome::Won(winner) => Some(winner.other()),
        Outcome::Drawn => None,
    };
    Some(match record.by {
        EndedBy::Board => vec![Event::Decided { at }],
        EndedBy::Resignation => vec![Event::Resigned { player: loser?, at }],
        EndedBy::Timeout => vec![Event::TimedOut { player: loser?, at }],
        EndedBy::Idling => vec![Event::IdledOut { player: loser?, at }],
        EndedBy::Absence => vec![
            Event::Disconnected { player: loser?, at: started },
            Event::StayedAway { player: loser?, at },
        ],
    })
}

fn players(connection: &Connection) -> rusqlite::Result<()> {
    let mut old = connection.prepare(
        "SELECT id, name, games, wins, losses, draws, discs, rated_games, rating FROM old_players \
         ORDER BY id",
    )?;
    let mut new = connection.prepare("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    let mut rows = old.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let Some(id) = PlayerId::new(&id) else { continue };
        let count = |place| row.get::<_, i64>(place);
        new.execute(params![
            codec::pack_id(&id),
            row.get::<_, String>(1)?,
            count(2)?,
            count(3)?,
            count(4)?,
            count(5)?,
            count(6)?,
            count(7)?,
            row.get::<_, f64>(8)?,
        ])?;
    }
    Ok(())
}
