//! The packets of Socket.IO (protocol 5) over Engine.IO (protocol 4), as text in WebSocket frames.
//!
//! A frame is one digit of Engine.IO, and for messages one digit of Socket.IO behind it, then the
//! namespace, the acknowledgement's number and JSON: `42/connect4,7["game:move",{…}]`.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::clean::clean;

/// What a server can send.
#[derive(Clone, PartialEq, Debug)]
pub enum Packet {
    /// The transport is open.
    Open {
        /// The interval of the server's pings and the grace after it, together.
        silence: Duration,
    },
    /// The transport ends.
    Close,
    /// To be answered by `PONG`.
    Ping,
    /// Nothing.
    Noop,
    /// The namespace is joined.
    Connected,
    /// The namespace refuses: what the server says.
    Refused(String),
    /// The server leaves the namespace.
    Disconnected,
    /// An event with its payload; `null` if it has none.
    Event {
        /// Its name.
        name: String,
        /// Its first argument.
        payload: Value,
    },
    /// The acknowledgement of an event.
    Ack {
        /// The number the event was sent with.
        id: u64,
        /// Its first argument.
        payload: Value,
    },
    /// A packet of another namespace, or of a kind that is not used here.
    Other,
}

/// A frame that is not a packet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server does not speak Socket.IO: {0}")]
pub struct BadPacket(&'static str);

/// The answer to a ping.
pub(crate) const PONG: &str = "3";

impl Packet {
    /// Reads one frame, for a client of one `namespace`.
    ///
    /// # Errors
    ///
    /// If it is not a packet of these protocols.
    pub fn parse(frame: &str, namespace: &str) -> Result<Packet, BadPacket> {
        let mut rest = frame.chars();
        match rest.next() {
            Some('0') => open(rest.as_str()),
            Some('1') => Ok(Packet::Close),
            Some('2') => Ok(Packet::Ping),
            Some('3' | '6') => Ok(Packet::Noop),
            Some('4') => message(rest.as_str(), namespace),
            _ => Err(BadPacket("an unknown kind of frame")),
        }
    }
}

fn open(text: &str) -> Result<Packet, BadPacket> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Open {
        ping_interval: u64,
        ping_timeout: u64,
    }
    let open: Open = serde_json::from_str(text).map_err(|_| BadPacket("a bad greeting"))?;
    let silence_ms = open.ping_interval.saturating_add(open.ping_timeout);
    Ok(Packet::Open { silence: Duration::from_millis(silence_ms) })
}

fn message(text: &str, namespace: &str) -> Result<Packet, BadPacket> {
    let mut rest = text.chars();
    let kind = rest.next().ok_or(BadPacket("an empty message"))?;
    let mut rest = rest.as_str();
    let mut of = "/";
    if rest.starts_with('/') {
        (of, rest) = rest.split_once(',').unwrap_or((rest, ""));
    }
    // Binary packets, which carry a number of attachments here, are never sent by a server of ours.
    if of != namespace {
        return Ok(Packet::Other);
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, json) = rest.split_at(digits);
    match kind {
        '0' => Ok(Packet::Connected),
        '1' => Ok(Packet::Disconnected),
        '2' => {
            let mut arguments = arguments(json)?;
            let payload = if arguments.len() > 1 { arguments.swap_remove(1) } else { Value::Null };
            let Value::String(name) = arguments.swap_remove(0) else {
                return Err(BadPacket("an event without a name"));
            };
            Ok(Packet::Event { name, payload })
        }
        '3' => {
            let id = id.parse().map_err(|_| BadPacket("an acknowledgement of nothing"))?;
            let payload = arguments(json).map_or(Value::Null, |mut it| it.swap_remove(0));
            Ok(Packet::Ack { id, payload })
        }
        '4' => Ok(Packet::Refused(refusal(json))),
        '5' | '6' => Ok(Packet::Other),
        _ => Err(BadPacket("an unknown kind of message")),
    }
}

/// A list with at least one element.
fn arguments(json: &str) -> Result<Vec<Value>, BadPacket> {
    let list: Vec<Value> = serde_json::from_str(json).map_err(|_| BadPacket("a bad payload"))?;
    let list: Vec<Value> = list.into_iter().map(clean).collect();
    if list.is_empty() { Err(BadPacket("an empty payload")) } else { Ok(list) }
}

