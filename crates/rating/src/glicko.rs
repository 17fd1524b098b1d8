//! Glicko-2, with one more term for the advantage of the first move.

use std::f64::consts::PI;

/// A rating on the scale that people see: 1500 is average, and 173.7 points are one unit of the
/// internal scale of Glicko-2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating itself.
    pub value: f64,
    /// The rating deviation (RD): about two of three players are within one deviation of their rating.
    pub deviation: f64,
    /// How much the player's strength is expected to change (σ).
    pub volatility: f64,
}

/// One game, as one of its players sees it.
#[derive(Clone, Copy, Debug)]
pub struct Bout {
    /// The opponent's rating before the game.
    pub opponent: Rating,
    /// The advantage of the seat in points: positive for the player with the first move.
    pub lead: f64,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub scored: f64,
}

/// Points of the displayed scale in one unit of the internal scale.
pub(crate) const SCALE: f64 = 173.717_8;
const MIDDLE: f64 = 1500.0;
/// A deviation never grows beyond that of a new player.
const DEVIATION_MAX: f64 = 350.0;
/// Nor does it fall below this, so that the rating of a player who improves still follows.
const DEVIATION_MIN: f64 = 45.0;
/// Above this deviation a rating is provisional, and shown with a question mark.
const DEVIATION_KNOWN: f64 = 110.0;
/// The system constant τ of Glicko-2, which limits how fast volatility changes: small, because every
/// game is a rating period of its own here.
const RESTRAINT: f64 = 0.5;
/// The convergence tolerance (ε) of the search for the new volatility.
const CLOSE: f64 = 1e-6;

impl Rating {
    /// The rating of a new player.
    pub const NEW: Rating = Rating { value: MIDDLE, deviation: DEVIATION_MAX, volatility: 0.06 };

    /// Whether the rating is still too uncertain to be relied on.
    pub fn is_provisional(self) -> bool {
        self.deviation > DEVIATION_KNOWN
    }

    /// The rating after some games. `periods` is the number of rating periods that have passed: the
    /// deviation grows with time, because the player's strength may have changed.
    ///
    /// The steps are those of Glickman's paper.
    #[must_use]
    pub fn after(self, bouts: &[Bout], periods: f64) -> Rating {
        let (mu, phi) = ((self.value - MIDDLE) / SCALE, self.deviation / SCALE);
        let (mut certainty, mut surprise) = (0.0, 0.0);
        for bout in bouts {
            let g = weight(bout.opponent.deviation / SCALE);
            let theirs = (bout.opponent.value - MIDDLE - bout.lead) / SCALE;
            let expected = logistic(g * (mu - theirs));
            certainty += g * g * expected * (1.0 - expected);
            surprise += g * (bout.scored - expected);
        }
        let volatility = if certainty > 0.0 {
            let variance = 1.0 / certainty;
            volatility(self.volatility, phi, variance, variance * surprise)
        } else {
            self.volatility
        };
        let spread = phi * phi + volatility * volatility * periods.max(0.0);
        let phi = (1.0 / (1.0 / spread + certainty)).sqrt();
        Rating {
            value: MIDDLE + SCALE * (mu + phi * phi * surprise),
            deviation: (SCALE * phi).clamp(DEVIATION_MIN, DEVIATION_MAX),
            volatility,
        }
    }
}

/// g(φ) of the paper: how much a result counts against an opponent with this deviation.
pub(crate) fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

pub(crate) fn logistic(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Step 5 of the paper: the volatility that explains the results best, by the Illinois algorithm.
fn volatility(before: f64, phi: f64, variance: f64, improvement: f64) -> f64 {
    let start = (before * before).ln();
    let (spread, gained) = (phi * phi + variance, improvement * improvement);
    let f = |x: f64| {
        let e = x.exp();
        let all = spread + e;
        e * (gained - all) / (2.0 * all * all) - (x - start) / (RESTRAINT * RESTRAINT)
    };
    let mut a = start;
    let mut b = if gained > spread {
        (gained - spread).ln()
    } else {
        // The first step down at which f is not negative. There is one, because its last term grows
        // without bound.
        (1..).map(|k| start - f64::from(k) * RESTRAINT).find(|it| f(*it) >= 0.0).unwrap_or(start)
    };
    let (mut at_a, mut at_b) = (f(a), f(b));
    while (b - a).abs() > CLOSE {
        let c = a + (a - b) * at_a / (at_b - at_a);
        let at_c = f(c);
        if at_c * at_b <= 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a /= 2.0;
        }
        (b, at_b) = (c, at_c);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..Rating::NEW }
    }

    fn bout(opponent: Rating, scored: f64) -> Bout {
        Bout { opponent, lead: 0.0, scored }
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let games = [
            bout(rating(1400.0, 30.0), 1.0),
            bout(rating(1550.0, 100.0), 0.0),
            bout(rating(1700.0, 300.0), 0.0),
        ];
        let after = rating(1500.0, 200.0).after(&games, 1.0);
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn without_games_only_the_deviation_grows() {
        let after = rating(1600.0, 200.0).after(&[], 1.0);
        assert!((after.value - 1600.0).abs() < 1e-9);
        // √(200² + (0.06 · 173.7)²), as in the paper's step 6.
        assert!((after.deviation - 200.271_4).abs() < 0.001, "{after:?}");
        assert!((rating(1600.0, 60.0).after(&[], 1e9).deviation - DEVIATION_MAX).abs() < 1e-9);
    }

    #[test]
    fn a_lead_is_the_same_as_a_weaker_opponent() {
        let us = rating(1550.0, 120.0);
        let led = Bout { opponent: rating(1600.0, 80.0), lead: 70.0, scored: 1.0 };
        let weaker = bout(rating(1530.0, 80.0), 1.0);
        assert_eq!(us.after(&[led], 0.0), us.after(&[weaker], 0.0));
    }

    #[test]
    fn winning_never_costs_and_losing_never_gains() {
        for ours in [800.0, 1500.0, 2600.0] {
            for theirs in [800.0, 1500.0, 2600.0] {
                for deviation in [45.0, 350.0] {
                    for lead in [-300.0, 0.0, 300.0] {
                        let (us, them) = (rating(ours, deviation), rating(theirs, deviation));
                        let game = |scored| Bout { opponent: them, lead, scored };
                        assert!(us.after(&[game(1.0)], 1.0).value > ours);
                        assert!(us.after(&[game(0.0)], 1.0).value < ours);
                    }
                }
            }
        }
    }
}
