//! The only unsafe code of the engine: memory in large pages, asking for it ahead of time, and
//! instructions that not every processor has.
//!
//! The search waits for the table more than for anything else, and counts bits more often than it
//! does anything else. Measured on the first positions of L1_R3 and the empty board (docs/ENGINE.md):
//! large pages save 8 to 13 % of the time, the prefetch 5 to 12 %, the instructions 9 %.
#![expect(
    unsafe_code,
    reason = "three facilities of the machine that have no safe interface; measured to pay"
)]

use crate::search::{Child, Search, Stopped};

/// Starts loading the cache line of `items[index]`, if there is one. Changes nothing but speed.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of every x86-64, and the address is that of a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index); // no such hint here
}

/// Asks the system to back `items` with large pages. It may refuse; nothing depends on it.
///
/// Worth calling before the first use: pages that exist already stay as they are for a while.
pub(crate) fn use_large_pages<T>(items: &mut [std::mem::MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE_BYTES: usize = 4096;
        let range = items.as_mut_ptr_range();
        let start = (range.start as usize).next_multiple_of(PAGE_BYTES);
        let end = range.end as usize / PAGE_BYTES * PAGE_BYTES;
        if start < end {
            // SAFETY: the pages lie inside memory that we hold exclusively, and the advice does not
            // change what they contain.
            let _ = unsafe {
                libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE)
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = items; // no such advice here
}

/// A kind of processor that the search is compiled for. Having one proves that the program runs on
/// such a processor.
pub(crate) trait Processor: Copy {
    /// [`Search::visit`], compiled for it.
    fn visit(self, search: &mut Search<'_>, child: &Child, limit: i32) -> Result<i32, Stopped>;
}

/// Any processor that the engine as a whole is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct AnyProcessor;

impl Processor for AnyProcessor {
    #[inline(never)]
    fn visit(self, search: &mut Search<'_>, child: &Child, limit: i32) -> Result<i32, Stopped> {
        search.visit(self, child, limit)
    }
}

/// An x86-64 of 2013 or later: it counts bits in one instruction, and shifts by any number in one.
#[derive(Clone, Copy)]
pub(crate) struct NewerProcessor {
    /// Only [`detect`](NewerProcessor::detect) makes one.
    _detected: (),
}

impl NewerProcessor {
    /// Finds out whether this is one.
    pub(crate) fn detect() -> Option<NewerProcessor> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            return Some(NewerProcessor { _detected: () });
        }
        None
    }
}

impl Processor for NewerProcessor {
    #[inline(always)]
    fn visit(self, search: &mut Search<'_>, child: &Child, limit: i32) -> Result<i32, Stopped> {
        // SAFETY: what the function needs was detected before there was a `NewerProcessor`.
        unsafe { visit_on_newer(self, search, child, limit) }
    }
}

/// # Safety
///
/// The processor must have what is enabled here.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2"))]
#[inline(never)]
unsafe fn visit_on_newer(
    processor: NewerProcessor,
    search: &mut Search<'_>,
    child: &Child,
    limit: i32,
) -> Result<i32, Stopped> {
    search.visit(processor, child, limit)
}

#[cfg(test)]
mod tests {
    use fourfall_rules::Game;

    use super::*;
    use crate::budget::Budget;
    use crate::node::{Settled, settle_root};
    use crate::table::{Table, TableSize};

    #[test]
    fn all_processors_search_alike() {
        let game: Game = "444444322".parse().expect("legal moves");
        let position = game.position().open().expect("the game is on");
        let Settled::Open { node, .. } = settle_root(position) else { panic!("there are choices") };
        let root = Child::root(node);
        let ask = |processor: Option<NewerProcessor>, limit| {
            let table = Table::new(TableSize::mebibytes(1));
            let mut search = Search::new(&table, Budget::UNLIMITED, None);
            let score = match processor {
                Some(newer) => newer.visit(&mut search, &root, limit),
                None => AnyProcessor.visit(&mut search, &root, limit),
            };
            (score, search.nodes())
        };
        for limit in [-2, 0, 2] {
            assert_eq!(ask(NewerProcessor::detect(), limit), ask(None, limit), "limit {limit}");
        }
    }
}
