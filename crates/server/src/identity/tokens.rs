//! Tokens, by which clients prove which player they are.
//!
//! A token is the player's id, the key it was signed with, when it was issued, and the signature over
//! all that: `ada.2-1766000000000.9f…`. Tokens of the first kind, `ada.9f…`, named neither key nor
//! time; they are signed with the first key and count as issued at the beginning of time.
//!
//! Verifying one needs no query: the keys and the revocations are in memory, and follow the store.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use fourfall_match::{PlayerId, Timestamp};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::hex;

/// Signed in front of a token's content, so that a signature for another purpose is not a token.
const PURPOSE: &[u8] = b"fourfall player token 2:";
/// The same for tokens of the first kind.
const PURPOSE_1: &[u8] = b"fourfall player token 1:";

/// The same for texts that browsers keep for the server.
const PURPOSE_SEAL: &[u8] = b"fourfall sealed 1:";

/// The number of a key. Later keys have higher numbers, and the latest signs.
pub(crate) type KeyId = u32;

/// The number of the key from before keys had numbers.
pub(crate) const FIRST_KEY: KeyId = 0;

/// When tokens of the first kind count as issued.
pub(crate) const BEGINNING: Timestamp = Timestamp::from_unix_ms(0);

/// What a token proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    pub(crate) player: PlayerId,
    pub(crate) issued: Timestamp,
}

/// The tokens that are revoked.
#[derive(Clone, Default, Debug)]
pub(crate) struct Revoked {
    /// All tokens of a player that were issued before a time.
    pub(crate) before: HashMap<PlayerId, Timestamp>,
    /// Single tokens, by the time they were issued.
    pub(crate) single: HashSet<(PlayerId, Timestamp)>,
}

impl Revoked {
    fn has(&self, proof: &Proof) -> bool {
        self.before.get(&proof.player).is_some_and(|it| proof.issued < *it)
            || self.single.contains(&(proof.player.clone(), proof.issued))
    }
}

/// Signs and verifies tokens.
pub(crate) struct Tokens(RwLock<Ring>);

struct Ring {
    keys: BTreeMap<KeyId, Hmac<Sha256>>,
    revoked: Revoked,
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

impl Tokens {
    /// With only the first key.
    pub(crate) fn new(key: &[u8]) -> Tokens {
        let keys = BTreeMap::from([(FIRST_KEY, hmac(key))]);
        Tokens(RwLock::new(Ring { keys, revoked: Revoked::default() }))
    }

    fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over the store's current state: the keys besides the first, and the revocations.
    pub(crate) fn follow(&self, keys: &[(KeyId, Vec<u8>)], revoked: Revoked) {
        let mut ring = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ring.keys.retain(|it, _| *it == FIRST_KEY);
        ring.keys.extend(keys.iter().map(|(id, key)| (*id, hmac(key))));
        ring.revoked = revoked;
    }

    /// Revokes all tokens of a player that were issued before a time, on this server at once.
    pub(crate) fn revoke_before(&self, player: &PlayerId, before: Timestamp) {
        let mut ring = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ring.revoked.before.insert(player.clone(), before);
    }

    /// Revokes one token, on this server at once.
    pub(crate) fn revoke(&self, token: Proof) {
        let mut ring = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ring.revoked.single.insert((token.player, token.issued));
    }

    /// Whether the token of this player that was issued at this time is revoked.
    pub(crate) fn is_revoked(&self, player: &PlayerId, issued: Timestamp) -> bool {
        self.ring().revoked.has(&Proof { player: player.clone(), issued })
    }

    /// A token for this player, valid until it is revoked.
    pub(crate) fn issue(&self, id: &PlayerId, now: Timestamp) -> String {
        let ring = self.ring();
        let (number, key) = ring.keys.last_key_value().expect("the first key stays");
        let said = format!("{id}.{number}-{}", now.unix_ms());
        let signature = signed(key, PURPOSE, &said).finalize().into_bytes();
        format!("{said}.{}", hex::encode(&signature))
    }

