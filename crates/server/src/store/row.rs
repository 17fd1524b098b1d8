//! Rows of the summary and statistics tables: PostgreSQL's, and those of older SQLite files.

use fourfall_match::{BotLevel, EndedBy, Kind, MatchId, PlayerId, Preset, Seat, Timestamp};
use fourfall_rules::{ByPlayer, Outcome, Player as Side};
use serde::Serialize;
use sqlx::{ColumnIndex, Decode, FromRow, Type};

use super::{GameRecord, PlayerRecord, RoomCode, StoreError};

/// Names in columns, in both directions.
macro_rules! named {
    ($encode:ident, $decode:ident, $Core:ident { $($Variant:ident = $name:literal),+ $(,)? }) => {
        fn $encode(it: $Core) -> &'static str {
            match it { $($Core::$Variant => $name),+ }
        }

        fn $decode(name: &str) -> Option<$Core> {
            match name { $($name => Some($Core::$Variant),)+ _ => None }
        }
    };
}

named!(preset_name, preset, Preset {
    Classic = "classic", Solo = "solo", Live = "live", Duel = "duel",
});
named!(level_name, level, BotLevel {
    Easy = "easy", Medium = "medium", Hard = "hard", Perfect = "perfect",
});
named!(ended_by_name, ended_by, EndedBy {
    Board = "board", Resignation = "resignation", Timeout = "timeout",
    Idling = "idling", Absence = "absence",
});

/// A row of `games`.
#[derive(Serialize)]
pub(super) struct Game {
    pub(super) match_id: String,
    pub(super) preset: String,
    pub(super) first_id: String,
    pub(super) first_name: String,
    pub(super) first_bot: Option<String>,
    pub(super) first_discs: i64,
    pub(super) second_id: String,
    pub(super) second_name: String,
    pub(super) second_bot: Option<String>,
    pub(super) second_discs: i64,
    pub(super) moves: String,
    pub(super) winner: Option<i64>,
    pub(super) ended_by: String,
    pub(super) started_at_ms: i64,
    pub(super) ended_at_ms: i64,
    pub(super) private: i64,
    pub(super) rated: i64,
}

/// A row of `players`.
pub(super) struct Player {
    id: String,
    name: String,
    games: i64,
    wins: i64,
    losses: i64,
    draws: i64,
    discs: i64,
    rating: f64,
}

/// Databases count in signed numbers. Times fit for the next 292 million years.
pub(super) fn milliseconds(at: Timestamp) -> i64 {
    i64::try_from(at.unix_ms()).unwrap_or(i64::MAX)
}

fn timestamp(milliseconds: i64) -> Option<Timestamp> {
    u64::try_from(milliseconds).ok().map(Timestamp::from_unix_ms)
}

impl Game {
    pub(super) fn encode(record: &GameRecord) -> Game {
        let bot = |seat: &Seat| seat.bot_level().map(|it| level_name(it).to_owned());
        let ByPlayer { first, second } = &record.seats;
        Game {
            match_id: record.id.to_string(),
            preset: preset_name(record.preset).to_owned(),
            first_id: first.player.to_string(),
            first_name: first.name.to_string(),
            first_bot: bot(first),
            first_discs: record.discs(Side::First).into(),
            second_id: second.player.to_string(),
            second_name: second.name.to_string(),
            second_bot: bot(second),
            second_discs: record.discs(Side::Second).into(),
            moves: record.game.to_string(),
            winner: match record.outcome {
                Outcome::Won(Side::First) => Some(0),
                Outcome::Won(Side::Second) => Some(1),
                Outcome::Drawn => None,
            },
            ended_by: ended_by_name(record.by).to_owned(),
            started_at_ms: milliseconds(record.started),
            ended_at_ms: milliseconds(record.ended),
            private: record.private.into(),
            rated: record.rated.into(),
        }
    }

    pub(super) fn decode(self) -> Result<GameRecord, StoreError> {
        let id = self.match_id.clone();
        self.try_decode().ok_or_else(|| StoreError::Corrupt(format!("the summary of match {id}")))
    }

