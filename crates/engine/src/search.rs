//! The search: is a position's score greater than a limit?
//!
//! It asks nothing else. Such a question has two answers, and one good move proves a *yes*; the exact
//! score is found by asking about several limits (see the [solver](crate::solver)). On the way down
//! a question turns into its opposite for the other player, and that is all there is to alpha-beta with a
//! null window.
//!
//! A node is visited in four steps, each cheaper than the next one would be:
//!
//! 1. **Settle every child.** After a move often only one reply does not lose; then only one to
//!    that. [`settle`](crate::node::settle) plays such replies until somebody chooses or the game is
//!    decided. A child that is decided is done.
//! 2. **Judge it without search.** The number of discs bounds the score, and so may the
//!    [follow-up rule](crate::follow_up). A child that is bounded on the right side of the limit is done.
//! 3. **Look it up.** All children are looked up before any is searched: one that is known to be
//!    good ends the node, one that is known to be bad is dropped.
//! 4. **Search the rest**, the most [promising](crate::order) first; of several threads each leaves for
//!    later what another one [is at](crate::threads).
//!
//! Bounds are kept as good as they were found ("fail-soft"), since a later question may be about
//! another limit.

#[cfg(feature = "learn")]
pub mod learn;

use crate::budget::Budget;
use crate::follow_up;
use crate::machine::{AnyProcessor, NewerProcessor, Processor};
use crate::node::{Node, Settled, Turn, play, settle};
use crate::order::Ranking;
use crate::table::{Answer, Bounds, Effort, Table};
use crate::threads::Crew;

/// One thread's search on a table that others may share.
pub(crate) struct Search<'a> {
    table: &'a Table,
    budget: Budget<'a>,
    /// The other threads, if there are any.
    crew: Option<&'a Crew>,
    /// The questions on the way to where it is that another thread may answer: the caller's, and one for
    /// every node that threads divide. Keys and limits.
    open: Vec<(u64, i32)>,
    #[cfg(feature = "learn")]
    sampler: Option<learn::Sampler>,
    /// Nodes visited so far.
    nodes: u64,
    /// The number of nodes at which the present question is given up.
    stop_at: u64,
    /// The number of nodes at which to look at the flags again.
    pause_at: u64,
}

/// The search ran out of its budget, or was told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// A child that has to be searched, or where the search begins.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    node: Node,
    key: u64,
    turn: Turn,
    rank: i32,
}

/// At most one child per column, the most promising first.
struct Children {
    items: [Child; 7],
    count: usize,
}

/// Number of discs from which children are not looked up before the first is searched: the subtrees
/// are then too small to pay for it.
const LOOKED_UP_BELOW: u32 = 27;

/// Number of discs from which threads do not divide the children of a node any more: nobody would be at
/// one long enough to be met there.
const DIVIDED_BELOW: u32 = 24;

/// Nodes between two looks at the cancel flag.
const NODES_A_LOOK: u64 = 1024;

impl<'a> Search<'a> {
    pub(crate) fn new(table: &'a Table, budget: Budget<'a>, crew: Option<&'a Crew>) -> Search<'a> {
        let mut search = Search {
            table,
            budget,
            crew,
            open: Vec::new(),
            #[cfg(feature = "learn")]
            sampler: None,
            nodes: 0,
            stop_at: 0,
            pause_at: 0,
        };
        search.allow(u64::MAX);
        search
    }

    /// Nodes visited so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lets the next questions take this many nodes together, or what is left of the budget.
    pub(crate) fn allow(&mut self, nodes: u64) {
        let whole = self.budget.nodes.unwrap_or(u64::MAX);
        self.stop_at = self.nodes.saturating_add(nodes).min(whole);
        // So that a flag that is already up ends the next question before it starts.
        self.pause_at = self.nodes;
    }

    /// Answers whether the score of `node` is greater than `limit`: returns a score greater than it
    /// that the node has at least, or one not greater that it has at most.
    pub(crate) fn ask(&mut self, node: &Node, limit: i32) -> Result<i32, Stopped> {
        self.unless_answered(node.key(), limit, |search| search.answer(node, limit))
    }

    /// Does `work` on a question, which ends early if another thread answers it.
    #[inline(always)]
    fn unless_answered(
        &mut self,
        key: u64,
        limit: i32,
        work: impl FnOnce(&mut Self) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        if self.crew.is_none() {
            return work(self);
        }
        self.open.push((key, limit));
        let result = work(self);
        self.open.pop();
        result.or_else(|stopped| self.look_up(key, limit).ok_or(stopped))
    }

    fn answer(&mut self, node: &Node, limit: i32) -> Result<i32, Stopped> {
        if let Some(score) = judge(node, limit) {
            return Ok(score);
        }
        let root = Child::root(*node);
        match (self.look_up(root.key, limit), NewerProcessor::detect()) {
            (Some(score), _) => Ok(score),
            (None, Some(processor)) => processor.visit(self, &root, limit),
            (None, None) => AnyProcessor.visit(self, &root, limit),
        }
    }

    /// Visits a node that is neither judged nor known. [Compiled](Processor::visit) for the processor.
    #[inline(always)]
    pub(crate) fn visit(
        &mut self,
        processor: impl Processor,
        Child { node, key, .. }: &Child,
        limit: i32,
    ) -> Result<i32, Stopped> {
        if self.nodes >= self.pause_at {
            self.pause()?;
        }
        let before = self.nodes;
        self.nodes += 1;

        let mut best = node.bounds().lower;
        let mut children = Children::NONE;
        let ranking = Ranking::of(node, limit);
        let mut moves = node.moves;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let after = play(node, cell);
            let (next, turn) = match settle(after, Turn::Opponent) {
                Settled::Decided { score, by } => {
                    best = best.max(by.score(score));
                    if best > limit {
                        return Ok(best);
                    }
                    continue;
                }
                Settled::Open { node, by } => (node, by),
            };
            if let Some(score) = judge(&next, turn.limit(limit)) {
                best = best.max(turn.score(score));
                if best > limit {
                    return Ok(best);
                }
                continue;
            }
            let key = next.key();
            self.table.prefetch(key);
            let rank = ranking.rank(cell, &after, &next, turn);
            children.insert(Child { node: next, key, turn, rank });
        }

        if node.discs < LOOKED_UP_BELOW {
            let mut unknown = 0;
            for index in 0..children.count {
                let child = children.items[index];
                match self.look_up(child.key, child.turn.limit(limit)) {
                    Some(score) => {
                        best = best.max(child.turn.score(score));
                        if best > limit {
                            return Ok(best);
                        }
                    }
                    None => {
                        children.items[unknown] = child;
                        unknown += 1;
                    }
                }
            }
            children.count = unknown;
        }

        #[cfg(feature = "learn")]
        if let Some(score) = self.try_all(node, limit)? {
            best = best.max(score);
            children.count = 0;
        }

        let crew = self.crew.filter(|_| node.discs < DIVIDED_BELOW);
        let mut next = 0;
        let mut put_off_from = children.count;
        while next < children.count {
            let child = children.items[next];
            if 0 < next && next < put_off_from && crew.is_some_and(|it| it.is_at(child.key)) {
                children.put_off(next);
                put_off_from -= 1;
                continue;
            }
            next += 1;
            best = best.max(self.search(processor, &child, limit, crew)?);
            if best > limit {
                break;
            }
            if crew.is_some()
                && let Some(score) = self.look_up(*key, limit)
            {
                return Ok(score);
            }
        }

        let Bounds { lower, upper } = node.bounds();
        let proved = if best > limit {
            Bounds { lower: best, upper }
        } else {
            Bounds { lower, upper: best }
        };
        self.table.put(*key, proved, Effort::of(self.nodes - before));
        Ok(best)
    }

