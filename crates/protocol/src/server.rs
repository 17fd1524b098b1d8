//! What the server sends.
//!
//! Times are milliseconds since 1970, UTC. Every message about a room that reports one of its
//! events carries the room's `version` after that event: apply n + 1, ignore anything up to n, ask
//! for the whole game otherwise.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::client::{Preset, Reaction, messages};
use crate::reject::RejectCode;

/// A disc's colour as the preset names it: "red", "#000000".
pub type Color = Cow<'static, str>;

/// `session:created`: who you are from now on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SessionCreated {
    /// Public: opponents and spectators see it.
    pub player_id: String,
    /// Secret: whoever has it is this player.
    pub token: String,
}

/// `session:replaced`: another socket of yours took over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionReplaced {}

/// `matchmaking:waiting`: where you are in the queue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// You.
    pub player_id: String,
    /// 1 is next.
    pub position: u32,
    /// Since when.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// The server's time when it was sent, for accurate countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// People connected.
    pub online: u32,
    /// People in a game.
    pub playing: u32,
}

/// `matchmaking:left`: you no longer wait.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchmakingLeft {}

/// `matchmaking:already_started`: the cancel came too late.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AlreadyStarted {
    /// Where your game is.
    pub room_id: String,
}

/// One of the two in a game. The one who starts is first in every list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub username: String,
    /// The colour of this player's discs.
    #[cfg_attr(test, ts(type = "string"))]
    pub color: Color,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// Whether this player is here now. Bots always are.
    pub connected: bool,
    /// When the time to come back ends, for a player who is away from a running game.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub reconnect_expires_at: Option<u64>,
    /// This player's discs, as indices into the board in the order they were dropped.
    pub discs: Vec<u8>,
}

/// How the earlier games of a series of rematches ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Series {
    /// Games each has won, in the order of `players`.
    pub wins: [u32; 2],
    /// Games nobody has won.
    pub draws: u32,
}

/// `game:started`: the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameStarted {
    /// The room.
    pub room_id: String,
    /// You.
    pub player_id: String,
    /// Both players, the one who starts first.
    pub players: Vec<Player>,
    /// Your colour.
    #[cfg_attr(test, ts(type = "string"))]
    pub color: Color,
    /// 42 cells, row by row from the top.
    #[cfg_attr(test, ts(type = "(string | null)[]"))]
    pub board: Vec<Option<Color>>,
    /// Whose turn it is: an index into `players`.
    pub current_turn: u8,
    /// The house rules.
    pub preset: Preset,
    /// Seconds per turn, if turns are timed.
    pub turn_seconds: Option<u32>,
    /// When the turn is lost, if turns are timed.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// Whether idling loses.
    pub afk_timeout_enabled: bool,
    /// Seconds of idling that lose the game; where idling is allowed, what they would be.
    pub afk_timeout_seconds: u32,
    /// Seconds before that at which the warning comes.
    pub afk_warn_seconds: u32,
    /// When the player to move loses by idling, if idling loses and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub afk_expires_at: Option<u64>,
    /// Whether only people with the link know of it.
    pub private: bool,
    /// Whether the result counts for the rating.
    pub rated: bool,
    /// How the games before this one ended.
    pub series: Series,
    /// The server's time when it was sent, for accurate countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// Where the last disc went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LastMove {
    /// 0 to 6, left to right.
    pub column: u8,
    /// 0 to 5, from the top.
    pub row: u8,
    /// The disc's colour.
    #[cfg_attr(test, ts(type = "string"))]
    pub color: Color,
}

/// `game:move:made`: a disc was dropped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveMade {
    /// The room.
    pub room_id: String,
    /// Who dropped it.
    pub player_id: String,
    /// 0 to 6, left to right.
    pub column: u8,
    /// 0 to 5, from the top.
    pub row: u8,
    /// The disc's colour.
    #[cfg_attr(test, ts(type = "string"))]
    pub color: Color,
    /// 42 cells, row by row from the top.
    #[cfg_attr(test, ts(type = "(string | null)[]"))]
    pub board: Vec<Option<Color>>,
    /// Whose turn it is now: an index into `players`. After the last disc, whose it would be.
    pub current_turn: u8,
    /// The same disc again.
    pub last_move: LastMove,
    /// Every column played, in order.
    pub move_history: Vec<u8>,
    /// When the turn that begins now is lost, if turns are timed and the game goes on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `connect4:afk_warning`: somebody is idle and will lose. Sent once; the client counts down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AfkWarning {
    /// The room.
    pub room_id: String,
    /// Who is idle.
    pub player_id: String,
    /// Seconds until the game is lost.
    pub seconds_remaining: u32,
    /// When the game is lost.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires_at: u64,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `connect4:afk_warning_cleared`: the warned player is no longer idle. Follows from the event
