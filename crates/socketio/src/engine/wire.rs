//! WebSocket: the stream under it, frames out, messages in.
//!
//! Framing in both directions is tungstenite's. Its sans-I/O half reads from a slice of bytes, so the
//! only buffer a quiet connection keeps is its small one; and frames are formatted straight into the
//! session's outbox, so that whoever sends can also write.

use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tungstenite::Message as WsMessage;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tungstenite::protocol::frame::{FrameHeader, Utf8Bytes};
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};

/// Bytes read with one system call.
const READ_BYTES: usize = 4096;
/// The buffer tungstenite keeps for a connection. It grows for larger messages while they are
/// received.
const KEPT_BYTES: usize = 256;

/// The reading half of a stream.
#[derive(Debug)]
pub(super) enum Reader {
    Tcp(OwnedReadHalf),
    Other(tokio::io::ReadHalf<TokioIo<Upgraded>>),
}

/// The writing half. On a TCP stream anybody may write at any time; on others (TLS, say) only the
/// session's own task can.
#[derive(Debug)]
pub(super) enum Writer {
    Tcp(OwnedWriteHalf),
    Other(tokio::io::WriteHalf<TokioIo<Upgraded>>),
}

/// Splits an upgraded connection. The bytes are those that have been read already.
pub(super) fn split(upgraded: Upgraded) -> (Reader, Writer, Bytes) {
    match upgraded.downcast::<TokioIo<TcpStream>>() {
        Ok(parts) => {
            let (reader, writer) = parts.io.into_inner().into_split();
            (Reader::Tcp(reader), Writer::Tcp(writer), parts.read_buf)
        }
        Err(upgraded) => {
            let (reader, writer) = tokio::io::split(TokioIo::new(upgraded));
            (Reader::Other(reader), Writer::Other(writer), Bytes::new())
        }
    }
}

impl Reader {
    fn poll_read(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self {
            Reader::Tcp(it) => Pin::new(it).poll_read(cx, buf),
            Reader::Other(it) => Pin::new(it).poll_read(cx, buf),
        }
    }

    /// Reads until the other side has closed, so that closing does not cut off what was sent.
    pub(super) fn poll_discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [const { MaybeUninit::uninit() }; READ_BYTES];
        loop {
            let mut buf = ReadBuf::uninit(&mut bytes);
            match ready!(self.poll_read(cx, &mut buf)) {
                Ok(()) if !buf.filled().is_empty() => {}
                Ok(()) | Err(_) => return Poll::Ready(()),
            }
        }
    }
}

impl Writer {
    /// Writes without waiting, where the stream lets anybody do so.
    pub(super) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Writer::Tcp(it) => it.try_write(bytes),
            Writer::Other(_) => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self {
            Writer::Tcp(it) => Pin::new(it).poll_write(cx, bytes),
            Writer::Other(it) => Pin::new(it).poll_write(cx, bytes),
        }
    }

    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Writer::Tcp(it) => Pin::new(it).poll_flush(cx),
            Writer::Other(it) => Pin::new(it).poll_flush(cx),
        }
    }

    pub(super) fn poll_shutdown(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Writer::Tcp(it) => Pin::new(it).poll_shutdown(cx),
            Writer::Other(it) => Pin::new(it).poll_shutdown(cx),
        }
    }
}

/// Appends a finished text frame.
pub(super) fn text_frame(out: &mut Vec<u8>, parts: &[&[u8]]) {
    frame(out, OpCode::Data(Data::Text), parts);
}

/// Appends a finished binary frame.
pub(super) fn binary_frame(out: &mut Vec<u8>, bytes: &[u8]) {
    frame(out, OpCode::Data(Data::Binary), &[bytes]);
}

/// Appends a finished close frame with the code for "going away".
pub(super) fn close_frame(out: &mut Vec<u8>) {
    frame(out, OpCode::Control(Control::Close), &[&1001_u16.to_be_bytes()]);
}

fn frame(out: &mut Vec<u8>, opcode: OpCode, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|it| it.len()).sum();
    out.reserve(length + 10);
    let header = FrameHeader { opcode, ..FrameHeader::default() };
    header.format(length as u64, out).expect("a vector takes everything");
    for part in parts {
        out.extend_from_slice(part);
    }
}

