//! Presence, found by comparison: the connections are the fact, the log is the record, and the
//! difference is stored.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use fourfall_match::{Action, DeclinedBy, Event, Match, PlayerId, Rematch, Seat};
use fourfall_rules::Player;
use tokio::time::Instant;

use super::Room;
use super::draft::Draft;
use crate::limits::{ABSENCE_GRACE, ABSENCE_GRACE_MAX, FLAPS_FORGIVEN, MATCH_EVENTS_MAX};

/// What a room remembers of who comes and goes.
#[derive(Default)]
pub(super) struct Presence {
    /// Players without a connection who are here according to the log, and since when.
    missing: HashMap<PlayerId, Instant>,
    /// Players who have turned to another game since this one ended.
    moved_on: HashSet<PlayerId>,
    /// Disconnects stored so far.
    flaps: u32,
    due: Option<Instant>,
}

impl Presence {
    /// When somebody has been missing for long enough.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    pub(super) fn moved_on(&mut self, player: &PlayerId) {
        self.moved_on.insert(player.clone());
    }

    pub(super) fn has_moved_on(&self, player: &PlayerId) -> bool {
        self.moved_on.contains(player)
    }

    pub(super) fn count(&mut self, event: &Event) {
        if let Event::Disconnected { .. } = event {
            self.flaps += 1;
        }
    }

    /// How long a player must be missing before it is stored. It grows with the number of
    /// disconnects in the match, so that players who come and go all the time cost little.
    fn grace(&self) -> Duration {
        let doublings = (self.flaps / FLAPS_FORGIVEN).min(16);
        ABSENCE_GRACE.saturating_mul(1 << doublings).min(ABSENCE_GRACE_MAX)
    }
}

impl Room {
    /// Compares who is here with what the log says, and stores the first difference. Returns
    /// whether there was one.
    pub(super) fn reconcile(&mut self) -> bool {
        let action = self.difference();
        let Some(action) = action else { return false };
        let mut draft = Draft::new(&self.state, self.now());
        // A player who has come back through another server is not gone.
        let proof =
            if let Action::Disconnect { by } = &action { self.still_sits(by) } else { None };
        // Not refused: the player is seated, as was just looked up.
        let _ = draft.act(action);
        let differs = !draft.is_empty();
        self.commit_if(draft, None, proof);
        differs
    }

    fn difference(&mut self) -> Option<Action> {
        self.presence.due = None;
        match &self.state {
            Match::Open(open) => {
                let (host, logged) = (open.host.player.clone(), open.away.is_none());
                self.compare(&host, logged)
            }
            Match::Playing(game) => {
                let logged = Player::BOTH.map(|it| {
                    let Seat { player, kind, .. } = &game.seats[it];
                    (player.clone(), *kind, game.is_here(it))
                });
                logged
                    .into_iter()
                    .filter(|(_, kind, _)| *kind == fourfall_match::Kind::Human)
                    .find_map(|(player, _, here)| self.compare(&player, here))
            }
            Match::Finished(finished) => {
                let left = Player::BOTH.map(|it| finished.seats[it].player.clone());
                if matches!(finished.rematch, Rematch::Unasked | Rematch::Asked(_))
                    && let Some(by) =
                        left.into_iter().find(|it| self.presence.moved_on.contains(it))
                {
                    let why = DeclinedBy::AnotherGame;
                    return Some(Action::DeclineRematch { by, why });
                }
                match finished.rematch {
                    // An offer ends when the player who made it disconnects.
                    Rematch::Asked(player) => {
                        let maker = finished.seats[player].player.clone();
                        self.compare(&maker, true)
                    }
                    Rematch::Unasked | Rematch::Declined(..) | Rematch::Agreed { .. } => None,
                }
            }
            Match::New | Match::Closed(_) => None,
        }
    }

    /// What must be stored about one player.
    fn compare(&mut self, player: &PlayerId, logged: bool) -> Option<Action> {
        let by = || player.clone();
        if self.audience.is_here(player) {
            self.presence.missing.remove(player);
            return (!logged).then(|| Action::Connect { by: by() });
        }
        // A player who is sent to another server because this one is stopping is not absent.
        let leaving = self.services().node.is_draining();
        if !logged || leaving || !self.answers_for(player) {
            self.presence.missing.remove(player);
            return None;
        }
        if self.version.0 >= MATCH_EVENTS_MAX {
            return None;
        }
        let grace = self.presence.grace();
        let now = Instant::now();
        let gone_at = *self.presence.missing.entry(by()).or_insert(now) + grace;
        if gone_at <= now {
            return Some(Action::Disconnect { by: by() });
        }
        self.presence.due = Some(self.presence.due.map_or(gone_at, |it| it.min(gone_at)));
        None
    }
}
