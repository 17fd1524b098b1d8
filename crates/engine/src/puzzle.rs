//! Puzzles: positions with exactly one move that wins, or that holds the draw.
//!
//! ```
//! use fourfall_engine::puzzle::{Aim, PuzzleSet};
//!
//! # const FILE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/fourfall.puzzles"));
//! let set = PuzzleSet::from_bytes(FILE)?;
//! let puzzle = &set.puzzles()[0];
//! let task = match puzzle.aim {
//!     Aim::Win => "one move wins",
//!     Aim::Draw => "one move holds the draw",
//! };
//! println!("{}\n{task}: level {}", puzzle.game.position(), puzzle.level);
//! assert!(set.puzzles().len() >= 2_000);
//! # Ok::<(), fourfall_engine::puzzle::PuzzleError>(())
//! ```
//!
//! A set follows from its seed: the same seed gives the same puzzles in the same order everywhere.

use std::collections::HashSet;
use std::fmt;

use fourfall_rules::{Bitboard, Column, Game, OpenPosition, Player, Position};

use crate::bot::{Bot, Difficulty};
use crate::budget::Budget;
use crate::hash::fnv1a;
use crate::lookahead::best_columns;
use crate::rng::Rng;
use crate::score::Score;
use crate::solver::Solver;

/// A position in which one move is right and all others are wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// How the position came about.
    pub game: Game,
    /// What the right move achieves.
    pub aim: Aim,
    /// The right move.
    pub solution: Column,
    /// How far one has to see: discs of one's own until four are in a row, or discs of the opponent's
    /// until the most stubborn wrong move has lost.
    pub discs: u32,
    /// How many of the [finders](FINDERS) find the move.
    pub finders: u32,
    /// 1 is the easiest, [`LEVELS`] the hardest; follows from the two above.
    pub level: u32,
}

/// What the right move achieves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// It wins; no other does.
    Win,
    /// It holds the draw; all others lose.
    Draw,
}

/// How many levels there are.
pub const LEVELS: u32 = 5;

/// Who is asked how hard a puzzle is: a bot that goes by looks, and searches one to six discs deep.
pub const FINDERS: u32 = 1 + DEPTH_MAX;
const DEPTH_MAX: u32 = 6;
/// That bot's seed.
const FINDER_SEED: &str = "puzzle";

/// A position with hardly any choice teaches nothing.
const COLUMNS_MIN: usize = 4;
/// Wrong moves that do not lose at once: with fewer the puzzle is too easy.
const TEMPTING_MIN: usize = 2;
/// People can't be expected to see farther than this.
const DISCS_MAX: u32 = 12;

impl Puzzle {
    /// The position after these moves as a puzzle, if it is one and not a trivial one.
    ///
    /// Trivial is what wins with the disc itself, or only blocks a four, or what all finders find.
    pub fn new(game: Game, solver: &mut Solver) -> Option<Puzzle> {
        let position = game.position().open()?;
        let players = [position.turn(), position.turn().other()];
        if position.legal_columns().count() < COLUMNS_MIN
            || players.iter().any(|&it| wins_at_once(position.position(), it))
        {
            return None;
        }
        let scores = solver.analyze(position, &Budget::UNLIMITED);
        let scores: Vec<(Column, Score)> =
            scores.moves().filter_map(|(column, it)| Some((column, it.exact()?))).collect();
        let best = scores.iter().map(|it| it.1).max()?;
        let aim = match best.number() {
            1.. => Aim::Win,
            0 => Aim::Draw,
            ..0 => return None,
        };
        let result = |score: Score| score.number().signum();
        let (right, wrong): (Vec<_>, Vec<_>) =
            scores.into_iter().partition(|it| result(it.1) == result(best));
        let [(solution, _)] = right[..] else { return None };
        let lost_at_once = |column| {
            position.play(column).is_ok_and(|it| wins_at_once(it, position.turn().other()))
        };
        if wrong.iter().filter(|it| !lost_at_once(it.0)).count() < TEMPTING_MIN {
            return None;
        }
        let discs = match aim {
            Aim::Win => discs_to_come(position, best),
            Aim::Draw => {
                wrong.iter().map(|it| discs_to_come(position, it.1)).max().unwrap_or_default()
            }
        };
        let finders = finders(position, solution);
        if finders == FINDERS || discs > DISCS_MAX {
            return None;
        }
        let level = level(discs, finders);
        Some(Puzzle { game, aim, solution, discs, finders, level })
    }

