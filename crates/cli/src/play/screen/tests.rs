//! Screens as text, at the sizes and in the looks there are.

use fourfall_engine::{Book, Budget, Solver, TableSize, Value};
use fourfall_rules::{ByPlayer, Game};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::look::{Characters, Depth, Look};
use super::super::scene::Values;
use super::super::thinker::{best, judge};
use super::*;

mod svg;

const TRUE: Look = Look { depth: Depth::True, characters: Characters::Unicode };
const PLAIN: Look = Look { depth: Depth::None, characters: Characters::Ascii };

fn side(name: &str, color: &str, wins: u32) -> Side {
    Side { name: name.to_owned(), color: color.to_owned(), wins, seconds: None, note: None }
}

fn scene(moves: &str) -> Scene {
    let game: Game = moves.parse().unwrap();
    let on = game.position().outcome().is_none();
    Scene {
        title: "Fourfall · you and solo-medium".to_owned(),
        game,
        sides: ByPlayer { first: side("You", "red", 2), second: side("solo-medium", "yellow", 1) },
        draws: 0,
        turn: on.then(|| game.position().turn()),
        aiming: on,
        sent: None,
        values: None,
        hint: None,
        status: "Your turn.".to_owned(),
        detail: String::new(),
        busy: false,
        acts: vec![Act::Hint, Act::Values, Act::TakeBack, Act::Resign],
        leaving_resigns: false,
    }
}

fn hand() -> Hand {
    Hand { column: Column::ALL[3], fallen: None, spin: 0, dialog: None }
}

fn drawn(size: (u16, u16), scene: &Scene, hand: &Hand, look: Look) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| draw(frame, scene, hand, look)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a screen, without spaces at the ends of lines.
fn text(buffer: &Buffer) -> String {
    let rows = buffer.content().chunks(usize::from(buffer.area.width));
    let rows = rows.map(|row| row.iter().map(|it| it.symbol()).collect::<String>());
    rows.map(|it| it.trim_end().to_owned() + "\n").collect::<String>().trim_end().to_owned()
}

#[track_caller]
fn check(size: (u16, u16), scene: &Scene, hand: &Hand, look: Look, expected: &str) {
    let found = text(&drawn(size, scene, hand, look));
    let expected = expected.trim_matches('\n');
    assert_eq!(found, expected, "\n--- found\n{found}\n--- expected\n{expected}\n");
}

#[test]
fn the_smallest_screen_without_colours() {
    let mut scene = scene("4435");
    scene.sides.first.seconds = Some(42);
    check(
        (40, 16),
        &scene,
        &hand(),
        PLAIN,
        r"
Fourfall . you and solo-medium
>  X  You  2  42 s
   O  solo-medium  1
                   v
       .   .   .   .   .   .   .
       .   .   .   .   .   .   .
       .   .   .   .   .   .   .
       .   .   .   .   .   .   .
       .   .   .   O   .   .   .
       .   .   X   X  (O)  .   .
       1   2   3   4   5   6   7

Your turn.


h hint  v values  ? help  q quit",
    );
}

#[test]
fn the_smallest_screen_with_the_winning_four_and_values() {
    let mut scene = scene("4455667");
    scene.status = "You won: four in a row.".to_owned();
    scene.acts = vec![Act::Again, Act::TakeBack];
    check(
        (40, 16),
        &scene,
        &hand(),
        TRUE,
        r"
Fourfall · you and solo-medium
   ●  You  2
   ●  solo-medium  1

       ·   ·   ·   ·   ·   ·   ·
       ·   ·   ·   ·   ·   ·   ·
       ·   ·   ·   ·   ·   ·   ·
       ·   ·   ·   ·   ·   ·   ·
       ·   ·   ·   ●   ●   ●   ·
       ·   ·   ·  [●] [●] [●] [●]
       1   2   3   4   5   6   7

You won: four in a row.


n next game  u take back  ? help  q quit",
    );
    scene.values = Some([
        Some(Value::Loss { plies: 12 }),
        Some(Value::Draw),
        Some(Value::Win { plies: 1 }),
        None,
        Some(Value::Win { plies: 33 }),
        Some(Value::Loss { plies: 2 }),
        Some(Value::Draw),
    ]);
    let found = text(&drawn((40, 16), &scene, &hand(), TRUE));
    assert!(found.contains("      -12  =  +1      +33 -2   ="), "{found}");
}

