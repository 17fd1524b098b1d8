//! The session, fed with the very messages the server's golden files have.

use fourfall_rules::Player;
use serde_json::json;

use super::*;

macro_rules! golden {
    ($name:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!(
            "../../../protocol/tests/golden/",
            $name,
            ".json"
        )))
        .unwrap()
    };
}

const ADA: &str = "p_ada4f6t8w2y9";
const ALAN: &str = "p_alan7c3x5z1q";
const ROOM: &str = "7k3m9q2x5wzr";

fn ada() -> Identity {
    Identity { player_id: ADA.to_owned(), token: format!("{ADA}.k4Zt0v") }
}

/// Ada, known to the server, at the start of a game she begins.
fn playing() -> Session {
    let mut session = Session::new("Ada", Some(ada()), Wish::quick_match());
    session.connected();
    assert_eq!(session.event("game:started", &golden!("server/game-started")), [Step::Changed]);
    session
}

fn table(session: &Session) -> &Table {
    session.view().table().expect("a game is on")
}

/// The events that are to be sent, by name, and everything else as it is.
fn sent(steps: &[Step]) -> Vec<&'static str> {
    steps
        .iter()
        .filter_map(|it| match it {
            Step::Send { event, .. } => Some(*event),
            Step::Changed | Step::Say(_) | Step::Keep(_) | Step::Stop(_) => None,
        })
        .collect()
}

fn payload(steps: &[Step]) -> &Value {
    steps
        .iter()
        .find_map(|it| match it {
            Step::Send { payload, .. } => Some(payload),
            Step::Changed | Step::Say(_) | Step::Keep(_) | Step::Stop(_) => None,
        })
        .expect("something is sent")
}

fn refused(code: &str) -> Value {
    json!({ "ok": false, "error": { "code": code, "message": "no" } })
}

fn moved(column: i64, version: u64) -> Value {
    json!({ "roomId": ROOM, "playerId": ALAN, "column": column, "version": version })
}

fn column(number: u8) -> Column {
    Column::numbered(number).unwrap()
}

#[test]
fn a_guest_hears_who_it_is_and_says_what_it_came_for() {
    let mut session = Session::new("Ada", None, Wish::quick_match());
    assert_eq!(session.token(), None);
    assert_eq!(session.connected(), []);
    let steps = session.event("session:created", &golden!("server/session-created"));
    assert_eq!(steps[0], Step::Keep(ada()));
    assert_eq!(sent(&steps), ["matchmaking:join"]);
    assert_eq!(payload(&steps)["username"], "Ada");
    assert_eq!(session.token(), Some("p_ada4f6t8w2y9.k4Zt0v"));
    session.answered(Request::Wish, &golden!("ack/matchmaking-join"));
    assert_eq!(*session.view(), View::Queued { position: 1, online: None, playing: None });
    let news = json!({ "playerId": ADA, "position": 1, "online": 7, "playing": 4 });
    session.event("matchmaking:waiting", &news);
    assert_eq!(*session.view(), View::Queued { position: 1, online: Some(7), playing: Some(4) });
    assert_eq!(sent(&session.leave()), ["matchmaking:leave"]);
}

#[test]
fn who_is_known_looks_for_a_running_game_first() {
    let mut session = Session::new("Ada", Some(ada()), Wish::Invite(Preset::Duel));
    assert_eq!(sent(&session.connected()), ["game:reconnect"]);
    let steps = session.answered(Request::Return, &refused("unknown_room"));
    assert_eq!(sent(&steps), ["room:create"]);
    assert_eq!(payload(&steps)["preset"], "duel");
    session.answered(Request::Wish, &golden!("ack/room-create"));
    let View::Hosting { code, .. } = session.view() else { panic!("she waits for a guest") };
    assert_eq!(code.len(), 6);
    let closed = session.event("room:closed", &json!({ "roomId": "r", "reason": "host_away" }));
    assert_eq!(closed, [Step::Stop(Stopped::RoomClosed("host away".to_owned()))]);
    let closed = session.event("room:closed", &json!({ "roomId": "r", "reason": "cancelled" }));
    assert_eq!(closed, [Step::Stop(Stopped::Left)], "by her");
}

#[test]
fn a_game_that_is_over_does_not_keep_one_from_the_next() {
    let mut session = Session::new("Ada", Some(ada()), Wish::quick_match());
    session.connected();
    let mut whole = golden!("server/game-reconnected");
    whole["over"] = golden!("server/game-over");
    assert_eq!(sent(&session.event("game:reconnected", &whole)), ["matchmaking:join"]);
    whole["over"] = Value::Null;
    assert_eq!(session.event("game:reconnected", &whole), [Step::Changed], "this one runs");
}

