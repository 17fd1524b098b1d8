//! Finished matches and statistics in SQLite: how they are written and read.

use fourfall_match::{Match, MatchId, PlayerId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::store::batch::{Change, Finished, Ratings};
use crate::store::{Cursor, GameRecord, GamesQuery, PlayerRecord, StoreError, codec};

/// Private games come after all public ones.
const PRIVATE: i64 = 1 << 62;
/// A place without [`PRIVATE`]: its time and its id.
const WHEN: i64 = PRIVATE - 1;
/// The time takes 42 bits, which is enough until the year 2109; the upper bits of the id take the rest.
const ENDED_BITS: u32 = 42;
const ID_BITS: u32 = 20;
/// Of sixty.
const ID_BITS_DROPPED: u32 = 60 - ID_BITS;

/// Where a game stands in the history. Two that ended in the same millisecond are told apart by the
/// beginning of their ids; if those are equal too, the second takes the next place.
fn place(ended: Timestamp, id: MatchId) -> i64 {
    let ended = ended.unix_ms().min((1 << ENDED_BITS) - 1) << ID_BITS;
    (ended | id.bits() >> ID_BITS_DROPPED).cast_signed()
}

/// A match id as a number: below 2⁶⁰, so the sign does not matter.
pub(super) fn number(id: MatchId) -> i64 {
    id.bits().cast_signed()
}

pub(super) fn match_id(number: i64) -> MatchId {
    MatchId::from_random(number.cast_unsigned())
}

/// The summary of a match with these events.
pub(super) fn record(id: MatchId, events: &[u8]) -> Result<GameRecord, StoreError> {
    let corrupt = || StoreError::Corrupt(format!("the events of match {id}"));
    let events = codec::decode(events).ok_or_else(corrupt)?;
    match Match::replay(&events) {
        Ok(Match::Finished(finished)) => Ok(GameRecord::new(id, &finished)),
        Ok(Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_)) | Err(_) => {
            Err(corrupt())
        }
    }
}

/// Whether a game is at its place, or just behind others with the same place.
pub(super) fn stands_at(found: i64, record: &GameRecord) -> bool {
    const NEIGHBOURS: i64 = 1_000;
    let private = found & PRIVATE != 0;
    let own = place(record.ended, record.id);
    private == record.private && (own..own + NEIGHBOURS).contains(&(found & WHEN))
}

/// Goes through all finished matches in the order of their places.
pub(super) fn each(
    connection: &Connection,
    mut work: impl FnMut(MatchId, i64, &[u8]),
) -> rusqlite::Result<()> {
    let mut games =
        connection.prepare("SELECT place, match_id, events FROM games ORDER BY place")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        work(match_id(row.get(1)?), row.get(0)?, row.get_ref(2)?.as_blob()?);
    }
    Ok(())
}

/// Adds a finished match to the history.
pub(super) fn insert(
    connection: &Connection,
    record: &GameRecord,
    events: &[u8],
) -> rusqlite::Result<()> {
    let mut place = place(record.ended, record.id) | if record.private { PRIVATE } else { 0 };
    let mut taken = connection.prepare_cached("SELECT 1 FROM games WHERE place = ?")?;
    while taken.exists([place])? {
        place += 1;
    }
    connection
        .prepare_cached("INSERT INTO games (place, match_id, events) VALUES (?, ?, ?)")?
        .execute(params![place, number(record.id), events])?;
    let mut appears = connection.prepare_cached(
        "INSERT OR IGNORE INTO games_of_players (player_id, place) VALUES (?, ?)",
    )?;
    for (_, seat) in record.people() {
        appears.execute(params![codec::pack_id(&seat.player), place])?;
    }
    Ok(())
}

/// Counts a finished match in the statistics of those who played it.
pub(super) fn count(connection: &Connection, record: &GameRecord) -> rusqlite::Result<()> {
    let mut rating = connection.prepare_cached("SELECT rating FROM players WHERE id = ?")?;
    let mut ratings = Ratings::new();
    for (_, seat) in record.people() {
        let known =
            rating.query_row([codec::pack_id(&seat.player)], |row| row.get(0)).optional()?;
        ratings.extend(known.map(|it| (seat.player.to_string(), it)));
    }
    let mut add = connection.prepare_cached(
        "INSERT INTO players VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, games = games + excluded.games, \
             wins = wins + excluded.wins, losses = losses + excluded.losses, \
             draws = draws + excluded.draws, discs = discs + excluded.discs, \
             rated_games = rated_games + excluded.rated_games, rating = excluded.rating",
    )?;
    for change in Finished::one(record).tally(ratings) {
        let Change { id, name, games, wins, losses, draws, discs, rated_games, rating } = change;
        // It was read as an id before.
        let Some(id) = PlayerId::new(&id) else { continue };
        let id = codec::pack_id(&id);
        add.execute(params![id, name, games, wins, losses, draws, discs, rated_games, rating])?;
    }
    Ok(())
}