#[test]
fn eighty_by_twenty_four_has_large_discs_and_a_panel() {
    let mut scene = scene("44");
    scene.draws = 1;
    scene.hint = Some(Column::ALL[2]);
    scene.detail = "Hint: column 3: wins in 37.".to_owned();
    check(
        (80, 24),
        &scene,
        &hand(),
        TRUE,
        r"
Fourfall · you and solo-medium
                        ▼
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂   ▸  ●  You  2
 ██████ ██████ ██████ ██████ ██████ ██████ ██████      ●  solo-medium  1
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀         1 draw
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂
 ██████ ██████ ██████ ██████ ██████ ██████ ██████   Your turn.
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀   Hint: column 3: wins in 37.
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂
 ██████ ██████ ██████ ██████ ██████ ██████ ██████
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂
 ██████ ██████ ██████ ██████ ██████ ██████ ██████
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂
 ██████ ██████ ██████ ██  ██ ██████ ██████ ██████
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀
 ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂ ▂▆▆▆▆▂
 ██████ ██████ ██?███ ██████ ██████ ██████ ██████
 ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀ ▀████▀
   1      2      3      4      5      6      7


h hint  v values  u take back  r resign  ? help  q quit",
    );
}

#[test]
fn sixty_by_twenty_has_medium_discs_and_a_narrow_panel() {
    let mut scene = scene("4435");
    scene.sides.first.seconds = Some(88);
    scene.sides.first.name = "漢字漢字漢字漢字".to_owned();
    scene.detail = "Hint: column 5: wins in 37.".to_owned();
    check(
        (60, 20),
        &scene,
        &hand(),
        Look { depth: Depth::None, ..TRUE },
        r"
Fourfall · you and solo-medium

                 ▼                    ▸  X  漢 字 漢 …  2  1:28
                                         O  solo-medium  1
  ·    ·    ·    ·    ·    ·    ·

  ·    ·    ·    ·    ·    ·    ·     Your turn.
                                      Hint: column 5: wins
  ·    ·    ·    ·    ·    ·    ·     in 37.

  ·    ·    ·    ·    ·    ·    ·
                OOOO
  ·    ·    ·   OOOO  ·    ·    ·
           XXXX XXXX (OO)
  ·    ·   XXXX XXXX (OO)  ·    ·
  1    2    3    4    5    6    7



h hint  v values  u take back  r resign  ? help  q quit",
    );
}

#[test]
fn a_wide_screen_has_the_board_in_its_middle() {
    let found = text(&drawn((200, 50), &scene("4"), &hand(), TRUE));
    let discs = found.lines().find(|it| it.contains('▂')).expect("a board");
    assert_eq!(discs.find('▂'), Some(52), "{found}");
}

/// Where the disc of the first player is in colour.
fn coloured(buffer: &Buffer, color: Color) -> Vec<(u16, u16)> {
    let width = buffer.area.width;
    let cells = (0..).zip(buffer.content()).filter(|(_, it)| it.fg == color && it.symbol() != " ");
    cells.map(|(index, _): (u16, _)| (index % width, index / width)).collect()
}

