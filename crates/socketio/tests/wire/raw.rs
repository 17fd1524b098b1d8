//! A client that knows as little as possible: HTTP requests and WebSocket frames, written by hand.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use fourfall_socketio::Server;
use fourfall_socketio::serve::{Connections, Limits, serve};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// Longer than anything takes on the busiest machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server on a port of its own, until this is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) server: Server,
    pub(crate) connections: Connections,
    _stop: watch::Sender<bool>,
}

pub(crate) async fn start(server: Server) -> Running {
    start_with(server, Limits::default()).await
}

pub(crate) async fn start_with(server: Server, limits: Limits) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let connections = Connections::default();
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(serve(listener, server.clone(), limits, connections.clone(), stopping));
    Running { address, server, connections, _stop: stop }
}

/// An HTTP answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Running {
    /// One request on a connection of its own.
    pub(crate) async fn request(&self, method: &str, query: &str, body: &str) -> Answer {
        let mut stream = self.send_request(method, query, body).await;
        timeout(PATIENCE, read_answer(&mut stream)).await.expect("an answer in time")
    }

    /// Sends a request, and leaves the answer to be read.
    pub(crate) async fn send_request(&self, method: &str, query: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!(
            "{method} /socket.io/?{query} HTTP/1.1\r\nhost: test\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + body).as_bytes()).await.unwrap();
        stream
    }

    pub(crate) async fn get(&self, sid: &str) -> Answer {
        self.request("GET", &format!("EIO=4&transport=polling&sid={sid}"), "").await
    }

    pub(crate) async fn post(&self, sid: &str, body: &str) -> Answer {
        self.request("POST", &format!("EIO=4&transport=polling&sid={sid}"), body).await
    }

    /// Opens a long-polling session. Returns its id.
    pub(crate) async fn open_polling(&self) -> String {
        let answer = self.request("GET", "EIO=4&transport=polling", "").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        sid(&answer.body)
    }

    /// Opens a WebSocket session.
    pub(crate) async fn open(&self) -> WebSocket {
        let mut socket = self.websocket("EIO=4&transport=websocket").await.unwrap();
        let open = socket.text().await;
        assert!(open.starts_with("0{"), "{open}");
        socket
    }

    /// Opens a WebSocket session and joins the main namespace. Returns what the server answered.
    pub(crate) async fn join(&self) -> (WebSocket, Value) {
        let mut socket = self.open().await;
        let joined = socket.join("").await;
        (socket, joined)
    }

    pub(crate) async fn websocket(&self, query: &str) -> Result<WebSocket, Answer> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head = format!(
            "GET /socket.io/?{query} HTTP/1.1\r\nhost: test\r\nconnection: Upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = timeout(PATIENCE, read_answer(&mut stream)).await.expect("an answer in time");
        if answer.status != 101 {
            return Err(answer);
        }
        // From RFC 6455.
        assert_eq!(answer.headers["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        Ok(WebSocket { stream })
    }
}

pub(crate) fn sid(open: &str) -> String {
    let open: Value = serde_json::from_str(&open[1..]).unwrap();
    open["sid"].as_str().unwrap().to_owned()
}

pub(crate) async fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return Answer { status: 0, headers: HashMap::new(), body: String::new() },
        }
    }
    let head = String::from_utf8(head).unwrap();
    let status = head[9..12].parse().unwrap();
    let headers: HashMap<String, String> = head
        .lines()
        .filter_map(|it| it.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers.get("content-length").map_or(0, |it| it.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    Answer { status, headers, body: String::from_utf8(body).unwrap() }
}

/// A WebSocket, from the client's side.
pub(crate) struct WebSocket {
    pub(crate) stream: TcpStream,
}

/// What comes over one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    Text(String),
    Binary(Vec<u8>),
    Pong(Vec<u8>),
    Close,
    /// The connection is gone.
    End,
}

/// A frame as clients send it: masked.
pub(crate) fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode];
    match payload.len() {
        length @ 0..=125 => frame.push(0x80 | u8::try_from(length).unwrap()),
        length @ 126..=65535 => {
            frame.push(0x80 | 126);
            frame.extend_from_slice(&u16::try_from(length).unwrap().to_be_bytes());
        }
        length => {
            frame.push(0x80 | 127);
            frame.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    let mask = [1, 2, 3, 4];
    frame.extend_from_slice(&mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

impl WebSocket {
    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.write_all(&frame(1, text.as_bytes())).await.unwrap();
    }

    pub(crate) async fn send_binary(&mut self, bytes: &[u8]) {
        self.stream.write_all(&frame(2, bytes)).await.unwrap();
    }

    /// Joins a namespace (`""` or `"/name,"`). Returns what the server answered.
    pub(crate) async fn join(&mut self, namespace: &str) -> Value {
        self.join_with(namespace, "").await
    }

    pub(crate) async fn join_with(&mut self, namespace: &str, auth: &str) -> Value {
        self.send(&format!("40{namespace}{auth}")).await;
        let answer = self.text().await;
        let prefix = format!("40{namespace}");
        let answer = answer.strip_prefix(&prefix).unwrap_or_else(|| panic!("{answer}"));
        serde_json::from_str(answer).unwrap()
    }

    /// The next frame that is no ping of the heartbeat, which is answered.
    pub(crate) async fn next(&mut self) -> Frame {
        loop {
            let frame = timeout(PATIENCE, self.read()).await.expect("a frame in time");
            match &frame {
                Frame::Text(text) if text == "2" => self.send("3").await,
                Frame::Text(_) | Frame::Binary(_) | Frame::Pong(_) | Frame::Close | Frame::End => {
                    return frame;
                }
            }
        }
    }

    /// The next text.
    pub(crate) async fn text(&mut self) -> String {
        match self.next().await {
            Frame::Text(text) => text,
            other @ (Frame::Binary(_) | Frame::Pong(_) | Frame::Close | Frame::End) => {
                panic!("{other:?}")
            }
        }
    }

    /// The next frame, whatever it is.
    pub(crate) async fn read(&mut self) -> Frame {
        match self.try_read().await {
            Ok(frame) => frame,
            Err(_) => Frame::End,
        }
    }

    async fn try_read(&mut self) -> std::io::Result<Frame> {
        let head = self.stream.read_u16().await?.to_be_bytes();
        let length = match head[1] {
            126 => usize::from(self.stream.read_u16().await?),
            127 => usize::try_from(self.stream.read_u64().await?).unwrap(),
            length => usize::from(length),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await?;
        Ok(match head[0] {
            0x81 => Frame::Text(String::from_utf8(payload).unwrap()),
            0x82 => Frame::Binary(payload),
            0x88 => Frame::Close,
            0x8a => Frame::Pong(payload),
            other => panic!("a frame that begins with {other:#x}"),
        })
    }

    /// Reads to the end. What comes before it is returned.
    pub(crate) async fn until_closed(&mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            match timeout(PATIENCE, self.read()).await.expect("an end in time") {
                Frame::Close | Frame::End => return frames,
                frame @ (Frame::Text(_) | Frame::Binary(_) | Frame::Pong(_)) => frames.push(frame),
            }
        }
    }
}
