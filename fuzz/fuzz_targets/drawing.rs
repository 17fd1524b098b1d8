//! Any text is a board that can be drawn and read again, or is refused.
#![no_main]

use fourfall_rules::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<Position>() {
    Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
    Err(refusal) => assert!(!refusal.to_string().is_empty()),
});