    fn try_decode(self) -> Option<GameRecord> {
        let seat = |id: &str, name: String, bot: Option<String>| {
            let kind = match bot {
                None => Kind::Human,
                Some(name) => Kind::Bot(level(&name)?),
            };
            Some(Seat { player: PlayerId::new(id)?, name: name.into(), kind })
        };
        let seats = ByPlayer {
            first: seat(&self.first_id, self.first_name, self.first_bot)?,
            second: seat(&self.second_id, self.second_name, self.second_bot)?,
        };
        Some(GameRecord {
            id: self.match_id.parse().ok()?,
            preset: preset(&self.preset)?,
            private: self.private != 0,
            // Rows older than this column say yes for bots too.
            rated: self.rated != 0 && seats.iter().all(|it| it.kind == Kind::Human),
            seats,
            game: self.moves.parse().ok()?,
            outcome: match self.winner {
                Some(0) => Outcome::Won(Side::First),
                Some(1) => Outcome::Won(Side::Second),
                None => Outcome::Drawn,
                Some(_) => return None,
            },
            by: ended_by(&self.ended_by)?,
            started: timestamp(self.started_at_ms)?,
            ended: timestamp(self.ended_at_ms)?,
        })
    }
}

impl<'r, R> FromRow<'r, R> for Game
where
    R: sqlx::Row,
    &'static str: ColumnIndex<R>,
    String: Type<R::Database> + Decode<'r, R::Database>,
    i64: Type<R::Database> + Decode<'r, R::Database>,
{
    fn from_row(row: &'r R) -> Result<Game, sqlx::Error> {
        Ok(Game {
            match_id: row.try_get("match_id")?,
            preset: row.try_get("preset")?,
            first_id: row.try_get("first_id")?,
            first_name: row.try_get("first_name")?,
            first_bot: row.try_get("first_bot")?,
            first_discs: row.try_get("first_discs")?,
            second_id: row.try_get("second_id")?,
            second_name: row.try_get("second_name")?,
            second_bot: row.try_get("second_bot")?,
            second_discs: row.try_get("second_discs")?,
            moves: row.try_get("moves")?,
            winner: row.try_get("winner")?,
            ended_by: row.try_get("ended_by")?,
            started_at_ms: row.try_get("started_at_ms")?,
            ended_at_ms: row.try_get("ended_at_ms")?,
            private: row.try_get("private")?,
            rated: row.try_get("rated")?,
        })
    }
}

impl Player {
    pub(super) fn decode(self) -> Result<PlayerRecord, StoreError> {
        let corrupt = || StoreError::Corrupt(format!("the statistics of {}", self.id));
        let count = |number: i64| u32::try_from(number).map_err(|_| corrupt());
        Ok(PlayerRecord {
            id: PlayerId::new(&self.id).ok_or_else(corrupt)?,
            games: count(self.games)?,
            wins: count(self.wins)?,
            losses: count(self.losses)?,
            draws: count(self.draws)?,
            discs: count(self.discs)?,
            rating: self.rating,
            name: self.name.clone(),
        })
    }
}

impl<'r, R> FromRow<'r, R> for Player
where
    R: sqlx::Row,
    &'static str: ColumnIndex<R>,
    String: Type<R::Database> + Decode<'r, R::Database>,
    i64: Type<R::Database> + Decode<'r, R::Database>,
    f64: Type<R::Database> + Decode<'r, R::Database>,
{
    fn from_row(row: &'r R) -> Result<Player, sqlx::Error> {
        Ok(Player {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            games: row.try_get("games")?,
            wins: row.try_get("wins")?,
            losses: row.try_get("losses")?,
            draws: row.try_get("draws")?,
            discs: row.try_get("discs")?,
            rating: row.try_get("rating")?,
        })
    }
}

/// Rows of `matches`, as id and code.
pub(super) fn unfinished(
    rows: Vec<(String, Option<String>)>,
) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
    rows.into_iter()
        .map(|(id, code)| {
            let corrupt = || StoreError::Corrupt(format!("the match {id}"));
            let code = code.map(|it| RoomCode::parse(&it).ok_or_else(corrupt)).transpose()?;
            Ok((id.parse().map_err(|_| corrupt())?, code))
        })
        .collect()
}
