//! The solver, on a bounded number of threads of its own, each question with a budget of time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fourfall_engine::{Book, Budget, Solver, TableSize};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// Solvers that take turns. What one has found out helps with its next question.
#[derive(Clone)]
pub(crate) struct Engine {
    solvers: Arc<Mutex<Vec<Solver>>>,
    threads: Arc<Semaphore>,
    table: TableSize,
}

/// Raises the flag when nobody waits for the answer any more.
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Engine {
    /// At most this many questions are answered at once.
    pub(crate) fn new(threads: usize, table: TableSize) -> Engine {
        let solvers = Arc::new(Mutex::new(Vec::with_capacity(threads)));
        Engine { solvers, threads: Arc::new(Semaphore::new(threads)), table }
    }

    /// Asks a solver. After `time`, waiting for a thread included, its budget has run out, and it
    /// answers with what it has; nothing, if no thread was free until then. Should the caller stop
    /// waiting, so does the search.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        time: Duration,
        question: impl FnOnce(&mut Solver, &Budget<'_>) -> T + Send + 'static,
    ) -> Option<T> {
        let deadline = Instant::now() + time;
        let thread = timeout_at(deadline, self.threads.clone().acquire_owned()).await.ok()?;
        let thread = thread.expect("the semaphore is never closed");
        let stop = Arc::new(AtomicBool::new(false));
        let cancel = Cancel(stop.clone());
        let engine = self.clone();
        let mut thinking = tokio::task::spawn_blocking(move || {
            let mut solver = engine.take();
            let answer = question(&mut solver, &Budget::until(&stop));
            engine.put_back(solver);
            drop(thread);
            answer
        });
        let answer = match timeout_at(deadline, &mut thinking).await {
            Ok(answer) => answer,
            Err(_) => {
                drop(cancel);
                thinking.await
            }
        };
        Some(answer.expect("a search does not panic, and the runtime outlives whoever asks"))
    }

    fn take(&self) -> Solver {
        let idle = self.solvers.lock().expect("no holder of this lock can panic").pop();
        idle.unwrap_or_else(|| Solver::new(self.table).with_book(Book::embedded()))
    }

    fn put_back(&self, solver: Solver) {
        self.solvers.lock().expect("no holder of this lock can panic").push(solver);
    }
}
