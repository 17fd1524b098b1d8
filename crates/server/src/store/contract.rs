//! What every store must do. Each case runs against memory, SQLite and a real PostgreSQL.

mod nodes;

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fourfall_match::{
    Action, BotLevel, Command, Event, Lot, Match, MatchId, Overrides, PlayerId, Preset, Seat,
    Terms, Timestamp, Version, Wishes, opening,
};
use fourfall_protocol::RejectCode;
use fourfall_rules::{Column, Outcome, Player};
use futures_util::FutureExt;

use self::nodes::{who_waits_alone_waits, whoever_joins_lives_and_adopts_what_nobody_keeps};
use super::lock::SERVER_LOCK;
use super::memory::Memory;
use super::nodes::Beside;
use super::people::People;
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::writer::{AppendError, Writer};
use super::{Append, Appended, Cursor, GamesQuery, RoomCode, Stage, Store, StoreError};
use crate::config::{Secret, StoreLocation};
use crate::identity::random;
use crate::limits::STORE_QUEUE;
use crate::rating;
use crate::telemetry::Metrics;

/// A match that is played without a room: what it has decided waits to be appended.
pub(super) struct Script {
    pub(super) id: MatchId,
    pub(super) state: Match,
    pub(super) stored: Version,
    pub(super) pending: Vec<Event>,
    pub(super) code: Option<RoomCode>,
    pub(super) at: u64,
}

pub(super) fn fresh_id() -> MatchId {
    MatchId::from_random(u64::from_le_bytes(random()))
}

pub(super) fn player(name: &str) -> PlayerId {
    PlayerId::new(name).expect("a plain name")
}

pub(super) fn person(name: &str) -> Seat {
    Seat::human(player(name), name)
}

impl Script {
    /// Somebody waits for a guest.
    pub(super) fn open(host: &str, code: Option<&str>) -> Script {
        let terms = Preset::Live.terms(&Overrides::default(), &Wishes::default());
        let mut script = Script {
            id: fresh_id(),
            state: Match::New,
            stored: Version::default(),
            pending: Vec::new(),
            code: code.map(|it| RoomCode::parse(it).expect("a code")),
            at: 1_000,
        };
        script.act(Action::Create { host: person(host), terms });
        script
    }

    /// Both seats are taken at once.
    pub(super) fn begin(first: Seat, second: Seat) -> Script {
        let terms = Preset::Live.public_terms(&Overrides::default(), &Wishes::default());
        Script::begin_by(terms, first, second)
    }

    fn begin_by(terms: Terms, first: Seat, second: Seat) -> Script {
        let mut script = Script::open("nobody", None);
        let at = Timestamp::from_unix_ms(script.at);
        script.pending = opening(first, second, terms, Lot::Host, at).to_vec();
        script.state = Match::replay(&script.pending).expect("an opening opens");
        script
    }

    pub(super) fn act(&mut self, action: Action) {
        self.at += 1;
        let command = Command { at: Timestamp::from_unix_ms(self.at), action };
        for event in self.state.decide(&command).expect("the script is legal") {
            self.state = self.state.clone().apply(&event).expect("what was decided applies");
            self.pending.push(event);
        }
    }

    pub(super) fn play(&mut self, moves: &str) {
        for digit in moves.bytes() {
            let Match::Playing(game) = &self.state else { panic!("the game is over") };
            let by = game.seats[game.turn()].player.clone();
            let column = Column::numbered(digit - b'0').expect("a column");
            self.act(Action::Drop { by, column: Some(column), number: None });
        }
    }

    /// A game won by the first player, ended at this time.
    pub(super) fn won(first: &str, second: &str, at: u64) -> Script {
        let mut script = Script::begin(person(first), person(second));
        script.at = at - 7;
        script.play("1212121");
        script
    }

    /// Everything since the last call, as one append.
    pub(super) fn append(&mut self) -> Append {
        let events = std::mem::take(&mut self.pending);
        let append = Append {
            id: self.id,
            expected: self.stored,
            at: events[0].at(),
            code: self.code.clone(),
            stage: Stage::after(self.id, &events, &self.state),
            events,
            beside: Beside::default(),
        };
        self.stored = append.next();
        append
    }
}

