//! All players in a store, read while a server may run on it.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::config::StoreLocation;
use crate::store::StoreError;
use crate::store::sqlite::upkeep;

/// Id, name and number of finished games of every player, in any order.
pub(super) async fn all(
    location: &StoreLocation,
) -> Result<Vec<(String, String, i64)>, StoreError> {
    match location {
        StoreLocation::Folder(folder) => {
            let players = upkeep::players(folder)?.into_iter();
            Ok(players.map(|it| (it.id.to_string(), it.name, i64::from(it.games))).collect())
        }
        StoreLocation::Postgres(url) => {
            let mut connection = PgConnection::connect(url.expose()).await?;
            let rows = sqlx::query_as("SELECT id, name, games FROM players ORDER BY id");
            Ok(rows.fetch_all(&mut connection).await?)
        }
    }
}
