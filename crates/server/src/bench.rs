//! A store with any number of finished games, and how fast it answers. For `examples/history.rs`,
//! which prints it.

use std::path::Path;
use std::time::{Duration, Instant};

use fourfall_match::{
    Action, Command, Lot, Match, MatchId, Overrides, PlayerId, Preset, Seat, Timestamp, Version,
    Wishes, opening,
};
use fourfall_rules::Column;

use crate::identity::{fresh_player, random};
use crate::limits::{LEADERBOARD_MAX, PAGE_DEFAULT, STORE_BATCH};
use crate::store::sqlite::Sqlite;
use crate::store::{Append, Cursor, GamesQuery, Stage, Store, StoreError};

/// How long many queries of one kind took.
#[derive(Debug)]
pub struct Times {
    /// Which query.
    pub what: &'static str,
    /// Half of the answers took no longer than this.
    pub p50: Duration,
    /// All but one in a hundred took no longer than this.
    pub p99: Duration,
}

struct Lots(u64);

impl Lots {
    fn below(&mut self, bound: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }
}

/// Fills a store with random games between random players, each written at once when it is over.
/// Returns the players, and the discs that were dropped.
///
/// # Errors
///
/// If the store fails.
pub async fn fill(
    folder: &Path,
    games: u64,
    players: u64,
) -> Result<(Vec<PlayerId>, u64), StoreError> {
    let store = Sqlite::open(folder).await?;
    let mut lots = Lots(1);
    let people: Vec<_> = (0..players).map(|_| fresh_player()).collect();
    let (mut discs, mut at) = (0, 1_767_225_600_000);
    let mut batch = Vec::new();
    for _ in 0..games {
        let (append, dropped, ended) = game(&mut lots, &people, at);
        discs += dropped;
        // One ends every other second or so; they take a minute or two.
        at = ended - 60_000 + lots.below(4_000);
        batch.push(append);
        if batch.len() == STORE_BATCH {
            store.write(&std::mem::take(&mut batch)).await?;
        }
    }
    store.write(&batch).await?;
    store.close().await;
    Ok((people, discs))
}

fn game(lots: &mut Lots, people: &[PlayerId], began: u64) -> (Append, u64, u64) {
    let mut somebody = || {
        let number = lots.below(people.len() as u64);
        let id = people[usize::try_from(number).unwrap_or_default()].clone();
        Seat::human(id, &format!("Player {number}"))
    };
    let (first, mut second) = (somebody(), somebody());
    while second.player == first.player {
        second = somebody();
    }
    let terms = Preset::Live.public_terms(&Overrides::default(), &Wishes::default());
    let mut at = began;
    let mut events = opening(first, second, terms, Lot::Host, Timestamp::from_unix_ms(at)).to_vec();
    let mut state = Match::replay(&events).expect("an opening opens");
    let mut discs = 0;
    while let Match::Playing(playing) = &state {
        at += 500 + lots.below(6_000);
        let by = playing.seats[playing.turn()].player.clone();
        let column = Column::new(u8::try_from(lots.below(7)).unwrap_or_default());
        let action = Action::Drop { by, column, number: None };
        let command = Command { at: Timestamp::from_unix_ms(at), action };
        // A full column is refused; another one is drawn.
        let Ok(decided) = state.decide(&command) else { continue };
        discs += 1;
        for event in decided {
            state = state.apply(&event).expect("what was decided applies");
            events.push(event);
        }
    }
    let id = MatchId::from_random(u64::from_le_bytes(random()));
    let stage = Stage::after(id, &events, &state);
    let began = Timestamp::from_unix_ms(began);
    let append = Append { id, expected: Version::default(), code: None, at: began, stage, events };
    (append, discs, at)
}

/// Queries histories, statistics, games and the leaderboard, `times` times each.
///
/// # Errors
///
/// If the store fails.
pub async fn ask(
    folder: &Path,
    people: &[PlayerId],
    times: usize,
) -> Result<Vec<Times>, StoreError> {
    let store = Sqlite::open(folder).await?;
    let mut lots = Lots(2);
    let mut took: [Vec<Duration>; 5] = Default::default();
    let mut seen: Option<Cursor> = None;
    for _ in 0..times {
        let number = lots.below(people.len() as u64);
        let player = people[usize::try_from(number).unwrap_or_default()].clone();
        let limit = PAGE_DEFAULT + 1;
        let began = Instant::now();
        let query = GamesQuery { player: Some(player.clone()), private: true, before: None, limit };
        let theirs = store.games(&query).await?;
        took[0].push(began.elapsed());
        let began = Instant::now();
        let page =
            store.games(&GamesQuery { player: None, private: false, before: seen, limit }).await?;
        took[1].push(began.elapsed());
        seen = page.last().map(|it| Cursor { ended: it.ended, id: it.id });
        let began = Instant::now();
        store.leaderboard(LEADERBOARD_MAX).await?;
        took[2].push(began.elapsed());
        let began = Instant::now();
        store.player(&player).await?;
        took[3].push(began.elapsed());
        if let Some(game) = theirs.last() {
            let began = Instant::now();
            store.game(game.id).await?;
            took[4].push(began.elapsed());
        }
    }
    store.close().await;
    let what = ["a player's history", "everybody's history", "leaderboard", "a player", "a game"];
    Ok(what.into_iter().zip(took).map(|(what, times)| summed_up(what, times)).collect())
}

fn summed_up(what: &'static str, mut times: Vec<Duration>) -> Times {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    Times { what, p50: at(50), p99: at(99) }
}
