//! The laws, checked from outside: what clients were told against the log, and the log against
//! itself.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::time::Duration;

use fourfall_match::{Event, Match, PlayerId};
use fourfall_rules::{Outcome as Result_, Player};
use serde_json::Value;
use sqlx::PgConnection;

use crate::history::{History, Outcome, Saw};
use crate::log::{self, Logs};

/// Games of one person may seem to overlap by as much as clocks may differ.
const CLOCKS_DIFFER_MS: u64 = 250;

/// A law that was broken.
pub(crate) struct Violation {
    pub(crate) law: &'static str,
    pub(crate) room: String,
    pub(crate) what: String,
}

/// What was checked, in figures.
#[derive(Default, Debug)]
pub(crate) struct Checked {
    pub(crate) games: usize,
    pub(crate) events: usize,
    pub(crate) acknowledged: usize,
    pub(crate) heard: usize,
}

/// Checks everything, once the servers are at rest.
pub(crate) async fn check(
    histories: &[History],
    database: &mut PgConnection,
) -> anyhow::Result<(Checked, Vec<Violation>)> {
    let mut violations = Vec::new();
    let logs = match log::read(database).await {
        Ok(logs) => logs,
        Err(err) => {
            let what = format!("{err:#}");
            violations.push(Violation { law: "the log has no gaps", room: String::new(), what });
            return Ok((Checked::default(), violations));
        }
    };
    let mut states = HashMap::new();
    let mut checked = Checked { events: logs.values().map(Vec::len).sum(), ..Checked::default() };
    for (id, log) in &logs {
        match prefixes(log) {
            Ok(prefixes) => drop(states.insert(id.clone(), prefixes)),
            Err(what) => violations.push(violation("every log replays", id, what)),
        }
    }
    for history in histories {
        acknowledged(history, &logs, &mut checked, &mut violations);
        messages(history, &logs, &states, &mut checked, &mut violations);
    }
    ends(&logs, &states, &mut checked, &mut violations);
    one_game_at_a_time(&logs, &states, &mut violations);
    pairings(histories, &logs, &mut violations);
    summaries(&states, database, &mut violations).await?;
    Ok((checked, violations))
}

/// A violation with everything that was seen of its room, for finding the cause.
pub(crate) async fn explain(
    violation: &Violation,
    histories: &[History],
    database: &mut PgConnection,
) -> String {
    let Violation { law, room, what } = violation;
    let mut text = format!("violated: {law}\n  room {room}: {what}\n");
    if room.is_empty() {
        return text;
    }
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT version, payload FROM events WHERE match_id = $1 ORDER BY version")
            .bind(room)
            .fetch_all(database)
            .await
            .unwrap_or_default();
    for (version, payload) in rows {
        let _ = writeln!(text, "    log {version:>3} {payload}");
    }
    let concerned = histories.iter().filter(|it| {
        it.entries.iter().any(|(_, saw)| match saw {
            Saw::Heard { payload, .. } | Saw::Asked { payload, .. } => payload["roomId"] == *room,
            Saw::Connected { .. } | Saw::Lost | Saw::Answered { .. } => false,
        })
    });
    let mut lines: Vec<_> = concerned.flat_map(|it| it.about(room)).collect();
    lines.sort_by_key(|(at, _)| *at);
    let first = lines.iter().position(|(_, it)| it.contains("roomId")).unwrap_or(0);
    for (at, line) in lines.iter().skip(first.saturating_sub(2)).take(120) {
        let _ = writeln!(text, "    {:>8.3} s {line}", at.as_secs_f64());
    }
    text
}

pub(crate) fn violation(law: &'static str, room: &str, what: impl Into<String>) -> Violation {
    Violation { law, room: room.to_owned(), what: what.into() }
}

/// The match after each event.
fn prefixes(log: &[Event]) -> Result<Vec<Match>, String> {
    let mut states = vec![Match::New];
    for event in log {
        let state = states.last().cloned().unwrap_or_default();
        states.push(state.apply(event).map_err(|err| err.to_string())?);
    }
    Ok(states)
}

