//! Finished games out of a store, page by page, for programs that are not a server.

use std::sync::Arc;

use fourfall_match::PlayerId;
use fourfall_protocol::rest;

use crate::config::StoreLocation;
use crate::limits::PAGE_MAX;
use crate::store::{self, Cursor, GamesQuery, Store, StoreError};
use crate::wire;

/// A store that is being read. No server may run on the same SQLite file meanwhile.
pub struct Export {
    store: Arc<dyn Store>,
    player: Option<PlayerId>,
    before: Option<Cursor>,
}

impl Export {
    /// Opens the store, for all public games or for all games of one player.
    ///
    /// # Errors
    ///
    /// If it can't be opened, or if that is not a valid player id.
    pub async fn open(
        location: &StoreLocation,
        player: Option<&str>,
    ) -> Result<Export, StoreError> {
        let bad = || StoreError::Unavailable("a player id is 1 to 64 plain characters".into());
        let player = player.map(|it| PlayerId::new(it).ok_or_else(bad)).transpose()?;
        Ok(Export { store: store::open(location).await?, player, before: None })
    }

    /// The next games, newest first; none after the last.
    ///
    /// # Errors
    ///
    /// If the store can't be read.
    pub async fn page(&mut self) -> Result<Vec<rest::Game>, StoreError> {
        let query = GamesQuery {
            player: self.player.clone(),
            private: true,
            before: self.before,
            limit: PAGE_MAX,
        };
        let records = self.store.games(&query).await?;
        if let Some(last) = records.last() {
            self.before = Some(Cursor { ended: last.ended, id: last.id });
        }
        Ok(records.iter().map(wire::game).collect())
    }

    /// Closes the store.
    pub async fn close(self) {
        self.store.close().await;
    }
}
