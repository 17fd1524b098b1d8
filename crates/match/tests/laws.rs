//! What holds for every match, whatever is asked of it and in whatever order.

mod support;

use std::time::Duration;

use fourfall_match::{
    Action, Command, DeclinedBy, Event, IdleWish, Lot, Match, MatchId, Overrides, Preset,
    Rejection, Rematch, Terms, Timestamp, Wishes,
};
use fourfall_rules::{Column, Outcome, Player};
use proptest::prelude::*;
use support::{Table, id, seat};

fn action() -> impl Strategy<Value = Action> {
    // Mostly the players, now and then a stranger.
    let who = || prop_oneof![8 => Just("ada"), 8 => Just("guest"), 1 => Just("eve")].prop_map(id);
    let column = (0..=Column::COUNT).prop_map(Column::new);
    let number = proptest::option::weighted(0.5, 0..44_u32);
    let lot = || prop_oneof![Just(Lot::Host), Just(Lot::Guest)];
    let next = any::<u64>().prop_map(MatchId::from_random);
    let why = prop_oneof![
        Just(DeclinedBy::Refusal),
        Just(DeclinedBy::Leaving),
        Just(DeclinedBy::Disconnect),
        Just(DeclinedBy::AnotherGame),
    ];
    prop_oneof![
        40 => (who(), column, number)
            .prop_map(|(by, column, number)| Action::Drop { by, column, number }),
        8 => Just(Action::Tick),
        4 => who().prop_map(|by| Action::Connect { by }),
        4 => who().prop_map(|by| Action::Disconnect { by }),
        1 => who().prop_map(|by| Action::Resign { by }),
        1 => who().prop_map(|by| Action::Leave { by }),
        2 => (who(), next, lot()).prop_map(|(by, next, lot)| Action::AskRematch { by, next, lot }),
        1 => who().prop_map(|by| Action::Cancel { by }),
        1 => who().prop_map(|by| Action::Abort { by }),
        1 => (who(), why).prop_map(|(by, why)| Action::DeclineRematch { by, why }),
        1 => Just(Action::Recover),
        1 => Just(Action::Stall),
        1 => Just(Action::CallOff),
        1 => lot().prop_map(|lot| Action::Join { guest: seat("guest"), lot }),
        1 => lot().prop_map(|lot| Action::Join { guest: seat("bot"), lot }),
        1 => terms().prop_map(|terms| Action::Create { host: seat("ada"), terms }),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let preset = prop_oneof![
        Just(Preset::Classic),
        Just(Preset::Solo),
        Just(Preset::Live),
        Just(Preset::Duel)
    ];
    let span = || proptest::option::of((0..120_u64).prop_map(Duration::from_secs));
    (preset, any::<bool>(), span(), span(), span()).prop_map(
        |(preset, guest_starts, timeout, warning, reconnect)| {
            let idle = IdleWish { enabled: None, timeout, warning };
            let overrides = Overrides { reconnect, ..Overrides::default() };
            preset.terms(&overrides, &Wishes { idle, turn_clock: None, guest_starts })
        },
    )
}

/// Commands in the order of time, from a moment to minutes apart.
fn commands() -> impl Strategy<Value = Vec<Command>> {
    let pause_ms = prop_oneof![8 => 0..3_000_u64, 2 => 0..40_000_u64, 1 => 0..200_000_u64];
    proptest::collection::vec((pause_ms, action()), 0..120).prop_map(|steps| {
        let mut ms = 0;
        let mut stamped = |(pause_ms, action)| {
            ms += pause_ms;
            Command { at: Timestamp::from_unix_ms(ms), action }
        };
        steps.into_iter().map(&mut stamped).collect()
    })
}

/// A match in any of its lives, and the commands that come.
fn scene() -> impl Strategy<Value = (Table, Vec<Command>)> {
    let table = prop_oneof![
        1 => Just(None),
        1 => terms().prop_map(|terms| Some((terms, None))),
        8 => (terms(), prop_oneof![3 => Just("guest"), 1 => Just("bot")])
            .prop_map(|(terms, guest)| Some((terms, Some(guest)))),
    ];
    (table, commands()).prop_map(|(table, commands)| {
        let table = match table {
            None => Table::new(),
            Some((terms, None)) => Table::opened(terms),
            Some((terms, Some(guest))) => Table::started(terms, guest),
        };
        (table, commands)
    })
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.log.fmt(f)
    }
}

fn result(state: &Match) -> Option<(Outcome, usize)> {
    match state {
        Match::Finished(finished) => Some((finished.outcome, finished.game.moves().len())),
        Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_) => None,
    }
}

