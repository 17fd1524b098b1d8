//! What must be true of every schedule, by the logs, the answers and what tabs received.

#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants,
    clippy::cast_possible_truncation,
    reason = "a law looks at some events and messages only, and seeds are small"
)]

use fourfall_match::{ClosedBy, Kind, Match, Preset as HouseRules, Seat};
use fourfall_protocol::{GameReached, JoinedMatchmaking, RematchAnswered, RoomCreated};
use fourfall_rules::Player;

use super::*;

/// The sides of a comparison were rounded to milliseconds.
const ROUNDING_MS: u64 = 2;

/// Every law that was broken, in words.
pub(super) fn broken(world: &World) -> Vec<String> {
    let logs = world.house.store.logs();
    let mut broken = world.broken.clone();
    let mut games = Vec::new();
    for (id, events) in &logs {
        match Game::read(*id, events) {
            Ok(game) => games.push(game),
            Err(err) => broken.push(format!("{id}: a log that can't be read: {err}")),
        }
    }
    broken.extend(two_games_at_once(&games));
    for game in &games {
        broken.extend(game.results(world));
        broken.extend(game.absences(world));
        broken.extend(game.times(world));
    }
    broken.extend(statistics(world));
    broken.extend(hearsay(world, &logs));
    for asked in &world.asked {
        broken.extend(untrue(asked, &games, world));
    }
    broken.extend(matches_nobody_asked_for(world, &games));
    broken
}

/// A log, read.
struct Game<'a> {
    id: MatchId,
    events: &'a [Event],
    /// The match before each event, and after the last.
    states: Vec<Match>,
    host: &'a Seat,
}