#[test]
fn moves_are_applied_in_order_old_ones_ignored_and_gaps_asked_for() {
    let mut session = playing();
    assert!(table(&session).is_my_turn());
    assert_eq!(session.event("game:move:made", &golden!("server/game-move-made")), [Step::Changed]);
    assert_eq!(table(&session).game.to_string(), "4");
    assert!(!table(&session).is_my_turn());
    assert_eq!(session.event("game:move:made", &golden!("server/game-move-made")), []);
    assert_eq!(sent(&session.event("game:move:made", &moved(3, 5))), ["game:reconnect"]);
    assert_eq!(table(&session).game.to_string(), "4");
    assert_eq!(session.event("game:move:made", &moved(3, 4)), [Step::Changed]);
    assert_eq!(table(&session).game.to_string(), "44");
    let elsewhere = json!({ "roomId": "other", "column": 3, "version": 5 });
    assert_eq!(session.event("game:move:made", &elsewhere), []);
    assert_eq!(sent(&session.event("game:move:made", &moved(9, 5))), ["game:reconnect"]);
}

#[test]
fn a_disc_is_sent_with_its_number_and_again_until_it_is_acknowledged() {
    let mut session = playing();
    let steps = session.drop_disc(column(4));
    let expected = json!({ "roomId": ROOM, "playerId": ADA, "column": 3, "moveNumber": 1 });
    assert_eq!(payload(&steps), &expected);
    assert_eq!(session.drop_disc(column(5)), [], "one disc a turn");
    // The connection goes before the answer. On the next one the very same disc is sent again,
    // whether the server has it already or not.
    for history in [json!([]), json!([3])] {
        assert_eq!(sent(&session.connected()), ["game:reconnect"]);
        let mut whole = golden!("server/game-started");
        whole["moveHistory"] = history.clone();
        let steps = session.event("game:reconnected", &whole);
        assert_eq!(payload(&steps), &expected, "{history}");
        assert!(!table(&session).is_my_turn());
    }
    session.answered(Request::Move, &golden!("ack/game-move"));
    session.connected();
    let mut whole = golden!("server/game-started");
    whole["moveHistory"] = json!([3]);
    assert_eq!(session.event("game:reconnected", &whole), [Step::Changed], "it is acknowledged");
}

#[test]
fn a_disc_waits_for_a_connection() {
    let mut session = playing();
    session.drop_disc(column(1));
    session.connected();
    let steps = session.event("game:reconnected", &golden!("server/game-started"));
    assert_eq!(payload(&steps)["column"], 0);
    assert_eq!(table(&session).sent, Some(column(1)));
}

#[test]
fn a_disc_that_is_refused_is_taken_back() {
    let mut session = playing();
    session.drop_disc(column(1));
    let steps = session.answered(Request::Move, &refused("not_your_turn"));
    assert_eq!(steps, [Step::Say("no".to_owned()), Step::Changed]);
    assert!(table(&session).is_my_turn());
    let steps = session.answered(Request::Move, &json!("what?"));
    assert_eq!(steps[0], Step::Say("the server refused without a reason".to_owned()));
}

#[test]
fn the_end_counts_in_the_series_and_colours_swap_in_the_next_game() {
    let mut session = playing();
    let over = json!({ "roomId": ROOM, "winner": ADA, "reason": "resignation", "version": 3 });
    session.event("game:over", &over);
    assert_eq!(table(&session).ending.as_ref().unwrap().winner, Some(Player::First));
    assert_eq!(table(&session).series_now().wins.first, 1);
    let offered = json!({ "roomId": ROOM, "playerId": ALAN, "version": 4 });
    session.event("game:rematch:offered", &offered);
    assert_eq!(table(&session).rematch, RematchState::OfferedBy(Player::Second));
    let gone = json!({ "roomId": ROOM, "playerId": ALAN, "reason": "disconnected", "version": 5 });
    session.event("game:rematch:declined", &gone);
    assert_eq!(table(&session).rematch, RematchState::Open, "he may ask again");
    assert_eq!(sent(&session.rematch()), ["game:rematch"]);
    let mut next = golden!("server/game-started");
    next["roomId"] = json!("another");
    // As a server says it that counts itself, and as one that leaves it to the client.
    for series in [json!({ "wins": [0, 1], "draws": 0 }), Value::Null] {
        next["players"] = json!([
            { "id": ALAN, "username": "Alan", "color": "red" },
            { "id": ADA, "username": "Ada", "color": "yellow" },
        ]);
        next["series"] = series;
        session.event("game:started", &next);
        assert_eq!(table(&session).me, Some(Player::Second));
        assert_eq!(table(&session).series.wins.second, 1);
    }
}

#[test]
fn a_game_that_was_called_off_counts_for_nobody() {
    let mut session = playing();
    assert_eq!(sent(&session.abort()), ["game:abort"]);
    let over = json!({ "roomId": ROOM, "winner": null, "reason": "aborted", "version": 3 });
    session.event("game:over", &over);
    assert_eq!(table(&session).series_now(), table(&session).series);
}

