//! The module's functions, by the names the Worker calls.
//!
//! Each turns integers into types, asks the one [`Desk`], and turns the answer into an integer
//! ([`code`]). Nothing here can go wrong with a wrong integer: it is answered with
//! [`code::NONE`], or refused as the rules refuse it.
#![expect(
    unsafe_code,
    reason = "an exported name is unsafe to declare, since two of the same would clash; that is all"
)]

use std::cell::RefCell;

use fourfall_engine::bot::Bot;
use fourfall_engine::review::Judgement;
use fourfall_engine::{Score, TableSize};
use fourfall_rules::{Column, PlayError};

use crate::code;
use crate::desk::Desk;

thread_local! {
    // A module runs on one thread, so this is the one desk. It is never borrowed twice at once: no
    // function here calls another.
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
    /// Where the Worker puts bytes: a book, or a seed.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn desk<T>(ask: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(ask)
}

fn column_of(index: u32) -> Option<Column> {
    u8::try_from(index).ok().and_then(Column::new)
}

/// Makes room for this many bytes and says where. The address holds until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Takes the bytes of the buffer as the opening book: [`code::opened`].
#[unsafe(no_mangle)]
pub extern "C" fn open_book() -> u32 {
    let bytes = BUFFER.take();
    code::opened(desk(|desk| desk.open_book(bytes)))
}

/// Gives the solver a table of this many mebibytes.
#[unsafe(no_mangle)]
pub extern "C" fn resize_table(mebibytes: u32) {
    desk(|desk| desk.resize_table(TableSize::mebibytes(mebibytes)));
}

/// Makes the solver forget what it found out.
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    desk(Desk::forget);
}

/// Nodes visited since the solver last forgot.
#[unsafe(no_mangle)]
pub extern "C" fn nodes() -> u64 {
    desk(|desk| desk.nodes())
}

/// Clears the board.
#[unsafe(no_mangle)]
pub extern "C" fn set_up() {
    desk(Desk::set_up);
}

/// Drops a disc: [`code::played`].
#[unsafe(no_mangle)]
pub extern "C" fn play(column: u32) -> u32 {
    let column = column_of(column).ok_or(PlayError::NoSuchColumn);
    code::played(column.and_then(|it| desk(|desk| desk.play(it))))
}

/// The columns that can be played: [`code::columns`].
#[unsafe(no_mangle)]
pub extern "C" fn legal_columns() -> u32 {
    desk(|desk| code::columns(desk.legal_columns()))
}

/// How the game ended: [`code::outcome`], or [`code::NONE`] while it is on.
#[unsafe(no_mangle)]
pub extern "C" fn outcome() -> u32 {
    code::outcome(desk(|desk| desk.outcome()))
}

/// The winner's lines one by one: [`code::line`], or [`code::NONE`] after the last.
#[unsafe(no_mangle)]
pub extern "C" fn winning_line(index: usize) -> u32 {
    code::line(desk(|desk| desk.winning_lines().nth(index)))
}

/// The move of a bot, by its index in [`Bot::ALL`], with the seed in the buffer: [`code::answer`].
#[unsafe(no_mangle)]
pub extern "C" fn choose(bot: usize, nodes: u32) -> u32 {
    let Some(&bot) = Bot::ALL.get(bot) else { return code::NONE };
    let answer = BUFFER.with_borrow(|seed| {
        // The Worker writes UTF-8, so nothing is lost.
        let seed = String::from_utf8_lossy(seed);
        desk(|desk| desk.choose(bot, &seed, u64::from(nodes)))
    });
    code::answer(answer)
}

/// The score of the board: [`code::verdict`].
#[unsafe(no_mangle)]
pub extern "C" fn solve(nodes: u32) -> u32 {
    code::verdict(desk(|desk| desk.solve(u64::from(nodes))))
}

/// Finds out more about every column. [`verdict`] tells what.
#[unsafe(no_mangle)]
pub extern "C" fn analyze(nodes: u32) {
    desk(|desk| desk.analyze(u64::from(nodes)));
}

/// What is known about a column: [`code::verdict`].
#[unsafe(no_mangle)]
pub extern "C" fn verdict(column: u32) -> u32 {
    code::verdict(column_of(column).and_then(|it| desk(|desk| desk.verdict(it))))
}

/// In how many discs a game with this score is decided: [`code::plies`].
#[unsafe(no_mangle)]
pub extern "C" fn plies(score: i32) -> u32 {
    let score = i8::try_from(score).ok().and_then(Score::new);
    score.map_or(code::NONE, |it| code::plies(desk(|desk| desk.value(it))))
}

/// Finds the best line, and says how many discs it has.
#[unsafe(no_mangle)]
pub extern "C" fn best_line(nodes: u32) -> usize {
    desk(|desk| desk.best_line(u64::from(nodes)).len())
}

/// The columns of the best line one by one: [`code::column`].
#[unsafe(no_mangle)]
pub extern "C" fn line_column(index: usize) -> u32 {
    code::column(desk(|desk| desk.line().get(index).copied()))
}

/// What a move from the board cost, by the scores it found and left: [`code::judgement`].
#[unsafe(no_mangle)]
pub extern "C" fn judge(found: i32, left: i32) -> u32 {
    let score = |it: i32| i8::try_from(it).ok().and_then(Score::new);
    let (Some(found), Some(left)) = (score(found), score(left)) else { return code::NONE };
    code::judgement(desk(|desk| desk.judge(found, left)))
}

/// What a judgement is worth to accuracy, of a hundred.
#[unsafe(no_mangle)]
pub extern "C" fn points(judgement: usize) -> u32 {
    Judgement::ALL.get(judgement).map_or(code::NONE, |it| it.points())
}

/// Finds out why a move is what it is: [`code::reason`].
#[unsafe(no_mangle)]
pub extern "C" fn reason(column: u32, nodes: u32) -> u32 {
    let Some(column) = column_of(column) else { return code::NONE };
    code::reason(desk(|desk| desk.reason(column, u64::from(nodes))))
}

/// The cells of the four the last [`reason`] is about, one by one: [`code::cell`].
#[unsafe(no_mangle)]
pub extern "C" fn reason_cell(index: usize) -> u32 {
    let reason = desk(|desk| desk.last_reason());
    reason.map_or(code::NONE, |it| code::cell(it.cells, index))
}

/// Those of them that decide, one by one: [`code::cell`].
#[unsafe(no_mangle)]
pub extern "C" fn reason_key(index: usize) -> u32 {
    let reason = desk(|desk| desk.last_reason());
    reason.map_or(code::NONE, |it| code::cell(it.key, index))
}
