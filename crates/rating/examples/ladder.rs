//! A rating list of the bots, from a round-robin: each plays each, as often first as second, and is
//! rated as people are. docs/RATINGS.md has the table it prints.
//!
//! `cargo run --release --package fourfall-rating --example ladder -- 100`

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use fourfall_engine::bot::Bot;
use fourfall_engine::{Book, Budget, Solver, TableSize};
use fourfall_rating::{FirstMove, Rating, rated};
use fourfall_rules::{ByPlayer, Outcome, Position};

/// The search budget per move. With the opening book no position needs more.
const NODES: u64 = 50_000_000;

fn play(bots: ByPlayer<Bot>, seed: &str, solver: &mut Solver) -> Outcome {
    let mut position = Position::START;
    loop {
        let Some(open) = position.open() else {
            return position.outcome().expect("a position that is not open is decided");
        };
        let choice = bots[open.turn()]
            .choose(open, seed, |open| solver.best_move(open, &Budget::nodes(NODES)).column());
        position = position.play(choice.column).expect("a bot plays by the rules");
    }
}

fn main() {
    let rounds: u32 = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(100);
    let mut solver = Solver::new(TableSize::default()).with_book(Book::embedded());
    let mut ratings = [Rating::NEW; Bot::ALL.len()];
    let mut scores = [0.0; Bot::ALL.len()];
    let mut first_move = FirstMove::GUESSED;
    for round in 0..rounds {
        for one in 0..Bot::ALL.len() {
            for other in (0..Bot::ALL.len()).filter(|it| *it != one) {
                let bots = ByPlayer { first: Bot::ALL[one], second: Bot::ALL[other] };
                let outcome = play(bots, &format!("ladder {round} {one} {other}"), &mut solver);
                let before = ByPlayer { first: ratings[one], second: ratings[other] };
                let after =
                    rated(before, ByPlayer { first: 0.0, second: 0.0 }, outcome, first_move);
                first_move = first_move.after(before, outcome);
                (ratings[one], ratings[other]) = (after.first, after.second);
                let scored = match outcome {
                    Outcome::Won(fourfall_rules::Player::First) => 1.0,
                    Outcome::Drawn => 0.5,
                    Outcome::Won(fourfall_rules::Player::Second) => 0.0,
                };
                scores[one] += scored;
                scores[other] += 1.0 - scored;
            }
        }
    }
    let opponents = u32::try_from(Bot::ALL.len() - 1).expect("there are few bots");
    let games = f64::from(rounds * 2 * opponents);
    println!("| bot | rating | deviation | scored |\n|---|---|---|---|");
    let mut places: Vec<_> = (0..Bot::ALL.len()).collect();
    places.sort_by(|a, b| ratings[*b].value.total_cmp(&ratings[*a].value));
    for place in places {
        let Rating { value, deviation, .. } = ratings[place];
        let percent = 100.0 * scores[place] / games;
        println!("| `{}` | {value:.0} | {deviation:.0} | {percent:.1} % |", Bot::ALL[place].name());
    }
    println!("\n{games} games each; the first move was worth {:.0} points", first_move.points());
}
