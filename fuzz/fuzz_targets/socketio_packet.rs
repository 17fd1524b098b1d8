//! Any text as a Socket.IO packet.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fourfall_socketio::fuzzing::packet(text));
