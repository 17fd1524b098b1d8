//! Socket.IO packets, protocol 5: decoding what comes in, encoding once what goes to many.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::engine::Text;

/// Names of events a client may not use: client libraries use them for events of their own.
const RESERVED: [&str; 6] =
    ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];

/// What a client sent is not Socket.IO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a Socket.IO packet")]
pub(crate) struct Malformed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Connect,
    Disconnect,
    Event,
    Ack,
}

/// The head of a packet: all except its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    pub(crate) kind: Kind,
    pub(crate) attachments: usize,
    pub(crate) namespace: &'a str,
    pub(crate) id: Option<u64>,
    /// Where the data begins.
    pub(crate) data: usize,
}

/// Decodes `<type>[<attachments>-][<namespace>,][<id>][<data>]`.
pub(crate) fn decode(text: &str) -> Result<Head<'_>, Malformed> {
    let (kind, binary) = match text.as_bytes().first() {
        Some(b'0') => (Kind::Connect, false),
        Some(b'1') => (Kind::Disconnect, false),
        Some(b'2') => (Kind::Event, false),
        Some(b'3') => (Kind::Ack, false),
        Some(b'5') => (Kind::Event, true),
        Some(b'6') => (Kind::Ack, true),
        // A client may not send a connect error.
        _ => return Err(Malformed),
    };
    let mut rest = &text[1..];
    let mut attachments = 0;
    if binary {
        let (count, after) = rest.split_once('-').ok_or(Malformed)?;
        attachments = number(count).and_then(|it| usize::try_from(it).ok()).ok_or(Malformed)?;
        rest = after;
    }
    let mut namespace = "/";
    if rest.starts_with('/') {
        (namespace, rest) = rest.split_once(',').unwrap_or((rest, ""));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let id = match digits {
        0 => None,
        _ => Some(number(&rest[..digits]).ok_or(Malformed)?),
    };
    let data = text.len() - rest.len() + digits;
    Ok(Head { kind, attachments, namespace, id, data })
}

fn number(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// The data a client may send when it joins a namespace: an object, or nothing.
pub(crate) fn auth(data: &str) -> Result<Option<Box<RawValue>>, Malformed> {
    if data.is_empty() {
        return Ok(None);
    }
    let auth: Box<RawValue> = serde_json::from_str(data).map_err(|_| Malformed)?;
    match auth.get().starts_with('{') {
        true => Ok(Some(auth)),
        false => Err(Malformed),
    }
}

/// The arguments of an event or an answer: JSON as received, and binary attachments.
#[derive(Clone)]
pub struct Args {
    text: Text,
    /// Where each argument is.
    places: Vec<Range<usize>>,
    attachments: Vec<Bytes>,
}

impl fmt::Debug for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).filter_map(|it| self.raw(it))).finish()
    }
}

impl Args {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// One argument, as JSON.
    pub fn raw(&self, index: usize) -> Option<&str> {
        self.places.get(index).map(|it| &self.text.as_str()[it.clone()])
    }

    /// All arguments as JSON, with commas between them.
    pub fn raw_all(&self) -> &str {
        match (self.places.first(), self.places.last()) {
            (Some(first), Some(last)) => &self.text.as_str()[first.start..last.end],
            _ => "",
        }
    }

    /// The first argument as a value. One that is missing reads as `null`.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.raw(0).unwrap_or("null"))
    }

    /// Binary attachments. An argument refers to one as `{"_placeholder":true,"num":0}`.
    pub fn attachments(&self) -> &[Bytes] {
        &self.attachments
    }

    pub(crate) fn attach(&mut self, bytes: Bytes) {
        self.attachments.push(bytes);
    }
}

/// Reads the data of an event: its name and its arguments.
pub(crate) fn event(text: Text, data: usize) -> Result<(String, Args), Malformed> {
    let json = text.as_str();
    let Event { name, args } = serde_json::from_str(&json[data..]).map_err(|_| Malformed)?;
    if RESERVED.contains(&name.as_ref()) {
        return Err(Malformed);
    }
    let (name, places) = (name.into_owned(), places(json, &args));
    Ok((name, Args { text, places, attachments: Vec::new() }))
}

/// Reads the data of an answer: its arguments.
pub(crate) fn answer(text: Text, data: usize) -> Result<Args, Malformed> {
    let json = text.as_str();
    let args: Vec<&RawValue> = serde_json::from_str(&json[data..]).map_err(|_| Malformed)?;
    let places = places(json, &args);
    Ok(Args { text, places, attachments: Vec::new() })
}

/// The ranges of slices of a text.
fn places(text: &str, args: &[&RawValue]) -> Vec<Range<usize>> {
    let start = text.as_ptr().addr();
    args.iter()
        .map(|it| {
            let at = it.get().as_ptr().addr() - start;
            at..at + it.get().len()
        })
        .collect()
}

