//! Long work without the interpreter's lock, which Ctrl-C and a deadline can end.
//!
//! Python runs a signal's handler only on its main thread, and only when that thread asks. So the
//! work goes to a thread of its own, and the caller's thread asks while it waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Between two looks at signals: short to a person, long to a processor.
const LOOK: Duration = Duration::from_millis(50);

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
        std::thread::scope(|scope| {
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
