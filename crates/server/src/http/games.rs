//! Games and players: running games, history, statistics and the leaderboard.

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use fourfall_match::{Match, MatchId, PlayerId, Timestamp, Version};
use fourfall_protocol::rest;
use http::header::AUTHORIZATION;
use http::{Extensions, HeaderMap};
use serde::Deserialize;
use tokio::time::Instant;
use utoipa::IntoParams;

use super::Api;
use super::address::ClientAddress;
use super::error::ApiError;
use crate::limits::{EXPORTED_GAMES_MAX, PAGE_DEFAULT, PAGE_MAX};
use crate::services::Services;
use crate::store::{Cursor, GameRecord, GamesQuery, RoomCode};
use crate::wire::{self, View};

/// The only game there is.
const GAME: &str = "connect4";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RoomsParams {
    /// Which game; only `connect4` is played here.
    #[param(example = "connect4")]
    game: Option<String>,
}

/// Running games between people
#[utoipa::path(get, path = "/v1/rooms", params(RoomsParams), responses(
    (status = OK, body = rest::Rooms),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
))]
pub(super) async fn rooms(
    State(api): State<Api>,
    params: Result<Query<RoomsParams>, QueryRejection>,
) -> Result<Json<rest::Rooms>, ApiError> {
    let Query(params) = params?;
    let ours = params.game.is_none_or(|it| it == GAME);
    let rooms = if ours { api.lobby.listed() } else { Vec::new() };
    Ok(Json(rest::Rooms { rooms }))
}

/// A game, running or over
#[utoipa::path(get, path = "/v1/games/{roomId}", params(
    ("roomId" = String, Path, description = "The room", example = "0123456789ab"),
), responses(
    (status = OK, body = rest::Game),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = NOT_FOUND, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn game(
    State(api): State<Api>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<rest::Game>, ApiError> {
    let Path(id) = id?;
    Ok(Json(find(&api, &id).await?))
}

/// A game by its id, running or over.
pub(super) async fn find(api: &Api, id: &str) -> Result<rest::Game, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ApiError::unknown_room())?;
    if let Some(game) = api.lobby.registry().room(id).and_then(|it| it.game()) {
        return Ok(api.lobby.services().orders.with_aliases(game));
    }
    let services = api.lobby.services();
    let record = services.store.game(id).await?;
    let events = services.store.load(id).await?;
    let state = Match::replay(&events).map_err(ApiError::from)?;
    let version = Version::default().after(events.len());
    let view = View::of(id, version, &state, services.now());
    // The summary stays longer than the log, but only the log knows of the rematch.
    match (view, record) {
        (Some(view), _) => Ok(services.orders.with_aliases(view.game())),
        (None, Some(record)) => Ok(services.orders.with_aliases(wire::game(&record))),
        (None, None) => Err(ApiError::unknown_room()),
    }
}

/// How many people are here
#[utoipa::path(get, path = "/v1/online", responses(
    (status = OK, body = rest::Online),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
))]
pub(super) async fn online(State(api): State<Api>) -> Json<rest::Online> {
    Json(api.lobby.online())
}

