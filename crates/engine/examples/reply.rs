//! How long a perfect reply takes: 1,000 random positions of plies 0 to 24, with the book, one thread, the table cleared
//! before each.
//!
//! ```text
//! cargo run --release --example reply [BOOK-FILE]
//! ```
#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::error::Error;

use cpu_time::ThreadTime;
use fourfall_engine::{Book, Budget, Reply, Solver, TableSize};
use fourfall_rules::{Column, OpenPosition};

const POSITIONS: usize = 1_000;
const PLIES: u64 = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let book = match std::env::args().nth(1) {
        Some(path) => Book::from_bytes(std::fs::read(path)?)?,
        None => return Err("which book?".into()),
    };
    let mut solver = Solver::new(TableSize::DEFAULT).with_book(book);
    let mut random = Random(42);
    let mut times = Vec::new();
    for _ in 0..POSITIONS {
        let position = random_position(&mut random);
        solver.clear();
        let start = ThreadTime::now();
        let reply = solver.best_move(position, &Budget::UNLIMITED);
        times.push(start.elapsed());
        let Reply::Perfect(_) = reply else { return Err("there is no limit".into()) };
    }
    times.sort();
    let at = |part: f64| times[(times.len() as f64 * part) as usize].as_secs_f64() * 1e3;
    let worst = times[times.len() - 1].as_secs_f64() * 1e3;
    println!(
        "p50 {:.3} ms, p90 {:.3} ms, p99 {:.2} ms, worst {worst:.1} ms",
        at(0.5),
        at(0.9),
        at(0.99)
    );
    Ok(())
}

fn random_position(random: &mut Random) -> OpenPosition {
    let plies = random.below(PLIES);
    'game: loop {
        let mut position = OpenPosition::START;
        for _ in 0..plies {
            let legal: Vec<Column> = position.legal_columns().collect();
            let column = legal[random.below(legal.len() as u64) as usize];
            match position.play(column).ok().and_then(|it| it.open()) {
                Some(next) => position = next,
                None => continue 'game,
            }
        }
        return position;
    }
}

/// SplitMix64: the same positions on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ word >> 31) % limit
    }
}
