//! Group commit: appends of all rooms gathered into one transaction.
//!
//! While one transaction is on its way to the disk the next one fills up, so the more there is to
//! write, the more moves share one flush. An append is answered when it is durable, never before.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::{Append, Appended, Store, StoreError};
use crate::limits::{STORE_BATCH, STORE_QUEUE, STORE_WRITE_TIMEOUT};
use crate::telemetry::Metrics;

/// Why an append was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppendError {
    /// The match is not at the expected version: somebody else was faster.
    #[error("another writer was faster")]
    Conflict,
    /// Too much is waiting already.
    #[error("too much is waiting to be stored")]
    Full,
    /// It could not be written. Whether it was is not known; the version tells at the next append.
    #[error("could not store what happened")]
    Failed(#[source] Arc<StoreError>),
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopped,
}

struct Request {
    append: Append,
    reply: oneshot::Sender<Result<Appended, Arc<StoreError>>>,
}

/// Where rooms hand in what happened.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Request>,
    healthy: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the one task that writes. It ends when the last `Writer` is dropped and everything
    /// handed in has been written.
    pub(crate) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> (Writer, JoinHandle<()>) {
        let (queue, requests) = mpsc::channel(STORE_QUEUE);
        let healthy = Arc::new(AtomicBool::new(true));
        let task = Task { store, metrics, requests, held: None, healthy: healthy.clone() };
        (Writer { queue, healthy }, tokio::spawn(task.run()))
    }

    /// Stores an append, and returns when it is durable.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (reply, answer) = oneshot::channel();
        self.queue.try_send(Request { append, reply }).map_err(|err| match err {
            mpsc::error::TrySendError::Full(_) => AppendError::Full,
            mpsc::error::TrySendError::Closed(_) => AppendError::Stopped,
        })?;
        match answer.await {
            Ok(Ok(Appended::Stored)) => Ok(()),
            Ok(Ok(Appended::Conflict)) => Err(AppendError::Conflict),
            Ok(Err(err)) => Err(AppendError::Failed(err)),
            Err(_) => Err(AppendError::Stopped),
        }
    }

    /// Whether the last transaction went well.
    pub(crate) fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// Told by whoever found out that writing works again.
    pub(crate) fn recovered(&self) {
        self.healthy.store(true, Ordering::Relaxed);
    }
}

struct Task {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    requests: mpsc::Receiver<Request>,
    /// An append that did not fit the batch because its match was in it already.
    held: Option<Request>,
    healthy: Arc<AtomicBool>,
}

impl Task {
    async fn run(mut self) {
        while let Some((appends, replies)) = self.gather().await {
            let started = Instant::now();
            let writing = timeout(STORE_WRITE_TIMEOUT, self.store.write(&appends));
            // Every room depends on this task: a panic must not end it.
            let result = match AssertUnwindSafe(writing).catch_unwind().await {
                Ok(written) => written.unwrap_or(Err(StoreError::TimedOut)),
                Err(_) => Err(StoreError::unavailable("the store panicked")),
            };
            self.healthy.store(result.is_ok(), Ordering::Relaxed);
            match result {
                Ok(outcomes) => {
                    self.metrics.wrote(appends.len(), started.elapsed());
                    for (reply, outcome) in replies.into_iter().zip(outcomes) {
                        self.count(outcome);
                        // A room that has ended meanwhile needs no answer: its match is in the store.
                        let _ = reply.send(Ok(outcome));
                    }
                }
                Err(err) => {
                    self.metrics.store_failures.inc();
                    tracing::error!(
                        error = &err as &dyn std::error::Error,
                        appends = appends.len(),
                        "could not store what happened"
                    );
                    let err = Arc::new(err);
                    for reply in replies {
                        // As above.
                        let _ = reply.send(Err(err.clone()));
                    }
                }
            }
        }
    }

    /// Waits for one append and takes what else is there, each match once.
    async fn gather(
        &mut self,
    ) -> Option<(Vec<Append>, Vec<oneshot::Sender<Result<Appended, Arc<StoreError>>>>)> {
        let mut next = match self.held.take() {
            Some(request) => Some(request),
            None => Some(self.requests.recv().await?),
        };
        let mut ids = HashSet::new();
        let (mut appends, mut replies) = (Vec::new(), Vec::new());
        while let Some(request) = next.take() {
            if !ids.insert(request.append.id) {
                self.held = Some(request);
                break;
            }
            appends.push(request.append);
            replies.push(request.reply);
            if appends.len() < STORE_BATCH {
                next = self.requests.try_recv().ok();
            }
        }
        Some((appends, replies))
    }

    fn count(&self, outcome: Appended) {
        match outcome {
            Appended::Stored => self.metrics.store_appends.inc(),
            Appended::Conflict => self.metrics.store_conflicts.inc(),
        };
    }
}
