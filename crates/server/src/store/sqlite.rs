//! The store in one SQLite file.
//!
//! One connection writes ([`ledger`]); after any failure it is thrown away and opened again, so that
//! whatever was wrong with it (a full disk, a lock, a transaction SQLite rolled back by itself) ends with
//! it. A few others read.

mod games;
mod ledger;
mod migrate;
#[cfg(test)]
mod tests;
pub(crate) mod upkeep;

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId};
use rusqlite::{Connection, OpenFlags, params};
use tokio::sync::{Mutex as AsyncMutex, Semaphore};
use tokio::time::timeout;

use super::nodes::Nodes;
use super::{Append, Appended, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError};
use crate::limits::{STORE_ACQUIRE_TIMEOUT, STORE_READERS};
use ledger::Ledger;

const FILE: &str = "fourfall.sqlite";
const LOCK_FILE: &str = "fourfall.lock";
/// Everything the folder holds: SQLite keeps some of it beside its file.
const FILES: [&str; 5] =
    [FILE, "fourfall.sqlite-wal", "fourfall.sqlite-shm", "fourfall.sqlite-journal", LOCK_FILE];

/// The key that signs players' tokens is in the file: nobody else on this machine may read it.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// Statements that are prepared once.
const STATEMENTS: usize = 32;

/// The store in one SQLite file.
pub(crate) struct Sqlite {
    file: PathBuf,
    /// Taken out while it works, and put back only if that succeeded. Reading a match waits for it:
    /// what is being written is not known before it is done.
    ledger: Arc<AsyncMutex<Option<Ledger>>>,
    readers: Arc<Readers>,
    /// Two servers on one file would both run its matches. Held until the process ends.
    _lock: File,
}

impl Sqlite {
    /// Opens the file in `folder`; both are created if missing.
    pub(crate) async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE)
            .create(folder)
            .map_err(StoreError::unavailable)?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        // SQLite gives the files beside this one the same permissions.
        create(&file).map_err(StoreError::unavailable)?;
        close_to_others(folder);
        let path = file.clone();
        let ledger = blocking(move || {
            let mut connection = connect(&path)?;
            migrate::migrate(&mut connection)?;
            Ok(Ledger::open(connection)?)
        });
        let ledger = Arc::new(AsyncMutex::new(Some(ledger.await?)));
        let readers = Arc::new(Readers::new(file.clone()));
        Ok(Sqlite { file, ledger, readers, _lock: lock })
    }

    /// Runs work on the ledger, off the runtime's threads.
    async fn ledger<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Ledger) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (mut slot, file) = (self.ledger.clone().lock_owned().await, self.file.clone());
        blocking(move || with(&mut slot, &file, work)).await
    }

    /// Reads with one of the connections for that.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = self.readers.clone();
        let turn = timeout(STORE_ACQUIRE_TIMEOUT, readers.permits.clone().acquire_owned());
        let turn = turn.await.map_err(|_| StoreError::TimedOut)?;
        blocking(move || {
            let done = readers.read(work);
            drop(turn);
            done
        })
        .await
    }
}

/// Runs blocking work on a thread for that.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(StoreError::unavailable)?
}

/// Runs work on the ledger, which is opened if there is none. A failure leaves none: the next one
/// reads what the file really holds.
fn with<T>(
    slot: &mut Option<Ledger>,
    file: &Path,
    work: impl FnOnce(&mut Ledger) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut ledger = match slot.take() {
        Some(ledger) => ledger,
        None => Ledger::open(connect(file)?)?,
    };
    match work(&mut ledger) {
        // The match is corrupt; the connection is fine.
        Err(err @ StoreError::Corrupt(_)) => {
            *slot = Some(ledger);
            Err(err)
        }
        Err(err) => Err(err),
        Ok(done) => {
            *slot = Some(ledger);
            Ok(done)
        }
    }
}

/// The connections that read.
struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    fn new(file: PathBuf) -> Readers {
        let permits = usize::try_from(STORE_READERS).unwrap_or(1);
        Readers { file, idle: Mutex::default(), permits: Arc::new(Semaphore::new(permits)) }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = self.idle().pop();
        let connection = match connection {
            Some(connection) => connection,
            None => {
                let connection = connect(&self.file)?;
                connection.pragma_update(None, "query_only", true)?;
                connection
            }
        };
        let done = work(&connection)?;
        self.idle().push(connection);
        Ok(done)
    }
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    // Each connection is used by one thread at a time.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(STORE_ACQUIRE_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Opens a file; if missing, it is created with access for this user only.
fn create(path: &Path) -> Result<File, Error> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(path)
}

/// Removes other users' access to files that were there before.
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

/// Removes all permissions that are not in `mode`.
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

/// The lock on the folder proves that nobody else is there.
#[async_trait]
impl Nodes for Sqlite {
    async fn adopt(&self, _limit: u32) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        self.unfinished().await
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut slot = self.ledger.lock().await;
        with(&mut slot, &self.file, |ledger| Ok(ledger.write(appends)?))
    }

    fn blocks(&self) -> bool {
        true
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.ledger(|ledger| {
            ledger.connection.execute(
                "INSERT INTO probe (id, written_at_ms) VALUES (1, unixepoch() * 1000) \
                 ON CONFLICT (id) DO UPDATE SET written_at_ms = excluded.written_at_ms",
                [],
            )?;
            Ok(())
        })
        .await
    }

    async fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        self.ledger(move |ledger| ledger.load(id)).await
    }

    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        self.ledger(|ledger| Ok(ledger.unfinished())).await
    }

    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
        self.read(move |connection| games::game(connection, id)).await
    }

    async fn games(&self, query: &GamesQuery) -> Result<Vec<GameRecord>, StoreError> {
        let query = query.clone();
        self.read(move |connection| games::games(connection, &query)).await
    }

    async fn player(&self, id: &PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
        let id = id.clone();
        self.read(move |connection| games::player(connection, &id)).await
    }

    async fn leaderboard(&self, limit: u32) -> Result<Vec<PlayerRecord>, StoreError> {
        self.read(move |connection| games::leaderboard(connection, limit)).await
    }

    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (name, fresh) = (name.to_owned(), fresh.to_owned());
        self.ledger(move |ledger| {
            ledger.connection.execute(
                "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                params![name, fresh],
            )?;
            let value = "SELECT value FROM secrets WHERE name = ?";
            Ok(ledger.connection.query_row(value, [name], |row| row.get(0))?)
        })
        .await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.read(|connection| {
            Ok(connection.query_row("SELECT count(*) FROM probe", [], |_| Ok(()))?)
        })
        .await
    }

    async fn close(&self) {
        self.readers.idle().clear();
        // Everything is durable already; the last connection takes the write-ahead log with it.
        drop(self.ledger.lock().await.take());
    }
}
