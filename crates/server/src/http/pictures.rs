//! Positions and games as pictures, drawn by `fourfall-picture`: no search, little work, and a
//! limited number at once.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Response};
use fourfall_picture::{Colour, Format, Picture};
use fourfall_protocol::rest;
use fourfall_rules::{Game, NotationError};
use http::Extensions;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use utoipa::IntoParams;

use super::Api;
use super::address::ClientAddress;
use super::error::ApiError;
use crate::connections::places::Places;
use crate::limits::{PICTURES_AT_ONCE, PICTURES_PER_ADDRESS, PICTURES_WAITING};

/// Draws pictures, a few at a time. A bounded number waits.
#[derive(Clone)]
pub(super) struct Painter {
    places: Arc<Places>,
    at_once: Arc<Semaphore>,
}

impl Painter {
    pub(super) fn new() -> Painter {
        Painter {
            places: Places::new(PICTURES_AT_ONCE + PICTURES_WAITING, PICTURES_PER_ADDRESS),
            at_once: Arc::new(Semaphore::new(PICTURES_AT_ONCE)),
        }
    }

    async fn draw(
        &self,
        picture: Picture,
        kind: Kind,
        format: Format,
        extensions: &Extensions,
    ) -> Result<Vec<u8>, ApiError> {
        let busy = || ApiError::overloaded("too many pictures are being drawn, try again");
        let address = ClientAddress::of(extensions);
        let _place = self.places.take(Some(address)).ok_or_else(busy)?;
        let _turn = self.at_once.acquire().await.map_err(|_| busy())?;
        // Only milliseconds, but too long for a thread that serves sockets.
        let drawn = tokio::task::spawn_blocking(move || match kind {
            Kind::Svg => picture.svg().into_bytes(),
            Kind::Png => picture.png(format),
            Kind::Gif => picture.gif(),
        });
        drawn.await.map_err(|_| busy())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Svg,
    Png,
    Gif,
}

impl Kind {
    /// The kind a file's name ends with, and the name before it.
    fn of(file: &str) -> Option<(&str, Kind)> {
        let (name, ending) = file.rsplit_once('.')?;
        let kind = match ending {
            "svg" => Kind::Svg,
            "png" => Kind::Png,
            "gif" => Kind::Gif,
            _ => return None,
        };
        Some((name, kind))
    }

    const fn content_type(self) -> &'static str {
        match self {
            Kind::Svg => "image/svg+xml",
            Kind::Png => "image/png",
            Kind::Gif => "image/gif",
        }
    }
}

/// A picture that changes only if the way we draw does.
const FOR_A_DAY: &str = "public, max-age=86400";
/// A picture of a running game.
const FOR_A_MOMENT: &str = "public, max-age=5";

fn answer(kind: Kind, cache: &'static str, bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, kind.content_type()), (CACHE_CONTROL, cache)], bytes).into_response()
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BoardParams {
    /// Columns 1 to 7; the empty board if left out.
    #[param(max_length = 42, pattern = "^[1-7]{0,42}$", example = "4455667")]
    moves: Option<String>,
}

/// A position as SVG
#[utoipa::path(get, path = "/v1/board.svg", params(BoardParams), responses(
    (status = OK, body = String, content_type = "image/svg+xml"),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn board_svg(
    State(api): State<Api>,
    extensions: Extensions,
    params: Result<Query<BoardParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    drawn_board(&api, &extensions, params, Kind::Svg, Format::Board).await
}

/// A position as PNG
#[utoipa::path(get, path = "/v1/board.png", params(BoardParams), responses(
    (status = OK, body = String, content_type = "image/png"),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn board_png(
    State(api): State<Api>,
    extensions: Extensions,
    params: Result<Query<BoardParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    drawn_board(&api, &extensions, params, Kind::Png, Format::Board).await
}

/// How a position came about, as an animated GIF
#[utoipa::path(get, path = "/v1/board.gif", params(BoardParams), responses(
    (status = OK, body = String, content_type = "image/gif"),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn board_gif(
    State(api): State<Api>,
    extensions: Extensions,
    params: Result<Query<BoardParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    drawn_board(&api, &extensions, params, Kind::Gif, Format::Board).await
}

/// A position as a preview of a link: 1200 by 630 pixels
#[utoipa::path(get, path = "/v1/card.png", params(BoardParams), responses(
    (status = OK, body = String, content_type = "image/png"),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn card(
    State(api): State<Api>,
    extensions: Extensions,
    params: Result<Query<BoardParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    drawn_board(&api, &extensions, params, Kind::Png, Format::Card).await
}

async fn drawn_board(
    api: &Api,
    extensions: &Extensions,
    params: Result<Query<BoardParams>, QueryRejection>,
    kind: Kind,
    format: Format,
) -> Result<Response, ApiError> {
    let Query(BoardParams { moves }) = params?;
    let game: Game = moves
        .unwrap_or_default()
        .parse()
        .map_err(|err: NotationError| ApiError::not_a_game(&err.to_string()))?;
    let picture = Picture { game, colours: [Colour::Red, Colour::Yellow] };
    let bytes = api.painter.draw(picture, kind, format, extensions).await?;
    Ok(answer(kind, FOR_A_DAY, bytes))
}

/// `/game/{id}.png`, `.gif` and `.svg`; without such an ending the page shows the game.
pub(super) async fn game(
    State(api): State<Api>,
    file: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let Ok(Path(file)) = file else { return super::page::page(State(api), request).await };
    let Some((id, kind)) = Kind::of(&file) else {
        return super::page::page(State(api), request).await;
    };
    let extensions = request.extensions();
    if !api.addresses.spend(ClientAddress::of(extensions), Instant::now()) {
        return super::address::too_much();
    }
    let drawn = drawn_game(&api, id, kind, extensions).await;
    drawn.unwrap_or_else(IntoResponse::into_response)
}

async fn drawn_game(
    api: &Api,
    id: &str,
    kind: Kind,
    extensions: &Extensions,
) -> Result<Response, ApiError> {
    let game = super::games::find(api, id).await?;
    let picture = picture_of(&game).ok_or_else(ApiError::unknown_room)?;
    let bytes = api.painter.draw(picture, kind, Format::Card, extensions).await?;
    let cache = if game.result.is_some() { FOR_A_DAY } else { FOR_A_MOMENT };
    Ok(answer(kind, cache, bytes))
}

fn picture_of(game: &rest::Game) -> Option<Picture> {
    let colour = |at: usize| Colour::named(&game.players.get(at)?.color);
    Some(Picture { game: game.moves.parse().ok()?, colours: [colour(0)?, colour(1)?] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_ending() {
        assert_eq!(Kind::of("0123456789ab.png"), Some(("0123456789ab", Kind::Png)));
        assert_eq!(Kind::of("a.b.gif"), Some(("a.b", Kind::Gif)));
        assert_eq!(Kind::of("0123456789ab"), None);
        assert_eq!(Kind::of("0123456789ab.exe"), None);
    }
}
