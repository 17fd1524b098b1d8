//! Everybody who is connected, on one thread: whoever hears something answers at once, and what is heard is checked.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::mem::take;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rustix::event::{Timespec, epoll};

use crate::game::Game;
use crate::script::{Script, scripts};
use crate::socket::{BUFFER, Input, Socket};
use crate::tally::Tally;
use crate::wire::{Heard, Move, Request, Winner, Wire};

/// Connections that are being opened at once, so that no server's queue of them overflows.
const OPENED_AT_ONCE: usize = 64;
/// A server that says nothing for so long when something is due has failed.
const PATIENCE: Duration = Duration::from_secs(20);
/// Whoever is told `overloaded` tries again after this.
const RETRY: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Player,
    Spectator,
    /// Connected, and quiet.
    Idle,
    /// Asks for games again and again, though there is no room for one.
    Intruder,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Alarm {
    Move,
    Join,
    Create,
}

pub struct Person {
    socket: Socket,
    role: Role,
    has_entered: bool,
    is_gone: bool,
    must_wait_to_write: bool,
    pub token: Option<Box<[u8]>>,
    games_played: u32,
    game: Option<usize>,
    seat: usize,
    /// Discs and the version it knows of.
    seen: usize,
    version: u64,
    /// A move that is not acknowledged.
    awaits: Option<Instant>,
    /// The version its own last move is to be acknowledged with, by what everybody was told, and was.
    own: (Option<u64>, Option<u64>),
}

pub struct Crowd {
    server: SocketAddr,
    wire: Wire,
    epoll: OwnedFd,
    pub people: Vec<Person>,
    games: Vec<Option<Game>>,
    free_games: Vec<usize>,
    rooms: HashMap<Box<[u8]>, usize>,
    free_spectators: Vec<usize>,
    scripts: Vec<Script>,
    started: usize,
    alarms: BinaryHeap<Reverse<(Instant, usize, Alarm)>>,
    dirty: Vec<usize>,
    buffer: Vec<u8>,
    scratch: Vec<u8>,
    events: Vec<epoll::Event>,
    entered: usize,
    /// Between moves of a game; `None` plays as fast as it can.
    pub pace: Option<Duration>,
    pub spectators_each: usize,
    /// Are moves made, and new games begun?
    pub is_playing: bool,
    /// Discs after which games are left as they are.
    pub stops_after: usize,
    pub tally: Tally,
}

impl Crowd {
    pub fn new(server: SocketAddr, wire: Wire) -> anyhow::Result<Crowd> {
        Ok(Crowd {
            server,
            wire,
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            people: Vec::new(),
            games: Vec::new(),
            free_games: Vec::new(),
            rooms: HashMap::new(),
            free_spectators: Vec::new(),
            scripts: scripts(512),
            started: 0,
            alarms: BinaryHeap::new(),
            dirty: Vec::new(),
            buffer: vec![0; BUFFER],
            scratch: Vec::new(),
            events: Vec::with_capacity(1024),
            entered: 0,
            pace: None,
            spectators_each: 0,
            is_playing: false,
            stops_after: usize::MAX,
            tally: Tally::new(),
        })
    }

    /// Opens so many connections, and waits until each can be played on.
    pub fn connect(&mut self, count: usize, role: Role) -> anyhow::Result<()> {
        self.connect_as(std::iter::repeat_n(None, count), role)
    }

    /// The same for people who come back with their tokens.
    pub fn connect_as(
        &mut self,
        tokens: impl Iterator<Item = Option<Box<[u8]>>>,
        role: Role,
    ) -> anyhow::Result<()> {
        for token in tokens {
            self.wait_until("connections are open", |it| {
                it.people.len() - it.entered < OPENED_AT_ONCE
            })?;
            let path = self.wire.path()?;
            let socket = Socket::connect(self.server, &path)?;
            let who = self.people.len();
            let flags = epoll::EventFlags::IN;
            epoll::add(&self.epoll, &socket.stream, epoll::EventData::new_u64(who as u64), flags)?;
            self.people.push(Person {
                socket,
                role,
                has_entered: false,
                is_gone: false,
                must_wait_to_write: false,
                token,
                games_played: 0,
                game: None,
                seat: 0,
                seen: 0,
                version: 0,
                awaits: None,
                own: (None, None),
            });
            if role == Role::Spectator {
                self.free_spectators.push(who);
            }
        }
        self.wait_until("connections are open", |it| it.people.len() == it.entered)
    }

