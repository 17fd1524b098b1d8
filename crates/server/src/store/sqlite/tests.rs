//! What concerns SQLite only: files of earlier versions, damage, failures, and a log that is
//! trimmed.

use fourfall_match::{Action, BotLevel, Lot, Match, Seat};
use rusqlite::Connection;

use super::*;
use crate::store::Cursor;
use crate::store::contract::{Folder, Script, fresh_id, person, player, store_all};
use crate::store::{event, row};

fn file(folder: &Folder) -> Connection {
    Connection::open(folder.path().join(FILE)).unwrap()
}

async fn open(folder: &Folder) -> Sqlite {
    Sqlite::open(folder.path()).await.unwrap()
}

/// A file as the first versions wrote it.
struct OldFile(Connection);

impl OldFile {
    fn new(folder: &Folder, version: i64) -> OldFile {
        fs::create_dir_all(folder.path()).unwrap();
        let connection = file(folder);
        connection
            .execute_batch(include_str!("../../../migrations/sqlite/0001_matches.sql"))
            .unwrap();
        if version > 1 {
            let second = include_str!("../../../migrations/sqlite/0002_private.sql");
            connection.execute_batch(second).unwrap();
        }
        connection.pragma_update(None, "user_version", version).unwrap();
        OldFile(connection)
    }

    fn log(&self, script: &Script) {
        let Script { id, pending, code, .. } = script;
        let over = !matches!(script.state, Match::Open(_) | Match::Playing(_));
        let code = code.as_ref().map(|it| it.as_str()).filter(|_| !over);
        let insert = "INSERT INTO matches VALUES (?, ?, ?, 1, ?)";
        self.0.execute(insert, params![id.to_string(), pending.len() as i64, code, over]).unwrap();
        for (event, version) in pending.iter().zip(1_i64..) {
            let insert = "INSERT INTO events VALUES (?, ?, ?)";
            let payload = event::encode(event);
            self.0.execute(insert, params![id.to_string(), version, payload]).unwrap();
        }
    }

    /// The summary as it was stored, and what the store says of it today.
    fn sum_up(&self, script: &Script, version: i64) -> GameRecord {
        let Match::Finished(finished) = &script.state else { panic!("it is not over") };
        let record = GameRecord::new(script.id, finished);
        let game = row::Game::encode(&record);
        let mut columns = params![
            game.match_id,
            game.preset,
            game.first_id,
            game.first_name,
            game.first_bot,
            game.first_discs,
            game.second_id,
            game.second_name,
            game.second_bot,
            game.second_discs,
            game.moves,
            game.winner,
            game.ended_by,
            game.started_at_ms,
            game.ended_at_ms,
            game.private,
            game.rated,
        ]
        .to_vec();
        if version == 1 {
            columns.truncate(15);
        }
        let marks = vec!["?"; columns.len()].join(", ");
        self.0.execute(&format!("INSERT INTO games VALUES ({marks})"), &columns[..]).unwrap();
        for (_, seat) in record.people() {
            let appears = "INSERT INTO games_of_players VALUES (?, ?, ?)";
            let ended = game.ended_at_ms;
            let id = seat.player.as_str();
            self.0.execute(appears, params![id, ended, game.match_id]).unwrap();
        }
        record
    }

    fn forget_log(&self, script: &Script) {
        let id = script.id.to_string();
        self.0.execute("DELETE FROM events WHERE match_id = ?", [id]).unwrap();
    }
}

