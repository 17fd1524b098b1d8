//! What is drawn, as shapes: the same for every format.

use fourfall_rules::{Cell, Column, Game, Player, Position, Row};

use crate::{Colour, Picture};

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A rectangle with round corners.
    Plate {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        corner: f32,
        fill: Rgb,
    },
    Disc {
        x: f32,
        y: f32,
        radius: f32,
        fill: Rgb,
    },
    Ring {
        x: f32,
        y: f32,
        radius: f32,
        line: f32,
        colour: Rgb,
    },
}

pub(crate) struct Scene {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) shapes: Vec<Shape>,
}

/// Pixels of one cell; everything else follows from it.
const CELL: f32 = 48.0;
const RIM: f32 = 10.0;
const DISC: f32 = 20.0;
const WIDTH: u16 = 7 * 48 + 20;
const HEIGHT: u16 = 6 * 48 + 20;

const PLATE: Rgb = Rgb(0x2c, 0x3c, 0x94);
const EDGE: Rgb = Rgb(0x1f, 0x2b, 0x6f);
const HOLE: Rgb = Rgb(0x1a, 0x23, 0x58);
const MARK: Rgb = Rgb(0xff, 0xff, 0xff);
/// What lies behind a card, and in the corners of a GIF.
pub(crate) const GROUND: Rgb = Rgb(0x14, 0x14, 0x1d);

/// A disc's colour and the darker one of its mark.
pub(crate) const fn look(colour: Colour) -> (Rgb, Rgb) {
    match colour {
        Colour::Red => (Rgb(0xe5, 0x45, 0x2f), Rgb(0xb9, 0x2b, 0x18)),
        Colour::Yellow => (Rgb(0xf9, 0xc2, 0x34), Rgb(0xcf, 0x91, 0x08)),
        Colour::Green => (Rgb(0x2f, 0xa8, 0x66), Rgb(0x1c, 0x7c, 0x48)),
        Colour::Black => (Rgb(0x00, 0x00, 0x00), Rgb(0x4a, 0x4a, 0x4a)),
        Colour::White => (Rgb(0xff, 0xff, 0xff), Rgb(0xc4, 0xc4, 0xc4)),
    }
}

/// Every colour of a picture, mixed ones apart.
pub(crate) fn colours(picture: &Picture) -> Vec<Rgb> {
    let discs = picture.colours.into_iter().flat_map(|it| <[Rgb; 2]>::from(look(it)));
    [GROUND, PLATE, EDGE, HOLE, MARK].into_iter().chain(discs).collect()
}

/// The board after this many moves of the game.
pub(crate) fn board(picture: &Picture, moves: usize) -> Scene {
    let mut game = Game::new();
    for &column in &picture.game.moves()[..moves] {
        // Moves of a game are legal in their order.
        let _ = game.play(column);
    }
    let position = game.position();
    let (width, height) = (f32::from(WIDTH), f32::from(HEIGHT));
    let mut shapes = vec![
        Shape::Plate { x: 0.0, y: 0.0, width, height, corner: 16.0, fill: EDGE },
        Shape::Plate { x: 0.0, y: 0.0, width, height: height - 4.0, corner: 16.0, fill: PLATE },
    ];
    for column in Column::ALL {
        for row in Row::ALL {
            cell(picture, position, Cell { column, row }, &mut shapes);
        }
    }
    let winning: Vec<Cell> = position.winning_lines().flat_map(|it| it.cells()).collect();
    let marked = if winning.is_empty() { game.last_disc().into_iter().collect() } else { winning };
    for at in marked {
        let (x, y) = centre(at);
        shapes.push(Shape::Ring { x, y, radius: 16.0, line: 3.0, colour: MARK });
    }
    Scene { width: WIDTH, height: HEIGHT, shapes }
}

/// A hole, and the disc in it: marked so that colour is never the only difference.
fn cell(picture: &Picture, position: Position, at: Cell, shapes: &mut Vec<Shape>) {
    let (x, y) = centre(at);
    shapes.push(Shape::Disc { x, y, radius: DISC + 1.0, fill: EDGE });
    let Some(player) = position.disc_at(at) else {
        shapes.push(Shape::Disc { x, y, radius: DISC, fill: HOLE });
        return;
    };
    let [first, second] = picture.colours;
    match player {
        Player::First => {
            let (fill, shade) = look(first);
            shapes.push(Shape::Disc { x, y, radius: DISC, fill });
            shapes.push(Shape::Ring { x, y, radius: 10.0, line: 2.5, colour: shade });
        }
        Player::Second => {
            let (fill, shade) = look(second);
            shapes.push(Shape::Disc { x, y, radius: DISC, fill });
            for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let (x, y) = (x + 6.0 * right, y + 6.0 * down);
                shapes.push(Shape::Disc { x, y, radius: 2.5, fill: shade });
            }
        }
    }
}

fn centre(Cell { column, row }: Cell) -> (f32, f32) {
    let along = |steps: u8| RIM + CELL * (f32::from(steps) + 0.5);
    (along(column.index()), along(row.rows_above()))
}

const CARD_WIDTH: u16 = 1200;
const CARD_HEIGHT: u16 = 630;

/// The board enlarged in the middle of a card.
pub(crate) fn card(board: &Scene) -> Scene {
    let scale = (f32::from(CARD_HEIGHT) - 60.0) / f32::from(board.height);
    let left = (f32::from(CARD_WIDTH) - f32::from(board.width) * scale) / 2.0;
    let (right, down) = (|x: f32| left + x * scale, |y: f32| 30.0 + y * scale);
    let (width, height) = (f32::from(CARD_WIDTH), f32::from(CARD_HEIGHT));
    let ground = Shape::Plate { x: 0.0, y: 0.0, width, height, corner: 0.0, fill: GROUND };
    let enlarged = board.shapes.iter().map(|&shape| match shape {
        Shape::Plate { x, y, width, height, corner, fill } => Shape::Plate {
            x: right(x),
            y: down(y),
            width: width * scale,
            height: height * scale,
            corner: corner * scale,
            fill,
        },
        Shape::Disc { x, y, radius, fill } => {
            Shape::Disc { x: right(x), y: down(y), radius: radius * scale, fill }
        }
        Shape::Ring { x, y, radius, line, colour } => Shape::Ring {
            x: right(x),
            y: down(y),
            radius: radius * scale,
            line: line * scale,
            colour,
        },
    });
    let shapes = [ground].into_iter().chain(enlarged).collect();
    Scene { width: CARD_WIDTH, height: CARD_HEIGHT, shapes }
}
