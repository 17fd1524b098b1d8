//! Tests of what is stored about people, which both databases must pass.

use std::collections::BTreeSet;

use fourfall_match::{EndedBy, MatchId, PlayerId, Preset, Seat, Timestamp};
use fourfall_rating::{FirstMove, Rating};
use fourfall_rules::{ByPlayer, Game, Outcome, Player};

use super::{Account, Ban, Board, Claim, Device, Passkey, People, Removal, Report, Which};
use crate::config::StoreLocation;
use crate::identity::names::looks_of;
use crate::identity::passkeys::Key;
use crate::identity::{Tokens, fresh_key, random};
use crate::store::GameRecord;
use crate::store::contract::{Folder, PostgresServer};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// An arbitrary time.
const START: u64 = 1_766_000_000_000;
/// The first player wins with the ninth disc; the second has four by then.
const WON: &str = "121213531";

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).expect("a plain name")
}

fn at(ms: u64) -> Timestamp {
    Timestamp::from_unix_ms(ms)
}

/// A rated game that the first player won.
fn won(first: &str, second: &str, ended: u64) -> GameRecord {
    GameRecord {
        id: MatchId::from_random(u64::from_le_bytes(random())),
        preset: Preset::Live,
        seats: ByPlayer {
            first: Seat::human(player(first), first),
            second: Seat::human(player(second), second),
        },
        game: WON.parse::<Game>().expect("a game"),
        outcome: Outcome::Won(Player::First),
        by: EndedBy::Board,
        started: at(ended - 60_000),
        ended: at(ended),
        private: false,
        rated: true,
    }
}

async fn value(people: &People, name: &str) -> f64 {
    let known = people.rating(&player(name)).await.unwrap();
    known.map_or(Rating::NEW, |it| it.rating).value
}

async fn a_game_changes_both_ratings_once(people: &People) {
    let game = won("ada", "alan", START);
    let points = people.rate(std::slice::from_ref(&game)).await.unwrap();
    assert_eq!(points.len(), 2);
    let (ada, alan) = (value(people, "ada").await, value(people, "alan").await);
    assert!(ada > 1500.0 && alan < 1500.0, "{ada} {alan}");
    assert!(people.rate(&[game.clone(), game]).await.unwrap().is_empty(), "nothing counts twice");
    assert_eq!(value(people, "ada").await.to_bits(), ada.to_bits());
    let known = people.rating(&player("ada")).await.unwrap().unwrap();
    assert_eq!(known.games, 1);
    assert!(known.rating.deviation < Rating::NEW.deviation);
    let history = people.rating_history(&player("ada"), 10).await.unwrap();
    assert_eq!(history.len(), 1);
    assert!((history[0].before - 1500.0).abs() < 1e-9 && (history[0].after - ada).abs() < 1e-9);
    assert_eq!(people.rating(&player("nobody")).await.unwrap(), None);
}

async fn many_at_once_are_rated_one_after_the_other(people: &People) {
    let games: Vec<_> = (0..5)
        .flat_map(|it| [won("ada", "alan", START + it), won("grace", "edsger", START + it)])
        .collect();
    people.rate(&games[..]).await.unwrap();
    let together = (value(people, "ada").await, value(people, "alan").await);
    for game in games.iter().filter(|it| it.seats.first.player == player("grace")) {
        assert!(people.rate(std::slice::from_ref(game)).await.unwrap().is_empty());
    }
    for it in 0..5 {
        people.rate(&[won("barbara", "donald", START + it)]).await.unwrap();
    }
    // The estimate for the first move has changed meanwhile, so the ratings are not exactly the same.
    let apart = (value(people, "barbara").await, value(people, "donald").await);
    assert!((together.0 - apart.0).abs() < 15.0 && (together.1 - apart.1).abs() < 15.0);
    assert_eq!(people.rating(&player("ada")).await.unwrap().unwrap().games, 5);
}