pub(super) async fn store_all(store: &dyn Store, scripts: &mut [Script]) {
    let appends: Vec<_> = scripts.iter_mut().map(Script::append).collect();
    let written = store.write(&appends).await.expect("the store works");
    assert!(written.iter().all(|it| *it == Appended::Stored), "{written:?}");
}

async fn what_was_appended_is_loaded(store: &dyn Store) {
    let mut script = Script::begin(person("ada"), person("alan"));
    let mut log = script.pending.clone();
    store_all(store, std::slice::from_mut(&mut script)).await;
    script.play("4435");
    log.extend(script.pending.clone());
    store_all(store, std::slice::from_mut(&mut script)).await;
    assert_eq!(store.load(script.id).await.unwrap(), log);
    assert_eq!(Match::replay(&log).unwrap(), script.state);
}

async fn an_unknown_match_has_no_events(store: &dyn Store) {
    assert_eq!(store.load(fresh_id()).await.unwrap(), []);
    assert_eq!(store.game(fresh_id()).await.unwrap(), None);
    assert_eq!(store.player(&player("nobody")).await.unwrap(), None);
}

async fn a_conflict_writes_nothing_and_stops_nobody_else(store: &dyn Store) {
    let mut contended = Script::begin(person("ada"), person("alan"));
    let mut other = Script::begin(person("grace"), person("edsger"));
    let mut scripts = [contended, other];
    store_all(store, &mut scripts).await;
    [contended, other] = scripts;

    contended.play("4");
    let faster = contended.append();
    let slower = Append { events: faster.events.clone(), ..faster.clone() };
    let stored = store.write(&[faster]).await.unwrap();
    assert_eq!(stored, [Appended::Stored]);

    other.play("1");
    let mut new = Script::begin(person("niklaus"), person("barbara"));
    let written = store.write(&[other.append(), slower, new.append()]).await.unwrap();
    assert_eq!(written, [Appended::Stored, Appended::Conflict, Appended::Stored]);
    assert_eq!(store.load(contended.id).await.unwrap().len(), 3);
    assert_eq!(store.load(other.id).await.unwrap().len(), 3);
    assert_eq!(store.load(new.id).await.unwrap().len(), 2);
}

async fn a_gap_is_a_conflict(store: &dyn Store) {
    let mut script = Script::begin(person("ada"), person("alan"));
    store_all(store, std::slice::from_mut(&mut script)).await;
    script.play("4");
    let append = Append { expected: Version(7), ..script.append() };
    assert_eq!(store.write(&[append]).await.unwrap(), [Appended::Conflict]);
    let unknown = Append { id: fresh_id(), expected: Version(2), ..script_append() };
    assert_eq!(store.write(&[unknown]).await.unwrap(), [Appended::Conflict]);
}

fn script_append() -> Append {
    Script::begin(person("ada"), person("alan")).append()
}

async fn a_match_is_made_once(store: &dyn Store) {
    let append = script_append();
    assert_eq!(store.write(std::slice::from_ref(&append)).await.unwrap(), [Appended::Stored]);
    assert_eq!(store.write(std::slice::from_ref(&append)).await.unwrap(), [Appended::Conflict]);
    assert_eq!(store.load(append.id).await.unwrap(), append.events);
}

async fn a_code_belongs_to_one_match_until_it_is_over(store: &dyn Store) {
    let mut first = Script::open("ada", Some("ABC234"));
    store_all(store, std::slice::from_mut(&mut first)).await;
    let mut second = Script::open("alan", Some("ABC234"));
    assert_eq!(store.write(&[second.append()]).await.unwrap(), [Appended::Conflict]);
    assert_eq!(store.load(second.id).await.unwrap(), []);

    first.act(Action::Leave { by: player("ada") });
    store_all(store, std::slice::from_mut(&mut first)).await;
    let mut third = Script::open("alan", Some("ABC234"));
    store_all(store, std::slice::from_mut(&mut third)).await;
}

async fn what_is_not_over_is_found_again(store: &dyn Store) {
    let open = Script::open("ada", Some("XYZ789"));
    let running = Script::begin(person("grace"), person("edsger"));
    let finished = Script::won("niklaus", "barbara", 5_000);
    let mut closed = Script::open("alan", None);
    closed.act(Action::Leave { by: player("alan") });
    let expected = [(open.id, open.code.clone()), (running.id, None)];
    store_all(store, &mut [open, running, finished, closed]).await;
    let mut found = store.unfinished().await.unwrap();
    let mut expected = expected.to_vec();
    found.sort_by_key(|(id, _)| *id);
    expected.sort_by_key(|(id, _)| *id);
    assert_eq!(found, expected);
}

