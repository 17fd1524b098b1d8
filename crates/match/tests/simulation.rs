//! Two clients, a room and a bad network, played out from a seed.
//!
//! The network delays, reorders, duplicates and loses what either side sends; connections break
//! and come back; the server dies and recovers from its log. The clients follow the protocol: keep
//! a move until it is acknowledged, apply version n + 1, ignore what is older, and ask for the
//! whole game when something is missing. Afterwards the log and both screens tell the same story.

use std::collections::VecDeque;

use fourfall_match::{
    Action, Command, Event, Lot, Match, Overrides, PlayerId, Preset, Rejection, Seat, Timestamp,
    Wishes, opening,
};
use fourfall_rules::{Column, OpenPosition, Player};

fn id(name: &str) -> PlayerId {
    PlayerId::new(name).expect("names of tests are ids")
}

/// SplitMix64: small, and the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Whose turn a client believes it is, and on which board.
fn to_move(view: &Match) -> Option<(Player, OpenPosition)> {
    match view {
        Match::Playing(game) => game.game.position().open().map(|it| (game.turn(), it)),
        Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => None,
    }
}

/// What goes over the wire. A snapshot is the whole log.
#[derive(Clone)]
enum Message {
    Drop { column: Column, number: u32 },
    AskForTheWholeGame,
    Acknowledged { number: u32, verdict: Result<usize, Rejection> },
    Happened { version: usize, event: Event },
    WholeGame { log: Vec<Event> },
}

struct Envelope {
    arrives_ms: u64,
    order: u64,
    to: To,
    /// The connection it was sent over; what is still under way when that breaks is lost.
    connection: u64,
    message: Message,
}

#[derive(Clone, Copy, PartialEq)]
enum To {
    Server(Player),
    Client(Player),
}

struct Client {
    log: Vec<Event>,
    /// A drop that has not been acknowledged, and when it was last sent.
    pending: Option<(Column, u32, u64)>,
    connection: Option<u64>,
    asked_ms: u64,
    /// The latest version an acknowledgement spoke of. Until the log is there, it is not our turn.
    heard_of: usize,
}

struct World {
    chance: Chance,
    now_ms: u64,
    order: u64,
    network: VecDeque<Envelope>,
    server: Match,
    log: Vec<Event>,
    clients: [Client; 2],
    players: [PlayerId; 2],
    connections: u64,
    accepted: Vec<u32>,
    restarts: u32,
}

const STEP_MS: u64 = 50;
const RETRY_MS: u64 = 2_000;
const LOSS_PERCENT: u64 = 10;
const COPY_PERCENT: u64 = 15;
const BREAK_PER_MILLE: u64 = 2;
const RESTART_PER_MILLE: u64 = 1;
const HOUR_MS: u64 = 60 * 60 * 1_000;

impl World {
    fn new(seed: u64) -> World {
        let preset = Preset::ALL[(seed % 4) as usize];
        let terms = preset.terms(&Overrides::default(), &Wishes::default());
        let at = Timestamp::from_unix_ms(0);
        let seat = |name| Seat::human(id(name), name);
        let log = opening(seat("ada"), seat("alan"), terms, Lot::Host, at).to_vec();
        let client = |connection| Client {
            log: log.clone(),
            pending: None,
            connection: Some(connection),
            asked_ms: 0,
            heard_of: 0,
        };
        World {
            chance: Chance(seed),
            now_ms: 0,
            order: 0,
            network: VecDeque::new(),
            server: Match::replay(&log).expect("an opening"),
            clients: [client(0), client(1)],
            log,
            players: [id("ada"), id("alan")],
            connections: 2,
            accepted: Vec::new(),
            restarts: 0,
        }
    }

    fn send(&mut self, to: To, connection: u64, message: Message) {
        if self.chance.percent(LOSS_PERCENT) {
            return;
        }
        let copies = 1 + u64::from(self.chance.percent(COPY_PERCENT));
        for _ in 0..copies {
            let delay_ms = 10 + self.chance.below(600);
            self.order += 1;
            self.network.push_back(Envelope {
                arrives_ms: self.now_ms + delay_ms,
                order: self.order,
                to,
                connection,
                message: message.clone(),
            });
        }
    }