async fn only_games_that_say_something_count(people: &People) {
    let base = || won("ada", "alan", START);
    let game = |moves: &str, by| GameRecord { game: moves.parse().unwrap(), by, ..base() };
    for (game, counts) in [
        (base(), true),
        (GameRecord { private: true, rated: false, ..base() }, false),
        (game("1212121", EndedBy::Board), true),
        (game("12", EndedBy::Resignation), true),
        (game("1", EndedBy::Resignation), false),
        (game("", EndedBy::Absence), false),
        (game("12", EndedBy::Timeout), true),
    ] {
        let changed = people.rate(std::slice::from_ref(&game)).await.unwrap();
        assert_eq!(!changed.is_empty(), counts, "{game:?}");
    }
}

/// Losing on purpose, in a second tab or to a friend, raises a rating by little.
async fn a_pair_can_not_farm(people: &People) {
    for it in 0..20 {
        people.rate(&[won("ada", "alan", START + it)]).await.unwrap();
    }
    let ada = people.rating(&player("ada")).await.unwrap().unwrap();
    assert_eq!(ada.games, 5);
    // Swapped seats are the same pair; and many in one transaction are counted too.
    let more: Vec<_> = (20..40).map(|it| won("alan", "ada", START + it)).collect();
    assert!(people.rate(&more).await.unwrap().is_empty());
    let tomorrow: Vec<_> =
        (0..20).map(|it| won("ada", "alan", START + DAY_MS + 100 + it)).collect();
    people.rate(&tomorrow).await.unwrap();
    assert_eq!(people.rating(&player("ada")).await.unwrap().unwrap().games, 10);
    // Games against others still count.
    assert!(!people.rate(&[won("ada", "grace", START + DAY_MS + 200)]).await.unwrap().is_empty());
}

/// Of games that somebody keeps giving up to a friend, a few per day count, and none before both have
/// moved.
async fn giving_up_to_a_friend_is_worth_little(people: &People) {
    let given_up = |moves: &str, ms: u64| GameRecord {
        game: moves.parse().unwrap(),
        by: EndedBy::Resignation,
        ..won("ada", "friend", START + ms)
    };
    for it in 0..30 {
        let at_once = [given_up("", it), given_up("4", it)];
        assert!(people.rate(&at_once).await.unwrap().is_empty(), "nobody has played");
    }
    assert_eq!(value(people, "ada").await.to_bits(), Rating::NEW.value.to_bits());
    for it in 0..30 {
        people.rate(&[given_up("43", 100 + it)]).await.unwrap();
    }
    let known = people.rating(&player("ada")).await.unwrap().unwrap();
    assert_eq!(known.games, 5);
    // Nor do they lead to the leaderboard, on however many days.
    for day in 1..10 {
        for it in 0..10 {
            people.rate(&[given_up("43", day * DAY_MS + it)]).await.unwrap();
        }
    }
    let (since, active_since) = (at(START), at(START));
    let now = at(START + 10 * DAY_MS);
    let board =
        Board { preset: None, now, since, active_since, games: 10, opponents: 4, limit: 10 };
    let leaders = people.leaderboard(&board).await.unwrap();
    assert_eq!(leaders.len(), 0, "one friend is not enough people");
}

async fn the_first_move_is_learnt(people: &People) {
    assert_eq!(people.first_move().await.unwrap(), FirstMove::GUESSED);
    for day in 0..20 {
        let names = ["ada", "alan", "grace", "edsger"];
        let games: Vec<_> = (0_u64..)
            .zip(names.iter().flat_map(|one| names.iter().map(move |other| (one, other))))
            .filter(|(_, (one, other))| one != other)
            .map(|(it, (one, other))| won(one, other, START + day * 2 * DAY_MS + it))
            .collect();
        people.rate(&games).await.unwrap();
    }
    let learnt = people.first_move().await.unwrap();
    assert!(learnt.points() > 2.0 * FirstMove::GUESSED.points(), "{learnt:?}");
}