async fn the_end_is_summed_up_with_its_last_event(store: &dyn Store) {
    let mut script = Script::won("ada", "alan", 5_000);
    let id = script.id;
    assert_eq!(store.game(id).await.unwrap(), None);
    store_all(store, std::slice::from_mut(&mut script)).await;
    let record = store.game(id).await.unwrap().expect("it is over");
    assert_eq!(record.game.to_string(), "1212121");
    assert_eq!(record.outcome, Outcome::Won(Player::First));
    assert_eq!(record.discs(Player::First), 4);
    assert_eq!(record.discs(Player::Second), 3);
    assert_eq!(record.ended, Timestamp::from_unix_ms(5_000));
    assert_eq!(record.seats.first, person("ada"));

    let ada = store.player(&player("ada")).await.unwrap().expect("she has played");
    assert_eq!((ada.games, ada.wins, ada.losses, ada.draws, ada.discs), (1, 1, 0, 0, 4));
    assert!(ada.rating > rating::START);
    let alan = store.player(&player("alan")).await.unwrap().expect("he has played");
    assert_eq!((alan.games, alan.wins, alan.losses, alan.draws, alan.discs), (1, 0, 1, 0, 3));
    assert!((ada.rating + alan.rating - 2.0 * rating::START).abs() < 1e-6);
}

async fn what_comes_after_the_end_counts_nothing_twice(store: &dyn Store) {
    let mut script = Script::won("ada", "alan", 5_000);
    store_all(store, std::slice::from_mut(&mut script)).await;
    let next = fresh_id();
    script.act(Action::AskRematch { by: player("ada"), next, lot: Lot::Host });
    store_all(store, std::slice::from_mut(&mut script)).await;
    assert_eq!(store.player(&player("ada")).await.unwrap().unwrap().games, 1);
    assert!(!store.unfinished().await.unwrap().iter().any(|(id, _)| *id == script.id));
    assert_eq!(store.load(script.id).await.unwrap().len(), 11);
}

async fn many_games_of_one_player_in_one_transaction_all_count(store: &dyn Store) {
    let mut scripts: Vec<_> = (0..20).map(|it| Script::won("ada", "alan", 5_000 + it)).collect();
    store_all(store, &mut scripts).await;
    let ada = store.player(&player("ada")).await.unwrap().unwrap();
    assert_eq!((ada.games, ada.wins, ada.discs), (20, 20, 80));
    let alan = store.player(&player("alan")).await.unwrap().unwrap();
    assert_eq!((alan.games, alan.losses), (20, 20));
    // Each game is rated on top of the one before it.
    assert!(ada.rating > rating::START + 100.0);
}

async fn games_against_bots_count_but_are_not_rated(store: &dyn Store) {
    let bot = Seat::bot(player("bot-easy"), "Easy bot", BotLevel::Easy);
    let mut script = Script::begin(person("ada"), bot.clone());
    script.play("1212121");
    let id = script.id;
    store_all(store, &mut [script]).await;
    let ada = store.player(&player("ada")).await.unwrap().unwrap();
    assert_eq!((ada.games, ada.wins), (1, 1));
    assert!((ada.rating - rating::START).abs() < 1e-9);
    assert_eq!(store.player(&player("bot-easy")).await.unwrap(), None);
    assert_eq!(store.leaderboard(10).await.unwrap(), []);
    assert_eq!(store.game(id).await.unwrap().unwrap().seats.second, bot);
}

async fn the_strongest_come_first(store: &dyn Store) {
    let games = [("ada", "alan"), ("ada", "grace"), ("grace", "alan")];
    for (at, (winner, loser)) in games.into_iter().enumerate() {
        store_all(store, &mut [Script::won(winner, loser, 5_000 + at as u64)]).await;
    }
    let names = |limit| async move {
        let players = store.leaderboard(limit).await.unwrap();
        players.into_iter().map(|it| it.name).collect::<Vec<_>>()
    };
    assert_eq!(names(10).await, ["ada", "grace", "alan"]);
    assert_eq!(names(1).await, ["ada"]);
}

