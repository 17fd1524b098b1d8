//! Limits on everything that outsiders can create.

use super::*;

#[tokio::test(start_paused = true)]
async fn everything_that_can_be_made_more_of_has_a_limit() {
    let house = House::with(Limits { rooms: 1, waiting: 1, ..Limits::default() });
    let (waiting, one_too_many) = (house.hand(), house.hand());
    house.join(&waiting, "live").await.unwrap();
    let answer = house.join(&one_too_many, "duel").await;
    assert_eq!(refused(answer), RejectCode::Overloaded);
    let (host, late) = (house.hand(), house.hand());
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    let create = house.ask(&late, "room:create", json!({ "username": "Alan" })).await;
    assert_eq!(refused(create), RejectCode::Overloaded);

    let house = House::with(Limits { rooms_per_address: 1, ..Limits::default() });
    let (host, late) = (house.hand(), house.hand());
    house.ask(&host, "room:create", json!({ "username": "Ada" })).await.unwrap();
    let create = house.ask(&late, "room:create", json!({ "username": "Alan" })).await;
    assert_eq!(refused(create), RejectCode::RateLimited);
}

#[tokio::test(start_paused = true)]
async fn connections_have_a_limit_in_all_and_by_address() {
    let [here, there] = [1, 2].map(|it| IpAddr::V4(Ipv4Addr::new(10, 0, 0, it)));
    let limits = Limits { connections: 2, connections_per_address: 1, ..Limits::default() };
    let house = House::with(limits);
    let limits = &house.lobby.services().limits;
    let admission = house.lobby.admission();
    let connect = |address| admission.admit(limits, address).map_err(|it| it.code);
    let first = connect(here).unwrap();
    assert_eq!(connect(here).err(), Some(RejectCode::RateLimited));
    let _second = connect(there).unwrap();
    let third = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 3));
    assert_eq!(connect(third).err(), Some(RejectCode::Overloaded));
    drop(first);
    assert!(connect(third).is_ok());
}
