//! Private games, spectators, the rematch, and when a room closes.

use super::*;

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
    assert_eq!(house.lobby.listed()[0].spectators, 1);
    let full = house.about_room(&one_too_many, "game:spectate", &room).await;
    assert_eq!(refused(full), RejectCode::RoomFull);
    assert_eq!(refused(house.drop_disc(&watcher, &room, 3).await), RejectCode::Forbidden);
    house.about_room(&watcher, "game:leave", &room).await.unwrap();
    house.about_room(&one_too_many, "game:spectate", &room).await.unwrap();
    house.lobby.lost(&one_too_many.client);
    settle().await;
    assert_eq!(house.lobby.listed()[0].spectators, 0);
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
    assert_eq!(host.events(), ["room:waiting", "game:started"]);
    assert_eq!(guest.events(), ["game:started"]);
    assert_eq!(refused(house.ask(&third, "room:join", join(code)).await), RejectCode::RoomFull);
}

#[tokio::test(start_paused = true)]
async fn a_host_who_looked_away_has_time_to_come_back() {
    let house = House::new();
    let (host, guest) = (house.hand(), house.hand());
    let created = house.ask(&host, "room:create", json!({ "username": "Ada" })).await;
    let Ok(Accepted::RoomCreated(created)) = created else { panic!("not created") };
    house.lobby.lost(&host.client);
    pass(290).await;
    let join = json!({ "username": "Alan", "roomCode": created.room_code });
    house.ask(&guest, "room:join", join).await.unwrap();
    missed().await;
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
    assert_eq!(host.events(), ["room:waiting", "room:closed"]);
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
    house.lobby.lost(&host.client);
    missed().await;
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
    let [ServerMessage::GameStarted(started), ServerMessage::RematchAccepted(accepted)] =
        heard.as_slice()
    else {
        panic!("{heard:?}")
    };
    assert_eq!(accepted.next_room_id, next);
    assert_eq!((started.series.wins, started.series.draws), ([1, 0], 0));
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
async fn a_rematch_that_can_not_be_stored_leaves_both_where_they_were() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:resign", &room).await.unwrap();
    house.about_room(&first, "game:rematch", &room).await.unwrap();
    house.store.plan(Fault::Fail);
    let failed = house.about_room(&second, "game:rematch", &room).await;
    assert_eq!(refused(failed), RejectCode::Internal);
    for hand in [&first, &second] {
        assert_eq!(room_of(house.reconnect(hand).await.unwrap()), room);
    }
    let next = room_of(house.about_room(&second, "game:rematch", &room).await.unwrap());
    assert_ne!(next, room);
    assert!(first.events().contains(&"game:started"));
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_called_off_leaves_no_seat_behind() {
    let house = House::new();
    let (first, _, room) = house.game("live").await;
    let player = first.player.clone();
    // The other one does not come back after the restart: only the log knows of that seat.
    let house = house.restarted().await;
    let back = house.another(&player);
    house.reconnect(&back).await.unwrap();
    house.about_room(&back, "game:abort", &room).await.unwrap();
    settle().await;
    let left = house.lobby.registry().leftovers();
    assert!(left.is_empty(), "{left}");
}
