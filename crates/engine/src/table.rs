//! The transposition table: what has been proved about a position, in eight bytes.
//!
//! An entry is one atomic word. Threads therefore share the table without locks: a word is read
//! and written whole, an update that gets lost costs work and never correctness, and on one thread
//! the loads and stores are the plain ones.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::machine;

/// The scores a position can still have, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// What is known before anything is: nobody wins with fewer than four discs.
    pub(crate) const ANY: Bounds = Bounds { lower: -18, upper: 18 };

    pub(crate) const fn exact(score: i32) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    pub(crate) const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The same for the other player.
    #[must_use]
    pub(crate) const fn for_opponent(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// What the bounds say about "is the score greater than `limit`?".
    #[inline(always)]
    pub(crate) const fn answer(self, limit: i32) -> Answer {
        if self.upper <= limit {
            Answer::No { at_most: self.upper }
        } else if self.lower > limit {
            Answer::Yes { at_least: self.lower }
        } else {
            Answer::Unknown
        }
    }

    /// The scores that both allow.
    #[must_use]
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// The answer to "is the score greater than this?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Yes { at_least: i32 },
    No { at_most: i32 },
    Unknown,
}

/// How much memory a table takes: a power of two, at least one mebibyte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSize {
    log2_buckets: u32,
}

impl TableSize {
    /// Enough for the empty board; a larger table saves a few nodes and costs more time (docs/ENGINE.md).
    pub const DEFAULT: TableSize = TableSize::mebibytes(4);

    /// This many mebibytes, rounded down to a power of two and kept within 1 and 65,536.
    pub const fn mebibytes(mebibytes: u32) -> TableSize {
        const LOG2_BUCKETS_A_MEBIBYTE: u32 = 20 - size_of::<Bucket>().ilog2();
        let mebibytes = match mebibytes {
            0 => 1,
            1..=65_536 => mebibytes,
            65_537.. => 65_536,
        };
        TableSize { log2_buckets: mebibytes.ilog2() + LOG2_BUCKETS_A_MEBIBYTE }
    }

    /// The size in bytes.
    pub const fn bytes(self) -> u64 {
        (size_of::<Bucket>() as u64) << self.log2_buckets
    }
}

impl Default for TableSize {
    fn default() -> TableSize {
        TableSize::DEFAULT
    }
}

/// What is known about one position, as a word.
///
/// ```text
///   63   61 60    55 54    49 48                        0
///  ┌───────┬────────┬────────┬───────────────────────────┐
///  │ effort│ upper  │ lower  │ key                       │
///  └───────┴────────┴────────┴───────────────────────────┘
/// ```
///
/// The whole key is there, so an entry never speaks for another position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Word(u64);

/// [`Word`], taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// No position has key 0: every key has a one on top of each column.
    Vacant,
    Taken(Entry),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    bounds: Bounds,
    effort: Effort,
}

/// The size of the search behind an entry, on a logarithmic scale from 0 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Effort(u8);

impl Effort {
    const MAX: u32 = 7;

    /// Each step is a factor of four.
    pub(crate) fn of(nodes: u64) -> Effort {
        let quarters = (u64::BITS - nodes.leading_zeros()).div_ceil(2);
        Effort(quarters.min(Effort::MAX) as u8)
    }
}

const KEY_BITS: u32 = 49;
const SCORE_BITS: u32 = 6;
const KEY: u64 = (1 << KEY_BITS) - 1;
const SCORE: u64 = (1 << SCORE_BITS) - 1;
/// Added to a score, so that it is stored without a sign.
const SCORE_ZERO: i32 = 1 << (SCORE_BITS - 1);

impl Word {
    #[inline(always)]
    const fn slot(self) -> Slot {
        const fn score(bits: u64) -> i32 {
            (bits & SCORE) as i32 - SCORE_ZERO
        }
        match self.0 & KEY {
            0 => Slot::Vacant,
            key => Slot::Taken(Entry {
                key,
                bounds: Bounds {
                    lower: score(self.0 >> KEY_BITS),
                    upper: score(self.0 >> (KEY_BITS + SCORE_BITS)),
                },
                effort: Effort((self.0 >> (KEY_BITS + 2 * SCORE_BITS)) as u8),
            }),
        }
    }

    /// The entry, if it is about this position.
    #[inline(always)]
    const fn about(self, key: u64) -> Option<Entry> {
        match self.slot() {
            Slot::Taken(entry) if entry.key == key => Some(entry),
            Slot::Taken(_) | Slot::Vacant => None,
        }
    }

    #[inline(always)]
    const fn effort(self) -> Effort {
        match self.slot() {
            Slot::Taken(entry) => entry.effort,
            Slot::Vacant => Effort(0),
        }
    }
}

impl Entry {
    /// What two searches of the same position have proved together.
    #[inline(always)]
    fn and(self, other: Entry) -> Entry {
        let effort = self.effort.max(other.effort);
        Entry { key: self.key, bounds: self.bounds.and(other.bounds), effort }
    }
}

impl From<Entry> for Word {
    #[inline(always)]
    fn from(Entry { key, bounds, effort }: Entry) -> Word {
        debug_assert!(0 < key && key <= KEY, "a key has 49 bits");
        const fn bits(score: i32) -> u64 {
            (score + SCORE_ZERO).cast_unsigned() as u64 & SCORE
        }
        Word(
            key | bits(bounds.lower) << KEY_BITS
                | bits(bounds.upper) << (KEY_BITS + SCORE_BITS)
                | u64::from(effort.0) << (KEY_BITS + 2 * SCORE_BITS),
        )
    }
}

