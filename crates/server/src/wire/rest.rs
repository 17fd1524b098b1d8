//! Matches and players as the API shows them.

use std::borrow::Cow;

use fourfall_match::{Match, MatchId, PlayerId, Preset, Seat, Terms, Timestamp};
use fourfall_protocol::rest;
use fourfall_rating::Rating;
use fourfall_rules::{ByPlayer, Game, Outcome, Player};

use super::view::{
    State, View, colours, discs, idle, lines, next_match, preset_name, reason, whole_seconds,
};
use crate::store::people::{Known, Point};
use crate::store::{GameRecord, PlayerRecord, RoomCode};

fn game_players(preset: Preset, seats: &ByPlayer<Seat>, game: &Game) -> Vec<rest::GamePlayer> {
    let colours = colours(preset, seats);
    let mut discs = discs(game);
    Player::BOTH
        .into_iter()
        .map(|player| rest::GamePlayer {
            id: seats[player].player.to_string(),
            username: seats[player].name.to_string(),
            color: Cow::Borrowed(colours[player]),
            is_bot: seats[player].bot_level().is_some(),
            discs: std::mem::take(&mut discs[player]),
        })
        .collect()
}

impl View<'_> {
    /// The match in the list of running games: only public ones between two people.
    pub(crate) fn listed(&self, spectators: u32) -> Option<rest::Room> {
        let State::Playing(playing) = &self.state else { return None };
        let people = self.seats.iter().all(|it| it.bot_level().is_none());
        let colours = colours(self.terms.preset, self.seats);
        (people && !self.terms.private).then(|| rest::Room {
            room_id: self.id.to_string(),
            players: Player::BOTH
                .into_iter()
                .map(|it| rest::RoomPlayer {
                    id: self.seats[it].player.to_string(),
                    username: self.seats[it].name.to_string(),
                    color: Cow::Borrowed(colours[it]),
                })
                .collect(),
            move_count: self.game.position().ply(),
            moves: self.game.to_string(),
            started_at: playing.started.unix_ms(),
            preset: preset_name(self.terms.preset),
            spectators,
        })
    }

    /// The match as the API shows it, running or over.
    pub(crate) fn game(&self) -> rest::Game {
        let (started, ended, next) = match self.state {
            State::Playing(it) => (it.started, None, None),
            State::Finished(it) => (it.started, Some(it), next_match(it.rematch)),
        };
        rest::Game {
            room_id: self.id.to_string(),
            players: game_players(self.terms.preset, self.seats, self.game),
            preset: preset_name(self.terms.preset),
            private: self.terms.private,
            rated: self.is_rated(),
            moves: self.game.to_string(),
            result: ended.map(|it| result(self.seats, self.game, it.outcome, it.by)),
            started_at: started.unix_ms(),
            ended_at: ended.map(|it| it.ended.unix_ms()),
            next: next.map(|it| it.to_string()),
        }
    }
}

fn result(
    seats: &ByPlayer<Seat>,
    game: &Game,
    outcome: Outcome,
    by: fourfall_match::EndedBy,
) -> rest::GameResult {
    let id = |player: Player| seats[player].player.to_string();
    let (winner, loser) = match outcome {
        Outcome::Won(player) => (Some(id(player)), Some(id(player.other()))),
        Outcome::Drawn => (None, None),
    };
    rest::GameResult {
        winner,
        loser,
        reason: reason(by, outcome),
        discs_placed: Player::BOTH.map(|it| game.position().discs()[it].len()),
        winning_lines: lines(game.position()),
    }
}

/// A finished match as the API shows it.
pub(crate) fn game(record: &GameRecord) -> rest::Game {
    rest::Game {
        room_id: record.id.to_string(),
        players: game_players(record.preset, &record.seats, &record.game),
        preset: preset_name(record.preset),
        private: record.private,
        rated: record.rated,
        moves: record.game.to_string(),
        result: Some(result(&record.seats, &record.game, record.outcome, record.by)),
        started_at: record.started.unix_ms(),
        ended_at: Some(record.ended.unix_ms()),
        next: None,
    }
}

/// What somebody with the code may know of a private match; nothing once it is closed.
pub(crate) fn invitation(
    id: MatchId,
    code: &RoomCode,
    host: &PlayerId,
    state: &Match,
    now: Timestamp,
    connected: impl Fn(&PlayerId) -> bool,
) -> Option<rest::Invitation> {
    let tell = |host: &Seat, terms: &Terms, status, expires_at: Option<Timestamp>| {
        let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = idle(terms);
        rest::Invitation {
            room_id: id.to_string(),
            room_code: code.to_string(),
            host: rest::Host {
                id: host.player.to_string(),
                username: host.name.to_string(),
                connected: connected(&host.player),
            },
            preset: preset_name(terms.preset),
            turn_seconds: terms.turn.map(whole_seconds),
            afk_timeout_enabled,
            afk_timeout_seconds,
            afk_warn_seconds,
            status,
            expires_at: expires_at.map(Timestamp::unix_ms),
            now: now.unix_ms(),
        }
    };
    match state {
        Match::Open(it) => {
            let status = rest::InvitationStatus::Waiting;
            Some(tell(&it.host, &it.terms, status, Some(it.deadline().at)))
        }
        Match::Playing(it) => {
            let host = it.seats.iter().find(|it| it.player == *host)?;
            Some(tell(host, &it.terms, rest::InvitationStatus::Playing, None))
        }
        Match::Finished(it) => {
            let host = it.seats.iter().find(|it| it.player == *host)?;
            Some(tell(host, &it.terms, rest::InvitationStatus::Over, None))
        }
        Match::New | Match::Closed(_) => None,
    }
}

pub(crate) fn player(
    record: PlayerRecord,
    known: Option<&Known>,
    claimed: bool,
) -> rest::PlayerStats {
    let rating = known.map_or(Rating::NEW, |it| it.rating);
    rest::PlayerStats {
        id: record.id.to_string(),
        username: record.name,
        games: record.games,
        wins: record.wins,
        losses: record.losses,
        draws: record.draws,
        discs_placed: record.discs,
        rating: points(rating.value).unsigned_abs(),
        deviation: points(rating.deviation).unsigned_abs(),
        provisional: rating.is_provisional(),
        claimed,
    }
}

pub(crate) fn rating_point(point: &Point) -> rest::RatingPoint {
    rest::RatingPoint {
        room_id: point.id.to_string(),
        at: point.at.unix_ms(),
        rating: points(point.after).unsigned_abs(),
        // As the two shown ratings differ, not as the exact ones do.
        change: points(point.after) - points(point.before),
        deviation: points(point.deviation).unsigned_abs(),
    }
}

/// A rating as it is shown: never below zero.
#[expect(clippy::cast_possible_truncation, reason = "ratings are small")]
fn points(value: f64) -> i32 {
    value.round().clamp(0.0, 9999.0) as i32
}
