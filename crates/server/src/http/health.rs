//! Liveness, readiness and metrics.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderName};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::Api;
use crate::config::StoreLocation;
use crate::limits::{READINESS_HOLDS, STORE_ACQUIRE_TIMEOUT, STORE_PROBED_EVERY};
use crate::lobby::Lobby;
use crate::telemetry::count;

/// The process answers.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether a proxy may send people here. It does not depend on the store alone: otherwise an outage
/// of the store would take every server out at once.
pub(super) async fn routable(State(api): State<Api>) -> (StatusCode, &'static str) {
    if api.lobby.services().node.is_routable() {
        (StatusCode::OK, "routable\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "this server is leaving, or does not reach the store\n")
    }
}

/// Whether games can be played, as last checked, and when that was. If that is too long ago, one
/// request asks the store, and the others wait for the same answer.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<(bool, Instant)>>);

impl Readiness {
    async fn ask(&self, works: impl Future<Output = bool>) -> bool {
        let mut known = self.0.lock().await;
        if let Some((ready, at)) = *known
            && at.elapsed() < READINESS_HOLDS
        {
            return ready;
        }
        let ready = works.await;
        *known = Some((ready, Instant::now()));
        ready
    }
}

/// Whether the store can be read and took the last write. Nothing is written.
async fn works(lobby: &Lobby) -> bool {
    let services = lobby.services();
    let reads = timeout(STORE_ACQUIRE_TIMEOUT, services.store.ping());
    services.writer.is_healthy() && matches!(reads.await, Ok(Ok(())))
}

/// Whether new games can be played.
pub(super) async fn readyz(State(api): State<Api>) -> (StatusCode, &'static str) {
    if !api.readiness.ask(works(&api.lobby)).await {
        (StatusCode::SERVICE_UNAVAILABLE, "the store is unavailable\n")
    } else if api.lobby.services().orders.is_draining() {
        (StatusCode::SERVICE_UNAVAILABLE, "no new games\n")
    } else {
        (StatusCode::OK, "ready\n")
    }
}

/// What the address for operators needs.
pub(super) struct Desk {
    lobby: Lobby,
    store: StoreLocation,
    readiness: Readiness,
    started: Instant,
}

impl Desk {
    pub(super) fn new(lobby: Lobby, store: StoreLocation) -> Desk {
        Desk { lobby, store, readiness: Readiness::default(), started: Instant::now() }
    }

    /// Updates the metrics of the store's size.
    async fn measure_store(&self) {
        let metrics = &self.lobby.services().metrics;
        match &self.store {
            StoreLocation::Folder(folder) => {
                for (part, file) in FILES {
                    let bytes = std::fs::metadata(folder.join(file)).map_or(0, |it| it.len());
                    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
                    metrics.store_bytes.get_or_create(&[("part", part)]).set(bytes);
                }
            }
            StoreLocation::Postgres(_) => {
                if let Ok(bytes) = self.lobby.services().people.database_bytes().await {
                    metrics.store_bytes.get_or_create(&[("part", "database")]).set(bytes);
                }
            }
        }
    }
}

/// The files of the store, each with its label in the metrics.
const FILES: [(&str, &str); 4] = [
    ("matches", "fourfall.sqlite"),
    ("matches_log", "fourfall.sqlite-wal"),
    ("people", "people.sqlite"),
    ("people_log", "people.sqlite-wal"),
];

/// Readiness, with details as JSON.
pub(super) async fn details(State(desk): State<Arc<Desk>>) -> (StatusCode, Json<Value>) {
    let services = desk.lobby.services();
    let store = desk.readiness.ask(works(&desk.lobby)).await;
    let draining = services.orders.is_draining();
    let ready = store && !draining;
    let details = json!({
        "ready": ready,
        "storeWorks": store,
        "draining": draining,
        "lastWriteWorked": services.writer.is_healthy(),
        "appendsWaiting": services.writer.waiting(),
        "gamesToRate": services.rater.waiting(),
        "firstMovePoints": services.people.first_move().await.ok().map(|it| it.points()),
        "clockDriftMs": services.clock.drift_ms(),
        "uptimeSeconds": desk.started.elapsed().as_secs(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(details))
}

/// Finds out when a store that failed takes writes again, even if nobody writes any more because it
/// failed. Ends when the server stops.
pub(super) async fn notice_recovery(lobby: Lobby) {
    let services = lobby.services();
    loop {
        tokio::select! {
            () = sleep(STORE_PROBED_EVERY) => {}
            () = services.stopping.cancelled() => return,
        }
        if !services.writer.is_healthy() && services.store.probe().await.is_ok() {
            services.writer.recovered();
        }
    }
}

/// Metrics for Prometheus.
pub(super) async fn metrics(
    State(desk): State<Arc<Desk>>,
) -> ([(HeaderName, &'static str); 1], String) {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let services = desk.lobby.services();
    services.metrics.clock_drift.set(services.clock.drift_ms());
    services.metrics.store_queue.set(count(services.writer.waiting()));
    services.metrics.rater_queue.set(count(services.rater.waiting()));
    desk.measure_store().await;
    ([(CONTENT_TYPE, kind)], services.metrics.text())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_store_is_asked_once_however_many_want_to_know() {
        let (readiness, asked) = (Readiness::default(), AtomicU32::new(0));
        let works = || async {
            sleep(Duration::from_millis(100)).await;
            asked.fetch_add(1, Ordering::Relaxed) > 0
        };
        let answers = join_all((0..100).map(|_| readiness.ask(works()))).await;
        assert!(answers.iter().all(|it| !it));
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        sleep(READINESS_HOLDS).await;
        assert!(readiness.ask(works()).await, "the answer is found out anew");
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }
}
