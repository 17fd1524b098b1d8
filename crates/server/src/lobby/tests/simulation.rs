//! People with several tabs, a store that fails, restarts and passing time, played out from a seed
//! against the real lobby and its rooms. Afterwards the logs, the answers and what every tab
//! received must agree (`laws.rs`).
//!
//! `SIMULATION_SCHEDULES` says how many schedules, `SIMULATION_SEED` which is the first.

#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants,
    clippy::cast_possible_truncation,
    reason = "a law looks at some events and messages only, and seeds are small"
)]

mod laws;

use std::collections::{BTreeMap, BTreeSet};

use fourfall_match::Timestamp;
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::*;
use crate::identity::seeded;

/// Schedules in every run of the tests.
const SCHEDULES: u64 = 300;

#[test]
fn the_laws_hold_whatever_people_store_and_server_do() {
    let number = |name| std::env::var(name).ok().map(|it| it.parse::<u64>().expect("a number"));
    let first = number("SIMULATION_SEED").unwrap_or(1);
    let schedules = number("SIMULATION_SCHEDULES").unwrap_or(SCHEDULES);
    let threads = std::thread::available_parallelism().map_or(1, |it| it.get() as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                (first + thread..first + schedules).step_by(threads as usize).for_each(run)
            });
        }
    });
}

/// Plays one schedule. What is random follows from the seed, ids and lots included.
fn run(seed: u64) {
    seeded::start(seed);
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let world = runtime.block_on(async {
        let mut world = World::new(seed);
        world.play().await;
        world.end().await;
        world
    });
    drop(runtime);
    seeded::stop();
    let broken = laws::broken(&world);
    assert!(
        broken.is_empty(),
        "seed {seed}: {} law(s) broken\n{}\n\nsteps:\n{}\n\nlogs:\n{}\n\nrun it alone with \
         SIMULATION_SEED={seed} SIMULATION_SCHEDULES=1",
        broken.len(),
        broken.join("\n"),
        world.steps.join("\n"),
        world.logs_of(&broken).join("\n"),
    );
}

/// A schedule, as far as it has been played.
struct World {
    chance: Chance,
    house: House,
    people: Vec<PlayerId>,
    tabs: Vec<Tab>,
    /// How many discs are known to lie on each board, and who plays.
    games: BTreeMap<MatchId, Known>,
    codes: Vec<String>,
    steps: Vec<String>,
    asked: Vec<Asked>,
    answers: Arc<Mutex<Vec<(usize, Instant, Answer)>>>,
    attached: Vec<Attached>,
    /// From when to when there was no server.
    restarts: Vec<(u64, u64)>,
    /// Room, version and name of every event that somebody was told of.
    heard: BTreeSet<(MatchId, u64, &'static str)>,
    broken: Vec<String>,
}

#[derive(Default)]
struct Known {
    players: Vec<String>,
    discs: usize,
}

/// One connection of somebody.
struct Tab {
    hand: Hand,
    person: usize,
    open: bool,
    inbox: mpsc::UnboundedSender<(usize, ClientMessage)>,
    task: JoinHandle<()>,
    /// The version of each room it follows.
    follows: BTreeMap<MatchId, u64>,
}

/// Something a tab asked for, and what it was told.
struct Asked {
    tab: usize,
    by: PlayerId,
    what: What,
    answer: Option<Answer>,
    /// When it was told so.
    told_ms: u64,
}

#[derive(Clone, PartialEq, Debug)]
enum What {
    Join,
    LeaveMatchmaking,
    Create,
    Code,
    Move { room: MatchId, column: u8, number: Option<u32> },
    Resign(MatchId),
    Abort(MatchId),
    Leave(MatchId),
    Rematch(MatchId),
    Decline(MatchId),
    Spectate(MatchId),
    AfkCheck(MatchId),
    Reconnect,
    Become(usize),
}

/// From when to when a tab was known to play for somebody: told so by the server, and open.
struct Attached {
    tab: usize,
    player: PlayerId,
    room: MatchId,
    from_ms: u64,
    until_ms: Option<u64>,
}

impl World {
    fn new(seed: u64) -> World {
        let mut chance = Chance(seed);
        let house = House::new();
        let people = (0..3 + chance.below(3)).map(|_| fresh_player()).collect();
        let mut world = World {
            chance,
            house,
            people,
            tabs: Vec::new(),
            games: BTreeMap::new(),
            codes: Vec::new(),
            steps: Vec::new(),
            asked: Vec::new(),
            answers: Arc::default(),
            attached: Vec::new(),
            restarts: Vec::new(),
            heard: BTreeSet::new(),
            broken: Vec::new(),
        };
        world.plan_faults();
        for person in 0..world.people.len() {
            world.connect(person);
        }
        world
    }