/// Every acknowledged move is in the log, at or below the version that was named.
fn acknowledged(
    history: &History,
    logs: &Logs,
    checked: &mut Checked,
    violations: &mut Vec<Violation>,
) {
    let mut asked: HashMap<usize, &Value> = HashMap::new();
    for (_, saw) in &history.entries {
        match saw {
            Saw::Asked { number, name: "game:move", payload } => {
                asked.insert(*number, payload);
            }
            Saw::Answered { number, outcome: Outcome::Ok(answer) } => {
                let Some(payload) = asked.get(number) else { continue };
                checked.acknowledged += 1;
                let room = payload["roomId"].as_str().unwrap_or_default();
                let version = answer["version"].as_u64().unwrap_or_default();
                let (disc, column) = (payload["moveNumber"].as_u64(), payload["column"].as_u64());
                let log = logs.get(room).map(Vec::as_slice).unwrap_or_default();
                let drops = log.iter().zip(1..).filter_map(|(event, at)| match event {
                    Event::Dropped { column, .. } => Some((u64::from(column.index()), at)),
                    _ => None,
                });
                let made = disc.and_then(|it| usize::try_from(it).ok()?.checked_sub(1));
                let made = made.and_then(|it| drops.clone().nth(it));
                if made.is_none_or(|(made, at)| Some(made) != column || at > version) {
                    let what = format!(
                        "{payload} was acknowledged at version {version}; the log has {made:?}"
                    );
                    violations.push(violation("an acknowledged move is in the log", room, what));
                }
            }
            _ => {}
        }
    }
}

/// Whether an event is told to this player by a message of its own.
fn is_told(event: &Event, state: &Match, me: &str) -> bool {
    let is_me = |player: Player| state.seats().is_some_and(|it| it[player].player.as_str() == me);
    match event {
        Event::Created { .. } => false,
        Event::Connected { player, .. } | Event::Disconnected { player, .. } => !is_me(*player),
        _ => true,
    }
}

/// Every message equals its event, and none is missing in between, except where a whole game was sent.
fn messages(
    history: &History,
    logs: &Logs,
    states: &HashMap<String, Vec<Match>>,
    checked: &mut Checked,
    violations: &mut Vec<Violation>,
) {
    const LAW: &str = "a message equals its event";
    let mut last: HashMap<&str, u64> = HashMap::new();
    for (_, saw) in &history.entries {
        let (name, payload) = match saw {
            Saw::Connected { .. } => {
                last.clear();
                continue;
            }
            Saw::Heard { name, payload } => (name.as_str(), payload),
            Saw::Lost | Saw::Asked { .. } | Saw::Answered { .. } => continue,
        };
        let (Some(room), Some(version)) = (payload["roomId"].as_str(), payload["version"].as_u64())
        else {
            continue;
        };
        checked.heard += 1;
        let log = logs.get(room).map(Vec::as_slice).unwrap_or_default();
        let at = usize::try_from(version).unwrap_or(usize::MAX);
        let (Some(event), Some(states)) =
            (at.checked_sub(1).and_then(|it| log.get(it)), states.get(room))
        else {
            let what = format!(
                "{} heard {name} of version {version}, the log has {}",
                history.player,
                log.len()
            );
            violations.push(violation(LAW, room, what));
            continue;
        };
        let state = &states[at];
        if let Err(what) = equals(name, payload, event, state) {
            let what = format!("{} heard {name} of version {version}: {what}", history.player);
            violations.push(violation(LAW, room, what));
        }
        let whole = matches!(name, "game:started" | "game:reconnected");
        if let Some(&before) = last.get(room)
            && !whole
            && version > before + 1
        {
            let skipped = usize::try_from(before).unwrap_or_default()..at - 1;
            let missed =
                skipped.clone().find(|&it| is_told(&log[it], &states[it + 1], &history.player));
            if let Some(missed) = missed {
                let what = format!(
                    "{} heard {name} of version {version} after {before}, without {:?}",
                    history.player, log[missed]
                );
                violations.push(violation("nothing is left out in between", room, what));
            }
        }
        let known = last.entry(room).or_default();
        *known = if whole { version } else { (*known).max(version) };
    }
}

