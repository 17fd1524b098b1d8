//! FNV-1a, 64 bits: a hash that is the same on every platform and for ever.

/// Changes with every change of a single byte, and with all but one in 2⁶⁴ of larger ones.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
