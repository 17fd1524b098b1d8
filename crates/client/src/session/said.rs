//! What the server says, and what a session makes of it.

use fourfall_rules::{Column, Player};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Request, Session, Step, Stopped, View, Wish};
use crate::identity::Identity;
use crate::table::{Ending, RematchState, Table};
use crate::wire;

impl Session {
    /// An answer arrived.
    pub fn answered(&mut self, request: Request, payload: &Value) -> Vec<Step> {
        if payload.get("ok") == Some(&Value::Bool(true)) {
            return self.accepted(request, payload);
        }
        let refusal = payload.get("error").and_then(read::<wire::Refusal>);
        let refusal = refusal.unwrap_or_else(|| wire::Refusal {
            code: String::new(),
            message: "the server refused without a reason".to_owned(),
        });
        self.refused(request, refusal)
    }

    fn accepted(&mut self, request: Request, payload: &Value) -> Vec<Step> {
        match request {
            Request::Wish => match &self.wish {
                Wish::QuickMatch(_) => self.waiting(payload),
                Wish::Invite(_) => self.hosting(payload),
                Wish::Bot { .. } | Wish::Join(_) | Wish::Watch(_) => Vec::new(),
            },
            Request::Move => {
                self.sent = None;
                // The disc itself comes as an event, which may be here already.
                Vec::new()
            }
            Request::Leave => vec![Step::Stop(Stopped::Left)],
            Request::Return | Request::Other => Vec::new(),
        }
    }

    fn refused(&mut self, request: Request, refusal: wire::Refusal) -> Vec<Step> {
        match request {
            Request::Return => self.nothing_to_return_to(refusal),
            Request::Wish if refusal.code == "already_in_game" && !self.looked_back => {
                self.looked_back = true;
                self.come_back()
            }
            Request::Wish => vec![Step::Stop(Stopped::Refused(refusal.message))],
            Request::Move => {
                self.sent = None;
                if let Some(table) = self.table_mut() {
                    table.sent = None;
                }
                vec![Step::Say(refusal.message), Step::Changed]
            }
            // A refusal does not keep a client that wants to leave.
            Request::Leave => vec![Step::Stop(Stopped::Left)],
            Request::Other => vec![Step::Say(refusal.message)],
        }
    }

    fn nothing_to_return_to(&mut self, refusal: wire::Refusal) -> Vec<Step> {
        if refusal.code != "unknown_room" {
            return vec![Step::Stop(Stopped::Refused(refusal.message))];
        }
        let looked_back = self.looked_back;
        match self.table_mut() {
            None if looked_back => vec![Step::Stop(Stopped::Refused(refusal.message))],
            None => self.wish(),
            Some(table) => {
                let lost = Ending { winner: None, reason: "no longer there".to_owned() };
                table.ending.get_or_insert(lost);
                table.rematch = RematchState::Declined(None);
                table.sent = None;
                self.sent = None;
                vec![Step::Changed]
            }
        }
    }

    fn waiting(&mut self, payload: &Value) -> Vec<Step> {
        let Some(waiting) = read::<wire::Waiting>(payload) else { return Vec::new() };
        let Some(position) = waiting.position else { return Vec::new() };
        // An answer that comes after the news of the game says nothing new.
        if self.view.table().is_some() {
            return Vec::new();
        }
        let (mut online, mut playing) = (waiting.online, waiting.playing);
        if let View::Queued { online: known_online, playing: known_playing, .. } = &self.view {
            online = online.or(*known_online);
            playing = playing.or(*known_playing);
        }
        self.view = View::Queued { position, online, playing };
        vec![Step::Changed]
    }

    fn hosting(&mut self, payload: &Value) -> Vec<Step> {
        let Some(room) = read::<wire::RoomWaiting>(payload) else { return Vec::new() };
        if self.view.table().is_some() {
            return Vec::new();
        }
        self.view = View::Hosting { room_id: room.room_id, code: room.room_code };
        vec![Step::Changed]
    }

