//! Is it alive, is it ready, and how is it doing.

use axum::extract::State;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderName};

use super::Api;

/// The process answers.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Games can be played: the store takes and gives.
pub(super) async fn readyz(State(api): State<Api>) -> (StatusCode, &'static str) {
    let services = api.lobby.services();
    let (store, writer) = (&services.store, &services.writer);
    let works = if writer.is_healthy() {
        store.ping().await
    } else {
        // Nobody may be writing any more because it failed: find out.
        store.probe().await.inspect(|()| writer.recovered())
    };
    match works {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(err) => {
            tracing::warn!(error = &err as &dyn std::error::Error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store is unavailable\n")
        }
    }
}

/// Figures for Prometheus.
pub(super) async fn metrics(State(api): State<Api>) -> ([(HeaderName, &'static str); 1], String) {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, kind)], api.lobby.services().metrics.text())
}
