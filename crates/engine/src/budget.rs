//! How long a search may take.

use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of one search. Time is the caller's business: it raises the flag.
#[derive(Clone, Copy, Default, Debug)]
pub struct Budget<'a> {
    /// Nodes that may be visited; no limit if `None`.
    pub nodes: Option<u64>,
    /// A flag that ends the search, within about a thousand nodes of being raised.
    pub cancel: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget { nodes: None, cancel: None };

    /// At most this many nodes.
    pub const fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes: Some(nodes), cancel: None }
    }

    /// No limit but the flag.
    pub const fn until(cancel: &'a AtomicBool) -> Budget<'a> {
        Budget { nodes: None, cancel: Some(cancel) }
    }

    /// Whether the flag is up.
    pub(crate) fn is_cancelled(&self) -> bool {
        // Nothing else is read because of the flag, so its order with other memory is irrelevant.
        self.cancel.is_some_and(|it| it.load(Ordering::Relaxed))
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
