//! Ratings: how they are stored, and how games change them.

use std::collections::{BTreeMap, HashMap, HashSet};

use fourfall_match::{MatchId, PlayerId, Preset, Timestamp};
use fourfall_rating::{FirstMove, Rating, rated};
use fourfall_rules::{ByPlayer, Player};

use super::deeds::write_deed;
use super::sql::{Row, Statement, must, sql};
use super::{People, ms, timestamp};
use crate::limits::RATED_GAMES_OF_A_PAIR;
use crate::rating::is_rated;
use crate::store::{GameRecord, StoreError};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How often rating some games is tried, if other servers change the same ratings at the same time.
const TRIES: usize = 8;

/// The stored rating of a player.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Known {
    pub(crate) rating: Rating,
    /// The number of rated games.
    pub(crate) games: i64,
    at_ms: i64,
}

impl Known {
    const NOBODY: Known = Known { rating: Rating::NEW, games: 0, at_ms: 0 };
}

/// The change of a player's rating by one game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) id: MatchId,
    pub(crate) at: Timestamp,
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) deviation: f64,
}

/// Which leaderboard is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Board {
    pub(crate) preset: Option<Preset>,
    /// Players who are banned at this time are left out.
    pub(crate) now: Timestamp,
    /// Only games since this time count.
    pub(crate) since: Timestamp,
    /// Players who have not played a rated game since this time are left out.
    pub(crate) active_since: Timestamp,
    /// Players with fewer games that count are left out.
    pub(crate) games: u32,
    /// Players with fewer different opponents are left out.
    pub(crate) opponents: u32,
    pub(crate) limit: u32,
}

/// A player on a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ranked {
    pub(crate) player: PlayerId,
    pub(crate) known: Known,
}

fn preset_name(preset: Preset) -> &'static str {
    match preset {
        Preset::Classic => "classic",
        Preset::Solo => "solo",
        Preset::Live => "live",
        Preset::Duel => "duel",
    }
}

fn read_known(row: &mut Row) -> Result<Known, StoreError> {
    let rating = Rating { value: row.real()?, deviation: row.real()?, volatility: row.real()? };
    Ok(Known { rating, games: row.int()?, at_ms: row.int()? })
}

fn read_rating(player: &str) -> Statement {
    sql(
        "SELECT value, deviation, volatility, games, at_ms FROM ratings WHERE player_id = $1",
        [player.into()],
    )
}

fn was_judged(id: MatchId) -> Statement {
    sql("SELECT match_id FROM judged_games WHERE match_id = $1", [id.to_string().into()])
}

fn read_point(mut row: Row) -> Result<Point, StoreError> {
    let corrupt = || StoreError::Corrupt("a change of a rating".to_owned());
    Ok(Point {
        id: row.text()?.parse().map_err(|_| corrupt())?,
        at: timestamp(row.int()?),
        before: row.real()?,
        after: row.real()?,
        deviation: row.real()?,
    })
}

impl People {
    /// The rating of a player. None before the first rated game.
    pub(crate) async fn rating(&self, player: &PlayerId) -> Result<Option<Known>, StoreError> {
        let mut rows = self.ask(read_rating(player.as_str())).await?;
        rows.pop().map(|mut it| read_known(&mut it)).transpose()
    }

    /// The changes of a player's rating, newest first.
    pub(crate) async fn rating_history(
        &self,
        player: &PlayerId,
        limit: u32,
    ) -> Result<Vec<Point>, StoreError> {
        let rows = self.ask(sql(
            "SELECT match_id, at_ms, value_before, value_after, deviation FROM rating_changes \
             WHERE player_id = $1 ORDER BY at_ms DESC, match_id DESC LIMIT $2",
            [player.as_str().into(), i64::from(limit).into()],
        ));
        rows.await?.into_iter().map(read_point).collect()
    }

    /// The current estimate of the advantage of the first move.
    pub(crate) async fn first_move(&self) -> Result<FirstMove, StoreError> {
        let rows = self.ask(sql("SELECT points, information FROM first_move WHERE id = 1", []));
        match rows.await?.pop() {
            Some(mut row) => Ok(FirstMove::restored(row.real()?, row.real()?)),
            None => Ok(FirstMove::GUESSED),
        }
    }

