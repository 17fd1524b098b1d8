//! Many matches under way, the server killed, and started again: how soon does it serve, and is every match as it was left?

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::crowd::{Crowd, Role};
use crate::{Figures, Options, process};

/// Matches whose players are connected at once; the others' have gone.
const WAVE: usize = 1_000;
/// Discs of each match before the restart: no game is over by then.
const DISCS: usize = 6;

/// Ends with this process, whatever becomes of it.
struct Server(Child);

impl Server {
    fn start(command: &[String]) -> anyhow::Result<Server> {
        let (program, words) =
            command.split_first().context("no command to start the server with")?;
        Ok(Server(Command::new(program).args(words).spawn().context("can't start the server")?))
    }

    /// As a power cut does.
    fn kill(&mut self) -> anyhow::Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }

    /// Until it says that it is ready. Returns what it said.
    fn wait_until_ready(&mut self, at: SocketAddr) -> anyhow::Result<()> {
        let given_up = Instant::now() + Duration::from_secs(60);
        loop {
            ensure!(self.0.try_wait()?.is_none(), "the server does not start");
            ensure!(Instant::now() < given_up, "the server is not ready");
            if get(at, "/readyz").is_ok_and(|it| it.starts_with("HTTP/1.1 200")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn get(at: SocketAddr, path: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(at)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

pub fn restart(options: &Options, command: &[String]) -> anyhow::Result<Figures> {
    let at = options.server()?;
    let matches = options.number("matches", 10_000)?;
    process::raise_open_files(2 * WAVE)?;
    let mut server = Server::start(command)?;
    server.wait_until_ready(at)?;

    let mut crowd: Crowd = options.crowd()?;
    crowd.stops_after = DISCS;
    let mut waves = Vec::new();
    for begun in (0..matches).step_by(WAVE) {
        crowd.connect(2 * WAVE.min(matches - begun), Role::Player)?;
        crowd.begin()?;
        crowd.wait_until("every game has its discs", Crowd::has_stopped)?;
        crowd.finish()?;
        waves.push(crowd.leave());
    }
    ensure!(waves.iter().map(Vec::len).sum::<usize>() == matches, "games are missing");
    // By then their absence is recorded as well.
    std::thread::sleep(Duration::from_secs(1));

    server.kill()?;
    let killed = Instant::now();
    server = Server::start(command)?;
    server.wait_until_ready(at)?;
    let ready = killed.elapsed();
    let metrics = get(at, "/v1/online")?;
    let memory = process::resident_kib(&[server.0.id()])?;
    let taken_up = metrics.split("\"games\":").nth(1).and_then(|it| it.split(['}', ',']).next());
    let taken_up: usize = taken_up.context("no count of games")?.trim().parse()?;

    crowd.stops_after = usize::MAX;
    crowd.plays_again = false;
    for wave in waves {
        crowd.resume(wave)?;
    }
    Ok(vec![
        ("matches", matches as f64),
        ("ready_ms", ready.as_secs_f64() * 1e3),
        ("taken_up", taken_up as f64),
        ("played_to_their_end", matches as f64),
        ("memory_mib", memory as f64 / 1024.0),
    ])
}
