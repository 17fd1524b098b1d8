//! `fourfall serve` as an operator starts it: what it refuses, and how it stops.

mod stage;

use std::fs::Permissions;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use stage::{Folder, serve, started, started_by};

#[track_caller]
fn check(arguments: &[&str], code: i32, sentence: &str) {
    let folder = Folder::new();
    let output = serve(&folder).args(arguments).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(sentence), "{arguments:?}: {said}");
}

#[test]
fn a_bad_value_is_refused_with_a_sentence() {
    check(&["--turn-seconds", "0"], 2, "expected a number of seconds from 1 to 86400");
    check(&["--port", "99999"], 2, "99999");
    check(&["--max-rooms", "many"], 2, "invalid digit");
    check(&["--public-url", "play.example"], 1, "is not an address of the form https://host");
    check(&["--allow-origin", "https://a.example/path"], 1, "is not an address of the form");
    check(&["--log", "a=b=c"], 1, "the log filter must be");
    check(&["--database-url", "mysql://host/db"], 1, "must start with postgres://");
    check(&["--afk-seconds", "10", "--afk-warn-seconds", "10"], 1, "must come before");
}

#[test]
fn proxy_options_that_cannot_be_right_are_refused() {
    let public = ["--public-url", "https://play.example"];
    check(&public, 1, "does not speak https itself");
    check(&["--trusted-proxy", "0.0.0.0/0"], 1, "would believe anybody's word");
    check(&["--trusted-proxy", "proxy"], 1, "neither a network such as 10.0.0.0/8 nor an address");
    check(&["--trusted-proxy", "192.0.2.0/24"], 1, "only this machine can connect");
}

#[test]
fn other_users_of_the_machine_cannot_read_the_data() {
    let folder = Folder::new();
    let modes = || -> Vec<(String, u32)> {
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        let files = std::fs::read_dir(&folder.0).expect("it is a folder");
        let files = files.map(|it| it.expect("it can be read").path());
        let mut modes: Vec<_> = files
            .map(|it| (it.file_name().expect("a name").to_string_lossy().into_owned(), mode(&it)))
            .collect();
        modes.push((".".to_owned(), mode(&folder.0)));
        modes.sort();
        modes
    };
    let closed = [
        (".", 0o700),
        ("fourfall.lock", 0o600),
        ("fourfall.sqlite", 0o600),
        ("fourfall.sqlite-shm", 0o600),
        ("fourfall.sqlite-wal", 0o600),
        ("people.sqlite", 0o600),
        ("people.sqlite-shm", 0o600),
        ("people.sqlite-wal", 0o600),
    ]
    .map(|(name, mode)| (name.to_owned(), mode));
    let (mut child, _, _) = started_by(&mut without_umask(&folder));
    assert_eq!(modes(), closed, "made by a server that masks nothing");
    child.kill().expect("it runs");
    child.wait().expect("it ends");

    for (name, _) in closed.iter().filter(|it| it.0 != ".") {
        let path = folder.0.join(name);
        std::fs::set_permissions(path, Permissions::from_mode(0o666)).expect("it is ours");
    }
    std::fs::set_permissions(&folder.0, Permissions::from_mode(0o777)).expect("it is ours");
    let (mut child, _, _) = started_by(&mut without_umask(&folder));
    assert_eq!(modes(), closed, "left open by an earlier version");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// A server that masks no permissions of the files it makes.
fn without_umask(folder: &Folder) -> Command {
    let server = serve(folder);
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 000; exec \"$@\"", "sh"]).arg(server.get_program());
    shell.args(server.get_args());
    for (name, _) in server.get_envs() {
        shell.env_remove(name);
    }
    shell
}

#[test]
fn trust_among_strangers_is_refused() {
    let arguments = ["--trust-player-ids", "--public-url", "https://play.example"];
    check(&arguments, 1, "cannot be used together with --public-url");
}

#[test]
fn a_password_does_not_end_up_in_the_message() {
    let folder = Folder::new();
    let url = "postgres://ada:lovelace@127.0.0.1:1/none";
    let output = serve(&folder).args(["--database-url", url]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("could not open the store in PostgreSQL"), "{said}");
    assert!(!said.contains("lovelace"), "{said}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("it is bound").to_string();
    check(&["--port", &taken.local_addr().expect("bound").port().to_string()], 1, &address);
}

#[test]
fn sigterm_ends_it_well_even_with_a_socket_open() {
    let folder = Folder::new();
    let (mut child, address, mut log) = started(&folder);
    let mut socket = TcpStream::connect(&address).expect("it listens");
    write!(socket, "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: {address}\r\n\r\n")
        .expect("it reads");
    socket.read_exact(&mut [0; 12]).expect("it answers");
    let killed = Command::new("kill").arg("-TERM").arg(child.id().to_string()).status();
    assert!(killed.expect("kill is there").success());
    assert!(child.wait().expect("it ends").success());
    let mut rest = String::new();
    log.read_to_string(&mut rest).expect("it logs");
    assert!(rest.contains("stopped"), "{rest}");
}

#[test]
fn a_crash_leaves_nothing_that_keeps_the_next_one_from_starting() {
    let folder = Folder::new();
    for _ in 0..3 {
        let (mut child, _, _) = started(&folder);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
}