fn refusal(json: &str) -> String {
    let value = clean(serde_json::from_str(json).unwrap_or_default());
    let message = value.get("message").unwrap_or(&value);
    message.as_str().map_or_else(|| "no reason given".to_owned(), str::to_owned)
}

/// Asks to join the namespace.
pub(crate) fn connect(namespace: &str, auth: Option<&Value>) -> String {
    match auth {
        Some(auth) => format!("40{namespace},{auth}"),
        None => format!("40{namespace},"),
    }
}

/// Leaves the namespace.
pub(crate) fn disconnect(namespace: &str) -> String {
    format!("41{namespace},")
}

/// An event that asks for an acknowledgement.
pub(crate) fn event(namespace: &str, id: u64, name: &str, payload: &Value) -> String {
    format!("42{namespace},{id}{}", json!([name, payload]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(frame: &str, expected: Result<Packet, &'static str>) {
        assert_eq!(Packet::parse(frame, "/connect4"), expected.map_err(BadPacket), "{frame}");
    }

    #[test]
    fn frames_are_read() {
        let open =
            r#"0{"sid":"x","upgrades":[],"pingInterval":20000,"pingTimeout":10000,"maxPayload":9}"#;
        check(open, Ok(Packet::Open { silence: Duration::from_secs(30) }));
        check("1", Ok(Packet::Close));
        check("2", Ok(Packet::Ping));
        check("2probe", Ok(Packet::Ping));
        check("6", Ok(Packet::Noop));
        check(r#"40/connect4,{"sid":"y"}"#, Ok(Packet::Connected));
        check("41/connect4,", Ok(Packet::Disconnected));
        check("41/connect4", Ok(Packet::Disconnected));
        check(r#"44/connect4,{"message":"no"}"#, Ok(Packet::Refused("no".to_owned())));
        check(r#"44/connect4,"no""#, Ok(Packet::Refused("no".to_owned())));
        check("44/connect4,{}", Ok(Packet::Refused("no reason given".to_owned())));
        let event = |payload| Packet::Event { name: "a".to_owned(), payload };
        check(r#"42/connect4,["a",{"b":[1,"2,3"]}]"#, Ok(event(json!({ "b": [1, "2,3"] }))));
        check(r#"42/connect4,["a"]"#, Ok(event(Value::Null)));
        check(r#"42/connect4,12["a",1]"#, Ok(event(json!(1))));
        check(
            r#"43/connect4,12[{"ok":true}]"#,
            Ok(Packet::Ack { id: 12, payload: json!({ "ok": true }) }),
        );
        check("43/connect4,12[]", Ok(Packet::Ack { id: 12, payload: Value::Null }));
        check(r#"42/other,["a"]"#, Ok(Packet::Other));
        check(r#"42["a"]"#, Ok(Packet::Other));
    }

    #[test]
    fn what_is_no_packet_is_refused() {
        check("", Err("an unknown kind of frame"));
        check("hello", Err("an unknown kind of frame"));
        check("0{}", Err("a bad greeting"));
        check("4", Err("an empty message"));
        check("49/connect4,", Err("an unknown kind of message"));
        check("42/connect4,", Err("a bad payload"));
        check("42/connect4,[]", Err("an empty payload"));
        check("42/connect4,[1]", Err("an event without a name"));
        check(r#"43/connect4,["a"]"#, Err("an acknowledgement of nothing"));
        check("43/connect4,99999999999999999999999[1]", Err("an acknowledgement of nothing"));
    }

    #[test]
    fn packets_are_written() {
        assert_eq!(connect("/connect4", None), "40/connect4,");
        let auth = json!({ "token": "t" });
        assert_eq!(connect("/connect4", Some(&auth)), r#"40/connect4,{"token":"t"}"#);
        let frame = event("/connect4", 7, "game:move", &json!({ "column": 3 }));
        assert_eq!(frame, r#"42/connect4,7["game:move",{"column":3}]"#);
    }
}
