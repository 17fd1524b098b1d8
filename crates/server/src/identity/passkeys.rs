//! Passkeys: keys on players' devices that log in instead of a password (WebAuthn).
//!
//! Browsers send and are sent the JSON of WebAuthn; `webauthn_rp` parses it and verifies the signatures.
//! The state of a ceremony, between the challenge and its answer, is signed and kept by the browser, so
//! any server of a store can take the answer. The store records which ceremonies are over, so that none
//! is answered twice.

use std::net::IpAddr;

use fourfall_match::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use webauthn_rp::AuthenticatedCredential;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::{
    AuthenticationVerificationOptions, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions,
};
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialCreationOptions, PublicKeyCredentialUserEntity,
    RegistrationServerState, RegistrationVerificationOptions, UserHandle,
};
use webauthn_rp::request::{
    AsciiDomain, PublicKeyCredentialDescriptor, RpId, UserVerificationRequirement,
};
use webauthn_rp::response::auth::DiscoverableAuthentication;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, Registration, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};

use super::{Tokens, hex};

/// The name of the relying party, which browsers show.
const PARTY_NAME: &str = "Fourfall";
/// The length of a user handle, by which devices know a player.
const HANDLE_BYTES: usize = 32;
type Handle = UserHandle<HANDLE_BYTES>;

/// The relying party of WebAuthn: browsers keep passkeys by the host of the page.
pub(crate) struct Party {
    id: RpId,
    /// The origin of the page, which browsers sign.
    origin: String,
}

impl Party {
    /// For pages of an origin, `https://play.example`. None if its host is an IP address: those can't have
    /// passkeys.
    pub(crate) fn of(origin: &str) -> Option<Party> {
        let host = host(origin)?;
        if host.starts_with('[') || host.parse::<IpAddr>().is_ok() {
            return None;
        }
        let id = RpId::Domain(AsciiDomain::try_from(host.to_owned()).ok()?);
        Some(Party { id, origin: origin.to_owned() })
    }

    /// For pages of `localhost`, at any port.
    pub(crate) fn of_this_machine(origin: &str) -> Option<Party> {
        host(origin).filter(|it| *it == "localhost").and_then(|_| Party::of(origin))
    }
}

fn host(origin: &str) -> Option<&str> {
    let (_, rest) = origin.split_once("://")?;
    Some(match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        Some(_) | None => rest,
    })
}

/// The purpose of a ceremony.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Purpose {
    /// To log in as the player to whom the key belongs.
    LogIn,
    /// To add a key to the account of a player.
    Add(String),
    /// To claim a name: player and name.
    Claim(String, String),
}

/// The state of a ceremony, which the browser sends back with its answer.
#[derive(Serialize, Deserialize)]
pub(crate) struct Ceremony {
    pub(crate) purpose: Purpose,
    state: String,
}

impl Ceremony {
    /// The signed text that the browser keeps.
    fn sealed(purpose: Purpose, state: &[u8], tokens: &Tokens) -> String {
        let ceremony = Ceremony { purpose, state: hex::encode(state) };
        let said = serde_json::to_vec(&ceremony).expect("strings can be written");
        tokens.seal(&hex::encode(&said))
    }

    /// Reads such a text, if a server of this store has signed it.
    pub(crate) fn open(text: &str, tokens: &Tokens) -> Option<Ceremony> {
        serde_json::from_slice(&hex::decode(&tokens.unseal(text)?)?).ok()
    }

    /// The id under which the store records that it is over.
    pub(crate) fn id(text: &str) -> String {
        hex::encode(&Sha256::digest(text))
    }
}

/// The options for a browser, and the ceremony that it must send back with the answer.
pub(crate) struct Question {
    pub(crate) ceremony: String,
    pub(crate) options: Value,
}

/// A key as it is stored: all but the id as `webauthn_rp` encodes it, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// A hash of the credential id.
    pub(crate) id: String,
    pub(crate) credential: String,
    pub(crate) public: String,
    pub(crate) state: String,
}

/// Why an answer is refused, for the log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error("it can't be read: {0}")]
    Unreadable(String),
    #[error("it does not fit: {0}")]
    Wrong(String),
}

fn unreadable(err: impl ToString) -> Refused {
    Refused::Unreadable(err.to_string())
}

fn wrong(err: impl ToString) -> Refused {
    Refused::Wrong(err.to_string())
}

fn key_id(credential: &[u8]) -> String {
    hex::encode(&Sha256::digest(credential))
}

/// The user handle of a player: it follows from the public id, and is the same for all keys of a player.
fn handle(player: &PlayerId) -> Handle {
    let mut hash = Sha256::new();
    hash.update(b"fourfall passkey handle:");
    hash.update(player.as_str());
    let Ok(handle) = Handle::decode(hash.finalize().into());
    handle
}

