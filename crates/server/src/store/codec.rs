//! Events as bytes: a few for a move, so that a whole finished match is smaller than its summary was.
//!
//! An event is a tag, the milliseconds since the event before it, and what the tag says comes next.
//! The bytes of a match are the bytes of its appends, one after the other, so packing a finished match
//! copies them and reads nothing. A tag never changes its meaning: an event that must say more gets
//! a new one.

use std::time::Duration;

use fourfall_match::{
    BotLevel, ClosedBy, DeclinedBy, Event, Idle, Kind, Lot, MatchId, PlayerId, Preset, Seat,
    Series, Starter, Terms, Timestamp,
};
use fourfall_rules::{Column, Player};

// The first seven are the columns a disc was dropped into.
const DECIDED: u8 = 7;
const RECOVERED: u8 = 8;
const STALLED: u8 = 9;
// The lowest bit says which player.
const RESIGNED: u8 = 10;
const TIMED_OUT: u8 = 12;
const IDLE_WARNED: u8 = 14;
const IDLED_OUT: u8 = 16;
const DISCONNECTED: u8 = 18;
const CONNECTED: u8 = 20;
const STAYED_AWAY: u8 = 22;
const REMATCH_ASKED: u8 = 24;
// Four reasons.
const CLOSED: u8 = 26;
// Four reasons, and the lowest bit says which player.
const REMATCH_DECLINED: u8 = 30;
// The lowest bit is the lot.
const REMATCH_AGREED: u8 = 38;
const CREATED: u8 = 40;
// The lowest bit says what the host plays.
const JOINED: u8 = 42;

/// An id that uses only the alphabet of generated ids has this bit set in its length, and five bits
/// per character.
const PACKED: u8 = 0x80;
const ID_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A core enum and its numbers, in both directions.
macro_rules! numbered {
    ($encode:ident, $decode:ident, $Core:ident { $($Variant:ident = $number:literal),+ }) => {
        const fn $encode(it: $Core) -> u8 {
            match it { $($Core::$Variant => $number),+ }
        }

        const fn $decode(number: u8) -> Option<$Core> {
            match number { $($number => Some($Core::$Variant),)+ _ => None }
        }
    };
}

numbered!(player_number, player, Player { First = 0, Second = 1 });
numbered!(lot_number, lot, Lot { Host = 0, Guest = 1 });
numbered!(preset_number, preset, Preset { Classic = 0, Solo = 1, Live = 2, Duel = 3 });
numbered!(starter_number, starter, Starter { Host = 0, Guest = 1, Lot = 2 });
numbered!(level_number, level, BotLevel { Easy = 1, Medium = 2, Hard = 3, Perfect = 4 });
numbered!(closed_by_number, closed_by, ClosedBy { Host = 0, NoGuest = 1, Absence = 2, Abort = 3 });
numbered!(declined_by_number, declined_by, DeclinedBy {
    Refusal = 0, Leaving = 1, Disconnect = 2, AnotherGame = 3
});

