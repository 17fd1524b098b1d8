//! What servers that share a store know of each other: which are alive, which keeps which match,
//! who sits and who waits where.
//!
//! A store that one process owns answers without looking: nobody else is there. So the lobby asks
//! the same questions on one machine and on many.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use fourfall_match::{Event, MatchId, PlayerId, Seat, Series, Terms, Timestamp, Version};

use tokio::time::Instant;

use super::{RoomCode, StoreError, event};
use crate::identity::DeviceId;

/// What this version of the program can read. It grows with every new kind of event, and with whatever
/// else servers hand to each other: 2 reads tokens that name their key.
pub(crate) const SPEAKS: i64 = 2;
/// What a server must be able to read to run beside this version, which writes it. A new kind of event
/// is read by one version and written by the next, so this may be one behind [`SPEAKS`].
pub(crate) const WRITES: i64 = 1;

/// The number of a server. None is ever reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct NodeId(pub(crate) i64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a person can be reached: a connection of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) node: NodeId,
    pub(crate) conn: Arc<str>,
}

/// What an append requires of the tables that servers share, besides the version. A store that one
/// process owns need not check it: the process knows all of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beside {
    /// Players who take a seat in the match with it. Refused if one of them has a seat in a running
    /// match.
    pub(crate) seats: Vec<Claim>,
    /// Places in the queue that end with it. Refused if one of them has ended.
    pub(crate) takes: Vec<i64>,
    pub(crate) proof: Option<Proof>,
}

/// A seat that is taken.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) player: PlayerId,
    /// The connection; none for a player on another node, wherever that player is now. Then that
    /// node must be alive.
    pub(crate) place: Option<Place>,
}

/// What must be true for an append to be fair to a player.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// The server that holds this player's connection is alive: a player who can't be heard does
    /// not lose because of that.
    Heard(PlayerId),
    /// The player's connection is still this one.
    Sits(PlayerId, Place),
}

/// A seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatRow {
    pub(crate) player: PlayerId,
    pub(crate) id: MatchId,
    pub(crate) running: bool,
    pub(crate) place: Option<Place>,
}

/// What decides with whom a player is paired, besides the terms.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Seeker {
    pub(crate) rating: f64,
    /// Players with whom this one must not be paired: either has blocked the other.
    pub(crate) strangers: Vec<PlayerId>,
    pub(crate) whereabouts: Whereabouts,
}

/// The address and device of a player, by which two players may turn out to be one person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Whereabouts {
    pub(crate) address: Option<IpAddr>,
    pub(crate) device: Option<DeviceId>,
}

impl Whereabouts {
    /// Whether both are at one address or on one device. A game between them is not rated, because they
    /// may be one person.
    pub(crate) fn is_near(&self, other: &Whereabouts) -> bool {
        (self.address.is_some() && self.address == other.address)
            || (self.device.is_some() && self.device == other.device)
    }
}

/// A player in the shared queue.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Queued {
    pub(crate) seq: i64,
    pub(crate) seat: Seat,
    pub(crate) terms: Terms,
    pub(crate) place: Place,
    pub(crate) whereabouts: Whereabouts,
}

/// The result of entering the shared queue.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Entered {
    /// An opponent on another node waits for the same terms.
    Found(Queued),
    /// There is none, so the player waits. `seq` is the player's place in the queue, `position` the
    /// number of people up to it.
    Waits { seq: i64, position: u32 },
}

/// What a node sends with each heartbeat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beat {
    pub(crate) draining: bool,
    pub(crate) bus_ok: bool,
    /// Its own heartbeats have been unbroken for long enough to declare others dead.
    pub(crate) may_judge: bool,
    /// For display; none if unchanged.
    pub(crate) figures: Option<String>,
}

/// What a node learns from each heartbeat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beaten {
    /// The store's time, and the two moments between which it was read. None where the process's
    /// own time is as good.
    pub(crate) now: Option<(Timestamp, Instant, Instant)>,
    /// The other nodes that are alive.
    pub(crate) others: Vec<Other>,
    /// Nodes that were declared dead with this heartbeat.
    pub(crate) died: Vec<NodeId>,
}

/// Another node.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) id: NodeId,
    pub(crate) bus_ok: bool,
    /// What it can read: see [`SPEAKS`].
    pub(crate) speaks: i64,
    pub(crate) figures: String,
}

/// Events of one match that were not known, and the version before them. Empty if this version of
/// the program can't read the next one.
pub(crate) type Tail = (MatchId, Version, Vec<Event>);

