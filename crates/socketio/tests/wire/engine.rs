//! Engine.IO: handshake, transports, heartbeat, upgrade, close.

use std::time::Duration;

use fourfall_socketio::serve::Limits;
use fourfall_socketio::{
    CloseReason, Config, Denied, Disconnect, DisconnectReason, Door, Server, Transports,
};
use serde_json::Value;
use tokio::io::AsyncWriteExt;

use crate::echo::{Echo, Told};
use crate::raw::{self, Frame, Running, frame, read_answer, sid, start, start_with};

const QUICK: Duration = Duration::from_millis(300);

async fn server(config: Config) -> (Running, tokio::sync::mpsc::UnboundedReceiver<Told>) {
    let (echo, hears) = Echo::new();
    (start(Server::builder(config).namespace("/", echo).build()).await, hears)
}

#[tokio::test]
async fn a_handshake_says_what_the_client_needs_to_know() {
    let (it, _) = server(Config::default()).await;
    let answer = it.request("GET", "EIO=4&transport=polling", "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "text/plain; charset=UTF-8");
    let mut open: Value = serde_json::from_str(answer.body.strip_prefix('0').unwrap()).unwrap();
    assert!(open["sid"].take().as_str().is_some_and(|it| it.len() >= 20));
    let expected = serde_json::json!({
        "sid": null, "upgrades": ["websocket"], "pingInterval": 25000, "pingTimeout": 20000,
        "maxPayload": 1_000_000,
    });
    assert_eq!(open, expected);
    let mut socket = it.websocket("EIO=4&transport=websocket").await.unwrap();
    let open = socket.text().await;
    let open: Value = serde_json::from_str(open.strip_prefix('0').unwrap()).unwrap();
    assert_eq!(open["upgrades"], serde_json::json!([]));
}

#[tokio::test]
async fn requests_that_are_no_engine_io_are_refused() {
    let (it, _) = server(Config::default()).await;
    for (method, query, status) in [
        ("GET", "transport=polling", 400),
        ("GET", "EIO=3&transport=polling", 400),
        ("GET", "EIO=abc&transport=polling", 400),
        ("GET", "EIO=4", 400),
        ("GET", "EIO=4&transport=pigeon", 400),
        ("GET", "EIO=4&transport=websocket", 400),
        ("POST", "EIO=4&transport=polling", 400),
        ("PUT", "EIO=4&transport=polling", 400),
        ("GET", "EIO=4&transport=polling&sid=nobody", 400),
        ("POST", "EIO=4&transport=polling&sid=nobody", 400),
        ("GET", "EIO=4&transport=websocket&sid=nobody", 400),
    ] {
        let answer = it.request(method, query, "").await;
        assert_eq!(answer.status, status, "{method} {query}");
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(body["message"].is_string(), "{body}");
    }
    for query in ["transport=websocket", "EIO=4", "EIO=4&transport=websocket&sid=nobody"] {
        assert_eq!(it.websocket(query).await.err().map(|it| it.status), Some(400), "{query}");
    }
    assert_eq!(it.server.stats().sessions, 0);
}

#[tokio::test]
async fn transports_can_be_switched_off() {
    let (it, _) =
        server(Config { transports: Transports::WebSocketOnly, ..Config::default() }).await;
    assert_eq!(it.request("GET", "EIO=4&transport=polling", "").await.status, 400);
    it.join().await;
    let (it, _) = server(Config { transports: Transports::PollingOnly, ..Config::default() }).await;
    assert!(it.websocket("EIO=4&transport=websocket").await.is_err());
    let answer = it.request("GET", "EIO=4&transport=polling", "").await;
    assert!(answer.body.contains(r#""upgrades":[]"#), "{}", answer.body);
    assert!(
        it.websocket(&format!("EIO=4&transport=websocket&sid={}", sid(&answer.body)))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn several_packets_travel_in_one_payload() {
    let (it, _) = server(Config::default()).await;
    let sid = it.open_polling().await;
    let answer = it.post(&sid, "40\x1e42[\"echo\",1]\x1e421[\"echo\",\"\u{e9}\"]").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, "ok"));
    let mut body = String::new();
    while body.matches('\x1e').count() < 3 {
        let sep = if body.is_empty() { "" } else { "\x1e" };
        body = body.clone() + sep + &it.get(&sid).await.body;
    }
    let packets: Vec<&str> = body.split('\x1e').collect();
    assert!(packets[0].starts_with("40{\"sid\":"));
    let rest = ["42[\"echo\",1]", "42[\"echo\",\"\u{e9}\"]", "431[\"\u{e9}\"]"];
    assert_eq!(packets[1..], rest);
}

#[tokio::test]
async fn binary_travels_as_base64_over_polling() {
    let (it, _) = server(Config::default()).await;
    let sid = it.open_polling().await;
    it.post(&sid, "40").await;
    it.get(&sid).await;
    let body = "451-[\"echo\",{\"_placeholder\":true,\"num\":0}]\x1ebAQIDBA==";
    assert_eq!(it.post(&sid, body).await.status, 200);
    assert_eq!(it.get(&sid).await.body, body);
}

#[tokio::test]
async fn what_is_no_payload_closes_the_session() {
    for body in ["abc", "", "4\x1e", "b!", "2", "5", "40\x1e9", "4abc", "42{}", "42[]", "1 "] {
        let (it, _) = server(Config::default()).await;
        let sid = it.open_polling().await;
        // Socket.IO is looked at by the session's own task, after the answer.
        let answer = it.post(&sid, body).await;
        let engine = ["4abc", "42{}", "42[]"].contains(&body);
        assert!(answer.status == 400 || engine, "{body:?}: {answer:?}");
        while it.server.stats().sessions > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(it.get(&sid).await.status, 400, "{body:?}");
    }
}

#[tokio::test]
async fn a_body_may_be_neither_too_large_nor_too_slow() {
    let config = Config { max_payload: 1000, body_timeout: QUICK, ..Config::default() };
    let (it, _) = server(config).await;
    let sid = it.open_polling().await;
    assert_eq!(it.post(&sid, &"4".repeat(1001)).await.status, 413);
    assert_eq!(it.get(&sid).await.status, 400, "some packets are lost: the session is over");
    // A body without an end.
    let sid = it.open_polling().await;
    let query = format!("EIO=4&transport=polling&sid={sid}");
    let mut stream = tokio::net::TcpStream::connect(it.address).await.unwrap();
    let head =
        format!("POST /socket.io/?{query} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n4");
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = tokio::time::timeout(raw::PATIENCE, read_answer(&mut stream)).await.unwrap();
    assert_eq!(answer.status, 408);
    // Too many packets.
    let (it, _) = server(Config { max_packets: 2, ..Config::default() }).await;
    let sid = it.open_polling().await;
    assert_eq!(it.post(&sid, "6\x1e6\x1e6").await.status, 400);
}

#[tokio::test]
async fn a_second_poll_closes_the_session() {
    let (it, _) = server(Config::default()).await;
    let sid = it.open_polling().await;
    let query = format!("EIO=4&transport=polling&sid={sid}");
    // The first is known to be there when its session answers a post after it: same connection.
    let mut first = it.send_request("GET", &query, "").await;
    let mut statuses = Vec::new();
    while statuses.is_empty() {
        let second = it.send_request("GET", &query, "");
        statuses.push(read_answer(&mut second.await).await.status);
    }
    let first = read_answer(&mut first).await;
    // Whichever came first waits and is told the end; the other is refused.
    statuses.push(first.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    assert_eq!(it.get(&sid).await.status, 400);
}

#[tokio::test]
async fn a_poll_that_is_given_up_closes_the_session() {
    let (it, mut hears) = server(Config::default()).await;
    let sid = it.open_polling().await;
    it.post(&sid, "40").await;
    it.get(&sid).await;
    let poll = it.send_request("GET", &format!("EIO=4&transport=polling&sid={sid}"), "").await;
    hears.recv().await.unwrap();
    drop(poll);
    let told = hears.recv().await.unwrap();
    let reason = DisconnectReason::Transport(CloseReason::TransportError);
    assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: false }));
    assert_eq!(it.get(&sid).await.status, 400);
}

#[tokio::test]
async fn hearts_beat_over_both_transports() {
    let config = Config { ping_interval: QUICK, ping_timeout: raw::PATIENCE, ..Config::default() };
    let (it, _) = server(config).await;
    let sid = it.open_polling().await;
    let mut socket = it.open().await;
    for _ in 0..3 {
        assert_eq!(it.get(&sid).await.body, "2");
        assert_eq!(it.post(&sid, "3").await.body, "ok");
        assert_eq!(socket.read().await, Frame::Text("2".to_owned()));
        socket.send("3").await;
    }
}

#[tokio::test]
async fn silence_closes_the_session() {
    let config = Config { ping_interval: QUICK, ping_timeout: QUICK, ..Config::default() };
    let (it, mut hears) = server(config).await;
    let (mut socket, _) = it.join().await;
    let sid = it.open_polling().await;
    hears.recv().await.unwrap();
    assert_eq!(socket.until_closed().await, [Frame::Text("2".to_owned())]);
    let reason = DisconnectReason::Transport(CloseReason::PingTimeout);
    let told = hears.recv().await.unwrap();
    assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: false }));
    while it.server.stats().sessions > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(it.get(&sid).await.status, 400);
}

