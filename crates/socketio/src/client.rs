//! One client: the packets of one session, decoded and passed to the handlers in order.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::engine::{CloseReason, Handler, Handshake, Message, Session, Text, Work};
use crate::packet::{self, Args, Kind, Malformed};
use crate::server::{Connect, Event, NamespaceInner, Refusal, ServerInner, count};
use crate::socket::{Ack, Disconnect, DisconnectReason, Socket};

pub(crate) struct Client {
    session: Session,
    handshake: Arc<Handshake>,
    server: Arc<ServerInner>,
    namespaces: Arc<HashMap<String, Arc<NamespaceInner>>>,
    /// Its sockets, at most one for each namespace. One that has been left stays until the
    /// namespace is joined again: events that were already on their way are not a violation.
    sockets: Vec<Member>,
    /// A join that the handler is deciding on.
    joining: Option<Joining>,
    mailbox: VecDeque<Incoming>,
    /// A packet that waits for its attachments.
    partial: Option<Partial>,
    refused: u32,
    closed: Option<CloseReason>,
}

struct Member {
    socket: Socket,
    /// Whether its handler has been told of the end.
    left: bool,
    /// Whether the client itself has left.
    quit: bool,
}

/// Where the connect handler's future leaves its result.
type Joining = Arc<Mutex<Joined>>;

#[derive(Default)]
enum Joined {
    /// The handler has not been asked yet.
    #[default]
    Undecided,
    /// The handler is deciding.
    Asked(Socket),
    Refused,
    Accepted(Socket),
}

/// A packet that waits for the handler.
enum Incoming {
    Connect { namespace: Box<str>, auth: Option<Box<RawValue>> },
    Disconnect { namespace: Box<str> },
    Event { namespace: Box<str>, id: Option<u64>, name: String, args: Args },
}

struct Partial {
    incoming: Awaited,
    missing: usize,
    bytes: usize,
}

enum Awaited {
    Event { namespace: Box<str>, id: Option<u64>, name: String, args: Args },
    Answer { namespace: Box<str>, id: u64, args: Args },
}

impl Client {
    pub(crate) fn new(
        session: Session,
        handshake: Arc<Handshake>,
        server: Arc<ServerInner>,
        namespaces: Arc<HashMap<String, Arc<NamespaceInner>>>,
    ) -> Client {
        Client {
            session,
            handshake,
            server,
            namespaces,
            sockets: Vec::new(),
            joining: None,
            mailbox: VecDeque::new(),
            partial: None,
            refused: 0,
            closed: None,
        }
    }

    fn member(&self, namespace: &str) -> Option<&Member> {
        self.sockets.iter().find(|it| it.socket.namespace() == namespace)
    }

    fn receive_text(&mut self, text: Text) -> Result<(), Malformed> {
        if self.partial.is_some() {
            return Err(Malformed);
        }
        let head = packet::decode(text.as_str())?;
        let (kind, id, data, attachments) = (head.kind, head.id, head.data, head.attachments);
        if attachments > self.server.config.max_attachments {
            return Err(Malformed);
        }
        let namespace: Box<str> = head.namespace.into();
        let awaited = match kind {
            Kind::Connect => {
                let auth = packet::auth(&text.as_str()[data..])?;
                self.mailbox.push_back(Incoming::Connect { namespace, auth });
                return Ok(());
            }
            Kind::Disconnect if data == text.as_str().len() => {
                self.mailbox.push_back(Incoming::Disconnect { namespace });
                return Ok(());
            }
            Kind::Disconnect => return Err(Malformed),
            Kind::Event => {
                let (name, args) = packet::event(text, data)?;
                Awaited::Event { namespace, id, name, args }
            }
            Kind::Ack => {
                let args = packet::answer(text, data)?;
                Awaited::Answer { namespace, id: id.ok_or(Malformed)?, args }
            }
        };
        if attachments == 0 {
            self.complete(awaited);
        } else {
            self.partial = Some(Partial { incoming: awaited, missing: attachments, bytes: 0 });
        }
        Ok(())
    }