async fn a_leaderboard_takes_enough_games_against_enough_people(people: &People) {
    let now = START + 100 * DAY_MS;
    let board = Board {
        preset: None,
        now: at(now),
        since: at(0),
        active_since: at(now - 30 * DAY_MS),
        games: 3,
        opponents: 2,
        limit: 10,
    };
    let names = async |board: &Board| -> Vec<String> {
        let ranked = people.leaderboard(board).await.unwrap();
        ranked.iter().map(|it| it.player.to_string()).collect()
    };
    // Three games, but against one person only.
    let games: Vec<_> = (0..3).map(|it| won("ada", "alan", now - 9 * DAY_MS + it)).collect();
    people.rate(&games).await.unwrap();
    assert!(names(&board).await.is_empty());
    people.rate(&[won("ada", "grace", now - 9 * DAY_MS + 10)]).await.unwrap();
    assert_eq!(names(&board).await, ["ada"]);
    people.rate(&[won("alan", "grace", now - DAY_MS)]).await.unwrap();
    assert_eq!(names(&board).await, ["ada", "alan"]);
    // Of this week there is one game only.
    let week = Board { since: at(now - 7 * DAY_MS), ..board };
    assert!(names(&week).await.is_empty());
    assert_eq!(names(&Board { games: 1, opponents: 1, ..week }).await, ["alan", "grace"]);
    let duel = Board { preset: Some(Preset::Duel), games: 1, opponents: 1, ..board };
    assert!(names(&duel).await.is_empty());
    assert_eq!(names(&Board { preset: Some(Preset::Live), ..board }).await, ["ada", "alan"]);
    assert_eq!(names(&Board { active_since: at(now - 2 * DAY_MS), ..board }).await, ["alan"]);
    assert_eq!(names(&Board { limit: 1, ..board }).await, ["ada"]);
    let until = Some(at(now + 1_000));
    let ban = Ban { subject: "player:ada".to_owned(), reason: "cheats".to_owned(), until };
    people.ban(at(now), "root", &ban).await.unwrap();
    assert_eq!(names(&board).await, ["alan"]);
    assert_eq!(names(&Board { now: at(now + 1_000), ..board }).await, ["ada", "alan"]);
    people.ban(at(now), "root", &Ban { until: None, ..ban }).await.unwrap();
    assert_eq!(names(&Board { now: at(now + 1_000), ..board }).await, ["alan"]);
}

async fn bans_hold_until_they_end(people: &People) {
    let ban = |subject: &str, until: Option<u64>| Ban {
        subject: subject.to_owned(),
        reason: "spam".to_owned(),
        until: until.map(at),
    };
    people.ban(at(1), "root", &ban("player:ada", None)).await.unwrap();
    people.ban(at(2), "root", &ban("player:alan", Some(1_000))).await.unwrap();
    people.ban(at(3), "root", &ban("address:192.0.2.0/24", None)).await.unwrap();
    let bans = people.orders(at(999)).await.unwrap().bans;
    assert!(bans.has_player(&player("ada")) && bans.has_player(&player("alan")));
    assert!(bans.has_address("192.0.2.7".parse().unwrap()));
    assert!(bans.has_address("::ffff:192.0.2.7".parse().unwrap()));
    assert!(!bans.has_address("192.0.3.7".parse().unwrap()));
    assert!(!people.orders(at(1_000)).await.unwrap().bans.has_player(&player("alan")));
    assert!(people.unban(at(4), "root", "player:ada").await.unwrap());
    assert!(!people.unban(at(5), "root", "player:ada").await.unwrap(), "there is none any more");
    assert!(!people.orders(at(6)).await.unwrap().bans.has_player(&player("ada")));
    let deeds = people.deeds_after(0).await.unwrap();
    let told: Vec<_> =
        deeds.iter().map(|it| (it.id, it.action.as_str(), it.subject.as_str())).collect();
    assert_eq!(
        told,
        [
            (1, "ban", "player:ada"),
            (2, "ban", "player:alan"),
            (3, "ban", "address:192.0.2.0/24"),
            (4, "unban", "player:ada"),
        ]
    );
    assert_eq!((deeds[0].operator.as_str(), deeds[0].detail.as_str()), ("root", "spam"));
    assert_eq!(people.deeds_after(3).await.unwrap().len(), 1);
    assert_eq!(people.last_deed().await.unwrap(), 4);
}