impl<'a> Game<'a> {
    fn read(id: MatchId, events: &'a [Event]) -> Result<Game<'a>, String> {
        let mut states = vec![Match::New];
        for event in events {
            let before = states.last().expect("one at least").clone();
            states.push(before.apply(event).map_err(|it| it.to_string())?);
        }
        let Some(Event::Created { host, .. }) = events.first() else {
            return Err("it does not begin with the beginning".to_owned());
        };
        Ok(Game { id, events, states, host })
    }

    fn guest(&self) -> Option<(&Seat, u64)> {
        self.events.iter().find_map(|it| match it {
            Event::Joined { guest, at, .. } => Some((guest, ms(*at))),
            _ => None,
        })
    }

    fn ended_ms(&self) -> u64 {
        let end = |it: &&Event| it.ends_the_game() || matches!(it, Event::Closed { .. });
        self.events.iter().find(end).map_or(u64::MAX, |it| ms(it.at()))
    }

    /// From when to when each person was busy with it.
    fn busy(&self) -> Vec<(&PlayerId, u64, u64)> {
        let since = self.events.first().map_or(0, |it| ms(it.at()));
        let guest = self.guest().into_iter();
        let people = [(self.host, since)].into_iter().chain(guest);
        let people = people.filter(|(seat, _)| seat.kind == Kind::Human);
        people.map(|(seat, from)| (&seat.player, from, self.ended_ms())).collect()
    }

    fn seats(&self, player: &PlayerId) -> bool {
        self.host.player == *player || self.guest().is_some_and(|(it, _)| it.player == *player)
    }

    fn discs(&self) -> Vec<u8> {
        let column = |it: &Event| match it {
            Event::Dropped { column, .. } => Some(column.index()),
            _ => None,
        };
        self.events.iter().filter_map(column).collect()
    }

    fn is_private(&self) -> bool {
        matches!(self.events.first(), Some(Event::Created { terms, .. }) if terms.private)
    }

    // One result and one summary, or neither.
    fn results(&self, world: &World) -> Vec<String> {
        let ends = self.events.iter().filter(|it| it.ends_the_game()).count();
        let summaries = world.house.store.summaries();
        let summaries: Vec<_> = summaries.iter().filter(|it| it.id == self.id).collect();
        let mut broken = Vec::new();
        if ends > 1 || ends != summaries.len() {
            broken.push(format!("{}: {ends} result(s) and {} summaries", self.id, summaries.len()));
        }
        if let (Some(Match::Finished(end)), [summary]) = (self.states.last(), summaries.as_slice())
            && (end.outcome != summary.outcome || end.game != summary.game)
        {
            broken.push(format!("{}: the summary tells another game", self.id));
        }
        broken
    }

    /// Nobody who is there is recorded as absent, and a player who loses by absence was away for
    /// the whole window.
    fn absences(&self, world: &World) -> Vec<String> {
        let mut broken = Vec::new();
        for (event, before) in self.events.iter().zip(&self.states) {
            let Match::Playing(game) = before else { continue };
            let (player, away_for, what) = match event {
                Event::StayedAway { player, .. } => {
                    (*player, window_of(game.terms.preset), "lost by absence")
                }
                Event::Disconnected { player, .. } => (*player, ABSENCE_GRACE, "was missed"),
                _ => continue,
            };
            let (id, at) = (&game.seats[player].player, ms(event.at()));
            let since = at - whole_ms(away_for) + ROUNDING_MS;
            let here = world.attached.iter().find(|it| {
                it.player == *id
                    && it.room == self.id
                    && it.from_ms + ROUNDING_MS < at
                    && it.until_ms.is_none_or(|it| it > since)
            });
            if let Some(here) = here {
                broken.push(format!(
                    "{}: {id} {what} at {at}, and was there with tab {} from {} to {:?}",
                    self.id, here.tab, here.from_ms, here.until_ms
                ));
            }
        }
        broken
    }

    /// Nobody loses on time before all of it has passed: pauses, time given back and restarted
    /// turns are counted here again, from the events alone.
    fn times(&self, world: &World) -> Vec<String> {
        let mut broken = Vec::new();
        let (mut began, mut still) = (0, 0);
        let mut away: [Option<u64>; 2] = [None, None];
        let mut allowance = [0; 2];
        for (event, before) in self.events.iter().zip(&self.states) {
            let at = ms(event.at());
            let Match::Playing(game) = before else {
                if let (Event::Joined { .. }, Match::Open(open)) = (event, before) {
                    began = at;
                    allowance = [whole_ms(window_of(open.terms.preset)); 2];
                }
                continue;
            };
            let window = whole_ms(window_of(game.terms.preset));
            let place = |it: Player| usize::from(it == Player::Second);
            let turn = place(game.turn());
            let paused = |left: u64, allowance: u64| (at - left.max(began)).min(allowance);
            match event {
                Event::Dropped { .. } => (began, still) = (at, 0),
                Event::Recovered { .. } | Event::Stalled { .. } => {
                    (began, still, allowance) = (at, 0, [window; 2]);
                    for player in Player::BOTH {
                        let is_person = game.seats[player].kind == Kind::Human;
                        let restarted = matches!(event, Event::Recovered { .. }) && is_person;
                        let it = &mut away[place(player)];
                        *it = (it.is_some() || restarted).then_some(at);
                    }
                }
                Event::Disconnected { player, .. } => away[place(*player)] = Some(at),
                Event::Connected { player, .. } => {
                    let player = place(*player);
                    if let Some(left) = away[player].take()
                        && player == turn
                    {
                        let pause = paused(left, allowance[player]);
                        still += pause;
                        allowance[player] -= pause;
                    }
                }
                Event::TimedOut { .. } | Event::IdledOut { .. } => {
                    let limit = match event {
                        Event::TimedOut { .. } => game.terms.turn,
                        _ => game.terms.idle.map(|it| it.timeout()),
                    };
                    let limit = limit.map_or(u64::MAX / 2, whole_ms);
                    let now_away = away[turn].map_or(0, |left| paused(left, allowance[turn]));
                    if at - began < limit + still + now_away {
                        broken.push(format!(
                            "{}: lost on time at {at} after {} ms of {limit} + {still} + {now_away}",
                            self.id,
                            at - began
                        ));
                    }
                    broken.extend(self.blamed_for_the_store(world, game.turn(), began, at));
                    broken.extend(self.blamed_for_a_restart(world, began, at));
                }
                Event::StayedAway { player, .. } => {
                    let left = away[place(*player)].unwrap_or(at);
                    broken.extend(self.blamed_for_a_restart(world, left, at));
                }
                _ => {}
            }
        }
        broken
    }
}

impl Game<'_> {
    /// A player who loses on time has had all of it since the server was last started.
    fn blamed_for_a_restart(&self, world: &World, since: u64, at: u64) -> Option<String> {
        let between = |(down, back): &&(u64, u64)| since + ROUNDING_MS < *down && *back < at;
        let (down, back) = world.restarts.iter().find(between)?;
        Some(format!(
            "{}: lost at {at} by time that has run since {since}; there was no server from {down} \
             to {back}",
            self.id
        ))
    }

