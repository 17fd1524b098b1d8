//! What happens at the table, case by case.
//!
//! | document | tests |
//! |---|---|
//! | 000 §4, §5 who starts, alternate turns | `the_host_starts`, `players_alternate` |
//! | 000 §8–§10 win, draw, nothing afterwards | `four_in_a_row_ends_it`, `a_full_board_ends_it`, `nothing_is_played_after_the_end` |
//! | 000 §10, §12 rematch, lobby, timer, disconnects | `a_rematch_takes_two`, `leaving_gives_up`, `the_turn_clock_is_lost_by_the_player_to_move` |
//! | 002 turns, starting player, colours | `solo_is_the_document_of_solo_play`, `solo_colours_follow_the_person` |
//! | 003 colours and turn order, no clock | `live_is_the_online_document` |
//! | 003 reconnect, reasons | `who_is_not_back_in_time_loses`, `an_idle_player_is_warned_once_and_loses` |
//! | 004 starter by lot, a minute a turn, thirty seconds to return | `duel_is_the_document_of_duels`, `the_lot_decides_who_starts` |

mod support;

use std::time::Duration;

use fourfall_match::{
    Action, Bots, ClosedBy, Colours, Command, DeclinedBy, EndedBy, Event, Finished, Idle, IdleWish,
    Lot, Match, MatchId, Overrides, PlayerId, Preset, Rematch, Score, Starter, Terms, Version,
    Wishes,
};
use fourfall_rules::{ByPlayer, Column, Outcome, Player};
use support::{Table, id, seat, seconds};

// A command is a sentence, `<seconds> <who> <what>`: `0 ada 4` drops into column 4, `0 ada 4#1`
// says that it is disc 1, `60 tick` lets time be noticed. Ada hosts, Alan or a bot is her guest.

/// Gives a command in words, and says in words what came of it.
fn say(table: &mut Table, sentence: &str) -> String {
    match table.give(&command(table, sentence)) {
        Err(rejection) => format!("no: {rejection}"),
        Ok(events) if events.is_empty() => "nothing".to_owned(),
        Ok(events) => events.iter().map(describe).collect::<Vec<_>>().join(", "),
    }
}

fn command(table: &Table, sentence: &str) -> Command {
    let words: Vec<&str> = sentence.split(' ').collect();
    let at = seconds(words[0].parse().expect("a sentence starts with its second"));
    let again = |who, lot| Action::AskRematch { by: id(who), next: next_match(), lot };
    let action = match words[1..] {
        ["tick"] => Action::Tick,
        ["recover"] => Action::Recover,
        ["stall"] => Action::Stall,
        ["off"] => Action::CallOff,
        [who, "creates"] => Action::Create { host: seat(who), terms: terms_of(&table.state) },
        [who, "joins"] => Action::Join { guest: seat(who), lot: Lot::Host },
        [who, "joins", "tails"] => Action::Join { guest: seat(who), lot: Lot::Guest },
        [who, "resigns"] => Action::Resign { by: id(who) },
        [who, "leaves"] => Action::Leave { by: id(who) },
        [who, "cancels"] => Action::Cancel { by: id(who) },
        [who, "aborts"] => Action::Abort { by: id(who) },
        [who, "busy"] => Action::DeclineRematch { by: id(who), why: DeclinedBy::AnotherGame },
        [who, "goes"] => Action::Disconnect { by: id(who) },
        [who, "comes"] => Action::Connect { by: id(who) },
        [who, "again?"] => again(who, Lot::Host),
        [who, "again?", "tails"] => again(who, Lot::Guest),
        [who, "no"] => Action::DeclineRematch { by: id(who), why: DeclinedBy::Refusal },
        [who, drop] => {
            let (column, number) = match drop.split_once('#') {
                None => (drop, None),
                Some((column, number)) => (column, number.parse().ok()),
            };
            let column = Column::numbered(column.parse().expect("a number"));
            Action::Drop { by: id(who), column, number }
        }
        _ => panic!("{sentence:?} is no command"),
    };
    Command { at, action }
}

fn terms_of(state: &Match) -> Terms {
    match state {
        Match::Open(open) => open.terms,
        Match::Playing(game) => game.terms,
        Match::Closed(closed) => closed.terms,
        Match::Finished(finished) => finished.terms,
        Match::New => panic!("a match that does not exist has no terms"),
    }
}

/// The match that follows a rematch.
fn next_match() -> MatchId {
    MatchId::from_random(2)
}

fn describe(event: &Event) -> String {
    let name = |player| match player {
        Player::First => "first",
        Player::Second => "second",
    };
    match event {
        Event::Created { host, .. } => format!("{} opened", host.name),
        Event::Joined { guest, host_plays, .. } => {
            format!("{} joined, host is {}", guest.name, name(*host_plays))
        }
        Event::Dropped { column, .. } => format!("dropped {column}"),
        Event::Decided { .. } => "decided".to_owned(),
        Event::Resigned { player, .. } => format!("{} resigned", name(*player)),
        Event::TimedOut { player, .. } => format!("{} out of time", name(*player)),
        Event::IdleWarned { player, .. } => format!("{} warned", name(*player)),
        Event::IdledOut { player, .. } => format!("{} idled out", name(*player)),
        Event::Disconnected { player, .. } => format!("{} gone", name(*player)),
        Event::Connected { player, .. } => format!("{} back", name(*player)),
        Event::StayedAway { player, .. } => format!("{} stayed away", name(*player)),
        Event::Recovered { .. } => "recovered".to_owned(),
        Event::Stalled { .. } => "stalled".to_owned(),
        Event::Closed { why: ClosedBy::Absence, .. } => "closed, host away".to_owned(),
        Event::Closed { why: ClosedBy::Abort, .. } => "called off".to_owned(),
        Event::Closed { .. } => "closed".to_owned(),
        Event::RematchAsked { player, .. } => format!("{} asks again", name(*player)),
        Event::RematchDeclined { player, why, .. } => match why {
            DeclinedBy::Refusal => format!("{} declines", name(*player)),
            DeclinedBy::Leaving => format!("{} has left", name(*player)),
            DeclinedBy::Disconnect => format!("{} withdraws", name(*player)),
            DeclinedBy::AnotherGame => format!("{} is busy", name(*player)),
        },
        Event::RematchAgreed { .. } => "agreed".to_owned(),
    }
}

