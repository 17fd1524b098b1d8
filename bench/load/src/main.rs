//! Players by the thousand, from one thread: `load play --help` says how.
//!
//! It checks while it loads: every move is acknowledged once, and seen once and in order by both players and by everybody who
//! watches; every game ends as its script says. The first thing that is wrong ends the run with exit code 1.

mod crowd;
mod game;
mod process;
mod restart;
mod script;
mod socket;
mod tally;
mod wire;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::crowd::{Crowd, Role};
use crate::process::{own_processor_time, processor_time, resident_kib};
use crate::tally::Tally;
use crate::wire::Wire;

const USAGE: &str = "\
load play --to 127.0.0.1:PORT [--protocol fourfall|socketio|colyseus|boardgameio] --pid PID[,PID…]
          --games 50 [--pace-ms 1000] [--spectators 2] [--warm-up 2] [--seconds 6]
load idle --to … --pid … --connections 2000 [--seconds 5]
load overload --to … --pid … --games 400 --pace-ms 1000 --intruders 1000 [--seconds 6]
load restart --to 127.0.0.1:PORT --matches 10000 -- fourfall serve --listen 127.0.0.1:PORT …

Figures of the measured seconds, one a line. Memory is the first process's, processor time that of all of them and their
descendants. --pace-ms is the time between two moves of a game; without it every game is as fast as it can be.";

fn main() {
    if let Err(error) = run() {
        eprintln!("load: {error:#}");
        std::process::exit(1);
    }
}

fn run() -> anyhow::Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let command =
        words.iter().position(|it| it == "--").map(|at| words.split_off(at)).unwrap_or_default();
    let mut words = words.into_iter();
    let mode = words.next().unwrap_or_default();
    let options = Options::read(words)?;
    let figures = match mode.as_str() {
        "play" => play(&options)?,
        "idle" => idle(&options)?,
        "overload" => overload(&options)?,
        "restart" => restart::restart(&options, command.get(1..).unwrap_or_default())?,
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2);
        }
    };
    for (name, value) in figures {
        println!("{name} {value:.3}");
    }
    Ok(())
}

struct Options(Vec<(String, String)>);

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> anyhow::Result<Options> {
        let mut options = Vec::new();
        while let Some(word) = words.next() {
            let name =
                word.strip_prefix("--").with_context(|| format!("what is {word}?\n{USAGE}"))?;
            let value = words.next().with_context(|| format!("{word} needs a value\n{USAGE}"))?;
            options.push((name.to_owned(), value));
        }
        Ok(Options(options))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    fn number(&self, name: &str, default: usize) -> anyhow::Result<usize> {
        let parse = |it: &str| it.parse().with_context(|| format!("--{name} {it} is no number"));
        self.text(name).map_or(Ok(default), parse)
    }

    fn seconds(&self, name: &str, default: f64) -> anyhow::Result<Duration> {
        let text = self.text(name).map_or(Ok(default), str::parse)?;
        Ok(Duration::from_secs_f64(text))
    }

    fn pace(&self) -> anyhow::Result<Option<Duration>> {
        let pace = self.number("pace-ms", 0)?;
        Ok((pace > 0).then(|| Duration::from_millis(pace as u64)))
    }

    fn server(&self) -> anyhow::Result<SocketAddr> {
        Ok(self.text("to").with_context(|| format!("--to is missing\n{USAGE}"))?.parse()?)
    }

    fn pids(&self) -> anyhow::Result<Vec<u32>> {
        let text = self.text("pid").with_context(|| format!("--pid is missing\n{USAGE}"))?;
        text.split(',').map(|it| Ok(it.parse()?)).collect()
    }

    fn crowd(&self) -> anyhow::Result<Crowd> {
        let server = self.server()?;
        ensure!(server.ip().is_loopback(), "only servers on this machine are put under load");
        Crowd::new(server, Wire::named(self.text("protocol").unwrap_or("fourfall"), server)?)
    }
}

