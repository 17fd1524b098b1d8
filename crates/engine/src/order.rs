//! Which move to try first.
//!
//! A bad order never makes a score wrong, only slow to find. What follows was found by measuring
//! (docs/ENGINE.md).

use fourfall_rules::{Column, OpenPosition};

use crate::bits::{COLUMN_BITS, column_of, playable, threats};
use crate::node::{Node, Settled, Turn, play, root, safe_moves, settle};
use crate::patterns::Patterns;

/// How promising the moves of one node are.
pub(crate) struct Ranking<'a> {
    node: &'a Node,
    patterns: Option<Patterns>,
}

/// Number of discs from which experience is not asked any more: late nodes are many, and it would
/// cost more than it saves.
const PATTERNS_BELOW: u32 = 22;

/// How far from zero questions may be for experience to be asked: it comes from long games, and a quick
/// win is a matter of threats alone.
const PATTERNS_LIMIT: i32 = 6;

/// How much what the threats say counts beside experience.
pub(crate) const THREATS_COUNT: i32 = 2;

impl Ranking<'_> {
    #[inline(always)]
    pub(crate) fn of(node: &Node, limit: i32) -> Ranking<'_> {
        let is_learnt = node.discs < PATTERNS_BELOW && limit.abs() <= PATTERNS_LIMIT;
        Ranking { node, patterns: is_learnt.then(|| Patterns::of(node)) }
    }

    /// The rank of a move; the larger, the sooner it is tried.
    ///
    /// `after` is the position right after the disc on `cell`, `next` the one where somebody chooses
    /// again, with `turn` to move there.
    #[inline(always)]
    pub(crate) fn rank(&self, cell: u64, after: &Node, next: &Node, turn: Turn) -> i32 {
        let experience = self.patterns.as_ref().map_or(0, |it| it.weigh(cell, after));
        THREATS_COUNT * threat_rank(self.node, cell, after, next, turn) + experience
    }
}

/// What the threats that a move makes, spoils and forces say of it.
#[inline(always)]
pub(crate) fn threat_rank(node: &Node, cell: u64, after: &Node, next: &Node, turn: Turn) -> i32 {
    // A threat right above one of the opponent's is worth nothing: the opponent's comes first.
    let useful = after.threats & !(node.threats << 1);
    let landings = playable(after.occupied);
    let count = |cells: u64| cells.count_ones().cast_signed();
    let spoils = threats(node.mover, node.occupied) & cell << 1 != 0;
    let forced = (next.discs - node.discs).cast_signed();

    96 * count(useful & landings << 1) + 24 * count(useful) + 48 * count(useful & landings)
        - if spoils { 30 } else { 0 }
        + if turn == Turn::Mover { 20 } else { 0 }
        + 10 * forced
        + centrality(cell)
}

/// 3 in the middle column, down to 0 at the edges.
const fn centrality(cell: u64) -> i32 {
    let column = (cell.trailing_zeros() / COLUMN_BITS).cast_signed();
    3 - (column - 3).abs()
}

/// The moves among which a best one is sure to be, the most promising first. Never empty.
pub(crate) fn candidates(position: OpenPosition) -> Vec<Column> {
    let node = root(position);
    let landings = playable(node.occupied);
    let wins = landings & threats(node.mover, node.occupied);
    if wins != 0 {
        return columns(wins & wins.wrapping_neg(), |_| 0);
    }
    match safe_moves(landings, node.threats) {
        // Every move loses at once: block what can be blocked.
        0 => columns(landings, |cell| i32::from(node.threats & cell != 0)),
        safe => columns(safe, |cell| promise(&node, cell)),
    }
}

/// [`threat_rank`] for a move that may also be decided: then the score comes before everything else. Without
/// experience, so that a bot plays the same after more has been learnt.
fn promise(node: &Node, cell: u64) -> i32 {
    const DECIDED: i32 = 1 << 20;
    let after = play(node, cell);
    match settle(after, Turn::Opponent) {
        Settled::Decided { score, by } => by.score(score) * DECIDED,
        Settled::Open { node: next, by } => threat_rank(node, cell, &after, &next, by),
    }
}

/// The columns of these cells, the one with the largest number first.
fn columns(cells: u64, number: impl Fn(u64) -> i32) -> Vec<Column> {
    let cell_in =
        |column: Column| cells & column_of(1 << (u32::from(column.index()) * COLUMN_BITS));
    let mut columns: Vec<Column> = Column::ALL.into_iter().filter(|&it| cell_in(it) != 0).collect();
    columns.sort_by_key(|&it| std::cmp::Reverse(number(cell_in(it))));
    columns
}
