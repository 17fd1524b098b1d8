//! The same relay on `fourfall-socketio` and on socketioxide, and a load that compares them.
//!
//! `relay serve ours|socketioxide PORT` serves: a player joins the room its `auth` names, and each `move` is relayed
//! to the other one in the room and acknowledged. `relay load PORT PID GAMES SECONDS IDLE` plays: each game a closed
//! loop, the next move as soon as the last one has arrived and is acknowledged. A move of which nothing is heard for
//! two seconds is sent again; a game whose move is lost three times in a row is given up. Both are counted and said.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fourfall_socketio::serve::{Connections, Limits, raise_open_files, serve};
use fourfall_socketio::{
    Config, Connect, Event, Handler, Namespace, Packet, Refusal, Server, Socket,
};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, Data, SocketRef, TryData};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["serve", which, port] => {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(serve_relay(which, port))
        }
        ["load", port, pid, games, seconds, idle] => {
            // One thread: the less the load costs, the more the server shows.
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(load(port, pid, games, seconds, idle))
        }
        _ => {
            Err("relay serve ours|socketioxide PORT, or relay load PORT PID GAMES SECONDS IDLE"
                .into())
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
        exit(1);
    }
}

/// How long a move may take before it counts as lost, and how often in a row one may be.
const PATIENCE: Duration = Duration::from_secs(2);
const TRIES: u32 = 3;

/// What a move is decoded to and encoded from, on both sides alike.
type Move = serde_json::Value;

struct Relay(Arc<std::sync::OnceLock<Namespace>>);

fn room_of(auth: &serde_json::Value) -> String {
    auth["room"].as_str().unwrap_or_default().to_owned()
}

impl Handler for Relay {
    async fn connect(&self, socket: &Socket, connect: Connect) -> Result<(), Refusal> {
        let auth = connect.auth.as_ref().map_or("null", |it| it.get());
        let room = room_of(&serde_json::from_str(auth).unwrap_or_default());
        socket.set_data(Arc::new(room.clone()));
        socket.join(&room);
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: Event) {
        let (Ok(made), Some(room)) = (event.args.parse::<Move>(), socket.data::<String>()) else {
            return;
        };
        if let (Some(namespace), Ok(packet)) = (self.0.get(), Packet::event("made", &made)) {
            namespace.emit_to_others(&room, socket, &packet);
        }
        if let Some(ack) = event.ack {
            let _ = ack.send(&made);
        }
    }
}

async fn serve_relay(which: &str, port: &str) -> Result<(), Error> {
    raise_open_files()?;
    let listener = TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
    let limits =
        Limits { connections: 100_000, connections_per_address: 100_000, ..Limits::default() };
    let (_go_on, stop) = watch::channel(false);
    let connections = Connections::default();
    match which {
        "ours" => {
            let namespace = Arc::default();
            let server = Server::builder(Config::default())
                .namespace("/", Relay(Arc::clone(&namespace)))
                .build();
            let _ = namespace.set(server.namespace("/").ok_or("no namespace")?);
            serve(listener, server, limits, connections, stop).await;
        }
        "socketioxide" => {
            let (service, io) = SocketIo::builder().max_buffer_size(512).build_svc();
            io.ns("/", |socket: SocketRef, TryData(auth): TryData<serde_json::Value>| async move {
                let room = room_of(&auth.unwrap_or_default());
                socket.join(room.clone());
                socket.on(
                    "move",
                    move |socket: SocketRef, Data::<Move>(made), ack: AckSender| async move {
                        let _ = socket.to(room).emit("made", &made).await;
                        let _ = ack.send(&made);
                    },
                );
            });
            serve(listener, service, limits, connections, stop).await;
        }
        _ => return Err("ours or socketioxide".into()),
    }
    Ok(())
}

/// One player.
struct Player {
    stream: BufReader<TcpStream>,
    buffer: Vec<u8>,
}

