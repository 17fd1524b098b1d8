//! What is known about people, in PostgreSQL.

use async_trait::async_trait;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{Column, Row as _, TypeInfo};

use super::MIGRATIONS;
use super::sql::{Answers, Database, Row, Statement, Value};
use crate::config::Secret;
use crate::limits::{PEOPLE_CONNECTIONS, STORE_ACQUIRE_TIMEOUT};
use crate::store::StoreError;

/// The advisory lock held during migrations, so that two servers do not run them at once.
const MIGRATION_LOCK: i64 = 0x666f_7572_6861_6c6c;
/// The error codes of serialization failures and deadlocks, after which a transaction is tried again.
const TRY_AGAIN: [&str; 2] = ["40001", "40P01"];
const TRIES: usize = 5;

/// A pool of connections to the database.
pub(crate) struct PostgresTables(PgPool);

impl PostgresTables {
    pub(crate) async fn open(url: &Secret) -> Result<PostgresTables, StoreError> {
        let options: PgConnectOptions = url.expose().parse()?;
        let pool = PgPoolOptions::new()
            .max_connections(PEOPLE_CONNECTIONS)
            .acquire_timeout(STORE_ACQUIRE_TIMEOUT)
            .connect_with(options)
            .await?;
        let tables = PostgresTables(pool);
        tables.migrate().await?;
        Ok(tables)
    }

    async fn migrate(&self) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(MIGRATION_LOCK)
            .execute(&mut *transaction)
            .await?;
        sqlx::raw_sql("CREATE TABLE IF NOT EXISTS people_schema (version BIGINT NOT NULL)")
            .execute(&mut *transaction)
            .await?;
        let applied: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM people_schema")
            .fetch_one(&mut *transaction)
            .await?;
        let applied = usize::try_from(applied.unwrap_or(0)).map_err(|_| StoreError::NewerSchema)?;
        for (migration, number) in
            MIGRATIONS.get(applied..).ok_or(StoreError::NewerSchema)?.iter().zip(applied + 1..)
        {
            sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
            sqlx::query("INSERT INTO people_schema (version) VALUES ($1)")
                .bind(i64::try_from(number).unwrap_or(i64::MAX))
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn try_run(&self, statements: &[Statement]) -> Result<Option<Answers>, sqlx::Error> {
        // One statement is a transaction by itself, in one round trip instead of three.
        if let [statement] = statements {
            let rows = query(statement).fetch_all(&self.0).await?;
            if statement.must && rows.is_empty() {
                return Ok(None);
            }
            return Ok(Some(vec![rows.iter().map(read).collect::<Result<_, _>>()?]));
        }
        let mut transaction = self.0.begin().await?;
        let mut answers = Vec::with_capacity(statements.len());
        for statement in statements {
            let rows = query(statement).fetch_all(&mut *transaction).await?;
            if statement.must && rows.is_empty() {
                transaction.rollback().await?;
                return Ok(None);
            }
            answers.push(rows.iter().map(read).collect::<Result<_, _>>()?);
        }
        transaction.commit().await?;
        Ok(Some(answers))
    }
}

fn query(statement: &Statement) -> Query<'_, sqlx::Postgres, PgArguments> {
    statement.values.iter().fold(sqlx::query(statement.sql), |query, value| match value {
        Value::Int(it) => query.bind(*it),
        Value::Real(it) => query.bind(*it),
        Value::Text(it) => query.bind(it.as_str()),
    })
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    let value = |index: usize| {
        Ok::<_, sqlx::Error>(match row.column(index).type_info().name() {
            "INT8" => Value::Int(row.try_get(index)?),
            "INT4" => Value::Int(row.try_get::<i32, _>(index)?.into()),
            "FLOAT8" => Value::Real(row.try_get(index)?),
            _ => Value::Text(row.try_get(index)?),
        })
    };
    Ok(Row::new((0..row.len()).map(value).collect::<Result<_, _>>()?))
}

#[async_trait]
impl Database for PostgresTables {
    async fn run(&self, statements: Vec<Statement>) -> Result<Option<Answers>, StoreError> {
        let mut tries = 1;
        loop {
            match self.try_run(&statements).await {
                Ok(answers) => return Ok(answers),
                Err(sqlx::Error::Database(err))
                    if tries < TRIES
                        && err.code().is_some_and(|it| TRY_AGAIN.contains(&it.as_ref())) =>
                {
                    tries += 1;
                }
                Err(err) => return Err(err.into()),
            }
        }
    }
}
