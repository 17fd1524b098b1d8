//! The lobby and its rooms without sockets: real rooms, a store in memory, and time that only passes
//! when nobody has anything left to do.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fourfall_match::{Event, MatchId, Overrides, PlayerId, Timestamp, Version};
use fourfall_protocol::{Accepted, ClientMessage, Preset, Reason, RejectCode, ServerMessage};
use fourfall_rules::Column;
use serde_json::json;
use tokio::time::{Instant, advance, sleep};

use super::{Lobby, Surroundings};
use crate::bots::Bots;
use crate::client::{Client, Outlet};
use crate::config::PlayerIds;
use crate::identity::{Tokens, fresh_player};
use crate::limits::{Limits, ROOM_INBOX, ROOM_PANICS_MAX};
use crate::rate::{Credits, Rate};
use crate::room::Answer;
use crate::store::memory::Memory;
use crate::store::writer::Writer;
use crate::store::{Append, Stage, Store};
use crate::telemetry::Metrics;

/// A server without a network.
struct House {
    lobby: Lobby,
    store: Arc<Memory>,
    began: Instant,
    /// How often the clock panics instead of telling the time.
    clock_panics: Arc<AtomicU32>,
}

/// Somebody at the other end.
struct Hand {
    client: Arc<Client>,
    player: PlayerId,
    ear: Arc<Ear>,
}

#[derive(Default)]
struct Ear {
    heard: Mutex<Vec<(Instant, ServerMessage)>>,
    closed: AtomicBool,
    /// How often it panics instead of hearing.
    panics: AtomicU32,
}

