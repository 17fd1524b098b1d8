//! Events on their way to the store, and what happens once they are there.

use fourfall_match::{Event, Match, Rejection};
use tokio::time::Instant;

use super::audience::Closing;
use super::draft::Draft;
use super::handle::Request;
use super::reading::Reading;
use super::requests::Whole;
use super::time::Owed;
use super::{Ask, Room, Stage, Wake, Work};
use crate::limits::{CONFLICTS_MAX, FINISHED_ROOM_STAYS, ROOM_RETRY};
use crate::store::nodes::Proof;
use crate::store::writer::AppendError;
use crate::store::{Append, GameRecord};
use crate::wire;

/// Events on their way to the store, and the request that waits for them.
pub(super) struct Storing {
    pub(super) draft: Draft,
    pub(super) request: Option<(Box<Request>, Result<(), Rejection>)>,
    pub(super) proof: Option<Proof>,
}

impl Room {
    /// Hands events to the writer. With none, the request is done at once.
    pub(super) fn commit(
        &mut self,
        draft: Draft,
        request: Option<(Box<Request>, Result<(), Rejection>)>,
    ) {
        self.commit_if(draft, request, None);
    }

    /// The same, for events that may be stored only if `proof` holds.
    pub(super) fn commit_if(
        &mut self,
        draft: Draft,
        request: Option<(Box<Request>, Result<(), Rejection>)>,
        proof: Option<Proof>,
    ) {
        if draft.is_empty() {
            if let Some((request, judged)) = request {
                self.finish(*request, judged, Whole::ToBeSent);
            }
            return;
        }
        self.tell_too_early(&draft);
        let proof = proof.or_else(|| self.blames(&draft));
        let append = Append {
            beside: self.beside(request.as_ref().map(|(it, _)| &**it), proof.clone()),
            id: self.id,
            expected: self.version,
            at: draft.at(),
            code: self.code.clone(),
            stage: crate::store::Stage::after(self.id, draft.events(), draft.state()),
            events: draft.events().to_vec(),
        };
        let me = self.me.clone();
        let done = Box::new(move |result| me.wake(Wake::Stored(result)));
        match self.services().writer.append(append, done) {
            Ok(()) => self.work = Work::Storing(Box::new(Storing { draft, request, proof })),
            Err(err) => self.not_written(err, request),
        }
    }

    /// Nothing was written, and that is certain.
    fn not_written(
        &mut self,
        err: AppendError,
        request: Option<(Box<Request>, Result<(), Rejection>)>,
    ) {
        self.retry = Some(Instant::now() + ROOM_RETRY);
        if let Some((request, _)) = request {
            self.refuse(*request, wire::not_stored(&err));
        }
        if let Match::New = self.state {
            self.close();
        }
    }

    pub(super) fn stored(&mut self, result: Result<(), AppendError>) {
        let Work::Storing(storing) = std::mem::replace(&mut self.work, Work::Idle) else { return };
        match result {
            Ok(()) => {
                self.conflicts = 0;
                self.apply(*storing);
            }
            Err(AppendError::Conflict)
                if self.conflicts < CONFLICTS_MAX && !matches!(self.state, Match::New) =>
            {
                self.conflicts += 1;
                let again = storing.request.map(|(request, _)| request);
                self.read_again(Reading::Conflict(again, storing.proof));
            }
            // The outcome is not known. Reading the match will tell.
            Err(AppendError::Failed(_)) => self.read_again(Reading::Unknown(storing)),
            Err(
                err @ (AppendError::Conflict
                | AppendError::Busy
                | AppendError::Full
                | AppendError::Stopped),
            ) => self.not_written(err, storing.request),
        }
    }

    /// Applies and publishes what is stored, then answers the request.
    pub(super) fn apply(&mut self, Storing { draft, request, .. }: Storing) {
        self.tell_others(&draft);
        if let Some((request, Ok(()))) = &request
            && let Ask::Join { .. } = request.ask
        {
            // Before the match begins, so that the guest is told that it does.
            self.audience.stop_watching(&request.from);
            self.audience.seat(request.by.clone(), request.from.clone());
        }
        let returned = draft.events().iter().any(|it| matches!(it, Event::Connected { .. }));
        for (event, state) in draft.into_steps() {
            self.services().count(&event);
            self.happened(&event, state);
            if event.ends_the_game()
                && let Match::Finished(finished) = &self.state
            {
                self.services().metrics.finished(finished.by, finished.outcome);
            }
        }
        if let Some((request, judged)) = request {
            let whole = if returned { Whole::Sent } else { Whole::ToBeSent };
            self.finish(*request, judged, whole);
        }
    }

    /// Something happened, and is stored.
    pub(super) fn happened(&mut self, event: &Event, state: Match) {
        let was_over = self.stage() == Stage::Over;
        let before = self.set_state(state);
        self.version = self.version.after(1);
        self.last = self.last.max(event.at());
        self.presence.count(event);
        if let Event::Recovered { .. } | Event::Stalled { .. } = event {
            self.owed = Owed::Nothing;
        }
        if let Event::Closed { .. } = event {
            // A closed match no longer knows who its guest was.
            for seat in before.people() {
                self.lobby.registry().release(&seat.player, self.id);
            }
        }
        if self.stage() == Stage::Over && !was_over {
            // Frees the players for another match before they are told that this one is over.
            self.lobby.registry().over(self.id);
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
            if let Match::Finished(finished) = &self.state {
                self.services().rater.hand_in(GameRecord::new(self.id, finished));
            }
        }
        if let Some(view) = self.view() {
            self.audience.publish(event, &before, &view);
        } else if let Event::Closed { why, .. } = *event {
            let closing = Closing::new(self.id, self.version);
            self.audience.publish_closed(why, &before, &closing);
        } else if let (Match::Open(open), Match::Open(_)) = (&self.state, &before) {
            // Whatever happened to an open match: its host follows the versions, too.
            self.send_waiting(&open.host.player);
        }
        if let Event::Dropped { .. } = event {
            let services = self.services();
            let took = services.now().since(event.at());
            services.metrics.told_seconds.observe(took.as_secs_f64());
        }
    }
}
