//! How long a perfect reply takes: 1,000 random positions of plies 0 to 24, with the book, one thread, the table cleared
//! before each.
//!
//! ```text
//! cargo run --release --example reply [BOOK-FILE]
//! ```
#![expect(clippy::print_stdout, reason = "a command-line tool")]

#[path = "common/random.rs"]
mod random;

use std::error::Error;

use cpu_time::ThreadTime;
use fourfall_engine::{Book, Budget, Reply, Solver, TableSize};
use random::Random;

const POSITIONS: usize = 1_000;
const PLIES: usize = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let book = match std::env::args().nth(1) {
        Some(path) => Book::from_bytes(std::fs::read(path)?)?,
        None => Book::embedded(),
    };
    let mut solver = Solver::new(TableSize::DEFAULT).with_book(book);
    let mut random = Random(42);
    let mut times = Vec::new();
    for _ in 0..POSITIONS {
        let plies = random.below(PLIES);
        let position = random.position(plies);
        solver.clear();
        let start = ThreadTime::now();
        let reply = solver.best_move(position, &Budget::UNLIMITED);
        times.push(start.elapsed());
        let Reply::Perfect(_) = reply else { return Err("there is no limit".into()) };
    }
    times.sort();
    let ms = |index: usize| times[index].as_secs_f64() * 1e3;
    println!(
        "p50 {:.3} ms, p90 {:.3} ms, p99 {:.2} ms, worst {:.1} ms",
        ms(POSITIONS / 2),
        ms(POSITIONS * 90 / 100),
        ms(POSITIONS * 99 / 100),
        ms(POSITIONS - 1)
    );
    Ok(())
}
