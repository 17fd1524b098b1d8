//! Connection state recovery, as a stock client does it: by `pid` and `offset`.

use std::sync::Arc;
use std::time::Duration;

use fourfall_socketio::{
    CloseReason, Config, Disconnect, DisconnectReason, Packet, Recovery, Server, Socket,
};

use crate::echo::{Echo, Told};
use crate::raw::{Running, start};

struct Fixture {
    it: Running,
    hears: tokio::sync::mpsc::UnboundedReceiver<Told>,
    sockets: Arc<std::sync::Mutex<Vec<Socket>>>,
}

async fn server(recovery: Recovery) -> Fixture {
    let (echo, hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let config = Config { recovery: Some(recovery), ..Config::default() };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    Fixture { it, hears, sockets }
}

fn numbered(number: u32) -> Packet {
    Packet::event("n", &number).unwrap()
}

fn auth(pid: &str, offset: Option<&str>) -> String {
    match offset {
        Some(offset) => format!(r#"{{"pid":"{pid}","offset":"{offset}"}}"#),
        None => format!(r#"{{"pid":"{pid}"}}"#),
    }
}

#[tokio::test]
async fn a_lost_socket_comes_back_as_it_was() {
    let Fixture { it, mut hears, sockets } = server(Recovery::default()).await;
    let (mut socket, joined) = it.join().await;
    let (id, pid) = (joined["sid"].as_str().unwrap(), joined["pid"].as_str().unwrap());
    hears.recv().await.unwrap();
    let known = sockets.lock().unwrap()[0].clone();
    known.set_data(Arc::new("kept".to_owned()));
    known.join("room");
    known.emit(&numbered(1)).unwrap();
    known.emit(&numbered(2)).unwrap();
    assert_eq!(socket.text().await, "42[\"n\",1,\"1\"]");
    // The second is on its way when the connection is cut.
    drop(socket);
    let told = hears.recv().await.unwrap();
    let Told::Disconnected(Disconnect { recoverable: true, .. }) = told else { panic!("{told:?}") };
    assert!(!known.is_connected());
    assert_eq!(it.server.stats().away, 1);
    known.emit(&numbered(3)).unwrap();
    it.server.namespace("/").unwrap().emit_to("room", &numbered(4));

    let mut socket = it.open().await;
    let again = socket.join_with("", &auth(pid, Some("1"))).await;
    assert_eq!((again["sid"].as_str(), again["pid"].as_str()), (Some(id), Some(pid)));
    for number in 2..=4 {
        assert_eq!(socket.text().await, format!("42[\"n\",{number},\"{number}\"]"));
    }
    assert_eq!(hears.recv().await.unwrap(), Told::Connected { id: id.to_owned(), recovered: true });
    let back = sockets.lock().unwrap()[1].clone();
    assert_eq!(back, known);
    assert_eq!(back.data::<String>().as_deref().map(String::as_str), Some("kept"));
    assert_eq!(it.server.stats().away, 0);
    // It goes on where it was.
    socket.send("42[\"echo\",1]").await;
    assert_eq!(socket.text().await, "42[\"echo\",1,\"5\"]");
    it.server.namespace("/").unwrap().emit_to("room", &numbered(6));
    assert_eq!(socket.text().await, "42[\"n\",6,\"6\"]");
}

#[tokio::test]
async fn a_client_that_is_back_before_its_loss_is_noticed_takes_over() {
    let Fixture { it, mut hears, .. } = server(Recovery::default()).await;
    let (mut old, joined) = it.join().await;
    let pid = joined["pid"].as_str().unwrap();
    hears.recv().await.unwrap();
    let mut socket = it.open().await;
    // It has got no event yet, so it knows no offset.
    let again = socket.join_with("", &auth(pid, None)).await;
    assert_eq!(again, joined);
    assert_eq!(old.until_closed().await, []);
    let reason = DisconnectReason::Transport(CloseReason::Superseded);
    let told = hears.recv().await.unwrap();
    assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: true }));
    assert!(matches!(hears.recv().await.unwrap(), Told::Connected { recovered: true, .. }));
    socket.send("421[\"e\"]").await;
    assert_eq!(socket.text().await, "431[]");
}

