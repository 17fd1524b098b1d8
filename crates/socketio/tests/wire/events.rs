//! Socket.IO: joining, events, answers, rooms, leaving.

use std::sync::Arc;
use std::time::Duration;

use fourfall_socketio::{
    CloseReason, Config, Disconnect, DisconnectReason, Packet, Server, Socket,
};

use crate::echo::{Echo, Told};
use crate::raw::{Frame, Running, start};

async fn server(config: Config) -> (Running, tokio::sync::mpsc::UnboundedReceiver<Told>) {
    let (echo, hears) = Echo::new();
    let echo = Arc::new(echo);
    let server = Server::builder(config).namespace("/", echo.clone()).namespace("/custom", echo);
    (start(server.build()).await, hears)
}

#[tokio::test]
async fn namespaces_are_joined_side_by_side() {
    let (it, _) = server(Config::default()).await;
    let mut socket = it.open().await;
    let main = socket.join("").await;
    let custom = socket.join("/custom,").await;
    assert_ne!(main["sid"], custom["sid"]);
    assert!(main.get("pid").is_none(), "recovery is off");
    socket.send("42/custom,[\"echo\",1]").await;
    assert_eq!(socket.text().await, "42/custom,[\"echo\",1]");
    socket.send("41/custom").await;
    socket.send("42[\"echo\",2]").await;
    assert_eq!(socket.text().await, "42[\"echo\",2]");
    // Left, and joined again.
    assert_ne!(socket.join("/custom,").await["sid"], custom["sid"]);
}

#[tokio::test]
async fn the_public_id_is_not_the_secret_one() {
    let (it, mut hears) = server(Config::default()).await;
    let mut socket = it.websocket("EIO=4&transport=websocket").await.unwrap();
    let secret = crate::raw::sid(&socket.text().await);
    let public = socket.join("").await["sid"].as_str().unwrap().to_owned();
    assert_ne!(secret, public);
    assert_eq!(hears.recv().await.unwrap(), Told::Connected { id: public, recovered: false });
}

