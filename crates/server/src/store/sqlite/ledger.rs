//! The writer of the SQLite file: appends to the log, and has every match of the log in memory.
//!
//! The lock on the folder proves that nobody else writes, so versions are checked in memory. What
//! is in memory is what the file holds: after any failure the ledger is thrown away, and the next
//! one reads the file. So an unknown outcome is found out by reading.

use std::collections::{HashMap, HashSet};

use fourfall_match::{Event, MatchId, Version};
use rusqlite::{Connection, ErrorCode, params};

use super::games;
use crate::limits::{STORE_LOG_ROWS, STORE_LOG_TRIMMED};
use crate::store::batch::refused;
use crate::store::{Append, Appended, GameRecord, RoomCode, Stage, StoreError, codec};

/// The state of a match, as a number in its row of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It goes on.
    Live = 0,
    /// It has ended, and is in `games`.
    Packed = 1,
    /// It ended without a result.
    Closed = 2,
    /// Its log can't be read.
    Damaged = 3,
}

impl State {
    fn read(number: i64) -> State {
        match number {
            0 => State::Live,
            1 => State::Packed,
            2 => State::Closed,
            _ => State::Damaged,
        }
    }
}

/// A match that is in the log.
struct Entry {
    /// The row it begins with.
    first: i64,
    version: Version,
    /// When its last event happened.
    last: u64,
    code: Option<RoomCode>,
    state: State,
    /// All its events. Finished matches are packed without being read again.
    events: Vec<u8>,
}

pub(super) struct Ledger {
    pub(super) connection: Connection,
    matches: HashMap<MatchId, Entry>,
    /// The codes of running matches.
    codes: HashSet<RoomCode>,
    /// The next row.
    next: i64,
    /// The first row that may still exist.
    first: i64,
    /// The row at which the log is trimmed next, if possible.
    trim_at: i64,
    /// See [`STORE_LOG_ROWS`].
    pub(super) rows: i64,
    /// See [`STORE_LOG_TRIMMED`].
    pub(super) trimmed: i64,
}

const APPEND: &str =
    "INSERT INTO log (seq, match_id, version, stage, code, events) VALUES (?, ?, ?, ?, ?, ?)";

