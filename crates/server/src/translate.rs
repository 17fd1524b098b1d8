//! Between the core and the wire, in both directions. The only file that sees both.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use fourfall_match::{
    BotLevel, EndedBy, Finished, Idle, IdleWish, Kind, Match, MatchId, PlayerId, Playing, Preset,
    Rejection, Rematch, Seat, Terms, Timestamp, Version, Wishes,
};
use fourfall_protocol as wire;
use fourfall_protocol::rest;
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rules::{
    ByPlayer, Cell, Column, Flat, FromTop, Game, Outcome, PlayError, Player, Position, Row,
};

use crate::limits::{NAME_CHARS_MAX, SECONDS_MAX};
use crate::store::{GameRecord, PlayerRecord};

/// A refusal with a sentence.
pub(crate) fn refuse(code: RejectCode, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into() }
}

// From the wire.

/// A name as it may be shown: trimmed, not empty, not too long, nothing invisible.
pub(crate) fn name(text: &str) -> Result<Arc<str>, Refusal> {
    let name = text.trim();
    let refused = |why: &str| Err(refuse(RejectCode::Malformed, why));
    if name.is_empty() {
        refused("a name must have at least one visible character")
    } else if name.chars().count() > NAME_CHARS_MAX {
        refused("a name can have at most 24 characters")
    } else if name.chars().any(is_invisible) {
        refused("a name can't contain control characters")
    } else {
        Ok(name.into())
    }
}

