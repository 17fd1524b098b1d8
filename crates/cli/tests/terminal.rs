//! The terminal's commands, run as a person runs them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// Starts `fourfall` with these words.
fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_fourfall"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Runs `fourfall` with these words and this input.
fn fourfall(words: &[&str], input: &str) -> Output {
    let mut child = start(words);
    child.stdin.take().expect("its input is ours").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// What comes out on standard output, on standard error, and the exit code.
#[track_caller]
fn check(words: &[&str], input: &str, expected: (&str, &str, i32)) {
    let Output { status, stdout, stderr } = fourfall(words, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    let (stdout, stderr) = (text(stdout), text(stderr));
    let code = status.code().expect("it was not killed");
    assert_eq!((stdout.as_str(), stderr.as_str(), code), expected, "{words:?}");
}

/// A file of this test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{name}-{}", std::process::id()))
}

/// Late positions, so that no test waits for the solver.
const LATE: &str = "2252576253462244111563365343671351441";

#[test]
fn solve_prints_moves_and_score() {
    check(&["solve", "--no-book", LATE], "", (&format!("{LATE} -1\n"), "", 0));
}

#[test]
fn solve_reads_positions_from_standard_input_and_checks_given_scores() {
    let input = format!("{LATE} -1\n\n{LATE}\n");
    check(&["solve", "--no-book"], &input, (&format!("{LATE} -1\n{LATE} -1\n"), "", 0));
    check(
        &["solve", "--no-book"],
        &format!("{LATE} 2\n"),
        (&format!("{LATE} -1\n"), "fourfall: line 1: the score is -1, not 2\n", 1),
    );
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let input = format!("44x\n4455667\n{LATE} 99\n{LATE} 1 2\n{LATE}\n");
    let complaints = "fourfall: line 1: move 3: expected a digit from 1 to 7\n\
        fourfall: line 2: the game is over: the first player has four in a row\n\
        fourfall: line 3: expected a score from -18 to 18, found \"99\"\n\
        fourfall: line 4: expected moves and at most a score, found \"2\" as well\n";
    check(&["solve", "--no-book"], &input, (&format!("{LATE} -1\n"), complaints, 1));
}

#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    for words in [&["solve", "--no-book"][..], &["analyze", "--no-book", LATE], &["book", "info"]] {
        let mut child = start(words);
        drop(child.stdout.take());
        // What does not read its input may have ended already.
        let _ = child.stdin.take().expect("its input is ours").write_all(LATE.as_bytes());
        let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
        assert_eq!((status.code(), stderr.as_slice()), (Some(0), &b""[..]), "{words:?}");
    }
}

#[test]
fn solve_with_stats_prints_nodes_and_time() {
    let output = fourfall(&["solve", "--no-book", "--stats", LATE], "");
    let line = String::from_utf8(output.stdout).expect("text");
    let fields: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(fields[..2], [LATE, "-1"]);
    assert!(fields[2..].iter().all(|it| it.parse::<u64>().is_ok()) && fields.len() == 4, "{line}");
    let summary = String::from_utf8(output.stderr).expect("text");
    assert!(summary.starts_with("fourfall: 1 positions, 0 wrong, 0 unreadable; "), "{summary}");
}

#[test]
fn solve_and_analyze_speak_json() {
    let output = fourfall(&["solve", "--no-book", "--json", LATE], "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["moves"], LATE);
    assert_eq!(answer["score"], -1);
    assert_eq!(answer["means"], "loses in 4");
    let output = fourfall(&["analyze", "--no-book", "--json", LATE], "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["score"], -1);
    assert_eq!(report["columns"].as_array().map(Vec::len), Some(7));
    assert_eq!(report["columns"][0], serde_json::Value::Null, "column 1 is full");
    let last = serde_json::json!({ "column": 7, "score": -2, "means": "loses in 2" });
    assert_eq!(report["columns"][6], last);
    assert_eq!(report["bestColumns"], serde_json::json!([6]));
    assert_eq!(report["bestLine"], "6777");
}

#[test]
fn analyze_shows_the_board_the_scores_and_the_line() {
    let page = "\
X O O O X . .
O X O X X X .
X O O X O O .
X O X O X X .
O O O X X O O
X X O X X X O
1 2 3 4 5 6 7

The second player (O) is to move and loses in 4 discs.

  column 6   -1  loses in 4    best
  column 7   -2  loses in 2

Best line: 6777
";
    check(&["analyze", "--no-book", LATE], "", (page, "", 0));
}

#[test]
fn analyze_refuses_what_is_no_game() {
    let complaint = "fourfall: move 2: expected a digit from 1 to 7\n";
    check(&["analyze", "48"], "", ("", complaint, 1));
    let complaint = "fourfall: the game is over: the first player has four in a row\n";
    check(&["analyze", "4455667"], "", ("", complaint, 1));
}

#[test]
fn a_book_that_is_not_there_is_said_so() {
    let file = scratch("missing.book");
    let name = file.to_str().expect("a path of text");
    let complaint =
        format!("fourfall: could not read {name}: No such file or directory (os error 2)\n");
    check(&["book", "info", name], "", ("", &complaint, 1));
    check(&["book", "check", name], "", ("", &complaint, 1));
}

#[test]
fn a_damaged_book_is_refused_and_the_engine_plays_on_without_it() {
    let file = scratch("damaged.book");
    let name = file.to_str().expect("a path of text");
    for (bytes, why) in [
        (b"4FALLBK\x02", "the opening book is cut short or too long"),
        (b"4FALLBK\x01", "this is not an opening book of a format known here"),
    ] {
        std::fs::write(&file, bytes).expect("a file can be written");
        let complaint = format!("fourfall: {name}: {why}");
        let going_on = format!("{complaint}; going on without a book\n");
        check(&["solve", "--book", name, LATE], "", (&format!("{LATE} -1\n"), &going_on, 0));
        check(&["book", "info", name], "", ("", &format!("{complaint}\n"), 1));
    }
}

#[test]
fn unknown_words_are_refused_with_help() {
    for words in [&["dance"][..], &["solve", "--threads", "0"], &["solve", "--table-mib", "0"]] {
        let output = fourfall(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn bots_play_the_games_they_play_everywhere() {
    let games = include_str!("../../engine/tests/data/bots.txt");
    for row in games.lines().filter(|it| !it.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [bot, seed, from, moves] = fields[..] else { panic!("a row has four fields: {row}") };
        for ply in (from.parse().expect("a ply")..moves.len()).step_by(2) {
            let words = ["reply", &moves[..ply], "--bot", bot, "--seed", seed];
            check(&words, "", (&format!("{}\n", &moves[ply..=ply]), "", 0));
        }
    }
    assert_eq!(fourfall(&["reply", "--bot", "nobody"], "").status.code(), Some(2));
}
