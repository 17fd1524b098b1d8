//! Shapes as SVG.

use std::fmt::Write;

use crate::scene::{Rgb, Scene, Shape};

pub(crate) fn written(scene: &Scene) -> String {
    let Scene { width, height, shapes } = scene;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\"><title>Four in a row</title>\n"
    );
    for shape in shapes {
        // Writing to a string does not fail.
        let _ = match *shape {
            Shape::Plate { x, y, width, height, corner, fill } => writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" fill=\"{}\"/>",
                hex(fill)
            ),
            Shape::Disc { x, y, radius, fill } => {
                writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
                    hex(fill)
                )
            }
            Shape::Ring { x, y, radius, line, colour } => writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{line}\"/>",
                hex(colour)
            ),
        };
    }
    text.push_str("</svg>\n");
    text
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
