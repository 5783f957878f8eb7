//! The `uuid` format: the hyphenated form of RFC 9562, in either letter case.
//!
//! Version and variant bits are not validated, since RFC 9562 reserves values rather than forbidding them.

use super::FormatError;

const NOT_A_UUID: FormatError = FormatError::fixed("is not a uuid (8-4-4-4-12 hexadecimal digits)");

/// Validates a UUID such as `6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f`. Braces, `urn:uuid:` and the form without
/// hyphens are rejected.
///
/// # Errors
///
/// If `text` is not such a UUID.
pub fn check(text: &str) -> Result<(), FormatError> {
    let Ok(bytes) = <&[u8; LENGTH]>::try_from(text.as_bytes()) else { return Err(NOT_A_UUID) };
    // Without branches, the compiler vectorizes the loop.
    let mut wrong = 0;
    for (byte, hyphen) in bytes.iter().zip(&HYPHENS) {
        let is_digit = byte.wrapping_sub(b'0') < 10 || (byte | 0x20).wrapping_sub(b'a') < 6;
        wrong |= (u8::from(!is_digit) & !hyphen) | ((byte ^ b'-') & hyphen);
    }
    if wrong == 0 { Ok(()) } else { Err(NOT_A_UUID) }
}

/// The number of characters of a UUID.
const LENGTH: usize = 36;

/// A mask with all bits set at the hyphens.
const HYPHENS: [u8; LENGTH] = {
    let mut hyphens = [0; LENGTH];
    hyphens[8] = u8::MAX;
    hyphens[13] = u8::MAX;
    hyphens[18] = u8::MAX;
    hyphens[23] = u8::MAX;
    hyphens
};