fn moves(state: &Match) -> Vec<u64> {
    let game = match state {
        Match::Playing(it) => &it.game,
        Match::Finished(it) => &it.game,
        Match::New | Match::Open(_) | Match::Closed(_) => return Vec::new(),
    };
    game.moves().iter().map(|it| u64::from(it.index())).collect()
}

fn equals(name: &str, payload: &Value, event: &Event, state: &Match) -> Result<(), String> {
    let fits = match name {
        "game:move:made" => matches!(event, Event::Dropped { .. }),
        "game:over" => event.ends_the_game() || matches!(event, Event::Closed { .. }),
        "player:disconnected" => matches!(event, Event::Disconnected { .. }),
        "player:reconnected" => matches!(event, Event::Connected { .. }),
        "connect4:afk_warning" => matches!(event, Event::IdleWarned { .. }),
        "game:rematch:offered" => matches!(event, Event::RematchAsked { .. }),
        "game:rematch:declined" => matches!(event, Event::RematchDeclined { .. }),
        "game:rematch:accepted" => matches!(event, Event::RematchAgreed { .. }),
        _ => true,
    };
    if !fits {
        return Err(format!("the log has {event:?}"));
    }
    if let Some(told) = payload["moveHistory"].as_array() {
        let told: Vec<_> = told.iter().filter_map(Value::as_u64).collect();
        if told != moves(state) {
            return Err(format!("the moves {told:?} are {:?} in the log", moves(state)));
        }
    }
    if name == "game:over"
        && let Match::Finished(it) = state
    {
        let winner = match it.outcome {
            Result_::Won(player) => Some(it.seats[player].player.as_str()),
            Result_::Drawn => None,
        };
        if payload["winner"].as_str() != winner {
            return Err(format!("{} won by the log", winner.unwrap_or("nobody")));
        }
    }
    Ok(())
}

/// Every game that began has come to one end, and nobody was blamed for what the servers did.
fn ends(
    logs: &Logs,
    states: &HashMap<String, Vec<Match>>,
    checked: &mut Checked,
    violations: &mut Vec<Violation>,
) {
    for (id, log) in logs {
        let ended = log.iter().filter(|it| it.ends_the_game()).count();
        if ended > 1 {
            violations.push(violation("a game ends once", id, format!("it ended {ended} times")));
        }
        checked.games += ended.min(1);
        let blamed = log.iter().find(|it| {
            matches!(it, Event::TimedOut { .. } | Event::IdledOut { .. } | Event::StayedAway { .. })
        });
        if let Some(blamed) = blamed {
            let what = format!("{blamed:?}, and everybody came back as fast as they could");
            violations.push(violation("nobody loses for a fault of the servers", id, what));
        }
        let state = states.get(id).and_then(|it| it.last());
        if let Some(Match::Playing(_) | Match::Open(_)) = state {
            violations.push(violation("everything comes to an end", id, "it is still on"));
        }
    }
}

fn people(state: &Match) -> Vec<PlayerId> {
    state.people().map(|it| it.player.clone()).collect()
}

/// Nobody sits in two running games.
fn one_game_at_a_time(
    logs: &Logs,
    states: &HashMap<String, Vec<Match>>,
    violations: &mut Vec<Violation>,
) {
    let mut games: BTreeMap<String, Vec<(u64, u64, &str)>> = BTreeMap::new();
    for (id, log) in logs {
        let Some(states) = states.get(id) else { continue };
        let from = log.iter().find(|it| matches!(it, Event::Joined { .. })).map(|it| it.at());
        let Some(from) = from else { continue };
        let to = log.iter().find(|it| it.ends_the_game() || matches!(it, Event::Closed { .. }));
        let to = to.map_or(u64::MAX, |it| it.at().unix_ms());
        let seated = states.iter().find(|it| matches!(it, Match::Playing(_)));
        for player in seated.map(people).unwrap_or_default() {
            games.entry(player.to_string()).or_default().push((from.unix_ms(), to, id));
        }
    }
    for (player, mut games) in games {
        games.sort_unstable();
        for pair in games.windows(2) {
            let [(_, to, first), (from, _, second)] = pair else { continue };
            if from.saturating_add(CLOCKS_DIFFER_MS) < *to {
                let what =
                    format!("{player} plays in {first} until {to} and in {second} from {from}");
                violations.push(violation("nobody plays two games at once", second, what));
            }
        }
    }
}

