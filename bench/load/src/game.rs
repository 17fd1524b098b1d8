//! A game that is being played: what has to be true of it.

use std::time::Instant;

use anyhow::{Context, ensure};

use crate::script::Script;
use crate::wire::Winner;

pub struct Game {
    pub room: Box<[u8]>,
    pub script: usize,
    /// Who sits where: the connection, and the id the server gave it.
    pub players: [Option<usize>; 2],
    pub ids: [Box<[u8]>; 2],
    /// Discs that were sent, acknowledged or not, and when each seat sent its last.
    pub sent: usize,
    pub sent_at: [Instant; 2],
    /// When the next move is due, where moves come at a pace.
    pub due: Instant,
    /// Players and spectators who have not heard of its end.
    pub listeners: usize,
}

impl Game {
    pub fn new(room: &[u8], script: usize, listeners: usize, now: Instant) -> Game {
        Game {
            room: room.into(),
            script,
            players: [None; 2],
            ids: [Box::default(), Box::default()],
            sent: 0,
            sent_at: [now; 2],
            due: now,
            listeners,
        }
    }

    /// Checks a disc somebody was told of, who had `seen` discs before it.
    pub fn check_disc(
        &self,
        script: &Script,
        seen: usize,
        column: u8,
        by: Option<&[u8]>,
        history: Option<&[u8]>,
    ) -> anyhow::Result<()> {
        ensure!(seen < self.sent, "disc {} was told and never sent", seen + 1);
        ensure!(script.columns[seen] == column, "disc {} in column {column}", seen + 1);
        ensure!(
            by.is_none_or(|it| it == &*self.ids[seen % 2]),
            "disc {} is somebody else's",
            seen + 1
        );
        ensure!(
            history.is_none_or(|it| it == script.history(seen + 1)),
            "disc {} came with other moves before it",
            seen + 1
        );
        Ok(())
    }

    /// Checks an ending against the script's.
    pub fn check_ending(
        &self,
        script: &Script,
        winner: Winner<'_>,
        line: Option<[usize; 4]>,
        reason: Option<&[u8]>,
        has_lines: bool,
    ) -> anyhow::Result<()> {
        let seat = match winner {
            Winner::Player(id) => {
                Some(self.ids.iter().position(|it| &**it == id).context("somebody else has won")?)
            }
            Winner::Seat(seat) => Some(seat),
            Winner::Nobody => None,
        };
        ensure!(seat == script.winner, "{seat:?} has won instead of {:?}", script.winner);
        if has_lines {
            let right: &[u8] = match seat {
                Some(_) => b"Four in a row!",
                None => b"Board full - Draw",
            };
            ensure!(reason == Some(right), "the wrong reason");
            let line_is_right = match (seat, line) {
                (Some(_), Some(line)) => script.is_winning_line(line),
                (None, None) => true,
                _ => false,
            };
            ensure!(line_is_right, "the wrong line: {line:?}");
        }
        Ok(())
    }
}
