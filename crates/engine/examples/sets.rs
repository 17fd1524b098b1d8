//! Solves files of positions, and prints for each what it took.
//!
//! ```text
//! sets [--threads N] [--table-mib N] FILE[:COUNT]…
//! ```
//!
//! A file has one line `moves score` per position; `COUNT` takes only the first ones. The table is
//! cleared before each position, outside the measured time. Prints one line per file: name,
//! positions, nodes, and microseconds, of the calling thread's processor time and of the clock.
//! Stops at a score that is not the file's.
#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::error::Error;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fourfall_engine::{Budget, Solver, TableSize};
use fourfall_rules::Game;

fn main() -> Result<(), Box<dyn Error>> {
    let mut threads = 1;
    let mut table = TableSize::DEFAULT;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().ok_or("a number is missing")?.parse().map_err(Box::<dyn Error>::from);
        match arg.as_str() {
            "--threads" => threads = number()?,
            "--table-mib" => table = TableSize::mebibytes(number()?.try_into()?),
            _ => run(&arg, &mut Solver::new(table).with_threads(threads))?,
        }
    }
    Ok(())
}

fn run(file: &str, solver: &mut Solver) -> Result<(), Box<dyn Error>> {
    let (path, count) = match file.split_once(':') {
        Some((path, count)) => (path, count.parse()?),
        None => (file, usize::MAX),
    };
    let text = std::fs::read_to_string(path).map_err(|err| format!("{path}: {err}"))?;
    let (mut positions, mut nodes) = (0, 0);
    let (mut on_processor, mut on_clock) = (Duration::ZERO, Duration::ZERO);
    for line in text.lines().take(count) {
        let (moves, score) =
            line.split_once(' ').ok_or_else(|| format!("not a position: {line}"))?;
        let expected: i8 = score.trim().parse()?;
        let position = moves.parse::<Game>()?.position().open().ok_or("the game is over")?;
        solver.clear();
        let (clock, processor) = (Instant::now(), ThreadTime::now());
        let verdict = solver.solve(position, &Budget::UNLIMITED);
        on_processor += processor.elapsed();
        on_clock += clock.elapsed();
        nodes += solver.nodes();
        positions += 1;
        if verdict.exact().map(|it| it.number()) != Some(expected) {
            return Err(format!("{moves}: {verdict:?} instead of {expected}").into());
        }
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let [on_processor, on_clock] = [on_processor, on_clock].map(|it| it.as_micros());
    println!("{name} {positions} {nodes} {on_processor} {on_clock}");
    Ok(())
}
