//! What is counted and timed.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

/// From 1 µs to a minute, to three digits.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).expect("these bounds are right")
}

pub struct Tally {
    /// Only while this holds is anything counted.
    pub is_on: bool,
    pub moves: u64,
    pub games: u64,
    pub told_to_spectators: u64,
    to_acknowledgement: Histogram<u64>,
    to_other: Histogram<u64>,
    to_spectator: Histogram<u64>,
    /// How late the generator itself was: when it is, its figures are not the server's.
    lateness: Histogram<u64>,
    /// Refusals by their codes.
    pub refused: BTreeMap<String, u64>,
}

impl Tally {
    pub fn new() -> Tally {
        Tally {
            is_on: false,
            moves: 0,
            games: 0,
            told_to_spectators: 0,
            to_acknowledgement: histogram(),
            to_other: histogram(),
            to_spectator: histogram(),
            lateness: histogram(),
            refused: BTreeMap::new(),
        }
    }

    pub fn acknowledged(&mut self, after: Duration) {
        if self.is_on {
            self.moves += 1;
            self.to_acknowledgement.saturating_record(micros(after));
        }
    }

    pub fn told_to_other(&mut self, after: Duration) {
        if self.is_on {
            self.to_other.saturating_record(micros(after));
        }
    }

    pub fn told_to_spectator(&mut self, after: Duration) {
        if self.is_on {
            self.told_to_spectators += 1;
            self.to_spectator.saturating_record(micros(after));
        }
    }

    pub fn late(&mut self, by: Duration) {
        if self.is_on {
            self.lateness.saturating_record(micros(by));
        }
    }

    pub fn ended(&mut self) {
        if self.is_on {
            self.games += 1;
        }
    }

    pub fn refused(&mut self, code: &[u8]) {
        *self.refused.entry(String::from_utf8_lossy(code).into_owned()).or_default() += 1;
    }

    pub fn figures(&self) -> Vec<(&'static str, f64)> {
        let at = |it: &Histogram<u64>, share| it.value_at_quantile(share) as f64 / 1e3;
        vec![
            ("ack_p50_ms", at(&self.to_acknowledgement, 0.5)),
            ("ack_p99_ms", at(&self.to_acknowledgement, 0.99)),
            ("ack_p999_ms", at(&self.to_acknowledgement, 0.999)),
            ("other_p50_ms", at(&self.to_other, 0.5)),
            ("other_p99_ms", at(&self.to_other, 0.99)),
            ("other_p999_ms", at(&self.to_other, 0.999)),
            ("spectator_p99_ms", at(&self.to_spectator, 0.99)),
            ("late_p99_ms", at(&self.lateness, 0.99)),
            ("moves", self.moves as f64),
            ("games_ended", self.games as f64),
            ("told_to_spectators", self.told_to_spectators as f64),
            ("refused", self.refused.values().sum::<u64>() as f64),
        ]
    }
}

fn micros(it: Duration) -> u64 {
    it.as_micros() as u64
}
