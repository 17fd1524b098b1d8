//! The client against servers that do what servers should not, and connections that break.

use std::time::Duration;

use fourfall_client::{
    Asking, Incoming, Link, News, Rest, RestError, Server, Session, Socket, SocketError, Stopped,
    View, Wish,
};
use fourfall_rules::Column;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// However busy the machine is, an answer comes within this.
const LONG: Duration = Duration::from_secs(60);

async fn listen() -> (TcpListener, Server) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    (listener, format!("http://{address}").parse().expect("an address"))
}

/// The server's end of one connection.
struct Peer {
    frames: WebSocketStream<TcpStream>,
}

impl Peer {
    async fn accept(listener: &TcpListener) -> Peer {
        let (stream, _) = listener.accept().await.expect("somebody connects");
        let frames = tokio_tungstenite::accept_async(stream).await.expect("it is a WebSocket");
        Peer { frames }
    }

    /// Greets, and lets the client into the namespace. Returns what it carries.
    async fn welcome(listener: &TcpListener) -> (Peer, String) {
        let mut peer = Peer::accept(listener).await;
        peer.say(r#"0{"sid":"a","upgrades":[],"pingInterval":20000,"pingTimeout":10000}"#).await;
        let carried = peer.hear().await;
        peer.say(r#"40/connect4,{"sid":"b"}"#).await;
        (peer, carried)
    }

    async fn say(&mut self, frame: &str) {
        self.frames.send(Message::text(frame)).await.expect("the client listens");
    }

    async fn event(&mut self, name: &str, payload: Value) {
        self.say(&format!("42/connect4,{}", json!([name, payload]))).await;
    }

    async fn hear(&mut self) -> String {
        let heard = timeout(LONG, self.frames.next()).await.expect("in time");
        heard.expect("the client speaks").expect("a frame").into_text().expect("text").to_string()
    }

    /// The next event of the client, its number and its payload.
    async fn asked(&mut self) -> (String, u64, Value) {
        let frame = self.hear().await;
        let rest = frame.strip_prefix("42/connect4,").expect("an event");
        let (id, list) = rest.split_at(rest.find('[').expect("a list"));
        let list: Value = serde_json::from_str(list).expect("JSON");
        (
            list[0].as_str().expect("a name").to_owned(),
            id.parse().expect("a number"),
            list[1].clone(),
        )
    }

    async fn answer(&mut self, id: u64, payload: Value) {
        self.say(&format!("43/connect4,{id}{}", json!([payload]))).await;
    }
}

fn whole(moves: Value, version: u64) -> Value {
    json!({
        "roomId": "r1",
        "players": [
            { "id": "p_ada", "username": "Ada", "color": "red" },
            { "id": "p_alan", "username": "Alan", "color": "yellow" },
        ],
        "moveHistory": moves,
        "version": version,
    })
}

async fn news(link: &mut Link) -> News {
    timeout(LONG, link.next()).await.expect("in time").expect("the session goes on")
}

/// Waits for a game, and gives its moves.
async fn moves(link: &mut Link) -> String {
    loop {
        if let News::Changed(view) = news(link).await
            && let View::AtTable(table) = *view
        {
            return table.game.to_string();
        }
    }
}

async fn stopped(link: &mut Link) -> Stopped {
    loop {
        if let News::Stopped(stopped) = news(link).await {
            return stopped;
        }
    }
}

#[tokio::test]
async fn events_and_answers_arrive_and_pings_are_answered() {
    let (listener, server) = listen().await;
    let serving = tokio::spawn(async move {
        let (mut peer, carried) = Peer::welcome(&listener).await;
        assert_eq!(carried, r#"40/connect4,{"token":"secret"}"#);
        peer.say("2").await;
        assert_eq!(peer.hear().await, "3");
        peer.say(r#"42["of another namespace"]"#).await;
        peer.event("a", json!({ "b": 1 })).await;
        let (name, id, payload) = peer.asked().await;
        assert_eq!((name.as_str(), &payload), ("c", &json!({ "d": "ä" })));
        peer.answer(id, json!({ "ok": true })).await;
        assert_eq!(peer.hear().await, "41/connect4,");
    });
    let mut socket = Socket::connect(&server, Some("secret")).await.expect("it connects");
    let event = Incoming::Event { name: "a".to_owned(), payload: json!({ "b": 1 }) };
    assert_eq!(socket.next().await.expect("it stands"), event);
    let id = socket.emit("c", &json!({ "d": "ä" })).await.expect("it stands");
    let answer = Incoming::Answer { id, payload: json!({ "ok": true }) };
    assert_eq!(socket.next().await.expect("it stands"), answer);
    socket.close().await;
    serving.await.expect("the server saw what it should");
}

#[tokio::test]
async fn a_server_that_is_none_of_ours_is_said_so() {
    let (listener, server) = listen().await;
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.expect("somebody connects");
            assert_ne!(stream.read(&mut [0; 1024]).await.expect("it asks"), 0);
            let page = "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nno";
            stream.write_all(page.as_bytes()).await.expect("it listens");
        }
    });
    let err = Socket::connect(&server, None).await.err().expect("it is refused");
    assert_eq!(err.to_string(), "the server answered 404 Not Found, not Socket.IO");
    let err = Rest::new(server.clone()).game("x").await.expect_err("it is refused");
    assert_eq!(err.to_string(), format!("{server} does not answer like a Fourfall server"));
}

#[tokio::test]
async fn what_is_no_packet_ends_the_connection() {
    let (listener, server) = listen().await;
    tokio::spawn(async move {
        let (mut peer, _) = Peer::welcome(&listener).await;
        peer.say("hello").await;
        peer.hear().await;
    });
    let mut socket = Socket::connect(&server, None).await.expect("it connects");
    let err = socket.next().await.expect_err("that is no packet");
    assert!(matches!(err, SocketError::NotOurs(_)), "{err}");
}

#[tokio::test]
async fn nobody_there_ends_a_session_with_a_sentence() {
    let (listener, server) = listen().await;
    drop(listener);
    let mut link = Link::open(server.clone(), Session::new("Ada", None, Wish::quick_match()));
    let Stopped::Unreachable(why) = stopped(&mut link).await else { panic!("nobody is there") };
    assert!(why.starts_with(&server.to_string()), "{why}");
    let err = Rest::new(server).rooms().await.expect_err("nobody is there");
    assert!(matches!(err, RestError::Unreachable { .. }), "{err}");
}

#[tokio::test]
async fn a_token_the_server_does_not_know_makes_a_new_guest() {
    let (listener, server) = listen().await;
    tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        peer.say(r#"0{"sid":"a","upgrades":[],"pingInterval":20000,"pingTimeout":10000}"#).await;
        assert_eq!(peer.hear().await, r#"40/connect4,{"token":"old"}"#);
        peer.say(r#"44/connect4,{"message":"unauthorized: this token is not one of ours"}"#).await;
        let (mut peer, carried) = Peer::welcome(&listener).await;
        assert_eq!(carried, "40/connect4,");
        peer.event("session:created", json!({ "playerId": "p_new", "token": "new" })).await;
        let (name, id, _) = peer.asked().await;
        assert_eq!(name, "matchmaking:join");
        peer.answer(id, json!({ "ok": true, "playerId": "p_new", "position": 1 })).await;
        peer.hear().await;
    });
    let known = fourfall_client::Identity { player_id: "p_old".into(), token: "old".into() };
    let mut link = Link::open(server, Session::new("Ada", Some(known), Wish::quick_match()));
    loop {
        if let News::Identity(identity) = news(&mut link).await {
            assert_eq!(identity.token, "new");
            break;
        }
    }
}

#[tokio::test]
async fn a_disc_that_was_cut_off_is_sent_again_with_its_number() {
    let (listener, server) = listen().await;
    let serving = tokio::spawn(async move {
        let (mut peer, _) = Peer::welcome(&listener).await;
        peer.event("session:created", json!({ "playerId": "p_ada", "token": "t" })).await;
        peer.asked().await;
        peer.event("game:started", whole(json!([]), 2)).await;
        let (name, _, first) = peer.asked().await;
        assert_eq!(name, "game:move");
        // The plug is pulled: neither the disc nor its acknowledgement is heard of.
        drop(peer);
        let (mut peer, carried) = Peer::welcome(&listener).await;
        assert_eq!(carried, r#"40/connect4,{"token":"t"}"#, "the same player comes back");
        let (name, id, _) = peer.asked().await;
        assert_eq!(name, "game:reconnect");
        peer.event("game:reconnected", whole(json!([]), 4)).await;
        peer.answer(id, json!({ "ok": true, "roomId": "r1", "version": 4 })).await;
        let (name, id, second) = peer.asked().await;
        assert_eq!((name.as_str(), &second), ("game:move", &first));
        let made = json!({ "roomId": "r1", "playerId": "p_ada", "column": 3, "version": 5 });
        peer.event("game:move:made", made).await;
        peer.answer(id, json!({ "ok": true, "version": 5 })).await;
        let (name, id, _) = peer.asked().await;
        assert_eq!(name, "game:leave");
        peer.answer(id, json!({ "ok": true })).await;
        peer.hear().await;
    });
    let mut link = Link::open(server, Session::new("Ada", None, Wish::quick_match()));
    assert_eq!(moves(&mut link).await, "");
    link.drop_disc(Column::numbered(4).expect("a column"));
    while moves(&mut link).await != "4" {}
    link.ask(Asking::Leave);
    assert_eq!(stopped(&mut link).await, Stopped::Left);
    serving.await.expect("the server saw what it should");
}

#[tokio::test]
async fn a_refusal_by_rest_is_its_sentence() {
    let (listener, server) = listen().await;
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("somebody connects");
        let mut asked = [0; 1024];
        let length = stream.read(&mut asked).await.expect("it asks");
        let asked = String::from_utf8_lossy(&asked[..length]).into_owned();
        assert!(asked.starts_with("GET /v1/games/a%2Fb HTTP/1.1\r\n"), "{asked}");
        let body = r#"{"error":{"code":"unknown_room","message":"there is no such room"}}"#;
        let head = format!("HTTP/1.1 404 Not Found\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes()).await.expect("it listens");
    });
    let err = Rest::new(server).game("a/b").await.expect_err("it is refused");
    assert_eq!(err.to_string(), "there is no such room");
}
