//! What the REST routes under `/v1` take and give.

use serde::{Deserialize, Serialize};

use crate::client::Preset;
use crate::reject::Refusal;
use crate::server::{Color, Reason};

/// `GET /v1/rooms`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rooms {
    /// Running games between people.
    pub rooms: Vec<Room>,
}

/// A running game, as the list of rooms has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Room {
    /// The room.
    pub room_id: String,
    /// Both players, the one who started first.
    pub players: Vec<RoomPlayer>,
    /// Discs dropped so far.
    pub move_count: u32,
    /// Every column played, 1 to 7, as one string: "4435".
    pub moves: String,
    /// When it started, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub started_at: u64,
    /// The house rules.
    pub preset: Preset,
    /// How many watch.
    pub spectators: u32,
}

/// A player, as the list of rooms has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomPlayer {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub username: String,
    /// The colour of this player's discs.
    #[cfg_attr(test, ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub color: Color,
}

/// `GET /v1/online`: how much is going on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Online {
    /// People connected.
    pub online: u32,
    /// People in a game.
    pub playing: u32,
    /// People who look for an opponent.
    pub waiting: u32,
    /// Games that are being played.
    pub games: u32,
}

/// `GET /v1/invitations/{code}`: a private game, for who was given its code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The room.
    pub room_id: String,
    /// The code.
    pub room_code: String,
    /// Who invites.
    pub host: Host,
    /// The house rules.
    pub preset: Preset,
    /// Seconds per turn, if turns are timed.
    pub turn_seconds: Option<u32>,
    /// Whether idling loses.
    pub afk_timeout_enabled: bool,
    /// Seconds of idling that lose the game; what they would be, where it is off.
    pub afk_timeout_seconds: u32,
    /// Seconds before that at which the warning comes.
    pub afk_warn_seconds: u32,
    /// How far it is.
    pub status: InvitationStatus,
    /// Until when it waits, if it does.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub expires_at: Option<u64>,
    /// The server's time.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
}

/// Who invites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Host {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub username: String,
    /// Whether they are here now.
    pub connected: bool,
}

/// How far a private game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum InvitationStatus {
    /// It waits for a guest.
    Waiting,
    /// Both seats are taken.
    Playing,
    /// It is over.
    Over,
}

/// `GET /v1/games/{roomId}`: a game, running or over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Game {
    /// The room.
    pub room_id: String,
    /// Both players, the one who started first.
    pub players: Vec<GamePlayer>,
    /// The house rules.
    pub preset: Preset,
    /// Whether only who has the link knows of it.
    pub private: bool,
    /// Whether the result counts for the rating.
    pub rated: bool,
    /// Every column played, 1 to 7, as one string: "4435".
    pub moves: String,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
    /// When it started, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub started_at: u64,
    /// When it ended, if it has.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub ended_at: Option<u64>,
    /// The room of the rematch, if there was one.
    pub next: Option<String>,
}

/// A player, as a game's record has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GamePlayer {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub username: String,
    /// The colour of this player's discs.
    #[cfg_attr(test, ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub color: Color,
    /// Whether the machine plays.
    pub is_bot: bool,
    /// This player's discs, as indices into the board in the order they were dropped.
    pub discs: Vec<u8>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameResult {
    /// Who won, if anybody did.
    pub winner: Option<String>,
    /// Who lost, if anybody did.
    pub loser: Option<String>,
    /// Why it ended.
    pub reason: Reason,
    /// Discs placed by each, in the order of `players`.
    pub discs_placed: [u32; 2],
    /// Every line the last disc completed, if it completed any: indices into the board.
    pub winning_lines: Option<Vec<[u8; 4]>>,
}

/// `GET /v1/games`: one page of history, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Games {
    /// Games that are over.
    pub games: Vec<Game>,
    /// What to pass as `before` for the next page, if there is one.
    pub next: Option<String>,
}

/// `GET /v1/players/{id}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerStats {
    /// The public id.
    pub id: String,
    /// The name last used.
    pub username: String,
    /// Games over.
    pub games: u32,
    /// Of these, won.
    pub wins: u32,
    /// Of these, lost.
    pub losses: u32,
    /// Of these, drawn.
    pub draws: u32,
    /// Discs placed in all of them.
    pub discs_placed: u32,
    /// Strength; 1500 is where everybody starts.
    pub rating: u32,
    /// How uncertain that is: two of three players are that close to it.
    pub deviation: u32,
    /// So uncertain that it is shown with a question mark.
    pub provisional: bool,
    /// Whether the name is claimed: nobody else can have it.
    pub claimed: bool,
}

/// `GET /v1/players/{id}/ratings`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ratings {
    /// The rating after each rated game, newest first.
    pub points: Vec<RatingPoint>,
}

/// What one rated game made of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RatingPoint {
    /// The game.
    pub room_id: String,
    /// When it ended, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// The rating after it.
    pub rating: u32,
    /// What it gained or cost.
    pub change: i32,
    /// How uncertain the rating is after it.
    pub deviation: u32,
}

/// `GET /v1/leaderboard`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Leaderboard {
    /// The best, best first.
    pub players: Vec<PlayerStats>,
}

