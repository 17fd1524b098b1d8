//! Fourfall's protocol (docs/PROTOCOL.md), and the relay's, which is a part of it.

use anyhow::{Context, bail};
use memchr::memmem::{Finder, FinderRev};

use super::{Heard, Move, Request, Winner, leading_number, push_number, until};
use crate::socket::Socket;

pub struct SocketIo {
    /// The relay knows none, and is told how a game ends.
    pub knows_rules: bool,
    fields: Fields,
}

/// Found by their names, wherever in a message they are.
struct Fields {
    room: Finder<'static>,
    player: Finder<'static>,
    column: Finder<'static>,
    history: Finder<'static>,
    /// The last field, so it is looked for from the end.
    version: FinderRev<'static>,
}

const EVENT: &[u8] = b"42/connect4,[\"";
const ANSWER: &[u8] = b"43/connect4,";

impl SocketIo {
    pub fn new(knows_rules: bool) -> SocketIo {
        let fields = Fields {
            room: Finder::new(b"\"roomId\":\""),
            player: Finder::new(b"\"playerId\":\""),
            column: Finder::new(b"\"column\":"),
            history: Finder::new(b"\"moveHistory\":["),
            version: FinderRev::new(b"\"version\":"),
        };
        SocketIo { knows_rules, fields }
    }

    pub fn send_entry(&self, to: &mut Socket, token: Option<&[u8]>) {
        let mut packet = b"40/connect4,".to_vec();
        if let Some(token) = token {
            packet.extend_from_slice(b"{\"token\":\"");
            packet.extend_from_slice(token);
            packet.extend_from_slice(b"\"}");
        }
        to.send_text(&packet);
    }

