//! What the escapes of JSON, URLs, HTML and JSON Pointers stand for.

/// The languages whose escapes are known, each a bit of a set.
const JSON: u8 = 1;
const URL: u8 = 2;
const HTML: u8 = 4;
const POINTER: u8 = 8;

/// The set of all languages.
pub(super) const ALL: u8 = JSON | URL | HTML | POINTER;

/// Returns the language whose escapes begin with a byte; an empty set where there is none.
pub(super) const fn language(byte: u8) -> u8 {
    match byte {
        b'\\' => JSON,
        b'%' => URL,
        b'&' => HTML,
        b'~' => POINTER,
        _ => 0,
    }
}

/// The characters that HTML has names for.
const NAMED: [(&[u8], u8); 5] =
    [(b"&amp;", b'&'), (b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"'), (b"&apos;", b'\'')];

/// Returns whether an escape may begin with a byte.
pub(super) const fn begins(byte: u8) -> bool {
    matches!(byte, b'+') || language(byte) != 0
}

/// Returns the byte that the escape at the beginning of a text stands for, and the escape's length.
/// Only escapes of `languages` count, and the `+` that a form writes for a space.
pub(super) fn meant(text: &[u8], languages: u8) -> Option<(u8, usize)> {
    let first = *text.first()?;
    if first == b'+' {
        return Some((b' ', 1));
    }
    if language(first) & languages == 0 {
        return None;
    }
    match *text {
        [b'\\', b'u', b'0', b'0', ref digits @ ..] => Some((number(digits.get(..2)?, 16)?, 6)),
        [b'\\', byte, ..] => Some((control(byte)?, 2)),
        [b'%', ref digits @ ..] => Some((number(digits.get(..2)?, 16)?, 3)),
        [b'~', b'0', ..] => Some((b'~', 2)),
        [b'~', b'1', ..] => Some((b'/', 2)),
        [b'&', b'#', ref rest @ ..] => {
            let end = rest.iter().take(6).position(|byte| *byte == b';')?;
            let byte = match rest[..end] {
                [b'x' | b'X', ref digits @ ..] => number(digits, 16),
                ref digits => number(digits, 10),
            };
            Some((byte?, end + 3))
        }
        [b'&', ..] => {
            let (name, byte) = NAMED.iter().find(|(name, _)| text.starts_with(name))?;
            Some((*byte, name.len()))
        }
        _ => None,
    }
}

/// Returns what JSON means by a backslash and this byte.
fn control(byte: u8) -> Option<u8> {
    match byte {
        b'"' | b'\\' | b'/' => Some(byte),
        b'b' => Some(0x08),
        b'f' => Some(0x0c),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        _ => None,
    }
}

fn number(digits: &[u8], radix: u32) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()
}
