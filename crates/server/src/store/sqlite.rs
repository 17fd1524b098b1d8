//! The store in one SQLite file.
//!
//! One connection writes; after any failure it is thrown away and opened again, so that whatever
//! was wrong with it (a full disk, a lock, a transaction SQLite rolled back by itself) ends with it.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, MutexGuard};

use super::batch::{Batch, Ratings, halves, refused};
use super::{
    Append, Appended, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError, event,
    row, sql,
};
use crate::limits::{STORE_ACQUIRE_TIMEOUT, STORE_READERS};

const FILE: &str = "fourfall.sqlite";
const LOCK_FILE: &str = "fourfall.lock";
/// Everything the folder holds: SQLite keeps some of it beside its file.
const FILES: [&str; 5] =
    [FILE, "fourfall.sqlite-wal", "fourfall.sqlite-shm", "fourfall.sqlite-journal", LOCK_FILE];

/// The key that signs players' tokens is in the file: nobody else on this machine may read it.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// The codes of SQLite for what it refuses because of what was to be written: too
/// big, against a constraint, of a wrong type.
const REFUSED: [i32; 3] = [18, 19, 20];

const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/sqlite/0001_matches.sql"),
    include_str!("../../migrations/sqlite/0002_private.sql"),
];

/// The store in one SQLite file.
pub(crate) struct Sqlite {
    options: SqliteConnectOptions,
    /// Taken out while it writes, and put back only if that went well.
    writer: Mutex<Option<SqliteConnection>>,
    readers: SqlitePool,
    /// Two servers on one file would both run its matches. Held until the process ends.
    _lock: File,
}

impl Sqlite {
    /// Opens the file in `folder`; both are made if they are missing.
    pub(crate) async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE)
            .create(folder)
            .map_err(StoreError::unavailable)?;
        let lock = lock(folder)?;
        // SQLite gives the files beside this one the same permissions.
        create(&folder.join(FILE)).map_err(StoreError::unavailable)?;
        close_to_others(folder);
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(STORE_ACQUIRE_TIMEOUT)
            .disable_statement_logging();
        let mut writer = options.connect().await?;
        migrate(&mut writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(STORE_READERS)
            .acquire_timeout(STORE_ACQUIRE_TIMEOUT)
            .connect_lazy_with(options.clone().pragma("query_only", "on"));
        Ok(Sqlite { options, writer: Mutex::new(Some(writer)), readers, _lock: lock })
    }
}

impl Sqlite {
    /// The connection that writes, taken out of its slot: whoever fails does not put it back.
    async fn writer(
        &self,
    ) -> Result<(MutexGuard<'_, Option<SqliteConnection>>, SqliteConnection), StoreError> {
        let mut slot = self.writer.lock().await;
        let connection = match slot.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok((slot, connection))
    }
}

/// Opens a file, which is made for ourselves alone if it is missing.
fn create(path: &Path) -> Result<File, Error> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(path)
}

/// Takes away what other users of this machine may do with what was there before.
fn close_to_others(folder: &Path) {
    let files = FILES.map(|it| (folder.join(it), FILE_MODE));
    for (path, mode) in files.into_iter().chain([(folder.to_owned(), FOLDER_MODE)]) {
        match tighten(&path, mode) {
            Ok(()) => {}
            Err(err) if err.kind() == ErrorKind::NotFound => {}
            Err(err) => {
                let (path, error) = (path.display(), &err as &dyn std::error::Error);
                tracing::warn!(%path, error, "other users of this machine may read the data");
            }
        }
    }
}

/// Leaves of the permissions only those in `mode`.
fn tighten(path: &Path, mode: u32) -> Result<(), Error> {
    let now = fs::metadata(path)?.permissions().mode() & 0o7777;
    if now & !mode == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(now & mode))
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let file = create(&folder.join(LOCK_FILE)).map_err(StoreError::unavailable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(err)) => Err(StoreError::unavailable(err)),
    }
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let applied: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let applied = usize::try_from(applied).map_err(|_| StoreError::NewerSchema)?;
    let missing = MIGRATIONS.get(applied..).ok_or(StoreError::NewerSchema)?;
    for (migration, number) in missing.iter().zip(applied + 1..) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        let mark = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {number}"));
        sqlx::raw_sql(mark).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

