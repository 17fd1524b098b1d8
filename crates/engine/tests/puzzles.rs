//! The laws of puzzles, held by every one of the set that is shipped.

use std::collections::HashSet;

use fourfall_engine::puzzle::{Aim, FINDERS, LEVELS, Maker, Puzzle, PuzzleError, PuzzleSet};
use fourfall_engine::{Budget, Solver, TableSize};
use proptest::prelude::*;

const FILE: &[u8] = include_bytes!("../puzzles/fourfall.puzzles");

fn set() -> PuzzleSet {
    PuzzleSet::from_bytes(FILE).expect("the set is whole")
}

fn solver() -> Solver {
    Solver::new(TableSize::mebibytes(16))
}

#[test]
fn there_are_enough_of_every_level() {
    let set = set();
    assert!(set.puzzles().len() >= 2_000);
    for level in 1..=LEVELS {
        let count = set.puzzles().iter().filter(|it| it.level == level).count();
        assert!(count >= 100, "level {level} has {count}");
    }
    for aim in [Aim::Win, Aim::Draw] {
        assert!(set.puzzles().iter().filter(|it| it.aim == aim).count() >= 400, "{aim:?}");
    }
}

/// Every tenth: `fourfall puzzles check` proves them all.
#[test]
fn exactly_one_move_wins_or_holds() {
    let mut solver = solver();
    for puzzle in set().puzzles().iter().step_by(10) {
        let position = puzzle.game.position().open().unwrap();
        let analysis = solver.analyze(position, &Budget::UNLIMITED);
        let holds = |score: i8| match puzzle.aim {
            Aim::Win => score > 0,
            Aim::Draw => score >= 0,
        };
        let right: Vec<_> = analysis
            .moves()
            .filter(|(_, it)| holds(it.exact().unwrap().number()))
            .map(|(column, _)| column)
            .collect();
        assert_eq!(right, [puzzle.solution], "{}", puzzle.game);
        assert_eq!(Puzzle::new(puzzle.game, &mut solver).as_ref(), Some(puzzle));
    }
}

#[test]
fn none_is_trivial_or_there_twice_or_a_mirror_image() {
    let set = set();
    let keys: HashSet<u64> = set.puzzles().iter().map(Puzzle::key).collect();
    assert_eq!(keys.len(), set.puzzles().len());
    for puzzle in set.puzzles() {
        let position = puzzle.game.position();
        assert_eq!(puzzle.key(), {
            let mirrored = position.mirrored().key();
            mirrored.min(position.key())
        });
        assert!(puzzle.finders < FINDERS && puzzle.discs >= 2, "{}", puzzle.game);
    }
}

#[test]
fn who_sees_less_far_and_is_found_more_often_is_no_harder() {
    let set = set();
    for one in set.puzzles() {
        for other in set.puzzles() {
            if one.discs <= other.discs && one.finders >= other.finders {
                assert!(one.level <= other.level, "{} {}", one.game, other.game);
            }
        }
    }
}

/// The first of them; `fourfall puzzles check --rebuild` makes the whole set again.
#[test]
fn the_set_follows_from_its_seed() {
    let set = set();
    let mut solver = solver();
    let made: Vec<Puzzle> = Maker::new(set.seed(), &mut solver).take(60).collect();
    assert_eq!(made, set.puzzles()[..60]);
}

#[test]
fn a_file_says_what_it_was_made_of_and_notices_damage() {
    let set = set();
    assert_eq!(set.to_bytes(), FILE);
    assert_eq!(PuzzleSet::from_bytes(b"GIF89a"), Err(PuzzleError::NotPuzzles));
    assert_eq!(PuzzleSet::from_bytes(&FILE[..FILE.len() - 1]), Err(PuzzleError::Damaged));
    assert_eq!(PuzzleSet::from_bytes(&FILE[..5]), Err(PuzzleError::Damaged));
}

proptest! {
    #[test]
    fn a_changed_byte_is_noticed(at in 5..FILE.len(), by in 1..=255_u8) {
        let mut bytes = FILE.to_vec();
        bytes[at] ^= by;
        prop_assert_eq!(PuzzleSet::from_bytes(&bytes), Err(PuzzleError::Damaged));
    }
}
