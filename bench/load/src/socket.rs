//! A WebSocket of a client, by hand: one read and one write a turn, no task, no copy that can be spared. The
//! generator shares its processors with what it measures.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use anyhow::{Context, bail, ensure};

/// Clients mask what they send. The key need not be secret here.
const MASK: [u8; 4] = [0x5a, 0xc3, 0x17, 0x88];
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Room for a read, and for what was kept before it.
pub const BUFFER: usize = 256 * 1024;

pub struct Socket {
    pub stream: TcpStream,
    is_open: bool,
    /// The beginning of a message whose rest has not come.
    inbox: Vec<u8>,
    /// What has not been sent.
    outbox: Vec<u8>,
}

/// What a server sends. [`BUFFER`] bytes hold the largest.
pub enum Input<'a> {
    /// The server has agreed to speak WebSocket.
    Opened,
    /// It answered the request to do so with this instead.
    Declined(&'a [u8]),
    Message(&'a [u8]),
    /// To be answered with a pong of the same.
    Ping(&'a [u8]),
    Closed,
    Nothing,
}

impl Socket {
    pub fn connect(server: SocketAddr, path: &str) -> anyhow::Result<Socket> {
        let stream = TcpStream::connect(server).context("can't connect")?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut socket = Socket { stream, is_open: false, inbox: Vec::new(), outbox: Vec::new() };
        write!(
            socket.outbox,
            "GET {path} HTTP/1.1\r\nHost: {server}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==\r\n\r\n"
        )?;
        socket.flush()?;
        Ok(socket)
    }

    pub fn send_text(&mut self, message: &[u8]) {
        self.send(TEXT, message);
    }

    pub fn send_binary(&mut self, message: &[u8]) {
        self.send(BINARY, message);
    }

    pub fn send_pong(&mut self, payload: &[u8]) {
        self.send(PONG, payload);
    }

    fn send(&mut self, kind: u8, message: &[u8]) {
        let out = &mut self.outbox;
        out.push(0x80 | kind);
        match message.len() {
            length @ 0..126 => out.push(0x80 | length as u8),
            length => {
                assert!(length <= usize::from(u16::MAX), "the generator sends small messages only");
                out.push(0x80 | 126);
                out.extend_from_slice(&(length as u16).to_be_bytes());
            }
        }
        out.extend_from_slice(&MASK);
        let start = out.len();
        out.extend_from_slice(message);
        for chunk in out[start..].chunks_mut(MASK.len()) {
            chunk.iter_mut().zip(MASK).for_each(|(byte, mask)| *byte ^= mask);
        }
    }

    /// Sends what there is to send. `false` means that some of it has to wait.
    pub fn flush(&mut self) -> anyhow::Result<bool> {
        while !self.outbox.is_empty() {
            match self.stream.write(&self.outbox) {
                Ok(sent) if sent == self.outbox.len() => self.outbox.clear(),
                Ok(sent) => drop(self.outbox.drain(..sent)),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e).context("can't send"),
            }
        }
        Ok(true)
    }

    /// Reads once. What is in `buffer` then begins with what was kept, and is as long as this says; `None` when the
    /// server has closed the connection.
    pub fn fill(&mut self, buffer: &mut [u8]) -> anyhow::Result<Option<usize>> {
        let kept = self.inbox.len();
        buffer[..kept].copy_from_slice(&self.inbox);
        self.inbox.clear();
        match self.stream.read(&mut buffer[kept..]) {
            Ok(0) => Ok(None),
            Ok(read) => Ok(Some(kept + read)),
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                Ok(Some(kept))
            }
            Err(e) if e.kind() == ErrorKind::ConnectionReset => Ok(None),
            Err(e) => Err(e).context("can't read"),
        }
    }

    /// What comes first in `bytes`, and how much of them it is; `None` when its end is missing.
    pub fn parse<'a>(&mut self, bytes: &'a [u8]) -> anyhow::Result<Option<(Input<'a>, usize)>> {
        if !self.is_open {
            let Some(end) = memchr::memmem::find(bytes, b"\r\n\r\n") else { return Ok(None) };
            self.is_open = bytes.starts_with(b"HTTP/1.1 101");
            return Ok(Some(match self.is_open {
                true => (Input::Opened, end + 4),
                false => (Input::Declined(bytes), bytes.len()),
            }));
        }
        let [first, second, ..] = *bytes else { return Ok(None) };
        ensure!(first & 0x80 != 0 && second & 0x80 == 0, "a frame that is masked or in parts");
        let (start, length) = match second {
            126 => match bytes.get(2..4) {
                Some(it) => (4, usize::from(u16::from_be_bytes([it[0], it[1]]))),
                None => return Ok(None),
            },
            127 => bail!("a message of more than 64 KiB"),
            short => (2, usize::from(short)),
        };
        let Some(payload) = bytes.get(start..start + length) else { return Ok(None) };
        let input = match first & 0x0f {
            TEXT | BINARY => Input::Message(payload),
            PING => Input::Ping(payload),
            CLOSE => Input::Closed,
            _ => Input::Nothing,
        };
        Ok(Some((input, start + length)))
    }

    /// Keeps what has no end yet.
    pub fn keep(&mut self, rest: &[u8]) {
        self.inbox.extend_from_slice(rest);
    }
}
