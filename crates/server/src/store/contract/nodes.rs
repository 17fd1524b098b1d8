//! What a store must do for servers that share it. One that a single process owns answers that
//! nobody else is there; PostgreSQL decides between them.

use std::time::Duration;

use fourfall_match::Terms;

use super::super::nodes::{
    Beat, Claim, Entered, NodeId, Nodes, Place, Proof, Seeker, WRITES, Whereabouts,
};
use super::*;
use crate::identity::DeviceId;

fn terms() -> Terms {
    Preset::Live.public_terms(&Overrides::default(), &Wishes::default())
}

fn place(node: NodeId, conn: &str) -> Place {
    Place { node, conn: conn.into() }
}

fn claims(node: NodeId, players: &[&str]) -> Beside {
    let claim = |it: &&str| Claim { player: player(it), place: Some(place(node, it)) };
    Beside { seats: players.iter().map(claim).collect(), ..Beside::default() }
}

fn steady() -> Beat {
    Beat { may_judge: true, ..Beat::default() }
}

/// On any store: a server that joins is alive, and finds the matches without a keeper.
pub(super) async fn whoever_joins_lives_and_adopts_what_nobody_keeps(store: &dyn Store) {
    let id = store.join("ABC123").await.unwrap();
    let beaten = store.beat(&Beat::default()).await.unwrap().expect("it lives");
    assert!(beaten.others.is_empty() && beaten.died.is_empty());
    let mut script = Script::begin(person("ada"), person("alan"));
    let append = Append { beside: claims(id, &["ada", "alan"]), ..script.append() };
    assert_eq!(store.write(&[append]).await.unwrap(), [Appended::Stored]);
    assert!(store.orphans().await.unwrap().is_empty());
    // As at the next start.
    store.give_up().await.unwrap();
    let adopted = store.adopt(10).await.unwrap();
    assert!(adopted.iter().any(|(it, _)| *it == script.id), "{adopted:?}");
    script.play("1212121");
    store_all(store, &mut [script]).await;
    store.leave().await.unwrap();
}

fn seeker(rating: f64) -> Seeker {
    Seeker { rating, strangers: Vec::new(), whereabouts: Whereabouts::default() }
}

/// On any store: who waits alone waits, and can withdraw.
pub(super) async fn who_waits_alone_waits(store: &dyn Store) {
    let id = store.join("ABC123").await.unwrap();
    store.beat(&Beat::default()).await.unwrap();
    let entered =
        store.enter(&person("ada"), &terms(), &place(id, "a"), &seeker(1500.0)).await.unwrap();
    let Entered::Waits { seq, position } = entered else { panic!("{entered:?}") };
    assert_eq!(position, 1);
    assert_eq!(store.look_again(seq, &seeker(1500.0), Duration::ZERO).await.unwrap(), None);
    store.withdraw(&player("ada"), Some(&place(id, "a"))).await.unwrap();
    store.leave().await.unwrap();
}

async fn written(store: &Postgres, appends: &[Append]) -> Vec<Appended> {
    store.write(appends).await.unwrap()
}

/// Two servers on one database.
struct Pair {
    _server: PostgresServer,
    one: Postgres,
    two: Postgres,
    ids: [NodeId; 2],
    admin: sqlx::PgConnection,
}

async fn pair(name: &str) -> Pair {
    let (_server, one, admin) = postgres(name).await;
    let (url, _) = _server.url.rsplit_once('/').unwrap();
    let two = Postgres::open(&Secret::new(format!("{url}/{name}"))).await.unwrap();
    let ids = [one.join("ABC123").await.unwrap(), two.join("ABC123").await.unwrap()];
    Pair { _server, one, two, ids, admin }
}

