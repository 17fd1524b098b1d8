//! What can be seen of a room from outside, and who watches.

use std::sync::Arc;

use fourfall_match::{Match, PlayerId, Rejection};
use fourfall_protocol::{
    Accepted, AfkChecked, Done, Reacted, Reaction, RejectCode, ServerMessage, rest,
};
use fourfall_rules::Player;

use super::{Answer, Room};
use crate::connection::Connection;
use crate::wire::{self, View, refuse};

impl Room {
    pub(super) fn view(&self) -> Option<View<'_>> {
        View::of(self.id, self.version, &self.state, self.services().now())
    }

    pub(super) fn watch(&mut self, from: &Arc<Connection>) -> Answer {
        let by = from.player();
        if self.audience.player(&by).is_some_and(|it| it == from) {
            return Err(refuse(RejectCode::AlreadyInGame, "you play in this game"));
        }
        if self.view().is_none() {
            return Err(wire::rejection(Rejection::NotStarted));
        }
        let limit = self.services().limits.spectators;
        self.audience.watch(from, limit)?;
        if let Some(view) = self.view() {
            from.send(view.spectate_joined(self.audience.spectators()));
        }
        self.audience.tell_count();
        Ok(self.reached())
    }

    pub(super) fn stop_watching(&mut self, from: &Connection) -> bool {
        let watched = self.audience.stop_watching(from);
        self.audience.tell_count();
        watched
    }

    pub(super) fn react(&mut self, from: &Arc<Connection>, reaction: Reaction) -> Answer {
        let by = from.player();
        if self.audience.player(&by).is_none_or(|it| it != from) {
            return Err(refuse(RejectCode::Forbidden, "only players can react"));
        }
        if self.view().is_none() {
            return Err(wire::rejection(Rejection::NotStarted));
        }
        if !self.audience.may_react(&by) {
            let sentence = "too many reactions in too short a time, wait a second";
            return Err(refuse(RejectCode::RateLimited, sentence));
        }
        self.react_elsewhere(&by, reaction);
        self.tell_reaction(&by, reaction);
        Ok(Accepted::Done(Done {}))
    }

    pub(super) fn tell_reaction(&self, by: &PlayerId, reaction: Reaction) {
        let (room_id, player_id) = (self.id.to_string(), by.to_string());
        self.audience.tell_all(Reacted { room_id, player_id, reaction });
    }

    pub(super) fn idle_clock(&self, from: &Connection) -> Accepted {
        let status = self.view().and_then(|it| it.idle_clock());
        from.send(ServerMessage::AfkStatus(status.clone()));
        Accepted::AfkChecked(AfkChecked { status })
    }

    pub(super) fn listed(&self) -> Option<rest::Room> {
        self.view().filter(|_| self.keeps)?.listed(self.audience.spectators())
    }

    pub(super) fn game(&self) -> Option<rest::Game> {
        self.view().map(|it| it.game())
    }

    pub(super) fn invitation(&self, host: &PlayerId) -> Option<rest::Invitation> {
        let code = self.code.as_ref()?;
        let connected = |id: &PlayerId| {
            self.audience.is_here(id) || (!self.answers_for(id) && self.is_logged_here(id))
        };
        wire::invitation(self.id, code, host, &self.state, self.services().now(), connected)
    }

    pub(super) fn players_here(&self) -> usize {
        match &self.state {
            Match::Playing(it) => {
                let here = |player: &Player| self.audience.is_here(&it.seats[*player].player);
                Player::BOTH.iter().filter(|it| here(it)).count()
            }
            Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => 0,
        }
    }
}
