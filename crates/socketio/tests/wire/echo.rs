//! A handler that echoes, and writes down what it is told.

use std::sync::{Arc, Mutex};

use fourfall_socketio::{Connect, Disconnect, Event, Handler, Packet, Refusal, Socket};
use tokio::sync::mpsc;

/// What a handler was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Connected { id: String, recovered: bool },
    Event(String, String),
    Disconnected(Disconnect),
}

/// Echoes `echo` as an event and answers what is to be answered. Auth `{"refuse":…}` is refused.
pub(crate) struct Echo {
    told: mpsc::UnboundedSender<Told>,
    /// While it is held, no event is handled to its end.
    pub(crate) brake: Arc<tokio::sync::Mutex<()>>,
    pub(crate) sockets: Arc<Mutex<Vec<Socket>>>,
}

impl Echo {
    pub(crate) fn new() -> (Echo, mpsc::UnboundedReceiver<Told>) {
        let (told, hears) = mpsc::unbounded_channel();
        (Echo { told, brake: Arc::default(), sockets: Arc::default() }, hears)
    }
}

impl Handler for Echo {
    async fn connect(&self, socket: &Socket, connect: Connect) -> Result<(), Refusal> {
        if let Some(auth) = &connect.auth {
            let auth: serde_json::Value = serde_json::from_str(auth.get()).unwrap();
            if let Some(data) = auth.get("refuse") {
                return Err(Refusal { message: "no".to_owned(), data: Some(data.clone()) });
            }
            if auth.get("plain").is_some() {
                socket.without_offsets();
            }
        }
        let id = socket.id().to_owned();
        let _ = self.told.send(Told::Connected { id, recovered: connect.recovered });
        self.sockets.lock().unwrap().push(socket.clone());
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: Event) {
        let _braked = self.brake.lock().await;
        let args = event.args.raw_all().to_owned();
        let _ = self.told.send(Told::Event(event.name.clone(), args.clone()));
        let attachments = event.args.attachments().to_vec();
        match event.name.as_str() {
            "echo" => {
                let _ = socket.emit(&Packet::raw("echo", &args, attachments.clone()).unwrap());
            }
            "panic" => panic!("as asked"),
            "leave" => socket.disconnect(),
            "close" => socket.close(),
            "ask" => {
                let answer =
                    socket.emit_with_ack("question", &1, crate::raw::PATIENCE).await.unwrap();
                let packet = Packet::raw("answered", answer.raw_all(), Vec::new()).unwrap();
                socket.emit(&packet).unwrap();
            }
            _ => {}
        }
        if let Some(ack) = event.ack {
            let _ = ack.send_raw(&args, &attachments);
        }
    }

    async fn disconnect(&self, _: &Socket, disconnect: Disconnect) {
        let _ = self.told.send(Told::Disconnected(disconnect));
    }
}
