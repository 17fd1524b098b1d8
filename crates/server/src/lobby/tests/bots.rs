//! Bots and their time.

use super::*;

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
    // Against a bot a person keeps seat and colour.
    let started = ada
        .heard()
        .into_iter()
        .find_map(|it| if let ServerMessage::GameStarted(it) = it { Some(it) } else { None });
    assert_eq!(started.unwrap().players[0].id, ada.player.as_str());
    house.drop_disc(&ada, &next, 3).await.unwrap();
    pass(1).await;
    let moves = ada.heard().into_iter().filter(|it| it.event() == "game:move:made").count();
    assert_eq!(moves, 2);
    assert!(house.lobby.listed().is_empty(), "games against bots are not listed");
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
