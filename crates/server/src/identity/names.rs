//! Names people choose for themselves, made safe to show to others.
//!
//! A name is normalised (NFKC), so that two names that look alike are the same text as far as
//! possible; it holds nothing invisible but what emoji and some scripts cannot be written without;
//! and it is not the name of a bot, however it is spelled.

use std::collections::BTreeSet;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{
    GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory,
};
use unicode_security::skeleton;
use unicode_segmentation::UnicodeSegmentation;

use crate::limits::{CODE_POINTS_MAX, MARKS_MAX, NAME_CHARS_MAX};

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';
const EMOJI_PRESENTATION: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';
const BLACK_FLAG: char = '\u{1f3f4}';
const LAST_TAG: char = '\u{e007f}';
/// The combining class of the signs that remove an Indic letter's vowel.
const VIRAMA: u8 = 9;

/// The flags that are written with invisible tag characters: England, Scotland and Wales.
const TAGGED_FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];

/// Names that only bots have, without the space. Compared by how they look, not by how they are
/// spelled.
const BOTS: [&str; 4] = ["easybot", "mediumbot", "hardbot", "perfectbot"];
/// The same in one word: reserved only if the name is nothing else.
const MACHINES: [&str; 2] = ["bot", "computer"];

/// Appended to a name that belongs to another player's account.
const GUEST: &str = "guest";

/// Why a name is refused, as a sentence for the person who chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BadName {
    #[error("a name must have at least one visible character")]
    Empty,
    #[error("a name can have at most {NAME_CHARS_MAX} characters")]
    TooLong,
    #[error("a name can't contain control characters or invisible ones")]
    Invisible,
    #[error("a name can't pile up accents, or have one without a letter below it")]
    Stacked,
    #[error("this name belongs to a bot, choose another")]
    OfBot,
}

/// The name as it is stored and shown.
///
/// # Errors
///
/// If it can't be shown to others, with a sentence that says why.
pub(crate) fn clean(raw: &str) -> Result<Arc<str>, BadName> {
    // Before anything that takes time for each character.
    if raw.chars().count() > NAME_CHARS_MAX * CODE_POINTS_MAX {
        return Err(BadName::TooLong);
    }
    let normal: Vec<char> = raw.trim().nfkc().collect();
    if let Some(bad) = (0..normal.len()).find_map(|at| fault(&normal, at)) {
        return Err(bad);
    }
    let name = one_space_between_words(&normal);
    if name.is_empty() {
        return Err(BadName::Empty);
    }
    if name.graphemes(true).any(|it| it.chars().count() > CODE_POINTS_MAX) {
        return Err(BadName::Stacked);
    }
    if name.graphemes(true).count() > NAME_CHARS_MAX {
        return Err(BadName::TooLong);
    }
    if is_reserved(&name) { Err(BadName::OfBot) } else { Ok(name.into()) }
}

/// What a name looks like (its skeletons, as Unicode Technical Standard 39 calls them): names with one in
/// common can be mistaken for each other. None if the name can't be claimed: it has neither letters nor
/// digits, or ends like the names that are given to guests.
pub(crate) fn looks_of(name: &str) -> Option<BTreeSet<String>> {
    let spellings = [looks(name, str::to_lowercase), looks(name, str::to_uppercase)];
    let looks: BTreeSet<_> = spellings.iter().map(|it| it.concat()).collect();
    let guest = looks_like(GUEST);
    let fits = looks.iter().all(|it| !it.is_empty() && !it.ends_with(&guest));
    fits.then_some(looks)
}

fn looks_like(word: &str) -> String {
    looks(word, str::to_lowercase).concat()
}

/// The name that is shown for a guest whose name belongs to another player's account.
pub(crate) fn as_guest(name: &str) -> Arc<str> {
    let most = NAME_CHARS_MAX - GUEST.chars().count() - 3;
    let kept: String = name.graphemes(true).take(most).collect();
    format!("{} ({GUEST})", kept.trim_end()).into()
}