#[async_trait]
impl Store for Sqlite {
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let (mut slot, mut connection) = self.writer().await?;
        let mut outcomes = Vec::with_capacity(appends.len());
        // What is refused for its content is split, until what is at fault is alone.
        let mut parts = vec![appends];
        while let Some(part) = parts.pop() {
            match write(&mut connection, &Batch::new(part)).await {
                Ok(written) => outcomes.extend(written),
                Err(err) if is_refused(&err) => match part {
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
            "INSERT INTO probe (id, written_at_ms) VALUES (1, unixepoch() * 1000) \
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
        let rows = sqlx::query_as("SELECT id, code FROM matches WHERE finished = 0 ORDER BY id")
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
            sqlx::query_as(sql::PLAYER).bind(id.as_str()).fetch_optional(&self.readers).await?;
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

    async fn close(&self) {
        self.readers.close().await;
        if let Some(connection) = self.writer.lock().await.take() {
            // Everything is durable already; a failure here only leaves the write-ahead log behind.
            let _ = connection.close().await;
        }
    }
}

fn is_refused(err: &sqlx::Error) -> bool {
    let code = err.as_database_error().and_then(|it| it.code());
    // The lower byte of an extended code is the code.
    code.and_then(|it| it.parse::<i32>().ok()).is_some_and(|it| REFUSED.contains(&(it & 0xff)))
}

/// Everything in one transaction, each table in one statement.
async fn write(
    connection: &mut SqliteConnection,
    batch: &Batch<'_>,
) -> Result<Vec<Appended>, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if let Some(created) = batch.created() {
        sqlx::query(
            "INSERT INTO matches (id, version, code, created_at_ms, finished) \
             SELECT value->>'id', 0, value->>'code', value->>'at_ms', 0 FROM json_each(?) WHERE true \
             ON CONFLICT DO NOTHING",
        )
        .bind(created)
        .execute(&mut *transaction)
        .await?;
    }
    let advanced: Vec<String> = sqlx::query_scalar(
        "UPDATE matches SET version = step.next, finished = step.finished, \
             code = CASE WHEN step.finished THEN NULL ELSE code END \
         FROM (SELECT value->>'id' AS id, value->>'expected' AS expected, value->>'next' AS next, \
             value->>'finished' AS finished FROM json_each(?)) AS step \
         WHERE matches.id = step.id AND matches.version = step.expected \
         RETURNING matches.id",
    )
    .bind(batch.steps())
    .fetch_all(&mut *transaction)
    .await?;
    let won = batch.won(advanced);
    if let Some(events) = won.events() {
        sqlx::query(
            "INSERT INTO events (match_id, version, payload) \
             SELECT value->>'id', value->>'version', value->>'payload' FROM json_each(?)",
        )
        .bind(events)
        .execute(&mut *transaction)
        .await?;
    }
    if let Some(finished) = won.finished() {
        sqlx::query(
            "INSERT INTO games SELECT value->>'match_id', value->>'preset', \
             value->>'first_id', value->>'first_name', value->>'first_bot', value->>'first_discs', \
             value->>'second_id', value->>'second_name', value->>'second_bot', value->>'second_discs', \
             value->>'moves', value->>'winner', value->>'ended_by', \
             value->>'started_at_ms', value->>'ended_at_ms', value->>'private', value->>'rated' \
             FROM json_each(?)",
        )
        .bind(finished.games())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO games_of_players SELECT value->>'player_id', value->>'ended_at_ms', \
             value->>'match_id' FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
        )
        .bind(finished.appearances())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO players SELECT value->>'id', value->>'name', 0, 0, 0, 0, 0, 0, ?2 \
             FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING",
        )
        .bind(finished.people())
        .bind(crate::rating::START)
        .execute(&mut *transaction)
        .await?;
        let ratings: Ratings = sqlx::query_as(
            "SELECT id, rating FROM players \
             WHERE id IN (SELECT value->>'id' FROM json_each(?))",
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
             FROM (SELECT value->>'id' AS id, value->>'name' AS name, value->>'games' AS games, \
                 value->>'wins' AS wins, value->>'losses' AS losses, value->>'draws' AS draws, \
                 value->>'discs' AS discs, value->>'rated_games' AS rated_games, \
                 value->>'rating' AS rating FROM json_each(?)) AS new \
             WHERE old.id = new.id",
        )
        .bind(finished.changes(ratings))
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(won.outcomes())
}
