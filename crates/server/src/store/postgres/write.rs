//! Appends of many rooms, written together.
//!
//! A batch of moves is one statement: one round trip, and no lock that a paused server could hold.
//! Beginnings and ends of matches are a transaction around the same statement. Rows are taken in
//! the order of their keys, so that the batches of two servers do not wait for each other in a
//! circle.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use fourfall_match::MatchId;
use serde::Serialize;
use sqlx::Connection;
use sqlx::postgres::{PgConnection, PgExecutor};

use super::super::batch::{Batch, Ratings, halves, refused};
use super::super::nodes::{NodeId, Proof};
use super::super::{Append, Appended, event};
use crate::limits::STORE_WRITE_ATTEMPTS;

/// Another session was in the way (serialization, deadlock, lock timeout): it may be tried again.
const IN_THE_WAY: [&str; 3] = ["40001", "40P01", "55P03"];
/// Classes of errors that are due to the content: cardinality, data, integrity, program limits.
const REFUSED: [&str; 4] = ["21", "22", "23", "54"];

/// Advances matches that are at the expected version, and appends their events. The player in
/// `heard` must not be on a node whose heartbeats have stopped; the one in `sits` must still be at
/// that connection.
const ADVANCE_SQL: &str = "\
    WITH step AS ( \
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS step (id text, expected bigint, \
            next bigint, finished boolean, heard text, sits text, node bigint, conn text) \
    ), won AS ( \
        UPDATE matches SET version = step.next, finished = step.finished, \
            code = CASE WHEN step.finished THEN NULL ELSE code END \
        FROM step \
        WHERE matches.id = step.id AND matches.version = step.expected \
            AND (step.heard IS NULL OR NOT EXISTS ( \
                SELECT 1 FROM seats JOIN nodes ON nodes.id = seats.node \
                WHERE seats.player_id = step.heard \
                    AND nodes.beat_at < clock_timestamp() - interval '2500 milliseconds')) \
            AND (step.sits IS NULL OR EXISTS ( \
                SELECT 1 FROM seats WHERE seats.player_id = step.sits \
                    AND seats.node = step.node AND seats.conn = step.conn)) \
        RETURNING matches.id \
    ), logged AS ( \
        INSERT INTO events (match_id, version, payload) \
        SELECT new.id, new.version, new.payload FROM jsonb_to_recordset($2::jsonb) \
            AS new (id text, version bigint, payload text) JOIN won USING (id) \
    ) SELECT id FROM won";

/// Gives seats to people who have none in a running match. A person on another node must be on a
/// living one.
const SEAT_SQL: &str = "\
    INSERT INTO seats (player_id, match_id, running, node, conn) \
    SELECT player_id, match_id, true, node, conn FROM jsonb_to_recordset($1::jsonb) \
        AS new (player_id text, match_id text, node bigint, conn text) ORDER BY player_id \
    ON CONFLICT (player_id) DO UPDATE SET match_id = excluded.match_id, running = true, \
        node = coalesce(excluded.node, seats.node), conn = coalesce(excluded.conn, seats.conn) \
    WHERE NOT seats.running AND (excluded.node IS NOT NULL OR EXISTS ( \
        SELECT 1 FROM nodes WHERE nodes.id = seats.node AND state = 'up' \
            AND beat_at > clock_timestamp() - interval '3 seconds')) \
    RETURNING player_id";

#[derive(Serialize)]
struct Created<'a> {
    id: String,
    code: Option<&'a str>,
    at_ms: i64,
}

#[derive(Serialize)]
struct Step<'a> {
    id: String,
    expected: u64,
    next: u64,
    finished: bool,
    heard: Option<&'a str>,
    sits: Option<&'a str>,
    node: Option<i64>,
    conn: Option<&'a str>,
}

#[derive(Serialize)]
struct NewEvent {
    id: String,
    version: u64,
    payload: String,
}

#[derive(Serialize)]
struct Seated<'a> {
    player_id: &'a str,
    match_id: String,
    node: Option<i64>,
    conn: Option<&'a str>,
}

/// Why a batch was rolled back.
enum Unwritten {
    Sql(sqlx::Error),
    /// These can't be written; the others can.
    Lost(HashMap<MatchId, Appended>),
}