impl Pair {
    /// Makes a server's last heartbeat this old.
    async fn silent(&mut self, node: NodeId, seconds: f64) {
        sqlx::query("UPDATE nodes SET beat_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1")
            .bind(node.0)
            .bind(seconds)
            .execute(&mut self.admin)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn two_servers_share_a_database_and_nobody_plays_twice() {
    let Pair { _server, one, two, ids: [first, second], mut admin } = pair("two_servers").await;
    assert_ne!(first, second);
    let seen = one.beat(&steady()).await.unwrap().unwrap();
    assert_eq!(seen.others.iter().map(|it| it.id).collect::<Vec<_>>(), [second]);
    let refused = two.join("another seed").await;
    assert!(matches!(refused, Err(StoreError::OtherSeed)), "{refused:?}");

    // Many at once want the same person. One gets her, and the others' seats stay free.
    let rivals = ["alan", "grace", "edsger", "barbara"];
    let mut scripts: Vec<_> =
        rivals.iter().map(|it| Script::begin(person("ada"), person(it))).collect();
    let appends: Vec<_> = (scripts.iter_mut().zip(rivals))
        .map(|(it, rival)| Append { beside: claims(first, &["ada", rival]), ..it.append() })
        .collect();
    let (mine, theirs) = tokio::join!(written(&one, &appends[..2]), written(&two, &appends[2..]));
    let outcomes = [mine, theirs].concat();
    let won: Vec<_> = (0..4).filter(|it| outcomes[*it] == Appended::Stored).collect();
    assert_eq!(won.len(), 1, "{outcomes:?}");
    assert!(outcomes.iter().filter(|it| **it == Appended::Busy).count() == 3, "{outcomes:?}");
    let seats = one.seats_of(&rivals.map(player)).await.unwrap();
    assert_eq!(seats.len(), 1, "{seats:?}");
    // Nor do those who were refused hold anything, whatever comes next.
    let idle = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
    let idle: i64 = sqlx::query_scalar(idle).fetch_one(&mut admin).await.unwrap();
    assert_eq!(idle, 0);
    // The end frees her.
    let mut winner = scripts.swap_remove(won[0]);
    winner.play("1212121");
    store_all(&one, &mut [winner]).await;
    let mut next = Script::begin(person("ada"), person("alan"));
    let next = Append { beside: claims(second, &["ada", "alan"]), ..next.append() };
    assert_eq!(written(&two, &[next]).await, [Appended::Stored]);
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn whoever_waits_is_found_by_another_server_and_taken_once() {
    let Pair { _server, one, two, ids: [first, second], mut admin } = pair("waiting").await;
    // However slow this machine is, both servers count as alive.
    let alive = "UPDATE nodes SET beat_at = clock_timestamp() + interval '1 hour'";
    sqlx::query(alive).execute(&mut admin).await.unwrap();
    let entered =
        one.enter(&person("ada"), &terms(), &place(first, "a"), &seeker(1500.0)).await.unwrap();
    let Entered::Waits { seq, position: 1 } = entered else { panic!("{entered:?}") };
    let found =
        two.enter(&person("alan"), &terms(), &place(second, "b"), &seeker(1500.0)).await.unwrap();
    let Entered::Found(queued) = found else { panic!("{found:?}") };
    assert_eq!((queued.seq, &queued.place), (seq, &place(first, "a")));
    assert_eq!((queued.seat, queued.terms), (person("ada"), terms()));
    // Not for other terms.
    let duel = Preset::Duel.public_terms(&Overrides::default(), &Wishes::default());
    let entered =
        two.enter(&person("grace"), &duel, &place(second, "c"), &seeker(1500.0)).await.unwrap();
    assert!(matches!(entered, Entered::Waits { .. }), "{entered:?}");

    let begin = |rival: &str| {
        let mut script = Script::begin(person("ada"), person(rival));
        let takes = vec![seq];
        Append { beside: Beside { takes, ..claims(second, &["ada", rival]) }, ..script.append() }
    };
    assert_eq!(written(&two, &[begin("alan")]).await, [Appended::Stored]);
    assert_eq!(written(&one, &[begin("edsger")]).await, [Appended::Busy]);
    let seats = one.seats_of(&[player("ada")]).await.unwrap();
    assert!(seats[0].running && seats[0].place == Some(place(second, "ada")));
    // Two who entered without seeing each other: the later one finds the earlier one.
    two.withdraw(&player("grace"), None).await.unwrap();
    let one_of =
        |it: Entered| if let Entered::Waits { seq, .. } = it { seq } else { panic!("{it:?}") };
    let earlier = one_of(
        one.enter(&person("barbara"), &terms(), &place(first, "d"), &seeker(1500.0)).await.unwrap(),
    );
    sqlx::query("UPDATE waiting SET terms = 'hidden'").execute(&mut admin).await.unwrap();
    let later = one_of(
        two.enter(&person("donald"), &terms(), &place(second, "e"), &seeker(1500.0)).await.unwrap(),
    );
    let terms_of_later = "UPDATE waiting SET terms = (SELECT terms FROM waiting WHERE seq = $1)";
    sqlx::query(terms_of_later).bind(later).execute(&mut admin).await.unwrap();
    assert_eq!(
        two.look_again(later, &seeker(1500.0), Duration::ZERO).await.unwrap().map(|it| it.seq),
        Some(earlier)
    );
    assert_eq!(one.look_again(earlier, &seeker(1500.0), Duration::ZERO).await.unwrap(), None);
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn of_those_who_wait_at_other_servers_the_nearest_is_found_and_no_stranger() {
    let Pair { _server, one, two, ids: [first, second], mut admin } = pair("strength").await;
    let alive = "UPDATE nodes SET beat_at = clock_timestamp() + interval '1 hour'";
    sqlx::query(alive).execute(&mut admin).await.unwrap();
    for (name, rating) in [("weak", 1000.0), ("strong", 2000.0), ("middling", 1400.0)] {
        let entered =
            one.enter(&person(name), &terms(), &place(first, name), &seeker(rating)).await;
        let Entered::Waits { .. } = entered.unwrap() else {
            panic!("{name} is far from all others")
        };
    }
    let found = |entered: Entered| match entered {
        Entered::Found(it) => Some(it.seat.player.to_string()),
        Entered::Waits { .. } => None,
    };
    // Nobody waits for somebody at the same server through the table: they know of each other there.
    let same = one.enter(&person("ada"), &terms(), &place(first, "ada"), &seeker(1500.0)).await;
    assert_eq!(found(same.unwrap()), None);
    one.withdraw(&player("ada"), None).await.unwrap();
    let ada = |seeker: Seeker| {
        let two = &two;
        async move { two.enter(&person("ada"), &terms(), &place(second, "ada"), &seeker).await.unwrap() }
    };
    assert_eq!(found(ada(seeker(1500.0)).await).as_deref(), Some("middling"));
    let strangers = vec![player("middling")];
    let wary = Seeker { strangers, ..seeker(1500.0) };
    let Entered::Waits { seq, .. } = ada(wary.clone()).await else { panic!("all others are far") };
    // Whoever has waited takes those who are further away; never a stranger.
    let again = |waited| two.look_again(seq, &wary, Duration::from_secs(waited));
    assert_eq!(again(1).await.unwrap(), None);
    let nearest = again(4).await.unwrap().map(|it| it.seat.player);
    assert!(nearest == Some(player("weak")) || nearest == Some(player("strong")), "{nearest:?}");
    // It counts too how long the other has waited.
    let long = "UPDATE waiting SET entered_at = entered_at - interval '5 seconds'";
    sqlx::query(long).execute(&mut admin).await.unwrap();
    assert_eq!(found(ada(seeker(3000.0)).await).as_deref(), Some("strong"));
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn it_is_known_at_other_servers_from_where_somebody_plays() {
    let Pair { _server, one, two, ids: [first, second], mut admin } = pair("whereabouts").await;
    let alive = "UPDATE nodes SET beat_at = clock_timestamp() + interval '1 hour'";
    sqlx::query(alive).execute(&mut admin).await.unwrap();
    let whereabouts = Whereabouts {
        address: Some([192, 0, 2, 1].into()),
        device: DeviceId::named("a phone, sixteen letters"),
    };
    let ada = Seeker { whereabouts: whereabouts.clone(), ..seeker(1500.0) };
    let entered = one.enter(&person("ada"), &terms(), &place(first, "ada"), &ada).await.unwrap();
    assert!(matches!(entered, Entered::Waits { .. }), "{entered:?}");
    let alan = seeker(1500.0);
    let entered =
        two.enter(&person("alan"), &terms(), &place(second, "alan"), &alan).await.unwrap();
    let Entered::Found(found) = entered else { panic!("{entered:?}") };
    assert_eq!(found.whereabouts, whereabouts);
    assert!(ada.whereabouts.is_near(&found.whereabouts));
    assert!(!alan.whereabouts.is_near(&found.whereabouts));
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_server_that_falls_silent_is_dead_and_its_matches_are_adopted() {
    let mut pair = pair("silent").await;
    let [first, second] = pair.ids;
    let mut script = Script::begin(person("ada"), person("alan"));
    let beside = Beside {
        seats: [claims(first, &["ada"]).seats, claims(second, &["alan"]).seats].concat(),
        ..Beside::default()
    };
    let append = Append { beside, ..script.append() };
    assert_eq!(written(&pair.one, &[append]).await, [Appended::Stored]);
    assert!(pair.two.adopt(10).await.unwrap().is_empty(), "the first one keeps it");

    // Nobody loses because a server is silent, nor is a player of another server recorded as
    // absent.
    pair.silent(first, 4.0).await;
    let out = |proof| {
        let events = vec![Event::Stalled { at: Timestamp::from_unix_ms(2_000) }];
        let (stage, code, at) = (Stage::Unfinished, None, Timestamp::from_unix_ms(2_000));
        let beside = Beside { proof: Some(proof), ..Beside::default() };
        Append { id: script.id, expected: Version(2), events, code, at, stage, beside }
    };
    let unjust = [
        Proof::Heard(player("ada")),
        Proof::Sits(player("alan"), place(first, "alan")),
        Proof::Sits(player("alan"), place(second, "another")),
    ];
    for proof in unjust {
        let written = written(&pair.two, &[out(proof.clone())]).await;
        assert_eq!(written, [Appended::Conflict], "{proof:?}");
    }
    assert_eq!(pair.two.load(script.id).await.unwrap().len(), 2);

    pair.silent(first, 7.0).await;
    let beaten = pair.two.beat(&Beat::default()).await.unwrap().unwrap();
    assert!(beaten.died.is_empty(), "who is not sure of itself judges nobody");
    let beaten = pair.two.beat(&steady()).await.unwrap().unwrap();
    assert_eq!(beaten.died, [first]);
    assert!(pair.one.beat(&steady()).await.unwrap().is_none(), "who is dead stays dead");
    assert_eq!(pair.two.adopt(10).await.unwrap(), [(script.id, None)]);
    let orphans = pair.two.orphans().await.unwrap();
    assert_eq!(orphans.len(), 1, "{orphans:?}");
    assert_eq!(
        (&orphans[0].player, &orphans[0].place),
        (&player("ada"), &Some(place(first, "ada")))
    );
    // She comes back through the other server.
    let before = pair.two.claim(&player("ada"), script.id, &place(second, "new")).await.unwrap();
    assert_eq!(before, Some(place(first, "ada")));
    assert!(pair.two.orphans().await.unwrap().is_empty());
    let just = out(Proof::Sits(player("ada"), place(second, "new")));
    assert_eq!(written(&pair.two, &[just]).await, [Appended::Stored]);

    // What was written since is found for all matches at once.
    let other = fresh_id();
    let known = [(script.id, Version(1)), (other, Version(0))];
    let tails = pair.one.since(&known).await.unwrap();
    assert_eq!(tails.len(), 1);
    assert_eq!((tails[0].0, tails[0].1, tails[0].2.len()), (script.id, Version(1), 2));
    assert!(pair.one.since(&[(script.id, Version(3))]).await.unwrap().is_empty());
    // One that a newer version has written to does not hide the others.
    let mut readable = Script::begin(person("grace"), person("edsger"));
    store_all(&pair.one, std::slice::from_mut(&mut readable)).await;
    let newer = "UPDATE events SET payload = '{}' WHERE match_id = $1 AND version = 2";
    sqlx::query(newer).bind(script.id.to_string()).execute(&mut pair.admin).await.unwrap();
    let known = [(script.id, Version(1)), (readable.id, Version(1))];
    let mut tails = pair.one.since(&known).await.unwrap();
    tails.sort_by_key(|it| it.2.len());
    let found: Vec<_> = tails.iter().map(|it| (it.0, it.2.len())).collect();
    assert_eq!(found, [(script.id, 0), (readable.id, 1)]);
    pair.one.close().await;
    pair.two.close().await;
}

#[tokio::test]
async fn ten_writers_race_for_every_version_and_one_wins_each() {
    let pair = pair("race").await;
    let mut script = Script::begin(person("ada"), person("alan"));
    store_all(&pair.one, std::slice::from_mut(&mut script)).await;
    for version in 2..20 {
        let append = |_| Append {
            id: script.id,
            expected: Version(version),
            events: vec![Event::Stalled { at: Timestamp::from_unix_ms(5_000) }],
            code: None,
            at: Timestamp::from_unix_ms(5_000),
            stage: Stage::Unfinished,
            beside: Beside::default(),
        };
        let [mine, theirs] = [append(0), append(1)];
        let (mine, theirs) = (std::slice::from_ref(&mine), std::slice::from_ref(&theirs));
        let (mine, theirs) = tokio::join!(written(&pair.one, mine), written(&pair.two, theirs));
        let mut outcomes = [mine[0], theirs[0]];
        outcomes.sort_by_key(|it| *it == Appended::Conflict);
        assert_eq!(outcomes, [Appended::Stored, Appended::Conflict]);
    }
    assert_eq!(pair.one.load(script.id).await.unwrap().len(), 20);
    pair.one.close().await;
    pair.two.close().await;
}

#[tokio::test]
async fn nobody_joins_beside_a_server_too_old_to_read_what_it_writes() {
    let Pair { _server, one, two, ids: [first, _], mut admin } = pair("versions").await;
    let older = "UPDATE nodes SET speaks = $2 WHERE id = $1";
    let speaks = |it| sqlx::query(older).bind(first.0).bind(it);
    speaks(WRITES - 1).execute(&mut admin).await.unwrap();
    let refused = two.join("ABC123").await;
    assert!(matches!(refused, Err(StoreError::OlderNode)), "{refused:?}");
    speaks(WRITES).execute(&mut admin).await.unwrap();
    two.join("ABC123").await.expect("it reads what is written");
    // Nor does one that is gone matter.
    speaks(WRITES - 1).execute(&mut admin).await.unwrap();
    one.leave().await.unwrap();
    two.join("ABC123").await.expect("nobody is too old any more");
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn codes_and_seats_are_found_from_everywhere_and_given_up() {
    let Pair { _server, one, two, ids: [first, second], mut admin } = pair("seats").await;
    let mut open = Script::open("ada", Some("ABC234"));
    let code = open.code.clone().unwrap();
    let append = Append { beside: claims(first, &["ada"]), ..open.append() };
    assert_eq!(written(&one, &[append]).await, [Appended::Stored]);
    assert_eq!(two.by_code(&code).await.unwrap(), Some(open.id));
    assert_eq!(two.code_of(open.id).await.unwrap(), Some(code));
    assert_eq!(one.seats_here().await.unwrap().len(), 1);
    assert!(two.seats_here().await.unwrap().is_empty());

    // A seat in a game that is on is not given up; in one that is over it is.
    let mut game = Script::begin(person("grace"), person("edsger"));
    let append = Append { beside: claims(second, &["grace", "edsger"]), ..game.append() };
    assert_eq!(written(&two, &[append]).await, [Appended::Stored]);
    two.release(&player("grace"), game.id).await.unwrap();
    assert_eq!(two.seats_here().await.unwrap().len(), 2);
    let id = game.id;
    game.play("1212121");
    store_all(&two, &mut [game]).await;
    assert!(two.seats_here().await.unwrap().is_empty(), "it is over");
    assert_eq!(one.seats_of(&[player("grace")]).await.unwrap().len(), 1);
    two.release(&player("grace"), id).await.unwrap();
    assert!(one.seats_of(&[player("grace")]).await.unwrap().is_empty());

    // When a server leaves in order, its players are not orphans at once.
    one.give_up().await.unwrap();
    one.leave().await.unwrap();
    assert_eq!(two.adopt(10).await.unwrap().len(), 1);
    assert!(two.orphans().await.unwrap().is_empty());
    let long_gone = "UPDATE nodes SET beat_at = beat_at - interval '10 seconds' WHERE id = $1";
    sqlx::query(long_gone).bind(first.0).execute(&mut admin).await.unwrap();
    assert_eq!(two.orphans().await.unwrap().len(), 1);
    one.close().await;
    two.close().await;
}
