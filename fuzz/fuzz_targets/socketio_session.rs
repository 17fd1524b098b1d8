//! Any sequence of requests, frames, emissions, cuts and pauses, over both transports of one session. Whatever a
//! client does, its handler hears of a connect, then events, then one disconnect; and in the end nothing is held.
#![no_main]

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fourfall_socketio::{
    Bytes, Config, Connect, Disconnect, Event, Handler, Packet, Recovery, Refusal, Server, Socket,
};
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tower_service::Service;

#[derive(Clone, Default)]
struct Witness(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    /// Whether a socket is connected.
    connected: HashMap<String, bool>,
    sockets: Vec<Socket>,
}

impl Handler for Witness {
    async fn connect(&self, socket: &Socket, connect: Connect) -> Result<(), Refusal> {
        let mut seen = self.0.lock().unwrap();
        let was = seen.connected.insert(socket.id().to_owned(), true);
        assert_eq!(
            was,
            connect.recovered.then_some(false),
            "a connect after a disconnect only if recovered"
        );
        seen.sockets.push(socket.clone());
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: Event) {
        assert_eq!(self.0.lock().unwrap().connected.get(socket.id()), Some(&true));
        if event.name == "slow" {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        if let Ok(packet) =
            Packet::raw(&event.name, event.args.raw_all(), event.args.attachments().to_vec())
        {
            let _ = socket.emit(&packet);
        }
        if let Some(ack) = event.ack {
            let _ = ack.send(&1);
        }
    }

    async fn disconnect(&self, socket: &Socket, _: Disconnect) {
        let was = self.0.lock().unwrap().connected.insert(socket.id().to_owned(), false);
        assert_eq!(was, Some(true), "one disconnect for one connect");
    }
}

fuzz_target!(|script: &[u8]| {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(run(script));
});

async fn run(script: &[u8]) {
    let witness = Witness::default();
    let config = Config {
        outbox_bytes: 2_000,
        mailbox: 3,
        max_message: 500,
        max_payload: 1_000,
        recovery: Some(Recovery { window: Duration::from_secs(30), bytes: 500, sockets: 3 }),
        ..Config::default()
    };
    let server = Server::builder(config)
        .namespace("/", witness.clone())
        .namespace("/a", witness.clone())
        .build();
    let mut sid = String::new();
    let mut wires: Vec<DuplexStream> = Vec::new();
    let mut steps = script.split(|it| *it == b'\n');
    while let Some([step, rest @ ..]) = steps.next() {
        match step {
            // A long-polling session.
            b'o' => {
                let body = request(&server, "GET", "EIO=4&transport=polling", b"").await;
                if let Some(open) = body.strip_prefix("0") {
                    let open: serde_json::Value = serde_json::from_str(open).unwrap();
                    sid = open["sid"].as_str().unwrap().to_owned();
                }
            }
            b'g' => {
                request(&server, "GET", &format!("EIO=4&transport=polling&sid={sid}"), b"").await;
            }
            b'p' => {
                let body: Vec<u8> =
                    rest.iter().map(|it| if *it == b'|' { 0x1e } else { *it }).collect();
                request(&server, "POST", &format!("EIO=4&transport=polling&sid={sid}"), &body)
                    .await;
            }
            // A WebSocket of its own, or one that takes the session over.
            b'w' => wires.push(websocket(&server, "EIO=4&transport=websocket").await),
            b'u' => wires
                .push(websocket(&server, &format!("EIO=4&transport=websocket&sid={sid}")).await),
            // Frames that are right, and bytes that need not be.
            b't' => write(wires.last_mut(), &frame(0x81, rest)).await,
            b'b' => write(wires.last_mut(), &frame(0x82, rest)).await,
            b'r' => write(wires.last_mut(), rest).await,
            b'x' => drop(wires.pop()),
            b'e' => {
                let text = String::from_utf8_lossy(rest).into_owned();
                if let Some(socket) = witness.0.lock().unwrap().sockets.last() {
                    let _ = socket.emit(&Packet::event("e", &text).unwrap());
                }
            }
            b'd' => {
                if let Some(socket) = witness.0.lock().unwrap().sockets.last() {
                    socket.disconnect();
                }
            }
            b'c' => {
                if let Some(socket) = witness.0.lock().unwrap().sockets.last() {
                    socket.close();
                }
            }
            b's' => tokio::time::sleep(Duration::from_secs(u64::from(rest.len() as u8))).await,
            _ => {}
        }
        // What is written is read, or the wire would be full.
        for wire in &mut wires {
            let mut bytes = [0; 4096];
            let _ = tokio::time::timeout(Duration::from_millis(1), wire.read(&mut bytes)).await;
        }
    }
    drop(wires);
    // Longer than every deadline.
    tokio::time::sleep(Duration::from_secs(300)).await;
    let stats = server.stats();
    assert_eq!((stats.sessions, stats.away), (0, 0));
    let mut seen = witness.0.lock().unwrap();
    assert!(seen.connected.values().all(|it| !it));
    seen.sockets.clear();
    assert!(server.namespace("/").unwrap().sockets().is_empty());
}

/// A request that is given up after a while.
async fn request(server: &Server, method: &str, query: &str, body: &[u8]) -> String {
    let request = Request::builder()
        .method(method)
        .uri(format!("/socket.io/?{query}"))
        .body(Full::new(Bytes::copy_from_slice(body)))
        .unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(2), server.clone().call(request)).await;
    let Ok(answer) = answer else { return String::new() };
    let answer: Result<_, Infallible> = answer;
    let body = answer.unwrap().into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

async fn websocket(server: &Server, query: &str) -> DuplexStream {
    let (mut near, far) = tokio::io::duplex(4096);
    let service = TowerToHyperService::new(server.clone());
    tokio::spawn(async move {
        let http = hyper::server::conn::http1::Builder::new();
        let _ = http.serve_connection(TokioIo::new(far), service).with_upgrades().await;
    });
    let head = format!(
        "GET /socket.io/?{query} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    write(Some(&mut near), head.as_bytes()).await;
    let mut bytes = [0; 4096];
    let _ = tokio::time::timeout(Duration::from_millis(10), near.read(&mut bytes)).await;
    near
}

async fn write(wire: Option<&mut DuplexStream>, bytes: &[u8]) {
    if let Some(wire) = wire {
        let _ = tokio::time::timeout(Duration::from_millis(1), wire.write_all(bytes)).await;
    }
}

/// A masked frame of at most 125 bytes.
fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let payload = &payload[..payload.len().min(125)];
    let mut frame = vec![opcode, 0x80 | payload.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(payload);
    frame
}
