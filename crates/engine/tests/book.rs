//! The book: complete, checked, and refused when damaged.

use std::sync::atomic::AtomicBool;

use fourfall_engine::book::{Draft, Incomplete, positions, solve_all};
use fourfall_engine::{Book, BookError, Budget, Score, Solver, TableSize};
use fourfall_rules::{Game, OpenPosition};

/// A book with made-up scores for the deepest ply: its format does not care.
fn made_up(deepest_ply: u32) -> Draft {
    let mut draft = Draft::new(deepest_ply);
    for position in draft.missing() {
        draft.record(position, made_up_score(position));
    }
    draft
}

fn made_up_score(position: OpenPosition) -> Score {
    let key = position.position().key().min(position.mirrored().position().key());
    let number = i8::try_from(key % 11).expect("less than 11") - 5;
    Score::new(number).expect("a score")
}

fn open(moves: &str) -> OpenPosition {
    let game: Game = moves.parse().expect("legal moves");
    game.position().open().expect("the game is on")
}

#[test]
fn it_holds_every_position_once() {
    // ENGINE.md counts them: up to mirror images, the game still on, and no win at once.
    let counts = [4, 5, 6, 7].map(|ply| positions(ply).len());
    assert_eq!(counts, [568, 2_144, 7_638, 25_718]);
}

#[test]
fn what_goes_in_comes_out() {
    let book = Book::from_bytes(made_up(6).finish().expect("complete")).expect("sound");
    assert_eq!((book.deepest_ply(), book.count(6), book.count(7)), (6, 7_638, 0));
    for position in positions(6) {
        assert_eq!(book.score(position), Some(made_up_score(position)));
        assert_eq!(book.score(position.mirrored()), Some(made_up_score(position)));
    }
    assert_eq!(book.score(open("1122335")), None, "seven discs are too many");
}

#[test]
fn earlier_plies_have_the_best_of_their_moves() {
    let book = Book::from_bytes(made_up(6).finish().expect("complete")).expect("sound");
    for position in (0..6).flat_map(positions) {
        let moves = position.legal_columns().filter_map(|it| position.play(it).ok()?.open());
        let best = moves.filter_map(|it| book.score(it)).map(Score::for_opponent).max();
        assert_eq!(book.score(position), best);
    }
}

#[test]
fn a_win_at_once_needs_no_entry() {
    let book = Book::from_bytes(made_up(6).finish().expect("complete")).expect("sound");
    assert_eq!(book.score(open("112233")), Score::new(18));
    assert_eq!(book.score(open("771765")), book.score(open("117123")), "mirror images");
}

#[test]
fn every_damage_is_refused() {
    let sound = made_up(2).finish().expect("complete");
    assert!(Book::from_bytes(sound.clone()).is_ok());
    for index in 0..sound.len() {
        for bit in 0..8 {
            let mut damaged = sound.clone();
            damaged[index] ^= 1 << bit;
            assert!(Book::from_bytes(damaged).is_err(), "bit {bit} of byte {index}");
        }
        assert!(Book::from_bytes(sound[..index].to_vec()).is_err(), "cut at {index}");
    }
    let longer = [sound.as_slice(), &[0; 4]].concat();
    assert_eq!(Book::from_bytes(longer).err(), Some(BookError::WrongLength));
    assert_eq!(Book::from_bytes(Vec::new()).err(), Some(BookError::NotABook));
}

#[test]
fn a_damaged_book_says_so() {
    let mut bytes = made_up(2).finish().expect("complete");
    *bytes.last_mut().expect("not empty") ^= 1;
    let error = Book::from_bytes(bytes).expect_err("damaged");
    assert_eq!(error.to_string(), "the opening book is damaged: its checksum does not fit");
}

#[test]
fn a_draft_is_taken_up_where_it_was_left() {
    let mut draft = Draft::new(4);
    let missing = draft.missing();
    let (done, left) = missing.split_at(100);
    let mut file = Vec::new();
    for &position in done {
        file.extend(draft.record(position, made_up_score(position)));
    }
    // The machine stopped in the middle of an entry.
    file.extend([1, 2, 3]);

    let mut resumed = Draft::new(4);
    assert_eq!(resumed.resume(&file), 400);
    assert_eq!(resumed.missing(), left);
    assert_eq!(resumed.finish(), Err(Incomplete { missing: left.len() }));
    for &position in left {
        resumed.record(position, made_up_score(position));
    }
    assert_eq!(resumed.finish(), made_up(4).finish());
}

#[test]
fn a_draft_of_another_book_is_not_taken_up() {
    let file: Vec<u8> = positions(5)
        .into_iter()
        .flat_map(|it| Draft::new(5).record(it, Score::DRAW))
        .take(4)
        .collect();
    let mut other = Draft::new(2);
    assert_eq!(other.resume(&file), 0);
    assert_eq!(other.solved(), 0);
}

#[test]
fn all_threads_together_solve_every_position_once() {
    // Late positions, so that it is quick: the function takes any.
    let late = include_str!("data/positions.txt").lines().take(60);
    let late: Vec<OpenPosition> =
        late.map(|line| open(line.split_once(' ').expect("moves and score").0)).collect();
    let mut solved = Vec::new();
    solve_all(&late, 3, &AtomicBool::new(false), |it| solved.push(it));
    assert_eq!(solved.len(), late.len());
    let mut solver = Solver::new(TableSize::mebibytes(1));
    for it in solved {
        assert!(late.contains(&it.position));
        assert_eq!(solver.solve(it.position, &Budget::UNLIMITED).exact(), Some(it.score));
    }
}

#[test]
fn cancelling_ends_a_build() {
    let mut solved = 0;
    solve_all(&positions(3), 2, &AtomicBool::new(true), |_| solved += 1);
    assert_eq!(solved, 0);
}

/// A sample of the book that ships: `fourfall book check` takes a larger one.
#[cfg(feature = "book")]
#[test]
fn the_book_that_ships_is_right() {
    let book = Book::embedded();
    assert_eq!(book.deepest_ply(), 9);
    let counts: Vec<usize> = (0..=9).map(|ply| book.count(ply)).collect();
    assert_eq!(counts, (0..=9).map(|ply| positions(ply).len()).collect::<Vec<_>>());
    assert!(book.size_bytes() <= 3 << 20);
    assert_eq!(book.score(OpenPosition::START), Score::new(1), "the first player wins, just");

    let mut solver = Solver::new(TableSize::mebibytes(4));
    for position in positions(9).into_iter().step_by(7_001) {
        let score = solver.solve(position, &Budget::UNLIMITED).exact();
        assert_eq!(book.score(position), score, "{:?}", position.position());
    }
}
