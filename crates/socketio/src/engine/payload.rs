//! Packets in the body of a long-polling request or answer, separated by `\x1e`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tungstenite::protocol::frame::Utf8Bytes;

use super::session::{Message, Outgoing, Text};

const SEPARATOR: u8 = 0x1e;

/// A packet a client may send.
#[derive(Debug)]
pub(super) enum Packet {
    Close,
    Ping,
    Pong,
    Message(Message),
    Upgrade,
    Noop,
}

/// What a client sent is not Engine.IO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Malformed {
    #[error("a packet of an unknown type")]
    Type,
    #[error("a binary packet that is not base64")]
    Base64,
    #[error("text that is not UTF-8")]
    Utf8,
    #[error("too many packets")]
    TooMany,
    #[error("a packet that is too large")]
    TooLarge,
}

/// Decodes one packet of text.
pub(super) fn decode_text(text: Utf8Bytes) -> Result<Packet, Malformed> {
    match text.as_str().as_bytes() {
        [b'4', ..] => Ok(Packet::Message(Message::Text(Text(text)))),
        b"1" => Ok(Packet::Close),
        [b'2', ..] => Ok(Packet::Ping),
        [b'3', ..] => Ok(Packet::Pong),
        b"5" => Ok(Packet::Upgrade),
        b"6" => Ok(Packet::Noop),
        _ => Err(Malformed::Type),
    }
}

/// Decodes the body of a request, with at most `max_packets` packets of at most `max_message`
/// bytes.
pub(super) fn decode(
    body: &[u8],
    max_packets: usize,
    max_message: usize,
) -> Result<Vec<Packet>, Malformed> {
    let body = std::str::from_utf8(body).map_err(|_| Malformed::Utf8)?;
    let mut packets = Vec::new();
    for text in body.split(char::from(SEPARATOR)) {
        if packets.len() == max_packets {
            return Err(Malformed::TooMany);
        }
        packets.push(match text.strip_prefix('b') {
            Some(base64) => {
                // Four characters of base64 are three bytes.
                if base64.len() / 4 * 3 > max_message.saturating_add(2) {
                    return Err(Malformed::TooLarge);
                }
                let bytes = STANDARD.decode(base64).map_err(|_| Malformed::Base64)?;
                Packet::Message(Message::Binary(bytes.into()))
            }
            None if text.len() > max_message => return Err(Malformed::TooLarge),
            None => decode_text(Utf8Bytes::from(text))?,
        });
    }
    Ok(packets)
}

/// The body of an answer.
pub(super) fn encode(packets: Vec<Outgoing>) -> Vec<u8> {
    let mut body = Vec::new();
    for packet in packets {
        if !body.is_empty() {
            body.push(SEPARATOR);
        }
        match packet {
            Outgoing::Text(text) if body.is_empty() => body = text.into_vec(),
            Outgoing::Text(text) => body.extend_from_slice(&text),
            Outgoing::Binary(bytes) => {
                body.push(b'b');
                body.extend_from_slice(STANDARD.encode(&bytes).as_bytes());
            }
        }
    }
    body
}
