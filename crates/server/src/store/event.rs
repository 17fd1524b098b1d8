//! Events as they are stored: JSON, one object per event.
//!
//! The form is ours alone and never changes for what has been written; the core's types may.

use std::time::Duration;

use fourfall_match::{
    BotLevel, ClosedBy, DeclinedBy, Event, Idle, Kind, Lot, MatchId, PlayerId, Preset, Seat,
    Series, Starter, Terms, Timestamp,
};
use fourfall_rules::{Column, Player};
use serde::{Deserialize, Serialize};

use super::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Stored {
    Created {
        at: u64,
        host: StoredSeat,
        terms: StoredTerms,
        #[serde(default, skip_serializing_if = "StoredSeries::is_new")]
        series: StoredSeries,
    },
    Joined {
        at: u64,
        guest: StoredSeat,
        host_plays: StoredPlayer,
    },
    Dropped {
        at: u64,
        column: u8,
    },
    Decided {
        at: u64,
    },
    Resigned {
        at: u64,
        player: StoredPlayer,
    },
    TimedOut {
        at: u64,
        player: StoredPlayer,
    },
    IdleWarned {
        at: u64,
        player: StoredPlayer,
    },
    IdledOut {
        at: u64,
        player: StoredPlayer,
    },
    Disconnected {
        at: u64,
        player: StoredPlayer,
    },
    Connected {
        at: u64,
        player: StoredPlayer,
    },
    StayedAway {
        at: u64,
        player: StoredPlayer,
    },
    Recovered {
        at: u64,
    },
    Stalled {
        at: u64,
    },
    Closed {
        at: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<StoredClosedBy>,
    },
    RematchAsked {
        at: u64,
        player: StoredPlayer,
    },
    RematchDeclined {
        at: u64,
        player: StoredPlayer,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<StoredDeclinedBy>,
    },
    RematchAgreed {
        at: u64,
        next: String,
        lot: StoredLot,
    },
}

#[derive(Serialize, Deserialize)]
struct StoredSeat {
    id: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<StoredLevel>,
}

#[derive(Serialize, Deserialize)]
struct StoredTerms {
    preset: StoredPreset,
    starter: StoredStarter,
    turn_ms: Option<u64>,
    idle_ms: Option<u64>,
    idle_warning_ms: Option<u64>,
    reconnect_ms: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    private: bool,
    /// Matches older than this field were all rated, if people played.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    rated: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct StoredSeries {
    host: u32,
    guest: u32,
    draws: u32,
}

