//! Group commit: appends of all rooms gathered into one transaction.
//!
//! While one transaction is on its way to the disk the next one fills up, so the more there is to
//! write, the more moves share one flush. An append is answered when it is durable, never before.
//!
//! A store that waits for the disk itself is written by a thread, which also publishes: the next
//! transaction begins when everybody has been told of this one, and is larger for it. A store that
//! waits for a network is written by a task.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval, timeout};

use super::{Append, Appended, Store, StoreError};
use crate::connection::burst;
use crate::limits::{STORE_BATCH, STORE_PROBED_EVERY, STORE_QUEUE, STORE_WRITE_TIMEOUT};
use crate::telemetry::Metrics;

/// Why an append was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppendError {
    /// The match is not at the expected version: somebody else was faster.
    #[error("another writer was faster")]
    Conflict,
    /// A player who was to be seated has another game by now.
    #[error("somebody has another game")]
    Busy,
    /// Too much is waiting already.
    #[error("too much is waiting to be stored")]
    Full,
    /// Whether it was written is not known: the store must be read again.
    #[error("could not store what happened")]
    Failed(#[source] Arc<StoreError>),
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopped,
}

/// Called with the outcome of an append, in the order of the appends of a batch.
pub(crate) type Done = Box<dyn FnOnce(Result<(), AppendError>) + Send>;

struct Request {
    append: Append,
    done: Done,
}

/// Where rooms hand in what happened.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: Arc<Mutex<Option<mpsc::Sender<Request>>>>,
    ended: Arc<tokio::sync::Mutex<Option<oneshot::Receiver<()>>>>,
    healthy: Arc<AtomicBool>,
}

/// Those who wait for the transaction that is being written, and since when.
type Waiting = Mutex<Option<(Instant, Vec<Done>)>>;