impl Player {
    async fn connect(port: u16, room: usize) -> Result<Player, Error> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let head = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n\
            upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(head.as_bytes()).await?;
        let mut seen = Vec::new();
        while !seen.ends_with(b"\r\n\r\n") {
            seen.push(stream.read_u8().await?);
        }
        let mut player =
            Player { stream: BufReader::with_capacity(1024, stream), buffer: Vec::new() };
        player.until(b"0{").await?;
        player.send(&format!("40{{\"room\":\"{room}\"}}")).await?;
        player.until(b"40{").await?;
        Ok(player)
    }

    /// A masked text frame; the mask is zero.
    async fn send(&mut self, text: &str) -> Result<(), Error> {
        let length = u8::try_from(text.len()).ok().filter(|it| *it < 126).ok_or("too long")?;
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        Ok(self.stream.get_mut().write_all(&frame).await?)
    }

    /// Reads until a message begins like this. Pings are answered; anything else is wrong.
    async fn until(&mut self, beginning: &[u8]) -> Result<(), Error> {
        let message = self.next().await?;
        match message.starts_with(beginning) {
            true => Ok(()),
            false => Err(format!("unexpected: {}", String::from_utf8_lossy(message)).into()),
        }
    }

    /// Reads until a move with this number is told or acknowledged. One that was sent twice may be told and
    /// acknowledged twice, and late.
    async fn until_move(&mut self, beginning: &str, number: u64) -> Result<(), Error> {
        loop {
            let message = std::str::from_utf8(self.next().await?)?;
            let told = message
                .split_once("\"moveNumber\":")
                .and_then(|(_, tail)| tail.split([',', '}']).next()?.parse::<u64>().ok());
            match told {
                Some(told) if told == number && message.starts_with(beginning) => return Ok(()),
                Some(told) if told < number => {}
                Some(_) | None => return Err(format!("instead of move {number}: {message}").into()),
            }
        }
    }

    /// The next message that is no ping.
    async fn next(&mut self) -> Result<&[u8], Error> {
        loop {
            let _opcode = self.stream.read_u8().await?;
            let length = match self.stream.read_u8().await? {
                126 => usize::from(self.stream.read_u16().await?),
                length => usize::from(length),
            };
            self.buffer.resize(length, 0);
            self.stream.read_exact(&mut self.buffer).await?;
            if self.buffer == b"2" {
                self.send("3").await?;
            } else {
                return Ok(&self.buffer);
            }
        }
    }
}

async fn load(port: &str, pid: &str, games: &str, seconds: &str, idle: &str) -> Result<(), Error> {
    raise_open_files()?;
    let (port, games, idle): (u16, usize, usize) = (port.parse()?, games.parse()?, idle.parse()?);
    // Memory first, while the server is fresh. A few connections warm it up.
    drop(Player::connect(port, 0).await?);
    let before = resident_kib(pid)?;
    let mut quiet = Vec::new();
    for number in 0..idle {
        quiet.push(Player::connect(port, 1_000_000 + number).await?);
    }
    let per_connection = (resident_kib(pid)? - before) / idle as f64;
    drop(quiet);
    tokio::time::sleep(Duration::from_secs(1)).await;

    let stop = Arc::new(AtomicBool::new(false));
    let counts = Arc::new(Counts::default());
    let mut tasks = Vec::new();
    for game in 0..games {
        let players = [Player::connect(port, game).await?, Player::connect(port, game).await?];
        tasks.push(tokio::spawn(play(players, stop.clone(), counts.clone())));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (began, cpu, count) =
        (Instant::now(), cpu_seconds(pid)?, counts.moves.load(Ordering::Relaxed));
    tokio::time::sleep(Duration::from_secs(seconds.parse()?)).await;
    let made = (counts.moves.load(Ordering::Relaxed) - count) as f64;
    let (took, cpu) = (began.elapsed().as_secs_f64(), cpu_seconds(pid)? - cpu);
    stop.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await??;
    }
    let (lost, stuck) = (counts.lost.load(Ordering::Relaxed), counts.stuck.load(Ordering::Relaxed));
    println!(
        "{games:>5} games: {:>7.0} moves/s, {:>6.1} us of server CPU per move, {per_connection:>6.2} KiB per idle \
         connection, {lost} moves lost, {stuck} games stuck",
        made / took,
        cpu * 1e6 / made,
    );
    Ok(())
}

#[derive(Default)]
struct Counts {
    moves: AtomicU64,
    /// Moves that had to be sent again.
    lost: AtomicU64,
    /// Games that were given up.
    stuck: AtomicU64,
}

/// Each move has a number, and must arrive and be acknowledged with it.
async fn play(
    mut players: [Player; 2],
    stop: Arc<AtomicBool>,
    counts: Arc<Counts>,
) -> Result<(), Error> {
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) {
        number += 1;
        let [mover, other] = &mut players;
        let made = format!("{{\"roomId\":\"7k3m9q2x5wzr\",\"column\":3,\"moveNumber\":{number}}}");
        let mut tries = 0;
        loop {
            mover.send(&format!("42{number}[\"move\",{made}]")).await?;
            let made = async {
                other.until_move("42[\"made\",", number).await?;
                mover.until_move("43", number).await
            };
            match timeout(PATIENCE, made).await {
                Ok(made) => break made?,
                Err(_) if stop.load(Ordering::Relaxed) => return Ok(()),
                Err(_) => {
                    counts.lost.fetch_add(1, Ordering::Relaxed);
                    tries += 1;
                    if tries == TRIES {
                        counts.stuck.fetch_add(1, Ordering::Relaxed);
                        return Ok(());
                    }
                }
            }
        }
        counts.moves.fetch_add(1, Ordering::Relaxed);
        players.swap(0, 1);
    }
    Ok(())
}

fn resident_kib(pid: &str) -> Result<f64, Error> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

fn cpu_seconds(pid: &str) -> Result<f64, Error> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').ok_or("no name")?.1.split_whitespace().collect();
    // utime and stime, in hundredths of a second.
    Ok((fields[11].parse::<f64>()? + fields[12].parse::<f64>()?) / 100.0)
}
