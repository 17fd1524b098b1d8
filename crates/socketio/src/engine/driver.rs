//! The task of a session: reads, passes messages to the handler, sends heartbeats, writes what is
//! left over.
//!
//! One task does all of it in turn, so messages are handled in the order they came, the future of a
//! handler is polled in place, and this task is the only one that a message wakes.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until, timeout};

use super::payload::{self, Packet};
use super::session::{Carrier, Heartbeat, Message, Session, Upgrade};
use super::wire::{self, Broken, Incoming, Take, WebSocket, Writer};
use super::{CloseReason, Handler, Work};
use crate::{Config, burst};

/// Rounds of reading and handling before other tasks get their turn.
const ROUNDS: usize = 8;
/// If a ping is sent this late, its timeout counts from now.
const LATE: Duration = Duration::from_millis(50);
/// How long a closed connection is kept for its last messages to arrive.
const LINGER: Duration = Duration::from_secs(1);

pub(super) struct Driver {
    session: Session,
    handler: Box<dyn Handler>,
    config: Arc<Config>,
    /// The handler's future that is being polled.
    work: Option<Work>,
    socket: Option<WebSocket>,
    candidate: Option<Box<Candidate>>,
    /// When a session that has not joined anything is closed.
    connect_by: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

/// A WebSocket that is about to take over from long polling.
struct Candidate {
    socket: WebSocket,
    writer: Writer,
    /// Not yet written.
    out: Vec<u8>,
    probed: bool,
    give_up_at: Instant,
}

impl Driver {
    pub(super) fn new(
        session: Session,
        handler: Box<dyn Handler>,
        config: Arc<Config>,
        socket: Option<WebSocket>,
    ) -> Driver {
        let now = Instant::now();
        let connect_by = Some(now + config.connect_timeout);
        let timer = Box::pin(sleep_until(now + config.ping_interval));
        Driver { session, handler, config, work: None, socket, candidate: None, connect_by, timer }
    }

    /// Runs the session to its end.
    pub(super) async fn run(mut self) {
        let reason = poll_fn(|cx| self.poll_open(cx)).await;
        self.hang_up(reason);
        // What was received before is still handled; then the handler is told of the end.
        self.finish_work().await;
        self.handler.close(reason);
        self.finish_work().await;
        let farewell = match &self.session.lock().carrier {
            Carrier::Polling(polling) => polling.farewell.is_some(),
            Carrier::WebSocket(_) => false,
        };
        if farewell {
            tokio::time::sleep(LINGER).await;
        }
        self.session.shelf().remove(self.session.sid());
    }

    fn poll_open(&mut self, cx: &mut Context<'_>) -> Poll<CloseReason> {
        let closing = {
            let mut shared = self.session.lock();
            shared.register(cx);
            shared.closing
        };
        if let Some(reason) = closing {
            return Poll::Ready(reason);
        }
        let stepped = {
            let _burst = burst::burst();
            self.step(cx)
        };
        let ticked = stepped.and_then(|()| self.tick(cx)).and_then(|()| self.write(cx));
        match ticked {
            Ok(()) => Poll::Pending,
            Err(reason) => Poll::Ready(reason),
        }
    }

    /// Handles and receives in turn until there is nothing to do.
    fn step(&mut self, cx: &mut Context<'_>) -> Result<(), CloseReason> {
        for _ in 0..ROUNDS {
            let handled = self.handle(cx)?;
            let received = self.receive(cx)?;
            if !handled && !received {
                return Ok(());
            }
        }
        cx.waker().wake_by_ref();
        Ok(())
    }