    /// Signs a text that a client keeps, so that a change is noticed when it comes back.
    pub(crate) fn seal(&self, text: &str) -> String {
        let ring = self.ring();
        let (number, key) = ring.keys.last_key_value().expect("the first key stays");
        let said = format!("{text}.{number}");
        let signature = signed(key, PURPOSE_SEAL, &said).finalize().into_bytes();
        format!("{said}.{}", hex::encode(&signature))
    }

    /// The text that was signed, if the signature is valid.
    pub(crate) fn unseal(&self, sealed: &str) -> Option<String> {
        let ring = self.ring();
        let (said, signature) = sealed.rsplit_once('.')?;
        let (text, number) = said.rsplit_once('.')?;
        let key = ring.keys.get(&number.parse().ok()?)?;
        signed(key, PURPOSE_SEAL, said).verify_slice(&hex::decode(signature)?).ok()?;
        Some(text.to_owned())
    }

    /// The same as servers of the version before keys had numbers can read it, which is without the time:
    /// for guests, who may come to one of them next.
    pub(crate) fn issue_first_kind(&self, id: &PlayerId) -> String {
        let key = &self.ring().keys[&FIRST_KEY];
        let signature = signed(key, PURPOSE_1, id.as_str()).finalize().into_bytes();
        format!("{id}.{}", hex::encode(&signature))
    }

    /// The player of a token, if it is valid and not revoked.
    pub(crate) fn verify(&self, token: &str) -> Option<Proof> {
        let proof = self.read(token)?;
        (!self.ring().revoked.has(&proof)).then_some(proof)
    }

    /// The player of a token, if its signature is valid. It may be revoked, and then proves nothing.
    pub(crate) fn read(&self, token: &str) -> Option<Proof> {
        let ring = self.ring();
        let (said, signature) = token.rsplit_once('.')?;
        let signature = hex::decode(signature)?;
        ring.read(said, &signature).or_else(|| ring.read_first_kind(said, &signature))
    }
}

impl Ring {
    fn read(&self, said: &str, signature: &[u8]) -> Option<Proof> {
        let (id, rest) = said.rsplit_once('.')?;
        let (number, issued) = rest.split_once('-')?;
        let key = self.keys.get(&number.parse().ok()?)?;
        // Compares in constant time.
        signed(key, PURPOSE, said).verify_slice(signature).ok()?;
        let issued = Timestamp::from_unix_ms(issued.parse().ok()?);
        Some(Proof { player: PlayerId::new(id)?, issued })
    }

