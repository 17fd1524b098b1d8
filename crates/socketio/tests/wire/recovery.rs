//! Connection state recovery, as a stock client does it: by `pid` and `offset`.

use std::any::Any;
use std::sync::{Arc, Weak};
use std::time::Duration;

use fourfall_socketio::{
    CloseReason, Config, Connect, Denied, Disconnect, DisconnectReason, Door, Event, Handler,
    Packet, Recovery, Refusal, Server, Socket,
};
use tokio::sync::{Semaphore, mpsc};

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

/// Waits until a socket is lost, and its handler has heard of it.
async fn until_away(it: &Running) {
    while it.server.stats().away == 0 {
        tokio::task::yield_now().await;
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
    until_away(&it).await;
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

/// Takes its time over a loss: until somebody lets it go on.
struct Slow {
    told: mpsc::UnboundedSender<&'static str>,
    go_on: Arc<Semaphore>,
}

impl Handler for Slow {
    async fn connect(&self, _: &Socket, connect: Connect) -> Result<(), Refusal> {
        let _ = self.told.send(if connect.recovered { "back" } else { "new" });
        let panics = connect.auth.is_some_and(|it| it.get().contains("panic"));
        assert!(!panics, "as asked");
        Ok(())
    }

    async fn event(&self, _: &Socket, _: Event) {}

    async fn disconnect(&self, _: &Socket, _: Disconnect) {
        let _ = self.told.send("lost");
        self.go_on.acquire().await.unwrap().forget();
        let _ = self.told.send("known");
    }
}

async fn slow_server() -> (Running, mpsc::UnboundedReceiver<&'static str>, Arc<Semaphore>) {
    let (told, hears) = mpsc::unbounded_channel();
    let go_on = Arc::new(Semaphore::new(0));
    let config = Config { recovery: Some(Recovery::default()), ..Config::default() };
    let handler = Slow { told, go_on: go_on.clone() };
    (start(Server::builder(config).namespace("/", handler).build()).await, hears, go_on)
}

#[tokio::test]
async fn a_handler_hears_of_the_loss_before_it_hears_of_the_return() {
    let (it, mut hears, go_on) = slow_server().await;
    let (socket, joined) = it.join().await;
    assert_eq!(hears.recv().await, Some("new"));
    drop(socket);
    assert_eq!(hears.recv().await, Some("lost"));
    let mut socket = it.open().await;
    let back = format!("40{}", auth(joined["pid"].as_str().unwrap(), None));
    socket.send(&back).await;
    // Long enough to be wrong.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(hears.is_empty(), "the client is back, and nobody knows that it was lost");
    go_on.add_permits(1);
    assert_eq!((hears.recv().await, hears.recv().await), (Some("known"), Some("back")));
    assert!(socket.text().await.starts_with("40{"));
}

#[tokio::test]
async fn a_handler_that_panics_over_a_return_leaves_nothing_behind() {
    let (it, mut hears, go_on) = slow_server().await;
    let (socket, joined) = it.join().await;
    go_on.add_permits(1);
    drop(socket);
    until_away(&it).await;
    let mut socket = it.open().await;
    let pid = joined["pid"].as_str().unwrap();
    socket.send(&format!(r#"40{{"pid":"{pid}","panic":1}}"#)).await;
    assert_eq!(socket.until_closed().await, []);
    assert_eq!(it.server.namespace("/").unwrap().sockets(), []);
    while hears.try_recv().is_ok() {}
    let mut socket = it.open().await;
    assert_ne!(socket.join_with("", &auth(pid, None)).await["sid"], joined["sid"]);
    assert_eq!(hears.recv().await, Some("new"));
}

/// Counts transports by what it keeps of them.
#[derive(Clone, Default)]
struct Counting(Arc<std::sync::Mutex<Vec<Weak<()>>>>);

impl Door for Counting {
    fn handshake(&self, _: &http::request::Parts) -> Result<Box<dyn Any + Send + Sync>, Denied> {
        let counted = Arc::new(());
        self.0.lock().unwrap().push(Arc::downgrade(&counted));
        Ok(Box::new(counted))
    }
}

#[tokio::test]
async fn a_lost_transport_is_not_counted_any_more() {
    let (echo, mut hears) = Echo::new();
    let door = Counting::default();
    let config = Config { recovery: Some(Recovery::default()), ..Config::default() };
    let server = Server::builder(config).door(door.clone()).namespace("/", echo).build();
    let it = start(server).await;
    let (socket, _) = it.join().await;
    hears.recv().await.unwrap();
    let counted = || door.0.lock().unwrap().iter().filter(|it| it.strong_count() > 0).count();
    assert_eq!(counted(), 1);
    drop(socket);
    until_away(&it).await;
    while it.server.stats().sessions > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!((counted(), it.server.stats().away), (0, 1));
}
