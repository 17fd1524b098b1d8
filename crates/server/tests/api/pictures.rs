//! Pictures, previews of links, and games in other people's pages.

use crate::harness::Server;

#[tokio::test]
async fn a_position_is_drawn_in_three_ways() {
    let server = Server::start().await;
    for (path, kind, start) in [
        ("/v1/board.svg?moves=4455667", "image/svg+xml", "<svg"),
        ("/v1/board.svg", "image/svg+xml", "<svg"),
        ("/v1/board.png?moves=4455667", "image/png", "\u{fffd}PNG"),
        ("/v1/board.gif?moves=4455667", "image/gif", "GIF89a"),
        ("/v1/card.png?moves=4455667", "image/png", "\u{fffd}PNG"),
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.header("content-type"), Some(kind), "{path}");
        assert_eq!(response.header("cache-control"), Some("public, max-age=86400"), "{path}");
        assert!(response.body.starts_with(start), "{path}");
    }
}

#[tokio::test]
async fn hostile_parameters_are_refused_as_usual() {
    let server = Server::start().await;
    let long = format!("/v1/board.gif?moves={}", "1".repeat(5_000));
    let cases = [
        ("/v1/board.svg?moves=8", 422, "malformed"),
        ("/v1/board.svg?moves=%3Cscript%3E", 422, "malformed"),
        ("/v1/board.png?moves=44556677", 422, "malformed"),
        ("/v1/board.png?moves=1111111", 422, "malformed"),
        ("/v1/board.svg?moves=4&moves=4", 400, "malformed"),
        ("/v1/board.svg?moves=%ff", 422, "malformed"),
        ("/v1/board.exe?moves=4", 404, "malformed"),
        ("/game/0123456789ab.png", 404, "unknown_room"),
        ("/game/..%2f..%2fetc.gif", 404, "unknown_room"),
        ("/embed/0123456789ab", 404, "unknown_room"),
        ("/embed/%3Cscript%3E", 404, "unknown_room"),
        (&long, 422, "malformed"),
    ];
    for (path, status, code) in cases {
        let response = server.get(path).await;
        let shown = &path[..path.len().min(60)];
        assert_eq!(response.status, status, "{shown}");
        assert_eq!(response.json()["error"]["code"], code, "{shown}");
    }
    let posted = server.post("/game/0123456789ab.png", "").await;
    assert_eq!(posted.status, 405);
}

#[tokio::test]
async fn pictures_count_against_the_limit_of_requests() {
    let server = Server::with(|options| {
        options.limits.requests_burst = 3;
        options.limits.requests_per_second = 1;
    })
    .await;
    for path in ["/v1/board.svg", "/game/0123456789ab.png", "/embed/0123456789ab"] {
        let mut refused = false;
        for _ in 0..100 {
            refused |= server.get(path).await.status == 429;
        }
        assert!(refused, "{path}");
    }
}

#[tokio::test]
async fn only_embedded_games_may_be_framed() {
    let server = Server::start().await;
    for path in ["/", "/game/0123456789ab", "/v1/board.svg", "/embed.css", "/embed"] {
        let response = server.get(path).await;
        assert_eq!(response.header("x-frame-options"), Some("DENY"), "{path}");
        let policy = response.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
    }
    let embedded = server.get("/embed/0123456789ab").await;
    assert_eq!(embedded.header("x-frame-options"), None);
    let policy = embedded.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors *"));
    assert!(!policy.contains("script-src"));
}
