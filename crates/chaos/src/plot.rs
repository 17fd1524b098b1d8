//! Moves per second over time, with the faults.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::interval;

use crate::faults::Happened;
use crate::player::Hall;

const EVERY: Duration = Duration::from_millis(500);

/// Counts moves until it is told to stop.
pub(crate) async fn count(hall: Arc<Hall>) {
    let mut ticks = interval(EVERY);
    loop {
        ticks.tick().await;
        let moves = hall.moves.load(Ordering::Relaxed);
        let mut counted = hall.counted.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        counted.push(moves);
    }
}

/// Moves per second from counts.
pub(crate) fn rates(counts: &[u64]) -> Vec<f64> {
    let difference = |it: &[u64]| u32::try_from(it[1] - it[0]).unwrap_or(u32::MAX);
    counts.windows(2).map(|it| f64::from(difference(it)) / EVERY.as_secs_f64()).collect()
}

/// Draws them.
pub(crate) fn draw(path: &Path, rates: &[f64], happened: &[Happened]) -> std::io::Result<()> {
    let (width, height, left, top) = (900.0, 300.0, 60.0, 30.0);
    let most = rates.iter().copied().fold(1.0, f64::max);
    let seconds = Duration::from_secs_f64(
        f64::from(u32::try_from(rates.len()).unwrap_or(u32::MAX)) * EVERY.as_secs_f64(),
    );
    let x = |at: Duration| {
        left + (width - left - 20.0) * at.as_secs_f64() / seconds.as_secs_f64().max(1.0)
    };
    let y = |rate: f64| top + (height - top - 40.0) * (1.0 - rate / most);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for Happened { fault, from, to, .. } in happened {
        let (from, to) = (x(*from), x(*to));
        let _ = writeln!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#d33\" fill-opacity=\"0.15\"/>\
             <text x=\"{from:.1}\" y=\"{:.1}\" fill=\"#a00\">{fault:?}</text>",
            (to - from).max(1.0),
            height - top - 40.0,
            top - 8.0
        );
    }
    let points: Vec<_> = rates
        .iter()
        .zip(0u32..)
        .map(|(rate, it)| format!("{:.1},{:.1}", x(EVERY * it), y(*rate)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline fill=\"none\" stroke=\"#146\" stroke-width=\"1.5\" points=\"{}\"/>",
        points.join(" ")
    );
    let (low, bottom) = (height - 40.0, height - 12.0);
    let _ = writeln!(
        svg,
        "<line x1=\"{left}\" y1=\"{low}\" x2=\"{:.0}\" y2=\"{low}\" stroke=\"#333\"/>\n\
         <text x=\"8\" y=\"{:.0}\">{most:.0}/s</text>\n<text x=\"8\" y=\"{low}\">0</text>\n\
         <text x=\"{left}\" y=\"{bottom}\">moves acknowledged per second, over {} s</text>\n</svg>",
        width - 20.0,
        top + 8.0,
        seconds.as_secs()
    );
    std::fs::write(path, svg)
}
