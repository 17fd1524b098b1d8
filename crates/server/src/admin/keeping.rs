//! Copying, checking and restoring a store in a folder: matches and people together.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};

use crate::limits::STORE_ACQUIRE_TIMEOUT;
use crate::store::StoreError;
use crate::store::sqlite::upkeep;
use crate::upkeep::Check;

const MATCHES: &str = "fourfall.sqlite";
const PEOPLE: &str = "people.sqlite";
/// A SQLite file, and those that SQLite keeps beside it.
const ENDS: [&str; 3] = ["", "-wal", "-shm"];
const FOLDER_MODE: u32 = 0o700;

fn people(folder: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(PEOPLE), flags)?;
    connection.busy_timeout(STORE_ACQUIRE_TIMEOUT)?;
    Ok(connection)
}

/// Makes a folder that must not exist yet.
pub(super) fn make(folder: &Path) -> Result<(), StoreError> {
    DirBuilder::new().mode(FOLDER_MODE).create(folder).map_err(StoreError::unavailable)
}

/// Copies a store into an empty folder. People come first: a game that is in the copy without its rating
/// changes is rated when a server starts on the copy. Rating changes without their game could not be
/// noticed.
pub(super) fn backup(folder: &Path, to: &Path) -> Result<u64, StoreError> {
    Ok(copy_people(folder, to)? + upkeep::backup(folder, &to.join(MATCHES))?)
}

fn copy_people(folder: &Path, to: &Path) -> Result<u64, StoreError> {
    let copy = to.join(PEOPLE);
    let name = copy.to_str().ok_or_else(|| StoreError::unavailable("the name is no text"))?;
    people(folder)?.execute("VACUUM INTO ?", [name])?;
    Ok(fs::metadata(&copy).map_err(StoreError::unavailable)?.len())
}

pub(super) fn check(folder: &Path) -> Result<Check, StoreError> {
    let mut found = upkeep::check(folder)?;
    let people = people(folder)?;
    let mut asked = people.prepare("PRAGMA integrity_check")?;
    for line in asked.query_map([], |row| row.get::<_, String>(0))? {
        let line = line?;
        if line != "ok" {
            found.problems.push(format!("people: {line}"));
        }
    }
    Ok(found)
}

/// Replaces a store by a backup. The old files stay under other names.
pub(super) fn restore(folder: &Path, from: &Path) -> Result<(), StoreError> {
    let damaged = |it: &String| StoreError::Corrupt(format!("the backup is damaged: {it}"));
    check(from)?.problems.first().map_or(Ok(()), |it| Err(damaged(it)))?;
    // Held until all is done, so that no server can start meanwhile.
    let _lock = upkeep::hold(folder)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    for file in [MATCHES, PEOPLE] {
        for end in ENDS {
            let path = folder.join(format!("{file}{end}"));
            if path.exists() {
                let aside = folder.join(format!("{file}{end}.before-{now}"));
                fs::rename(&path, aside).map_err(StoreError::unavailable)?;
            }
        }
    }
    backup(from, folder).map(drop)
}
