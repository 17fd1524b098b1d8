//! Nodes at which every move was tried: what the weights of [`patterns`](crate::patterns) are learnt from.
//!
//! Only with the feature `learn`, for `examples/learn.rs`; a search that takes samples is some times larger.

use std::sync::atomic::AtomicBool;

use fourfall_rules::OpenPosition;

use crate::budget::Budget;
use crate::node::{Node, Settled, Turn, play, settle, settle_root};
use crate::order;
use crate::patterns::{self, Patterns};
use crate::table::{Bounds, Table, TableSize};
use crate::windows::narrow;

use super::{Search, Stopped};

/// How many weights there are to learn.
pub const WEIGHTS: usize = patterns::WEIGHTS;

/// What a weight of one means, as a logarithm of the chance to be tried first.
pub const UNIT: f32 = 1.0 / 64.0;

/// Number of discs below which a search begins early.
const EARLY_BELOW: u32 = 6;

/// A move that was searched.
pub struct Trial {
    /// What its threats say, in the unit of weights.
    pub threats: i32,
    /// Which weights experience adds up for it.
    pub weights: Vec<usize>,
    /// Whether it answers the node's question with yes.
    pub good: bool,
    /// Nodes its search took.
    pub nodes: u64,
}

/// Takes samples while a position is solved: of each node the moves that had to be searched, two or more,
/// one of them good.
pub fn samples(position: OpenPosition, seed: u64, cancel: &AtomicBool) -> Vec<Vec<Trial>> {
    let Settled::Open { node, .. } = settle_root(position) else { return Vec::new() };
    let table = Table::new(TableSize::DEFAULT);
    let mut search = Search::new(&table, Budget::until(cancel), None);
    search.sampler =
        Some(Sampler { random: seed | 1, is_early: node.discs < EARLY_BELOW, samples: Vec::new() });
    narrow(&mut search, &node, Bounds::ANY);
    search.sampler.map_or(Vec::new(), |it| it.samples)
}

/// What a search has sampled so far.
pub(crate) struct Sampler {
    random: u64,
    /// Whether the search began early: then nodes are so many that fewer are tried.
    is_early: bool,
    samples: Vec<Vec<Trial>>,
}

impl Sampler {
    /// Whether to try all moves of a node with this many discs. Late nodes are many and alike.
    fn draws(&mut self, discs: u32) -> bool {
        let [early, other] = match discs {
            ..=7 => [16, 2],
            8..=11 => [6, 2],
            12..=14 => [10, 6],
            15..=17 => [20, 16],
            18..=20 => [50, 40],
            21..=25 => [100, 100],
            26.. => return false,
        };
        self.below(if self.is_early { early } else { other }) == 0
    }

    /// A number below `limit` (xorshift).
    fn below(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 16) % limit
    }
}

impl Search<'_> {
    /// Tries all moves of a node, if the lot falls on it, in an order drawn by lot as well. Returns the
    /// best score, or a bound of it as [`Search::ask`] does.
    pub(crate) fn try_all(&mut self, node: &Node, limit: i32) -> Result<Option<i32>, Stopped> {
        let in_full = self.stop_at == u64::MAX;
        let Some(sampler) = self.sampler.as_mut().filter(|_| in_full) else { return Ok(None) };
        if !sampler.draws(node.discs) {
            return Ok(None);
        }
        let mut cells: Vec<u64> = (0..u64::BITS).map(|it| 1 << it).collect();
        cells.retain(|cell| node.moves & cell != 0);
        cells.sort_by_cached_key(|_| sampler.below(u64::MAX));
        let mut best = node.bounds().lower;
        let mut trials = Vec::new();
        for cell in cells {
            let after = play(node, cell);
            let (next, turn) = match settle(after, Turn::Opponent) {
                Settled::Decided { score, by } => {
                    best = best.max(by.score(score));
                    continue;
                }
                Settled::Open { node, by } => (node, by),
            };
            let before = self.nodes;
            let score = turn.score(self.answer(&next, turn.limit(limit))?);
            best = best.max(score);
            if self.nodes > before {
                trials.push(Trial {
                    threats: order::THREATS_COUNT
                        * order::threat_rank(node, cell, &after, &next, turn),
                    weights: Patterns::of(node).places(cell, &after).collect(),
                    good: score > limit,
                    nodes: self.nodes - before,
                });
            }
        }
        if trials.len() > 1 && trials.iter().any(|it| it.good) {
            self.sampler.iter_mut().for_each(|it| it.samples.push(std::mem::take(&mut trials)));
        }
        Ok(Some(best))
    }
}
