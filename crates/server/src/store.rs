//! Where matches are kept: an append-only log of events per match, a summary per finished match,
//! and statistics per person.
//!
//! One trait, and one suite of tests (`contract.rs`) that every implementation passes.

mod batch;
mod codec;
#[cfg(test)]
mod contract;
mod event;
mod lock;
#[cfg(test)]
pub(crate) mod memory;
pub(crate) mod nodes;
pub(crate) mod people;
pub(crate) mod postgres;
mod row;
mod sql;
pub(crate) mod sqlite;
pub(crate) mod writer;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use fourfall_match::{
    EndedBy, Event, Finished, Kind, Match, MatchId, PlayerId, Preset, Seat, Timestamp, Version,
};
use fourfall_rules::{ByPlayer, Game, Outcome, Player};

use crate::config::StoreLocation;
use crate::limits::STORE_READ_TIMEOUT;
use nodes::{Beside, Nodes};

/// What happened to one match, to be stored all or not at all.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    pub(crate) id: MatchId,
    /// The version the match is at; zero for one that does not exist yet.
    pub(crate) expected: Version,
    pub(crate) events: Vec<Event>,
    /// The code of a private match. Only used when the match is created.
    pub(crate) code: Option<RoomCode>,
    /// When the first of the events happened.
    pub(crate) at: Timestamp,
    /// What the match is after the events.
    pub(crate) stage: Stage,
    /// What else must be true, where other servers write too.
    pub(crate) beside: Beside,
}

/// How far a match is, as far as the store cares.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// It must be restored after a restart.
    Unfinished,
    /// It ended with these events, and goes into the history.
    Ended(Box<GameRecord>),
    /// It had ended before, or nobody ever joined.
    Over,
}

impl Append {
    /// The version after it.
    fn next(&self) -> Version {
        self.expected.after(self.events.len())
    }

    fn is_over(&self) -> bool {
        match self.stage {
            Stage::Unfinished => false,
            Stage::Ended(_) | Stage::Over => true,
        }
    }

    fn ended(&self) -> Option<&GameRecord> {
        match &self.stage {
            Stage::Ended(record) => Some(record),
            Stage::Unfinished | Stage::Over => None,
        }
    }
}

impl Stage {
    /// How far `events` brought a match that is now in `state`.
    pub(crate) fn after(id: MatchId, events: &[Event], state: &Match) -> Stage {
        match state {
            Match::New | Match::Open(_) | Match::Playing(_) => Stage::Unfinished,
            Match::Closed(_) => Stage::Over,
            Match::Finished(finished) if events.iter().any(Event::ends_the_game) => {
                Stage::Ended(Box::new(GameRecord::new(id, finished)))
            }
            Match::Finished(_) => Stage::Over,
        }
    }
}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Appended {
    /// It is durable.
    Stored,
    /// Nothing was written: the match was at another version, or the database refuses the content.
    /// The match must be read and the request judged again.
    Conflict,
    /// Nothing was written: a player who was to be seated plays or waits elsewhere by now.
    Busy,
}

/// A finished match, in short.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameRecord {
    pub(crate) id: MatchId,
    pub(crate) preset: Preset,
    pub(crate) seats: ByPlayer<Seat>,
    pub(crate) game: Game,
    pub(crate) outcome: Outcome,
    pub(crate) by: EndedBy,
    pub(crate) started: Timestamp,
    pub(crate) ended: Timestamp,
    /// Only people with the link know of it.
    pub(crate) private: bool,
    /// The result counts for the rating.
    pub(crate) rated: bool,
}

impl GameRecord {
    pub(crate) fn new(id: MatchId, finished: &Finished) -> GameRecord {
        GameRecord {
            id,
            preset: finished.terms.preset,
            seats: finished.seats.clone(),
            game: finished.game,
            outcome: finished.outcome,
            by: finished.by,
            started: finished.started,
            ended: finished.ended,
            private: finished.terms.private,
            rated: finished.terms.rated && finished.seats.iter().all(|it| it.kind == Kind::Human),
        }
    }

    /// The seats that are taken by people.
    fn people(&self) -> impl Iterator<Item = (Player, &Seat)> {
        Player::BOTH
            .into_iter()
            .map(|it| (it, &self.seats[it]))
            .filter(|(_, seat)| seat.bot_level().is_none())
    }

    /// How many discs a player placed.
    pub(crate) fn discs(&self, player: Player) -> u32 {
        self.game.position().discs()[player].len()
    }
}

/// Statistics of a person.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayerRecord {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) losses: u32,
    pub(crate) draws: u32,
    pub(crate) discs: u32,
    pub(crate) rating: f64,
}

/// Which finished games are asked for, newest first.
#[derive(Clone, Debug)]
pub(crate) struct GamesQuery {
    /// Only those of one person.
    pub(crate) player: Option<PlayerId>,
    /// Private games too, because that person asks for them. Without a person there are none.
    pub(crate) private: bool,
    /// Only those older than this one, the last that was seen.
    pub(crate) before: Option<Cursor>,
    pub(crate) limit: u32,
}

/// A place in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cursor {
    pub(crate) ended: Timestamp,
    pub(crate) id: MatchId,
}

/// Six characters that let somebody into a private match, without look-alikes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RoomCode(Arc<str>);