/// before it, so it has no version of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AfkWarningCleared {}

/// The answer to `afk:check`, and the payload of `afk:status`: an idle clock that runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AfkStatus {
    /// Who is expected to move.
    pub player_id: String,
    /// When that player loses.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires_at: u64,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Reason {
    /// Four connected.
    #[serde(rename = "Four in a row!")]
    FourInARow,
    /// 42 discs and no four.
    #[serde(rename = "Board full - Draw")]
    BoardFull,
    /// Somebody gave up, or left a running game.
    #[serde(rename = "resignation")]
    Resignation,
    /// Somebody was idle for too long.
    #[serde(rename = "afk_timeout")]
    AfkTimeout,
    /// Somebody was not back in time.
    #[serde(rename = "disconnect")]
    Disconnect,
    /// A turn's clock ran out.
    #[serde(rename = "timeout")]
    Timeout,
    /// Somebody called the game off before both had dropped a disc: there is no result.
    #[serde(rename = "aborted")]
    Aborted,
}

/// `game:over`: the result. It never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameOver {
    /// The room.
    pub room_id: String,
    /// Who won, if anybody did.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: Reason,
    /// One winning line, as four indices into the board in order along it.
    pub winning_cells: Option<[u8; 4]>,
    /// Every line the last disc completed.
    pub winning_lines: Option<Vec<[u8; 4]>>,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `player:disconnected`: a player's socket is gone; the window to come back runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerDisconnected {
    /// The room.
    pub room_id: String,
    /// Whose socket.
    pub player_id: String,
    /// The socket that went; none if the server itself was away.
    pub socket_id: Option<String>,
    /// Seconds left to come back.
    pub reconnect_seconds: u32,
    /// When that time is over.
    #[cfg_attr(test, ts(type = "number"))]
    pub reconnect_expires_at: u64,
    /// When the turn is lost, if turns are timed; the clocks of a player who is away stand still.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// When the player to move loses by idling, if idling loses and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub afk_expires_at: Option<u64>,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `player:reconnected`: the player is back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerReconnected {
    /// The room.
    pub room_id: String,
    /// Who is back.
    pub player_id: String,
    /// When the turn is lost, if turns are timed.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// When the player to move loses by idling, if idling loses and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub afk_expires_at: Option<u64>,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `game:reconnected`: the whole game, for a player who missed some of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameReconnected {
    /// The room.
    pub room_id: String,
    /// You.
    pub player_id: String,
    /// Both players, the one who started first.
    pub players: Vec<Player>,
    /// Your colour.
    #[cfg_attr(test, ts(type = "string"))]
    pub color: Color,
    /// 42 cells, row by row from the top.
    #[cfg_attr(test, ts(type = "(string | null)[]"))]
    pub board: Vec<Option<Color>>,
    /// Whose turn it is: an index into `players`.
    pub current_turn: u8,
    /// The house rules.
    pub preset: Preset,
    /// Seconds per turn, if turns are timed.
    pub turn_seconds: Option<u32>,
    /// When the turn is lost, if turns are timed and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// Whether idling loses.
    pub afk_timeout_enabled: bool,
    /// Seconds of idling that lose the game; where idling is allowed, what they would be.
    pub afk_timeout_seconds: u32,
    /// Seconds before that at which the warning comes.
    pub afk_warn_seconds: u32,
    /// The last disc's column, if there is one.
    pub column: Option<u8>,
    /// The last disc's row, if there is one.
    pub row: Option<u8>,
    /// The last disc, if there is one.
    pub last_move: Option<LastMove>,
    /// Every column played, in order.
    pub move_history: Vec<u8>,
    /// The idle warning that is in force, if one is.
    pub afk_warning: Option<AfkStatus>,
    /// Who asks for a rematch, if somebody does and nobody has answered.
    pub rematch_offered_by: Option<String>,
    /// The result, if the game is over.
    pub over: Option<GameOver>,
    /// When the player to move loses by idling, if idling loses and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub afk_expires_at: Option<u64>,
    /// Whether only people with the link know of it.
    pub private: bool,
    /// Whether the result counts for the rating.
    pub rated: bool,
    /// How the games before this one ended.
    pub series: Series,
    /// The server's time when it was sent, for accurate countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `game:spectate:joined`: the whole game, for somebody who watches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpectateJoined {
    /// The room.
    pub room_id: String,
    /// Both players, the one who started first.
    pub players: Vec<Player>,
    /// 42 cells, row by row from the top.
    #[cfg_attr(test, ts(type = "(string | null)[]"))]
    pub board: Vec<Option<Color>>,
    /// Whose turn it is: an index into `players`.
    pub current_turn: u8,
    /// The house rules.
    pub preset: Preset,
    /// Seconds per turn, if turns are timed.
    pub turn_seconds: Option<u32>,
    /// When the turn is lost, if turns are timed and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub turn_expires_at: Option<u64>,
    /// Every column played, in order.
    pub move_history: Vec<u8>,
    /// How many watch, you included.
    pub spectators: u32,
    /// The result, if the game is over.
    pub over: Option<GameOver>,
    /// When the player to move loses by idling, if idling loses and the game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub afk_expires_at: Option<u64>,
    /// Whether only people with the link know of it.
    pub private: bool,
    /// Whether the result counts for the rating.
    pub rated: bool,
    /// How the games before this one ended.
    pub series: Series,
    /// The server's time when it was sent, for accurate countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `room:spectators`: how many watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spectators {
    /// Sockets that watch.
    pub count: u32,
}