impl StoredSeries {
    fn is_new(&self) -> bool {
        *self == StoredSeries::default()
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_true(it: &bool) -> bool {
    *it
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(it: &bool) -> bool {
    !*it
}

/// A core enum and its stored names, in both directions.
macro_rules! stored {
    ($Stored:ident = $Core:ident { $($Variant:ident),+ }) => {
        #[derive(Clone, Copy, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum $Stored { $($Variant),+ }

        impl From<$Core> for $Stored {
            fn from(it: $Core) -> $Stored {
                match it { $($Core::$Variant => $Stored::$Variant),+ }
            }
        }

        impl From<$Stored> for $Core {
            fn from(it: $Stored) -> $Core {
                match it { $($Stored::$Variant => $Core::$Variant),+ }
            }
        }
    };
}

stored!(StoredPlayer = Player { First, Second });
stored!(StoredPreset = Preset { Classic, Solo, Live, Duel });
stored!(StoredStarter = Starter { Host, Guest, Lot });
stored!(StoredLot = Lot { Host, Guest });
stored!(StoredClosedBy = ClosedBy { Host, NoGuest, Absence, Abort });
stored!(StoredDeclinedBy = DeclinedBy { Refusal, Leaving, Disconnect, AnotherGame });
stored!(StoredLevel = BotLevel { Easy, Medium, Hard, Perfect });

fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

impl From<&Seat> for StoredSeat {
    fn from(seat: &Seat) -> StoredSeat {
        StoredSeat {
            id: seat.player.to_string(),
            name: seat.name.to_string(),
            bot: seat.bot_level().map(Into::into),
        }
    }
}

impl From<&Terms> for StoredTerms {
    fn from(terms: &Terms) -> StoredTerms {
        StoredTerms {
            preset: terms.preset.into(),
            starter: terms.starter.into(),
            turn_ms: terms.turn.map(milliseconds),
            idle_ms: terms.idle.map(|it| milliseconds(it.timeout())),
            idle_warning_ms: terms.idle.map(|it| milliseconds(it.warning())),
            reconnect_ms: milliseconds(terms.reconnect),
            private: terms.private,
            rated: terms.rated,
        }
    }
}

impl StoredSeat {
    fn decode(self) -> Option<Seat> {
        let kind = self.bot.map_or(Kind::Human, |it| Kind::Bot(it.into()));
        Some(Seat { player: PlayerId::new(&self.id)?, name: self.name.into(), kind })
    }
}

impl StoredTerms {
    fn decode(self) -> Terms {
        let span = Duration::from_millis;
        Terms {
            preset: self.preset.into(),
            starter: self.starter.into(),
            turn: self.turn_ms.map(span),
            idle: self
                .idle_ms
                .zip(self.idle_warning_ms)
                .map(|(timeout, warning)| Idle::new(span(timeout), span(warning))),
            reconnect: span(self.reconnect_ms),
            private: self.private,
            rated: self.rated,
        }
    }
}

impl From<&Event> for Stored {
    fn from(event: &Event) -> Stored {
        let at = event.at().unix_ms();
        match event {
            Event::Created { host, terms, series, .. } => {
                let Series { host_wins, guest_wins, draws } = *series;
                let series = StoredSeries { host: host_wins, guest: guest_wins, draws };
                Stored::Created { at, host: host.into(), terms: terms.into(), series }
            }
            Event::Joined { guest, host_plays, .. } => {
                Stored::Joined { at, guest: guest.into(), host_plays: (*host_plays).into() }
            }
            Event::Dropped { column, .. } => Stored::Dropped { at, column: column.index() },
            Event::Decided { .. } => Stored::Decided { at },
            Event::Resigned { player, .. } => Stored::Resigned { at, player: (*player).into() },
            Event::TimedOut { player, .. } => Stored::TimedOut { at, player: (*player).into() },
            Event::IdleWarned { player, .. } => Stored::IdleWarned { at, player: (*player).into() },
            Event::IdledOut { player, .. } => Stored::IdledOut { at, player: (*player).into() },
            Event::Disconnected { player, .. } => {
                Stored::Disconnected { at, player: (*player).into() }
            }
            Event::Connected { player, .. } => Stored::Connected { at, player: (*player).into() },
            Event::StayedAway { player, .. } => Stored::StayedAway { at, player: (*player).into() },
            Event::Recovered { .. } => Stored::Recovered { at },
            Event::Stalled { .. } => Stored::Stalled { at },
            Event::Closed { why, .. } => Stored::Closed {
                at,
                // Left out for the one reason that existed before the field did.
                why: (*why != ClosedBy::NoGuest).then(|| (*why).into()),
            },
            Event::RematchAsked { player, .. } => {
                Stored::RematchAsked { at, player: (*player).into() }
            }
            Event::RematchDeclined { player, why, .. } => Stored::RematchDeclined {
                at,
                player: (*player).into(),
                why: (*why != DeclinedBy::Refusal).then(|| (*why).into()),
            },
            Event::RematchAgreed { next, lot, .. } => {
                Stored::RematchAgreed { at, next: next.to_string(), lot: (*lot).into() }
            }
        }
    }
}

impl Stored {
    fn decode(self) -> Option<Event> {
        let time = Timestamp::from_unix_ms;
        Some(match self {
            Stored::Created { at, host, terms, series } => Event::Created {
                host: host.decode()?,
                terms: terms.decode(),
                series: Series {
                    host_wins: series.host,
                    guest_wins: series.guest,
                    draws: series.draws,
                },
                at: time(at),
            },
            Stored::Joined { at, guest, host_plays } => Event::Joined {
                guest: guest.decode()?,
                host_plays: host_plays.into(),
                at: time(at),
            },
            Stored::Dropped { at, column } => {
                Event::Dropped { column: Column::new(column)?, at: time(at) }
            }
            Stored::Decided { at } => Event::Decided { at: time(at) },
            Stored::Resigned { at, player } => {
                Event::Resigned { player: player.into(), at: time(at) }
            }
            Stored::TimedOut { at, player } => {
                Event::TimedOut { player: player.into(), at: time(at) }
            }
            Stored::IdleWarned { at, player } => {
                Event::IdleWarned { player: player.into(), at: time(at) }
            }
            Stored::IdledOut { at, player } => {
                Event::IdledOut { player: player.into(), at: time(at) }
            }
            Stored::Disconnected { at, player } => {
                Event::Disconnected { player: player.into(), at: time(at) }
            }
            Stored::Connected { at, player } => {
                Event::Connected { player: player.into(), at: time(at) }
            }
            Stored::StayedAway { at, player } => {
                Event::StayedAway { player: player.into(), at: time(at) }
            }
            Stored::Recovered { at } => Event::Recovered { at: time(at) },
            Stored::Stalled { at } => Event::Stalled { at: time(at) },
            Stored::Closed { at, why } => {
                Event::Closed { why: why.map_or(ClosedBy::NoGuest, Into::into), at: time(at) }
            }
            Stored::RematchAsked { at, player } => {
                Event::RematchAsked { player: player.into(), at: time(at) }
            }
            Stored::RematchDeclined { at, player, why } => Event::RematchDeclined {
                player: player.into(),
                why: why.map_or(DeclinedBy::Refusal, Into::into),
                at: time(at),
            },
            Stored::RematchAgreed { at, next, lot } => Event::RematchAgreed {
                next: next.parse::<MatchId>().ok()?,
                lot: lot.into(),
                at: time(at),
            },
        })
    }
}

/// An event as it is stored.
pub(super) fn encode(event: &Event) -> String {
    serde_json::to_string(&Stored::from(event)).expect("plain fields have a JSON form")
}

/// Stored events, read back.
pub(super) fn decode_all(payloads: &[String]) -> Result<Vec<Event>, StoreError> {
    payloads.iter().map(|it| decode(it)).collect()
}

fn decode(payload: &str) -> Result<Event, StoreError> {
    let stored: Option<Stored> = serde_json::from_str(payload).ok();
    let event = stored.and_then(Stored::decode);
    event.ok_or_else(|| StoreError::Corrupt(format!("the event {payload}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has been written once must be readable for ever: these lines may only grow in number.
    const WRITTEN: &str = include_str!("../../tests/data/stored_events.jsonl");

    #[test]
    fn every_event_ever_written_is_read_and_written_back_alike() {
        for line in WRITTEN.lines() {
            let event = decode(line).unwrap();
            assert_eq!(encode(&event), line);
        }
    }

    #[test]
    fn every_kind_of_event_is_among_them() {
        let names = WRITTEN.lines().map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            value["event"].as_str().unwrap().to_owned()
        });
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 17);
    }

    #[test]
    fn damage_is_an_error_and_not_a_panic() {
        for line in [
            "",
            "{}",
            "{\"event\":\"dropped\",\"at\":1,\"column\":7}",
            "{\"event\":\"x\",\"at\":1}",
        ] {
            assert!(matches!(decode(line), Err(StoreError::Corrupt(_))), "{line}");
        }
    }
}
