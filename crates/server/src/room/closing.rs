//! The end of a room.

use fourfall_match::{CorruptLog, Match};
use fourfall_protocol::{GameError, RejectCode};
use tokio::time::Instant;

use super::reading::Reading;
use super::{Room, Stage, Work};
use crate::limits::{DESERTED_ROOM_STAYS, ROOM_PANICS_MAX};
use crate::wire;

impl Room {
    /// The log is corrupt: nothing more can be done for the match here. It stays in the store.
    pub(super) fn corrupt(&mut self, err: &CorruptLog) {
        tracing::error!(match.id = %self.id, error = err as &dyn std::error::Error, "a damaged match is set aside");
        self.give_up();
    }

    pub(super) fn give_up(&mut self) {
        self.audience.tell_all(GameError {
            code: RejectCode::Internal,
            message: "this game can't go on: something is wrong on our side".to_owned(),
            event: "game:move".to_owned(),
        });
        self.close();
    }

    /// The work in progress is lost, and its requests are answered so. The match is restored from
    /// the store.
    pub(super) fn panicked(&mut self) {
        self.panics += 1;
        self.services().metrics.room_panics.inc();
        tracing::error!(match.id = %self.id, panics = self.panics, "a room panicked");
        if self.panics > ROOM_PANICS_MAX {
            return self.give_up();
        }
        self.thinking = None;
        self.queue.clear();
        self.read_again(Reading::Panic);
    }

    /// Once no player is here any more, a finished match need not stay for the rematch.
    pub(super) fn close_soon_if_deserted(&mut self, at: Instant) {
        if !self.audience.has_players() {
            self.closes = self.closes.map(|it| it.min(at));
        }
    }

    pub(super) fn close_if_done(&mut self) {
        if !matches!(self.work, Work::Idle) {
            return;
        }
        self.close_soon_if_deserted(Instant::now() + DESERTED_ROOM_STAYS);
        self.close_later_without_interest();
        let done = match self.state {
            Match::Closed(_) => true,
            Match::New | Match::Open(_) | Match::Playing(_) | Match::Finished(_) => {
                self.closes.is_some_and(|it| it <= Instant::now())
            }
        };
        if done {
            self.close();
        }
    }

    pub(super) fn close(&mut self) {
        if matches!(self.work, Work::Closed) {
            return;
        }
        self.work = Work::Closed;
        self.shared_stage.set(Stage::Over);
        self.just_closed = true;
        for request in self.queue.drain(..) {
            request.reply.send(Err(wire::closing()));
        }
        let seated = self.audience.seated().map(|(id, _)| id.clone());
        let people = self.state.people().map(|it| it.player.clone());
        let mut players: Vec<_> = people.chain(seated).collect();
        if let Match::Closed(closed) = &self.state {
            players.push(closed.host.player.clone());
        }
        self.lobby.registry().remove(self.id, &players, &self.services().metrics);
        self.audience.unseat_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        matches!(self.work, Work::Closed)
    }

    /// Whether it has closed since the last call.
    pub(super) fn take_closed(&mut self) -> bool {
        std::mem::take(&mut self.just_closed)
    }
}
