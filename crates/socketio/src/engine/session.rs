//! One Engine.IO session: what its task, its HTTP requests and its senders share.
//!
//! All of it is behind one lock, so that messages leave in the order they were sent, whichever
//! transport carries them. Nothing waits while it is held, and no handler is called.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use tokio::time::Instant;
use tungstenite::protocol::frame::Utf8Bytes;

use super::payload;
use super::wire::{self, WebSocket, Writer};
use super::{CloseReason, Shelf};
use crate::burst;

/// If more than this is waiting, it is written before the end of the burst.
const FLUSH_BYTES: usize = 16 * 1024;

/// A message from the client.
#[derive(Clone, Debug)]
pub enum Message {
    /// Text.
    Text(Text),
    /// Bytes.
    Binary(Bytes),
}

/// The text of a message, as received: its packet type is skipped, not copied away.
#[derive(Clone, Debug)]
pub struct Text(pub(super) Utf8Bytes);

impl Text {
    /// The message.
    pub fn as_str(&self) -> &str {
        &self.0.as_str()[1..]
    }
}

/// Why something could not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The connection is gone.
    #[error("the connection is closed")]
    Closed,
    /// The client has not read what it was sent, so the connection is being closed.
    #[error("the client does not read what it is sent")]
    Full,
}

/// A handle to one Engine.IO session. Cheap to clone.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    sid: Box<str>,
    outbox_bytes: usize,
    shelf: Arc<Shelf>,
    shared: Mutex<Shared>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Its id is a secret.
        f.debug_struct("Session").field("closed", &self.close_reason()).finish_non_exhaustive()
    }
}

pub(super) struct Shared {
    /// Why the session ends. Set once; its task does the rest.
    pub(super) closing: Option<CloseReason>,
    pub(super) carrier: Carrier,
    pub(super) heartbeat: Heartbeat,
    /// The task of the session.
    driver: Option<Waker>,
    /// Recorded to be flushed at the end of a burst.
    noted: bool,
}

/// What carries the messages out.
pub(super) enum Carrier {
    Polling(Box<Polling>),
    WebSocket(Outbox),
}

/// When the next thing is due.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heartbeat {
    PingAt(Instant),
    PongBy(Instant),
}

/// Frames that are not written yet.
#[derive(Default)]
pub(super) struct Outbox {
    bytes: Vec<u8>,
    /// How many of them have been written.
    written: usize,
    /// `None` until the upgrade of the HTTP connection is done.
    pub(super) writer: Option<Writer>,
    /// Since when nothing could be written though there was something to write.
    pub(super) stalled: Option<Instant>,
}

/// A packet that waits for the next long-polling request.
pub(super) enum Outgoing {
    Text(Box<[u8]>),
    Binary(Bytes),
}

/// The long-polling side of a session.
#[derive(Default)]
pub(super) struct Polling {
    queue: Vec<Outgoing>,
    bytes: usize,
    /// The request that waits for packets.
    pub(super) get: Option<Get>,
    /// Whether a request with packets is being received.
    pub(super) posting: bool,
    /// Messages of that request, until the task has taken them.
    pub(super) inbox: VecDeque<Message>,
    pub(super) post_waker: Option<Waker>,
    pub(super) upgrade: Upgrade,
    /// The last packet for a client that polls once more after the end.
    pub(super) farewell: Option<u8>,
}

/// A long-polling request that waits.
#[derive(Default)]
pub(super) struct Get {
    pub(super) waker: Option<Waker>,
    /// Whether it is to be answered even if there is nothing to send.
    pub(super) hurry: bool,
}

/// How far the upgrade to a WebSocket is.
#[derive(Default)]
pub(super) enum Upgrade {
    #[default]
    None,
    /// Asked for; the HTTP connection is being upgraded.
    Asked,
    /// Connected, and not yet seen by the session's task.
    Offered(Box<(WebSocket, Writer)>),
    /// In the hands of the session's task.
    Taken,
    /// It has sent its probe.
    Probed,
}

