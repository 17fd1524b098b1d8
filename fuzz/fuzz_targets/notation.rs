//! Any text is a game that prints as that text, or is refused with a sentence.
#![no_main]

use fourfall_rules::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<Game>() {
    Ok(game) => assert_eq!(game.to_string(), text),
    Err(refusal) => assert!(refusal.to_string().starts_with("move ")),
});
