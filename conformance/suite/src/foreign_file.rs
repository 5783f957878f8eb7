//! Reads files that other programs and people write, with a limit of size.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// Reads a text of at most `max_bytes` bytes, in UTF-8, or in UTF-16 after a byte order mark: `>` of PowerShell 5 writes the
/// latter.
///
/// # Errors
/// Errors of the operating system. `FileTooLarge` if the file has more bytes, of which at most one is read.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > max_bytes) {
        let message = format!("it has more than {max_bytes} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    let not_text = || io::Error::new(ErrorKind::InvalidData, "it is not a text in UTF-8");
    decode(bytes).ok_or_else(not_text)
}

/// Returns a text without its byte order mark; `None` if the bytes are no text.
fn decode(bytes: Vec<u8>) -> Option<String> {
    let utf_16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, odd) = rest.as_chunks();
        let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
        String::from_utf16(&units).ok().filter(|_| odd.is_empty())
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(bytes).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn texts_are_read_without_their_byte_order_mark() {
        let utf_16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}{é𝄞}".encode_utf16().flat_map(unit).collect()
        };
        let text = Some("{é𝄞}".to_owned());
        for bytes in [
            "{é𝄞}".into(),
            "\u{feff}{é𝄞}".into(),
            utf_16(u16::to_le_bytes),
            utf_16(u16::to_be_bytes),
        ] {
            assert_eq!(decode(bytes), text);
        }
        assert_eq!(decode(Vec::new()), Some(String::new()));
        for broken in [&b"\xff"[..], b"\xff\xfe{", b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xff"] {
            assert_eq!(decode(broken.to_vec()), None);
        }
    }
}
