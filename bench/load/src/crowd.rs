//! Everybody who is connected, on one thread: whoever hears something answers at once, and what is heard is checked.

mod hearing;

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
use crate::wire::Wire;

/// Connections that are being opened at once, so that no server's queue of them overflows.
const OPENED_AT_ONCE: usize = 64;
/// A server that says nothing for so long when something is due has failed.
const PATIENCE: Duration = Duration::from_secs(60);

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
    is_settled: bool,
    is_gone: bool,
    must_wait_to_write: bool,
    token: Option<Box<[u8]>>,
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

/// A game whose players have gone.
pub struct Unfinished {
    game: Game,
    tokens: [Option<Box<[u8]>>; 2],
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
    /// People who have entered, or never will.
    settled: usize,
    /// Between moves of a game; `None` plays as fast as it can.
    pub pace: Option<Duration>,
    pub spectators_each: usize,
    /// Are moves made, and new games begun?
    pub is_playing: bool,
    /// Discs after which games are left as they are.
    pub stops_after: usize,
    /// Does whoever has played a game play another?
    pub plays_again: bool,
    /// Must nobody who plays be told `overloaded`?
    pub refuses_nobody: bool,
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
            settled: 0,
            pace: None,
            spectators_each: 0,
            is_playing: false,
            stops_after: usize::MAX,
            plays_again: true,
            refuses_nobody: false,
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
            let opening = |it: &Crowd| it.people.len() - it.settled;
            self.wait_until("connections are open", |it| opening(it) < OPENED_AT_ONCE)?;
            self.open(token, role)?;
            // Those who are in already must answer heartbeats meanwhile.
            self.turn(Instant::now())?;
        }
        self.wait_until("connections are open", |it| it.people.len() == it.settled)
    }

    /// Opens a connection, and waits for nothing.
    pub fn open(&mut self, token: Option<Box<[u8]>>, role: Role) -> anyhow::Result<()> {
        let path = self.wire.path()?;
        let socket = Socket::connect(self.server, &path)?;
        let who = self.people.len();
        let data = epoll::EventData::new_u64(who as u64);
        epoll::add(&self.epoll, &socket.stream, data, epoll::EventFlags::IN)?;
        self.people.push(Person {
            socket,
            role,
            is_settled: false,
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
        Ok(())
    }

    /// Closes every connection at once, as a network that breaks does, and forgets the games.
    fn disconnect(&mut self) {
        self.people.clear();
        self.games.clear();
        self.free_games.clear();
        self.rooms.clear();
        self.free_spectators.clear();
        self.alarms.clear();
        self.dirty.clear();
        self.settled = 0;
    }

    /// Everybody who plays asks for a game.
    pub fn begin(&mut self) -> anyhow::Result<()> {
        self.is_playing = true;
        for who in 0..self.people.len() {
            match self.people[who].role {
                Role::Player => self.join(who),
                Role::Spectator | Role::Idle | Role::Intruder => {}
            }
            // The first games begin while the last players still ask.
            if who % OPENED_AT_ONCE == 0 {
                self.flush()?;
                self.turn(Instant::now())?;
            }
        }
        self.flush()?;
        self.wait_until("everybody plays", |it| {
            it.people.iter().all(|it| it.role != Role::Player || it.games_played > 0)
        })
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

    /// Plays none of the games that have fewer discs.
    pub fn play_long_games(&mut self, discs: usize) {
        self.scripts.retain(|it| it.len() >= discs);
    }

    /// Have all games as many discs as they are to have?
    pub fn has_stopped(&self) -> bool {
        self.games.iter().flatten().all(|it| it.sent == self.stops_after)
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
            if person.is_gone {
                continue;
            }
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
                Input::Declined(answer) if self.people[who].role == Role::Intruder => {
                    self.tally.refused(&answer[b"HTTP/1.1 ".len()..][..3]);
                    self.left(who)?;
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
        self.settle(who);
        let person = &mut self.people[who];
        ensure!(person.role == Role::Intruder, "the server closed a connection");
        if !person.is_gone {
            person.is_gone = true;
            epoll::delete(&self.epoll, &person.socket.stream)?;
            person.socket.stream.shutdown(std::net::Shutdown::Both).ok();
        }
        Ok(())
    }

    fn settle(&mut self, who: usize) {
        let person = &mut self.people[who];
        self.settled += usize::from(!person.is_settled);
        person.is_settled = true;
    }

    /// The games as they stand, with the tokens of their players: for [`Crowd::resume`].
    pub fn leave(&mut self) -> Vec<Unfinished> {
        let games = take(&mut self.games).into_iter().flatten();
        let unfinished = games.map(|game| {
            let tokens = game.players.map(|who| self.people[who.expect("both play")].token.take());
            Unfinished { game, tokens }
        });
        let unfinished = unfinished.collect();
        self.disconnect();
        unfinished
    }

    /// The players of these games come back, find each as they left it, and play it to its end.
    pub fn resume(&mut self, unfinished: Vec<Unfinished>) -> anyhow::Result<()> {
        let tokens: Vec<_> = unfinished.iter().flat_map(|it| it.tokens.clone()).collect();
        self.connect_as(tokens.into_iter(), Role::Player)?;
        for (index, Unfinished { mut game, .. }) in unfinished.into_iter().enumerate() {
            game.players = [Some(2 * index), Some(2 * index + 1)];
            game.listeners = 2;
            for (seat, id) in game.ids.iter().enumerate() {
                let who = 2 * index + seat;
                let person = &mut self.people[who];
                (person.game, person.seat) = (Some(index), seat);
                self.wire.send_reconnect(&mut person.socket, id);
                self.dirty.push(who);
            }
            self.rooms.insert(game.room.clone(), index);
            self.games.push(Some(game));
        }
        self.flush()?;
        self.wait_until("everybody has their game back", |it| {
            it.people.iter().all(|it| it.games_played > 0)
        })?;
        self.is_playing = true;
        let now = Instant::now();
        for who in 0..self.people.len() {
            self.move_if_due(who, now);
        }
        self.flush()?;
        self.wait_until("every game is over", |it| it.rooms.is_empty())?;
        self.disconnect();
        Ok(())
    }
}
