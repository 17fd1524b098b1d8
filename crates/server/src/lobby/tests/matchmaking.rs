//! Matchmaking between strangers.

use super::*;

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

/// Real threads: the second is found between the two steps of the first, which has no pause in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_ask_in_the_very_same_moment_are_both_told_of_their_game() {
    let house = House::with(Limits { rooms_per_address: 10_000, ..Limits::default() });
    for round in 0..2_000 {
        let hands = [house.hand(), house.hand()];
        let barrier = Arc::new(std::sync::Barrier::new(2));
        let asks = hands.each_ref().map(|hand| {
            let (session, barrier) = (hand.session.clone(), barrier.clone());
            let payload = json!({ "username": hand.player.as_str() });
            let join = ClientMessage::decode("matchmaking:join", payload).expect("well-formed");
            tokio::spawn(async move {
                barrier.wait();
                session.handle(join).await
            })
        });
        for (hand, ask) in hands.iter().zip(asks) {
            let answer = ask.await.unwrap();
            assert!(answer.is_ok(), "round {round}: {answer:?}");
            let started = || {
                let heard = hand.ear.heard.lock().unwrap();
                heard.iter().any(|(_, it)| matches!(it, ServerMessage::GameStarted(_)))
            };
            while !started() {
                tokio::task::yield_now().await;
            }
        }
        for hand in hands {
            house.lobby.lost(&hand.client);
        }
    }
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
async fn the_strong_wait_for_the_strong_but_not_for_long() {
    let house = House::new();
    let (weak, strong) = (house.hand(), house.hand());
    house.set_rating(&weak, 1200.0).await;
    house.set_rating(&strong, 1900.0).await;
    house.join(&weak, "live").await.unwrap();
    house.join(&strong, "live").await.unwrap();
    assert_eq!(weak.events(), ["matchmaking:waiting"]);
    assert_eq!(strong.events(), ["matchmaking:waiting"]);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(strong.events(), [""; 0]);
    sleep(Duration::from_millis(1_600)).await;
    assert_eq!(strong.events(), ["game:started"], "nobody waits longer when anybody is there");
    assert_eq!(weak.events(), ["game:started"]);
    assert_eq!(house.lobby.matchmaker().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn of_those_who_wait_the_nearest_is_found() {
    let house = House::new();
    let (weak, strong, stronger) = (house.hand(), house.hand(), house.hand());
    house.set_rating(&weak, 1200.0).await;
    house.set_rating(&strong, 1900.0).await;
    house.set_rating(&stronger, 1990.0).await;
    house.join(&weak, "live").await.unwrap();
    house.join(&strong, "live").await.unwrap();
    sleep(Duration::from_secs(1)).await;
    house.join(&stronger, "live").await.unwrap();
    assert_eq!(stronger.events(), ["game:started"]);
    assert_eq!(strong.events(), ["matchmaking:waiting", "game:started"]);
    sleep(Duration::from_secs(60)).await;
    assert_eq!(weak.events(), ["matchmaking:waiting"]);
}

#[tokio::test(start_paused = true)]
async fn who_stops_waiting_for_somebody_nearer_is_left_alone() {
    let house = House::new();
    let (weak, strong) = (house.hand(), house.hand());
    house.set_rating(&weak, 1200.0).await;
    house.set_rating(&strong, 1900.0).await;
    house.join(&weak, "live").await.unwrap();
    house.join(&strong, "live").await.unwrap();
    let leave = json!({ "playerId": strong.player.as_str() });
    house.ask(&strong, "matchmaking:leave", leave).await.unwrap();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(strong.events(), ["matchmaking:waiting", "matchmaking:left"]);
    assert_eq!(weak.events(), ["matchmaking:waiting"]);
}

#[tokio::test(start_paused = true)]
async fn a_game_within_one_address_is_not_rated() {
    let rated = async |one: [u8; 4], other: [u8; 4]| {
        let house = House::new();
        let ada = house.hand_at(&fresh_player(), one.into());
        let alan = house.hand_at(&fresh_player(), other.into());
        house.join(&ada, "live").await.unwrap();
        house.join(&alan, "live").await.unwrap();
        let heard = alan.heard();
        let [ServerMessage::GameStarted(started)] = heard.as_slice() else { panic!("{heard:?}") };
        started.rated
    };
    assert!(rated([192, 0, 2, 1], [192, 0, 2, 2]).await);
    assert!(!rated([192, 0, 2, 1], [192, 0, 2, 1]).await);
    assert!(rated([127, 0, 0, 1], [127, 0, 0, 1]).await, "this machine may be everybody's proxy");
}

#[tokio::test(start_paused = true)]
async fn a_game_on_one_device_is_not_rated() {
    const PHONE: &str = "a phone, sixteen letters";
    const LAPTOP: &str = "a laptop, sixteen letters";
    let rated = async |one: Option<&str>, other: Option<&str>| {
        let house = House::new();
        let hand = |device: Option<&str>, last| {
            let device = device.and_then(DeviceId::named);
            house.hand_on(&fresh_player(), [192, 0, 2, last].into(), device)
        };
        let (ada, alan) = (hand(one, 1), hand(other, 2));
        house.join(&ada, "live").await.unwrap();
        house.join(&alan, "live").await.unwrap();
        let heard = alan.heard();
        let [ServerMessage::GameStarted(started)] = heard.as_slice() else { panic!("{heard:?}") };
        started.rated
    };
    assert!(!rated(Some(PHONE), Some(PHONE)).await);
    assert!(rated(Some(PHONE), Some(LAPTOP)).await);
    assert!(rated(Some(PHONE), None).await);
    assert!(rated(None, None).await, "nobody says on which device, and that is no device");
    assert!(rated(Some("short"), Some("short")).await, "what anybody might say is no device");
}

#[tokio::test(start_paused = true)]
async fn who_is_blocked_is_not_met_however_long_both_wait() {
    let house = House::new();
    let (ada, alan, grace) = (house.hand(), house.hand(), house.hand());
    let people = &house.lobby.services().people;
    people.block(house.clock.now(), &ada.player, &alan.player).await.unwrap();
    house.join(&ada, "live").await.unwrap();
    house.join(&alan, "live").await.unwrap();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(ada.events(), ["matchmaking:waiting"]);
    assert_eq!(alan.events(), ["matchmaking:waiting"]);
    house.join(&grace, "live").await.unwrap();
    assert_eq!(ada.events(), ["game:started"], "both may meet others: who waits longest is first");
    assert_eq!(alan.events(), [""; 0]);
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
    house.lobby.lost(&gone.client);
    house.join(&ada, "live").await.unwrap();
    assert_eq!(ada.events(), ["matchmaking:waiting"]);
}

#[tokio::test(start_paused = true)]
async fn somebody_who_goes_while_being_paired_is_missed() {
    let house = House::new();
    let (gone, ada) = (house.hand(), house.hand());
    house.join(&gone, "live").await.unwrap();
    house.store.plan(Fault::Stall(Duration::from_millis(10)));
    let joining = house.join(&ada, "live");
    let going = async {
        sleep(Duration::from_millis(5)).await;
        house.lobby.lost(&gone.client);
    };
    let (joined, ()) = tokio::join!(joining, going);
    joined.unwrap();
    missed().await;
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
    let waiting = || house.lobby.services().metrics.waiting.get();
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
    house.lobby.lost(&linus.client);
    assert_eq!(waiting(), 0, "he has gone");
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
async fn a_match_that_nobody_goes_on_with_is_called_off() {
    let house = House::new();
    let (ada, alan) = (house.hand(), house.hand());
    house.join(&ada, "classic").await.unwrap();
    house.join(&alan, "classic").await.unwrap();
    let before = house.clock.now();
    advance(Duration::from_secs(60)).await;
    crate::retention::call_off(&house.lobby, before);
    settle().await;
    assert_eq!(alan.events(), ["game:started"], "something has just happened in it");
    crate::retention::call_off(&house.lobby, house.clock.now());
    settle().await;
    assert_eq!(alan.events(), ["game:over"]);
}
