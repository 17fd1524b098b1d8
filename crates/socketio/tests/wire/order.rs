//! Order, whatever the transport, and nothing lost on the way.

use fourfall_socketio::{Config, Server};
use tokio::io::AsyncWriteExt;

use crate::echo::{Echo, Told};
use crate::raw::{Running, frame, start};

async fn server() -> (Running, tokio::sync::mpsc::UnboundedReceiver<Told>) {
    let (echo, hears) = Echo::new();
    (start(Server::builder(Config::default()).namespace("/", echo).build()).await, hears)
}

async fn numbers(hears: &mut tokio::sync::mpsc::UnboundedReceiver<Told>, count: usize) {
    let mut expected = 0;
    while expected < count {
        if let Told::Event(_, args) = hears.recv().await.unwrap() {
            assert_eq!(args, expected.to_string());
            expected += 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_20_000_events_is_handled_and_echoed_in_order() {
    const COUNT: usize = 20_000;
    let (it, mut hears) = server().await;
    let (socket, _) = it.join().await;
    let (reader, mut writer) = socket.stream.into_split();
    let mut burst = Vec::new();
    for number in 0..COUNT {
        burst.extend(frame(1, format!("42[\"echo\",{number}]").as_bytes()));
    }
    let write = tokio::spawn(async move {
        writer.write_all(&burst).await.unwrap();
        writer
    });
    let read = tokio::spawn(async move {
        use tokio::io::AsyncReadExt;
        let mut reader = tokio::io::BufReader::new(reader);
        for number in 0..COUNT {
            let expected = format!("42[\"echo\",{number}]");
            let mut bytes = vec![0; expected.len() + 2];
            reader.read_exact(&mut bytes).await.unwrap();
            assert_eq!(bytes[2..], *expected.as_bytes());
        }
    });
    numbers(&mut hears, COUNT).await;
    write.await.unwrap();
    read.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payload_larger_than_the_mailbox_is_handled_in_order() {
    let (it, mut hears) = server().await;
    let sid = it.open_polling().await;
    it.post(&sid, "40").await;
    let packets: Vec<String> = (0..5_000).map(|it| format!("42[\"n\",{it}]")).collect();
    assert_eq!(it.post(&sid, &packets.join("\x1e")).await.body, "ok");
    numbers(&mut hears, 5_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_upgrade_keeps_the_order_in_both_directions() {
    for _ in 0..50 {
        let (it, mut hears) = server().await;
        let sid = it.open_polling().await;
        it.post(&sid, "40").await;
        it.get(&sid).await;
        let packets = |from: usize| -> Vec<String> {
            (from..from + 10).map(|it| format!("42[\"echo\",{it}]")).collect()
        };
        // Some are answered over polling, some wait for the WebSocket.
        it.post(&sid, &packets(0).join("\x1e")).await;
        let query = format!("EIO=4&transport=websocket&sid={sid}");
        let mut socket = it.websocket(&query).await.unwrap();
        socket.send("2probe").await;
        assert_eq!(socket.text().await, "3probe");
        let polled = it.get(&sid).await.body;
        it.post(&sid, &packets(10).join("\x1e")).await;
        socket.send("5").await;
        for packet in packets(20) {
            socket.send(&packet).await;
        }
        let mut echoed: Vec<String> =
            polled.split('\x1e').filter(|it| *it != "6").map(str::to_owned).collect();
        while echoed.len() < 30 {
            echoed.push(socket.text().await);
        }
        let expected: Vec<String> = [packets(0), packets(10), packets(20)].concat();
        assert_eq!(echoed, expected);
        numbers(&mut hears, 30).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_event_is_never_lost() {
    let (it, mut hears) = server().await;
    for _ in 0..200 {
        let mut socket = it.open().await;
        // Both in one piece: the event is there before the join is decided.
        let mut bytes = frame(1, b"40");
        bytes.extend(frame(1, b"421[\"first\"]"));
        socket.stream.write_all(&bytes).await.unwrap();
        assert!(socket.text().await.starts_with("40{"));
        assert_eq!(socket.text().await, "431[]");
        assert!(matches!(hears.recv().await.unwrap(), Told::Connected { .. }));
        assert_eq!(hears.recv().await.unwrap(), Told::Event("first".to_owned(), String::new()));
        drop(socket);
        assert!(matches!(hears.recv().await.unwrap(), Told::Disconnected(_)));
    }
}