impl RoomCode {
    const LENGTH: usize = 6;
    /// Letters and digits without `0`, `O`, `1`, `I` and `L`; and without `U`, which leaves 30.
    const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

    /// Reads what somebody typed, in upper or lower case.
    pub(crate) fn parse(text: &str) -> Option<RoomCode> {
        let code = text.trim().to_ascii_uppercase();
        let fits = code.len() == RoomCode::LENGTH
            && code.bytes().all(|it| RoomCode::ALPHABET.contains(&it));
        fits.then(|| RoomCode(code.into()))
    }

    /// The code made from random bits.
    pub(crate) fn from_random(bits: u64) -> RoomCode {
        let base = RoomCode::ALPHABET.len() as u64;
        let mut rest = bits;
        let code: String = (0..RoomCode::LENGTH)
            .map(|_| {
                let digit = rest % base;
                rest /= base;
                char::from(RoomCode::ALPHABET[usize::try_from(digit).expect("a small number")])
            })
            .collect();
        RoomCode(code.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database or its file cannot be used right now.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It took too long.
    #[error("the store did not answer in time")]
    TimedOut,
    /// Another server runs on the same folder or database.
    #[error("the store is in use by another server")]
    InUse,
    /// A newer version of the program has been here.
    #[error("the store was written by a newer version of fourfall")]
    NewerSchema,
    /// A server on the same database has another seed.
    #[error(
        "another server on the same database has another --seed, so its bots would play differently"
    )]
    OtherSeed,
    /// A server on the same database is too old to read what this one writes.
    #[error(
        "another server on the same database is too old to run beside this version: update it to the version between the two first"
    )]
    OlderNode,
    /// Something in it can't be read.
    #[error("the store holds something unreadable: {0}")]
    Corrupt(String),
}

impl StoreError {
    pub(crate) fn unavailable(
        err: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> StoreError {
        StoreError::Unavailable(err.into())
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(err: rusqlite::Error) -> StoreError {
        StoreError::unavailable(err)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(err: sqlx::Error) -> StoreError {
        StoreError::unavailable(err)
    }
}

/// Where matches are kept.
#[async_trait]
pub(crate) trait Store: Nodes {
    /// Writes appends of different matches in one transaction, and answers for each of them in
    /// order. One that conflicts does not keep the others from being stored.
    async fn write(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// Every event of a match in order; empty if there is none.
    async fn load(&self, id: MatchId) -> Result<Vec<Event>, StoreError>;

    /// The matches that are not over, with their codes.
    async fn unfinished(&self) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError>;

    /// The summary of a finished match.
    async fn game(&self, id: MatchId) -> Result<Option<GameRecord>, StoreError>;

    /// Summaries of finished matches, newest first.
    async fn games(&self, query: &GamesQuery) -> Result<Vec<GameRecord>, StoreError>;

    /// Statistics of a person; none before the first finished match.
    async fn player(&self, id: &PlayerId) -> Result<Option<PlayerRecord>, StoreError>;

    /// The strongest of those who have played people, strongest first.
    #[cfg_attr(not(test), expect(dead_code, reason = "ratings are kept with the people"))]
    async fn leaderboard(&self, limit: u32) -> Result<Vec<PlayerRecord>, StoreError>;

    /// A secret shared by all nodes and kept over restarts: the stored one, or `fresh` from now on.
    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError>;

    /// Finds out whether reading works.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finds out whether writing works, by writing.
    async fn probe(&self) -> Result<(), StoreError>;

    /// Whether [`write`](Store::write) keeps its thread busy until it is done, so that it needs one of
    /// its own.
    fn blocks(&self) -> bool {
        false
    }

    /// Returns when another server has taken the store from this one, which must stop then. Nothing
    /// is written after that.
    async fn lost(&self) {
        std::future::pending().await
    }

    /// Closes all connections. The store must not be used afterwards.
    async fn close(&self);
}

/// Waits for an answer of the store, but not for ever: a connection may have died without notice.
pub(crate) async fn patiently<T>(
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let answered = tokio::time::timeout(STORE_READ_TIMEOUT, answer).await;
    answered.unwrap_or(Err(StoreError::TimedOut))
}

/// An event as servers send it to each other: in the form it is stored in.
pub(crate) fn encode_event(event: &Event) -> String {
    event::encode(event)
}

/// Decodes what [`encode_event`] encoded.
pub(crate) fn decode_events(payloads: &[String]) -> Result<Vec<Event>, StoreError> {
    event::decode_all(payloads)
}

/// Opens the store the configuration names.
pub(crate) async fn open(location: &StoreLocation) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match location {
        StoreLocation::Folder(folder) => Arc::new(sqlite::Sqlite::open(folder).await?),
        StoreLocation::Postgres(url) => Arc::new(postgres::Postgres::open(url).await?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(RoomCode::parse(text).as_ref().map(RoomCode::as_str), expected, "{text}");
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        check("ABC234", Some("ABC234"));
        check(" abc234 ", Some("ABC234"));
        check("ABC23", None);
        check("ABC2345", None);
        check("ABC0OI", None);
        check("äbc234", None);
    }

    #[test]
    fn every_random_code_can_be_read() {
        for bits in [0, 1, 29, 30, u64::MAX, 0x0123_4567_89ab_cdef] {
            let code = RoomCode::from_random(bits);
            assert_eq!(RoomCode::parse(code.as_str()), Some(code));
        }
    }
}
