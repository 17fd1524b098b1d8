//! scratch
use fourfall_engine::puzzle::PuzzleSet;
use fourfall_engine::{Solver, TableSize};
fn main() {
    let mut solver = Solver::new(TableSize::mebibytes(64));
    let set = PuzzleSet::make("fourfall", 2_100, &mut solver, |_| ());
    std::fs::write("crates/engine/puzzles/fourfall.puzzles", set.to_bytes()).expect("written");
}
