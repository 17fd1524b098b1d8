//! A TCP proxy for one link, which can be told to behave badly.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// How a link behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// As it should.
    Pass,
    /// Nothing arrives, and nobody is told.
    BlackHole,
    /// Connections break, and new ones do too.
    Reset,
    /// Everything is delayed by this long.
    Delay(Duration),
}

/// A link through a port of its own.
pub(crate) struct Proxy {
    port: u16,
    mode: Arc<watch::Sender<Mode>>,
}

impl Proxy {
    /// Listens on a free port, and passes on to another.
    pub(crate) async fn start(to: u16) -> std::io::Result<Proxy> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let mode = Arc::new(watch::Sender::new(Mode::Pass));
        let modes = mode.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(connection(near, to, modes.subscribe()));
            }
        });
        Ok(Proxy { port, mode })
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

async fn connection(near: TcpStream, to: u16, mut mode: watch::Receiver<Mode>) {
    let passes = |mode: &Mode| *mode != Mode::BlackHole;
    if mode.wait_for(passes).await.is_err() || *mode.borrow() == Mode::Reset {
        return;
    }
    let Ok(far) = TcpStream::connect(("127.0.0.1", to)).await else { return };
    // Small packets must not wait for more.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let (near_in, near_out) = near.into_split();
    let (far_in, far_out) = far.into_split();
    let mut broken = mode.clone();
    tokio::select! {
        () = pump(near_in, far_out, mode.clone()) => {}
        () = pump(far_in, near_out, mode) => {}
        _ = broken.wait_for(|it| *it == Mode::Reset) => {}
    }
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut mode: watch::Receiver<Mode>) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let Ok(read) = from.read(&mut buffer).await else { return };
        if mode.wait_for(|it| *it != Mode::BlackHole).await.is_err() || read == 0 {
            return;
        }
        let delay = if let Mode::Delay(delay) = *mode.borrow() { Some(delay) } else { None };
        if let Some(delay) = delay {
            sleep(delay).await;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