/// How a match ended, in words.
fn ending(state: &Match) -> String {
    match state {
        Match::Finished(finished) => {
            let winner = match finished.outcome {
                Outcome::Won(Player::First) => "first wins",
                Outcome::Won(Player::Second) => "second wins",
                Outcome::Drawn => "draw",
            };
            let by = match finished.by {
                EndedBy::Board => "on the board",
                EndedBy::Resignation => "by resignation",
                EndedBy::Timeout => "on time",
                EndedBy::Idling => "by idling",
                EndedBy::Absence => "by absence",
            };
            format!("{winner} {by}")
        }
        Match::New => "new".to_owned(),
        Match::Open(_) => "open".to_owned(),
        Match::Playing(_) => "on".to_owned(),
        Match::Closed(_) => "closed".to_owned(),
    }
}

fn terms(preset: Preset) -> Terms {
    preset.terms(&Overrides::default(), &Wishes::default())
}

/// Ada and Alan play by `preset`: each sentence, and what comes of it; then how it stands.
#[track_caller]
fn check(preset: Preset, script: &[(&str, &str)], end: &str) {
    check_at(Table::started(terms(preset), "alan"), script, end);
}

#[track_caller]
fn check_at(mut table: Table, script: &[(&str, &str)], end: &str) {
    for (sentence, expected) in script {
        assert_eq!(say(&mut table, sentence), *expected, "after {sentence:?}");
    }
    assert_eq!(ending(&table.state), end);
    assert_eq!(Match::replay(&table.log), Ok(table.state), "the log tells the same");
}

// Seats

#[test]
fn the_host_starts() {
    for preset in [Preset::Classic, Preset::Solo, Preset::Live] {
        let joins = ("0 alan joins tails", "alan joined, host is first");
        check_at(Table::opened(terms(preset)), &[joins, ("0 ada 4", "dropped 4")], "on");
    }
}

#[test]
fn the_lot_decides_who_starts() {
    for joins in [
        ("0 alan joins", "alan joined, host is first"),
        ("0 alan joins tails", "alan joined, host is second"),
    ] {
        check_at(Table::opened(terms(Preset::Duel)), &[joins], "on");
    }
}

#[test]
fn the_guest_starts_where_the_host_wishes_it() {
    let wishes = Wishes { guest_starts: true, ..Wishes::default() };
    let starter = |preset: Preset| preset.terms(&Overrides::default(), &wishes).starter;
    assert_eq!(starter(Preset::Solo), Starter::Guest);
    assert_eq!(starter(Preset::Duel), Starter::Lot, "nobody chooses where lots are drawn");
    let table = Table::opened(Preset::Solo.terms(&Overrides::default(), &wishes));
    check_at(
        table,
        &[("0 bot joins", "bot joined, host is second"), ("0 bot 4", "dropped 4")],
        "on",
    );
}

#[test]
fn a_seat_is_taken_once() {
    let script = [
        ("0 ada creates", "no: there is such a game already"),
        ("0 ada joins", "no: you cannot play against yourself"),
        ("0 ada 4", "no: the game has not started: nobody has joined yet"),
        ("0 ada resigns", "no: the game has not started: nobody has joined yet"),
        ("0 ada again?", "no: the game has not started: nobody has joined yet"),
        ("0 eve 4", "no: you do not play in this game"),
        ("0 eve leaves", "no: you do not play in this game"),
        ("0 eve comes", "no: you do not play in this game"),
        ("0 alan joins", "alan joined, host is first"),
        ("0 eve joins", "no: both seats are taken"),
        ("0 ada creates", "no: there is such a game already"),
    ];
    check_at(Table::opened(terms(Preset::Classic)), &script, "on");
}

#[test]
fn a_match_that_does_not_exist_says_so() {
    let script = [
        ("0 ada 4", "no: there is no such game"),
        ("0 ada joins", "no: there is no such game"),
        ("0 ada comes", "no: there is no such game"),
        ("0 tick", "nothing"),
        ("0 recover", "nothing"),
    ];
    check_at(Table::new(), &script, "new");
}

#[test]
fn an_open_match_waits_for_an_hour_and_for_minutes_for_an_absent_host() {
    let open = || Table::opened(terms(Preset::Live));
    check_at(
        open(),
        &[
            ("1 ada goes", "first gone"),
            ("2 ada goes", "nothing"),
            ("299 tick", "nothing"),
            ("299 ada comes", "first back"),
            ("3599 tick", "nothing"),
            ("3599 alan joins", "alan joined, host is first"),
        ],
        "on",
    );
    check_at(open(), &[("1 ada goes", "first gone"), ("301 tick", "closed, host away")], "closed");
    check_at(
        open(),
        &[("1 ada goes", "first gone"), ("301 alan joins", "closed, host away")],
        "closed",
    );
    check_at(
        open(),
        &[("1 ada goes", "first gone"), ("301 ada comes", "closed, host away")],
        "closed",
    );
    check_at(
        open(),
        &[
            ("1 ada goes", "first gone"),
            ("200 stall", "stalled"),
            ("301 tick", "nothing"),
            ("500 tick", "closed, host away"),
        ],
        "closed",
    );
    check_at(open(), &[("3600 tick", "closed"), ("3601 tick", "nothing")], "closed");
    check_at(open(), &[("3600 alan joins", "closed")], "closed");
    check_at(
        open(),
        &[
            ("3000 recover", "recovered"),
            ("3001 ada comes", "first back"),
            ("3599 tick", "nothing"),
            ("3600 tick", "closed"),
        ],
        "closed",
    );
    check_at(
        open(),
        &[("3000 recover", "recovered"), ("3300 tick", "closed, host away")],
        "closed",
    );
}

