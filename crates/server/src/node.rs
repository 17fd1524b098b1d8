//! This server among those that share its store: its number, whether it is alive and steady, which
//! others are alive, and the figures they publish for display.
//!
//! Alone on a store it is always steady, nobody else is there, and there is nobody to tell.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_match::MatchId;
use fourfall_protocol::rest;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::bus::{Alone, Bus, News};
use crate::limits::{
    BUS_SILENT_AFTER, EVICTED_AFTER, JUDGES_AFTER, NODE_BEATS_EVERY, STEADY_AFTER,
};
use crate::store::nodes::{Beaten, NodeId, Other, Place, SPEAKS};

/// What a server publishes for the others to display.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(crate) online: rest::Online,
    /// Public running games that it keeps.
    pub(crate) listed: Vec<rest::Room>,
    /// How many watch which game through it.
    pub(crate) watched: HashMap<String, u32>,
}

/// This server among others.
pub(crate) struct Node {
    id: AtomicI64,
    shared: bool,
    bus: Arc<dyn Bus>,
    /// Whether there is anybody to tell.
    others: AtomicBool,
    /// Whether one of the others may be of an older version.
    older: AtomicBool,
    draining: AtomicBool,
    /// Its sockets are closed, because it does not reach the store while others do, or because they
    /// declared it dead.
    cut_off: AtomicBool,
    state: Mutex<State>,
}

struct State {
    /// Since when every heartbeat has succeeded and been on time.
    unbroken: Instant,
    last_beat: Instant,
    last_failure: Option<Instant>,
    /// When this server's own heartbeat was last received over the bus.
    echo: Option<Instant>,
    renewed: Instant,
    /// When another server last said that the store answers.
    peers_reach_store: Option<Instant>,
    others: Vec<Other>,
    figures: HashMap<NodeId, Figures>,
}

impl Node {
    /// The only server of its store.
    pub(crate) fn alone() -> Node {
        Node::new(NodeId::default(), false, Arc::new(Alone))
    }

    /// One server of a store that may have many.
    pub(crate) fn among(id: NodeId, bus: Arc<dyn Bus>) -> Node {
        Node::new(id, true, bus)
    }