#[tokio::test]
async fn what_can_not_be_recovered_is_new() {
    let recovery = Recovery { bytes: 300, ..Recovery::default() };
    let Fixture { it, mut hears, sockets } = server(recovery).await;
    let (socket, joined) = it.join().await;
    let pid = joined["pid"].as_str().unwrap();
    hears.recv().await.unwrap();
    let known = sockets.lock().unwrap()[0].clone();
    drop(socket);
    hears.recv().await.unwrap();
    for number in 0..20 {
        known.emit(&numbered(number)).unwrap();
    }
    let mut others = Vec::new();
    for wrong in [
        auth(pid, Some("0")), // what it missed is forgotten
        auth(pid, None),
        auth(pid, Some("21")), // has not been emitted
        auth(pid, Some("one")),
        auth("guessed", Some("20")),
        r#"{"pid":7,"offset":"1"}"#.to_owned(),
        format!(r#"{{"pid":"{pid}","offset":7}}"#),
    ] {
        let mut socket = it.open().await;
        let new = socket.join_with("", &wrong).await;
        assert_ne!(new["sid"], joined["sid"], "{wrong}");
        assert_ne!(new["pid"], joined["pid"], "{wrong}");
        assert!(matches!(hears.recv().await.unwrap(), Told::Connected { recovered: false, .. }));
        others.push(socket);
    }
    // A wrong offset has spoilt nothing.
    let mut socket = it.open().await;
    assert_eq!(socket.join_with("", &auth(pid, Some("20"))).await, joined);
}

#[tokio::test]
async fn who_leaves_does_not_come_back() {
    let Fixture { it, mut hears, sockets } = server(Recovery::default()).await;
    let mut others = Vec::new();
    for (text, reason) in [
        ("41", DisconnectReason::Client),
        ("42[\"leave\"]", DisconnectReason::Server),
        ("4broken", DisconnectReason::Transport(CloseReason::Violation)),
    ] {
        let (mut socket, joined) = it.join().await;
        hears.recv().await.unwrap();
        socket.send(text).await;
        let mut told = hears.recv().await.unwrap();
        if let Told::Event(..) = told {
            told = hears.recv().await.unwrap();
        }
        assert_eq!(told, Told::Disconnected(Disconnect { reason, recoverable: false }));
        assert!(sockets.lock().unwrap().pop().unwrap().emit(&numbered(1)).is_err());
        let mut other = it.open().await;
        let again = other.join_with("", &auth(joined["pid"].as_str().unwrap(), None)).await;
        assert_ne!(again["sid"], joined["sid"]);
        hears.recv().await.unwrap();
        others.push((socket, other));
    }
}

#[tokio::test]
async fn lost_sockets_are_given_up_in_time_and_in_number() {
    let recovery =
        Recovery { window: Duration::from_millis(300), sockets: 2, ..Recovery::default() };
    let Fixture { it, mut hears, sockets } = server(recovery).await;
    let namespace = it.server.namespace("/").unwrap();
    for _ in 0..4 {
        let (socket, _) = it.join().await;
        hears.recv().await.unwrap();
        sockets.lock().unwrap()[0].join("room");
        sockets.lock().unwrap().clear();
        drop(socket);
        hears.recv().await.unwrap();
        assert!(it.server.stats().away <= 2);
        assert!(namespace.sockets().len() <= 2);
    }
    while it.server.stats().away > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(namespace.sockets(), []);
    assert_eq!(namespace.room("room"), []);
}

#[tokio::test]
async fn offsets_can_be_left_out() {
    let Fixture { it, mut hears, sockets } = server(Recovery::default()).await;
    let mut socket = it.open().await;
    let joined = socket.join_with("", r#"{"plain":true}"#).await;
    hears.recv().await.unwrap();
    let known = sockets.lock().unwrap()[0].clone();
    known.emit(&numbered(1)).unwrap();
    assert_eq!(socket.text().await, "42[\"n\",1]");
    drop(socket);
    hears.recv().await.unwrap();
    known.emit(&numbered(2)).unwrap();
    let mut socket = it.open().await;
    let again = socket.join_with("", &auth(joined["pid"].as_str().unwrap(), None)).await;
    assert_eq!(again, joined);
    assert_eq!(socket.text().await, "42[\"n\",2]");
}