impl Ledger {
    /// Reads the log.
    pub(super) fn open(connection: Connection) -> rusqlite::Result<Ledger> {
        let mut matches: HashMap<MatchId, Entry> = HashMap::new();
        let (mut first, mut next) = (None, 1);
        {
            let mut rows = connection.prepare(
                "SELECT seq, match_id, version, stage, code, events FROM log ORDER BY seq",
            )?;
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                let (seq, number, version): (i64, i64, i64) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                first.get_or_insert(seq);
                next = seq + 1;
                let (id, state) = (games::match_id(number), State::read(row.get(3)?));
                let code = row.get_ref(4)?.as_str_or_null()?.and_then(RoomCode::parse);
                if state == State::Packed {
                    matches.remove(&id);
                    continue;
                }
                let fresh = || Entry {
                    first: seq,
                    version: Version::default(),
                    last: 0,
                    code: code.clone(),
                    state,
                    events: Vec::new(),
                };
                let entry = matches.entry(id).or_insert_with(fresh);
                if version == 0 {
                    *entry = fresh();
                }
                entry.read(version, state, row.get_ref(5)?.as_blob()?);
                if state == State::Closed && entry.state == State::Damaged {
                    // Its beginning was trimmed, because nobody needs it.
                    matches.remove(&id);
                }
            }
        }
        let live = matches.values().filter(|it| it.state == State::Live);
        let codes = live.filter_map(|it| it.code.clone()).collect();
        let first = first.unwrap_or(next);
        let (rows, trimmed) = (STORE_LOG_ROWS, STORE_LOG_TRIMMED);
        let trim_at = next + trimmed;
        Ok(Ledger { connection, matches, codes, next, first, trim_at, rows, trimmed })
    }

    /// Writes appends in one transaction, and answers for each of them.
    pub(super) fn write(&mut self, appends: &[Append]) -> rusqlite::Result<Vec<Appended>> {
        self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let outcomes = appends.iter().map(|it| self.append(it)).collect::<Result<Vec<_>, _>>()?;
        if self.next >= self.trim_at {
            self.trim()?;
        }
        self.connection.prepare_cached("COMMIT")?.execute([])?;
        Ok(outcomes)
    }

    fn append(&mut self, append: &Append) -> rusqlite::Result<Appended> {
        let written = match self.matches.get(&append.id) {
            Some(entry) => {
                let fits = entry.version == append.expected && entry.state == State::Live;
                if !fits {
                    return Ok(Appended::Conflict);
                }
                self.write_one(append)
            }
            None if append.expected == Version::default() => {
                let taken = append.code.as_ref().is_some_and(|it| self.codes.contains(it));
                if taken || games::find(&self.connection, append.id)?.is_some() {
                    return Ok(Appended::Conflict);
                }
                self.write_one(append)
            }
            None => return self.append_to_finished(append),
        };
        match written {
            Ok(()) => Ok(Appended::Stored),
            Err(err) if is_refused(&err) => Ok(refused(append, &err)),
            Err(err) => Err(err),
        }
    }

    /// Writes a row of the log and, when the match ends, the match into the history.
    fn write_one(&mut self, append: &Append) -> rusqlite::Result<()> {
        let state = match append.stage {
            Stage::Unfinished => State::Live,
            Stage::Ended(_) => State::Packed,
            Stage::Over => State::Closed,
        };
        let entry = self.matches.remove(&append.id);
        let mut entry = entry.unwrap_or_else(|| Entry {
            first: self.next,
            version: Version::default(),
            last: 0,
            code: append.code.clone(),
            state,
            events: Vec::new(),
        });
        let (stored, last) = (entry.events.len(), entry.last);
        codec::encode(&append.events, &mut entry.last, &mut entry.events);
        let written = self.write_row(append, state, &entry.events, stored);
        if written.is_err() {
            // The content was refused: nothing was written.
            entry.events.truncate(stored);
            entry.last = last;
            if append.expected != Version::default() {
                self.matches.insert(append.id, entry);
            }
            return written;
        }
        self.next += 1;
        entry.version = append.next();
        entry.state = state;
        if let Some(code) = entry.code.clone() {
            match state {
                State::Live => self.codes.insert(code),
                State::Packed | State::Closed | State::Damaged => self.codes.remove(&code),
            };
        }
        if state != State::Packed {
            self.matches.insert(append.id, entry);
        }
        Ok(())
    }

    fn write_row(
        &self,
        append: &Append,
        state: State,
        events: &[u8],
        stored: usize,
    ) -> rusqlite::Result<()> {
        let code = append.code.as_ref().filter(|_| append.expected == Version::default());
        let row = |connection: &Connection| {
            let version = append.expected.0.cast_signed();
            connection.prepare_cached(APPEND)?.execute(params![
                self.next,
                games::number(append.id),
                version,
                state as i64,
                code.map(RoomCode::as_str),
                &events[stored..],
            ])
        };
        let Some(record) = append.ended() else { return row(&self.connection).map(drop) };
        // Several rows, all or none of them.
        self.all_or_none(|connection| {
            row(connection)?;
            self.finish(record, events)
        })
    }

    fn finish(&self, record: &GameRecord, events: &[u8]) -> rusqlite::Result<()> {
        games::insert(&self.connection, record, events)?;
        games::count(&self.connection, record)
    }

    fn all_or_none(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let run = |sql| self.connection.prepare_cached(sql)?.execute([]);
        run("SAVEPOINT one")?;
        let done = work(&self.connection);
        if done.is_err() {
            run("ROLLBACK TO one")?;
        }
        run("RELEASE one")?;
        done
    }

    /// After the end only events about the rematch follow. They are added to those of the match.
    fn append_to_finished(&mut self, append: &Append) -> rusqlite::Result<Appended> {
        let Some((place, mut events)) = games::find(&self.connection, append.id)? else {
            return Ok(Appended::Conflict);
        };
        let mut last = 0;
        if codec::count(&events, &mut last) != Some(append.expected.0) {
            return Ok(Appended::Conflict);
        }
        codec::encode(&append.events, &mut last, &mut events);
        games::replace(&self.connection, place, &events)?;
        Ok(Appended::Stored)
    }

    /// Every event of a match.
    pub(super) fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        let corrupt = || StoreError::Corrupt(format!("the log of match {id}"));
        match self.matches.get(&id) {
            Some(entry) if entry.state == State::Damaged => Err(corrupt()),
            Some(entry) => codec::decode(&entry.events).ok_or_else(corrupt),
            None => match games::find(&self.connection, id)? {
                Some((_, events)) => codec::decode(&events).ok_or_else(corrupt),
                None => Ok(Vec::new()),
            },
        }
    }

    /// The matches that are not over, damaged ones among them.
    pub(super) fn unfinished(&self) -> Vec<(MatchId, Option<RoomCode>)> {
        let mut found: Vec<_> = (self.matches.iter())
            .filter(|(_, it)| it.state != State::Closed)
            .map(|(id, it)| (*id, it.code.clone()))
            .collect();
        found.sort_unstable_by_key(|(id, _)| *id);
        found
    }

    /// Leaves only what is needed in the log: a row for each running match. For a store without a
    /// server.
    pub(super) fn compact(mut self) -> rusqlite::Result<Connection> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        let end = self.next;
        for (id, entry) in self.matches.iter_mut().filter(|(_, it)| it.state != State::Closed) {
            carry(&self.connection, &mut self.next, *id, entry)?;
        }
        self.connection.execute("DELETE FROM log WHERE seq < ?", [end])?;
        self.connection.execute_batch("COMMIT")?;
        Ok(self.connection)
    }

    /// Deletes the rows at the front of the log that nobody needs any more. Matches that began long
    /// ago and would prevent that are copied to its end, some at a time.
    fn trim(&mut self) -> rusqlite::Result<()> {
        self.trim_at = self.next + self.trimmed;
        // A match has some twenty rows while it is played.
        let live = self.matches.values().filter(|it| it.state != State::Closed).count();
        let live = i64::try_from(live).unwrap_or(i64::MAX);
        let stays = self.next - self.rows.max(live.saturating_mul(64));
        let carried = self.matches.iter_mut().filter(|(_, it)| it.first < stays);
        for (id, entry) in carried.filter(|(_, it)| it.state != State::Closed).take(64) {
            carry(&self.connection, &mut self.next, *id, entry)?;
        }
        let needed = self.matches.values().filter(|it| it.state != State::Closed);
        let oldest = needed.map(|it| it.first).min().unwrap_or(self.next);
        let cut = oldest.min(self.first + 2 * self.trimmed);
        if cut > self.first {
            self.connection.prepare_cached("DELETE FROM log WHERE seq < ?")?.execute([cut])?;
            self.first = cut;
            self.matches.retain(|_, it| it.state != State::Closed || it.first >= cut);
        }
        Ok(())
    }
}

/// Copies a whole match to the end of the log.
fn carry(
    connection: &Connection,
    next: &mut i64,
    id: MatchId,
    entry: &mut Entry,
) -> rusqlite::Result<()> {
    let (code, state) = (entry.code.as_ref().map(RoomCode::as_str), entry.state as i64);
    let row = params![*next, games::number(id), 0, state, code, entry.events];
    connection.prepare_cached(APPEND)?.execute(row)?;
    entry.first = *next;
    *next += 1;
    Ok(())
}

impl Entry {
    /// Adds one more row.
    fn read(&mut self, version: i64, state: State, events: &[u8]) {
        self.events.extend_from_slice(events);
        let follows = self.version.0.cast_signed() == version;
        match codec::count(events, &mut self.last) {
            Some(count) if follows && self.state != State::Damaged && state != State::Damaged => {
                self.version = Version(self.version.0 + count);
                self.state = state;
            }
            Some(_) | None => self.state = State::Damaged,
        }
    }
}

/// Whether SQLite refuses a write because of its content: too big, against a constraint, of a wrong
/// type.
fn is_refused(err: &rusqlite::Error) -> bool {
    let code = err.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::TooBig | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch)
    )
}
