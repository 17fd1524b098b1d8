//! The solver against tables of known scores, against plain minimax, and against itself.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use fourfall_engine::{Budget, Reply, Score, Solver, TableSize, Value, Verdict};
use fourfall_rules::{Column, Game, OpenPosition, Outcome, Position};
use proptest::prelude::*;

fn open(moves: &str) -> OpenPosition {
    let game: Game = moves.parse().expect("legal moves");
    game.position().open().expect("the game is on")
}

fn solver() -> Solver {
    Solver::new(TableSize::mebibytes(4))
}

fn score(solver: &mut Solver, position: OpenPosition) -> Score {
    solver.solve(position, &Budget::UNLIMITED).exact().expect("there is no limit")
}

/// Lines `moves score`.
#[track_caller]
fn check_table(text: &str, count: usize) {
    let mut solver = solver();
    for line in text.lines().take(count) {
        let (moves, expected) = line.split_once(' ').expect("moves and score");
        let actual = score(&mut solver, open(moves));
        assert_eq!(actual.to_string(), expected, "after {moves:?}");
    }
}

#[test]
fn our_own_table() {
    check_table(include_str!("data/positions.txt"), usize::MAX);
}

/// The public test sets, where they lie beside the project. The whole of them is `make bench`.
#[test]
fn public_sets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/positions");
    for (set, count) in [
        ("L3_R1", 300),
        ("L2_R1", 300),
        ("L1_R1", 300),
        ("L2_R2", 300),
        ("L1_R2", 30),
        ("L1_R3", 3),
    ] {
        if let Ok(text) = std::fs::read_to_string(folder.join(format!("Test_{set}.txt"))) {
            check_table(&text, count);
        }
    }
}

/// Every position once, scored by looking at all of its moves. Slow and obvious.
fn minimax(position: Position, known: &mut HashMap<u64, i8>) -> i8 {
    match position.outcome() {
        Some(Outcome::Drawn) => return 0,
        // The opponent has just won, with as many discs as it has down.
        Some(Outcome::Won(winner)) => {
            return -(22 - i8::try_from(position.discs()[winner].len()).expect("at most 21"));
        }
        None => {}
    }
    if let Some(&score) = known.get(&position.key()) {
        return score;
    }
    let moves = Column::ALL.into_iter().filter_map(|it| position.play(it).ok());
    let score = moves.map(|next| -minimax(next, known)).max().expect("the game is on");
    known.insert(position.key(), score);
    score
}

/// A game of random moves, as far as `plies` or its end.
fn random_position(choices: &[u8], plies: usize) -> Option<OpenPosition> {
    let mut position = OpenPosition::START;
    for &choice in choices.iter().take(plies) {
        let legal: Vec<Column> = position.legal_columns().collect();
        let column = legal[usize::from(choice) % legal.len()];
        position = position.play(column).expect("legal").open()?;
    }
    Some(position)
}