/// Descriptors of the keys that a player has already: a device with one of them does not make another.
fn excluded(keys: &[Key]) -> Vec<PublicKeyCredentialDescriptor<Vec<u8>>> {
    let id = |it: &Key| CredentialId::<Vec<u8>>::decode(hex::decode(&it.credential)?).ok();
    // How browsers reach them (the transports) is not stored.
    let transports = AuthTransports::decode(0).expect("none is a set of ways");
    let described = |id| PublicKeyCredentialDescriptor { id, transports };
    keys.iter().filter_map(id).map(described).collect()
}

/// The options that ask a browser to make a key for a player. `keys` are those the player has already.
pub(crate) fn ask_for_key(
    party: &Party,
    tokens: &Tokens,
    purpose: Purpose,
    player: &PlayerId,
    name: &str,
    keys: &[Key],
) -> Option<Question> {
    let handle = handle(player);
    let user = PublicKeyCredentialUserEntity::from(&handle);
    let mut options = PublicKeyCredentialCreationOptions::passkey(&party.id, user, excluded(keys));
    // User verification is not required, because some devices have no fingerprint reader or PIN.
    options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
    options.extensions.cred_protect = CredProtect::None;
    let (server, client) = options.start_ceremony().ok()?;
    let ceremony = Ceremony::sealed(purpose, &server.encode().ok()?, tokens);
    let mut options = serde_json::to_value(&client).ok()?;
    options["rp"]["name"] = json!(PARTY_NAME);
    options["user"]["name"] = json!(name);
    options["user"]["displayName"] = json!(name);
    Some(Question { ceremony, options })
}

/// Verifies a key that a browser has made.
pub(crate) fn take_key(
    party: &Party,
    ceremony: &Ceremony,
    credential: &Value,
) -> Result<Key, Refused> {
    let json = serde_json::to_vec(credential).map_err(unreadable)?;
    let answer = Registration::from_json_relaxed(&json).map_err(unreadable)?;
    let state = hex::decode(&ceremony.state).unwrap_or_default();
    let state = RegistrationServerState::<HANDLE_BYTES>::decode(&state).map_err(unreadable)?;
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &[&party.origin],
        // Extensions that password managers add do no harm.
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let made = state.verify(&party.id, &answer, &options).map_err(wrong)?;
    let credential = made.id().as_ref().to_vec();
    let Ok(public) = made.static_state().encode();
    let Ok(state) = made.dynamic_state().encode();
    Ok(Key {
        id: key_id(&credential),
        credential: hex::encode(&credential),
        public: hex::encode(&public),
        state: hex::encode(&state),
    })
}

/// The options that ask a browser for any key of this party. They need no name, so they do not reveal
/// which names have passkeys.
pub(crate) fn ask_who(party: &Party, tokens: &Tokens) -> Option<Question> {
    let mut options = DiscoverableCredentialRequestOptions::passkey(&party.id);
    options.0.user_verification = UserVerificationRequirement::Preferred;
    let (server, client) = options.start_ceremony().ok()?;
    let ceremony = Ceremony::sealed(Purpose::LogIn, &server.encode().ok()?, tokens);
    Some(Question { ceremony, options: serde_json::to_value(&client).ok()? })
}

/// An answer that is not verified yet.
pub(crate) struct Answer(DiscoverableAuthentication<HANDLE_BYTES>);

impl Answer {
    pub(crate) fn read(credential: &Value) -> Result<Answer, Refused> {
        let json = serde_json::to_vec(credential).map_err(unreadable)?;
        DiscoverableAuthentication::from_json_relaxed(&json).map(Answer).map_err(unreadable)
    }

    /// The id of the key that is said to have signed it.
    pub(crate) fn key_id(&self) -> String {
        key_id(self.0.raw_id().as_ref())
    }

    /// Verifies that this key of a player has signed it. Returns the new state of the key.
    pub(crate) fn check(
        &self,
        party: &Party,
        ceremony: &Ceremony,
        player: &PlayerId,
        key: &Key,
    ) -> Result<String, Refused> {
        let state = hex::decode(&ceremony.state).unwrap_or_default();
        let state = DiscoverableAuthenticationServerState::decode(&state).map_err(unreadable)?;
        let public = hex::decode(&key.public).unwrap_or_default();
        let public = StaticState::<CompressedPubKey<_, _, _, _>>::decode(&public);
        let kept: [u8; 7] = hex::decode(&key.state)
            .and_then(|it| it.try_into().ok())
            .ok_or_else(|| unreadable("the kept state"))?;
        let kept = DynamicState::decode(kept).map_err(unreadable)?;
        let handle = handle(player);
        let public = public.map_err(unreadable)?;
        let mut known = AuthenticatedCredential::new(self.0.raw_id(), &handle, public, kept)
            .map_err(unreadable)?;
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &[&party.origin],
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        state.verify(&party.id, &self.0, &mut known, &options).map_err(wrong)?;
        let Ok(state) = known.dynamic_state().encode();
        Ok(hex::encode(&state))
    }
}

#[cfg(test)]
mod tests;
