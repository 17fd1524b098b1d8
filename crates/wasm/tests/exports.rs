//! The module's functions, called as the Worker calls them: with integers. `web/src/engine` runs the same
//! vectors through the module itself.

use fourfall_engine::bot::Bot;
use fourfall_wasm::code::{self, SCORE_ZERO};
use fourfall_wasm::exports as module;

/// Plays moves written as columns 1 to 7 from the empty board, and returns the last answer.
fn lay_out(moves: &str) -> u32 {
    module::set_up();
    moves.bytes().fold(0, |_, it| module::play(u32::from(it - b'1')))
}

/// A score that is exact, out of [`code::verdict`].
fn exact(verdict: u32) -> Option<i32> {
    let (at_least, at_most) = (verdict & 0xFF, verdict >> 8);
    (at_least == at_most).then(|| at_least.cast_signed() - i32::from(SCORE_ZERO))
}

/// As the Worker asks: slice after slice, until the answer is there.
fn in_slices(mut ask: impl FnMut(u32) -> Option<i32>) -> i32 {
    (0..500).find_map(|_| ask(20_000)).expect("500 slices are enough for a test")
}

#[track_caller]
fn check_play(moves: &str, expected: u32) {
    assert_eq!(lay_out(moves), expected, "after {moves:?}");
}

#[test]
fn a_disc_is_answered_with_its_row_or_a_refusal() {
    check_play("4", 0);
    check_play("44444", 4);
    check_play("8", 8);
    check_play("4444444", 9);
    check_play("44556677", 10);
}

#[track_caller]
fn check_board(moves: &str, legal: u32, outcome: u32, lines: &[u32]) {
    lay_out(moves);
    assert_eq!(module::legal_columns(), legal, "after {moves:?}");
    assert_eq!(module::outcome(), outcome, "after {moves:?}");
    let found: Vec<u32> =
        (0..).map(|it| module::winning_line(it)).take_while(|&it| it != code::NONE).collect();
    assert_eq!(found, lines, "after {moves:?}");
}

#[test]
fn a_board_tells_its_columns_its_end_and_its_lines() {
    check_board("", 0b111_1111, code::NONE, &[]);
    check_board("444444", 0b111_0111, code::NONE, &[]);
    // Cells in octal digits: column and row, the first of the line lowest.
    check_board("4455667", 0, 0, &[u32::from_be_bytes([0o60, 0o50, 0o40, 0o30])]);
    check_board("2132334444", 0, 1, &[u32::from_be_bytes([0o33, 0o22, 0o11, 0o00])]);
    check_board("765166733316344522276176717242151344354255", 0, 2, &[]);
}

#[test]
fn what_is_asked_of_a_finished_game_has_no_answer() {
    lay_out("4455667");
    module::buffer(0);
    assert_eq!(module::solve(1_000), code::NONE);
    assert_eq!(module::choose(6, 1_000), code::NONE);
    assert_eq!(module::best_line(1_000), 0);
    module::analyze(1_000);
    assert!((0..7).all(|it| module::verdict(it) == code::NONE));
}

#[test]
fn what_does_not_exist_has_no_answer() {
    lay_out("44");
    assert_eq!(module::choose(Bot::ALL.len(), 1_000), code::NONE);
    assert_eq!(module::verdict(7), code::NONE);
    assert_eq!(module::plies(19), code::NONE);
    assert_eq!(module::line_column(42), code::NONE);
}

/// Rows of moves and a score, shared with the solver's own tests.
const POSITIONS: &str = include_str!("../../engine/tests/data/positions.txt");

#[test]
fn positions_have_their_scores_and_so_have_their_best_columns() {
    module::resize_table(4);
    for row in POSITIONS.lines() {
        let (moves, score) = row.split_once(' ').expect("a row has two fields");
        let score: i32 = score.parse().expect("a score");
        lay_out(moves);
        assert_eq!(in_slices(|nodes| exact(module::solve(nodes))), score, "{row}");
        let best = in_slices(|nodes| {
            module::analyze(nodes);
            let verdicts = (0..7).map(|it| module::verdict(it)).filter(|&it| it != code::NONE);
            verdicts.map(exact).collect::<Option<Vec<i32>>>().map(|it| it.into_iter().max())?
        });
        assert_eq!(best, score, "the best column of {row}");
    }
}

