//! Which questions to ask: from "is the score greater than this?" to the score.

use crate::node::Node;
use crate::search::{Search, Stopped};
use crate::table::Bounds;

/// Narrows what is known about a node's score until it is exact or the budget is spent.
///
/// Quick wins and losses are found by a small search if one asks for exactly them, and by a large one if
/// one asks "who wins?" first. So the first questions come from outside in, for a small number of nodes: about
/// the earliest win or the earliest loss that is still possible, whichever would come sooner. What is
/// not decided by then is a long game: the rest is asked from zero, each answer giving the next
/// question.
pub(crate) fn narrow(search: &mut Search<'_>, node: &Node, known: Bounds) -> Bounds {
    let mut bounds = known.and(node.bounds());
    search.allow(quick_nodes(node.discs));
    while !bounds.is_exact() {
        let limit = if bounds.upper >= -bounds.lower { bounds.upper - 1 } else { bounds.lower };
        match search.ask(node, limit) {
            Ok(score) => bounds = bounds.and(learnt(limit, score)),
            Err(Stopped) => break,
        }
    }
    search.allow(u64::MAX);
    while !bounds.is_exact() {
        let limit = 0.clamp(bounds.lower, bounds.upper - 1);
        match search.ask(node, limit) {
            Ok(score) => bounds = bounds.and(learnt(limit, score)),
            Err(Stopped) => break,
        }
    }
    bounds
}

/// What an answer of [`Search::ask`] says.
pub(crate) fn learnt(limit: i32, score: i32) -> Bounds {
    if score > limit {
        Bounds { lower: score, ..Bounds::ANY }
    } else {
        Bounds { upper: score, ..Bounds::ANY }
    }
}

/// Nodes for the questions from outside in: few compared with what a long game takes at that ply.
const fn quick_nodes(discs: u32) -> u64 {
    match discs {
        0..=14 => 8_000,
        15..=20 => 500,
        21.. => 150,
    }
}
