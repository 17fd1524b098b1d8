//! Programs on a server: bots, ladders, lines of live games, exports and replays of them.

mod stage;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value;
use stage::{Cable, Server};

fn fourfall(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
    command.args(words).stdin(Stdio::null());
    command
}

fn output(words: &[&str]) -> (String, String, Option<i32>) {
    let Output { status, stdout, stderr } = fourfall(words).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(stdout), text(stderr), status.code())
}

/// A program that goes on until it is told to stop.
struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    fn start(words: &[&str]) -> Running {
        let mut child = fourfall(words).stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped"));
        Running { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.lines.read_line(&mut line).expect("it writes"), 0, "it ended early");
        line.trim_end().to_owned()
    }

    /// Asks it to stop, and gives the rest of what it says.
    fn stop(&mut self) -> (String, Option<i32>) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill").args(["-INT", &id]).status().expect("kill is there").success()
        );
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.lines, &mut rest).expect("it writes");
        (rest, self.child.wait().expect("it ends").code())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|it| serde_json::from_str(it).expect("a line of JSON")).collect()
}

#[test]
fn a_ladder_is_played_in_private_and_ends_in_a_table() {
    let server = Server::start();
    let url = server.url();
    let levels = "perfect,live-easy,solo-easy";
    let words = ["bot", "--connect", &url, "--level", levels, "--games", "2"];
    let (text, said, code) = output(&words);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let table: Vec<&str> = text.lines().skip_while(|it| !it.is_empty()).skip(1).collect();
    assert_eq!(table[0].split_whitespace().next(), Some("level"));
    let row = |name: &str| {
        let row = table.iter().find(|it| it.starts_with(name)).expect("a row a level");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    // Four games each; who never errs has won them all against who plays anywhere.
    assert_eq!(row("perfect"), ["perfect", "4", "4", "0", "0", "4"]);
    assert_eq!(row("live-easy")[1], "4");
    assert_eq!(row("solo-easy")[1], "4");
    assert_eq!(output(&["export", "--connect", &url]), (String::new(), String::new(), Some(0)));
}

#[test]
fn games_of_one_run_differ_and_a_run_with_the_same_seed_repeats_them() {
    let server = Server::start();
    let url = server.url();
    let moves = |seed: &str| {
        let words = ["bot", "--connect", &url, "--level", "live-easy,solo-easy", "--games", "4"];
        let (text, said, code) = output(&[&words[..], &["--json", "--seed", seed]].concat());
        assert_eq!((said.as_str(), code), ("", Some(0)));
        let games = json(&text).into_iter().map(|it| it["moves"].to_string());
        games.collect::<Vec<_>>()
    };
    let run = moves("one");
    let different: BTreeSet<&String> = run.iter().collect();
    assert_eq!((run.len(), different.len()), (4, 4), "{run:?}");
    assert_eq!(moves("one"), run);
    assert_ne!(moves("another"), run);
}

#[test]
fn bots_meet_in_the_queue_and_others_see_it_as_lines() {
    let server = Server::start();
    let url = server.url();
    let mut watching = Running::start(&["watch", &url, "--json"]);
    let bot = |name: &str, level: &str| {
        Running::start(&["bot", "--connect", &url, "--level", level, "--name", name, "--json"])
    };
    let mut one = bot("Ada", "live-hard");
    let mut other = bot("Alan", "live-medium");
    let started: Value = serde_json::from_str(&watching.line()).expect("JSON");
    assert_eq!(started["event"], "started");
    let room = started["roomId"].as_str().expect("a room").to_owned();
    let mut lines = Running::start(&["watch", &format!("{url}/watch/{room}")]);
    assert!(lines.line().starts_with(&format!("{room}  ")));
    let played: Value = serde_json::from_str(&one.line()).expect("JSON");
    assert_eq!(played["roomId"], *room);
    let over = loop {
        let line: Value = serde_json::from_str(&watching.line()).expect("JSON");
        if line["event"] == "over" && line["roomId"] == *room {
            break line;
        }
    };
    assert_eq!((&over["moves"], &over["winner"]), (&played["moves"], &played["winner"]));
    assert_eq!(over["reason"], played["reason"]);
    let last = std::iter::repeat_with(|| lines.line())
        .find(|it| it.contains("won") || it.contains("Draw"))
        .expect("an end");
    assert!(last.contains(played["moves"].as_str().expect("moves")), "{last}");
    // Stopped in the middle of whatever they do, they say goodbye.
    assert_eq!(one.stop().1, Some(0));
    assert_eq!(other.stop().1, Some(0));

    let (game, said, code) = output(&["replay", &format!("{url}/game/{room}")]);
    assert_eq!(code, Some(0), "{said}");
    assert!(game.contains("Ada") && game.contains("Alan"), "{game}");
    let (same, _, _) = output(&["replay", &room, "--connect", &url]);
    assert_eq!(game, same);
    let (_, said, code) = output(&["replay", "000000000000", "--connect", &url]);
    assert_eq!(code, Some(1));
    assert!(said.contains("could not get the game 000000000000: "), "{said}");
}

#[test]
fn whoever_watches_goes_on_after_the_server_was_started_again() {
    let mut server = Server::start();
    let cable = Cable::to(server.address);
    let url = cable.url();
    let mut watching = Running::start(&["watch", &url, "--json"]);
    let mut next = |event: &str| {
        std::iter::repeat_with(|| serde_json::from_str::<Value>(&watching.line()).expect("JSON"))
            .find(|it| it["event"] == event)
            .expect("an endless stream")
    };
    let meet = |more: &[&str]| {
        ["perfect", "live-easy"].map(|level| {
            let words = ["bot", "--connect", &url, "--level", level, "--name", level];
            Running::start(&[&words, more].concat())
        })
    };
    let again = |server: &mut Server| {
        cable.cut();
        server.stop();
        server.start_again();
        cable.lead_to(server.address);
    };

    // In the middle of a game, for those who watch all and for those who watch one.
    let mut bots = meet(&["--games", "1"]);
    let room = next("started")["roomId"].clone();
    let address = format!("{url}/watch/{}", room.as_str().expect("a room"));
    let mut one = Running::start(&["watch", &address, "--json"]);
    let first: Value = serde_json::from_str(&one.line()).expect("JSON");
    assert_eq!((&first["event"], &first["roomId"]), (&"started".into(), &room));
    again(&mut server);
    let over = next("over");
    assert_eq!((&over["roomId"], &over["winner"]), (&room, &"perfect".into()));
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut one.lines, &mut rest).expect("it writes");
    assert_eq!(json(&rest).last(), Some(&over), "{rest}");
    assert_eq!(bots.each_mut().map(|it| it.child.wait().expect("it ends").code()), [Some(0); 2]);

    // While nobody plays.
    again(&mut server);
    let bots = meet(&["--games", "1"]);
    let started = next("started");
    assert_ne!(started["roomId"], room);
    assert_eq!(next("over")["roomId"], started["roomId"]);
    drop(bots);

    // Another server, which has never heard of the game that was on.
    let bots = meet(&[]);
    let started = next("started");
    cable.cut();
    drop(bots);
    let other = Server::start();
    cable.lead_to(other.address);
    let over = next("over");
    assert_eq!(over["roomId"], started["roomId"]);
    assert_eq!(over["reason"], "lost by the server");
}