#[test]
fn a_disc_falls_row_by_row() {
    let scene = scene("4");
    let red = TRUE.disc("red");
    let rows = |fallen| {
        let buffer = drawn((40, 16), &scene, &Hand { fallen, ..hand() }, TRUE);
        let cells = coloured(&buffer, red).into_iter();
        cells.filter(|it| it.0 > 10 && it.1 > 3).map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(rows(Some(0)), [4]);
    assert_eq!(rows(Some(3)), [7]);
    assert_eq!(rows(None), [9, 9, 9], "at rest it is marked as the last one");
}

#[test]
fn every_depth_of_colour_tells_the_players_and_the_marks_apart() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Palette, Depth::True] {
        for characters in [Characters::Ascii, Characters::Unicode] {
            let look = Look { depth, characters };
            for size in [(40, 16), (60, 24), (80, 24), (140, 50)] {
                let picture = |moves| {
                    let buffer = drawn(size, &scene(moves), &hand(), look);
                    let board = buffer.content().iter();
                    board.map(|it| (it.symbol().to_owned(), it.fg, it.bg)).collect::<Vec<_>>()
                };
                let pictures = ["", "1", "11", "12", "21"].map(picture);
                for (index, one) in pictures.iter().enumerate() {
                    for other in &pictures[index + 1..] {
                        assert_ne!(one, other, "{look:?} {size:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    for size in [(40, 16), (80, 24), (140, 50)] {
        let dialog = Some(Dialog::Help);
        let buffer = drawn(size, &scene("4435"), &Hand { dialog, ..hand() }, PLAIN);
        assert!(buffer.content().iter().all(|it| it.fg == Color::Reset && it.bg == Color::Reset));
        assert!(buffer.content().iter().all(|it| it.symbol().is_ascii()));
    }
}

#[test]
fn help_fits_the_smallest_screen() {
    let dialog = Some(Dialog::Help);
    check(
        (40, 16),
        &scene(""),
        &Hand { dialog, ..hand() },
        PLAIN,
        r"
Fourfall . you and solo-medium
>  X  You  2
 +Keys--------------------------------+
 | < > or 1-7    choose a column      |
 | Enter         drop the disc        |
 | h             hint                 |
 | v             values               |
 | u             take back            |
 | r             resign               |
 | q             quit                 |
 | Ctrl-C        leave at once        |
 | ( ) last disc     [ ] winning four |
Y+------------------------------------+


h hint  v values  ? help  q quit",
    );
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    check((30, 10), &scene(""), &hand(), PLAIN, "The board needs 40 x 16.\nThis is 30 x 10.");
    // Nothing is too small to be drawn at all.
    for size in [(1, 1), (3, 40), (200, 2), (39, 16), (40, 15)] {
        drawn(size, &scene("4435"), &hand(), TRUE);
    }
}

#[test]
fn every_size_draws_every_state() {
    let values: Values = [Some(Value::Win { plies: 41 }); 7];
    for width in [40, 41, 59, 60, 73, 74, 80, 81, 120, 200] {
        for height in [16, 17, 18, 21, 22, 23, 24, 25, 60] {
            for dialog in [None, Some(Dialog::Help), Some(Dialog::Leave), Some(Dialog::Resign)] {
                let mut scene = scene("4435");
                scene.sides.first.name = "A name that is longer than any column".to_owned();
                scene.sides.first.seconds = Some(75);
                scene.sides.second.note = Some("away");
                scene.status =
                    "A sentence that needs more than a line of a small screen.".repeat(3);
                (scene.values, scene.sent, scene.busy) = (Some(values), Some(Column::ALL[0]), true);
                let hand = Hand { dialog, ..hand() };
                let found = text(&drawn((width, height), &scene, &hand, TRUE));
                assert!(found.lines().last().is_some_and(|it| it.contains("q quit")), "{found}");
            }
        }
    }
}

/// The picture in the README. `FOURFALL_UPDATE=1` draws it again.
#[test]
fn the_screenshot_is_of_this_screen() {
    let mut scene = scene("444334");
    let open = scene.game.position().open().unwrap();
    let mut solver = Solver::new(TableSize::mebibytes(1)).with_book(Book::embedded());
    let values = judge(&mut solver, open, &Budget::UNLIMITED).unwrap();
    let column = best(&values).unwrap();
    let value = values[usize::from(column.index())].unwrap();
    scene.sides.first.seconds = Some(24);
    (scene.values, scene.hint) = (Some(values), Some(column));
    scene.detail = format!("Hint: column {column}: {value}.");
    let hand = Hand { column, ..hand() };
    let picture = svg::of(&drawn((80, 24), &scene, &hand, TRUE));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/terminal.svg");
    if std::env::var_os("FOURFALL_UPDATE").is_some() {
        std::fs::write(file, &picture).unwrap();
    }
    assert!(std::fs::read_to_string(file).unwrap() == picture, "FOURFALL_UPDATE=1 draws it anew");
}
