//! `fourfall analyze`: a score a column, what it means, the best columns and the best line.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use fourfall_engine::{Budget, Score};
use fourfall_rules::{Column, Game, Player};
use serde::Serialize;

use crate::{args, engine};

pub(crate) fn analyze(options: &args::Analyze) -> anyhow::Result<ExitCode> {
    let game = engine::parse(&options.position)?;
    let report = report(&game, &options.engine)?;
    let mut out = io::stdout().lock();
    if options.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)
    } else {
        write!(out, "{}", page(&game, &report))
    }
    .context("could not write the answer")?;
    Ok(ExitCode::SUCCESS)
}

/// What there is to say about a position.
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
}

fn report(game: &Game, options: &args::Engine) -> anyhow::Result<Report> {
    let position = engine::open(game)?;
    let mut solver = engine::solver(options);
    let analysis = solver.analyze(position, &Budget::UNLIMITED);
    let means = |score: Score| score.value(position.position()).to_string();
    let mut columns: Vec<Option<ColumnReport>> = Column::ALL.iter().map(|_| None).collect();
    for (column, verdict) in analysis.moves() {
        let score = verdict.exact().context("the search ended early")?;
        columns[usize::from(column.index())] = Some(ColumnReport {
            column: column.number(),
            score: score.number(),
            means: means(score),
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

/// The report as a page for people.
fn page(game: &Game, report: &Report) -> String {
    let disc = match game.position().turn() {
        Player::First => "X",
        Player::Second => "O",
    };
    let mut page = format!("{}1 2 3 4 5 6 7\n\n", game.position());
    page += &format!(
        "The {} ({disc}) is to move and {}.\n\n",
        game.position().turn(),
        clause(&report.means)
    );
    for column in report.columns.iter().flatten() {
        let best = if report.best_columns.contains(&column.column) { "  best" } else { "" };
        let ColumnReport { column, score, means } = column;
        page += format!("  column {column}  {score:>3}  {means:<12}{best}").trim_end();
        page += "\n";
    }
    page += &format!("\nBest line: {}\n", report.best_line);
    page
}

/// "wins in 5 discs" out of "wins in 5".
fn clause(means: &str) -> String {
    match means.rsplit_once(' ') {
        Some((_, "1")) => format!("{means} disc"),
        Some(_) => format!("{means} discs"),
        None => "can hold a draw".to_owned(),
    }
}