#[tokio::test]
async fn a_file_of_an_earlier_version_is_brought_up_to_date() {
    for version in [1, 2] {
        let folder = Folder::new();
        let old = OldFile::new(&folder, version);
        let mut records = Vec::new();

        let mut won = Script::won("ada", "alan", 5_000);
        won.act(Action::AskRematch { by: player("ada"), next: fresh_id(), lot: Lot::Host });
        let mut against_bot =
            Script::begin(person("ada"), Seat::bot(player("bot-easy"), "Bot", BotLevel::Easy));
        against_bot.at = 6_000;
        against_bot.play("1212121");
        let mut resigned = Script::begin(person("grace"), person("ada"));
        resigned.at = 7_000;
        resigned.play("44");
        resigned.act(Action::Resign { by: player("grace") });
        let mut left = Script::begin(person("grace"), person("edsger"));
        left.at = 8_000;
        left.play("4");
        left.act(Action::Disconnect { by: player("grace") });
        left.at += 200_000;
        left.act(Action::Tick);
        let finished = [won, against_bot, resigned, left];
        for script in &finished {
            old.log(script);
            records.push(old.sum_up(script, version));
        }
        // Summaries whose logs are lost.
        old.forget_log(&finished[2]);
        old.forget_log(&finished[3]);

        let open = Script::open("niklaus", Some("ABC234"));
        let mut running = Script::begin(person("barbara"), person("edsger"));
        running.play("4435");
        let mut closed = Script::open("alan", None);
        closed.act(Action::Leave { by: player("alan") });
        let mut damaged = Script::begin(person("barbara"), person("niklaus"));
        damaged.play("44");
        for script in [&open, &running, &closed, &damaged] {
            old.log(script);
        }
        let garble = "UPDATE events SET payload = '{' WHERE match_id = ? AND version = 3";
        old.0.execute(garble, [damaged.id.to_string()]).unwrap();
        let ada = "INSERT INTO players VALUES ('ada', 'Ada', 3, 2, 1, 0, 9, 2, 1216.5)";
        old.0.execute(ada, []).unwrap();
        old.0.execute("INSERT INTO secrets VALUES ('key', x'010203')", []).unwrap();
        drop(old);

        let store = open_twice(&folder).await;
        assert_eq!(store.secret("key", b"new").await.unwrap(), [1, 2, 3]);
        for record in &records {
            assert_eq!(store.game(record.id).await.unwrap().as_ref(), Some(record));
        }
        assert_eq!(store.load(finished[0].id).await.unwrap(), finished[0].pending);
        assert_eq!(store.load(running.id).await.unwrap(), running.pending);
        let mut unfinished =
            vec![(open.id, RoomCode::parse("ABC234")), (running.id, None), (damaged.id, None)];
        unfinished.sort_unstable_by_key(|(id, _)| *id);
        assert_eq!(store.unfinished().await.unwrap(), unfinished);
        let unreadable = store.load(damaged.id).await;
        assert!(matches!(unreadable, Err(StoreError::Corrupt(_))), "{unreadable:?}");

        let query =
            GamesQuery { player: Some(player("ada")), private: true, before: None, limit: 9 };
        let theirs = store.games(&query).await.unwrap();
        assert_eq!(
            theirs.iter().map(|it| it.id).collect::<Vec<_>>(),
            [2, 1, 0].map(|it| records[it].id)
        );
        let ada = store.player(&player("ada")).await.unwrap().unwrap();
        assert_eq!((ada.name.as_str(), ada.games, ada.wins, ada.discs), ("Ada", 3, 2, 9));
        assert!((ada.rating - 1216.5).abs() < 1e-9);
        assert_eq!(store.leaderboard(10).await.unwrap().len(), 1);

        // And it goes on from there.
        running.pending.clear();
        running.stored = fourfall_match::Version(6);
        running.play("7");
        store_all(&store, &mut [running]).await;
        store_all(&store, &mut [Script::won("ada", "alan", 9_000)]).await;
        assert_eq!(store.player(&player("ada")).await.unwrap().unwrap().games, 4);
    }
}

/// What was migrated is there after the next start too.
async fn open_twice(folder: &Folder) -> Sqlite {
    open(folder).await.close().await;
    open(folder).await
}

#[tokio::test]
async fn damage_to_one_match_is_no_damage_to_others() {
    let folder = Folder::new();
    let [whole, cut, garbled] = {
        let store = open(&folder).await;
        let mut scripts = [1, 2, 3].map(|_| Script::begin(person("ada"), person("alan")));
        for moves in ["4", "4", "3"] {
            scripts.iter_mut().for_each(|it| it.play(moves));
            store_all(&store, &mut scripts).await;
        }
        store.close().await;
        scripts.map(|it| it.id)
    };
    let damage = file(&folder);
    let lose = "DELETE FROM log WHERE match_id = ? AND version = 3";
    assert_eq!(damage.execute(lose, [games::number(cut)]).unwrap(), 1);
    let garble = "UPDATE log SET events = x'ff' WHERE match_id = ? AND version = 3";
    assert_eq!(damage.execute(garble, [games::number(garbled)]).unwrap(), 1);
    drop(damage);

    let store = open(&folder).await;
    assert_eq!(store.load(whole).await.unwrap().len(), 5);
    for id in [cut, garbled] {
        let read = store.load(id).await;
        assert!(matches!(read, Err(StoreError::Corrupt(_))), "{read:?}");
        assert!(store.unfinished().await.unwrap().iter().any(|(it, _)| *it == id));
    }
    store_all(&store, &mut [Script::won("ada", "alan", 5_000)]).await;
}