    /// Decide, store, apply, publish, as a room does it, ticking first.
    fn command(&mut self, action: Action) -> Result<(), Rejection> {
        let at = Timestamp::from_unix_ms(self.now_ms);
        for action in [Action::Tick, action] {
            let events = self.server.decide(&Command { at, action })?;
            for event in events {
                let state = std::mem::take(&mut self.server);
                self.server = state.apply(&event).expect("decided events apply");
                self.log.push(event.clone());
                let version = self.log.len();
                for player in Player::BOTH {
                    if let Some(connection) = self.clients[player as usize].connection {
                        let message = Message::Happened { version, event: event.clone() };
                        self.send(To::Client(player), connection, message);
                    }
                }
            }
        }
        Ok(())
    }

    fn arrive(&mut self, envelope: Envelope) {
        match (envelope.to, envelope.message) {
            (To::Server(player), Message::Drop { column, number }) => {
                let by = self.players[player as usize].clone();
                let action = Action::Drop { by, column: Some(column), number: Some(number) };
                let verdict = self.command(action).map(|()| self.log.len());
                if verdict.is_ok() {
                    self.accepted.push(number);
                }
                let answer = Message::Acknowledged { number, verdict };
                self.send(To::Client(player), envelope.connection, answer);
            }
            (To::Server(player), Message::AskForTheWholeGame) => {
                let log = self.log.clone();
                self.send(To::Client(player), envelope.connection, Message::WholeGame { log });
            }
            (To::Client(player), Message::Acknowledged { number, verdict }) => {
                let client = &mut self.clients[player as usize];
                if client.pending.is_some_and(|it| it.1 == number) {
                    client.pending = None;
                }
                match verdict {
                    Ok(version) => client.heard_of = client.heard_of.max(version),
                    // A well-behaved client is refused only when the game ended meanwhile.
                    Err(rejection) => assert_eq!(rejection, Rejection::Over),
                }
            }
            (To::Client(player), Message::Happened { version, event }) => {
                let client = &mut self.clients[player as usize];
                if version == client.log.len() + 1 {
                    client.log.push(event);
                } else if version > client.log.len() + 1 {
                    self.ask(player);
                }
            }
            (To::Client(player), Message::WholeGame { log }) => {
                let client = &mut self.clients[player as usize];
                if log.len() > client.log.len() {
                    client.log = log;
                }
            }
            (To::Server(_), _) | (To::Client(_), _) => panic!("nobody sends that there"),
        }
    }

    fn ask(&mut self, player: Player) {
        let client = &mut self.clients[player as usize];
        client.asked_ms = self.now_ms;
        if let Some(connection) = client.connection {
            self.send(To::Server(player), connection, Message::AskForTheWholeGame);
        }
    }

    fn cut(&mut self, player: Player) {
        if let Some(connection) = self.clients[player as usize].connection.take() {
            self.network.retain(|it| it.connection != connection);
        }
    }

    fn client_acts(&mut self, player: Player) {
        let now_ms = self.now_ms;
        let Some(connection) = self.clients[player as usize].connection else {
            if self.chance.percent(2) {
                self.connections += 1;
                self.clients[player as usize].connection = Some(self.connections);
                let by = self.players[player as usize].clone();
                self.command(Action::Connect { by }).expect("the player is seated");
                self.ask(player);
            }
            return;
        };
        let client = &self.clients[player as usize];
        match client.pending {
            Some((column, number, sent_ms)) if now_ms >= sent_ms + RETRY_MS => {
                self.clients[player as usize].pending = Some((column, number, now_ms));
                self.send(To::Server(player), connection, Message::Drop { column, number });
            }
            Some(_) => {}
            None => {
                let view = Match::replay(&client.log).expect("what a client has seen is a log");
                let up_to_date = client.log.len() >= client.heard_of;
                let stale = now_ms >= client.asked_ms + 10 * RETRY_MS;
                match to_move(&view).filter(|_| up_to_date) {
                    Some((turn, open)) if turn == player => {
                        self.maybe_drop(player, connection, open)
                    }
                    // Waiting, and nothing heard for long: the news may have been lost.
                    Some(_) | None if stale => self.ask(player),
                    Some(_) | None => {}
                }
            }
        }
    }

    /// Thinks, or drops a disc anywhere.
    fn maybe_drop(&mut self, player: Player, connection: u64, open: OpenPosition) {
        if self.chance.percent(3) {
            let columns: Vec<Column> = open.legal_columns().collect();
            let pick = self.chance.below(columns.len() as u64);
            let column = columns[usize::try_from(pick).expect("below seven")];
            let number = open.position().ply() + 1;
            self.clients[player as usize].pending = Some((column, number, self.now_ms));
            self.send(To::Server(player), connection, Message::Drop { column, number });
        }
    }

