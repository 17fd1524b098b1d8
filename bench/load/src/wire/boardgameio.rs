//! boardgame.io: Socket.IO with two events, `sync` and `update`. A match exists as soon as somebody asks for it by a name, so
//! players come in fixed pairs: 0 and 1, 2 and 3.

use anyhow::{Context, bail};
use memchr::memmem::{Finder, FinderRev, find_iter};

use super::{Heard, Move, Winner, leading_number, push_number, until};
use crate::socket::Socket;

pub struct BoardgameIo {
    /// The state's own number comes before those in its log.
    state: Finder<'static>,
    /// What the move was is told in the log that comes with the state, at its end.
    arguments: FinderRev<'static>,
    by: FinderRev<'static>,
    over: Finder<'static>,
}

const EVENT: &[u8] = b"42/connect4,[\"";
const SEATS: [&[u8]; 2] = [b"0", b"1"];

impl BoardgameIo {
    pub fn new() -> BoardgameIo {
        BoardgameIo {
            state: Finder::new(b"\"_stateID\":"),
            arguments: FinderRev::new(b"\"args\":["),
            by: FinderRev::new(b"\"playerID\":\""),
            over: Finder::new(b"\"gameover\":{"),
        }
    }

    pub fn send_join(&self, to: &mut Socket, number: usize, games: u32) {
        // The name ends with the seat, so that a player can be told where it sits by its own request.
        let (pair, seat) = (number / 2, number % 2);
        to.send_text(
            format!(r#"42/connect4,["sync","m{pair}-{games}","{seat}",null,2]"#).as_bytes(),
        );
    }

    pub fn send_move(&self, to: &mut Socket, scratch: &mut Vec<u8>, it: &Move<'_>) {
        let seat = b'0' + it.seat as u8;
        scratch.extend_from_slice(
            br#"42/connect4,["update",{"type":"MAKE_MOVE","payload":{"type":"drop","args":["#,
        );
        scratch.push(b'0' + it.column);
        scratch.extend_from_slice(br#"],"playerID":""#);
        scratch.push(seat);
        scratch.extend_from_slice(br#"","credentials":null}},"#);
        push_number(scratch, it.version as usize);
        scratch.extend_from_slice(br#",""#);
        scratch.extend_from_slice(it.room);
        scratch.extend_from_slice(br#"",""#);
        scratch.push(seat);
        scratch.extend_from_slice(br#""]"#);
        to.send_text(scratch);
    }

    pub fn hear<'a>(&self, message: &'a [u8]) -> anyhow::Result<(Heard<'a>, Heard<'a>)> {
        let Some(event) = message.strip_prefix(EVENT) else {
            let heard = match message {
                b"2" => Heard::Heartbeat,
                [b'0', b'{', ..] => Heard::Opened,
                _ if message.starts_with(b"40/connect4,") => Heard::Entered,
                other => bail!("what is this: {}", String::from_utf8_lossy(other)),
            };
            return Ok((heard, Heard::Nothing));
        };
        let name = until(event, b'"').context("an event without a name")?;
        let rest = event.get(name.len() + 3..).context("an event without a match")?;
        let room = until(rest, b'"').context("an event without a match")?;
        match name {
            // Both are there: whoever hears it gets every update from now on.
            b"matchData" => {
                let there = find_iter(rest, b"\"isConnected\":true").count();
                if there < 2 {
                    return Ok((Heard::Nothing, Heard::Nothing));
                }
                // Its own seat is the player's to know.
                let heard = Heard::Started { room, me: b"", seat: usize::MAX, version: 0 };
                Ok((heard, Heard::Nothing))
            }
            b"update" => self.hear_update(room, rest),
            b"sync" => Ok((Heard::Nothing, Heard::Nothing)),
            other => bail!("what is this: {}", String::from_utf8_lossy(other)),
        }
    }

    fn hear_update<'a>(
        &self,
        room: &'a [u8],
        rest: &'a [u8],
    ) -> anyhow::Result<(Heard<'a>, Heard<'a>)> {
        let after = |finder: &FinderRev<'_>| {
            let at = finder.rfind(rest)? + finder.needle().len();
            Some(&rest[at..])
        };
        let column = after(&self.arguments).and_then(leading_number).context("no column")?;
        let by = after(&self.by).and_then(|it| until(it, b'"')).context("no player")?;
        let seat = SEATS.iter().position(|it| *it == by).context("no such seat")?;
        let state = self.state.find(rest).context("no state's number")? + self.state.needle().len();
        let version = leading_number(&rest[state..]).context("no state's number")?;
        let made = Heard::Made {
            room,
            by: Some(SEATS[seat]),
            column: column as u8,
            history: None,
            version,
        };
        let Some(at) = self.over.find(rest) else { return Ok((made, Heard::Nothing)) };
        let ending = &rest[at + self.over.needle().len()..];
        let winner = match ending.strip_prefix(b"\"winner\":\"") {
            Some([b'0', ..]) => Winner::Seat(0),
            Some([b'1', ..]) => Winner::Seat(1),
            _ => Winner::Nobody,
        };
        Ok((made, Heard::Over { room, winner, line: None, reason: None, version: None }))
    }
}
