//! Keeps out versions of the program that can't share a database. Those hold this lock exclusively,
//! this one shared, so that they and this one refuse each other.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};

use super::StoreError;
use crate::limits::STORE_ACQUIRE_TIMEOUT;

/// The number is ours and means nothing. The second half of the lock is the schema, so that two
/// servers may share a database if each has a schema of its own.
pub(super) const SERVER_LOCK: i32 = 0x464f_5552;
const TRY_LOCK: &str =
    "SELECT pg_backend_pid(), pg_try_advisory_lock_shared($1, hashtext(current_schema()::text))";
/// Ends our own earlier session after its connection broke: PostgreSQL may not have noticed yet.
const END_OWN_SESSION: &str = "SELECT pg_terminate_backend(pid) FROM pg_locks \
     WHERE locktype = 'advisory' AND granted AND pid = $2 AND classid = $1::int8::oid \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// How often it is checked that the lock is still held.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// How often a lock that somebody holds is tried again, for as long as a connection may take:
/// PostgreSQL may not have noticed yet that a server was killed a moment ago.
const RETRY: Duration = Duration::from_millis(100);

/// A shared lock on a PostgreSQL database, held by a connection of its own until it is closed.
pub(super) struct Lock {
    inner: Arc<Inner>,
    checking: AbortHandle,
}

struct Inner {
    options: PgConnectOptions,
    session: Mutex<Session>,
    lost: watch::Sender<bool>,
}

/// The session that holds the lock, as far as is known.
struct Session {
    connection: Option<PgConnection>,
    process: i32,
}

impl Lock {
    /// Takes the lock, lets `prepare` use its connection, and watches over it from then on.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] if a server holds it exclusively.
    pub(super) async fn take(
        options: &PgConnectOptions,
        prepare: impl AsyncFnOnce(&mut PgConnection) -> Result<(), StoreError>,
    ) -> Result<Lock, StoreError> {
        // If this machine dies without notice, PostgreSQL soon gives the lock to the next one.
        let options = options.clone().options([
            ("tcp_keepalives_idle", "5"),
            ("tcp_keepalives_interval", "2"),
            ("tcp_keepalives_count", "3"),
        ]);
        let (mut connection, process) = locked(&options, None).await?;
        prepare(&mut connection).await?;
        let session = Mutex::new(Session { connection: Some(connection), process });
        let inner = Arc::new(Inner { options, session, lost: watch::Sender::new(false) });
        let watched = inner.clone();
        let checking = tokio::spawn(async move {
            while !*watched.lost.borrow() {
                sleep(CHECK_EVERY).await;
                // While PostgreSQL is unavailable nobody has the lock. It is tried again.
                let _ = watched.check().await;
            }
        });
        Ok(Lock { inner, checking: checking.abort_handle() })
    }

    /// Makes sure that the lock is held: takes it again if its connection broke.
    pub(super) async fn check(&self) -> Result<(), StoreError> {
        self.inner.check().await
    }

    /// Whether another server has taken it.
    pub(super) fn is_lost(&self) -> bool {
        *self.inner.lost.borrow()
    }

    /// Ends when another server has taken it.
    pub(super) async fn lost(&self) {
        // The sender is ours, so there is always an answer.
        let _ = self.inner.lost.subscribe().wait_for(|it| *it).await;
    }

    pub(super) async fn close(&self) {
        self.checking.abort();
        if let Some(connection) = self.inner.session.lock().await.connection.take() {
            // The lock ends with the connection, however that ends.
            let _ = connection.close().await;
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.checking.abort();
    }
}

impl Inner {
    async fn check(&self) -> Result<(), StoreError> {
        let mut session = self.session.lock().await;
        if *self.lost.borrow() {
            return Err(StoreError::InUse);
        }
        if let Some(mut connection) = session.connection.take()
            && let Ok(Ok(())) = timeout(STORE_ACQUIRE_TIMEOUT, connection.ping()).await
        {
            session.connection = Some(connection);
            return Ok(());
        }
        match locked(&self.options, Some(session.process)).await {
            Ok((connection, process)) => {
                *session = Session { connection: Some(connection), process };
                tracing::info!("took the lock on the database again");
                Ok(())
            }
            Err(StoreError::InUse) => {
                tracing::error!("another server has taken the lock on the database");
                self.lost.send_replace(true);
                Err(StoreError::InUse)
            }
            Err(err) => Err(err),
        }
    }
}

/// A new connection that holds the lock, and the id of PostgreSQL's process for it.
async fn locked(
    options: &PgConnectOptions,
    earlier: Option<i32>,
) -> Result<(PgConnection, i32), StoreError> {
    let connecting = timeout(STORE_ACQUIRE_TIMEOUT, options.connect());
    let mut connection = connecting.await.map_err(|_| StoreError::TimedOut)??;
    let deadline = Instant::now() + STORE_ACQUIRE_TIMEOUT;
    loop {
        if let Some(process) = earlier {
            sqlx::query(END_OWN_SESSION)
                .bind(SERVER_LOCK)
                .bind(process)
                .execute(&mut connection)
                .await?;
        }
        let (process, taken): (i32, bool) =
            sqlx::query_as(TRY_LOCK).bind(SERVER_LOCK).fetch_one(&mut connection).await?;
        if taken {
            return Ok((connection, process));
        }
        if Instant::now() >= deadline {
            return Err(StoreError::InUse);
        }
        sleep(RETRY).await;
    }
}
