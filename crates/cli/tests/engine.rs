//! `fourfall engine`, as another program uses it.

#![allow(clippy::unwrap_used, reason = "what is missing in a test ends it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The engine as a child. It is killed if a test fails.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fourfall"))
            .arg("engine")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The next line that starts like this.
    fn hear_until(&mut self, start: &str) -> String {
        loop {
            let line = self.hear();
            assert_ne!(line, "", "the engine ended before it said {start:?}");
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Ends the input; what is left of the output, and whether all went well.
    fn end(mut self) -> (String, bool) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().success())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The line without what differs from one machine, or one order of moves, to the next.
fn settled(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if words[0] == "info" && matches!(words[at - 1], "nodes" | "time") {
            words[at] = "…";
        }
    }
    words.join(" ")
}

#[test]
fn the_session_in_the_documentation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ENGINE_PROTOCOL.md");
    let text = std::fs::read_to_string(file).unwrap();
    let session = text.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let mut engine = Engine::start(&[]);
    let mut expected = Vec::new();
    for line in session.lines() {
        match line.strip_prefix("> ") {
            Some(sent) => engine.say(sent),
            None => expected.push(settled(line)),
        }
    }
    let (said, well) = engine.end();
    let said: Vec<String> = said.lines().map(settled).collect();
    assert_eq!(said, expected);
    assert!(well);
    assert!(expected.len() > 30, "the documentation has a whole session");
}

#[test]
fn a_search_is_stopped_and_what_would_disturb_it_is_refused() {
    // Without the book the empty board takes seconds.
    let mut engine = Engine::start(&["--no-book"]);
    engine.say("go infinite");
    for disturbing in ["go", "position startpos", "ucinewgame", "setoption name Threads value 2"] {
        engine.say(disturbing);
        assert_eq!(
            engine.hear_until("error"),
            "error a search is running: say stop or wait first",
            "after {disturbing}"
        );
    }
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("stop");
    assert!(engine.hear_until("bestmove").ends_with(" unproved"));
    // What was refused did not happen, and the engine goes on.
    engine.say("position startpos moves 445566");
    engine.say("go");
    assert_eq!(engine.hear_until("bestmove"), "bestmove 3");
    let (rest, well) = engine.end();
    assert_eq!((rest.as_str(), well), ("", true));
}

#[test]
fn a_search_keeps_to_its_limits() {
    let mut engine = Engine::start(&["--no-book"]);
    engine.say("go nodes 30000");
    assert!(engine.hear_until("info").contains("atleast"));
    assert!(engine.hear_until("bestmove").ends_with(" unproved"));
    engine.say("ucinewgame");
    engine.say("go movetime 1");
    assert!(engine.hear_until("bestmove").ends_with(" unproved"));
    engine.say("go infinite");
    engine.say("quit");
    assert!(engine.hear_until("bestmove").ends_with(" unproved"));
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn rude_input_is_answered() {
    let mut engine = Engine::start(&[]);
    let long = "x".repeat(10_000);
    for (line, start) in [
        ("hello", "error unknown command \"hello\""),
        (long.as_str(), "error a line has at most 4096 bytes"),
        ("position", "error expected position startpos"),
        ("position startpos 44", "error expected moves, found \"44\""),
        ("position startpos moves 48", "error move 2: expected 1 to 7"),
        ("position startpos moves 4444444", "error move 7: column 4 is full"),
        ("position board", "error expected the board's rows"),
        ("position board X/O", "error line 1: expected 7 cells, found 1"),
        (
            "position board ......./......./......./......./......./XX.....",
            "error the first player has 2",
        ),
        ("go fast", "error expected nodes, movetime, scores or infinite, found \"fast\""),
        ("go nodes many", "error expected a number after nodes"),
        ("go nodes", "error expected a number after nodes"),
        ("setoption Threads 2", "error expected setoption name NAME value VALUE"),
        ("setoption name Depth value 2", "error there is no option \"Depth\""),
        ("setoption name Threads value 0", "error Threads is a number from 1 to 1024"),
        ("setoption name Hash value 5000", "error Hash is a number of mebibytes"),
        ("setoption name OwnBook value maybe", "error OwnBook is true or false"),
        ("setoption name Bot value deep", "error Bot is one of live-easy"),
    ] {
        engine.say(line);
        let heard = engine.hear();
        assert!(heard.starts_with(start), "{:.40}: {heard}", line);
    }
    engine.input.as_mut().unwrap().write_all(b"\n  \n\xff\xfe\n").unwrap();
    assert!(engine.hear().starts_with("error unknown command"));
    let (rest, well) = engine.end();
    assert_eq!((rest.as_str(), well), ("", true));
}

#[test]
fn an_engine_that_nobody_listens_to_ends_without_a_word() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfall"))
        .args(["engine", "--no-book"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its input stays open: what ends it is that nobody reads.
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "go infinite").unwrap();
    drop(child.stdout.take());
    // It may have noticed already.
    let _ = writeln!(input, "isready");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn every_bot_can_be_asked() {
    let mut engine = Engine::start(&[]);
    engine.say("position startpos moves 4435");
    for bot in ["live-easy", "live-medium", "live-hard", "solo-easy", "solo-medium", "solo-hard"] {
        engine.say(&format!("setoption name Bot value {bot}"));
        engine.say("setoption name Seed value ABC123");
        engine.say("go");
        let expected = Command::new(env!("CARGO_BIN_EXE_fourfall"))
            .args(["reply", "4435", "--bot", bot])
            .output()
            .unwrap();
        let column = String::from_utf8(expected.stdout).unwrap();
        assert_eq!(engine.hear_until("bestmove"), format!("bestmove {}", column.trim()), "{bot}");
    }
}
