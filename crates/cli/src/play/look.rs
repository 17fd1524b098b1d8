//! How things look: as many colours and characters as the terminal has.
//!
//! The board brings a background of its own, so that discs of any colour are seen on light and on
//! dark terminals alike; everything else is written in the terminal's own two colours.

use std::env;

use ratatui::style::Color;

use crate::args;

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    None,
    Sixteen,
    Palette,
    True,
}

/// Which characters there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characters {
    Ascii,
    Unicode,
}

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) depth: Depth,
    pub(crate) characters: Characters,
}

impl Look {
    /// What the options and the environment say.
    pub(crate) fn find(color: args::Color) -> Look {
        let variable = |name: &str| env::var(name).unwrap_or_default();
        Look { depth: depth(color, variable), characters: characters(variable) }
    }

    /// The colour of a disc.
    pub(crate) fn disc(self, name: &str) -> Color {
        let Some(rgb) = rgb(name) else { return Color::Reset };
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => sixteen(rgb),
            Depth::Palette => Color::Indexed(palette(rgb)),
            Depth::True => Color::Rgb(rgb[0], rgb[1], rgb[2]),
        }
    }

    /// The board around its holes.
    pub(crate) const fn board(self) -> Color {
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => Color::Blue,
            Depth::Palette => Color::Indexed(25),
            Depth::True => Color::Rgb(30, 84, 168),
        }
    }

    /// A hole without a disc.
    pub(crate) const fn hole(self) -> Color {
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => Color::Gray,
            Depth::Palette => Color::Indexed(18),
            Depth::True => Color::Rgb(17, 45, 102),
        }
    }

    /// The colour that marks the winning four.
    pub(crate) const fn mark(self) -> Color {
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => Color::LightCyan,
            Depth::Palette => Color::Indexed(87),
            Depth::True => Color::Rgb(128, 240, 255),
        }
    }
}

fn depth(color: args::Color, variable: impl Fn(&str) -> String) -> Depth {
    match color {
        args::Color::Never => Depth::None,
        args::Color::Sixteen => Depth::Sixteen,
        args::Color::Palette => Depth::Palette,
        args::Color::True => Depth::True,
        args::Color::Auto => {
            let (term, more) = (variable("TERM"), variable("COLORTERM"));
            // https://no-color.org: set, and not empty.
            if !variable("NO_COLOR").is_empty() || term == "dumb" || term.ends_with("-mono") {
                Depth::None
            } else if more == "truecolor" || more == "24bit" || term.ends_with("-direct") {
                Depth::True
            } else if term.contains("256color") {
                Depth::Palette
            } else {
                Depth::Sixteen
            }
        }
    }
}

fn characters(variable: impl Fn(&str) -> String) -> Characters {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|it| !it.is_empty());
    let name = set.unwrap_or_default().to_ascii_lowercase();
    // The console of Linux has a font of 256 characters, whatever the locale.
    if name.contains("utf-8") || name.contains("utf8") {
        Characters::Unicode
    } else {
        Characters::Ascii
    }
}

/// The colours presets have, a little softer than their names, and any `#rrggbb`.
fn rgb(name: &str) -> Option<[u8; 3]> {
    Some(match name {
        "red" => [236, 72, 62],
        "yellow" => [255, 205, 50],
        "green" => [84, 196, 96],
        "#000000" => [16, 16, 20],
        "#ffffff" => [245, 245, 245],
        _ => {
            let digits = name.strip_prefix('#').filter(|it| it.len() == 6 && it.is_ascii())?;
            let part = |from: usize| u8::from_str_radix(&digits[from..from + 2], 16).ok();
            [part(0)?, part(2)?, part(4)?]
        }
    })
}

/// The nearest of the cube of 6 × 6 × 6 colours.
fn palette([red, green, blue]: [u8; 3]) -> u8 {
    let step = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    };
    16 + 36 * step(red) + 6 * step(green) + step(blue)
}

/// The nearest of the eight bright colours, by which channels are strong.
fn sixteen([red, green, blue]: [u8; 3]) -> Color {
    match (red > 127, green > 127, blue > 127) {
        (false, false, false) => Color::Black,
        (true, false, false) => Color::LightRed,
        (false, true, false) => Color::LightGreen,
        (true, true, false) => Color::LightYellow,
        (false, false, true) => Color::LightBlue,
        (true, false, true) => Color::LightMagenta,
        (false, true, true) => Color::LightCyan,
        (true, true, true) => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: Depth) {
        let variable = |name: &str| {
            let set = variables.iter().find(|it| it.0 == name);
            set.map(|it| it.1.to_owned()).unwrap_or_default()
        };
        assert_eq!(depth(args::Color::Auto, variable), expected, "{variables:?}");
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        check(&[("TERM", "xterm-256color")], Depth::Palette);
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Depth::True);
        check(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], Depth::None);
        check(&[("TERM", "xterm"), ("NO_COLOR", "")], Depth::Sixteen);
        check(&[("TERM", "dumb"), ("COLORTERM", "truecolor")], Depth::None);
        check(&[("TERM", "linux")], Depth::Sixteen);
        check(&[], Depth::Sixteen);
    }

    #[test]
    fn every_colour_of_a_preset_is_told_from_its_partner_at_any_depth() {
        for depth in [Depth::Sixteen, Depth::Palette, Depth::True] {
            let look = Look { depth, characters: Characters::Unicode };
            for (one, other) in [("red", "yellow"), ("green", "red"), ("#000000", "#ffffff")] {
                let discs = [look.disc(one), look.disc(other)];
                assert_ne!(discs[0], discs[1]);
                assert!(
                    !discs.contains(&look.board()) && !discs.contains(&look.hole()),
                    "{depth:?}"
                );
            }
        }
        let look = Look { depth: Depth::True, characters: Characters::Unicode };
        assert_eq!(look.disc("#123456"), Color::Rgb(0x12, 0x34, 0x56));
        assert_eq!(look.disc("#12345"), Color::Reset);
        assert_eq!(look.disc("#12345é"), Color::Reset);
        assert_eq!(look.disc("mauve"), Color::Reset);
    }

    #[test]
    fn the_locale_says_which_characters_there_are() {
        for (name, value, expected) in [
            ("LANG", "en_US.UTF-8", Characters::Unicode),
            ("LC_ALL", "C.utf8", Characters::Unicode),
            ("LANG", "C", Characters::Ascii),
            ("LANG", "", Characters::Ascii),
        ] {
            let found = characters(|it| if it == name { value.to_owned() } else { String::new() });
            assert_eq!(found, expected, "{name}={value}");
        }
        let overruled = |it: &str| match it {
            "LC_ALL" => "C".to_owned(),
            _ => "en_US.UTF-8".to_owned(),
        };
        assert_eq!(characters(overruled), Characters::Ascii);
    }
}
