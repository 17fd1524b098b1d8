//! Positions that were not played but given by their discs.
//!
//! They are accepted only if some game leads to them. Looking backwards that is a small question:
//! whichever discs are taken off, what remains of a column is its lower part, so the seven heights
//! say everything, and there are at most 7⁷ = 823,543 of them.

use core::fmt;

use crate::{Bitboard, ByPlayer, Cell, Column, Numbered, Player, Position, Row};

/// Why discs on a board are not a position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Both players have a disc on this cell.
    Shared(Cell),
    /// Nothing lies below this disc.
    Floating(Cell),
    /// The first player must have as many discs as the second, or one more.
    Uneven {
        /// How many the players have.
        discs: ByPlayer<u32>,
    },
    /// No order of moves leads here: both have four, or play went on after the end, or turns don't
    /// work out.
    Unreachable,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::Shared(cell) => {
                let Numbered { column, row } = cell.into();
                write!(f, "two discs lie in column {column}, row {row}")
            }
            SetupError::Floating(cell) => {
                let Numbered { column, row } = cell.into();
                write!(f, "nothing lies below the disc in column {column}, row {row}")
            }
            SetupError::Uneven { discs } => {
                let ByPlayer { first, second } = discs;
                write!(
                    f,
                    "the first player has {first} and the second {second}: \
                     the first must have as many as the second, or one more"
                )
            }
            SetupError::Unreachable => f.write_str("no order of moves leads to this board"),
        }
    }
}

impl core::error::Error for SetupError {}

impl Position {
    /// The position with these discs.
    ///
    /// # Errors
    ///
    /// If no game leads to it; see [`SetupError`].
    pub fn from_discs(discs: ByPlayer<Bitboard>) -> Result<Position, SetupError> {
        let occupied = discs.first | discs.second;
        if let Some(cell) = (discs.first & discs.second).cells().next() {
            return Err(SetupError::Shared(cell));
        }
        let floats = |cell: &Cell| cell.below().is_some_and(|below| !occupied.contains(below));
        if let Some(cell) = occupied.cells().find(floats) {
            return Err(SetupError::Floating(cell));
        }
        let mover = match discs.first.len().checked_sub(discs.second.len()) {
            Some(0) => discs.first,
            Some(1) => discs.second,
            Some(_) | None => {
                return Err(SetupError::Uneven { discs: discs.map(Bitboard::len) });
            }
        };
        if leads_back(discs, occupied, &mut Seen([0; SEEN_WORDS])) {
            Ok(Position::new_unchecked(mover, occupied))
        } else {
            Err(SetupError::Unreachable)
        }
    }
}

/// Whether the discs can be taken off one by one, the last mover's first, without meeting a decided
/// board.
fn leads_back(discs: ByPlayer<Bitboard>, remaining: Bitboard, seen: &mut Seen) -> bool {
    if remaining.is_empty() {
        return true;
    }
    let last = if remaining.len().is_multiple_of(2) { Player::Second } else { Player::First };
    Column::ALL.into_iter().filter_map(|it| remaining.top(it)).any(|disc| {
        let earlier = remaining - Bitboard::of(disc);
        discs[last].contains(disc)
            && seen.insert(earlier)
            && !(discs.first & earlier).has_four()
            && !(discs.second & earlier).has_four()
            && leads_back(discs, earlier, seen)
    })
}

/// Boards already looked at, one bit each, numbered by their seven heights.
struct Seen([u64; SEEN_WORDS]);

const HEIGHTS: usize = Row::COUNT as usize + 1;
const SEEN_WORDS: usize = HEIGHTS.pow(Column::COUNT as u32).div_ceil(64);

impl Seen {
    /// Whether the board was not there yet.
    fn insert(&mut self, board: Bitboard) -> bool {
        let number = Column::ALL.into_iter().fold(0, |number, column| {
            let height = board.top(column).map_or(0, |it| usize::from(it.row.rows_below()) + 1);
            number * HEIGHTS + height
        });
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