/// Closes a WebSocket that is not needed.
pub(super) async fn close(upgraded: Upgraded) {
    let mut frame = Vec::new();
    close_frame(&mut frame);
    // If it is closed already, nothing is left to do.
    let _ = TokioIo::new(upgraded).write_all(&frame).await;
}

/// What came in.
pub(super) enum Incoming {
    Text(Utf8Bytes),
    Binary(Bytes),
}

/// Why nothing more comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Broken {
    /// The other side closed.
    Closed,
    /// The stream failed.
    Failed,
    /// What came is not WebSocket, or larger than allowed.
    Violation,
}

/// The incoming side of a WebSocket.
pub(super) struct WebSocket {
    reader: Reader,
    context: WebSocketContext,
    /// Read from the stream, and not yet parsed.
    unread: Bytes,
    /// Whether frames may be waiting that need no reading from the stream.
    buffered: bool,
    /// Lives as long as the stream, so that the connection counts until then.
    _permit: Option<crate::Permit>,
}

impl WebSocket {
    pub(super) fn new(
        reader: Reader,
        unread: Bytes,
        max_message: usize,
        permit: Option<crate::Permit>,
    ) -> WebSocket {
        let config = WebSocketConfig::default()
            .read_buffer_size(KEPT_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(max_message))
            .max_frame_size(Some(max_message));
        let buffered = !unread.is_empty();
        let context = WebSocketContext::new(Role::Server, Some(config));
        WebSocket { reader, context, unread, buffered, _permit: permit }
    }

    pub(super) fn into_reader(self) -> (Reader, Option<crate::Permit>) {
        (self.reader, self._permit)
    }

    /// Reads once from the stream, unless something is left from the last time, and hands over each
    /// message until `take` says that it wants no more. Answers to the protocol's own pings are
    /// appended to `replies`.
    pub(super) fn poll_messages(
        &mut self,
        cx: &mut Context<'_>,
        replies: &mut Vec<u8>,
        mut take: impl FnMut(Incoming) -> Take,
    ) -> Poll<Result<(), Broken>> {
        let mut bytes = [const { MaybeUninit::uninit() }; READ_BYTES];
        let mut buf = ReadBuf::uninit(&mut bytes);
        let unread = std::mem::take(&mut self.unread);
        let mut input: &[u8] = if self.buffered {
            &unread
        } else {
            match ready!(self.reader.poll_read(cx, &mut buf)) {
                Ok(()) if buf.filled().is_empty() => return Poll::Ready(Err(Broken::Closed)),
                Ok(()) => buf.filled(),
                Err(_) => return Poll::Ready(Err(Broken::Failed)),
            }
        };
        loop {
            let mut tap = Tap { input: &mut input, output: replies };
            let incoming = match self.context.read(&mut tap) {
                Ok(WsMessage::Text(text)) => Incoming::Text(text),
                Ok(WsMessage::Binary(bytes)) => Incoming::Binary(bytes),
                Ok(WsMessage::Ping(_) | WsMessage::Pong(_) | WsMessage::Frame(_)) => continue,
                // The answer is written by the next read, which then reports the end.
                Ok(WsMessage::Close(_)) => continue,
                Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.buffered = false;
                    return Poll::Ready(Ok(()));
                }
                Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed) => {
                    return Poll::Ready(Err(Broken::Closed));
                }
                Err(_) => return Poll::Ready(Err(Broken::Violation)),
            };
            match take(incoming) {
                Take::More => {}
                Take::Enough => {
                    self.buffered = true;
                    self.unread = Bytes::copy_from_slice(input);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

/// Whether another message is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    More,
    Enough,
}

/// What tungstenite takes for a stream: reads come from a slice, writes go to the end of a buffer.
struct Tap<'a, 'b> {
    input: &'a mut &'b [u8],
    output: &'a mut Vec<u8>,
}

impl Read for Tap<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.input.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.input.read(buf)
    }
}

impl Write for Tap<'_, '_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.output.extend_from_slice(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