fn positions(plies: std::ops::Range<usize>) -> impl Strategy<Value = OpenPosition> {
    (proptest::collection::vec(0..210u8, 42), plies)
        .prop_filter_map("the game ended", |(choices, plies)| random_position(&choices, plies))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_minimax(position in positions(26..40)) {
        let expected = minimax(position.position(), &mut HashMap::new());
        prop_assert_eq!(score(&mut solver(), position).number(), expected);
    }

    #[test]
    fn mirror_images_score_alike(position in positions(12..40)) {
        let image = score(&mut solver(), position.mirrored());
        prop_assert_eq!(score(&mut solver(), position), image);
    }

    #[test]
    fn a_score_is_the_best_of_the_moves(position in positions(14..40)) {
        let mut solver = solver();
        let whole = score(&mut solver, position);
        let moves = position.legal_columns().map(|column| {
            let next = position.play(column).expect("legal");
            match OpenPosition::try_from(next) {
                Ok(next) => score(&mut solver, next).for_opponent(),
                Err(Outcome::Drawn) => Score::DRAW,
                Err(Outcome::Won(winner)) => {
                    let discs = i8::try_from(next.discs()[winner].len()).expect("at most 21");
                    Score::new(22 - discs).expect("a score")
                }
            }
        });
        let moves: Vec<Score> = moves.collect();
        prop_assert_eq!(moves.iter().copied().max(), Some(whole));

        let analysis = solver.analyze(position, &Budget::UNLIMITED);
        prop_assert_eq!(analysis.score(), Verdict::Exact(whole));
        let listed: Vec<Score> = analysis.moves().filter_map(|(_, it)| it.exact()).collect();
        prop_assert_eq!(&listed, &moves);

        let Reply::Perfect(column) = solver.best_move(position, &Budget::UNLIMITED) else {
            panic!("there is no limit");
        };
        prop_assert!(analysis.best_columns().any(|it| it == column));
    }

    #[test]
    fn the_best_line_ends_as_the_score_says(position in positions(14..40)) {
        let mut solver = solver();
        let value = score(&mut solver, position).value(position.position());
        let line = solver.best_line(position, &Budget::UNLIMITED);
        let mut end = position.position();
        for &column in &line {
            end = end.play(column).expect("legal");
        }
        let length = u32::try_from(line.len()).expect("at most 42");
        let expected = match value {
            Value::Draw => (Outcome::Drawn, 42 - position.position().ply()),
            Value::Win { plies } => (Outcome::Won(position.turn()), plies),
            Value::Loss { plies } => (Outcome::Won(position.turn().other()), plies),
        };
        prop_assert_eq!((end.outcome(), length), (Some(expected.0), expected.1));
    }

    #[test]
    fn bounds_hold_when_the_budget_is_spent(position in positions(12..24), nodes in 0..2_000u64) {
        let exact = score(&mut solver(), position);
        let mut hurried = solver();
        let verdict = hurried.solve(position, &Budget::nodes(nodes));
        prop_assert!(hurried.nodes() <= nodes);
        prop_assert!(verdict.at_least() <= exact && exact <= verdict.at_most());
        for (column, verdict) in hurried.analyze(position, &Budget::nodes(nodes)).moves() {
            let next = position.play(column).expect("legal");
            if let Some(next) = next.open() {
                let exact = score(&mut solver(), next).for_opponent();
                prop_assert!(verdict.at_least() <= exact && exact <= verdict.at_most());
            }
        }
    }

    #[test]
    fn threads_agree(position in positions(12..40), threads in 2..5usize) {
        let mut together = solver().with_threads(threads);
        prop_assert_eq!(score(&mut together, position), score(&mut solver(), position));
        let budget = Budget::nodes(500);
        let hurried = solver().with_threads(threads).solve(position, &budget);
        let exact = score(&mut solver(), position);
        prop_assert!(hurried.at_least() <= exact && exact <= hurried.at_most());
    }

    #[test]
    fn a_tiny_table_is_only_slower(position in positions(16..40)) {
        let mut tiny = Solver::new(TableSize::mebibytes(0));
        prop_assert_eq!(score(&mut tiny, position), score(&mut solver(), position));
    }
}

/// A change of search shows here, whether it was meant or not. One that was: write down the new number, and
/// what it does to the time, in docs/ENGINE.md.
#[test]
fn the_search_visits_as_many_nodes_as_before() {
    let mut nodes = 0;
    for line in include_str!("data/positions.txt").lines() {
        let (moves, _) = line.split_once(' ').expect("moves and score");
        let mut solver = solver();
        score(&mut solver, open(moves));
        nodes += solver.nodes();
    }
    assert_eq!(nodes, 631_427);
}

#[test]
fn a_raised_flag_ends_the_search() {
    let cancel = AtomicBool::new(true);
    let mut solver = solver();
    let verdict = solver.solve(OpenPosition::START, &Budget::until(&cancel));
    assert_eq!(verdict.exact(), None);
    assert_eq!(solver.nodes(), 0);
    let reply = solver.best_move(OpenPosition::START, &Budget::until(&cancel));
    assert_eq!(reply, Reply::Unproved(Column::numbered(4).expect("a column")));
    assert!(solver.best_line(OpenPosition::START, &Budget::until(&cancel)).is_empty());
}
