//! How long everything took, and how each kind of fault delayed clients.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::Value;
use sqlx::PgConnection;

use crate::check::percentile;
use crate::faults::{ALL, Fault, Happened};
use crate::player::Times;

/// How long after a fault its effects still count as its own.
const AFTERMATH: Duration = Duration::from_secs(5);
/// How long after it everything should be as before.
const NORMAL_AFTER: Duration = Duration::from_secs(2);

/// Events that tell of a fault: when, and of which kind.
pub(crate) type Events = Vec<(Duration, String)>;

/// Reads when games were stalled, and when players were missed.
pub(crate) async fn events(database: &mut PgConnection, wall: u64) -> anyhow::Result<Events> {
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT payload FROM events WHERE payload LIKE '%\"stalled\"%' \
             OR payload LIKE '%\"disconnected\"%'",
    )
    .fetch_all(database)
    .await?;
    let read = |it: &String| {
        let event: Value = serde_json::from_str(it).ok()?;
        let at = Duration::from_millis(event["at"].as_u64()?.saturating_sub(wall));
        Some((at, event["event"].as_str()?.to_owned()))
    };
    Ok(rows.iter().filter_map(read).collect())
}

fn line(what: &str, them: impl Iterator<Item = Duration>) {
    let mut sorted: Vec<_> = them.collect();
    sorted.sort_unstable();
    let ms = |it: Duration| it.as_secs_f64() * 1000.0;
    println!(
        "{what}: p50 {:.1} ms, p99 {:.1} ms, max {:.0} ms of {}",
        ms(percentile(&sorted, 500)),
        ms(percentile(&sorted, 990)),
        ms(sorted.last().copied().unwrap_or_default()),
        sorted.len()
    );
}

/// Everything, in lines.
pub(crate) fn print(happened: &[Happened], times: &Times, events: &Events) {
    line("acknowledged", times.acknowledged.iter().map(|it| it.1));
    line("heard on the same server", times.heard_same.iter().map(|it| it.1));
    line("heard on another server", times.heard_cross.iter().map(|it| it.1));
    line("from a lost connection to the next answer", times.gaps.iter().map(|it| it.1));
    let clocks = times.clocks.iter().map(|it| Duration::from_millis(*it));
    line("servers' clocks and the way from them, off ours by", clocks);
    println!("refusals (internal, overloaded): {}", times.refused.len());
    for fault in ALL {
        let spans: Vec<_> = happened.iter().filter(|it| it.fault == fault).collect();
        if !spans.is_empty() {
            println!("{fault:?} × {}", spans.len());
            of_one_kind(&spans, times, events);
        }
    }
}

fn of_one_kind(spans: &[&Happened], times: &Times, events: &Events) {
    let fault = spans[0].fault;
    let during = |at: Duration| spans.iter().any(|it| it.from <= at && at <= it.to + AFTERMATH);
    let gaps = times.gaps.iter().filter(|it| during(it.0)).map(|it| it.1);
    line("    from a lost connection to the next answer", gaps);
    let refused = times.refused.iter().filter(|it| during(it.0)).count();
    println!("    {refused} refusals");
    // From the end of the fault until each client has an answer to a move.
    let mut again = Vec::new();
    for span in spans {
        let mut first: HashMap<u64, Duration> = HashMap::new();
        for (at, _, player) in times.acknowledged.iter().filter(|it| it.0 >= span.to) {
            let known = first.entry(*player).or_insert(*at);
            *known = (*known).min(*at);
        }
        again.extend(first.values().map(|it| *it - span.to));
    }
    line("    from its end to a client's next acknowledged move", again.into_iter());
    let later = times.heard_cross.iter().filter(|(at, _)| {
        spans.iter().any(|it| it.to + NORMAL_AFTER <= *at && *at <= it.to + AFTERMATH)
    });
    line("    heard on another server from 2 s after its end", later.map(|it| it.1));
    for (kind, what) in [("stalled", "clocks given back"), ("disconnected", "players missed")] {
        let after = |span: &&&Happened| {
            let them = events.iter().filter(|it| it.1 == kind).map(|it| it.0);
            let them = them.filter(|it| span.from <= *it && *it <= span.to + AFTERMATH);
            them.map(|it| it - span.from).collect::<Vec<_>>()
        };
        line(&format!("    {what} after its beginning"), spans.iter().flat_map(|it| after(&it)));
    }
    if fault == Fault::OffDatabase {
        line("    not routable after its beginning", spans.iter().filter_map(|it| it.said_so));
    }
}
