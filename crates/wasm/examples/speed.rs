//! How fast the engine searches natively, through the functions the browser calls;
//! `web/bench/browser.mjs` runs it beside the browser. One line per position: moves, nodes,
//! microseconds of the best of the rounds.
#![expect(clippy::print_stdout, reason = "a table is what it is for")]

use std::time::Instant;

use fourfall_wasm::exports as module;

const ROUNDS: u32 = 5;

fn main() {
    module::resize_table(16);
    for moves in std::env::args().skip(1) {
        let best = (0..ROUNDS).map(|_| solve_cold(&moves)).min().expect("there are rounds");
        println!("{moves} {} {best}", module::nodes());
    }
}

/// Microseconds to the score, with nothing known before.
fn solve_cold(moves: &str) -> u128 {
    module::forget();
    module::set_up();
    for digit in moves.bytes() {
        module::play(u32::from(digit - b'1'));
    }
    let start = Instant::now();
    module::solve(u32::MAX);
    start.elapsed().as_micros()
}
