//! Lets finished games change the ratings, after they are stored and away from the rooms.
//!
//! A rating follows from the games that are stored: if the server dies in between, the next start finds
//! the games that were not rated, and none is rated twice. The first start of a version with
//! ratings finds all of them.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::limits::{PAGE_MAX, RATED_AT_ONCE, RATED_LATER_MAX, RATER_QUEUE};
use crate::store::people::People;
use crate::store::{Cursor, GameRecord, GamesQuery, Store, StoreError};

/// After a failure the same games are tried again.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Where finished games are handed in.
#[derive(Clone)]
pub(crate) struct Rater(mpsc::Sender<GameRecord>);

/// The other end.
pub(crate) struct Finished(mpsc::Receiver<GameRecord>);

impl Rater {
    pub(crate) fn new() -> (Rater, Finished) {
        let (games, finished) = mpsc::channel(RATER_QUEUE);
        (Rater(games), Finished(finished))
    }

    /// How many games wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Hands in a game that is stored. One too many is found at the next start.
    pub(crate) fn hand_in(&self, game: GameRecord) {
        if game.rated && self.0.try_send(game).is_err() {
            tracing::warn!("too many games wait to be rated: some are rated at the next start");
        }
    }
}

impl Finished {
    /// Rates games as they come, and first those that an earlier server left behind. Ends with the last
    /// [`Rater`].
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

/// Goes back through the history until a whole page is known, and rates what was found, oldest first.
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
