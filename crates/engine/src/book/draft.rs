//! A book in the making.
//!
//! Only positions of the deepest ply are solved; those before it follow, each the best of its
//! moves. Solving takes an hour or more, so every score is [recorded](Draft::record) as four bytes for the
//! caller to append to a file, and a draft takes them up again with [`resume`](Draft::resume).

use std::collections::BTreeMap;
use std::fmt;

use fourfall_rules::{OpenPosition, Position};

use super::{
    CHECKSUM_AT, COUNTS_AT, DEEPEST_AT, DEEPEST_PLY_MAX, MAGIC, PLANES, SCORE_BITS, WORD, code,
    entry, score_of, wins_at_once,
};
use crate::hash::fnv1a;
use crate::node::win_now;
use crate::score::Score;

/// The positions of one ply that a book holds: one of each mirror pair, the game still on, and no win
/// at once.
pub fn positions(ply: u32) -> Vec<OpenPosition> {
    let mut positions = open_positions(ply);
    positions.retain(|&it| !wins_at_once(it));
    positions
}

/// One of each mirror pair of positions of a ply in which the game is still on, ascending by code.
fn open_positions(ply: u32) -> Vec<OpenPosition> {
    let mut positions = vec![OpenPosition::START];
    for _ in 0..ply {
        let mut next: Vec<OpenPosition> = positions.iter().flat_map(|&it| children(it)).collect();
        next.sort_by_cached_key(|&it| code(it));
        next.dedup_by_key(|it| code(*it));
        positions = next;
    }
    positions
}

fn children(position: OpenPosition) -> impl Iterator<Item = OpenPosition> {
    let next = position.legal_columns().filter_map(move |it| position.play(it).ok());
    next.filter_map(Position::open)
}

/// A book in the making.
pub struct Draft {
    deepest_ply: u32,
    /// What has to be solved, ascending by code.
    deepest: Vec<OpenPosition>,
    /// What has been, by code.
    scores: BTreeMap<u32, Score>,
}

/// A score that was found, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The position.
    pub position: OpenPosition,
    /// Its score.
    pub score: Score,
    /// Nodes visited for it.
    pub nodes: u64,
}

/// A draft is not a book yet: this many positions are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incomplete {
    /// How many.
    pub missing: usize,
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the book is not complete: {} positions are missing", self.missing)
    }
}

impl std::error::Error for Incomplete {}

impl Draft {
    /// An empty draft of a book up to this ply, or up to [`DEEPEST_PLY_MAX`] if that is less.
    pub fn new(deepest_ply: u32) -> Draft {
        let deepest_ply = deepest_ply.min(DEEPEST_PLY_MAX);
        Draft { deepest_ply, deepest: positions(deepest_ply), scores: BTreeMap::new() }
    }

    /// How many positions have to be solved in all.
    pub const fn len(&self) -> usize {
        self.deepest.len()
    }

    /// Whether nothing has to be solved.
    pub const fn is_empty(&self) -> bool {
        self.deepest.is_empty()
    }

    /// How many have been.
    pub fn solved(&self) -> usize {
        self.scores.len()
    }

    /// What has not been solved yet, neighbours alike: solve it in this order with one table.
    pub fn missing(&self) -> Vec<OpenPosition> {
        let is_missing = |it: &&OpenPosition| !self.scores.contains_key(&code(**it));
        self.deepest.iter().filter(is_missing).copied().collect()
    }

    /// Takes down a score. Returns the bytes to append to the draft's file.
    pub fn record(&mut self, position: OpenPosition, score: Score) -> [u8; WORD] {
        let code = code(position);
        self.scores.insert(code, score);
        entry(code, score).to_le_bytes()
    }

    /// Takes up what was recorded earlier. Returns how many of the bytes were of use: an entry that
    /// is cut off or of another draft ends it, and should be overwritten.
    pub fn resume(&mut self, bytes: &[u8]) -> usize {
        let mut used = 0;
        for bytes in bytes.chunks_exact(WORD) {
            let entry = u32::from_le_bytes(bytes.try_into().expect("a chunk is a word"));
            let code_there = entry >> SCORE_BITS;
            let known = self.deepest.binary_search_by_key(&code_there, |&it| code(it));
            let (Ok(_), Some(score)) = (known, score_of(entry)) else { break };
            self.scores.insert(code_there, score);
            used += WORD;
        }
        used
    }

    /// The finished book.
    ///
    /// # Errors
    ///
    /// If a position has not been solved.
    pub fn finish(&self) -> Result<Vec<u8>, Incomplete> {
        let missing = self.len() - self.solved();
        if missing > 0 {
            return Err(Incomplete { missing });
        }
        let mut plies = vec![self.scores.clone()];
        for ply in (0..self.deepest_ply).rev() {
            let below = plies.last().expect("the deepest ply is there");
            let scores = positions(ply).into_iter().map(|it| (code(it), best_move(it, below)));
            plies.push(scores.collect());
        }
        plies.reverse();
        Ok(write(&plies))
    }
}

/// The score of a position that can't win at once, from those one ply later.
fn best_move(position: OpenPosition, later: &BTreeMap<u32, Score>) -> Score {
    let scores = children(position).map(|next| {
        let reply = if wins_at_once(next) {
            Score::from_search(win_now(next.position().ply()))
        } else {
            later[&code(next)]
        };
        reply.for_opponent()
    });
    scores.max().expect("nobody has won, and the board is not full")
}

fn write(plies: &[BTreeMap<u32, Score>]) -> Vec<u8> {
    let word = |number: usize| u32::try_from(number).expect("a book is small").to_le_bytes();
    let mut bytes = vec![0; DEEPEST_AT];
    bytes[..CHECKSUM_AT].copy_from_slice(&MAGIC);
    bytes.extend(word(plies.len() - 1));
    debug_assert_eq!(bytes.len(), COUNTS_AT);
    bytes.extend(plies.iter().flat_map(|it| word(it.len())));
    for plane in 0..PLANES {
        let entries = plies.iter().flatten().map(|(&code, &score)| entry(code, score));
        bytes.extend(entries.map(|it| it.to_be_bytes()[plane]));
    }
    let checksum = fnv1a(&bytes[DEEPEST_AT..]);
    bytes[CHECKSUM_AT..DEEPEST_AT].copy_from_slice(&checksum.to_le_bytes());
    bytes
}
