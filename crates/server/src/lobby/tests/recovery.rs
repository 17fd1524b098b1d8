//! After a panic, a restart, and the signal to stop.

use super::*;

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
async fn a_panic_costs_whoever_caused_it_the_answer_and_nobody_else_anything() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let watcher = house.hand();
    watcher.ear.panics.store(1, Ordering::Relaxed);
    let lost = house.ask(&watcher, "afk:check", json!({ "roomId": room })).await;
    assert_eq!(refused(lost), RejectCode::Overloaded);
    settle().await;
    for hand in [&first, &second] {
        let heard = hand.heard();
        let [ServerMessage::GameReconnected(game)] = heard.as_slice() else { panic!("{heard:?}") };
        assert!(game.move_history.is_empty() && game.players.iter().all(|it| it.connected));
    }
    house.drop_disc(&first, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:move:made"]);
    house.lobby.lost(&first.client);
    missed().await;
    pass(60).await;
    assert_eq!(over(&second.heard()), won(&second, Reason::Disconnect));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_panics_again_and_again_is_given_up_and_waits_in_the_store() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    second.heard();
    let rude = house.hand();
    for _ in 0..=ROOM_PANICS_MAX {
        rude.ear.panics.store(1, Ordering::Relaxed);
        let lost = house.ask(&rude, "afk:check", json!({ "roomId": room })).await;
        assert_eq!(refused(lost), RejectCode::Overloaded);
        settle().await;
    }
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
async fn a_damaged_match_is_set_aside_and_the_others_go_on() {
    let house = House::new();
    let (ada, _alan, damaged) = house.game("live").await;
    let (first, second, room) = house.game("live").await;
    house.store.damage(damaged.parse().unwrap());
    let house = house.restarted().await;
    assert_eq!(house.rooms(), 1);
    let (first, second) = (house.another(&first.player), house.another(&second.player));
    house.reconnect(&first).await.unwrap();
    house.reconnect(&second).await.unwrap();
    house.drop_disc(&first, &room, 3).await.unwrap();
    // Whoever played the damaged one is free for another.
    let ada = house.another(&ada.player);
    assert_eq!(refused(house.reconnect(&ada).await), RejectCode::UnknownRoom);
    house.ask(&ada, "room:create", json!({ "username": "Ada" })).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_code_survives_a_restart() {
    let house = House::new();
    let host = house.hand();
    let created = house.ask(&host, "room:create", json!({ "username": "Ada" })).await;
    let Ok(Accepted::RoomCreated(created)) = created else { panic!("not created") };
    let house = house.restarted().await;
    let guest = house.hand();
    let join = json!({ "username": "Alan", "roomCode": created.room_code });
    house.ask(&guest, "room:join", join).await.unwrap();
    assert!(guest.events().contains(&"game:started"));
}

#[tokio::test(start_paused = true)]
async fn stopping_takes_nothing_new_and_loses_nothing() {
    let house = House::new();
    let (first, _second, room) = house.game("live").await;
    house.lobby.stop().await;
    // Not gone: it will be there again after the restart.
    assert_eq!(refused(house.drop_disc(&first, &room, 3).await), RejectCode::Overloaded);
    assert_eq!(house.store.unfinished().await.unwrap().len(), 1);
}

/// A full disk: nothing can be written, everything can be read.
#[tokio::test(start_paused = true)]
async fn whoever_asks_while_nothing_can_be_written_is_answered_each_time() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    // More than a room that tries once in a while comes to.
    (0..1_000).for_each(|_| house.store.plan(Fault::Fail));
    for attempt in 0..3 {
        let began = Instant::now();
        let failed = house.drop_disc(&first, &room, 3).await;
        assert_eq!(refused(failed), RejectCode::Internal, "attempt {attempt}");
        assert!(began.elapsed() <= Duration::from_secs(1), "attempt {attempt}");
    }
    house.store.heal();
    house.drop_disc(&first, &room, 3).await.unwrap();
    // Everybody has had the time back first.
    assert_eq!(second.events(), ["game:reconnected", "game:move:made"]);
}
