//! The identity of players: public ids and the tokens that prove them, names, passwords, passkeys.
//!
//! The keys that sign tokens are in the store, so that tokens are valid on every node and after every
//! restart.

mod device;
pub(crate) mod hex;
pub(crate) mod names;
pub(crate) mod passkeys;
pub(crate) mod password;
mod tokens;

pub(crate) use device::DeviceId;
pub(crate) use tokens::{BEGINNING, Proof, Revoked, Tokens};

use fourfall_match::PlayerId;

/// Under which name the store keeps the first key.
pub(crate) const KEY_NAME: &str = "token-key";
const KEY_BYTES: usize = 32;
/// Characters of a made-up id, five random bits each.
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

/// A key nobody has seen.
pub(crate) fn fresh_key() -> [u8; KEY_BYTES] {
    random()
}

/// An id nobody has.
pub(crate) fn fresh_player() -> PlayerId {
    let id: String = random::<ID_CHARS>()
        .into_iter()
        .map(|byte| char::from(ID_ALPHABET[usize::from(byte) % ID_ALPHABET.len()]))
        .collect();
    PlayerId::new(&id).expect("letters and digits are an id")
}

/// For tests that can be repeated: what is random on this thread follows from a seed.
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
