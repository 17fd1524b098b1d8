//! Any JSON is a message or is refused with a sentence; a message survives the way out and in.
#![no_main]

use fourfall_protocol::{ClientMessage, ServerMessage};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(payload) = serde_json::from_slice::<Value>(bytes) else { return };
    for event in ClientMessage::EVENTS {
        match ClientMessage::decode(event, payload.clone()) {
            Ok(message) => {
                let again = serde_json::to_value(&message).expect("messages serialize");
                assert_eq!(ClientMessage::decode(event, again), Ok(message));
            }
            Err(malformed) => assert!(malformed.to_string().starts_with(event)),
        }
    }
    for event in ServerMessage::EVENTS {
        if let Ok(message) = ServerMessage::decode(event, payload.clone()) {
            let again = serde_json::to_value(&message).expect("messages serialize");
            assert_eq!(ServerMessage::decode(event, again), Ok(message));
        }
    }
});