    /// The same for the position and for its mirror image.
    pub fn key(&self) -> u64 {
        let position = self.game.position();
        position.key().min(position.mirrored().key())
    }
}

/// Discs of the winner's own until the end.
fn discs_to_come(position: OpenPosition, score: Score) -> u32 {
    let ply = position.position().ply();
    let last = 22 - u32::from(score.number().unsigned_abs());
    let lying = if score > Score::DRAW { ply / 2 } else { ply.div_ceil(2) };
    last - lying
}

/// How hard: the farther one has to see and the fewer find it, the harder.
fn level(discs: u32, finders: u32) -> u32 {
    const HARDER_FROM: [u32; LEVELS as usize - 1] = [7, 11, 15, 19];
    let hardness = discs + 2 * (FINDERS - finders);
    1 + HARDER_FROM.iter().map(|&it| u32::from(hardness >= it)).sum::<u32>()
}

/// How many find the one column.
fn finders(position: OpenPosition, solution: Column) -> u32 {
    let by_looks = Bot::Live(Difficulty::Hard).choose(position, FINDER_SEED, |_| solution).column;
    let by_depth = (1..=DEPTH_MAX).filter(|&it| best_columns(position, it) == [solution]);
    u32::from(by_looks == solution) + by_depth.map(|_| 1).sum::<u32>()
}

fn wins_at_once(position: Position, player: Player) -> bool {
    winning(position, player).next().is_some()
}

/// The columns in which `player` would complete four with the next disc.
fn winning(position: Position, player: Player) -> impl Iterator<Item = Column> + Clone {
    let (discs, occupied) = (position.discs()[player], position.occupied());
    Column::ALL.into_iter().filter(move |&it| {
        let disc = occupied.landing(it);
        disc != Bitboard::EMPTY && (discs | disc).has_four()
    })
}

/// Puzzles one after the other, for ever; the same for the same seed.
pub struct Maker<'a> {
    seed: &'a str,
    next: u64,
    seen: HashSet<u64>,
    solver: &'a mut Solver,
}

impl<'a> Maker<'a> {
    /// Starts with the first puzzle of the seed.
    pub fn new(seed: &'a str, solver: &'a mut Solver) -> Maker<'a> {
        Maker { seed, next: 0, seen: HashSet::new(), solver }
    }
}

impl Iterator for Maker<'_> {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        loop {
            let mut rng = Rng::new(&format!("{}/{}", self.seed, self.next), Position::START);
            self.next += 1;
            let puzzle = played(&mut rng).and_then(|it| Puzzle::new(it, self.solver));
            if let Some(puzzle) = puzzle.filter(|it| self.seen.insert(it.key())) {
                return Some(puzzle);
            }
        }
    }
}

/// With fewer discs the solver takes long, and positions are too open to be a puzzle.
const PLY_MIN: u64 = 18;
const PLY_MAX: u64 = 32;
/// How often a move is the one that looks best two discs ahead.
const SENSIBLE_PERCENT: u64 = 65;

/// A game between two who see fours and little else; `None` if one of them could win.
fn played(rng: &mut Rng) -> Option<Game> {
    let ply = PLY_MIN + rng.below(PLY_MAX - PLY_MIN + 1);
    let mut game = Game::new();
    for _ in 0..ply {
        let position = game.position().open()?;
        let (mover, opponent) = (position.turn(), position.turn().other());
        if wins_at_once(position.position(), mover) {
            return None;
        }
        let safe = position
            .legal_columns()
            .filter(|&it| position.play(it).is_ok_and(|it| !wins_at_once(it, opponent)));
        let column = if rng.chance(SENSIBLE_PERCENT) {
            rng.pick(best_columns(position, 2).into_iter())
        } else {
            rng.pick(safe)
        };
        game.play(column?).ok()?;
    }
    Some(game)
}

/// Puzzles in a file.
///
/// ```text
///   "4puz" · version 1 · length of the seed · seed · number of puzzles, 2 bytes
///   each: number of moves · moves, 3 bits each from the lowest on · solution | aim << 3 | level << 4
///         · discs | finders << 5
///   checksum of all that, FNV-1a, 8 bytes
/// ```
///
/// Numbers of several bytes have the lowest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    seed: String,
    puzzles: Vec<Puzzle>,
}

