//! The opponents: how each chooses a column, and how long it pretends to think.
//!
//! A bot is data and a small strategy. It knows the position, a seed and nothing else, so the same seed and the same
//! moves give the same game everywhere. It never waits: the caller does, for [`Choice::think_ms`].

use core::ops::RangeInclusive;

use fourfall_rules::{Bitboard, Cell, Column, OpenPosition, Player};

use crate::lookahead::best_columns;
use crate::rng::Rng;

/// An opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bot {
    /// As the `live` preset has them: quick, human mistakes.
    Live(Difficulty),
    /// As the `solo` preset has them: half a second, and a search that grows with the difficulty.
    Solo(Difficulty),
    /// Always keeps the value of the game; wins as fast, or loses as slowly, as possible.
    Perfect,
}

/// How strong an opponent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Sees no threats.
    Easy,
    /// Sees some threats.
    Medium,
    /// Misses no immediate threat.
    Hard,
}

/// What a bot does, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// A legal column.
    pub column: Column,
    /// How long after its turn began the bot should move.
    pub think_ms: u64,
}

/// What a bot needs for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Nothing more: this is its answer.
    Play(Choice),
    /// A column that keeps the value of the game, which a [`Solver`](crate::Solver) finds.
    Solve {
        /// As [`Choice::think_ms`].
        think_ms: u64,
    },
}

/// Discs that `solo` medium looks ahead.
const MEDIUM_DEPTH: u32 = 4;
/// Discs that `solo` hard looks ahead in the opening.
const HARD_DEPTH: u32 = 6;
/// From this many discs on `solo` hard sees to the end of the game.
const HARD_PERFECT_FROM: u32 = 16;
/// How often, in a hundred, `live` medium sees a win, and how often it sees a threat.
const MEDIUM_SEES_PERCENT: u64 = 30;

impl Bot {
    /// Every bot, each family from the weakest to the strongest.
    pub const ALL: [Bot; 7] = [
        Bot::Live(Difficulty::Easy),
        Bot::Live(Difficulty::Medium),
        Bot::Live(Difficulty::Hard),
        Bot::Solo(Difficulty::Easy),
        Bot::Solo(Difficulty::Medium),
        Bot::Solo(Difficulty::Hard),
        Bot::Perfect,
    ];

    /// A name for test vectors and the terminal.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Live(Difficulty::Easy) => "live-easy",
            Bot::Live(Difficulty::Medium) => "live-medium",
            Bot::Live(Difficulty::Hard) => "live-hard",
            Bot::Solo(Difficulty::Easy) => "solo-easy",
            Bot::Solo(Difficulty::Medium) => "solo-medium",
            Bot::Solo(Difficulty::Hard) => "solo-hard",
            Bot::Perfect => "perfect",
        }
    }

    /// What the bot does in this position, or that it needs a solver to know.
    ///
    /// Only [`Bot::Perfect`] needs one, and `solo` hard once the opening is over. A caller whose
    /// solver is shared or slow asks here first; one that has a solver at hand calls [`Bot::choose`].
    ///
    /// ```
    /// use fourfall_engine::bot::{Bot, Difficulty, Plan};
    /// use fourfall_rules::OpenPosition;
    ///
    /// let easy = Bot::Live(Difficulty::Easy).plan(OpenPosition::START, "ABC123");
    /// assert!(matches!(easy, Plan::Play(choice) if choice.think_ms >= 300));
    /// let perfect = Bot::Perfect.plan(OpenPosition::START, "ABC123");
    /// assert_eq!(perfect, Plan::Solve { think_ms: 500 });
    /// ```
    pub fn plan(self, position: OpenPosition, seed: &str) -> Plan {
        let mut rng = Rng::new(seed, position.position());
        let think = self.think_ms();
        let think_ms = think.start() + rng.below(think.end() - think.start() + 1);
        let column = match self {
            Bot::Live(Difficulty::Easy) => Some(anything(position, &mut rng)),
            Bot::Live(Difficulty::Medium) => Some(sees_some(position, &mut rng)),
            Bot::Live(Difficulty::Hard) => urgent(position, &mut rng)
                .or_else(|| Some(central_and_connected(position, &mut rng))),
            Bot::Solo(Difficulty::Easy) => Some(more_central_of_two(position, &mut rng)),
            Bot::Solo(Difficulty::Medium) => urgent(position, &mut rng)
                .or_else(|| Some(looks_best(position, MEDIUM_DEPTH, &mut rng))),
            Bot::Solo(Difficulty::Hard) => urgent(position, &mut rng).or_else(|| {
                let opening = position.position().ply() < HARD_PERFECT_FROM;
                opening.then(|| looks_best(position, HARD_DEPTH, &mut rng))
            }),
            Bot::Perfect => None,
        };
        match column {
            Some(column) => Plan::Play(Choice { column, think_ms }),
            None => Plan::Solve { think_ms },
        }
    }

    /// The bot's answer to this position.
    ///
    /// `solve` finds a column that keeps the value of the game, if the bot [needs](Bot::plan) one. It
    /// is the caller's, because a solver has a table, a book and a budget that the caller owns.
    pub fn choose(
        self,
        position: OpenPosition,
        seed: &str,
        solve: impl FnOnce(OpenPosition) -> Column,
    ) -> Choice {
        match self.plan(position, seed) {
            Plan::Play(choice) => choice,
            Plan::Solve { think_ms } => Choice { column: solve(position), think_ms },
        }
    }

    /// How long it pretends to think, from and to.
    pub const fn think_ms(self) -> RangeInclusive<u64> {
        match self {
            Bot::Live(Difficulty::Easy) => 300..=800,
            Bot::Live(Difficulty::Medium) => 500..=1_200,
            Bot::Live(Difficulty::Hard) => 800..=1_500,
            Bot::Solo(_) | Bot::Perfect => 500..=500,
        }
    }
}

