//! Decodes untrusted payloads into messages, or says in a sentence what is wrong with them.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// A payload that is not what its event takes, or an event that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(String);

/// A refusal repeats at most this much of what was sent.
const SENTENCE_CHARS_MAX: usize = 200;

impl Malformed {
    pub(crate) fn unknown_event(event: &str) -> Malformed {
        Malformed(shorten(format!("there is no event called {event:?}")))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

/// Reads one payload. If it is refused, the sentence begins with the event's name.
pub(crate) fn payload<T: DeserializeOwned>(event: &str, payload: Value) -> Result<T, Malformed> {
    // Every payload is an object, except one that may be missing. Without this check a list of
    // values would be accepted in place of an object.
    if !payload.is_object() {
        let nothing = if payload.is_null() { T::deserialize(payload).ok() } else { None };
        return nothing.ok_or_else(|| Malformed(format!("{event}: expected an object")));
    }
    serde_path_to_error::deserialize(payload).map_err(|err| {
        let sentence = match err.path().to_string().as_str() {
            "." => format!("{event}: {}", err.inner()),
            path => format!("{event}: {path}: {}", err.inner()),
        };
        Malformed(shorten(sentence))
    })
}

fn shorten(sentence: String) -> String {
    match sentence.char_indices().nth(SENTENCE_CHARS_MAX) {
        None => sentence,
        Some((end, _)) => format!("{}…", &sentence[..end]),
    }
}

/// `null` means the same as leaving the field out.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T>(from: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// A whole number of any sign, so that "there is no column -1" can be told from "that is not a
/// number".
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    from.deserialize_any(WholeNumber)
}

/// A whole number from zero up, or nothing.
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    struct Count(u32);

    impl<'de> Deserialize<'de> for Count {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Count, D::Error> {
            let number = from.deserialize_any(WholeNumber)?;
            u32::try_from(number).map(Count).map_err(|_| {
                D::Error::invalid_value(Unexpected::Signed(number), &"a whole number from 0 up")
            })
        }
    }

    Ok(Option::<Count>::deserialize(from)?.map(|it| it.0))
}

struct WholeNumber;

impl Visitor<'_> for WholeNumber {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        Ok(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        // A number this large is out of any range a caller asks about; how far out does not matter.
        Ok(i64::try_from(number).unwrap_or(i64::MAX))
    }
}
