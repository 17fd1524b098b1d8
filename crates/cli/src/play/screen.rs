//! Draws a scene. Knows no game and no terminal, so a test reads its screens as text.

use fourfall_rules::{Cell, Column, Player, Row};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Wrap};

use super::look::{Characters, Depth, Look};
use super::scene::{Act, Scene, Side, clock, short};

/// The smallest screen that everything fits on.
pub(crate) const SMALLEST: (u16, u16) = (40, 16);
/// The least and the greatest width of the panel beside the board.
const PANEL: (u16, u16) = (24, 48);

/// The state of the keyboard's side: not part of the game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hand {
    /// Where the next disc is aimed.
    pub(crate) column: Column,
    /// How many rows the last disc has fallen, while it falls.
    pub(crate) fallen: Option<u8>,
    /// Counts up while something is under way.
    pub(crate) spin: usize,
    pub(crate) dialog: Option<Dialog>,
}

/// What lies over the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialog {
    Help,
    /// Whether to leave, although that costs the game.
    Leave,
    Resign,
}

/// How large discs are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    Small,
    Medium,
    Large,
}

impl Size {
    /// A cell with its share of the board around it.
    const fn cell(self) -> (u16, u16) {
        match self {
            Size::Small => (4, 1),
            Size::Medium => (5, 2),
            Size::Large => (7, 3),
        }
    }

    /// The board, the row above it to aim in, the numbers and the values below.
    const fn whole(self) -> (u16, u16) {
        let (width, height) = self.cell();
        (width * Column::COUNT as u16 + 1, height * Row::COUNT as u16 + 3)
    }
}

/// Where things go.
struct Places {
    size: Size,
    title: Rect,
    board: Rect,
    sides: Rect,
    status: Rect,
    keys: Rect,
}

impl Places {
    /// As large as there is room for; beside the board, or around it.
    fn find(area: Rect) -> Places {
        let [title, middle, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)])
                .areas(area);
        let fits = |size: &Size, more: (u16, u16)| {
            let (width, height) = size.whole();
            width + more.0 <= area.width && height + more.1 <= area.height
        };
        let sizes = [Size::Large, Size::Medium];
        if let Some(size) = sizes.into_iter().find(|it| fits(it, (PANEL.0, 2))) {
            let (width, height) = size.whole();
            let [both] = Layout::horizontal([Constraint::Max(width + PANEL.1)])
                .flex(Flex::Center)
                .areas(middle);
            let [left, right] =
                Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(both);
            let above = left.height.saturating_sub(height) / 2;
            let board = Rect { y: left.y + above, height, ..left };
            let right = Rect { x: right.x + 2, width: right.width - 2, ..right };
            let [_, sides, _, status] = Layout::vertical([
                Constraint::Length(above.max(1)),
                Constraint::Length(3),
                Constraint::Length(1),
                Constraint::Min(0),
            ])
            .areas(right);
            return Places { size, title, board, sides, status, keys };
        }
        let size = if fits(&Size::Medium, (2, 7)) { Size::Medium } else { Size::Small };
        let (width, height) = size.whole();
        let [sides, board, status] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Length(height),
            Constraint::Min(0),
        ])
        .areas(middle);
        let left = board.width.saturating_sub(width) / 2;
        let board = Rect { x: board.x + left, width, ..board };
        Places { size, title, board, sides, status, keys }
    }
}

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame<'_>, scene: &Scene, hand: &Hand, look: Look) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let sentence = format!(
            "The board needs {width} × {height}.\nThis is {} × {}.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(plain(&sentence, look)).wrap(Wrap { trim: true }), area);
        return;
    }
    let places = Places::find(area);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(plain(&scene.title, look), bold), places.title);
    board(frame.buffer_mut(), places.board, places.size, scene, hand, look);
    sides(frame, places.sides, scene, look);
    status(frame, places.status, scene, hand, look);
    keys(frame, places.keys, scene, look);
    if let Some(dialog) = hand.dialog {
        overlay(frame, area, dialog, scene, look);
    }
}

/// The text in characters the terminal has.
fn plain(text: &str, look: Look) -> String {
    match look.characters {
        Characters::Unicode => text.to_owned(),
        Characters::Ascii => {
            let replaced = text.chars().map(|it| match it {
                '×' => 'x',
                '–' | '—' | '−' => '-',
                '←' => '<',
                '→' => '>',
                '…' => '.',
                '·' => '.',
                '’' => '\'',
                it if it.is_ascii() => it,
                _ => '?',
            });
            replaced.collect()
        }
    }
}