    /// An event arrived. One that is not known, or not what it should be, changes nothing.
    pub fn event(&mut self, name: &str, payload: &Value) -> Vec<Step> {
        let steps = match name {
            "session:created" => read(payload).map(|it| self.created(it)),
            "session:replaced" => Some(vec![Step::Stop(Stopped::Replaced)]),
            "matchmaking:waiting" => Some(self.waiting(payload)),
            "matchmaking:already_started" => Some(self.come_back()),
            "room:waiting" => Some(self.hosting(payload)),
            "room:closed" => read::<wire::RoomClosed>(payload).map(|it| room_closed(&it.reason)),
            "game:started" | "game:reconnected" | "game:spectate:joined" => {
                read(payload).map(|it| self.whole(it))
            }
            "game:move:made" => read(payload).map(|it| self.moved(&it)),
            "game:over" => read(payload).map(|it| self.over(it)),
            "connect4:afk_warning" => read(payload).map(|it| self.warned(&it)),
            "connect4:afk_warning_cleared" => Some(self.warning_cleared()),
            "player:disconnected" => read(payload).map(|it| self.presence(&it, false)),
            "player:reconnected" => read(payload).map(|it| self.presence(&it, true)),
            "room:spectators" => read(payload).map(|it| self.spectators(&it)),
            "game:rematch:offered" => read(payload).map(|it| self.rematch_offered(&it)),
            "game:rematch:declined" => read(payload).map(|it| self.rematch_declined(it)),
            "game:rematch:accepted" => read(payload).map(|it| self.rematch_accepted(it)),
            "game:error" => read::<wire::Refusal>(payload).map(|it| vec![Step::Say(it.message)]),
            _ => None,
        };
        steps.unwrap_or_default()
    }

    fn created(&mut self, created: wire::SessionCreated) -> Vec<Step> {
        let identity = Identity { player_id: created.player_id, token: created.token };
        self.identity = Some(identity.clone());
        let mut steps = vec![Step::Keep(identity)];
        // A new guest has no game to come back to.
        steps.extend(self.wish());
        steps
    }

    fn whole(&mut self, whole: wire::WholeGame) -> Vec<Step> {
        let arriving = self.view.table().is_none();
        // A game that ended some time ago is not what we came for.
        if arriving && whole.over.is_some() && !matches!(self.wish, Wish::Watch(_)) {
            self.looked_back = false;
            return self.wish();
        }
        let id = self.identity.as_ref().map(|it| it.player_id.as_str());
        let table = Table::read(whole, id, self.view.table(), self.now_ms);
        let Some(mut table) = table else {
            return vec![Step::Say("the server sent a game that can't be".to_owned())];
        };
        self.looked_back = false;
        let mut steps = Vec::new();
        match &self.sent {
            Some(sent) if sent.room_id == table.room_id && table.ending.is_none() => {
                let there = table.game.position().ply() >= sent.number;
                table.sent = Some(sent.column).filter(|_| !there);
                steps = self.send_disc();
            }
            _ => self.sent = None,
        }
        self.view = View::AtTable(Box::new(table));
        steps.push(Step::Changed);
        steps
    }

    /// The table, if this event is the next of its room; otherwise what is to be done instead.
    fn next(&mut self, room_id: &str, version: u64) -> Result<&mut Table, Vec<Step>> {
        let known = self.view.table().filter(|it| it.room_id == room_id).map(|it| it.version);
        match known {
            None => return Err(Vec::new()),
            Some(known) if version <= known => return Err(Vec::new()),
            Some(known) if version > known + 1 => return Err(self.arrive()),
            Some(_) => {}
        }
        let table = self.table_mut().ok_or_else(Vec::new)?;
        table.version = version;
        Ok(table)
    }

    fn change(
        &mut self,
        room_id: &str,
        version: u64,
        change: impl FnOnce(&mut Table) -> bool,
    ) -> Vec<Step> {
        let fits = match self.next(room_id, version) {
            Err(steps) => return steps,
            Ok(table) => change(table),
        };
        // If it does not fit, the whole game is asked for again.
        if fits { vec![Step::Changed] } else { self.arrive() }
    }