#[tokio::test]
async fn joins_may_be_refused_with_data() {
    let (it, _) = server(Config { max_refused_joins: 3, ..Config::default() }).await;
    let mut socket = it.open().await;
    socket.send("40{\"refuse\":{\"code\":7}}").await;
    assert_eq!(socket.text().await, r#"44{"data":{"code":7},"message":"no"}"#);
    socket.send("40/nowhere").await;
    assert_eq!(socket.text().await, r#"44/nowhere,{"message":"Invalid namespace"}"#);
    // It may try again…
    socket.join("/custom,").await;
    // …but not for ever.
    for _ in 0..2 {
        socket.send("40/nowhere,").await;
        socket.text().await;
    }
    assert_eq!(socket.until_closed().await, []);
}

#[tokio::test]
async fn what_is_no_socket_io_closes_the_connection() {
    for text in [
        "4abc",
        "4",
        "44{}",
        "42",
        "42{}",
        "42[]",
        "42[{}]",
        "42[\"a\"",
        "42abc[\"a\"]",
        "42[\"connect\"]",
        "43[]",
        "43a1[]",
        "41{}",
        "40[]",
        "40\"x\"",
        "45[\"a\"]",
        "451-[\"a\"",
        "451-[\"a\"],",
        "4599-[\"a\"]",
        "42/custom,[\"not joined\"]",
        "40",
        "42\u{1e}",
        "42[\"a\",\u{1}]",
        "42[\"\u{0}\"]",
    ] {
        let (it, mut hears) = server(Config::default()).await;
        let (mut socket, _) = it.join().await;
        hears.recv().await.unwrap();
        socket.send(text).await;
        assert_eq!(socket.until_closed().await, [], "{text:?}");
        let reason = DisconnectReason::Transport(CloseReason::Violation);
        let told = hears.recv().await.unwrap();
        let gone = Told::Disconnected(Disconnect { reason, recoverable: false });
        assert_eq!(told, gone, "{text:?}");
    }
    // Before anything is joined there is nothing to be sent to.
    let (it, _) = server(Config::default()).await;
    let mut socket = it.open().await;
    socket.send("42[\"echo\"]").await;
    assert_eq!(socket.until_closed().await, []);
}

#[tokio::test]
async fn events_and_answers_carry_json_as_it_is() {
    let (it, mut hears) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    hears.recv().await.unwrap();
    for (sent, answered) in [
        ("42456[\"e\",1,\"2\",{\"3\":[true]}]", "43456[1,\"2\",{\"3\":[true]}]"),
        ("420[\"e\"]", "430[]"),
        ("421[\"e\", 1.50 , null ]", "431[1.50 , null]"),
        ("422[7,\"\\u00e9\u{e9}\"]", "432[\"\\u00e9\u{e9}\"]"),
        ("423[\"a\\\"b\",1e400]", "433[1e400]"),
    ] {
        socket.send(sent).await;
        assert_eq!(socket.text().await, answered);
    }
    let names: Vec<String> = std::iter::from_fn(|| hears.try_recv().ok())
        .map(|it| match it {
            Told::Event(name, _) => name,
            other @ (Told::Connected { .. } | Told::Disconnected(_)) => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["e", "e", "e", "7", "a\"b"]);
}

#[tokio::test]
async fn attachments_follow_their_packet() {
    let (it, _) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    let packet = "[\"echo\",{\"_placeholder\":true,\"num\":0},{\"_placeholder\":true,\"num\":1}]";
    socket.send(&format!("452-9{packet}")).await;
    socket.send_binary(&[1, 2, 3]).await;
    socket.send_binary(&[]).await;
    assert_eq!(socket.text().await, format!("452-{packet}"));
    assert_eq!(socket.next().await, Frame::Binary(vec![1, 2, 3]));
    assert_eq!(socket.next().await, Frame::Binary(vec![]));
    let answer = packet.replace("\"echo\",", "");
    assert_eq!(socket.text().await, format!("462-9{answer}"));
    assert_eq!(socket.next().await, Frame::Binary(vec![1, 2, 3]));
    assert_eq!(socket.next().await, Frame::Binary(vec![]));
    // Text where an attachment is due.
    socket.send(&format!("452-9{packet}")).await;
    socket.send("42[\"echo\"]").await;
    assert_eq!(socket.until_closed().await, []);
}

#[tokio::test]
async fn attachments_are_bounded_and_can_be_switched_off() {
    let (it, _) = server(Config { max_attachments: 0, ..Config::default() }).await;
    let (mut socket, _) = it.join().await;
    socket.send("451-[\"echo\",{\"_placeholder\":true,\"num\":0}]").await;
    assert_eq!(socket.until_closed().await, []);
    let (it, _) = server(Config { max_message: 100, ..Config::default() }).await;
    let (mut socket, _) = it.join().await;
    socket.send("452-[\"echo\"]").await;
    socket.send_binary(&[0; 60]).await;
    socket.send_binary(&[0; 60]).await;
    assert_eq!(socket.until_closed().await, [], "together they are too large");
}

#[tokio::test]
async fn clients_answer_while_their_handler_waits() {
    let (it, _) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    socket.send("42[\"ask\"]").await;
    assert_eq!(socket.text().await, "421[\"question\",1]");
    // What comes in between waits for its turn; an answer to nothing is ignored.
    socket.send("42[\"echo\"]").await;
    socket.send("4377[\"of what?\"]").await;
    socket.send("431[\"yes\",2]").await;
    assert_eq!(socket.text().await, "42[\"answered\",\"yes\",2]");
    assert_eq!(socket.text().await, "42[\"echo\"]");
}

#[tokio::test]
async fn answers_that_nobody_waits_for_take_no_place() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let config = Config { max_pending_acks: 2, ..Config::default() };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let (mut client, _) = it.join().await;
    hears.recv().await.unwrap();
    let socket = sockets.lock().unwrap()[0].clone();
    for limit in [Duration::ZERO, Duration::from_secs(60)].repeat(3) {
        let asked = socket.emit_with_ack("question", &1, limit);
        // Given up by whoever asked, or by its own limit.
        let _ = tokio::time::timeout(Duration::from_millis(1), asked).await;
    }
    let asked = socket.emit_with_ack("question", &1, crate::raw::PATIENCE);
    let answer = async {
        for id in 1..=7 {
            assert_eq!(client.text().await, format!("42{id}[\"question\",1]"));
        }
        client.send("437[\"yes\"]").await;
    };
    let (answered, ()) = tokio::join!(asked, answer);
    assert_eq!(answered.unwrap().raw_all(), "\"yes\"");
}

#[tokio::test]
async fn the_server_may_disconnect_or_close() {
    let (it, mut hears) = server(Config::default()).await;
    let (mut socket, _) = it.join().await;
    hears.recv().await.unwrap();
    socket.send("42[\"leave\"]").await;
    // What was on its way is no offence.
    socket.send("42[\"echo\"]").await;
    assert_eq!(socket.text().await, "41");
    hears.recv().await.unwrap();
    let gone = |reason| Told::Disconnected(Disconnect { reason, recoverable: false });
    assert_eq!(hears.recv().await.unwrap(), gone(DisconnectReason::Server));
    socket.join("").await;
    hears.recv().await.unwrap();
    socket.send("42[\"close\"]").await;
    assert_eq!(socket.until_closed().await, [], "no word of the namespace");
    hears.recv().await.unwrap();
    let closed = DisconnectReason::Transport(CloseReason::ServerClosed);
    assert_eq!(hears.recv().await.unwrap(), gone(closed));
}

#[tokio::test]
async fn a_handler_that_panics_closes_its_own_connection_only() {
    let (it, mut hears) = server(Config::default()).await;
    let (mut other, _) = it.join().await;
    let (mut socket, _) = it.join().await;
    socket.send("42[\"panic\"]").await;
    assert_eq!(socket.until_closed().await, []);
    for _ in 0..3 {
        hears.recv().await.unwrap();
    }
    let reason = DisconnectReason::Transport(CloseReason::HandlerPanicked);
    let told = hears.recv().await.unwrap();
    assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: false }));
    other.send("42[\"echo\"]").await;
    assert_eq!(other.text().await, "42[\"echo\"]");
}