#[tokio::test]
async fn the_log_is_cut_and_what_still_goes_on_is_carried_along() {
    let folder = Folder::new();
    let store = open(&folder).await;
    {
        let mut slot = store.ledger.lock().await;
        let ledger = slot.as_mut().unwrap();
        (ledger.rows, ledger.trimmed) = (200, 16);
    }
    let mut old = Script::begin(person("ada"), person("alan"));
    let mut waiting = Script::open("niklaus", Some("ABC234"));
    let mut log = old.pending.clone();
    store_all(&store, std::slice::from_mut(&mut old)).await;
    store_all(&store, std::slice::from_mut(&mut waiting)).await;
    for round in 0..60 {
        let mut others: Vec<_> =
            (0..20).map(|_| Script::begin(person("grace"), person("edsger"))).collect();
        let mut gone = Script::open("barbara", None);
        store_all(&store, std::slice::from_mut(&mut gone)).await;
        gone.act(Action::Leave { by: player("barbara") });
        store_all(&store, std::slice::from_mut(&mut gone)).await;
        assert_eq!(store.load(gone.id).await.unwrap().len(), 2, "for as long as somebody asks");
        for moves in ["12", "12", "121"] {
            others.iter_mut().for_each(|it| it.play(moves));
            store_all(&store, &mut others).await;
        }
        if round == 30 {
            old.play("44");
            log.extend(old.pending.clone());
            store_all(&store, std::slice::from_mut(&mut old)).await;
        }
    }
    let rows: i64 =
        file(&folder).query_row("SELECT count(*) FROM log", [], |row| row.get(0)).unwrap();
    // Of some 3,700 that were written. Matches keep up to 64 rows each.
    assert!(rows < 2_000, "{rows}");
    let copy = folder_after(&folder);
    for store in [store, open(&copy).await] {
        assert_eq!(store.load(old.id).await.unwrap(), log);
        let mut expected = vec![(old.id, None), (waiting.id, RoomCode::parse("ABC234"))];
        expected.sort_unstable_by_key(|(id, _)| *id);
        assert_eq!(store.unfinished().await.unwrap(), expected);
        let mut twice = Script::open("barbara", Some("ABC234"));
        assert_eq!(store.write(&[twice.append()]).await.unwrap(), [Appended::Conflict]);
    }
}

/// The same files in another folder, as a crash would leave them.
fn folder_after(folder: &Folder) -> Folder {
    let copy = Folder::new();
    fs::create_dir_all(copy.path()).unwrap();
    for name in FILES {
        if folder.path().join(name).exists() {
            fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
        }
    }
    copy
}

#[tokio::test]
async fn a_write_that_fails_is_found_out_by_reading_and_the_next_one_works() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let mut script = Script::begin(person("ada"), person("alan"));
    store_all(&store, std::slice::from_mut(&mut script)).await;
    {
        // No further page may be allocated: what a full disk looks like.
        let slot = store.ledger.lock().await;
        let connection = &slot.as_ref().unwrap().connection;
        connection.pragma_update(None, "max_page_count", 1).unwrap();
    }
    let mut full = Ok(Vec::new());
    for _ in 0..1_000 {
        script.act(Action::Disconnect { by: player("ada") });
        script.act(Action::Connect { by: player("ada") });
        let append = script.append();
        full = store.write(std::slice::from_ref(&append)).await;
        if full.is_err() {
            script.pending = append.events.clone();
            script.stored = append.expected;
            break;
        }
    }
    assert!(matches!(full, Err(StoreError::Unavailable(_))), "{full:?}");
    let stored = store.load(script.id).await.unwrap();
    assert_eq!(stored.len() as u64, script.stored.0, "nothing of it is there");
    store_all(&store, std::slice::from_mut(&mut script)).await;
    assert_eq!(store.load(script.id).await.unwrap().len() as u64, script.stored.0);
}

#[tokio::test]
async fn two_games_with_one_place_are_both_in_the_history() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let mut scripts = [1_u64, 2, 3].map(|bits| {
        let mut script = Script::won("ada", "alan", 5_000);
        script.id = MatchId::from_random(0x0abc_de00_0000_0000 | bits);
        script
    });
    let ids = scripts.each_ref().map(|it| it.id);
    store_all(&store, &mut scripts).await;
    for wanted in [None, Some(player("ada"))] {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let query = GamesQuery { player: wanted.clone(), private: false, before, limit: 1 };
            let Some(game) = store.games(&query).await.unwrap().pop() else { break };
            before = Some(Cursor { ended: game.ended, id: game.id });
            seen.push(game.id);
        }
        seen.sort_unstable();
        assert_eq!(seen, ids);
    }
}

