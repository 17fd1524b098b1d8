//! `fourfall play` in a real terminal, from the first disc to the last.

mod stage;

use std::process::Command;

use fourfall_engine::bot::{Bot, Difficulty};
use fourfall_rules::{Game, Outcome, Player};
use stage::{Cable, Server, Setup, Terminal};

/// Without colours and waiting, so that the board can be read.
const PLAIN: [&str; 4] = ["play", "--color", "never", "--no-animation"];

fn plain<'a>(more: &[&'a str]) -> Vec<&'a str> {
    PLAIN.iter().chain(more).copied().collect()
}

fn drawing(moves: &str) -> String {
    moves.parse::<Game>().expect("a game").position().to_string()
}

/// The whole game the leftmost column that is free plays against this bot.
fn expected(bot: Bot, seed: &str) -> Game {
    let mut game = Game::new();
    while let Some(open) = game.position().open() {
        let column = match open.turn() {
            Player::First => open.legal_columns().next().expect("a legal column"),
            Player::Second => bot.choose(open, seed, |_| panic!("this bot never asks")).column,
        };
        game.play(column).expect("a legal column");
    }
    game
}

/// Plays that game in a terminal, disc by disc.
fn play_against_a_bot(size: (u16, u16), bot: Bot, seed: &str) {
    let game = expected(bot, seed);
    let words = plain(&["--bot", bot.name(), "--seed", seed]);
    let mut terminal = Terminal::start_with(&words, Setup { size, ..Setup::default() });
    let moves = game.to_string();
    for ply in (0..moves.len()).step_by(2) {
        terminal.wait_for_board(&drawing(&moves[..ply]));
        terminal.wait_for("Your turn.");
        terminal.drop_disc(moves.as_bytes()[ply] - b'0');
    }
    terminal.wait_for(match game.position().outcome().expect("it is over") {
        Outcome::Won(Player::First) => "You won: four in a row.",
        Outcome::Won(Player::Second) => "You lost: four in a row.",
        Outcome::Drawn => "Draw: the board is full.",
    });
    // Brackets mark the winning four, and what is inside them is the same game.
    terminal.wait_for_board(&drawing(&moves));
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_whole_game_against_a_bot_on_the_smallest_screen() {
    play_against_a_bot((40, 16), Bot::Live(Difficulty::Easy), "ABC123");
}

#[test]
fn a_whole_game_against_a_bot_on_a_medium_screen() {
    play_against_a_bot((70, 20), Bot::Solo(Difficulty::Medium), "ABC123");
}

#[test]
fn a_whole_game_against_a_bot_on_a_usual_screen() {
    play_against_a_bot((80, 24), Bot::Live(Difficulty::Hard), "another seed");
}

#[test]
fn two_people_play_take_their_time_and_play_again() {
    let mut terminal = Terminal::start(&plain(&["--two"]));
    terminal.wait_for("Player 1, your turn.");
    // Arrows: from the middle to the left edge and around it.
    terminal.send("\x1b[D\x1b[D\x1b[D\x1b[D\r");
    terminal.wait_for_board(&drawing("7"));
    terminal.send("\x1b[C ");
    terminal.wait_for_board(&drawing("71"));
    terminal.send("?");
    terminal.wait_for("choose a column");
    terminal.send("x");
    terminal.wait("no help", |it| (!it.contents().contains("choose a column")).then_some(()));
    terminal.send("r");
    terminal.wait_for("Resign?");
    terminal.send("n");
    terminal.wait("the board", |it| (!it.contents().contains("Resign?")).then_some(()));
    terminal.send("ry");
    terminal.wait_for("Player 2 won: resignation.");
    terminal.send("n");
    terminal.wait_for("Player 2, your turn.");
    terminal.wait_for_board(&drawing(""));
    for number in [4, 4, 5, 5, 6, 6, 7] {
        terminal.drop_disc(number);
    }
    terminal.wait_for("Player 2 won: four in a row.");
    terminal.wait_for("[XXXX]");
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn hints_values_and_taking_back_against_a_bot() {
    let mut terminal = Terminal::start(&plain(&["--bot", "perfect"]));
    terminal.wait_for("Your turn.");
    terminal.send("h");
    terminal.wait_for("Hint: column 4: wins in 41.");
    terminal.send("v");
    terminal.wait_for("+41");
    terminal.drop_disc(4);
    terminal.wait("an answer", |it| {
        let board = stage::board(it)?;
        board.contains('O').then_some(())
    });
    terminal.send("u");
    terminal.wait_for_board(&drawing(""));
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_screen_that_shrinks_and_grows_shows_the_game_again() {
    let mut terminal = Terminal::start(&plain(&["--two"]));
    terminal.drop_disc(4);
    terminal.wait_for_board(&drawing("4"));
    terminal.resize(40, 16);
    terminal.wait_for_board(&drawing("4"));
    terminal.resize(30, 10);
    terminal.wait_for("The board needs 40 × 16.");
    terminal.resize(200, 50);
    terminal.wait_for_board(&drawing("4"));
    terminal.drop_disc(5);
    terminal.wait_for_board(&drawing("45"));
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn colours_are_as_many_as_the_environment_says() {
    for (variables, expected) in [
        (vec![("COLORTERM", "truecolor".to_owned())], Some(vt100::Color::Rgb(30, 84, 168))),
        (vec![], Some(vt100::Color::Idx(25))),
        (vec![("TERM", "xterm".to_owned())], Some(vt100::Color::Idx(4))),
        (vec![("NO_COLOR", "1".to_owned())], None),
    ] {
        let setup = Setup { variables: variables.clone(), size: (40, 16), ..Setup::default() };
        let mut terminal = Terminal::start_with(&["play", "--two"], setup);
        terminal.wait_for("your turn.");
        let colours = terminal.look(|screen| {
            let places = (0..16).flat_map(|row| (0..40).map(move |column| (row, column)));
            let colours = places.filter_map(|it| Some(screen.cell(it.0, it.1)?.bgcolor()));
            colours.filter(|it| *it != vt100::Color::Default).collect::<Vec<_>>()
        });
        match expected {
            Some(colour) => assert!(colours.contains(&colour), "{variables:?}"),
            None => assert!(colours.is_empty(), "{variables:?}"),
        }
        terminal.send("q");
        assert_eq!(terminal.end(), 0);
    }
}

/// Runs the binary inside of a shell, which then says how it ended and what the terminal is like.
const AFTERWARDS: &str = "\"$FOURFALL\" play --two; echo ended with $?; stty -a";

#[track_caller]
fn is_as_it_was(terminal: &mut Terminal, code: u32) {
    terminal.wait_for(&format!("ended with {code}"));
    terminal.wait("a terminal in its usual mode", |it| {
        let text = it.contents();
        let is_on = |mode: &&str| text.split_whitespace().any(|it| it == *mode);
        ["icanon", "echo", "isig"].iter().all(is_on).then_some(())
    });
    terminal.look(|it| assert!(!it.alternate_screen() && !it.hide_cursor()));
}

#[test]
fn the_terminal_is_given_back_after_every_end() {
    for (keys, code) in [("q", 0), ("\x03", 0), ("\x04", 0)] {
        let setup = Setup { script: Some(AFTERWARDS), ..Setup::default() };
        let mut terminal = Terminal::start_with(&[], setup);
        terminal.wait_for("your turn.");
        terminal.look(|it| assert!(it.alternate_screen()));
        terminal.send(keys);
        is_as_it_was(&mut terminal, code);
    }
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let variables = vec![("FOURFALL_TEST_PANIC", "1".to_owned())];
    let setup = Setup { script: Some(AFTERWARDS), variables, ..Setup::default() };
    let mut terminal = Terminal::start_with(&[], setup);
    terminal.wait_for("asked to panic");
    is_as_it_was(&mut terminal, 1);
}

/// The process that the shell in the terminal runs.
fn inner(terminal: &mut Terminal) -> String {
    let shell = terminal.process_id();
    let children = format!("/proc/{shell}/task/{shell}/children");
    let children = std::fs::read_to_string(children).expect("Linux tells");
    children.split_whitespace().next().expect("the shell runs something").to_owned()
}

fn signal(name: &str, process: &str) {
    assert!(Command::new("kill").args([name, process]).status().expect("kill is there").success());
}

#[test]
fn the_terminal_is_given_back_after_a_signal() {
    for (name, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
        let setup = Setup { script: Some(AFTERWARDS), ..Setup::default() };
        let mut terminal = Terminal::start_with(&[], setup);
        terminal.wait_for("your turn.");
        let process = inner(&mut terminal);
        signal(name, &process);
        is_as_it_was(&mut terminal, code);
    }
}

#[test]
fn a_game_that_is_suspended_goes_on() {
    let setup = Setup { script: Some(AFTERWARDS), ..Setup::default() };
    let mut terminal = Terminal::start_with(&[], setup);
    terminal.wait_for("your turn.");
    let process = inner(&mut terminal);
    for suspend in [true, false] {
        if suspend {
            terminal.send("\x1a")
        } else {
            signal("-TSTP", &process)
        }
        terminal.wait("the usual screen", |it| (!it.alternate_screen()).then_some(()));
        let state = format!("/proc/{process}/stat");
        terminal.wait("a stopped process", |_| {
            std::fs::read_to_string(&state).ok()?.contains(") T ").then_some(())
        });
        signal("-CONT", &process);
        terminal.wait("the board", |it| it.alternate_screen().then_some(()));
        terminal.wait_for("your turn.");
    }
    terminal.send("q");
    is_as_it_was(&mut terminal, 0);
}

/// Ada, who invites, and Alan, who comes.
fn two_at_a_table(ada_url: &str, alan_url: &str) -> (Terminal, Terminal) {
    let words = plain(&["--connect", ada_url, "--invite", "--name", "Ada"]);
    let mut ada = Terminal::start_with(&words, Setup { size: (200, 50), ..Setup::default() });
    let code = ada.wait("a code", |it| {
        let text = it.contents();
        let code = text.split("Your code is ").nth(1)?.get(..6)?.to_owned();
        Some(code)
    });
    ada.wait_for("fourfall play --connect");
    let words = plain(&["--connect", alan_url, "--code", &code, "--name", "Alan"]);
    let mut alan = Terminal::start_with(&words, Setup { size: (70, 20), ..Setup::default() });
    ada.wait_for("Your turn.");
    alan.wait_for("Ada is to move.");
    (ada, alan)
}

#[test]
fn two_terminals_play_online_and_again() {
    let server = Server::start();
    let (mut ada, mut alan) = two_at_a_table(&server.url(), &server.url());
    let moves = "4455667";
    for ply in 0..moves.len() {
        let (mover, other) =
            if ply % 2 == 0 { (&mut ada, &mut alan) } else { (&mut alan, &mut ada) };
        mover.wait_for("Your turn.");
        mover.drop_disc(moves.as_bytes()[ply] - b'0');
        let board = drawing(&moves[..=ply]);
        mover.wait_for_board(&board);
        other.wait_for_board(&board);
    }
    ada.wait_for("You won: four in a row.");
    alan.wait_for("You lost: four in a row.");
    alan.send("n");
    alan.wait_for("You asked for another game.");
    ada.wait_for("Alan wants another game");
    ada.send("n");
    // Places are changed, and the series goes on.
    alan.wait_for("Your turn.");
    ada.wait_for("Alan is to move.");
    ada.wait("one to nil", |it| it.contents().contains("Ada  1").then_some(()));
    alan.drop_disc(1);
    ada.wait_for_board(&drawing("1"));
    ada.send("q");
    ada.wait_for("leaving resigns it");
    ada.send("y");
    assert_eq!(ada.end(), 0);
    alan.wait_for("You won: resignation.");
    alan.send("q");
    assert_eq!(alan.end(), 0);
}

#[test]
fn a_connection_that_is_cut_comes_back_and_sends_the_disc_again() {
    let server = Server::start();
    let cable = Cable::to(server.address);
    let (mut ada, mut alan) = two_at_a_table(&cable.url(), &server.url());
    ada.drop_disc(4);
    alan.wait_for_board(&drawing("4"));
    alan.drop_disc(4);
    ada.wait_for_board(&drawing("44"));
    // The disc goes into the cable and is not heard of again.
    cable.swallow();
    ada.drop_disc(3);
    ada.wait_for("Sending your disc…");
    cable.cut();
    ada.wait_for("No connection, trying again…");
    alan.wait_for("Ada is away");
    alan.wait_for_board(&drawing("44"));
    cable.mend();
    alan.wait_for_board(&drawing("443"));
    alan.wait_for("Your turn.");
    ada.wait_for_board(&drawing("443"));
    // And once more while it is not our turn.
    cable.cut();
    ada.wait_for("No connection, trying again…");
    alan.drop_disc(1);
    cable.mend();
    ada.wait_for_board(&drawing("4431"));
    ada.wait_for("Your turn.");
}

#[test]
fn a_game_goes_on_after_the_server_was_started_again() {
    let mut server = Server::start();
    let cable = Cable::to(server.address);
    let (mut ada, mut alan) = two_at_a_table(&cable.url(), &cable.url());
    ada.drop_disc(4);
    alan.wait_for_board(&drawing("4"));
    cable.cut();
    server.stop();
    alan.wait_for("No connection, trying again…");
    // A disc waits for the server, wherever that is now.
    alan.drop_disc(5);
    alan.wait_for("Sending your disc…");
    server.start_again();
    cable.lead_to(server.address);
    ada.wait_for_board(&drawing("45"));
    alan.wait_for_board(&drawing("45"));
    ada.wait_for("Your turn.");
}

#[test]
fn a_terminal_that_was_closed_finds_its_game_again() {
    let server = Server::start();
    let url = server.url();
    let home = stage::Folder::new();
    let variables = || vec![("XDG_CONFIG_HOME", home.0.display().to_string())];
    let words = plain(&["--connect", &url, "--against", "easy", "--name", "Ada"]);
    let start =
        || Terminal::start_with(&words, Setup { variables: variables(), ..Setup::default() });
    let mut first = start();
    first.wait_for("Your turn.");
    first.drop_disc(4);
    let board = first
        .wait("an answer", |it| stage::board(it).filter(|it| it.contains('O') && it.contains('X')));
    let file = home.0.join("fourfall/identities.json");
    let mode = std::fs::metadata(&file).expect("the identity is kept").permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o600);
    first.send("\x03");
    assert_eq!(first.end(), 0);
    let mut second = start();
    second.wait_for_board(&board);
    second.wait_for("Your turn.");
    // A third terminal of the same player takes the seat over.
    let mut third = start();
    third.wait_for_board(&board);
    second.wait_for("this player is playing somewhere else now");
    assert_eq!(second.end(), 1);
    third.send("ry");
    third.wait_for("You lost: resignation.");
}

#[test]
fn an_invitation_is_taken_by_its_address_and_a_wrong_one_is_refused() {
    let server = Server::start();
    let (url, mut ada) = (server.url(), None);
    let code = {
        let terminal = ada.insert(Terminal::start(&plain(&["--connect", &url, "--invite"])));
        terminal.wait("a code", |it| {
            Some(it.contents().split("Your code is ").nth(1)?.get(..6)?.to_owned())
        })
    };
    let mut alan = Terminal::start(&plain(&["--connect", &format!("{url}/play/{code}")]));
    alan.wait_for(" is to move.");
    for (words, sentence) in
        [(["--code", "ZZZZZZ"], "fourfall: "), (["--watch", "000000000000"], "fourfall: ")]
    {
        let words = plain(&[&["--connect", url.as_str()], &words[..]].concat());
        let mut eve = Terminal::start(&words);
        assert_eq!(eve.end(), 1);
        eve.wait_for(sentence);
    }
}

#[test]
fn strangers_meet_and_others_watch() {
    let server = Server::start();
    let url = server.url();
    let mut ada = Terminal::start(&plain(&["--connect", &url, "--name", "Ada"]));
    ada.wait_for("Waiting for an opponent");
    let mut alan = Terminal::start(&plain(&["--connect", &url, "--name", "Alan"]));
    ada.wait_for("Your turn.");
    alan.wait_for("Ada is to move.");
    let rooms = Command::new(env!("CARGO_BIN_EXE_fourfall"))
        .args(["watch", "--json", &url])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut rooms = Reaped(rooms);
    let line = rooms.line();
    let started: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(started["event"], "started");
    let room = started["roomId"].as_str().expect("a room").to_owned();
    let mut eve = Terminal::start(&plain(&["--connect", &url, "--watch", &room]));
    eve.wait_for("Ada is to move.");
    ada.drop_disc(4);
    eve.wait_for_board(&drawing("4"));
    eve.send("v");
    eve.wait_for("-40");
    ada.wait_for("1 person watches.");
    alan.send("ry");
    eve.wait_for("Ada won: resignation.");
    eve.send("q");
    assert_eq!(eve.end(), 0);
}

/// A process that does not outlive its test.
struct Reaped(std::process::Child);

impl Reaped {
    fn line(&mut self) -> String {
        use std::io::{BufRead, BufReader};
        let mut line = String::new();
        let out = self.0.stdout.as_mut().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it writes");
        line
    }
}

impl Drop for Reaped {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_terminal_that_can_do_little_is_played_on_line_by_line() {
    let variables = vec![("TERM", "dumb".to_owned())];
    let setup = Setup { variables, ..Setup::default() };
    let words = ["play", "--bot", "live-easy", "--no-animation"];
    let mut terminal = Terminal::start_with(&words, setup);
    terminal.wait_for("1 2 3 4 5 6 7");
    terminal.wait_for("Your turn.");
    terminal.send("dance\n");
    terminal.wait_for("Type a column from 1 to 7, or ? for help.");
    terminal.send("4\n");
    terminal.wait_for(". . . X . . .");
    terminal.send("resign\n");
    terminal.wait_for("You lost: resignation.");
    terminal.look(|it| assert!(!it.alternate_screen()));
    terminal.send("q\n");
    assert_eq!(terminal.end(), 0);
}
