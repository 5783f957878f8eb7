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

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn uuids() {
        const WHY: &str = "is not a uuid (8-4-4-4-12 hexadecimal digits)";
        check_table(
            super::check,
            &[
                "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f",
                "6F1C3C1E-52A8-4F0A-9D5E-0B8A8C6D7E2F",
                "00000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff",
            ],
            &[
                ("", WHY),
                ("6f1c3c1e52a84f0a9d5e0b8a8c6d7e2f", WHY),
                ("{6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f}", WHY),
                ("urn:uuid:6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f", WHY),
                ("6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2", WHY),
                ("6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f0", WHY),
                ("6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2g", WHY),
                ("6f1c3c1e-52a8-4f0a-9d5e00b8a8c6d7e2f", WHY),
                ("6f1c3c1e5-2a8-4f0a-9d5e-0b8a8c6d7e2f", WHY),
                ("6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7eé", WHY),
                (" 6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2", WHY),
            ],
        );
    }
}