async fn history_is_paged_from_the_newest(store: &dyn Store) {
    // Two end in the same millisecond: a page must be able to end between them.
    let ended = [6_000, 7_000, 7_000, 8_000];
    let mut scripts: Vec<_> = ended.map(|at| Script::won("ada", "alan", at)).into();
    scripts.push(Script::won("grace", "edsger", 7_500));
    store_all(store, &mut scripts).await;

    let page = async |player: Option<PlayerId>, before, limit| {
        store.games(&GamesQuery { player, private: true, before, limit }).await.unwrap()
    };
    let all = page(None, None, 10).await;
    let times: Vec<_> = all.iter().map(|it| it.ended.unix_ms()).collect();
    assert_eq!(times, [8_000, 7_500, 7_000, 7_000, 6_000]);

    let ada = Some(player("ada"));
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let games = page(ada.clone(), before, 1).await;
        let Some(last) = games.last() else { break };
        before = Some(Cursor { ended: last.ended, id: last.id });
        seen.extend(games);
    }
    let theirs: Vec<_> =
        all.iter().filter(|it| it.seats.first.name == "ada".into()).cloned().collect();
    assert_eq!(seen, theirs);
    assert_eq!(page(Some(player("nobody")), None, 10).await, []);
}

async fn private_games_are_shown_to_those_who_played_them(store: &dyn Store) {
    let private = Preset::Live.private_terms(&Overrides::default(), &Wishes::default());
    let mut hidden = Script::begin_by(private, person("ada"), person("alan"));
    hidden.at = 6_500;
    hidden.play("1212121");
    let (before, after) = (Script::won("ada", "alan", 6_000), Script::won("ada", "grace", 7_000));
    let [old, secret, new] = [before.id, hidden.id, after.id];
    store_all(store, &mut [before, hidden, after]).await;

    let page = async |name: Option<&str>, private, before, limit| -> Vec<MatchId> {
        let query = GamesQuery { player: name.map(player), private, before, limit };
        store.games(&query).await.unwrap().into_iter().map(|it| it.id).collect()
    };
    assert_eq!(page(Some("ada"), true, None, 10).await, [new, secret, old]);
    assert_eq!(page(Some("ada"), false, None, 10).await, [new, old]);
    assert_eq!(page(None, false, None, 10).await, [new, old]);
    assert_eq!(page(None, true, None, 10).await, [new, old], "nobody played them all");
    let seen = |it| Some(Cursor { ended: Timestamp::from_unix_ms(it), id: secret });
    assert_eq!(page(Some("ada"), true, seen(6_507), 10).await, [old]);
    assert_eq!(page(Some("ada"), true, None, 2).await, [new, secret]);
    assert!(store.game(secret).await.unwrap().unwrap().private);
}

async fn the_name_last_used_is_the_one_shown(store: &dyn Store) {
    store_all(store, &mut [Script::won("ada", "alan", 5_000)]).await;
    let mut script = Script::begin(Seat::human(player("ada"), "Countess 👑"), person("alan"));
    script.play("1212121");
    store_all(store, &mut [script]).await;
    assert_eq!(store.player(&player("ada")).await.unwrap().unwrap().name, "Countess 👑");
}

async fn a_secret_is_made_once(store: &dyn Store) {
    assert_eq!(store.secret("key", b"first").await.unwrap(), b"first");
    assert_eq!(store.secret("key", b"second").await.unwrap(), b"first");
    assert_eq!(store.secret("other", b"second").await.unwrap(), b"second");
}

async fn it_says_that_it_works(store: &dyn Store) {
    store.ping().await.unwrap();
    store.probe().await.unwrap();
    store.probe().await.unwrap();
}

/// Runs every case, each on a store of its own.
macro_rules! cases {
    ($($case:ident),+ $(,)?) => {
        mod memory {
            $(#[tokio::test]
            async fn $case() {
                super::$case(&super::Memory::default()).await;
            })+
        }

        mod sqlite {
            $(#[tokio::test]
            async fn $case() {
                let folder = super::Folder::new();
                let store = super::Sqlite::open(folder.path()).await.unwrap();
                super::$case(&store).await;
            })+
        }

        /// One test, because starting PostgreSQL takes seconds.
        #[tokio::test]
        async fn postgres_does_what_every_store_must() {
            let server = PostgresServer::start();
            $(
                eprintln!("{}", stringify!($case));
                let url = server.fresh_database(stringify!($case)).await;
                let store = Postgres::open(&url).await.unwrap();
                $case(&store).await;
                store.close().await;
            )+
        }
    };
}