    /// Lets the handler work until it waits for something or has nothing to do. Returns whether
    /// anything was finished.
    fn handle(&mut self, cx: &mut Context<'_>) -> Result<bool, CloseReason> {
        let mut finished = false;
        loop {
            if self.work.is_none() {
                self.work = self.handler.work();
            }
            let Some(work) = &mut self.work else { return Ok(finished) };
            match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx))) {
                Ok(Poll::Pending) => return Ok(finished),
                Ok(Poll::Ready(())) => {
                    self.work = None;
                    finished = true;
                }
                Err(_) => {
                    self.work = None;
                    return Err(CloseReason::HandlerPanicked);
                }
            }
        }
    }

    async fn finish_work(&mut self) {
        let mut panicked = true;
        while panicked {
            panicked = poll_fn(|cx| {
                let _burst = burst::burst();
                match self.handle(cx) {
                    Ok(_) if self.work.is_some() => Poll::Pending,
                    Ok(_) => Poll::Ready(false),
                    Err(_) => Poll::Ready(true),
                }
            })
            .await;
        }
    }

    /// Whether the client is read from.
    fn reads(&self) -> bool {
        !self.handler.is_full() && self.session.waiting() <= self.config.outbox_bytes / 2
    }

    /// Receives what has come in. Returns whether there was anything.
    fn receive(&mut self, cx: &mut Context<'_>) -> Result<bool, CloseReason> {
        if !self.reads() {
            return Ok(false);
        }
        match &mut self.socket {
            Some(_) => self.receive_frames(cx),
            None => {
                let took_over = self.poll_candidate(cx);
                Ok(self.receive_posted()? | took_over)
            }
        }
    }

    fn receive_frames(&mut self, cx: &mut Context<'_>) -> Result<bool, CloseReason> {
        let Driver { socket: Some(socket), handler, session, config, .. } = self else {
            return Ok(false);
        };
        let mut replies = Vec::new();
        let mut ended = None;
        let read = socket.poll_messages(cx, &mut replies, |incoming| {
            let packet = match incoming {
                Incoming::Text(text) => payload::decode_text(text),
                Incoming::Binary(bytes) => Ok(Packet::Message(Message::Binary(bytes))),
            };
            ended = match packet {
                Ok(Packet::Message(message)) => handler.receive(message).err(),
                Ok(Packet::Pong) => {
                    session.lock().pong(Instant::now() + config.ping_interval);
                    None
                }
                Ok(Packet::Noop) => None,
                Ok(Packet::Close) => Some(CloseReason::ClientClosed),
                Ok(Packet::Ping | Packet::Upgrade) | Err(_) => Some(CloseReason::Violation),
            };
            match ended.is_some() || handler.is_full() {
                true => Take::Enough,
                false => Take::More,
            }
        });
        if !replies.is_empty() {
            session.send_frames(&replies);
        }
        if let Some(reason) = ended {
            return Err(reason);
        }
        match read {
            Poll::Pending => Ok(false),
            Poll::Ready(Ok(())) => Ok(true),
            Poll::Ready(Err(Broken::Closed)) => Err(CloseReason::TransportClosed),
            Poll::Ready(Err(Broken::Failed)) => Err(CloseReason::TransportError),
            Poll::Ready(Err(Broken::Violation)) => Err(CloseReason::Violation),
        }
    }

    fn receive_posted(&mut self) -> Result<bool, CloseReason> {
        let mut received = false;
        while !self.handler.is_full() {
            let message = {
                let mut shared = self.session.lock();
                let Carrier::Polling(polling) = &mut shared.carrier else { break };
                let message = polling.inbox.pop_front();
                if polling.inbox.is_empty()
                    && let Some(waker) = polling.post_waker.take()
                {
                    waker.wake();
                }
                message
            };
            let Some(message) = message else { break };
            self.handler.receive(message)?;
            received = true;
        }
        Ok(received)
    }

    /// Polls a WebSocket that is to take over. Returns whether it did.
    fn poll_candidate(&mut self, cx: &mut Context<'_>) -> bool {
        if self.candidate.is_none()
            && let Carrier::Polling(polling) = &mut self.session.lock().carrier
            && let Upgrade::Offered(_) = &polling.upgrade
            && let Upgrade::Offered(it) = std::mem::replace(&mut polling.upgrade, Upgrade::Taken)
        {
            let (socket, writer) = *it;
            let give_up_at = Instant::now() + self.config.upgrade_timeout;
            let out = Vec::new();
            let probed = false;
            self.candidate = Some(Box::new(Candidate { socket, writer, out, probed, give_up_at }));
        }
        let Some(candidate) = &mut self.candidate else { return false };
        match candidate.poll(cx, &self.session) {
            Poll::Pending => false,
            Poll::Ready(Probe::Failed) => {
                self.drop_candidate();
                false
            }
            Poll::Ready(Probe::Upgraded) => {
                let Some(candidate) = self.candidate.take() else { return false };
                let Candidate { socket, writer, out, .. } = *candidate;
                self.session.lock().switch(writer, out);
                self.socket = Some(socket);
                true
            }
        }
    }

    fn drop_candidate(&mut self) {
        self.candidate = None;
        if let Carrier::Polling(polling) = &mut self.session.lock().carrier {
            polling.upgrade = Upgrade::None;
        }
    }

    /// Heartbeat and deadlines.
    fn tick(&mut self, cx: &mut Context<'_>) -> Result<(), CloseReason> {
        loop {
            let now = Instant::now();
            let due = self.next_deadline(now)?;
            if due < self.timer.deadline() || self.timer.is_elapsed() {
                self.timer.as_mut().reset(due);
            }
            if self.timer.as_mut().poll(cx).is_pending() {
                return Ok(());
            }
        }
    }

    fn next_deadline(&mut self, now: Instant) -> Result<Instant, CloseReason> {
        let mut due = self.beat(now)?;
        if let Some(by) = self.connect_by {
            if self.handler.is_joined() {
                self.connect_by = None;
            } else if by <= now {
                return Err(CloseReason::ConnectTimeout);
            } else {
                due = due.min(by);
            }
        }
        if let Some(candidate) = &self.candidate {
            if candidate.give_up_at <= now {
                self.drop_candidate();
            } else {
                due = due.min(candidate.give_up_at);
            }
        }
        if let Carrier::WebSocket(outbox) = &self.session.lock().carrier
            && let Some(since) = outbox.stalled
        {
            let by = since + self.config.write_timeout;
            if by <= now {
                return Err(CloseReason::WriteTimeout);
            }
            due = due.min(by);
        }
        Ok(due)
    }

    /// Sends a ping if it is due, and returns when to check again.
    fn beat(&mut self, now: Instant) -> Result<Instant, CloseReason> {
        let reads = self.reads();
        let mut shared = self.session.lock();
        match shared.heartbeat {
            Heartbeat::PingAt(at) if at > now => Ok(at),
            Heartbeat::PingAt(at) => {
                // Clients must not be punished if this process was held up.
                let from = if now - at < LATE { at } else { now };
                let by = from + self.config.ping_timeout;
                shared.heartbeat = Heartbeat::PongBy(by);
                drop(shared);
                // If the session is closed, its task, which is this one, will find out.
                let _ = self.session.send(&[b"2"], &[]);
                Ok(by)
            }
            Heartbeat::PongBy(by) if by > now => Ok(by),
            // The pong may have arrived: it is this side that does not read.
            Heartbeat::PongBy(_) if !reads => {
                let by = now + self.config.ping_timeout;
                shared.heartbeat = Heartbeat::PongBy(by);
                Ok(by)
            }
            Heartbeat::PongBy(_) => Err(CloseReason::PingTimeout),
        }
    }

    /// Writes what somebody else could not write without waiting.
    fn write(&mut self, cx: &mut Context<'_>) -> Result<(), CloseReason> {
        let mut shared = self.session.lock();
        if let Carrier::WebSocket(outbox) = &mut shared.carrier
            && !outbox.is_empty()
        {
            match outbox.poll_flush(cx) {
                Poll::Pending => {
                    // The write deadline starts now.
                    if let Some(since) = outbox.stalled {
                        let by = since + self.config.write_timeout;
                        if by < self.timer.deadline() {
                            self.timer.as_mut().reset(by);
                            if self.timer.as_mut().poll(cx).is_ready() {
                                cx.waker().wake_by_ref();
                            }
                        }
                    }
                }
                // Reading from the client starts again now that it has read.
                Poll::Ready(Ok(())) => cx.waker().wake_by_ref(),
                Poll::Ready(Err(_)) => return Err(CloseReason::TransportError),
            }
        }
        Ok(())
    }

    /// Closes the transport.
    fn hang_up(&mut self, reason: CloseReason) {
        self.candidate = None;
        let mut shared = self.session.lock();
        shared.close(reason);
        match &mut shared.carrier {
            Carrier::Polling(polling) => {
                let last = if reason == CloseReason::ClientClosed { b'6' } else { b'1' };
                let orderly = matches!(
                    reason,
                    CloseReason::ClientClosed
                        | CloseReason::ServerClosed
                        | CloseReason::Superseded
                        | CloseReason::Shutdown
                );
                // Without a waiting request, an orderly end is told at the next one.
                if polling.get.is_some() || orderly {
                    polling.farewell = Some(last);
                }
                polling.wake_all();
            }
            Carrier::WebSocket(outbox) => {
                let mut outbox = std::mem::take(outbox);
                drop(shared);
                let Some(socket) = self.socket.take() else { return };
                match reason {
                    CloseReason::TransportClosed
                    | CloseReason::ClientClosed
                    | CloseReason::ServerClosed
                    | CloseReason::Superseded
                    | CloseReason::Violation
                    | CloseReason::ConnectTimeout
                    | CloseReason::HandlerPanicked
                    | CloseReason::Shutdown => {
                        if reason != CloseReason::TransportClosed {
                            outbox.finish();
                        }
                        tokio::spawn(async move {
                            let (mut reader, _permit) = socket.into_reader();
                            let last_words = async {
                                poll_fn(|cx| outbox.poll_flush(cx)).await?;
                                if let Some(writer) = &mut outbox.writer {
                                    poll_fn(|cx| writer.poll_shutdown(cx)).await?;
                                }
                                poll_fn(|cx| reader.poll_discard(cx)).await;
                                std::io::Result::Ok(())
                            };
                            // Nobody needs to know whether they arrived.
                            let _ = timeout(LINGER, last_words).await;
                        });
                    }
                    // Nobody is at the other end.
                    CloseReason::TransportError
                    | CloseReason::PingTimeout
                    | CloseReason::SlowReader
                    | CloseReason::WriteTimeout => {}
                }
            }
        }
    }
}

