//! `fourfall engine`: the solver for other programs, over a line protocol like UCI, the one of
//! chess engines. `docs/ENGINE_PROTOCOL.md` describes it, and its transcript is a test.
//!
//! This thread reads; a search runs on another one, so that `stop` and `isready` are answered
//! meanwhile.

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use fourfall_engine::bot::Bot;
use fourfall_engine::{Budget, Reply, Solver, Value, Verdict};
use fourfall_rules::{Column, OpenPosition, Position};

use crate::{args, engine};

/// Longer than any valid line.
const LINE_BYTES_MAX: u64 = 4096;

/// Nodes between two lines of `info`: about half a second. What a slice found out stays in the table; they grow, since a
/// search that outgrows the table might otherwise go over the same ground for ever.
const SLICE_NODES: u64 = 2_000_000;

pub(crate) fn engine(options: &args::Engine) -> anyhow::Result<ExitCode> {
    let mut session = Session {
        desk: Desk::Idle(Box::new(engine::solver(options))),
        options: options.clone(),
        position: Position::START,
        bot: Bot::Perfect,
        seed: "ABC123".to_owned(),
    };
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input).context("could not read standard input")? {
        let heard = match line {
            Line::TooLong => Err(anyhow::anyhow!("a line has at most {LINE_BYTES_MAX} bytes")),
            Line::Words(line) => session.hear(&line),
        };
        match heard {
            Ok(Next::Listen) => {}
            Ok(Next::Quit) => return Ok(ExitCode::SUCCESS),
            Err(err) if err.is::<io::Error>() => return Err(err),
            Err(err) => say(&format!("error {err:#}"))?,
        }
    }
    // The input has ended, so nobody can send `stop` any more, but the answers may still be read.
    session.desk.idle()?;
    Ok(ExitCode::SUCCESS)
}

enum Line {
    Words(String),
    TooLong,
}

/// The next line; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") && bytes.len() as u64 == LINE_BYTES_MAX {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Words(String::from_utf8_lossy(&bytes).into_owned())))
}

/// Writes one line, whole and at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

enum Next {
    Listen,
    Quit,
}

struct Session {
    desk: Desk,
    options: args::Engine,
    position: Position,
    bot: Bot,
    seed: String,
}

/// Where the solver is.
enum Desk {
    Idle(Box<Solver>),
    Busy {
        flags: Arc<Flags>,
        search: JoinHandle<(Box<Solver>, io::Result<()>)>,
    },
    /// A search panicked. It does not; if it did, the next command would end the program.
    Lost,
}

/// What a search and its session tell each other.
#[derive(Default)]
struct Flags {
    /// Raised to end the search.
    cancel: AtomicBool,
    /// Raised right before `bestmove`: a program that has read it may send the next command.
    answered: AtomicBool,
}

impl Desk {
    /// Waits for a search that runs, and gives the solver.
    fn idle(&mut self) -> anyhow::Result<&mut Box<Solver>> {
        if let Desk::Busy { .. } = self
            && let Desk::Busy { search, .. } = std::mem::replace(self, Desk::Lost)
        {
            let Ok((solver, written)) = search.join() else { bail!("the search failed") };
            *self = Desk::Idle(solver);
            written?;
        }
        match self {
            Desk::Idle(solver) => Ok(solver),
            Desk::Busy { .. } | Desk::Lost => bail!("the search failed"),
        }
    }

    /// The solver, unless a search runs.
    fn free(&mut self) -> anyhow::Result<&mut Box<Solver>> {
        match self {
            Desk::Busy { flags, .. } if !flags.answered.load(Ordering::Relaxed) => {
                bail!("a search is running: say stop or wait first")
            }
            Desk::Busy { .. } | Desk::Idle(_) | Desk::Lost => self.idle(),
        }
    }

    /// Ends a search that runs.
    fn stop(&mut self) -> anyhow::Result<()> {
        if let Desk::Busy { flags, .. } = self {
            flags.cancel.store(true, Ordering::Relaxed);
        }
        self.idle().map(drop)
    }
}