cases! {
    what_was_appended_is_loaded,
    an_unknown_match_has_no_events,
    a_conflict_writes_nothing_and_stops_nobody_else,
    a_gap_is_a_conflict,
    a_match_is_made_once,
    a_code_belongs_to_one_match_until_it_is_over,
    what_is_not_over_is_found_again,
    the_end_is_summed_up_with_its_last_event,
    what_comes_after_the_end_counts_nothing_twice,
    many_games_of_one_player_in_one_transaction_all_count,
    games_against_bots_count_but_are_not_rated,
    the_strongest_come_first,
    history_is_paged_from_the_newest,
    private_games_are_shown_to_those_who_played_them,
    the_name_last_used_is_the_one_shown,
    a_secret_is_made_once,
    it_says_that_it_works,
    whoever_joins_lives_and_adopts_what_nobody_keeps,
    who_waits_alone_waits,
}

/// A folder that is removed afterwards.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("fourfall-test-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL of our own, started by the script that `make test` uses too.
pub(super) struct PostgresServer {
    folder: Folder,
    url: String,
}

impl PostgresServer {
    pub(super) fn start() -> PostgresServer {
        let folder = Folder::new();
        let url = PostgresServer::control("start", folder.path());
        PostgresServer { folder, url }
    }

    fn control(command: &str, folder: &Path) -> String {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/postgres");
        let output = Process::new(script).arg(command).arg(folder).output().expect("bash is there");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "could not {command} PostgreSQL: {said}");
        String::from_utf8(output.stdout).expect("an address").trim().to_owned()
    }

    pub(super) async fn fresh_database(&self, name: &str) -> Secret {
        use sqlx::Connection;
        let mut admin = sqlx::PgConnection::connect(&self.url).await.unwrap();
        let name = &name[..name.len().min(63)];
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
        admin.close().await.unwrap();
        let (server, _) = self.url.rsplit_once('/').expect("an address with a database");
        Secret::new(format!("{server}/{name}"))
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        PostgresServer::control("remove", self.folder.path());
    }
}

#[tokio::test]
async fn sqlite_keeps_everything_over_a_restart() {
    let folder = Folder::new();
    let mut script = Script::won("ada", "alan", 5_000);
    let key = {
        let store = Sqlite::open(folder.path()).await.unwrap();
        store_all(&store, std::slice::from_mut(&mut script)).await;
        let key = store.secret("key", b"first").await.unwrap();
        store.close().await;
        key
    };
    let store = Sqlite::open(folder.path()).await.unwrap();
    assert_eq!(store.secret("key", b"second").await.unwrap(), key);
    assert_eq!(store.load(script.id).await.unwrap().len(), 10);
    assert_eq!(store.player(&player("ada")).await.unwrap().unwrap().wins, 1);
}

/// What the version before accounts left behind: the same tables, without what came since.
#[tokio::test]
async fn a_postgres_database_of_before_accounts_keeps_everything() {
    use sqlx::Connection;
    let server = PostgresServer::start();
    let url = server.fresh_database("before_accounts").await;
    let mut won = Script::won("ada", "alan", 5_000);
    let mut unfinished = Script::begin(person("grace"), person("edsger"));
    unfinished.play("121");
    let store = Postgres::open(&url).await.unwrap();
    store_all(&store, std::slice::from_mut(&mut won)).await;
    store_all(&store, std::slice::from_mut(&mut unfinished)).await;
    let key = store.secret("key", b"first").await.unwrap();
    store.close().await;
    let mut admin = sqlx::PgConnection::connect(url.expose()).await.unwrap();
    let before = "ALTER TABLE waiting DROP COLUMN rating, DROP COLUMN address, DROP COLUMN entered_at, \
                      DROP COLUMN device; \
                  DELETE FROM migrations WHERE number > 3";
    sqlx::raw_sql(before).execute(&mut admin).await.unwrap();

    let store = Postgres::open(&url).await.unwrap();
    assert_eq!(store.secret("key", b"second").await.unwrap(), key, "tokens are signed with it");
    assert_eq!(store.player(&player("ada")).await.unwrap().unwrap().wins, 1);
    assert_eq!(store.unfinished().await.unwrap(), [(unfinished.id, None)]);
    let events = 2 + "121".len();
    assert_eq!(store.load(unfinished.id).await.unwrap().len(), events);
    let game = store.game(won.id).await.unwrap().unwrap();
    let people = People::open(&StoreLocation::Postgres(url)).await.unwrap();
    assert_eq!(people.rate(&[game]).await.unwrap().len(), 2, "it is rated for both");
    assert!(people.rating(&player("ada")).await.unwrap().unwrap().rating.value > 1500.0);
    who_waits_alone_waits(&store).await;
    store.close().await;
}