#[test]
fn games_are_played_counted_exported_and_replayed() {
    let mut server = Server::start();
    let url = server.url();
    let opponent = Running::start(&[
        "bot",
        "--connect",
        &url,
        "--level",
        "live-easy",
        "--name",
        "Alan",
        "--fast",
    ]);
    let words = [
        "bot",
        "--connect",
        &url,
        "--level",
        "solo-hard",
        "--name",
        "Ada",
        "--games",
        "2",
        "--fast",
    ];
    let (text, said, code) = output(&words);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    assert_eq!(text.lines().filter(|it| it.contains(" – ")).count(), 2, "{text}");
    let row = text.lines().last().expect("a table");
    let fields: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(fields[..2], ["Alan", "2"], "{text}");
    drop(opponent);

    // The games are in the server, and after it has stopped in its store.
    let (exported, said, code) = output(&["export", "--connect", &url, "--limit", "2"]);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let folder = server.folder.0.to_str().expect("text").to_owned();
    let (_, said, code) = output(&["export", "--data-dir", &folder]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the store is in use by another server"), "{said}");
    server.stop();
    let (stored, said, code) = output(&["export", "--data-dir", &folder]);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let games = json(&stored);
    let ids = |games: &[Value]| games.iter().map(|it| it["roomId"].clone()).collect::<Vec<_>>();
    let wanted = json(&exported);
    assert_eq!(wanted.len(), 2);
    assert!(ids(&wanted).iter().all(|it| ids(&games).contains(it)), "{stored}");
    let (newest, _, _) = output(&["export", "--data-dir", &folder, "--limit", "1"]);
    assert_eq!(json(&newest), games[..1]);
    let ada = games.iter().flat_map(|it| it["players"].as_array().expect("players"));
    let ada = ada.clone().find(|it| it["username"] == "Ada").expect("she played");
    let ada = ada["id"].as_str().expect("an id");
    let (of_ada, _, _) = output(&["export", "--data-dir", &folder, "--player", ada]);
    assert_eq!(json(&of_ada).len(), 2);

    let file = server.folder.0.join("games.jsonl");
    std::fs::write(&file, &of_ada).expect("a file can be written");
    let (page, _, code) = output(&["replay", file.to_str().expect("text")]);
    assert_eq!(code, Some(0));
    let moves = json(&of_ada)[0]["moves"].as_str().expect("moves").to_owned();
    assert!(page.contains("Game 1 of 2."), "{page}");
    assert!(page.ends_with(&format!("Moves: {moves}\n")), "{page}");
}