fn discs(state: &Match) -> usize {
    match state {
        Match::Playing(game) => game.game.moves().len(),
        Match::Finished(finished) => finished.game.moves().len(),
        Match::New | Match::Open(_) | Match::Closed(_) => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn replaying_the_log_gives_the_same_match((mut table, commands) in scene()) {
        for command in &commands {
            // `give` insists that decided events apply.
            let _ = table.give(command);
        }
        prop_assert_eq!(Match::replay(&table.log), Ok(table.state));
    }

    #[test]
    fn a_refusal_or_a_repeat_leaves_no_trace((mut table, commands) in scene()) {
        for command in &commands {
            let before = table.state.clone();
            match table.give(command) {
                Ok(events) if !events.is_empty() => {}
                Ok(_) | Err(_) => prop_assert_eq!(&before, &table.state),
            }
        }
    }

    #[test]
    fn nothing_happens_after_the_end((mut table, commands) in scene()) {
        for command in &commands {
            let before = table.state.clone();
            let events = table.give(command).unwrap_or_default();
            match before {
                Match::Closed(_) => prop_assert!(events.is_empty()),
                Match::Finished(_) => {
                    prop_assert_eq!(result(&before), result(&table.state));
                    for event in events {
                        let about_the_rematch = matches!(
                            event,
                            Event::RematchAsked { .. }
                                | Event::RematchDeclined { .. }
                                | Event::RematchAgreed { .. }
                        );
                        prop_assert!(about_the_rematch, "{:?}", event);
                    }
                }
                Match::New | Match::Open(_) | Match::Playing(_) => {}
            }
        }
        prop_assert!(table.log.iter().filter(|it| it.ends_the_game()).count() <= 1);
    }

    #[test]
    fn there_is_exactly_one_winner_or_none((mut table, commands) in scene()) {
        for command in &commands {
            let _ = table.give(command);
        }
        if let Match::Finished(finished) = &table.state {
            let on_the_board = finished.game.position().outcome();
            let loser = table.log.iter().find_map(|event| match *event {
                Event::Resigned { player, .. }
                | Event::TimedOut { player, .. }
                | Event::IdledOut { player, .. }
                | Event::StayedAway { player, .. } => Some(player),
                Event::Created { .. }
                | Event::Joined { .. }
                | Event::Dropped { .. }
                | Event::Decided { .. }
                | Event::IdleWarned { .. }
                | Event::Disconnected { .. }
                | Event::Connected { .. }
                | Event::Recovered { .. }
                | Event::Stalled { .. }
                | Event::Closed { .. }
                | Event::RematchAsked { .. }
                | Event::RematchDeclined { .. }
                | Event::RematchAgreed { .. } => None,
            });
            match loser {
                Some(loser) => {
                    prop_assert_eq!(on_the_board, None);
                    prop_assert_eq!(finished.outcome, Outcome::Won(loser.other()));
                }
                None => prop_assert_eq!(on_the_board, Some(finished.outcome)),
            }
        }
    }

    /// A command sent twice in a row does what it does once. Only the first of two drops without a
    /// number is a drop too many, and it is refused.
    #[test]
    fn a_repeat_is_never_played_twice((mut table, commands) in scene()) {
        for command in &commands {
            if let Action::Create { .. } | Action::Join { .. } | Action::Recover = command.action {
                let _ = table.give(command);
                continue;
            }
            let first = table.give(command);
            let discs_once = discs(&table.state);
            let again = table.give(command);
            prop_assert_eq!(discs(&table.state), discs_once);
            if let (Action::Drop { number: Some(_), .. }, Ok(events)) = (&command.action, &first)
                && events.iter().any(|it| matches!(it, Event::Dropped { .. }))
            {
                prop_assert_eq!(again, Ok(vec![]));
            }
        }
    }

    #[test]
    fn a_deadline_fires_once_and_on_time((mut table, commands) in scene()) {
        for command in &commands {
            let _ = table.give(command);
            // Everything due by now, each by its own tick, as a room with a timer does it.
            let mut fired = 0;
            while let Some(deadline) = table.state.next_deadline() {
                if deadline.at > command.at {
                    break;
                }
                let early = Command { at: before(deadline.at), action: Action::Tick };
                if deadline.at.unix_ms() > 0 {
                    prop_assert_eq!(table.state.decide(&early), Ok(vec![]), "not before its time");
                }
                let tick = Command { at: deadline.at, action: Action::Tick };
                let events = table.give(&tick).expect("a tick is never refused");
                prop_assert_eq!(events.len(), 1);
                prop_assert_ne!(Some(deadline), table.state.next_deadline());
                fired += 1;
                prop_assert!(fired <= 2, "a warning and an end at most");
            }
        }
    }

    /// Ticking before each command, as a room does, makes a command do what it says or nothing.
    #[test]
    fn after_a_tick_nobody_is_surprised((mut table, commands) in scene()) {
        for command in &commands {
            table.give(&Command { at: command.at, action: Action::Tick }).expect("never refused");
            let Ok(events) = table.give(command) else { continue };
            for event in events {
                let as_asked = match event {
                    Event::Created { .. } => matches!(command.action, Action::Create { .. }),
                    Event::Joined { .. } => matches!(command.action, Action::Join { .. }),
                    Event::Dropped { .. } | Event::Decided { .. } => {
                        matches!(command.action, Action::Drop { .. })
                    }
                    Event::Resigned { .. } => {
                        matches!(command.action, Action::Resign { .. } | Action::Leave { .. })
                    }
                    Event::Disconnected { .. } => {
                        matches!(command.action, Action::Disconnect { .. })
                    }
                    Event::Connected { .. } => matches!(command.action, Action::Connect { .. }),
                    Event::Recovered { .. } => matches!(command.action, Action::Recover),
                    Event::Stalled { .. } => matches!(command.action, Action::Stall),
                    Event::Closed { .. } => matches!(
                        command.action,
                        Action::Leave { .. }
                            | Action::Cancel { .. }
                            | Action::Abort { .. }
                            | Action::CallOff
                    ),
                    Event::RematchAsked { .. } | Event::RematchAgreed { .. } => {
                        matches!(command.action, Action::AskRematch { .. })
                    }
                    Event::RematchDeclined { .. } => matches!(
                        command.action,
                        Action::DeclineRematch { .. }
                            | Action::Leave { .. }
                            | Action::Disconnect { .. }
                    ),
                    Event::TimedOut { .. }
                    | Event::IdleWarned { .. }
                    | Event::IdledOut { .. }
                    | Event::StayedAway { .. } => false,
                };
                prop_assert!(as_asked, "{:?} led to {:?}", command.action, event);
            }
        }
    }

    #[test]
    fn whoever_ticks_first_the_end_is_the_same(
        (mut table, commands) in scene(),
        late_ms in 0..500_000_u64,
    ) {
        for command in &commands {
            let _ = table.give(command);
        }
        let Some(at) = table.log.last().map(Event::at) else { return Ok(()) };
        let late = Command { at: at + Duration::from_millis(late_ms), action: Action::Tick };
        // One node ticks at every deadline, another only now. Both name the same loser.
        let mut late_node = Table { state: table.state.clone(), log: vec![] };
        late_node.give(&late).expect("a tick is never refused");
        while let Some(deadline) = table.state.next_deadline().filter(|it| it.at <= late.at) {
            let tick = Command { at: deadline.at, action: Action::Tick };
            let events = table.give(&tick).expect("a tick is never refused");
            prop_assert!(!events.is_empty(), "something happens at a deadline");
        }
        prop_assert_eq!(result(&table.state), result(&late_node.state));
    }

    #[test]
    fn a_stranger_changes_nothing((mut table, commands) in scene(), column in 0..7_u8) {
        let by = id("mallory");
        let column = Column::new(column);
        let next = MatchId::from_random(1);
        let deeds = [
            Action::Drop { by: by.clone(), column, number: None },
            Action::Resign { by: by.clone() },
            Action::Leave { by: by.clone() },
            Action::Connect { by: by.clone() },
            Action::Disconnect { by: by.clone() },
            Action::AskRematch { by: by.clone(), next, lot: Lot::Host },
            Action::Cancel { by: by.clone() },
            Action::Abort { by: by.clone() },
            Action::DeclineRematch { by, why: DeclinedBy::Refusal },
        ];
        for command in &commands {
            let _ = table.give(command);
            for action in &deeds {
                let command = Command { at: command.at, action: action.clone() };
                match table.state.decide(&command) {
                    Ok(events) => prop_assert_eq!(events, vec![], "{:?}", action),
                    Err(Rejection::NotSeated | Rejection::Unknown | Rejection::Over) => {}
                    Err(other) => prop_assert!(false, "{:?}: {:?}", action, other),
                }
            }
        }
    }

    #[test]
    fn a_rematch_seats_the_same_two((mut table, commands) in scene(), guest_lot in any::<bool>()) {
        for command in &commands {
            let _ = table.give(command);
        }
        let Match::Finished(finished) = &table.state else { return Ok(()) };
        let lot = if guest_lot { Lot::Guest } else { Lot::Host };
        let opening = finished.opening_of_rematch(lot, finished.ended);
        let Ok(Match::Playing(next)) = Match::replay(&opening) else {
            return Err(TestCaseError::fail("a rematch is on at once"));
        };
        let swapped = finished.seats.clone().swapped();
        prop_assert!(next.seats == swapped || next.seats == finished.seats);
        prop_assert_eq!(next.terms.preset, finished.terms.preset);
        prop_assert_eq!(next.game.moves().len(), 0);
        if let Rematch::Agreed { .. } = finished.rematch {
            let asked = table.log.iter().any(|it| matches!(it, Event::RematchAsked { .. }));
            prop_assert!(asked, "nobody is drawn into a rematch");
        }
    }

    #[test]
    fn the_turn_passes_with_every_disc_and_with_nothing_else((mut table, commands) in scene()) {
        for command in &commands {
            let turn = |state: &Match| match state {
                Match::Playing(game) => Some(game.turn()),
                Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => None,
            };
            let before = turn(&table.state);
            let events = table.give(command).unwrap_or_default();
            if let (Some(before), Some(after)) = (before, turn(&table.state)) {
                let dropped = events.iter().any(|it| matches!(it, Event::Dropped { .. }));
                prop_assert_eq!(after, if dropped { before.other() } else { before });
                let even = discs(&table.state).is_multiple_of(2);
                prop_assert_eq!(after, if even { Player::First } else { Player::Second });
            }
        }
    }
}

fn before(at: Timestamp) -> Timestamp {
    Timestamp::from_unix_ms(at.unix_ms().saturating_sub(1))
}
