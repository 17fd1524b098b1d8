//! What a client does on a server, as a state machine: what happened goes in, what to do comes out.
//!
//! It knows no socket and no clock, so a cut connection in the middle of a move is a row in a test.

use fourfall_protocol::{
    ClientMessage, CreateRoom, DeclineRematch, Difficulty, JoinMatchmaking, JoinRoom, Leave,
    LeaveMatchmaking, Move, Preset, Reconnect, Rematch, Resign, Spectate,
};
use fourfall_rules::{Column, Player};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::identity::Identity;
use crate::table::{Ending, RematchState, Table};
use crate::wire;

/// What a client came for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Anybody who looks for a game as well.
    QuickMatch(Preset),
    /// A bot of the server.
    Bot {
        /// The house rules.
        preset: Preset,
        /// How strong it is.
        difficulty: Difficulty,
        /// Whether it has the first move.
        starts: bool,
    },
    /// A private game for somebody who is told its code.
    Invite(Preset),
    /// The private game with this code.
    Join(String),
    /// Only to look at the game in this room.
    Watch(String),
}

impl Wish {
    /// Anybody, by the usual house rules.
    pub const fn quick_match() -> Wish {
        Wish::QuickMatch(Preset::Live)
    }
}

/// What was asked of the server and is not answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// To have the game again.
    Return,
    /// What the client came for.
    Wish,
    /// A disc.
    Move,
    /// To go.
    Leave,
    /// Anything whose answer matters only if it is a refusal.
    Other,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Send this event.
    Send {
        /// What its answer belongs to.
        request: Request,
        /// Its name.
        event: &'static str,
        /// Its payload.
        payload: Value,
    },
    /// [`Session::view`] has changed.
    Changed,
    /// A sentence for the person.
    Say(String),
    /// Keep who we are.
    Keep(Identity),
    /// It is over; nothing more will happen.
    Stop(Stopped),
}

/// Why a session ended.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// As asked.
    #[error("left")]
    Left,
    /// The same player came in somewhere else.
    #[error("this player is playing somewhere else now")]
    Replaced,
    /// The private game was closed before anybody came.
    #[error("the invitation ended: {0}")]
    RoomClosed(String),
    /// The server refused what the client came for.
    #[error("{0}")]
    Refused(String),
    /// The server can't be reached.
    #[error("could not reach {0}")]
    Unreachable(String),
}

/// Where a client is.
#[derive(Clone, PartialEq, Debug)]
pub enum View {
    /// On the way in.
    Arriving,
    /// Waiting for an opponent.
    Queued {
        /// The place in the queue; 1 is next.
        position: u32,
        /// People there, where the server says so.
        online: Option<u32>,
        /// People playing, where the server says so.
        playing: Option<u32>,
    },
    /// Waiting for the guest of a private game.
    Hosting {
        /// The room.
        room_id: String,
        /// What to tell the guest.
        code: String,
    },
    /// In a game.
    AtTable(Box<Table>),
}

impl View {
    /// The game, in one.
    pub fn table(&self) -> Option<&Table> {
        match self {
            View::AtTable(table) => Some(table),
            View::Arriving | View::Queued { .. } | View::Hosting { .. } => None,
        }
    }
}

/// A disc that was sent and is not acknowledged.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SentMove {
    room_id: String,
    column: Column,
    number: u32,
}

/// A client's time on a server.
#[derive(Debug)]
pub struct Session {
    name: String,
    identity: Option<Identity>,
    wish: Wish,
    view: View,
    sent: Option<SentMove>,
    /// Whether a wish was refused once already because of a game that was then not there.
    looked_back: bool,
    now_ms: u64,
}

impl Session {
    /// Somebody called `name`, who is known to the server if there is an identity.
    pub fn new(name: &str, identity: Option<Identity>, wish: Wish) -> Session {
        Session {
            name: name.to_owned(),
            identity,
            wish,
            view: View::Arriving,
            sent: None,
            looked_back: false,
            now_ms: 0,
        }
    }

    /// Where the client is.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// What the handshake carries.
    pub fn token(&self) -> Option<&str> {
        self.identity.as_ref().map(|it| it.token.as_str())
    }

    /// The server does not know our token: from now on we are a new guest.
    pub fn forget_identity(&mut self) {
        self.identity = None;
        self.view = View::Arriving;
        self.sent = None;
    }

    /// Tells the time, in milliseconds since 1970; it is compared with the server's.
    pub const fn at(&mut self, now_ms: u64) -> &mut Session {
        self.now_ms = now_ms;
        self
    }

    /// A connection stands.
    pub fn connected(&mut self) -> Vec<Step> {
        // A guest hears first who it is.
        if self.identity.is_none() { Vec::new() } else { self.arrive() }
    }

    /// First of all a game that still runs, wherever it was left; then what we came for.
    fn arrive(&mut self) -> Vec<Step> {
        match &self.wish {
            Wish::Watch(_) => self.wish(),
            Wish::QuickMatch(_) | Wish::Bot { .. } | Wish::Invite(_) | Wish::Join(_) => {
                self.come_back()
            }
        }
    }

    fn come_back(&self) -> Vec<Step> {
        let payload = Reconnect { player_id: self.my_id(), token: None };
        vec![send(Request::Return, payload)]
    }

