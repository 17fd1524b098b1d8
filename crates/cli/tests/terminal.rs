//! The terminal's commands, run as a person runs them.

mod stage;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use stage::{Setup, Terminal};

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
fn fourfall(words: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(words);
    child.stdin.take().expect("its input is ours").write_all(input.as_ref()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// What comes out on standard output, on standard error, and the exit code.
#[track_caller]
fn check(words: &[&str], input: impl AsRef<[u8]>, expected: (&str, &str, i32)) {
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
        format!("{LATE} 2\n"),
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
fn a_line_that_is_no_text_is_counted_like_any_bad_line() {
    let mut input = b"4\xff4\n".to_vec();
    input.extend_from_slice(format!("{LATE}\r\n").as_bytes());
    let complaint = "fourfall: line 1: this is not text (UTF-8)\n";
    check(&["solve", "--no-book"], &input, (&format!("{LATE} -1\n"), complaint, 1));
    let output = fourfall(&["solve", "--no-book", "--stats"], &input);
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("fourfall: 1 position, 0 wrong, 1 unreadable; "), "{said}");
    let output = fourfall(&["analyze", "--no-book", "--json"], &input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).expect("text"), complaint);
    assert_eq!(output.stdout.iter().filter(|it| **it == b'\n').count(), 1, "the other line");
}

#[test]
fn analyze_answers_a_line_of_json_a_position() {
    let output = fourfall(&["analyze", "--no-book", "--json"], format!("{LATE}\n\n{LATE}6\n"));
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let scores: Vec<serde_json::Value> = text
        .lines()
        .map(|it| serde_json::from_str::<serde_json::Value>(it).expect("JSON")["score"].clone())
        .collect();
    assert_eq!(scores, [-1, 1]);
}

#[test]
fn books_speak_json() {
    let output = fourfall(&["book", "info", "--json"], "");
    let info: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(info["positions"][0], 1);
    let output = fourfall(&["book", "info"], "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("  ply 0: 1 position\n") && text.contains(" positions\n"), "{text}");
}

#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    for words in [
        &["solve", "--no-book"][..],
        &["analyze", "--no-book", LATE],
        &["book", "info"],
        &["completions", "zsh"],
        &["man"],
        &["replay", "4435"],
    ] {
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
    assert!(summary.starts_with("fourfall: 1 position, 0 wrong, 0 unreadable; "), "{summary}");
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

  column 6   -1          #|           loses in 4    best
  column 7   -2          #|           loses in 2

Best line: 6777
";
    check(&["analyze", "--no-book", LATE], "", (page, "", 0));
}

#[test]
fn whoever_types_a_position_sees_it() {
    let mut terminal = Terminal::start(&["solve", LATE]);
    terminal.wait_for("The second player (O) is to move and loses in 4 discs.");
    terminal.wait_for("Score -1.");
    terminal.look(|it| {
        assert!(it.contents().contains("X X O X X X O\n1 2 3 4 5 6 7"), "{}", it.contents())
    });
    assert_eq!(terminal.end(), 0);
}

/// The last position takes long: what is on the screen meanwhile is what a person sees.
#[test]
fn whoever_waits_for_long_input_sees_how_far_it_is() {
    let file = scratch("long");
    let input = format!("{}44x\n-\n", format!("{LATE}\n").repeat(999));
    std::fs::write(&file, input).expect("a file can be written");
    for (script, end) in [
        ("\"$FOURFALL\" solve --no-book < \"$FILE\" > /dev/null", " left"),
        ("cat \"$FILE\" | \"$FOURFALL\" analyze --no-book --json > /dev/null", " so far"),
    ] {
        let variables = vec![("FILE", file.display().to_string())];
        let setup = Setup { script: Some(script), variables, ..Setup::default() };
        let mut terminal = Terminal::start_with(&[], setup);
        terminal.wait_for("fourfall: line 1000: move 3: expected a digit from 1 to 7\n");
        terminal.wait("how far it is", |it| {
            let text = it.contents();
            let line = text.lines().last()?.trim_end();
            let is = line.contains("1000 positions, ") && line.contains("/s, ");
            (is && line.ends_with(end)).then_some(())
        });
    }
    let mut terminal = Terminal::start(&["book", "check", "--sample", "50"]);
    terminal.wait_for(" of 50 positions, ");
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
    for words in [
        &[][..],
        &["dance"],
        &["solve", "--threads", "0"],
        &["solve", "--table-mib", "0"],
        &["play", "--bot", "nobody"],
        &["play", "--two", "--bot", "perfect"],
        &["play", "--two", "--connect", "http://127.0.0.1:1"],
        &["play", "--invite"],
        &["play", "--code", "ABC234"],
        &["play", "--watch", "room"],
        &["play", "--guest"],
        &["play", "--connect", "play.example"],
        &["play", "--connect", "http://127.0.0.1:1", "--invite", "--code", "ABC234"],
        &["play", "--connect", "http://127.0.0.1:1", "--bot", "perfect"],
        &["play", "--connect", "http://127.0.0.1:1", "--preset", "chess"],
        &["play", "--turn-seconds", "0"],
        &["play", "--color", "mauve"],
        &["bot"],
        &["bot", "--level", "perfect"],
        &["bot", "--connect", "http://127.0.0.1:1"],
        &["bot", "--connect", "http://127.0.0.1:1", "--level", "genius"],
        &["bot", "--connect", "http://127.0.0.1:1", "--level", "perfect", "--games", "0"],
        &["watch"],
        &["watch", "127.0.0.1"],
        &["replay"],
        &["replay", "4435", "--ply", "43"],
        &["export"],
        &["export", "--connect", "http://127.0.0.1:1", "--data-dir", "data"],
        &["completions", "basic"],
        &["completions"],
    ] {
        let output = fourfall(words, "");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        let helps = said.contains("Usage: fourfall") || said.contains("try '--help'");
        assert!(helps, "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn what_can_not_be_done_is_said_with_exit_code_1() {
    let nobody = "http://127.0.0.1:1";
    for (words, sentence) in [
        (&["play"][..], "play needs a terminal"),
        (&["bot", "--connect", nobody, "--level", "perfect"], "could not reach http://127.0.0.1:1"),
        (
            &["bot", "--connect", nobody, "--level", "perfect,live-easy", "--code", "ABC234"],
            "two can't take one seat",
        ),
        (&["watch", nobody], "could not reach http://127.0.0.1:1"),
        (&["watch", "http://127.0.0.1:1/watch/room"], "could not reach http://127.0.0.1:1"),
        (&["watch", "http://127.0.0.1:1/play/ABC234"], "expected the address of a server"),
        (&["replay", "missing.json"], "could not read missing.json"),
        (&["replay", "4444444"], "move 7: column 4 is full"),
        (&["replay", "48"], "move 2: expected a digit from 1 to 7"),
        (&["replay", "room", "--connect", nobody], "could not reach http://127.0.0.1:1"),
        (&["replay", "http://127.0.0.1:1/leaderboard"], "is not the address of a game"),
        (&["replay", "-"], "standard input has no game in it"),
        (&["export", "--connect", nobody], "could not reach http://127.0.0.1:1"),
        (&["export", "--data-dir", "no/such/folder"], "there is no store in no/such/folder"),
        (&["export", "--database-url", "postgres://u:secret@127.0.0.1:1/d"], "could not open"),
        (&["man", "no/such/folder"], "could not write into no/such/folder"),
    ] {
        let output = fourfall(words, "");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.starts_with("fourfall: ") && said.contains(sentence), "{words:?}: {said}");
        assert!(!said.contains("secret"), "{said}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn a_replay_reads_moves_games_and_files_of_them() {
    let page = "First (X) – Second (O)\n\n\
        . . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n\
        . . . O . . .\n. . . X . . .\n1 2 3 4 5 6 7\n\n\
        Disc 2 of 4. The game is still on.\nMoves: 4435\n";
    check(&["replay", "4435", "--ply", "2"], "", (page, "", 0));
    check(&["replay", "-", "--ply", "2"], "\n4435\n", (page, "", 0));
    let link = "https://play.example/analysis/4435";
    check(&["replay", link, "--ply", "2"], "", (page, "", 0));
    let game = r#"{"roomId":"r1","players":[{"id":"a","username":"Ada","color":"red"},
        {"id":"b","username":"Alan","color":"yellow"}],"moves":"12","result":
        {"winner":"b","reason":"resignation"}}"#;
    let file = scratch("games.jsonl");
    std::fs::write(&file, game.replace('\n', "") + "\n4435\n").expect("a file can be written");
    let output = fourfall(&["replay", file.to_str().expect("text")], "");
    let text = String::from_utf8(output.stdout).expect("text");
    let expected = "Game 1 of 2. Disc 2 of 2. Alan won: resignation.\nMoves: 12\n";
    assert!(text.starts_with("Ada (X) – Alan (O)\n") && text.ends_with(expected), "{text}");
    let complaint =
        "fourfall: standard input, line 2: expected a JSON object or moves such as 4435\n";
    check(&["replay", "-"], "4435\nfour\n", ("", complaint, 1));
}

#[test]
fn completions_and_manual_know_every_command() {
    for (words, is) in [
        (&["completions", "bash"][..], "complete -F _fourfall"),
        (&["completions", "zsh"], "#compdef fourfall"),
        (&["completions", "fish"], "complete -c fourfall"),
        (&["man"], ".TH fourfall 1"),
    ] {
        let output = fourfall(words, "");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains(is), "{words:?}");
        for command in ["play", "bot", "watch", "replay", "export", "solve", "analyze", "book"] {
            assert!(text.contains(command), "{words:?} does not know {command}");
        }
    }
    let folder = scratch("manual");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    check(&["man", folder.to_str().expect("text")], "", ("", "", 0));
    let page = std::fs::read_to_string(folder.join("fourfall-play.1")).expect("a page a command");
    assert!(page.contains("\\-\\-connect"), "{page}");
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
