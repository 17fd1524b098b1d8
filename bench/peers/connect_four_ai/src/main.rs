//! connect-four-ai (crates.io) on files of positions: FILE:COUNT…; prints name, positions, nodes (not counted: 0), microseconds.
//!
//! No book, the solver reset before each position outside the measured time, processor time of this thread.

use std::time::Duration;

use connect_four_ai::{Position, Solver};
use cpu_time::ThreadTime;

fn main() {
    let mut solver = Solver::empty();
    for argument in std::env::args().skip(1) {
        let (path, count) = argument.split_once(':').expect("FILE:COUNT");
        let text = std::fs::read_to_string(path).expect("a file of positions");
        let (mut positions, mut time) = (0, Duration::ZERO);
        for line in text.lines().take(count.parse().expect("a number")) {
            let (moves, expected) = line.split_once(' ').expect("moves and score");
            let position = Position::from_moves(moves).expect("legal moves");
            solver.reset();
            let start = ThreadTime::now();
            let score = solver.solve(&position);
            time += start.elapsed();
            positions += 1;
            assert_eq!(score.to_string(), expected, "after {moves}");
        }
        println!("{} {positions} 0 {}", path.rsplit('/').next().unwrap_or(path), time.as_micros());
    }
}
