//! Requests to a room: who may make them, what they lead to, and the answer.

use std::sync::Arc;

use fourfall_match::{Action, DeclinedBy, Event, Match, PlayerId, Rejection, Seat};
use fourfall_protocol::{
    Accepted, Done, GameError, GameReached, Moved, Refusal, RejectCode, RematchAnswered,
    SessionReplaced,
};
use tokio::time::Instant;

use super::draft::Draft;
use super::handle::Request;
use super::time::Owed;
use super::{Ask, Room, Work};
use crate::connection::Connection;
use crate::limits::{FINISHED_ROOM_STAYS, ROOM_QUEUE, UNKNOWN_OUTCOME_WAIT};
use crate::wire::{self, refuse};

/// Whether a player who is back has been sent the whole match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// With the event that says so.
    Sent,
    ToBeSent,
}

impl Room {
    pub(super) fn asked(&mut self, request: Box<Request>) {
        let may_ask = match request.ask {
            Ask::Open { .. } => Ok(()),
            Ask::Join { .. } => match self.state {
                Match::Open(_) => Ok(()),
                Match::Playing(_) => Err(Rejection::Full),
                Match::New => Err(Rejection::Unknown),
                Match::Closed(_) | Match::Finished(_) => Err(Rejection::Over),
            },
            // Strangers are answered at once: they can't keep the players waiting.
            Ask::Drop { .. }
            | Ask::Resign
            | Ask::Leave
            | Ask::Cancel
            | Ask::Abort
            | Ask::Return
            | Ask::Rematch
            | Ask::DeclineRematch => match (self.state.player(&request.by), &self.state) {
                (Some(_), _) => Ok(()),
                // Whose match is just being stored waits for that.
                (None, Match::New) if self.has_reserved(&request.by) => Ok(()),
                (None, Match::Closed(_)) => Err(Rejection::Over),
                (None, _) => Err(Rejection::NotSeated),
            },
        };
        let refused = match may_ask {
            Err(why) => Some(wire::rejection(why)),
            Ok(()) if matches!(self.work, Work::Closed) => Some(wire::closing()),
            Ok(()) if self.queue.len() >= ROOM_QUEUE => Some(refuse(
                RejectCode::Overloaded,
                "too many requests to this game at once, try again",
            )),
            Ok(()) => None,
        };
        match refused {
            Some(refusal) => request.reply.send(Err(refusal)),
            None => {
                self.queue.push_back(request);
                if let Work::Reading { answer_by, .. } = &mut self.work {
                    *answer_by = (*answer_by).max(Instant::now() + UNKNOWN_OUTCOME_WAIT);
                }
            }
        }
    }

    /// Whether a seat is kept for somebody in a match that has not begun.
    fn has_reserved(&self, player: &PlayerId) -> bool {
        self.lobby.registry().room_of(player).is_some_and(|it| it.id() == self.id)
    }

    /// What is to be judged next. Before there is a match, only its opening.
    pub(super) fn next_request(&mut self) -> Option<Box<Request>> {
        let opens = matches!(self.queue.front()?.ask, Ask::Open { .. });
        if matches!(self.state, Match::New) && !opens {
            return None;
        }
        self.queue.pop_front()
    }

    /// Judges a request, and stores what comes of it.
    pub(super) fn process(&mut self, mut request: Box<Request>) {
        let at = request.at.max(self.last);
        if let Ask::Open { events, .. } = &mut request.ask {
            let events = std::mem::take(events);
            match Draft::opening(events) {
                Ok(draft) => self.commit(draft, Some((request, Ok(())))),
                Err(err) => self.corrupt(&err),
            }
            return;
        }
        let mut draft = Draft::new(&self.state, at);
        // A request that comes after a deadline finds the match as the deadline left it.
        draft.tick();
        if self.is_unfair(&draft) {
            self.queue.push_front(request);
            return self.owe(Owed::Stall);
        }
        let by = request.by.clone();
        if !matches!(request.ask, Ask::Join { .. }) {
            let is_new = self.claim(&request);
            if let Err(why) = draft.act(Action::Connect { by: by.clone() }) {
                return self.commit(draft, Some((request, Err(why))));
            }
            // A player whose return is stored is sent the whole match with that event.
            let returns = draft.events().iter().any(|it| matches!(it, Event::Connected { .. }));
            if is_new && !returns && !matches!(request.ask, Ask::Return) {
                self.send_whole(&request.from, &by);
            }
        }
        let judged = match &request.ask {
            Ask::Open { .. } | Ask::Return => Ok(()),
            Ask::Join { name } => {
                let lot = self.services().draw_lot();
                draft.act(Action::Join { guest: Seat::human(by, name), lot })
            }
            Ask::Drop { column, number } => {
                draft.act(Action::Drop { by, column: *column, number: *number })
            }
            Ask::Resign => draft.act(Action::Resign { by }),
            Ask::Leave => draft.act(Action::Leave { by }),
            Ask::Cancel => draft.act(Action::Cancel { by }),
            Ask::Abort => draft.act(Action::Abort { by }),
            Ask::DeclineRematch => {
                draft.act(Action::DeclineRematch { by, why: DeclinedBy::Refusal })
            }
            Ask::Rematch => return self.process_rematch(request, draft),
        };
        self.commit(draft, Some((request, judged)));
    }