/// The state of a WebSocket that is to take over.
enum Probe {
    Upgraded,
    Failed,
}

impl Candidate {
    fn poll(&mut self, cx: &mut Context<'_>, session: &Session) -> Poll<Probe> {
        loop {
            while !self.out.is_empty() {
                match self.writer.poll_write(cx, &self.out) {
                    Poll::Ready(Ok(written)) if written > 0 => {
                        self.out.drain(..written);
                    }
                    Poll::Ready(_) => return Poll::Ready(Probe::Failed),
                    Poll::Pending => break,
                }
            }
            let mut replies = Vec::new();
            let mut probe = None;
            let read = self.socket.poll_messages(cx, &mut replies, |incoming| {
                probe = match incoming {
                    Incoming::Text(text) => Some(text),
                    Incoming::Binary(_) => Some("".into()),
                };
                Take::Enough
            });
            self.out.append(&mut replies);
            if let Err(_broken) = ready!(read) {
                return Poll::Ready(Probe::Failed);
            }
            match probe.as_ref().map(|it| it.as_str()) {
                None => {}
                Some("2probe") => {
                    if let Carrier::Polling(polling) = &mut session.lock().carrier {
                        polling.upgrade = Upgrade::Probed;
                        if let Some(get) = &mut polling.get {
                            get.hurry = true;
                        }
                        polling.wake_all();
                    }
                    wire::text_frame(&mut self.out, &[b"3probe"]);
                    self.probed = true;
                }
                Some("5") if self.probed => return Poll::Ready(Probe::Upgraded),
                Some(_) => return Poll::Ready(Probe::Failed),
            }
        }
    }
}
