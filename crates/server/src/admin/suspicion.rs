//! How often players find hard moves: a hint that somebody uses a solver. It is only listed; nothing
//! follows from it automatically.
//!
//! A move is hard if only one column keeps the result, that result is many discs away, and the opening,
//! which people know by heart, is over.

use std::collections::HashMap;
use std::ops::ControlFlow;

use fourfall_engine::{Book, Budget, Solver, TableSize, Value};
use fourfall_match::PlayerId;
use fourfall_rules::{ByPlayer, Player, Position};

use crate::config::StoreLocation;
use crate::limits::PAGE_MAX;
use crate::store::sqlite::upkeep;
use crate::store::{self, Cursor, GameRecord, GamesQuery, StoreError};

/// The number of discs in the opening.
const OPENING: u32 = 8;
/// A win this many discs away, or more, is too far for people to see.
const FAR: u32 = 9;
/// The search budget for a position. Positions that need more are left out.
const NODES: u64 = 3_000_000;

/// Hard moves, and how many of them were found.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    pub(super) hard: u32,
    pub(super) found: u32,
}

/// The tally of every player, from the newest games between people.
pub(super) async fn tallies(
    location: &StoreLocation,
    games: usize,
) -> Result<HashMap<PlayerId, Tally>, StoreError> {
    let records = newest(location, games).await?;
    let counting = tokio::task::spawn_blocking(move || count(&records));
    counting.await.map_err(StoreError::unavailable)
}

async fn newest(location: &StoreLocation, games: usize) -> Result<Vec<GameRecord>, StoreError> {
    let mut records = Vec::new();
    match location {
        StoreLocation::Folder(folder) => upkeep::newest(folder, |record| {
            records.push(record);
            if records.len() < games { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?,
        StoreLocation::Postgres(_) => {
            let store = store::open(location).await?;
            let mut before = None;
            while records.len() < games {
                let query = GamesQuery { player: None, private: false, before, limit: PAGE_MAX };
                let page = store.games(&query).await?;
                let Some(last) = page.last() else { break };
                before = Some(Cursor { ended: last.ended, id: last.id });
                records.extend(page);
            }
            store.close().await;
        }
    }
    Ok(records)
}

fn count(records: &[GameRecord]) -> HashMap<PlayerId, Tally> {
    let mut solver = Solver::new(TableSize::default()).with_book(Book::embedded());
    let mut tallies: HashMap<PlayerId, Tally> = HashMap::new();
    for record in records.iter().filter(|it| it.seats.iter().all(|it| it.bot_level().is_none())) {
        let counted = tally(&mut solver, record.game.moves());
        for player in Player::BOTH {
            let sum = tallies.entry(record.seats[player].player.clone()).or_default();
            sum.hard += counted[player].hard;
            sum.found += counted[player].found;
        }
    }
    tallies
}

/// The tallies of both players in one game.
fn tally(solver: &mut Solver, moves: &[fourfall_rules::Column]) -> ByPlayer<Tally> {
    let mut tallies = ByPlayer::from_fn(|_| Tally::default());
    let (mut position, mut player) = (Position::START, Player::First);
    for &column in moves {
        if position.ply() >= OPENING
            && let Some(only) = only_move(solver, position)
        {
            tallies[player].hard += 1;
            tallies[player].found += u32::from(only == column);
        }
        let Ok(next) = position.play(column) else { break };
        (position, player) = (next, player.other());
    }
    tallies
}

/// The hard move in a position, if there is one: the only column that keeps a win which is far away, or
/// a draw.
fn only_move(solver: &mut Solver, position: Position) -> Option<fourfall_rules::Column> {
    let open = position.open()?;
    let analysis = solver.analyze(open, &Budget::nodes(NODES));
    let best = analysis.score().exact()?;
    match best.value(position) {
        Value::Win { plies } if plies < FAR => return None,
        // In a lost position there is nothing to find.
        Value::Loss { .. } => return None,
        Value::Win { .. } | Value::Draw => {}
    }
    let mut keep = None;
    for (column, verdict) in analysis.moves() {
        if verdict.exact()?.number().signum() == best.number().signum() {
            if keep.is_some() {
                return None;
            }
            keep = Some(column);
        }
    }
    keep
}

#[cfg(test)]
mod tests {
    use fourfall_rules::Column;

    use super::*;

    /// A game of a perfect player, who has the first move, against one who takes the leftmost column.
    #[test]
    fn who_finds_everything_is_told_from_who_does_not() {
        let mut solver = Solver::new(TableSize::default()).with_book(Book::embedded());
        let (mut position, mut moves) = (Position::START, Vec::<Column>::new());
        while let Some(open) = position.open() {
            let column = if position.ply().is_multiple_of(2) {
                solver.best_move(open, &Budget::nodes(100_000_000)).column()
            } else {
                open.legal_columns().next().expect("an open position has a move")
            };
            moves.push(column);
            position = position.play(column).expect("it is legal");
        }
        let perfect = tally(&mut solver, &moves).first;
        assert_eq!(perfect.found, perfect.hard);
        // Both play perfectly, so that the result stays at stake for long.
        let (mut position, mut moves) = (Position::START, Vec::<Column>::new());
        while let Some(open) = position.open() {
            let column = solver.best_move(open, &Budget::nodes(100_000_000)).column();
            moves.push(column);
            position = position.play(column).expect("it is legal");
        }
        let both = tally(&mut solver, &moves);
        assert!(both.first.hard > 0 && both.first.found == both.first.hard, "{both:?}");
        // The same game, in which the first hard move is missed.
        let mut position = Position::START;
        for (at, &column) in moves.iter().enumerate() {
            if position.ply() >= OPENING
                && let Some(only) = only_move(&mut solver, position)
                && let Some(open) = position.open()
            {
                let other = open.legal_columns().find(|it| *it != only).expect("there is another");
                let missed: Vec<_> = moves[..at].iter().copied().chain([other]).collect();
                let counted = tally(&mut solver, &missed);
                let mover = if at.is_multiple_of(2) { Player::First } else { Player::Second };
                assert_eq!(counted[mover].hard, counted[mover].found + 1);
                return;
            }
            position = position.play(column).expect("it is legal");
        }
        panic!("there is a hard move");
    }
}
