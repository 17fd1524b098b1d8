//! Positions in which somebody really chooses, and the way from a move to the next of them.

use fourfall_rules::OpenPosition;

use crate::bits::{BOTTOM, CELLS, mirror, playable, threats};
use crate::table::Bounds;

/// A position whose player to move can't win at once, and has at least two moves after which the
/// opponent can't win at once either.
///
/// Only these are searched. In all others there is nothing to choose, and [`settle`] walks past.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Node {
    /// Discs of the player to move.
    pub(crate) mover: u64,
    /// Discs of both players.
    pub(crate) occupied: u64,
    /// Where the moves land that do not lose at once. At least two.
    pub(crate) moves: u64,
    /// Empty cells that would complete four for the opponent. None of them is playable.
    pub(crate) threats: u64,
    /// How many discs are on the board.
    pub(crate) discs: u32,
}

/// Number of discs from which mirror images are not looked for any more: too few are met.
const MIRRORED_BELOW: u32 = 24;

impl Node {
    /// Discs of the player who is not to move.
    #[inline(always)]
    pub(crate) const fn opponent(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// What is known of the score from the number of discs alone.
    ///
    /// The mover wins with its disc after next at the earliest, and so does the opponent.
    #[inline(always)]
    pub(crate) const fn bounds(&self) -> Bounds {
        Bounds { lower: loss_next(self.discs + 2), upper: win_now(self.discs + 2) }
    }

    /// A number that only this position has, or it and its mirror image.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        let key = self.mover + self.occupied + BOTTOM;
        if self.discs < MIRRORED_BELOW { key.min(mirror(key)) } else { key }
    }
}

/// The score of a player to move who completes four with the next disc.
#[inline(always)]
pub(crate) const fn win_now(discs: u32) -> i32 {
    ((CELLS + 1 - discs) / 2).cast_signed()
}

/// The score of a player to move whose opponent completes four with the disc after the next.
#[inline(always)]
pub(crate) const fn loss_next(discs: u32) -> i32 {
    -win_now(discs + 1)
}

/// Where a line of forced moves ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// The rest is forced to the end of the game.
    Decided { score: i32, by: Turn },
    /// Somebody has a choice.
    Open { node: Node, by: Turn },
}

/// Whose turn it is at the end of a forced line, and so whose view a score there takes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Turn {
    /// That of the player whose move the line started with.
    #[default]
    Mover,
    /// The other's.
    Opponent,
}

impl Turn {
    #[inline(always)]
    const fn next(self) -> Turn {
        match self {
            Turn::Mover => Turn::Opponent,
            Turn::Opponent => Turn::Mover,
        }
    }

    /// A score at the end of the line, as the mover at its start sees it. Its own inverse.
    #[inline(always)]
    pub(crate) const fn score(self, score: i32) -> i32 {
        match self {
            Turn::Mover => score,
            Turn::Opponent => -score,
        }
    }

    /// Bounds at one end of the line, as the mover at the other sees them. Its own inverse.
    pub(crate) const fn bounds(self, bounds: Bounds) -> Bounds {
        match self {
            Turn::Mover => bounds,
            Turn::Opponent => bounds.for_opponent(),
        }
    }

    /// The mover asks "is my score greater than `limit`?": the limit of the question at the end of
    /// the line, where the opponent's yes is the mover's no.
    #[inline(always)]
    pub(crate) const fn limit(self, limit: i32) -> i32 {
        match self {
            Turn::Mover => limit,
            Turn::Opponent => -limit - 1,
        }
    }
}

/// Settles a position that has not been searched before.
pub(crate) fn settle_root(position: OpenPosition) -> Settled {
    let node = root(position);
    if threats(node.mover, node.occupied) & playable(node.occupied) != 0 {
        return Settled::Decided { score: win_now(node.discs), by: Turn::Mover };
    }
    settle(node, Turn::Mover)
}

/// A position with the moves in it not known yet.
pub(crate) fn root(position: OpenPosition) -> Node {
    let position = position.position();
    let (mover, occupied) = (position.mover_discs().bits(), position.occupied().bits());
    Node {
        mover,
        occupied,
        moves: 0,
        threats: threats(mover ^ occupied, occupied),
        discs: position.ply(),
    }
}

