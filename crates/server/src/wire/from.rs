//! What clients send, as the core has it.

use std::sync::Arc;
use std::time::Duration;

use fourfall_match::{BotLevel, IdleWish, MatchId, Preset, Wishes};
use fourfall_protocol as wire;
use fourfall_protocol::{Refusal, RejectCode};
use fourfall_rules::Column;

use super::refusal::{refuse, unknown_room};
use crate::identity::names;
use crate::limits::SECONDS_MAX;

/// A name as it may be shown.
pub(crate) fn name(text: &str) -> Result<Arc<str>, Refusal> {
    names::clean(text).map_err(|why| refuse(RejectCode::Malformed, why.to_string()))
}

/// A column by its index on the wire, if there is such a column.
pub(crate) fn column(index: i64) -> Option<Column> {
    u8::try_from(index).ok().and_then(Column::new)
}

pub(crate) fn room_id(text: &str) -> Result<MatchId, Refusal> {
    text.parse().map_err(|_| unknown_room())
}

pub(crate) fn preset(preset: wire::Preset) -> Preset {
    match preset {
        wire::Preset::Classic => Preset::Classic,
        wire::Preset::Solo => Preset::Solo,
        wire::Preset::Live => Preset::Live,
        wire::Preset::Duel => Preset::Duel,
    }
}

pub(crate) fn level(difficulty: wire::Difficulty) -> BotLevel {
    match difficulty {
        wire::Difficulty::Easy => BotLevel::Easy,
        wire::Difficulty::Medium => BotLevel::Medium,
        wire::Difficulty::Hard => BotLevel::Hard,
        wire::Difficulty::Perfect => BotLevel::Perfect,
    }
}

/// What a player asks for about idling.
pub(crate) fn wishes(afk: wire::AfkSettings) -> Result<Wishes, Refusal> {
    Ok(Wishes {
        idle: IdleWish {
            enabled: afk.enabled,
            timeout: span("afkTimeoutSeconds", 1, afk.timeout_seconds)?,
            warning: span("afkWarnSeconds", 0, afk.warn_seconds)?,
        },
        ..Wishes::default()
    })
}

fn span(field: &str, min: u32, seconds: Option<u32>) -> Result<Option<Duration>, Refusal> {
    match seconds {
        Some(number) if !(min..=SECONDS_MAX).contains(&number) => Err(refuse(
            RejectCode::Malformed,
            format!("{field} must be a number of seconds from {min} to {SECONDS_MAX}"),
        )),
        Some(number) => Ok(Some(Duration::from_secs(number.into()))),
        None => Ok(None),
    }
}