fn symbol(player: Player) -> &'static str {
    match player {
        Player::First => "X",
        Player::Second => "O",
    }
}

/// A disc as one character.
fn token(player: Player, look: Look) -> &'static str {
    match (look.depth, look.characters) {
        (Depth::None, _) | (_, Characters::Ascii) => symbol(player),
        (_, Characters::Unicode) => "●",
    }
}

/// What a cell shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Hole,
    Disc(Player),
    Last(Player),
    Winning(Player),
    /// On its way to the server.
    Sent(Player),
    /// Where a disc would be recommended.
    Hint,
}

fn shown(scene: &Scene, hand: &Hand, cell: Cell) -> Shown {
    let position = scene.game.position();
    let last = scene.game.last_disc();
    if let (Some(fallen), Some(last)) = (hand.fallen, last)
        && cell.column == last.column
    {
        // The last disc is seen where it is on its way, not yet where it will be.
        let mover = position.turn().other();
        if cell.row.rows_above() == fallen {
            return Shown::Disc(mover);
        }
        if cell == last {
            return Shown::Hole;
        }
    }
    match position.disc_at(cell) {
        Some(player) if hand.fallen.is_none() => {
            if position.winning_lines().any(|it| it.cells().contains(&cell)) {
                Shown::Winning(player)
            } else if last == Some(cell) {
                Shown::Last(player)
            } else {
                Shown::Disc(player)
            }
        }
        Some(player) => Shown::Disc(player),
        None => {
            let lands = |column: Option<Column>| {
                column.is_some_and(|it| position.landing(it) == Some(cell))
            };
            if lands(scene.sent) {
                Shown::Sent(position.turn())
            } else if lands(scene.hint) {
                Shown::Hint
            } else {
                Shown::Hole
            }
        }
    }
}

fn board(buffer: &mut Buffer, area: Rect, size: Size, scene: &Scene, hand: &Hand, look: Look) {
    let (width, height) = size.cell();
    let left = |column: Column| area.x + 1 + u16::from(column.index()) * width;
    let middle = |column: Column, text: &str| {
        let length = u16::try_from(text.chars().count()).unwrap_or(0);
        left(column) + (width - 1).saturating_sub(length) / 2
    };
    let holes = Rect { y: area.y + 1, height: height * u16::from(Row::COUNT), ..area };
    buffer.set_style(holes, Style::new().bg(look.board()));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if scene.aiming {
        let arrow = if look.characters == Characters::Unicode { "▼" } else { "v" };
        buffer.set_string(middle(hand.column, arrow), area.y, arrow, bold);
    }
    for cell in Row::ALL
        .into_iter()
        .flat_map(|row| Column::ALL.into_iter().map(move |column| Cell { column, row }))
    {
        let y = holes.y + u16::from(cell.row.rows_above()) * height;
        let place = Rect { x: left(cell.column), y, width: width - 1, height };
        disc(buffer, place, size, shown(scene, hand, cell), scene, look);
    }
    for column in Column::ALL {
        let number = column.to_string();
        let aimed = scene.aiming && column == hand.column;
        let style = if aimed { bold.add_modifier(Modifier::REVERSED) } else { Style::new() };
        let y = holes.y + holes.height;
        buffer.set_string(middle(column, &number), y, &number, style);
        if let Some(value) = scene.values.and_then(|it| it[usize::from(column.index())]) {
            let text = short(value);
            buffer.set_string(middle(column, &text), y + 1, &text, Style::new());
        }
    }
}