/// Appends events to the bytes of a match. `last` is when its last event was, and moves on; zero at
/// the beginning.
pub(super) fn encode(events: &[Event], last: &mut u64, out: &mut Vec<u8>) {
    for event in events {
        let at = event.at().unix_ms();
        out.push(tag(event));
        // Time in a log does not go back; if it should, that is no reason to write nonsense.
        signed(out, at.cast_signed().wrapping_sub(last.cast_signed()));
        *last = at;
        match event {
            Event::Created { host, terms: of, series, .. } => {
                seat(out, host);
                terms(out, of);
                for count in [series.host_wins, series.guest_wins, series.draws] {
                    unsigned(out, count.into());
                }
            }
            Event::Joined { guest, .. } => seat(out, guest),
            Event::RematchAgreed { next, .. } => {
                out.extend_from_slice(&next.bits().to_le_bytes());
            }
            Event::Dropped { .. }
            | Event::Decided { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::IdleWarned { .. }
            | Event::IdledOut { .. }
            | Event::Disconnected { .. }
            | Event::Connected { .. }
            | Event::StayedAway { .. }
            | Event::Recovered { .. }
            | Event::Stalled { .. }
            | Event::Closed { .. }
            | Event::RematchAsked { .. }
            | Event::RematchDeclined { .. } => {}
        }
    }
}

fn tag(event: &Event) -> u8 {
    match *event {
        Event::Created { .. } => CREATED,
        Event::Joined { host_plays, .. } => JOINED + player_number(host_plays),
        Event::Dropped { column, .. } => column.index(),
        Event::Decided { .. } => DECIDED,
        Event::Resigned { player, .. } => RESIGNED + player_number(player),
        Event::TimedOut { player, .. } => TIMED_OUT + player_number(player),
        Event::IdleWarned { player, .. } => IDLE_WARNED + player_number(player),
        Event::IdledOut { player, .. } => IDLED_OUT + player_number(player),
        Event::Disconnected { player, .. } => DISCONNECTED + player_number(player),
        Event::Connected { player, .. } => CONNECTED + player_number(player),
        Event::StayedAway { player, .. } => STAYED_AWAY + player_number(player),
        Event::Recovered { .. } => RECOVERED,
        Event::Stalled { .. } => STALLED,
        Event::Closed { why, .. } => CLOSED + closed_by_number(why),
        Event::RematchAsked { player, .. } => REMATCH_ASKED + player_number(player),
        Event::RematchDeclined { player, why, .. } => {
            REMATCH_DECLINED + 2 * declined_by_number(why) + player_number(player)
        }
        Event::RematchAgreed { lot, .. } => REMATCH_AGREED + lot_number(lot),
    }
}

fn unsigned(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(0x80 | (number & 0x7f) as u8);
        number >>= 7;
    }
    out.push((number & 0x7f) as u8);
}

fn signed(out: &mut Vec<u8>, number: i64) {
    unsigned(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

fn span(out: &mut Vec<u8>, span: Duration) {
    unsigned(out, u64::try_from(span.as_millis()).unwrap_or(u64::MAX));
}

fn seat(out: &mut Vec<u8>, seat: &Seat) {
    out.push(seat.bot_level().map_or(0, level_number));
    out.extend(pack_id(&seat.player));
    unsigned(out, seat.name.len() as u64);
    out.extend_from_slice(seat.name.as_bytes());
}

fn terms(out: &mut Vec<u8>, terms: &Terms) {
    let flags = [terms.private, terms.rated, terms.turn.is_some(), terms.idle.is_some()];
    let flags = flags.iter().zip(4..).fold(0, |bits, (it, place)| bits | u8::from(*it) << place);
    out.push(flags | preset_number(terms.preset) | starter_number(terms.starter) << 2);
    span(out, terms.reconnect);
    if let Some(turn) = terms.turn {
        span(out, turn);
    }
    if let Some(idle) = terms.idle {
        span(out, idle.timeout());
        span(out, idle.warning());
    }
}

/// A player's id, in five bits per character if it is a generated one. It is also the key of
/// tables.
pub(super) fn pack_id(id: &PlayerId) -> Vec<u8> {
    let text = id.as_str().as_bytes();
    // An id has at most 64 bytes.
    let length = u8::try_from(text.len()).unwrap_or(PACKED - 1);
    let digit = |byte: u8| ID_ALPHABET.iter().zip(0_u32..).find(|(it, _)| **it == byte);
    let mut packed = vec![PACKED | length];
    let (mut bits, mut count) = (0_u32, 0);
    for &byte in text {
        let Some((_, digit)) = digit(byte) else {
            return [&[length], text].concat();
        };
        bits = bits << 5 | digit;
        count += 5;
        if count >= 8 {
            count -= 8;
            packed.push((bits >> count & 0xff) as u8);
        }
    }
    if count > 0 {
        packed.push((bits << (8 - count) & 0xff) as u8);
    }
    packed
}

/// A packed id, read back.
pub(super) fn unpack_id(bytes: &[u8]) -> Option<PlayerId> {
    let mut bytes = Bytes { rest: bytes, last: 0 };
    let id = bytes.id()?;
    bytes.rest.is_empty().then_some(id)
}

/// All the events of a match; none if the bytes can't be decoded.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<Event>> {
    let mut bytes = Bytes { rest: bytes, last: 0 };
    // Most events are moves, of three bytes.
    let mut events = Vec::with_capacity(bytes.rest.len() / 3);
    while !bytes.rest.is_empty() {
        events.push(bytes.event()?);
    }
    Some(events)
}

/// How many events there are after one at the time `last`, which moves on.
pub(super) fn count(bytes: &[u8], last: &mut u64) -> Option<u64> {
    let mut bytes = Bytes { rest: bytes, last: *last };
    let mut count = 0;
    while !bytes.rest.is_empty() {
        bytes.event()?;
        count += 1;
    }
    *last = bytes.last;
    Some(count)
}

struct Bytes<'a> {
    rest: &'a [u8],
    /// When the last event was.
    last: u64,
}