const MAGIC: &[u8; 5] = b"4puz\x01";

/// Why bytes are not a set of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleError {
    /// They do not begin as one.
    NotPuzzles,
    /// The checksum is wrong, or what is in it can't be.
    Damaged,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PuzzleError::NotPuzzles => "this is not a set of puzzles of a format known here",
            PuzzleError::Damaged => "the set of puzzles is damaged",
        })
    }
}

impl std::error::Error for PuzzleError {}

impl PuzzleSet {
    /// The first puzzles of a seed. `found` is called with each.
    pub fn make(
        seed: &str,
        count: usize,
        solver: &mut Solver,
        found: impl FnMut(&Puzzle),
    ) -> PuzzleSet {
        let puzzles = Maker::new(seed, solver).inspect(found).take(count).collect();
        PuzzleSet { seed: seed.to_owned(), puzzles }
    }

    /// What the set was made from.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// The puzzles, in the order in which they were found.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The set as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::try_from(self.seed.len()).expect("a seed is short"));
        bytes.extend(self.seed.bytes());
        let count = u16::try_from(self.puzzles.len()).expect("a set is small");
        bytes.extend(count.to_le_bytes());
        for puzzle in &self.puzzles {
            write(puzzle, &mut bytes);
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`]. That every puzzle is one is not proved here: [`Puzzle::new`] does that.
    pub fn from_bytes(bytes: &[u8]) -> Result<PuzzleSet, PuzzleError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PuzzleError::NotPuzzles)?;
        let whole = rest.split_last_chunk::<8>().filter(|(_, checksum)| {
            fnv1a(&bytes[..bytes.len() - 8]) == u64::from_le_bytes(**checksum)
        });
        let (mut rest, _) = whole.ok_or(PuzzleError::Damaged)?;
        read_set(&mut rest).filter(|_| rest.is_empty()).ok_or(PuzzleError::Damaged)
    }
}

fn write(puzzle: &Puzzle, bytes: &mut Vec<u8>) {
    let byte = |number: u32| u8::try_from(number).expect("these numbers are small");
    let moves = puzzle.game.moves();
    bytes.push(byte(puzzle.game.position().ply()));
    let bits = moves.iter().flat_map(|it| (0..3).map(|bit| it.index() >> bit & 1));
    let bits: Vec<u8> = bits.collect();
    bytes.extend(bits.chunks(8).map(|it| it.iter().rev().fold(0, |byte, bit| byte << 1 | bit)));
    let aim = match puzzle.aim {
        Aim::Win => 0,
        Aim::Draw => 1,
    };
    bytes.push(puzzle.solution.index() | aim << 3 | byte(puzzle.level) << 4);
    bytes.push(byte(puzzle.discs) | byte(puzzle.finders) << 5);
}

fn read_set(rest: &mut &[u8]) -> Option<PuzzleSet> {
    let seed_length = usize::from(*rest.split_off_first()?);
    let seed = String::from_utf8(rest.split_off(..seed_length)?.to_vec()).ok()?;
    let count = u16::from_le_bytes(rest.split_off(..2)?.try_into().ok()?);
    let puzzles = (0..count).map(|_| read(rest)).collect::<Option<Vec<Puzzle>>>()?;
    Some(PuzzleSet { seed, puzzles })
}

fn read(rest: &mut &[u8]) -> Option<Puzzle> {
    let ply = usize::from(*rest.split_off_first()?);
    let packed = rest.split_off(..(3 * ply).div_ceil(8))?;
    let bit = |at: usize| packed[at / 8] >> (at % 8) & 1;
    let mut game = Game::new();
    for at in 0..ply {
        let index = bit(3 * at) | bit(3 * at + 1) << 1 | bit(3 * at + 2) << 2;
        game.play(Column::new(index)?).ok()?;
    }
    let [what, how_hard] = *rest.split_off(..2)?.first_chunk()?;
    Some(Puzzle {
        game,
        aim: if what >> 3 & 1 == 0 { Aim::Win } else { Aim::Draw },
        solution: Column::new(what & 7)?,
        discs: u32::from(how_hard & 31),
        finders: u32::from(how_hard >> 5),
        level: u32::from(what >> 4),
    })
}
