//! The store in memory, for tests of rooms under paused time. It can be told to fail.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId};

use super::batch::{Batch, Change, Ratings};
use super::{
    Append, Appended, Cursor, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError,
};
use crate::rating;

#[derive(Default)]
pub(crate) struct Memory {
    tables: Mutex<Tables>,
    broken: AtomicBool,
    /// How long the next write takes.
    stall: Mutex<Duration>,
    /// The next write happens, but its answer is lost.
    forget: AtomicBool,
    panics: AtomicBool,
}

#[derive(Default)]
struct Tables {
    matches: BTreeMap<MatchId, Row>,
    games: Vec<GameRecord>,
    players: BTreeMap<PlayerId, (PlayerRecord, u32)>,
    secrets: BTreeMap<String, Vec<u8>>,
}

struct Row {
    code: Option<RoomCode>,
    events: Vec<Event>,
    over: bool,
}

impl Memory {
    /// From now on everything fails, or works again.
    pub(crate) fn break_down(&self, broken: bool) {
        self.broken.store(broken, Ordering::Relaxed);
    }

    /// The next write takes this long.
    pub(crate) fn stall(&self, time: Duration) {
        *self.stall.lock().expect("no holder of this lock can panic") = time;
    }

    /// The next write happens, and is said to have timed out.
    pub(crate) fn commit_after_timeout(&self) {
        self.forget.store(true, Ordering::Relaxed);
    }

    /// The next write panics.
    pub(crate) fn panic_once(&self) {
        self.panics.store(true, Ordering::Relaxed);
    }

    fn tables(&self) -> Result<std::sync::MutexGuard<'_, Tables>, StoreError> {
        if self.broken.load(Ordering::Relaxed) {
            return Err(StoreError::unavailable("broken on purpose"));
        }
        Ok(self.tables.lock().expect("no holder of this lock can panic"))
    }
}

impl Tables {
    fn append(&mut self, append: &Append) -> Appended {
        let Tables { matches, games, players, .. } = self;
        if append.expected.0 == 0 && !matches.contains_key(&append.id) {
            let taken = append.code.is_some() && matches.values().any(|it| it.code == append.code);
            if taken {
                return Appended::Conflict;
            }
            let code = append.code.clone();
            matches.insert(append.id, Row { code, events: Vec::new(), over: false });
        }
        let Some(row) = matches.get_mut(&append.id) else { return Appended::Conflict };
        if row.events.len() as u64 != append.expected.0 {
            return Appended::Conflict;
        }
        row.events.extend(append.events.iter().cloned());
        row.over = append.is_over();
        if row.over {
            row.code = None;
        }
        if let Some(record) = append.ended() {
            games.push(record.clone());
        }
        let ratings: Ratings =
            players.iter().map(|(id, (it, _))| (id.to_string(), it.rating)).collect();
        let batch = std::slice::from_ref(append);
        let batch = Batch::new(batch);
        let won = batch.won(vec![append.id.to_string()]);
        for change in won.finished().map(|it| it.tally(ratings)).unwrap_or_default() {
            self.change(change);
        }
        Appended::Stored
    }

    fn change(&mut self, change: Change) {
        let id = PlayerId::new(&change.id).expect("it was an id before");
        let (record, rated) = self.players.entry(id.clone()).or_insert_with(|| {
            let name = String::new();
            let rating = rating::START;
            (PlayerRecord { id, name, games: 0, wins: 0, losses: 0, draws: 0, discs: 0, rating }, 0)
        });
        record.name = change.name;
        record.games += change.games;
        record.wins += change.wins;
        record.losses += change.losses;
        record.draws += change.draws;
        record.discs += change.discs;
        record.rating = change.rating;
        *rated += change.rated_games;
    }
}

#[async_trait]
impl Store for Memory {
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        assert!(!self.panics.swap(false, Ordering::Relaxed), "a panic on purpose");
        let stall = std::mem::take(&mut *self.stall.lock().expect("no holder can panic"));
        if !stall.is_zero() {
            tokio::time::sleep(stall).await;
        }
        let mut tables = self.tables()?;
        let forget = self.forget.swap(false, Ordering::Relaxed);
        let written = appends.iter().map(|it| tables.append(it)).collect();
        if forget {
            return Err(StoreError::TimedOut);
        }
        Ok(written)
    }

    async fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        Ok(self.tables()?.matches.get(&id).map(|it| it.events.clone()).unwrap_or_default())
    }

    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        let tables = self.tables()?;
        let rows = tables.matches.iter().filter(|(_, it)| !it.over);
        Ok(rows.map(|(id, it)| (*id, it.code.clone())).collect())
    }

    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
        Ok(self.tables()?.games.iter().find(|it| it.id == id).cloned())
    }

    async fn games(&self, query: &GamesQuery) -> Result<Vec<GameRecord>, StoreError> {
        let place = |it: &GameRecord| (it.ended, it.id.to_string());
        let before = query.before.as_ref().map(|&Cursor { ended, id }| (ended, id.to_string()));
        let mut games = self.tables()?.games.clone();
        games.retain(|game| {
            let by = |id: &PlayerId| game.people().any(|(_, seat)| seat.player == *id);
            query.player.as_ref().is_none_or(by)
                && (query.private || !game.private)
                && before.as_ref().is_none_or(|it| place(game) < *it)
        });
        games.sort_by_key(|it| std::cmp::Reverse(place(it)));
        games.truncate(query.limit as usize);
        Ok(games)
    }

    async fn player(&self, id: &PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
        Ok(self.tables()?.players.get(id).map(|(it, _)| it.clone()))
    }

    async fn leaderboard(&self, limit: u32) -> Result<Vec<PlayerRecord>, StoreError> {
        let tables = self.tables()?;
        let rated = tables.players.values().filter(|(_, rated)| *rated > 0);
        let mut players: Vec<_> = rated.map(|(it, _)| it.clone()).collect();
        players.sort_by(|a, b| b.rating.total_cmp(&a.rating).then(b.wins.cmp(&a.wins)));
        players.truncate(limit as usize);
        Ok(players)
    }

    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut tables = self.tables()?;
        Ok(tables.secrets.entry(name.to_owned()).or_insert_with(|| fresh.to_vec()).clone())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables().map(drop)
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.tables().map(drop)
    }

    async fn close(&self) {}
}
