//! The table `events`, read without the server's own code.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, bail};
use fourfall_match::{
    BotLevel, ClosedBy, DeclinedBy, Event, Idle, Lot, MatchId, PlayerId, Preset, Seat, Series,
    Starter, Terms, Timestamp,
};
use fourfall_rules::{Column, Player};
use serde_json::Value;
use sqlx::PgConnection;

/// Every log there is.
pub(crate) type Logs = BTreeMap<String, Vec<Event>>;

pub(crate) async fn read(database: &mut PgConnection) -> anyhow::Result<Logs> {
    let rows: Vec<(String, i64, String)> =
        sqlx::query_as("SELECT match_id, version, payload FROM events ORDER BY match_id, version")
            .fetch_all(database)
            .await?;
    let mut logs = Logs::new();
    for (id, version, payload) in rows {
        let log = logs.entry(id.clone()).or_default();
        if i64::try_from(log.len())? + 1 != version {
            bail!("the log of {id} has a gap or a duplicate before version {version}");
        }
        let event = decode(&payload).with_context(|| format!("the event {payload} of {id}"))?;
        log.push(event);
    }
    Ok(logs)
}

fn decode(payload: &str) -> anyhow::Result<Event> {
    let value: Value = serde_json::from_str(payload)?;
    let at = Timestamp::from_unix_ms(value["at"].as_u64().context("no time")?);
    let player = || match value["player"].as_str() {
        Some("first") => Ok(Player::First),
        Some("second") => Ok(Player::Second),
        _ => bail!("no player"),
    };
    let lot = || match value["lot"].as_str() {
        Some("host") => Ok(Lot::Host),
        Some("guest") => Ok(Lot::Guest),
        _ => bail!("no lot"),
    };
    Ok(match value["event"].as_str().unwrap_or_default() {
        "created" => Event::Created {
            host: seat(&value["host"])?,
            terms: terms(&value["terms"])?,
            series: series(&value["series"])?,
            at,
        },
        "joined" => Event::Joined {
            guest: seat(&value["guest"])?,
            host_plays: match value["host_plays"].as_str() {
                Some("first") => Player::First,
                Some("second") => Player::Second,
                _ => bail!("no side"),
            },
            at,
        },
        "dropped" => {
            let column = value["column"].as_u64().and_then(|it| u8::try_from(it).ok());
            Event::Dropped { column: column.and_then(Column::new).context("no column")?, at }
        }
        "decided" => Event::Decided { at },
        "resigned" => Event::Resigned { player: player()?, at },
        "timed_out" => Event::TimedOut { player: player()?, at },
        "idle_warned" => Event::IdleWarned { player: player()?, at },
        "idled_out" => Event::IdledOut { player: player()?, at },
        "disconnected" => Event::Disconnected { player: player()?, at },
        "connected" => Event::Connected { player: player()?, at },
        "stayed_away" => Event::StayedAway { player: player()?, at },
        "recovered" => Event::Recovered { at },
        "stalled" => Event::Stalled { at },
        "closed" => Event::Closed {
            why: match value["why"].as_str() {
                Some("host") => ClosedBy::Host,
                Some("absence") => ClosedBy::Absence,
                Some("abort") => ClosedBy::Abort,
                _ => ClosedBy::NoGuest,
            },
            at,
        },
        "rematch_asked" => Event::RematchAsked { player: player()?, at },
        "rematch_declined" => Event::RematchDeclined {
            player: player()?,
            why: match value["why"].as_str() {
                Some("leaving") => DeclinedBy::Leaving,
                Some("disconnect") => DeclinedBy::Disconnect,
                Some("another_game") => DeclinedBy::AnotherGame,
                _ => DeclinedBy::Refusal,
            },
            at,
        },
        "rematch_agreed" => {
            let next: MatchId = value["next"].as_str().context("no match")?.parse()?;
            Event::RematchAgreed { next, lot: lot()?, at }
        }
        other => bail!("what is {other:?}?"),
    })
}

fn seat(value: &Value) -> anyhow::Result<Seat> {
    let id = value["id"].as_str().and_then(PlayerId::new).context("no player")?;
    let name = value["name"].as_str().context("no name")?;
    Ok(match value["bot"].as_str() {
        None => Seat::human(id, name),
        Some("easy") => Seat::bot(id, name, BotLevel::Easy),
        Some("medium") => Seat::bot(id, name, BotLevel::Medium),
        Some("hard") => Seat::bot(id, name, BotLevel::Hard),
        Some(_) => Seat::bot(id, name, BotLevel::Perfect),
    })
}

fn terms(value: &Value) -> anyhow::Result<Terms> {
    let span = |name: &str| value[name].as_u64().map(Duration::from_millis);
    let idle = span("idle_ms").zip(span("idle_warning_ms"));
    Ok(Terms {
        preset: match value["preset"].as_str() {
            Some("classic") => Preset::Classic,
            Some("solo") => Preset::Solo,
            Some("duel") => Preset::Duel,
            Some("live") => Preset::Live,
            _ => bail!("no preset"),
        },
        starter: match value["starter"].as_str() {
            Some("host") => Starter::Host,
            Some("guest") => Starter::Guest,
            _ => Starter::Lot,
        },
        turn: span("turn_ms"),
        idle: idle.map(|(timeout, warning)| Idle::new(timeout, warning)),
        reconnect: span("reconnect_ms").context("no window")?,
        private: value["private"].as_bool().unwrap_or(false),
        rated: value["rated"].as_bool().unwrap_or(true),
    })
}

fn series(value: &Value) -> anyhow::Result<Series> {
    let number = |name: &str| u32::try_from(value[name].as_u64().unwrap_or_default());
    Ok(Series { host_wins: number("host")?, guest_wins: number("guest")?, draws: number("draws")? })
}
