//! REST, health, the description and the page.

use fourfall_server::config::{Origins, Proxies};

use crate::harness::Server;

#[tokio::test]
async fn a_fresh_server_is_alive_ready_and_empty() {
    let server = Server::start().await;
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(server.get("/readyz").await.status, 200);
    assert_eq!(server.get("/v1/rooms?game=connect4").await.body, r#"{"rooms":[]}"#);
    assert_eq!(server.get("/v1/games").await.body, r#"{"games":[],"next":null}"#);
    assert_eq!(server.get("/v1/leaderboard").await.body, r#"{"players":[]}"#);
    assert!(server.admin("/metrics").await.body.contains("fourfall_connections 0"));
    // What only operators need is at their address alone.
    assert!(!server.get("/metrics").await.body.contains("fourfall_"));
    assert_eq!(server.get("/readyz").await.body, "ready\n");
    let details = server.admin("/readyz").await.body;
    assert!(details.contains(r#""ready":true"#) && details.contains("appendsWaiting"), "{details}");
    server.stop().await.expect("it stops cleanly");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = Server::start().await;
    for path in
        ["/", "/nothing", "/v1/rooms", "/healthz", "/docs", "/socket.io/?EIO=4&transport=polling"]
    {
        let response = server.get(path).await;
        let policy = response.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("default-src 'none'"), "{path}");
        assert!(!policy.contains("unsafe-inline"), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[tokio::test]
async fn what_does_not_exist_is_refused_with_a_sentence() {
    let server = Server::start().await;
    let cases = [
        ("GET", "/v1/games/0123456789ab", 404, "unknown_room"),
        ("GET", "/v1/games/nonsense", 404, "unknown_room"),
        ("GET", "/v1/games/%ff", 400, "malformed"),
        ("GET", "/v1/players/nobody", 404, "unknown_player"),
        ("GET", "/v1/players/%20", 400, "malformed"),
        ("GET", "/v1/games?limit=0", 400, "malformed"),
        ("GET", "/v1/games?limit=101", 400, "malformed"),
        ("GET", "/v1/games?limit=x", 400, "malformed"),
        ("GET", "/v1/games?before=x", 400, "malformed"),
        ("GET", "/v1/games?before=99999999999999999999-0123456789ab", 400, "malformed"),
        ("GET", "/v1/nothing", 404, "malformed"),
        ("DELETE", "/v1/rooms", 405, "malformed"),
        ("POST", "/", 405, "malformed"),
        ("GET", "/nothing", 404, "malformed"),
    ];
    for (method, path, status, code) in cases {
        let response = server.request(method, path, &[], "").await;
        assert_eq!(response.status, status, "{method} {path}");
        let error = &response.json()["error"];
        assert_eq!(error["code"], code, "{method} {path}");
        assert!(error["message"].as_str().is_some_and(|it| !it.is_empty()), "{method} {path}");
    }
}

#[tokio::test]
async fn a_position_is_analysed() {
    let server = Server::start().await;
    // The first player wins at once in column 1 (0 on the wire).
    let analysis = server.post("/v1/analyze", r#"{ "moves": "121212" }"#).await.json();
    assert_eq!(analysis["outcome"], serde_json::json!({ "kind": "win", "plies": 1 }));
    assert_eq!(analysis["bestColumns"], serde_json::json!([0]));
    assert_eq!(analysis["score"], 18);

    let over = server.post("/v1/analyze", r#"{ "moves": "1212121" }"#).await.json();
    assert_eq!(over["outcome"], serde_json::json!({ "kind": "won", "player": 0 }));
}

#[tokio::test]
async fn a_bad_question_is_answered_all_the_same() {
    let server = Server::start().await;
    let long = format!(r#"{{ "moves": "{}" }}"#, "1".repeat(5000));
    let deep = "[".repeat(3000);
    let cases = [
        (r#"{ "moves": "8" }"#, 422),
        (r#"{ "moves": "1111111" }"#, 422),
        (r#"{ "moves": "ä" }"#, 422),
        (r#"{ "moves": 4 }"#, 422),
        ("{", 400),
        ("", 400),
        (&deep, 422),
        (&long, 413),
    ];
    for (body, status) in cases {
        let response = server.post("/v1/analyze", body).await;
        let shown = &body[..body.len().min(40)];
        assert_eq!(response.status, status, "{shown}");
        assert!(response.json()["error"]["message"].is_string(), "{shown}");
    }
    let text = server.request("POST", "/v1/analyze", &[("content-type", "text/plain")], "4").await;
    assert_eq!(text.status, 415);
}

#[tokio::test]
async fn pages_of_strangers_are_refused() {
    let server = Server::with(|config| {
        let friends = ["https://friend.example".to_owned()];
        config.origins = Origins::parse(Some("https://play.example"), &friends).expect("origins");
        config.proxies = Proxies::nearby();
    })
    .await;
    for (origin, status) in [
        ("https://play.example", 200),
        ("https://friend.example", 200),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        for path in ["/v1/rooms", "/socket.io/?EIO=4&transport=polling"] {
            let response = server.request("GET", path, &[("origin", origin)], "").await;
            assert_eq!(response.status, status, "{origin} {path}");
            let shared = response.header("access-control-allow-origin");
            assert_eq!(shared, (status == 200).then_some(origin), "{origin} {path}");
        }
    }
    let response = server.get("/healthz").await;
    assert!(response.header("strict-transport-security").is_some());
}

#[tokio::test]
async fn an_address_that_asks_too_much_has_to_wait() {
    let server = Server::with(|config| {
        config.limits.requests_burst = 2;
        config.limits.requests_per_second = 1;
        config.proxies = Proxies::nearby();
    })
    .await;
    let ask = async |address: &str| {
        server.request("GET", "/v1/rooms", &[("x-forwarded-for", address)], "").await
    };
    assert_eq!(ask("203.0.113.1").await.status, 200);
    assert_eq!(ask("203.0.113.1").await.status, 200);
    let refused = ask("203.0.113.1").await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.json()["error"]["code"], "rate_limited");
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(ask("203.0.113.2").await.status, 200);
    // One network of IPv6 is one address.
    assert_eq!(ask("2001:db8::1").await.status, 200);
    assert_eq!(ask("2001:db8::2").await.status, 200);
    assert_eq!(ask("2001:db8::3").await.status, 429);
    assert_eq!(ask("2001:db8:0:1::1").await.status, 200);
}

#[tokio::test]
async fn nobody_but_a_proxy_is_believed_about_addresses() {
    let server = Server::with(|config| config.limits.requests_burst = 2).await;
    let ask = async |address: &str| {
        server.request("GET", "/v1/rooms", &[("x-forwarded-for", address)], "").await
    };
    assert_eq!(ask("203.0.113.1").await.status, 200);
    assert_eq!(ask("203.0.113.2").await.status, 200);
    assert_eq!(ask("203.0.113.3").await.status, 429);
}

#[tokio::test]
async fn one_address_cannot_hold_all_transports() {
    let server = Server::with(|config| {
        config.limits.connections_per_address = 1;
        config.proxies = Proxies::nearby();
    })
    .await;
    let path = "/socket.io/?EIO=4&transport=polling";
    let open = async |address: &str| {
        server.request("GET", path, &[("x-forwarded-for", address)], "").await.status
    };
    let mut statuses = Vec::new();
    for _ in 0..103 {
        statuses.push(open("203.0.113.1").await);
    }
    assert!(statuses[..102].iter().all(|it| *it == 200), "{statuses:?}");
    assert_eq!(statuses[102], 429);
    assert_eq!(open("203.0.113.2").await, 200);
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = Server::start().await;
    let large = "x".repeat(17 * 1024);
    assert_eq!(server.request("GET", "/healthz", &[("x-large", &large)], "").await.status, 431);
    let many: Vec<(&str, &str)> = (0..70).map(|_| ("x-many", "x")).collect();
    assert_eq!(server.request("GET", "/healthz", &many, "").await.status, 431);
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn the_description_names_every_address_and_its_page_asks_nobody_else() {
    let server = Server::start().await;
    let description = server.get("/openapi.json").await.json();
    let paths: Vec<_> = description["paths"].as_object().expect("paths").keys().cloned().collect();
    assert_eq!(
        paths,
        [
            "/v1/account",
            "/v1/account/codes",
            "/v1/account/delete",
            "/v1/account/devices/{id}",
            "/v1/account/export",
            "/v1/account/login",
            "/v1/account/login/passkey",
            "/v1/account/login/passkey/options",
            "/v1/account/logout",
            "/v1/account/logout-everywhere",
            "/v1/account/passkeys",
            "/v1/account/passkeys/options",
            "/v1/account/passkeys/{id}",
            "/v1/account/password",
            "/v1/account/recover",
            "/v1/analyze",
            "/v1/board.gif",
            "/v1/board.png",
            "/v1/board.svg",
            "/v1/card.png",
            "/v1/games",
            "/v1/games/{roomId}",
            "/v1/invitations/{code}",
            "/v1/leaderboard",
            "/v1/online",
            "/v1/players/{id}",
            "/v1/players/{id}/block",
            "/v1/players/{id}/ratings",
            "/v1/players/{id}/report",
            "/v1/rooms",
        ]
    );
    for path in ["/docs", "/docs/docs.js", "/docs/docs.css"] {
        let response = server.get(path).await;
        assert_eq!(response.status, 200, "{path}");
        assert!(!response.body.contains("//cdn") && !response.body.contains("https://"), "{path}");
    }
}

#[tokio::test]
async fn rubbish_instead_of_http_is_survived() {
    let server = Server::start().await;
    for rubbish in ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n"]
    {
        server.rubbish(rubbish).await;
    }
    assert_eq!(server.get("/healthz").await.status, 200);
}