type Figures = Vec<(&'static str, f64)>;

fn play(options: &Options) -> anyhow::Result<Figures> {
    let pids = options.pids()?;
    let games = options.number("games", 50)?;
    let mut crowd = options.crowd()?;
    crowd.spectators_each = options.number("spectators", 0)?;
    crowd.pace = options.pace()?;
    process::raise_open_files(games * (2 + crowd.spectators_each))?;
    let empty = resident_kib(&pids)?;
    crowd.connect(2 * games, Role::Player)?;
    crowd.connect(games * crowd.spectators_each, Role::Spectator)?;
    let connections = crowd.people.len() as f64;
    crowd.begin()?;
    crowd.play_for(options.seconds("warm-up", 2.0)?)?;

    let early = resident_kib(&pids)?;
    crowd.tally.is_on = true;
    let (began, busy, own) = (Instant::now(), processor_time(&pids)?, own_processor_time());
    crowd.play_for(options.seconds("seconds", 6.0)?)?;
    crowd.tally.is_on = false;
    let took = began.elapsed().as_secs_f64();
    let (busy, own) = (processor_time(&pids)?.saturating_sub(busy), own_processor_time() - own);
    let late = resident_kib(&pids)?;
    crowd.finish()?;

    let moves = crowd.tally.moves as f64;
    ensure!(moves > 0.0, "nobody moved");
    for (code, count) in &crowd.tally.refused {
        eprintln!("refused: {count} × {code}");
    }
    let mut figures = vec![
        ("moves_per_s", moves / took),
        ("server_us_per_move", busy.as_secs_f64() * 1e6 / moves),
        ("server_cores", busy.as_secs_f64() / took),
        ("generator_us_per_move", own.as_secs_f64() * 1e6 / moves),
        ("playing_kib_per_connection", late.saturating_sub(empty) as f64 / connections),
        ("memory_early_mib", early as f64 / 1024.0),
        ("memory_mib", late as f64 / 1024.0),
    ];
    figures.extend(crowd.tally.figures());
    Ok(figures)
}

/// Games that run keep their pace while a crowd asks for what there is no room for.
fn overload(options: &Options) -> anyhow::Result<Figures> {
    /// Between two connections that find the server full.
    const KNOCK: Duration = Duration::from_millis(10);
    let pids = options.pids()?;
    let (games, intruders) = (options.number("games", 400)?, options.number("intruders", 1000)?);
    let seconds = options.seconds("seconds", 6.0)?;
    let mut crowd = options.crowd()?;
    crowd.pace = options.pace()?;
    crowd.refuses_nobody = true;
    // None ends meanwhile, and makes room.
    crowd.play_long_games(24);
    process::raise_open_files(
        2 * games + 2 * intruders + (seconds.as_secs_f64() / KNOCK.as_secs_f64()) as usize,
    )?;
    crowd.connect(2 * games, Role::Player)?;
    crowd.begin()?;
    crowd.play_for(options.seconds("warm-up", 2.0)?)?;
    crowd.tally.is_on = true;
    crowd.play_for(seconds)?;
    let quiet = std::mem::replace(&mut crowd.tally, Tally::new());
    let before = resident_kib(&pids)?;

    crowd.connect(intruders, Role::Intruder)?;
    crowd.tally.is_on = true;
    let (began, busy) = (Instant::now(), processor_time(&pids)?);
    while began.elapsed() < seconds {
        crowd.open(None, Role::Intruder)?;
        crowd.play_for(KNOCK)?;
    }
    let busy = processor_time(&pids)?.saturating_sub(busy);
    let after = resident_kib(&pids)?;
    crowd.tally.is_on = false;
    crowd.finish()?;
    for (code, count) in &crowd.tally.refused {
        eprintln!("answered {count} × {code}");
    }
    let overloaded = crowd.tally.refused.get("overloaded").copied().unwrap_or(0);
    ensure!(overloaded > 0, "nobody was told `overloaded`");
    let of =
        |tally: &Tally, name| tally.figures().iter().find(|it| it.0 == name).map_or(0.0, |it| it.1);
    Ok(vec![
        ("quiet_moves", of(&quiet, "moves")),
        ("quiet_ack_p50_ms", of(&quiet, "ack_p50_ms")),
        ("quiet_ack_p99_ms", of(&quiet, "ack_p99_ms")),
        ("overload_moves", of(&crowd.tally, "moves")),
        ("overload_ack_p50_ms", of(&crowd.tally, "ack_p50_ms")),
        ("overload_ack_p99_ms", of(&crowd.tally, "ack_p99_ms")),
        ("overloaded_answers_per_s", overloaded as f64 / seconds.as_secs_f64()),
        ("refused", of(&crowd.tally, "refused")),
        ("server_cores", busy.as_secs_f64() / seconds.as_secs_f64()),
        ("memory_before_mib", before as f64 / 1024.0),
        ("memory_mib", after as f64 / 1024.0),
    ])
}

fn idle(options: &Options) -> anyhow::Result<Figures> {
    let pids = options.pids()?;
    let connections = options.number("connections", 2000)?;
    let mut crowd = options.crowd()?;
    process::raise_open_files(connections)?;
    let empty = resident_kib(&pids)?;
    crowd.connect(connections, Role::Idle)?;
    let seconds = options.seconds("seconds", 5.0)?;
    crowd.play_for(seconds / 2)?;
    let busy = processor_time(&pids)?;
    crowd.play_for(seconds / 2)?;
    let busy = processor_time(&pids)?.saturating_sub(busy);
    if connections == 0 {
        bail!("no connections");
    }
    let full = resident_kib(&pids)?;
    Ok(vec![
        ("idle_kib_per_connection", full.saturating_sub(empty) as f64 / connections as f64),
        ("memory_empty_mib", empty as f64 / 1024.0),
        ("memory_mib", full as f64 / 1024.0),
        ("server_cores", busy.as_secs_f64() / (seconds / 2).as_secs_f64()),
    ])
}
