//! On which device somebody plays, as its browser says.
//!
//! It proves nothing: whoever wants to can say something else. It keeps people from losing to themselves in
//! a second window by accident, and makes farming that way a little more work.

use sha2::{Digest, Sha256};

use super::hex;
use crate::limits::{DEVICE_ID_CHARS_MAX, DEVICE_ID_CHARS_MIN};

/// How much of the hash is kept, in bytes.
const KEPT_BYTES: usize = 16;

/// A device, as a hash: what browsers keep is of no use to whoever reads the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeviceId(String);

impl DeviceId {
    /// What a page calls its device. None, if that is nothing a page makes up.
    pub(crate) fn named(name: &str) -> Option<DeviceId> {
        let fits = (DEVICE_ID_CHARS_MIN..=DEVICE_ID_CHARS_MAX).contains(&name.chars().count());
        fits.then(|| DeviceId(hex::encode(&Sha256::digest(name)[..KEPT_BYTES])))
    }

    /// As the store has it.
    pub(crate) fn kept(hash: String) -> DeviceId {
        DeviceId(hash)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
