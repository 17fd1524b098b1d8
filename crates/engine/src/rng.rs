//! Randomness from a seed string, the same on every platform.

use fourfall_rules::Position;

use crate::hash::fnv1a;

/// A stream of numbers that follows from a seed and a position, and from nothing else.
///
/// A bot that is asked twice about the same position gives the same answer twice, whether the question comes from a
/// server that was restarted, a terminal or a browser. The generator is SplitMix64: eight bytes of state,
/// well mixed from the first number on.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The stream for this seed at this position.
    pub(crate) fn new(seed: &str, position: Position) -> Rng {
        // FNV-1a reads the seed; adding the key before the first mix keeps positions apart.
        let mut rng = Rng(fnv1a(seed.as_bytes()));
        rng.0 = rng.next().wrapping_add(position.key());
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to one less than `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // The high half of a product: as even as 64 bits allow, without a division.
        let product = u128::from(self.next()) * u128::from(bound);
        u64::try_from(product >> 64).expect("the high half of 128 bits fits 64")
    }

    /// Yes in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of the candidates, each as likely as another; `None` if there are none.
    pub(crate) fn pick<T>(&mut self, mut candidates: impl Iterator<Item = T> + Clone) -> Option<T> {
        let count = candidates.clone().count();
        let at = self.below(u64::try_from(count).unwrap_or(u64::MAX));
        candidates.nth(usize::try_from(at).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_these_numbers_on_every_platform() {
        let mut rng = Rng::new("ABC123", Position::START);
        let numbers: Vec<u64> = (0..4).map(|_| rng.next()).collect();
        assert_eq!(
            numbers,
            [1604950718909975137, 7328225482328193529, 16858040191483181042, 16315863196209136992]
        );
    }

    #[test]
    fn another_seed_or_position_gives_other_numbers() {
        let first = |seed, position| Rng::new(seed, position).next();
        let next = Position::START.play(fourfall_rules::Column::ALL[3]).unwrap();
        let all = [
            first("ABC123", Position::START),
            first("ABC124", Position::START),
            first("", Position::START),
            first("ABC123", next),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[..at].contains(one));
        }
    }

    #[test]
    fn draws_are_even_and_within_bounds() {
        let mut rng = Rng::new("even", Position::START);
        let mut seen = [0_u32; 7];
        for _ in 0..7_000 {
            seen[usize::try_from(rng.below(7)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|it| (900..1_100).contains(it)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick([0; 0].into_iter()), None);
    }
}
