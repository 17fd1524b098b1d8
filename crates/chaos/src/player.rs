//! A client that plays one game after the other, reconnects as fast as it can, and records
//! everything.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fourfall_client::{Incoming, Server, Socket};
use fourfall_rules::{Column, Game};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::history::{History, Outcome, Saw};

/// How long an answer is waited for; then the outcome of the request is unknown.
const ANSWER_WITHIN: Duration = Duration::from_secs(12);
/// How long to wait before another server is tried.
const BACK_AFTER: Duration = Duration::from_millis(100);
/// If nothing arrives for so long in a game, the client asks for the whole game, as the page does.
const QUIET: Duration = Duration::from_secs(3);

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound.max(1)
    }

    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// What all players share.
pub(crate) struct Hall {
    pub(crate) start: Instant,
    /// The same by the wall clock, in milliseconds.
    pub(crate) wall: u64,
    /// Where each server listens. A server that is started again keeps its place.
    pub(crate) servers: Vec<String>,
    /// Whether clients go to a server at all: none is sent to one that its proxy would not use.
    pub(crate) routable: Vec<AtomicBool>,
    /// Whether no new games are to be begun.
    pub(crate) closing: AtomicBool,
    pub(crate) games: AtomicUsize,
    pub(crate) moves: AtomicU64,
    /// How long a player thinks, in milliseconds.
    pub(crate) think: u64,
    /// How often the same person asks at two servers at once, in percent.
    pub(crate) twins: u64,
    /// When each move was made, and at which server.
    pub(crate) made: Mutex<HashMap<(String, u64), (Instant, usize)>>,
    pub(crate) times: Mutex<Times>,
    /// Moves so far, counted again and again.
    pub(crate) counted: Mutex<Vec<u64>>,
}

/// How long things took.
#[derive(Default)]
pub(crate) struct Times {
    /// From the move to its acknowledgement, and when and to whom that was.
    pub(crate) acknowledged: Vec<(Duration, Duration, u64)>,
    /// From the move to the opponent, on the same server and on another, and when that was.
    pub(crate) heard_same: Vec<(Duration, Duration)>,
    pub(crate) heard_cross: Vec<(Duration, Duration)>,
    /// How far servers' clocks seem to be from ours, in milliseconds.
    pub(crate) clocks: Vec<u64>,
    /// From the loss of a connection to the next answer, and when that was.
    pub(crate) gaps: Vec<(Duration, Duration)>,
    /// Refusals that mean that something went wrong, by code, and when.
    pub(crate) refused: Vec<(Duration, String)>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game as the client knows it.
struct Table {
    room: String,
    /// Players in the order of play.
    players: Vec<String>,
    moves: Vec<u64>,
    over: bool,
}

/// One client.
pub(crate) struct Player {
    hall: Arc<Hall>,
    seed: u64,
    chance: Chance,
    history: History,
    token: Option<String>,
    socket: Option<(Socket, usize)>,
    table: Option<Table>,
    /// Something was asked that may have led to a game.
    may_have_game: bool,
    lost_at: Option<Instant>,
}

/// Nothing more is to be had from this connection.
struct Gone;

impl Player {
    pub(crate) fn new(hall: Arc<Hall>, seed: u64) -> Player {
        let history = History::new(hall.start);
        Player {
            hall,
            seed,
            chance: Chance(seed),
            history,
            token: None,
            socket: None,
            table: None,
            may_have_game: false,
            lost_at: None,
        }
    }

    /// Plays until the hall closes and its last game is over.
    pub(crate) async fn play(mut self) -> History {
        loop {
            if self.socket.is_none() {
                self.connect().await;
                continue;
            }
            let went = if self.table.is_some() {
                self.game().await
            } else if self.may_have_game {
                self.come_back().await
            } else if self.hall.closing.load(Ordering::Relaxed) {
                // A twin may have been given a game in this very moment.
                sleep(BACK_AFTER * 15).await;
                match self.come_back().await {
                    Ok(())
                        if !self.may_have_game && self.table.as_ref().is_none_or(|it| it.over) =>
                    {
                        break;
                    }
                    went => went,
                }
            } else {
                self.look_for_a_game().await
            };
            if let Err(Gone) = went {
                self.socket = None;
                self.may_have_game = true;
                self.table = None;
                self.lost_at.get_or_insert_with(Instant::now);
                self.history.saw(Saw::Lost);
            }
        }
        if let Some((socket, _)) = self.socket.take() {
            socket.close().await;
        }
        self.history
    }

