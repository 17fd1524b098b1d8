//! What everybody does about what they hear, and what has to be true of it.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use super::{Alarm, Crowd, Person, Role};
use crate::game::Game;
use crate::wire::{Heard, Move, Request, Winner};

/// Whoever is told `overloaded` tries again after this.
const RETRY: Duration = Duration::from_millis(20);

/// Who sits where, in the words of those who know nothing else of a player.
const SEATS: [&[u8]; 2] = [b"0", b"1"];

impl Crowd {
    pub(super) fn hear(
        &mut self,
        who: usize,
        heard: Heard<'_>,
        now: Instant,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        match heard {
            Heard::Nothing => {}
            Heard::Heartbeat => {
                self.wire.send_heartbeat(&mut person.socket);
                self.dirty.push(who);
            }
            Heard::Opened => {
                self.wire.send_entry(&mut person.socket, person.token.as_deref());
                self.dirty.push(who);
            }
            Heard::Entered => {
                self.settle(who);
                if self.people[who].role == Role::Intruder {
                    self.create(who);
                }
            }
            Heard::Session { token } => person.token = Some(token.into()),
            Heard::Started { room, me, seat, version } => {
                self.started(who, room, me, seat, version, now)
            }
            Heard::Whole { room, history, version } => self.whole(who, room, history, version)?,
            Heard::Made { room, by, column, history, version } => {
                self.made(who, room, by, column, history, version, now)?;
            }
            Heard::Acknowledged { request: Request::Move, version } => {
                self.acknowledged(who, version, now)?
            }
            Heard::Acknowledged { request: Request::Create, .. } => {
                bail!("a room was made where there is none")
            }
            Heard::Acknowledged { .. } => {}
            Heard::Numbered { room, version } => {
                let is_mine = person
                    .game
                    .and_then(|it| self.games[it].as_ref())
                    .is_some_and(|it| &*it.room == room);
                if is_mine {
                    ensure!(version == person.version + 1, "version {version} came next");
                    person.version = version;
                }
            }
            Heard::Over { room, winner, line, reason, version } => {
                self.over(who, room, winner, line, reason, version)?;
            }
            Heard::Refused { request, code } => self.refused(who, request, code, now)?,
        }
        Ok(())
    }

    pub(super) fn join(&mut self, who: usize) {
        if self.is_playing {
            let person = &mut self.people[who];
            self.wire.send_join(&mut person.socket, who, person.games_played);
            self.dirty.push(who);
        }
    }

    pub(super) fn create(&mut self, who: usize) {
        if self.is_playing && !self.people[who].is_gone {
            self.wire.send_create(&mut self.people[who].socket);
            self.dirty.push(who);
        }
    }

    fn started(
        &mut self,
        who: usize,
        room: &[u8],
        me: &[u8],
        seat: usize,
        version: u64,
        now: Instant,
    ) {
        // Where players come in pairs, they know where they sit.
        let (seat, me): (usize, &[u8]) = match seat {
            usize::MAX => (who % 2, SEATS[who % 2]),
            seat => (seat, me),
        };
        let index = match self.rooms.get(room) {
            Some(&index) => index,
            None => self.new_game(room, now),
        };
        let game = self.games[index].as_mut().expect("a game of a known room");
        game.players[seat] = Some(who);
        game.ids[seat] = me.into();
        let person = &mut self.people[who];
        person.game = Some(index);
        person.games_played += 1;
        (person.seat, person.seen, person.version) = (seat, 0, version);
        self.move_if_due(who, now);
    }

    fn new_game(&mut self, room: &[u8], now: Instant) -> usize {
        let watchers = self.free_spectators.len().min(self.spectators_each);
        let mut game = Game::new(room, self.started % self.scripts.len(), 2 + watchers, now);
        // Spread over one pace, as people are: by the golden ratio, which leaves no gaps.
        let phase = (self.started as f64 * 0.618_033_988_749_895).fract();
        game.due = now + self.pace.unwrap_or_default().mul_f64(phase);
        self.started += 1;
        let index = self.free_games.pop().unwrap_or(self.games.len());
        if index == self.games.len() {
            self.games.push(None);
        }
        self.games[index] = Some(game);
        self.rooms.insert(room.into(), index);
        for _ in 0..watchers {
            let who = self.free_spectators.pop().expect("counted above");
            let person = &mut self.people[who];
            person.game = Some(index);
            // Nothing is known of the game before the whole of it has come.
            (person.seen, person.version) = (0, 0);
            self.wire.send_spectate(&mut person.socket, room);
            self.dirty.push(who);
        }
        index
    }