    fn receive_binary(&mut self, bytes: Bytes) -> Result<(), Malformed> {
        let partial = self.partial.as_mut().ok_or(Malformed)?;
        partial.bytes += bytes.len();
        if partial.bytes > self.server.config.max_message {
            return Err(Malformed);
        }
        match &mut partial.incoming {
            Awaited::Event { args, .. } | Awaited::Answer { args, .. } => args.attach(bytes),
        }
        partial.missing -= 1;
        if partial.missing == 0
            && let Some(partial) = self.partial.take()
        {
            self.complete(partial.incoming);
        }
        Ok(())
    }

    fn complete(&mut self, awaited: Awaited) {
        match awaited {
            Awaited::Event { namespace, id, name, args } => {
                self.mailbox.push_back(Incoming::Event { namespace, id, name, args });
            }
            // Out of turn: a handler may be waiting for just this.
            Awaited::Answer { namespace, id, args } => {
                if let Some(member) = self.member(&namespace) {
                    member.socket.answered(id, args);
                }
            }
        }
    }

    /// Takes over the result of a join.
    fn settle(&mut self) {
        let Some(joining) = self.joining.take() else { return };
        let joined = match joining.lock() {
            Ok(mut joined) => std::mem::take(&mut *joined),
            Err(_) => return,
        };
        match joined {
            Joined::Accepted(socket) => {
                self.sockets.retain(|it| it.socket.namespace() != socket.namespace());
                self.sockets.push(Member { socket, left: false, quit: false });
            }
            Joined::Refused => self.refused += 1,
            // Its handler panicked.
            Joined::Asked(socket) => socket.give_up(),
            Joined::Undecided => {}
        }
        self.check_refused();
    }

    fn check_refused(&self) {
        if self.refused > self.server.config.max_refused_joins {
            self.session.close_because(CloseReason::Violation);
        }
    }

    fn connect(&mut self, name: &str, auth: Option<Box<RawValue>>) -> Option<Work> {
        if self.closed.is_some() || self.session.close_reason().is_some() {
            return None;
        }
        if self.member(name).is_some_and(|it| !it.left) {
            self.session.close_because(CloseReason::Violation);
            return None;
        }
        let Some(namespace) = self.namespaces.get(name).cloned() else {
            let refusal = Refusal { message: "Invalid namespace".to_owned(), ..Refusal::default() };
            self.refused += 1;
            refuse(&self.server, &self.session, &self.handshake, name, &refusal);
            self.check_refused();
            return None;
        };
        let joining = Joining::default();
        self.joining = Some(joining.clone());
        let (session, handshake) = (self.session.clone(), self.handshake.clone());
        let server = self.server.clone();
        Some(Box::pin(async move {
            let recovered = server.recover(&namespace, &session, &handshake, auth.as_deref()).await;
            let (socket, seen, recovered) = match recovered {
                Some((socket, seen)) => (socket, seen, true),
                None => {
                    let namespace = namespace.clone();
                    (Socket::new(namespace, session.clone(), handshake.clone()), 0, false)
                }
            };
            let say = |what| {
                if let Ok(mut joined) = joining.lock() {
                    *joined = what;
                }
            };
            say(Joined::Asked(socket.clone()));
            let connect = Connect { auth, handshake: handshake.clone(), recovered };
            let decided = match namespace.handler.connect(socket.clone(), connect).await {
                Ok(()) => {
                    namespace.admit(&socket);
                    socket.accept(seen);
                    count(&server.stats.joined);
                    if recovered {
                        count(&server.stats.recovered);
                    }
                    Joined::Accepted(socket)
                }
                Err(refusal) => {
                    socket.give_up();
                    refuse(&server, &session, &handshake, &namespace.name, &refusal);
                    Joined::Refused
                }
            };
            say(decided);
        }))
    }

    fn event(
        &mut self,
        namespace: &str,
        id: Option<u64>,
        name: String,
        args: Args,
    ) -> Option<Work> {
        let Some(member) = self.member(namespace).filter(|it| !it.quit) else {
            // The client has not joined, or has left: it would wait for an answer for ever.
            self.session.close_because(CloseReason::Violation);
            return None;
        };
        if !member.socket.is_joined() {
            return None;
        }
        count(&self.server.stats.events);
        let socket = member.socket.clone();
        let ack = id.map(|id| Ack::new(socket.clone(), id));
        let handler = &socket.namespace_inner().handler;
        Some(handler.event(socket.clone(), Event { name, args, ack }))
    }

