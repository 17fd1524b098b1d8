//! A screen as a picture.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// A character's place on the picture, in pixels.
const CELL: (u32, u32) = (9, 18);
const PAPER: &str = "#16181d";
const INK: &str = "#d8dee9";

pub(super) fn of(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"14\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n"
    );
    for (row, cells) in (0..).zip(buffer.content().chunks(columns as usize)) {
        let mut column = 0;
        // Cells that look alike are drawn as one.
        for run in cells.chunk_by(|one, other| look(one) == look(other)) {
            draw(&mut svg, run, column * CELL.0, row * CELL.1).expect("a string can be written to");
            column += u32::try_from(run.len()).expect("a screen is small");
        }
    }
    svg + "</svg>\n"
}

/// What must be the same for two cells to be drawn as one.
fn look(cell: &Cell) -> (Color, Color, Modifier, Option<&str>) {
    let block = Some(cell.symbol()).filter(|it| matches!(*it, "█" | "▆" | "▄" | "▂" | "▀"));
    (cell.fg, cell.bg, cell.modifier, block)
}

fn draw(svg: &mut String, run: &[Cell], x: u32, y: u32) -> std::fmt::Result {
    let cell = &run[0];
    let (mut ink, mut paper) = (colour(cell.fg, INK), colour(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let width = CELL.0 * u32::try_from(run.len()).expect("a screen is small");
    let height = CELL.1;
    let block = |svg: &mut String, y: u32, height: u32, fill: &str| {
        let shape = "shape-rendering=\"crispEdges\"";
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" {shape}/>"
        )
    };
    if paper != PAPER {
        block(svg, y, height, &paper)?;
    }
    match cell.symbol() {
        // Fonts leave gaps between blocks; rectangles do not.
        "█" => return block(svg, y, height, &ink),
        "▆" => return block(svg, y + height / 4, height - height / 4, &ink),
        "▄" => return block(svg, y + height / 2, height / 2, &ink),
        "▂" => return block(svg, y + height - height / 4, height / 4, &ink),
        "▀" => return block(svg, y, height / 2, &ink),
        _ => {}
    }
    let bold = cell.modifier.contains(Modifier::BOLD);
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    for (index, word) in words(run) {
        let x = x + CELL.0 * u32::try_from(index).expect("a screen is small");
        let length = CELL.0 * u32::try_from(word.chars().count()).expect("a screen is small");
        let text = word.replace('&', "&amp;").replace('<', "&lt;");
        let y = y + 14;
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" fill=\"{ink}\"{weight}>{text}</text>"
        )?;
    }
    Ok(())
}

/// The words of a run, and where they begin.
fn words(run: &[Cell]) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (index, cell) in run.iter().enumerate() {
        let is_space = cell.symbol() == " ";
        match words.last_mut().filter(|_| inside) {
            Some((_, word)) if !is_space => *word += cell.symbol(),
            _ if !is_space => words.push((index, cell.symbol().to_owned())),
            _ => {}
        }
        inside = !is_space;
    }
    words
}

fn colour(color: Color, usual: &str) -> String {
    if let Color::Rgb(red, green, blue) = color {
        return format!("#{red:02x}{green:02x}{blue:02x}");
    }
    if color == Color::White { "#ffffff".to_owned() } else { usual.to_owned() }
}
