//! How others reach a room: what can be asked of it, and where requests wait.

use std::sync::Arc;

use fourfall_match::PlayerId;
use fourfall_protocol::{Accepted, Refusal, RejectCode, rest};
use fourfall_rules::Column;
use tokio::sync::{mpsc, oneshot, watch};

use crate::client::Client;
use crate::limits::ROOM_INBOX;
use crate::translate::refuse;

/// The answer to a request: what the acknowledgement says.
pub(crate) type Answer = Result<Accepted, Refusal>;

/// A request to a room, with who makes it.
#[derive(Debug)]
pub(crate) struct Envelope {
    pub(super) from: Arc<Client>,
    /// Whom the client had proved to be when the request came in.
    pub(super) by: PlayerId,
    pub(super) ask: Ask,
    pub(super) reply: oneshot::Sender<Answer>,
}

/// What can be asked of a room.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// Take the other seat.
    Join { name: Arc<str> },
    /// Drop a disc.
    Drop { column: Column, number: Option<u32> },
    /// Give up.
    Resign,
    /// Go away for good.
    Leave,
    /// Here I am again; send me the whole game.
    Come,
    /// The connection is lost. Its player may come back.
    Lost,
    /// The connection has turned to another game.
    MovedOn,
    /// Play again.
    Rematch,
    /// Don't.
    DeclineRematch,
    /// Watch.
    Watch,
    /// Whose idle clock is running?
    IdleClock,
}

/// How others reach a room.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    inbox: mpsc::Sender<Envelope>,
    listing: watch::Receiver<Option<rest::Room>>,
}

/// Where a room's requests arrive.
pub(crate) struct Inbox(mpsc::Receiver<Envelope>);

impl Inbox {
    pub(super) async fn next(&mut self) -> Option<Envelope> {
        self.0.recv().await
    }
}

impl RoomHandle {
    pub(super) fn new(listing: watch::Receiver<Option<rest::Room>>) -> (RoomHandle, Inbox) {
        let (inbox, requests) = mpsc::channel(ROOM_INBOX);
        (RoomHandle { inbox, listing }, Inbox(requests))
    }

    /// Hands in a request without waiting, so that requests stay in the order they came.
    pub(crate) fn ask(
        &self,
        from: &Arc<Client>,
        ask: Ask,
    ) -> Result<oneshot::Receiver<Answer>, Refusal> {
        let (reply, answer) = oneshot::channel();
        let envelope = Envelope { from: from.clone(), by: from.player(), ask, reply };
        match self.inbox.try_send(envelope) {
            Ok(()) => Ok(answer),
            Err(mpsc::error::TrySendError::Full(_)) => Err(refuse(
                RejectCode::Overloaded,
                "too much is asked of this game at once, try again",
            )),
            // It has just ended. Asked again, the lobby knows better.
            Err(mpsc::error::TrySendError::Closed(_)) => {
                Err(refuse(RejectCode::Overloaded, "this game is just being closed, try again"))
            }
        }
    }

    /// Hands in news that must arrive: waits for a place in the inbox, and for no answer.
    pub(crate) async fn tell(&self, from: Arc<Client>, by: PlayerId, ask: Ask) {
        let (reply, _) = oneshot::channel();
        // A room that has closed meanwhile has nobody to miss.
        let _ = self.inbox.send(Envelope { from, by, ask, reply }).await;
    }

    /// The match as the list of running games has it, if it is in there.
    pub(crate) fn listed(&self) -> Option<rest::Room> {
        self.listing.borrow().clone()
    }
}