struct Event<'a> {
    name: Cow<'a, str>,
    args: Vec<&'a RawValue>,
}

impl<'de> Deserialize<'de> for Event<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event<'de>, D::Error> {
        deserializer.deserialize_seq(EventVisitor)
    }
}

struct EventVisitor;

impl<'de> Visitor<'de> for EventVisitor {
    type Value = Event<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array that begins with the name of an event")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Event<'de>, A::Error> {
        let missing = || de::Error::invalid_length(0, &self);
        let name: &RawValue = seq.next_element()?.ok_or_else(missing)?;
        let name = name.get();
        let name = match name.as_bytes().first() {
            // Without an escape the text can be borrowed as it is.
            Some(b'"') if !name.contains('\\') => Cow::Borrowed(&name[1..name.len() - 1]),
            Some(b'"') => Cow::Owned(serde_json::from_str(name).map_err(de::Error::custom)?),
            Some(b'-' | b'0'..=b'9') => Cow::Borrowed(name),
            _ => return Err(de::Error::custom("the name of an event is text")),
        };
        let mut args = Vec::new();
        while let Some(arg) = seq.next_element()? {
            args.push(arg);
        }
        Ok(Event { name, args })
    }
}

/// An event, encoded once for any number of sockets. Cheap to clone.
#[derive(Clone)]
pub struct Packet(Arc<Body>);

struct Body {
    /// `["name",…]`
    json: Box<str>,
    attachments: Box<[Bytes]>,
}

impl fmt::Debug for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.json)
    }
}

impl Packet {
    /// An event with one argument. Fails if the argument has no JSON form (a map whose keys are not
    /// strings).
    pub fn event(name: &str, argument: &impl Serialize) -> Result<Packet, serde_json::Error> {
        let mut json = Vec::with_capacity(128);
        json.push(b'[');
        serde_json::to_writer(&mut json, name)?;
        json.push(b',');
        serde_json::to_writer(&mut json, argument)?;
        json.push(b']');
        Ok(Packet::from_json(json, Vec::new()))
    }

    /// An event whose arguments are JSON already, with commas between them, and binary attachments.
    pub fn raw(
        name: &str,
        arguments: &str,
        attachments: Vec<Bytes>,
    ) -> Result<Packet, serde_json::Error> {
        let name = serde_json::to_string(name)?;
        let comma = if arguments.is_empty() { "" } else { "," };
        let json = format!("[{name}{comma}{arguments}]");
        serde_json::from_str::<&RawValue>(&json)?;
        Ok(Packet::from_json(json.into_bytes(), attachments))
    }

    fn from_json(json: Vec<u8>, attachments: Vec<Bytes>) -> Packet {
        let json = String::from_utf8(json).expect("JSON is UTF-8").into_boxed_str();
        Packet(Arc::new(Body { json, attachments: attachments.into() }))
    }

    pub(crate) fn json(&self) -> &str {
        &self.0.json
    }

    pub(crate) fn attachments(&self) -> &[Bytes] {
        &self.0.attachments
    }

    /// About how much memory it takes.
    pub(crate) fn size(&self) -> usize {
        let attachments: usize = self.0.attachments.iter().map(Bytes::len).sum();
        self.0.json.len() + attachments + 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_decoded() {
        let head = |kind, attachments, namespace, id, data| {
            Ok(Head { kind, attachments, namespace, id, data })
        };
        for (text, decoded) in [
            ("0", head(Kind::Connect, 0, "/", None, 1)),
            ("0/admin,", head(Kind::Connect, 0, "/admin", None, 8)),
            ("0/admin", head(Kind::Connect, 0, "/admin", None, 7)),
            ("0/admin,{}", head(Kind::Connect, 0, "/admin", None, 8)),
            ("1/admin,", head(Kind::Disconnect, 0, "/admin", None, 8)),
            ("2[\"foo\"]", head(Kind::Event, 0, "/", None, 1)),
            ("212[\"foo\"]", head(Kind::Event, 0, "/", Some(12), 3)),
            ("3/admin,13[]", head(Kind::Ack, 0, "/admin", Some(13), 10)),
            ("52-/a,[]", head(Kind::Event, 2, "/a", None, 6)),
            ("61-15[]", head(Kind::Ack, 1, "/", Some(15), 5)),
            ("2abc[]", head(Kind::Event, 0, "/", None, 1)),
            ("", Err(Malformed)),
            ("4{}", Err(Malformed)),
            ("7", Err(Malformed)),
            ("5[]", Err(Malformed)),
            ("5-[]", Err(Malformed)),
            ("5+1-[]", Err(Malformed)),
            ("299999999999999999999[]", Err(Malformed)),
        ] {
            assert_eq!(decode(text), decoded, "{text}");
        }
    }
}
