//! The web page, served from inside the binary.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::Api;
use super::error::ApiError;
use super::share;

/// One file of the built page, with its compressed forms where they are smaller.
struct File {
    path: &'static str,
    body: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    etag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const INDEX: &str = "/index.html";

/// File names below this carry a hash of their content, so they never change.
const HASHED: &str = "/assets/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Addresses that the page itself routes, all answered with the same document. `*` stands for one
/// name.
const ROUTES: [&str; 19] = [
    "/",
    "/play",
    "/play/*",
    "/solo",
    "/local",
    "/watch",
    "/watch/*",
    "/game/*",
    "/player/*",
    "/puzzles",
    "/puzzles/*",
    "/history",
    "/history/*",
    "/leaderboard",
    "/analysis",
    "/analysis/*",
    "/settings",
    "/account",
    "/privacy",
];

/// What is shown when the binary was built without a page.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fourfall</title>\
    <h1>Fourfall is running</h1><p>This binary was built without its web page. Build it with \
    <code>make run</code>, or <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> and then \
    <code>cargo build</code>.</p><p>The API is described at <a href=\"/docs\">/docs</a>.</p></html>";

/// Answers every path that no other route matches.
pub(crate) async fn page(State(api): State<Api>, request: Request) -> Response {
    let path = request.uri().path();
    let headers = request.headers();
    if path.starts_with("/v1/") {
        return ApiError::not_found("there is no such address in this API").into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let refusal = super::error::method_not_allowed().await;
        return ([(ALLOW, "GET, HEAD")], refusal).into_response();
    }
    if let Some(file) = find(path) {
        return serve(file, StatusCode::OK, headers);
    }
    let status = if is_route(path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    if status == StatusCode::NOT_FOUND && !wants_html(headers) {
        return ApiError::not_found("there is nothing at this address").into_response();
    }
    match find(INDEX) {
        Some(file) => {
            let document = std::str::from_utf8(file.body).unwrap_or_default();
            let extensions = request.extensions();
            if status == StatusCode::OK
                && let Some(document) =
                    share::with_preview(&api, path, headers, extensions, document).await
            {
                let document = axum::response::Html(document);
                return ([(CACHE_CONTROL, ASK_AGAIN)], document).into_response();
            }
            serve(file, status, headers)
        }
        None => {
            (status, [(CACHE_CONTROL, ASK_AGAIN)], axum::response::Html(NOT_BUILT)).into_response()
        }
    }
}

fn find(path: &str) -> Option<&'static File> {
    FILES.binary_search_by(|it| it.path.cmp(path)).ok().map(|index| &FILES[index])
}

fn is_route(path: &str) -> bool {
    ROUTES.iter().any(|route| match route.strip_suffix('*') {
        Some(folder) => {
            path.strip_prefix(folder).is_some_and(|name| !name.is_empty() && !name.contains('/'))
        }
        None => *route == path,
    })
}

fn wants_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|it| it.to_str().ok());
    accept.is_some_and(|it| it.contains("text/html"))
}

fn serve(file: &File, status: StatusCode, headers: &HeaderMap) -> Response {
    let cache = if file.path.starts_with(HASHED) { FOR_EVER } else { ASK_AGAIN };
    let known = headers.get(IF_NONE_MATCH).and_then(|it| it.to_str().ok());
    let etag = HeaderValue::from_static(file.etag);
    let common =
        [(CACHE_CONTROL, cache), (ETAG, etag), (VARY, HeaderValue::from_static("accept-encoding"))];
    if known.is_some_and(|it| it.contains(file.etag)) && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(CONTENT_TYPE, HeaderValue::from_static(content_type(file.path)))];
    let packed =
        accepted(headers, "br").then_some(file.brotli).flatten().map(|it| ("br", it)).or_else(
            || accepted(headers, "gzip").then_some(file.gzip).flatten().map(|it| ("gzip", it)),
        );
    match packed {
        Some((encoding, body)) => {
            let encoding = [(CONTENT_ENCODING, HeaderValue::from_static(encoding))];
            (status, common, kind, encoding, Body::from(body)).into_response()
        }
        None => (status, common, kind, Body::from(file.body)).into_response(),
    }
}

/// Whether the client accepts an encoding. `q=0` means it does not.
fn accepted(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|it| it.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|choice| {
        let mut parts = choice.split(';').map(str::trim);
        parts.next() == Some(encoding)
            && !parts.any(|it| it.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32)))
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: bool) {
        assert_eq!(is_route(path), expected, "{path}");
    }

    #[test]
    fn the_page_answers_its_own_addresses_and_no_others() {
        check("/", true);
        check("/play", true);
        check("/play/ABC234", true);
        check("/play/", false);
        check("/play/a/b", false);
        check("/game/x", true);
        check("/game", false);
        check("/nothing", false);
        check("/playing", false);
    }

    #[test]
    fn an_encoding_is_used_only_when_it_is_wanted() {
        let headers = |value: &'static str| {
            HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))])
        };
        assert!(accepted(&headers("gzip, deflate, br"), "br"));
        assert!(!accepted(&headers("gzip, br;q=0"), "br"));
        assert!(accepted(&headers("br;q=0.5"), "br"));
        assert!(!accepted(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn files_are_sorted_so_that_they_can_be_found() {
        assert!(FILES.is_sorted_by_key(|it| it.path));
    }
}