#[test]
fn the_best_line_ends_the_game_when_the_score_says() {
    for row in POSITIONS.lines() {
        let (moves, score) = row.split_once(' ').expect("a row has two fields");
        lay_out(moves);
        let plies = module::plies(score.parse().expect("a score"));
        let count = module::best_line(u32::MAX);
        for index in 0..count {
            assert_eq!(module::outcome(), code::NONE, "disc {index} of the line of {row}");
            assert!(
                module::play(module::line_column(index)) < 6,
                "disc {index} of the line of {row}"
            );
        }
        assert_ne!(module::outcome(), code::NONE, "the line of {row} ends the game");
        let left = 42 - moves.len();
        assert_eq!(count, if plies == 0 { left } else { plies as usize }, "the line of {row}");
    }
}

/// Games that must be played alike on every platform, shared with the bots' own tests.
const GAMES: &str = include_str!("../../engine/tests/data/bots.txt");

#[test]
fn bots_play_the_games_they_play_everywhere() {
    for row in GAMES.lines().filter(|it| !it.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [name, seed, from, moves] = fields[..] else { panic!("a row has four fields: {row}") };
        let bot = Bot::ALL.into_iter().position(|it| it.name() == name).expect("a bot's name");
        for ply in (from.parse().expect("a ply")..moves.len()).step_by(2) {
            lay_out(&moves[..ply]);
            let answer = in_slices(|nodes| {
                put(seed.as_bytes());
                let answer = module::choose(bot, nodes);
                (answer >> 8 & 1 == 1).then_some(answer.cast_signed())
            });
            let think_ms = u64::try_from(answer >> 16).expect("a time");
            assert!(Bot::ALL[bot].think_ms().contains(&think_ms), "ply {ply} of {row}");
            let column = u8::try_from(answer & 0xFF).expect("a byte");
            assert_eq!(column, moves.as_bytes()[ply] - b'1', "ply {ply} of {row}");
        }
    }
}

#[test]
fn a_damaged_book_is_refused_and_the_solver_plays_on() {
    put(b"not a book");
    assert_eq!(module::open_book(), 1);
    put(b"4FALLBK\x02too short");
    assert_eq!(module::open_book(), 2);
    lay_out("44556");
    assert_eq!(in_slices(|nodes| exact(module::solve(nodes))), -18);
}

/// Writes into the buffer, as the Worker does through the module's memory.
#[expect(unsafe_code, reason = "an address is what the module gives out")]
fn put(bytes: &[u8]) {
    let address = module::buffer(bytes.len());
    // SAFETY: the buffer was just made, is this long, and is used by nobody else on this thread.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address, bytes.len()) };
}

#[test]
fn a_move_is_judged_and_explained() {
    // Three in the first column, and the other player is to move.
    lay_out("12131");
    assert_eq!(module::judge(0, -18), 5, "a blunder");
    assert_eq!(module::judge(0, 0), 0, "the best");
    assert_eq!([0, 5].map(module::points), [100, 0]);
    assert_eq!(module::reason(0, 1_000_000), 3, "blocks a four of the first player");
    assert_eq!(module::reason_key(0), 0o03);
    let cells: Vec<u32> =
        (0..).map(|it| module::reason_cell(it)).take_while(|&it| it != code::NONE).collect();
    assert_eq!(cells, [0o00, 0o01, 0o02, 0o03]);
    assert_eq!(module::reason(6, 1_000_000), 1, "leaves it");
    // Nothing goes wrong with wrong numbers.
    assert_eq!(module::judge(99, 0), code::NONE);
    assert_eq!(module::points(6), code::NONE);
    assert_eq!(module::reason(7, 1_000_000), code::NONE);
    lay_out("4455667");
    assert_eq!(module::reason(0, 1_000_000), code::NONE, "the game is over");
}
