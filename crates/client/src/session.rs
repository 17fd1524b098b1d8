//! What a client does on a server, as a state machine: what happened goes in, what to do comes out.
//!
//! It knows no socket and no clock, so a connection lost in the middle of a move is a row in a
//! test. This file has what the person does; `said` has what the server says.

mod said;

use fourfall_protocol::{
    Abort, ClientMessage, CreateRoom, DeclineRematch, Difficulty, JoinMatchmaking, JoinRoom, Leave,
    LeaveMatchmaking, Move, Preset, Reconnect, Rematch, Resign, Spectate,
};
use fourfall_rules::Column;
use serde_json::Value;

use crate::identity::Identity;
use crate::table::{RematchState, Table};

/// What a client wants from the server.
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
    /// To watch the game in this room.
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
    /// To come back to a game.
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

/// What a client is doing.
#[derive(Clone, PartialEq, Debug)]
pub enum View {
    /// Connecting.
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

/// A client's session on a server.
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

    /// A connection is open.
    pub fn connected(&mut self) -> Vec<Step> {
        // A guest is first told who it is.
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
        self.in_my_game(|room_id, player_id| Abort { room_id, player_id }.into())
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

    /// Declines another game.
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

    /// Leaves, and gives up the place in the queue or the game.
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
}

fn send(request: Request, message: impl Into<ClientMessage>) -> Step {
    let message: ClientMessage = message.into();
    let event = message.event();
    let payload = serde_json::to_value(message).expect("a message of ours is JSON");
    Step::Send { request, event, payload }
}

#[cfg(test)]
mod tests;
