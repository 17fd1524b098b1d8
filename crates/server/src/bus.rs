//! News between servers that share a store. The bus is fast but not reliable: the store is the
//! truth, and whatever is lost here is found there a little later.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr};
use fourfall_match::{Event, MatchId, PlayerId, Version};
use fourfall_protocol::Reaction;
use futures_util::{FutureExt, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::config::Secret;
use crate::limits::BUS_QUEUE;
use crate::store::nodes::{NodeId, Place};
use crate::store::{decode_events, encode_event};

/// A connection that is silent for three of these is dead.
const PING_EVERY: Duration = Duration::from_secs(1);
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// How long after a lost connection the next attempt is made.
const RECONNECT_AFTER: Duration = Duration::from_millis(250);

/// A way to send news to other servers. Sending never waits; what can't be sent at once is dropped.
pub(crate) trait Bus: Send + Sync {
    fn publish(&self, news: &News);
    /// Whether what is published leaves this machine, as far as can be seen from here.
    fn is_connected(&self) -> bool;
    /// Reconnects, because what was published did not come back.
    fn renew(&self);
}

/// There is no bus: the store is asked often enough.
pub(crate) struct Alone;

impl Bus for Alone {
    fn publish(&self, _news: &News) {}

    fn is_connected(&self) -> bool {
        false
    }

    fn renew(&self) {}
}

/// What servers tell each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub(crate) enum News {
    /// Something happened to a match, and is stored.
    Happened {
        from: i64,
        id: String,
        /// The version before.
        after: u64,
        /// When it was sent, by the clock all servers share.
        at: u64,
        events: Vec<String>,
    },
    /// This server is alive; `store_ok`: the store answers it. The sender hears its own heartbeat
    /// too, and so knows that the bus works in both directions.
    Beat { from: i64, store_ok: bool },
    /// Somebody who waits on that server has a game.
    Paired { to: i64, id: String, player: String, conn: String },
    /// A player says something to everybody in the room.
    Reacted { from: i64, id: String, player: String, reaction: Reaction },
    /// That connection was taken over by another of the same player.
    Replaced { to: i64, player: String, conn: String },
    /// There are matches that nobody keeps.
    Adopt { from: i64 },
}

impl News {
    pub(crate) fn happened(
        from: NodeId,
        id: MatchId,
        after: Version,
        at_ms: u64,
        events: &[Event],
    ) -> News {
        let events = events.iter().map(encode_event).collect();
        News::Happened { from: from.0, id: id.to_string(), after: after.0, at: at_ms, events }
    }

    pub(crate) fn paired(to: &Place, id: MatchId, player: &PlayerId) -> News {
        let (id, player, conn) = (id.to_string(), player.to_string(), to.conn.to_string());
        News::Paired { to: to.node.0, id, player, conn }
    }

    pub(crate) fn replaced(to: &Place, player: &PlayerId) -> News {
        News::Replaced { to: to.node.0, player: player.to_string(), conn: to.conn.to_string() }
    }
}

/// Events of a message; none if a newer version of the program wrote them.
pub(crate) fn events(payloads: &[String]) -> Option<Vec<Event>> {
    decode_events(payloads).ok()
}

/// The bus over NATS.
pub(crate) struct Nats {
    subject: String,
    client: Arc<Mutex<Option<Client>>>,
    renew: Arc<Notify>,
    task: AbortHandle,
}

impl Nats {
    /// Connects, now or as soon as it can, and receives everything that servers of the same store
    /// publish. `name` tells one store's servers from another's.
    pub(crate) fn start(
        urls: &Secret,
        name: &str,
    ) -> Result<(Nats, mpsc::Receiver<News>), std::io::Error> {
        let addresses: Vec<ServerAddr> =
            urls.expose().split(',').map(|it| it.trim().parse()).collect::<Result<_, _>>()?;
        let (sender, receiver) = mpsc::channel(BUS_QUEUE);
        let subject = format!("fourfall.{name}");
        let (client, renew) = (Arc::new(Mutex::new(None)), Arc::new(Notify::new()));
        let task = hear(addresses, format!("{subject}.>"), client.clone(), renew.clone(), sender);
        let task = tokio::spawn(task).abort_handle();
        Ok((Nats { subject, client, renew, task }, receiver))
    }

    fn client(&self) -> Option<Client> {
        lock(&self.client).clone().filter(|it| it.connection_state() == State::Connected)
    }
}

impl Bus for Nats {
    fn publish(&self, news: &News) {
        let Some(client) = self.client() else { return };
        let subject = match news {
            News::Happened { id, .. } | News::Reacted { id, .. } => {
                format!("{}.match.{id}", self.subject)
            }
            News::Beat { .. } | News::Adopt { .. } => format!("{}.nodes", self.subject),
            News::Paired { to, .. } | News::Replaced { to, .. } => {
                format!("{}.node.{to}", self.subject)
            }
        };
        let bytes = serde_json::to_vec(news).expect("plain fields have a JSON form");
        // What can't be sent at once would be stale by the time it could.
        let _ = client.publish(subject, bytes.into()).now_or_never();
    }

    fn is_connected(&self) -> bool {
        self.client().is_some()
    }

    fn renew(&self) {
        self.renew.notify_one();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes on what is received, reconnecting with a new client whenever that is asked for.
async fn hear(
    addresses: Vec<ServerAddr>,
    subject: String,
    client: Arc<Mutex<Option<Client>>>,
    renew: Arc<Notify>,
    sender: mpsc::Sender<News>,
) {
    loop {
        let options = ConnectOptions::new()
            .name("fourfall")
            .ping_interval(PING_EVERY)
            .connection_timeout(CONNECT_WITHIN)
            .reconnect_delay_callback(|_| RECONNECT_AFTER)
            .subscription_capacity(BUS_QUEUE)
            .retry_on_initial_connect();
        let connected = options.connect(&addresses[..]).await;
        let subscribed = match &connected {
            Ok(connected) => connected.subscribe(subject.clone()).await.ok(),
            Err(_) => None,
        };
        if let (Ok(connected), Some(mut messages)) = (connected, subscribed) {
            *lock(&client) = Some(connected);
            loop {
                let message = tokio::select! {
                    message = messages.next() => message,
                    () = renew.notified() => None,
                };
                let Some(message) = message else { break };
                // A message of a newer version can't be read; what does not fit into the queue is
                // found in the store.
                if let Ok(news) = serde_json::from_slice(&message.payload) {
                    let _ = sender.try_send(news);
                }
            }
            *lock(&client) = None;
        }
        sleep(RECONNECT_AFTER).await;
    }
}
