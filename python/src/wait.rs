//! Long work without the interpreter's lock, which Ctrl-C and a deadline can end.
//!
//! Python runs a signal's handler only on its main thread, and only when that thread asks. A search
//! asks a [`Lookout`] again and again, which asks Python now and then. Work that can't be told to
//! goes to a thread of its own, and the caller's thread asks while it waits.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use fourfall_engine::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Between two looks at signals: short to a person, long to a processor.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A search asks several times a millisecond; only so often the clock is looked at.
const ASKED_A_LOOK: u32 = 16;

/// Does `work` on the caller's thread; it must end soon after the lookout says so. A signal's
/// exception is raised; after the deadline, what the work has come to is the result.
///
/// Another thread would take longer: what the table holds is in the caches of this one.
pub(crate) fn do_here<T: Send>(
    py: Python<'_>,
    deadline: Option<Instant>,
    work: impl FnOnce(&Lookout) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let lookout = Lookout::new(deadline);
        let found = work(&lookout);
        let Watch { raised, .. } =
            lookout.watch.into_inner().unwrap_or_else(PoisonError::into_inner);
        raised.map_or(Ok(found), Err)
    })
}

/// Ends a search for a signal or a deadline.
pub(crate) struct Lookout {
    /// The only thread that looks; the others see what it has seen.
    caller: ThreadId,
    deadline: Option<Instant>,
    over: AtomicBool,
    /// How often it was asked since the last look.
    asked: AtomicU32,
    watch: Mutex<Watch>,
}

struct Watch {
    next_look: Instant,
    raised: Option<PyErr>,
}

impl Lookout {
    fn new(deadline: Option<Instant>) -> Lookout {
        let watch = Watch { next_look: Instant::now() + LOOK, raised: None };
        Lookout {
            caller: thread::current().id(),
            deadline,
            over: AtomicBool::new(false),
            asked: AtomicU32::new(0),
            watch: Mutex::new(watch),
        }
    }

    /// Whether to look now: easy questions are answered in less time than a look takes.
    fn is_due(&self) -> bool {
        // A number that gets lost between two threads only makes the next look later.
        let asked = self.asked.load(Ordering::Relaxed).saturating_add(1);
        self.asked.store(asked, Ordering::Relaxed);
        self.deadline.is_some() || asked >= ASKED_A_LOOK
    }

    /// Looks at once: for a caller who waits for other threads' searches.
    pub(crate) fn look_out(&self) {
        self.asked.store(0, Ordering::Relaxed);
        if self.look() {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it is time to end, asked by the caller's thread.
    fn look(&self) -> bool {
        let now = Instant::now();
        if self.deadline.is_some_and(|it| it <= now) {
            return true;
        }
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        if watch.raised.is_some() || watch.next_look > now {
            return watch.raised.is_some();
        }
        watch.raised = Python::attach(|py| py.check_signals()).err();
        watch.next_look = Instant::now() + LOOK;
        watch.raised.is_some()
    }
}

impl Cancel for Lookout {
    fn is_cancelled(&self) -> bool {
        if !self.over.load(Ordering::Relaxed)
            && self.is_due()
            && thread::current().id() == self.caller
        {
            self.look_out();
        }
        self.over.load(Ordering::Relaxed)
    }
}

/// Does `work`, which must end soon after its flag is raised. A signal's exception is raised; after
/// the deadline, what the work has come to is the result.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    deadline: Option<Instant>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let cancel = AtomicBool::new(false);
        let (done, result) = mpsc::sync_channel(1);
        thread::scope(|scope| {
            // If nobody listens any more, nobody needs the result.
            scope.spawn(|| drop(done.send(work(&cancel))));
            let mut deadline = deadline;
            loop {
                let left = deadline.map_or(LOOK, |it| it.saturating_duration_since(Instant::now()));
                match result.recv_timeout(left.min(LOOK)) {
                    Ok(found) => return Ok(found),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the search failed: this is a bug"));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if deadline.is_some_and(|it| it <= Instant::now()) {
                    cancel.store(true, Ordering::Relaxed);
                    deadline = None;
                }
                if let Err(raised) = Python::attach(|py| py.check_signals()) {
                    cancel.store(true, Ordering::Relaxed);
                    return Err(raised);
                }
            }
        })
    })
}