    /// The players of a leaderboard, the highest rating first.
    pub(crate) async fn leaderboard(&self, board: &Board) -> Result<Vec<Ranked>, StoreError> {
        let preset = board.preset.map(preset_name).unwrap_or_default();
        let rows = self.ask(sql(
            "SELECT r.player_id, r.value, r.deviation, r.volatility, r.games, r.at_ms \
             FROM rating_changes c JOIN ratings r ON r.player_id = c.player_id \
             WHERE c.at_ms >= $1 AND ($2 = '' OR c.preset = $3) AND r.at_ms >= $4 \
               AND NOT EXISTS (SELECT 1 FROM bans WHERE subject = 'player:' || r.player_id \
                   AND (until_ms = 0 OR until_ms > $5)) \
             GROUP BY r.player_id \
             HAVING count(*) >= $6 AND count(DISTINCT c.opponent_id) >= $7 \
             ORDER BY r.value DESC, r.player_id LIMIT $8",
            [
                ms(board.since).into(),
                preset.into(),
                preset.into(),
                ms(board.active_since).into(),
                ms(board.now).into(),
                i64::from(board.games).into(),
                i64::from(board.opponents).into(),
                i64::from(board.limit).into(),
            ],
        ));
        let read = |mut row: Row| {
            let id = row.text()?;
            let corrupt = || StoreError::Corrupt(format!("the rating of {id}"));
            let player = PlayerId::new(&id).ok_or_else(corrupt)?;
            Ok(Ranked { player, known: read_known(&mut row)? })
        };
        rows.await?.into_iter().map(read).collect()
    }

    /// Those of the games that the ratings have not taken into account yet.
    pub(crate) async fn not_judged(
        &self,
        games: Vec<GameRecord>,
    ) -> Result<Vec<GameRecord>, StoreError> {
        let questions = games.iter().map(|it| was_judged(it.id)).collect();
        let answers = self.run(questions).await?.unwrap_or_default();
        let fresh = games.into_iter().zip(answers).filter(|(_, judged)| judged.is_empty());
        Ok(fresh.map(|(game, _)| game).collect())
    }

    /// Updates the ratings after finished games. Each game counts once, however often it is passed.
    /// Returns the rating changes of both players of each game.
    pub(crate) async fn rate(
        &self,
        games: &[GameRecord],
    ) -> Result<Vec<(PlayerId, Point)>, StoreError> {
        for _ in 0..TRIES {
            let judged = self.judge(games).await?;
            if judged.statements.is_empty() {
                return Ok(Vec::new());
            }
            if self.run(judged.statements).await?.is_some() {
                return Ok(judged.points);
            }
            // Another server has rated one of the games, or changed one of the ratings, meanwhile.
        }
        Err(StoreError::TimedOut)
    }

    /// Computes how games change the stored ratings.
    async fn judge(&self, games: &[GameRecord]) -> Result<Judged, StoreError> {
        let mut seen = HashSet::new();
        let mut games: Vec<_> = games.iter().filter(|it| it.rated && seen.insert(it.id)).collect();
        games.sort_by_key(|it| (it.ended, it.id));
        let mut players = BTreeMap::new();
        let mut pairs = HashMap::new();
        let mut questions =
            vec![sql("SELECT points, information FROM first_move WHERE id = 1", [])];
        for game in &games {
            questions.push(was_judged(game.id));
            questions.push(sql(
                "SELECT count(*) FROM rating_changes \
                 WHERE player_id = $1 AND opponent_id = $2 AND at_ms > $3",
                [
                    game.seats.first.player.as_str().into(),
                    game.seats.second.player.as_str().into(),
                    (ms(game.ended) - DAY_MS).into(),
                ],
            ));
            for seat in game.seats.iter() {
                questions.push(read_rating(seat.player.as_str()));
            }
        }
        if games.is_empty() {
            return Ok(Judged::default());
        }
        let mut answers = self.run(questions).await?.unwrap_or_default().into_iter();
        let mut next = || answers.next().unwrap_or_default();
        let mut first_move = match next().pop() {
            Some(mut row) => FirstMove::restored(row.real()?, row.real()?),
            None => FirstMove::GUESSED,
        };
        let mut fresh = Vec::new();
        for game in games {
            let (judged, mut counted) = (next(), next());
            let today = counted.pop().map_or(Ok(0), |mut it| it.int())?;
            *pairs.entry(pair(game)).or_insert(0) = today;
            for seat in game.seats.iter() {
                let known = next().pop().map(|mut it| read_known(&mut it)).transpose()?;
                players.insert(seat.player.to_string(), known.unwrap_or(Known::NOBODY));
            }
            if judged.is_empty() {
                fresh.push(game);
            }
        }
        let before = players.clone();
        let mut judged = Judged::default();
        let mut names = HashMap::new();
        for game in fresh {
            let at_ms = ms(game.ended);
            judged.statements.push(must(
                "INSERT INTO judged_games (match_id, at_ms) VALUES ($1, $2) \
                 ON CONFLICT (match_id) DO NOTHING RETURNING match_id",
                [game.id.to_string().into(), at_ms.into()],
            ));
            let today = pairs.entry(pair(game)).or_insert(0);
            if !is_rated(game) || *today >= i64::from(RATED_GAMES_OF_A_PAIR) {
                continue;
            }
            *today += 1;
            let known = ByPlayer::from_fn(|it| players[game.seats[it].player.as_str()].clone());
            let ratings = ByPlayer::from_fn(|it| known[it].rating);
            let days = ByPlayer::from_fn(|it| {
                // Milliseconds of some years are exact in a float.
                let idle = (at_ms - known[it].at_ms).max(0) as f64 / DAY_MS as f64;
                if known[it].games == 0 { 0.0 } else { idle }
            });
            let after = rated(ratings, days, game.outcome, first_move);
            first_move = first_move.after(ratings, game.outcome);
            for side in Player::BOTH {
                let (seat, other) = (&game.seats[side], &game.seats[side.other()]);
                let point = Point {
                    id: game.id,
                    at: game.ended,
                    before: ratings[side].value,
                    after: after[side].value,
                    deviation: after[side].deviation,
                };
                judged.statements.push(change(game, &seat.player, &other.player, &point));
                judged.points.push((seat.player.clone(), point));
                names.insert(seat.player.to_string(), seat.name.to_string());
                let now = Known { rating: after[side], games: known[side].games + 1, at_ms };
                players.insert(seat.player.to_string(), now);
            }
        }
        // In the same order on all servers, so that they do not deadlock.
        for (id, known) in &players {
            if let Some(name) = names.remove(id) {
                judged.statements.push(replace(id, name, known, &before[id]));
            }
        }
        if !judged.points.is_empty() {
            judged.statements.push(sql(
                "INSERT INTO first_move (id, points, information) VALUES (1, $1, $2) \
                 ON CONFLICT (id) DO UPDATE SET points = excluded.points, \
                     information = excluded.information RETURNING id",
                [first_move.points().into(), first_move.information().into()],
            ));
        }
        Ok(judged)
    }
}

