//! Which players may be paired: at first those with close ratings, after some seconds any two.

use std::time::Duration;

/// The largest difference in rating at which two players are paired at once.
const AT_ONCE: f64 = 150.0;
/// By how much that difference grows per second of waiting.
const EACH_SECOND: f64 = 150.0;
/// After this any difference will do: a game now is better than a closer one that may never come.
const ANYBODY_AFTER: Duration = Duration::from_secs(4);

/// Whether two players may be paired. `apart` is the difference of their ratings, `waited` how long the
/// one who has waited longer has waited.
#[must_use]
pub fn may_play(apart: f64, waited: Duration) -> bool {
    waited >= ANYBODY_AFTER || apart.abs() <= AT_ONCE + EACH_SECOND * waited.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_ones_at_once_others_later_anybody_soon() {
        let check = |apart, seconds: f64, expected| {
            let may = may_play(apart, Duration::from_secs_f64(seconds));
            assert_eq!(may, expected, "{apart} points, {seconds} s");
        };
        check(0.0, 0.0, true);
        check(-150.0, 0.0, true);
        check(151.0, 0.0, false);
        check(-400.0, 1.0, false);
        check(400.0, 2.0, true);
        check(2000.0, 3.9, false);
        check(-2000.0, 4.0, true);
    }
}