/// What servers that share a store ask it. The defaults are those of a store one process owns.
#[async_trait]
pub(crate) trait Nodes: Send + Sync {
    /// Whether other servers may write to the store.
    fn is_shared(&self) -> bool {
        false
    }

    /// Takes a new number. Refused with [`StoreError::OtherSeed`] if a living node has another seed
    /// for its bots, and with [`StoreError::OlderNode`] if one could not read what this one writes.
    async fn join(&self, _seed: &str) -> Result<NodeId, StoreError> {
        Ok(NodeId::default())
    }

    /// Sends a heartbeat, and learns which other nodes are alive. None if this node was declared
    /// dead, and must act accordingly.
    async fn beat(&self, _beat: &Beat) -> Result<Option<Beaten>, StoreError> {
        Ok(Some(Beaten::default()))
    }

    /// Gives up the matches it keeps, for others to adopt.
    async fn give_up(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Marks this node as gone.
    async fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Takes over matches without a keeper, at most `limit`.
    async fn adopt(&self, limit: u32) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError>;

    /// Seats in matches this node keeps whose connection was on a node that is gone.
    async fn orphans(&self) -> Result<Vec<SeatRow>, StoreError> {
        Ok(Vec::new())
    }

    /// The seats of these people.
    async fn seats_of(&self, _players: &[PlayerId]) -> Result<Vec<SeatRow>, StoreError> {
        Ok(Vec::new())
    }

    /// The seats in running matches whose connection is on this node.
    async fn seats_here(&self) -> Result<Vec<SeatRow>, StoreError> {
        Ok(Vec::new())
    }

    /// Records that a person is reached through this connection from now on. Returns the one
    /// before, if the person has a seat in this match.
    async fn claim(
        &self,
        _player: &PlayerId,
        _id: MatchId,
        _place: &Place,
    ) -> Result<Option<Place>, StoreError> {
        Ok(None)
    }

    /// Ends a person's seat in a match that is over.
    async fn release(&self, _player: &PlayerId, _id: MatchId) -> Result<(), StoreError> {
        Ok(())
    }

    /// Looks for a player at another server who waits for the same terms and has a similar rating; adds
    /// this one to the queue if there is none.
    async fn enter(
        &self,
        _seat: &Seat,
        _terms: &Terms,
        _place: &Place,
        _seeker: &Seeker,
    ) -> Result<Entered, StoreError> {
        Ok(Entered::Waits { seq: 0, position: 1 })
    }

    /// Looks again for a player at another server who entered the queue before this one. It is needed
    /// because two who enter at the same time do not see each other, and because two whose ratings are far
    /// apart are paired only after they have waited.
    async fn look_again(
        &self,
        _seq: i64,
        _seeker: &Seeker,
        _waited: Duration,
    ) -> Result<Option<Queued>, StoreError> {
        Ok(None)
    }

    /// Ends a person's wait: anywhere, or only through this connection. Returns where that was.
    async fn withdraw(
        &self,
        _player: &PlayerId,
        _only: Option<&Place>,
    ) -> Result<Option<Place>, StoreError> {
        Ok(None)
    }

    /// The code of a private match that is not over.
    async fn code_of(&self, _id: MatchId) -> Result<Option<RoomCode>, StoreError> {
        Ok(None)
    }

    /// The match a code leads to.
    async fn by_code(&self, _code: &RoomCode) -> Result<Option<MatchId>, StoreError> {
        Ok(None)
    }

    /// What others have written to these matches since these versions.
    async fn since(&self, _known: &[(MatchId, Version)]) -> Result<Vec<Tail>, StoreError> {
        Ok(Vec::new())
    }
}

/// Terms as a key: equal for equal terms.
pub(super) fn terms_key(terms: &Terms) -> String {
    let nobody = PlayerId::new("nobody").expect("a plain word is an id");
    encode_queued(&Seat::human(nobody, "nobody"), terms)
}

/// A seat and its terms, in the form events are stored in.
pub(super) fn encode_queued(seat: &Seat, terms: &Terms) -> String {
    event::encode(&Event::Created {
        host: seat.clone(),
        terms: *terms,
        series: Series::default(),
        at: Timestamp::from_unix_ms(0),
    })
}

pub(super) fn decode_queued(text: &str) -> Result<(Seat, Terms), StoreError> {
    match event::decode_all(&[text.to_owned()])?.as_slice() {
        [Event::Created { host, terms, .. }] => Ok((host.clone(), *terms)),
        _ => Err(StoreError::Corrupt("somebody who waits".to_owned())),
    }
}
