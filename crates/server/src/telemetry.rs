//! Logs and metrics: how they are set up, and every metric there is.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// Why logging did not start.
#[derive(Debug, thiserror::Error)]
pub enum BadLog {
    /// The filter can't be parsed.
    #[error(
        "the log filter must be a level (error, warn, info, debug, trace) or target=level pairs"
    )]
    Filter(#[source] ParseError),
    /// Logging has been started before.
    #[error("logging was already set up")]
    Twice(#[source] TryInitError),
}

/// Starts logging to standard error, for the whole process.
///
/// # Errors
///
/// If the filter is not one, or logging has been started before.
pub fn start(format: LogFormat, filter: &str) -> Result<(), BadLog> {
    let targets: Targets = filter.parse().map_err(BadLog::Filter)?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    let subscriber = tracing_subscriber::registry().with(targets);
    match format {
        LogFormat::Text => subscriber.with(lines.with_ansi(false)).try_init(),
        LogFormat::Json => subscriber.with(lines.json()).try_init(),
    }
    .map_err(BadLog::Twice)
}

/// Every metric of the server, as `/metrics` shows them.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) connections: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) waiting: Gauge,
    pub(crate) clock_drift: Gauge,
    pub(crate) matches_started: Counter,
    pub(crate) matches_finished: Counter,
    pub(crate) drops: Counter,
    pub(crate) events_received: Counter,
    pub(crate) events_refused: Counter,
    pub(crate) slow_sockets_closed: Counter,
    pub(crate) accept_errors: Counter,
    pub(crate) connections_refused: Counter,
    pub(crate) room_panics: Counter,
    pub(crate) store_appends: Counter,
    pub(crate) store_conflicts: Counter,
    pub(crate) store_failures: Counter,
    pub(crate) nodes: Gauge,
    pub(crate) bus_healthy: Gauge,
    pub(crate) store_lag: Gauge,
    pub(crate) catch_ups: Counter,
    pub(crate) sweeps: Counter,
    pub(crate) swept: Counter,
    pub(crate) adoptions: Counter,
    pub(crate) beats_failed: Counter,
    pub(crate) evictions: Counter,
    pub(crate) fenced: Counter,
    heard_seconds: Histogram,
    pub(crate) store_batch_appends: Histogram,
    pub(crate) store_write_seconds: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("fourfall"),
            connections: Gauge::default(),
            rooms: Gauge::default(),
            waiting: Gauge::default(),
            clock_drift: Gauge::default(),
            matches_started: Counter::default(),
            matches_finished: Counter::default(),
            drops: Counter::default(),
            events_received: Counter::default(),
            events_refused: Counter::default(),
            slow_sockets_closed: Counter::default(),
            accept_errors: Counter::default(),
            connections_refused: Counter::default(),
            room_panics: Counter::default(),
            store_appends: Counter::default(),
            store_conflicts: Counter::default(),
            store_failures: Counter::default(),
            nodes: Gauge::default(),
            bus_healthy: Gauge::default(),
            store_lag: Gauge::default(),
            catch_ups: Counter::default(),
            sweeps: Counter::default(),
            swept: Counter::default(),
            adoptions: Counter::default(),
            beats_failed: Counter::default(),
            evictions: Counter::default(),
            fenced: Counter::default(),
            heard_seconds: Histogram::new([
                0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0,
            ]),
            store_batch_appends: Histogram::new([
                1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0,
            ]),
            store_write_seconds: Histogram::new([
                0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0,
            ]),
        };
        metrics.describe();
        metrics
    }

    fn describe(&mut self) {
        let registry = &mut self.registry;
        let gauges = [
            ("connections", "Sockets open", &self.connections),
            ("rooms", "Rooms open: waiting for a guest, running, or just over", &self.rooms),
            ("waiting_players", "Players waiting for an opponent", &self.waiting),
            (
                "clock_drift_milliseconds",
                "How far the wall clock has moved from the time games are played by",
                &self.clock_drift,
            ),
            ("nodes", "Living servers of this database, this one included", &self.nodes),
            (
                "bus_healthy",
                "Whether this server receives its own messages over the bus",
                &self.bus_healthy,
            ),
            (
                "store_lag_milliseconds",
                "How long the database took for the last heartbeat",
                &self.store_lag,
            ),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        let counters = [
            ("matches_started", "Matches that got both players", &self.matches_started),
            ("matches_finished", "Matches that came to an end", &self.matches_finished),
            ("drops", "Discs dropped", &self.drops),
            ("events_received", "Events received from sockets", &self.events_received),
            ("events_refused", "Events refused", &self.events_refused),
            ("slow_sockets_closed", "Sockets closed for not reading", &self.slow_sockets_closed),
            ("accept_errors", "Connections that could not be accepted", &self.accept_errors),
            (
                "connections_refused",
                "Connections closed at once because there were too many",
                &self.connections_refused,
            ),
            ("room_panics", "Panics of rooms: each is a bug", &self.room_panics),
            ("store_appends", "Appends made durable", &self.store_appends),
            (
                "store_conflicts",
                "Appends refused because another writer was faster",
                &self.store_conflicts,
            ),
            ("store_failures", "Transactions that failed", &self.store_failures),
            (
                "catch_ups",
                "Times a room could not apply news at once and must read the store",
                &self.catch_ups,
            ),
            ("sweeps", "Times the database was asked what others wrote", &self.sweeps),
            ("swept_matches", "Matches in which that found something new", &self.swept),
            ("adoptions", "Matches taken over because they had no keeper", &self.adoptions),
            ("beats_failed", "Heartbeats that failed", &self.beats_failed),
            (
                "evictions",
                "Times all sockets were closed because the database was out of reach",
                &self.evictions,
            ),
            ("fenced", "Times other servers declared this one dead", &self.fenced),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        registry.register(
            "heard_seconds",
            "Time from the commit at another server to its arrival here over the bus",
            self.heard_seconds.clone(),
        );
        registry.register(
            "store_batch_appends",
            "Appends in one transaction",
            self.store_batch_appends.clone(),
        );
        registry.register(
            "store_write_seconds",
            "Time of one transaction",
            self.store_write_seconds.clone(),
        );
    }

    /// Records how long news of another server took.
    pub(crate) fn heard(&self, late: Duration) {
        self.heard_seconds.observe(late.as_secs_f64());
    }

    /// Records a successful transaction of the store.
    pub(crate) fn wrote(&self, appends: usize, took: Duration) {
        let appends = u32::try_from(appends).unwrap_or(u32::MAX);
        self.store_batch_appends.observe(f64::from(appends));
        self.store_write_seconds.observe(took.as_secs_f64());
    }

    /// Everything, in the text format of OpenMetrics.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("writing to memory cannot fail");
        text
    }
}

/// A number for a gauge.
pub(crate) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_appear_by_name() {
        let metrics = Metrics::new();
        metrics.drops.inc();
        metrics.wrote(3, Duration::from_millis(1));
        let text = metrics.text();
        assert!(text.contains("fourfall_drops_total 1"), "{text}");
        assert!(text.contains("fourfall_store_batch_appends_count 1"), "{text}");
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
