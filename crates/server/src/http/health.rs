//! Liveness, readiness and metrics.

use axum::extract::State;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderName};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::Api;
use crate::limits::{READINESS_HOLDS, STORE_ACQUIRE_TIMEOUT, STORE_PROBED_EVERY};
use crate::lobby::Lobby;

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

/// Whether games can be played: the store can be read, and the last write succeeded. Nothing is
/// written.
pub(super) async fn readyz(State(api): State<Api>) -> (StatusCode, &'static str) {
    let works = async {
        let services = api.lobby.services();
        let reads = timeout(STORE_ACQUIRE_TIMEOUT, services.store.ping());
        services.writer.is_healthy() && matches!(reads.await, Ok(Ok(())))
    };
    if api.readiness.ask(works).await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the store is unavailable\n")
    }
}

/// Notices when a store that failed takes writes again, even if nobody writes meanwhile. Ends when
/// the server stops.
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
pub(super) async fn metrics(State(api): State<Api>) -> ([(HeaderName, &'static str); 1], String) {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let services = api.lobby.services();
    services.metrics.clock_drift.set(services.clock.drift_ms());
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