#[test]
fn a_host_who_leaves_closes_the_match() {
    let script = [
        ("9 ada leaves", "closed"),
        ("10 alan joins", "no: the game is over"),
        ("10 ada leaves", "no: the game is over"),
        ("10 ada 4", "no: the game is over"),
        ("10 ada creates", "no: there is such a game already"),
        ("10 ada comes", "nothing"),
        ("10 recover", "nothing"),
    ];
    check_at(Table::opened(terms(Preset::Live)), &script, "closed");
}

// Turns

#[test]
fn players_alternate() {
    let script = [
        ("0 alan 4", "no: it is not your turn"),
        ("0 ada 4", "dropped 4"),
        ("0 ada 4", "no: it is not your turn"),
        ("0 eve 4", "no: you do not play in this game"),
        ("0 alan 4", "dropped 4"),
        ("0 alan 4", "no: it is not your turn"),
    ];
    check(Preset::Classic, &script, "on");
}

#[test]
fn the_rules_have_the_last_word() {
    let script = [
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 ada 4", "no: column 4 is full"),
    ];
    check(Preset::Classic, &script, "on");
}

#[test]
fn a_repeat_is_acknowledged_and_not_played() {
    let script = [
        ("0 ada 4#1", "dropped 4"),
        ("0 ada 4#1", "nothing"),
        ("0 alan 4#2", "dropped 4"),
        ("0 ada 4#1", "nothing"),
        ("0 alan 4#2", "nothing"),
        ("0 ada 5#1", "no: disc 1 is not the next one to drop"),
        ("0 ada 5#5", "no: disc 5 is not the next one to drop"),
        ("0 alan 5#4", "no: disc 4 is not the next one to drop"),
        ("0 ada 5#3", "dropped 5"),
    ];
    check(Preset::Classic, &script, "on");
}

#[test]
fn a_client_may_number_from_nought() {
    let script = [
        ("0 alan 4#0", "no: disc 0 is not the next one to drop"),
        ("0 ada 4#0", "dropped 4"),
        ("0 ada 4#0", "nothing"),
        ("0 alan 4#1", "dropped 4"),
        ("0 alan 4#1", "nothing"),
        ("0 ada 4#0", "nothing"),
        ("0 ada 5#2", "dropped 5"),
        ("0 ada 5#4294967295", "no: disc 4294967295 is not the next one to drop"),
    ];
    check(Preset::Classic, &script, "on");
}

// The end on the board

#[test]
fn four_in_a_row_ends_it() {
    let script = [
        ("0 ada 1#1", "dropped 1"),
        ("0 alan 2#2", "dropped 2"),
        ("0 ada 1#3", "dropped 1"),
        ("0 alan 2#4", "dropped 2"),
        ("0 ada 1#5", "dropped 1"),
        ("0 alan 2#6", "dropped 2"),
        ("0 ada 1#7", "dropped 1, decided"),
        ("0 ada 1#7", "nothing"),
        ("0 alan 2#6", "nothing"),
        ("0 alan 2#8", "no: the game is over"),
        ("0 ada 2#7", "no: the game is over"),
    ];
    check(Preset::Live, &script, "first wins on the board");
}

#[test]
fn a_full_board_ends_it() {
    let mut table = Table::started(terms(Preset::Live), "alan");
    let moves = "765166733316344522276176717242151344354255";
    for (ply, column) in moves.chars().enumerate() {
        let who = ["ada", "alan"][ply % 2];
        let expected =
            if ply < 41 { format!("dropped {column}") } else { "dropped 5, decided".into() };
        assert_eq!(say(&mut table, &format!("0 {who} {column}")), expected);
    }
    assert_eq!(ending(&table.state), "draw on the board");
}

