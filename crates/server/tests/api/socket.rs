//! The socket by long-polling, spoken by hand.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::Server;

/// A Socket.IO client that only polls.
struct Poller<'a> {
    server: &'a Server,
    path: String,
    /// Packets that came with an earlier poll.
    inbox: Vec<String>,
}

const SEPARATOR: char = '\u{1e}';

impl<'a> Poller<'a> {
    async fn open(server: &'a Server) -> Poller<'a> {
        let path = "/socket.io/?EIO=4&transport=polling";
        let handshake = server.get(path).await.body;
        let open: Value =
            serde_json::from_str(handshake.strip_prefix('0').expect("an open packet"))
                .expect("it is JSON");
        let id = open["sid"].as_str().expect("a session");
        Poller { server, path: format!("{path}&sid={id}"), inbox: Vec::new() }
    }

    async fn connected(server: &'a Server, auth: &str) -> Poller<'a> {
        let mut poller = Poller::open(server).await;
        poller.send(&format!("40/connect4,{auth}")).await;
        poller
    }

    async fn send(&mut self, packet: &str) {
        let response = self.server.post(&self.path, packet).await;
        assert_eq!(response.body, "ok");
    }

    /// The next packet that is not a heartbeat.
    async fn next(&mut self) -> String {
        loop {
            while self.inbox.is_empty() {
                let body = self.server.get(&self.path).await.body;
                assert!(!body.is_empty(), "the poll was closed");
                self.inbox = body.split(SEPARATOR).map(str::to_owned).collect();
            }
            let packet = self.inbox.remove(0);
            if packet == "2" {
                self.send("3").await;
            } else if packet != "6" {
                return packet;
            }
        }
    }

    /// The next event.
    async fn event(&mut self) -> (String, Value) {
        let packet = self.next().await;
        let event = packet.strip_prefix("42/connect4,").unwrap_or_else(|| panic!("{packet}"));
        // And the offset that recovers a lost connection.
        let [name, payload, _offset]: [Value; 3] =
            serde_json::from_str(event).expect("name, payload and offset");
        (name.as_str().expect("a name").to_owned(), payload)
    }

    /// Sends an event, and waits for its acknowledgement.
    async fn ask(&mut self, event: &str, payload: Value) -> Value {
        self.send(&format!("42/connect4,7{}", json!([event, payload]))).await;
        loop {
            let packet = self.next().await;
            if let Some(ack) = packet.strip_prefix("43/connect4,7") {
                let [ack]: [Value; 1] = serde_json::from_str(ack).expect("one argument");
                return ack;
            }
        }
    }
}

#[tokio::test]
async fn a_guest_is_told_who_it_is_before_anything_else() {
    let server = Server::start().await;
    let mut guest = Poller::connected(&server, "").await;
    assert!(guest.next().await.starts_with("40/connect4,"));
    let (event, session) = guest.event().await;
    assert_eq!(event, "session:created");

    let auth = json!({ "token": session["token"] }).to_string();
    let mut again = Poller::connected(&server, &auth).await;
    assert!(again.next().await.starts_with("40/connect4,"));
    let player = session["playerId"].clone();
    let joined =
        again.ask("matchmaking:join", json!({ "username": "Ada", "playerId": player })).await;
    assert_eq!(joined["ok"], true);
    assert_eq!(joined["playerId"], player);
}

#[tokio::test]
async fn a_wrong_token_is_no_entry() {
    let server = Server::start().await;
    for token in [json!("x.00"), json!(""), json!(5), json!({})] {
        let auth = json!({ "token": token }).to_string();
        let mut stranger = Poller::connected(&server, &auth).await;
        let refused = stranger.next().await;
        assert!(refused.starts_with("44/connect4,"), "{refused}");
        assert!(refused.contains("unauthorized"), "{refused}");
    }
    assert!(server.admin("/metrics").await.body.contains("fourfall_connections 0"));
}

#[tokio::test]
async fn nothing_is_met_with_silence() {
    let server = Server::start().await;
    let mut client = Poller::connected(&server, "").await;
    client.next().await;
    client.event().await;
    let odd = [
        r#"42/connect4,["game:move"]"#,
        r#"42/connect4,["game:move",null]"#,
        r#"42/connect4,["game:move",5]"#,
        r#"42/connect4,["game:move",[]]"#,
        r#"42/connect4,["game:move",{"roomId":{},"playerId":[],"column":"x"}]"#,
        r#"42/connect4,["game:move",{"roomId":"r","playerId":"p","column":1e99}]"#,
        r#"42/connect4,["no such event",{}]"#,
        r#"42/connect4,["",{}]"#,
    ];
    for packet in odd {
        client.send(packet).await;
        let (event, error) = client.event().await;
        assert_eq!(
            (event.as_str(), &error["code"]),
            ("game:error", &json!("malformed")),
            "{packet}"
        );
        assert!(error["message"].is_string() && error["event"].is_string(), "{packet}");
    }
    let ack = client.ask("game:move", json!({ "roomId": 1 })).await;
    assert_eq!(ack["ok"], false);
    assert_eq!(ack["error"]["code"], "malformed");
    let ack = client.ask("game:spectate", json!({ "roomId": "x", "username": "y" })).await;
    assert_eq!(ack["error"]["code"], "unknown_room");
}

#[tokio::test]
async fn events_beyond_the_rate_are_refused() {
    let server = Server::with(|config| config.limits.events_burst = 3).await;
    let mut client = Poller::connected(&server, "").await;
    client.next().await;
    client.event().await;
    let mut codes = Vec::new();
    for _ in 0..5 {
        let ack = client.ask("afk:check", json!({ "roomId": "x" })).await;
        codes.push(ack["error"]["code"].as_str().expect("a refusal").to_owned());
    }
    assert_eq!(codes[..3], ["unknown_room", "unknown_room", "unknown_room"]);
    assert!(codes.contains(&"rate_limited".to_owned()), "{codes:?}");
}

#[tokio::test]
async fn who_leaves_and_joins_again_has_no_new_credits() {
    const BURST: u32 = 30;
    let server = Server::with(|config| {
        config.limits.events_burst = BURST;
        config.limits.events_per_second = 1;
    })
    .await;
    let mut client = Poller::connected(&server, "").await;
    client.next().await;
    client.event().await;
    for _ in 0..BURST {
        client.ask("afk:check", json!({ "roomId": "x" })).await;
    }
    client.send("41/connect4,\u{1e}40/connect4,").await;
    assert!(client.next().await.starts_with("40/connect4,"));
    client.event().await;
    let mut refused = 0;
    for _ in 0..BURST {
        let ack = client.ask("afk:check", json!({ "roomId": "x" })).await;
        refused += u32::from(ack["error"]["code"] == "rate_limited");
    }
    assert_ne!(refused, 0, "all credits were there again");
}

/// A WebSocket that joins nothing. It is one as soon as this returns, and until it is dropped.
async fn websocket(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("it listens");
    let request = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\n\
        connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut head = Vec::new();
    // The open packet comes after the upgrade.
    while !head.windows(5).any(|it| it == b"\"sid\"") {
        let read = stream.read_buf(&mut head).await.expect("it answers");
        assert_ne!(read, 0, "{}", String::from_utf8_lossy(&head));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

#[tokio::test]
async fn websockets_are_counted_until_they_end() {
    let server = Server::with(|config| config.limits.connections_per_address = 1).await;
    // Twice as many as may join a namespace, and a hundred for pages.
    let mut open = Vec::new();
    for _ in 0..102 {
        open.push(websocket(&server).await);
    }
    assert_eq!(server.get("/healthz").await.status, 503);
    open.pop();
    // Free as soon as the server has noticed.
    while server.get("/healthz").await.status != 200 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn connections_beyond_the_limit_are_told_so_and_freed_when_they_go() {
    let server = Server::with(|config| config.limits.connections_per_address = 1).await;
    let mut first = Poller::connected(&server, "").await;
    first.next().await;
    first.event().await;
    let mut second = Poller::connected(&server, "").await;
    let refused = second.next().await;
    assert!(refused.contains("rate_limited"), "{refused}");
    first.send("41/connect4,").await;
    // The place is free as soon as the server has let go of the socket.
    loop {
        let mut third = Poller::connected(&server, "").await;
        if third.next().await.starts_with("40/connect4,") {
            break;
        }
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_costs_the_connection_and_nothing_else() {
    let server = Server::start().await;
    let mut client = Poller::connected(&server, "").await;
    client.next().await;
    client.event().await;
    let huge = format!(r#"42/connect4,["game:move","{}"]"#, "x".repeat(100_000));
    let response = server.post(&client.path, &huge).await;
    assert_ne!(response.status, 200);
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn stopping_closes_sockets_and_ends_well() {
    let server = Server::start().await;
    let mut client = Poller::connected(&server, "").await;
    client.next().await;
    client.event().await;
    server.stop().await.expect("it stops cleanly");
}