/// Control characters, and those that turn the text around them or take no room.
fn is_invisible(it: char) -> bool {
    it.is_control()
        || matches!(it, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A column as the wire counts them.
pub(crate) fn column(index: i64) -> Result<Column, Refusal> {
    u8::try_from(index).ok().and_then(Column::new).ok_or_else(|| {
        refuse(
            RejectCode::ColumnOutOfRange,
            format!("there is no column {index}: they are numbered 0 to 6"),
        )
    })
}

pub(crate) fn room_id(text: &str) -> Result<MatchId, Refusal> {
    text.parse().map_err(|_| unknown_room())
}

pub(crate) fn unknown_room() -> Refusal {
    refuse(RejectCode::UnknownRoom, "there is no such game")
}

pub(crate) fn preset(preset: wire::Preset) -> Preset {
    match preset {
        wire::Preset::Classic => Preset::Classic,
        wire::Preset::Solo => Preset::Solo,
        wire::Preset::Live => Preset::Live,
        wire::Preset::Duel => Preset::Duel,
    }
}

pub(crate) fn level(difficulty: wire::Difficulty) -> BotLevel {
    match difficulty {
        wire::Difficulty::Easy => BotLevel::Easy,
        wire::Difficulty::Medium => BotLevel::Medium,
        wire::Difficulty::Hard => BotLevel::Hard,
        wire::Difficulty::Perfect => BotLevel::Perfect,
    }
}

/// What the first player at the board asks for.
pub(crate) fn wishes(afk: wire::AfkSettings) -> Result<Wishes, Refusal> {
    Ok(Wishes {
        idle: IdleWish {
            enabled: afk.enabled,
            timeout: span("afkTimeoutSeconds", 1, afk.timeout_seconds)?,
            warning: span("afkWarnSeconds", 0, afk.warn_seconds)?,
        },
        ..Wishes::default()
    })
}

fn span(field: &str, min: u32, seconds: Option<u32>) -> Result<Option<Duration>, Refusal> {
    match seconds {
        Some(number) if !(min..=SECONDS_MAX).contains(&number) => Err(refuse(
            RejectCode::Malformed,
            format!("{field} must be a number of seconds from {min} to {SECONDS_MAX}"),
        )),
        Some(number) => Ok(Some(Duration::from_secs(number.into()))),
        None => Ok(None),
    }
}

// To the wire.

/// Why a match refused something.
pub(crate) fn rejection(why: Rejection) -> Refusal {
    let code = match why {
        Rejection::Unknown => RejectCode::UnknownRoom,
        Rejection::NotStarted | Rejection::StillOn => RejectCode::NotStarted,
        Rejection::Exists | Rejection::Full => RejectCode::RoomFull,
        Rejection::OwnMatch => RejectCode::AlreadyInGame,
        Rejection::Over | Rejection::RematchDeclined | Rejection::RematchAgreed => {
            RejectCode::GameOver
        }
        Rejection::NotSeated => RejectCode::Forbidden,
        Rejection::NotYourTurn | Rejection::WrongNumber { .. } => RejectCode::NotYourTurn,
        Rejection::Illegal(PlayError::NoSuchColumn) => RejectCode::ColumnOutOfRange,
        Rejection::Illegal(PlayError::ColumnFull(column)) => {
            // Sentences count columns as the event they answer does.
            return refuse(RejectCode::ColumnFull, format!("column {} is full", column.index()));
        }
        Rejection::Illegal(PlayError::NotYourTurn) => RejectCode::NotYourTurn,
        Rejection::Illegal(PlayError::GameOver) => RejectCode::GameOver,
    };
    refuse(code, why.to_string())
}

fn preset_name(preset: Preset) -> wire::Preset {
    match preset {
        Preset::Classic => wire::Preset::Classic,
        Preset::Solo => wire::Preset::Solo,
        Preset::Live => wire::Preset::Live,
        Preset::Duel => wire::Preset::Duel,
    }
}

fn index(player: Player) -> u8 {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

fn colours(preset: Preset, seats: &ByPlayer<Seat>) -> ByPlayer<&'static str> {
    preset.rules().colours.of(seats)
}

fn whole_seconds(span: Duration) -> u32 {
    u32::try_from(span.as_secs()).unwrap_or(u32::MAX)
}

fn game_players(preset: Preset, seats: &ByPlayer<Seat>) -> Vec<rest::GamePlayer> {
    let colours = colours(preset, seats);
    Player::BOTH
        .into_iter()
        .map(|player| rest::GamePlayer {
            id: seats[player].player.to_string(),
            username: seats[player].name.to_string(),
            color: Cow::Borrowed(colours[player]),
            is_bot: seats[player].bot_level().is_some(),
        })
        .collect()
}

fn board(position: Position, colours: ByPlayer<&'static str>) -> Vec<Option<wire::Color>> {
    let discs = position.discs();
    let colour = |cell: Cell| Player::BOTH.into_iter().find(|&it| discs[it].contains(cell));
    (Row::ALL.into_iter().rev())
        .flat_map(|row| Column::ALL.map(|column| Cell { column, row }))
        .map(|cell| colour(cell).map(|it| Cow::Borrowed(colours[it])))
        .collect()
}

fn history(game: &Game) -> Vec<u8> {
    game.moves().iter().map(|it| it.index()).collect()
}

fn lines(position: Position) -> Option<Vec<[u8; 4]>> {
    let lines: Vec<_> =
        position.winning_lines().map(|line| line.cells().map(|it| Flat::from(it).0)).collect();
    (!lines.is_empty()).then_some(lines)
}

fn reason(by: EndedBy, outcome: Outcome) -> wire::Reason {
    match (by, outcome) {
        (EndedBy::Board, Outcome::Won(_)) => wire::Reason::FourInARow,
        (EndedBy::Board, Outcome::Drawn) => wire::Reason::BoardFull,
        (EndedBy::Resignation, _) => wire::Reason::Resignation,
        (EndedBy::Timeout, _) => wire::Reason::Timeout,
        (EndedBy::Idling, _) => wire::Reason::AfkTimeout,
        (EndedBy::Absence, _) => wire::Reason::Disconnect,
    }
}

/// A running or finished match and its place in time: what every message about it is made from.
pub(crate) struct View<'a> {
    pub(crate) id: MatchId,
    pub(crate) version: Version,
    terms: &'a Terms,
    seats: &'a ByPlayer<Seat>,
    game: &'a Game,
    life: Life<'a>,
}

enum Life<'a> {
    Playing(&'a Playing),
    Finished(&'a Finished),
}

impl<'a> View<'a> {
    /// What can be seen of a match; nothing before it has begun.
    pub(crate) fn of(id: MatchId, version: Version, state: &'a Match) -> Option<View<'a>> {
        match state {
            Match::Playing(it) => Some(View {
                id,
                version,
                terms: &it.terms,
                seats: &it.seats,
                game: &it.game,
                life: Life::Playing(it),
            }),
            Match::Finished(it) => Some(View {
                id,
                version,
                terms: &it.terms,
                seats: &it.seats,
                game: &it.game,
                life: Life::Finished(it),
            }),
            Match::New | Match::Open(_) | Match::Closed(_) => None,
        }
    }

    pub(crate) fn side(&self, id: &PlayerId) -> Option<Player> {
        Player::BOTH.into_iter().find(|&it| self.seats[it].player == *id)
    }

    pub(crate) fn player(&self, player: Player) -> &PlayerId {
        &self.seats[player].player
    }

    fn player_id(&self, player: Player) -> String {
        self.seats[player].player.to_string()
    }

    fn colours(&self) -> ByPlayer<&'static str> {
        colours(self.terms.preset, self.seats)
    }

    fn players(&self) -> Vec<wire::Player> {
        let colours = self.colours();
        Player::BOTH
            .into_iter()
            .map(|player| {
                let back_by = match self.life {
                    Life::Playing(it) => it.back_by[player],
                    Life::Finished(_) => None,
                };
                wire::Player {
                    id: self.player_id(player),
                    username: self.seats[player].name.to_string(),
                    color: Cow::Borrowed(colours[player]),
                    is_bot: self.seats[player].bot_level().is_some(),
                    connected: back_by.is_none(),
                    reconnect_expires_at: back_by.map(Timestamp::unix_ms),
                }
            })
            .collect()
    }

    fn board(&self) -> Vec<Option<wire::Color>> {
        board(self.game.position(), self.colours())
    }

    fn turn(&self) -> u8 {
        index(self.game.position().turn())
    }

    fn turn_seconds(&self) -> Option<u32> {
        self.terms.turn.map(whole_seconds)
    }

    fn turn_expires_at(&self) -> Option<u64> {
        match self.life {
            Life::Playing(it) => it.turn_deadline().map(Timestamp::unix_ms),
            Life::Finished(_) => None,
        }
    }

    /// The idle times of the match; where idling is allowed, those of the online game.
    fn idle(&self) -> (bool, u32, u32) {
        let usual = Preset::Live.rules().idle;
        let idle = self.terms.idle.or(usual).unwrap_or(Idle::new(Duration::ZERO, Duration::ZERO));
        (self.terms.idle.is_some(), whole_seconds(idle.timeout()), whole_seconds(idle.warning()))
    }

    fn last_move(&self) -> Option<wire::LastMove> {
        let cell = self.game.last_disc()?;
        let from_top = FromTop::from(cell);
        Some(wire::LastMove {
            column: from_top.column,
            row: from_top.row,
            color: Cow::Borrowed(self.colours()[self.game.position().turn().other()]),
        })
    }

    pub(crate) fn started(&self, you: Player) -> wire::GameStarted {
        let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = self.idle();
        wire::GameStarted {
            room_id: self.id.to_string(),
            player_id: self.player_id(you),
            players: self.players(),
            color: Cow::Borrowed(self.colours()[you]),
            board: self.board(),
            current_turn: self.turn(),
            preset: preset_name(self.terms.preset),
            turn_seconds: self.turn_seconds(),
            turn_expires_at: self.turn_expires_at(),
            afk_timeout_enabled,
            afk_timeout_seconds,
            afk_warn_seconds,
            version: self.version.0,
        }
    }

    /// The last disc that was dropped; none if there is no disc.
    pub(crate) fn move_made(&self) -> Option<wire::MoveMade> {
        let last_move = self.last_move()?;
        let mover = self.game.position().turn().other();
        Some(wire::MoveMade {
            room_id: self.id.to_string(),
            player_id: self.player_id(mover),
            column: last_move.column,
            row: last_move.row,
            color: last_move.color.clone(),
            board: self.board(),
            current_turn: self.turn(),
            last_move,
            move_history: history(self.game),
            turn_expires_at: match self.game.position().outcome() {
                None => self.turn_expires_at(),
                Some(_) => None,
            },
            version: self.version.0,
        })
    }

    /// The result; none while the game is on.
    pub(crate) fn over(&self) -> Option<wire::GameOver> {
        let Life::Finished(finished) = self.life else { return None };
        let winning_lines = lines(self.game.position());
        Some(wire::GameOver {
            room_id: self.id.to_string(),
            winner: match finished.outcome {
                Outcome::Won(player) => Some(self.player_id(player)),
                Outcome::Drawn => None,
            },
            reason: reason(finished.by, finished.outcome),
            winning_cells: winning_lines.as_ref().and_then(|it| it.first().copied()),
            winning_lines,
            version: self.version.0,
        })
    }

    pub(crate) fn reconnected(&self, you: Player) -> wire::GameReconnected {
        let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = self.idle();
        let last_move = self.last_move();
        wire::GameReconnected {
            room_id: self.id.to_string(),
            player_id: self.player_id(you),
            players: self.players(),
            color: Cow::Borrowed(self.colours()[you]),
            board: self.board(),
            current_turn: self.turn(),
            preset: preset_name(self.terms.preset),
            turn_seconds: self.turn_seconds(),
            turn_expires_at: self.turn_expires_at(),
            afk_timeout_enabled,
            afk_timeout_seconds,
            afk_warn_seconds,
            column: last_move.as_ref().map(|it| it.column),
            row: last_move.as_ref().map(|it| it.row),
            last_move,
            move_history: history(self.game),
            afk_warning: self.idle_clock().filter(|_| self.is_warned()),
            rematch_offered_by: self.rematch_offered_by().map(|it| self.player_id(it)),
            over: self.over(),
            version: self.version.0,
        }
    }

    fn is_warned(&self) -> bool {
        match self.life {
            Life::Playing(it) => it.warned,
            Life::Finished(_) => false,
        }
    }

    fn rematch_offered_by(&self) -> Option<Player> {
        match self.life {
            Life::Finished(Finished { rematch: Rematch::Asked(player), .. }) => Some(*player),
            Life::Finished(_) | Life::Playing(_) => None,
        }
    }

    pub(crate) fn spectate_joined(&self, spectators: u32) -> wire::SpectateJoined {
        wire::SpectateJoined {
            room_id: self.id.to_string(),
            players: self.players(),
            board: self.board(),
            current_turn: self.turn(),
            preset: preset_name(self.terms.preset),
            turn_seconds: self.turn_seconds(),
            turn_expires_at: self.turn_expires_at(),
            move_history: history(self.game),
            spectators,
            over: self.over(),
            version: self.version.0,
        }
    }

    /// The idle clock of the player to move, if it runs.
    pub(crate) fn idle_clock(&self) -> Option<wire::AfkStatus> {
        let Life::Playing(playing) = self.life else { return None };
        let expires_at = playing.idle_deadline()?.unix_ms();
        Some(wire::AfkStatus { player_id: self.player_id(playing.turn()), expires_at })
    }

    /// The warning that was just given at `at`.
    pub(crate) fn idle_warning(&self, at: Timestamp) -> Option<wire::AfkWarning> {
        let Life::Playing(playing) = self.life else { return None };
        let expires = playing.idle_deadline()?;
        Some(wire::AfkWarning {
            room_id: self.id.to_string(),
            player_id: self.player_id(playing.turn()),
            seconds_remaining: rounded_up(expires.since(at)),
            expires_at: expires.unix_ms(),
            version: self.version.0,
        })
    }

    pub(crate) fn disconnected(
        &self,
        player: Player,
        socket_id: Option<String>,
    ) -> wire::PlayerDisconnected {
        wire::PlayerDisconnected {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            socket_id,
            reconnect_seconds: whole_seconds(self.terms.reconnect),
            version: self.version.0,
        }
    }

    pub(crate) fn player_reconnected(&self, player: Player) -> wire::PlayerReconnected {
        wire::PlayerReconnected {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            version: self.version.0,
        }
    }

    pub(crate) fn rematch_offered(&self, player: Player) -> wire::RematchOffered {
        wire::RematchOffered {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            version: self.version.0,
        }
    }

    pub(crate) fn rematch_declined(&self, player: Player) -> wire::RematchDeclined {
        wire::RematchDeclined {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            version: self.version.0,
        }
    }

    /// The match in the list of running games: only those that people play against each other.
    pub(crate) fn listed(&self, spectators: u32) -> Option<rest::Room> {
        let people = self.seats.iter().all(|it| it.kind == Kind::Human);
        let running = matches!(self.life, Life::Playing(_));
        (people && running).then(|| rest::Room {
            room_id: self.id.to_string(),
            players: (self.seats.iter())
                .map(|it| rest::RoomPlayer {
                    id: it.player.to_string(),
                    username: it.name.to_string(),
                })
                .collect(),
            move_count: self.game.position().ply(),
            preset: preset_name(self.terms.preset),
            spectators,
        })
    }

    /// The match as the API tells it.
    pub(crate) fn game(&self) -> rest::Game {
        rest::Game {
            room_id: self.id.to_string(),
            players: game_players(self.terms.preset, self.seats),
            preset: preset_name(self.terms.preset),
            moves: self.game.to_string(),
            result: None,
            started_at: match self.life {
                Life::Playing(it) => it.started.unix_ms(),
                Life::Finished(it) => it.started.unix_ms(),
            },
            ended_at: None,
        }
    }
}

fn rounded_up(span: Duration) -> u32 {
    u32::try_from(span.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}

/// A finished match as the API tells it.
pub(crate) fn game(record: &GameRecord) -> rest::Game {
    let id = |player: Player| record.seats[player].player.to_string();
    let (winner, loser) = match record.outcome {
        Outcome::Won(player) => (Some(id(player)), Some(id(player.other()))),
        Outcome::Drawn => (None, None),
    };
    rest::Game {
        room_id: record.id.to_string(),
        players: game_players(record.preset, &record.seats),
        preset: preset_name(record.preset),
        moves: record.game.to_string(),
        result: Some(rest::GameResult {
            winner,
            loser,
            reason: reason(record.by, record.outcome),
            discs_placed: Player::BOTH.map(|it| record.discs(it)),
            winning_lines: lines(record.game.position()),
        }),
        started_at: record.started.unix_ms(),
        ended_at: Some(record.ended.unix_ms()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ratings are small and positive"
)]
pub(crate) fn player(record: PlayerRecord) -> rest::PlayerStats {
    rest::PlayerStats {
        id: record.id.to_string(),
        username: record.name,
        games: record.games,
        wins: record.wins,
        losses: record.losses,
        draws: record.draws,
        discs_placed: record.discs,
        rating: record.rating.round().max(0.0) as u32,
    }
}