async fn keys_rotate_and_tokens_are_revoked(people: &People) {
    let tokens = Tokens::new(&fresh_key());
    let follow = async || {
        let orders = people.orders(at(START)).await.unwrap();
        tokens.follow(&orders.keys, orders.revoked);
    };
    let ada = player("ada");
    let first = tokens.issue(&ada, at(START));
    assert_eq!(people.rotate_keys(at(START), "root", &fresh_key()).await.unwrap(), 1);
    assert_eq!(people.rotate_keys(at(START), "root", &fresh_key()).await.unwrap(), 2);
    follow().await;
    let second = tokens.issue(&ada, at(START + 1));
    assert!(second.contains(".2-"), "{second}");
    assert!(tokens.verify(&first).is_some());
    people.revoke(at(START), "root", &ada, Which::One(at(START))).await.unwrap();
    follow().await;
    assert!(tokens.verify(&first).is_none() && tokens.verify(&second).is_some());
    people.revoke(at(START), "root", &ada, Which::Before(at(START + 2))).await.unwrap();
    people.revoke(at(START), "root", &ada, Which::Before(at(START))).await.unwrap();
    follow().await;
    assert!(tokens.verify(&second).is_none());
    assert!(tokens.verify(&tokens.issue(&ada, at(START + 2))).is_some());
}

fn account(player_id: &str, name: &str) -> Account {
    let (name, password) = (name.to_owned(), Some("a hash".to_owned()));
    Account { player: player(player_id), name, password, created: at(START) }
}

fn looks(name: &str) -> BTreeSet<String> {
    looks_of(name).expect("a name that can be claimed")
}

async fn a_name_belongs_to_one_and_so_do_its_likes(people: &People) {
    let codes = ["one".to_owned(), "two".to_owned()];
    let claim = async |id: &str, name: &str| {
        people.claim(&account(id, name), &looks(name), &codes, None).await.unwrap()
    };
    assert_eq!(claim("p1", "Ada").await, Claim::Claimed);
    for name in ["Ada", "ADA", "a.d.a", "\u{410}d\u{430}"] {
        assert_eq!(claim("p2", name).await, Claim::NameTaken, "{name}");
        let found = people.account_named(&looks(name)).await.unwrap();
        assert_eq!(found.map(|it| it.player), Some(player("p1")), "{name}");
    }
    assert_eq!(people.account(&player("p2")).await.unwrap(), None, "nothing of it was written");
    assert_eq!(claim("p1", "Another").await, Claim::HasName);
    assert_eq!(people.account_named(&looks("Another")).await.unwrap(), None);
    assert_eq!(claim("p2", "Alan").await, Claim::Claimed);
    assert_eq!(people.account(&player("p1")).await.unwrap(), Some(account("p1", "Ada")));
}

async fn a_code_opens_once(people: &People) {
    let codes = ["one".to_owned(), "two".to_owned()];
    people.claim(&account("p1", "Ada"), &looks("Ada"), &codes, None).await.unwrap();
    let ada = player("p1");
    assert_eq!(people.codes_left(&ada).await.unwrap(), 2);
    assert!(people.use_code(&ada, "one").await.unwrap());
    assert!(!people.use_code(&ada, "one").await.unwrap());
    assert!(!people.use_code(&player("p2"), "two").await.unwrap(), "somebody else's");
    people.set_codes(&ada, &["three".to_owned()]).await.unwrap();
    assert!(!people.use_code(&ada, "two").await.unwrap(), "replaced");
    assert!(people.use_code(&ada, "three").await.unwrap());
}

