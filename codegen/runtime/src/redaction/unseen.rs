//! Invisible characters of more than one byte: controls, joiners, marks of direction, selectors.

/// The first bytes of invisible characters.
const FIRST: [u8; 8] = [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf3];

/// Returns how many bytes of `before` belong to the unseen character that a byte completes.
pub(super) fn completed(before: &[u8], last: u8) -> Option<usize> {
    let length = before.iter().rev().take(3).position(|byte| FIRST.contains(byte))? + 1;
    let mut character = [0; 4];
    character[..length].copy_from_slice(&before[before.len() - length..]);
    character[length] = last;
    let text = std::str::from_utf8(&character[..=length]).ok()?;
    text.chars().all(is_unseen).then_some(length)
}

/// Returns the character at the beginning of bytes that are UTF-8 there.
pub(super) fn character(bytes: &[u8]) -> Option<char> {
    let bytes = &bytes[..bytes.len().min(4)];
    let sound = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    sound.chars().next()
}

/// Returns whether a character is invisible: Unicode's controls, its line and paragraph separators, and
/// what it has renderers ignore by default.
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
