//! Random positions, the same on every machine.

use fourfall_rules::OpenPosition;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("less than the limit")
    }

    /// A position after this many random moves, in which the game is still on.
    pub(crate) fn position(&mut self, plies: usize) -> OpenPosition {
        'game: loop {
            let mut position = OpenPosition::START;
            for _ in 0..plies {
                let legal: Vec<_> = position.legal_columns().collect();
                let column = legal[self.below(legal.len())];
                match position.play(column).ok().and_then(|it| it.open()) {
                    Some(next) => position = next,
                    None => continue 'game,
                }
            }
            return position;
        }
    }
}
