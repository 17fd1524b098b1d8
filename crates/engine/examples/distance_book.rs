//! Compares the solver with BitBully's book of 12-ply positions and their distances to the end.
//!
//! ```text
//! pip install bitbully-databases        # MIT; the file is assets/book_12ply_distances.dat in it
//! cargo run --release --example distance_book -- FILE [COUNT]
//! ```
//!
//! Solves `COUNT` positions (100,000 unless told), spread evenly over the book's 4,200,899, and stops at the first
//! that differs.
//!
//! An entry of that book is four bytes of position and one of value, big-endian. The position is a string of bits,
//! column by column from the bottom: `10` a disc of the first player, `11` of the second, `0` the end of the column. The
//! value is 100 less the plies to the first player's win, or as much below zero for the second's, or 0 for a draw.
#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::error::Error;

use fourfall_engine::{Budget, Solver, TableSize, Value};
use fourfall_rules::{Bitboard, ByPlayer, Cell, Column, OpenPosition, Position, Row};

const ENTRY_BYTES: usize = 5;
const COLUMN_END: u32 = 1 << 31;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file? see the head of this example")?;
    let count: usize = args.next().map_or(Ok(100_000), |it| it.parse())?;
    let book = std::fs::read(&path).map_err(|err| format!("{path}: {err}"))?;
    let entries = book.len() / ENTRY_BYTES;
    let mut solver = Solver::new(TableSize::DEFAULT);
    for index in 0..count.min(entries) {
        let at = index * entries / count.min(entries) * ENTRY_BYTES;
        let (code, value) =
            book[at..at + ENTRY_BYTES].split_first_chunk().ok_or("the file is cut off")?;
        let position = decode(u32::from_be_bytes(*code))
            .ok_or_else(|| format!("entry {index} is no position"))?;
        let expected = match i8::from_be_bytes([value[0]]) {
            0 => Value::Draw,
            value @ 1.. => Value::Win { plies: 100 - u32::from(value.unsigned_abs()) },
            value @ ..0 => Value::Loss { plies: 100 - u32::from(value.unsigned_abs()) },
        };
        let score =
            solver.solve(position, &Budget::UNLIMITED).exact().ok_or("there is no limit")?;
        let actual = score.value(position.position());
        if actual != expected {
            return Err(
                format!("{:?}: {actual}, the book has {expected}", position.position()).into()
            );
        }
        if (index + 1) % 5_000 == 0 {
            println!("{} positions agree", index + 1);
        }
    }
    println!("{} of {entries} positions compared: all agree", count.min(entries));
    Ok(())
}

fn decode(mut code: u32) -> Option<OpenPosition> {
    let mut discs = ByPlayer { first: Bitboard::EMPTY, second: Bitboard::EMPTY };
    for column in Column::ALL {
        let mut height = 0;
        while code & COLUMN_END != 0 {
            let disc = Bitboard::of(Cell { column, row: Row::above(height)? });
            if code & COLUMN_END >> 1 == 0 {
                discs.first = discs.first | disc;
            } else {
                discs.second = discs.second | disc;
            }
            code <<= 2;
            height += 1;
        }
        code <<= 1;
    }
    Position::from_discs(discs).ok()?.open()
}