/// Draws one hole with what is in it.
fn disc(buffer: &mut Buffer, place: Rect, size: Size, shown: Shown, scene: &Scene, look: Look) {
    let colour = |player: Player| look.disc(&scene.sides[player].color);
    let base = Style::new().bg(look.board());
    let (fill, inside) = match shown {
        Shown::Hole | Shown::Hint | Shown::Sent(_) => (look.hole(), look.hole()),
        Shown::Disc(player) => (colour(player), colour(player)),
        Shown::Last(player) => (colour(player), look.hole()),
        Shown::Winning(player) => (colour(player), look.mark()),
    };
    let style = base.fg(fill);
    let has_blocks = look.characters == Characters::Unicode && look.depth != Depth::None;
    // Grey blocks where the palette has no darker blue would look like discs.
    let is_disc = matches!(shown, Shown::Disc(_) | Shown::Last(_) | Shown::Winning(_));
    let is_rich = matches!(look.depth, Depth::Palette | Depth::True);
    let blocks = has_blocks && (is_disc || is_rich);
    let rows: Vec<String> = match (size, blocks) {
        (Size::Small, _) => vec![small(shown, look)],
        (Size::Medium, true) if fill != inside => vec!["▄▀▀▄".into(), "▀▄▄▀".into()],
        (Size::Medium, true) => vec!["▄██▄".into(), "▀██▀".into()],
        (Size::Large, true) => {
            // Quarters keep a disc off the one above; a console of sixteen colours has halves only.
            let top = if is_rich { "▂▆▆▆▆▂" } else { "▄████▄" };
            vec![top.into(), "██████".into(), "▀████▀".into()]
        }
        (Size::Medium | Size::Large, false) => letters(shown, place, look),
    };
    let bold = if is_disc { Modifier::BOLD } else { Modifier::empty() };
    for (row, text) in (place.y..).zip(&rows) {
        buffer.set_string(place.x, row, text, style.add_modifier(bold));
    }
    if blocks && fill != inside {
        let hollow = match size {
            Size::Small => None,
            // The outer halves of these blocks are the disc, the inner ones what shows inside.
            Size::Medium => Some(Rect { x: place.x + 1, width: 2, ..place }),
            Size::Large => Some(Rect { x: place.x + 2, y: place.y + 1, width: 2, height: 1 }),
        };
        if let Some(hollow) = hollow {
            buffer.set_style(hollow, Style::new().bg(inside));
            if size == Size::Large {
                buffer.set_string(hollow.x, hollow.y, "  ", Style::new());
            }
        }
    }
    let white = if look.depth == Depth::None { Color::Reset } else { Color::White };
    let (text, ink) = match shown {
        Shown::Hint => ("?", white),
        Shown::Sent(player) => (token(player, look), colour(player)),
        Shown::Hole | Shown::Disc(_) | Shown::Last(_) | Shown::Winning(_) => return,
    };
    let x = place.x + place.width.saturating_sub(1) / 2;
    let y = match size {
        Size::Small => return,
        // In a hole of half blocks the upper row is as good as the lower one.
        Size::Medium => place.y,
        Size::Large => place.y + place.height / 2,
    };
    let paper = if blocks { look.hole() } else { look.board() };
    buffer.set_string(x, y, text, Style::new().fg(ink).bg(paper).add_modifier(Modifier::BOLD));
}

/// A hole of one row: brackets tell the last disc and the winning four.
fn small(shown: Shown, look: Look) -> String {
    let hole = if look.characters == Characters::Unicode { "·" } else { "." };
    match shown {
        Shown::Hole => format!(" {hole} "),
        Shown::Hint => " ? ".to_owned(),
        Shown::Sent(player) => format!("…{}…", token(player, look)).replace('…', hole),
        Shown::Disc(player) => format!(" {} ", token(player, look)),
        Shown::Last(player) => format!("({})", token(player, look)),
        Shown::Winning(player) => format!("[{}]", token(player, look)),
    }
}

/// A hole of several rows without blocks to draw it.
fn letters(shown: Shown, place: Rect, look: Look) -> Vec<String> {
    let (width, height) = (usize::from(place.width), usize::from(place.height));
    let fill = |player: Player, ends: Option<(&str, &str)>| {
        let row = match ends {
            None => symbol(player).repeat(width),
            Some((open, close)) => format!("{open}{}{close}", symbol(player).repeat(width - 2)),
        };
        vec![row; height]
    };
    match shown {
        Shown::Disc(player) => fill(player, None),
        Shown::Last(player) => fill(player, Some(("(", ")"))),
        Shown::Winning(player) => fill(player, Some(("[", "]"))),
        Shown::Hole | Shown::Sent(_) | Shown::Hint => {
            let dot = if look.characters == Characters::Unicode { "·" } else { "." };
            let mut rows = vec![" ".repeat(width); height];
            rows[height - 1] = format!("{dot:^width$}");
            rows
        }
    }
}

