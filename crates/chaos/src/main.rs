//! `fourfall-chaos`: real servers on one database, clients that play on all of them, faults, and a
//! checker that sees only the wire and the log.

#![expect(clippy::print_stdout, reason = "a program that reports")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "the checker looks for some kinds of events, and lets all others be"
)]

mod check;
mod faults;
mod history;
mod log;
mod player;
mod plot;
mod proxy;
mod report;
mod rig;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use tokio::time::{sleep, timeout};

use faults::Fault;
use history::History;
use player::{Chance, Hall, Player};
use rig::{Rig, Setup};

/// Plays games on several servers of one database while they, their database and their bus fail.
#[derive(Parser, Debug)]
pub(crate) struct Options {
    /// The seed of all randomness: the same seed gives the same faults in the same order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on with faults until so many games were played…
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// …and so many faults happened
    #[arg(long, default_value_t = 0)]
    faults: usize,
    /// Only these faults, in this order, again and again; all of them if not given, mixed by the seed
    #[arg(long, value_delimiter = ',')]
    only: Vec<Fault>,
    /// No faults at all, for so many seconds: for measuring
    #[arg(long)]
    calm: Option<u64>,
    /// Without NATS
    #[arg(long)]
    no_bus: bool,
    /// How many servers
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// How many clients
    #[arg(long, default_value_t = 60)]
    players: usize,
    /// How long a client thinks about a move on average, in milliseconds
    #[arg(long, default_value_t = 40)]
    think: u64,
    /// In how many of a hundred searches the same person asks twice at once, at two servers
    #[arg(long, default_value_t = 8)]
    twins: u64,
    /// Seconds between the end of one fault and the beginning of the next
    #[arg(long, default_value_t = 5)]
    rest: u64,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 3600)]
    at_most: u64,
    /// The program to test; given twice, servers take turns
    #[arg(long, default_value = "target/debug/fourfall")]
    binary: Vec<PathBuf>,
    /// Starts and stops PostgreSQL
    #[arg(long, default_value = "tools/postgres")]
    postgres: PathBuf,
    /// A bug to switch on in the servers, in debug builds only: version, publish or seat
    #[arg(long)]
    bug: Option<String>,
    /// Expect that this law is violated: fail if it is not
    #[arg(long, value_name = "LAW")]
    expect: Option<String>,
    /// Draw moves per second, with the faults, into this SVG
    #[arg(long)]
    plot: Option<PathBuf>,
    /// Keep the database and the logs
    #[arg(long)]
    keep: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse();
    let setup = Setup {
        binaries: &options.binary,
        tool: &options.postgres,
        nodes: options.nodes,
        bus: !options.no_bus,
        bug: options.bug.as_deref(),
    };
    let mut rig = Rig::start(&setup).await?;
    let bus = if options.no_bus { "without NATS" } else { "with NATS" };
    println!("{} servers {bus}, {} players, seed {}", options.nodes, options.players, options.seed);
    let hall = Arc::new(Hall {
        start: Instant::now(),
        wall: SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis().try_into()?,
        servers: rig.nodes.iter().map(rig::Node::address).collect(),
        routable: rig.nodes.iter().map(|_| AtomicBool::new(true)).collect(),
        closing: AtomicBool::new(false),
        games: Default::default(),
        moves: Default::default(),
        think: options.think,
        twins: options.twins,
        made: Mutex::default(),
        times: Mutex::default(),
        counted: Mutex::default(),
    });
    let players: Vec<_> = (0..options.players as u64)
        .map(|it| tokio::spawn(Player::new(hall.clone(), options.seed << 20 | it).play()))
        .collect();
    let counting = tokio::spawn(plot::count(hall.clone()));
    let mut happened = Vec::new();
    if let Some(seconds) = options.calm {
        sleep(Duration::from_secs(seconds)).await;
    } else {
        sleep(Duration::from_secs(options.rest)).await;
        faults::happen(&mut rig, &hall, &options, &mut happened).await?;
    }
    let last_fault = hall.start.elapsed();
    hall.closing.store(true, Ordering::Relaxed);
    // Where a bug is switched on, a client may wait for ever because of it.
    let patience = Duration::from_secs(if options.expect.is_some() { 15 } else { 90 });
    let histories = histories(players, patience).await;
    counting.abort();
    let quiet = hall.start.elapsed().saturating_sub(last_fault);
    println!("everybody has finished {:.1} s after the last fault", quiet.as_secs_f64());
    // The last offers of rematches and closing rooms.
    sleep(Duration::from_secs(2)).await;
    let mut database = rig.database().await?;
    let (checked, mut violations) = check::check(&histories, &mut database).await?;
    if histories.len() < options.players {
        let what = format!("{} clients did not", options.players - histories.len());
        violations.push(check::violation("everybody comes to an end", "", what));
    }
    println!(
        "{} faults, {} games, {} events, {} acknowledged moves, {} messages checked",
        happened.len(),
        checked.games,
        checked.events,
        checked.acknowledged,
        checked.heard
    );
    let events = report::events(&mut database, hall.wall).await?;
    report::print(&happened, &hall.times.lock().unwrap_or_else(PoisonError::into_inner), &events);
    for (number, node) in rig.nodes.iter().enumerate() {
        println!("server {number}: {}", node.figures().await);
    }
    if let Some(path) = &options.plot {
        let counted = hall.counted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        plot::draw(path, &plot::rates(&counted), &happened)?;
    }
    let panics = rig.panics();
    let mut laws = BTreeMap::new();
    violations.iter().for_each(|it| *laws.entry(it.law).or_insert(0) += 1);
    for (law, times) in laws {
        println!("violated {times} times: {law}");
    }
    let shown = if options.expect.is_some() { 0 } else { 3 };
    for violation in violations.iter().take(shown) {
        println!("{}", check::explain(violation, &histories, &mut database).await);
    }
    for panic in &panics {
        println!("a server panicked: {panic}");
    }
    let sound = violations.is_empty() && panics.is_empty();
    if !sound {
        println!(
            "{} violations with seed {}; logs in {}",
            violations.len(),
            options.seed,
            rig.logs().display()
        );
    }
    let keep = options.keep || (!sound && options.expect.is_none());
    rig.end(keep).await?;
    println!("{}", if sound { "no violation" } else { "VIOLATED" });
    let as_expected = match &options.expect {
        Some(law) => violations.iter().any(|it| it.law == law),
        None => sound,
    };
    Ok(if as_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Waits for everybody's last game. Clients that do not finish are left out; the log will show why.
async fn histories(
    players: Vec<tokio::task::JoinHandle<History>>,
    patience: Duration,
) -> Vec<History> {
    let mut histories = Vec::new();
    let by = tokio::time::Instant::now() + patience;
    for player in players {
        match tokio::time::timeout_at(by, player).await {
            Ok(Ok(history)) => histories.push(history),
            Ok(Err(err)) => println!("a client panicked: {err}"),
            Err(_) => println!("a client did not come to an end"),
        }
    }
    histories
}

/// Limits how long something may take.
pub(crate) async fn within<T>(
    seconds: u64,
    what: &str,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let waited = timeout(Duration::from_secs(seconds), work).await;
    waited.map_err(|_| anyhow::anyhow!("{what} took more than {seconds} s"))?
}

/// A number below a bound, from a seed.
pub(crate) fn below(chance: &mut Chance, bound: usize) -> usize {
    usize::try_from(chance.below(bound as u64)).unwrap_or_default()
}