    /// In every other schedule calls to the store fail by chance.
    fn plan_faults(&mut self) {
        if self.chance.percent(50) {
            let (seed, per_mille) = (self.chance.below(u64::MAX), 1 + self.chance.below(80));
            self.step(format!("{per_mille} of 1000 calls to the store go wrong"));
            self.house.store.fail_by_chance(seed, per_mille);
        }
    }

    /// The log of every match that is named.
    fn logs_of(&self, broken: &[String]) -> Vec<String> {
        let logs = self.house.store.logs().into_iter();
        let named = logs.filter(|(id, _)| {
            broken.iter().any(|it| it.contains(&id.to_string()) || it.contains(&format!("{id:?}")))
        });
        named.flat_map(|(id, log)| log.into_iter().map(move |it| format!("{id} {it:?}"))).collect()
    }

    fn step(&mut self, what: String) {
        let ms = self.now_ms() - self.house.clock.started_ms();
        self.steps.push(format!("{:>9.3} {what}", ms as f64 / 1_000.0));
    }

    fn now_ms(&self) -> u64 {
        self.house.clock.now().unix_ms()
    }

    fn ms_of(&self, at: Instant) -> u64 {
        let ago = Instant::now().saturating_duration_since(at);
        self.now_ms() - u64::try_from(ago.as_millis()).unwrap()
    }

    async fn play(&mut self) {
        for _ in 0..60 + self.chance.below(80) {
            match self.chance.below(100) {
                0..=5 => {
                    let person = self.any_person();
                    self.connect(person);
                }
                6..=10 => {
                    if let Some(tab) = self.any_tab() {
                        self.step(format!("tab {tab} is lost"));
                        self.lose(tab);
                    }
                }
                11 => self.restart().await,
                12..=13 => self.plan_fault(),
                14 => self.outage().await,
                15 => {
                    if let Some(tab) = self.any_tab() {
                        let person = self.any_person();
                        self.ask(tab, What::Become(person));
                    }
                }
                16..=64 => self.do_something(),
                65..=84 => self.play_on(),
                _ => {}
            }
            let ms = match self.chance.below(10) {
                0..=3 => 0,
                4..=6 => self.chance.below(20),
                7 => self.chance.below(1_500),
                8 => self.chance.below(12_000),
                _ => self.chance.below(75_000),
            };
            self.wait(ms).await;
        }
    }

    /// Everybody leaves, and nothing must be left behind.
    async fn end(&mut self) {
        self.step("everybody goes, and the store works".to_owned());
        self.house.store.heal();
        for tab in 0..self.tabs.len() {
            if self.tabs[tab].open {
                self.lose(tab);
            }
        }
        for _ in 0..130 {
            sleep(Duration::from_secs(60)).await;
        }
        self.hear();
        let left = self.house.lobby.registry().leftovers();
        if !left.is_empty() {
            self.broken.push(format!("ghosts: {left}"));
        }
        let waiting = self.house.lobby.matchmaker().len();
        if waiting > 0 {
            self.broken.push(format!("ghosts: {waiting} who wait"));
        }
        let unfinished = self.house.store.unfinished().await.unwrap();
        if !unfinished.is_empty() {
            self.broken.push(format!("ghosts: unfinished {unfinished:?}"));
        }
    }

    // What happens.

    fn any_person(&mut self) -> usize {
        usize::try_from(self.chance.below(self.people.len() as u64)).unwrap()
    }

    fn any_tab(&mut self) -> Option<usize> {
        let open: Vec<_> = (0..self.tabs.len()).filter(|it| self.tabs[*it].open).collect();
        self.any(&open).copied()
    }

    fn any<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() {
            return None;
        }
        of.get(usize::try_from(self.chance.below(of.len() as u64)).unwrap())
    }

    fn connect(&mut self, person: usize) {
        if self.tabs.iter().filter(|it| it.open && it.person == person).count() >= 3 {
            return;
        }
        let tab = self.tabs.len();
        self.step(format!("tab {tab} of person {person} connects"));
        let hand = self.house.another(&self.people[person]);
        let (inbox, mut messages) = mpsc::unbounded_channel();
        let (session, answers) = (hand.session.clone(), self.answers.clone());
        // As the socket does it: one request is answered before the next is looked at.
        let task = tokio::spawn(async move {
            while let Some((number, message)) = messages.recv().await {
                let answer = session.handle(message).await;
                answers.lock().unwrap().push((number, Instant::now(), answer));
            }
        });
        self.tabs.push(Tab { hand, person, open: true, inbox, task, follows: BTreeMap::new() });
        if self.chance.percent(60) {
            self.ask(tab, What::Reconnect);
        }
    }