/// Two entries that share a place: the one with the larger search behind it, and the latest.
#[derive(Default)]
#[repr(align(16))]
struct Bucket {
    deep: AtomicU64,
    late: AtomicU64,
}

// Four buckets to a cache line of 64 bytes: a probe never waits for two.
const _: () = assert!(size_of::<Bucket>() == 16 && align_of::<Bucket>() == 16);

/// A fixed number of entries, found by key.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    /// Bits of the hash that are not part of the index.
    shift: u32,
}

impl Table {
    pub(crate) fn new(size: TableSize) -> Table {
        let count = 1 << size.log2_buckets;
        let mut buckets = Vec::with_capacity(count);
        machine::use_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Table { buckets: buckets.into_boxed_slice(), shift: u64::BITS - size.log2_buckets }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// Starts loading what is known about a position, for a [`get`](Table::get) soon after.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        machine::prefetch(&self.buckets, self.index(key));
    }

    /// What is known about the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Bounds> {
        let bucket = &self.buckets[self.index(key)];
        let entry = load(&bucket.deep).about(key).or_else(|| load(&bucket.late).about(key))?;
        Some(entry.bounds)
    }

    /// Adds what a search has proved. May forget something else, never contradicts it.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, bounds: Bounds, effort: Effort) {
        let bucket = &self.buckets[self.index(key)];
        let (deep, late) = (load(&bucket.deep), load(&bucket.late));
        let new = Entry { key, bounds, effort };
        if let Some(known) = deep.about(key) {
            store(&bucket.deep, known.and(new));
        } else if let Some(known) = late.about(key) {
            store(&bucket.late, known.and(new));
        } else if effort < deep.effort() {
            store(&bucket.late, new);
        } else {
            store(&bucket.deep, new);
            bucket.late.store(deep.0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index is one of a slice")]
    fn index(&self, key: u64) -> usize {
        // 2⁶⁴ divided by the golden ratio: neighbouring keys end up far apart.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

// A word stands for itself, and nothing else is published with it: no ordering is needed.
#[inline(always)]
fn load(place: &AtomicU64) -> Word {
    Word(place.load(Ordering::Relaxed))
}

#[inline(always)]
fn store(place: &AtomicU64, entry: Entry) {
    place.store(Word::from(entry).0, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ONE: TableSize = TableSize::mebibytes(1);

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower, upper }
    }

    #[test]
    fn a_size_is_a_power_of_two_of_at_least_a_mebibyte() {
        let mebibytes = |it| TableSize::mebibytes(it).bytes() >> 20;
        assert_eq!([0, 1, 3, 16, 100, u32::MAX].map(mebibytes), [1, 1, 2, 16, 64, 65_536]);
    }

    #[test]
    fn bounds_answer_what_they_can() {
        assert_eq!(bounds(-2, 5).answer(5), Answer::No { at_most: 5 });
        assert_eq!(bounds(-2, 5).answer(-3), Answer::Yes { at_least: -2 });
        assert_eq!(bounds(-2, 5).answer(0), Answer::Unknown);
    }

    #[test]
    fn what_is_learnt_twice_is_narrowed() {
        let table = Table::new(ONE);
        table.put(77, bounds(-4, 9), Effort::of(1));
        table.put(77, bounds(-10, 3), Effort::of(1));
        assert_eq!(table.get(77), Some(bounds(-4, 3)));
    }

    #[test]
    fn a_large_search_outlives_small_ones() {
        let table = Table::new(ONE);
        let place = table.index(1);
        let mut sharing = (1..).filter(|&key| table.index(key) == place);
        let deep = sharing.next().expect("endless");
        table.put(deep, bounds(1, 1), Effort::of(1_000));
        for key in sharing.take(5) {
            table.put(key, bounds(0, 0), Effort::of(1));
            assert_eq!(table.get(key), Some(bounds(0, 0)), "the latest is there");
            assert_eq!(table.get(deep), Some(bounds(1, 1)), "and so is the largest");
        }
    }

    #[test]
    fn effort_is_a_factor_of_four_a_step() {
        let steps = [0, 1, 2, 4, 5, 16, 64, 256, 1024, 4096, u64::MAX].map(|it| Effort::of(it).0);
        assert_eq!(steps, [0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7]);
    }

    proptest! {
        #[test]
        fn a_word_is_its_entry(key in 1..=KEY, lower in -32..32, upper in -32..32, effort in 0..=7u8) {
            let entry = Entry { key, bounds: bounds(lower, upper), effort: Effort(effort) };
            prop_assert_eq!(Word::from(entry).slot(), Slot::Taken(entry));
        }

        #[test]
        fn a_table_only_says_what_it_was_told(puts in prop::collection::vec((1..=500u64, -20..0, 0..20, 0..9_999u64), 0..999)) {
            let mut table = Table::new(ONE);
            let mut told = std::collections::BTreeMap::new();
            for (key, lower, width, nodes) in puts {
                // Multiples of one key's distance, so that many share a bucket.
                let key = key << 20;
                let new = bounds(lower, lower + width);
                table.put(key, new, Effort::of(nodes));
                let known = told.entry(key).or_insert_with(Vec::new);
                known.push(new);
                let found = table.get(key).expect("the latest is there");
                prop_assert!(found.lower >= new.lower && found.upper <= new.upper);
                prop_assert!(known.iter().any(|it| it.lower == found.lower));
                prop_assert!(known.iter().any(|it| it.upper == found.upper));
            }
            table.clear();
            prop_assert!(told.keys().all(|&key| table.get(key).is_none()));
        }
    }
}