impl Outlet for Arc<Ear> {
    fn send(&self, message: &ServerMessage) {
        panic_if_due(&self.panics);
        self.heard.lock().unwrap().push((Instant::now(), message.clone()));
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// A real panic, as often as was asked for.
fn panic_if_due(panics: &AtomicU32) {
    let due = panics.try_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
    assert!(due.is_err(), "a panic on purpose");
}

const EPOCH: u64 = 1_000_000;

impl House {
    fn new() -> House {
        House::with(Limits::default())
    }

    fn with(limits: Limits) -> House {
        House::on(Arc::new(Memory::default()), limits, Instant::now())
    }

    fn on(store: Arc<Memory>, limits: Limits, began: Instant) -> House {
        let metrics = Arc::new(Metrics::new());
        let (writer, _) = Writer::start(store.clone(), metrics.clone());
        let clock_panics = Arc::new(AtomicU32::new(0));
        let panics = clock_panics.clone();
        let clock = move || {
            panic_if_due(&panics);
            let passed = u64::try_from(began.elapsed().as_millis()).unwrap();
            Timestamp::from_unix_ms(EPOCH + passed)
        };
        let lobby = Lobby::new(Surroundings {
            store: store.clone(),
            writer,
            metrics,
            bots: Bots::new("ABC123"),
            clock: Arc::new(clock),
            tokens: Tokens::new(b"key"),
            player_ids: PlayerIds::NeedToken,
            limits,
            house: Overrides::default(),
        });
        House { lobby, store, began, clock_panics }
    }

    /// The same store, another process.
    async fn restarted(self) -> House {
        self.lobby.stop().await;
        let house = House::on(self.store, Limits::default(), self.began);
        house.lobby.restore().await.unwrap();
        house
    }

    fn hand(&self) -> Hand {
        self.another(&fresh_player())
    }

    /// Another connection of the same player.
    fn another(&self, player: &PlayerId) -> Hand {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let id = format!("socket-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let ear = Arc::new(Ear::default());
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let credits = Credits::full(Rate { burst: 1, per_second: 1 }, Instant::now());
        let outlet = Box::new(ear.clone());
        let client = Client::new(&id, address, player.clone(), credits, outlet);
        Hand { client, player: player.clone(), ear }
    }

    async fn ask(&self, hand: &Hand, event: &str, payload: serde_json::Value) -> Answer {
        let message = ClientMessage::decode(event, payload).expect("a well-formed event");
        let asked = self.lobby.ask(&hand.client, message);
        self.lobby.answer(asked).await
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
        self.lobby.state().rooms.len()
    }
}

impl Hand {
    /// What was heard since the last call, and when.
    fn heard_at(&self) -> Vec<(Instant, ServerMessage)> {
        std::mem::take(&mut self.ear.heard.lock().unwrap())
    }

    /// What was heard since the last call.
    fn heard(&self) -> Vec<ServerMessage> {
        self.heard_at().into_iter().map(|(_, message)| message).collect()
    }

    /// The names of the events heard since the last call.
    fn events(&self) -> Vec<&'static str> {
        self.heard().iter().map(ServerMessage::event).collect()
    }

    fn is_closed(&self) -> bool {
        self.ear.closed.load(Ordering::Relaxed)
    }
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

#[tokio::test(start_paused = true)]
async fn two_strangers_meet_and_the_first_to_come_starts() {
    let house = House::new();
    let (ada, alan) = (house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    assert_eq!(ada.events(), ["matchmaking:waiting"]);
    let room = room_of(house.join(&alan, "live").await.unwrap());
    assert_eq!(ada.events(), ["game:started"]);
    assert_eq!(alan.events(), ["game:started"]);

    assert_eq!(refused(house.drop_disc(&alan, &room, 3).await), RejectCode::NotYourTurn);
    house.drop_disc(&ada, &room, 3).await.unwrap();
    house.drop_disc(&alan, &room, 3).await.unwrap();
    assert_eq!(alan.heard(), ada.heard());
}

#[tokio::test(start_paused = true)]
async fn versions_count_up_without_a_gap() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    for turn in 0..7 {
        let hand = if turn % 2 == 0 { &first } else { &second };
        house.drop_disc(hand, &room, turn % 2).await.unwrap();
    }
    let versions: Vec<_> = (second.heard().iter())
        .map(|it| serde_json::to_value(it).unwrap()["version"].as_u64().expect("a version"))
        .collect();
    assert_eq!(versions, [3, 4, 5, 6, 7, 8, 9, 10]);
}

#[tokio::test(start_paused = true)]
async fn presets_do_not_mix() {
    let house = House::new();
    let (ada, alan) = (house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    house.join(&alan, "duel").await.unwrap();
    assert_eq!(alan.events(), ["matchmaking:waiting"]);
}

#[tokio::test(start_paused = true)]
async fn nobody_plays_oneself() {
    let house = House::new();
    let tab = house.hand();
    let other_tab = house.another(&tab.player);
    house.join(&tab, "live").await.unwrap();
    assert_eq!(refused(house.join(&tab, "live").await), RejectCode::AlreadyInGame);
    house.join(&other_tab, "live").await.unwrap();
    assert_eq!(other_tab.events(), ["matchmaking:waiting"]);
    assert!(tab.events().contains(&"session:replaced") && tab.is_closed());
}

#[tokio::test(start_paused = true)]
async fn nobody_plays_somebody_who_has_gone() {
    let house = House::new();
    let (gone, ada) = (house.hand(), house.hand());
    house.join(&gone, "live").await.unwrap();
    house.lobby.lost(&gone.client).await;
    house.join(&ada, "live").await.unwrap();
    assert_eq!(ada.events(), ["matchmaking:waiting"]);
}

#[tokio::test(start_paused = true)]
async fn somebody_who_goes_while_being_paired_is_missed_at_once() {
    let house = House::new();
    let (gone, ada) = (house.hand(), house.hand());
    house.join(&gone, "live").await.unwrap();
    let message = json!({ "username": "Ada" });
    let message = ClientMessage::decode("matchmaking:join", message).unwrap();
    let asked = house.lobby.ask(&ada.client, message);
    house.lobby.lost(&gone.client).await;
    house.lobby.answer(asked).await.unwrap();
    settle().await;
    assert_eq!(ada.events(), ["game:started", "player:disconnected"]);
}

#[tokio::test(start_paused = true)]
async fn a_search_can_be_cancelled_until_it_has_succeeded() {
    let house = House::new();
    let ada = house.hand();
    let leave = json!({ "playerId": ada.player.as_str() });
    house.join(&ada, "live").await.unwrap();
    house.ask(&ada, "matchmaking:leave", leave.clone()).await.unwrap();
    assert_eq!(ada.events(), ["matchmaking:waiting", "matchmaking:left"]);

    let alan = house.hand();
    house.join(&alan, "live").await.unwrap();
    assert_eq!(alan.events(), ["matchmaking:waiting"]);
    house.join(&ada, "live").await.unwrap();
    house.ask(&ada, "matchmaking:leave", leave).await.unwrap();
    assert_eq!(ada.events(), ["game:started", "matchmaking:already_started"]);
}

#[tokio::test(start_paused = true)]
async fn one_game_at_a_time() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    assert_eq!(refused(house.join(&first, "live").await), RejectCode::AlreadyInGame);
    house.about_room(&first, "game:resign", &room).await.unwrap();
    house.join(&first, "live").await.unwrap();
    house.join(&second, "live").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn nobody_hears_of_a_move_that_is_not_stored() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.store.break_down(true);
    assert_eq!(refused(house.drop_disc(&first, &room, 3).await), RejectCode::Internal);
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    house.drop_disc(&first, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn no_game_begins_that_is_not_stored() {
    let house = House::new();
    let (ada, alan) = (house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    house.store.break_down(true);
    assert_eq!(refused(house.join(&alan, "live").await), RejectCode::Internal);
    assert_eq!(alan.heard(), []);
    assert_eq!(ada.events(), ["matchmaking:waiting", "game:error"]);
    settle().await;
    house.store.break_down(false);
    house.join(&alan, "live").await.unwrap();
    house.join(&ada, "live").await.unwrap();
    assert_eq!(ada.events(), ["game:started"]);
}

#[tokio::test(start_paused = true)]
async fn requests_are_judged_in_the_order_they_come() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let asked: Vec<_> = (0..40)
        .map(|turn| {
            let hand = if turn % 2 == 0 { &first } else { &second };
            let column = turn / 6;
            let payload = json!({
                "roomId": room, "playerId": hand.player.as_str(), "column": column,
                "moveNumber": turn + 1,
            });
            let message = ClientMessage::decode("game:move", payload).unwrap();
            house.lobby.ask(&hand.client, message)
        })
        .collect();
    let mut refusals = 0;
    for asked in asked {
        refusals += usize::from(house.lobby.answer(asked).await.is_err());
    }
    // Filled column by column, the bottom row is the first player's: the nineteenth disc wins.
    let moves = first.heard().iter().filter(|it| it.event() == "game:move:made").count();
    assert_eq!((moves, refusals), (19, 21));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_asked_too_much_says_so() {
    let house = House::new();
    let (first, _second, room) = house.game("live").await;
    let check = || ClientMessage::decode("afk:check", json!({ "roomId": room })).unwrap();
    let asked: Vec<_> = (0..ROOM_INBOX).map(|_| house.lobby.ask(&first.client, check())).collect();
    let one_more = house.lobby.ask(&first.client, check());
    assert_eq!(refused(house.lobby.answer(one_more).await), RejectCode::Overloaded);
    for asked in asked {
        house.lobby.answer(asked).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_repeat_is_acknowledged_and_not_played_again() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let player = first.player.as_str();
    let payload = json!({ "roomId": room, "playerId": player, "column": 3, "moveNumber": 1 });
    let once = house.ask(&first, "game:move", payload.clone()).await.unwrap();
    let again = house.ask(&first, "game:move", payload).await.unwrap();
    assert_eq!(once, again);
    assert_eq!(second.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn the_idle_are_warned_once_and_then_lose() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    pass(59).await;
    assert_eq!(first.heard(), []);
    pass(1).await;
    let heard = first.heard();
    let [ServerMessage::AfkWarning(warning)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(warning.player_id, first.player.as_str());
    assert!((29..=30).contains(&warning.seconds_remaining));
    pass(30).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::AfkTimeout));
    assert_eq!(refused(house.drop_disc(&first, &room, 0).await), RejectCode::GameOver);
}

#[tokio::test(start_paused = true)]
async fn a_move_clears_the_warning() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    pass(61).await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    let expected = ["connect4:afk_warning", "game:move:made", "connect4:afk_warning_cleared"];
    assert_eq!(second.events(), expected);
    pass(59).await;
    assert_eq!(second.heard(), []);
}

#[tokio::test(start_paused = true)]
async fn the_idle_clock_can_be_asked_for() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let answer = house.ask(&second, "afk:check", json!({ "roomId": room })).await.unwrap();
    let Accepted::AfkChecked(checked) = answer else { panic!("{answer:?}") };
    assert_eq!(checked.status.expect("it runs").player_id, first.player.as_str());
    assert_eq!(second.events(), ["afk:status"]);
}

#[tokio::test(start_paused = true)]
async fn a_turn_in_a_duel_takes_a_minute_at_most() {
    let house = House::new();
    let (_first, second, room) = house.game("duel").await;
    pass(61).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Timeout));
    settle().await;
    let record = house.store.game(room.parse().unwrap()).await.unwrap();
    assert!(record.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_clock_strikes_even_if_the_store_was_away_when_it_did() {
    let house = House::new();
    let (_first, second, _room) = house.game("duel").await;
    house.store.break_down(true);
    pass(70).await;
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    pass(1).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Timeout));
}

#[tokio::test(start_paused = true)]
async fn who_stays_away_loses() {
    let house = House::new();
    let (first, second, _room) = house.game("classic").await;
    house.lobby.lost(&first.client).await;
    settle().await;
    let heard = second.heard();
    let [ServerMessage::PlayerDisconnected(gone)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(gone.player_id, first.player.as_str());
    assert_eq!(gone.socket_id.as_deref(), Some(first.client.id()));
    assert_eq!(gone.reconnect_seconds, 60);
    pass(60).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Disconnect));
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_plays_on() {
    let house = House::new();
    let (first, second, room) = house.game("classic").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    house.lobby.lost(&first.client).await;
    pass(59).await;
    let back = house.another(&first.player);
    house.reconnect(&back).await.unwrap();
    let heard = back.heard();
    let [ServerMessage::GameReconnected(game)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(game.move_history, [3]);
    assert!(game.players.iter().all(|it| it.connected));
    assert_eq!(second.events(), ["game:move:made", "player:disconnected", "player:reconnected"]);
    pass(120).await;
    house.drop_disc(&second, &room, 3).await.unwrap();
    house.drop_disc(&back, &room, 3).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_is_reported_even_if_the_store_was_away() {
    let house = House::new();
    let (first, second, _room) = house.game("classic").await;
    house.store.break_down(true);
    house.lobby.lost(&first.client).await;
    pass(2).await;
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    pass(1).await;
    assert_eq!(second.events(), ["player:disconnected"]);
}

#[tokio::test(start_paused = true)]
async fn a_second_tab_takes_the_seat_over() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let tab = house.another(&first.player);
    house.reconnect(&tab).await.unwrap();
    assert_eq!(first.events(), ["session:replaced"]);
    assert!(first.is_closed());
    house.lobby.lost(&first.client).await;
    settle().await;
    assert_eq!(second.heard(), []);
    house.drop_disc(&tab, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn a_token_in_the_payload_proves_as_much_as_one_in_the_handshake() {
    let house = House::new();
    let (first, _second, _room) = house.game("live").await;
    let stranger = house.hand();
    let reconnect = |token: String| json!({ "playerId": first.player.as_str(), "token": token });
    let wrong = house.ask(&stranger, "game:reconnect", reconnect("x.00".into())).await;
    assert_eq!(refused(wrong), RejectCode::Unauthorized);
    let others = house.lobby.tokens().issue(&stranger.player);
    let others = house.ask(&stranger, "game:reconnect", reconnect(others)).await;
    assert_eq!(refused(others), RejectCode::Forbidden);
    assert_eq!(refused(house.reconnect(&stranger).await), RejectCode::UnknownRoom);
    assert_eq!(first.heard(), []);
    let right = house.lobby.tokens().issue(&first.player);
    house.ask(&stranger, "game:reconnect", reconnect(right)).await.unwrap();
    assert_eq!(first.events(), ["session:replaced"]);
}

#[tokio::test(start_paused = true)]
async fn somebody_elses_id_is_forbidden() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let stranger = house.hand();
    let theirs = json!({ "roomId": room, "playerId": first.player.as_str(), "column": 3 });
    let own = json!({ "roomId": room, "playerId": stranger.player.as_str(), "column": 3 });
    assert_eq!(refused(house.ask(&stranger, "game:move", theirs).await), RejectCode::Forbidden);
    assert_eq!(refused(house.ask(&stranger, "game:move", own).await), RejectCode::Forbidden);
    assert_eq!(
        refused(house.about_room(&stranger, "game:resign", &room).await),
        RejectCode::Forbidden
    );
    assert_eq!(second.heard(), []);
}

#[tokio::test(start_paused = true)]
async fn spectators_see_everything_count_and_cannot_move() {
    let house = House::with(Limits { spectators: 1, ..Limits::default() });
    let (first, _second, room) = house.game("live").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    first.heard();
    let (watcher, one_too_many) = (house.hand(), house.hand());
    house.about_room(&watcher, "game:spectate", &room).await.unwrap();
    let heard = watcher.heard();
    let ServerMessage::SpectateJoined(joined) = &heard[0] else { panic!("{heard:?}") };
    assert_eq!((joined.move_history.as_slice(), joined.spectators), ([3].as_slice(), 1));
    assert_eq!(first.events(), ["room:spectators"]);
    assert_eq!(house.lobby.running()[0].spectators, 1);
    let full = house.about_room(&one_too_many, "game:spectate", &room).await;
    assert_eq!(refused(full), RejectCode::RoomFull);
    assert_eq!(refused(house.drop_disc(&watcher, &room, 3).await), RejectCode::Forbidden);
    house.about_room(&watcher, "game:leave", &room).await.unwrap();
    house.about_room(&one_too_many, "game:spectate", &room).await.unwrap();
    house.lobby.lost(&one_too_many.client).await;
    settle().await;
    assert_eq!(house.lobby.running()[0].spectators, 0);
}

#[tokio::test(start_paused = true)]
async fn a_private_game_is_joined_by_its_code() {
    let house = House::new();
    let (host, guest, third) = (house.hand(), house.hand(), house.hand());
    let created = house.ask(&host, "room:create", json!({ "username": "Ada", "preset": "duel" }));
    let Ok(Accepted::RoomCreated(created)) = created.await else { panic!("not created") };
    let join = |code: &str| json!({ "username": "Alan", "roomCode": code.to_lowercase() });
    let code = created.room_code.as_str();
    assert_eq!(
        refused(house.ask(&guest, "room:join", join("zzzzzz")).await),
        RejectCode::UnknownCode
    );
    assert_eq!(refused(house.ask(&host, "room:join", join(code)).await), RejectCode::AlreadyInGame);
    let early = house.drop_disc(&host, &created.room_id, 0).await;
    assert_eq!(refused(early), RejectCode::NotStarted);
    house.ask(&guest, "room:join", join(code)).await.unwrap();
    assert_eq!(host.events(), ["game:started"]);
    assert_eq!(guest.events(), ["game:started"]);
    assert_eq!(refused(house.ask(&third, "room:join", join(code)).await), RejectCode::RoomFull);
}

#[tokio::test(start_paused = true)]
async fn a_host_who_looked_away_has_time_to_come_back() {
    let house = House::new();
    let (host, guest) = (house.hand(), house.hand());
    let created = house.ask(&host, "room:create", json!({ "username": "Ada" })).await;
    let Ok(Accepted::RoomCreated(created)) = created else { panic!("not created") };
    house.lobby.lost(&host.client).await;
    pass(600).await;
    let join = json!({ "username": "Alan", "roomCode": created.room_code });
    house.ask(&guest, "room:join", join).await.unwrap();
    assert_eq!(guest.events(), ["game:started", "player:disconnected"]);
    let back = house.another(&host.player);
    house.reconnect(&back).await.unwrap();
    assert_eq!(guest.events(), ["player:reconnected"]);
}

#[tokio::test(start_paused = true)]
async fn a_private_game_nobody_joins_is_closed() {
    let house = House::new();
    let host = house.hand();
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    pass(60 * 60).await;
    assert_eq!(host.events(), ["game:error"]);
    assert_eq!(house.rooms(), 0);
    house.join(&host, "live").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_host_who_changes_plans_gives_up_the_waiting_room_and_nothing_else() {
    let house = House::new();
    let (host, other) = (house.hand(), house.hand());
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    house.join(&other, "live").await.unwrap();
    house.join(&host, "live").await.unwrap();
    settle().await;
    assert_eq!(house.rooms(), 1);
    other.heard();
    house.lobby.lost(&host.client).await;
    settle().await;
    assert_eq!(other.events(), ["player:disconnected"]);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_takes_two_and_swaps_the_colours() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:resign", &room).await.unwrap();
    house.about_room(&first, "game:rematch", &room).await.unwrap();
    assert_eq!(second.events(), ["game:over", "game:rematch:offered"]);
    let next = room_of(house.about_room(&second, "game:rematch", &room).await.unwrap());
    assert_ne!(next, room);
    let heard = second.heard();
    let [ServerMessage::GameStarted(started)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(started.players[0].id, second.player.as_str());
    house.drop_disc(&second, &next, 3).await.unwrap();
    settle().await;
    assert_eq!(house.rooms(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_can_be_declined() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:resign", &room).await.unwrap();
    house.about_room(&first, "game:rematch", &room).await.unwrap();
    house.about_room(&second, "game:rematch:decline", &room).await.unwrap();
    let expected = ["game:over", "game:rematch:offered", "game:rematch:declined"];
    assert_eq!(first.events(), expected);
    let again = house.about_room(&first, "game:rematch", &room).await;
    assert_eq!(refused(again), RejectCode::GameOver);
}

#[tokio::test(start_paused = true)]
async fn leaving_a_running_game_resigns_it() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:leave", &room).await.unwrap();
    assert_eq!(over(&second.heard()), won(&second, Reason::Resignation));
}

#[tokio::test(start_paused = true)]
async fn a_room_closes_when_everybody_has_moved_on() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:resign", &room).await.unwrap();
    house.join(&first, "live").await.unwrap();
    house.join(&second, "live").await.unwrap();
    settle().await;
    assert_eq!(house.rooms(), 1);
    let late = house.drop_disc(&first, &room, 0).await;
    assert_eq!(refused(late), RejectCode::GameOver);
}

#[tokio::test(start_paused = true)]
async fn a_bot_answers_in_its_own_time_and_plays_again() {
    let house = House::new();
    let ada = house.hand();
    let join = json!({ "username": "Ada", "wantsBot": true, "botDifficulty": "easy" });
    let room = room_of(house.ask(&ada, "matchmaking:join", join).await.unwrap());
    house.drop_disc(&ada, &room, 3).await.unwrap();
    assert_eq!(ada.events(), ["game:started", "game:move:made"]);
    pass(1).await;
    let heard = ada.heard();
    let [ServerMessage::MoveMade(made)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(made.player_id, "bot-easy");
    house.about_room(&ada, "game:resign", &room).await.unwrap();
    let next = room_of(house.about_room(&ada, "game:rematch", &room).await.unwrap());
    // Colours are swapped, so now the bot starts.
    pass(1).await;
    let moves = ada.heard().into_iter().filter(|it| it.event() == "game:move:made").count();
    assert_eq!(moves, 1);
    assert!(house.lobby.running().is_empty(), "games against bots are not listed");
    house.about_room(&ada, "game:leave", &next).await.unwrap();
}

/// Plays a game to its end, and says how long the bot took for each of its moves.
async fn think_times(preset: &str, level: &str) -> Vec<Duration> {
    let house = House::new();
    let ada = house.hand();
    let join = json!({
        "username": "Ada", "preset": preset, "wantsBot": true, "botDifficulty": level,
    });
    let room = room_of(house.ask(&ada, "matchmaking:join", join).await.unwrap());
    let mut times = Vec::new();
    // Spread, so that it takes more than a few discs to win.
    for column in [0, 2, 4, 6, 1, 3, 5].repeat(6) {
        let asked = Instant::now();
        match house.drop_disc(&ada, &room, column).await.map_err(|it| it.code) {
            Ok(_) => {}
            Err(RejectCode::ColumnFull) => continue,
            Err(RejectCode::GameOver) => break,
            Err(code) => panic!("{code:?}"),
        }
        sleep(Duration::from_secs(5)).await;
        for (at, message) in ada.heard_at() {
            if let ServerMessage::MoveMade(made) = message
                && made.player_id != ada.player.as_str()
            {
                times.push(at - asked);
            }
        }
    }
    times
}

#[tokio::test(start_paused = true)]
async fn bots_answer_neither_before_nor_after_their_time() {
    let table = [
        ("live", "easy", 300..=800),
        ("live", "medium", 500..=1200),
        ("live", "hard", 800..=1500),
        ("solo", "easy", 500..=500),
        ("solo", "medium", 500..=500),
        ("solo", "hard", 500..=500),
        ("solo", "perfect", 500..=500),
    ];
    for (preset, level, allowed) in table {
        let times = think_times(preset, level).await;
        assert!(times.len() > 3, "{preset} {level} answered {} times", times.len());
        for time in times {
            assert!(allowed.contains(&time.as_millis()), "{preset} {level} took {time:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_before_a_move_is_stored_costs_the_answer_and_nothing_else() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.clock_panics.store(1, Ordering::Relaxed);
    assert_eq!(refused(house.drop_disc(&first, &room, 3).await), RejectCode::Overloaded);
    settle().await;
    for hand in [&first, &second] {
        let heard = hand.heard();
        let [ServerMessage::GameReconnected(game)] = heard.as_slice() else { panic!("{heard:?}") };
        assert!(game.move_history.is_empty() && game.players.iter().all(|it| it.connected));
    }
    house.drop_disc(&first, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn a_panic_after_a_move_is_stored_takes_nothing_back() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let watcher = house.hand();
    house.about_room(&watcher, "game:spectate", &room).await.unwrap();
    for hand in [&first, &second, &watcher] {
        hand.heard();
    }
    second.ear.panics.store(1, Ordering::Relaxed);
    let drop = json!({
        "roomId": room, "playerId": first.player.as_str(), "column": 3, "moveNumber": 1,
    });
    let lost = house.ask(&first, "game:move", drop.clone()).await;
    assert_eq!(refused(lost), RejectCode::Overloaded);
    settle().await;
    let heard = second.heard();
    let [ServerMessage::GameReconnected(game)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!((game.move_history.as_slice(), game.version), ([3].as_slice(), 3));
    assert_eq!(watcher.events().last(), Some(&"game:spectate:joined"));
    // Sent again, it is acknowledged, and the game goes on.
    house.ask(&first, "game:move", drop).await.unwrap();
    house.drop_disc(&second, &room, 3).await.unwrap();
    assert_eq!(house.store.load(room.parse().unwrap()).await.unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_meanwhile_is_answered_after_a_panic() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.clock_panics.store(1, Ordering::Relaxed);
    let (lost, moved) = tokio::join!(
        house.about_room(&first, "game:rematch", &room),
        house.drop_disc(&first, &room, 3)
    );
    assert_eq!(refused(lost), RejectCode::Overloaded);
    moved.unwrap();
    assert_eq!(second.events(), ["game:reconnected", "game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn who_goes_while_a_room_panics_is_missed() {
    let house = House::new();
    let (first, second, _room) = house.game("live").await;
    house.clock_panics.store(1, Ordering::Relaxed);
    house.lobby.lost(&first.client).await;
    settle().await;
    assert_eq!(second.events(), ["game:reconnected", "player:disconnected"]);
    pass(60).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Disconnect));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_panics_again_and_again_is_given_up_and_waits_in_the_store() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    second.heard();
    house.clock_panics.store(u32::MAX, Ordering::Relaxed);
    assert_eq!(refused(house.drop_disc(&second, &room, 3).await), RejectCode::Overloaded);
    settle().await;
    let heard = second.heard();
    let Some(ServerMessage::GameError(error)) = heard.last() else { panic!("{heard:?}") };
    assert_eq!(error.code, RejectCode::Internal);
    assert_eq!(heard.len(), usize::try_from(ROOM_PANICS_MAX).unwrap() + 1);
    assert_eq!(house.rooms(), 0);
    let house = house.restarted().await;
    let second = house.another(&second.player);
    house.reconnect(&second).await.unwrap();
    house.drop_disc(&second, &room, 3).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_everybody_has_the_whole_time_again() {
    let house = House::new();
    let (first, second, room) = house.game("duel").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    pass(50).await;
    let house = house.restarted().await;
    pass(25).await;
    let (first, second) = (house.another(&first.player), house.another(&second.player));
    house.reconnect(&first).await.unwrap();
    house.reconnect(&second).await.unwrap();
    let heard = second.heard();
    let ServerMessage::GameReconnected(game) = &heard[0] else { panic!("{heard:?}") };
    assert_eq!(game.move_history, [3]);
    assert_eq!(game.preset, Preset::Duel);
    pass(30).await;
    house.drop_disc(&second, &room, 3).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_code_survives_a_restart() {
    let house = House::new();
    let (host, guest) = (house.hand(), house.hand());
    let created = house.ask(&host, "room:create", json!({ "username": "Ada" })).await;
    let Ok(Accepted::RoomCreated(created)) = created else { panic!("not created") };
    let house = house.restarted().await;
    let join = json!({ "username": "Alan", "roomCode": created.room_code });
    house.ask(&guest, "room:join", join).await.unwrap();
    assert!(guest.events().contains(&"game:started"));
}

#[tokio::test(start_paused = true)]
async fn a_faster_writer_elsewhere_makes_the_room_read_again() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let id: MatchId = room.parse().unwrap();
    let at = Timestamp::from_unix_ms(EPOCH);
    let elsewhere = Append {
        id,
        expected: Version(2),
        events: vec![Event::Dropped { column: Column::new(3).unwrap(), at }],
        code: None,
        at,
        stage: Stage::Unfinished,
    };
    house.store.write(&[elsewhere]).await.unwrap();
    // The room does not know yet that the first player has moved, and is corrected by the store.
    let stale = house.drop_disc(&first, &room, 0).await;
    assert_eq!(refused(stale), RejectCode::NotYourTurn);
    assert_eq!(second.events(), ["game:reconnected"]);
    house.drop_disc(&second, &room, 3).await.unwrap();
    assert_eq!(house.store.load(id).await.unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn everything_that_can_be_made_more_of_has_a_limit() {
    let house = House::with(Limits { rooms: 1, waiting: 1, ..Limits::default() });
    let (waiting, one_too_many) = (house.hand(), house.hand());
    house.join(&waiting, "live").await.unwrap();
    let answer = house.join(&one_too_many, "duel").await;
    assert_eq!(refused(answer), RejectCode::Overloaded);
    let (host, late) = (house.hand(), house.hand());
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    let create = house.ask(&late, "room:create", json!({ "username": "Alan" })).await;
    assert_eq!(refused(create), RejectCode::Overloaded);

    let house = House::with(Limits { rooms_per_address: 1, ..Limits::default() });
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    let create = house.ask(&late, "room:create", json!({ "username": "Alan" })).await;
    assert_eq!(refused(create), RejectCode::RateLimited);
}

#[tokio::test(start_paused = true)]
async fn who_waits_keeps_their_place_when_there_is_no_room_for_the_game() {
    let house = House::with(Limits { rooms: 1, ..Limits::default() });
    let (ada, alan, host) = (house.hand(), house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    let room = house.ask(&host, "room:create", json!({ "username": "Host" })).await.unwrap();
    assert_eq!(refused(house.join(&alan, "live").await), RejectCode::Overloaded);
    house.about_room(&host, "game:leave", &room_of(room)).await.unwrap();
    settle().await;
    ada.heard();
    house.join(&alan, "live").await.unwrap();
    assert_eq!(ada.events(), ["game:started"]);
}

#[tokio::test(start_paused = true)]
async fn the_number_of_people_who_wait_is_right_however_they_stop_waiting() {
    let house = House::new();
    let waiting = || house.lobby.metrics().waiting.get();
    let (ada, alan, grace) = (house.hand(), house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    assert_eq!(waiting(), 1);
    // A second tab of hers would rather play a bot.
    let tab = house.another(&ada.player);
    let join = json!({ "username": "Ada", "wantsBot": true });
    house.ask(&tab, "matchmaking:join", join).await.unwrap();
    assert_eq!(waiting(), 0);
    house.join(&alan, "live").await.unwrap();
    house.join(&grace, "live").await.unwrap();
    assert_eq!(waiting(), 0, "they have met");
    let linus = house.hand();
    house.join(&linus, "live").await.unwrap();
    house.lobby.lost(&linus.client).await;
    assert_eq!(waiting(), 0, "he has gone");
}

#[tokio::test(start_paused = true)]
async fn connections_have_a_limit_in_all_and_by_address() {
    let [here, there] = [1, 2].map(|it| IpAddr::V4(Ipv4Addr::new(10, 0, 0, it)));
    let limits = Limits { connections: 2, connections_per_address: 1, ..Limits::default() };
    let house = House::with(limits);
    let connect = |address| house.lobby.connected(address).map_err(|it| it.code);
    assert_eq!(connect(here), Ok(()));
    assert_eq!(connect(here), Err(RejectCode::RateLimited));
    assert_eq!(connect(there), Ok(()));
    let third = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 3));
    assert_eq!(connect(third), Err(RejectCode::Overloaded));
    house.lobby.disconnected(here);
    assert_eq!(connect(third), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn names_are_trimmed_and_checked() {
    let house = House::new();
    for name in ["", "   ", "a\u{7}b", "\u{202e}evil", "aaaaaaaaaaaaaaaaaaaaaaaaa"] {
        let answer = house.ask(&house.hand(), "room:create", json!({ "username": name })).await;
        assert_eq!(refused(answer), RejectCode::Malformed, "{name:?}");
    }
    let (ada, alan) = (house.hand(), house.hand());
    house.ask(&ada, "matchmaking:join", json!({ "username": "  Ada 👑 " })).await.unwrap();
    house.join(&alan, "live").await.unwrap();
    let heard = alan.heard();
    let [ServerMessage::GameStarted(started)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(started.players[0].username, "Ada 👑");
}

#[tokio::test(start_paused = true)]
async fn idle_times_are_the_hosts_to_choose_within_reason() {
    let house = House::new();
    for (timeout, warn) in [(0, 0), (86_401, 10), (90, 86_401)] {
        let payload = json!({
            "username": "Ada", "afkTimeoutSeconds": timeout, "afkWarnSeconds": warn,
        });
        let answer = house.ask(&house.hand(), "matchmaking:join", payload).await;
        assert_eq!(refused(answer), RejectCode::Malformed, "{timeout} {warn}");
    }
    let (ada, alan) = (house.hand(), house.hand());
    let payload = json!({ "username": "Ada", "afkTimeoutSeconds": 10, "afkWarnSeconds": 3 });
    house.ask(&ada, "matchmaking:join", payload).await.unwrap();
    house.join(&alan, "live").await.unwrap();
    alan.heard();
    pass(7).await;
    assert_eq!(alan.events(), ["connect4:afk_warning"]);
    pass(3).await;
    assert_eq!(over(&alan.heard()), won(&alan, Reason::AfkTimeout));
}

#[tokio::test(start_paused = true)]
async fn stopping_waits_for_all_rooms() {
    let house = House::new();
    let (first, _second, room) = house.game("live").await;
    house.lobby.stop().await;
    assert_eq!(house.rooms(), 0);
    // Not gone: it will be there again after the restart.
    assert_eq!(refused(house.drop_disc(&first, &room, 3).await), RejectCode::Overloaded);
    assert_eq!(house.store.unfinished().await.unwrap().len(), 1);
}