    /// A player who was told that a move could not be saved has the whole time again before losing
    /// on time.
    fn blamed_for_the_store(
        &self,
        world: &World,
        turn: Player,
        began: u64,
        at: u64,
    ) -> Option<String> {
        let seats = self.states.iter().find_map(Match::seats)?;
        let mover = &seats[turn].player;
        let failed = world.asked.iter().find(|it| {
            let here = matches!(it.what, What::Move { room, .. } if room == self.id);
            let away = matches!(&it.answer, Some(Err(it)) if it.code == RejectCode::Internal);
            here && away && it.by == *mover && (began + ROUNDING_MS..at).contains(&it.told_ms)
        })?;
        Some(format!(
            "{}: {mover} lost on time at {at}, and was told at {} that a move was not saved; the \
             time has run since {began}",
            self.id, failed.told_ms
        ))
    }
}

/// How long a player may be away, by the documents and not by the terms of the match.
fn window_of(preset: HouseRules) -> Duration {
    match preset {
        HouseRules::Duel => Duration::from_secs(30),
        HouseRules::Live | HouseRules::Classic | HouseRules::Solo => Duration::from_secs(60),
    }
}

fn whole_ms(it: Duration) -> u64 {
    u64::try_from(it.as_millis()).unwrap()
}

fn two_games_at_once(games: &[Game<'_>]) -> Vec<String> {
    let mut spans: BTreeMap<&PlayerId, Vec<(u64, u64, MatchId)>> = BTreeMap::new();
    for game in games {
        for (player, from, to) in game.busy() {
            spans.entry(player).or_default().push((from, to, game.id));
        }
    }
    let mut broken = Vec::new();
    for (player, mut spans) in spans {
        spans.sort();
        for pair in spans.windows(2) {
            if let [(_, to, one), (from, end, other)] = *pair
                && from < to
                && from < end
            {
                broken.push(format!("{player} is in {one} until {to} and in {other} from {from}"));
            }
        }
    }
    broken
}

fn statistics(world: &World) -> Vec<String> {
    let games = world.house.store.summaries();
    let mut broken = Vec::new();
    for player in world.house.store.everybody() {
        let played = games.iter().filter(|it| it.seats.iter().any(|it| it.player == player.id));
        let results = player.wins + player.losses + player.draws;
        if results != player.games || played.count() != player.games as usize {
            broken.push(format!("the statistics do not add up: {player:?}"));
        }
    }
    broken
}

/// Nobody was told of anything that is not in the log.
fn hearsay(world: &World, logs: &BTreeMap<MatchId, Vec<Event>>) -> Vec<String> {
    let mut broken = Vec::new();
    for (room, version, name) in &world.heard {
        let place = usize::try_from(*version).unwrap();
        let event = logs.get(room).and_then(|it| it.get(place.checked_sub(1)?));
        let fits = event.is_some_and(|event| match *name {
            "game:started" => matches!(event, Event::Joined { .. }),
            "game:move:made" => matches!(event, Event::Dropped { .. }),
            "connect4:afk_warning" => matches!(event, Event::IdleWarned { .. }),
            "game:over" => {
                event.ends_the_game() || matches!(event, Event::Closed { why: ClosedBy::Abort, .. })
            }
            "player:disconnected" => matches!(event, Event::Disconnected { .. }),
            "player:reconnected" => matches!(event, Event::Connected { .. }),
            "game:rematch:offered" => matches!(event, Event::RematchAsked { .. }),
            "game:rematch:declined" => matches!(event, Event::RematchDeclined { .. }),
            "game:rematch:accepted" => matches!(event, Event::RematchAgreed { .. }),
            "room:closed" => matches!(event, Event::Closed { .. }),
            "game:reconnected" | "game:spectate:joined" | "room:waiting" => true,
            other => panic!("which event is {other}?"),
        });
        if !fits {
            broken
                .push(format!("somebody heard {name} of {room} at {version}; the log: {event:?}"));
        }
    }
    broken
}

/// Whether an answer says for certain that the request had no effect.
fn is_certain_refusal(answer: &Answer) -> bool {
    let Err(refusal) = answer else { return false };
    match refusal.code {
        RejectCode::Internal => refusal.message.contains("did not happen"),
        RejectCode::Overloaded => false,
        _ => true,
    }
}

fn untrue(asked: &Asked, games: &[Game<'_>], world: &World) -> Option<String> {
    let answer = asked.answer.as_ref()?;
    let find = |id: &str| {
        let id = id.parse::<MatchId>().ok()?;
        games.iter().find(|it| it.id == id)
    };
    let has = |room: MatchId, wanted: &dyn Fn(&Event, &Match) -> bool| {
        let game = games.iter().find(|it| it.id == room);
        game.is_some_and(|it| {
            it.events.iter().zip(&it.states).any(|(event, state)| wanted(event, state))
        })
    };
    // Whether a player's disc with this number lies in this column. The parity tells whether the
    // player counts from one or from zero.
    let dropped = |room: MatchId, column: u8, number: u32, by: &PlayerId| {
        let Some(game) = games.iter().find(|it| it.id == room) else { return false };
        let Some(seats) = game.states.iter().find_map(Match::seats) else { return false };
        let is_first = seats[Player::First].player == *by;
        let place =
            if is_first == (number % 2 == 1) { number.checked_sub(1) } else { Some(number) };
        let place = place.and_then(|it| usize::try_from(it).ok());
        place.is_some_and(|it| game.discs().get(it) == Some(&column))
    };
    let by = &asked.by;
    let is_true = match (answer, &asked.what) {
        (Ok(Accepted::Moved(it)), What::Move { room, column, .. }) => {
            let log = games.iter().find(|it| it.id == *room)?.events;
            let until = log.get(..usize::try_from(it.version).unwrap());
            until.is_some_and(|it| {
                let mut discs = it.iter().filter_map(|it| match it {
                    Event::Dropped { column, .. } => Some(column.index()),
                    _ => None,
                });
                discs.any(|it| it == *column)
            })
        }
        (Err(_), What::Move { room, column, number: Some(number) })
            if is_certain_refusal(answer) =>
        {
            // Unless it was asked again, and that was not refused.
            let again = world.asked.iter().any(|it| {
                let same = matches!(&it.what, What::Move { room: other, column: there, .. }
                    if other == room && there == column);
                same && it.answer.as_ref().is_none_or(|it| !is_certain_refusal(it))
            });
            let internal = answer.as_ref().is_err_and(|it| it.code == RejectCode::Internal);
            !internal || again || !dropped(*room, *column, *number, by)
        }
        (Ok(Accepted::JoinedMatchmaking(JoinedMatchmaking { room_id: Some(room), .. })), _) => {
            find(room).is_some_and(|it| it.seats(by))
        }
        (Ok(Accepted::RoomCreated(RoomCreated { room_id, .. })), _) => {
            find(room_id).is_some_and(|it| it.host.player == *by)
        }
        (Ok(Accepted::GameReached(GameReached { room_id, .. })), What::Code) => {
            find(room_id).is_some_and(|it| it.guest().is_some_and(|(it, _)| it.player == *by))
        }
        (
            Ok(Accepted::RematchAnswered(RematchAnswered { room_id: Some(next) })),
            What::Rematch(_),
        ) => find(next).is_some_and(|it| it.seats(by)),
        (Ok(_), What::Resign(room)) => has(
            *room,
            &|event, state| matches!(event, Event::Resigned { player, .. } if state.player(by) == Some(*player)),
        ),
        (Ok(_), What::Abort(room)) => {
            has(*room, &|event, _| matches!(event, Event::Closed { why: ClosedBy::Abort, .. }))
        }
        _ => true,
    };
    (!is_true).then(|| format!("untrue: {by} was told {answer:?} of {:?}", asked.what))
}

/// Every match has somebody who asked for it and was not told that it failed.
fn matches_nobody_asked_for(world: &World, games: &[Game<'_>]) -> Vec<String> {
    let mut broken = Vec::new();
    for player in &world.people {
        let opened = games.iter().filter(|game| match game.guest() {
            _ if game.is_private() && !game.is_rematch() => game.host.player == *player,
            Some((guest, _)) if guest.kind == Kind::Human && !game.is_rematch() => {
                guest.player == *player
            }
            _ => false,
        });
        let asked = world.asked.iter().filter(|it| {
            it.by == *player
                && matches!(it.what, What::Join | What::Create | What::Rematch(_))
                && it.answer.as_ref().is_none_or(|it| !is_certain_refusal(it))
        });
        let (opened, asked) = (opened.count(), asked.count());
        if opened > asked {
            broken.push(format!("{player} opened {opened} matches and asked for {asked}"));
        }
    }
    broken
}

impl Game<'_> {
    fn is_rematch(&self) -> bool {
        let Some(Event::Created { series, .. }) = self.events.first() else { return false };
        series.host_wins + series.guest_wins + series.draws > 0
    }
}