    fn disconnect(&mut self, index: usize, reason: DisconnectReason) -> Work {
        let member = &mut self.sockets[index];
        member.left = true;
        let socket = member.socket.clone();
        let recoverable = socket.lose(reason);
        Box::pin(async move {
            // Even if the handler panics.
            let _told = Told(&socket);
            let handler = &socket.namespace_inner().handler;
            handler.disconnect(socket.clone(), Disconnect { reason, recoverable }).await;
        })
    }

    /// The next socket whose handler has not been told of its end.
    fn ending(&mut self) -> Option<Work> {
        let leaving = self.sockets.iter().position(|it| !it.left && it.socket.is_leaving());
        if let Some(index) = leaving {
            return Some(self.disconnect(index, DisconnectReason::Server));
        }
        let reason = self.closed?;
        let index = self.sockets.iter().position(|it| !it.left)?;
        Some(self.disconnect(index, DisconnectReason::Transport(reason)))
    }
}

/// Marks on drop that the handler of a lost socket has been told.
struct Told<'a>(&'a Socket);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.0.lost();
    }
}

impl Handler for Client {
    fn receive(&mut self, message: Message) -> Result<(), CloseReason> {
        let received = match message {
            Message::Text(text) => self.receive_text(text),
            Message::Binary(bytes) => self.receive_binary(bytes),
        };
        received.map_err(|Malformed| CloseReason::Violation)
    }

    fn work(&mut self) -> Option<Work> {
        self.settle();
        loop {
            let Some(incoming) = self.mailbox.pop_front() else { return self.ending() };
            if self.mailbox.is_empty() {
                // The buffer of a quiet client is freed.
                self.mailbox = VecDeque::new();
            }
            let work = match incoming {
                Incoming::Connect { namespace, auth } => self.connect(&namespace, auth),
                Incoming::Event { namespace, id, name, args } => {
                    self.event(&namespace, id, name, args)
                }
                Incoming::Disconnect { namespace } => {
                    let joined = |it: &Member| !it.left && it.socket.namespace() == &*namespace;
                    let index = self.sockets.iter().position(joined);
                    index.map(|it| {
                        self.sockets[it].quit = true;
                        self.disconnect(it, DisconnectReason::Client)
                    })
                }
            };
            if work.is_some() {
                return work;
            }
        }
    }

    fn is_full(&self) -> bool {
        self.mailbox.len() >= self.server.config.mailbox
    }

    fn is_joined(&self) -> bool {
        !self.sockets.is_empty()
    }

    fn close(&mut self, reason: CloseReason) {
        self.settle();
        self.closed = Some(reason);
        match reason {
            CloseReason::SlowReader | CloseReason::WriteTimeout => count(&self.server.stats.slow),
            CloseReason::Violation => count(&self.server.stats.violations),
            CloseReason::TransportClosed
            | CloseReason::TransportError
            | CloseReason::ClientClosed
            | CloseReason::PingTimeout
            | CloseReason::ConnectTimeout
            | CloseReason::ServerClosed
            | CloseReason::Superseded
            | CloseReason::Shutdown
            | CloseReason::HandlerPanicked => {}
        }
    }
}

/// Tells a client that its join is refused.
fn refuse(
    server: &ServerInner,
    session: &Session,
    handshake: &Handshake,
    namespace: &str,
    refusal: &Refusal,
) {
    count(&server.stats.refused);
    let mut answer = serde_json::json!({ "message": refusal.message });
    if let Some(data) = &refusal.data {
        answer["data"] = data.clone();
    }
    let answer = answer.to_string();
    let answer = answer.as_bytes();
    // If the session is closed, its task will find out.
    let _ = match namespace {
        "/" => session.send(&[b"44", answer], &[]),
        _ => session.send(&[b"44", namespace.as_bytes(), b",", answer], &[]),
    };
    if !server.door.refused(handshake, namespace) {
        session.close();
    }
}
