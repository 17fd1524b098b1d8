//! Moves: in order, stored before anybody is told of them, and played once.

use super::*;

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
async fn nobody_hears_of_a_move_that_is_not_stored() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.store.break_down(true);
    assert_eq!(refused(house.drop_disc(&first, &room, 3).await), RejectCode::Internal);
    assert_eq!(second.heard(), []);
    house.store.break_down(false);
    house.drop_disc(&first, &room, 3).await.unwrap();
    assert_eq!(second.events(), ["game:reconnected", "game:move:made"]);
}

#[tokio::test(start_paused = true)]
async fn no_game_begins_that_is_not_stored() {
    let house = House::new();
    let (ada, alan) = (house.hand(), house.hand());
    house.join(&ada, "live").await.unwrap();
    house.store.break_down(true);
    assert_eq!(refused(house.join(&alan, "live").await), RejectCode::Internal);
    assert_eq!(alan.heard(), []);
    settle().await;
    house.store.break_down(false);
    pass(1).await;
    // Ada has kept her place.
    ada.heard();
    house.join(&alan, "live").await.unwrap();
    assert_eq!(ada.events(), ["game:started"]);
}

#[tokio::test(start_paused = true)]
async fn requests_are_judged_in_the_order_they_come() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let asked = (0..40).map(|turn| {
        let hand = if turn % 2 == 0 { &first } else { &second };
        let column = turn / 6;
        let payload = json!({
            "roomId": room, "playerId": hand.player.as_str(), "column": column,
            "moveNumber": turn + 1,
        });
        house.ask(hand, "game:move", payload)
    });
    let answers = futures_util::future::join_all(asked).await;
    let refusals = answers.iter().filter(|it| it.is_err()).count();
    // Filled column by column, the bottom row is the first player's: the nineteenth disc wins.
    let moves = first.heard().iter().filter(|it| it.event() == "game:move:made").count();
    assert_eq!((moves, refusals), (19, 21));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_asked_too_much_says_so() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.store.plan(Fault::Stall(Duration::from_secs(1)));
    // One is being stored, some wait, and one is too many.
    let drops = (0..ROOM_QUEUE + 2).map(|_| house.drop_disc(&first, &room, 3));
    let answers = futures_util::future::join_all(drops).await;
    assert!(answers[0].is_ok());
    assert_eq!(answers.last().unwrap().as_ref().unwrap_err().code, RejectCode::Overloaded);
    let refused = answers.iter().filter(|it| it.is_err()).count();
    assert_eq!(refused, ROOM_QUEUE + 1, "the others came out of turn");
    // Strangers never keep the players waiting: they are answered at once.
    let (stranger, asked) = (house.hand(), Instant::now());
    house.store.plan(Fault::Stall(Duration::from_secs(1)));
    let (moved, forbidden) = tokio::join!(house.drop_disc(&second, &room, 3), async {
        let answer = house.drop_disc(&stranger, &room, 3).await;
        (answer.unwrap_err().code, asked.elapsed())
    });
    moved.unwrap();
    assert_eq!(forbidden, (RejectCode::Forbidden, Duration::ZERO));
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
async fn a_faster_writer_elsewhere_makes_the_room_read_again() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let id: MatchId = room.parse().unwrap();
    let at = house.clock.now();
    let elsewhere = Append {
        id,
        expected: Version(2),
        events: vec![Event::Dropped { column: Column::new(3).unwrap(), at }],
        code: None,
        at,
        stage: Stage::Unfinished,
        beside: Beside::default(),
    };
    house.store.write(&[elsewhere]).await.unwrap();
    // The room does not know yet that the first player has moved, and is corrected by the store.
    let stale = house.drop_disc(&first, &room, 0).await;
    assert_eq!(refused(stale), RejectCode::NotYourTurn);
    assert_eq!(second.events(), ["game:move:made"]);
    house.drop_disc(&second, &room, 3).await.unwrap();
    assert_eq!(house.store.load(id).await.unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn leaving_a_running_game_resigns_it() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:leave", &room).await.unwrap();
    assert_eq!(over(&second.heard()), won(&second, Reason::Resignation));
}