    /// What a child is worth to the player who moves there.
    #[inline(always)]
    fn search(
        &mut self,
        processor: impl Processor,
        child: &Child,
        limit: i32,
        crew: Option<&Crew>,
    ) -> Result<i32, Stopped> {
        let limit = child.turn.limit(limit);
        let score = match (self.look_up(child.key, limit), crew) {
            (Some(score), _) => score,
            (None, None) => processor.visit(self, child, limit)?,
            (None, Some(crew)) => {
                crew.come(child.key);
                let score = self.unless_answered(child.key, limit, |search| {
                    processor.visit(search, child, limit)
                });
                crew.leave(child.key);
                score?
            }
        };
        Ok(child.turn.score(score))
    }

    /// An answer from the table.
    #[inline(always)]
    fn look_up(&self, key: u64, limit: i32) -> Option<i32> {
        match self.table.get(key)?.answer(limit) {
            Answer::Yes { at_least } => Some(at_least),
            Answer::No { at_most } => Some(at_most),
            Answer::Unknown => None,
        }
    }

    #[cold]
    fn pause(&mut self) -> Result<(), Stopped> {
        let is_answered = |&(key, limit): &(u64, i32)| self.look_up(key, limit).is_some();
        let answered = |crew: &Crew| crew.is_done() || self.open.iter().any(is_answered);
        if self.crew.is_some_and(answered)
            || self.budget.is_cancelled()
            || self.nodes >= self.stop_at
        {
            return Err(Stopped);
        }
        self.pause_at = self.stop_at.min(self.nodes + NODES_A_LOOK);
        Ok(())
    }
}

/// An answer that needs neither search nor table.
#[inline(always)]
fn judge(node: &Node, limit: i32) -> Option<i32> {
    match node.bounds().answer(limit) {
        Answer::Yes { at_least } => Some(at_least),
        Answer::No { at_most } => Some(at_most),
        Answer::Unknown => follow_up::bound(node, limit),
    }
}

impl Child {
    pub(crate) fn root(node: Node) -> Child {
        Child { node, key: node.key(), turn: Turn::Mover, rank: 0 }
    }
}

impl Children {
    /// A constant: made by `Default`, it takes a tenth of the time of a node.
    const NONE: Children = {
        let node = Node { mover: 0, occupied: 0, moves: 0, threats: 0, discs: 0 };
        Children { items: [Child { node, key: 0, turn: Turn::Mover, rank: 0 }; 7], count: 0 }
    };

    /// Keeps the order by rank; among equals the earlier stays in front.
    #[inline(always)]
    fn insert(&mut self, child: Child) {
        let mut place = self.count;
        while place > 0 && self.items[place - 1].rank < child.rank {
            self.items[place] = self.items[place - 1];
            place -= 1;
        }
        self.items[place] = child;
        self.count += 1;
    }

    /// Puts a child behind all others.
    fn put_off(&mut self, index: usize) {
        self.items[index..self.count].rotate_left(1);
    }
}