/// Any legal column.
fn anything(position: OpenPosition, rng: &mut Rng) -> Column {
    rng.pick(position.legal_columns()).expect("an open position has a legal column")
}

/// Of two legal columns drawn by lot, the one nearer to the middle.
fn more_central_of_two(position: OpenPosition, rng: &mut Rng) -> Column {
    let (one, other) = (anything(position, rng), anything(position, rng));
    if centrality(other) > centrality(one) { other } else { one }
}

/// Sometimes takes a win, sometimes blocks one, and plays anything otherwise.
fn sees_some(position: OpenPosition, rng: &mut Rng) -> Column {
    let (mover, opponent) = (position.turn(), position.turn().other());
    let mut glimpse = |player| {
        let wins = wins_of(player, position);
        (wins.clone().next().is_some() && rng.chance(MEDIUM_SEES_PERCENT))
            .then(|| rng.pick(wins))
            .flatten()
    };
    glimpse(mover).or_else(|| glimpse(opponent)).unwrap_or_else(|| anything(position, rng))
}

/// A win if there is one, else a block if one is needed.
fn urgent(position: OpenPosition, rng: &mut Rng) -> Option<Column> {
    let (mover, opponent) = (position.turn(), position.turn().other());
    rng.pick(wins_of(mover, position)).or_else(|| rng.pick(wins_of(opponent, position)))
}

/// The column whose cell is most central and touches most discs of one's own.
fn central_and_connected(position: OpenPosition, rng: &mut Rng) -> Column {
    let own = position.position().mover_discs();
    let worth = |column| {
        let cell = position.position().landing(column);
        centrality(column) + 2 * cell.map_or(0, |it| connected(own, it))
    };
    best_by(position.legal_columns().map(|it| (it, worth(it))), rng)
}

/// One of the columns that look best some discs ahead.
fn looks_best(position: OpenPosition, depth: u32, rng: &mut Rng) -> Column {
    rng.pick(best_columns(position, depth).into_iter()).expect("some column looks best")
}

/// One of the columns that are worth most, by lot.
fn best_by<T: Ord + Copy>(worths: impl Iterator<Item = (Column, T)>, rng: &mut Rng) -> Column {
    let worths: Vec<(Column, T)> = worths.collect();
    let most = worths.iter().map(|it| it.1).max();
    rng.pick(worths.iter().filter(|it| Some(it.1) == most).map(|it| it.0))
        .expect("an open position has a legal column")
}

/// Columns in which a disc of `player` would complete four.
fn wins_of(player: Player, position: OpenPosition) -> impl Iterator<Item = Column> + Clone {
    let occupied = position.position().occupied();
    let discs = position.position().discs()[player];
    position.legal_columns().filter(move |&it| (discs | occupied.landing(it)).has_four())
}

/// 3 for the middle column, 0 for the edges.
fn centrality(column: Column) -> u32 {
    let column = column.index();
    u32::from(column.min(Column::COUNT - 1 - column))
}

/// How many of the eight cells around `cell` are in `discs`.
fn connected(discs: Bitboard, cell: Cell) -> u32 {
    let touches = |it: &Cell| {
        it.column.index().abs_diff(cell.column.index()) <= 1
            && it.row.rows_below().abs_diff(cell.row.rows_below()) <= 1
    };
    discs.cells().filter(touches).map(|_| 1).sum()
}
