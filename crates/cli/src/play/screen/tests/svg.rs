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
    for (index, cell) in (0..).zip(buffer.content()) {
        let (x, y) = (index % columns * CELL.0, index / columns * CELL.1);
        draw(&mut svg, cell, x, y).expect("a string can be written to");
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, cell: &Cell, x: u32, y: u32) -> std::fmt::Result {
    let (mut ink, mut paper) = (colour(cell.fg, INK), colour(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let (width, height) = CELL;
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
        " " => Ok(()),
        // Fonts leave gaps between blocks; rectangles do not.
        "█" => block(svg, y, height, &ink),
        "▄" => block(svg, y + height / 2, height / 2, &ink),
        "▀" => block(svg, y, height / 2, &ink),
        text => {
            let bold = cell.modifier.contains(Modifier::BOLD);
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\"{weight}>{text}</text>", y + 14)
        }
    }
}

fn colour(color: Color, usual: &str) -> String {
    if let Color::Rgb(red, green, blue) = color {
        return format!("#{red:02x}{green:02x}{blue:02x}");
    }
    if color == Color::White { "#ffffff".to_owned() } else { usual.to_owned() }
}
