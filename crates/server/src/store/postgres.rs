//! The store in PostgreSQL.
//!
//! One connection writes, and is thrown away after any failure, a timeout included: a write that
//! was given up may have left a transaction open on it. Others read, and a few use the tables that
//! servers share (`nodes.rs`). One more holds a lock that servers share, and that keeps out
//! versions of the program which want the database for themselves.

mod nodes;
mod write;

use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use super::lock::Lock;
use super::nodes::NodeId;
use super::{
    Append, Appended, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError, event,
    patiently, row, sql,
};
use crate::config::Secret;
use crate::limits::{STORE_ACQUIRE_TIMEOUT, STORE_ASIDES, STORE_READERS};

/// Each with the oldest schema a program must know to work on the database after it: a program with
/// an older schema may still run beside this one if its schema is at least that one.
const MIGRATIONS: [(&str, i64); 5] = [
    (include_str!("../../migrations/postgres/0001_matches.sql"), 1),
    (include_str!("../../migrations/postgres/0002_private.sql"), 2),
    // A version that does not claim seats must not write.
    (include_str!("../../migrations/postgres/0003_nodes.sql"), 3),
    (include_str!("../../migrations/postgres/0004_strength.sql"), 3),
    (include_str!("../../migrations/postgres/0005_device.sql"), 3),
];

/// Held while the schema is brought up to date. The number is ours and means nothing.
const MIGRATION_LOCK: i64 = 0x464f_5552;

/// Settings of the writing session: never wait for long, and never keep rows locked for a client
/// that is gone. A lock is waited for longer than PostgreSQL takes to look for deadlocks (1 s), and
/// a statement less long than the whole write may take.
const WRITER: [(&str, &str); 3] = [
    ("lock_timeout", "1500ms"),
    ("idle_in_transaction_session_timeout", "2s"),
    ("statement_timeout", "4s"),
];
/// Settings of reading sessions.
const READERS: [(&str, &str); 2] =
    [("default_transaction_read_only", "on"), ("statement_timeout", "4s")];

/// The store in PostgreSQL.
pub(crate) struct Postgres {
    options: PgConnectOptions,
    /// Taken out while it writes, and put back only if that went well.
    writer: Mutex<Option<PgConnection>>,
    readers: PgPool,
    /// For single statements that change what servers know of each other.
    asides: PgPool,
    lock: Lock,
    /// For heartbeats, which must not wait for anything else. Taken out and put back as the
    /// writer's is.
    beats: Mutex<Option<PgConnection>>,
    /// The number of this server, once it has one.
    node: AtomicI64,
}

impl Postgres {
    /// Connects, and brings the schema up to date.
    pub(crate) async fn open(url: &Secret) -> Result<Postgres, StoreError> {
        let options: PgConnectOptions = url.expose().parse()?;
        let options = options.application_name("fourfall").disable_statement_logging();
        // Notices such as "relation already exists" are not worth logging.
        let options = options.options([("client_min_messages", "warning")]);
        let lock = Lock::take(&options, migrate).await?;
        let readers = pool(STORE_READERS, options.clone().options(READERS));
        let options = options.options(WRITER);
        let asides = pool(STORE_ASIDES, options.clone());
        warn_of_loss(&readers).await;
        let (writer, node) = (Mutex::default(), AtomicI64::default());
        let beats = Mutex::default();
        Ok(Postgres { options, writer, readers, asides, lock, beats, node })
    }

    /// The connection for heartbeats, taken out of its slot.
    async fn beating(
        &self,
    ) -> Result<(MutexGuard<'_, Option<PgConnection>>, PgConnection), StoreError> {
        let mut slot = self.beats.lock().await;
        let connection = match slot.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok((slot, connection))
    }

    fn node(&self) -> NodeId {
        NodeId(self.node.load(Ordering::Relaxed))
    }

    /// The connection that writes, taken out of its slot: after a failure it is not put back.
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

/// A pool of connections. One that has died without notice, for instance with the machine it led
/// to, is thrown away: otherwise its place would never be free again.
fn pool(connections: u32, options: PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(STORE_ACQUIRE_TIMEOUT)
        .after_release(|connection, _| {
            Box::pin(async move {
                let answered = timeout(STORE_ACQUIRE_TIMEOUT, connection.ping()).await;
                answered.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map(|()| true)
            })
        })
        .connect_lazy_with(options)
}

/// Waits for PostgreSQL, but not for ever.
async fn in_time<T>(asking: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    patiently(async move { Ok(asking.await?) }).await
}

/// Warns if PostgreSQL is configured so that a crash loses what it has acknowledged.
async fn warn_of_loss(readers: &PgPool) {
    for setting in ["fsync", "synchronous_commit"] {
        let value = sqlx::query_scalar("SELECT current_setting($1)").bind(setting);
        let value: Result<String, _> = value.fetch_one(readers).await;
        if value.is_ok_and(|it| it == "off") {
            tracing::warn!("PostgreSQL runs with {setting} = off: a crash of it loses moves");
        }
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
    sqlx::query("ALTER TABLE migrations ADD COLUMN IF NOT EXISTS oldest BIGINT NOT NULL DEFAULT 0")
        .execute(&mut *transaction)
        .await?;
    let (applied, oldest): (i64, i64) =
        sqlx::query_as("SELECT count(*), coalesce(max(oldest), 0)::bigint FROM migrations")
            .fetch_one(&mut *transaction)
            .await?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    if oldest > known {
        return Err(StoreError::NewerSchema);
    }
    let missing = usize::try_from(applied).ok().and_then(|it| MIGRATIONS.get(it..));
    for ((migration, oldest), number) in missing.unwrap_or_default().iter().zip(applied + 1..) {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO migrations (number, oldest) VALUES ($1, $2)")
            .bind(number)
            .bind(oldest)
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
        let outcomes = write::write(&mut connection, appends, self.node()).await?;
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
            in_time(sqlx::query_scalar(sql::EVENTS).bind(id.to_string()).fetch_all(&self.readers))
                .await?;
        event::decode_all(&rows)
    }

    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        let rows = in_time(
            sqlx::query_as("SELECT id, code FROM matches WHERE NOT finished ORDER BY id")
                .fetch_all(&self.readers),
        )
        .await?;
        row::unfinished(rows)
    }

    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
        let row =
            in_time(sqlx::query_as(sql::GAME).bind(id.to_string()).fetch_optional(&self.readers))
                .await?;
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
        let rows: Vec<row::Game> = in_time(page.fetch_all(&self.readers)).await?;
        rows.into_iter().map(row::Game::decode).collect()
    }

    async fn player(&self, id: &PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
        let row =
            in_time(sqlx::query_as(sql::PLAYER).bind(id.to_string()).fetch_optional(&self.readers))
                .await?;
        row.map(row::Player::decode).transpose()
    }

    async fn leaderboard(&self, limit: u32) -> Result<Vec<PlayerRecord>, StoreError> {
        let rows: Vec<row::Player> = in_time(
            sqlx::query_as(sql::LEADERBOARD).bind(i64::from(limit)).fetch_all(&self.readers),
        )
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
        in_time(sqlx::query("SELECT 1").execute(&self.readers)).await?;
        Ok(())
    }

    async fn lost(&self) {
        self.lock.lost().await;
    }

    async fn close(&self) {
        self.readers.close().await;
        self.asides.close().await;
        if let Some(connection) = self.writer.lock().await.take() {
            // Everything is durable already.
            let _ = connection.close().await;
        }
        self.lock.close().await;
    }
}