    fn wish(&mut self) -> Vec<Step> {
        let username = self.name.clone();
        let join = |preset, wants_bot, bot_difficulty, bot_starts| JoinMatchmaking {
            username: username.clone(),
            player_id: None,
            session_id: None,
            preset,
            wants_bot,
            bot_difficulty,
            bot_starts,
            turn_clock_enabled: None,
            afk_timeout_enabled: None,
            afk_timeout_seconds: None,
            afk_warn_seconds: None,
        };
        let message: ClientMessage = match self.wish.clone() {
            Wish::QuickMatch(preset) => join(preset, false, Difficulty::default(), false).into(),
            Wish::Bot { preset, difficulty, starts } => {
                join(preset, true, difficulty, starts).into()
            }
            Wish::Invite(preset) => CreateRoom {
                username,
                preset,
                turn_clock_enabled: None,
                afk_timeout_enabled: None,
                afk_timeout_seconds: None,
                afk_warn_seconds: None,
            }
            .into(),
            Wish::Join(room_code) => JoinRoom { username, room_code }.into(),
            Wish::Watch(room_id) => Spectate { room_id, username }.into(),
        };
        vec![send(Request::Wish, message)]
    }

    fn my_id(&self) -> String {
        self.identity.as_ref().map(|it| it.player_id.clone()).unwrap_or_default()
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.view {
            View::AtTable(table) => Some(table),
            View::Arriving | View::Queued { .. } | View::Hosting { .. } => None,
        }
    }

    // What the person does.

    /// Drops a disc, if it is our turn and there is room. It is sent again until it is acknowledged.
    pub fn drop_disc(&mut self, column: Column) -> Vec<Step> {
        let Some(table) = self.table_mut().filter(|it| it.is_my_turn()) else { return Vec::new() };
        if table.game.position().landing(column).is_none() {
            return vec![Step::Say(format!("column {column} is full"))];
        }
        table.sent = Some(column);
        let number = table.game.position().ply() + 1;
        self.sent = Some(SentMove { room_id: table.room_id.clone(), column, number });
        let mut steps = self.send_disc();
        steps.push(Step::Changed);
        steps
    }

    fn send_disc(&self) -> Vec<Step> {
        let Some(SentMove { room_id, column, number }) = &self.sent else { return Vec::new() };
        let payload = Move {
            room_id: room_id.clone(),
            player_id: self.my_id(),
            column: column.index().into(),
            move_number: Some(*number),
        };
        vec![send(Request::Move, payload)]
    }

    /// Gives up a running game.
    pub fn resign(&mut self) -> Vec<Step> {
        self.in_my_game(|room_id, player_id| Resign { room_id, player_id }.into())
    }

    /// Calls a game off that has hardly begun.
    pub fn abort(&mut self) -> Vec<Step> {
        let player_id = self.my_id();
        let Some(table) = self.table_mut().filter(|it| it.me.is_some()) else { return Vec::new() };
        let payload = json!({ "roomId": table.room_id, "playerId": player_id });
        vec![Step::Send { request: Request::Other, event: "game:abort", payload }]
    }

    /// Asks for another game, or agrees to one.
    pub fn rematch(&mut self) -> Vec<Step> {
        let Some(table) = self.table_mut().filter(|it| it.ending.is_some()) else {
            return Vec::new();
        };
        if let (Some(me), RematchState::Open) = (table.me, &table.rematch) {
            table.rematch = RematchState::OfferedBy(me);
        }
        let mut steps = self.in_my_game(|room_id, player_id| Rematch { room_id, player_id }.into());
        steps.push(Step::Changed);
        steps
    }

    /// No other game, thank you.
    pub fn decline_rematch(&mut self) -> Vec<Step> {
        self.in_my_game(|room_id, player_id| DeclineRematch { room_id, player_id }.into())
    }

    /// What the client came for, once more.
    pub fn again(&mut self) -> Vec<Step> {
        self.view = View::Arriving;
        self.sent = None;
        let mut steps = self.wish();
        steps.push(Step::Changed);
        steps
    }

    /// Goes, and lets go of whatever place is held.
    pub fn leave(&mut self) -> Vec<Step> {
        let player_id = self.my_id();
        let message: ClientMessage = match &self.view {
            View::Queued { .. } => LeaveMatchmaking { player_id }.into(),
            View::Hosting { room_id, .. } => Leave { room_id: room_id.clone(), player_id }.into(),
            View::AtTable(table) if table.me.is_some() => {
                Leave { room_id: table.room_id.clone(), player_id }.into()
            }
            View::Arriving | View::AtTable(_) => return vec![Step::Stop(Stopped::Left)],
        };
        vec![send(Request::Leave, message)]
    }

    fn in_my_game(&mut self, message: impl Fn(String, String) -> ClientMessage) -> Vec<Step> {
        let player_id = self.my_id();
        match self.table_mut().filter(|it| it.me.is_some()) {
            Some(table) => vec![send(Request::Other, message(table.room_id.clone(), player_id))],
            None => Vec::new(),
        }
    }

    // What the server says.

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
            // Whoever wants to go is not kept by a refusal.
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
        // Nobody has a game to come back to who has only just been made.
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
        // What does not fit is asked for again, from the beginning.
        if fits { vec![Step::Changed] } else { self.arrive() }
    }

    fn moved(&mut self, made: &wire::MoveMade) -> Vec<Step> {
        self.change(&made.room_id, made.version, |table| {
            table.sent = None;
            table.turn_expires_at = made.turn_expires_at;
            table.idle_expires_at = made.afk_expires_at;
            table.idle_warned = false;
            Column::from_index(made.column).and_then(|it| table.game.play(it)).is_ok()
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
                // The offer went with its maker's connection; anybody may ask again.
                Some("disconnected") => RematchState::Open,
                _ => RematchState::Declined(news.reason),
            };
            true
        })
    }

    /// Players hear of the new game by itself; who watches must ask for it.
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

fn send(request: Request, message: impl Into<ClientMessage>) -> Step {
    let message: ClientMessage = message.into();
    let event = message.event();
    let payload = serde_json::to_value(message).expect("a message of ours is JSON");
    Step::Send { request, event, payload }
}

fn read<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    T::deserialize(payload).ok()
}

#[cfg(test)]
mod tests;
