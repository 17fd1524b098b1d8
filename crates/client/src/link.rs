//! A session on connections that are reopened by themselves.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fourfall_rules::Column;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::address::Server;
use crate::identity::Identity;
use crate::session::{Request, Session, Step, Stopped, View};
use crate::socket::{Incoming, Socket, SocketError};

/// How long to wait before each attempt; the last applies to all further ones.
const PAUSES_MS: [u64; 5] = [200, 500, 1_000, 2_000, 4_000];

/// What a person, or a program in place of one, can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// A disc.
    Drop(Column),
    /// To give up.
    Resign,
    /// To call the game off.
    Abort,
    /// Another game against the same opponent.
    Rematch,
    /// No such game.
    DeclineRematch,
    /// What the session came for, once more.
    Again,
    /// To leave.
    Leave,
}

/// What is new.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// The connection is open.
    Up,
    /// The connection is lost, and being reopened: why.
    Down(String),
    /// The session's view has changed.
    Changed(Box<View>),
    /// A sentence for the person.
    Said(String),
    /// Who we are from now on.
    Identity(Identity),
    /// The session has ended: the last news.
    Stopped(Stopped),
}

/// A session that runs.
#[derive(Debug)]
pub struct Link {
    asks: mpsc::UnboundedSender<Asking>,
    news: mpsc::UnboundedReceiver<News>,
    task: JoinHandle<()>,
}

impl Link {
    /// Connects and goes on until the session stops. Must be called on a tokio runtime.
    ///
    /// If the very first connection fails the session stops; later ones are tried again for ever.
    pub fn open(server: Server, session: Session) -> Link {
        let (asks, asked) = mpsc::unbounded_channel();
        let (told, news) = mpsc::unbounded_channel();
        let run = Run { server, session, asked, told, unanswered: HashMap::new() };
        Link { asks, news, task: tokio::spawn(run.run()) }
    }

    /// What is new; none after [`News::Stopped`].
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }

    /// A way to ask from elsewhere.
    pub fn asker(&self) -> mpsc::UnboundedSender<Asking> {
        self.asks.clone()
    }

    /// Drops a disc.
    pub fn drop_disc(&self, column: Column) {
        self.ask(Asking::Drop(column));
    }

    /// Asks for something. What is not possible now is not done.
    pub fn ask(&self, asking: Asking) {
        // If the session has stopped, it has said so.
        let _ = self.asks.send(asking);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Run {
    server: Server,
    session: Session,
    asked: mpsc::UnboundedReceiver<Asking>,
    told: mpsc::UnboundedSender<News>,
    /// What was sent on the open connection and is not answered yet.
    unanswered: HashMap<u64, Request>,
}

/// Why a connection was not kept.
enum Ended {
    Lost(SocketError),
    Stopped,
}

impl Run {
    async fn run(mut self) {
        let (mut was_up, mut failures) = (false, 0_usize);
        loop {
            let token = self.session.token().map(str::to_owned);
            let why = match Socket::connect(&self.server, token.as_deref()).await {
                Ok(socket) => {
                    (was_up, failures) = (true, 0);
                    self.tell(News::Up);
                    match self.on(socket).await {
                        Ended::Stopped => return,
                        Ended::Lost(why) => why,
                    }
                }
                Err(SocketError::Refused(why)) if why.starts_with("unauthorized") => {
                    if token.is_none() {
                        return self.stop(Stopped::Refused(why));
                    }
                    self.session.forget_identity();
                    self.tell(News::Said("the server does not know you, you are new".to_owned()));
                    continue;
                }
                Err(why) => why,
            };
            if !was_up {
                let server = &self.server;
                return self.stop(Stopped::Unreachable(format!("{server}: {why}")));
            }
            self.unanswered.clear();
            self.tell(News::Down(why.to_string()));
            let pause = PAUSES_MS[failures.min(PAUSES_MS.len() - 1)];
            failures += 1;
            if self.wait(Duration::from_millis(pause)).await {
                return;
            }
        }
    }

    /// One connection, until it is lost or nobody needs it.
    async fn on(&mut self, mut socket: Socket) -> Ended {
        let mut steps = self.session.at(now_ms()).connected();
        loop {
            match self.perform(&mut socket, steps).await {
                Ok(None) => {}
                Ok(Some(stopped)) => {
                    socket.close().await;
                    self.stop(stopped);
                    return Ended::Stopped;
                }
                Err(lost) => return Ended::Lost(lost),
            }
            steps = tokio::select! {
                incoming = socket.next() => match incoming {
                    Ok(Incoming::Event { name, payload }) => {
                        self.session.at(now_ms()).event(&name, &payload)
                    }
                    Ok(Incoming::Answer { id, payload }) => match self.unanswered.remove(&id) {
                        Some(request) => self.session.at(now_ms()).answered(request, &payload),
                        None => Vec::new(),
                    },
                    Err(lost) => return Ended::Lost(lost),
                },
                asked = self.asked.recv() => match asked {
                    Some(asking) => self.ask(asking),
                    None => {
                        socket.close().await;
                        return Ended::Stopped;
                    }
                },
            };
        }
    }

    fn ask(&mut self, asking: Asking) -> Vec<Step> {
        match asking {
            Asking::Drop(column) => self.session.drop_disc(column),
            Asking::Resign => self.session.resign(),
            Asking::Abort => self.session.abort(),
            Asking::Rematch => self.session.rematch(),
            Asking::DeclineRematch => self.session.decline_rematch(),
            Asking::Again => self.session.again(),
            Asking::Leave => self.session.leave(),
        }
    }

    async fn perform(
        &mut self,
        socket: &mut Socket,
        steps: Vec<Step>,
    ) -> Result<Option<Stopped>, SocketError> {
        for step in steps {
            if let Step::Send { request, event, payload } = step {
                let id = socket.emit(event, &payload).await?;
                self.unanswered.insert(id, request);
            } else if let Some(stopped) = self.report(step) {
                return Ok(Some(stopped));
            }
        }
        Ok(None)
    }

    /// Tells of a step that needs no connection.
    fn report(&mut self, step: Step) -> Option<Stopped> {
        match step {
            // Without a connection it is not sent: what matters is sent again on the next one.
            Step::Send { .. } => {}
            Step::Changed => self.tell(News::Changed(Box::new(self.session.view().clone()))),
            Step::Say(sentence) => self.tell(News::Said(sentence)),
            Step::Keep(identity) => self.tell(News::Identity(identity)),
            Step::Stop(stopped) => return Some(stopped),
        }
        None
    }

    /// Waits before the next attempt; a disc dropped meanwhile waits with it. Returns whether the
    /// session is over.
    async fn wait(&mut self, pause: Duration) -> bool {
        let pause = sleep(pause);
        tokio::pin!(pause);
        loop {
            let asking = tokio::select! {
                () = &mut pause => return false,
                asking = self.asked.recv() => asking,
            };
            match asking {
                None => return true,
                // There is no connection to leave by.
                Some(Asking::Leave) => {
                    self.stop(Stopped::Left);
                    return true;
                }
                Some(asking @ Asking::Drop(_)) => {
                    for step in self.ask(asking) {
                        self.report(step);
                    }
                }
                Some(
                    Asking::Resign
                    | Asking::Abort
                    | Asking::Rematch
                    | Asking::DeclineRematch
                    | Asking::Again,
                ) => self.tell(News::Said("there is no connection right now".to_owned())),
            }
        }
    }

    fn stop(&self, stopped: Stopped) {
        self.tell(News::Stopped(stopped));
    }

    fn tell(&self, news: News) {
        // Nobody listening means that the link is being dropped.
        let _ = self.told.send(news);
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