#[tokio::test]
async fn two_servers_cannot_share_a_folder() {
    let folder = Folder::new();
    let _first = Sqlite::open(folder.path()).await.unwrap();
    let second = Sqlite::open(folder.path()).await;
    assert!(matches!(second.err(), Some(StoreError::InUse)));
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_not_touched() {
    let folder = Folder::new();
    Sqlite::open(folder.path()).await.unwrap().close().await;
    let file = rusqlite::Connection::open(folder.path().join("fourfall.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 1_000).unwrap();
    let opened = Sqlite::open(folder.path()).await;
    assert!(matches!(opened.err(), Some(StoreError::NewerSchema)));
}

#[tokio::test]
async fn postgres_that_goes_away_is_an_error_and_comes_back_by_itself() {
    let server = PostgresServer::start();
    let url = server.fresh_database("comes_back").await;
    let store = Postgres::open(&url).await.unwrap();
    let mut before = Script::begin(person("ada"), person("alan"));
    store_all(&store, std::slice::from_mut(&mut before)).await;

    PostgresServer::control("stop", server.folder.path());
    before.play("4");
    let append = before.append();
    let away = store.write(std::slice::from_ref(&append)).await;
    assert!(matches!(away, Err(StoreError::Unavailable(_))), "{away:?}");
    store.probe().await.expect_err("it is away");

    PostgresServer::control("again", server.folder.path());
    store.probe().await.expect("it is back");
    assert_eq!(store.write(&[append]).await.unwrap(), [Appended::Stored]);
    assert_eq!(store.load(before.id).await.unwrap().len(), 3);
    store.close().await;
}

/// The summary of a match that has one already: nothing in the rules makes this.
async fn one_append_that_is_refused_stops_nobody_else(store: &dyn Store) {
    let mut earlier = Script::won("ada", "alan", 5_000);
    store_all(store, std::slice::from_mut(&mut earlier)).await;
    let mut twice = Script::won("grace", "edsger", 6_000).append();
    let Stage::Ended(record) = &mut twice.stage else { panic!("the game is over") };
    record.id = earlier.id;
    let mut appends: Vec<_> = (0..9).map(|_| script_append()).collect();
    appends.insert(4, twice);

    let written = store.write(&appends).await.unwrap();
    for (append, outcome) in appends.iter().zip(&written) {
        let log = store.load(append.id).await.unwrap();
        if append.is_over() {
            assert_eq!((*outcome, log.len()), (Appended::Conflict, 0));
        } else {
            assert_eq!((*outcome, log), (Appended::Stored, append.events.clone()));
        }
    }
    assert_eq!(written.len(), appends.len());
    assert_eq!(store.player(&player("grace")).await.unwrap(), None);
    store_all(store, &mut [Script::won("ada", "alan", 7_000)]).await;
}

#[tokio::test]
async fn in_sqlite_one_append_that_is_refused_stops_nobody_else() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).await.unwrap();
    one_append_that_is_refused_stops_nobody_else(&store).await;
}

/// A PostgreSQL server, a store in a database of its own, and somebody who may do everything there.
async fn postgres(name: &str) -> (PostgresServer, Postgres, sqlx::PgConnection) {
    use sqlx::Connection;
    let server = PostgresServer::start();
    let url = server.fresh_database(name).await;
    let store = Postgres::open(&url).await.unwrap();
    let admin = sqlx::PgConnection::connect(url.expose()).await.unwrap();
    (server, store, admin)
}

#[tokio::test]
async fn in_postgres_one_append_that_is_refused_stops_nobody_else() {
    let (_server, store, _admin) = postgres("refused").await;
    one_append_that_is_refused_stops_nobody_else(&store).await;
}

#[tokio::test]
async fn a_version_that_wants_the_database_for_itself_is_kept_out_and_keeps_out() {
    let (server, store, mut admin) = postgres("shared").await;
    let alone = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()::text))";
    let alone = || sqlx::query_scalar::<_, bool>(alone).bind(SERVER_LOCK);
    assert!(!alone().fetch_one(&mut admin).await.unwrap(), "a server is there");
    store.close().await;
    while !alone().fetch_one(&mut admin).await.unwrap() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (url, _) = server.url.rsplit_once('/').unwrap();
    let refused = Postgres::open(&Secret::new(format!("{url}/shared"))).await.err().unwrap();
    assert!(matches!(refused, StoreError::InUse), "{refused}");
    assert_eq!(refused.to_string(), "the store is in use by another server");
}

