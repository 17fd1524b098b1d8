//! Leaderboards, and the history of a player's rating.

use std::collections::HashMap;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use fourfall_match::Timestamp;
use fourfall_protocol::{Preset, rest};
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;
use utoipa::IntoParams;

use super::Api;
use super::error::ApiError;
use super::games::player_id;
use crate::limits::{
    LEADERBOARD_ACTIVE, LEADERBOARD_HOLDS, LEADERBOARD_MAX, LEADERBOARD_WEEK, RATING_POINTS_MAX,
};
use crate::services::Services;
use crate::store::people::Board;
use crate::wire;

/// Which games count for a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Period {
    /// Those of the last seven days.
    Week,
    /// All of them.
    #[default]
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BoardParams {
    /// Only games of this preset count.
    preset: Option<Preset>,
    /// Only games of this period count; `all` if left out.
    #[serde(default)]
    #[param(inline)]
    period: Period,
}

/// A cache: each leaderboard as it was last made, and when.
#[derive(Default)]
pub(super) struct Boards(Mutex<HashMap<BoardParams, (Instant, rest::Leaderboard)>>);

/// The best players
///
/// Players with enough rated games against enough different people, the last of them within 30 days.
#[utoipa::path(get, path = "/v1/leaderboard", params(BoardParams), responses(
    (status = OK, body = rest::Leaderboard),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn leaderboard(
    State(api): State<Api>,
    params: Result<Query<BoardParams>, QueryRejection>,
) -> Result<Json<rest::Leaderboard>, ApiError> {
    let Query(params) = params?;
    // The lock is held meanwhile: one request computes a leaderboard again, and others wait for it.
    let mut boards = api.boards.0.lock().await;
    if let Some((at, board)) = boards.get(&params)
        && at.elapsed() < LEADERBOARD_HOLDS
    {
        return Ok(Json(board.clone()));
    }
    let board = make(api.lobby.services(), params).await?;
    boards.insert(params, (Instant::now(), board.clone()));
    Ok(Json(board))
}

async fn make(services: &Services, params: BoardParams) -> Result<rest::Leaderboard, ApiError> {
    let ago = |it: Duration| {
        let ms = u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        Timestamp::from_unix_ms(services.now().unix_ms().saturating_sub(ms))
    };
    let games = services.limits.leaderboard_games.max(1);
    let board = Board {
        preset: params.preset.map(wire::preset),
        now: services.now(),
        since: match params.period {
            Period::Week => ago(LEADERBOARD_WEEK),
            Period::All => Timestamp::from_unix_ms(0),
        },
        active_since: ago(LEADERBOARD_ACTIVE),
        games,
        opponents: games.div_ceil(3),
        limit: LEADERBOARD_MAX,
    };
    let mut players = Vec::new();
    for it in services.people.leaderboard(&board).await? {
        if let Some(record) = services.store.player(&it.player).await? {
            let claimed = services.people.account(&it.player).await?.is_some();
            let mut stats = wire::player(record, Some(&it.known), claimed);
            if let Some(alias) = services.orders.alias(&stats.id) {
                stats.username = alias.to_string();
            }
            players.push(stats);
        }
    }
    Ok(rest::Leaderboard { players })
}

/// The history of a player's rating, newest first
#[utoipa::path(get, path = "/v1/players/{id}/ratings", params(
    ("id" = String, Path, description = "The player", max_length = 64, pattern = "^[!-~]{1,64}$"),
), responses(
    (status = OK, body = rest::Ratings),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn ratings(
    State(api): State<Api>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<rest::Ratings>, ApiError> {
    let Path(id) = id?;
    let people = &api.lobby.services().people;
    let points = people.rating_history(&player_id(&id)?, RATING_POINTS_MAX).await?;
    Ok(Json(rest::Ratings { points: points.iter().map(wire::rating_point).collect() }))
}
