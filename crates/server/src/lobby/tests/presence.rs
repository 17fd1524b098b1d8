//! Presence: lost connections, second tabs, and people who claim to be somebody else.

use super::*;

#[tokio::test(start_paused = true)]
async fn who_stays_away_loses() {
    let house = House::new();
    let (first, second, _room) = house.game("classic").await;
    house.lobby.lost(&first.client);
    missed().await;
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
    house.lobby.lost(&first.client);
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
    house.lobby.lost(&first.client);
    pass(2).await;
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    pass(1).await;
    assert_eq!(second.events(), ["game:reconnected", "player:disconnected"]);
}

#[tokio::test(start_paused = true)]
async fn a_second_tab_takes_the_seat_over() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let tab = house.another(&first.player);
    house.reconnect(&tab).await.unwrap();
    assert_eq!(first.events(), ["session:replaced"]);
    assert!(first.is_closed());
    house.lobby.lost(&first.client);
    missed().await;
    assert_eq!(second.heard(), []);
    house.drop_disc(&tab, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn a_tab_that_takes_the_seat_by_acting_is_sent_what_it_has_missed() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    house.drop_disc(&second, &room, 3).await.unwrap();
    let tab = house.another(&first.player);
    house.drop_disc(&tab, &room, 3).await.unwrap();
    assert_eq!(tab.events(), ["game:reconnected", "game:move:made"]);
    // So does a player who has left and acts again.
    house.about_room(&tab, "game:leave", &room).await.unwrap();
    house.about_room(&second, "game:rematch", &room).await.unwrap();
    assert_eq!(tab.events(), ["game:over"]);
    house.about_room(&tab, "game:rematch:decline", &room).await.unwrap();
    assert_eq!(tab.events(), ["game:reconnected", "game:rematch:declined"]);
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_while_the_match_is_being_stored_is_led_to_it() {
    let house = House::new();
    let (host, guest) = (house.hand(), house.hand());
    house.join(&host, "live").await.unwrap();
    let tab = house.another(&host.player);
    house.store.plan(Fault::Stall(Duration::from_millis(10)));
    let (joined, back) = tokio::join!(house.join(&guest, "live"), house.reconnect(&tab));
    joined.unwrap();
    back.unwrap();
    assert_eq!(tab.events(), ["game:reconnected"]);
    assert!(host.is_closed());
    assert_eq!(guest.events(), ["game:started"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_too_late_of_a_game_that_is_over_shows_it_to_nobody_again() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&second, "game:leave", &room).await.unwrap();
    second.heard();
    // A disc that was on its way when its player left.
    assert_eq!(refused(house.drop_disc(&second, &room, 3).await), RejectCode::GameOver);
    house.about_room(&first, "game:rematch", &room).await.unwrap();
    assert_eq!(second.heard(), []);
}

#[tokio::test(start_paused = true)]
async fn a_token_in_the_payload_proves_as_much_as_one_in_the_handshake() {
    let house = House::new();
    let (first, _second, _room) = house.game("live").await;
    let stranger = house.hand();
    let reconnect = |token: String| json!({ "playerId": first.player.as_str(), "token": token });
    let wrong = house.ask(&stranger, "game:reconnect", reconnect("x.00".into())).await;
    assert_eq!(refused(wrong), RejectCode::Unauthorized);
    let others = house.lobby.services().tokens.issue(&stranger.player, house.clock.now());
    let others = house.ask(&stranger, "game:reconnect", reconnect(others)).await;
    assert_eq!(refused(others), RejectCode::Forbidden);
    assert_eq!(refused(house.reconnect(&stranger).await), RejectCode::UnknownRoom);
    assert_eq!(first.heard(), []);
    let right = house.lobby.services().tokens.issue(&first.player, house.clock.now());
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
async fn what_a_replaced_tab_had_asked_for_does_not_take_the_seat_back() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let tab = house.another(&first.player);
    // While the first disc is on its way to the store, the others wait in this order.
    house.store.plan(Fault::Stall(Duration::from_millis(10)));
    let (dropped, back, late) = tokio::join!(
        house.drop_disc(&first, &room, 3),
        house.reconnect(&tab),
        house.drop_disc(&first, &room, 3),
    );
    dropped.unwrap();
    back.unwrap();
    assert_eq!(refused(late), RejectCode::NotYourTurn);
    settle().await;
    assert!(first.is_closed() && !tab.is_closed());
    tab.heard();
    house.drop_disc(&second, &room, 3).await.unwrap();
    assert_eq!(tab.events(), ["game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn who_leaves_with_a_replaced_tab_still_hears_of_the_game_with_the_other() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let tab = house.another(&first.player);
    house.reconnect(&tab).await.unwrap();
    tab.heard();
    // Sent before the tab knew that it had been replaced.
    house.about_room(&first, "game:leave", &room).await.unwrap();
    house.about_room(&second, "game:rematch", &room).await.unwrap();
    assert_eq!(tab.events(), ["game:over", "game:rematch:offered"]);
}