impl Session {
    pub(super) fn new(
        sid: Box<str>,
        carrier: Carrier,
        heartbeat: Heartbeat,
        outbox_bytes: usize,
        shelf: Arc<Shelf>,
    ) -> Session {
        let shared = Shared { closing: None, carrier, heartbeat, driver: None, noted: false };
        Session(Arc::new(Inner { sid, outbox_bytes, shelf, shared: Mutex::new(shared) }))
    }

    /// The secret id of the session. Whoever knows it can speak for the client.
    pub(super) fn sid(&self) -> &str {
        &self.0.sid
    }

    pub(super) fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.shared.lock().expect("no holder of this lock can panic")
    }

    /// Sends a text message.
    pub fn send_text(&self, text: &str) -> Result<(), SendError> {
        self.send(&[b"4", text.as_bytes()], &[])
    }

    /// Sends a binary message.
    pub fn send_binary(&self, bytes: Bytes) -> Result<(), SendError> {
        self.send(&[], &[bytes])
    }

    /// Sends one text packet, put together from its parts, and then binary ones. Never waits. A text
    /// packet without parts is none.
    pub(crate) fn send(&self, text: &[&[u8]], binary: &[Bytes]) -> Result<(), SendError> {
        let mut shared = self.lock();
        if shared.closing.is_some() {
            return Err(SendError::Closed);
        }
        match &mut shared.carrier {
            Carrier::Polling(polling) => polling.push(text, binary),
            Carrier::WebSocket(outbox) => {
                if !text.is_empty() {
                    wire::text_frame(&mut outbox.bytes, text);
                }
                for bytes in binary {
                    wire::binary_frame(&mut outbox.bytes, bytes);
                }
            }
        }
        self.pushed(shared)
    }

    /// Sends bytes that are WebSocket frames already.
    pub(super) fn send_frames(&self, frames: &[u8]) {
        let mut shared = self.lock();
        if let (None, Carrier::WebSocket(outbox)) = (shared.closing, &mut shared.carrier) {
            outbox.bytes.extend_from_slice(frames);
            // The task knows the result already.
            let _ = self.pushed(shared);
        }
    }

    fn pushed(&self, mut shared: MutexGuard<'_, Shared>) -> Result<(), SendError> {
        let waiting = shared.waiting();
        if burst::is_on() && waiting < FLUSH_BYTES {
            if !shared.noted {
                shared.noted = true;
                burst::note(self);
            }
            return Ok(());
        }
        shared.flush();
        if shared.waiting() > self.0.outbox_bytes {
            shared.close(CloseReason::SlowReader);
            return Err(SendError::Full);
        }
        Ok(())
    }

    /// Writes what can be written now.
    pub(crate) fn flush(&self) {
        let mut shared = self.lock();
        shared.noted = false;
        if shared.closing.is_none() {
            shared.flush();
            if shared.waiting() > self.0.outbox_bytes {
                shared.close(CloseReason::SlowReader);
            }
        }
    }

    /// Closes the session, and with it the connection. The client sees a lost transport.
    pub fn close(&self) {
        self.close_because(CloseReason::ServerClosed);
    }

    pub(crate) fn close_because(&self, reason: CloseReason) {
        self.lock().close(reason);
    }

    /// Why the session was closed, or `None` if it is open.
    pub fn close_reason(&self) -> Option<CloseReason> {
        self.lock().closing
    }

    /// Wakes the session's task to look for work.
    pub(crate) fn wake(&self) {
        self.lock().wake_driver();
    }

    /// Bytes the client has not read.
    pub(super) fn waiting(&self) -> usize {
        self.lock().waiting()
    }
}

impl Shared {
    /// To be called by the session's task whenever it is polled.
    pub(super) fn register(&mut self, cx: &Context<'_>) {
        if !self.driver.as_ref().is_some_and(|it| it.will_wake(cx.waker())) {
            self.driver = Some(cx.waker().clone());
        }
    }

    pub(super) fn wake_driver(&self) {
        if let Some(waker) = &self.driver {
            waker.wake_by_ref();
        }
    }

    pub(super) fn close(&mut self, reason: CloseReason) {
        if self.closing.is_none() {
            self.closing = Some(reason);
            self.wake_driver();
        }
    }

