//! A match as its players and spectators see it: every message about it.

use std::borrow::Cow;
use std::time::Duration;

use fourfall_match::{
    ClosedBy, DeclinedBy, EndedBy, Finished, Idle, Kind, Match, MatchId, Open, PlayerId, Playing,
    Preset, Rematch, Seat, Terms, Timestamp, Version,
};
use fourfall_protocol as wire;
use fourfall_rules::{ByPlayer, Cell, Column, Flat, FromTop, Game, Outcome, Player, Position, Row};

use crate::store::RoomCode;

pub(super) fn preset_name(preset: Preset) -> wire::Preset {
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

pub(super) fn colours(preset: Preset, seats: &ByPlayer<Seat>) -> ByPlayer<&'static str> {
    preset.rules().colours.of(seats)
}

pub(super) fn whole_seconds(span: Duration) -> u32 {
    u32::try_from(span.as_secs()).unwrap_or(u32::MAX)
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

pub(super) fn lines(position: Position) -> Option<Vec<[u8; 4]>> {
    let lines: Vec<_> =
        position.winning_lines().map(|line| line.cells().map(|it| Flat::from(it).0)).collect();
    (!lines.is_empty()).then_some(lines)
}

pub(super) fn reason(by: EndedBy, outcome: Outcome) -> wire::Reason {
    match (by, outcome) {
        (EndedBy::Board, Outcome::Won(_)) => wire::Reason::FourInARow,
        (EndedBy::Board, Outcome::Drawn) => wire::Reason::BoardFull,
        (EndedBy::Resignation, _) => wire::Reason::Resignation,
        (EndedBy::Timeout, _) => wire::Reason::Timeout,
        (EndedBy::Idling, _) => wire::Reason::AfkTimeout,
        (EndedBy::Absence, _) => wire::Reason::Disconnect,
    }
}

/// Each player's discs, as indices into the board in the order they were dropped.
pub(super) fn discs(game: &Game) -> ByPlayer<Vec<u8>> {
    let mut discs = ByPlayer { first: Vec::new(), second: Vec::new() };
    let mut heights = Column::ALL.map(|_| Row::ALL.into_iter());
    let mut player = Player::First;
    for &column in game.moves() {
        if let Some(row) = heights[usize::from(column.index())].next() {
            discs[player].push(Flat::from(Cell { column, row }).0);
        }
        player = player.other();
    }
    discs
}

/// The idle times of a match; where idling is allowed, those of the `live` preset.
pub(super) fn idle(terms: &Terms) -> (bool, u32, u32) {
    let usual = Preset::Live.rules().idle;
    let idle = terms.idle.or(usual).unwrap_or(Idle::new(Duration::ZERO, Duration::ZERO));
    (terms.idle.is_some(), whole_seconds(idle.timeout()), whole_seconds(idle.warning()))
}

/// The match that follows a rematch.
pub(crate) fn next_match(rematch: Rematch) -> Option<MatchId> {
    match rematch {
        Rematch::Agreed { next, .. } => Some(next),
        Rematch::Unasked | Rematch::Asked(_) | Rematch::Declined(..) => None,
    }
}

/// What a host who waits for a guest is sent.
pub(crate) fn room_waiting(
    id: MatchId,
    version: Version,
    code: &RoomCode,
    open: &Open,
    now: Timestamp,
) -> wire::RoomWaiting {
    let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = idle(&open.terms);
    wire::RoomWaiting {
        room_id: id.to_string(),
        room_code: code.to_string(),
        player_id: open.host.player.to_string(),
        username: open.host.name.to_string(),
        preset: preset_name(open.terms.preset),
        turn_seconds: open.terms.turn.map(whole_seconds),
        afk_timeout_enabled,
        afk_timeout_seconds,
        afk_warn_seconds,
        expires_at: open.deadline().at.unix_ms(),
        now: now.unix_ms(),
        version: version.0,
    }
}

/// A match that ended without a result, for the messages about it.
pub(crate) struct Closing {
    id: MatchId,
    version: Version,
}

impl Closing {
    pub(crate) fn new(id: MatchId, version: Version) -> Closing {
        Closing { id, version }
    }

    /// Somebody called it off.
    pub(crate) fn aborted(&self) -> wire::GameOver {
        wire::GameOver {
            room_id: self.id.to_string(),
            winner: None,
            reason: wire::Reason::Aborted,
            winning_cells: None,
            winning_lines: None,
            version: self.version.0,
        }
    }

    /// Nobody joined.
    pub(crate) fn closed(&self, why: ClosedBy) -> wire::RoomClosed {
        let reason = match why {
            ClosedBy::Host | ClosedBy::Abort => wire::CloseReason::Cancelled,
            ClosedBy::NoGuest => wire::CloseReason::Expired,
            ClosedBy::Absence => wire::CloseReason::HostAway,
        };
        wire::RoomClosed { room_id: self.id.to_string(), reason, version: self.version.0 }
    }
}

/// A running or finished match at a moment: what every message about it is made from.
pub(crate) struct View<'a> {
    pub(super) id: MatchId,
    pub(super) version: Version,
    now: Timestamp,
    pub(super) terms: &'a Terms,
    pub(super) seats: &'a ByPlayer<Seat>,
    pub(super) game: &'a Game,
    pub(super) state: State<'a>,
}

