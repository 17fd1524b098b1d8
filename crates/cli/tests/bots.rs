//! The bots of `docs/BOTS.md`, as they stand there: in JavaScript and in Python, against each other.

mod stage;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use stage::Server;

const GAMES: &str = "3";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(command: &mut Command) {
    let Output { status, stdout, stderr } = command.output().expect("it is installed");
    let said = [stdout, stderr].concat();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&said));
}

/// Socket.IO's own client, from npm.
fn javascript() -> Command {
    let folder = root().join("tests/bots");
    if !folder.join("node_modules/.package-lock.json").exists() {
        run(Command::new("npm")
            .args(["ci", "--silent", "--no-audit", "--no-fund"])
            .current_dir(&folder));
    }
    let mut command = Command::new("node");
    command.arg(folder.join("bot.mjs"));
    command
}

/// python-socketio, from PyPI.
fn python() -> Command {
    let (folder, tools) = (root().join("tests/bots"), root().join("target/bots-python"));
    if !tools.join("installed").exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&tools));
        let mut install = Command::new(tools.join("bin/pip"));
        install.args(["install", "--quiet", "--disable-pip-version-check", "-r"]);
        run(install.arg(folder.join("requirements.txt")));
        std::fs::write(tools.join("installed"), "").expect("the folder is there");
    }
    let mut command = Command::new(tools.join("bin/python"));
    command.arg(folder.join("bot.py"));
    command
}

#[test]
fn javascript_and_python_play_each_other() {
    let server = Server::start();
    let start = |mut command: Command| {
        let command = command.args([&server.url(), GAMES]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it is installed")
    };
    let bots = [start(javascript()), start(python())];
    let results = bots.map(|bot| {
        let Output { status, stdout, stderr } = bot.wait_with_output().expect("it ends");
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("text")
    });
    let [javascript, python] = &results;
    let lines = javascript.lines().zip(python.lines());
    assert_eq!(lines.clone().count().to_string(), GAMES, "{javascript}{python}");
    for (one, other) in lines {
        let (mine, reason) = one.split_once(' ').expect("a result and a reason");
        let theirs = match mine {
            "won" => "lost",
            "lost" => "won",
            drawn => drawn,
        };
        assert_eq!(other, format!("{theirs} {reason}"));
        assert_eq!(reason, "Four in a row!", "nobody stood still");
    }
}

#[test]
fn the_guide_shows_the_bots_that_are_tested() {
    let guide = std::fs::read_to_string(root().join("docs/BOTS.md")).expect("the guide");
    for (name, language) in [("bot.mjs", "js"), ("bot.py", "python")] {
        let bot = std::fs::read_to_string(root().join("tests/bots").join(name)).expect("the bot");
        assert!(guide.contains(&format!("```{language}\n{bot}```")), "{name} differs");
    }
}
