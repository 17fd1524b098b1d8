//! The store in PostgreSQL.
//!
//! One connection writes, and is thrown away after any failure, a timeout included: a write that was
//! given up may have left a transaction open on it. Others read. One more holds the lock that keeps
//! a second server out.

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use super::batch::{Batch, Ratings, halves, refused};
use super::lock::Lock;
use super::{
    Append, Appended, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError, event,
    row, sql,
};
use crate::config::Secret;
use crate::limits::{STORE_ACQUIRE_TIMEOUT, STORE_READERS};

const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/postgres/0001_matches.sql"),
    include_str!("../../migrations/postgres/0002_private.sql"),
];

/// Held while the schema is brought up to date. The number is ours and means nothing.
const MIGRATION_LOCK: i64 = 0x464f_5552;

/// Another session was in the way (serialization, deadlock, lock timeout): it may be tried again.
const IN_THE_WAY: [&str; 3] = ["40001", "40P01", "55P03"];
const ATTEMPTS_MAX: usize = 3;
/// Classes of errors that are due to what was to be written: data, integrity, limits of the program.
const REFUSED: [&str; 3] = ["22", "23", "54"];

/// What the writing session asks of PostgreSQL: never to wait for long, and never to keep rows locked
/// for a client that is not there. A lock is waited for longer than PostgreSQL takes to look for
/// deadlocks (1 s), and a statement less long than the whole write may take.
const WRITER: [(&str, &str); 3] = [
    ("lock_timeout", "1500ms"),
    ("idle_in_transaction_session_timeout", "2s"),
    ("statement_timeout", "4s"),
];
/// What reading sessions ask of it.
const READERS: [(&str, &str); 2] =
    [("default_transaction_read_only", "on"), ("statement_timeout", "4s")];

/// The store in PostgreSQL.
pub(crate) struct Postgres {
    options: PgConnectOptions,
    /// Taken out while it writes, and put back only if that went well.
    writer: Mutex<Option<PgConnection>>,
    readers: PgPool,
    lock: Lock,
}

impl Postgres {
    /// Connects, and brings the schema up to date.
    pub(crate) async fn open(url: &Secret) -> Result<Postgres, StoreError> {
        let options: PgConnectOptions = url.expose().parse()?;
        let options = options.application_name("fourfall").disable_statement_logging();
        let lock = Lock::take(&options, migrate).await?;
        let readers = PgPoolOptions::new()
            .max_connections(STORE_READERS)
            .acquire_timeout(STORE_ACQUIRE_TIMEOUT)
            .connect_lazy_with(options.clone().options(READERS));
        Ok(Postgres { options: options.options(WRITER), writer: Mutex::default(), readers, lock })
    }

    /// The connection that writes, taken out of its slot: whoever fails does not put it back.
    async fn writer(
        &self,
    ) -> Result<(MutexGuard<'_, Option<PgConnection>>, PgConnection), StoreError> {
        let mut slot = self.writer.lock().await;
        if self.lock.is_lost() {
            return Err(StoreError::InUse);
        }
        let connection = match slot.take() {
            Some(connection) => connection,
            None => {
                self.lock.check().await?;
                let connecting = timeout(STORE_ACQUIRE_TIMEOUT, self.options.connect());
                connecting.await.map_err(|_| StoreError::TimedOut)??
            }
        };
        Ok((slot, connection))
    }
}

async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS migrations (number BIGINT NOT NULL PRIMARY KEY)")
        .execute(&mut *transaction)
        .await?;
    let applied: i64 =
        sqlx::query_scalar("SELECT count(*) FROM migrations").fetch_one(&mut *transaction).await?;
    let missing = usize::try_from(applied).ok().and_then(|it| MIGRATIONS.get(it..));
    for (migration, number) in missing.ok_or(StoreError::NewerSchema)?.iter().zip(applied + 1..) {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO migrations (number) VALUES ($1)")
            .bind(number)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[async_trait]
impl Store for Postgres {
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let (mut slot, mut connection) = self.writer().await?;
        let mut outcomes = Vec::with_capacity(appends.len());
        // What is refused for its content is split, until what is at fault is alone.
        let mut parts = vec![appends];
        while let Some(part) = parts.pop() {
            match write_again(&mut connection, &Batch::new(part)).await {
                Ok(written) => outcomes.extend(written),
                Err(err) if has_class(&err, &REFUSED) => match part {
                    [append] => outcomes.push(refused(append, &err)),
                    _ => parts.extend(halves(part)),
                },
                Err(err) => return Err(err.into()),
            }
        }
        *slot = Some(connection);
        Ok(outcomes)
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let (mut slot, mut connection) = self.writer().await?;
        sqlx::query(
            "INSERT INTO probe (id, written_at_ms) VALUES (1, (extract(epoch FROM now()) * 1000)::bigint) \
             ON CONFLICT (id) DO UPDATE SET written_at_ms = excluded.written_at_ms",
        )
        .execute(&mut connection)
        .await?;
        *slot = Some(connection);
        Ok(())
    }

    async fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        let rows: Vec<String> =
            sqlx::query_scalar(sql::EVENTS).bind(id.to_string()).fetch_all(&self.readers).await?;
        event::decode_all(&rows)
    }

    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        let rows = sqlx::query_as("SELECT id, code FROM matches WHERE NOT finished ORDER BY id")
            .fetch_all(&self.readers)
            .await?;
        row::unfinished(rows)
    }

    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
        let row =
            sqlx::query_as(sql::GAME).bind(id.to_string()).fetch_optional(&self.readers).await?;
        row.map(row::Game::decode).transpose()
    }

    async fn games(&self, query: &GamesQuery) -> Result<Vec<GameRecord>, StoreError> {
        let before = query.before.as_ref();
        let page = if query.player.is_some() { sql::GAMES_OF_PLAYER } else { sql::GAMES };
        let mut page = sqlx::query_as(page)
            .bind(before.map_or(i64::MAX, |it| row::milliseconds(it.ended)))
            .bind(before.map(|it| it.id.to_string()).unwrap_or_default())
            .bind(i64::from(query.limit));
        if let Some(player) = &query.player {
            page = page.bind(player.to_string()).bind(i64::from(query.private));
        }
        let rows: Vec<row::Game> = page.fetch_all(&self.readers).await?;
        rows.into_iter().map(row::Game::decode).collect()
    }

    async fn player(&self, id: &PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
        let row =
            sqlx::query_as(sql::PLAYER).bind(id.to_string()).fetch_optional(&self.readers).await?;
        row.map(row::Player::decode).transpose()
    }

    async fn leaderboard(&self, limit: u32) -> Result<Vec<PlayerRecord>, StoreError> {
        let rows: Vec<row::Player> = sqlx::query_as(sql::LEADERBOARD)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(row::Player::decode).collect()
    }

    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (mut slot, mut connection) = self.writer().await?;
        sqlx::query(sql::KEEP_SECRET).bind(name).bind(fresh).execute(&mut connection).await?;
        let value = sqlx::query_scalar(sql::SECRET).bind(name).fetch_one(&mut connection).await?;
        *slot = Some(connection);
        Ok(value)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    async fn lost(&self) {
        self.lock.lost().await;
    }

    async fn close(&self) {
        self.readers.close().await;
        if let Some(connection) = self.writer.lock().await.take() {
            // Everything is durable already.
            let _ = connection.close().await;
        }
        self.lock.close().await;
    }
}