#[tokio::test]
async fn who_joins_nothing_is_closed() {
    let (it, _) = server(Config { connect_timeout: QUICK, ..Config::default() }).await;
    let mut socket = it.open().await;
    assert_eq!(socket.until_closed().await, []);
    // Who joins in time stays.
    let (mut socket, _) = it.join().await;
    tokio::time::sleep(2 * QUICK).await;
    socket.send("42[\"echo\"]").await;
    assert_eq!(socket.text().await, "42[\"echo\"]");
}

#[tokio::test]
async fn clients_say_goodbye() {
    let (it, mut hears) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    hears.recv().await.unwrap();
    socket.send("42[\"last\"]").await;
    socket.send("1").await;
    assert_eq!(socket.until_closed().await, []);
    let sid = it.open_polling().await;
    assert_eq!(it.post(&sid, "40\x1e42[\"last\"]\x1e1").await.body, "ok");
    // A poll that was on its way is set free.
    let last = it.get(&sid).await;
    assert_eq!((last.status, last.body.as_str()), (200, "6"));
    assert_eq!(it.get(&sid).await.status, 400);
    let reason = DisconnectReason::Transport(CloseReason::ClientClosed);
    let gone = Told::Disconnected(Disconnect { reason, recoverable: false });
    let last = Told::Event("last".to_owned(), String::new());
    assert_eq!(hears.recv().await.unwrap(), last);
    assert_eq!(hears.recv().await.unwrap(), gone);
    assert!(matches!(hears.recv().await.unwrap(), Told::Connected { .. }));
    assert_eq!(hears.recv().await.unwrap(), last);
    assert_eq!(hears.recv().await.unwrap(), gone);
}

