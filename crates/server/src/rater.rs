//! Updates the ratings after finished games, once they are stored, in a task of its own.
//!
//! Ratings follow from the stored games: if the server dies in between, the next start finds the games
//! that were not rated yet, and none is rated twice. The first start of a version with ratings rates
//! the newest [`RATED_LATER_MAX`] games.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::limits::{PAGE_MAX, RATED_AT_ONCE, RATED_LATER_MAX, RATER_QUEUE};
use crate::store::people::People;
use crate::store::{Cursor, GameRecord, GamesQuery, Store, StoreError};

/// How long to wait before games that could not be rated are tried again.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// The queue of finished games to be rated: the sending end.
#[derive(Clone)]
pub(crate) struct Rater(mpsc::Sender<GameRecord>);

/// The receiving end.
pub(crate) struct Finished(mpsc::Receiver<GameRecord>);

impl Rater {
    pub(crate) fn new() -> (Rater, Finished) {
        let (games, finished) = mpsc::channel(RATER_QUEUE);
        (Rater(games), Finished(finished))
    }

    /// The number of games in the queue.
    pub(crate) fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Adds a stored game to the queue. If the queue is full, the game is rated at the next start.
    pub(crate) fn hand_in(&self, game: GameRecord) {
        if game.rated && self.0.try_send(game).is_err() {
            tracing::warn!(
                "too many games are waiting to be rated: some will be rated at the next start"
            );
        }
    }
}

impl Finished {
    /// First rates the games that an earlier run left unrated, then games as they come. Returns when the
    /// last [`Rater`] is dropped.
    pub(crate) async fn rate(mut self, people: People, store: &dyn Store) {
        while let Err(err) = rate_left_behind(&people, store).await {
            tracing::warn!(error = &err as &dyn std::error::Error, "could not rate earlier games");
            sleep(TRY_AGAIN).await;
        }
        let mut games = Vec::new();
        while self.0.recv_many(&mut games, RATED_AT_ONCE).await > 0 {
            while let Err(err) = people.rate(&games).await {
                tracing::warn!(error = &err as &dyn std::error::Error, "could not rate games");
                sleep(TRY_AGAIN).await;
            }
            games.clear();
        }
    }
}

/// Goes back through the history until all rated games of a page have been handled before, and rates the
/// games found, oldest first.
async fn rate_left_behind(people: &People, store: &dyn Store) -> Result<(), StoreError> {
    let mut found: Vec<GameRecord> = Vec::new();
    let mut before = None;
    let mut looked_at = 0;
    while looked_at < RATED_LATER_MAX {
        let query = GamesQuery { player: None, private: false, before, limit: PAGE_MAX };
        let page = store.games(&query).await?;
        let Some(last) = page.last() else { break };
        before = Some(Cursor { ended: last.ended, id: last.id });
        looked_at += page.len();
        let rated: Vec<_> = page.into_iter().filter(|it| it.rated).collect();
        let any = !rated.is_empty();
        let fresh = people.not_judged(rated).await?;
        if any && fresh.is_empty() {
            break;
        }
        found.extend(fresh);
    }
    found.reverse();
    for games in found.chunks(RATED_AT_ONCE) {
        people.rate(games).await?;
    }
    Ok(())
}