#[test]
fn nothing_is_played_after_the_end() {
    let script = [
        ("3 ada resigns", "first resigned"),
        ("3 ada 4", "no: the game is over"),
        ("3 alan 4", "no: the game is over"),
        ("3 alan resigns", "no: the game is over"),
        ("3 eve joins", "no: the game is over"),
        ("3 eve 4", "no: you do not play in this game"),
        ("3 ada creates", "no: there is such a game already"),
        ("3 ada goes", "nothing"),
        ("3 ada comes", "nothing"),
        ("9999 tick", "nothing"),
        ("9999 recover", "nothing"),
    ];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn a_log_cut_before_its_end_is_ended() {
    let mut table = Table::started(terms(Preset::Live), "alan");
    for sentence in ["0 ada 1", "0 alan 2", "0 ada 1", "0 alan 2", "0 ada 1", "0 alan 2", "0 ada 1"]
    {
        say(&mut table, sentence);
    }
    assert_eq!(table.log.pop(), Some(Event::Decided { at: seconds(0) }));
    table.state = Match::replay(&table.log).expect("the log is sound");
    assert_eq!(table.state.next_deadline().map(|it| it.at), Some(seconds(0)));
    check_at(table, &[("7 tick", "decided")], "first wins on the board");
}

// Giving up

#[test]
fn resigning_loses_at_any_time() {
    check(Preset::Live, &[("1 ada resigns", "first resigned")], "second wins by resignation");
    check(Preset::Live, &[("1 alan resigns", "second resigned")], "first wins by resignation");
    check(Preset::Live, &[("1 eve resigns", "no: you do not play in this game")], "on");
}

#[test]
fn leaving_gives_up() {
    check(Preset::Live, &[("1 alan leaves", "second resigned")], "first wins by resignation");
}

// Clocks

#[test]
fn the_turn_clock_is_lost_by_the_player_to_move() {
    let script = [
        ("59 ada 4", "dropped 4"),
        ("118 tick", "nothing"),
        ("118 alan 4", "dropped 4"),
        ("177 tick", "nothing"),
        ("178 tick", "first out of time"),
        ("178 tick", "nothing"),
    ];
    check(Preset::Duel, &script, "second wins on time");
}

#[test]
fn a_late_drop_is_a_loss_on_time_whoever_noticed_first() {
    check(Preset::Duel, &[("60 ada 4", "first out of time")], "second wins on time");
    check(Preset::Duel, &[("60 alan 4", "first out of time")], "second wins on time");
    check(Preset::Duel, &[("60 alan resigns", "first out of time")], "second wins on time");
    check(Preset::Duel, &[("60 ada goes", "first out of time")], "second wins on time");
    check(Preset::Duel, &[("60 ada comes", "first out of time")], "second wins on time");
    check(Preset::Live, &[("90 ada 4", "first idled out")], "second wins by idling");
}

#[test]
fn a_repeat_is_acknowledged_even_when_time_is_up() {
    let script =
        [("0 ada 4#1", "dropped 4"), ("60 ada 4#1", "nothing"), ("60 tick", "second out of time")];
    check(Preset::Duel, &script, "first wins on time");
}

#[test]
fn an_idle_player_is_warned_once_and_loses() {
    let script = [
        ("59 tick", "nothing"),
        ("60 tick", "first warned"),
        ("61 tick", "nothing"),
        ("89 tick", "nothing"),
        ("90 tick", "first idled out"),
        ("90 tick", "nothing"),
    ];
    check(Preset::Live, &script, "second wins by idling");
    // Noticed too late for a warning to be of use.
    check(Preset::Live, &[("95 tick", "first idled out")], "second wins by idling");
}

#[test]
fn a_move_clears_the_warning() {
    let mut table = Table::started(terms(Preset::Live), "alan");
    let warned = |table: &Table| {
        let Match::Playing(game) = &table.state else { panic!("the game is on") };
        game.warned
    };
    assert_eq!(say(&mut table, "60 tick"), "first warned");
    assert!(warned(&table));
    assert_eq!(say(&mut table, "70 ada 4"), "dropped 4");
    assert!(!warned(&table));
    let script =
        [("129 tick", "nothing"), ("130 tick", "second warned"), ("160 tick", "second idled out")];
    check_at(table, &script, "first wins by idling");
}

#[test]
fn a_warning_longer_than_the_timeout_comes_at_once() {
    let idle = IdleWish { timeout: Some(Duration::from_secs(5)), ..IdleWish::default() };
    let wishes = Wishes { idle, ..Wishes::default() };
    let table = Table::started(Preset::Live.terms(&Overrides::default(), &wishes), "alan");
    check_at(
        table,
        &[("0 tick", "first warned"), ("5 tick", "first idled out")],
        "second wins by idling",
    );
}

#[test]
fn without_clocks_nothing_happens_by_itself() {
    check(Preset::Classic, &[("999999 tick", "nothing")], "on");
    let off = IdleWish { enabled: Some(false), ..IdleWish::default() };
    let wishes = Wishes { idle: off, turn_clock: Some(false), ..Wishes::default() };
    for preset in [Preset::Live, Preset::Solo] {
        let table = Table::started(preset.terms(&Overrides::default(), &wishes), "alan");
        assert_eq!(table.state.next_deadline(), None);
        check_at(table, &[("999999 tick", "nothing")], "on");
    }
}

#[test]
fn a_bot_answers_for_its_time_as_a_person_does() {
    let table = Table::started(terms(Preset::Solo), "bot");
    check_at(
        table,
        &[("1 ada 4", "dropped 4"), ("31 tick", "second out of time")],
        "first wins on time",
    );
}

// Presence

#[test]
fn who_is_not_back_in_time_loses() {
    let script = [
        ("5 alan goes", "second gone"),
        ("6 alan goes", "nothing"),
        ("60 tick", "first warned"),
        ("64 tick", "nothing"),
        ("65 tick", "second stayed away"),
        ("65 tick", "nothing"),
    ];
    check(Preset::Live, &script, "first wins by absence");
    check(
        Preset::Duel,
        &[("5 alan goes", "second gone"), ("35 tick", "second stayed away")],
        "first wins by absence",
    );
}

#[test]
fn who_is_back_in_time_plays_on() {
    let script = [
        ("5 ada goes", "first gone"),
        ("64 ada comes", "first back"),
        ("64 ada comes", "nothing"),
        ("65 tick", "nothing"),
        ("66 ada 4", "dropped 4"),
        ("70 ada goes", "first gone"),
        ("129 tick", "nothing"),
        ("130 tick", "first stayed away"),
    ];
    check(Preset::Classic, &script, "second wins by absence");
}

#[test]
fn coming_back_too_late_is_too_late() {
    let script = [("5 ada goes", "first gone"), ("65 ada comes", "first stayed away")];
    check(Preset::Classic, &script, "second wins by absence");
}

#[test]
fn clocks_stand_still_while_their_player_is_away() {
    // A duel gives thirty seconds to come back, whatever the clock says.
    let script = [
        ("50 ada goes", "first gone"),
        ("79 tick", "nothing"),
        ("79 ada comes", "first back"),
        ("88 tick", "nothing"),
        ("89 tick", "first out of time"),
    ];
    check(Preset::Duel, &script, "second wins on time");
    let script = [("50 ada goes", "first gone"), ("80 tick", "first stayed away")];
    check(Preset::Duel, &script, "second wins by absence");
    let script = [
        ("50 ada goes", "first gone"),
        ("70 ada comes", "first back"),
        ("79 tick", "nothing"),
        ("80 tick", "first warned"),
        ("110 tick", "first idled out"),
    ];
    check(Preset::Live, &script, "second wins by idling");
    // Who is not to move has no clock that could stand still; the other's goes on.
    let script = [
        ("0 alan goes", "second gone"),
        ("29 alan comes", "second back"),
        ("60 tick", "first out of time"),
    ];
    check(Preset::Duel, &script, "second wins on time");
    // The turn begins while its player is away.
    let script = [
        ("10 alan goes", "second gone"),
        ("20 ada 4", "dropped 4"),
        ("35 alan comes", "second back"),
        ("94 tick", "nothing"),
        ("95 tick", "second out of time"),
    ];
    check(Preset::Duel, &script, "first wins on time");
}

#[test]
fn pulling_the_plug_again_and_again_gains_nothing() {
    // Thirty seconds in all, over two absences and two turns; then the clock goes on.
    let script = [
        ("10 ada goes", "first gone"),
        ("30 ada comes", "first back"),
        ("31 ada 4", "dropped 4"),
        ("32 alan 4", "dropped 4"),
        ("40 ada goes", "first gone"),
        ("60 ada comes", "first back"),
        ("61 ada goes", "first gone"),
        ("90 ada comes", "first back"),
        ("101 tick", "nothing"),
        ("102 tick", "first out of time"),
    ];
    check(Preset::Duel, &script, "second wins on time");
    // Even while the player is away.
    let script = [
        ("10 ada goes", "first gone"),
        ("39 ada comes", "first back"),
        ("80 ada goes", "first gone"),
        ("89 tick", "nothing"),
        ("90 tick", "first out of time"),
    ];
    check(Preset::Duel, &script, "second wins on time");
}

#[test]
fn an_outage_of_the_store_gives_the_time_back() {
    let script =
        [("50 stall", "stalled"), ("109 tick", "nothing"), ("110 tick", "first out of time")];
    check(Preset::Duel, &script, "second wins on time");
    let script = [
        ("5 alan goes", "second gone"),
        ("30 stall", "stalled"),
        ("59 tick", "nothing"),
        ("60 tick", "second stayed away"),
    ];
    check(Preset::Duel, &script, "first wins by absence");
}

#[test]
fn the_house_calls_a_game_off_whenever_it_likes() {
    let script = [("1 ada 4", "dropped 4"), ("2 alan 4", "dropped 4"), ("3 off", "called off")];
    check(Preset::Live, &script, "closed");
    check_at(Table::opened(terms(Preset::Live)), &[("1 off", "closed")], "closed");
    let script = [("1 ada resigns", "first resigned"), ("2 off", "nothing")];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn a_game_can_be_called_off_before_both_have_moved() {
    let script = [
        ("0 eve aborts", "no: you do not play in this game"),
        ("1 ada 4", "dropped 4"),
        ("2 alan aborts", "called off"),
        ("3 alan aborts", "no: the game is over"),
        ("3 ada 4", "no: the game is over"),
    ];
    check(Preset::Live, &script, "closed");
    let late = "no: both have dropped a disc already: you can only resign now";
    let script = [("1 ada 4", "dropped 4"), ("2 alan 4", "dropped 4"), ("3 ada aborts", late)];
    check(Preset::Live, &script, "on");
    check(Preset::Duel, &[("60 alan aborts", "first out of time")], "second wins on time");
    let open = Table::opened(terms(Preset::Live));
    let script = [("1 ada aborts", "no: the game has not started: nobody has joined yet")];
    check_at(open, &script, "open");
}

#[test]
fn cancelling_closes_an_open_match_and_nothing_else() {
    let open = Table::opened(terms(Preset::Live));
    check_at(
        open,
        &[("1 alan cancels", "no: you do not play in this game"), ("1 ada cancels", "closed")],
        "closed",
    );
    check(Preset::Live, &[("1 ada cancels", "no: the game is still on")], "on");
    let script = [("1 ada resigns", "first resigned"), ("2 ada cancels", "no: the game is over")];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn the_end_the_turn_the_range_and_the_full_column_are_judged_in_this_order() {
    let script = [
        ("0 alan 9", "no: it is not your turn"),
        ("0 ada 9", "no: there is no such column: they are numbered 1 to 7"),
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 ada 4", "dropped 4"),
        ("0 alan 4", "dropped 4"),
        ("0 alan 4", "no: it is not your turn"),
        ("0 ada 4", "no: column 4 is full"),
        ("1 ada resigns", "first resigned"),
        ("1 ada 9", "no: the game is over"),
    ];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn of_two_who_stay_away_the_first_to_go_loses() {
    let script = [
        ("5 alan goes", "second gone"),
        ("6 ada goes", "first gone"),
        ("99 tick", "second stayed away"),
    ];
    check(Preset::Classic, &script, "first wins by absence");
    // Together: the one whose turn it is.
    let script = [
        ("5 alan goes", "second gone"),
        ("5 ada goes", "first gone"),
        ("99 tick", "first stayed away"),
    ];
    check(Preset::Classic, &script, "second wins by absence");
}

#[test]
fn strangers_neither_come_nor_go() {
    let script = [
        ("0 eve comes", "no: you do not play in this game"),
        ("0 eve goes", "no: you do not play in this game"),
    ];
    check(Preset::Live, &script, "on");
}

#[test]
fn a_bot_is_always_here() {
    let table = Table::started(terms(Preset::Classic), "bot");
    check_at(
        table,
        &[("0 bot goes", "nothing"), ("0 recover", "recovered"), ("0 bot comes", "nothing")],
        "on",
    );
}

#[test]
fn nobody_is_blamed_for_the_servers_absence() {
    let script = [
        ("50 ada 4", "dropped 4"),
        ("51 ada goes", "first gone"),
        ("500 recover", "recovered"),
        ("501 alan comes", "second back"),
        ("529 ada comes", "first back"),
        ("560 tick", "nothing"),
        ("561 tick", "second out of time"),
    ];
    check(Preset::Duel, &script, "first wins on time");
    // Nobody comes back: the one whose turn it is has the shorter patience.
    check(
        Preset::Duel,
        &[("500 recover", "recovered"), ("530 tick", "first stayed away")],
        "second wins by absence",
    );
    // A warning given before the restart is given again. Ada's clock stood still until she was back.
    let script = [
        ("60 tick", "first warned"),
        ("80 recover", "recovered"),
        ("81 ada comes", "first back"),
        ("81 alan comes", "second back"),
        ("140 tick", "nothing"),
        ("141 tick", "first warned"),
    ];
    check(Preset::Live, &script, "on");
}

// The rematch

fn finished(table: &Table) -> &Finished {
    let Match::Finished(finished) = &table.state else { panic!("the game is over") };
    finished
}

#[test]
fn a_rematch_takes_two() {
    let script = [
        ("0 ada again?", "no: the game is still on"),
        ("0 ada no", "no: the game is still on"),
        ("1 ada resigns", "first resigned"),
        ("2 eve again?", "no: you do not play in this game"),
        ("2 eve no", "no: you do not play in this game"),
        ("2 ada again?", "first asks again"),
        ("2 ada again?", "nothing"),
        ("3 alan again?", "agreed"),
        ("3 ada again?", "nothing"),
        ("3 alan no", "no: the rematch has begun"),
        ("3 alan leaves", "nothing"),
    ];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn a_rematch_can_be_declined() {
    let script = [
        ("1 ada resigns", "first resigned"),
        ("2 ada again?", "first asks again"),
        ("3 alan no", "second declines"),
        ("3 alan no", "nothing"),
        ("3 ada again?", "no: there will be no rematch"),
        ("3 alan again?", "no: there will be no rematch"),
        ("3 ada leaves", "nothing"),
    ];
    check(Preset::Live, &script, "second wins by resignation");
    let script = [("1 ada resigns", "first resigned"), ("2 alan leaves", "second has left")];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn an_offer_ends_with_its_maker() {
    let script = [
        ("1 ada resigns", "first resigned"),
        ("2 alan goes", "nothing"),
        ("2 ada again?", "first asks again"),
        ("3 alan goes", "nothing"),
        ("3 ada goes", "first withdraws"),
        ("3 ada goes", "nothing"),
        ("4 alan again?", "second asks again"),
        ("5 alan busy", "second is busy"),
        ("6 ada again?", "no: there will be no rematch"),
    ];
    check(Preset::Live, &script, "second wins by resignation");
}

#[test]
fn a_bot_always_plays_again() {
    let table = Table::started(terms(Preset::Live), "bot");
    let script =
        [("1 ada resigns", "first resigned"), ("2 ada again?", "first asks again, agreed")];
    check_at(table, &script, "second wins by resignation");
}

#[test]
fn a_rematch_swaps_the_colours_or_draws_lots() {
    let starters = |preset: Preset, lot: Lot| {
        let mut table = Table::started(terms(preset), "alan");
        let agrees = match lot {
            Lot::Host => "2 alan again?",
            Lot::Guest => "2 alan again? tails",
        };
        for sentence in ["1 ada resigns", "2 ada again?", agrees] {
            say(&mut table, sentence);
        }
        let rematch = finished(&table).rematch;
        assert_eq!(rematch, Rematch::Agreed { next: next_match(), lot });
        let mut starters = Vec::new();
        // And the one after that swaps back, or draws again.
        for _ in 0..2 {
            let opening = finished(&table).opening_of_rematch(lot, seconds(3));
            table = Table {
                state: Match::replay(&opening).expect("an opening"),
                log: opening.to_vec(),
            };
            starters.push(table.state.seats().expect("both are seated").first.name.to_string());
            let first = starters.last().expect("just pushed").clone();
            say(&mut table, &format!("4 {first} resigns"));
        }
        starters
    };
    for preset in [Preset::Classic, Preset::Solo, Preset::Live] {
        assert_eq!(starters(preset, Lot::Guest), ["alan", "ada"]);
    }
    assert_eq!(starters(Preset::Duel, Lot::Host), ["alan", "ada"]);
    assert_eq!(starters(Preset::Duel, Lot::Guest), ["ada", "ada"]);
}

#[test]
fn against_a_bot_a_person_keeps_seat_and_colour() {
    for preset in [Preset::Classic, Preset::Solo, Preset::Live] {
        let mut table = Table::started(terms(preset), "bot");
        say(&mut table, "1 ada resigns");
        let opening = finished(&table).opening_of_rematch(Lot::Guest, seconds(3));
        let next = Match::replay(&opening).expect("an opening");
        assert_eq!(next.seats().expect("both are seated").first.name.as_ref(), "ada");
    }
}

#[test]
fn a_series_is_counted_by_player() {
    let mut table = Table::started(terms(Preset::Live), "alan");
    for (loser, expected) in [("ada", [1, 0]), ("ada", [0, 2]), ("alan", [2, 1])] {
        say(&mut table, &format!("1 {loser} resigns"));
        let opening = finished(&table).opening_of_rematch(Lot::Host, seconds(3));
        table =
            Table { state: Match::replay(&opening).expect("an opening"), log: opening.to_vec() };
        let Match::Playing(game) = &table.state else { panic!("the next game is on") };
        let [first, second] = expected;
        assert_eq!(game.series, Score { wins: ByPlayer { first, second }, draws: 0 });
    }
}

#[test]
fn strangers_play_by_a_clock_and_rated_only_by_the_houses() {
    let house = Overrides::default();
    let plain = Wishes::default();
    let public = |preset: Preset, wishes: &Wishes| preset.public_terms(&house, wishes);
    for preset in Preset::ALL {
        let terms = public(preset, &plain);
        assert!(terms.rated && !terms.private);
        assert!(terms.turn.is_some() || terms.idle.is_some(), "{preset:?} has a clock");
    }
    let off = IdleWish { enabled: Some(false), ..IdleWish::default() };
    let idle_off = public(Preset::Live, &Wishes { idle: off, ..plain });
    assert!(!idle_off.rated && idle_off.idle.is_some());
    let second = IdleWish { timeout: Some(Duration::from_secs(1)), ..IdleWish::default() };
    assert!(!public(Preset::Live, &Wishes { idle: second, ..plain }).rated);
    let same = IdleWish { timeout: Some(Duration::from_secs(90)), ..IdleWish::default() };
    assert_eq!(public(Preset::Live, &Wishes { idle: same, ..plain }), public(Preset::Live, &plain));
    let private = Preset::Classic.private_terms(&house, &plain);
    assert!(private.private && !private.rated && private.idle.is_none());
}

// The four sets of house rules

#[test]
fn classic_is_the_plain_game() {
    let rules = Preset::Classic.rules();
    assert_eq!(rules.colours, Colours::ByTurn(ByPlayer { first: "red", second: "yellow" }));
    assert_eq!((rules.starter, rules.turn, rules.idle), (Starter::Host, None, None));
    assert_eq!((rules.reconnect.as_secs(), rules.bots), (60, Bots::Any));
}

#[test]
fn solo_is_the_document_of_solo_play() {
    let rules = Preset::Solo.rules();
    assert_eq!(rules.colours, Colours::ByKind { human: "#000000", bot: "#ffffff" });
    assert_eq!((rules.starter, rules.idle, rules.bots), (Starter::Host, None, Bots::Solo));
    assert_eq!(rules.turn, Some(Duration::from_secs(30)));
    assert!(rules.turn_is_a_setting);
}

#[test]
fn live_is_the_online_document() {
    let rules = Preset::Live.rules();
    assert_eq!(rules.colours, Colours::ByTurn(ByPlayer { first: "red", second: "yellow" }));
    assert_eq!((rules.starter, rules.turn, rules.bots), (Starter::Host, None, Bots::Live));
    let idle = rules.idle.expect("idling loses");
    assert_eq!((idle.timeout().as_secs(), idle.warning().as_secs()), (90, 30));
    assert_eq!(rules.reconnect.as_secs(), 60);
}

#[test]
fn duel_is_the_document_of_duels() {
    let rules = Preset::Duel.rules();
    assert_eq!(rules.colours, Colours::ByTurn(ByPlayer { first: "green", second: "red" }));
    assert_eq!((rules.starter, rules.idle, rules.bots), (Starter::Lot, None, Bots::Any));
    assert_eq!(rules.turn, Some(Duration::from_secs(60)));
    assert!(!rules.turn_is_a_setting);
    assert_eq!(rules.reconnect.as_secs(), 30);
}

#[test]
fn solo_colours_follow_the_person() {
    let colours = Preset::Solo.rules().colours;
    let of = |first, second| colours.of(&ByPlayer { first: seat(first), second: seat(second) });
    assert_eq!(of("ada", "bot"), ByPlayer { first: "#000000", second: "#ffffff" });
    assert_eq!(of("bot", "ada"), ByPlayer { first: "#ffffff", second: "#000000" });
    assert_eq!(of("alan", "ada"), ByPlayer { first: "#000000", second: "#ffffff" });
    assert_eq!(of("bot", "bot"), ByPlayer { first: "#000000", second: "#ffffff" });
}

#[test]
fn the_house_and_the_players_have_a_say() {
    let house = Overrides {
        turn: Some(Duration::from_secs(2)),
        reconnect: Some(Duration::from_secs(3)),
        idle_timeout: Some(Duration::from_secs(9)),
        idle_warning: Some(Duration::from_secs(4)),
    };
    let plain = Wishes::default();
    let second = Duration::from_secs;
    assert_eq!(Preset::Duel.terms(&house, &plain).turn, Some(second(2)));
    assert_eq!(Preset::Live.terms(&house, &plain).turn, None, "the house adds no clock");
    assert_eq!(Preset::Duel.terms(&house, &plain).idle, None, "nor idling");
    assert_eq!(Preset::Classic.terms(&house, &plain).reconnect, second(3));
    assert_eq!(Preset::Live.terms(&house, &plain).idle, Some(Idle::new(second(9), second(4))));

    let idle =
        IdleWish { enabled: Some(true), timeout: Some(second(20)), warning: Some(second(5)) };
    let wishes = Wishes { idle, turn_clock: Some(false), guest_starts: false };
    assert_eq!(Preset::Live.terms(&house, &wishes).idle, Some(Idle::new(second(20), second(5))));
    assert_eq!(Preset::Classic.terms(&house, &wishes).idle, None, "a preset without stays without");
    assert_eq!(Preset::Solo.terms(&house, &wishes).turn, None);
    assert_eq!(Preset::Duel.terms(&house, &wishes).turn, Some(second(2)), "a duel is on the clock");
}

// Small things

#[test]
fn a_player_id_is_short_and_printable() {
    assert_eq!(PlayerId::new("").map(|it| it.to_string()), None);
    assert_eq!(PlayerId::new("two words"), None);
    assert_eq!(PlayerId::new("naïve"), None);
    assert_eq!(PlayerId::new(&"x".repeat(65)), None);
    assert_eq!(PlayerId::new(&"x".repeat(64)).map(|it| it.as_str().len()), Some(64));
}

#[test]
fn a_match_id_is_read_as_it_is_written() {
    for bits in [0, 1, 31, u64::MAX, 0x0123_4567_89ab_cdef] {
        let match_id = MatchId::from_random(bits);
        assert_eq!(match_id.to_string().parse(), Ok(match_id));
        assert!(match_id.bits() < 1 << 60);
    }
    assert_eq!(MatchId::from_random(33).to_string(), "000000000011");
    for text in ["", "0", "00000000000l", "00000000000A", "0000000000000", "é0000000000"] {
        assert!(text.parse::<MatchId>().is_err(), "{text:?}");
    }
}

#[test]
fn versions_count_events() {
    assert_eq!(Version::default().after(2).after(1), Version(3));
}

#[test]
fn moments_know_how_far_apart_they_are() {
    assert_eq!(seconds(9).since(seconds(4)), Duration::from_secs(5));
    assert_eq!(seconds(4).since(seconds(9)), Duration::ZERO);
    assert_eq!((seconds(1) + Duration::MAX).unix_ms(), u64::MAX);
}

// Damaged logs

#[test]
fn an_event_that_cannot_have_happened_is_refused() {
    let at = seconds(0);
    let first = Player::First;
    let started = Table::started(terms(Preset::Live), "alan").log;
    let drop =
        |column: u8| Event::Dropped { column: Column::numbered(column).expect("1 to 7"), at };
    let won = [started.clone(), "1212121".bytes().map(|it| drop(it - b'0')).collect()].concat();
    let over = [won.clone(), vec![Event::Decided { at }]].concat();
    let check = |log: &[Event], event: Event, state: &str| {
        let before = Match::replay(log).expect("sound so far");
        let corrupt = before.apply(&event).expect_err("cannot have happened");
        assert_eq!((*corrupt.event).clone(), event);
        assert_eq!(corrupt.state, state);
        assert!(corrupt.to_string().ends_with(state));
    };
    check(&[], drop(4), "a match that does not exist");
    check(&started[..1], drop(4), "a match that waits for a guest");
    let own = Event::Joined { guest: seat("ada"), host_plays: first, at };
    check(&started[..1], own, "a match that waits for a guest");
    let playing = "a match that is being played";
    check(&started, started[0].clone(), playing);
    check(&started, Event::Decided { at }, playing);
    check(&started, Event::Connected { player: first, at }, playing);
    check(&started, Event::StayedAway { player: first, at }, playing);
    check(&started, Event::TimedOut { player: Player::Second, at }, playing);
    check(&started, Event::IdledOut { player: Player::Second, at }, playing);
    check(&started, Event::IdleWarned { player: Player::Second, at }, playing);
    check(&started, Event::RematchAsked { player: first, at }, playing);
    check(&won, drop(4), playing);
    check(&won, Event::Resigned { player: first, at }, playing);
    let warned = [started.clone(), vec![Event::IdleWarned { player: first, at }]].concat();
    check(&warned, warned[2].clone(), playing);
    let gone = [started, vec![Event::Disconnected { player: first, at }]].concat();
    check(&gone, gone[2].clone(), playing);
    check(&over, drop(4), "a match that is over");
    check(&over, Event::Decided { at }, "a match that is over");
    let agreed = Event::RematchAgreed { next: next_match(), lot: Lot::Host, at };
    check(&over, agreed, "a match that is over");
}

#[test]
fn every_event_knows_when_it_was() {
    let mut table = Table::started(terms(Preset::Live), "alan");
    for sentence in [
        "1 ada 4",
        "2 alan goes",
        "3 alan comes",
        "63 tick",
        "70 alan resigns",
        "71 ada again?",
        "72 alan no",
    ] {
        say(&mut table, sentence);
    }
    let times: Vec<u64> = table.log.iter().map(|it| it.at().unix_ms() / 1_000).collect();
    assert_eq!(times, [0, 0, 1, 2, 3, 63, 70, 71, 72]);
    let ends: Vec<&Event> = table.log.iter().filter(|it| it.ends_the_game()).collect();
    assert_eq!(ends, [&Event::Resigned { player: Player::Second, at: seconds(70) }]);
    let over = finished(&table);
    assert_eq!((over.outcome, over.by), (Outcome::Won(Player::First), EndedBy::Resignation));
    assert_eq!((over.started, over.ended), (seconds(0), seconds(70)));
    assert_eq!(over.player(&id("alan")), Some(Player::Second));
}