async fn devices_are_known_until_they_are_logged_out(people: &People) {
    let ada = player("p1");
    let device = |ms: u64, label: &str| Device { issued: at(ms), label: label.to_owned() };
    for it in [device(1, "phone"), device(2, "laptop"), device(3, "library")] {
        people.add_device(&ada, &it).await.unwrap();
    }
    people.revoke(at(9), "oneself", &ada, Which::One(at(3))).await.unwrap();
    let devices = people.devices(&ada).await.unwrap();
    assert_eq!(devices, [device(2, "laptop"), device(1, "phone")]);
    people.revoke(at(9), "oneself", &ada, Which::Before(at(9))).await.unwrap();
    assert!(people.devices(&ada).await.unwrap().is_empty());
}

async fn who_is_deleted_is_forgotten_and_the_games_stay(people: &People) {
    let ada = player("ada");
    people.claim(&account("ada", "Ada"), &looks("Ada"), &["one".to_owned()], None).await.unwrap();
    assert!(people.add_passkey(&passkey("ada", "one", START)).await.unwrap());
    people.rate(&[won("ada", "alan", START)]).await.unwrap();
    people.block(at(1), &ada, &player("alan")).await.unwrap();
    let all = people.everything(&ada).await.unwrap();
    assert_eq!(all["account"][0]["name"], "Ada");
    assert_eq!(all["ratingChanges"][0]["opponentId"], "alan");
    assert_eq!(all["blocked"][0]["playerId"], "alan");
    assert_eq!(all["passkeys"][0]["label"], "label of one");
    assert!(!all.to_string().contains("a hash"), "what is secret is told to nobody: {all}");

    people.delete_account(at(START), &ada, "deleted").await.unwrap();
    let all = people.everything(&ada).await.unwrap();
    assert!(!all.to_string().contains("Ada"), "{all}");
    assert_eq!(people.account_named(&looks("Ada")).await.unwrap(), None, "the name is free");
    assert_eq!(people.codes_left(&ada).await.unwrap(), 0);
    assert_eq!(people.passkey("one").await.unwrap(), None);
    assert!(people.rating(&ada).await.unwrap().is_some(), "the rating of a game stays");
    let orders = people.orders(at(START)).await.unwrap();
    assert_eq!(orders.aliases.get(&ada).map(|it| &**it), Some("deleted"));
    assert_eq!(orders.revoked.before.get(&ada), Some(&at(START)));
}

fn passkey(owner: &str, id: &str, ms: u64) -> Passkey {
    let text = |it: &str| format!("{it} of {id}");
    let (public, state) = (text("key"), text("state"));
    let key = Key { id: id.to_owned(), credential: text("credential"), public, state };
    Passkey { player: player(owner), label: text("label"), key, created: at(ms) }
}

async fn passkeys_are_kept_until_they_are_removed(people: &People) {
    let (one, two) = (passkey("ada", "one", 1), passkey("ada", "two", 2));
    assert!(!people.add_passkey(&one).await.unwrap(), "guests have none");
    people.claim(&account("ada", "Ada"), &looks("Ada"), &[], None).await.unwrap();
    people.claim(&account("alan", "Alan"), &looks("Alan"), &[], None).await.unwrap();
    assert!(people.add_passkey(&two).await.unwrap() && people.add_passkey(&one).await.unwrap());
    assert!(!people.add_passkey(&passkey("alan", "one", 3)).await.unwrap(), "a key has one owner");
    assert_eq!(people.passkeys(&player("ada")).await.unwrap(), [one.clone(), two.clone()]);
    assert_eq!(people.passkey("one").await.unwrap(), Some(one.clone()));

    assert!(people.passkey_used(&one.key, "later").await.unwrap());
    assert!(!people.passkey_used(&one.key, "later still").await.unwrap(), "it is not as it was");
    assert_eq!(people.passkey("one").await.unwrap().unwrap().key.state, "later");

    let remove = async |owner, id| people.remove_passkey(&player(owner), id).await.unwrap();
    assert_eq!(remove("alan", "one").await, Removal::Unknown);
    assert_eq!(remove("ada", "three").await, Removal::Unknown);
    assert_eq!(remove("ada", "one").await, Removal::Removed);
    assert_eq!(remove("ada", "two").await, Removal::Removed, "there is a password");
}

