//! Rematches: the new match is opened first, and only then agreed on in the old one.

use fourfall_match::{Action, DeclinedBy, Lot, Match, MatchId, PlayerId, Rejection};
use fourfall_protocol::{Accepted, Done, Refusal};
use tokio::time::Instant;

use super::draft::Draft;
use super::handle::Request;
use super::{Room, Wake, Work};
use crate::lobby::Opening;
use crate::store::nodes::Claim;
use crate::wire;

impl Room {
    /// If both want another match, it is opened first, and only then agreed on.
    pub(super) fn process_rematch(&mut self, request: Box<Request>, mut draft: Draft) {
        let by = request.by.clone();
        let next = self.services().fresh_id();
        let lot = self.services().draw_lot();
        let ask = Action::AskRematch { by: by.clone(), next, lot };
        let agreeing = match draft.state() {
            Match::Finished(finished) => finished
                .player(&by)
                .filter(|it| finished.agrees_with(*it))
                .map(|it| finished.seats[it.other()].clone()),
            Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_) => None,
        };
        let Some(other) = agreeing else {
            let judged = draft.act(ask);
            return self.commit(draft, Some((request, judged)));
        };
        let is_person = other.bot_level().is_none();
        // A player who asked through another server is still there; otherwise that server would
        // have withdrawn the offer.
        let is_mine = self.answers_for(&other.player);
        if is_person && is_mine && !self.audience.is_here(&other.player) {
            // The offer ended when the player who made it disconnected; this is a new one.
            let judged = draft
                .act(Action::Disconnect { by: other.player.clone() })
                .and_then(|()| draft.act(ask));
            return self.commit(draft, Some((request, judged)));
        }
        if !draft.is_empty() {
            // Deadlines that have passed come first; the request is judged again after them.
            self.queue.push_front(request);
            return self.commit(draft, None);
        }
        let mut players = vec![by.clone()];
        players.extend((is_person && is_mine).then(|| other.player.clone()));
        match self.lobby.registry().reserve(&players, next) {
            Ok(_) => self.open_rematch(request, next, lot),
            Err(busy) => {
                let why = DeclinedBy::AnotherGame;
                let judged = draft
                    .act(Action::DeclineRematch { by: busy.0, why })
                    .and(Err(Rejection::RematchDeclined));
                self.commit(draft, Some((request, judged)));
            }
        }
    }

    fn open_rematch(&mut self, request: Box<Request>, next: MatchId, lot: Lot) {
        let Match::Finished(finished) = &self.state else { return };
        let events = finished.opening_of_rematch(lot, self.services().now()).to_vec();
        let seated = self.audience.seated();
        let connections: Vec<_> = seated.map(|(id, it)| (id.clone(), it.clone())).collect();
        let people = finished.seats.iter().filter(|it| it.bot_level().is_none());
        let elsewhere = people
            .filter(|seat| !self.answers_for(&seat.player))
            .map(|seat| Claim { player: seat.player.clone(), place: None })
            .collect();
        let opening = Opening {
            id: next,
            code: None,
            events,
            from: request.from.clone(),
            connections,
            elsewhere,
            takes: Vec::new(),
            accepted: Accepted::Done(Done {}),
        };
        let (lobby, me) = (self.lobby.clone(), self.me.clone());
        self.services().spawn(async move {
            me.wake(Wake::Opened(lobby.open(opening).await.map(|_| ())));
        });
        self.work = Work::Opening { request, next, lot };
    }

    pub(super) fn opened(&mut self, result: Result<(), Refusal>) {
        let Work::Opening { request, next, lot } = std::mem::replace(&mut self.work, Work::Idle)
        else {
            return;
        };
        match result {
            Ok(()) => {
                let mut draft = Draft::new(&self.state, self.now());
                let judged = draft.act(Action::AskRematch { by: request.by.clone(), next, lot });
                self.commit(draft, Some((request, judged)));
            }
            Err(refusal) => {
                // The rematch was not opened, so this is still the last game of both.
                for (player, _) in self.audience.seated() {
                    self.lobby.registry().give_back(player, self.id);
                }
                self.refuse(*request, refusal);
            }
        }
    }

    pub(super) fn next_match(&self) -> Option<MatchId> {
        if let Match::Finished(it) = &self.state { wire::next_match(it.rematch) } else { None }
    }

    /// A player has turned to another game: there will be no rematch of this one.
    pub(super) fn moved_on(&mut self, player: &PlayerId) {
        self.audience.unseat(player);
        self.presence.moved_on(player);
        self.close_soon_if_deserted(Instant::now());
    }
}