#[tokio::test]
async fn a_websocket_takes_a_session_over() {
    let (it, _) = server(Config::default()).await;
    let sid = it.open_polling().await;
    it.post(&sid, "40").await;
    it.get(&sid).await;
    let query = format!("EIO=4&transport=websocket&sid={sid}");
    let mut poll = it.send_request("GET", &format!("EIO=4&transport=polling&sid={sid}"), "").await;
    let mut socket = it.websocket(&query).await.unwrap();
    socket.send("2probe").await;
    assert_eq!(socket.text().await, "3probe");
    // The poll that waits is set free; one that comes now as well.
    assert_eq!(read_answer(&mut poll).await.body, "6");
    assert_eq!(it.get(&sid).await.body, "6");
    socket.send("5").await;
    socket.send("42[\"echo\",1]").await;
    assert_eq!(socket.text().await, "42[\"echo\",1]");
    // The session is not to be had otherwise any more.
    assert_eq!(it.get(&sid).await.status, 400);
    assert_eq!(it.post(&sid, "42[\"echo\",2]").await.status, 400);
    assert_eq!(it.websocket(&query).await.unwrap().until_closed().await, []);
    socket.send("42[\"echo\",3]").await;
    assert_eq!(socket.text().await, "42[\"echo\",3]");
}

#[tokio::test]
async fn a_failed_upgrade_leaves_the_session_as_it_was() {
    for wrong in ["5", "42[\"echo\"]", "2", "3probe"] {
        let (it, _) = server(Config::default()).await;
        let sid = it.open_polling().await;
        let mut socket =
            it.websocket(&format!("EIO=4&transport=websocket&sid={sid}")).await.unwrap();
        socket.send(wrong).await;
        assert_eq!(socket.until_closed().await, [], "{wrong}");
        it.post(&sid, "40").await;
        assert!(it.get(&sid).await.body.starts_with("40"), "{wrong}");
    }
}