    fn waiting(&self) -> usize {
        match &self.carrier {
            Carrier::Polling(it) => it.bytes,
            Carrier::WebSocket(it) => it.bytes.len() - it.written,
        }
    }

    fn flush(&mut self) {
        match &mut self.carrier {
            Carrier::Polling(polling) => {
                if let Some(get) = &mut polling.get
                    && let Some(waker) = get.waker.take()
                {
                    waker.wake();
                }
            }
            Carrier::WebSocket(outbox) => match outbox.try_flush() {
                Ok(true) => {}
                // The task waits until the rest can be written.
                Ok(false) => self.wake_driver(),
                Err(_) => self.close(CloseReason::TransportError),
            },
        }
    }

    /// The client is alive.
    pub(super) fn pong(&mut self, next_ping: Instant) {
        if let Heartbeat::PongBy(_) = self.heartbeat {
            self.heartbeat = Heartbeat::PingAt(next_ping);
        }
    }

    pub(super) fn is_overdue(&self, now: Instant) -> bool {
        matches!(self.heartbeat, Heartbeat::PongBy(it) if it <= now)
    }

    /// Lets a WebSocket take over from long polling: what waits leaves through it, in order.
    pub(super) fn switch(&mut self, writer: Writer, mut frames: Vec<u8>) {
        if let Carrier::Polling(polling) = &mut self.carrier {
            for packet in polling.queue.drain(..) {
                match packet {
                    Outgoing::Text(text) => wire::text_frame(&mut frames, &[&text]),
                    Outgoing::Binary(bytes) => wire::binary_frame(&mut frames, &bytes),
                }
            }
            polling.wake_all();
        }
        let writer = Some(writer);
        self.carrier =
            Carrier::WebSocket(Outbox { bytes: frames, written: 0, writer, stalled: None });
        self.flush();
    }
}

impl Outbox {
    /// Whether everything is written.
    fn try_flush(&mut self) -> io::Result<bool> {
        let Some(writer) = &self.writer else { return Ok(true) };
        while self.written < self.bytes.len() {
            match writer.try_write(&self.bytes[self.written..]) {
                Ok(written) => {
                    self.written += written;
                    self.stalled = None;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.stalled.get_or_insert_with(Instant::now);
                    self.forget_written();
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
        self.emptied();
        Ok(true)
    }

    /// The same, for the session's task, which can wait.
    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(writer) = &mut self.writer else { return Poll::Ready(Ok(())) };
        while self.written < self.bytes.len() {
            match writer.poll_write(cx, &self.bytes[self.written..]) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(written)) => {
                    self.written += written;
                    self.stalled = None;
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.stalled.get_or_insert_with(Instant::now);
                    self.forget_written();
                    return Poll::Pending;
                }
            }
        }
        let flushed = writer.poll_flush(cx);
        self.emptied();
        flushed
    }

    /// The buffer of a quiet connection is freed.
    fn emptied(&mut self) {
        self.bytes = Vec::new();
        self.written = 0;
        self.stalled = None;
    }

    /// Frees the space of what has been written.
    fn forget_written(&mut self) {
        if self.written >= FLUSH_BYTES {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Appends a close frame to what is waiting.
    pub(super) fn finish(&mut self) {
        wire::close_frame(&mut self.bytes);
    }
}

impl Polling {
    fn push(&mut self, text: &[&[u8]], binary: &[Bytes]) {
        if !text.is_empty() {
            let text = text.concat().into_boxed_slice();
            self.bytes += text.len();
            self.queue.push(Outgoing::Text(text));
        }
        for bytes in binary {
            self.bytes += bytes.len();
            self.queue.push(Outgoing::Binary(bytes.clone()));
        }
    }

    /// The body of an answer with everything that waits, if anything does.
    pub(super) fn take_payload(&mut self) -> Option<Vec<u8>> {
        if self.queue.is_empty() {
            return None;
        }
        self.bytes = 0;
        Some(payload::encode(std::mem::take(&mut self.queue)))
    }

    pub(super) fn wake_all(&mut self) {
        if let Some(get) = &mut self.get
            && let Some(waker) = get.waker.take()
        {
            waker.wake();
        }
        if let Some(waker) = self.post_waker.take() {
            waker.wake();
        }
    }
}
