//! A game on this machine: one person against a bot, or two people on one keyboard.

use std::sync::mpsc::Sender;

use fourfall_engine::bot::Bot;
use fourfall_rules::{ByPlayer, Column, Game, Outcome, Player, Study};

use super::scene::{Act, Scene, Side, Values};
use super::shell::{Heard, Input, Referee};
use super::thinker::{Question, Thinker, best};

/// What was agreed before the first disc.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) opponent: Opponent,
    pub(crate) turn_ms: Option<u64>,
    /// Whether bots take their time.
    pub(crate) thinks_visibly: bool,
}

/// Who sits on the other side.
#[derive(Clone, Debug)]
pub(crate) enum Opponent {
    Bot { bot: Bot, seed: String },
    Person,
}

/// A game, and the series it is part of.
pub(crate) struct Local {
    terms: Terms,
    study: Study,
    /// The seat of the player who had the first move in the first game, or of the person against a
    /// bot.
    host: Player,
    wins: [u32; 2],
    draws: u32,
    /// An end that is not on the board.
    ended: Option<Ended>,
    counted: bool,
    /// When the turn ends.
    turn_ends_ms: Option<u64>,
    /// The bot's column, and when it is to be played.
    reply: Option<(Column, u64)>,
    turn_began_ms: u64,
    bot: Thinker,
    judge: Thinker,
    shows_values: bool,
    wants_hint: bool,
    values: Option<Values>,
    hint: Option<Column>,
    left: bool,
}

#[derive(Clone, Copy)]
struct Ended {
    winner: Player,
    how: &'static str,
}

impl Local {
    pub(crate) fn new(
        terms: Terms,
        bot_starts: bool,
        inputs: &Sender<Input>,
        now_ms: u64,
    ) -> Local {
        let mut local = Local {
            terms,
            study: Study::of(Game::new()),
            host: if bot_starts { Player::Second } else { Player::First },
            wins: [0; 2],
            draws: 0,
            ended: None,
            counted: false,
            turn_ends_ms: None,
            reply: None,
            turn_began_ms: now_ms,
            bot: Thinker::start(inputs.clone()),
            judge: Thinker::start(inputs.clone()),
            shows_values: false,
            wants_hint: false,
            values: None,
            hint: None,
            left: false,
        };
        local.begin_turn(now_ms);
        local
    }

    fn game(&self) -> &Game {
        self.study.game()
    }

    fn winner(&self) -> Option<Option<Player>> {
        if let Some(ended) = self.ended {
            return Some(Some(ended.winner));
        }
        Some(match self.game().position().outcome()? {
            Outcome::Won(winner) => Some(winner),
            Outcome::Drawn => None,
        })
    }

    fn turn(&self) -> Option<Player> {
        self.winner().is_none().then(|| self.game().position().turn())
    }

    fn plays_here(&self, player: Player) -> bool {
        match self.terms.opponent {
            Opponent::Bot { .. } => player == self.host,
            Opponent::Person => true,
        }
    }

    /// Whether it is the turn of somebody at the keyboard.
    fn is_ours(&self) -> bool {
        self.turn().is_some_and(|it| self.plays_here(it))
    }

    /// The board has changed: the next turn begins, and pending answers are dropped.
    fn begin_turn(&mut self, now_ms: u64) {
        self.reply = None;
        self.values = None;
        self.hint = None;
        self.wants_hint = false;
        self.turn_began_ms = now_ms;
        self.turn_ends_ms = None;
        self.bot.forget();
        self.judge.forget();
        let Some(turn) = self.turn() else { return self.count() };
        self.turn_ends_ms = self.terms.turn_ms.map(|it| now_ms + it);
        let game = *self.game();
        if let Opponent::Bot { bot, seed } = &self.terms.opponent
            && turn != self.host
        {
            self.bot.ask(Question::Reply { game, bot: *bot, seed: seed.clone() });
        }
        if self.shows_values {
            self.judge.ask(Question::Judge { game });
        }
    }

