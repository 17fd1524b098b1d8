//! Everything that is served over plain HTTP: the API, its description, health, and the page.

mod account;
pub(crate) mod address;
mod analyze;
mod docs;
mod error;
mod games;
mod health;
mod page;
mod passkeys;
mod pictures;
mod ratings;
mod security;
mod share;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use http::StatusCode;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::Config;
use crate::limits::{
    ADDRESSES_REMEMBERED, ANSWER_TIMEOUT, BODY_BYTES_MAX, PASSKEY_BYTES_MAX, REQUEST_TIMEOUT,
};
use crate::lobby::Lobby;
use crate::rate::{self, Rate};

#[derive(OpenApi)]
#[openapi(info(
    title = "Fourfall",
    description = "Four in a row: running games, history, players, and exact analysis. Games are \
                   played over Socket.IO, in the namespace /connect4."
))]
struct Description;

/// What the API's handlers share.
#[derive(Clone)]
pub(crate) struct Api {
    lobby: Lobby,
    analyst: analyze::Analyst,
    readiness: Arc<health::Readiness>,
    painter: pictures::Painter,
    addresses: Arc<rate::Addresses>,
    /// The server's own address as people see it.
    public: Option<String>,
    boards: Arc<ratings::Boards>,
    counter: Arc<account::Counter>,
}

/// The rate limit per address.
fn addresses(config: &Config) -> rate::Addresses {
    let limits = &config.limits;
    let rate = Rate { burst: limits.requests_burst, per_second: limits.requests_per_second };
    rate::Addresses::new(rate, ADDRESSES_REMEMBERED)
}

/// All routes but the socket's.
pub(crate) fn router(config: &Config, lobby: Lobby) -> Router {
    tokio::spawn(health::notice_recovery(lobby.clone()));
    let addresses = Arc::new(addresses(config));
    let counter = Arc::new(account::Counter::new(&lobby.services().metrics));
    let api = Api {
        lobby,
        analyst: analyze::Analyst::new(),
        readiness: Arc::default(),
        painter: pictures::Painter::new(),
        addresses: addresses.clone(),
        public: config.origins.public().map(ToString::to_string),
        boards: Arc::default(),
        counter,
    };

    let (v1, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::rooms))
        .routes(routes!(games::online))
        .routes(routes!(games::invitation))
        .routes(routes!(games::game))
        .routes(routes!(games::games))
        .routes(routes!(games::player))
        .routes(routes!(ratings::leaderboard))
        .routes(routes!(ratings::ratings))
        .routes(routes!(account::account, account::claim))
        .routes(routes!(account::login))
        .routes(routes!(account::recover))
        .routes(routes!(account::logout))
        .routes(routes!(account::logout_everywhere))
        .routes(routes!(account::change_password))
        .routes(routes!(account::codes))
        .routes(routes!(account::forget_device))
        .routes(routes!(account::export))
        .routes(routes!(account::delete))
        .routes(routes!(account::report))
        .routes(routes!(account::block, account::unblock))
        .routes(routes!(analyze::analyze))
        .routes(routes!(pictures::board_svg))
        .routes(routes!(pictures::board_png))
        .routes(routes!(pictures::board_gif))
        .routes(routes!(pictures::card))
        .merge(passkey_routes())
        .split_for_parts();
    let v1 = v1
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT))
        .layer(from_fn_with_state(addresses, address::limit));
    let shared = Router::new()
        .route("/game/{file}", get(pictures::game))
        .route("/embed/{id}", get(share::embed))
        .route("/embed.css", get(share::embed_style))
        .method_not_allowed_fallback(error::method_not_allowed);
    Router::new()
        .merge(v1)
        .merge(shared)
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/routable", get(health::routable))
        .merge(docs::router(&description))
        .fallback(page::page)
        .with_state(api)
}

/// The routes of passkeys, which need a larger body than the others: browsers send much about a new key.
fn passkey_routes() -> OpenApiRouter<Api> {
    OpenApiRouter::new()
        .routes(routes!(passkeys::ask_who))
        .routes(routes!(passkeys::login))
        .routes(routes!(passkeys::ask_for_key))
        .routes(routes!(passkeys::add))
        .routes(routes!(passkeys::remove))
        .layer(DefaultBodyLimit::max(PASSKEY_BYTES_MAX))
}

/// The routes for operators: metrics, health, and readiness with details.
pub(crate) fn admin_router(config: &Config, lobby: Lobby) -> Router {
    let desk = health::Desk::new(lobby, config.store.clone());
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::details))
        .route("/metrics", get(health::metrics))
        .with_state(Arc::new(desk))
}

/// Puts around a router what every request passes, those of the socket included.
pub(crate) fn surrounded(config: &Config, router: Router) -> Router {
    router
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWER_TIMEOUT))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(security::sharing(config.origins.clone()))
        .layer(from_fn_with_state(Arc::new(config.origins.clone()), security::guard))
        .layer(from_fn_with_state(Arc::new(config.proxies.clone()), address::find))
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::body::{Body, Bytes};
    use axum::extract::ConnectInfo;
    use axum::routing::post;
    use futures_util::stream;
    use http::Request;
    use tokio::time::Instant;
    use tower_service::Service;

    use super::*;
    use crate::config::Options;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_not_waited_for() {
        let address = SocketAddr::from(([127, 0, 0, 1], 4444));
        let config = Config::new(Options::default()).unwrap();
        let echo = Router::new().route("/", post(async |body: Bytes| body));
        let endless = stream::pending::<Result<Bytes, std::io::Error>>();
        let mut request = Request::post("/").body(Body::from_stream(endless)).unwrap();
        request.extensions_mut().insert(ConnectInfo(address));
        let asked = Instant::now();
        let response = surrounded(&config, echo).call(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
        assert_eq!(asked.elapsed(), ANSWER_TIMEOUT);
    }
}