/// Whether PostgreSQL's code of an error begins with one of these.
fn has_class(err: &sqlx::Error, classes: &[&str]) -> bool {
    let code = err.as_database_error().and_then(|it| it.code());
    code.is_some_and(|code| classes.iter().any(|it| code.starts_with(it)))
}

/// [`write`], tried again if another session was in the way.
async fn write_again(
    connection: &mut PgConnection,
    batch: &Batch<'_>,
) -> Result<Vec<Appended>, sqlx::Error> {
    for _ in 1..ATTEMPTS_MAX {
        match write(connection, batch).await {
            Err(err) if has_class(&err, &IN_THE_WAY) => {}
            result => return result,
        }
    }
    write(connection, batch).await
}

/// Everything in one transaction, each table in one statement.
async fn write(
    connection: &mut PgConnection,
    batch: &Batch<'_>,
) -> Result<Vec<Appended>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    if let Some(created) = batch.created() {
        sqlx::query(
            "INSERT INTO matches (id, version, code, created_at_ms, finished) \
             SELECT id, 0, code, at_ms, false \
             FROM jsonb_to_recordset($1::jsonb) AS new (id text, code text, at_ms bigint) \
             ON CONFLICT DO NOTHING",
        )
        .bind(created)
        .execute(&mut *transaction)
        .await?;
    }
    let advanced: Vec<String> = sqlx::query_scalar(
        "UPDATE matches SET version = step.next, finished = step.finished, \
             code = CASE WHEN step.finished THEN NULL ELSE code END \
         FROM jsonb_to_recordset($1::jsonb) \
             AS step (id text, expected bigint, next bigint, finished boolean) \
         WHERE matches.id = step.id AND matches.version = step.expected \
         RETURNING matches.id",
    )
    .bind(batch.steps())
    .fetch_all(&mut *transaction)
    .await?;
    let won = batch.won(advanced);
    if let Some(events) = won.events() {
        sqlx::query(
            "INSERT INTO events (match_id, version, payload) SELECT id, version, payload \
             FROM jsonb_to_recordset($1::jsonb) AS new (id text, version bigint, payload text)",
        )
        .bind(events)
        .execute(&mut *transaction)
        .await?;
    }
    if let Some(finished) = won.finished() {
        sqlx::query(
            "INSERT INTO games SELECT * FROM jsonb_to_recordset($1::jsonb) AS new ( \
             match_id text, preset text, \
             first_id text, first_name text, first_bot text, first_discs bigint, \
             second_id text, second_name text, second_bot text, second_discs bigint, \
             moves text, winner bigint, ended_by text, started_at_ms bigint, ended_at_ms bigint, \
             private bigint, rated bigint)",
        )
        .bind(finished.games())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO games_of_players SELECT * FROM jsonb_to_recordset($1::jsonb) \
             AS new (player_id text, ended_at_ms bigint, match_id text) ON CONFLICT DO NOTHING",
        )
        .bind(finished.appearances())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO players SELECT id, name, 0, 0, 0, 0, 0, 0, $2 \
             FROM jsonb_to_recordset($1::jsonb) AS new (id text, name text) \
             ORDER BY id ON CONFLICT DO NOTHING",
        )
        .bind(finished.people())
        .bind(crate::rating::START)
        .execute(&mut *transaction)
        .await?;
        let ratings: Ratings = sqlx::query_as(
            "SELECT id, rating FROM players WHERE id IN \
                 (SELECT id FROM jsonb_to_recordset($1::jsonb) AS new (id text)) \
             ORDER BY id FOR UPDATE",
        )
        .bind(finished.people())
        .fetch_all(&mut *transaction)
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
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(won.outcomes())
}
