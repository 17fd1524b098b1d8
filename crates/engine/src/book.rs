//! The opening book: exact scores of every position of the first plies, in one block of bytes.
//!
//! A book is used where it lies; opening one checks it and builds nothing. All numbers are
//! little-endian:
//!
//! ```text
//!   bytes   what
//!   8       magic, "4FALLBK" and the format's version
//!   8       checksum of everything after it (FNV-1a, 64 bits)
//!   4       deepest ply D
//!   4 each  number of entries of ply 0, 1, … D
//!   1 each  upper byte of every entry's code, ply by ply, ascending by code
//!   1 each  middle byte of every entry's code
//!   1 each  lower byte of every entry's code
//!   1 each  score of every entry, plus 128
//! ```
//!
//! Entry n is the n-th byte of each of the four planes. That is as quick to search as whole entries
//! would be, and on its way to a browser the compressed book has less than half the size: neighbours
//! in a plane are alike. Of a position and its mirror image only the one with the smaller code is
//! there. Positions in which the player to move wins at once are not: those need no book.

use std::borrow::Cow;
use std::fmt;

use fourfall_rules::{Column, OpenPosition, Position};

use crate::bits::{playable, threats};
use crate::hash::fnv1a;
use crate::node::win_now;
use crate::score::Score;

#[cfg(feature = "threads")]
mod build;
mod draft;

#[cfg(feature = "threads")]
pub use build::solve_all;
pub use draft::{Draft, Incomplete, Solved, positions};

const MAGIC: [u8; 8] = *b"4FALLBK\x02";
const WORD: usize = 4;
const CHECKSUM_AT: usize = MAGIC.len();
const DEEPEST_AT: usize = CHECKSUM_AT + 8;
const COUNTS_AT: usize = DEEPEST_AT + WORD;
/// Bytes of an entry, each in a plane of its own.
const PLANES: usize = 4;
const SCORE_BITS: u32 = 8;
const SCORE_ZERO: i32 = 1 << (SCORE_BITS - 1);

/// The deepest ply a book can have: codes of later positions do not fit.
pub const DEEPEST_PLY_MAX: u32 = 9;

/// An opening book that has been checked.
#[derive(Clone)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    deepest_ply: u32,
}

/// Why bytes are not a book. The engine plays on without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookError {
    /// They do not start like a book of this format.
    NotABook,
    /// They end too early, or go on too long.
    WrongLength,
    /// Something in them has changed since the book was made.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BookError::NotABook => "this is not an opening book of a format known here",
            BookError::WrongLength => "the opening book is cut short or too long",
            BookError::Damaged => "the opening book is damaged: its checksum does not fit",
        })
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The book of the first nine plies that comes with the engine.
    #[cfg(feature = "book")]
    pub fn embedded() -> Book {
        const BYTES: &[u8] = include_bytes!("../book/fourfall.book");
        Book::from_bytes(BYTES).expect("the book in the repository is sound: a test opens it")
    }

    /// Opens a book.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly those of a book.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        if !bytes.starts_with(&MAGIC) {
            return Err(BookError::NotABook);
        }
        let checksum: [u8; 8] = array_at(&bytes, CHECKSUM_AT).ok_or(BookError::WrongLength)?;
        let deepest_ply = word_at(&bytes, DEEPEST_AT).ok_or(BookError::WrongLength)?;
        if deepest_ply > DEEPEST_PLY_MAX {
            return Err(BookError::NotABook);
        }
        let book = Book { bytes, deepest_ply };
        if book.bytes.len() != book.planes_at() + book.len() * PLANES {
            return Err(BookError::WrongLength);
        }
        if checksum != fnv1a(&book.bytes[DEEPEST_AT..]).to_le_bytes() {
            return Err(BookError::Damaged);
        }
        Ok(book)
    }

    /// The score of a position, if the book goes that deep.
    pub fn score(&self, position: OpenPosition) -> Option<Score> {
        let ply = position.position().ply();
        if ply > self.deepest_ply {
            return None;
        }
        if wins_at_once(position) {
            return Some(Score::from_search(win_now(ply)));
        }
        self.find(ply, code(position))
    }

    /// The ply up to which it knows every position.
    pub const fn deepest_ply(&self) -> u32 {
        self.deepest_ply
    }

    /// How many positions of a ply it holds; see the [module](self) for those it does not.
    pub fn count(&self, ply: u32) -> usize {
        let count = word_at(&self.bytes, COUNTS_AT + ply as usize * WORD);
        count.filter(|_| ply <= self.deepest_ply).unwrap_or(0) as usize
    }

    /// Its size in memory and on disk.
    pub fn size_bytes(&self) -> usize {
        self.bytes.len()
    }

    fn find(&self, ply: u32, code: u32) -> Option<Score> {
        let mut low = self.before(ply);
        let mut high = low + self.count(ply);
        while low < high {
            let middle = low.midpoint(high);
            let entry = self.entry(middle)?;
            match (entry >> SCORE_BITS).cmp(&code) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return score_of(entry),
            }
        }
        None
    }

    /// One entry, as [`entry`] makes it.
    fn entry(&self, index: usize) -> Option<u32> {
        let planes = self.bytes.get(self.planes_at() + index..)?;
        let byte = |plane: usize| planes.get(plane * self.len()).copied();
        Some(u32::from_be_bytes([byte(0)?, byte(1)?, byte(2)?, byte(3)?]))
    }

    fn planes_at(&self) -> usize {
        COUNTS_AT + (self.deepest_ply as usize + 1) * WORD
    }

    /// How many entries there are.
    fn len(&self) -> usize {
        self.before(self.deepest_ply + 1)
    }

    /// How many entries there are of plies before this one.
    fn before(&self, ply: u32) -> usize {
        (0..ply).map(|it| self.count(it)).sum()
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("deepest_ply", &self.deepest_ply).finish_non_exhaustive()
    }
}

/// A number below 2²⁴ that, of positions with the same number of discs, at most nine, only this one
/// and its mirror image have.
///
/// Column by column from the left, each from the bottom up: a disc is `10` or `11`, the first or
/// the second player's, and `0` goes between two columns. Nine discs in seven columns take 24 bits.
fn code(position: OpenPosition) -> u32 {
    let position = position.position();
    one_sided_code(position).min(one_sided_code(position.mirrored()))
}

fn one_sided_code(position: Position) -> u32 {
    let second = position.discs().second;
    let mut code = 0;
    let mut column = Column::ALL[0];
    for cell in position.occupied().cells() {
        code <<= cell.column.index() - column.index();
        code = code << 2 | 0b10 | u32::from(second.contains(cell));
        column = cell.column;
    }
    code << (Column::COUNT - 1 - column.index())
}

fn wins_at_once(position: OpenPosition) -> bool {
    let position = position.position();
    let (mover, occupied) = (position.mover_discs().bits(), position.occupied().bits());
    threats(mover, occupied) & playable(occupied) != 0
}

/// A position's code and score as one number; its bytes, the highest first, go to the planes.
fn entry(code: u32, score: Score) -> u32 {
    code << SCORE_BITS | (i32::from(score.number()) + SCORE_ZERO).cast_unsigned()
}

fn score_of(entry: u32) -> Option<Score> {
    let number = (entry & ((1 << SCORE_BITS) - 1)).cast_signed() - SCORE_ZERO;
    i8::try_from(number).ok().and_then(Score::new)
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn word_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}
