//! Who somebody is: public ids, and tokens that prove them.
//!
//! A token is the id and a signature over it. The key is kept in the store, so tokens are valid on
//! every node and after every restart, and none need be looked up.

pub(crate) mod names;

use fourfall_match::PlayerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The name under which the store keeps the key.
pub(crate) const KEY_NAME: &str = "token-key";
const KEY_BYTES: usize = 32;
/// Signed in front of the id, so that the key can sign other things one day.
const PURPOSE: &[u8] = b"fourfall player token 1:";
/// Characters of a generated id, five random bits each.
const ID_CHARS: usize = 20;
const ID_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if seeded::fill(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// For repeatable tests: randomness on this thread follows from a seed.
#[cfg(test)]
pub(crate) mod seeded {
    use std::cell::RefCell;

    use crate::store::memory::Chance;

    thread_local! {
        static CHANCE: RefCell<Option<Chance>> = const { RefCell::new(None) };
    }

    /// From now on, until [`stop`].
    pub(crate) fn start(seed: u64) {
        CHANCE.set(Some(Chance(seed)));
    }

    pub(crate) fn stop() {
        CHANCE.set(None);
    }

    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        CHANCE.with_borrow_mut(|it| {
            let Some(chance) = it else { return false };
            bytes.fill_with(|| u8::try_from(chance.below(256)).unwrap_or_default());
            true
        })
    }
}

/// A new key.
pub(crate) fn fresh_key() -> [u8; KEY_BYTES] {
    random()
}

/// A new id.
pub(crate) fn fresh_player() -> PlayerId {
    let id: String = random::<ID_CHARS>()
        .into_iter()
        .map(|byte| char::from(ID_ALPHABET[usize::from(byte) % ID_ALPHABET.len()]))
        .collect();
    PlayerId::new(&id).expect("letters and digits are an id")
}

/// Signs tokens and checks them.
#[derive(Clone)]
pub(crate) struct Tokens {
    key: Hmac<Sha256>,
}

impl Tokens {
    pub(crate) fn new(key: &[u8]) -> Tokens {
        Tokens { key: Hmac::new_from_slice(key).expect("HMAC takes keys of any length") }
    }

    fn signed(&self, id: &PlayerId) -> Hmac<Sha256> {
        let mut mac = self.key.clone();
        mac.update(PURPOSE);
        mac.update(id.as_str().as_bytes());
        mac
    }

    /// A token that proves to be this player. It does not expire.
    pub(crate) fn issue(&self, id: &PlayerId) -> String {
        let signature = self.signed(id).finalize().into_bytes();
        let hex: String = signature.iter().map(|it| format!("{it:02x}")).collect();
        format!("{id}.{hex}")
    }

    /// Whose token it is, if it is one of ours.
    pub(crate) fn verify(&self, token: &str) -> Option<PlayerId> {
        let (id, hex) = token.rsplit_once('.')?;
        let id = PlayerId::new(id)?;
        let signature = unhex(hex)?;
        // Compares in constant time.
        self.signed(&id).verify_slice(&signature).ok()?;
        Some(id)
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let nibble = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|&[high, low]| Some(nibble(high)? << 4 | nibble(low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_proves_its_player_and_no_other() {
        let tokens = Tokens::new(&fresh_key());
        let (ada, alan) = (fresh_player(), fresh_player());
        let token = tokens.issue(&ada);
        assert_eq!(tokens.verify(&token), Some(ada.clone()));
        let (_, signature) = token.rsplit_once('.').unwrap();
        assert_eq!(tokens.verify(&format!("{alan}.{signature}")), None);
    }

    #[test]
    fn a_token_of_another_key_proves_nothing() {
        let token = Tokens::new(&fresh_key()).issue(&fresh_player());
        assert_eq!(Tokens::new(&fresh_key()).verify(&token), None);
    }

    #[test]
    fn the_same_key_knows_its_tokens_after_a_restart() {
        let key = fresh_key();
        let ada = fresh_player();
        let token = Tokens::new(&key).issue(&ada);
        assert_eq!(Tokens::new(&key).verify(&token), Some(ada));
    }

    #[test]
    fn rubbish_proves_nothing() {
        let tokens = Tokens::new(&fresh_key());
        for token in ["", ".", "a.", ".00", "a.zz", "a.0", "ä.00", "a b.00"] {
            assert_eq!(tokens.verify(token), None, "{token}");
        }
    }
}