    fn new(id: NodeId, shared: bool, bus: Arc<dyn Bus>) -> Node {
        let now = Instant::now();
        Node {
            id: AtomicI64::new(id.0),
            shared,
            bus,
            others: AtomicBool::new(false),
            // Until it is known.
            older: AtomicBool::new(shared),
            draining: AtomicBool::new(false),
            cut_off: AtomicBool::new(false),
            state: Mutex::new(State {
                unbroken: now,
                last_beat: now,
                last_failure: None,
                echo: None,
                renewed: now,
                peers_reach_store: None,
                others: Vec::new(),
                figures: HashMap::new(),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn id(&self) -> NodeId {
        NodeId(self.id.load(Ordering::Relaxed))
    }

    /// Gives it a new number, after it was declared dead.
    pub(crate) fn becomes(&self, id: NodeId) {
        self.id.store(id.0, Ordering::Relaxed);
        let mut state = self.state();
        let now = Instant::now();
        (state.unbroken, state.last_beat) = (now, now);
    }

    /// Lets nobody in for now. Returns whether that is new.
    pub(crate) fn cut_off(&self) -> bool {
        !self.cut_off.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.cut_off.load(Ordering::Relaxed)
    }

    /// Whether other servers may write to the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Where a connection of this server is.
    pub(crate) fn place(&self, conn: &str) -> Place {
        Place { node: self.id(), conn: conn.into() }
    }

    /// Whether another server may be of an older version, which can't read all that this one can.
    pub(crate) fn has_older(&self) -> bool {
        self.older.load(Ordering::Relaxed)
    }

    /// Whether another server is alive.
    pub(crate) fn has_others(&self) -> bool {
        self.others.load(Ordering::Relaxed)
    }

    /// Sends news to the others, if there are any.
    pub(crate) fn tell(&self, news: impl FnOnce() -> News) {
        if self.has_others() {
            self.bus.publish(&news());
        }
    }

    /// Whether this server's own heartbeats have been on time for a while: only then may it blame
    /// players for being late.
    pub(crate) fn is_steady(&self) -> bool {
        if !self.shared {
            return true;
        }
        let state = self.state();
        state.last_beat.elapsed() < NODE_BEATS_EVERY * 5 / 2
            && state.last_failure.is_none_or(|it| it.elapsed() >= STEADY_AFTER)
    }

    /// Whether its own heartbeats have been unbroken for long enough to declare others dead.
    pub(crate) fn may_judge(&self) -> bool {
        self.state().unbroken.elapsed() >= JUDGES_AFTER
    }

    /// Records a successful heartbeat. Returns whether the set of living servers has changed.
    pub(crate) fn beaten(&self, beaten: &Beaten) -> bool {
        let mut state = self.state();
        let now = Instant::now();
        if state.last_beat.elapsed() > NODE_BEATS_EVERY * 3 {
            // It stood still.
            state.unbroken = now;
            state.last_failure = Some(now);
        }
        state.last_beat = now;
        self.cut_off.store(false, Ordering::Relaxed);
        let ids = |them: &[Other]| them.iter().map(|it| it.id).collect::<Vec<_>>();
        let changed = ids(&state.others) != ids(&beaten.others) || !beaten.died.is_empty();
        state.figures = (beaten.others.iter())
            .filter_map(|it| Some((it.id, serde_json::from_str(&it.figures).ok()?)))
            .collect();
        state.others.clone_from(&beaten.others);
        self.others.store(!state.others.is_empty(), Ordering::Relaxed);
        let older = state.others.iter().any(|it| it.speaks < SPEAKS);
        self.older.store(older, Ordering::Relaxed);
        changed
    }

    /// Records a failed heartbeat. Returns whether this server must close its sockets: others reach
    /// the store, but it does not.
    pub(crate) fn beat_failed(&self) -> bool {
        let mut state = self.state();
        let now = Instant::now();
        state.unbroken = now;
        state.last_failure = Some(now);
        let alone = state.last_beat.elapsed() >= EVICTED_AFTER
            && state.peers_reach_store.is_some_and(|it| it.elapsed() < EVICTED_AFTER / 2);
        alone && self.cut_off()
    }

    /// Sends a heartbeat over the bus.
    pub(crate) fn beat_on_bus(&self, store_ok: bool) {
        if !self.shared {
            return;
        }
        self.bus.publish(&News::Beat { from: self.id().0, store_ok });
        let mut state = self.state();
        let silent = state.echo.is_none_or(|it| it.elapsed() > BUS_SILENT_AFTER);
        if silent && self.bus.is_connected() && state.renewed.elapsed() > BUS_SILENT_AFTER * 2 {
            state.renewed = Instant::now();
            drop(state);
            self.bus.renew();
        }
    }

    /// Records a heartbeat that came over the bus.
    pub(crate) fn heard_beat(&self, from: NodeId, store_ok: bool) {
        let mut state = self.state();
        if from == self.id() {
            state.echo = Some(Instant::now());
        } else if store_ok {
            state.peers_reach_store = Some(Instant::now());
        }
    }

    /// Whether what this server publishes over the bus is received, at least by itself.
    pub(crate) fn bus_works(&self) -> bool {
        let heard = self.state().echo.is_some_and(|it| it.elapsed() <= BUS_SILENT_AFTER);
        heard && self.bus.is_connected()
    }

    /// Whether the bus works for every living server. If not, the store is asked more often.
    pub(crate) fn news_are_fast(&self) -> bool {
        self.bus_works() && self.state().others.iter().all(|it| it.bus_ok)
    }

    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether a proxy should send people here.
    pub(crate) fn is_routable(&self) -> bool {
        !self.is_draining() && !self.is_cut_off()
    }

    /// How many people and games there are at other servers.
    pub(crate) fn online_elsewhere(&self) -> Vec<rest::Online> {
        self.state().figures.values().map(|it| it.online.clone()).collect()
    }

    /// Games that others list.
    pub(crate) fn listed_elsewhere(&self) -> Vec<rest::Room> {
        self.state().figures.values().flat_map(|it| it.listed.clone()).collect()
    }

    /// How many watch a game through other servers.
    pub(crate) fn watched_elsewhere(&self, id: MatchId) -> u32 {
        let state = self.state();
        if state.figures.is_empty() {
            return 0;
        }
        let id = id.to_string();
        state.figures.values().filter_map(|it| it.watched.get(&id)).sum()
    }
}
