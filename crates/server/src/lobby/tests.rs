//! The lobby and its rooms without sockets: real rooms, a store in memory, and time that only passes
//! when nobody has anything left to do.

mod bots;
mod clocks;
mod limits;
mod matchmaking;
mod moves;
mod presence;
mod reactions;
mod recovery;
mod retention;
mod rooms;
mod simulation;
mod stopping;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fourfall_match::{Event, MatchId, Overrides, PlayerId, Version};
use fourfall_protocol::{Accepted, ClientMessage, Preset, Reason, RejectCode, ServerMessage};
use fourfall_rating::Rating;
use fourfall_rules::Column;
use serde_json::json;
use tokio::time::{Instant, advance, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Lobby;
use crate::bots::Bots;
use crate::config::PlayerIds;
use crate::connection::{Connection, Encoded, Outlet};
use crate::identity::{DeviceId, Proof, Tokens, fresh_player};
use crate::limits::{ABSENCE_GRACE, Limits, ROOM_PANICS_MAX, ROOM_QUEUE};
use crate::node::Node;
use crate::orders::Orders;
use crate::rater::Rater;
use crate::room::Answer;
use crate::services::{Clock, Services};
use crate::session::Session;
use crate::store::memory::{Chance, Fault, Memory};
use crate::store::nodes::Beside;
use crate::store::people::People;
use crate::store::writer::Writer;
use crate::store::{Append, Stage, Store};
use crate::telemetry::Metrics;

/// A server without a network.
struct House {
    lobby: Lobby,
    store: Arc<Memory>,
    clock: Clock,
}

/// A client at the other end of a connection.
struct Hand {
    session: Session,
    client: Arc<Connection>,
    player: PlayerId,
    ear: Arc<Ear>,
}

#[derive(Default)]
struct Ear {
    heard: Mutex<Vec<(Instant, ServerMessage)>>,
    /// When the server closed it.
    closed: Mutex<Option<Instant>>,
    /// How often it panics instead of receiving.
    panics: AtomicU32,
}

impl Outlet for Arc<Ear> {
    fn send(&self, message: &Encoded) {
        panic_if_due(&self.panics);
        let packet = format!("{:?}", message.packet());
        let (event, payload): (String, serde_json::Value) =
            serde_json::from_str(&packet).expect("a name and a payload");
        let message = ServerMessage::decode(&event, payload).expect("one of ours");
        self.heard.lock().unwrap().push((Instant::now(), message));
    }

    fn close(&self) {
        self.closed.lock().unwrap().get_or_insert_with(Instant::now);
    }
}

/// A real panic, as often as was asked for.
fn panic_if_due(panics: &AtomicU32) {
    let due = panics.try_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
    assert!(due.is_err(), "a panic on purpose");
}

impl House {
    fn new() -> House {
        House::with(Limits::default())
    }

    fn with(limits: Limits) -> House {
        House::on(Arc::new(Memory::default()), limits, Clock::start())
    }

    fn on(store: Arc<Memory>, limits: Limits, clock: Clock) -> House {
        let metrics = Arc::new(Metrics::new());
        let lobby = Lobby::new(Services {
            writer: Writer::start(store.clone(), metrics.clone()),
            store: store.clone(),
            metrics,
            people: People::in_memory(),
            rater: Rater::new().0,
            bots: Bots::new("ABC123"),
            seed: "ABC123".to_owned(),
            node: Node::alone(),
            clock: clock.clone(),
            tokens: Tokens::new(b"key"),
            orders: Orders::default(),
            player_ids: PlayerIds::NeedToken,
            limits,
            house: Overrides::default(),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        House { lobby, store, clock }
    }

    /// The same store, another process.
    async fn restarted(self) -> House {
        self.lobby.stop().await;
        let house = House::on(self.store, Limits::default(), self.clock);
        house.lobby.restore().await.unwrap();
        settle().await;
        house
    }

    /// Makes somebody as strong as a test needs.
    async fn set_rating(&self, hand: &Hand, value: f64) {
        let rating = Rating { value, ..Rating::NEW };
        self.lobby.services().people.set_rating(&hand.player, rating).await;
    }

    fn hand(&self) -> Hand {
        self.another(&fresh_player())
    }

    /// Another connection of the same player.
    fn another(&self, player: &PlayerId) -> Hand {
        self.hand_at(player, Ipv4Addr::LOCALHOST)
    }

    fn hand_at(&self, player: &PlayerId, address: Ipv4Addr) -> Hand {
        self.hand_on(player, address, None)
    }

    fn hand_on(&self, player: &PlayerId, address: Ipv4Addr, device: Option<DeviceId>) -> Hand {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let id = format!("socket-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let ear = Arc::new(Ear::default());
        let outlet = Box::new(ear.clone());
        let proof = Proof { player: player.clone(), issued: self.clock.now() };
        let client = Connection::new(&id, IpAddr::V4(address), device, proof, outlet);
        let session = Session::new(self.lobby.clone(), client.clone());
        Hand { session, client, player: player.clone(), ear }
    }

    async fn ask(&self, hand: &Hand, event: &str, payload: serde_json::Value) -> Answer {
        let message = ClientMessage::decode(event, payload).expect("a well-formed event");
        hand.session.handle(message).await
    }

    async fn join(&self, hand: &Hand, preset: &str) -> Answer {
        let payload = json!({ "username": hand.player.as_str(), "preset": preset });
        self.ask(hand, "matchmaking:join", payload).await
    }

    /// Two people in a game, the one to move first.
    async fn game(&self, preset: &str) -> (Hand, Hand, String) {
        let (host, guest) = (self.hand(), self.hand());
        self.join(&host, preset).await.expect("waits");
        let room = room_of(self.join(&guest, preset).await.expect("begins"));
        let starts = |hand: &Hand| {
            let heard = hand.heard();
            let started = heard.into_iter().find_map(|it| {
                if let ServerMessage::GameStarted(it) = it { Some(it) } else { None }
            });
            started.expect("the game started").players[0].id == hand.player.as_str()
        };
        let first = starts(&host);
        assert_ne!(first, starts(&guest));
        if first { (host, guest, room) } else { (guest, host, room) }
    }

    async fn drop_disc(&self, hand: &Hand, room: &str, column: u8) -> Answer {
        let player = hand.player.as_str();
        let payload = json!({ "roomId": room, "playerId": player, "column": column });
        self.ask(hand, "game:move", payload).await
    }

    async fn about_room(&self, hand: &Hand, event: &str, room: &str) -> Answer {
        let payload = json!({ "roomId": room, "playerId": hand.player.as_str(), "username": "x" });
        self.ask(hand, event, payload).await
    }

    async fn reconnect(&self, hand: &Hand) -> Answer {
        self.ask(hand, "game:reconnect", json!({ "playerId": hand.player.as_str() })).await
    }

    fn rooms(&self) -> usize {
        self.lobby.registry().rooms().len()
    }
}

impl Hand {
    /// What was received since the last call, and when.
    fn heard_at(&self) -> Vec<(Instant, ServerMessage)> {
        std::mem::take(&mut self.ear.heard.lock().unwrap())
    }

    /// What was received since the last call.
    fn heard(&self) -> Vec<ServerMessage> {
        self.heard_at().into_iter().map(|(_, message)| message).collect()
    }

    /// The names of the events received since the last call.
    fn events(&self) -> Vec<&'static str> {
        self.heard().iter().map(ServerMessage::event).collect()
    }

    fn is_closed(&self) -> bool {
        self.ear.closed.lock().unwrap().is_some()
    }
}

/// Waits until the absence of somebody who has gone is recorded.
async fn missed() {
    sleep(ABSENCE_GRACE + Duration::from_millis(2)).await;
}

/// Lets everything happen that can happen now.
async fn settle() {
    sleep(Duration::from_millis(1)).await;
}

async fn pass(seconds: u64) {
    settle().await;
    advance(Duration::from_secs(seconds)).await;
    settle().await;
}

#[track_caller]
fn refused(answer: Answer) -> RejectCode {
    answer.expect_err("a refusal").code
}

#[track_caller]
fn room_of(accepted: Accepted) -> String {
    let room = serde_json::to_value(&accepted).unwrap()["roomId"].as_str().map(str::to_owned);
    room.unwrap_or_else(|| panic!("no room in {accepted:?}"))
}

#[track_caller]
fn over(heard: &[ServerMessage]) -> (Option<String>, Reason) {
    let over = heard
        .iter()
        .find_map(|it| if let ServerMessage::GameOver(it) = it { Some(it) } else { None });
    let over = over.expect("the game is over");
    (over.winner.clone(), over.reason)
}

fn won(hand: &Hand, reason: Reason) -> (Option<String>, Reason) {
    (Some(hand.player.to_string()), reason)
}
