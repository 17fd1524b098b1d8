//! Solving the positions of a draft on all cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use fourfall_rules::OpenPosition;

use super::Solved;
use crate::budget::Budget;
use crate::solver::Solver;
use crate::table::TableSize;

/// Positions a thread takes at a time: neighbours have much in common, and share its table.
const BLOCK: usize = 32;

/// Larger than for one position: what is left from the last one is of use for the next.
const TABLE: TableSize = TableSize::mebibytes(64);

/// Solves positions on this many threads, and reports each as it is done, on the calling thread.
///
/// Returns when all are solved or, soon after, when `cancel` is raised; what is not reported by then
/// is not lost for long, since a [draft](super::Draft) can be resumed.
pub fn solve_all(
    positions: &[OpenPosition],
    threads: usize,
    cancel: &AtomicBool,
    mut report: impl FnMut(Solved),
) {
    let next = AtomicUsize::new(0);
    let (sender, solved) = mpsc::sync_channel(BLOCK * threads.max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut solver = Solver::new(TABLE);
                loop {
                    let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                    let block = positions.iter().skip(start).take(BLOCK);
                    if block.len() == 0 {
                        return;
                    }
                    for &position in block {
                        let before = solver.nodes();
                        let verdict = solver.solve(position, &Budget::until(cancel));
                        let Some(score) = verdict.exact() else { return };
                        let nodes = solver.nodes() - before;
                        if sender.send(Solved { position, score, nodes }).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        solved.into_iter().for_each(&mut report);
    });
}
