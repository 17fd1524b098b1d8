//! Identifiers: of players, of matches, and of versions of a match.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The public id of a player. Knowing it proves nothing.
///
/// Printable ASCII without spaces, 1 to 64 characters: it appears in addresses and in logs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    /// The longest id, in bytes.
    pub const BYTES_MAX: usize = 64;

    /// An id, if the text can be one.
    pub fn new(text: &str) -> Option<PlayerId> {
        let fits = (1..=PlayerId::BYTES_MAX).contains(&text.len());
        (fits && text.bytes().all(|it| it.is_ascii_graphic())).then(|| PlayerId(text.into()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which match. Sixty random bits, written as twelve characters without look-alikes.
///
/// ```
/// use fourfall_match::MatchId;
///
/// let id = MatchId::from_random(0x0123_4567_89ab_cdef);
/// assert_eq!(id.to_string().parse(), Ok(id));
/// assert_eq!(id.to_string().len(), 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchId(u64);

/// The digits of a written [`MatchId`], five bits each: no `i`, `l`, `o` or `u`.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const DIGIT_BITS: usize = 5;
const DIGITS_WRITTEN: usize = 12;

impl MatchId {
    /// The id that random bits give. The upper four of them are dropped.
    pub const fn from_random(bits: u64) -> MatchId {
        MatchId(bits & ((1 << (DIGIT_BITS * DIGITS_WRITTEN)) - 1))
    }

    /// The id as a number, below 2⁶⁰.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..DIGITS_WRITTEN).rev().try_for_each(|place| {
            let digit = (self.0 >> (place * DIGIT_BITS)) & 31;
            fmt::Write::write_char(f, char::from(DIGITS[digit as usize]))
        })
    }
}

/// The text is not the name of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is not the id of a match")
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for MatchId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<MatchId, NotAnId> {
        if text.len() != DIGITS_WRITTEN {
            return Err(NotAnId);
        }
        text.bytes().try_fold(MatchId(0), |MatchId(bits), byte| {
            let digit = DIGITS.iter().position(|&it| it == byte).ok_or(NotAnId)?;
            Ok(MatchId(bits << DIGIT_BITS | digit as u64))
        })
    }
}

/// Number of events a match has had. Also the version clients see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version(pub u64);

impl Version {
    /// The version after this many more events.
    #[must_use]
    pub const fn after(self, events: usize) -> Version {
        Version(self.0 + events as u64)
    }
}