    fn lose(&mut self, tab: usize) {
        self.detach(tab, self.now_ms());
        self.tabs[tab].open = false;
        self.house.lobby.lost(&self.tabs[tab].hand.client);
    }

    /// From here on a tab plays for nobody, until it is told again.
    fn detach(&mut self, tab: usize, at_ms: u64) {
        let open = self.attached.iter_mut().filter(|it| it.tab == tab && it.until_ms.is_none());
        open.for_each(|it| it.until_ms = Some(at_ms.max(it.from_ms)));
        self.tabs[tab].follows.clear();
    }

    fn attach(&mut self, tab: usize, room: MatchId, at_ms: u64) {
        let player = self.people[self.tabs[tab].person].clone();
        let is_there = |it: &Attached| {
            it.tab == tab && it.room == room && it.player == player && it.until_ms.is_none()
        };
        if self.tabs[tab].open && !self.attached.iter().any(is_there) {
            self.attached.push(Attached { tab, player, room, from_ms: at_ms, until_ms: None });
        }
    }

    fn plan_fault(&mut self) {
        let fault = match self.chance.below(6) {
            0 => Fault::Fail,
            1 => Fault::Stall(Duration::from_millis(self.chance.below(400))),
            2 => Fault::Stall(Duration::from_millis(self.chance.below(9_000))),
            3 => Fault::CommitAfterTimeout,
            4 => Fault::Panic,
            _ => Fault::Conflict,
        };
        self.step(format!("the next write: {fault:?}"));
        self.house.store.plan(fault);
    }

    /// The store is unavailable while people go on.
    async fn outage(&mut self) {
        self.step("the store breaks down".to_owned());
        self.house.store.break_down(true);
        for _ in 0..self.chance.below(6) {
            self.do_something();
            let ms = self.chance.below(9_000);
            self.wait(ms).await;
        }
        self.step("the store works again".to_owned());
        self.house.store.break_down(false);
    }

    /// Another process on the same store; the one before was stopped, or has crashed.
    async fn restart(&mut self) {
        let stops = self.chance.percent(50);
        self.step(format!("the server {}", if stops { "stops" } else { "crashes" }));
        if stops {
            self.house.lobby.stop().await;
        } else {
            self.house.lobby.services().stopping.cancel();
        }
        let store = Arc::new(self.house.store.successor());
        self.hear();
        let now = self.now_ms();
        for tab in 0..self.tabs.len() {
            self.detach(tab, now);
            self.tabs[tab].open = false;
            self.tabs[tab].task.abort();
        }
        sleep(Duration::from_millis(self.chance.below(20_000))).await;
        // What the dead process says now reaches nobody.
        self.answers.lock().unwrap().clear();
        self.house = House::on(store, Limits::default(), self.house.clock.clone());
        self.house.lobby.restore().await.unwrap();
        self.restarts.push((now, self.now_ms()));
        self.step("the server is back".to_owned());
        self.plan_faults();
        for person in 0..self.people.len() {
            if self.chance.percent(70) {
                self.connect(person);
            }
        }
    }

    /// Somebody asks for something, sensible or not.
    fn do_something(&mut self) {
        let Some(tab) = self.any_tab() else { return };
        let mine = self.people[self.tabs[tab].person].to_string();
        let rooms: Vec<_> = self.games.iter().collect();
        let own: Vec<_> =
            rooms.iter().filter(|(_, it)| it.players.contains(&mine)).map(|(id, _)| **id).collect();
        let all: Vec<_> = rooms.iter().map(|(id, _)| **id).collect();
        let newest = if self.chance.percent(90) { own.last().copied() } else { None };
        let room = newest.or_else(|| self.any(&all).copied());
        let what = match (self.chance.below(20), room) {
            (0..=6, _) => What::Join,
            (7, _) => What::LeaveMatchmaking,
            (8, _) => What::Create,
            (9..=10, _) => What::Code,
            (11, Some(room)) => What::Resign(room),
            (12, Some(room)) => What::Abort(room),
            (13, Some(room)) => What::Leave(room),
            (14..=16, Some(room)) => What::Rematch(room),
            (17, Some(room)) => What::Decline(room),
            (18, Some(_)) => match self.any(&all) {
                Some(room) if self.chance.percent(70) => What::Spectate(*room),
                Some(room) => What::AfkCheck(*room),
                None => What::Join,
            },
            _ => What::Reconnect,
        };
        self.ask(tab, what);
    }

