//! Invisible characters of more than one byte: controls, joiners, direction marks, variation selectors.

/// The first bytes of invisible characters.
const FIRST: [u8; 8] = [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf3];

/// Returns the number of bytes of `before` that form an invisible character together with `last`.
pub(super) fn completed(before: &[u8], last: u8) -> Option<usize> {
    let length = before.iter().rev().take(3).position(|byte| FIRST.contains(byte))? + 1;
    let mut character = [0; 4];
    character[..length].copy_from_slice(&before[before.len() - length..]);
    character[length] = last;
    let text = std::str::from_utf8(&character[..=length]).ok()?;
    text.chars().all(is_unseen).then_some(length)
}

/// Returns the first character of `bytes`, or `None` if they do not begin with valid UTF-8.
pub(super) fn character(bytes: &[u8]) -> Option<char> {
    let bytes = &bytes[..bytes.len().min(4)];
    let sound = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    sound.chars().next()
}

/// Returns whether a character is invisible: a Unicode control, a line or paragraph separator, or a
/// default-ignorable code point.
pub(super) fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            u32::from(character),
            0xad | 0x34f
                | 0x61c
                | 0x115f..=0x1160
                | 0x17b4..=0x17b5
                | 0x180b..=0x180f
                | 0x200b..=0x200f
                | 0x2028..=0x202e
                | 0x2060..=0x206f
                | 0x3164
                | 0xfe00..=0xfe0f
                | 0xfeff
                | 0xffa0
                | 0xfff0..=0xfffd
                | 0xe0000..=0xe0fff
        )
}
