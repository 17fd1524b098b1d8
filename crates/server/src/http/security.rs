//! The headers of every response, and whose pages may send requests at all.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::error::ApiError;
use crate::config::Origins;

/// Everything comes from this server, nothing is inline, nobody may frame it. The engine is
/// WebAssembly.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// For a game embedded in other people's pages: a picture and a link, and anybody may frame it.
const EMBEDDED_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
);
const EMBEDDED: &str = "/embed/";

/// The same for every response.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    ),
];

/// Sent when people reach the server over https: browsers then insist on it for a year.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// How long browsers may cache the answer to a preflight request.
const PREFLIGHT_HOLDS: Duration = Duration::from_secs(60 * 60);

/// Refuses requests from pages of other origins, and adds the headers to every response.
pub(crate) async fn guard(
    State(origins): State<Arc<Origins>>,
    request: Request,
    next: Next,
) -> Response {
    let allowed = is_allowed(&origins, request.headers());
    let embedded = request.uri().path().starts_with(EMBEDDED);
    let mut response = if allowed {
        next.run(request).await
    } else {
        ApiError::forbidden("pages of this origin may not talk to this server").into_response()
    };
    let headers = response.headers_mut();
    headers.extend(HEADERS);
    if embedded {
        headers.insert(CONTENT_SECURITY_POLICY, EMBEDDED_POLICY);
    } else {
        headers.insert(CONTENT_SECURITY_POLICY, POLICY);
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if origins.is_https() {
        headers.insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    response
}

/// Lets pages of allowed origins read the responses (CORS).
pub(super) fn sharing(origins: Origins) -> CorsLayer {
    let allowed = move |_: &HeaderValue, request: &Parts| is_allowed(&origins, &request.headers);
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(allowed))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
        .max_age(PREFLIGHT_HOLDS)
}

fn is_allowed(origins: &Origins, headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|it| it.to_str().ok());
    match headers.get(ORIGIN).map(HeaderValue::to_str) {
        None => true,
        Some(Ok(origin)) => origins.allow(origin, host),
        Some(Err(_)) => false,
    }
}