    /// Somebody whose turn it may be drops a disc.
    fn play_on(&mut self) {
        let Some(tab) = self.any_tab() else { return };
        let mine = self.people[self.tabs[tab].person].to_string();
        let own = self.games.iter().rev().find(|(_, it)| it.players.contains(&mine));
        let Some((&room, known)) = own else { return };
        let (discs, players) = (known.discs, known.players.clone());
        for place in 0..=self.chance.below(4) {
            let turn = (discs + usize::try_from(place).unwrap()) % 2;
            let number = u32::try_from(discs).unwrap() + u32::try_from(place).unwrap() + 1;
            let column = u8::try_from(self.chance.below(7)).unwrap();
            let number = match self.chance.below(10) {
                0 => None,
                1 => Some(number.saturating_sub(1)),
                _ => Some(number),
            };
            let tabs = 0..self.tabs.len();
            let its = tabs.rev().find(|it| {
                let it = &self.tabs[*it];
                it.open
                    && players.get(turn).is_some_and(|id| *id == it.hand.client.player().as_str())
            });
            self.ask(its.unwrap_or(tab), What::Move { room, column, number });
        }
    }

    fn ask(&mut self, tab: usize, what: What) {
        let by = self.people[self.tabs[tab].person].clone();
        let id = by.as_str();
        let about = |room: &MatchId| json!({ "roomId": room.to_string(), "playerId": id });
        let clocks = match self.chance.below(5) {
            0 => json!({ "afkTimeoutEnabled": true, "afkTimeoutSeconds": 8, "afkWarnSeconds": 3 }),
            _ => json!({}),
        };
        let preset = ["live", "live", "duel", "classic"][self.chance.below(4) as usize];
        let mut new =
            json!({ "username": format!("Person {}", self.tabs[tab].person), "preset": preset });
        new.as_object_mut().unwrap().extend(clocks.as_object().unwrap().clone());
        let (event, payload) = match &what {
            What::Join => {
                if self.chance.percent(12) {
                    new["wantsBot"] = json!(true);
                    new["botDifficulty"] = json!("easy");
                }
                ("matchmaking:join", new)
            }
            What::LeaveMatchmaking => ("matchmaking:leave", json!({ "playerId": id })),
            What::Create => ("room:create", new),
            What::Code => {
                let wrong = self.chance.percent(3);
                let code = self.codes.last().filter(|_| !wrong).cloned();
                let code = code.unwrap_or_else(|| "ZZZZZZ".to_owned());
                ("room:join", json!({ "username": "Guest", "roomCode": code }))
            }
            What::Move { room, column, number } => {
                let mut drop = about(room);
                drop["column"] = json!(column);
                drop["moveNumber"] = json!(number);
                ("game:move", drop)
            }
            What::Resign(room) => ("game:resign", about(room)),
            What::Abort(room) => ("game:abort", about(room)),
            What::Leave(room) => ("game:leave", about(room)),
            What::Rematch(room) => ("game:rematch", about(room)),
            What::Decline(room) => ("game:rematch:decline", about(room)),
            What::Spectate(room) => {
                let room = room.to_string();
                ("game:spectate", json!({ "roomId": room, "username": "Watcher" }))
            }
            What::AfkCheck(room) => ("afk:check", json!({ "roomId": room.to_string() })),
            What::Reconnect => ("game:reconnect", json!({ "playerId": id })),
            What::Become(person) => {
                let other = &self.people[*person];
                let token = self.house.lobby.services().tokens.issue(other, self.house.clock.now());
                ("game:reconnect", json!({ "playerId": other.as_str(), "token": token }))
            }
        };
        self.step(format!("tab {tab} of person {} asks {event} {payload}", self.tabs[tab].person));
        let message = ClientMessage::decode(event, payload).expect("a well-formed event");
        match &what {
            What::Become(person) => {
                let person = *person;
                self.detach(tab, self.now_ms());
                self.tabs[tab].person = person;
            }
            // It may follow another game from now on.
            What::Spectate(_) | What::Leave(_) => self.tabs[tab].follows.clear(),
            _ => {}
        }
        let number = self.asked.len();
        self.asked.push(Asked { tab, by, what, answer: None, told_ms: 0 });
        // A tab that was closed asks nothing more.
        let _ = self.tabs[tab].inbox.send((number, message));
    }

