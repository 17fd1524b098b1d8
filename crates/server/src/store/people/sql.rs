//! Statements that both databases understand, run in one transaction.
//!
//! What is stored about people is small and seldom written, so one interface is enough: a list of
//! statements, of which all take effect or none. So every query is written once, and both databases run
//! the same.

use async_trait::async_trait;

use crate::store::StoreError;

/// A parameter of a statement, or a value it returns.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<i64> for Value {
    fn from(it: i64) -> Value {
        Value::Int(it)
    }
}

impl From<f64> for Value {
    fn from(it: f64) -> Value {
        Value::Real(it)
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Value {
        Value::Text(it.to_owned())
    }
}

impl From<String> for Value {
    fn from(it: String) -> Value {
        Value::Text(it)
    }
}

/// One statement. Its parameters are `$1`, `$2`…, first used in this order. Statements that write have a
/// `RETURNING` clause.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(super) sql: &'static str,
    pub(super) values: Vec<Value>,
    /// If it returns no row, the whole transaction is rolled back.
    pub(super) must: bool,
}

/// A statement.
pub(super) fn sql<const N: usize>(sql: &'static str, values: [Value; N]) -> Statement {
    Statement { sql, values: values.into(), must: false }
}

/// A statement that must return a row, or the whole transaction is rolled back.
pub(super) fn must<const N: usize>(text: &'static str, values: [Value; N]) -> Statement {
    Statement { must: true, ..sql(text, values) }
}

/// One row, read from left to right.
#[derive(Debug)]
pub(crate) struct Row(pub(super) std::vec::IntoIter<Value>);

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Row {
        Row(values.into_iter())
    }

    fn corrupt() -> StoreError {
        StoreError::Corrupt("a row about people".to_owned())
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        match self.0.next() {
            Some(Value::Text(it)) => Ok(it),
            Some(Value::Int(_) | Value::Real(_)) | None => Err(Row::corrupt()),
        }
    }

    pub(super) fn int(&mut self) -> Result<i64, StoreError> {
        match self.0.next() {
            Some(Value::Int(it)) => Ok(it),
            Some(Value::Text(_) | Value::Real(_)) | None => Err(Row::corrupt()),
        }
    }

    pub(super) fn real(&mut self) -> Result<f64, StoreError> {
        match self.0.next() {
            Some(Value::Real(it)) => Ok(it),
            Some(Value::Text(_) | Value::Int(_)) | None => Err(Row::corrupt()),
        }
    }
}

/// The rows that each statement returned.
pub(crate) type Answers = Vec<Vec<Row>>;

/// A database in which people are stored.
#[async_trait]
pub(crate) trait Database: Send + Sync {
    /// Runs statements in one transaction. Returns nothing, and writes nothing, if one of them that must
    /// return a row does not.
    async fn run(&self, statements: Vec<Statement>) -> Result<Option<Answers>, StoreError>;
}