    fn read_first_kind(&self, id: &str, signature: &[u8]) -> Option<Proof> {
        let key = self.keys.get(&FIRST_KEY)?;
        signed(key, PURPOSE_1, id).verify_slice(signature).ok()?;
        Some(Proof { player: PlayerId::new(id)?, issued: BEGINNING })
    }
}

fn signed(key: &Hmac<Sha256>, purpose: &[u8], said: &str) -> Hmac<Sha256> {
    let mut mac = key.clone();
    mac.update(purpose);
    mac.update(said.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::super::{fresh_key, fresh_player};
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_ms(1_766_000_000_000);

    fn player_of(tokens: &Tokens, token: &str) -> Option<PlayerId> {
        tokens.verify(token).map(|it| it.player)
    }

    fn of_first_kind(key: &[u8], id: &PlayerId) -> String {
        Tokens::new(key).issue_first_kind(id)
    }

    #[test]
    fn a_token_proves_its_player_and_no_other() {
        let tokens = Tokens::new(&fresh_key());
        let (ada, alan) = (fresh_player(), fresh_player());
        let token = tokens.issue(&ada, NOW);
        assert_eq!(tokens.verify(&token), Some(Proof { player: ada.clone(), issued: NOW }));
        let (_, rest) = token.split_once('.').unwrap();
        assert_eq!(tokens.verify(&format!("{alan}.{rest}")), None);
        let later = token.replace(&NOW.unix_ms().to_string(), "1766000000001");
        assert_ne!(later, token);
        assert_eq!(tokens.verify(&later), None, "the time is signed too");
    }

    #[test]
    fn a_token_of_another_key_proves_nothing() {
        let token = Tokens::new(&fresh_key()).issue(&fresh_player(), NOW);
        assert_eq!(Tokens::new(&fresh_key()).verify(&token), None);
    }

    #[test]
    fn the_same_key_knows_its_tokens_after_a_restart() {
        let key = fresh_key();
        let ada = fresh_player();
        let token = Tokens::new(&key).issue(&ada, NOW);
        assert_eq!(player_of(&Tokens::new(&key), &token), Some(ada));
    }

    #[test]
    fn tokens_of_the_first_kind_keep_working() {
        let ada = PlayerId::new("ada").unwrap();
        let tokens = Tokens::new(b"key");
        let token = of_first_kind(b"key", &ada);
        // HMAC-SHA256 as any other program computes it, which is what was given out.
        let signature = "79c1ec4a1851453e037c9b6101d1213a824f43cfa2b8a4b6eaf16f8e8df0404f";
        assert_eq!(token, format!("ada.{signature}"));
        assert_eq!(player_of(&tokens, &token), Some(ada.clone()));
        // An id with a dot in it is not taken for the other kind.
        let odd = PlayerId::new("ada.0-99").unwrap();
        assert_eq!(player_of(&tokens, &of_first_kind(b"key", &odd)), Some(odd));
        tokens.revoke_before(&ada, Timestamp::from_unix_ms(1));
        assert_eq!(tokens.verify(&token), None, "they can be revoked like any other");
    }

    #[test]
    fn rotation_logs_nobody_out_and_the_newest_key_signs() {
        let tokens = Tokens::new(&fresh_key());
        let ada = fresh_player();
        let before = tokens.issue(&ada, NOW);
        let key = fresh_key().to_vec();
        tokens.follow(&[(3, key.clone())], Revoked::default());
        let after = tokens.issue(&ada, NOW);
        assert!(after.contains(".3-"), "{after}");
        assert_eq!(player_of(&tokens, &before), Some(ada.clone()));
        assert_eq!(player_of(&tokens, &after), Some(ada));
        // A key that is thrown away takes its tokens with it.
        tokens.follow(&[], Revoked::default());
        assert_eq!(tokens.verify(&after), None);
    }

    #[test]
    fn what_is_revoked_proves_nothing_any_more() {
        let tokens = Tokens::new(&fresh_key());
        let (ada, alan) = (fresh_player(), fresh_player());
        let later = Timestamp::from_unix_ms(NOW.unix_ms() + 1);
        let (first, second, other) =
            (tokens.issue(&ada, NOW), tokens.issue(&ada, later), tokens.issue(&alan, NOW));
        tokens.revoke(Proof { player: ada.clone(), issued: later });
        assert_eq!(tokens.verify(&second), None);
        assert_eq!(player_of(&tokens, &first), Some(ada.clone()));
        tokens.revoke_before(&ada, later);
        assert_eq!(tokens.verify(&first), None);
        assert_eq!(player_of(&tokens, &other), Some(alan));
        let newest = tokens.issue(&ada, Timestamp::from_unix_ms(NOW.unix_ms() + 2));
        assert_eq!(player_of(&tokens, &newest), Some(ada));
    }

    #[test]
    fn what_is_sealed_comes_back_as_it_was_and_is_no_token() {
        let tokens = Tokens::new(&fresh_key());
        let sealed = tokens.seal("ada.0-1");
        assert_eq!(tokens.unseal(&sealed).as_deref(), Some("ada.0-1"));
        assert_eq!(tokens.verify(&sealed), None);
        assert_eq!(tokens.unseal(&tokens.issue(&fresh_player(), NOW)), None);
        assert_eq!(tokens.unseal(&sealed.replace("ada", "eve")), None);
        assert_eq!(Tokens::new(&fresh_key()).unseal(&sealed), None);
    }

    #[test]
    fn rubbish_proves_nothing() {
        let tokens = Tokens::new(&fresh_key());
        for token in [
            "", ".", "a.", ".00", "a.zz", "a.0", "ä.00", "a b.00", "a.0-1.00", "a.-.00", "a.9-9.zz",
        ] {
            assert_eq!(tokens.verify(token), None, "{token}");
        }
    }
}