    fn moved(&mut self, made: &wire::MoveMade) -> Vec<Step> {
        self.change(&made.room_id, made.version, |table| {
            table.sent = None;
            table.turn_expires_at = made.turn_expires_at;
            table.idle_expires_at = made.afk_expires_at;
            table.idle_warned = false;
            u8::try_from(made.column)
                .ok()
                .and_then(Column::new)
                .is_some_and(|it| table.game.play(it).is_ok())
        })
    }

    fn over(&mut self, over: wire::Over) -> Vec<Step> {
        let steps = self.change(&over.room_id, over.version, |table| {
            let winner = over.winner.as_deref().and_then(|it| table.player(it));
            table.ending = Some(Ending { winner, reason: over.reason });
            table.sent = None;
            true
        });
        if self.view.table().is_some_and(|it| it.ending.is_some()) {
            self.sent = None;
        }
        steps
    }

    fn warned(&mut self, warned: &wire::IdleWarned) -> Vec<Step> {
        self.change(&warned.room_id, warned.version, |table| {
            table.idle_expires_at = Some(warned.expires_at);
            table.idle_warned = true;
            true
        })
    }

    fn warning_cleared(&mut self) -> Vec<Step> {
        match self.table_mut() {
            Some(table) => {
                table.idle_warned = false;
                vec![Step::Changed]
            }
            None => Vec::new(),
        }
    }

    fn presence(&mut self, news: &wire::Presence, connected: bool) -> Vec<Step> {
        let now_ms = self.now_ms;
        self.change(&news.room_id, news.version, |table| {
            let Some(player) = table.player(&news.player_id) else { return false };
            let server_ms = now_ms.saturating_add_signed(table.clock_ahead_ms);
            let window = news.reconnect_seconds.map(|it| server_ms + it * 1_000);
            let seat = &mut table.seats[player];
            seat.connected = connected;
            seat.back_by = news.reconnect_expires_at.or(window).filter(|_| !connected);
            if let Some(deadline) = news.turn_expires_at {
                table.turn_expires_at = deadline;
            }
            if let Some(deadline) = news.afk_expires_at {
                table.idle_expires_at = deadline;
            }
            true
        })
    }

    fn spectators(&mut self, news: &wire::Spectators) -> Vec<Step> {
        match self.table_mut() {
            Some(table) => {
                table.spectators = news.count;
                vec![Step::Changed]
            }
            None => Vec::new(),
        }
    }

    fn rematch_offered(&mut self, news: &wire::RematchNews) -> Vec<Step> {
        self.change(&news.room_id, news.version, |table| {
            let player: Option<Player> = table.player(&news.player_id);
            table.rematch = player.map_or(RematchState::Open, RematchState::OfferedBy);
            true
        })
    }

    fn rematch_declined(&mut self, news: wire::RematchNews) -> Vec<Step> {
        self.change(&news.room_id, news.version, |table| {
            table.rematch = match news.reason.as_deref() {
                // The offer ended because the player who made it disconnected; anybody may ask
                // again.
                Some("disconnected") => RematchState::Open,
                _ => RematchState::Declined(news.reason),
            };
            true
        })
    }

    /// Players are sent the new game; spectators must ask for it.
    fn rematch_accepted(&mut self, news: wire::RematchAccepted) -> Vec<Step> {
        let watched = self.view.table().is_some_and(|it| it.room_id == news.room_id);
        if watched && let Wish::Watch(room_id) = &mut self.wish {
            *room_id = news.next_room_id;
            return self.wish();
        }
        Vec::new()
    }
}

fn room_closed(reason: &str) -> Vec<Step> {
    vec![Step::Stop(match reason {
        // By us: nobody else can.
        "cancelled" => Stopped::Left,
        other => Stopped::RoomClosed(other.replace('_', " ")),
    })]
}

fn read<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    T::deserialize(payload).ok()
}