    async fn connect(&mut self) {
        let count = self.hall.servers.len() as u64;
        let node = usize::try_from(self.chance.below(count)).unwrap_or_default();
        if !self.hall.routable[node].load(Ordering::Relaxed) {
            return sleep(BACK_AFTER / 5).await;
        }
        let Ok(server) = self.hall.servers[node].parse::<Server>() else { return };
        let connecting =
            timeout(Duration::from_secs(2), Socket::connect(&server, self.token.as_deref()));
        match connecting.await {
            Ok(Ok(socket)) => {
                self.history.saw(Saw::Connected { node });
                self.socket = Some((socket, node));
                if self.token.is_none() {
                    // The server says who we are before anything else.
                    while self.token.is_none() {
                        if self.hear(Duration::from_secs(5)).await.is_err() {
                            self.socket = None;
                            return;
                        }
                    }
                }
            }
            Ok(Err(_)) | Err(_) => sleep(BACK_AFTER).await,
        }
    }

    /// Waits for one message.
    async fn hear(&mut self, for_how_long: Duration) -> Result<Option<Incoming>, Gone> {
        let Some((socket, _)) = &mut self.socket else { return Err(Gone) };
        let incoming = match timeout(for_how_long, socket.next()).await {
            Err(_) => return Ok(None),
            Ok(Err(_)) => return Err(Gone),
            Ok(Ok(incoming)) => incoming,
        };
        if let Incoming::Event { name, payload } = &incoming {
            self.history.saw(Saw::Heard { name: name.clone(), payload: payload.clone() });
            self.heard(name, payload);
        }
        Ok(Some(incoming))
    }

    fn heard(&mut self, name: &str, payload: &Value) {
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        let numbers = |it: &Value| -> Vec<u64> {
            it.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
        };
        match name {
            "session:created" => {
                self.token = Some(text(&payload["token"]));
                self.history.player = text(&payload["playerId"]);
            }
            "game:started" | "game:reconnected" => {
                if let Some(now) = payload["now"].as_u64() {
                    let since = u64::try_from(self.hall.start.elapsed().as_millis());
                    let ours = self.hall.wall + since.unwrap_or_default();
                    lock(&self.hall.times).clocks.push(now.abs_diff(ours));
                }
                let players = payload["players"].as_array().into_iter().flatten();
                let over = payload["over"].is_object();
                self.table = Some(Table {
                    room: text(&payload["roomId"]),
                    players: players.map(|it| text(&it["id"])).collect(),
                    moves: numbers(&payload["moveHistory"]),
                    over,
                });
                self.may_have_game = false;
            }
            "game:move:made" => {
                let node = self.socket.as_ref().map(|(_, node)| *node);
                let moves = numbers(&payload["moveHistory"]);
                if payload["playerId"] != *self.history.player {
                    let key = (text(&payload["roomId"]), moves.len() as u64);
                    if let Some((at, from)) = lock(&self.hall.made).remove(&key) {
                        let mut times = lock(&self.hall.times);
                        let heard = (self.hall.start.elapsed(), at.elapsed());
                        let same = Some(from) == node;
                        if same { &mut times.heard_same } else { &mut times.heard_cross }
                            .push(heard);
                    }
                }
                if let Some(table) = self.table.as_mut().filter(|it| payload["roomId"] == *it.room)
                    && moves.len() > table.moves.len()
                {
                    table.moves = moves;
                }
            }
            "game:over" => {
                if let Some(table) = self.table.as_mut().filter(|it| payload["roomId"] == *it.room)
                {
                    table.over = true;
                }
            }
            _ => {}
        }
    }

