//! Appends of many rooms as the rows of one transaction.
//!
//! PostgreSQL takes rows as one JSON array per statement, so a transaction is a handful of
//! statements however many rooms take part.

use std::collections::{BTreeMap, HashMap, HashSet};

use fourfall_rules::{ByPlayer, Outcome, Player};
use serde::Serialize;

use super::{Append, Appended, GameRecord, row};
use crate::rating;

/// The rating of each person, as read inside the transaction.
pub(super) type Ratings = HashMap<String, f64>;

/// Appends of different matches, to be written together.
pub(super) struct Batch<'a> {
    appends: &'a [Append],
    ids: Vec<String>,
}

/// The appends that no other writer was faster than.
pub(super) struct Won<'a> {
    batch: &'a Batch<'a>,
    ids: HashSet<String>,
}

/// The matches that end in this transaction. There is at least one.
pub(super) struct Finished<'a>(Vec<&'a GameRecord>);

#[derive(Serialize)]
struct Appearance {
    player_id: String,
    ended_at_ms: i64,
    match_id: String,
}

#[derive(Serialize)]
struct Person {
    id: String,
    name: String,
}

#[derive(Serialize)]
pub(super) struct Change {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) games: u32,
    pub(super) wins: u32,
    pub(super) losses: u32,
    pub(super) draws: u32,
    pub(super) discs: u32,
    pub(super) rated_games: u32,
    pub(super) rating: f64,
}

/// The outcome of an append whose content the database refuses: nothing of it was written, and the
/// room reads its match again. It is our bug, so it is logged.
pub(super) fn refused(append: &Append, error: &(dyn std::error::Error + 'static)) -> Appended {
    tracing::error!(id = %append.id, version = append.expected.0, error, "the database refused an append");
    Appended::Conflict
}

/// The two halves of a refused batch, the second one first.
pub(super) fn halves(appends: &[Append]) -> [&[Append]; 2] {
    let (first, second) = appends.split_at(appends.len() / 2);
    [second, first]
}

fn json(rows: &[impl Serialize]) -> String {
    serde_json::to_string(rows).expect("rows of plain fields have a JSON form")
}

impl<'a> Batch<'a> {
    /// Each append must be of a different match; the writer makes sure of that.
    pub(super) fn new(appends: &'a [Append]) -> Batch<'a> {
        Batch { appends, ids: appends.iter().map(|it| it.id.to_string()).collect() }
    }

    fn rows(&self) -> impl Iterator<Item = (&str, &'a Append)> {
        self.ids.iter().map(String::as_str).zip(self.appends)
    }

    /// Keeps the appends whose match was at the expected version.
    pub(super) fn won(&'a self, ids: Vec<String>) -> Won<'a> {
        Won { batch: self, ids: ids.into_iter().collect() }
    }
}

impl Won<'_> {
    fn rows(&self) -> impl Iterator<Item = (&str, &Append)> {
        self.batch.rows().filter(|(id, _)| self.ids.contains(*id))
    }

    /// The matches that end, if any do.
    pub(super) fn finished(&self) -> Option<Finished<'_>> {
        let games: Vec<_> = self.rows().filter_map(|(_, it)| it.ended()).collect();
        (!games.is_empty()).then_some(Finished(games))
    }
}

impl<'a> Finished<'a> {
    /// A single one.
    pub(super) fn one(record: &'a GameRecord) -> Finished<'a> {
        Finished(vec![record])
    }

    /// Summaries.
    pub(super) fn games(&self) -> String {
        json(&self.0.iter().map(|it| row::Game::encode(it)).collect::<Vec<_>>())
    }

    /// Which people played which of them.
    pub(super) fn appearances(&self) -> String {
        let rows: Vec<_> = (self.0.iter())
            .flat_map(|game| {
                game.people().map(|(_, seat)| Appearance {
                    player_id: seat.player.to_string(),
                    ended_at_ms: row::milliseconds(game.ended),
                    match_id: game.id.to_string(),
                })
            })
            .collect();
        json(&rows)
    }

    /// Everybody whose statistics change, once each.
    pub(super) fn people(&self) -> String {
        let people: BTreeMap<_, _> = (self.0.iter())
            .flat_map(|game| game.people())
            .map(|(_, seat)| (seat.player.to_string(), seat.name.to_string()))
            .collect();
        let rows: Vec<_> = people.into_iter().map(|(id, name)| Person { id, name }).collect();
        json(&rows)
    }

    /// What is added to everybody's statistics, and the rating that replaces theirs.
    pub(super) fn changes(&self, ratings: Ratings) -> String {
        json(&self.tally(ratings))
    }

    pub(super) fn tally(&self, mut ratings: Ratings) -> Vec<Change> {
        let mut changes: BTreeMap<String, Change> = BTreeMap::new();
        for game in &self.0 {
            if game.rated {
                rate(&mut ratings, game);
            }
            for (player, seat) in game.people() {
                let id = seat.player.to_string();
                let change = changes.entry(id.clone()).or_insert_with(|| Change {
                    id,
                    name: String::new(),
                    games: 0,
                    wins: 0,
                    losses: 0,
                    draws: 0,
                    discs: 0,
                    rated_games: 0,
                    rating: rating::START,
                });
                change.name = seat.name.to_string();
                change.games += 1;
                match game.outcome {
                    Outcome::Won(winner) if winner == player => change.wins += 1,
                    Outcome::Won(_) => change.losses += 1,
                    Outcome::Drawn => change.draws += 1,
                }
                change.discs += game.discs(player);
                change.rated_games += u32::from(game.rated);
            }
        }
        for (id, change) in &mut changes {
            change.rating = rating_of(&ratings, id);
        }
        changes.into_values().collect()
    }
}

fn rating_of(ratings: &Ratings, id: &str) -> f64 {
    ratings.get(id).copied().unwrap_or(rating::START)
}

fn rate(ratings: &mut Ratings, game: &GameRecord) {
    let ids = ByPlayer::from_fn(|player| game.seats[player].player.to_string());
    let before = ByPlayer::from_fn(|player| rating_of(ratings, &ids[player]));
    let after = rating::rated(before, game.outcome);
    for player in Player::BOTH {
        ratings.insert(ids[player].clone(), after[player]);
    }
}