impl Session {
    /// Executes a command.
    fn hear(&mut self, line: &str) -> anyhow::Result<Next> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(Next::Listen) };
        match command {
            "uci" => self.introduce()?,
            "isready" => say("readyok")?,
            "stop" => self.desk.stop()?,
            "wait" => self.desk.idle().map(drop)?,
            "quit" => {
                self.desk.stop()?;
                return Ok(Next::Quit);
            }
            "ucinewgame" => {
                self.desk.free()?.clear();
                self.position = Position::START;
            }
            "setoption" => self.set_option(words)?,
            "position" => {
                self.desk.free()?;
                self.position = parse_position(words)?;
            }
            "d" => {
                for row in self.position.to_string().lines() {
                    say(&format!("info string {row}"))?;
                }
            }
            "go" => self.go(parse_go(words)?)?,
            _ => bail!("unknown command {command:?}"),
        }
        Ok(Next::Listen)
    }

    fn introduce(&self) -> io::Result<()> {
        let args::Engine { threads, table_mib, no_book, .. } = &self.options;
        say(&format!("id name Fourfall {}", env!("CARGO_PKG_VERSION")))?;
        say("id author the Fourfall contributors")?;
        say(&format!("option name Threads type spin default {threads} min 1 max 1024"))?;
        say(&format!("option name Hash type spin default {table_mib} min 1 max 4096"))?;
        say(&format!("option name OwnBook type check default {}", !no_book))?;
        let names = Bot::ALL.map(|it| format!("var {}", it.name())).join(" ");
        say(&format!("option name Bot type combo default {} {names}", self.bot.name()))?;
        say(&format!("option name Seed type string default {}", self.seed))?;
        say("uciok")
    }

    /// `setoption name NAME value VALUE`.
    fn set_option(&mut self, mut words: SplitWhitespace<'_>) -> anyhow::Result<()> {
        let (Some("name"), Some(name), Some("value")) = (words.next(), words.next(), words.next())
        else {
            bail!("expected setoption name NAME value VALUE");
        };
        let value = words.collect::<Vec<_>>().join(" ");
        match name.to_ascii_lowercase().as_str() {
            "threads" => {
                let count = value.parse().ok().filter(|it: &std::num::NonZero<_>| it.get() <= 1024);
                self.options.threads = count.context("Threads is a number from 1 to 1024")?;
            }
            "hash" => {
                let size = value.parse().ok().filter(|it| (1..=4096).contains(it));
                self.options.table_mib =
                    size.context("Hash is a number of mebibytes from 1 to 4096")?;
            }
            "ownbook" => {
                let book: Option<bool> = value.parse().ok();
                self.options.no_book = !book.context("OwnBook is true or false")?;
            }
            "bot" => {
                let bot = Bot::ALL.into_iter().find(|it| it.name() == value);
                self.bot = bot.with_context(|| {
                    format!("Bot is one of {}", Bot::ALL.map(Bot::name).join(", "))
                })?;
                return Ok(());
            }
            "seed" => {
                self.seed = value;
                return Ok(());
            }
            _ => bail!("there is no option {name:?}"),
        }
        // The old table goes first: the new one may need its memory.
        self.desk.free()?;
        self.desk = Desk::Lost;
        self.desk = Desk::Idle(Box::new(engine::solver(&self.options)));
        Ok(())
    }

    fn go(&mut self, limits: Limits) -> anyhow::Result<()> {
        self.desk.free()?;
        let position = match OpenPosition::try_from(self.position) {
            Ok(position) => position,
            Err(outcome) => {
                say(&format!("info string {}", engine::over(outcome)))?;
                return Ok(say("bestmove none")?);
            }
        };
        let Desk::Idle(mut solver) = std::mem::replace(&mut self.desk, Desk::Lost) else {
            bail!("the search failed");
        };
        let flags = Arc::new(Flags::default());
        let search = {
            let (flags, bot, seed) = (flags.clone(), self.bot, self.seed.clone());
            move || {
                let cancel = &flags.cancel;
                let answer = with_timer(limits.time, cancel, || match bot {
                    Bot::Perfect => Search::new(&mut solver, position, limits, cancel).run(),
                    Bot::Live(_) | Bot::Solo(_) => {
                        let choice = bot.choose(position, &seed, |it| {
                            solver.best_move(it, &limits.budget(cancel)).column()
                        });
                        Ok(choice.column.to_string())
                    }
                });
                flags.answered.store(true, Ordering::Relaxed);
                (solver, answer.and_then(|it| say(&format!("bestmove {it}"))))
            }
        };
        self.desk = Desk::Busy { flags, search: std::thread::spawn(search) };
        Ok(())
    }
}

