//! Games on one machine, with the threads that really think.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use fourfall_engine::bot::Difficulty;

use super::*;

/// A thread answers within this, however busy the machine is.
const LONG: Duration = Duration::from_secs(60);

struct Table {
    local: Local,
    inputs: Receiver<Input>,
}

impl Table {
    fn new(opponent: Opponent, turn_ms: Option<u64>, bot_starts: bool) -> Table {
        let (sender, inputs) = mpsc::channel();
        let terms = Terms { opponent, turn_ms, thinks_visibly: true };
        Table { local: Local::new(terms, bot_starts, &sender, 0), inputs }
    }

    fn against_bot() -> Table {
        let bot = Bot::Solo(Difficulty::Medium);
        Table::new(Opponent::Bot { bot, seed: "ABC123".to_owned() }, None, false)
    }

    /// Waits for an answer of a thread.
    fn hear(&mut self, now_ms: u64) {
        let input = self.inputs.recv_timeout(LONG).expect("a thread answers");
        let Input::Heard(heard) = input else { panic!("only threads send") };
        self.local.hear(heard, now_ms);
    }

    fn act(&mut self, act: Act) {
        self.local.act(act, 0);
    }

    fn drop(&mut self, number: u8) {
        self.act(Act::Column(Column::numbered(number).unwrap()));
    }

    fn moves(&self) -> String {
        self.local.scene(0).game.to_string()
    }

    fn status(&self) -> String {
        self.local.scene(0).status
    }
}

#[test]
fn a_bot_answers_when_it_has_been_seen_to_think() {
    let mut table = Table::against_bot();
    table.drop(4);
    assert_eq!(table.status(), "solo-medium thinks…");
    assert!(table.local.scene(0).busy && !table.local.scene(0).aiming);
    table.drop(4);
    assert_eq!(table.moves(), "4", "it is not our turn");
    table.hear(0);
    assert_eq!(table.moves(), "4", "it has not thought long enough");
    table.local.tick(500);
    assert_eq!(table.moves().len(), 2);
    assert_eq!(table.status(), "Your turn.");
}

#[test]
fn a_bot_may_start_and_then_the_person_does() {
    let bot = Bot::Live(Difficulty::Easy);
    let mut table = Table::new(Opponent::Bot { bot, seed: "x".to_owned() }, None, true);
    table.hear(10_000);
    assert_eq!(table.moves().len(), 1);
    table.act(Act::Resign);
    assert_eq!(table.status(), "You lost: resignation.");
    assert_eq!(table.local.scene(0).sides.first.wins, 1);
    table.act(Act::Again);
    assert_eq!(table.status(), "Your turn.");
    let scene = table.local.scene(0);
    assert_eq!((scene.sides.first.wins, scene.sides.second.wins), (0, 1), "they changed places");
}

#[test]
fn moves_are_taken_back_to_ones_own_turn() {
    let mut table = Table::against_bot();
    table.act(Act::TakeBack);
    table.drop(4);
    // The bot still thinks: its answer to a disc that is gone is not wanted.
    table.act(Act::TakeBack);
    assert_eq!((table.moves().as_str(), table.status().as_str()), ("", "Your turn."));
    table.drop(1);
    while table.moves().len() < 2 {
        table.hear(10_000);
    }
    table.act(Act::TakeBack);
    assert_eq!(table.moves(), "");
    table.drop(1);
    table.act(Act::Resign);
    assert_eq!(table.local.scene(0).sides.second.wins, 1);
    table.act(Act::TakeBack);
    assert_eq!(table.local.scene(0).sides.second.wins, 0, "what is taken back does not count");
}

#[test]
fn hints_and_values_are_those_of_the_solver() {
    let mut table = Table::against_bot();
    table.act(Act::Hint);
    assert_eq!(table.local.scene(0).detail, "Looking for a good column…");
    table.hear(0);
    let scene = table.local.scene(0);
    assert_eq!(scene.hint.map(Column::number), Some(4));
    assert_eq!(scene.detail, "Hint: column 4: wins in 41.");
    assert_eq!(scene.values, None, "a hint is not all of it");
    table.act(Act::Values);
    assert!(table.local.scene(0).values.is_some());
    table.act(Act::Values);
    assert_eq!(table.local.scene(0).values, None);
}

#[test]
fn two_people_share_a_keyboard_and_a_series() {
    let mut table = Table::new(Opponent::Person, None, false);
    assert_eq!(table.status(), "Player 1, your turn.");
    for number in [4, 4, 5, 5, 6, 6, 7] {
        table.drop(number);
    }
    assert_eq!(table.status(), "Player 1 won: four in a row.");
    table.drop(1);
    assert_eq!(table.moves(), "4455667", "the game is over");
    table.act(Act::Again);
    let scene = table.local.scene(0);
    assert_eq!(scene.sides.first.name, "Player 2", "the other starts");
    assert_eq!((scene.sides.first.wins, scene.sides.second.wins), (0, 1));
    table.act(Act::Again);
    assert_eq!(table.status(), "Player 2, your turn.", "one game at a time");
}

#[test]
fn a_clock_that_runs_out_loses() {
    let mut table = Table::new(Opponent::Person, Some(30_000), false);
    assert_eq!(table.local.scene(1_000).sides.first.seconds, Some(29));
    table.local.tick(29_999);
    assert_eq!(table.status(), "Player 1, your turn.");
    table.local.tick(30_000);
    assert_eq!(table.status(), "Player 2 won: time ran out.");
    assert_eq!(table.local.scene(30_000).sides.first.seconds, None);
}

#[test]
fn a_full_column_takes_nothing() {
    let mut table = Table::new(Opponent::Person, None, false);
    for _ in 0..7 {
        table.drop(1);
    }
    assert_eq!(table.moves(), "111111");
}