/// The events of a finished match, and its place.
pub(super) fn find(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Option<(i64, Vec<u8>)>> {
    connection
        .prepare_cached("SELECT place, events FROM games WHERE match_id = ?")?
        .query_row([number(id)], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Replaces the events of a finished match.
pub(super) fn replace(connection: &Connection, place: i64, events: &[u8]) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE games SET events = ? WHERE place = ?")?
        .execute(params![events, place])?;
    Ok(())
}

pub(super) fn game(connection: &Connection, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
    find(connection, id)?.map(|(_, events)| record(id, &events)).transpose()
}

/// A page of the history.
pub(super) fn games(
    connection: &Connection,
    query: &GamesQuery,
) -> Result<Vec<GameRecord>, StoreError> {
    let end = match query.before {
        None => WHEN,
        Some(Cursor { ended, id }) => match find(connection, id)? {
            Some((place, _)) => place & WHEN,
            None => place(ended, id),
        },
    };
    let mut found = page(connection, query, 0, end)?;
    if query.private && query.player.is_some() {
        found.extend(page(connection, query, PRIVATE, PRIVATE | end)?);
        found.sort_by_key(|(place, _)| std::cmp::Reverse(place & WHEN));
        found.truncate(usize::try_from(query.limit).unwrap_or(usize::MAX));
    }
    Ok(found.into_iter().map(|(_, record)| record).collect())
}

/// Games with places from `start` to before `end`, newest first.
fn page(
    connection: &Connection,
    query: &GamesQuery,
    start: i64,
    end: i64,
) -> Result<Vec<(i64, GameRecord)>, StoreError> {
    let read = |row: &Row<'_>| -> rusqlite::Result<_> {
        let id = match_id(row.get(1)?);
        Ok((row.get::<_, i64>(0)?, record(id, row.get_ref(2)?.as_blob()?)))
    };
    let rows: Vec<_> = match &query.player {
        None => connection
            .prepare_cached(
                "SELECT place, match_id, events FROM games WHERE place >= ? AND place < ? \
                 ORDER BY place DESC LIMIT ?",
            )?
            .query_map(params![start, end, query.limit], read)?
            .collect::<Result<_, _>>()?,
        Some(player) => connection
            .prepare_cached(
                "SELECT place, match_id, events FROM games_of_players JOIN games USING (place) \
                 WHERE player_id = ? AND place >= ? AND place < ? \
                 ORDER BY place DESC LIMIT ?",
            )?
            .query_map(params![codec::pack_id(player), start, end, query.limit], read)?
            .collect::<Result<_, _>>()?,
    };
    rows.into_iter().map(|(place, record)| Ok((place, record?))).collect()
}

const PLAYER: &str = "SELECT id, name, games, wins, losses, draws, discs, rating FROM players";

fn statistics(row: &Row<'_>) -> rusqlite::Result<Result<PlayerRecord, StoreError>> {
    let name: String = row.get(1)?;
    let Some(id) = codec::unpack_id(row.get_ref(0)?.as_blob()?) else {
        return Ok(Err(StoreError::Corrupt(format!("the statistics of {name}"))));
    };
    Ok(Ok(PlayerRecord {
        id,
        name,
        games: row.get(2)?,
        wins: row.get(3)?,
        losses: row.get(4)?,
        draws: row.get(5)?,
        discs: row.get(6)?,
        rating: row.get(7)?,
    }))
}

pub(super) fn player(
    connection: &Connection,
    id: &PlayerId,
) -> Result<Option<PlayerRecord>, StoreError> {
    connection
        .prepare_cached(&format!("{PLAYER} WHERE id = ?"))?
        .query_row([codec::pack_id(id)], statistics)
        .optional()?
        .transpose()
}

pub(super) fn everybody(connection: &Connection) -> Result<Vec<PlayerRecord>, StoreError> {
    let mut asked = connection.prepare(&format!("{PLAYER} ORDER BY id"))?;
    let rows = asked.query_map([], statistics)?.collect::<Result<Vec<_>, _>>()?;
    rows.into_iter().collect()
}

pub(super) fn leaderboard(
    connection: &Connection,
    limit: u32,
) -> Result<Vec<PlayerRecord>, StoreError> {
    connection
        .prepare_cached(&format!(
            "{PLAYER} WHERE rated_games > 0 ORDER BY rating DESC, wins DESC, id LIMIT ?"
        ))?
        .query_map([limit], statistics)?
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .collect()
}
