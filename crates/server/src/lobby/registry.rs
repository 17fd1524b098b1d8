//! Which rooms there are, who sits where, and which code leads to which room.
//!
//! A seat is reserved before the match it belongs to is stored, and released if that fails: under
//! one lock, so that nobody is in two games at once. The lock is never held while a room works.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fourfall_match::{MatchId, PlayerId};
use fourfall_protocol::{Refusal, RejectCode};

use crate::limits::Limits;
use crate::room::{RoomHandle, Stage};
use crate::store::RoomCode;
use crate::telemetry::{Metrics, count};
use crate::wire::refuse;

/// Which rooms there are, and who sits where.
#[derive(Default)]
pub(crate) struct Registry {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    rooms: HashMap<MatchId, Entry>,
    codes: HashMap<RoomCode, MatchId>,
    /// The one game of each player: starting, running, waiting for a guest, or just over.
    seats: HashMap<PlayerId, MatchId>,
    /// Rooms whose match is not over.
    live: usize,
    /// The same per address that opened them.
    live_by_address: HashMap<IpAddr, usize>,
}

struct Entry {
    handle: RoomHandle,
    code: Option<RoomCode>,
    /// Who opened it, for the limit. None once it is over.
    address: Option<IpAddr>,
    live: bool,
}

/// What keeps a player from a new game.
pub(crate) enum Engagement {
    /// Nothing, or a game that is over.
    Free,
    /// A private game of theirs that nobody has joined.
    Hosting(RoomHandle),
    /// A game.
    Playing(MatchId),
}

/// This player already has a game.
pub(crate) struct Busy(pub(crate) PlayerId);

impl Registry {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn room(&self, id: MatchId) -> Option<RoomHandle> {
        self.state().rooms.get(&id).map(|it| it.handle.clone())
    }

    pub(crate) fn room_by_code(&self, code: &RoomCode) -> Option<RoomHandle> {
        let state = self.state();
        let id = state.codes.get(code)?;
        state.rooms.get(id).map(|it| it.handle.clone())
    }

    /// The room a player has a seat in: running, waiting or just over.
    pub(crate) fn room_of(&self, player: &PlayerId) -> Option<RoomHandle> {
        let state = self.state();
        let id = state.seats.get(player)?;
        state.rooms.get(id).map(|it| it.handle.clone())
    }

    pub(crate) fn rooms(&self) -> Vec<RoomHandle> {
        self.state().rooms.values().map(|it| it.handle.clone()).collect()
    }

    pub(crate) fn engagement(&self, player: &PlayerId) -> Engagement {
        self.state().engagement(player)
    }

    /// Gives a seat in a match to each of these players, or to none of them. Returns the finished
    /// games they leave for it.
    pub(crate) fn reserve(
        &self,
        players: &[PlayerId],
        id: MatchId,
    ) -> Result<Vec<(PlayerId, RoomHandle)>, Busy> {
        let mut state = self.state();
        for player in players {
            match state.engagement(player) {
                Engagement::Free => {}
                Engagement::Hosting(_) | Engagement::Playing(_) => {
                    return Err(Busy(player.clone()));
                }
            }
        }
        let mut left = Vec::new();
        for player in players {
            if let Some(before) = state.seats.insert(player.clone(), id)
                && let Some(entry) = state.rooms.get(&before)
            {
                left.push((player.clone(), entry.handle.clone()));
            }
        }
        Ok(left)
    }

    /// After a restart: a player has this seat.
    pub(crate) fn restore_seat(&self, player: &PlayerId, id: MatchId) {
        self.state().seats.insert(player.clone(), id);
    }

    /// Records the seat of a player who joined this match through another server. A game that is on
    /// takes precedence.
    pub(crate) fn sit(&self, player: &PlayerId, id: MatchId) {
        let mut state = self.state();
        if let Engagement::Free = state.engagement(player) {
            state.seats.insert(player.clone(), id);
        }
    }

    /// Takes back a seat in this match; a seat in another match stays.
    pub(crate) fn release(&self, player: &PlayerId, id: MatchId) {
        let mut state = self.state();
        if state.seats.get(player) == Some(&id) {
            state.seats.remove(player);
        }
    }

    /// Gives a player without a seat this one back.
    pub(crate) fn give_back(&self, player: &PlayerId, id: MatchId) {
        self.state().seats.entry(player.clone()).or_insert(id);
    }

