//! The two players, and a pair of anything, one for each.

use core::fmt;
use core::ops::{Index, IndexMut};

/// Who plays. Colours belong to themes; the rules know only who starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Drops the first disc.
    First,
    /// Drops the second disc.
    Second,
}

impl Player {
    /// Both, in the order in which they play.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first player",
            Player::Second => "second player",
        })
    }
}

/// One `T` for each player.
///
/// ```
/// use fourfall_rules::{ByPlayer, Player};
///
/// let names = ByPlayer { first: "Ada", second: "Alan" };
/// assert_eq!(names[Player::Second], "Alan");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPlayer<T> {
    /// The first player's.
    pub first: T,
    /// The second player's.
    pub second: T,
}

impl<T> ByPlayer<T> {
    /// One made for each player.
    pub fn from_fn(mut make: impl FnMut(Player) -> T) -> ByPlayer<T> {
        ByPlayer { first: make(Player::First), second: make(Player::Second) }
    }

    /// Both changed into something else.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer { first: change(self.first), second: change(self.second) }
    }

    /// The first player's, then the second's.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        [&self.first, &self.second].into_iter()
    }

    /// The two exchanged.
    #[must_use]
    pub fn swapped(self) -> ByPlayer<T> {
        ByPlayer { first: self.second, second: self.first }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}
