//! The bot's side of a room: it thinks outside the lock, and moves after a pause like a person's.

use fourfall_match::{Action, Match};
use tokio::time::{Instant, sleep_until};

use super::draft::Draft;
use super::time::Owed;
use super::{Room, Wake, Work};
use crate::bots::Question;

impl Room {
    /// Lets the bot think if it is its turn and it is not thinking already.
    pub(super) fn think(&mut self) {
        if !self.keeps {
            return;
        }
        let question = match &self.state {
            Match::Playing(game) if matches!(self.work, Work::Idle) => {
                game.seats[game.turn()].bot_level().and_then(|level| {
                    let position = game.game.position().open()?;
                    let family = game.terms.preset.rules().bots;
                    Some(Question { family, level, position, id: self.id })
                })
            }
            Match::Playing(_) => return,
            Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => None,
        };
        let Some(question) = question.filter(|_| self.retry.is_none()) else {
            self.thinking = None;
            return;
        };
        let ply = question.position.position().ply();
        if self.thinking == Some(ply) {
            return;
        }
        self.thinking = Some(ply);
        let (bots, me) = (self.services().bots.clone(), self.me.clone());
        self.services().spawn(async move {
            let began = Instant::now();
            let thought = bots.think(question).await;
            sleep_until(began + thought.think).await;
            me.wake(Wake::Thought { ply, column: thought.column });
        });
    }

    /// Plays what a bot has chosen, if anything. Its move carries its number, so that it is never
    /// played into a later position.
    pub(super) fn play_for_bot(&mut self) -> bool {
        let Some((ply, column)) = self.chosen.take() else { return false };
        if self.thinking == Some(ply) {
            self.thinking = None;
        }
        let Match::Playing(game) = &self.state else { return false };
        let seat = &game.seats[game.turn()];
        if seat.bot_level().is_none() || game.game.position().ply() != ply {
            return false;
        }
        let by = seat.player.clone();
        let mut draft = Draft::new(&self.state, self.now());
        draft.tick();
        if self.is_unfair(&draft) {
            self.owe(Owed::Stall);
            return true;
        }
        // Refused if a deadline came first.
        let _ = draft.act(Action::Drop { by, column: Some(column), number: Some(ply + 1) });
        self.commit(draft, None);
        true
    }
}
