//! What takes too long for a test: `cargo run --release -p fourfall-socketio --example soak`, some
//! minutes. Panics at the first failure. `soak order`, `soak first` and `soak churn` run one part.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test in all but name")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use fourfall_socketio::serve::{Limits, raise_open_files};
use fourfall_socketio::{Config, Connect, Event, Handler, Recovery, Refusal, Server, Socket};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::task::JoinSet;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/wire/raw.rs"]
mod raw;

use raw::{Running, frame, start_with};

/// Answers every event with its arguments, in place.
struct Echo;

impl Handler for Echo {
    async fn connect(&self, _: &Socket, _: Connect) -> Result<(), Refusal> {
        // A connect handler that takes its time: the first event is there before it is done.
        tokio::task::yield_now().await;
        Ok(())
    }

    async fn event(&self, _: &Socket, event: Event) {
        if let Some(ack) = event.ack {
            let _ = ack.send_raw(event.args.raw_all(), &[]);
        }
    }
}

#[tokio::main]
async fn main() {
    raise_open_files().unwrap();
    let recovery = Some(Recovery { window: Duration::from_secs(5), ..Recovery::default() });
    let server = Server::builder(Config { recovery, ..Config::default() }).namespace("/", Echo);
    let limits = Limits { connections_per_address: 20_000, ..Limits::default() };
    let it = Arc::new(start_with(server.build(), limits).await);
    let part = std::env::args().nth(1);
    let runs = |name: &str| part.as_deref().is_none_or(|it| it == name);
    if runs("order") {
        order(&it, 100, 20_000).await;
    }
    if runs("first") {
        first(&it, 40_000).await;
    }
    if runs("churn") {
        // A session of long polling that nobody closes is held until its heartbeat is missed, so
        // memory rises for the first 45 seconds. What a second minute adds would be a leak.
        let first = churn(&it, 60, 1_000).await;
        let second = churn(&it, 60, 1_000).await;
        assert!(second <= first + first / 10, "{first} KiB, then {second} KiB");
    }
}

/// Bursts of numbered events, each answered in its turn.
async fn order(it: &Running, runs: usize, events: usize) {
    for _ in 0..runs {
        let (socket, _) = it.join().await;
        let (reader, mut writer) = socket.stream.into_split();
        let burst: Vec<u8> = (0..events)
            .flat_map(|number| frame(1, format!("42{number}[\"n\",{number}]").as_bytes()))
            .collect();
        let write = tokio::spawn(async move {
            writer.write_all(&burst).await.unwrap();
            writer
        });
        let mut reader = BufReader::new(reader);
        let mut bytes = Vec::new();
        for number in 0..events {
            let expected = format!("43{number}[{number}]");
            bytes.resize(expected.len() + 2, 0);
            reader.read_exact(&mut bytes).await.unwrap();
            assert_eq!(bytes[2..], *expected.as_bytes());
        }
        write.await.unwrap();
    }
    println!("order: {runs} bursts of {events} events answered in order");
}

/// Joins with the first event right behind, on several connections at once.
async fn first(it: &Arc<Running>, connects: usize) {
    const AT_ONCE: usize = 50;
    for _ in 0..connects / AT_ONCE {
        let mut tasks = JoinSet::new();
        for _ in 0..AT_ONCE {
            let it = it.clone();
            tasks.spawn(async move {
                let mut socket = it.open().await;
                let mut bytes = frame(1, b"40");
                bytes.extend(frame(1, b"421[\"first\",7]"));
                socket.stream.write_all(&bytes).await.unwrap();
                assert!(socket.text().await.starts_with("40{"));
                assert_eq!(socket.text().await, "431[7]");
            });
        }
        tasks.join_all().await;
    }
    println!("first: {connects} connects, no first event lost");
}

/// Connects and disconnects over all transports, `per_second` times each second. Returns the memory
/// in use at the end, when nothing is held any more.
async fn churn(it: &Running, seconds: u64, per_second: usize) -> u64 {
    let mut memory = Vec::new();
    let (mut done, started) = (0, Instant::now());
    for second in 0..seconds {
        let began = Instant::now();
        for number in 0..per_second {
            match number % 4 {
                0 => drop(it.join().await),
                1 => drop(it.open().await),
                2 => {
                    let (mut socket, _) = it.join().await;
                    socket.send("41").await;
                    socket.send("1").await;
                }
                _ => drop(it.open_polling().await),
            }
            done += 1;
        }
        if second % 10 == 9 {
            memory.push(resident_kib());
        }
        tokio::time::sleep(Duration::from_secs(1).saturating_sub(began.elapsed())).await;
    }
    let took = started.elapsed().as_secs_f64();
    // Long polling leaves no connection behind whose end could be noticed: the heartbeat does that.
    let held = Config::default();
    let patience = held.ping_interval + held.ping_timeout + Duration::from_secs(20);
    let until = Instant::now() + patience;
    while it.server.stats().sessions + it.server.stats().away > 0 && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    memory.push(resident_kib());
    let stats = it.server.stats();
    println!(
        "churn: {done} connects in {took:.1} s; KiB resident after each sixth of them and in the end: {memory:?}"
    );
    println!("       {stats:?}, connections open: {}", it.connections.open());
    assert_eq!((stats.sessions, stats.away, it.connections.open()), (0, 0, 0));
    resident_kib()
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
