//! Learns which patterns make a move promising, and writes the weights the engine is built with.
//!
//! ```text
//! cargo run --release --features learn --example learn -- SECONDS crates/engine/order/patterns.weights
//! ```
//!
//! Solves random positions on all cores for `SECONDS`, four of five of plies 6 to 10 and the fifth of an earlier one, and
//! at some nodes has every move searched. A good order is one in which little is searched until the first good move. For an
//! order drawn by lot, each next move with a chance in proportion to the exponential of its score s, the expected cost of bad
//! moves b and good moves g with costs c is
//!
//! ```text
//!   Σ over b of c·exp(s) / (exp(s) + Σ over g of exp(s))  +  Σ over g of c·exp(s) / Σ over g of exp(s)
//! ```
//!
//! Its gradient is followed, sample by sample, with a step of its own for every weight (Adagrad). Samples count by the
//! root of their cost: a few large nodes must not drown all others.
#![expect(clippy::print_stdout, reason = "a command-line tool")]

#[path = "common/random.rs"]
mod random;

use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use fourfall_engine::learn::{Trial, UNIT, WEIGHTS, samples};
use random::Random;

/// How many moves lead to the positions that are solved, and to one in [`EARLIER_ONE_IN`] of them.
const PLIES: Range<usize> = 6..11;
const EARLIER_PLIES: Range<usize> = 0..6;
const EARLIER_ONE_IN: usize = 5;
const EPOCHS: i32 = 12;
const STEP: f32 = 0.05;
const STEP_DECAY: f32 = 0.8;
/// Pulls weights of patterns that are seldom met towards zero.
const DECAY: f32 = 2e-5;

type Sample = Vec<Trial>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().ok_or("for how many seconds?")?.parse()?;
    let path = args.next().ok_or("to which file?")?;
    let samples = gather(Duration::from_secs(seconds));
    let held_out = samples.len() / 20;
    println!("{} samples, {held_out} of them held out", samples.len());
    let (test, train) = samples.split_at(held_out);
    let weights = learn(train, |epoch, weights| {
        let gain = |samples| cost(samples, weights) / cost(samples, &[0.0; WEIGHTS]);
        println!(
            "epoch {epoch}: cost {:.4} of the threats' order, {:.4} held out",
            gain(train),
            gain(test)
        );
    });
    let bytes: Vec<u8> = weights.iter().map(|it| quantized(*it).cast_unsigned()).collect();
    std::fs::write(&path, bytes).map_err(|err| format!("{path}: {err}"))?;
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn quantized(weight: f32) -> i8 {
    (weight / UNIT).round().clamp(-127.0, 127.0) as i8
}

/// Samples from random positions, on all cores, in an order that has nothing to do with where they come from.
fn gather(time: Duration) -> Vec<Sample> {
    let (stop, seed, gathered) =
        (AtomicBool::new(false), AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let mut random = Random(seed.fetch_add(1 << 32, Ordering::Relaxed));
                    let is_earlier = random.below(EARLIER_ONE_IN) == 0;
                    let plies = if is_earlier { EARLIER_PLIES } else { PLIES };
                    let plies = plies.start + random.below(plies.len());
                    let position = random.position(plies);
                    let new = samples(position, random.next(), &stop);
                    gathered.lock().expect("no thread panics").extend(new);
                }
            });
        }
        std::thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
    });
    let mut samples: Vec<Sample> = gathered.into_inner().expect("no thread panics");
    let mut random = Random(1);
    samples.sort_by_cached_key(|_| random.next());
    samples
}

fn learn(samples: &[Sample], mut report: impl FnMut(i32, &[f32])) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    let mut squares = vec![1e-3; WEIGHTS];
    for epoch in 0..EPOCHS {
        let step = STEP * STEP_DECAY.powi(epoch);
        for sample in samples {
            for (trial, slope) in sample.iter().zip(slopes(sample, &weights)) {
                for &index in &trial.weights {
                    let slope = slope - DECAY * weights[index];
                    squares[index] += slope * slope;
                    weights[index] += step * slope / f32::sqrt(squares[index]);
                }
            }
        }
        report(epoch, &weights);
    }
    weights
}

/// How the expected cost of a sample falls with the score of each of its moves.
fn slopes(sample: &Sample, weights: &[f32]) -> Vec<f32> {
    let scores: Vec<f32> = sample.iter().map(|it| score(it, weights)).collect();
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = scores.iter().map(|it| f32::exp(it - highest)).collect();
    let good = || (0..sample.len()).filter(|&it| sample[it].good);
    let good_chance: f32 = good().map(|it| chances[it]).sum::<f32>().max(f32::MIN_POSITIVE);
    let good_cost: f32 = good().map(|it| nodes(&sample[it]) * chances[it] / good_chance).sum();
    let mut slopes = vec![0.0; sample.len()];
    for index in 0..sample.len() {
        let (chance, cost) = (chances[index], nodes(&sample[index]));
        if sample[index].good {
            slopes[index] -= chance / good_chance * (cost - good_cost);
        } else {
            let before = chance / (chance + good_chance);
            let slope = cost * before * (1.0 - before);
            slopes[index] -= slope;
            good().for_each(|it| slopes[it] += slope * chances[it] / good_chance);
        }
    }
    let count = importance(sample);
    slopes.iter().map(|it| it * count).collect()
}

/// What is searched until the first good move, in the order of the scores.
fn cost(samples: &[Sample], weights: &[f32]) -> f32 {
    let costs = samples.iter().map(|sample| {
        let mut order: Vec<&Trial> = sample.iter().collect();
        order.sort_by(|a, b| score(b, weights).total_cmp(&score(a, weights)));
        let first_good = order.iter().position(|it| it.good).unwrap_or(order.len() - 1);
        importance(sample) * order[..=first_good].iter().map(|it| nodes(it)).sum::<f32>()
    });
    costs.sum()
}

fn score(trial: &Trial, weights: &[f32]) -> f32 {
    let learnt: f32 = trial.weights.iter().map(|&it| weights[it]).sum();
    learnt + trial.threats as f32 * UNIT
}

fn nodes(trial: &Trial) -> f32 {
    trial.nodes as f32
}

/// One over the root of what the whole sample cost.
fn importance(sample: &Sample) -> f32 {
    1.0 / f32::sqrt(sample.iter().map(nodes).sum())
}