    /// Asks, and waits for the answer.
    async fn ask(&mut self, name: &'static str, payload: Value) -> Result<Outcome, Gone> {
        let number = self.history.asks(name, payload.clone());
        let Some((socket, _)) = &mut self.socket else { return Err(Gone) };
        let Ok(id) = socket.emit(name, &payload).await else {
            self.history.saw(Saw::Answered { number, outcome: Outcome::Unknown });
            return Err(Gone);
        };
        let by = Instant::now() + ANSWER_WITHIN;
        loop {
            match self.hear(by.saturating_duration_since(Instant::now())).await {
                Ok(Some(Incoming::Answer { id: answered, payload })) if answered == id => {
                    let outcome = self.outcome(&payload);
                    self.history.saw(Saw::Answered { number, outcome: outcome.clone() });
                    if let Outcome::Ok(_) = outcome
                        && let Some(lost) = self.lost_at.take()
                    {
                        let when = self.hall.start.elapsed();
                        lock(&self.hall.times).gaps.push((when, lost.elapsed()));
                    }
                    return Ok(outcome);
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(Gone) => {
                    self.history.saw(Saw::Answered { number, outcome: Outcome::Unknown });
                    return Err(Gone);
                }
            }
        }
    }

    fn outcome(&self, answer: &Value) -> Outcome {
        if answer["ok"] == true {
            return Outcome::Ok(answer.clone());
        }
        let code = answer["error"]["code"].as_str().unwrap_or_default().to_owned();
        if code == "internal" || code == "overloaded" {
            lock(&self.hall.times).refused.push((self.hall.start.elapsed(), code.clone()));
        }
        // It may have happened or not.
        if code == "internal" { Outcome::Unknown } else { Outcome::Fail(code) }
    }

    async fn come_back(&mut self) -> Result<(), Gone> {
        let me = json!({ "playerId": self.history.player });
        match self.ask("game:reconnect", me).await? {
            Outcome::Ok(_) => {
                // The whole game comes before or right after the answer.
                if self.table.is_none() {
                    self.hear(QUIET).await?;
                }
                self.may_have_game = self.table.is_none();
            }
            Outcome::Fail(code) if code == "unknown_room" => self.may_have_game = false,
            Outcome::Fail(_) | Outcome::Unknown => {
                self.may_have_game = true;
                sleep(BACK_AFTER).await;
            }
        }
        Ok(())
    }

    async fn look_for_a_game(&mut self) -> Result<(), Gone> {
        self.may_have_game = true;
        let presets = ["live", "duel"];
        let preset = presets[usize::try_from(self.chance.below(2)).unwrap_or_default()];
        let join = json!({ "username": "Chaos", "preset": preset });
        let twin = if self.chance.percent(self.hall.twins) { self.twin().await } else { None };
        if let Some(mut twin) = twin {
            // The same player asks twice at the same time, at two servers.
            let number = self.history.asks("matchmaking:join", join.clone());
            let asked = twin.emit("matchmaking:join", &join).await;
            self.history.saw(Saw::Answered { number, outcome: Outcome::Unknown });
            if asked.is_ok() {
                tokio::spawn(async move {
                    sleep(BACK_AFTER * 2).await;
                    twin.close().await;
                });
            }
        }
        match self.ask("matchmaking:join", join).await? {
            Outcome::Ok(_) => {
                let patience = Instant::now() + Duration::from_secs(8);
                while self.table.is_none() && Instant::now() < patience {
                    self.hear(Duration::from_millis(500)).await?;
                    if self.hall.closing.load(Ordering::Relaxed) {
                        break;
                    }
                }
                if self.table.is_none() {
                    let leave = json!({ "playerId": self.history.player });
                    self.ask("matchmaking:leave", leave).await?;
                    // A game that began in this very moment is found by coming back.
                    self.hear(Duration::from_millis(300)).await?;
                }
            }
            Outcome::Fail(code) if code == "already_in_game" => {}
            Outcome::Fail(_) => {
                self.may_have_game = false;
                sleep(BACK_AFTER * 3).await;
            }
            Outcome::Unknown => sleep(BACK_AFTER * 3).await,
        }
        Ok(())
    }

    /// A second connection of the same player, to any server.
    async fn twin(&mut self) -> Option<Socket> {
        let node = self.chance.below(self.hall.servers.len() as u64);
        let server: Server = self.hall.servers[usize::try_from(node).ok()?].parse().ok()?;
        let connecting = Socket::connect(&server, self.token.as_deref());
        timeout(Duration::from_secs(1), connecting).await.ok()?.ok()
    }

    /// One step of a game: a move, or waiting for one.
    async fn game(&mut self) -> Result<(), Gone> {
        let Some(table) = &self.table else { return Ok(()) };
        if table.over {
            return self.after_the_game().await;
        }
        let turn = table.moves.len() % 2;
        if table.players.get(turn).is_none_or(|it| *it != self.history.player) {
            if self.hear(QUIET).await?.is_none() {
                // Too quiet: the page would ask as well.
                return self.come_back().await;
            }
            return Ok(());
        }
        let think = self.chance.below(self.hall.think * 2 + 1);
        sleep(Duration::from_millis(think)).await;
        let Some(table) = &self.table else { return Ok(()) };
        let (room, number) = (table.room.clone(), table.moves.len() as u64 + 1);
        let Some(column) = self.choose() else { return self.come_back().await };
        let me = self.history.player.clone();
        if number > 8 && self.chance.percent(4) {
            let resign = json!({ "roomId": room, "playerId": me });
            if let Outcome::Ok(_) = self.ask("game:resign", resign).await? {
                self.hear(QUIET).await?;
            }
            return Ok(());
        }
        let node = self.socket.as_ref().map_or(0, |(_, node)| *node);
        let asked = Instant::now();
        lock(&self.hall.made).insert((room.clone(), number), (asked, node));
        let drop_disc =
            json!({ "roomId": room, "playerId": me, "column": column, "moveNumber": number });
        match self.ask("game:move", drop_disc).await? {
            Outcome::Ok(_) => {
                self.hall.moves.fetch_add(1, Ordering::Relaxed);
                let when = self.hall.start.elapsed();
                lock(&self.hall.times).acknowledged.push((when, asked.elapsed(), self.seed));
                if let Some(table) = self.table.as_mut().filter(|it| it.room == room)
                    && table.moves.len() as u64 + 1 == number
                {
                    table.moves.push(column);
                }
            }
            // Somebody knows better: ask for the whole game.
            Outcome::Fail(_) | Outcome::Unknown => {
                sleep(BACK_AFTER).await;
                return self.come_back().await;
            }
        }
        Ok(())
    }

    fn choose(&mut self) -> Option<u64> {
        let table = self.table.as_ref()?;
        let mut game = Game::new();
        for &column in &table.moves {
            game.play(Column::new(u8::try_from(column).ok()?)?).ok()?;
        }
        let legal: Vec<u64> = (0..7)
            .filter(|&it| Column::new(it).is_some_and(|it| game.clone().play(it).is_ok()))
            .map(u64::from)
            .collect();
        let place = self.chance.below(legal.len() as u64);
        legal.get(usize::try_from(place).ok()?).copied()
    }

    async fn after_the_game(&mut self) -> Result<(), Gone> {
        let Some(table) = self.table.take() else { return Ok(()) };
        self.hall.games.fetch_add(1, Ordering::Relaxed);
        if self.hall.closing.load(Ordering::Relaxed) || !self.chance.percent(40) {
            return Ok(());
        }
        let rematch = json!({ "roomId": table.room, "playerId": self.history.player });
        self.may_have_game = true;
        if let Outcome::Ok(_) = self.ask("game:rematch", rematch).await? {
            let patience = Instant::now() + Duration::from_millis(700);
            while self.table.as_ref().is_none_or(|it| it.over) && Instant::now() < patience {
                self.hear(Duration::from_millis(100)).await?;
            }
        }
        if self.table.as_ref().is_some_and(|it| it.over) {
            self.table = None;
        }
        if self.table.is_none() {
            // No rematch after all: this one leaves, so that no offer stays behind.
            let leave = json!({ "roomId": table.room, "playerId": self.history.player });
            self.ask("game:leave", leave).await?;
            self.hear(Duration::from_millis(50)).await?;
        }
        Ok(())
    }
}