impl From<sqlx::Error> for Unwritten {
    fn from(err: sqlx::Error) -> Unwritten {
        Unwritten::Sql(err)
    }
}

fn json(rows: &[impl Serialize]) -> String {
    serde_json::to_string(rows).expect("rows of plain fields have a JSON form")
}

/// Whether PostgreSQL's code of an error begins with one of these.
fn has_class(err: &sqlx::Error, classes: &[&str]) -> bool {
    let code = err.as_database_error().and_then(|it| it.code());
    code.is_some_and(|code| classes.iter().any(|it| code.starts_with(it)))
}

/// Writes appends of different matches, and answers for each in order.
pub(super) async fn write(
    connection: &mut PgConnection,
    appends: &[Append],
    keeper: NodeId,
) -> Result<Vec<Appended>, sqlx::Error> {
    let mut attempts = 1;
    loop {
        match write_once(connection, appends, keeper).await {
            Ok(outcomes) => return Ok(outcomes),
            Err(Unwritten::Sql(err))
                if has_class(&err, &IN_THE_WAY) && attempts < STORE_WRITE_ATTEMPTS =>
            {
                attempts += 1;
            }
            // A batch refused for its content is split until the append at fault is alone.
            Err(Unwritten::Sql(err)) if has_class(&err, &REFUSED) => {
                if let [append] = appends {
                    return Ok(vec![refused(append, &err)]);
                }
                let [second, first] = halves(appends);
                let mut outcomes = Box::pin(write(connection, first, keeper)).await?;
                outcomes.extend(Box::pin(write(connection, second, keeper)).await?);
                return Ok(outcomes);
            }
            Err(Unwritten::Sql(err)) => return Err(err),
            Err(Unwritten::Lost(lost)) => {
                let others = appends.iter().filter(|it| !lost.contains_key(&it.id));
                let others: Vec<_> = others.cloned().collect();
                let written = Box::pin(write(connection, &others, keeper)).await?;
                let mut written = written.into_iter();
                let outcome = |it: &Append| lost.get(&it.id).copied().or_else(|| written.next());
                return Ok(appends
                    .iter()
                    .map(outcome)
                    .map(|it| it.unwrap_or(Appended::Conflict))
                    .collect());
            }
        }
    }
}

async fn write_once(
    connection: &mut PgConnection,
    appends: &[Append],
    keeper: NodeId,
) -> Result<Vec<Appended>, Unwritten> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let plain = |it: &Append| it.expected.0 > 0 && !it.is_over() && it.beside.seats.is_empty();
    let ids = if appends.iter().all(plain) {
        advance(connection, appends).await?
    } else {
        let mut transaction = connection.begin().await?;
        match together(&mut transaction, appends, keeper).await {
            Ok(ids) => {
                transaction.commit().await?;
                ids
            }
            Err(err) => {
                // At once, and not when the connection is next used: until then it would hold its
                // locks. If it fails, the connection is broken, and its end is a rollback too.
                let _ = transaction.rollback().await;
                return Err(err);
            }
        }
    };
    let outcome = |it: &Append| match ids.contains(&it.id.to_string()) {
        true => Appended::Stored,
        false => Appended::Conflict,
    };
    Ok(appends.iter().map(outcome).collect())
}

/// What begins or ends matches, inside a transaction.
async fn together(
    transaction: &mut PgConnection,
    appends: &[Append],
    keeper: NodeId,
) -> Result<HashSet<String>, Unwritten> {
    begin(transaction, appends, keeper).await?;
    let ids = advance(&mut *transaction, appends).await?;
    // If another writer was faster, the seats taken here must not stay.
    let lost: HashMap<_, _> = (appends.iter())
        .filter(|it| !it.beside.seats.is_empty() && !ids.contains(&it.id.to_string()))
        .map(|it| (it.id, Appended::Conflict))
        .collect();
    if !lost.is_empty() {
        return Err(Unwritten::Lost(lost));
    }
    end(transaction, appends, &ids).await?;
    Ok(ids)
}

