//! Glicko-2.

use std::f64::consts::PI;

/// A rating as people see it: 1500 in the middle, 173.7 points a step of the inner scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// How strong somebody is.
    pub value: f64,
    /// How uncertain that is: two of three players are within one deviation.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

/// One game, as one of its players sees it.
#[derive(Clone, Copy, Debug)]
pub struct Bout {
    /// Who the game was played against, as rated before it.
    pub opponent: Rating,
    /// Points the seat was worth: positive for who began.
    pub lead: f64,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub scored: f64,
}

/// Points of the outer scale in one of the inner.
pub(crate) const SCALE: f64 = 173.717_8;
const MIDDLE: f64 = 1500.0;
/// A deviation never grows beyond that of somebody nobody knows.
const DEVIATION_MAX: f64 = 350.0;
/// Nor does it sink below this, so that who gets stronger is seen to.
const DEVIATION_MIN: f64 = 45.0;
/// Above this a rating is a guess, and shown with a question mark.
const DEVIATION_KNOWN: f64 = 110.0;
/// How much volatility may change (τ): small, because one game is a whole period here.
const RESTRAINT: f64 = 0.5;
/// When the search for the new volatility is close enough.
const CLOSE: f64 = 1e-6;

impl Rating {
    /// Somebody nobody knows.
    pub const NEW: Rating = Rating { value: MIDDLE, deviation: DEVIATION_MAX, volatility: 0.06 };

    /// Whether so little is known that the number should not be taken at its word.
    pub fn is_provisional(self) -> bool {
        self.deviation > DEVIATION_KNOWN
    }

    /// The rating after games. `periods` says how many rating periods they took: a deviation grows with
    /// the time in which somebody may have changed.
    ///
    /// The steps are those of the paper.
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

/// How much a result against somebody so uncertain says.
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
        // Beyond it f is positive; it always gets there, because its last term grows without bound.
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
