//! Entry points for the fuzz targets. Compiled under `cargo fuzz` only.

use bytes::Bytes;

use crate::engine::fuzz_payload;
use crate::packet::{self, Kind};

/// Reads a Socket.IO packet as a client's message.
pub fn packet(text: &str) {
    let Ok(head) = packet::decode(text) else { return };
    assert!(head.data <= text.len() && text.is_char_boundary(head.data));
    let message = crate::engine::fuzz_text(text);
    match head.kind {
        Kind::Connect => {
            let _ = packet::auth(&text[head.data..]);
        }
        Kind::Disconnect => {}
        Kind::Event => {
            if let Ok((name, args)) = packet::event(message, head.data) {
                // Arguments that are passed on unchanged must make an event again.
                let raw = packet::Packet::raw(&name, args.raw_all(), vec![Bytes::new()]);
                let json = raw.expect("arguments are JSON").json().to_owned();
                let again = crate::engine::fuzz_text(&json);
                let (again, _) = packet::event(again, 0).expect("an event again");
                assert_eq!(name, again);
            }
        }
        Kind::Ack => {
            if let Ok(args) = packet::answer(message, head.data) {
                assert!((0..args.len()).all(|it| args.raw(it).is_some()));
            }
        }
    }
}

/// Decodes the body of a long-polling request, and encodes it again.
pub fn payload(body: &[u8]) {
    fuzz_payload(body);
}
