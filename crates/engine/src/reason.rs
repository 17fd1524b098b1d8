//! Why a move is what it is: the four it makes, prevents or leads to, as cells that can be drawn.
//!
//! ```
//! use fourfall_engine::reason::ReasonKind;
//! use fourfall_engine::{Budget, Solver, TableSize};
//! use fourfall_rules::{Column, Game};
//!
//! // The first player has three on the left edge, one above the other.
//! let position = "12131".parse::<Game>()?.position().open().expect("the game is on");
//! let mut solver = Solver::new(TableSize::DEFAULT);
//! let mut why = |number| {
//!     let column = Column::numbered(number).expect("1 to 7");
//!     solver.reason(position, column, &Budget::UNLIMITED).expect("there is no limit").kind
//! };
//! assert_eq!(why(1), ReasonKind::Blocks);
//! assert_eq!(why(4), ReasonKind::Leaves);
//! # Ok::<(), fourfall_rules::NotationError>(())
//! ```

use fourfall_rules::{Bitboard, Cell, Column, Line, OpenPosition, Outcome, Player, Position};

use crate::budget::Budget;
use crate::solver::Solver;

/// What a move does or leads to, if both go on perfectly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// In which way.
    pub kind: ReasonKind,
    /// Whose four it is about; `None` for a draw.
    pub by: Option<Player>,
    /// The cells of that four, or of several; some may be empty yet.
    pub cells: Bitboard,
    /// Those of them that decide: where the four is completed, or both places where it could be.
    pub key: Bitboard,
}

/// In which way a move decides something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReasonKind {
    /// The disc completes four.
    Wins,
    /// The opponent could complete four at once, and still can.
    Leaves,
    /// The disc is the step on which the opponent's winning disc will lie.
    Opens,
    /// The opponent would have completed four there.
    Blocks,
    /// Somebody will have two places to complete four, and only one can be taken.
    TwoThreats,
    /// Somebody will run out of other columns, and have to play below the deciding cell.
    Zugzwang,
    /// The board fills up.
    Draw,
}

impl ReasonKind {
    /// Every kind, in the order of their codes in other languages.
    pub const ALL: [ReasonKind; 7] = [
        ReasonKind::Wins,
        ReasonKind::Leaves,
        ReasonKind::Opens,
        ReasonKind::Blocks,
        ReasonKind::TwoThreats,
        ReasonKind::Zugzwang,
        ReasonKind::Draw,
    ];

    /// A name for test vectors and for other languages.
    pub const fn name(self) -> &'static str {
        match self {
            ReasonKind::Wins => "wins",
            ReasonKind::Leaves => "leaves",
            ReasonKind::Opens => "opens",
            ReasonKind::Blocks => "blocks",
            ReasonKind::TwoThreats => "two threats",
            ReasonKind::Zugzwang => "zugzwang",
            ReasonKind::Draw => "draw",
        }
    }
}

impl Solver {
    /// Why a move is what it is; `None` if the column is full, or the budget too small to tell.
    pub fn reason(
        &mut self,
        position: OpenPosition,
        column: Column,
        budget: &Budget<'_>,
    ) -> Option<Reason> {
        let (mover, opponent) = (position.turn(), position.turn().other());
        let board = position.position();
        let disc = board.landing(column)?;
        let next = position.play(column).ok()?;
        let four =
            |kind, by, board, key| Reason { kind, by: Some(by), cells: fours(board, by, key), key };
        if let Some(Outcome::Won(_)) = next.outcome() {
            return Some(four(ReasonKind::Wins, mover, board, Bitboard::of(disc)));
        }
        let allowed = wins_at_once(next, opponent);
        if !allowed.is_empty() {
            // What they had already is the plainer reason than what the disc added.
            let had = allowed & wins_at_once(board, opponent);
            let (kind, key) = if had.is_empty() {
                (ReasonKind::Opens, allowed)
            } else {
                (ReasonKind::Leaves, had)
            };
            return Some(four(kind, opponent, next, key));
        }
        let blocked = wins_at_once(board, opponent) & Bitboard::of(disc);
        if !blocked.is_empty() {
            return Some(four(ReasonKind::Blocks, opponent, board, blocked));
        }
        self.how_it_ends(next, budget)
    }

    /// The end of the best line from a position nobody wins at once.
    fn how_it_ends(&mut self, position: Position, budget: &Budget<'_>) -> Option<Reason> {
        let draw = Reason {
            kind: ReasonKind::Draw,
            by: None,
            cells: Bitboard::EMPTY,
            key: Bitboard::EMPTY,
        };
        let Some(open) = position.open() else { return Some(draw) };
        let mut boards = vec![position];
        for column in self.best_line(open, budget) {
            boards.push(boards.last()?.play(column).ok()?);
        }
        let winner = match boards.last()?.outcome()? {
            Outcome::Drawn => return Some(draw),
            Outcome::Won(winner) => winner,
        };
        // The loser's last choice: what the winner threatened then, and what came of it.
        let (choice, chosen) = match boards[..] {
            [.., choice, chosen, _] => (choice, chosen),
            // The position itself is the loser's last choice, and its answer the end: a win at once,
            // which was looked for before.
            _ => return None,
        };
        let threats = wins_at_once(choice, winner);
        let answers = wins_at_once(chosen, winner);
        let (kind, key) = if threats.is_empty() {
            (ReasonKind::Zugzwang, answers)
        } else if threats.len() > 1 {
            (ReasonKind::TwoThreats, threats)
        } else {
            // The one threat was blocked, or blocking would not have helped: the next is above it.
            let above = |cell: Cell| choice.play(cell.column).map(|it| wins_at_once(it, winner));
            let after_block = threats.cells().next().and_then(|it| above(it).ok());
            (ReasonKind::TwoThreats, threats | after_block.unwrap_or(answers))
        };
        Some(Reason { kind, by: Some(winner), cells: fours(chosen, winner, key), key })
    }
}

/// The cells a disc can land on at once and complete four of `player`'s.
fn wins_at_once(board: Position, player: Player) -> Bitboard {
    let discs = board.discs()[player];
    let landing = Column::ALL.into_iter().filter_map(|it| board.landing(it));
    landing.filter(|&it| discs.with(it).has_four()).collect()
}

/// The lines of four that discs of `player` on the cells `key` complete, one disc at a time.
fn fours(board: Position, player: Player, key: Bitboard) -> Bitboard {
    let discs = board.discs()[player];
    let completed = |cell: Cell| {
        let with = discs.with(cell);
        Line::ALL
            .into_iter()
            .map(Line::set)
            .filter(move |it| it.contains(cell) && with.contains_all(*it))
    };
    key.cells().flat_map(completed).fold(Bitboard::EMPTY, |all, it| all | it)
}
