//! How long a search may take.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of one search. Time is up to the caller: it raises a flag, or passes a function that
/// reads a clock.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use fourfall_engine::{Budget, Solver, TableSize};
/// use fourfall_rules::OpenPosition;
///
/// let end = Instant::now() + Duration::from_millis(1);
/// let is_late = || Instant::now() >= end;
/// let verdict = Solver::new(TableSize::DEFAULT).solve(OpenPosition::START, &Budget::until(&is_late));
/// assert!(verdict.exact().is_none());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    /// Nodes that may be visited; no limit if `None`.
    pub nodes: Option<u64>,
    /// What ends the search, within about a thousand nodes.
    pub cancel: Option<&'a dyn Cancel>,
}

/// What can end a search: a flag that somebody raises, or a function that says so.
///
/// Each of a search's threads asks after about a thousand nodes: several times per millisecond.
pub trait Cancel: Sync {
    /// Whether the search is to end.
    fn is_cancelled(&self) -> bool;
}

impl Cancel for AtomicBool {
    fn is_cancelled(&self) -> bool {
        // Nothing else is read because of the flag, so its order with other memory is irrelevant.
        self.load(Ordering::Relaxed)
    }
}

impl Cancel for Arc<AtomicBool> {
    fn is_cancelled(&self) -> bool {
        self.as_ref().is_cancelled()
    }
}

impl<F: Fn() -> bool + Sync> Cancel for F {
    fn is_cancelled(&self) -> bool {
        self()
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'a> Budget<'a> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget { nodes: None, cancel: None };

    /// At most this many nodes.
    pub const fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes: Some(nodes), cancel: None }
    }

    /// No limit but this.
    pub const fn until(cancel: &'a dyn Cancel) -> Budget<'a> {
        Budget { nodes: None, cancel: Some(cancel) }
    }

    /// Whether the search is to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(Cancel::is_cancelled)
    }

    /// An equal part for each of this many threads.
    #[cfg(feature = "threads")]
    pub(crate) fn shared_by(self, threads: usize) -> Budget<'a> {
        Budget { nodes: self.nodes.map(|it| it / threads as u64), cancel: self.cancel }
    }

    /// What is left of it after this many nodes.
    pub(crate) fn less(self, nodes: u64) -> Budget<'a> {
        Budget { nodes: self.nodes.map(|it| it.saturating_sub(nodes)), cancel: self.cancel }
    }
}
