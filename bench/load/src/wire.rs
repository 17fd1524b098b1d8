//! What is said to a server and heard from it, whichever language it speaks. Nothing here builds a tree of what it reads:
//! the few fields that are checked are looked for.

mod boardgameio;
mod colyseus;
mod socketio;

use std::net::SocketAddr;

use anyhow::bail;

use crate::script::Script;
use crate::socket::Socket;
use boardgameio::BoardgameIo;
use colyseus::Colyseus;
use socketio::SocketIo;

/// What a player has asked for, and can be refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Request {
    Connect,
    Join,
    Move,
    Spectate,
    Reconnect,
    Create,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Winner<'a> {
    Player(&'a [u8]),
    Seat(usize),
    Nobody,
}

#[derive(Debug)]
pub enum Heard<'a> {
    Nothing,
    /// A heartbeat: [`Wire::send_heartbeat`].
    Heartbeat,
    /// The connection stands: [`Wire::send_entry`].
    Opened,
    /// It can be played on.
    Entered,
    /// A token to come back with.
    Session {
        token: &'a [u8],
    },
    Started {
        room: &'a [u8],
        me: &'a [u8],
        seat: usize,
        version: u64,
    },
    /// The game as it stands: for a spectator, or for somebody who comes back.
    Whole {
        room: &'a [u8],
        history: &'a [u8],
        version: u64,
    },
    Made {
        room: &'a [u8],
        by: Option<&'a [u8]>,
        column: u8,
        history: Option<&'a [u8]>,
        version: u64,
    },
    Acknowledged {
        request: Request,
        version: Option<u64>,
    },
    /// Something else that has a number.
    Numbered {
        room: &'a [u8],
        version: u64,
    },
    Over {
        room: &'a [u8],
        winner: Winner<'a>,
        line: Option<[usize; 4]>,
        reason: Option<&'a [u8]>,
        version: Option<u64>,
    },
    Refused {
        request: Request,
        code: &'a [u8],
    },
}

/// Who moves where.
pub struct Move<'a> {
    pub room: &'a [u8],
    pub player: &'a [u8],
    pub seat: usize,
    /// 1 for the first disc.
    pub number: usize,
    pub column: u8,
    /// The version before it.
    pub version: u64,
    /// Relays know no rules: they are told when a game ends. `None` while it goes on.
    pub ends: Option<&'a Script>,
    pub opponent: &'a [u8],
}

pub enum Wire {
    SocketIo(Box<SocketIo>),
    Colyseus(Box<Colyseus>),
    BoardgameIo(Box<BoardgameIo>),
}

impl Wire {
    pub fn named(name: &str, server: SocketAddr) -> anyhow::Result<Wire> {
        Ok(match name {
            "fourfall" => Wire::SocketIo(Box::new(SocketIo::new(true))),
            "socketio" => Wire::SocketIo(Box::new(SocketIo::new(false))),
            "colyseus" => Wire::Colyseus(Box::new(Colyseus::new(server))),
            "boardgameio" => Wire::BoardgameIo(Box::new(BoardgameIo::new())),
            other => bail!("no such protocol: {other}"),
        })
    }

    /// Does the server know the rules, and so the right ending, line and reason?
    pub fn has_lines(&self) -> bool {
        matches!(self, Wire::SocketIo(it) if it.knows_rules)
    }

    /// Is a player's own copy of a move its acknowledgement?
    pub fn echo_acknowledges(&self) -> bool {
        !matches!(self, Wire::SocketIo(_))
    }

    /// Where a connection is opened.
    pub fn path(&mut self) -> anyhow::Result<String> {
        match self {
            Wire::SocketIo(_) | Wire::BoardgameIo(_) => {
                Ok("/socket.io/?EIO=4&transport=websocket".to_owned())
            }
            Wire::Colyseus(it) => it.reserve_seat(),
        }
    }

    pub fn send_heartbeat(&self, to: &mut Socket) {
        to.send_text(b"3");
    }

    pub fn send_entry(&self, to: &mut Socket, token: Option<&[u8]>) {
        match self {
            Wire::SocketIo(it) => it.send_entry(to, token),
            Wire::BoardgameIo(_) => to.send_text(b"40/connect4,"),
            Wire::Colyseus(it) => it.send_entry(to),
        }
    }

    /// Asks for a game. `number` is the player's, `games` how many it has played.
    pub fn send_join(&self, to: &mut Socket, number: usize, games: u32) {
        match self {
            Wire::SocketIo(it) => it.send_join(to),
            Wire::Colyseus(it) => it.send_join(to),
            Wire::BoardgameIo(it) => it.send_join(to, number, games),
        }
    }

    /// Only Fourfall is asked for the following three.
    pub fn send_spectate(&self, to: &mut Socket, room: &[u8]) {
        if let Wire::SocketIo(it) = self {
            it.send_spectate(to, room);
        }
    }

    pub fn send_reconnect(&self, to: &mut Socket, player: &[u8]) {
        if let Wire::SocketIo(it) = self {
            it.send_reconnect(to, player);
        }
    }

    pub fn send_create(&self, to: &mut Socket) {
        if let Wire::SocketIo(it) = self {
            it.send_create(to);
        }
    }

    pub fn send_move(&self, to: &mut Socket, scratch: &mut Vec<u8>, it: &Move<'_>) {
        scratch.clear();
        match self {
            Wire::SocketIo(wire) => wire.send_move(to, scratch, it),
            Wire::Colyseus(wire) => wire.send_move(to, scratch, it),
            Wire::BoardgameIo(wire) => wire.send_move(to, scratch, it),
        }
    }

    /// What a message says: one thing, or a last disc and the end.
    pub fn hear<'a>(&self, message: &'a [u8]) -> anyhow::Result<(Heard<'a>, Heard<'a>)> {
        Ok(match self {
            Wire::SocketIo(it) => (it.hear(message)?, Heard::Nothing),
            Wire::Colyseus(it) => (it.hear(message)?, Heard::Nothing),
            Wire::BoardgameIo(it) => it.hear(message)?,
        })
    }
}

/// Appends a number in decimal.
fn push_number(to: &mut Vec<u8>, number: usize) {
    if number >= 10 {
        push_number(to, number / 10);
    }
    to.push(b'0' + (number % 10) as u8);
}

/// The number `bytes` begin with.
fn leading_number(bytes: &[u8]) -> Option<u64> {
    let digits = bytes.iter().take_while(|it| it.is_ascii_digit()).count();
    std::str::from_utf8(&bytes[..digits]).ok()?.parse().ok()
}

/// What comes before the first `end`.
fn until(bytes: &[u8], end: u8) -> Option<&[u8]> {
    Some(&bytes[..memchr::memchr(end, bytes)?])
}