    // What tabs receive.

    async fn wait(&mut self, ms: u64) {
        let mut left = ms;
        loop {
            let next = left.min(500);
            // At least once, so that everything happens that can happen now.
            sleep(Duration::from_millis(next.max(u64::from(self.chance.percent(50))))).await;
            self.hear();
            left -= next;
            if left == 0 {
                return;
            }
        }
    }

    fn hear(&mut self) {
        for tab in 0..self.tabs.len() {
            if !self.tabs[tab].open {
                continue;
            }
            let closed = *self.tabs[tab].hand.ear.closed.lock().unwrap();
            for (at, message) in self.tabs[tab].hand.heard_at() {
                if closed.is_none_or(|it| at <= it) {
                    self.hear_one(tab, self.ms_of(at), &message);
                }
            }
            if let Some(at) = closed {
                self.step(format!("tab {tab} was closed by the server"));
                self.detach(tab, self.ms_of(at));
                self.lose(tab);
            }
        }
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        for (number, at, answer) in answers {
            self.hear_answer(number, self.ms_of(at), answer);
        }
    }

    fn hear_one(&mut self, tab: usize, at_ms: u64, message: &ServerMessage) {
        let value = serde_json::to_value(message).unwrap();
        let room: Option<MatchId> = value["roomId"].as_str().and_then(|it| it.parse().ok());
        let (Some(room), Some(version)) = (room, value["version"].as_u64()) else { return };
        let known = self.games.entry(room).or_default();
        if let Some(moves) = value["moveHistory"].as_array() {
            known.discs = known.discs.max(moves.len());
        }
        if let Some(players) = value["players"].as_array() {
            let id = |it: &serde_json::Value| it["id"].as_str().map(str::to_owned);
            known.players = players.iter().filter_map(id).collect();
        }
        if let Some(code) = value["roomCode"].as_str() {
            self.codes.push(code.to_owned());
        }
        self.heard.insert((room, version, message.event()));
        let is_whole = matches!(
            message,
            ServerMessage::GameStarted(_)
                | ServerMessage::GameReconnected(_)
                | ServerMessage::SpectateJoined(_)
                | ServerMessage::RoomWaiting(_)
        );
        // Whom it is sent to, it is sent as; a tab that is becoming somebody else waits for that.
        let mine = self.people[self.tabs[tab].person].as_str();
        let is_me = value["playerId"].as_str().is_none_or(|it| it == mine);
        if is_whole && is_me {
            if let ServerMessage::GameStarted(_) = message {
                self.tabs[tab].follows.clear();
            }
            self.tabs[tab].follows.insert(room, version);
            if !matches!(message, ServerMessage::SpectateJoined(_)) {
                self.attach(tab, room, at_ms);
            }
        } else if let Some(before) = self.tabs[tab].follows.get_mut(&room) {
            if version > *before + 1 {
                let (before, event) = (*before, message.event());
                self.broken.push(format!(
                    "a gap: tab {tab} heard {event} of {room} at version {version} after {before}"
                ));
            }
            self.tabs[tab].follows.insert(room, version);
        }
    }

    fn hear_answer(&mut self, number: usize, at_ms: u64, answer: Answer) {
        let Asked { tab, by, what, .. } = &self.asked[number];
        let (tab, by, what) = (*tab, by.clone(), what.clone());
        let said = match &answer {
            Ok(accepted) => format!("ok {}", serde_json::to_value(accepted).unwrap()),
            Err(refusal) => format!("{:?}: {}", refusal.code, refusal.message),
        };
        self.step(format!("tab {tab} is told of {what:?}: {said}"));
        if let Ok(accepted) = &answer {
            let is_same = self.people[self.tabs[tab].person] == by;
            let reached = match (&what, accepted) {
                (What::Move { room, .. }, _) => Some(*room),
                (What::Code, Accepted::GameReached(it)) => it.room_id.parse().ok(),
                _ => None,
            };
            if let Some(room) = reached.filter(|_| is_same) {
                self.attach(tab, room, at_ms);
            }
        }
        self.asked[number].answer = Some(answer);
        self.asked[number].told_ms = at_ms;
    }
}

/// Moments of a log, as the tabs count them.
fn ms(at: Timestamp) -> u64 {
    at.unix_ms()
}