#[tokio::test]
async fn a_store_is_checked_exported_copied_and_compacted() {
    let folder = Folder::new();
    let copy = Folder::new();
    fs::create_dir_all(copy.path()).unwrap();
    let store = open(&folder).await;
    let mut finished: Vec<_> = (0..50).map(|it| Script::won("ada", "alan", 5_000 + it)).collect();
    let mut running = Script::begin(person("grace"), person("edsger"));
    running.play("4435");
    let waiting = Script::open("niklaus", Some("ABC234"));
    let logs = [finished[0].pending.clone(), running.pending.clone()];
    let [first, second] = [finished[0].id, running.id];
    store_all(&store, &mut finished).await;
    store_all(&store, &mut [running, waiting]).await;

    // While it is in use.
    let found = upkeep::check(folder.path()).unwrap();
    assert_eq!((found.games, found.players, found.running), (50, 2, 2));
    assert_eq!(found.problems, Vec::<String>::new());
    let mut lines = Vec::new();
    assert_eq!(upkeep::export(folder.path(), &mut lines).unwrap(), 52);
    let lines = String::from_utf8(lines).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|it| it.parse().unwrap()).collect();
    for (id, log) in [first, second].into_iter().zip(&logs) {
        let line = lines.iter().find(|it| it["roomId"] == id.to_string()).unwrap();
        let events: Vec<_> =
            line["events"].as_array().unwrap().iter().map(|it| it.to_string()).collect();
        assert_eq!(&event::decode_all(&events).unwrap(), log);
    }
    assert!(lines.iter().any(|it| it["roomCode"] == "ABC234"));
    let used = upkeep::compact(folder.path());
    assert!(matches!(used, Err(StoreError::InUse)), "{used:?}");
    upkeep::backup(folder.path(), &copy.path().join(FILE)).unwrap();
    let twice = upkeep::backup(folder.path(), &copy.path().join(FILE));
    assert!(matches!(twice, Err(StoreError::Unavailable(_))), "it is not overwritten");
    store_all(&store, &mut [Script::won("ada", "alan", 9_000)]).await;
    store.close().await;
    drop(store);

    let mode = fs::metadata(copy.path().join(FILE)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, FILE_MODE, "the key of tokens is in it");
    let copied = open(&copy).await;
    assert_eq!(copied.player(&player("ada")).await.unwrap().unwrap().games, 50);
    assert_eq!(copied.load(second).await.unwrap(), logs[1]);

    let (before, after) = upkeep::compact(folder.path()).unwrap();
    assert!(after <= before, "{before} {after}");
    assert_eq!(upkeep::check(folder.path()).unwrap().problems, Vec::<String>::new());
    let rows: i64 =
        file(&folder).query_row("SELECT count(*) FROM log", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 2);
    let store = open(&folder).await;
    assert_eq!(store.load(second).await.unwrap(), logs[1]);
    assert_eq!(store.load(first).await.unwrap(), logs[0]);
}

#[tokio::test]
async fn a_check_finds_what_is_wrong() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let mut scripts = [5_000, 6_000].map(|at| Script::won("ada", "alan", at));
    let mut running = Script::begin(person("grace"), person("edsger"));
    let [game, other] = scripts.each_ref().map(|it| it.id);
    let live = running.id;
    store_all(&store, &mut scripts).await;
    store_all(&store, std::slice::from_mut(&mut running)).await;
    store.close().await;
    drop(store);
    let damage = file(&folder);
    let run =
        |sql: &str, id: MatchId| assert_eq!(damage.execute(sql, [games::number(id)]).unwrap(), 1);
    run("UPDATE games SET events = x'ff' WHERE match_id = ?", game);
    run("UPDATE games SET place = place + 100000000 WHERE match_id = ?", other);
    run("UPDATE log SET events = x'00' WHERE match_id = ?", live);
    damage.execute("UPDATE players SET wins = wins + 1 WHERE name = 'ada'", []).unwrap();
    drop(damage);
    let found = upkeep::check(folder.path()).unwrap();
    let says = |what: &str| found.problems.iter().any(|it| it.contains(what));
    assert!(says(&format!("game {game}: ")), "{found:?}");
    assert!(says(&format!("game {other} stands")), "{found:?}");
    assert!(says(&format!("match {live}: ")), "{found:?}");
    assert!(says("ada has 2 games, 3 results"), "{found:?}");
    assert!(says("lead to no game"), "{found:?}");
}