    /// Whether one more game may be opened from this address.
    pub(crate) fn check_limits(&self, limits: &Limits, address: IpAddr) -> Result<(), Refusal> {
        let state = self.state();
        if state.live >= limits.rooms {
            return Err(refuse(
                RejectCode::Overloaded,
                "there are as many games as this server can hold, try again later",
            ));
        }
        if state.live_by_address.get(&address).is_some_and(|it| *it >= limits.rooms_per_address) {
            return Err(refuse(
                RejectCode::RateLimited,
                "there are too many games from your address",
            ));
        }
        Ok(())
    }

    /// Adds a room that starts. Returns false if its code is taken.
    pub(crate) fn insert(
        &self,
        handle: RoomHandle,
        code: Option<RoomCode>,
        address: Option<IpAddr>,
        metrics: &Metrics,
    ) -> bool {
        let mut state = self.state();
        let id = handle.id();
        if let Some(code) = &code {
            if state.codes.contains_key(code) {
                return false;
            }
            state.codes.insert(code.clone(), id);
        }
        state.live += 1;
        if let Some(address) = address {
            *state.live_by_address.entry(address).or_default() += 1;
        }
        state.rooms.insert(id, Entry { handle, code, address, live: true });
        metrics.rooms.set(count(state.rooms.len()));
        true
    }

    /// Adds a room for a match that another server has begun, or returns the one that is there
    /// already.
    pub(crate) fn insert_or_get(
        &self,
        handle: RoomHandle,
        code: Option<RoomCode>,
        metrics: &Metrics,
    ) -> RoomHandle {
        let mut state = self.state();
        let id = handle.id();
        if let Some(entry) = state.rooms.get(&id) {
            return entry.handle.clone();
        }
        let live = handle.stage() != Stage::Over;
        state.live += usize::from(live);
        if let Some(code) = &code {
            state.codes.insert(code.clone(), id);
        }
        let entry = Entry { handle: handle.clone(), code, address: None, live };
        state.rooms.insert(id, entry);
        metrics.rooms.set(count(state.rooms.len()));
        handle
    }

    /// A match is over. Its room may stay for a while, but no longer counts.
    pub(crate) fn over(&self, id: MatchId) {
        self.state().over(id);
    }

    /// Removes a room that has closed, and the seats of these players in it.
    pub(crate) fn remove(&self, id: MatchId, players: &[PlayerId], metrics: &Metrics) {
        let mut state = self.state();
        state.over(id);
        if let Some(entry) = state.rooms.remove(&id)
            && let Some(code) = entry.code
            && state.codes.get(&code) == Some(&id)
        {
            state.codes.remove(&code);
        }
        for player in players {
            if state.seats.get(player) == Some(&id) {
                state.seats.remove(player);
            }
        }
        metrics.rooms.set(count(state.rooms.len()));
    }
}

#[cfg(test)]
impl Registry {
    /// Everything that is still there, in words; empty if nothing is.
    pub(crate) fn leftovers(&self) -> String {
        let state = self.state();
        let State { rooms, codes, seats, live, live_by_address } = &*state;
        let stages: Vec<_> = rooms.values().map(|it| (it.handle.id(), it.handle.stage())).collect();
        let nothing = rooms.is_empty() && codes.is_empty() && seats.is_empty();
        if nothing && *live == 0 && live_by_address.is_empty() {
            return String::new();
        }
        format!("rooms {stages:?}, codes {codes:?}, seats {seats:?}, live {live}")
    }
}

impl State {
    fn engagement(&self, player: &PlayerId) -> Engagement {
        let Some(id) = self.seats.get(player) else { return Engagement::Free };
        let Some(entry) = self.rooms.get(id) else {
            // Reserved for a match whose room is just being created.
            return Engagement::Playing(*id);
        };
        match entry.handle.stage() {
            Stage::Over => Engagement::Free,
            Stage::Open if entry.handle.host() == player => {
                Engagement::Hosting(entry.handle.clone())
            }
            Stage::Starting | Stage::Open | Stage::Running => Engagement::Playing(*id),
        }
    }

    fn over(&mut self, id: MatchId) {
        let Some(entry) = self.rooms.get_mut(&id).filter(|it| it.live) else { return };
        entry.live = false;
        self.live -= 1;
        if let Some(address) = entry.address
            && let Some(rooms) = self.live_by_address.get_mut(&address)
        {
            *rooms -= 1;
            if *rooms == 0 {
                self.live_by_address.remove(&address);
            }
        }
    }
}