#[tokio::test]
async fn rooms_reach_their_members() {
    let (echo, _hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let it = start(Server::builder(Config::default()).namespace("/", echo).build()).await;
    let (mut a, _) = it.join().await;
    let (mut b, _) = it.join().await;
    let (mut c, _) = it.join().await;
    let namespace = it.server.namespace("/").unwrap();
    let all: Vec<Socket> = sockets.lock().unwrap().clone();
    all[0].join("room");
    all[1].join("room");
    all[1].join("room");
    let packet = |n: u32| Packet::event("n", &n).unwrap();
    namespace.emit_to("room", &packet(1));
    namespace.emit_to_others("room", &all[0], &packet(2));
    all[1].leave("room");
    namespace.emit_to("room", &packet(3));
    namespace.emit(&packet(4));
    for (socket, numbers) in [(&mut a, vec![1, 3, 4]), (&mut b, vec![1, 2, 4]), (&mut c, vec![4])] {
        for number in numbers {
            assert_eq!(socket.text().await, format!("42[\"n\",{number}]"));
        }
    }
    // Who leaves is forgotten.
    a.send("41").await;
    while !namespace.room("room").is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(namespace.sockets().len(), 2);
    assert!(namespace.socket(all[0].id()).is_none());
    assert!(all[0].emit(&packet(5)).is_err());
}

#[tokio::test]
async fn a_burst_leaves_in_one_write() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let it = start(Server::builder(Config::default()).namespace("/", echo).build()).await;
    let (socket, _) = it.join().await;
    hears.recv().await.unwrap();
    let to = sockets.lock().unwrap()[0].clone();
    let packet = Packet::event("n", &1).unwrap();
    {
        let _burst = fourfall_socketio::burst();
        for _ in 0..10 {
            to.emit(&packet).unwrap();
        }
        // Nothing has left: the stream has nothing to read.
        let mut byte = [0];
        let read = socket.stream.try_read(&mut byte);
        assert_eq!(read.unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    }
    // All of it is there at once.
    socket.stream.readable().await.unwrap();
    let mut bytes = [0; 1000];
    assert_eq!(socket.stream.try_read(&mut bytes).unwrap(), 10 * (2 + "42[\"n\",1]".len()));
}
