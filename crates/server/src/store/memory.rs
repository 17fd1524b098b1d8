//! The store in memory, for tests of rooms under paused time. It fails as it is told to, or by chance
//! from a seed, in every way a database can.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use fourfall_match::{Event, Match, MatchId, PlayerId};

use super::batch::{Batch, Change, Ratings};
use super::nodes::Nodes;
use super::{
    Append, Appended, Cursor, GameRecord, GamesQuery, PlayerRecord, RoomCode, Store, StoreError,
};
use crate::rating;

#[derive(Default)]
pub(crate) struct Memory {
    tables: Arc<Mutex<Tables>>,
    broken: AtomicBool,
    /// The faults of the next writes, in order.
    next: Mutex<VecDeque<Fault>>,
    chance: Mutex<Option<FaultsByChance>>,
}

/// What can happen to a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Nothing is written, and the store says so.
    Fail,
    /// It takes this long. After longer than the writer waits, nothing is written.
    Stall(Duration),
    /// It is written, but the answer is lost.
    CommitAfterTimeout,
    /// The store panics.
    Panic,
    /// Another writer is faster.
    Conflict,
}

/// Random faults from a seed, `per_mille` in a thousand calls.
struct FaultsByChance {
    chance: Chance,
    per_mille: u64,
}

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }

    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
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

    /// What happens to the next write that nothing is planned for.
    pub(crate) fn plan(&self, fault: Fault) {
        lock(&self.next).push_back(fault);
    }

    /// From now on `per_mille` in a thousand calls fail. The seed decides which, and how.
    pub(crate) fn fail_by_chance(&self, seed: u64, per_mille: u64) {
        *lock(&self.chance) = Some(FaultsByChance { chance: Chance(seed), per_mille });
    }

    /// From now on everything works.
    pub(crate) fn heal(&self) {
        self.break_down(false);
        lock(&self.next).clear();
        *lock(&self.chance) = None;
    }

    /// The same tables for the next process. For this one the store is gone, as if it had crashed.
    pub(crate) fn successor(&self) -> Memory {
        self.break_down(true);
        Memory { tables: self.tables.clone(), ..Memory::default() }
    }

    /// Every log there is.
    pub(crate) fn logs(&self) -> BTreeMap<MatchId, Vec<Event>> {
        lock(&self.tables).matches.iter().map(|(id, row)| (*id, row.events.clone())).collect()
    }

    /// Every summary there is.
    pub(crate) fn summaries(&self) -> Vec<GameRecord> {
        lock(&self.tables).games.clone()
    }

    /// The statistics of everybody.
    pub(crate) fn everybody(&self) -> Vec<PlayerRecord> {
        lock(&self.tables).players.values().map(|(it, _)| it.clone()).collect()
    }

    /// Damages the log of a match: its first event is lost.
    pub(crate) fn damage(&self, id: MatchId) {
        if let Some(row) = lock(&self.tables).matches.get_mut(&id) {
            row.events.remove(0);
        }
    }

    fn tables(&self) -> Result<MutexGuard<'_, Tables>, StoreError> {
        if self.broken.load(Ordering::Relaxed) {
            return Err(StoreError::unavailable("broken on purpose"));
        }
        Ok(lock(&self.tables))
    }

    fn draw(&self) -> Option<Fault> {
        if let Some(planned) = lock(&self.next).pop_front() {
            return Some(planned);
        }
        let mut drawn = lock(&self.chance);
        let FaultsByChance { chance, per_mille } = drawn.as_mut()?;
        (chance.below(1_000) < *per_mille).then(|| match chance.below(6) {
            0 => Fault::Fail,
            1 => Fault::Stall(Duration::from_millis(chance.below(800))),
            2 => Fault::Stall(Duration::from_millis(chance.below(8_000))),
            3 => Fault::CommitAfterTimeout,
            4 => Fault::Panic,
            _ => Fault::Conflict,
        })
    }

    /// Reading fails less often than writing does, and only by returning an error or being slow.
    async fn reading(&self) -> Result<(), StoreError> {
        let fault = {
            let mut drawn = lock(&self.chance);
            drawn.as_mut().and_then(|FaultsByChance { chance, per_mille }| {
                (chance.below(1_000) < *per_mille).then(|| chance.below(3_000))
            })
        };
        match fault {
            Some(ms) if ms < 1_000 => Err(StoreError::unavailable("broken by chance")),
            Some(ms) => {
                tokio::time::sleep(Duration::from_millis(ms - 1_000)).await;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// Lets another writer be faster, if possible. It writes the event that is always allowed:
    /// everybody gets the time back. Returns whether it did.
    fn overtake(&mut self, append: &Append) -> bool {
        let Some(row) = self.matches.get_mut(&append.id).filter(|it| !it.over) else {
            return false;
        };
        let stalled = Event::Stalled { at: append.at };
        let fits = Match::replay(row.events.iter().chain([&stalled])).is_ok()
            && row.events.len() as u64 == append.expected.0;
        if fits {
            row.events.push(stalled);
        }
        fits
    }

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
impl Nodes for Memory {
    async fn adopt(&self, _limit: u32) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        self.unfinished().await
    }
}

#[async_trait]
impl Store for Memory {
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let fault = self.draw();
        match fault {
            None | Some(Fault::CommitAfterTimeout | Fault::Conflict) => {}
            Some(Fault::Fail) => return Err(StoreError::unavailable("broken for once")),
            Some(Fault::Stall(time)) => tokio::time::sleep(time).await,
            // Past the hook that prints panics: there are many of these.
            Some(Fault::Panic) => std::panic::resume_unwind(Box::new("a panic on purpose")),
        }
        let written = {
            let mut tables = self.tables()?;
            let write = |append: &Append| match fault {
                // The version decides.
                Some(Fault::Conflict) if !tables.overtake(append) => Appended::Conflict,
                None | Some(_) => tables.append(append),
            };
            appends.iter().map(write).collect()
        };
        if fault == Some(Fault::CommitAfterTimeout) {
            // Longer than the writer waits.
            std::future::pending::<()>().await;
        }
        Ok(written)
    }

    async fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        self.reading().await?;
        Ok(self.tables()?.matches.get(&id).map(|it| it.events.clone()).unwrap_or_default())
    }

    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        let tables = self.tables()?;
        let rows = tables.matches.iter().filter(|(_, it)| !it.over);
        Ok(rows.map(|(id, it)| (*id, it.code.clone())).collect())
    }

    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError> {
        self.reading().await?;
        Ok(self.tables()?.games.iter().find(|it| it.id == id).cloned())
    }

    async fn games(&self, query: &GamesQuery) -> Result<Vec<GameRecord>, StoreError> {
        let place = |it: &GameRecord| (it.ended, it.id.to_string());
        let before = query.before.as_ref().map(|&Cursor { ended, id }| (ended, id.to_string()));
        let mut games = self.tables()?.games.clone();
        games.retain(|game| {
            let by = |id: &PlayerId| game.people().any(|(_, seat)| seat.player == *id);
            query.player.as_ref().is_none_or(by)
                && (!game.private || query.private && query.player.is_some())
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
