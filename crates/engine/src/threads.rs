//! Several threads, one table.
//!
//! All threads ask the same questions of the same position and share what they prove. So that they
//! do not do the same work, they record where they are: a thread that starts on a move
//! [comes](Crew::come) there, and [leaves](Crew::leave) when it is done. Another thread at the same
//! node puts that move off and takes the next one; when it comes back the answer is usually in the
//! table. A thread that is still at work on what another has answered meanwhile notices after a
//! thousand nodes, and leaves off. There is nothing to divide, to wait for or to hand over, any
//! thread may be the one that answers, and a lost record costs work, never correctness.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::budget::Budget;
use crate::search::Search;
use crate::table::Table;

/// Where the threads of one search are.
// Relaxed throughout: a key stands for itself, and nothing else is read because of it or of the flag.
pub(crate) struct Crew {
    /// Raised by the thread that has the whole answer first.
    done: AtomicBool,
    /// Keys of nodes that are being searched, each at its place; 0 where nobody is.
    at: [AtomicU64; Crew::PLACES],
}

impl Crew {
    /// Many more than threads are deep, so that two nodes seldom share a place.
    const PLACES: usize = 1 << Crew::PLACES_LOG2;
    const PLACES_LOG2: u32 = 10;

    #[cfg(feature = "threads")]
    fn new() -> Crew {
        Crew { done: AtomicBool::new(false), at: [const { AtomicU64::new(0) }; Crew::PLACES] }
    }

    /// Whether the search is over.
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Whether a thread is at the node with this key.
    pub(crate) fn is_at(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// A thread starts on the node with this key.
    pub(crate) fn come(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// It has finished there.
    pub(crate) fn leave(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        // As in the table: neighbouring keys end up far apart.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.at[(hash >> (u64::BITS - Crew::PLACES_LOG2)) as usize]
    }
}

/// Lets this many threads do the same work on a shared table; the first result ends the others.
///
/// Returns that result and the nodes all of them visited. A budget of nodes is divided evenly.
pub(crate) fn first<T: Send>(
    threads: usize,
    table: &Table,
    budget: Budget<'_>,
    work: impl Fn(&mut Search<'_>) -> T + Sync,
) -> (T, u64) {
    #[cfg(feature = "threads")]
    if threads > 1 {
        return race(threads, table, budget.shared_by(threads), work);
    }
    debug_assert_eq!(threads, 1, "without the feature there is one thread");
    let mut search = Search::new(table, budget, None);
    let result = work(&mut search);
    (result, search.nodes())
}

#[cfg(feature = "threads")]
fn race<T: Send>(
    threads: usize,
    table: &Table,
    budget_each: Budget<'_>,
    work: impl Fn(&mut Search<'_>) -> T + Sync,
) -> (T, u64) {
    use std::sync::{Mutex, PoisonError};

    let crew = Crew::new();
    let winner = Mutex::new(None);
    let run = || {
        let mut search = Search::new(table, budget_each, Some(&crew));
        let result = work(&mut search);
        // A thread that was told to stop comes here later than the one that told it.
        winner.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(result);
        crew.done.store(true, Ordering::Relaxed);
        search.nodes()
    };
    let nodes = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let own = run();
        let joined = helpers.into_iter().map(|it| it.join().expect("a search does not panic"));
        own + joined.sum::<u64>()
    });
    let result = winner.into_inner().unwrap_or_else(PoisonError::into_inner);
    (result.expect("the first thread to finish leaves its result"), nodes)
}