fn one_space_between_words(text: &[char]) -> String {
    let words = text.split(|it| it.is_whitespace()).filter(|it| !it.is_empty());
    words.map(|it| it.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// What is wrong with one character, among its neighbours.
fn fault(text: &[char], at: usize) -> Option<BadName> {
    let it = text[at];
    let category = it.general_category();
    let never_shown = matches!(
        category,
        GeneralCategory::Control
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    );
    let takes_no_room = category == GeneralCategory::Format || is_blank(it);
    let visible = !never_shown && (!takes_no_room || is_needed(text, at));
    if !visible {
        Some(BadName::Invisible)
    } else if is_mark(it) && is_stacked(text, at) {
        Some(BadName::Stacked)
    } else {
        None
    }
}

/// Characters that take no room, or show nothing in it, and have another category than such
/// characters should: fillers, selectors of glyphs, an empty pattern of dots.
fn is_blank(it: char) -> bool {
    matches!(it,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// Whether an invisible character is one that an emoji or a script needs at this place.
fn is_needed(text: &[char], at: usize) -> bool {
    let before = text[..at].last().copied();
    let after = text.get(at + 1).copied();
    match text[at] {
        EMOJI_PRESENTATION => match before {
            Some(it) if it.is_ascii() => after == Some(KEYCAP) && it.is_emoji_char(),
            Some(it) => is_picture(it),
            None => false,
        },
        ZERO_WIDTH_JOINER => joins_pictures(text, at) || is_at_virama(before, after),
        ZERO_WIDTH_NON_JOINER => {
            before.is_some_and(is_virama) || is_between_joining_letters(text, at)
        }
        '\u{e0020}'..=LAST_TAG => is_in_tagged_flag(text, at),
        _ => false,
    }
}

fn is_picture(it: char) -> bool {
    !it.is_ascii() && it.is_emoji_char()
}

/// Whether the joiner makes one picture of two, as in a family.
fn joins_pictures(text: &[char], at: usize) -> bool {
    let dressing =
        |it: &&char| **it == EMOJI_PRESENTATION || matches!(**it, '\u{1f3fb}'..='\u{1f3ff}');
    let before = text[..at].iter().rev().find(|it| !dressing(it));
    let after = text.get(at + 1);
    before.is_some_and(|&it| is_picture(it)) && after.is_some_and(|&it| is_picture(it))
}

fn is_virama(it: char) -> bool {
    canonical_combining_class(it) == VIRAMA
}

/// Whether the joiner chooses the shape of an Indic letter that has lost its vowel: it stands
/// behind the virama, or in front of it, as in the Bengali ya-phalaa behind ra.
fn is_at_virama(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(is_virama)
        || (before.is_some_and(char::is_alphabetic) && after.is_some_and(is_virama))
}

/// Whether the non-joiner keeps two letters apart that would be written together, as Persian does
/// between a word and its ending.
fn is_between_joining_letters(text: &[char], at: usize) -> bool {
    let joins = |it: &char| {
        matches!(it, '\u{620}'..='\u{74f}' | '\u{750}'..='\u{77f}' | '\u{7ca}'..='\u{7ea}'
            | '\u{840}'..='\u{858}' | '\u{860}'..='\u{8c9}' | '\u{1820}'..='\u{18aa}')
            && it.is_alphabetic()
    };
    let before = text[..at].iter().rev().find(|it| !is_mark(**it));
    before.is_some_and(joins) && text.get(at + 1).is_some_and(joins)
}

fn is_in_tagged_flag(text: &[char], at: usize) -> bool {
    let tag = |it: &char| matches!(it, '\u{e0020}'..=LAST_TAG);
    let start = text[..at].iter().rposition(|it| !tag(it));
    let Some(start) = start.filter(|&it| text[it] == BLACK_FLAG) else { return false };
    let letters: String = text[start + 1..]
        .iter()
        .take_while(|it| tag(it))
        .filter_map(|&it| char::from_u32(u32::from(it) - 0xe_0000))
        .collect();
    letters.strip_suffix('\u{7f}').is_some_and(|it| TAGGED_FLAGS.contains(&it))
}

/// A mark that takes no room of its own.
fn is_mark(it: char) -> bool {
    let category = it.general_category();
    matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Whether a mark has no letter below it, follows too many others, or repeats one of them.
fn is_stacked(text: &[char], at: usize) -> bool {
    let marks = text[..at].iter().rev().take_while(|it| is_mark(**it)).count();
    let below = &text[at - marks..at];
    let base = (at - marks).checked_sub(1).map(|it| text[it]);
    base.is_none_or(char::is_whitespace) || marks >= MARKS_MAX || below.contains(&text[at])
}

/// Whether somebody could take it for the name of a bot: the whole of it, or two of its words.
fn is_reserved(name: &str) -> bool {
    let is_one_of = |names: &[&str], look: &String| {
        names.iter().any(|it| looks(it, str::to_lowercase).concat() == *look)
    };
    let spellings = [looks(name, str::to_lowercase), looks(name, str::to_uppercase)];
    spellings.iter().any(|words| match &words[..] {
        [word] => is_one_of(&BOTS, word) || is_one_of(&MACHINES, word),
        words => {
            is_one_of(&BOTS, &words.concat())
                || words.windows(2).any(|it| is_one_of(&BOTS, &it.concat()))
        }
    })
}

/// How the words look, without accents, punctuation and the difference between small letters and
/// capitals. Other letters look like ours as capitals than as small ones, so `case` comes first.
fn looks(name: &str, case: impl Fn(&str) -> String) -> Vec<String> {
    let letters = |word: &str| -> String {
        let shape: String = skeleton(&case(word)).collect();
        let shape: String = skeleton(&shape.to_lowercase()).collect();
        shape.chars().filter(|it| in_words(*it)).collect()
    };
    let words = name.split(|it: char| it.is_whitespace() || it.is_ascii_punctuation());
    words.map(letters).filter(|it| !it.is_empty()).collect()
}

fn in_words(it: char) -> bool {
    matches!(
        it.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, expected: Result<&str, BadName>) {
        let cleaned = clean(raw);
        assert_eq!(cleaned.as_deref().map_err(|it| *it), expected, "{}", raw.escape_unicode());
    }

    #[track_caller]
    fn kept(name: &str) {
        check(name, Ok(name));
    }

    #[test]
    fn names_that_can_be_mistaken_for_each_other_share_a_look() {
        let same = |one: &str, other: &str| {
            let (one, other) = (looks_of(one).unwrap(), looks_of(other).unwrap());
            !one.is_disjoint(&other)
        };
        for it in ["ADA", "a d a", "\u{430}da", "A.D.A", "\u{c1}da", "\u{ff21}da", "Ad\u{251}"] {
            assert!(same("Ada", it), "{it}");
        }
        // A capital that looks like ours, though the small letter does not.
        assert!(same("Bob", "\u{412}ob"));
        assert!(same("Bob", "B0b"));
        assert!(!same("Ada", "Adam") && !same("Ada", "Alan"));
        assert_eq!(looks_of("\u{1f451}"), None);
        assert_eq!(looks_of("Ada guest"), None);
        assert_eq!(looks_of("AdaGu\u{435}st"), None);
    }

    #[test]
    fn a_guest_is_told_from_who_the_name_belongs_to() {
        assert_eq!(&*as_guest("Ada"), "Ada (guest)");
        let long = as_guest("abcdefghijklmnopqrstuvwx");
        assert_eq!(clean(&long).as_deref(), Ok("abcdefghijklmnop (guest)"));
        assert_eq!(looks_of(&long), None, "nobody can claim that");
    }

    #[test]
    fn ordinary_names_of_all_scripts_are_kept() {
        for name in [
            "Ada",
            "O'Brien-Smith",
            "李小龍",
            "さくら",
            "Нгуен",
            "Nguyễn Thị Ánh",
            "يوسف",
            "דָּוִד",
            "ศิริพร",
            "ਹਰਪ੍ਰੀਤ",
            "Ολυμπία",
            "김민준",
            "xX_4ever_Xx",
            "¡Olé!",
            "Talbot",
            "Abbot",
            "Bo T",
            "Dr. No",
            "བསྟན་འཛིན",
            "မြင့်မြင့်",
            "1️⃣",
            "*",
            "0",
        ] {
            kept(name);
        }
    }

    #[test]
    fn one_name_has_one_spelling() {
        check("  Ada  ", Ok("Ada"));
        check("Ada \u{a0}\u{3000} Lovelace", Ok("Ada Lovelace"));
        check("Ame\u{301}lie", Ok("Am\u{e9}lie"));
        check("\u{ff21}\u{ff44}\u{ff41}", Ok("Ada"));
        check("\u{1d4d0}da", Ok("Ada"));
        check("\u{fb01}n", Ok("fin"));
    }

    #[test]
    fn emoji_are_kept_whole() {
        for name in [
            "🙂",
            "❤️",
            "👩‍👩‍👧‍👦",
            "👩🏻‍❤️‍💋‍👩🏻",
            "🏳️‍🌈",
            "🏴‍☠️",
            "🇫🇷",
            "👍🏽",
            "#️⃣",
            "🕵️‍♀️",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        ] {
            kept(name);
        }
    }

    #[test]
    fn joiners_are_kept_where_a_script_needs_them() {
        kept("می\u{200c}خواهم");
        kept("علی\u{200c}رضا");
        kept("ශ්\u{200d}රී");
        kept("क्\u{200d}ष");
        kept("र्\u{200c}य");
        kept("র\u{200d}্যাব");
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        let invisible = [
            '\0',
            '\u{7}',
            '\u{1b}',
            '\u{85}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{180b}',
            '\u{180e}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2064}',
            '\u{2066}',
            '\u{2069}',
            '\u{206f}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{fe00}',
            '\u{fe0e}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{ffff}',
            '\u{1d173}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e007f}',
            '\u{e0100}',
            '\u{10ffff}',
            '\n',
            '\t',
        ];
        for it in invisible {
            check(&format!("A{it}b"), Err(BadName::Invisible));
        }
        for it in ["\u{3164}", "\u{2800}", "\u{ffa0}", "\u{200b}", "\u{ad}"] {
            check(it, Err(BadName::Invisible));
        }
        // Out of their place these are invisible too.
        check("Ada\u{200d}🙂", Err(BadName::Invisible));
        check("🙂\u{200d}", Err(BadName::Invisible));
        check("1\u{fe0f}", Err(BadName::Invisible));
        check("می\u{200c}", Err(BadName::Invisible));
        check("\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}", Err(BadName::Invisible));
        check("\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}", Err(BadName::Invisible));
        check("🙂\u{e0067}\u{e007f}", Err(BadName::Invisible));
    }

    #[test]
    fn marks_are_not_piled_up() {
        check("Z\u{335}\u{322}\u{32b}\u{353}\u{489}", Err(BadName::Stacked));
        check("x\u{324}\u{324}", Err(BadName::Stacked));
        check("\u{301}Ada", Err(BadName::Stacked));
        check("Ada \u{338}x", Err(BadName::Stacked));
        check(&format!("👩{}", "\u{200d}👩".repeat(9)), Err(BadName::Stacked));
    }

    #[test]
    fn a_name_is_as_long_as_it_looks() {
        check("", Err(BadName::Empty));
        check(" \u{3000}\u{a0} ", Err(BadName::Empty));
        kept(&"x".repeat(24));
        check(&"x".repeat(25), Err(BadName::TooLong));
        kept(&"👩‍👩‍👧‍👦".repeat(24));
        check(&"👩‍👩‍👧‍👦".repeat(25), Err(BadName::TooLong));
        // One character that becomes eighteen.
        check(&"\u{fdfa}".repeat(2), Err(BadName::TooLong));
        check(&"x".repeat(4_000), Err(BadName::TooLong));
    }

    #[test]
    fn nobody_is_taken_for_a_bot() {
        for name in [
            "Perfect bot",
            "PERFECT BOT",
            "perfectbot",
            "Perfect  Bot",
            "Perfect-bot",
            "[Perfect bot]",
            "P\u{435}rfect b\u{43e}t",
            "Perfect вот",
            "\u{420}\u{415}RFECT \u{412}\u{41e}\u{422}",
            "Pérfect bót",
            "Perfect b0t",
            "Perfect bot 2",
            "the perfect bot",
            "Easy bot",
            "hard_bot",
            "Mediurn bot",
            "𝐇𝐚𝐫𝐝 𝐛𝐨𝐭",
            "h a r d b o t",
            "bot",
            "Bot!",
            "Computer",
        ] {
            check(name, Err(BadName::OfBot));
        }
        for name in ["Robot", "Perfect", "Bottas", "botanist", "Hard Boiled", "Imperfect bottle"] {
            kept(name);
        }
    }
}