/// Nobody has more games than they asked for.
fn pairings(histories: &[History], logs: &Logs, violations: &mut Vec<Violation>) {
    let agreed: BTreeSet<String> = (logs.values().flatten())
        .filter_map(|it| match it {
            Event::RematchAgreed { next, .. } => Some(next.to_string()),
            _ => None,
        })
        .collect();
    let mut games: BTreeMap<&str, u32> = BTreeMap::new();
    for (id, log) in logs {
        let rematch = matches!(log.first(), Some(Event::Created { series, .. }) if *series != fourfall_match::Series::default());
        if agreed.contains(id) || rematch {
            continue;
        }
        for event in log {
            match event {
                Event::Created { host: seat, .. } | Event::Joined { guest: seat, .. } => {
                    *games.entry(seat.player.as_str()).or_default() += 1;
                }
                _ => {}
            }
        }
    }
    for history in histories {
        let asks = ["matchmaking:join", "room:create", "room:join"];
        let asked = history
            .entries
            .iter()
            .filter(|(_, saw)| matches!(saw, Saw::Asked { name, .. } if asks.contains(name)));
        let (asked, had) = (asked.count(), games.get(history.player.as_str()).copied());
        if had.is_some_and(|it| it as usize > asked) {
            let what = format!("{} asked {asked} times and had {had:?} games", history.player);
            violations.push(violation("who asks once is paired once", "", what));
        }
    }
}

/// Every result is counted once.
async fn summaries(
    states: &HashMap<String, Vec<Match>>,
    database: &mut PgConnection,
    violations: &mut Vec<Violation>,
) -> anyhow::Result<()> {
    let rows: Vec<(String, String, Option<i64>)> =
        sqlx::query_as("SELECT match_id, moves, winner FROM games")
            .fetch_all(&mut *database)
            .await?;
    let summaries: HashMap<_, _> = rows.iter().map(|it| (it.0.as_str(), it)).collect();
    for (id, states) in states {
        let finished = match states.last() {
            Some(Match::Finished(it)) => Some(it),
            _ => None,
        };
        match (finished, summaries.get(id.as_str())) {
            (Some(it), Some((_, moves, winner))) => {
                let played: String =
                    it.game.moves().iter().map(|it| it.number().to_string()).collect();
                let won = match it.outcome {
                    Result_::Won(Player::First) => Some(0),
                    Result_::Won(Player::Second) => Some(1),
                    Result_::Drawn => None,
                };
                if (moves, winner) != (&played, &won) {
                    let what =
                        format!("the summary says {moves} {winner:?}, the log {played} {won:?}");
                    violations.push(violation("a summary is what the log says", id, what));
                }
            }
            (None, None) => {}
            (Some(_), None) => {
                violations.push(violation("every end is summed up", id, "it is not"))
            }
            (None, Some(_)) => violations.push(violation("only ends are summed up", id, "it is")),
        }
    }
    let wrong: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT players.id, games, count(own.match_id) FROM players \
         LEFT JOIN games_of_players AS own ON own.player_id = players.id GROUP BY players.id \
         HAVING games <> count(own.match_id) OR games <> wins + losses + draws",
    )
    .fetch_all(database)
    .await?;
    for (player, games, counted) in wrong {
        let what =
            format!("{player} has {games} games by the statistics, {counted} by the history");
        violations.push(violation("wins, losses and draws are the games", "", what));
    }
    Ok(())
}

