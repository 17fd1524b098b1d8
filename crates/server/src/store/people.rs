//! What is stored about people rather than matches: ratings, accounts, bans, and the audit log of what
//! operators have done (`deeds`).
//!
//! Every query is written once, for both databases; a [`Database`] runs them.

mod accounts;
#[cfg(test)]
mod contract;
mod deeds;
mod passkeys;
mod postgres;
mod ratings;
mod sql;
mod sqlite;

pub(crate) use accounts::{Account, Claim, Device, Report};
pub(crate) use deeds::{Ban, Bans, Deed, ONESELF, Which};
pub(crate) use passkeys::{Passkey, Removal};
pub(crate) use ratings::{Board, Known, Point};

use std::sync::Arc;

use fourfall_match::Timestamp;

use self::sql::{Answers, Database, Row, Statement};
use super::{StoreError, patiently};
use crate::config::StoreLocation;

/// Migrations for both databases, each run once, in this order.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/people/0001_people.sql"),
    include_str!("../../migrations/people/0002_passkeys.sql"),
];

/// The store of what is known about people.
#[derive(Clone)]
pub(crate) struct People(Arc<dyn Database>);

impl People {
    /// Opens the store that the configuration names. A folder must exist already.
    pub(crate) async fn open(location: &StoreLocation) -> Result<People, StoreError> {
        Ok(People(match location {
            StoreLocation::Folder(folder) => Arc::new(sqlite::SqliteFile::open(folder)?),
            StoreLocation::Postgres(url) => Arc::new(postgres::PostgresTables::open(url).await?),
        }))
    }

    /// A store in memory, for tests.
    #[cfg(test)]
    pub(crate) fn in_memory() -> People {
        People(Arc::new(sqlite::SqliteFile::in_memory()))
    }

    /// The size of the PostgreSQL database in bytes.
    pub(crate) async fn database_bytes(&self) -> Result<i64, StoreError> {
        let question = sql::sql("SELECT pg_database_size(current_database())", []);
        let mut rows = self.ask(question).await?;
        rows.pop().map_or(Ok(0), |mut it| it.int())
    }

    /// Runs statements in one transaction. Returns nothing, and writes nothing, if one of them that must
    /// return a row does not.
    async fn run(&self, statements: Vec<Statement>) -> Result<Option<Answers>, StoreError> {
        patiently(self.0.run(statements)).await
    }

    /// The rows that one statement returns.
    async fn ask(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let answers = self.run(vec![statement]).await?;
        Ok(answers.and_then(|mut it| it.pop()).unwrap_or_default())
    }
}

/// A time as databases store it, in signed integers. It fits for the next 292 million years.
fn ms(at: Timestamp) -> i64 {
    i64::try_from(at.unix_ms()).unwrap_or(i64::MAX)
}

fn timestamp(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(u64::try_from(ms).unwrap_or(0))
}