/// `game:rematch:offered`: somebody asks for another game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RematchOffered {
    /// The room of the game that is over.
    pub room_id: String,
    /// Who asks.
    pub player_id: String,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// Why there will be no rematch, or why an offer ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DeclineReason {
    /// The player said no.
    Declined,
    /// The player left.
    Left,
    /// The player who had asked lost the connection; anybody may ask again.
    Disconnected,
    /// The player looks for another game, or plays one.
    Busy,
}

/// `game:rematch:accepted`: both want another game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RematchAccepted {
    /// The room of the game that is over.
    pub room_id: String,
    /// The room of the next game.
    pub next_room_id: String,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `room:waiting`: your private game waits for its guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomWaiting {
    /// The room.
    pub room_id: String,
    /// Six characters to give to a friend.
    pub room_code: String,
    /// You.
    pub player_id: String,
    /// Your name in this game.
    pub username: String,
    /// The house rules.
    pub preset: Preset,
    /// Seconds per turn, if turns are timed.
    pub turn_seconds: Option<u32>,
    /// Whether idling loses.
    pub afk_timeout_enabled: bool,
    /// Seconds of idling that lose the game; where idling is allowed, what they would be.
    pub afk_timeout_seconds: u32,
    /// Seconds before that at which the warning comes.
    pub afk_warn_seconds: u32,
    /// When it stops waiting.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires_at: u64,
    /// The server's time when it was sent, for accurate countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// Why a private game was closed before anybody joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The host cancelled it.
    Cancelled,
    /// Nobody joined in time.
    Expired,
    /// The host was away for too long.
    HostAway,
}

/// `room:closed`: your private game waits no longer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomClosed {
    /// The room.
    pub room_id: String,
    /// Why.
    pub reason: CloseReason,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `game:rematch:declined`: there will be no rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RematchDeclined {
    /// The room of the game that is over.
    pub room_id: String,
    /// Who declined.
    pub player_id: String,
    /// Why.
    pub reason: DeclineReason,
    /// Events of the room so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// `game:reacted`: a player sent one of six reactions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Reacted {
    /// The room.
    pub room_id: String,
    /// Who sent it.
    pub player_id: String,
    /// What.
    pub reaction: Reaction,
}

/// `game:error`: an event without an acknowledgement was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameError {
    /// The code, for programs.
    pub code: RejectCode,
    /// A sentence for people.
    pub message: String,
    /// The event that was refused.
    pub event: String,
}

messages! {
    /// Everything the server can send. Serializes as the bare payload; the name is
    /// [`ServerMessage::event`].
    pub enum ServerMessage {
        SessionCreated(SessionCreated) = "session:created",
        SessionReplaced(SessionReplaced) = "session:replaced",
        Waiting(Waiting) = "matchmaking:waiting",
        MatchmakingLeft(MatchmakingLeft) = "matchmaking:left",
        AlreadyStarted(AlreadyStarted) = "matchmaking:already_started",
        GameStarted(GameStarted) = "game:started",
        MoveMade(MoveMade) = "game:move:made",
        AfkWarning(AfkWarning) = "connect4:afk_warning",
        AfkWarningCleared(AfkWarningCleared) = "connect4:afk_warning_cleared",
        AfkStatus(Option<AfkStatus>) = "afk:status",
        GameOver(GameOver) = "game:over",
        PlayerDisconnected(PlayerDisconnected) = "player:disconnected",
        PlayerReconnected(PlayerReconnected) = "player:reconnected",
        GameReconnected(GameReconnected) = "game:reconnected",
        SpectateJoined(SpectateJoined) = "game:spectate:joined",
        Spectators(Spectators) = "room:spectators",
        RematchOffered(RematchOffered) = "game:rematch:offered",
        RematchDeclined(RematchDeclined) = "game:rematch:declined",
        RematchAccepted(RematchAccepted) = "game:rematch:accepted",
        RoomWaiting(RoomWaiting) = "room:waiting",
        RoomClosed(RoomClosed) = "room:closed",
        Reacted(Reacted) = "game:reacted",
        GameError(GameError) = "game:error",
    }
}
