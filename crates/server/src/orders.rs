//! Orders of operators to running servers. `fourfall admin` writes them into the store, in the audit log
//! (the table `deeds`); every server reads it once a second and acts on what is new.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use fourfall_match::PlayerId;
use fourfall_protocol::{Refusal, RejectCode, rest};
use fourfall_socketio::Server;
use tokio::time::sleep;

use crate::limits::ORDERS_READ_EVERY;
use crate::lobby::Lobby;
use crate::room::Wake;
use crate::services::Services;
use crate::store::StoreError;
use crate::store::people::{Bans, Deed};
use crate::wire::refuse;
use crate::{socket, telemetry};

/// The orders that are in force on this server.
#[derive(Default)]
pub(crate) struct Orders {
    bans: RwLock<Bans>,
    draining: AtomicBool,
    aliases: RwLock<HashMap<PlayerId, Arc<str>>>,
    /// How many changes took effect here before they were read from the store.
    at_once: Mutex<u64>,
}

impl Orders {
    /// Refuses banned players and addresses.
    pub(crate) fn check(&self, player: &PlayerId, address: IpAddr) -> Result<(), Refusal> {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        if bans.has_player(player) || bans.has_address(address) {
            return Err(refuse(RejectCode::Forbidden, "you may not play here"));
        }
        Ok(())
    }

    /// The name that is shown instead of the one in a player's games, if there is one.
    pub(crate) fn alias(&self, player: &str) -> Option<Arc<str>> {
        let player = PlayerId::new(player)?;
        self.aliases.read().unwrap_or_else(PoisonError::into_inner).get(&player).cloned()
    }

    /// Lets a change that has just been stored take effect on this server at once. The others read it from the
    /// store. What this server has read before the change is not put in its place: see [`read`].
    pub(crate) fn at_once<T>(&self, change: impl FnOnce() -> T) -> T {
        let mut changes = self.changes_at_once();
        *changes += 1;
        change()
    }

    fn changes_at_once(&self) -> MutexGuard<'_, u64> {
        self.at_once.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the name that is shown instead of the one in a player's games.
    pub(crate) fn set_alias(&self, player: &PlayerId, name: &str) {
        let mut aliases = self.aliases.write().unwrap_or_else(PoisonError::into_inner);
        aliases.insert(player.clone(), name.into());
    }

    /// A game with the names that are to be shown.
    pub(crate) fn with_aliases(&self, mut game: rest::Game) -> rest::Game {
        for player in &mut game.players {
            if let Some(alias) = self.alias(&player.id) {
                player.username = alias.to_string();
            }
        }
        game
    }

    /// Refuses new games while the server is draining.
    pub(crate) fn check_new_game(&self) -> Result<(), Refusal> {
        if self.is_draining() {
            let sentence = "this server is about to be restarted and takes no new games, try again";
            return Err(refuse(RejectCode::Overloaded, sentence));
        }
        Ok(())
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

/// Reads the orders in force. Returns the number of the last entry of the audit log.
pub(crate) async fn read(services: &Services) -> Result<i64, StoreError> {
    // First, so that an entry written in between is read again rather than missed.
    let last = services.people.last_deed().await?;
    loop {
        let known = *services.orders.changes_at_once();
        let orders = services.people.orders(services.now()).await?;
        let changes = services.orders.changes_at_once();
        if *changes != known {
            // It may have been read before a change that holds here already.
            continue;
        }
        services.tokens.follow(&orders.keys, orders.revoked);
        *services.orders.bans.write().unwrap_or_else(PoisonError::into_inner) = orders.bans;
        let aliases = orders.aliases;
        *services.orders.aliases.write().unwrap_or_else(PoisonError::into_inner) = aliases;
        return Ok(last);
    }
}

/// Follows the audit log for as long as the server runs.
pub(crate) async fn follow(lobby: Lobby, sockets: Server, mut last: i64) {
    loop {
        sleep(ORDERS_READ_EVERY).await;
        match look(&lobby, &sockets, last).await {
            Ok(done) => last = done,
            // The writer logs an outage of the store; this is tried again in a second.
            Err(err) => {
                tracing::debug!(error = &err as &dyn std::error::Error, "could not read orders");
            }
        }
    }
}

async fn look(lobby: &Lobby, sockets: &Server, last: i64) -> Result<i64, StoreError> {
    let services = lobby.services();
    if services.people.last_deed().await? == last {
        return Ok(last);
    }
    let read_to = read(services).await?;
    for deed in services.people.deeds_after(last).await? {
        tracing::info!(
            operator = deed.operator,
            action = deed.action,
            subject = deed.subject,
            "a new entry in the audit log"
        );
        obey(lobby, &deed);
    }
    // Players who were banned or logged out are disconnected.
    socket::close(sockets, |player, address, issued| {
        services.orders.check(player, address).is_err()
            || services.tokens.is_revoked(player, issued)
    });
    Ok(read_to)
}

fn obey(lobby: &Lobby, deed: &Deed) {
    let services = lobby.services();
    match deed.action.as_str() {
        "drain" => services.orders.draining.store(true, Ordering::Relaxed),
        "undrain" => services.orders.draining.store(false, Ordering::Relaxed),
        "log" => {
            if let Err(err) = telemetry::change(&deed.detail) {
                tracing::warn!(
                    error = &err as &dyn std::error::Error,
                    "could not change the log filter"
                );
            }
        }
        "close" => {
            // Done by the servers that have the match in memory. If there are several, the version lets
            // only one of them write it.
            let room = deed.subject.parse().ok().and_then(|id| lobby.registry().room(id));
            if let Some(room) = room {
                room.wake(Wake::CalledOff);
            }
        }
        // Bans, names, keys and revocations have been read from their own tables.
        _ => {}
    }
}
