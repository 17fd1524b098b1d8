//! Pictures as they are stored in `tests/golden`. With `FOURFALL_BLESS` set they are written instead of compared:
//! look at them before they are committed.

use std::path::PathBuf;

use fourfall_picture::{Colour, Format, Picture};
use fourfall_rules::Game;
use tiny_skia::Pixmap;

fn picture(moves: &str, colours: [Colour; 2]) -> Picture {
    Picture { game: moves.parse().expect("moves of a test are legal"), colours }
}

/// Ends with two fours at once.
fn game() -> Picture {
    picture("1122335566774", [Colour::Red, Colour::Yellow])
}

fn stored(name: &str, made: &[u8]) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("FOURFALL_BLESS").is_some() {
        std::fs::write(&path, made).expect("a golden file can be written");
    }
    std::fs::read(&path).expect("there is a golden file")
}

#[test]
fn drawn_as_svg() {
    for (name, picture) in [
        ("empty.svg", picture("", [Colour::Red, Colour::Yellow])),
        ("running.svg", picture("4435", [Colour::Green, Colour::Red])),
        ("won.svg", game()),
    ] {
        let made = picture.svg();
        assert_eq!(String::from_utf8_lossy(&stored(name, made.as_bytes())), made, "{name}");
    }
}

/// Edges may be a shade lighter or darker on another processor; nothing else may differ.
#[test]
fn drawn_as_png() {
    for (name, format) in [("won.png", Format::Board), ("card.png", Format::Card)] {
        let made = game().png(format);
        let expected = Pixmap::decode_png(&stored(name, &made)).expect("a golden file is a PNG");
        let drawn = Pixmap::decode_png(&made).expect("it is a PNG");
        assert_eq!((drawn.width(), drawn.height()), (expected.width(), expected.height()));
        let apart = |one: &u8, other: &u8| one.abs_diff(*other);
        let most = drawn.data().iter().zip(expected.data()).map(|(a, b)| apart(a, b)).max();
        assert!(most.is_some_and(|it| it <= 2), "{name} differs by {most:?}");
        assert!(made.len() < 64 * 1024, "{name} has {} bytes", made.len());
    }
}

#[test]
fn drawn_as_gif() {
    let made = game().gif();
    assert_eq!(frames(&stored("won.gif", &made)), frames(&made));
    assert_eq!(frames(&made).len(), 14, "one for the empty board and one for each disc");
    // The longest game there is.
    let longest =
        picture("765166733316344522276176717242151344354255", [Colour::Black, Colour::White]);
    assert_eq!(frames(&longest.gif()).len(), 43);
    assert!(longest.gif().len() < 64 * 1024);
}

/// Each frame's place, delay and pixels.
fn frames(bytes: &[u8]) -> Vec<(u16, u16, u16, Vec<u8>)> {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).expect("it is a GIF");
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("its frames are whole") {
        frames.push((frame.left, frame.top, frame.delay, frame.buffer.to_vec()));
    }
    frames
}

#[test]
fn every_colour_of_the_wire_has_a_look() {
    for name in ["red", "yellow", "green", "#000000", "#ffffff"] {
        let colour = Colour::named(name).expect("the wire has it");
        assert!(Picture { game: Game::new(), colours: [colour, Colour::Red] }.svg().len() > 1_000);
    }
    assert_eq!(Colour::named("\"><script>"), None);
}