#[tokio::test]
async fn what_is_no_websocket_closes_it() {
    let too_large = format!("42[\"echo\",\"{}\"]", "x".repeat(1000));
    for bytes in [
        b"\x81\x02hi".to_vec(), // not masked
        frame(3, b"4"),         // no such opcode
        frame(1, b"\xff"),      // no UTF-8
        frame(1, b""),          // no packet
        frame(1, b"abc"),       // no packet either
        frame(1, b"2"),         // of the wrong direction
        frame(2, b"\x01"),      // an attachment of nothing
        frame(1, too_large.as_bytes()),
    ] {
        let (it, _) = server(Config { max_message: 1000, ..Config::default() }).await;
        let (mut socket, _) = it.join().await;
        socket.stream.write_all(&bytes).await.unwrap();
        assert_eq!(socket.until_closed().await, [], "{bytes:?}");
    }
}

#[tokio::test]
async fn websocket_pings_are_answered_in_pieces_too() {
    let (it, _) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    // A message in two fragments, with a ping between them, byte by byte.
    let mut bytes = frame(1, b"42[\"ec");
    bytes[0] = 1;
    bytes.extend(frame(9, b"there?"));
    let mut rest = frame(0, b"ho\"]");
    rest[0] = 0x80;
    bytes.extend(rest);
    for byte in bytes {
        socket.stream.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    assert_eq!(socket.next().await, Frame::Pong(b"there?".to_vec()));
    assert_eq!(socket.text().await, "42[\"echo\"]");
    socket.stream.write_all(&frame(8, &1000_u16.to_be_bytes())).await.unwrap();
    assert_eq!(socket.next().await, Frame::Close);
}

#[tokio::test]
async fn connections_are_counted_until_they_end() {
    let (echo, _) = Echo::new();
    let server = Server::builder(Config::default()).namespace("/", echo).build();
    let limits = Limits { connections_per_address: 2, ..Limits::default() };
    let it = start_with(server, limits).await;
    let (first, _) = it.join().await;
    let (_second, _) = it.join().await;
    assert_eq!(it.connections.open(), 2);
    let mut third = it.send_request("GET", "EIO=4&transport=polling", "").await;
    assert_eq!(read_answer(&mut third).await.status, 0, "closed without a word");
    assert_eq!(it.connections.turned_away(), 1);
    drop(first);
    while it.connections.open() > 1 {
        tokio::task::yield_now().await;
    }
    it.join().await;
}

struct Bouncer;

impl Door for Bouncer {
    fn handshake(
        &self,
        request: &http::request::Parts,
    ) -> Result<Box<dyn std::any::Any + Send + Sync>, Denied> {
        match request.uri.query().is_some_and(|it| it.contains("ticket")) {
            true => Ok(Box::new(())),
            false => {
                Err(Denied { status: http::StatusCode::TOO_MANY_REQUESTS, message: "no".into() })
            }
        }
    }

    fn refused(&self, _: &fourfall_socketio::Handshake, _: &str) -> bool {
        false
    }
}

#[tokio::test]
async fn the_door_decides() {
    let (echo, _) = Echo::new();
    let server = Server::builder(Config::default()).door(Bouncer).namespace("/", echo).build();
    let it = start(server).await;
    assert_eq!(it.request("GET", "EIO=4&transport=polling", "").await.status, 429);
    assert_eq!(
        it.websocket("EIO=4&transport=websocket").await.err().map(|it| it.status),
        Some(429)
    );
    let mut socket = it.websocket("EIO=4&transport=websocket&ticket=1").await.unwrap();
    socket.text().await;
    socket.send("40{\"refuse\":1}").await;
    assert_eq!(socket.text().await, r#"44{"data":1,"message":"no"}"#);
    assert_eq!(socket.until_closed().await, []);
}

#[tokio::test]
async fn a_stopping_server_only_closes_transports() {
    let (it, mut hears) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    let sid = it.open_polling().await;
    hears.recv().await.unwrap();
    let mut poll = it.send_request("GET", &format!("EIO=4&transport=polling&sid={sid}"), "").await;
    it.server.close().await;
    assert_eq!(socket.until_closed().await, [], "no word of namespaces");
    // Told at once if it was there in time, and otherwise refused as everybody from now on.
    let last = read_answer(&mut poll).await;
    assert!(last.body == "1" || last.status == 400, "{last:?}");
    assert_eq!(it.request("GET", "EIO=4&transport=polling", "").await.status, 503);
    let reason = DisconnectReason::Transport(CloseReason::Shutdown);
    let told = hears.recv().await.unwrap();
    assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: false }));
}
