//! Colyseus: seats over HTTP, then messages of a type and a MessagePack map, in a room that two players keep.
//!
//! A move carries its column and number, and for the last one who has won; everybody in the room gets it back.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use anyhow::{Context, bail, ensure};

use super::{Heard, Move, Winner};
use crate::socket::Socket;

const JOIN_ROOM: u8 = 10;
const ERROR: u8 = 11;
const ROOM_DATA: u8 = 13;

pub struct Colyseus {
    server: SocketAddr,
    http: RefCell<Option<TcpStream>>,
}

impl Colyseus {
    pub fn new(server: SocketAddr) -> Colyseus {
        Colyseus { server, http: RefCell::new(None) }
    }

    /// A seat in a room that wants somebody, and where to take it.
    pub fn reserve_seat(&self) -> anyhow::Result<String> {
        let mut http = self.http.borrow_mut();
        let stream = match http.as_mut() {
            Some(stream) => stream,
            None => http.insert(TcpStream::connect(self.server)?),
        };
        stream.set_nodelay(true)?;
        write!(
            stream,
            "POST /matchmake/joinOrCreate/four HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: 2\r\n\r\n{{}}",
            self.server
        )?;
        let answer = read_answer(stream)?;
        let text = |name: &str| {
            let key = format!("\"{name}\":\"");
            let start = answer.find(&key)? + key.len();
            let rest = &answer[start..];
            Some(&rest[..rest.find('"')?])
        };
        let (Some(process), Some(room), Some(session)) =
            (text("processId"), text("roomId"), text("sessionId"))
        else {
            bail!("no seat: {answer}");
        };
        Ok(format!("/{process}/{room}?sessionId={session}"))
    }

    pub fn send_entry(&self, to: &mut Socket) {
        to.send_binary(&[JOIN_ROOM]);
    }

    pub fn send_join(&self, to: &mut Socket) {
        to.send_binary(&[&[ROOM_DATA][..], &string("join")].concat());
    }

    pub fn send_move(&self, to: &mut Socket, scratch: &mut Vec<u8>, it: &Move<'_>) {
        scratch.push(ROOM_DATA);
        scratch.extend_from_slice(b"\xa4move");
        let fields = if it.ends.is_some() { 3 } else { 2 };
        scratch.push(0x80 | fields);
        scratch.extend_from_slice(b"\xa6column");
        scratch.push(it.column);
        scratch.extend_from_slice(b"\xa6number");
        scratch.push(it.number as u8);
        if let Some(script) = it.ends {
            scratch.extend_from_slice(b"\xa6winner");
            scratch.push(script.winner.map_or(NOBODY, |seat| seat as u8));
        }
        to.send_binary(scratch);
    }

    pub fn hear<'a>(&self, message: &'a [u8]) -> anyhow::Result<Heard<'a>> {
        let [kind, rest @ ..] = message else { bail!("an empty message") };
        match *kind {
            // Told once that there is a seat; the room speaks after it has been confirmed.
            JOIN_ROOM => return Ok(Heard::Opened),
            ROOM_DATA => {}
            ERROR => bail!("an error: {:?}", String::from_utf8_lossy(rest)),
            _ => return Ok(Heard::Nothing),
        }
        let (name, rest) = take_string(rest).context("a message without a name")?;
        let fields = Map(rest);
        let seat = |name| fields.number(name).map(usize::from);
        Ok(match name {
            b"entered" => Heard::Entered,
            b"started" => {
                let seat = seat(b"seat").context("no seat")?;
                Heard::Started {
                    room: fields.string(b"room").context("no room")?,
                    me: SEATS.get(seat).context("no such seat")?,
                    seat,
                    version: 0,
                }
            }
            b"made" => {
                let by = seat(b"seat").context("no seat")?;
                Heard::Made {
                    room: fields.string(b"room").context("no room")?,
                    by: Some(SEATS.get(by).context("no such seat")?),
                    column: fields.number(b"column").context("no column")?,
                    history: None,
                    version: u64::from(fields.number(b"number").context("no number")?),
                }
            }
            b"over" => {
                let winner = match fields.number(b"winner").context("no winner")? {
                    NOBODY => Winner::Nobody,
                    seat => Winner::Seat(usize::from(seat)),
                };
                let room = fields.string(b"room").context("no room")?;
                Heard::Over { room, winner, line: None, reason: None, version: None }
            }
            other => bail!("what is this: {}", String::from_utf8_lossy(other)),
        })
    }
}

const NOBODY: u8 = 2;
const SEATS: [&[u8]; 2] = [b"0", b"1"];

fn read_answer(stream: &mut TcpStream) -> anyhow::Result<String> {
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut part)?;
        ensure!(read > 0, "no answer about a seat");
        answer.extend_from_slice(&part[..read]);
        let text = String::from_utf8_lossy(&answer);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1).and_then(|it| it.lines().next());
        let length: usize = length.context("an answer without a length")?.trim().parse()?;
        if body.len() >= length {
            return Ok(body.to_owned());
        }
    }
}

/// A short string of MessagePack, which is also how Colyseus writes the type of a message.
fn string(text: &str) -> Vec<u8> {
    let mut bytes = vec![0xa0 | text.len() as u8];
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

fn take_string(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (first, rest) = bytes.split_first()?;
    match first {
        0xa0..=0xbf => rest.split_at_checked(usize::from(first & 0x1f)),
        0xd9 => {
            let (length, rest) = rest.split_first()?;
            rest.split_at_checked(usize::from(*length))
        }
        _ => None,
    }
}

/// A map of short strings to short strings and small numbers.
#[derive(Clone, Copy)]
struct Map<'a>(&'a [u8]);

impl<'a> Map<'a> {
    fn find(self, wanted: &[u8]) -> Option<&'a [u8]> {
        let (first, mut rest) = self.0.split_first()?;
        let fields = match first {
            0x80..=0x8f => usize::from(first & 0x0f),
            // msgpackr writes the size of an object in two bytes.
            0xde => {
                let size = rest.first_chunk::<2>()?;
                rest = &rest[2..];
                usize::from(u16::from_be_bytes(*size))
            }
            _ => return None,
        };
        for _ in 0..fields {
            let (name, value) = take_string(rest)?;
            if name == wanted {
                return Some(value);
            }
            rest = match take_string(value) {
                Some((_, rest)) => rest,
                None => value.get(1..)?,
            };
        }
        None
    }

    fn string(self, name: &[u8]) -> Option<&'a [u8]> {
        Some(take_string(self.find(name)?)?.0)
    }

    fn number(self, name: &[u8]) -> Option<u8> {
        self.find(name)?.first().copied().filter(|it| *it < 0x80)
    }
}