/// Follows the game for as long as there is exactly one move that does not lose at once.
///
/// `node` is a position whose player to move can't win at once; its moves are not known yet. That
/// player must block if the opponent threatens a playable cell, and must not play right below a
/// threat:
///
/// ```text
///   . . . . . . .
///   . . . . . . .
///   . . . . . . .
///   . . . . . . .
///   . . 2 . . . .    x to move. o threatens the cell marked 1: x must play there, and o goes on.
///   . x 1 o o o x    If o threatened the cell marked 2 as well, x would have lost.
/// ```
///
/// After such a move the other player can't win at once, so the walk may go on. It ends where there
/// are two moves or more; where there is none, because two cells must be blocked, or the only
/// block is below another threat, or every move is below one; or on a full board.
#[inline(always)]
pub(crate) fn settle(mut node: Node, mut by: Turn) -> Settled {
    loop {
        let landings = playable(node.occupied);
        let moves = safe_moves(landings, node.threats);
        if moves == 0 {
            let score = if landings == 0 { 0 } else { loss_next(node.discs) };
            return Settled::Decided { score, by };
        }
        if !is_single(moves) {
            return Settled::Open { node: Node { moves, ..node }, by };
        }
        node = play(&node, moves);
        by = by.next();
    }
}

/// The landings after which an opponent with these threats can't win at once.
#[inline(always)]
pub(crate) const fn safe_moves(landings: u64, threats: u64) -> u64 {
    let forced = landings & threats;
    let safe = landings & !(threats >> 1);
    if forced == 0 {
        safe
    } else if is_single(forced) {
        safe & forced
    } else {
        0
    }
}

/// The position after a disc on `cell`, with the moves in it not known yet.
#[inline(always)]
pub(crate) const fn play(node: &Node, cell: u64) -> Node {
    let occupied = node.occupied | cell;
    Node {
        mover: node.opponent(),
        occupied,
        moves: 0,
        threats: threats(node.mover | cell, occupied),
        discs: node.discs + 1,
    }
}

/// Whether a set that has cells has exactly one.
#[inline(always)]
const fn is_single(cells: u64) -> bool {
    cells & (cells - 1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::drawn::cells;

    /// Settles a drawn position, `x` to move.
    fn settled(drawing: &str) -> Settled {
        let (mover, other) = (cells(drawing, "x"), cells(drawing, "o"));
        let occupied = mover | other;
        let threats = threats(other, occupied);
        let discs = occupied.count_ones();
        settle(Node { mover, occupied, moves: 0, threats, discs }, Turn::Mover)
    }

    #[test]
    fn a_forced_block_is_played() {
        let drawing = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . x 1 o o o x";
        let Settled::Open { node, by } = settled(drawing) else { panic!("there are choices") };
        assert_eq!(by, Turn::Opponent);
        assert_eq!(node.mover, cells(drawing, "o"));
        assert_eq!(node.opponent(), cells(drawing, "x1"));
        assert_eq!(node.moves.count_ones(), 7);
    }

    #[test]
    fn two_threats_at_once_decide() {
        let drawing = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . x x . . .
                       . . o o o . .";
        let lost = Settled::Decided { score: loss_next(5), by: Turn::Mover };
        assert_eq!(settled(drawing), lost);
    }

    #[test]
    fn a_block_below_another_threat_decides() {
        // o threatens the fourth cell of rows 1 and 2 in the third column.
        let drawing = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . x x x .
                       . . . o o o x
                       . x . o o o x";
        let lost = Settled::Decided { score: loss_next(12), by: Turn::Mover };
        assert_eq!(settled(drawing), lost);
    }

    #[test]
    fn nobody_plays_below_a_threat() {
        let drawing = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . x . . .
                       . . . o o o x
                       . . . x x o x";
        let Settled::Open { node, by } = settled(drawing) else { panic!("there are choices") };
        assert_eq!((by, node.threats), (Turn::Mover, 1 << 15));
        assert_eq!(node.moves & column_three(), 0);
        assert_eq!(node.moves.count_ones(), 6);
    }

    const fn column_three() -> u64 {
        0b11_1111 << 14
    }

    #[test]
    fn a_limit_and_its_opposite_ask_the_same() {
        for limit in -5..5 {
            for score in -5..5 {
                let opposite = Turn::Opponent.score(score) > Turn::Opponent.limit(limit);
                assert_eq!(score > limit, !opposite, "score {score}, limit {limit}");
            }
        }
    }

    #[test]
    fn mirror_images_share_a_key_while_it_pays() {
        let node = Node { mover: 0b1, occupied: 0b11, discs: 2, ..Node::default() };
        let image = Node { mover: mirror(0b1), occupied: mirror(0b11), ..node };
        assert_eq!(node.key(), image.key());
        assert_ne!(Node { discs: 30, ..node }.key(), Node { discs: 30, ..image }.key());
    }
}
