//! Logs and metrics: how they are set up, and every metric there is.

use std::sync::OnceLock;
use std::time::Duration;

use fourfall_match::EndedBy;
use fourfall_protocol::RejectCode;
use fourfall_rules::Outcome;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload;
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
    /// The filter can't be changed.
    #[error("what is logged can't be changed")]
    Changed(#[source] reload::Error),
    /// Started before.
    #[error("logging was already set up")]
    Twice(#[source] TryInitError),
}

/// Starts logging to standard error, for the whole process.
///
/// # Errors
///
/// If the filter is not one, or logging has been started before.
pub fn start(format: LogFormat, filter: &str) -> Result<(), BadLog> {
    let (targets, handle) = reload::Layer::new(check(filter)?);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    let subscriber = tracing_subscriber::registry().with(targets);
    // If logging was started before, `try_init` fails below.
    let _ = FILTER.set(handle);
    match format {
        LogFormat::Text => subscriber.with(lines.with_ansi(false)).try_init(),
        LogFormat::Json => subscriber.with(lines.json()).try_init(),
    }
    .map_err(BadLog::Twice)
}

/// Parses a log filter.
pub(crate) fn check(filter: &str) -> Result<Targets, BadLog> {
    filter.parse().map_err(BadLog::Filter)
}

/// Changes the log filter. Does nothing if logging was not started.
pub(crate) fn change(filter: &str) -> Result<(), BadLog> {
    let targets = check(filter)?;
    match FILTER.get() {
        Some(handle) => handle.reload(targets).map_err(BadLog::Changed),
        None => Ok(()),
    }
}

/// The handle by which the log filter is changed.
static FILTER: OnceLock<reload::Handle<Targets, tracing_subscriber::Registry>> = OnceLock::new();

/// Every metric of the server, as `/metrics` shows them.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) connections: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) waiting: Gauge,
    pub(crate) clock_drift: Gauge,
    pub(crate) matches_started: Counter,
    matches_finished: Family<Label, Counter>,
    pub(crate) drops: Counter,
    pub(crate) passwords: Counter,
    pub(crate) events_received: Counter,
    events_refused: Family<Label, Counter>,
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
    pub(crate) store_queue: Gauge,
    pub(crate) rater_queue: Gauge,
    pub(crate) store_bytes: Family<Label, Gauge>,
    pub(crate) answer_seconds: Histogram,
    pub(crate) told_seconds: Histogram,
    /// Metrics of the process, by the names that Prometheus clients use for them, without our prefix.
    process: Registry,
    open_files: Gauge,
    resident_bytes: Gauge,
}

/// One label and its value.
type Label = [(&'static str, &'static str); 1];

/// Histogram buckets for response times, from half a millisecond to two and a half seconds.
const NOTICED: [f64; 12] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("fourfall"),
            connections: Gauge::default(),
            rooms: Gauge::default(),
            waiting: Gauge::default(),
            clock_drift: Gauge::default(),
            matches_started: Counter::default(),
            matches_finished: Family::default(),
            drops: Counter::default(),
            passwords: Counter::default(),
            events_received: Counter::default(),
            events_refused: Family::default(),
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
            store_queue: Gauge::default(),
            rater_queue: Gauge::default(),
            store_bytes: Family::default(),
            answer_seconds: Histogram::new(NOTICED),
            told_seconds: Histogram::new(NOTICED),
            process: Registry::default(),
            open_files: Gauge::default(),
            resident_bytes: Gauge::default(),
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
            ("store_queue", "Appends waiting to be written", &self.store_queue),
            ("rater_queue", "Finished games waiting to be rated", &self.rater_queue),
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
            ("drops", "Discs dropped", &self.drops),
            ("passwords", "Passwords hashed or checked", &self.passwords),
            ("events_received", "Events received from sockets", &self.events_received),
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
            "matches_finished",
            "Matches that came to an end, by reason",
            self.matches_finished.clone(),
        );
        registry.register("events_refused", "Events refused, by code", self.events_refused.clone());
        registry.register(
            "store_bytes",
            "Size of the store's files, or of the database",
            self.store_bytes.clone(),
        );
        registry.register(
            "answer_seconds",
            "Time from the receipt of an event to its acknowledgement",
            self.answer_seconds.clone(),
        );
        registry.register(
            "told_seconds",
            "Time from the receipt of a disc to its being sent to everybody in the room",
            self.told_seconds.clone(),
        );
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "Which version this is", version);
        let process = &mut self.process;
        process.register("process_open_fds", "Open files and sockets", self.open_files.clone());
        process.register(
            "process_resident_memory_bytes",
            "Memory in use",
            self.resident_bytes.clone(),
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

    /// An event was refused.
    pub(crate) fn refused(&self, code: RejectCode) {
        self.events_refused.get_or_create(&[("code", code.as_str())]).inc();
    }

    /// A match came to an end.
    pub(crate) fn finished(&self, by: EndedBy, outcome: Outcome) {
        let reason = match (by, outcome) {
            (EndedBy::Board, Outcome::Won(_)) => "four in a row",
            (EndedBy::Board, Outcome::Drawn) => "board full",
            (EndedBy::Resignation, _) => "resignation",
            (EndedBy::Timeout, _) => "timeout",
            (EndedBy::Idling, _) => "idling",
            (EndedBy::Absence, _) => "absence",
        };
        self.matches_finished.get_or_create(&[("reason", reason)]).inc();
    }

    /// Everything, in the text format of OpenMetrics.
    pub(crate) fn text(&self) -> String {
        self.look_at_process();
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)
            .and_then(|()| encode_registry(&mut text, &self.process))
            .and_then(|()| encode_eof(&mut text))
            .expect("writing to memory cannot fail");
        text
    }

    /// Reads the process's open files and memory from `/proc`. Where there is none, they stay 0.
    fn look_at_process(&self) {
        if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
            self.open_files.set(count(files.count()));
        }
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<i64>().ok());
        self.resident_bytes.set(kib.unwrap_or(0) * 1024);
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
        metrics.refused(RejectCode::NotYourTurn);
        let text = metrics.text();
        assert!(text.contains("fourfall_events_refused_total{code=\"not_your_turn\"} 1"), "{text}");
        assert!(text.contains("fourfall_build_info{version=\""), "{text}");
        assert!(!text.contains("process_resident_memory_bytes 0"), "{text}");
        assert!(text.contains("fourfall_drops_total 1"), "{text}");
        assert!(text.contains("fourfall_store_batch_appends_count 1"), "{text}");
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
