//! Moves are judged as people would, and every fault has a reason that can be drawn.

use fourfall_engine::reason::{Reason, ReasonKind};
use fourfall_engine::review::{Judgement, Review};
use fourfall_engine::{Book, Budget, Solver, TableSize};
use fourfall_rules::{Bitboard, Cell, Column, Game, Line, Numbered, Player};
use proptest::prelude::*;

fn solver() -> Solver {
    Solver::new(TableSize::mebibytes(16)).with_book(Book::embedded())
}

fn review(moves: &str, solver: &mut Solver) -> Review {
    let game: Game = moves.parse().expect("moves of a test are legal");
    solver.review(&game, &Budget::UNLIMITED).expect("there is no limit")
}

fn letter(judgement: Judgement) -> char {
    match judgement {
        Judgement::Best | Judgement::Good => '.',
        Judgement::Inaccuracy => 'i',
        Judgement::MissedWin => 'm',
        Judgement::Mistake => 's',
        Judgement::Blunder => 'b',
    }
}

#[test]
fn games_are_judged_by_common_sense() {
    let mut solver = solver();
    let mut games = 0;
    let rows = include_str!("data/judged.txt").lines();
    for row in rows.filter(|it| !it.is_empty() && !it.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [moves, expected, first, second] = fields[..] else { panic!("{row}") };
        let review = review(moves, &mut solver);
        let found: String = review.moves().iter().map(|it| letter(it.judgement)).collect();
        let agrees = |(one, other)| one == '?' || one == other;
        assert_eq!(expected.len(), found.len(), "{moves}");
        assert!(expected.chars().zip(found.chars()).all(agrees), "{moves}: {expected} is {found}");
        for (player, range) in [(Player::First, first), (Player::Second, second)] {
            let Some((least, most)) = range.split_once('-').filter(|it| !it.0.is_empty()) else {
                continue;
            };
            let accuracy = review.accuracy(player).expect("who has a range has moved");
            let range = least.parse().unwrap()..=most.parse().unwrap();
            assert!(range.contains(&accuracy), "{moves}: {player:?} has {accuracy}, not {range:?}");
        }
        games += 1;
    }
    assert!(games >= 25);
}

/// Cells as column and row, counted from 1.
fn cells(written: &[[u8; 2]]) -> Bitboard {
    let cell = |&[column, row]: &[u8; 2]| Cell::try_from(Numbered { column, row }).unwrap();
    written.iter().map(cell).collect()
}

#[track_caller]
fn check(moves: &str, column: u8, kind: ReasonKind, by: Player, key: &[[u8; 2]]) {
    let position = moves.parse::<Game>().unwrap().position().open().unwrap();
    let column = Column::numbered(column).unwrap();
    let reason = solver().reason(position, column, &Budget::UNLIMITED).unwrap();
    assert_eq!((reason.kind, reason.by), (kind, Some(by)), "{column} after {moves}");
    assert_eq!(reason.key, cells(key), "{column} after {moves}");
}

#[test]
fn reasons_are_those_a_teacher_gives() {
    check("12131", 4, ReasonKind::Leaves, Player::First, &[[1, 4]]);
    check("12131", 1, ReasonKind::Blocks, Player::First, &[[1, 4]]);
    check("445566", 3, ReasonKind::Wins, Player::First, &[[3, 1]]);
    check("4223374", 1, ReasonKind::Opens, Player::First, &[[1, 2]]);
    check("445", 5, ReasonKind::TwoThreats, Player::First, &[[2, 1], [6, 1]]);
    check("", 4, ReasonKind::Zugzwang, Player::First, &[[6, 5]]);
}

/// Every cell of a reason lies on a line of four, and each key cell completes one.
fn is_drawn_in_fours(reason: &Reason) -> bool {
    let lines = || Line::ALL.into_iter().map(Line::set);
    let within = |line: &Bitboard| reason.cells.contains_all(*line);
    let covered = lines().filter(within).fold(Bitboard::EMPTY, |all, it| all | it);
    match reason.kind {
        ReasonKind::Draw => reason.cells.is_empty() && reason.key.is_empty(),
        ReasonKind::Wins
        | ReasonKind::Leaves
        | ReasonKind::Opens
        | ReasonKind::Blocks
        | ReasonKind::TwoThreats
        | ReasonKind::Zugzwang => {
            !reason.key.is_empty()
                && reason.cells.contains_all(reason.key)
                && covered == reason.cells
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_fault_has_its_lesson(columns in prop::collection::vec(0..7_u8, 8..42)) {
        let mut game = Game::new();
        for column in columns {
            // A column that is full or a game that is over: the next one may be legal.
            let _ = game.play(Column::new(column).unwrap());
        }
        let review = solver().review(&game, &Budget::UNLIMITED).unwrap();
        for it in review.moves() {
            prop_assert_eq!(it.judgement.is_fault(), it.lesson.is_some());
            prop_assert_eq!(it.judgement == Judgement::Best, it.found == it.left);
            prop_assert!(it.left <= it.found);
            if let Some(lesson) = it.lesson {
                prop_assert!(is_drawn_in_fours(&lesson.played), "{:?}", lesson);
                prop_assert!(is_drawn_in_fours(&lesson.better), "{:?}", lesson);
            }
        }
    }
}