/// Ends the session that holds the lock, as an administrator or a broken network would.
async fn end_lock_session(admin: &mut sqlx::PgConnection) {
    let ended: Vec<bool> = sqlx::query_scalar(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted",
    )
    .fetch_all(admin)
    .await
    .unwrap();
    assert_eq!(ended, [true]);
}

#[tokio::test]
async fn a_lock_whose_connection_breaks_is_taken_again() {
    let (_server, store, mut admin) = postgres("taken_again").await;
    end_lock_session(&mut admin).await;
    loop {
        let held: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted",
        )
        .fetch_one(&mut admin)
        .await
        .unwrap();
        if held == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(store.write(&[script_append()]).await.unwrap(), [Appended::Stored]);
    assert!(store.lost().now_or_never().is_none());
}

#[tokio::test]
async fn a_server_that_loses_its_lock_learns_it_and_writes_no_more() {
    let (_server, store, mut admin) = postgres("lost").await;
    assert_eq!(store.write(&[script_append()]).await.unwrap(), [Appended::Stored]);
    // A rival waits in line, so the lock is theirs the moment it is free.
    let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    let mut rival = {
        use sqlx::ConnectOptions;
        let PostgresServer { url, .. } = &_server;
        let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
        options.database("lost").connect().await.unwrap()
    };
    let taking = tokio::spawn(async move {
        sqlx::query("SELECT pg_advisory_lock($1, hashtext(current_schema()::text))")
            .bind(SERVER_LOCK)
            .execute(&mut rival)
            .await
            .unwrap();
        rival
    });
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut admin).await.unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    end_lock_session(&mut admin).await;
    let _rival = taking.await.unwrap();
    store.lost().await;
    let refused = store.write(&[script_append()]).await;
    assert!(matches!(refused, Err(StoreError::InUse)), "{refused:?}");
}

#[tokio::test]
async fn a_write_that_was_given_up_leaves_no_transaction_behind() {
    use sqlx::Connection;
    let (_server, store, mut admin) = postgres("given_up").await;
    store.write(&[script_append()]).await.unwrap();
    let mut blocking = admin.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE events").execute(&mut *blocking).await.unwrap();
    let append = script_append();
    let writing = store.write(std::slice::from_ref(&append));
    let given_up = tokio::time::timeout(Duration::from_millis(300), writing).await;
    assert!(given_up.is_err(), "the table was locked");
    blocking.rollback().await.unwrap();
    // Whether the first attempt landed is not known; that the second finds a usable connection is.
    store.write(&[append]).await.expect("it is on a connection of its own");
    assert_eq!(store.write(&[script_append()]).await.unwrap(), [Appended::Stored]);
}

#[tokio::test]
async fn readers_do_not_keep_the_writer_waiting() {
    use sqlx::Connection;
    let (_server, store, mut admin) = postgres("readers").await;
    let store = Arc::new(store);
    let mut blocking = admin.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE games").execute(&mut *blocking).await.unwrap();
    let reading: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.game(fresh_id()).await.map(drop) })
        })
        .collect();
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut *blocking).await.unwrap() < 4 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(store.write(&[script_append()]).await.unwrap(), [Appended::Stored]);
    blocking.rollback().await.unwrap();
    for it in reading {
        // Those that found no connection in time have been told so.
        let _ = it.await.unwrap();
    }
}

