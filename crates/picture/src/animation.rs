//! A game as an animated GIF.
//!
//! The colours are the scene's own and mixtures of any two of them: smooth edges mix two colours, never
//! three. So no search for a palette is needed, and the same game gives the same bytes.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::scene::{GROUND, Rgb, board, colours};
use crate::{Picture, raster};

/// Hundredths of a second.
const MOVE_DELAY: u16 = 60;
const END_DELAY: u16 = 400;

pub(crate) fn animated(picture: &Picture) -> Vec<u8> {
    let mut palette = Palette::new(&colours(picture));
    let empty = board(picture, 0);
    let (width, height) = (empty.width, empty.height);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes())
        .expect("writing to memory does not fail");
    encoder.set_repeat(Repeat::Infinite).expect("writing to memory does not fail");
    let moves = picture.game.moves().len();
    let mut shown: Option<Vec<u8>> = None;
    for count in 0..=moves {
        let pixels = raster::painted(&board(picture, count), Some(GROUND));
        let indices: Vec<u8> = pixels
            .pixels()
            .iter()
            .map(|it| palette.nearest(Rgb(it.red(), it.green(), it.blue())))
            .collect();
        let area = match &shown {
            None => Area { left: 0, top: 0, width, height },
            Some(before) => changed(before, &indices, width),
        };
        let delay = if count == moves { END_DELAY } else { MOVE_DELAY };
        encoder
            .write_frame(&frame(&indices, width, area, delay))
            .expect("writing to memory does not fail");
        shown = Some(indices);
    }
    drop(encoder);
    bytes
}

#[derive(Clone, Copy)]
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

/// The smallest rectangle outside of which two frames are the same.
fn changed(before: &[u8], after: &[u8], width: u16) -> Area {
    let width = usize::from(width);
    let differ = || (0..after.len()).filter(|&it| before[it] != after[it]);
    let span = |values: &mut dyn Iterator<Item = usize>| {
        let (least, most) =
            values.fold((usize::MAX, 0), |(least, most), it| (least.min(it), most.max(it)));
        // Nothing has changed: one pixel stands for it.
        let least = least.min(most);
        let small = |it: usize| u16::try_from(it).unwrap_or(u16::MAX);
        (small(least), small(most - least + 1))
    };
    let (left, wide) = span(&mut differ().map(|it| it % width));
    let (top, high) = span(&mut differ().map(|it| it / width));
    Area { left, top, width: wide, height: high }
}

fn frame(indices: &[u8], width: u16, area: Area, delay: u16) -> Frame<'static> {
    let rows = usize::from(area.top)..usize::from(area.top) + usize::from(area.height);
    let part: Vec<u8> = rows
        .flat_map(|row| {
            let start = row * usize::from(width) + usize::from(area.left);
            indices[start..start + usize::from(area.width)].iter().copied()
        })
        .collect();
    let mut frame = Frame::from_indexed_pixels(area.width, area.height, part, None);
    (frame.left, frame.top, frame.delay) = (area.left, area.top, delay);
    frame.dispose = DisposalMethod::Keep;
    frame
}

struct Palette {
    colours: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

/// Steps between two colours.
const MIXTURES: u16 = 4;

impl Palette {
    fn new(pure: &[Rgb]) -> Palette {
        let mut colours = pure.to_vec();
        for (at, &one) in pure.iter().enumerate() {
            for &other in &pure[at + 1..] {
                colours.extend((1..MIXTURES).map(|share| mixed(one, other, share)));
            }
        }
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() <= 256, "a GIF has room for 256 colours");
        Palette { colours, known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|&Rgb(red, green, blue)| [red, green, blue]).collect()
    }

    fn nearest(&mut self, wanted: Rgb) -> u8 {
        let colours = &self.colours;
        *self.known.entry(wanted).or_insert_with(|| {
            let near = (0..=u8::MAX).zip(colours).min_by_key(|(_, it)| distance(**it, wanted));
            near.map_or(0, |(index, _)| index)
        })
    }
}

fn mixed(Rgb(a, b, c): Rgb, Rgb(x, y, z): Rgb, share: u16) -> Rgb {
    let mix = |one: u8, other: u8| {
        let sum = u16::from(one) * (MIXTURES - share) + u16::from(other) * share;
        u8::try_from(sum / MIXTURES).unwrap_or(u8::MAX)
    };
    Rgb(mix(a, x), mix(b, y), mix(c, z))
}

fn distance(Rgb(a, b, c): Rgb, Rgb(x, y, z): Rgb) -> u32 {
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    square(a, x) + square(b, y) + square(c, z)
}
