//! `history FOLDER [GAMES] [PLAYERS]`: fills a new store with random finished games, says how much room
//! each takes, and how fast the store answers.
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::path::PathBuf;
use std::time::Instant;

use fourfall_server::{bench, upkeep};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().ok_or("expected a folder")?);
    let games: u64 = words.next().map_or(Ok(1_000_000), |it| it.parse())?;
    let players: u64 = words.next().map_or(Ok(games / 5), |it| it.parse())?;
    let began = Instant::now();
    let (people, discs) = bench::fill(&folder, games, players).await?;
    let bytes = std::fs::metadata(folder.join("fourfall.sqlite"))?.len();
    println!(
        "{games} games of {players} players, {} discs each, in {:.0} s: {} bytes a game",
        discs / games,
        began.elapsed().as_secs_f64(),
        bytes / games,
    );
    let (_, bytes) = upkeep::compact(&folder)?;
    println!("compacted: {} bytes a game", bytes / games);
    for bench::Times { what, p50, p99 } in bench::ask(&folder, &people, 2_000).await? {
        println!("{what:<20} p50 {:>6.2} ms   p99 {:>6.2} ms", ms(p50), ms(p99));
    }
    Ok(())
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
