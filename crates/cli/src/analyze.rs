//! `fourfall analyze`: a score per column, what it means, the best columns and the best line.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use fourfall_engine::{Budget, Score, Solver};
use fourfall_rules::{Column, Game};
use serde::Serialize;

use crate::questions::{self, NotText};
use crate::{args, engine, picture};

pub(crate) fn analyze(options: &args::Analyze) -> anyhow::Result<ExitCode> {
    let mut solver = engine::solver(&options.engine);
    let mut positions = options.positions.clone();
    if positions.is_empty() && io::stdin().is_terminal() {
        positions.push(engine::EMPTY_BOARD.to_owned());
    }
    let (mut answered, mut unreadable) = (0_u64, 0_u64);
    questions::each(&positions, |line| match find(line, &mut solver) {
        Ok((game, report)) => {
            print(&game, &report, options.json, answered).context("could not write the answer")?;
            answered += 1;
            Ok(None)
        }
        Err(err) => {
            unreadable += 1;
            Ok(Some(format!("{err:#}")))
        }
    })?;
    Ok(if unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn find(line: Result<&str, NotText>, solver: &mut Solver) -> anyhow::Result<(Game, Report)> {
    let game = engine::parse(line?)?;
    let report = report(&game, solver)?;
    Ok((game, report))
}

fn print(game: &Game, report: &Report, json: bool, earlier: u64) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string(report)?)?;
    } else {
        let gap = if earlier == 0 { "" } else { "\n" };
        write!(out, "{gap}{}", page(game, report))?;
    }
    Ok(())
}

/// The analysis of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    moves: String,
    score: i8,
    means: String,
    /// One for each column, left to right; `null` where the column is full.
    columns: Vec<Option<ColumnReport>>,
    /// 1 to 7.
    best_columns: Vec<u8>,
    best_line: String,
}

#[derive(Serialize)]
struct ColumnReport {
    column: u8,
    score: i8,
    means: String,
    #[serde(skip)]
    bar: String,
}

fn report(game: &Game, solver: &mut Solver) -> anyhow::Result<Report> {
    let position = engine::open(game)?;
    let analysis = solver.analyze(position, &Budget::UNLIMITED);
    let means = |score: Score| score.value(position.position()).to_string();
    let mut columns: Vec<Option<ColumnReport>> = Column::ALL.iter().map(|_| None).collect();
    for (column, verdict) in analysis.moves() {
        let score = verdict.exact().context("the search ended early")?;
        columns[usize::from(column.index())] = Some(ColumnReport {
            column: column.number(),
            score: score.number(),
            means: means(score),
            bar: picture::bar(score),
        });
    }
    let score = analysis.score().exact().context("the search ended early")?;
    let line = solver.best_line(position, &Budget::UNLIMITED);
    Ok(Report {
        moves: engine::print(game),
        score: score.number(),
        means: means(score),
        columns,
        best_columns: analysis.best_columns().map(Column::number).collect(),
        best_line: line.into_iter().map(|it| it.to_string()).collect(),
    })
}

/// The report as text for people.
fn page(game: &Game, report: &Report) -> String {
    let board = picture::board(game);
    let mut page = format!("{board}\n{}\n\n", picture::sentence(game, &report.means));
    for column in report.columns.iter().flatten() {
        let best = if report.best_columns.contains(&column.column) { "  best" } else { "" };
        let ColumnReport { column, score, means, bar } = column;
        page += format!("  column {column}  {score:>3}  {bar}  {means:<12}{best}").trim_end();
        page += "\n";
    }
    page += &format!("\nBest line: {}\n", report.best_line);
    page
}
