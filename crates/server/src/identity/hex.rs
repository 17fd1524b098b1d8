//! Bytes as hexadecimal digits, in lower case only.

pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
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