impl<'a> Bytes<'a> {
    fn event(&mut self) -> Option<Event> {
        let tag = self.byte()?;
        let since = self.signed()?;
        self.last = self.last.cast_signed().wrapping_add(since).cast_unsigned();
        let at = Timestamp::from_unix_ms(self.last);
        let who = player(tag & 1)?;
        Some(match tag {
            0..DECIDED => Event::Dropped { column: Column::new(tag)?, at },
            DECIDED => Event::Decided { at },
            RECOVERED => Event::Recovered { at },
            STALLED => Event::Stalled { at },
            RESIGNED..TIMED_OUT => Event::Resigned { player: who, at },
            TIMED_OUT..IDLE_WARNED => Event::TimedOut { player: who, at },
            IDLE_WARNED..IDLED_OUT => Event::IdleWarned { player: who, at },
            IDLED_OUT..DISCONNECTED => Event::IdledOut { player: who, at },
            DISCONNECTED..CONNECTED => Event::Disconnected { player: who, at },
            CONNECTED..STAYED_AWAY => Event::Connected { player: who, at },
            STAYED_AWAY..REMATCH_ASKED => Event::StayedAway { player: who, at },
            REMATCH_ASKED..CLOSED => Event::RematchAsked { player: who, at },
            CLOSED..REMATCH_DECLINED => Event::Closed { why: closed_by(tag - CLOSED)?, at },
            REMATCH_DECLINED..REMATCH_AGREED => {
                let why = declined_by((tag - REMATCH_DECLINED) / 2)?;
                Event::RematchDeclined { player: who, why, at }
            }
            REMATCH_AGREED..CREATED => {
                let next = u64::from_le_bytes(*self.take(8)?.first_chunk()?);
                let lot = lot(tag - REMATCH_AGREED)?;
                Event::RematchAgreed { next: MatchId::from_random(next), lot, at }
            }
            CREATED => Event::Created {
                host: self.seat()?,
                terms: self.terms()?,
                series: Series {
                    host_wins: self.number()?,
                    guest_wins: self.number()?,
                    draws: self.number()?,
                },
                at,
            },
            JOINED..44 => Event::Joined { guest: self.seat()?, host_plays: who, at },
            _ => return None,
        })
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << place;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let bits = self.unsigned()?;
        Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed())
    }

    fn number(&mut self) -> Option<u32> {
        self.unsigned()?.try_into().ok()
    }

    fn span(&mut self) -> Option<Duration> {
        self.unsigned().map(Duration::from_millis)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.unsigned()?.try_into().ok()?;
        str::from_utf8(self.take(length)?).ok()
    }

    fn id(&mut self) -> Option<PlayerId> {
        let head = self.byte()?;
        let length = usize::from(head & !PACKED);
        if head & PACKED == 0 {
            return PlayerId::new(str::from_utf8(self.take(length)?).ok()?);
        }
        let bytes = self.take((length * 5).div_ceil(8))?;
        let text: String = (0..length)
            .map(|place| {
                let bit = place * 5;
                let pair = [bytes[bit / 8], bytes.get(bit / 8 + 1).copied().unwrap_or_default()];
                let digit = u16::from_be_bytes(pair) >> (11 - bit % 8) & 31;
                char::from(ID_ALPHABET[usize::from(digit)])
            })
            .collect();
        PlayerId::new(&text)
    }

    fn seat(&mut self) -> Option<Seat> {
        let kind = match self.byte()? {
            0 => Kind::Human,
            number => Kind::Bot(level(number)?),
        };
        Some(Seat { player: self.id()?, name: self.text()?.into(), kind })
    }

    fn terms(&mut self) -> Option<Terms> {
        let flags = self.byte()?;
        let has = |place: u8| flags >> place & 1 == 1;
        let reconnect = self.span()?;
        let turn = if has(6) { Some(self.span()?) } else { None };
        let idle = if has(7) { Some(Idle::new(self.span()?, self.span()?)) } else { None };
        Some(Terms {
            preset: preset(flags & 3)?,
            starter: starter(flags >> 2 & 3)?,
            turn,
            idle,
            reconnect,
            private: has(4),
            rated: has(5),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::event;

    /// Every event there is, as JSON.
    const EVENTS: &str = include_str!("../../tests/data/stored_events.jsonl");
    /// The same as bytes. What has been written once must be readable for ever: these lines may only
    /// grow in number.
    const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/stored_events.hex");

    fn bytes_of(event: &Event) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(std::slice::from_ref(event), &mut 0, &mut bytes);
        bytes
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|it| format!("{it:02x}")).collect()
    }

    fn events() -> Vec<Event> {
        let lines: Vec<_> = EVENTS.lines().map(str::to_owned).collect();
        event::decode_all(&lines).unwrap()
    }

    #[test]
    fn every_event_ever_written_is_read_and_written_back_alike() {
        let written = std::fs::read_to_string(WRITTEN).unwrap();
        let written: Vec<_> = written.lines().collect();
        let now: Vec<_> = events().iter().map(|it| hex(&bytes_of(it))).collect();
        assert_eq!(now, written);
        for event in events() {
            assert_eq!(decode(&bytes_of(&event)), Some(vec![event]));
        }
    }

    #[test]
    fn appends_one_after_the_other_are_one_log() {
        let events = events();
        let (mut bytes, mut last) = (Vec::new(), 0);
        for part in events.chunks(3) {
            let (before, mut counted) = (bytes.len(), last);
            encode(part, &mut last, &mut bytes);
            assert_eq!(count(&bytes[before..], &mut counted), Some(part.len() as u64));
            assert_eq!(counted, last);
        }
        assert_eq!(decode(&bytes), Some(events));
    }

    #[test]
    fn time_that_goes_back_is_kept_as_it_is() {
        let at = |ms| Event::Stalled { at: Timestamp::from_unix_ms(ms) };
        let events = [at(5_000), at(4_000), at(u64::MAX), at(0), at(1_767_225_600_000)];
        let mut bytes = Vec::new();
        encode(&events, &mut 0, &mut bytes);
        assert_eq!(decode(&bytes).unwrap(), events);
    }

    #[test]
    fn damage_is_noticed_or_means_something_else_and_is_never_a_panic() {
        let mut bytes = Vec::new();
        encode(&events(), &mut 0, &mut bytes);
        for end in 0..bytes.len() {
            // A cut between two events leaves a shorter log.
            let _ = decode(&bytes[..end]);
            for value in [0, 0x7f, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[end] = value;
                let _ = decode(&damaged);
            }
        }
        for wrong in [&[44, 0][..], &[0], &[40, 0, 9], &[0xff; 40]] {
            assert_eq!(decode(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn ids_are_packed_and_unpacked() {
        let longest = "z".repeat(64);
        for (text, bytes) in [
            ("0123456789abcdefghjk", 14),
            ("a", 2),
            ("ab", 3),
            ("ada", 3),
            ("Ada!", 5),
            ("p_ada4f6t8w2y9", 15),
            ("bot-easy", 9),
            (longest.as_str(), 41),
        ] {
            let id = PlayerId::new(text).unwrap();
            let packed = pack_id(&id);
            assert_eq!(packed.len(), bytes, "{text}");
            assert_eq!(unpack_id(&packed), Some(id), "{text}");
        }
        assert_eq!(unpack_id(&[]), None);
        assert_eq!(unpack_id(&[3, b'a', b'd']), None);
        assert_eq!(unpack_id(&[0x83, 0]), None);
    }
}
