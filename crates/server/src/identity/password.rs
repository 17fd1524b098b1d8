//! Passwords and recovery codes: which are accepted, and how they are stored.
//!
//! Length matters more than rules: ten characters or more, and not one of the most common. Stored as
//! argon2id hashes, so that a thief of the store has to guess each one by itself, slowly.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use prometheus_client::metrics::counter::Counter;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use unicode_normalization::UnicodeNormalization;

use super::{hex, random};
use crate::limits::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN, PASSWORDS_AT_ONCE};

/// Common passwords, sorted, one per line.
const COMMON: &str = include_str!("common-passwords.txt");

/// The cost of hashing: 19 MiB of memory and two passes, as OWASP recommends.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// Characters of a recovery code, five random bits each.
const CODE_CHARS: usize = 16;
const CODE_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The number of recovery codes of an account.
const CODES: usize = 8;

/// Why a password is refused, as a sentence for the person who chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BadPassword {
    #[error("a password needs at least {PASSWORD_CHARS_MIN} characters; a sentence is a good one")]
    TooShort,
    #[error("a password can have at most {PASSWORD_CHARS_MAX} characters")]
    TooLong,
    #[error("this password is one of those that everybody tries first")]
    Common,
    #[error("a password must be something else than the name")]
    IsName,
}

/// A password, normalised (NFKC).
pub(crate) struct Password(String);

impl Password {
    /// A password typed to log in. None if it is too long to be worth hashing.
    pub(crate) fn typed(text: &str) -> Option<Password> {
        let password: String = text.nfkc().collect();
        (password.chars().count() <= PASSWORD_CHARS_MAX).then_some(Password(password))
    }

    /// A new password, checked against the rules.
    pub(crate) fn chosen(text: &str, name: &str) -> Result<Password, BadPassword> {
        let password = Password::typed(text).ok_or(BadPassword::TooLong)?;
        let small = password.0.to_lowercase();
        let mut kinds: Vec<char> = small.chars().collect();
        kinds.sort_unstable();
        kinds.dedup();
        if password.0.chars().count() < PASSWORD_CHARS_MIN {
            Err(BadPassword::TooShort)
        } else if kinds.len() < 3 || is_common(&small) {
            Err(BadPassword::Common)
        } else if small.replace(&name.to_lowercase(), "").chars().count() < PASSWORD_CHARS_MIN / 2 {
            Err(BadPassword::IsName)
        } else {
            Ok(password)
        }
    }
}

fn is_common(small: &str) -> bool {
    let mut lines = COMMON.lines();
    lines.any(|it| it == small)
}

/// Hashes and verifies passwords, a few at a time: each takes a processor and much memory.
pub(crate) struct Guard {
    places: Semaphore,
    /// How many have been hashed or verified.
    worked: Counter,
    /// The hash that is verified for an unknown name, so that it takes as long as for a known one.
    nobody: String,
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).expect("these are allowed");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &str) -> String {
    let salt: [u8; 16] = random();
    let hash = argon2().hash_password_with_salt(password.as_bytes(), &salt);
    hash.expect("a password of some characters can be hashed").to_string()
}

impl Guard {
    pub(crate) fn new(worked: Counter) -> Guard {
        let nobody = hash(&hex::encode(&random::<16>()));
        Guard { places: Semaphore::new(PASSWORDS_AT_ONCE), worked, nobody }
    }

    /// The hash of a password. None if too many are being worked on.
    pub(crate) async fn hash(&self, password: Password) -> Option<String> {
        let _place = self.places.try_acquire().ok()?;
        self.worked.inc();
        spawn_blocking(move || hash(&password.0)).await.ok()
    }

    /// Whether a password matches a stored hash. Takes as long if there is no hash. None if too many are
    /// being worked on.
    pub(crate) async fn verify(&self, password: Password, kept: Option<&str>) -> Option<bool> {
        let _place = self.places.try_acquire().ok()?;
        self.worked.inc();
        let (there, kept) = (kept.is_some(), kept.unwrap_or(&self.nobody).to_owned());
        let verify = move || {
            let Ok(kept) = PasswordHash::new(&kept) else { return false };
            argon2().verify_password(password.0.as_bytes(), &kept).is_ok()
        };
        spawn_blocking(verify).await.ok().map(|right| right && there)
    }
}

/// New recovery codes, as they are shown. Each lets its owner log in once.
pub(crate) fn fresh_codes() -> Vec<String> {
    let code = || -> String {
        let letters = random::<CODE_CHARS>()
            .map(|it| char::from(CODE_ALPHABET[usize::from(it) % CODE_ALPHABET.len()]));
        let groups = letters.chunks(4).map(|it| it.iter().collect::<String>());
        groups.collect::<Vec<_>>().join("-")
    };
    (0..CODES).map(|_| code()).collect()
}

/// The hash of a recovery code. Codes are random enough that a fast hash is safe.
pub(crate) fn code_hash(typed: &str) -> String {
    let letters = typed.to_ascii_uppercase();
    let letters: String = letters.chars().filter(|it| *it != '-' && !it.is_whitespace()).collect();
    hex::encode(&Sha256::digest(letters.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<BadPassword>) {
        assert_eq!(Password::chosen(text, "Ada Lovelace").err(), expected, "{text}");
    }

    #[test]
    fn length_counts_and_what_everybody_tries_does_not() {
        check("short", Some(BadPassword::TooShort));
        check("grün ist die Heide", None);
        check("four blue discs", None);
        check("Password123", Some(BadPassword::Common));
        check("QWERTYUIOP", Some(BadPassword::Common));
        check("ababababababab", Some(BadPassword::Common));
        check("ada lovelace", Some(BadPassword::IsName));
        check("Ada Lovelace1", Some(BadPassword::IsName));
        check(&"long ".repeat(60), Some(BadPassword::TooLong));
        check("äöüäöüß鍵🔑🗝", None);
    }

    #[test]
    fn the_list_is_sorted_small_and_long_enough_to_matter() {
        let lines: Vec<_> = COMMON.lines().collect();
        assert!(lines.is_sorted() && lines.len() > 200);
        for line in lines {
            assert_eq!(line, line.to_lowercase());
            assert!(line.chars().count() >= PASSWORD_CHARS_MIN, "{line} is too short anyway");
        }
    }

    #[tokio::test]
    async fn only_the_password_itself_opens_however_it_is_spelled() {
        let guard = Guard::new(Counter::default());
        let typed = |it: &str| Password::typed(it).unwrap();
        let kept = guard.hash(typed("caf\u{e9} au lait")).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_eq!(guard.verify(typed("cafe\u{301} au lait"), Some(&kept)).await, Some(true));
        assert_eq!(guard.verify(typed("cafe au lait"), Some(&kept)).await, Some(false));
        assert_eq!(guard.verify(typed("caf\u{e9} au lait"), None).await, Some(false));
        assert_eq!(guard.verify(typed("caf\u{e9} au lait"), Some("rubbish")).await, Some(false));
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        let codes = fresh_codes();
        assert_eq!(codes.len(), CODES);
        let code = &codes[0];
        assert_eq!(code.len(), CODE_CHARS + 3);
        assert_eq!(code_hash(code), code_hash(&code.to_lowercase().replace('-', " ")));
        assert_ne!(code_hash(code), code_hash(&codes[1]));
    }
}
