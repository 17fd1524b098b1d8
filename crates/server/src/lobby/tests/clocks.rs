//! Idle times and the time of a turn.

use super::*;

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
async fn idle_times_are_both_players_to_choose_within_reason() {
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
    house.ask(&ada, "matchmaking:join", payload.clone()).await.unwrap();
    // Nobody plays by clocks they did not ask for.
    let stranger = house.hand();
    house.join(&stranger, "live").await.unwrap();
    assert_eq!(stranger.events(), ["matchmaking:waiting"]);
    house.ask(&alan, "matchmaking:join", payload).await.unwrap();
    let heard = alan.heard();
    let [ServerMessage::GameStarted(started)] = heard.as_slice() else { panic!("{heard:?}") };
    assert!(!started.rated && started.afk_timeout_seconds == 10);
    pass(7).await;
    assert_eq!(alan.events(), ["connect4:afk_warning"]);
    pass(3).await;
    assert_eq!(over(&alan.heard()), won(&alan, Reason::AfkTimeout));
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
async fn an_outage_of_the_store_gives_the_time_back() {
    let house = House::new();
    let (_first, second, _room) = house.game("duel").await;
    house.store.break_down(true);
    pass(70).await;
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    pass(1).await;
    // Everybody is told the new time.
    assert_eq!(second.events(), ["game:reconnected"]);
    pass(58).await;
    assert_eq!(second.heard(), []);
    pass(2).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Timeout));
}
