//! Any commands in any order: what is decided applies, and the log tells the same match.
//!
//! Four bytes are a command: what, who, where, and how many seconds after the one before.
#![no_main]

use std::time::Duration;

use fourfall_match::{
    Action, BotLevel, Command, DeclinedBy, Event, Lot, Match, MatchId, Overrides, PlayerId, Preset,
    Seat, Timestamp, Wishes,
};
use fourfall_rules::Column;
use libfuzzer_sys::fuzz_target;

fn action(what: u8, who: u8, what_exactly: u8) -> Action {
    let name = ["ada", "alan", "eve"][usize::from(who % 3)];
    let by = PlayerId::new(name).expect("names are ids");
    let lot = if what_exactly % 2 == 0 { Lot::Host } else { Lot::Guest };
    let next = MatchId::from_random(u64::from(what_exactly));
    // The wire lets any number through to the match, which knows no such column.
    let column = Column::new(what_exactly % Column::COUNT).filter(|_| what_exactly < u8::MAX);
    let seat = match who {
        128.. => Seat::bot(by.clone(), name, BotLevel::Easy),
        _ => Seat::human(by.clone(), name),
    };
    match what % 20 {
        0 => {
            let preset = Preset::ALL[usize::from(what_exactly % 4)];
            let (house, wishes) = (Overrides::default(), Wishes::default());
            let terms = match what_exactly / 4 % 3 {
                0 => preset.terms(&house, &wishes),
                1 => preset.public_terms(&house, &wishes),
                _ => preset.private_terms(&house, &wishes),
            };
            Action::Create { host: seat, terms }
        }
        1 => Action::Join { guest: seat, lot },
        2 => Action::Resign { by },
        3 => Action::Leave { by },
        4 => Action::Connect { by },
        5 => Action::Disconnect { by },
        6 => Action::AskRematch { by, next, lot },
        7 => {
            let why = match what_exactly % 4 {
                0 => DeclinedBy::Refusal,
                1 => DeclinedBy::Leaving,
                2 => DeclinedBy::Disconnect,
                _ => DeclinedBy::AnotherGame,
            };
            Action::DeclineRematch { by, why }
        }
        8 => Action::Recover,
        9 => Action::Tick,
        10..=12 => Action::Drop { by, column, number: Some(u32::from(what_exactly / 7)) },
        16 => Action::Stall,
        17 => Action::Cancel { by },
        18 => Action::Abort { by },
        19 => Action::CallOff,
        _ => Action::Drop { by, column, number: None },
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut at = Timestamp::from_unix_ms(0);
    let mut state = Match::New;
    let mut log: Vec<Event> = Vec::new();
    for command in bytes.chunks_exact(4) {
        let [what, who, what_exactly, seconds] = *command else { unreachable!("chunks of four") };
        at = at + Duration::from_secs(u64::from(seconds));
        let over = matches!(state, Match::Finished(_) | Match::Closed(_));
        let command = Command { at, action: action(what, who, what_exactly) };
        let Ok(events) = state.decide(&command) else { continue };
        for event in events {
            assert!(!over || !event.ends_the_game(), "a match ends once");
            state = state.apply(&event).expect("decided events apply");
            log.push(event);
        }
        if let Some(deadline) = state.next_deadline() {
            let tick = Command { at: deadline.at, action: Action::Tick };
            let due = state.decide(&tick).expect("a tick is never refused");
            assert_eq!(due.len(), 1, "something happens at a deadline");
        }
    }
    assert_eq!(Match::replay(&log), Ok(state), "the log tells the same match");
});