async fn advance(
    executor: impl PgExecutor<'_>,
    appends: &[Append],
) -> Result<HashSet<String>, sqlx::Error> {
    let mut steps: Vec<_> = appends.iter().map(step).collect();
    steps.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    let events: Vec<_> = (appends.iter())
        .flat_map(|it| {
            (it.events.iter()).zip(it.expected.0 + 1..).map(|(event, version)| NewEvent {
                id: it.id.to_string(),
                version,
                payload: event::encode(event),
            })
        })
        .collect();
    let ids: Vec<String> = sqlx::query_scalar(ADVANCE.as_str())
        .bind(json(&steps))
        .bind(json(&events))
        .fetch_all(executor)
        .await?;
    Ok(ids.into_iter().collect())
}

fn step(append: &Append) -> Step<'_> {
    let (heard, sits, place) = match &append.beside.proof {
        None => (None, None, None),
        Some(Proof::Heard(player)) => (Some(player.as_str()), None, None),
        Some(Proof::Sits(player, place)) => (None, Some(player.as_str()), Some(place)),
    };
    Step {
        id: append.id.to_string(),
        expected: append.expected.0,
        next: append.next().0,
        finished: append.is_over(),
        heard,
        sits,
        node: place.map(|it| it.node.0),
        conn: place.map(|it| &*it.conn),
    }
}

/// What must be done before a match begins: its row, its seats, and the removal of its players from
/// the queue.
async fn begin(
    connection: &mut PgConnection,
    appends: &[Append],
    keeper: NodeId,
) -> Result<(), Unwritten> {
    let mut created: Vec<_> = (appends.iter())
        .filter(|it| it.expected.0 == 0)
        .map(|it| Created {
            id: it.id.to_string(),
            code: it.code.as_ref().map(|it| it.as_str()),
            at_ms: super::super::row::milliseconds(it.at),
        })
        .collect();
    if !created.is_empty() {
        created.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        sqlx::query(
            "INSERT INTO matches (id, version, code, created_at_ms, finished, keeper) \
             SELECT id, 0, code, at_ms, false, nullif($2, 0) \
             FROM jsonb_to_recordset($1::jsonb) AS new (id text, code text, at_ms bigint) \
             ON CONFLICT DO NOTHING",
        )
        .bind(json(&created))
        .bind(keeper.0)
        .execute(&mut *connection)
        .await?;
    }
    let mut lost = HashMap::new();
    let takes: Vec<i64> = appends.iter().flat_map(|it| it.beside.takes.iter().copied()).collect();
    if !takes.is_empty() {
        let taken: HashSet<i64> = sqlx::query_scalar(
            "DELETE FROM waiting WHERE seq IN \
                 (SELECT seq FROM waiting WHERE seq = ANY($1) ORDER BY seq FOR UPDATE) \
             RETURNING seq",
        )
        .bind(&takes)
        .fetch_all(&mut *connection)
        .await?
        .into_iter()
        .collect();
        let missing = |it: &&Append| it.beside.takes.iter().any(|seq| !taken.contains(seq));
        lost.extend(appends.iter().filter(missing).map(|it| (it.id, Appended::Busy)));
    }
    let (mut seats, mut claimed) = (Vec::new(), HashSet::new());
    for append in appends {
        for claim in &append.beside.seats {
            // One statement can't give somebody two seats: the second claim is refused here.
            if !claimed.insert(&claim.player) {
                lost.insert(append.id, Appended::Busy);
                continue;
            }
            seats.push(Seated {
                player_id: claim.player.as_str(),
                match_id: append.id.to_string(),
                node: claim.place.as_ref().map(|it| it.node.0),
                conn: claim.place.as_ref().map(|it| &*it.conn),
            });
        }
    }
    if !seats.is_empty() && lost.is_empty() {
        let seated: HashSet<String> = sqlx::query_scalar(SEAT.as_str())
            .bind(json(&seats))
            .fetch_all(&mut *connection)
            .await?
            .into_iter()
            .collect();
        let busy = |it: &&Append| {
            it.beside.seats.iter().any(|claim| !seated.contains(claim.player.as_str()))
        };
        lost.extend(appends.iter().filter(busy).map(|it| (it.id, Appended::Busy)));
        if lost.is_empty() {
            let players: Vec<_> = seats.iter().map(|it| it.player_id).collect();
            sqlx::query("DELETE FROM waiting WHERE player_id = ANY($1)")
                .bind(players)
                .execute(&mut *connection)
                .await?;
        }
    }
    // The transaction is rolled back with what it has locked.
    if lost.is_empty() { Ok(()) } else { Err(Unwritten::Lost(lost)) }
}

