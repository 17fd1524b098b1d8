//! The server that the official test suites of Engine.IO and Socket.IO expect, on port 3000.
//!
//! `cargo run --release -p fourfall-socketio --example compliance`, then `npm ci && npm test` in
//! `docs/engine.io-protocol/v4-test-suite` and `docs/socket.io-protocol/v5-test-suite` of the
//! repository `socketio/socket.io`.

use std::convert::Infallible;
use std::time::Duration;

use fourfall_socketio::engine::{self, Engine, Message, Session};
use fourfall_socketio::serve::{Connections, Limits, serve};
use fourfall_socketio::{
    CloseReason, Config, Connect, Event, Handler, OpenDoor, Packet, Refusal, Server, Socket,
};
use http::Request;
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Engine.IO alone: sends back what it is sent.
struct EchoMessages(Session);

impl engine::Handler for EchoMessages {
    fn receive(&mut self, message: Message) -> Result<(), CloseReason> {
        // A client that has gone, or does not read, is dealt with by the session itself.
        let _ = match message {
            Message::Text(text) => self.0.send_text(text.as_str()),
            Message::Binary(bytes) => self.0.send_binary(bytes),
        };
        Ok(())
    }

    fn close(&mut self, _: CloseReason) {}
}

/// Socket.IO: sends back the `auth` of the handshake, and echoes events.
struct EchoEvents;

impl Handler for EchoEvents {
    async fn connect(&self, socket: &Socket, connect: Connect) -> Result<(), Refusal> {
        let auth = connect.auth.as_ref().map_or("{}", |it| it.get());
        if let Ok(packet) = Packet::raw("auth", auth, Vec::new()) {
            let _ = socket.emit(&packet);
        }
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: Event) {
        let attachments = event.args.attachments().to_vec();
        match (event.name.as_str(), event.ack) {
            ("message", _) => {
                let back = Packet::raw("message-back", event.args.raw_all(), attachments);
                if let Ok(packet) = back {
                    let _ = socket.emit(&packet);
                }
            }
            ("message-with-ack", Some(ack)) => {
                let _ = ack.send_raw(event.args.raw_all(), &attachments);
            }
            _ => {}
        }
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let config = Config {
        ping_interval: Duration::from_millis(300),
        ping_timeout: Duration::from_millis(200),
        // Between the three heartbeats and the two seconds that the suites wait.
        connect_timeout: Duration::from_millis(1500),
        ..Config::default()
    };
    let engine_config = Config { path: "/engine.io/".to_owned(), ..config.clone() };
    let engine = Engine::new(engine_config, OpenDoor, |session: &Session, _| {
        Box::new(EchoMessages(session.clone())) as Box<dyn engine::Handler>
    });
    let server =
        Server::builder(config).namespace("/", EchoEvents).namespace("/custom", EchoEvents).build();

    let both = tower::service_fn(move |request: Request<Incoming>| {
        let (mut engine, mut server) = (engine.clone(), server.clone());
        async move {
            use tower_service::Service;
            match request.uri().path().starts_with("/engine.io") {
                true => engine.call(request).await,
                false => server.call(request).await,
            }
            .map_err(|it: Infallible| it)
        }
    });
    let listener = TcpListener::bind(("localhost", 3000)).await?;
    let (_go_on, stop) = watch::channel(false);
    serve(listener, both, Limits::default(), Connections::default(), stop).await;
    Ok(())
}