    fn whole(
        &mut self,
        who: usize,
        room: &[u8],
        history: &[u8],
        version: u64,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_ref()) else { return Ok(()) };
        ensure!(&*game.room == room, "the whole of another game");
        let seen = history.len().div_ceil(2);
        ensure!(history == self.scripts[game.script].history(seen), "the whole of a game is wrong");
        if person.role == Role::Player {
            ensure!(seen == game.sent, "{} of {} discs are left after a restart", seen, game.sent);
            person.games_played += 1;
        }
        (person.seen, person.version) = (seen, version);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "a message has as many fields")]
    fn made(
        &mut self,
        who: usize,
        room: &[u8],
        by: Option<&[u8]>,
        column: u8,
        history: Option<&[u8]>,
        version: u64,
        now: Instant,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let game =
            person.game.and_then(|it| self.games[it].as_ref()).context("a disc in no game")?;
        ensure!(&*game.room == room, "a disc of another game");
        game.check_disc(&self.scripts[game.script], person.seen, column, by, history)?;
        ensure!(version == person.version + 1, "version {version} came next");
        let mover = person.seen % 2;
        person.seen += 1;
        person.version = version;
        if person.role == Role::Spectator {
            self.tally.told_to_spectator(now - game.sent_at[mover]);
            return Ok(());
        }
        if mover == person.seat {
            // Fourfall stores a last disc and the end together, and acknowledges the version after both.
            let ends = self.wire.has_lines() && person.seen == self.scripts[game.script].len();
            person.own.0 = Some(version + u64::from(ends));
            person.check_own()?;
            if self.wire.echo_acknowledges() {
                self.acknowledged(who, None, now)?;
            }
        } else {
            self.tally.told_to_other(now - game.sent_at[mover]);
        }
        self.move_if_due(who, now);
        Ok(())
    }

    fn acknowledged(
        &mut self,
        who: usize,
        version: Option<u64>,
        now: Instant,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let sent = person.awaits.take().context("an acknowledgement too many")?;
        self.tally.acknowledged(now - sent);
        if self.wire.echo_acknowledges() {
            person.own = (None, None);
        } else {
            person.own.1 = Some(version.context("an acknowledgement without a version")?);
            person.check_own()?;
        }
        self.move_if_due(who, now);
        Ok(())
    }

    /// If it is this player's turn, it moves, now or when the pace allows.
    pub(super) fn move_if_due(&mut self, who: usize, now: Instant) {
        let person = &self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_mut()) else { return };
        let script = &self.scripts[game.script];
        let is_to_move = person.seen % 2 == person.seat
            && person.seen == game.sent
            && person.seen < script.len().min(self.stops_after)
            && person.awaits.is_none();
        if !is_to_move {
            return;
        }
        match self.pace {
            None => self.send_move(who, now),
            Some(pace) => {
                let due = game.due.max(now);
                game.due = due + pace;
                self.alarms.push(Reverse((due, who, Alarm::Move)));
            }
        }
    }

    pub(super) fn send_move(&mut self, who: usize, now: Instant) {
        if !self.is_playing {
            return;
        }
        let person = &mut self.people[who];
        let Some(game) = person.game.and_then(|it| self.games[it].as_mut()) else { return };
        let script = &self.scripts[game.script];
        let number = person.seen + 1;
        let it = Move {
            room: &game.room,
            player: &game.ids[person.seat],
            opponent: &game.ids[1 - person.seat],
            seat: person.seat,
            number,
            column: script.columns[person.seen],
            version: person.version,
            ends: (number == script.len()).then_some(script),
        };
        self.wire.send_move(&mut person.socket, &mut self.scratch, &it);
        game.sent = number;
        game.sent_at[person.seat] = now;
        person.awaits = Some(now);
        self.dirty.push(who);
    }

    fn over(
        &mut self,
        who: usize,
        room: &[u8],
        winner: Winner<'_>,
        line: Option<[usize; 4]>,
        reason: Option<&[u8]>,
        version: Option<u64>,
    ) -> anyhow::Result<()> {
        let person = &mut self.people[who];
        let index = person.game.context("the end of no game")?;
        let game = self.games[index].as_mut().context("the end of no game")?;
        ensure!(&*game.room == room, "the end of another game");
        let script = &self.scripts[game.script];
        ensure!(person.seen == script.len(), "the end after {} discs", person.seen);
        ensure!(version.is_none_or(|it| it == person.version + 1), "version {version:?} came next");
        game.check_ending(script, winner, line, reason, self.wire.has_lines())?;
        person.game = None;
        game.listeners -= 1;
        if game.listeners == 0 {
            self.tally.ended();
            let game = self.games[index].take().expect("taken once");
            self.rooms.remove(&game.room);
            self.free_games.push(index);
        }
        match person.role {
            Role::Spectator => self.free_spectators.push(who),
            Role::Player if self.plays_again => self.join(who),
            Role::Player | Role::Idle | Role::Intruder => {}
        }
        Ok(())
    }

    fn refused(
        &mut self,
        who: usize,
        request: Request,
        code: &[u8],
        now: Instant,
    ) -> anyhow::Result<()> {
        self.tally.refused(code);
        let person = &mut self.people[who];
        let is_limit =
            code == b"overloaded" || code == b"rate_limited" && person.role == Role::Intruder;
        ensure!(is_limit, "{request:?} was refused: {}", String::from_utf8_lossy(code));
        let alarm = match request {
            Request::Move => {
                // It did not happen; the same disc is sent again.
                person.awaits = None;
                let game = person.game.and_then(|it| self.games[it].as_mut()).context("no game")?;
                game.sent = person.seen;
                Alarm::Move
            }
            Request::Join => Alarm::Join,
            Request::Create => Alarm::Create,
            Request::Connect if person.role == Role::Intruder => return self.left(who),
            Request::Connect | Request::Spectate | Request::Reconnect => {
                bail!("{request:?} was refused")
            }
        };
        self.alarms.push(Reverse((now + RETRY, who, alarm)));
        Ok(())
    }
}

impl Person {
    /// A move is acknowledged with the version everybody was told.
    fn check_own(&mut self) -> anyhow::Result<()> {
        if let (Some(told), Some(acknowledged)) = self.own {
            ensure!(
                told == acknowledged,
                "version {acknowledged} was acknowledged instead of {told}"
            );
            self.own = (None, None);
        }
        Ok(())
    }
}
