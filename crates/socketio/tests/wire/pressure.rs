//! Clients that do not read, do not stop, or are gone without a word.

use std::time::Duration;

use fourfall_socketio::{CloseReason, Config, Disconnect, DisconnectReason, Packet, Server};
use tokio::io::AsyncWriteExt;

use crate::echo::{Echo, Told};
use crate::raw::{PATIENCE, frame, start};

fn lost(reason: CloseReason) -> Told {
    let reason = DisconnectReason::Transport(reason);
    Told::Disconnected(Disconnect { reason, recoverable: false })
}

/// A kibibyte of text, so that the system's buffers are soon full.
fn large() -> Packet {
    Packet::event("large", &"x".repeat(1024)).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_closed_when_its_outbox_is_full() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let config = Config { outbox_bytes: 64 * 1024, ..Config::default() };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let (slow, _) = it.join().await;
    hears.recv().await.unwrap();
    let to = sockets.lock().unwrap()[0].clone();
    // The system takes some megabytes, then the outbox its share, then it is over.
    while to.emit(&large()).is_ok() {}
    assert_eq!(hears.recv().await.unwrap(), lost(CloseReason::SlowReader));
    assert_eq!(it.server.stats().slow, 1);
    while it.connections.open() > 0 {
        tokio::task::yield_now().await;
    }
    drop(slow);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_at_all_is_closed_after_a_while() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let config = Config {
        outbox_bytes: 100_000_000,
        write_timeout: Duration::from_millis(300),
        ..Config::default()
    };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let (_slow, _) = it.join().await;
    hears.recv().await.unwrap();
    let to = sockets.lock().unwrap()[0].clone();
    // Far more than the system takes, and less than the outbox does.
    for _ in 0..20_000 {
        if to.emit(&large()).is_err() {
            break;
        }
    }
    assert_eq!(hears.recv().await.unwrap(), lost(CloseReason::WriteTimeout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_polls_no_more_is_closed_when_its_outbox_is_full() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let config = Config { outbox_bytes: 64 * 1024, ..Config::default() };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let sid = it.open_polling().await;
    it.post(&sid, "40").await;
    hears.recv().await.unwrap();
    let to = sockets.lock().unwrap()[0].clone();
    while to.emit(&large()).is_ok() {}
    assert_eq!(hears.recv().await.unwrap(), lost(CloseReason::SlowReader));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_faster_than_it_is_served_is_not_read_from() {
    let (echo, mut hears) = Echo::new();
    let brake = echo.brake.clone();
    let config = Config {
        mailbox: 4,
        ping_interval: Duration::from_secs(1),
        ping_timeout: Duration::from_secs(1),
        ..Config::default()
    };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let (socket, _) = it.join().await;
    hears.recv().await.unwrap();
    let (mut reader, mut writer) = socket.stream.into_split();
    let braked = brake.lock().await;
    // More than the system's buffers take: not all of it can be written while nobody reads.
    let mut event = frame(1, format!("42[\"n\",\"{}\"]", "x".repeat(10_000)).as_bytes());
    event.extend(frame(1, b"3"));
    let mut sent = 0;
    let stuck = async {
        loop {
            writer.write_all(&event).await.unwrap();
            sent += 1;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), stuck).await.unwrap_err();
    // Some heartbeats have passed, and nobody blamed the client for the pongs that were not read.
    assert!(hears.try_recv().is_err());
    drop(braked);
    for _ in 0..sent {
        assert!(matches!(hears.recv().await.unwrap(), Told::Event(..)));
    }
    // But now it is silent.
    let drain =
        tokio::spawn(async move { tokio::io::copy(&mut reader, &mut tokio::io::sink()).await });
    let end = tokio::time::timeout(PATIENCE, hears.recv()).await.unwrap().unwrap();
    assert_eq!(end, lost(CloseReason::PingTimeout));
    drain.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_and_does_not_read_the_answers_is_slowed_down() {
    const COUNT: usize = 20_000;
    let (echo, mut hears) = Echo::new();
    let config = Config { outbox_bytes: 64 * 1024, ..Config::default() };
    let it = start(Server::builder(config).namespace("/", echo).build()).await;
    let (socket, _) = it.join().await;
    hears.recv().await.unwrap();
    let (mut reader, mut writer) = socket.stream.into_split();
    let text = "x".repeat(1000);
    let event = frame(1, format!("42[\"echo\",\"{text}\"]").as_bytes());
    let length = 4 + "42[\"echo\",\"\"]".len() + text.len();
    let write = tokio::spawn(async move {
        for _ in 0..COUNT {
            writer.write_all(&event).await.unwrap();
        }
        writer
    });
    // For a while it does not read; nobody closes it for that.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut bytes = vec![0; COUNT * length];
    tokio::io::AsyncReadExt::read_exact(&mut reader, &mut bytes).await.unwrap();
    write.await.unwrap();
    assert_eq!(it.server.stats().slow, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_held_after_connects_and_disconnects() {
    let (echo, mut hears) = Echo::new();
    let sockets = echo.sockets.clone();
    let it = start(Server::builder(Config::default()).namespace("/", echo).build()).await;
    for round in 0..300 {
        match round % 3 {
            0 => drop(it.join().await),
            1 => drop(it.open().await),
            _ => {
                let sid = it.open_polling().await;
                it.post(&sid, "40").await;
                it.post(&sid, "1").await;
            }
        }
    }
    let mut open = 0;
    for _ in 0..400 {
        match hears.recv().await.unwrap() {
            Told::Connected { .. } => open += 1,
            Told::Disconnected(_) => open -= 1,
            Told::Event(..) => {}
        }
    }
    assert_eq!(open, 0);
    sockets.lock().unwrap().clear();
    while it.server.stats().sessions > 0 || it.connections.open() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(it.server.namespace("/").unwrap().sockets(), []);
}
