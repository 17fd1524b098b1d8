//! The API's description, for programs and for people. The page loads nothing from elsewhere.

use axum::Router;
use axum::routing::get;
use http::header::CONTENT_TYPE;
use utoipa::openapi::OpenApi;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// `/openapi.json` and `/docs`.
pub(super) fn router<S: Clone + Send + Sync + 'static>(description: &OpenApi) -> Router<S> {
    let json = description.to_pretty_json().expect("the description has a JSON form");
    let json = async move || ([(CONTENT_TYPE, "application/json")], json);
    Router::new()
        .route("/openapi.json", get(json))
        .route("/docs", file(HTML, include_str!("docs/docs.html")))
        .route("/docs/docs.js", file(SCRIPT, include_str!("docs/docs.js")))
        .route("/docs/docs.css", file(STYLE, include_str!("docs/docs.css")))
}

fn file<S: Clone + Send + Sync + 'static>(
    kind: &'static str,
    body: &'static str,
) -> axum::routing::MethodRouter<S> {
    get(async move || ([(CONTENT_TYPE, kind)], body))
}
