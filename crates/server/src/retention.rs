//! Deletes old data, if the operator has set a retention time: guests who have not played for long, and
//! abandoned matches.

use std::collections::HashSet;
use std::time::Duration;

use fourfall_match::{MatchId, PlayerId, Timestamp};
use tokio::time::sleep;

use crate::config::Retention;
use crate::limits::{PAGE_MAX, RETENTION_EVERY};
use crate::lobby::Lobby;
use crate::room::{Stage, Wake};
use crate::services::Services;
use crate::store::{Cursor, GamesQuery, StoreError};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Runs for as long as the server does.
pub(crate) async fn keep(lobby: Lobby, retention: Retention) {
    // Guests whose last game is older than this have been handled.
    let mut looked_at = None;
    loop {
        if let Some(days) = retention.abandoned_days {
            call_off(&lobby, ago(lobby.services(), days));
        }
        if let Some(days) = retention.guest_days {
            let before = ago(lobby.services(), days);
            match forget_guests(lobby.services(), before, looked_at).await {
                Ok(()) => looked_at = Some(before),
                // It is tried again the next time.
                Err(err) => {
                    let error = &err as &dyn std::error::Error;
                    tracing::warn!(error, "could not look for guests to delete");
                }
            }
        }
        sleep(RETENTION_EVERY).await;
    }
}

fn ago(services: &Services, days: u32) -> Timestamp {
    let ms = u64::try_from((DAY * days).as_millis()).unwrap_or(u64::MAX);
    Timestamp::from_unix_ms(services.now().unix_ms().saturating_sub(ms))
}

/// Ends matches in which nothing has happened since a time.
pub(crate) fn call_off(lobby: &Lobby, since: Timestamp) {
    for room in lobby.registry().rooms() {
        if room.stage() != Stage::Over && room.idle_since().is_some_and(|it| it < since) {
            tracing::info!(match.id = %room.id(), "an abandoned match is called off");
            room.wake(Wake::CalledOff);
        }
    }
}

/// Deletes the data of guests whose last game was before a time. Games that ended before `looked_at` have
/// been handled already.
async fn forget_guests(
    services: &Services,
    before: Timestamp,
    looked_at: Option<Timestamp>,
) -> Result<(), StoreError> {
    let last = Cursor { ended: before, id: MatchId::from_random(0) };
    let (mut cursor, mut seen) = (last, HashSet::<PlayerId>::new());
    loop {
        let query =
            GamesQuery { player: None, private: false, before: Some(cursor), limit: PAGE_MAX };
        let page = services.store.games(&query).await?;
        let Some(oldest) = page.last() else { return Ok(()) };
        cursor = Cursor { ended: oldest.ended, id: oldest.id };
        for seat in page.iter().flat_map(|it| it.seats.iter()) {
            if seat.bot_level().is_some() || !seen.insert(seat.player.clone()) {
                continue;
            }
            let query = GamesQuery {
                player: Some(seat.player.clone()),
                private: true,
                before: None,
                limit: 1,
            };
            let newest = services.store.games(&query).await?;
            let gone = newest.first().is_none_or(|it| it.ended < before);
            if gone && services.orders.alias(seat.player.as_str()).is_none() {
                services.people.forget_guest(services.now(), &seat.player).await?;
            }
        }
        if looked_at.is_some_and(|it| cursor.ended < it) {
            return Ok(());
        }
    }
}