fn sides(frame: &mut Frame<'_>, area: Rect, scene: &Scene, look: Look) {
    let rows = Player::BOTH.into_iter().map(|player| {
        let Side { name, color, wins, seconds, note } = &scene.sides[player];
        let turn = scene.turn == Some(player);
        let pointer = match (turn, look.characters) {
            (true, Characters::Unicode) => "▸ ",
            (true, Characters::Ascii) => "> ",
            (false, _) => "  ",
        };
        // The disc lies on a piece of the board, so that black and white are both seen.
        let disc = Style::new().fg(look.disc(color)).bg(look.board());
        let strong = if turn { Modifier::BOLD } else { Modifier::empty() };
        let clock = seconds.map(|it| format!("  {}", clock(it))).unwrap_or_default();
        let note = note.map(|it| format!("  {it}")).unwrap_or_default();
        let wins = format!("  {wins}");
        // The name has what the rest of the line leaves of it.
        let taken = 6 + [&clock, &note, &wins].map(|it| it.chars().count()).iter().sum::<usize>();
        let name = shortened(name, usize::from(area.width).saturating_sub(taken));
        let spans = vec![
            Span::raw(pointer),
            Span::styled(format!(" {} ", token(player, look)), disc.add_modifier(Modifier::BOLD)),
            Span::raw(" "),
            Span::styled(plain(&name, look), Style::new().add_modifier(strong)),
            Span::raw(wins),
            Span::styled(clock, Modifier::BOLD),
            Span::raw(note),
        ];
        Line::from(spans)
    });
    let mut lines: Vec<Line<'_>> = rows.collect();
    if scene.draws > 0 && area.height > 2 {
        let draws = scene.draws;
        lines.push(Line::raw(format!(
            "      {draws} {}",
            if draws == 1 { "draw" } else { "draws" }
        )));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The name as far as there is room; some characters are two columns wide.
fn shortened(name: &str, room: usize) -> String {
    let width = |text: &str| Span::raw(text).width();
    if width(name) <= room {
        return name.to_owned();
    }
    let mut short = name.to_owned();
    while width(&short) >= room && short.pop().is_some() {}
    short + "…"
}

fn status(frame: &mut Frame<'_>, area: Rect, scene: &Scene, hand: &Hand, look: Look) {
    const SPINNER: [&str; 4] = ["⠋", "⠙", "⠸", "⠴"];
    const ASCII_SPINNER: [&str; 4] = ["|", "/", "-", "\\"];
    let spinner = match look.characters {
        Characters::Unicode => SPINNER,
        Characters::Ascii => ASCII_SPINNER,
    };
    let busy = if scene.busy { format!("{} ", spinner[hand.spin % 4]) } else { String::new() };
    let lines = vec![
        Line::styled(format!("{busy}{}", plain(&scene.status, look)), Modifier::BOLD),
        Line::raw(plain(&scene.detail, look)),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

fn keys(frame: &mut Frame<'_>, area: Rect, scene: &Scene, look: Look) {
    let mut acts = scene.acts.clone();
    acts.extend([Act::Help, Act::Leave]);
    let mut text = String::new();
    // Help and leaving always have their place; of the others as many as there is room for.
    let tail: usize = acts.iter().rev().take(2).map(|it| label(*it).chars().count() + 2).sum();
    for (index, act) in acts.iter().enumerate() {
        let label = label(*act);
        let room = usize::from(area.width) - if index + 2 < acts.len() { tail } else { 0 };
        if text.chars().count() + label.chars().count() <= room {
            text += &label;
            text += "  ";
        }
    }
    frame.render_widget(Line::styled(plain(text.trim_end(), look), Modifier::REVERSED), area);
}

fn label(act: Act) -> String {
    let (key, does) = act.key();
    format!("{key} {does}")
}

fn overlay(frame: &mut Frame<'_>, area: Rect, dialog: Dialog, scene: &Scene, look: Look) {
    let (title, lines) = match dialog {
        Dialog::Help => ("Keys", help(scene)),
        Dialog::Leave => (
            "Leave?",
            vec!["The game is on: leaving resigns it.".to_owned(), "y yes   n no".to_owned()],
        ),
        Dialog::Resign => ("Resign?", vec!["y yes   n no".to_owned()]),
    };
    let longest = lines.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let width = u16::try_from(longest + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let mut block = Block::bordered().title(title).padding(Padding::horizontal(1));
    if look.characters == Characters::Ascii {
        block = block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        });
    }
    let lines: Vec<Line<'_>> = lines.iter().map(|it| Line::raw(plain(it, look))).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

fn help(scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    // Where arrows go through a game, no disc is dropped.
    if !scene.acts.contains(&Act::Left) {
        lines.push("← → or 1–7    choose a column".to_owned());
        lines.push("Enter         drop the disc".to_owned());
    }
    for act in scene.acts.iter().chain(&[Act::Leave]) {
        let (key, does) = act.key();
        lines.push(format!("{key:<14}{does}"));
    }
    lines.push("Ctrl-C        leave at once".to_owned());
    lines.push("( ) last disc     [ ] winning four".to_owned());
    lines
}

#[cfg(test)]
mod tests;