/// A match that has begun.
pub(super) enum State<'a> {
    Playing(&'a Playing),
    Finished(&'a Finished),
}

impl<'a> View<'a> {
    /// What can be seen of a match; nothing before it has begun.
    pub(crate) fn of(
        id: MatchId,
        version: Version,
        state: &'a Match,
        now: Timestamp,
    ) -> Option<View<'a>> {
        match state {
            Match::Playing(it) => Some(View {
                id,
                version,
                now,
                terms: &it.terms,
                seats: &it.seats,
                game: &it.game,
                state: State::Playing(it),
            }),
            Match::Finished(it) => Some(View {
                id,
                version,
                now,
                terms: &it.terms,
                seats: &it.seats,
                game: &it.game,
                state: State::Finished(it),
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
        let mut discs = discs(self.game);
        Player::BOTH
            .into_iter()
            .map(|player| {
                let back_by = match self.state {
                    State::Playing(it) => it.back_by(player),
                    State::Finished(_) => None,
                };
                wire::Player {
                    id: self.player_id(player),
                    username: self.seats[player].name.to_string(),
                    color: Cow::Borrowed(colours[player]),
                    is_bot: self.seats[player].bot_level().is_some(),
                    connected: back_by.is_none(),
                    reconnect_expires_at: back_by.map(Timestamp::unix_ms),
                    discs: std::mem::take(&mut discs[player]),
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
        match self.state {
            State::Playing(it) => it.turn_deadline().map(Timestamp::unix_ms),
            State::Finished(_) => None,
        }
    }

    fn afk_expires_at(&self) -> Option<u64> {
        match self.state {
            State::Playing(it) => it.idle_deadline().map(Timestamp::unix_ms),
            State::Finished(_) => None,
        }
    }

    fn series(&self) -> wire::Series {
        let score = match self.state {
            State::Playing(it) => it.series,
            State::Finished(it) => it.series,
        };
        wire::Series { wins: [score.wins.first, score.wins.second], draws: score.draws }
    }

    fn is_between_people(&self) -> bool {
        self.seats.iter().all(|it| it.kind == Kind::Human)
    }

    pub(super) fn is_rated(&self) -> bool {
        self.terms.rated && self.is_between_people()
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
        let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = idle(self.terms);
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
            afk_expires_at: self.afk_expires_at(),
            private: self.terms.private,
            rated: self.is_rated(),
            series: self.series(),
            now: self.now.unix_ms(),
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
        let State::Finished(finished) = self.state else { return None };
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
        let (afk_timeout_enabled, afk_timeout_seconds, afk_warn_seconds) = idle(self.terms);
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
            afk_expires_at: self.afk_expires_at(),
            private: self.terms.private,
            rated: self.is_rated(),
            series: self.series(),
            now: self.now.unix_ms(),
            version: self.version.0,
        }
    }

    fn is_warned(&self) -> bool {
        match self.state {
            State::Playing(it) => it.warned,
            State::Finished(_) => false,
        }
    }

    fn rematch_offered_by(&self) -> Option<Player> {
        match self.state {
            State::Finished(Finished { rematch: Rematch::Asked(player), .. }) => Some(*player),
            State::Finished(_) | State::Playing(_) => None,
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
            afk_expires_at: self.afk_expires_at(),
            private: self.terms.private,
            rated: self.is_rated(),
            series: self.series(),
            now: self.now.unix_ms(),
            version: self.version.0,
        }
    }

    /// The idle clock of the player to move, if it runs.
    pub(crate) fn idle_clock(&self) -> Option<wire::AfkStatus> {
        let State::Playing(playing) = self.state else { return None };
        let expires_at = playing.idle_deadline()?.unix_ms();
        Some(wire::AfkStatus { player_id: self.player_id(playing.turn()), expires_at })
    }

    /// The warning that was just given at `at`.
    pub(crate) fn idle_warning(&self, at: Timestamp) -> Option<wire::AfkWarning> {
        let State::Playing(playing) = self.state else { return None };
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
            reconnect_expires_at: match self.state {
                State::Playing(it) => it.back_by(player),
                State::Finished(_) => None,
            }
            .unwrap_or(self.now)
            .unix_ms(),
            turn_expires_at: self.turn_expires_at(),
            afk_expires_at: self.afk_expires_at(),
            version: self.version.0,
        }
    }

    pub(crate) fn player_reconnected(&self, player: Player) -> wire::PlayerReconnected {
        wire::PlayerReconnected {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            turn_expires_at: self.turn_expires_at(),
            afk_expires_at: self.afk_expires_at(),
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

    pub(crate) fn rematch_declined(
        &self,
        player: Player,
        why: DeclinedBy,
    ) -> wire::RematchDeclined {
        wire::RematchDeclined {
            room_id: self.id.to_string(),
            player_id: self.player_id(player),
            reason: match why {
                DeclinedBy::Refusal => wire::DeclineReason::Declined,
                DeclinedBy::Leaving => wire::DeclineReason::Left,
                DeclinedBy::Disconnect => wire::DeclineReason::Disconnected,
                DeclinedBy::AnotherGame => wire::DeclineReason::Busy,
            },
            version: self.version.0,
        }
    }

    pub(crate) fn rematch_accepted(&self, next: MatchId) -> wire::RematchAccepted {
        wire::RematchAccepted {
            room_id: self.id.to_string(),
            next_room_id: next.to_string(),
            version: self.version.0,
        }
    }
}

fn rounded_up(span: Duration) -> u32 {
    u32::try_from(span.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}