/// How far apart, sorted: the share that took at most so long.
pub(crate) fn percentile(sorted: &[Duration], per_mille: usize) -> Duration {
    let place = (sorted.len() * per_mille).div_ceil(1000).saturating_sub(1);
    sorted.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    //! The traces of each of the three bugs of `tools/chaos-proof` are found by the checker; and it
    //! finds nothing where there is nothing.

    use std::time::Instant;

    use fourfall_match::{Lot, Overrides, Preset, Seat, Timestamp, Wishes, opening};
    use fourfall_rules::Column;
    use serde_json::json;

    use super::*;

    const ROOM: &str = "room";

    fn seat(name: &str) -> Seat {
        Seat::human(PlayerId::new(name).expect("a plain name"), name)
    }

    fn dropped(column: u8, at: u64) -> Event {
        let column = Column::new(column).expect("a column");
        Event::Dropped { column, at: Timestamp::from_unix_ms(at) }
    }

    /// A game of Ada and somebody else that has begun, with a disc.
    fn game(other: &str, at: u64) -> Vec<Event> {
        let terms = Preset::Live.terms(&Overrides::default(), &Wishes::default());
        let begun = Timestamp::from_unix_ms(at);
        let mut log = opening(seat("ada"), seat(other), terms, Lot::Host, begun).to_vec();
        log.push(dropped(3, at + 1));
        log
    }

    fn ada(entries: &[Saw]) -> History {
        let mut history = History::new(Instant::now());
        history.player = "ada".to_owned();
        entries.iter().for_each(|it| history.saw(it.clone()));
        history
    }

    fn asked(column: u64) -> Saw {
        let payload = json!({ "roomId": ROOM, "column": column, "moveNumber": 1 });
        Saw::Asked { number: 1, name: "game:move", payload }
    }

    fn acknowledged_at(version: u64) -> Saw {
        Saw::Answered { number: 1, outcome: Outcome::Ok(json!({ "version": version })) }
    }

    fn made(version: u64, moves: &[u64]) -> Saw {
        let payload = json!({ "roomId": ROOM, "version": version, "moveHistory": moves });
        Saw::Heard { name: "game:move:made".to_owned(), payload }
    }

    /// The laws that are violated, of logs and of what Ada saw.
    fn violated(logs: &[(&str, Vec<Event>)], saw: &[Saw]) -> Vec<&'static str> {
        let logs: Logs = logs.iter().map(|(id, log)| ((*id).to_owned(), log.clone())).collect();
        let states = logs.iter().map(|(id, log)| (id.clone(), prefixes(log).expect("a log")));
        let states: HashMap<_, _> = states.collect();
        let (mut checked, mut violations) = (Checked::default(), Vec::new());
        let history = ada(saw);
        acknowledged(&history, &logs, &mut checked, &mut violations);
        messages(&history, &logs, &states, &mut checked, &mut violations);
        one_game_at_a_time(&logs, &states, &mut violations);
        violations.iter().map(|it| it.law).collect()
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        let saw = [asked(3), acknowledged_at(3), made(3, &[3])];
        assert!(violated(&[(ROOM, game("alan", 1_000))], &saw).is_empty());
    }

    #[test]
    fn a_move_that_another_writer_has_overwritten_is_missed() {
        let mut log = game("alan", 1_000);
        log[2] = dropped(4, 1_001);
        let saw = [asked(3), acknowledged_at(3)];
        assert_eq!(violated(&[(ROOM, log)], &saw), ["an acknowledged move is in the log"]);
    }

    #[test]
    fn what_was_told_and_never_stored_is_noticed() {
        let log = game("alan", 1_000);
        let told = [made(3, &[3]), made(4, &[3, 3])];
        assert_eq!(violated(&[(ROOM, log.clone())], &told), ["a message equals its event"]);
        // Also if something else was stored in its place.
        let other = [made(3, &[2])];
        assert_eq!(violated(&[(ROOM, log)], &other), ["a message equals its event"]);
    }

    #[test]
    fn what_was_left_out_is_noticed() {
        let mut log = game("alan", 1_000);
        log.extend([dropped(2, 1_002), dropped(2, 1_003)]);
        let saw = [made(3, &[3]), made(5, &[3, 2, 2])];
        assert_eq!(violated(&[(ROOM, log)], &saw), ["nothing is left out in between"]);
    }

    #[test]
    fn whoever_plays_two_games_at_once_is_noticed() {
        let games = [("one", game("alan", 1_000)), ("two", game("grace", 5_000))];
        assert_eq!(violated(&games, &[]), ["nobody plays two games at once"]);
    }
}
