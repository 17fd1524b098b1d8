//! Everything sent to a session within a burst leaves in one write.
//!
//! Writing is a system call, and by far the most expensive part of sending. While a [`Burst`]
//! lives, sessions written to on this thread are only recorded; when the outermost one ends, each
//! is flushed once. Handlers are always polled within one.

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::engine::Session;

thread_local! {
    static NOTED: RefCell<Noted> = const { RefCell::new(Noted { depth: 0, sessions: Vec::new() }) };
}

struct Noted {
    depth: usize,
    sessions: Vec<Session>,
}

/// Holds back writes on this thread until it is dropped. See [`burst`].
#[must_use = "a burst ends when this is dropped"]
#[derive(Debug)]
pub struct Burst {
    /// Bound to its thread.
    _not_send: PhantomData<*const ()>,
}

/// Begins a burst: what is emitted on this thread until the guard is dropped leaves in one write per
/// client. Meant for code outside handlers that emits several things at once; must not be held long.
pub fn burst() -> Burst {
    NOTED.with_borrow_mut(|noted| noted.depth += 1);
    Burst { _not_send: PhantomData }
}

impl Drop for Burst {
    fn drop(&mut self) {
        let mut sessions = NOTED.with_borrow_mut(|noted| {
            noted.depth -= 1;
            match noted.depth {
                0 => std::mem::take(&mut noted.sessions),
                _ => Vec::new(),
            }
        });
        for session in sessions.drain(..) {
            session.flush();
        }
        // The allocation is reused.
        NOTED.with_borrow_mut(|noted| {
            if noted.sessions.capacity() < sessions.capacity() && noted.sessions.is_empty() {
                noted.sessions = sessions;
            }
        });
    }
}

/// Whether there is a burst on this thread.
pub(crate) fn is_on() -> bool {
    NOTED.with_borrow(|noted| noted.depth > 0)
}

/// Records a session to be flushed at the end of the burst.
pub(crate) fn note(session: &Session) {
    NOTED.with_borrow_mut(|noted| noted.sessions.push(session.clone()));
}