    fn count(&mut self) {
        let Some(winner) = self.winner().filter(|_| !self.counted) else { return };
        self.counted = true;
        match winner {
            Some(winner) => self.wins[usize::from(winner != self.host)] += 1,
            None => self.draws += 1,
        }
    }

    fn uncount(&mut self) {
        let Some(winner) = self.winner().filter(|_| self.counted) else { return };
        self.counted = false;
        match winner {
            Some(winner) => self.wins[usize::from(winner != self.host)] -= 1,
            None => self.draws -= 1,
        }
    }

    fn drop_disc(&mut self, column: Column, now_ms: u64) {
        // The scene shows that a column is full; a game that is over has no turn.
        if self.turn().is_some() && self.study.play(column).is_ok() {
            self.begin_turn(now_ms);
        }
    }

    /// Back to the person's last turn.
    fn take_back(&mut self, now_ms: u64) {
        if self.game().moves().is_empty() {
            return;
        }
        self.uncount();
        // Giving up, or being late, is taken back first; then discs.
        if self.ended.take().is_none() || !self.is_ours() {
            self.study.undo();
            if !self.is_ours() && !self.game().moves().is_empty() {
                self.study.undo();
            }
        }
        self.begin_turn(now_ms);
    }

    fn end(&mut self, winner: Player, how: &'static str, now_ms: u64) {
        self.ended = Some(Ended { winner, how });
        self.begin_turn(now_ms);
    }

    fn begin_next(&mut self, now_ms: u64) {
        self.study = Study::of(Game::new());
        self.ended = None;
        self.counted = false;
        self.host = self.host.other();
        self.begin_turn(now_ms);
    }

    fn ask_for_values(&mut self) {
        if self.values.is_none() {
            self.judge.ask(Question::Judge { game: *self.game() });
        }
    }

    fn name(&self, player: Player) -> String {
        match (&self.terms.opponent, player == self.host) {
            (Opponent::Bot { .. }, true) => "You".to_owned(),
            (Opponent::Bot { bot, .. }, false) => bot.name().to_owned(),
            (Opponent::Person, true) => "Player 1".to_owned(),
            (Opponent::Person, false) => "Player 2".to_owned(),
        }
    }

    fn status(&self) -> String {
        let is_you =
            |player| matches!(self.terms.opponent, Opponent::Bot { .. }) && player == self.host;
        match (self.winner(), self.turn()) {
            (Some(None), _) => "Draw: the board is full.".to_owned(),
            (Some(Some(winner)), _) => {
                let how = self.ended.map_or("four in a row", |it| it.how);
                if is_you(winner) {
                    format!("You won: {how}.")
                } else if is_you(winner.other()) {
                    format!("You lost: {how}.")
                } else {
                    format!("{} won: {how}.", self.name(winner))
                }
            }
            (None, Some(turn)) if is_you(turn) => "Your turn.".to_owned(),
            (None, Some(turn)) if self.plays_here(turn) => {
                format!("{}, your turn.", self.name(turn))
            }
            (None, Some(turn)) => format!("{} thinks…", self.name(turn)),
            (None, None) => String::new(),
        }
    }

    fn detail(&self) -> String {
        match (self.hint, self.values) {
            (Some(column), Some(values)) => {
                let value = values[usize::from(column.index())];
                let means = value.map(|it| format!(": {it}")).unwrap_or_default();
                format!("Hint: column {column}{means}.")
            }
            _ if self.wants_hint => "Looking for a good column…".to_owned(),
            _ if self.shows_values && self.turn().is_some() && self.values.is_none() => {
                "Working the values out…".to_owned()
            }
            _ => String::new(),
        }
    }
}