impl People {
    /// Reverts the rating changes of a game, and excludes it from the ratings for good. Returns how many
    /// ratings were changed.
    pub(crate) async fn void(
        &self,
        now: Timestamp,
        operator: &str,
        id: MatchId,
    ) -> Result<usize, StoreError> {
        let id = id.to_string();
        let judged = sql(
            "INSERT INTO judged_games (match_id, at_ms) VALUES ($1, $2) \
             ON CONFLICT (match_id) DO NOTHING RETURNING match_id",
            [id.as_str().into(), ms(now).into()],
        );
        let take_back = sql(
            "UPDATE ratings SET games = games - 1, value = value - ( \
                 SELECT sum(value_after - value_before) FROM rating_changes \
                 WHERE match_id = $1 AND rating_changes.player_id = ratings.player_id) \
             WHERE player_id IN (SELECT player_id FROM rating_changes WHERE match_id = $2) \
             RETURNING player_id",
            [id.as_str().into(), id.as_str().into()],
        );
        let forget = sql(
            "DELETE FROM rating_changes WHERE match_id = $1 RETURNING player_id",
            [id.as_str().into()],
        );
        let deed = write_deed(now, operator, "void", &id, "");
        let answers = self.run(vec![judged, take_back, forget, deed]).await?.unwrap_or_default();
        Ok(answers.get(1).map_or(0, Vec::len))
    }
}

#[cfg(test)]
impl People {
    /// Sets the rating of a player.
    pub(crate) async fn set_rating(&self, player: &PlayerId, rating: Rating) {
        let known = Known { rating, games: 1, at_ms: 0 };
        let statement = replace(player.as_str(), player.to_string(), &known, &Known::NOBODY);
        self.run(vec![statement]).await.expect("the store works");
    }
}

/// What is to be written after rating some games.
#[derive(Default)]
struct Judged {
    statements: Vec<Statement>,
    points: Vec<(PlayerId, Point)>,
}

/// The two players of a game, in the same order whichever of them had the first move.
fn pair(game: &GameRecord) -> [String; 2] {
    let mut pair = [&game.seats.first, &game.seats.second].map(|it| it.player.to_string());
    pair.sort();
    pair
}

fn change(game: &GameRecord, who: &PlayerId, other: &PlayerId, point: &Point) -> Statement {
    must(
        "INSERT INTO rating_changes \
         (player_id, at_ms, match_id, opponent_id, preset, value_before, value_after, deviation) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING at_ms",
        [
            who.as_str().into(),
            ms(game.ended).into(),
            game.id.to_string().into(),
            other.as_str().into(),
            preset_name(game.preset).into(),
            point.before.into(),
            point.after.into(),
            point.deviation.into(),
        ],
    )
}

/// Replaces a rating, unless it was changed since it was read.
fn replace(id: &str, name: String, known: &Known, before: &Known) -> Statement {
    must(
        "INSERT INTO ratings (player_id, name, value, deviation, volatility, games, at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, value = excluded.value, \
             deviation = excluded.deviation, volatility = excluded.volatility, \
             games = excluded.games, at_ms = excluded.at_ms \
         WHERE ratings.games = $8 AND ratings.value = $9 RETURNING games",
        [
            id.into(),
            name.into(),
            known.rating.value.into(),
            known.rating.deviation.into(),
            known.rating.volatility.into(),
            known.games.into(),
            known.at_ms.into(),
            before.games.into(),
            before.rating.value.into(),
        ],
    )
}