impl Writer {
    /// Starts the thread or task that writes.
    pub(crate) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Writer {
        let (queue, requests) = mpsc::channel(STORE_QUEUE);
        let (ends, ended) = oneshot::channel();
        let healthy = Arc::new(AtomicBool::new(true));
        let waiting = Arc::new(Waiting::default());
        let blocks = store.blocks();
        let writing = Writing {
            store,
            metrics: metrics.clone(),
            requests,
            held: None,
            waiting: waiting.clone(),
            healthy: healthy.clone(),
            _ends: ends,
        };
        if blocks {
            let runtime = Handle::current();
            std::thread::Builder::new()
                .name("writer".to_owned())
                .spawn(move || runtime.block_on(writing.run()))
                .expect("a thread can be started");
            tokio::spawn(give_up(Arc::downgrade(&waiting), healthy.clone(), metrics));
        } else {
            tokio::spawn(writing.run());
        }
        Writer {
            queue: Arc::new(Mutex::new(Some(queue))),
            ended: Arc::new(tokio::sync::Mutex::new(Some(ended))),
            healthy,
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<Request>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands in an append. `done` is called when its outcome is known; never, if it is refused here.
    pub(crate) fn append(&self, append: Append, done: Done) -> Result<(), AppendError> {
        let queue = self.queue();
        let queue = queue.as_ref().ok_or(AppendError::Stopped)?;
        queue.try_send(Request { append, done }).map_err(|err| match err {
            mpsc::error::TrySendError::Full(_) => AppendError::Full,
            mpsc::error::TrySendError::Closed(_) => AppendError::Stopped,
        })
    }

    /// Takes nothing more, and waits until everything handed in has been written.
    pub(crate) async fn close(&self) {
        drop(self.queue().take());
        if let Some(ended) = self.ended.lock().await.take() {
            // Nothing is sent: the other end is dropped when the writing thread or task ends.
            let _ = ended.await;
        }
    }

    /// How many appends wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue().as_ref().map_or(0, |it| it.max_capacity() - it.capacity())
    }

    /// Whether the last transaction went well.
    pub(crate) fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// Called when a probe has found that writing works again.
    pub(crate) fn recovered(&self) {
        self.healthy.store(true, Ordering::Relaxed);
    }
}

struct Writing {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    requests: mpsc::Receiver<Request>,
    /// An append that did not fit the batch because its match was in it already.
    held: Option<Request>,
    waiting: Arc<Waiting>,
    healthy: Arc<AtomicBool>,
    /// Dropped at the end.
    _ends: oneshot::Sender<()>,
}

/// A disk that does not answer blocks the thread, but not those who wait for it: they are told that
/// the outcome is not known. Reading the match then waits for the disk.
async fn give_up(
    waiting: std::sync::Weak<Waiting>,
    healthy: Arc<AtomicBool>,
    metrics: Arc<Metrics>,
) {
    let mut look = interval(STORE_PROBED_EVERY);
    loop {
        look.tick().await;
        let Some(waiting) = waiting.upgrade() else { return };
        let late = lock(&waiting).take_if(|(since, _)| since.elapsed() >= STORE_WRITE_TIMEOUT);
        if let Some((_, done)) = late {
            fail(done, StoreError::TimedOut, &healthy, &metrics);
        }
    }
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, Option<(Instant, Vec<Done>)>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells everybody that the outcome is not known.
fn fail(done: Vec<Done>, err: StoreError, healthy: &AtomicBool, metrics: &Metrics) {
    metrics.store_failures.inc();
    // Once per outage: every room tries again, and would say the same.
    if healthy.swap(false, Ordering::Relaxed) {
        let error = &err as &dyn std::error::Error;
        tracing::error!(error, "could not store what happened");
    }
    let err = Arc::new(err);
    done.into_iter().for_each(|it| it(Err(AppendError::Failed(err.clone()))));
}

impl Writing {
    async fn run(mut self) {
        while let Some((appends, done)) = self.gather().await {
            let started = Instant::now();
            *lock(&self.waiting) = Some((started, done));
            let writing = timeout(STORE_WRITE_TIMEOUT, self.store.write(&appends));
            // Every room depends on this: a panic must not end it.
            let result = match AssertUnwindSafe(writing).catch_unwind().await {
                Ok(written) => written.unwrap_or(Err(StoreError::TimedOut)),
                Err(_) => Err(StoreError::unavailable("the store panicked")),
            };
            // Nobody waits any more if it took too long.
            let (_, done) = lock(&self.waiting).take().unwrap_or_else(|| (started, Vec::new()));
            match result {
                Ok(outcomes) => {
                    if !self.healthy.swap(true, Ordering::Relaxed) {
                        tracing::info!("the store takes writes again");
                    }
                    self.metrics.wrote(appends.len(), started.elapsed());
                    for (done, outcome) in done.into_iter().zip(outcomes) {
                        // All messages to one client leave in one write, before the next match is
                        // handled: its players can answer while the others are told.
                        let _burst = burst();
                        done(self.count(outcome));
                    }
                }
                Err(err) => fail(done, err, &self.healthy, &self.metrics),
            }
        }
    }

    /// Waits for one append and takes all others that are waiting, one per match.
    async fn gather(&mut self) -> Option<(Vec<Append>, Vec<Done>)> {
        let mut next = match self.held.take() {
            Some(request) => Some(request),
            None => Some(self.requests.recv().await?),
        };
        let mut ids = HashSet::new();
        let (mut appends, mut done) = (Vec::new(), Vec::new());
        while let Some(request) = next.take() {
            if !ids.insert(request.append.id) {
                self.held = Some(request);
                break;
            }
            appends.push(request.append);
            done.push(request.done);
            if appends.len() < STORE_BATCH {
                next = self.requests.try_recv().ok();
            }
        }
        Some((appends, done))
    }

    fn count(&self, outcome: Appended) -> Result<(), AppendError> {
        match outcome {
            Appended::Stored => {
                self.metrics.store_appends.inc();
                Ok(())
            }
            Appended::Conflict => {
                self.metrics.store_conflicts.inc();
                Err(AppendError::Conflict)
            }
            Appended::Busy => Err(AppendError::Busy),
        }
    }
}
