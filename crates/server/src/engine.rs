//! The solver, on a bounded number of threads of its own, each question with a time budget.
//!
//! The threads have a lower priority than those that serve: on a busy machine a search may find less
//! in its time, but a move of a person does not wait for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use fourfall_engine::{Book, Budget, Solver, TableSize};
use rustix::process::setpriority_process;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, timeout_at};

/// How much nicer than the rest a solver's thread is, of 19.
const NICE: i32 = 10;

type Question = Box<dyn FnOnce(&mut Solver) + Send>;

/// Solvers that take turns. Each keeps its table, which helps with its next question.
#[derive(Clone)]
pub(crate) struct Engine {
    /// Threads that wait for a question. They end when this is dropped.
    idle: Arc<Mutex<Vec<mpsc::Sender<Question>>>>,
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
        let idle = Arc::new(Mutex::new(Vec::with_capacity(threads)));
        Engine { idle, threads: Arc::new(Semaphore::new(threads)), table }
    }

    /// Asks a solver. After `time`, waiting for a thread included, its budget has run out, and it
    /// answers with what it has; nothing, if no thread was free until then. Should the caller stop
    /// waiting, so does the search.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        time: Duration,
        question: impl FnOnce(&mut Solver, &Budget<'_>) -> T + Send + 'static,
    ) -> Option<T> {
        // Paused time would run on while a thread it does not know of is searching.
        #[cfg(test)]
        let _searching = hold_paused_time();
        let deadline = Instant::now() + time;
        let turn = timeout_at(deadline, self.threads.clone().acquire_owned()).await.ok()?;
        let turn = turn.expect("the semaphore is never closed");
        let stop = Arc::new(AtomicBool::new(false));
        let cancel = Cancel(stop.clone());
        let (reply, mut answer) = oneshot::channel();
        let thread = self.take();
        let (idle, again) = (self.idle.clone(), thread.clone());
        let question = Box::new(move |solver: &mut Solver| {
            let answer = question(solver, &Budget::until(&stop));
            // Put back before the answer is sent: whoever asks because of it finds the thread
            // waiting.
            idle.lock().expect("no holder of this lock can panic").push(again);
            drop(turn);
            // If nobody waits any more, the answer is not needed.
            let _ = reply.send(answer);
        });
        thread.send(question).expect("a thread waits for as long as it can be asked");
        let answer = match timeout_at(deadline, &mut answer).await {
            Ok(answer) => answer,
            Err(_) => {
                drop(cancel);
                answer.await
            }
        };
        Some(answer.expect("a search does not panic"))
    }

    /// A thread that waits for a question; a new one, if all are busy.
    fn take(&self) -> mpsc::Sender<Question> {
        let idle = self.idle.lock().expect("no holder of this lock can panic").pop();
        idle.unwrap_or_else(|| start(self.table))
    }
}

/// Keeps paused time where it is until this is dropped.
#[cfg(test)]
fn hold_paused_time() -> mpsc::Sender<()> {
    let (hold, released) = mpsc::channel();
    tokio::task::spawn_blocking(move || {
        let _ = released.recv();
    });
    hold
}

/// Starts a thread that answers questions until nobody can ask it any more.
fn start(table: TableSize) -> mpsc::Sender<Question> {
    let (ask, questions) = mpsc::channel::<Question>();
    let answer = move || {
        // Linux counts priorities by thread; elsewhere the whole process would be slowed down.
        if cfg!(target_os = "linux")
            && let Err(err) = setpriority_process(None, NICE)
        {
            let error = &err as &dyn std::error::Error;
            tracing::debug!(error, "could not lower the priority of a solver's thread");
        }
        let mut solver = Solver::new(table).with_book(Book::embedded());
        for question in questions {
            question(&mut solver);
        }
    };
    let named = thread::Builder::new().name("solver".to_owned());
    named.spawn(answer).expect("the operating system gives a few threads");
    ask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_solver_answers_on_a_nicer_thread_and_is_used_again() {
        let engine = Engine::new(1, TableSize::mebibytes(1));
        let ask = async || {
            let asked = engine.ask(Duration::from_secs(60), |_, _| {
                let nice = rustix::process::getpriority_process(None).expect("a priority");
                (thread::current().id(), nice)
            });
            asked.await.expect("a thread is free")
        };
        let own = rustix::process::getpriority_process(None).expect("a priority");
        let (first, nice) = ask().await;
        assert_eq!(nice, NICE.max(own));
        assert_eq!(ask().await.0, first);
        let after = rustix::process::getpriority_process(None).expect("a priority");
        assert_eq!(after, own, "nobody else is slowed down");
    }
}
