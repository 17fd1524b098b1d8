//! Any bytes as the body of a long-polling request.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| fourfall_socketio::fuzzing::payload(body));