    fn step(&mut self) {
        self.now_ms += STEP_MS;
        let now_ms = self.now_ms;
        let mut due: Vec<Envelope> = Vec::new();
        let mut later = VecDeque::new();
        for envelope in self.network.drain(..) {
            if envelope.arrives_ms <= now_ms {
                due.push(envelope)
            } else {
                later.push_back(envelope)
            }
        }
        self.network = later;
        due.sort_by_key(|it| (it.arrives_ms, it.order));
        for envelope in due {
            self.arrive(envelope);
        }
        let deadline = self.server.next_deadline();
        if deadline.is_some_and(|it| it.at.unix_ms() <= now_ms) {
            self.command(Action::Tick).expect("a tick is never refused");
        }
        for player in Player::BOTH {
            self.client_acts(player);
            let here = self.clients[player as usize].connection.is_some();
            if here && self.chance.below(1_000) < BREAK_PER_MILLE {
                self.cut(player);
                let by = self.players[player as usize].clone();
                self.command(Action::Disconnect { by }).expect("the player is seated");
            }
        }
        if self.chance.below(1_000) < RESTART_PER_MILLE {
            self.restart();
        }
    }

    /// `kill -9`: connections, mailboxes and timers are gone; the log is not.
    fn restart(&mut self) {
        Player::BOTH.into_iter().for_each(|it| self.cut(it));
        self.network.clear();
        self.now_ms += self.chance.below(300_000);
        let log = self.log.clone();
        self.server = Match::replay(&log).expect("the log is sound");
        // Recovering comes before any tick: nobody is blamed for the server's absence.
        let at = Timestamp::from_unix_ms(self.now_ms);
        let recover = Command { at, action: Action::Recover };
        for event in self.server.decide(&recover).expect("recovering is never refused") {
            let state = std::mem::take(&mut self.server);
            self.server = state.apply(&event).expect("decided events apply");
            self.log.push(event);
        }
        self.restarts += 1;
    }

    fn run(mut self) -> World {
        while !matches!(self.server, Match::Finished(_)) {
            assert!(self.now_ms < HOUR_MS, "a match ends, one way or another");
            self.step();
        }
        // The network has a good day: everybody comes back and asks.
        for player in Player::BOTH {
            self.cut(player);
            self.connections += 1;
            self.clients[player as usize].connection = Some(self.connections);
        }
        while self.clients.iter().any(|it| it.log.len() < self.log.len()) {
            assert!(self.now_ms < 2 * HOUR_MS, "news arrives in the end");
            self.now_ms += RETRY_MS;
            Player::BOTH.into_iter().for_each(|it| self.ask(it));
            let mut under_way: Vec<Envelope> = self.network.drain(..).collect();
            under_way.sort_by_key(|it| (it.arrives_ms, it.order));
            under_way.into_iter().for_each(|it| self.arrive(it));
        }
        self
    }
}

const SEEDS: u64 = 400;

#[test]
fn both_screens_and_the_log_tell_the_same_story_over_a_bad_network() {
    let mut on_the_board = 0;
    let mut restarts = 0;
    for seed in 0..SEEDS {
        let world = std::panic::catch_unwind(|| World::new(seed).run())
            .unwrap_or_else(|_| panic!("seed {seed} failed"));
        let story = Match::replay(&world.log).expect("the log is sound");
        assert_eq!(story, world.server, "seed {seed}");
        for client in &world.clients {
            assert_eq!(client.log, world.log, "seed {seed}");
        }
        let Match::Finished(finished) = story else { panic!("seed {seed}: it is over") };
        // Every disc on the board was acknowledged or its acknowledgement was lost; every
        // acknowledged disc is on the board.
        let discs = u32::try_from(finished.game.moves().len()).expect("42 at most");
        assert!(world.accepted.iter().all(|&number| number <= discs), "seed {seed}");
        on_the_board += u64::from(finished.game.position().outcome().is_some());
        restarts += world.restarts;
    }
    // The simulation is worth something only while both kinds of end happen, and restarts do.
    assert!(on_the_board > SEEDS / 10, "only {on_the_board} games were played out");
    assert!(on_the_board < SEEDS, "no game was lost otherwise");
    assert!(restarts > 0);
}
