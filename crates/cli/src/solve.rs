//! `fourfall solve`: the score of each position, given as arguments or on standard input.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use fourfall_engine::{Budget, Score, Solver, Value};
use fourfall_rules::Game;
use serde::Serialize;

use crate::progress::counted;
use crate::questions::{self, NotText};
use crate::{args, engine, picture, warn};

pub(crate) fn solve(options: &args::Solve) -> anyhow::Result<ExitCode> {
    let solver = engine::solver(&options.engine);
    let mut run = Run { solver, options, totals: Totals::default(), out: io::stdout().lock() };
    questions::each(&options.positions, |line| run.line(line))?;
    run.finish()
}

/// What a line asks.
struct Question {
    game: Game,
    expected: Option<Score>,
}

/// What was found out about it.
struct Answer {
    game: Game,
    score: Score,
    value: Value,
    nodes: u64,
    time: Duration,
}

/// An [`Answer`] in JSON.
#[derive(Serialize)]
struct AnswerJson {
    moves: String,
    score: i8,
    /// `"wins in 5"`.
    means: String,
    nodes: u64,
    microseconds: u128,
}

#[derive(Default)]
struct Totals {
    solved: u64,
    wrong: u64,
    unreadable: u64,
    nodes: u64,
    time: Duration,
}

struct Run<'a, W> {
    solver: Solver,
    options: &'a args::Solve,
    totals: Totals,
    out: W,
}

impl<W: Write> Run<'_, W> {
    /// Answers one line, or returns a complaint about it.
    fn line(&mut self, line: Result<&str, NotText>) -> anyhow::Result<Option<String>> {
        let question = line.map_err(anyhow::Error::from).and_then(parse);
        let answer = question.and_then(|it| Ok((self.ask(&it.game)?, it.expected)));
        match answer {
            Ok((answer, expected)) => {
                self.print(&answer).context("could not write the answer")?;
                let Some(expected) = expected.filter(|&it| it != answer.score) else {
                    return Ok(None);
                };
                self.totals.wrong += 1;
                Ok(Some(format!("the score is {}, not {expected}", answer.score)))
            }
            Err(err) => {
                self.totals.unreadable += 1;
                Ok(Some(format!("{err:#}")))
            }
        }
    }

    fn ask(&mut self, game: &Game) -> anyhow::Result<Answer> {
        let position = engine::open(game)?;
        if self.options.stats {
            self.solver.clear();
        }
        let (nodes, start) = (self.solver.nodes(), Instant::now());
        let verdict = self.solver.solve(position, &Budget::UNLIMITED);
        let time = start.elapsed();
        let score = verdict.exact().context("the search ended early")?;
        let nodes = self.solver.nodes() - nodes;
        self.totals.solved += 1;
        self.totals.nodes += nodes;
        self.totals.time += time;
        Ok(Answer { game: *game, score, value: score.value(game.position()), nodes, time })
    }

    fn print(&mut self, answer: &Answer) -> anyhow::Result<()> {
        let Answer { game, score, value, nodes, time } = answer;
        let moves = engine::print(game);
        let microseconds = time.as_micros();
        if self.options.json {
            let (score, means) = (score.number(), value.to_string());
            let line = AnswerJson { moves, score, means, nodes: *nodes, microseconds };
            writeln!(self.out, "{}", serde_json::to_string(&line)?)?;
        } else if self.options.stats {
            writeln!(self.out, "{moves} {score} {nodes} {microseconds}")?;
        } else if !self.options.positions.is_empty() && io::stdout().is_terminal() {
            // Somebody who typed a position wants to see it.
            let sentence = picture::sentence(game, &value.to_string());
            writeln!(self.out, "{}\n{sentence}\nScore {score}.", picture::board(game))?;
        } else {
            writeln!(self.out, "{moves} {score}")?;
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<ExitCode> {
        let Totals { solved, wrong, unreadable, nodes, time } = self.totals;
        if self.options.stats {
            let micros = time.as_micros().max(1);
            warn(&format!(
                "{}, {wrong} wrong, {unreadable} unreadable; {nodes} nodes in {:.3} s, \
                 {} nodes and {} µs each, {} thousand nodes a second",
                counted(solved, "position"),
                time.as_secs_f64(),
                nodes / solved.max(1),
                micros / u128::from(solved.max(1)),
                u128::from(nodes) * 1_000 / micros,
            ));
        }
        Ok(if wrong + unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Reads `moves` or `moves score`.
fn parse(line: &str) -> anyhow::Result<Question> {
    let mut words = line.split_whitespace();
    let game = engine::parse(words.next().unwrap_or_default())?;
    let expected = words.next().map(|word| {
        let score = word.parse().ok().and_then(Score::new);
        score.with_context(|| format!("expected a score from -18 to 18, found {word:?}"))
    });
    if let Some(word) = words.next() {
        bail!("expected moves and at most a score, found {word:?} as well");
    }
    Ok(Question { game, expected: expected.transpose()? })
}