    /// A request from another connection of a player takes the seat over. Returns whether it did:
    /// that connection has not been sent what happened before.
    pub(super) fn claim(&mut self, request: &Request) -> bool {
        if !request.from.speaks_for(&request.by) {
            return false;
        }
        // A player who has turned to another game takes this seat again only by coming back to it.
        let comes_back = matches!(request.ask, Ask::Return);
        if self.presence.has_moved_on(&request.by) && !comes_back {
            return false;
        }
        let is_new = self.audience.last(&request.by).is_none_or(|it| *it != request.from);
        // A late request to a game that is over seats nobody: the player may be in the next game.
        let plays_on = comes_back || matches!(request.ask, Ask::Rematch | Ask::DeclineRematch);
        if is_new && matches!(self.state, Match::Finished(_)) && !plays_on {
            return false;
        }
        self.audience.stop_watching(&request.from);
        if is_new {
            self.claim_in_store(&request.by, &request.from);
        }
        if let Some(earlier) = self.audience.seat(request.by.clone(), request.from.clone()) {
            earlier.send(SessionReplaced {});
            earlier.close();
        }
        if matches!(self.state, Match::Finished(_)) {
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
        is_new
    }

    /// A request could not be carried out. If a match does not begin because of it, everybody in it
    /// is told.
    pub(super) fn refuse(&self, request: Request, refusal: Refusal) {
        let Request { from, ask, reply, .. } = request;
        if let Ask::Open { .. } = ask {
            let Refusal { code, message } = refusal.clone();
            let error = GameError { code, message, event: "matchmaking:join".to_owned() };
            let others = self.audience.seated().filter(|(_, it)| **it != from);
            others.for_each(|(_, it)| it.send(error.clone()));
        }
        reply.send(Err(refusal));
    }

    /// A request is done: answers it.
    pub(super) fn finish(&mut self, request: Request, judged: Result<(), Rejection>, whole: Whole) {
        let Request { from, by, ask, reply, .. } = request;
        let answer = match judged {
            Err(why) => Err(wire::rejection(why)),
            Ok(()) => Ok(match ask {
                Ask::Open { accepted, .. } => {
                    self.send_waiting(&by);
                    accepted
                }
                Ask::Join { .. } => self.reached(),
                Ask::Drop { .. } => Accepted::Moved(Moved { version: self.version.0 }),
                Ask::Return => {
                    if whole == Whole::ToBeSent {
                        self.send_whole(&from, &by);
                    }
                    self.reached()
                }
                Ask::Rematch => {
                    let next = self.next_match();
                    if next.is_some() {
                        self.audience.unseat_all();
                        self.close_soon_if_deserted(Instant::now());
                    }
                    let room_id = next.map(|it| it.to_string());
                    Accepted::RematchAnswered(RematchAnswered { room_id })
                }
                Ask::Leave => {
                    // A tab that was replaced meanwhile must not take the seat from the one that
                    // plays now.
                    if self.audience.player(&by).is_none_or(|it| *it == from) {
                        self.audience.unseat(&by);
                        self.lobby.registry().release(&by, self.id);
                        self.release_in_store(&by);
                        self.close_soon_if_deserted(Instant::now());
                    }
                    Accepted::Done(Done {})
                }
                Ask::Resign | Ask::Cancel | Ask::Abort | Ask::DeclineRematch => {
                    Accepted::Done(Done {})
                }
            }),
        };
        reply.send(answer);
    }

    pub(super) fn reached(&self) -> Accepted {
        let room_id = self.id.to_string();
        Accepted::GameReached(GameReached { room_id, version: self.version.0 })
    }

    /// Sends a player who is back the whole match, or what it waits for.
    fn send_whole(&self, to: &Connection, by: &PlayerId) {
        match self.view() {
            Some(view) => {
                if let Some(side) = view.side(by) {
                    to.send(view.reconnected(side));
                }
            }
            None => self.send_waiting(by),
        }
    }

    pub(super) fn send_whole_to_seat(&self, to: &Arc<Connection>) {
        let by = to.player();
        if self.audience.player(&by).is_some_and(|it| it == to) {
            self.send_whole(to, &by);
        }
    }

    pub(super) fn send_waiting(&self, by: &PlayerId) {
        if let (Match::Open(open), Some(code)) = (&self.state, &self.code)
            && let Some(host) = self.audience.player(by)
        {
            let now = self.services().now();
            host.send(wire::room_waiting(self.id, self.version, code, open, now));
        }
    }
}
