//! Simulated players whose true strengths are known: do the ratings find them?

use fourfall_rating::{FirstMove, Rating, rated};
use fourfall_rules::{ByPlayer, Outcome, Player};

/// Random numbers by SplitMix64: the same on every machine.
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.bits() >> 32).expect("32 bits");
        f64::from(high) / f64::from(u32::MAX)
    }

    /// Approximately normal, with mean 0 and standard deviation 1: the sum of twelve uniform numbers.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

const PLAYERS: usize = 2_000;
const GAMES_EACH: usize = 30;
/// The standard deviation of the players' strengths. The rating list of the bots spans more than four of
/// these.
const SPREAD: f64 = 300.0;

struct World {
    strengths: Vec<f64>,
    ratings: Vec<Rating>,
    first_move: FirstMove,
    chance: Chance,
}

impl World {
    fn new(seed: u64) -> World {
        let mut chance = Chance(seed);
        let strengths = (0..PLAYERS).map(|_| 1500.0 + SPREAD * chance.normal()).collect();
        World {
            strengths,
            ratings: vec![Rating::NEW; PLAYERS],
            first_move: FirstMove::GUESSED,
            chance,
        }
    }

    /// Everybody plays one game, against an opponent with a similar rating.
    fn round(&mut self, true_lead: f64) {
        let mut order: Vec<(f64, usize)> = (0..PLAYERS)
            .map(|it| (self.ratings[it].value + 150.0 * self.chance.normal(), it))
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in order.chunks_exact(2) {
            let (mut first, mut second) = (pair[0].1, pair[1].1);
            if self.chance.unit() < 0.5 {
                (first, second) = (second, first);
            }
            let lead = self.strengths[first] - self.strengths[second] + true_lead;
            let wins = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
            // Of games between equal players, one in twenty is drawn; of others, fewer.
            let draws = 0.05 * 4.0 * wins * (1.0 - wins);
            let lot = self.chance.unit();
            let outcome = if lot < wins - draws / 2.0 {
                Outcome::Won(Player::First)
            } else if lot < wins + draws / 2.0 {
                Outcome::Drawn
            } else {
                Outcome::Won(Player::Second)
            };
            let before = ByPlayer { first: self.ratings[first], second: self.ratings[second] };
            let one_day = ByPlayer { first: 1.0, second: 1.0 };
            let after = rated(before, one_day, outcome, self.first_move);
            self.first_move = self.first_move.after(before, outcome);
            self.ratings[first] = after.first;
            self.ratings[second] = after.second;
        }
    }

    /// Spearman's rank correlation between ratings and true strengths.
    fn rank_correlation(&self) -> f64 {
        let values: Vec<f64> = self.ratings.iter().map(|it| it.value).collect();
        let (a, b) = (ranks(&self.strengths), ranks(&values));
        let apart: f64 = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum();
        let n = f64::from(u32::try_from(PLAYERS).expect("a small number"));
        1.0 - 6.0 * apart / (n * (n * n - 1.0))
    }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for (rank, who) in (0_u32..).zip(order) {
        ranks[who] = f64::from(rank);
    }
    ranks
}

#[test]
fn two_thousand_players_are_found_out_and_so_is_the_first_move() {
    for (seed, true_lead) in [(1, 60.0), (2, 60.0), (3, 100.0), (4, 150.0)] {
        let mut world = World::new(seed);
        for _ in 0..GAMES_EACH {
            world.round(true_lead);
        }
        let correlation = world.rank_correlation();
        let found = world.first_move.points();
        println!(
            "seed {seed}: rank correlation {correlation:.4}, first move {found:.1} of {true_lead}"
        );
        assert!(correlation >= 0.95, "seed {seed}: {correlation}");
        assert!((found / true_lead - 1.0).abs() <= 0.10, "seed {seed}: {found} of {true_lead}");
    }
}

#[test]
fn without_the_first_move_the_same_people_are_found_out_less_well() {
    let found = |learns: bool| {
        let mut world = World::new(5);
        for _ in 0..GAMES_EACH {
            world.round(300.0);
            if !learns {
                world.first_move = FirstMove::restored(0.0, 1e12);
            }
        }
        world.rank_correlation()
    };
    assert!(found(true) > found(false));
}

/// With perfect play the first player wins every game.
#[test]
fn perfect_players_who_swap_seats_keep_equal_ratings() {
    for learns in [true, false] {
        let [mut ada, mut alan] = [Rating::NEW; 2];
        let mut first_move = FirstMove::GUESSED;
        let same_day = ByPlayer { first: 0.0, second: 0.0 };
        for game in 1..=400 {
            let ada_begins = game % 2 == 1;
            let before = if ada_begins {
                ByPlayer { first: ada, second: alan }
            } else {
                ByPlayer { first: alan, second: ada }
            };
            let outcome = Outcome::Won(Player::First);
            let after = rated(before, same_day, outcome, first_move);
            if learns {
                first_move = first_move.after(before, outcome);
            }
            (ada, alan) =
                if ada_begins { (after.first, after.second) } else { (after.second, after.first) };
            if game % 2 == 0 && game >= 20 {
                let apart = (ada.value - alan.value).abs();
                assert!(apart < ada.deviation / 2.0, "game {game}: {apart} points, {ada:?}");
                let middle = (ada.value + alan.value) / 2.0;
                assert!((middle - 1500.0).abs() < 5.0, "game {game}: around {middle}");
            }
        }
        println!(
            "learns {learns}: {:.1} and {:.1}, first move {:.1}",
            ada.value,
            alan.value,
            first_move.points()
        );
    }
}