/// Hands in an append and waits for its outcome.
async fn append(writer: &Writer, append: Append) -> Result<(), AppendError> {
    let (done, outcome) = tokio::sync::oneshot::channel();
    writer.append(append, Box::new(move |result| drop(done.send(result))))?;
    outcome.await.expect("every append has an outcome")
}

#[tokio::test]
async fn the_writer_gathers_appends_and_answers_each() {
    let store = Arc::new(Memory::default());
    let metrics = Arc::new(Metrics::new());
    let writer = Writer::start(store.clone(), metrics.clone());
    let appends: Vec<_> = (0..100).map(|_| script_append()).collect();
    let ids: Vec<_> = appends.iter().map(|it| it.id).collect();
    let asking: Vec<_> = appends
        .into_iter()
        .map(|it| {
            let writer = writer.clone();
            tokio::spawn(async move { append(&writer, it).await })
        })
        .collect();
    for asked in asking {
        asked.await.unwrap().expect("it is stored");
    }
    for id in ids {
        assert_eq!(store.load(id).await.unwrap().len(), 2);
    }
    assert_eq!(metrics.store_appends.get(), 100);
    // The hundred were handed in before the writer ran once, so they share one transaction.
    assert!(metrics.text().contains("fourfall_store_batch_appends_count 1\n"));
}

#[tokio::test]
async fn the_writer_keeps_two_appends_of_one_match_apart() {
    let store = Arc::new(Memory::default());
    let writer = Writer::start(store.clone(), Arc::new(Metrics::new()));
    let mut script = Script::begin(person("ada"), person("alan"));
    let first = script.append();
    script.play("4");
    let second = script.append();
    let (one, other) = tokio::join!(append(&writer, first), append(&writer, second));
    one.expect("it is stored");
    other.expect("it is stored after the first");
    assert_eq!(store.load(script.id).await.unwrap().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn more_than_the_writer_can_hold_is_refused_at_once() {
    let store = Arc::new(Memory::default());
    let writer = Writer::start(store.clone(), Arc::new(Metrics::new()));
    store.plan(super::memory::Fault::Stall(Duration::from_secs(3)));
    let mut waiting = Vec::new();
    let mut hand_in = || {
        let (done, outcome) = tokio::sync::oneshot::channel();
        let done = Box::new(move |result| drop(done.send(result)));
        writer.append(script_append(), done).map(|()| waiting.push(outcome))
    };
    hand_in().unwrap();
    // The first is being written; behind it there is room for a full queue.
    tokio::time::sleep(Duration::from_millis(1)).await;
    (0..STORE_QUEUE).for_each(|_| hand_in().unwrap());
    let full = hand_in().expect_err("there is a limit");
    assert!(matches!(full, AppendError::Full), "{full:?}");
    assert_eq!(crate::wire::not_stored(&full).code, RejectCode::Overloaded);
    for outcome in waiting {
        outcome.await.unwrap().expect("what was taken is stored");
    }
    append(&writer, script_append()).await.expect("there is room again");
}

#[tokio::test]
async fn the_writer_reports_failure_and_recovers() {
    let store = Arc::new(Memory::default());
    let writer = Writer::start(store.clone(), Arc::new(Metrics::new()));
    store.break_down(true);
    let again = script_append();
    let failed = append(&writer, again.clone()).await;
    assert!(matches!(failed, Err(AppendError::Failed(_))), "{failed:?}");
    assert!(!writer.is_healthy());
    store.break_down(false);
    append(&writer, again.clone()).await.expect("it works again");
    assert!(writer.is_healthy());
    let again = append(&writer, again).await;
    assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");
}

#[tokio::test]
async fn a_store_that_panics_fails_one_write_and_not_the_writer() {
    let store = Arc::new(Memory::default());
    let writer = Writer::start(store.clone(), Arc::new(Metrics::new()));
    store.plan(super::memory::Fault::Panic);
    let failed = append(&writer, script_append()).await;
    assert!(matches!(failed, Err(AppendError::Failed(_))), "{failed:?}");
    assert!(!writer.is_healthy());
    append(&writer, script_append()).await.expect("it works again");
}
