//! Positions and games as pictures: SVG, PNG and animated GIF.
//!
//! ```
//! use fourfall_picture::{Colour, Picture};
//!
//! let picture = Picture { game: "4455667".parse()?, colours: [Colour::Red, Colour::Yellow] };
//! assert!(picture.svg().starts_with("<svg"));
//! assert!(picture.gif().starts_with(b"GIF89a"));
//! # Ok::<(), fourfall_rules::NotationError>(())
//! ```
//!
//! A picture is a pure function of the game, and costs little: a board is at most 42 discs, and a GIF at
//! most 43 small frames of which only what changed is stored.

mod animation;
mod raster;
mod scene;
mod svg;

use fourfall_rules::Game;

/// A game to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The moves; the last position is what is shown, or where an animation ends.
    pub game: Game,
    /// Of the first player's discs and of the second's.
    pub colours: [Colour; 2],
}

/// A disc's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `red`
    Red,
    /// `yellow`
    Yellow,
    /// `green`
    Green,
    /// `#000000`
    Black,
    /// `#ffffff`
    White,
}

impl Colour {
    /// The colour by the name the wire gives it.
    pub fn named(name: &str) -> Option<Colour> {
        match name {
            "red" => Some(Colour::Red),
            "yellow" => Some(Colour::Yellow),
            "green" => Some(Colour::Green),
            "#000000" => Some(Colour::Black),
            "#ffffff" => Some(Colour::White),
            _ => None,
        }
    }
}

/// How much is around the board of a still picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The board alone.
    Board,
    /// The board in the middle of 1200 by 630 pixels, as previews of links want it.
    Card,
}

impl Picture {
    /// The position as SVG.
    pub fn svg(&self) -> String {
        svg::written(&scene::board(self, self.game.moves().len()))
    }

    /// The position as PNG.
    pub fn png(&self, format: Format) -> Vec<u8> {
        let board = scene::board(self, self.game.moves().len());
        raster::png(&match format {
            Format::Board => board,
            Format::Card => scene::card(&board),
        })
    }

    /// The game as an animated GIF, disc by disc.
    pub fn gif(&self) -> Vec<u8> {
        animation::animated(self)
    }
}
