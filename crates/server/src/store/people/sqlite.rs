//! What is known about people, in a SQLite file of its own beside that of the matches: neither
//! waits for the other's lock, and operators' commands work while a server runs.

use std::fs::{OpenOptions, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, TransactionBehavior};
use tokio::task::spawn_blocking;

use super::MIGRATIONS;
use super::sql::{Answers, Database, Row, Statement, Value};
use crate::limits::STORE_WRITE_TIMEOUT;
use crate::store::StoreError;

const FILE: &str = "people.sqlite";
const FILE_MODE: u32 = 0o600;

/// The file, and the one connection to it.
pub(crate) struct SqliteFile {
    connection: Arc<Mutex<Connection>>,
    /// Whether statements run on a thread that may wait for the disk.
    apart: bool,
}

fn failed(err: rusqlite::Error) -> StoreError {
    StoreError::unavailable(err)
}

impl SqliteFile {
    /// Opens the file in a folder that exists already.
    pub(crate) fn open(folder: &Path) -> Result<SqliteFile, StoreError> {
        let path = folder.join(FILE);
        keep_private(&path).map_err(StoreError::unavailable)?;
        SqliteFile::start(Connection::open(path).map_err(failed)?, true)
    }

    /// A database in memory that needs no thread, so that tests are deterministic.
    #[cfg(test)]
    pub(crate) fn in_memory() -> SqliteFile {
        let connection = Connection::open_in_memory().expect("memory can be opened");
        SqliteFile::start(connection, false).expect("an empty database can be set up")
    }

    fn start(mut connection: Connection, apart: bool) -> Result<SqliteFile, StoreError> {
        connection.busy_timeout(STORE_WRITE_TIMEOUT).map_err(failed)?;
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        migrate(&mut connection)?;
        Ok(SqliteFile { connection: Arc::new(Mutex::new(connection)), apart })
    }
}

/// Creates the file if it is missing, and makes it and the files that SQLite keeps beside it unreadable
/// for other users of this machine.
fn keep_private(path: &Path) -> Result<(), std::io::Error> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(path)?;
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        match std::fs::set_permissions(name, Permissions::from_mode(FILE_MODE)) {
            Err(err) if err.kind() != ErrorKind::NotFound => return Err(err),
            Err(_) | Ok(()) => {}
        }
    }
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    // Two processes may start at once: the second waits, and finds it done.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let applied: i64 =
        transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    let applied = usize::try_from(applied).map_err(|_| StoreError::NewerSchema)?;
    for migration in MIGRATIONS.get(applied..).ok_or(StoreError::NewerSchema)? {
        transaction.execute_batch(migration).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64).map_err(failed)?;
    transaction.commit().map_err(failed)
}

#[async_trait]
impl Database for SqliteFile {
    async fn run(&self, statements: Vec<Statement>) -> Result<Option<Answers>, StoreError> {
        let connection = self.connection.clone();
        let run = move || {
            let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            run(&mut connection, &statements)
        };
        let answers = if self.apart {
            spawn_blocking(run).await.map_err(StoreError::unavailable)?
        } else {
            run()
        };
        answers.map_err(failed)
    }
}

fn run(connection: &mut Connection, statements: &[Statement]) -> rusqlite::Result<Option<Answers>> {
    let writes = statements.iter().any(|it| !it.sql.starts_with("SELECT"));
    let behavior =
        if writes { TransactionBehavior::Immediate } else { TransactionBehavior::Deferred };
    let transaction = connection.transaction_with_behavior(behavior)?;
    let mut answers = Vec::with_capacity(statements.len());
    for statement in statements {
        let mut prepared = transaction.prepare_cached(statement.sql)?;
        for (value, index) in statement.values.iter().zip(1..) {
            match value {
                Value::Int(it) => prepared.raw_bind_parameter(index, it)?,
                Value::Real(it) => prepared.raw_bind_parameter(index, it)?,
                Value::Text(it) => prepared.raw_bind_parameter(index, it)?,
            }
        }
        let columns = prepared.column_count();
        let mut rows = prepared.raw_query();
        let mut answer = Vec::new();
        while let Some(row) = rows.next()? {
            let value = |index| {
                Ok(match row.get_ref(index)? {
                    ValueRef::Integer(it) => Value::Int(it),
                    ValueRef::Real(it) => Value::Real(it),
                    ValueRef::Text(it) => Value::Text(String::from_utf8_lossy(it).into_owned()),
                    ValueRef::Null | ValueRef::Blob(_) => Value::Text(String::new()),
                })
            };
            let values: rusqlite::Result<Vec<_>> = (0..columns).map(value).collect();
            answer.push(Row::new(values?));
        }
        if statement.must && answer.is_empty() {
            return Ok(None);
        }
        answers.push(answer);
    }
    transaction.commit()?;
    Ok(Some(answers))
}
