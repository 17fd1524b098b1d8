//! Who may be asked to play whom: near at first, anybody soon.

use std::time::Duration;

/// Points between two who are paired at once.
const AT_ONCE: f64 = 150.0;
/// Points more each second that one of them has waited.
const EACH_SECOND: f64 = 150.0;
/// After this, anybody: a game now is better than a closer one that may never come.
const ANYBODY_AFTER: Duration = Duration::from_secs(4);

/// Whether two may be paired whose ratings are `apart`, and the longer waiting of whom has waited
/// for so long.
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