/// What belongs to the end of a match: its seats become free, and the result counts.
async fn end(
    connection: &mut PgConnection,
    appends: &[Append],
    ids: &HashSet<String>,
) -> Result<(), sqlx::Error> {
    let over = appends.iter().filter(|it| it.is_over()).map(|it| it.id.to_string());
    let over: Vec<_> = over.filter(|it| ids.contains(it)).collect();
    if !over.is_empty() {
        sqlx::query(
            "UPDATE seats SET running = false WHERE player_id IN ( \
                 SELECT player_id FROM seats WHERE match_id = ANY($1) AND running \
                 ORDER BY player_id FOR UPDATE)",
        )
        .bind(&over)
        .execute(&mut *connection)
        .await?;
    }
    let batch = Batch::new(appends);
    let won = batch.won(ids.iter().cloned().collect());
    let Some(finished) = won.finished() else { return Ok(()) };
    sqlx::query(
        "INSERT INTO games SELECT * FROM jsonb_to_recordset($1::jsonb) AS new ( \
         match_id text, preset text, \
         first_id text, first_name text, first_bot text, first_discs bigint, \
         second_id text, second_name text, second_bot text, second_discs bigint, \
         moves text, winner bigint, ended_by text, started_at_ms bigint, ended_at_ms bigint, \
         private bigint, rated bigint)",
    )
    .bind(finished.games())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO games_of_players SELECT * FROM jsonb_to_recordset($1::jsonb) \
         AS new (player_id text, ended_at_ms bigint, match_id text) ON CONFLICT DO NOTHING",
    )
    .bind(finished.appearances())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO players SELECT id, name, 0, 0, 0, 0, 0, 0, $2 \
         FROM jsonb_to_recordset($1::jsonb) AS new (id text, name text) \
         ORDER BY id ON CONFLICT DO NOTHING",
    )
    .bind(finished.people())
    .bind(crate::rating::START)
    .execute(&mut *connection)
    .await?;
    let ratings: Ratings = sqlx::query_as(
        "SELECT id, rating FROM players WHERE id IN \
             (SELECT id FROM jsonb_to_recordset($1::jsonb) AS new (id text)) \
         ORDER BY id FOR UPDATE",
    )
    .bind(finished.people())
    .fetch_all(&mut *connection)
    .await?
    .into_iter()
    .collect();
    sqlx::query(
        "UPDATE players AS old SET name = new.name, games = old.games + new.games, \
             wins = old.wins + new.wins, losses = old.losses + new.losses, \
             draws = old.draws + new.draws, discs = old.discs + new.discs, \
             rated_games = old.rated_games + new.rated_games, rating = new.rating \
         FROM jsonb_to_recordset($1::jsonb) AS new (id text, name text, games bigint, wins bigint, \
             losses bigint, draws bigint, discs bigint, rated_games bigint, rating double precision) \
         WHERE old.id = new.id",
    )
    .bind(finished.changes(ratings))
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// The statements; in the chaos rig also without the checks that everything rests on, to prove that
/// it notices.
static ADVANCE: LazyLock<String> = LazyLock::new(|| {
    if !crate::seeded_bug("version") {
        return ADVANCE_SQL.to_owned();
    }
    let unchecked = ADVANCE_SQL.replace("AND matches.version = step.expected", "");
    unchecked.replace(
        "JOIN won USING (id)",
        "JOIN won USING (id) \
         ON CONFLICT (match_id, version) DO UPDATE SET payload = excluded.payload",
    )
});
static SEAT: LazyLock<String> = LazyLock::new(|| {
    if crate::seeded_bug("seat") {
        SEAT_SQL.replace("NOT seats.running AND", "")
    } else {
        SEAT_SQL.to_owned()
    }
});
