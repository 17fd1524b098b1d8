//! `POST /v1/analyze`: the exact score of every column.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use fourfall_engine::{Analysis, Value};
use fourfall_protocol::rest;
use fourfall_rules::{Column, Game, OpenPosition, Outcome, Player};
use http::Extensions;

use super::Api;
use super::address::ClientAddress;
use super::error::ApiError;
use crate::connections::places::Places;
use crate::engine::Engine;
use crate::limits::{
    ANALYSES_PER_ADDRESS, ANALYSES_WAITING, ANALYSIS_TABLE, ANALYSIS_THREADS, ANALYSIS_TIME_MAX,
};

/// Analyses positions, a few at a time. A bounded number of requests waits.
#[derive(Clone)]
pub(super) struct Analyst {
    engine: Engine,
    places: Arc<Places>,
}

impl Analyst {
    pub(super) fn new() -> Analyst {
        let places = Places::new(ANALYSIS_THREADS + ANALYSES_WAITING, ANALYSES_PER_ADDRESS);
        Analyst { engine: Engine::new(ANALYSIS_THREADS, ANALYSIS_TABLE), places }
    }

    async fn analyze(&self, position: OpenPosition, address: IpAddr) -> Result<Analysis, ApiError> {
        let busy = || ApiError::overloaded("too many positions are being analysed, try again");
        let _place = self.places.take(Some(address)).ok_or_else(busy)?;
        let analysis = self
            .engine
            .ask(ANALYSIS_TIME_MAX, move |solver, budget| solver.analyze(position, budget));
        analysis.await.ok_or_else(busy)
    }
}

/// The exact score of every column
///
/// Scores are for the player to move: 22 less the discs the winner will have used, negative if
/// that is the opponent, 0 for a draw.
#[utoipa::path(post, path = "/v1/analyze", request_body = rest::AnalyzeRequest, responses(
    (status = OK, body = rest::Analysis),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn analyze(
    State(api): State<Api>,
    extensions: Extensions,
    request: Result<Json<rest::AnalyzeRequest>, JsonRejection>,
) -> Result<Json<rest::Analysis>, ApiError> {
    let Json(rest::AnalyzeRequest { moves }) = request?;
    let game: Game = moves
        .parse()
        .map_err(|err: fourfall_rules::NotationError| ApiError::not_a_game(&err.to_string()))?;
    let analysis = match OpenPosition::try_from(game.position()) {
        Ok(position) => {
            let address = ClientAddress::of(&extensions);
            told(moves, position, &api.analyst.analyze(position, address).await?)?
        }
        Err(outcome) => over(moves, outcome),
    };
    Ok(Json(analysis))
}

fn told(
    moves: String,
    position: OpenPosition,
    analysis: &Analysis,
) -> Result<rest::Analysis, ApiError> {
    let exact = |column| match analysis.verdict(column) {
        None => Ok(None),
        Some(verdict) => verdict.exact().map(Some).ok_or_else(|| {
            ApiError::overloaded("this position takes too long to analyse here right now")
        }),
    };
    let scores = Column::ALL.into_iter().map(exact).collect::<Result<Vec<_>, _>>()?;
    let best = scores.iter().flatten().max().copied();
    let plies = |it: u32| u8::try_from(it).unwrap_or(u8::MAX);
    let outcome = match best.map(|it| it.value(position.position())) {
        Some(Value::Win { plies: it }) => rest::Outlook::Win { plies: plies(it) },
        Some(Value::Loss { plies: it }) => rest::Outlook::Loss { plies: plies(it) },
        Some(Value::Draw) | None => rest::Outlook::Draw,
    };
    let best_columns = Column::ALL.into_iter().zip(&scores).filter(|(_, it)| **it == best);
    Ok(rest::Analysis {
        moves,
        outcome,
        score: best.map(|it| it.number()),
        best_columns: best_columns.map(|(column, _)| column.index()).collect(),
        columns: scores.iter().map(|it| it.map(|score| score.number())).collect(),
    })
}

fn over(moves: String, outcome: Outcome) -> rest::Analysis {
    rest::Analysis {
        moves,
        outcome: match outcome {
            Outcome::Won(Player::First) => rest::Outlook::Won { player: 0 },
            Outcome::Won(Player::Second) => rest::Outlook::Won { player: 1 },
            Outcome::Drawn => rest::Outlook::Drawn,
        },
        score: None,
        columns: vec![None; Column::ALL.len()],
        best_columns: Vec::new(),
    }
}