async fn the_only_way_in_is_not_removed(people: &People) {
    let (ada, key) = (player("ada"), passkey("ada", "one", 1));
    let without = Account { password: None, ..account("ada", "Ada") };
    let claim = people.claim(&without, &looks("Ada"), &[], Some(&key)).await.unwrap();
    assert_eq!(claim, Claim::Claimed);
    assert_eq!(people.account(&ada).await.unwrap(), Some(without));
    assert_eq!(people.passkeys(&ada).await.unwrap(), [key]);
    assert_eq!(people.remove_passkey(&ada, "one").await.unwrap(), Removal::LastWayIn);
    assert!(people.add_passkey(&passkey("ada", "two", 2)).await.unwrap());
    // Of two at once, one is removed and one stays.
    let (first, second) =
        tokio::join!(people.remove_passkey(&ada, "one"), people.remove_passkey(&ada, "two"));
    let removals = [first.unwrap(), second.unwrap()];
    assert!(removals.contains(&Removal::Removed) && removals.contains(&Removal::LastWayIn));
    people.set_password(at(START), &ada, "a hash").await.unwrap();
    let left = people.passkeys(&ada).await.unwrap().pop().unwrap();
    let removal = people.remove_passkey(&ada, &left.key.id).await.unwrap();
    assert_eq!(removal, Removal::Removed, "there is a password by now");
}

async fn a_ceremony_is_over_once(people: &People) {
    let over = async |id, now| people.use_ceremony(id, at(now), at(now + 100)).await.unwrap();
    assert!(over("one", 1000).await && over("two", 1001).await);
    assert!(!over("one", 1002).await);
    assert!(!over("one", 1100).await);
    assert!(over("one", 1101).await, "it has run out by itself long before");
    assert!(!over("two", 1101).await, "this one is remembered");
}

async fn who_is_blocked_and_who_blocks_are_strangers(people: &People) {
    let (ada, alan) = (player("ada"), player("alan"));
    people.block(at(1), &ada, &alan).await.unwrap();
    people.block(at(2), &ada, &alan).await.unwrap();
    assert_eq!(people.strangers_to(&ada).await.unwrap().as_slice(), std::slice::from_ref(&alan));
    assert_eq!(people.strangers_to(&alan).await.unwrap().as_slice(), std::slice::from_ref(&ada));
    people.unblock(&ada, &alan).await.unwrap();
    assert!(people.strangers_to(&ada).await.unwrap().is_empty());
}

async fn a_guest_can_be_forgotten_and_an_owner_not(people: &People) {
    let (ada, alan) = (player("ada"), player("alan"));
    people.rate(&[won("ada", "alan", START)]).await.unwrap();
    let account = Account {
        player: ada.clone(),
        name: "Ada".to_owned(),
        password: Some("hash".to_owned()),
        created: at(START),
    };
    people.claim(&account, &looks("Ada"), &[], None).await.unwrap();
    for player in [&ada, &alan] {
        people.forget_guest(at(START), player).await.unwrap();
    }
    assert!(people.rating(&ada).await.unwrap().is_some());
    assert_eq!(people.rating(&alan).await.unwrap(), None);
    let orders = people.orders(at(START)).await.unwrap();
    assert_eq!(orders.aliases.get(&alan).map(|it| &**it), Some("guest"));
    assert_eq!(orders.aliases.get(&ada), None);
    assert!(orders.revoked.before.contains_key(&alan));
}

