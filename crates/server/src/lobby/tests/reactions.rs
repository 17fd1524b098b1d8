//! Reactions: received by everybody in the room, sent by its players, and limited in number.

use fourfall_protocol::{Reacted, Reaction};

use super::*;
use crate::limits::REACTIONS_BURST;

async fn react(house: &House, hand: &Hand, room: &str, reaction: &str) -> Answer {
    let player = hand.player.as_str();
    let payload = json!({ "roomId": room, "playerId": player, "reaction": reaction });
    house.ask(hand, "game:react", payload).await
}

#[tokio::test(start_paused = true)]
async fn players_and_spectators_hear_a_reaction_and_nothing_is_stored() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let watcher = house.hand();
    house.about_room(&watcher, "game:spectate", &room).await.unwrap();
    settle().await;
    for hand in [&first, &second, &watcher] {
        hand.heard();
    }
    react(&house, &second, &room, "nice").await.unwrap();
    let said = ServerMessage::Reacted(Reacted {
        room_id: room.clone(),
        player_id: second.player.to_string(),
        reaction: Reaction::Nice,
    });
    for hand in [&first, &second, &watcher] {
        assert_eq!(hand.heard(), std::slice::from_ref(&said));
    }
    // The next disc is the third event, as if nothing had been said.
    house.drop_disc(&first, &room, 3).await.unwrap();
    let made = serde_json::to_value(&first.heard()[0]).unwrap();
    assert_eq!(made["version"], 3);
}

#[tokio::test(start_paused = true)]
async fn only_players_react_and_not_all_the_time() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    let watcher = house.hand();
    house.about_room(&watcher, "game:spectate", &room).await.unwrap();
    assert_eq!(refused(react(&house, &watcher, &room, "wow").await), RejectCode::Forbidden);
    let unknown = react(&house, &first, "0123456789ab", "wow").await;
    assert_eq!(refused(unknown), RejectCode::UnknownRoom);
    for _ in 0..REACTIONS_BURST {
        react(&house, &first, &room, "hmm").await.unwrap();
    }
    assert_eq!(refused(react(&house, &first, &room, "hmm").await), RejectCode::RateLimited);
    // Each has limits of their own, and they pass.
    react(&house, &second, &room, "oops").await.unwrap();
    pass(1).await;
    react(&house, &first, &room, "thanks").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_seventh_reaction_does_not_exist() {
    let payload = json!({ "roomId": "0123456789ab", "playerId": "p", "reaction": "<b>rude</b>" });
    assert!(ClientMessage::decode("game:react", payload).is_err());
}

#[tokio::test(start_paused = true)]
async fn thanks_can_be_said_after_the_game() {
    let house = House::new();
    let (first, second, room) = house.game("live").await;
    house.about_room(&first, "game:resign", &room).await.unwrap();
    second.heard();
    react(&house, &first, &room, "thanks").await.unwrap();
    assert_eq!(second.events(), ["game:reacted"]);
}