#[test]
fn clocks_follow_the_servers() {
    let mut session = Session::new("Ada", Some(ada()), Wish::quick_match());
    let mut whole = golden!("server/game-started");
    whole["now"] = json!(1_000_000);
    whole["turnExpiresAt"] = json!(1_030_000);
    session.at(400_000).event("game:started", &whole);
    assert_eq!(table(&session).turn_left_ms(410_000), Some(20_000), "ours is ten minutes behind");
    assert_eq!(table(&session).turn_left_ms(500_000), Some(0));
    let gone = json!({ "roomId": ROOM, "playerId": ALAN, "reconnectSeconds": 60, "version": 3 });
    session.at(410_000).event("player:disconnected", &gone);
    assert!(!table(&session).seats.second.connected);
    assert_eq!(table(&session).back_left_ms(Player::Second, 420_000), Some(50_000));
    assert_eq!(table(&session).turn_left_ms(410_000), Some(20_000), "it goes on");
    let back =
        json!({ "roomId": ROOM, "playerId": ALAN, "turnExpiresAt": 1_040_000, "version": 4 });
    session.event("player:reconnected", &back);
    assert!(table(&session).seats.second.connected);
    assert_eq!(table(&session).turn_left_ms(410_000), Some(30_000), "it had stood still");
    let warning = json!({ "roomId": ROOM, "playerId": ADA, "expiresAt": 1_020_000, "version": 5 });
    session.event("connect4:afk_warning", &warning);
    assert!(table(&session).idle_warned);
    assert_eq!(table(&session).idle_left_ms(410_000), Some(10_000));
    session.event("connect4:afk_warning_cleared", &json!({}));
    assert!(!table(&session).idle_warned);
}

#[test]
fn who_watches_follows_the_rematch() {
    let mut session = Session::new("Eve", Some(ada()), Wish::Watch(ROOM.to_owned()));
    assert_eq!(sent(&session.connected()), ["game:spectate"]);
    let mut whole = golden!("server/game-spectate-joined");
    whole["roomId"] = json!(ROOM);
    session.event("game:spectate:joined", &whole);
    assert!(session.view().table().is_some());
    let accepted = json!({ "roomId": ROOM, "nextRoomId": "next", "version": 99 });
    let steps = session.event("game:rematch:accepted", &accepted);
    assert_eq!(payload(&steps)["roomId"], "next");
    assert_eq!(payload(&session.connected())["roomId"], "next");
}

#[test]
fn a_game_that_is_gone_is_said_to_be_gone() {
    let mut session = playing();
    session.connected();
    session.answered(Request::Return, &refused("unknown_room"));
    assert_eq!(table(&session).ending.as_ref().unwrap().reason, "no longer there");
}

#[test]
fn a_wish_that_is_refused_ends_it_but_a_game_elsewhere_is_looked_for_once() {
    let mut session = Session::new("Ada", Some(ada()), Wish::Join("ABC234".to_owned()));
    session.connected();
    session.answered(Request::Return, &refused("unknown_room"));
    let steps = session.answered(Request::Wish, &refused("unknown_code"));
    assert_eq!(steps, [Step::Stop(Stopped::Refused("no".to_owned()))]);
    let mut session = Session::new("Ada", Some(ada()), Wish::quick_match());
    session.connected();
    session.answered(Request::Return, &refused("unknown_room"));
    let steps = session.answered(Request::Wish, &refused("already_in_game"));
    assert_eq!(sent(&steps), ["game:reconnect"]);
    let steps = session.answered(Request::Return, &refused("unknown_room"));
    assert_eq!(steps, [Step::Stop(Stopped::Refused("no".to_owned()))]);
}

#[test]
fn what_nobody_knows_changes_nothing() {
    let mut session = playing();
    let before = table(&session).clone();
    for (name, payload) in [
        ("game:dance", json!({})),
        ("game:move:made", json!(null)),
        ("game:move:made", json!({ "roomId": ROOM })),
        ("game:over", json!([1, 2])),
        ("session:created", json!("x")),
        ("connect4:afk_warning", json!({ "roomId": ROOM, "expiresAt": -1, "version": 3 })),
    ] {
        assert_eq!(session.event(name, &payload), [], "{name} {payload}");
    }
    let mut broken = golden!("server/game-started");
    broken["moveHistory"] = json!([3, 3, 3, 3, 3, 3, 3]);
    let steps = session.event("game:reconnected", &broken);
    assert_eq!(steps, [Step::Say("the server sent a game that can't be".to_owned())]);
    assert_eq!(*table(&session), before);
}

#[test]
fn another_socket_of_ours_takes_over() {
    let mut session = playing();
    let steps = session.event("session:replaced", &golden!("server/session-replaced"));
    assert_eq!(steps, [Step::Stop(Stopped::Replaced)]);
}