async fn what_is_voided_changes_nothing(people: &People) {
    let (first, second) = (won("ada", "alan", START), won("ada", "alan", START + 1));
    people.rate(std::slice::from_ref(&first)).await.unwrap();
    let after_one = value(people, "ada").await;
    people.rate(std::slice::from_ref(&second)).await.unwrap();
    assert_eq!(people.void(at(START), "root", second.id).await.unwrap(), 2);
    assert!((value(people, "ada").await - after_one).abs() < 1e-9);
    assert_eq!(people.rating_history(&player("ada"), 10).await.unwrap().len(), 1);
    assert_eq!(people.void(at(START), "root", second.id).await.unwrap(), 0, "once is enough");
    assert!(people.rate(std::slice::from_ref(&second)).await.unwrap().is_empty());
    // Before it is rated at all.
    let third = won("ada", "alan", START + 2);
    assert_eq!(people.void(at(START), "root", third.id).await.unwrap(), 0);
    assert!(people.rate(&[third]).await.unwrap().is_empty());
}

async fn reports_reach_operators_once_a_game(people: &People) {
    let report = |game: &str, ms| Report {
        by: player("ada"),
        reported: player("alan"),
        game: game.to_owned(),
        reason: "rude".to_owned(),
        at: at(ms),
    };
    for it in [report("one", 1), report("two", 2), report("one", 3)] {
        people.report(&it).await.unwrap();
    }
    assert_eq!(people.reports(10).await.unwrap(), [report("two", 2), report("one", 1)]);
}

/// Runs every case, each on a database of its own.
macro_rules! cases {
    ($($case:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $case() {
                super::$case(&super::People::in_memory()).await;
            })+
        }

        /// One test, because starting PostgreSQL takes seconds.
        #[tokio::test]
        async fn postgres_keeps_people_as_sqlite_does() {
            let server = PostgresServer::start();
            $(
                eprintln!("{}", stringify!($case));
                let url = server.fresh_database(stringify!($case)).await;
                $case(&People::open(&StoreLocation::Postgres(url)).await.unwrap()).await;
            )+
        }
    };
}

cases! {
    a_game_changes_both_ratings_once,
    many_at_once_are_rated_one_after_the_other,
    only_games_that_say_something_count,
    a_pair_can_not_farm,
    giving_up_to_a_friend_is_worth_little,
    the_first_move_is_learnt,
    a_leaderboard_takes_enough_games_against_enough_people,
    bans_hold_until_they_end,
    keys_rotate_and_tokens_are_revoked,
    a_name_belongs_to_one_and_so_do_its_likes,
    a_code_opens_once,
    devices_are_known_until_they_are_logged_out,
    passkeys_are_kept_until_they_are_removed,
    the_only_way_in_is_not_removed,
    a_ceremony_is_over_once,
    who_is_deleted_is_forgotten_and_the_games_stay,
    who_is_blocked_and_who_blocks_are_strangers,
    reports_reach_operators_once_a_game,
    what_is_voided_changes_nothing,
    a_guest_can_be_forgotten_and_an_owner_not,
}

#[tokio::test]
async fn a_file_keeps_people_over_a_restart_and_lets_two_processes_in() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let location = StoreLocation::Folder(folder.path().to_owned());
    let (server, operator) =
        (People::open(&location).await.unwrap(), People::open(&location).await.unwrap());
    server.rate(&[won("ada", "alan", START)]).await.unwrap();
    operator.order(at(1), "root", "drain", "", "").await.unwrap();
    assert_eq!(server.last_deed().await.unwrap(), 1);
    let ada = value(&server, "ada").await;
    drop((server, operator));
    assert!((value(&People::open(&location).await.unwrap(), "ada").await - ada).abs() < 1e-9);
}
