//! What is kept no longer, after as many days as the operator has set.

use super::*;
use crate::config::Retention;
use crate::identity::names::looks_of;
use crate::retention;
use crate::store::people::Account;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl House {
    /// A house that forgets.
    fn forgetting(retention: Retention) -> House {
        let house = House::new();
        house.lobby.services().spawn(retention::keep(house.lobby.clone(), retention));
        house
    }

    /// Two people play until one gives up, and leave.
    async fn short_game(&self, one: &Hand, other: &Hand) {
        self.join(one, "live").await.unwrap();
        let room = room_of(self.join(other, "live").await.unwrap());
        self.about_room(one, "game:resign", &room).await.unwrap();
        for hand in [one, other] {
            self.about_room(hand, "game:leave", &room).await.unwrap();
        }
    }

    /// Whether it is forgotten who somebody was.
    async fn has_forgotten(&self, hand: &Hand) -> bool {
        let orders = self.lobby.services().people.orders(self.clock.now()).await.unwrap();
        orders.aliases.contains_key(&hand.player)
    }

    async fn claims(&self, hand: &Hand, name: &str) {
        let (player, created) = (hand.player.clone(), self.clock.now());
        let account = Account { player, name: name.to_owned(), password: None, created };
        let looks = looks_of(name).unwrap();
        self.lobby.services().people.claim(&account, &looks, &[], None).await.unwrap();
    }

    /// Two friends in a game without clocks.
    async fn endless_game(&self) -> (Hand, Hand, String) {
        let (host, guest) = (self.hand(), self.hand());
        let create = json!({ "username": "Ada", "preset": "classic" });
        let created = self.ask(&host, "room:create", create).await;
        let Ok(Accepted::RoomCreated(created)) = created else { panic!("not created") };
        let join = json!({ "username": "Alan", "roomCode": created.room_code });
        let room = room_of(self.ask(&guest, "room:join", join).await.unwrap());
        let heard = host.heard();
        let first = heard.iter().any(|it| matches!(it, ServerMessage::GameStarted(it) if it.players[0].id == host.player.as_str()));
        guest.heard();
        if first { (host, guest, room) } else { (guest, host, room) }
    }
}

#[tokio::test(start_paused = true)]
async fn guests_who_have_not_played_for_long_are_forgotten_and_nobody_else() {
    let house = House::forgetting(Retention { guest_days: Some(30), abandoned_days: None });
    let [ada, alan, grace, edsger, barbara] = std::array::from_fn(|_| house.hand());
    house.short_game(&ada, &alan).await;
    house.short_game(&grace, &edsger).await;
    house.claims(&grace, "Grace").await;
    sleep(20 * DAY).await;
    house.short_game(&alan, &barbara).await;
    sleep(9 * DAY).await;
    for hand in [&ada, &alan, &grace, &edsger, &barbara] {
        assert!(!house.has_forgotten(hand).await, "nobody has been away for long enough");
    }
    sleep(2 * DAY).await;
    assert!(house.has_forgotten(&ada).await && house.has_forgotten(&edsger).await);
    assert!(!house.has_forgotten(&grace).await, "whoever has a name keeps it");
    assert!(!house.has_forgotten(&alan).await && !house.has_forgotten(&barbara).await);
    sleep(20 * DAY).await;
    assert!(house.has_forgotten(&alan).await && house.has_forgotten(&barbara).await);
    assert!(!house.has_forgotten(&grace).await);
}

#[tokio::test(start_paused = true)]
async fn matches_that_nobody_goes_on_with_end_and_others_do_not() {
    let house = House::forgetting(Retention { guest_days: None, abandoned_days: Some(7) });
    let (_one, abandoned, _) = house.endless_game().await;
    let (first, second, room) = house.endless_game().await;
    sleep(5 * DAY).await;
    house.drop_disc(&first, &room, 3).await.unwrap();
    assert_eq!(abandoned.events(), [""; 0]);
    sleep(3 * DAY).await;
    assert_eq!(abandoned.events(), ["game:over"]);
    assert_eq!(second.events(), ["game:move:made"], "in this one somebody has moved");
    sleep(5 * DAY).await;
    assert_eq!(second.events(), ["game:over"]);
}

#[tokio::test(start_paused = true)]
async fn an_operator_who_sets_nothing_keeps_everything() {
    let house = House::forgetting(Retention::default());
    let (ada, alan) = (house.hand(), house.hand());
    house.short_game(&ada, &alan).await;
    let (_, friend, _) = house.endless_game().await;
    sleep(400 * DAY).await;
    assert!(!house.has_forgotten(&ada).await && !house.has_forgotten(&alan).await);
    assert_eq!(friend.events(), [""; 0]);
}
