//! Which games are rated; and the older Elo ratings, which the store of matches still keeps.

use fourfall_rules::{ByPlayer, Outcome, Player};

use crate::store::GameRecord;

/// Whether a game that was started as a rated one counts: both players must have dropped a disc. From
/// then on a loss is the loser's own doing, on the board or by giving up.
pub(crate) fn is_rated(game: &GameRecord) -> bool {
    game.rated && Player::BOTH.iter().all(|it| game.discs(*it) > 0)
}

/// The rating of a new player.
pub(crate) const START: f64 = 1500.0;

/// The most that one game can change a rating: the K-factor.
const STEP_MAX: f64 = 32.0;

/// The advantage of the first move in rating points: between equal players who are not perfect, the
/// first wins about 55 of 100 games.
const FIRST_DISC: f64 = 35.0;

/// The difference in points at which the odds are ten to one.
const TEN_TO_ONE: f64 = 400.0;

/// The ratings after a game. What one gains, the other loses.
#[must_use]
pub(crate) fn rated(before: ByPlayer<f64>, outcome: Outcome) -> ByPlayer<f64> {
    let lead = before.first + FIRST_DISC - before.second;
    let expected = 1.0 / (1.0 + 10_f64.powf(-lead / TEN_TO_ONE));
    let scored = match outcome {
        Outcome::Won(Player::First) => 1.0,
        Outcome::Drawn => 0.5,
        Outcome::Won(Player::Second) => 0.0,
    };
    let gained = STEP_MAX * (scored - expected);
    ByPlayer { first: before.first + gained, second: before.second - gained }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EQUALS: ByPlayer<f64> = ByPlayer { first: START, second: START };

    #[test]
    fn winning_gains_what_losing_costs() {
        for outcome in [Outcome::Won(Player::First), Outcome::Won(Player::Second), Outcome::Drawn] {
            let after = rated(EQUALS, outcome);
            assert!((after.first + after.second - 2.0 * START).abs() < 1e-9, "{outcome:?}");
        }
    }

    #[test]
    fn the_second_player_gains_more_by_winning() {
        let first = rated(EQUALS, Outcome::Won(Player::First)).first - START;
        let second = rated(EQUALS, Outcome::Won(Player::Second)).second - START;
        assert!(0.0 < first && first < second && second < STEP_MAX);
    }

    #[test]
    fn a_draw_is_a_success_for_the_second_player() {
        assert!(rated(EQUALS, Outcome::Drawn).second > START);
    }

    #[test]
    fn beating_the_strong_gains_more() {
        let weak = rated(ByPlayer { first: START, second: 1200.0 }, Outcome::Won(Player::First));
        let strong = rated(ByPlayer { first: START, second: 1800.0 }, Outcome::Won(Player::First));
        assert!(strong.first > weak.first);
    }
}