impl Referee for Local {
    fn scene(&self, now_ms: u64) -> Scene {
        let turn = self.turn();
        let colors = ByPlayer { first: "red", second: "yellow" };
        let left = self.turn_ends_ms.map(|it| it.saturating_sub(now_ms).div_ceil(1_000));
        let sides = ByPlayer::from_fn(|player| Side {
            name: self.name(player),
            color: colors[player].to_owned(),
            wins: self.wins[usize::from(player != self.host)],
            seconds: left.filter(|_| turn == Some(player)),
            note: None,
        });
        let against_bot = matches!(self.terms.opponent, Opponent::Bot { .. });
        let has_moved = !self.game().moves().is_empty();
        let mut acts = Vec::new();
        match turn {
            Some(_) => acts.extend([Act::Hint, Act::Values]),
            None => acts.push(Act::Again),
        }
        if has_moved && against_bot {
            acts.push(Act::TakeBack);
        }
        if turn.is_some() {
            acts.push(Act::Resign);
        }
        Scene {
            title: match &self.terms.opponent {
                Opponent::Bot { bot, .. } => format!("Fourfall · you and {}", bot.name()),
                Opponent::Person => "Fourfall · two players".to_owned(),
            },
            game: *self.game(),
            sides,
            draws: self.draws,
            turn,
            aiming: self.is_ours(),
            sent: None,
            values: self.values.filter(|_| self.shows_values),
            hint: self.hint,
            status: self.status(),
            detail: self.detail(),
            busy: turn.is_some_and(|it| !self.plays_here(it)) || self.wants_hint,
            acts,
            leaving_resigns: false,
        }
    }

    fn act(&mut self, act: Act, now_ms: u64) {
        match act {
            Act::Column(column) if self.is_ours() => self.drop_disc(column, now_ms),
            Act::TakeBack if matches!(self.terms.opponent, Opponent::Bot { .. }) => {
                self.take_back(now_ms);
            }
            Act::Hint if self.is_ours() => {
                self.hint = self.values.as_ref().and_then(best);
                self.wants_hint = self.hint.is_none();
                self.ask_for_values();
            }
            Act::Values => {
                self.shows_values = !self.shows_values;
                if self.shows_values && self.turn().is_some() {
                    self.ask_for_values();
                }
            }
            Act::Resign => {
                if let Some(turn) = self.turn() {
                    let loser = if self.plays_here(turn) { turn } else { self.host };
                    self.end(loser.other(), "resignation", now_ms);
                }
            }
            Act::Again if self.turn().is_none() => self.begin_next(now_ms),
            Act::Leave => self.left = true,
            Act::Left
            | Act::Right
            | Act::Drop
            | Act::Column(_)
            | Act::First
            | Act::Last
            | Act::TakeBack
            | Act::Hint
            | Act::Abort
            | Act::Again
            | Act::Other
            | Act::Help => {}
        }
    }

    fn hear(&mut self, heard: Heard, now_ms: u64) {
        match heard {
            Heard::Reply { game, column, think_ms } if game == *self.game() => {
                let at = if self.terms.thinks_visibly { self.turn_began_ms + think_ms } else { 0 };
                self.reply = Some((column, at));
                self.tick(now_ms);
            }
            Heard::Values { game, values } if game == *self.game() => {
                self.values = Some(values);
                if self.wants_hint {
                    self.wants_hint = false;
                    self.hint = best(&values);
                }
            }
            // Of a position that is no longer on the board, or of a server that is not asked here.
            Heard::Reply { .. } | Heard::Values { .. } | Heard::News(_) => {}
        }
    }

    fn tick(&mut self, now_ms: u64) {
        if let (Some(turn), Some(ends)) = (self.turn(), self.turn_ends_ms)
            && now_ms >= ends
        {
            return self.end(turn.other(), "time ran out", now_ms);
        }
        if let Some((column, at)) = self.reply
            && now_ms >= at
        {
            self.drop_disc(column, now_ms);
        }
    }

    fn end(&self) -> Option<anyhow::Result<()>> {
        self.left.then_some(Ok(()))
    }
}

#[cfg(test)]
mod tests;
