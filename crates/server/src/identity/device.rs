//! The device on which somebody plays, according to its browser.
//!
//! It proves nothing: a client can send anything. It keeps rated games from being played by accident
//! against oneself in a second window, and makes raising a rating that way a little more work.

use sha2::{Digest, Sha256};

use super::hex;
use crate::limits::{DEVICE_ID_CHARS_MAX, DEVICE_ID_CHARS_MIN};

/// How much of the hash is kept, in bytes.
const KEPT_BYTES: usize = 16;

/// A device, as a hash, so that the store does not contain the ids that browsers keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeviceId(String);

impl DeviceId {
    /// The device with an id that its page has made up. None if the id is too short or too long.
    pub(crate) fn named(name: &str) -> Option<DeviceId> {
        let fits = (DEVICE_ID_CHARS_MIN..=DEVICE_ID_CHARS_MAX).contains(&name.chars().count());
        fits.then(|| DeviceId(hex::encode(&Sha256::digest(name)[..KEPT_BYTES])))
    }

    /// From the hash in the store.
    pub(crate) fn kept(hash: String) -> DeviceId {
        DeviceId(hash)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