/// `startpos` or `board ROWS`, then perhaps `moves` and columns.
fn parse_position(mut words: SplitWhitespace<'_>) -> anyhow::Result<Position> {
    let mut position = match words.next() {
        Some("startpos") => Position::START,
        Some("board") => {
            let rows = words.next().context("expected the board's rows, as in ......./…")?;
            rows.replace('/', "\n").parse()?
        }
        _ => bail!("expected position startpos or position board ROWS"),
    };
    match words.next() {
        None => return Ok(position),
        Some("moves") => {}
        Some(word) => bail!("expected moves, found {word:?}"),
    }
    for (at, symbol) in words.flat_map(str::chars).enumerate() {
        let number = symbol.to_digit(10).and_then(|it| u8::try_from(it).ok());
        let column = number.and_then(Column::numbered);
        let column = column.with_context(|| format!("move {}: expected 1 to 7", at + 1))?;
        position = position.play(column).with_context(|| format!("move {}", at + 1))?;
    }
    Ok(position)
}

/// What `go` asks for.
#[derive(Clone, Copy, Default)]
struct Limits {
    nodes: Option<u64>,
    time: Option<Duration>,
    /// The score of every column too.
    scores: bool,
}

impl Limits {
    fn budget(self, cancel: &AtomicBool) -> Budget<'_> {
        Budget { nodes: self.nodes, cancel: Some(cancel) }
    }
}

fn parse_go(mut words: SplitWhitespace<'_>) -> anyhow::Result<Limits> {
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words.next().and_then(|it| it.parse().ok());
            number.with_context(|| format!("expected a number after {word}"))
        };
        match word {
            "nodes" => limits.nodes = Some(number()?),
            "movetime" => limits.time = Some(Duration::from_millis(number()?)),
            "scores" => limits.scores = true,
            "infinite" => {}
            _ => bail!("expected nodes, movetime, scores or infinite, found {word:?}"),
        }
    }
    Ok(limits)
}

/// Does `work`, and raises the flag if it takes longer than this.
fn with_timer<T>(time: Option<Duration>, cancel: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                cancel.store(true, Ordering::Relaxed);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// One answer to `go`.
struct Search<'a> {
    solver: &'a mut Solver,
    position: OpenPosition,
    limits: Limits,
    cancel: &'a AtomicBool,
    start: Instant,
    start_nodes: u64,
}

impl<'a> Search<'a> {
    fn new(
        solver: &'a mut Solver,
        position: OpenPosition,
        limits: Limits,
        cancel: &'a AtomicBool,
    ) -> Search<'a> {
        let start_nodes = solver.nodes();
        Search { solver, position, limits, cancel, start: Instant::now(), start_nodes }
    }

    /// Tells what it finds out, and gives what goes behind `bestmove`.
    fn run(mut self) -> io::Result<String> {
        if let Verdict::Exact(_) = self.solve()? {
            if self.limits.scores {
                let analysis = self.solver.analyze(self.position, &self.left());
                for (column, verdict) in analysis.moves() {
                    say(&format!("info column {column} {}", self.in_words(verdict)))?;
                }
            }
            let line = self.solver.best_line(self.position, &self.left());
            if let Some(first) = line.first() {
                let line: Vec<String> = line.iter().map(Column::to_string).collect();
                self.inform(&format!("pv {}", line.join(" ")))?;
                return Ok(first.to_string());
            }
        }
        match self.solver.best_move(self.position, &self.left()) {
            Reply::Perfect(column) => Ok(column.to_string()),
            Reply::Unproved(column) => Ok(format!("{column} unproved")),
        }
    }

    /// The score, or what is proved about it when the search has to end.
    fn solve(&mut self) -> io::Result<Verdict> {
        let mut slice = SLICE_NODES;
        loop {
            let Budget { nodes: left, cancel } = self.left();
            let nodes = left.map_or(slice, |it| it.min(slice));
            let verdict = self.solver.solve(self.position, &Budget { nodes: Some(nodes), cancel });
            self.inform(&self.in_words(verdict))?;
            let ended = self.cancel.load(Ordering::Relaxed) || left.is_some_and(|it| it <= slice);
            if ended || verdict.exact().is_some() {
                return Ok(verdict);
            }
            slice += slice / 8;
        }
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes() - self.start_nodes
    }

    fn left(&self) -> Budget<'a> {
        let budget = self.limits.budget(self.cancel);
        Budget { nodes: budget.nodes.map(|it| it.saturating_sub(self.nodes())), ..budget }
    }

    fn inform(&self, what: &str) -> io::Result<()> {
        let time = self.start.elapsed().as_millis();
        say(&format!("info nodes {} time {time} {what}", self.nodes()))
    }

    fn in_words(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Exact(score) => match score.value(self.position.position()) {
                Value::Win { plies } => format!("score {score} win {plies}"),
                Value::Draw => format!("score {score} draw"),
                Value::Loss { plies } => format!("score {score} loss {plies}"),
            },
            Verdict::Bounds { at_least, at_most } => {
                format!("score atleast {at_least} atmost {at_most}")
            }
        }
    }
}