    pub fn send_join(&self, to: &mut Socket) {
        to.send_text(br#"42/connect4,0["matchmaking:join",{"username":"Load"}]"#);
    }

    pub fn send_spectate(&self, to: &mut Socket, room: &[u8]) {
        let room = String::from_utf8_lossy(room);
        let packet =
            format!(r#"42/connect4,2["game:spectate",{{"roomId":"{room}","username":"Load"}}]"#);
        to.send_text(packet.as_bytes());
    }

    pub fn send_reconnect(&self, to: &mut Socket, player: &[u8]) {
        let player = String::from_utf8_lossy(player);
        let packet = format!(r#"42/connect4,3["game:reconnect",{{"playerId":"{player}"}}]"#);
        to.send_text(packet.as_bytes());
    }

    pub fn send_create(&self, to: &mut Socket) {
        to.send_text(br#"42/connect4,4["room:create",{"username":"Load"}]"#);
    }

    pub fn send_move(&self, to: &mut Socket, scratch: &mut Vec<u8>, it: &Move<'_>) {
        scratch.extend_from_slice(br#"42/connect4,1["game:move",{"roomId":""#);
        scratch.extend_from_slice(it.room);
        scratch.extend_from_slice(br#"","playerId":""#);
        scratch.extend_from_slice(it.player);
        scratch.extend_from_slice(br#"","column":"#);
        scratch.push(b'0' + it.column);
        scratch.extend_from_slice(br#","moveNumber":"#);
        push_number(scratch, it.number);
        if let (false, Some(script)) = (self.knows_rules, it.ends) {
            scratch.extend_from_slice(br#","ends":{"winner":"#);
            let winner =
                script.winner.map(|seat| if seat == it.seat { it.player } else { it.opponent });
            match winner {
                Some(id) => {
                    scratch.push(b'"');
                    scratch.extend_from_slice(id);
                    scratch.push(b'"');
                }
                None => scratch.extend_from_slice(b"null"),
            }
            scratch.push(b'}');
        }
        scratch.extend_from_slice(b"}]");
        to.send_text(scratch);
    }

    pub fn hear<'a>(&self, message: &'a [u8]) -> anyhow::Result<Heard<'a>> {
        if let Some(event) = message.strip_prefix(EVENT) {
            let name = until(event, b'"').context("an event without a name")?;
            return self.hear_event(name, &event[name.len()..]);
        }
        if let Some(answer) = message.strip_prefix(ANSWER) {
            return self.hear_answer(answer);
        }
        Ok(match message {
            b"2" => Heard::Heartbeat,
            [b'0', b'{', ..] => Heard::Opened,
            _ if message.starts_with(b"40/connect4,") => Heard::Entered,
            _ if message.starts_with(b"44/connect4,") => {
                Heard::Refused { request: Request::Connect, code: code(message)? }
            }
            b"6" | b"41" | b"41/connect4," => Heard::Nothing,
            other => bail!("what is this: {}", String::from_utf8_lossy(other)),
        })
    }

    fn hear_answer<'a>(&self, answer: &'a [u8]) -> anyhow::Result<Heard<'a>> {
        let request = match leading_number(answer) {
            Some(0) => Request::Join,
            Some(1) => Request::Move,
            Some(2) => Request::Spectate,
            Some(3) => Request::Reconnect,
            Some(4) => Request::Create,
            _ => bail!("an answer to nothing: {}", String::from_utf8_lossy(answer)),
        };
        if answer[1..].starts_with(b"[{\"ok\":true") {
            let version = self.fields.version.rfind(answer);
            let version = version.and_then(|at| leading_number(&answer[at + 10..]));
            return Ok(Heard::Acknowledged { request, version });
        }
        Ok(Heard::Refused { request, code: code(answer)? })
    }

    fn hear_event<'a>(&self, name: &[u8], event: &'a [u8]) -> anyhow::Result<Heard<'a>> {
        Ok(match name {
            b"game:move:made" => Heard::Made {
                room: self.room(event)?,
                by: Some(text_after(&self.fields.player, event).context("no playerId")?),
                column: self.column(event)?,
                history: self.history(event),
                version: self.version(event)?,
            },
            b"game:started" => {
                let me = text_after(&self.fields.player, event).context("no playerId")?;
                let players = part_after(event, b"\"players\":[").context("no players")?;
                let first = part_after(players, b"\"id\":\"").context("no player's id")?;
                let seat = usize::from(until(first, b'"') != Some(me));
                let version = if self.knows_rules { self.version(event)? } else { 0 };
                Heard::Started { room: self.room(event)?, me, seat, version }
            }
            b"game:over" => self.over(event)?,
            b"game:spectate:joined" | b"game:reconnected" => Heard::Whole {
                room: self.room(event)?,
                history: self.history(event).context("no moveHistory")?,
                version: self.version(event)?,
            },
            b"session:created" => {
                let token = part_after(event, b"\"token\":\"").and_then(|it| until(it, b'"'));
                Heard::Session { token: token.context("no token")? }
            }
            b"player:disconnected" | b"player:reconnected" | b"connect4:afk_warning" => {
                Heard::Numbered { room: self.room(event)?, version: self.version(event)? }
            }
            // A game that could not be opened is told to whoever had been told to wait for one.
            b"game:error" if memchr::memmem::find(event, b"\"matchmaking:join\"").is_some() => {
                Heard::Refused { request: Request::Join, code: code(event)? }
            }
            b"game:error" | b"session:replaced" => {
                bail!("heard {}", String::from_utf8_lossy(event))
            }
            _ => Heard::Nothing,
        })
    }

    fn over<'a>(&self, event: &'a [u8]) -> anyhow::Result<Heard<'a>> {
        let winner = part_after(event, b"\"winner\":").context("no winner")?;
        let winner = match winner.strip_prefix(b"\"") {
            Some(id) => Winner::Player(until(id, b'"').context("no winner's id")?),
            None => Winner::Nobody,
        };
        let reason = part_after(event, b"\"reason\":\"").and_then(|it| until(it, b'"'));
        let line = part_after(event, b"\"winningCells\":[").and_then(|it| until(it, b']'));
        let line = line.and_then(|cells| {
            let cells: Option<Vec<usize>> = cells
                .split(|it| *it == b',')
                .map(|it| std::str::from_utf8(it).ok()?.trim().parse().ok())
                .collect();
            cells?.try_into().ok()
        });
        let version = if self.knows_rules { Some(self.version(event)?) } else { None };
        Ok(Heard::Over { room: self.room(event)?, winner, line, reason, version })
    }

    fn room<'a>(&self, event: &'a [u8]) -> anyhow::Result<&'a [u8]> {
        text_after(&self.fields.room, event).context("no roomId")
    }

    fn column(&self, event: &[u8]) -> anyhow::Result<u8> {
        let at = self.fields.column.find(event).context("no column")?;
        let digit = event.get(at + b"\"column\":".len()).context("no column")?;
        Ok(digit.wrapping_sub(b'0'))
    }

    fn history<'a>(&self, event: &'a [u8]) -> Option<&'a [u8]> {
        let at = self.fields.history.find(event)? + self.fields.history.needle().len();
        until(&event[at..], b']')
    }

    fn version(&self, event: &[u8]) -> anyhow::Result<u64> {
        let at = self.fields.version.rfind(event).context("no version")?;
        leading_number(&event[at + b"\"version\":".len()..]).context("no version")
    }
}

fn text_after<'a>(name: &Finder<'_>, event: &'a [u8]) -> Option<&'a [u8]> {
    until(&event[name.find(event)? + name.needle().len()..], b'"')
}

/// For messages that are rare.
fn part_after<'a>(event: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    Some(&event[memchr::memmem::find(event, name)? + name.len()..])
}

fn code(refusal: &[u8]) -> anyhow::Result<&[u8]> {
    let code = part_after(refusal, b"\"code\":\"").and_then(|it| until(it, b'"'));
    code.with_context(|| format!("a refusal without a code: {}", String::from_utf8_lossy(refusal)))
}