/// `POST /v1/analyze`, the question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalyzeRequest {
    /// Every column played, 1 to 7, as one string: "4435".
    #[cfg_attr(feature = "openapi", schema(max_length = 42, pattern = "^[1-7]{0,42}$"))]
    pub moves: String,
}

/// `POST /v1/analyze`, the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The position asked about.
    pub moves: String,
    /// What the position is.
    pub outcome: Outlook,
    /// Score of the position for the player to move: positive wins, larger sooner; none if the
    /// game is over.
    pub score: Option<i8>,
    /// Score of each column, 0 to 6; none where no disc can be dropped.
    pub columns: Vec<Option<i8>>,
    /// The best columns, 0 to 6, left to right.
    pub best_columns: Vec<u8>,
}

/// What perfect play makes of a position, or what the board says already. Wins and losses are the
/// mover's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Outlook {
    /// The player to move wins with the `plies`-th disc from here.
    Win {
        /// Discs until the end, the winning one included.
        plies: u8,
    },
    /// The player to move loses with the `plies`-th disc from here.
    Loss {
        /// Discs until the end, the winning one included.
        plies: u8,
    },
    /// Nobody can win.
    Draw,
    /// The game is over: four in a row by `players[player]`.
    Won {
        /// 0 is the player who started.
        player: u8,
    },
    /// The game is over: the board is full.
    Drawn,
}

/// `POST /v1/account`, `POST /v1/account/login`: a name and its password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    /// The name.
    pub username: String,
    /// The password.
    pub password: String,
}

/// `POST /v1/account/recover`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Recovery {
    /// The name.
    pub username: String,
    /// One of the recovery codes.
    pub code: String,
    /// The password from now on.
    #[cfg_attr(feature = "openapi", schema(min_length = 10, max_length = 200))]
    pub password: String,
}

/// `POST /v1/account/password`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewPassword {
    /// The password so far; none for an account that has none.
    #[serde(default)]
    pub password: String,
    /// Instead of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub passkey: Option<PasskeyLogin>,
    /// The password from now on.
    #[cfg_attr(feature = "openapi", schema(min_length = 10, max_length = 200))]
    pub new_password: String,
}

/// What only the owner may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Confirmation {
    /// The password; none for an account that has none.
    #[serde(default)]
    pub password: String,
    /// Instead of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub passkey: Option<PasskeyLogin>,
}

/// `POST /v1/account/passkeys/options`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRequest {
    /// The name that a guest claims by it. Nothing, for somebody who has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub username: Option<String>,
}

/// A question for the browser's keeper of passkeys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ceremony {
    /// To be sent with the answer, within five minutes. It opens once.
    pub ceremony: String,
    /// What `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of `PublicKeyCredential` takes.
    #[cfg_attr(test, ts(type = "object"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: serde_json::Value,
}

/// `POST /v1/account/passkeys`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewPasskey {
    /// As it came with the question.
    pub ceremony: String,
    /// What `toJSON` of the new credential says.
    #[cfg_attr(test, ts(type = "object"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub credential: serde_json::Value,
    /// What its owner calls it; otherwise what the browser says it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub label: Option<String>,
}

/// `POST /v1/account/login/passkey`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PasskeyLogin {
    /// As it came with the question.
    pub ceremony: String,
    /// What `toJSON` of the credential says.
    #[cfg_attr(test, ts(type = "object"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub credential: serde_json::Value,
}

/// A key on one of somebody's devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Passkey {
    /// What it is called here.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was added, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
}

/// A passkey was added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Passkeys {
    /// All there are by now, oldest first.
    pub passkeys: Vec<Passkey>,
    /// What came of it for a guest, who has claimed a name by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub claimed: Option<Claimed>,
}

/// A name was claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Claimed {
    /// The public id, as it was.
    pub player_id: String,
    /// The name.
    pub username: String,
    /// Each lets the owner in once if the password is lost. Shown this once.
    pub recovery_codes: Vec<String>,
}

/// `POST /v1/account/codes`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Each lets the owner in once if the password is lost. Shown this once.
    pub recovery_codes: Vec<String>,
}

/// Somebody is logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoggedIn {
    /// The public id.
    pub player_id: String,
    /// The name.
    pub username: String,
    /// What proves it from now on.
    pub token: String,
}

/// `GET /v1/account`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The public id.
    pub player_id: String,
    /// The claimed name; none for a guest.
    pub username: Option<String>,
    /// When it was claimed, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub created_at: Option<u64>,
    /// Whether one can log in with a password.
    pub has_password: bool,
    /// One's passkeys, oldest first.
    pub passkeys: Vec<Passkey>,
    /// Recovery codes that have not been used.
    pub recovery_codes_left: u32,
    /// Where one is logged in, the latest first.
    pub devices: Vec<Device>,
    /// Whom one does not want to meet.
    pub blocked: Vec<String>,
}

/// Where somebody is logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Device {
    /// When that was, in milliseconds since 1970; it names the device.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: u64,
    /// What the browser said it is.
    pub label: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// `POST /v1/players/{id}/report`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReportRequest {
    /// The game in which it happened.
    pub room_id: String,
    /// What happened.
    pub reason: String,
}

/// It was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Done {}

/// The body of every REST refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// What was refused and why.
    pub error: Refusal,
}
