//! Players by the thousand, over Socket.IO on WebSocket: `load PORT PID GAMES SECONDS PAUSE_MS`.
//!
//! Each player looks for an opponent, plays its half of one drawn game of 42 discs, and looks for the
//! next. A move is sent when the one before it was heard and the pause is over; what is measured is the
//! time from sending it to its acknowledgement. Any refusal ends the run: nothing is measured that did not happen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::{Barrier, watch};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

const DRAWN_GAME: &[u8; 42] = b"765166733316344522276176717242151344354255";
const WARM_UP: Duration = Duration::from_secs(5);
/// Connections opened at once, so that no server's queue of them overflows.
const OPENED_AT_ONCE: usize = 50;

struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pause: Duration,
    /// Whose turn it is follows from these: the game, which half of it is ours, and discs so far.
    room: String,
    id: String,
    half: usize,
    discs: usize,
}

impl Player {
    async fn connect(port: u16, pause: Duration) -> anyhow::Result<Player> {
        let url = format!("ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket");
        let (socket, _) = connect_async_with_config(url, None, true).await?;
        let (room, id) = (String::new(), String::new());
        let mut player = Player { socket, pause, room, id, half: 0, discs: 0 };
        player.send("40/connect4,").await?;
        while !player.hear().await?.starts_with("40/connect4,") {}
        Ok(player)
    }

    async fn send(&mut self, packet: impl Into<String>) -> anyhow::Result<()> {
        Ok(self.socket.send(Message::text(packet.into())).await?)
    }

    /// The next packet. Heartbeats are answered.
    async fn hear(&mut self) -> anyhow::Result<String> {
        loop {
            let message = self.socket.next().await.context("the server closed a connection")??;
            let Message::Text(text) = message else { continue };
            if text.as_str() == "2" {
                self.send("3").await?;
            } else {
                return Ok(text.as_str().to_owned());
            }
        }
    }

    async fn look_for_a_game(&mut self) -> anyhow::Result<()> {
        self.send(r#"42/connect4,0["matchmaking:join",{"username":"Load","preset":"classic"}]"#)
            .await
    }

    fn is_to_move(&self) -> bool {
        !self.room.is_empty() && self.discs < DRAWN_GAME.len() && self.discs % 2 == self.half
    }

    /// Plays until told to stop. Returns how long each acknowledgement took while it counted.
    async fn play(
        mut self,
        counts: Arc<AtomicBool>,
        mut stop: watch::Receiver<bool>,
    ) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        let mut sent: Option<Instant> = None;
        let mut due: Option<tokio::time::Instant> = None;
        self.look_for_a_game().await?;
        loop {
            let packet = tokio::select! {
                _ = stop.changed() => return Ok(times),
                packet = self.hear() => packet?,
                () = tokio::time::sleep_until(due.unwrap_or_else(tokio::time::Instant::now)), if due.is_some() => {
                    due = None;
                    let column = DRAWN_GAME[self.discs] - b'1';
                    let Player { room, id, discs, .. } = &self;
                    let number = discs + 1;
                    let packet = format!(
                        r#"42/connect4,1["game:move",{{"roomId":"{room}","playerId":"{id}","column":{column},"moveNumber":{number}}}]"#
                    );
                    sent = Some(Instant::now());
                    self.send(packet).await?;
                    continue;
                }
            };
            if packet.starts_with(r#"43/connect4,1["#) {
                ensure!(packet.contains(r#""ok":true"#), "a move was refused: {packet}");
                let sent = sent.take().context("an acknowledgement too many")?;
                if counts.load(Ordering::Relaxed) {
                    times.push(sent.elapsed());
                }
            } else if packet.starts_with(r#"42/connect4,["game:move:made""#) {
                self.discs += 1;
            } else if let Some(started) = packet.strip_prefix(r#"42/connect4,["game:started","#) {
                let started = started.strip_suffix(']').context("a packet was cut short")?;
                let started: Value = serde_json::from_str(started)?;
                let text = |it: &Value| it.as_str().map(str::to_owned).context("no text");
                self.room = text(&started["roomId"])?;
                self.id = text(&started["playerId"])?;
                self.half = usize::from(started["players"][0]["id"] != self.id.as_str());
                self.discs = 0;
            } else if packet.starts_with(r#"42/connect4,["game:over""#) {
                ensure!(self.discs == DRAWN_GAME.len(), "the game ended early: {packet}");
                self.room.clear();
                self.look_for_a_game().await?;
            } else if packet.contains("game:error") || packet.contains(r#""ok":false"#) {
                bail!("refused: {packet}");
            }
            if self.is_to_move() && sent.is_none() && due.is_none() {
                due = Some(tokio::time::Instant::now() + self.pause);
            }
        }
    }
}

/// Memory a process holds, in KiB.
fn resident_kib(pid: &str) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Processor time a process has used. It tells more than the clock when the machine has other work.
fn processor_time(pid: &str) -> anyhow::Result<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name before the last parenthesis may hold anything; user and system time are 12 and 13 after it.
    let (_, fields) = stat.rsplit_once(')').context("no name")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
    Ok(TICK * ticks.sum::<Result<u32, _>>()?)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [port, pid, games, seconds, pause_ms] = words.as_slice() else {
        bail!("expected PORT PID GAMES SECONDS PAUSE_MS");
    };
    let (port, games, seconds): (u16, usize, u64) =
        (port.parse()?, games.parse()?, seconds.parse()?);
    let pause = Duration::from_millis(pause_ms.parse()?);
    let before = resident_kib(pid)?;
    let mut players = Vec::with_capacity(2 * games);
    while players.len() < 2 * games {
        let batch = OPENED_AT_ONCE.min(2 * games - players.len());
        let opened = (0..batch).map(|_| Player::connect(port, pause));
        players.extend(futures_util::future::try_join_all(opened).await?);
    }
    let connected = resident_kib(pid)?;
    let (stop, stopped) = watch::channel(false);
    let counts = Arc::new(AtomicBool::new(false));
    let everybody = Arc::new(Barrier::new(2 * games + 1));
    let mut playing = JoinSet::new();
    for (number, player) in players.into_iter().enumerate() {
        let (counts, stopped, everybody) = (counts.clone(), stopped.clone(), everybody.clone());
        playing.spawn(async move {
            everybody.wait().await;
            // Spread over one pause, as people are.
            tokio::time::sleep(pause.mul_f64(number as f64 / (2 * games) as f64)).await;
            player.play(counts, stopped).await
        });
    }
    everybody.wait().await;
    tokio::time::sleep(WARM_UP).await;
    counts.store(true, Ordering::Relaxed);
    let (began, busy) = (Instant::now(), processor_time(pid)?);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    counts.store(false, Ordering::Relaxed);
    let (took, busy) = (began.elapsed(), processor_time(pid)?.saturating_sub(busy));
    let loaded = resident_kib(pid)?;
    stop.send_replace(true);
    let mut times = Vec::new();
    while let Some(ended) = playing.join_next().await {
        times.extend(ended??);
    }
    ensure!(!times.is_empty(), "nobody moved");
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{games:>6} games {:>7.0} moves/s {:>5.0} µs of processor each   p50 {:>7.2} ms   p99 {:>8.2} ms   \
         {:>5.1} KiB a connection {:>6.1} MiB in all",
        times.len() as f64 / took.as_secs_f64(),
        busy.as_secs_f64() * 1e6 / times.len() as f64,
        at(0.5),
        at(0.99),
        connected.saturating_sub(before) as f64 / (2 * games) as f64,
        loaded as f64 / 1024.0,
    );
    Ok(())
}