/// A private game, for those who were given its code
#[utoipa::path(get, path = "/v1/invitations/{code}", params(
    ("code" = String, Path, description = "Six characters", example = "K7Q2XM"),
), responses(
    (status = OK, body = rest::Invitation),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = NOT_FOUND, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
))]
pub(super) async fn invitation(
    State(api): State<Api>,
    extensions: Extensions,
    code: Result<Path<String>, PathRejection>,
) -> Result<Json<rest::Invitation>, ApiError> {
    let Path(code) = code?;
    let address = ClientAddress::of(&extensions);
    let (codes, now) = (api.lobby.wrong_codes(), Instant::now());
    if !codes.may_try(address, now) {
        return Err(ApiError::refused(wire::too_many_codes()));
    }
    let room = match RoomCode::parse(&code) {
        Some(code) => api.lobby.room_by_code(&code).await?,
        None => None,
    };
    let Some(invitation) = room.and_then(|it| it.invitation()) else {
        codes.tried_wrong(address, now);
        return Err(ApiError::refused(wire::unknown_code()));
    };
    Ok(Json(invitation))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GamesParams {
    /// Only the games of this player.
    #[param(max_length = 64, pattern = "^[!-~]{1,64}$")]
    player: Option<String>,
    /// Only games older than this: the `next` of the page before.
    #[param(pattern = "^[0-9]{1,15}-[0-9a-hjkmnp-tv-z]{12}$")]
    before: Option<String>,
    /// How many; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// History: games that are over, newest first
#[utoipa::path(get, path = "/v1/games", params(GamesParams), responses(
    (status = OK, body = rest::Games),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn games(
    State(api): State<Api>,
    headers: HeaderMap,
    params: Result<Query<GamesParams>, QueryRejection>,
) -> Result<Json<rest::Games>, ApiError> {
    let Query(params) = params?;
    let limit = params.limit.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ApiError::malformed("limit must be a number from 1 to 100"));
    }
    let player = params.player.map(|it| player_id(&it)).transpose()?;
    let before = params.before.map(|it| cursor(&it)).transpose()?;
    // One more than asked for tells whether there is another page.
    // Private games are shown to those who played them.
    let private = player.is_some() && bearer(&api, &headers) == player;
    let query = GamesQuery { player, private, before, limit: limit + 1 };
    let mut records = api.lobby.services().store.games(&query).await?;
    let page = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = records.len() > page;
    records.truncate(page);
    let next = records.last().filter(|_| more).map(next);
    let orders = &api.lobby.services().orders;
    let games = records.iter().map(|it| orders.with_aliases(wire::game(it))).collect();
    Ok(Json(rest::Games { games, next }))
}

/// The games of a player, newest first, up to a number that nobody is expected to reach.
pub(super) async fn all_games(
    services: &Services,
    player: &PlayerId,
) -> Result<Vec<rest::Game>, ApiError> {
    let (mut games, mut before) = (Vec::new(), None);
    while games.len() < EXPORTED_GAMES_MAX {
        let player = Some(player.clone());
        let query = GamesQuery { player, private: true, before, limit: PAGE_MAX };
        let records = services.store.games(&query).await?;
        let Some(last) = records.last() else { break };
        before = Some(Cursor { ended: last.ended, id: last.id });
        games.extend(records.iter().map(wire::game));
    }
    Ok(games)
}

/// The player who sent a request, by its token, if it has one.
pub(super) fn bearer(api: &Api, headers: &HeaderMap) -> Option<PlayerId> {
    let token = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    api.lobby.services().tokens.verify(token).map(|it| it.player)
}

fn next(record: &GameRecord) -> String {
    format!("{}-{}", record.ended.unix_ms(), record.id)
}

fn cursor(text: &str) -> Result<Cursor, ApiError> {
    let parsed = text.split_once('-').and_then(|(ended, id)| {
        // A number that does not fit the database's signed integers can't be a time.
        let ended: u64 = ended.parse::<u64>().ok().filter(|&it| i64::try_from(it).is_ok())?;
        Some(Cursor { ended: Timestamp::from_unix_ms(ended), id: id.parse().ok()? })
    });
    parsed.ok_or_else(|| ApiError::malformed("before must be what an earlier page gave as next"))
}

pub(super) fn player_id(text: &str) -> Result<PlayerId, ApiError> {
    let bad = || ApiError::malformed("a player id is 1 to 64 plain characters");
    PlayerId::new(text).ok_or_else(bad)
}

/// Statistics of a player
#[utoipa::path(get, path = "/v1/players/{id}", params(
    ("id" = String, Path, description = "The player", max_length = 64, pattern = "^[!-~]{1,64}$"),
), responses(
    (status = OK, body = rest::PlayerStats),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = NOT_FOUND, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn player(
    State(api): State<Api>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<rest::PlayerStats>, ApiError> {
    let Path(id) = id?;
    let (services, id) = (api.lobby.services(), player_id(&id)?);
    let record = services.store.player(&id).await?.ok_or_else(ApiError::unknown_player)?;
    let known = services.people.rating(&id).await?;
    let claimed = services.people.account(&id).await?.is_some();
    let mut stats = wire::player(record, known.as_ref(), claimed);
    if let Some(alias) = services.orders.alias(&stats.id) {
        stats.username = alias.to_string();
    }
    Ok(Json(stats))
}
