//! Several threads, one table.
//!
//! All threads ask the same questions of the same position and share what they prove. They differ only
//! in taste: every thread but the first ranks moves a little differently, so that they tend to be in
//! different parts of the tree, and each finds in the table what the others have done. There is
//! nothing to divide, to wait for or to hand over, and any thread may be the one that answers.

use std::sync::atomic::AtomicBool;

use crate::budget::Budget;
use crate::search::{Search, Taste};
use crate::table::Table;

/// Lets this many threads do the same work on a shared table; the first result ends the others.
///
/// Returns that result and the nodes all of them visited. A budget of nodes is divided evenly.
pub(crate) fn first<T: Send>(
    threads: usize,
    table: &Table,
    budget: Budget<'_>,
    work: impl Fn(&mut Search<'_>) -> T + Sync,
) -> (T, u64) {
    let done = AtomicBool::new(false);
    #[cfg(feature = "threads")]
    if threads > 1 {
        return race(threads, table, budget.shared_by(threads), &done, work);
    }
    debug_assert_eq!(threads, 1, "without the feature there is one thread");
    let mut search = Search::new(table, budget, &done, Taste::PLAIN);
    let result = work(&mut search);
    (result, search.nodes())
}

#[cfg(feature = "threads")]
fn race<T: Send>(
    threads: usize,
    table: &Table,
    budget_each: Budget<'_>,
    done: &AtomicBool,
    work: impl Fn(&mut Search<'_>) -> T + Sync,
) -> (T, u64) {
    use std::sync::atomic::Ordering;
    use std::sync::{Mutex, PoisonError};

    let winner = Mutex::new(None);
    let run = |index: usize| {
        let mut search = Search::new(table, budget_each, done, Taste::of_thread(index));
        let result = work(&mut search);
        // A thread that was told to stop comes here later than the one that told it.
        winner.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(result);
        done.store(true, Ordering::Relaxed);
        search.nodes()
    };
    let nodes = std::thread::scope(|scope| {
        let run = &run;
        let helpers: Vec<_> = (1..threads).map(|index| scope.spawn(move || run(index))).collect();
        let own = run(0);
        let joined = helpers.into_iter().map(|it| it.join().expect("a search does not panic"));
        own + joined.sum::<u64>()
    });
    let result = winner.into_inner().unwrap_or_else(PoisonError::into_inner);
    (result.expect("the first thread to finish leaves its result"), nodes)
}