    /// Closes every connection at once, as a network that breaks does, and forgets the games.
    pub fn disconnect(&mut self) {
        self.people.clear();
        self.games.clear();
        self.free_games.clear();
        self.rooms.clear();
        self.free_spectators.clear();
        self.alarms.clear();
        self.dirty.clear();
        self.entered = 0;
    }

    /// Everybody who plays asks for a game.
    pub fn begin(&mut self) -> anyhow::Result<()> {
        self.is_playing = true;
        for who in 0..self.people.len() {
            match self.people[who].role {
                Role::Player => self.join(who),
                Role::Intruder => self.create(who),
                Role::Spectator | Role::Idle => {}
            }
            // The first games begin while the last players still ask.
            if who % OPENED_AT_ONCE == 0 {
                self.flush()?;
                self.turn(Instant::now())?;
            }
        }
        self.flush()
    }

    /// Lets them play for so long.
    pub fn play_for(&mut self, time: Duration) -> anyhow::Result<()> {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.turn(end)?;
        }
        Ok(())
    }

    /// Makes no more moves, and waits until each that was made is acknowledged and known to everybody.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.is_playing = false;
        self.wait_until("every move is acknowledged and known to everybody", |it| {
            it.people.iter().all(|person| {
                let knows_all = person
                    .game
                    .and_then(|game| it.games[game].as_ref())
                    .is_none_or(|game| person.seen == game.sent);
                person.awaits.is_none() && knows_all
            })
        })
    }

    pub fn wait_until(&mut self, what: &str, done: impl Fn(&Crowd) -> bool) -> anyhow::Result<()> {
        let given_up = Instant::now() + PATIENCE;
        while !done(self) {
            ensure!(Instant::now() < given_up, "waited {PATIENCE:?} until {what}");
            self.turn(Instant::now() + Duration::from_millis(5))?;
        }
        Ok(())
    }

    /// Waits for what comes first: something to hear, an alarm, or `end`.
    fn turn(&mut self, end: Instant) -> anyhow::Result<()> {
        let wake = self.alarms.peek().map_or(end, |Reverse((at, ..))| end.min(*at));
        let wait = wake.saturating_duration_since(Instant::now());
        let timeout =
            Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let mut events = take(&mut self.events);
        events.clear();
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), Some(&timeout))
        {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(e).context("can't wait"),
        }
        for event in &events {
            let (who, flags) = (event.data.u64() as usize, event.flags);
            if flags.contains(epoll::EventFlags::OUT) {
                self.dirty.push(who);
            }
            if flags
                .intersects(epoll::EventFlags::IN | epoll::EventFlags::HUP | epoll::EventFlags::ERR)
            {
                self.listen(who).with_context(|| self.describe(who))?;
            }
            self.flush()?;
        }
        self.events = events;
        self.ring()
    }

    fn describe(&self, who: usize) -> String {
        let person = &self.people[who];
        let game = person.game.and_then(|game| self.games[game].as_ref());
        let room = game.map(|it| String::from_utf8_lossy(&it.room).into_owned());
        format!(
            "{:?} {who}, seat {}, room {room:?}, discs {}, version {}",
            person.role, person.seat, person.seen, person.version
        )
    }

    /// Does what is due.
    fn ring(&mut self) -> anyhow::Result<()> {
        let now = Instant::now();
        while let Some(Reverse((at, who, alarm))) = self.alarms.peek().copied() {
            if at > now {
                break;
            }
            self.alarms.pop();
            self.tally.late(now - at);
            match alarm {
                Alarm::Move => self.send_move(who, Instant::now()),
                Alarm::Join => self.join(who),
                Alarm::Create => self.create(who),
            }
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        while let Some(who) = self.dirty.pop() {
            let person = &mut self.people[who];
            let waits = !person.socket.flush()?;
            if waits != person.must_wait_to_write {
                person.must_wait_to_write = waits;
                let more = if waits { epoll::EventFlags::OUT } else { epoll::EventFlags::empty() };
                let data = epoll::EventData::new_u64(who as u64);
                epoll::modify(
                    &self.epoll,
                    &person.socket.stream,
                    data,
                    epoll::EventFlags::IN | more,
                )?;
            }
        }
        Ok(())
    }

    fn listen(&mut self, who: usize) -> anyhow::Result<()> {
        let mut buffer = take(&mut self.buffer);
        let Some(length) = self.people[who].socket.fill(&mut buffer)? else {
            self.buffer = buffer;
            return self.left(who);
        };
        let now = Instant::now();
        let mut rest = &buffer[..length];
        while let Some((input, used)) = self.people[who].socket.parse(rest)? {
            rest = &rest[used..];
            match input {
                Input::Message(message) => {
                    let (first, second) = self.wire.hear(message)?;
                    self.hear(who, first, now)?;
                    self.hear(who, second, now)?;
                }
                Input::Ping(payload) => {
                    self.people[who].socket.send_pong(payload);
                    self.dirty.push(who);
                }
                Input::Declined(answer) => {
                    bail!("no WebSocket: {}", String::from_utf8_lossy(answer))
                }
                Input::Closed => self.left(who)?,
                Input::Opened | Input::Nothing => {}
            }
        }
        self.people[who].socket.keep(rest);
        self.buffer = buffer;
        Ok(())
    }

    fn left(&mut self, who: usize) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        ensure!(person.role == Role::Intruder, "the server closed a connection");
        if !person.is_gone {
            person.is_gone = true;
            epoll::delete(&self.epoll, &person.socket.stream)?;
        }
        Ok(())
    }

    fn hear(&mut self, who: usize, heard: Heard<'_>, now: Instant) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        match heard {
            Heard::Nothing => {}
            Heard::Heartbeat => {
                self.wire.send_heartbeat(&mut person.socket);
                self.dirty.push(who);
            }
            Heard::Opened => {
                self.wire.send_entry(&mut person.socket, person.token.as_deref());
                self.dirty.push(who);
            }
            Heard::Entered => {
                if !person.has_entered {
                    person.has_entered = true;
                    self.entered += 1;
                }
            }
            Heard::Session { token } => person.token = Some(token.into()),
            Heard::Started { room, me, seat, version } => {
                self.started(who, room, me, seat, version, now)
            }
            Heard::Whole { room, history, version } => self.whole(who, room, history, version)?,
            Heard::Made { room, by, column, history, version } => {
                self.made(who, room, by, column, history, version, now)?;
            }
            Heard::Acknowledged { request: Request::Move, version } => {
                self.acknowledged(who, version, now)?
            }
            Heard::Acknowledged { request: Request::Create, .. } => {
                bail!("a room was made where there is none")
            }
            Heard::Acknowledged { .. } => {}
            Heard::Numbered { room, version } => {
                let is_mine = person
                    .game
                    .and_then(|it| self.games[it].as_ref())
                    .is_some_and(|it| &*it.room == room);
                if is_mine {
                    ensure!(version == person.version + 1, "version {version} came next");
                    person.version = version;
                }
            }
            Heard::Over { room, winner, line, reason, version } => {
                self.over(who, room, winner, line, reason, version)?;
            }
            Heard::Refused { request, code } => self.refused(who, request, code, now)?,
        }
        Ok(())
    }

    fn join(&mut self, who: usize) {
        if self.is_playing {
            let person = &mut self.people[who];
            self.wire.send_join(&mut person.socket, who, person.games_played);
            self.dirty.push(who);
        }
    }

    fn create(&mut self, who: usize) {
        if self.is_playing && !self.people[who].is_gone {
            self.wire.send_create(&mut self.people[who].socket);
            self.dirty.push(who);
        }
    }

    fn started(
        &mut self,
        who: usize,
        room: &[u8],
        me: &[u8],
        seat: usize,
        version: u64,
        now: Instant,
    ) {
        // Where players come in pairs, they know where they sit.
        let (seat, me): (usize, &[u8]) = match seat {
            usize::MAX => (who % 2, if who % 2 == 0 { b"0" } else { b"1" }),
            seat => (seat, me),
        };
        let index = match self.rooms.get(room) {
            Some(&index) => index,
            None => self.new_game(room, now),
        };
        let game = self.games[index].as_mut().expect("a game of a known room");
        game.players[seat] = Some(who);
        game.ids[seat] = me.into();
        let person = &mut self.people[who];
        person.game = Some(index);
        person.games_played += 1;
        (person.seat, person.seen, person.version) = (seat, 0, version);
        self.move_if_due(who, now);
    }

    fn new_game(&mut self, room: &[u8], now: Instant) -> usize {
        let watchers = self.free_spectators.len().min(self.spectators_each);
        let mut game = Game::new(room, self.started % self.scripts.len(), 2 + watchers, now);
        // Spread over one pace, as people are: by the golden ratio, which leaves no gaps.
        let phase = (self.started as f64 * 0.618_033_988_749_895).fract();
        game.due = now + self.pace.unwrap_or_default().mul_f64(phase);
        self.started += 1;
        let index = self.free_games.pop().unwrap_or(self.games.len());
        if index == self.games.len() {
            self.games.push(None);
        }
        self.games[index] = Some(game);
        self.rooms.insert(room.into(), index);
        for _ in 0..watchers {
            let who = self.free_spectators.pop().expect("counted above");
            let person = &mut self.people[who];
            person.game = Some(index);
            // Nothing is known of the game before the whole of it has come.
            (person.seen, person.version) = (0, 0);
            self.wire.send_spectate(&mut person.socket, room);
            self.dirty.push(who);
        }
        index
    }

    fn whole(
        &mut self,
        who: usize,
        room: &[u8],
        history: &[u8],
        version: u64,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_ref()) else { return Ok(()) };
        ensure!(&*game.room == room, "the whole of another game");
        let seen = history.len().div_ceil(2);
        ensure!(history == self.scripts[game.script].history(seen), "the whole of a game is wrong");
        (person.seen, person.version) = (seen, version);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "a message has as many fields")]
    fn made(
        &mut self,
        who: usize,
        room: &[u8],
        by: Option<&[u8]>,
        column: u8,
        history: Option<&[u8]>,
        version: u64,
        now: Instant,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let game =
            person.game.and_then(|it| self.games[it].as_ref()).context("a disc in no game")?;
        ensure!(&*game.room == room, "a disc of another game");
        game.check_disc(&self.scripts[game.script], person.seen, column, by, history)?;
        ensure!(version == person.version + 1, "version {version} came next");
        let mover = person.seen % 2;
        person.seen += 1;
        person.version = version;
        if person.role == Role::Spectator {
            self.tally.told_to_spectator(now - game.sent_at[mover]);
            return Ok(());
        }
        if mover == person.seat {
            // Fourfall stores a last disc and the end together, and acknowledges the version after both.
            let ends = self.wire.has_lines() && person.seen == self.scripts[game.script].len();
            person.own.0 = Some(version + u64::from(ends));
            person.check_own()?;
            if self.wire.echo_acknowledges() {
                self.acknowledged(who, None, now)?;
            }
        } else {
            self.tally.told_to_other(now - game.sent_at[mover]);
        }
        self.move_if_due(who, now);
        Ok(())
    }

    fn acknowledged(
        &mut self,
        who: usize,
        version: Option<u64>,
        now: Instant,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let sent = person.awaits.take().context("an acknowledgement too many")?;
        self.tally.acknowledged(now - sent);
        if self.wire.echo_acknowledges() {
            person.own = (None, None);
        } else {
            person.own.1 = Some(version.context("an acknowledgement without a version")?);
            person.check_own()?;
        }
        self.move_if_due(who, now);
        Ok(())
    }

    /// If it is this player's turn, it moves, now or when the pace allows.
    fn move_if_due(&mut self, who: usize, now: Instant) {
        let person = &self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_mut()) else { return };
        let script = &self.scripts[game.script];
        let is_to_move = person.seen % 2 == person.seat
            && person.seen == game.sent
            && person.seen < script.len().min(self.stops_after)
            && person.awaits.is_none();
        if !is_to_move {
            return;
        }
        match self.pace {
            None => self.send_move(who, now),
            Some(pace) => {
                let due = game.due.max(now);
                game.due = due + pace;
                self.alarms.push(Reverse((due, who, Alarm::Move)));
            }
        }
    }

    fn send_move(&mut self, who: usize, now: Instant) {
        if !self.is_playing {
            return;
        }
        let person = &mut self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_mut()) else { return };
        let script = &self.scripts[game.script];
        let number = person.seen + 1;
        let it = Move {
            room: &game.room,
            player: &game.ids[person.seat],
            opponent: &game.ids[1 - person.seat],
            seat: person.seat,
            number,
            column: script.columns[person.seen],
            version: person.version,
            ends: (number == script.len()).then_some(script),
        };
        self.wire.send_move(&mut person.socket, &mut self.scratch, &it);
        game.sent = number;
        game.sent_at[person.seat] = now;
        person.awaits = Some(now);
        self.dirty.push(who);
    }

    fn over(
        &mut self,
        who: usize,
        room: &[u8],
        winner: Winner<'_>,
        line: Option<[usize; 4]>,
        reason: Option<&[u8]>,
        version: Option<u64>,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let index = person.game.context("the end of no game")?;
        let game = self.games[index].as_mut().context("the end of no game")?;
        ensure!(&*game.room == room, "the end of another game");
        let script = &self.scripts[game.script];
        ensure!(person.seen == script.len(), "the end after {} discs", person.seen);
        ensure!(version.is_none_or(|it| it == person.version + 1), "version {version:?} came next");
        game.check_ending(script, winner, line, reason, self.wire.has_lines())?;
        person.game = None;
        game.listeners -= 1;
        if game.listeners == 0 {
            self.tally.ended();
            let game = self.games[index].take().expect("taken once");
            self.rooms.remove(&game.room);
            self.free_games.push(index);
        }
        match person.role {
            Role::Spectator => self.free_spectators.push(who),
            Role::Player => self.join(who),
            Role::Idle | Role::Intruder => {}
        }
        Ok(())
    }

    fn refused(
        &mut self,
        who: usize,
        request: Request,
        code: &[u8],
        now: Instant,
    ) -> anyhow::Result<()> {
        self.tally.refused(code);
        let person = &mut self.people[who];
        let is_limit =
            code == b"overloaded" || code == b"rate_limited" && person.role == Role::Intruder;
        ensure!(is_limit, "{request:?} was refused: {}", String::from_utf8_lossy(code));
        let alarm = match request {
            Request::Move => {
                // It did not happen; the same disc is sent again.
                person.awaits = None;
                let game = person.game.and_then(|it| self.games[it].as_mut()).context("no game")?;
                game.sent = person.seen;
                Alarm::Move
            }
            Request::Join => Alarm::Join,
            Request::Create => Alarm::Create,
            Request::Connect if person.role == Role::Intruder => {
                self.entered += 1;
                return Ok(());
            }
            Request::Connect | Request::Spectate | Request::Reconnect => {
                bail!("{request:?} was refused")
            }
        };
        self.alarms.push(Reverse((now + RETRY, who, alarm)));
        Ok(())
    }
}

impl Person {
    /// A move is acknowledged with the version everybody was told.
    fn check_own(&mut self) -> anyhow::Result<()> {
        if let (Some(told), Some(acknowledged)) = self.own {
            ensure!(
                told == acknowledged,
                "version {acknowledged} was acknowledged instead of {told}"
            );
            self.own = (None, None);
        }
        Ok(())
    }
}
