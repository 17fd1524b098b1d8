//! The only unsafe code of the engine: memory in large pages, and asking for it ahead of time.
//!
//! Both exist because the search waits for the table more than for anything else. Measured on the
//! first positions of L1_R3 (docs/ENGINE.md): large pages save 8 to 13 % of the time, the prefetch 5 to 12 %.
#![expect(
    unsafe_code,
    reason = "two system facilities that have no safe interface; measured to pay"
)]

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
