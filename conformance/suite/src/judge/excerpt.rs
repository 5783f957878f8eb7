//! Cuts long strings of a server, for deviations and for a record.

use std::io;
use std::io::Write;

use serde_json::Value;

use super::NOTHING;

/// The maximum length of a server's text in a record, in characters.
const MAX_RECORDED_CHARS: usize = 20_000;

/// The maximum number of bytes of a text that are processed for a record, before it is cut.
pub(crate) const MAX_PROCESSED_BYTES: usize = 160_000;

/// The end of a text with more bytes.
const TOO_LONG_SUFFIX: &str = "… (more than 160000 bytes)";

/// Replaces a body that the record of the run has no space for.
pub(crate) const NOT_KEPT: &str = "… (not kept: the record is full)";

/// Cuts a long text.
pub(crate) fn shorten(text: String) -> String {
    // No text has more characters than bytes.
    if text.len() <= MAX_RECORDED_CHARS {
        return text;
    }
    match text.char_indices().nth(MAX_RECORDED_CHARS) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// Redacts and cuts a text for a record. A very long text is cut before, so that not all of it is searched
/// for keys.
pub(crate) fn redact_and_shorten(
    mut text: String,
    redact: impl FnOnce(String) -> String,
) -> String {
    if text.len() <= MAX_PROCESSED_BYTES {
        return shorten(redact(text));
    }
    text.truncate(text.floor_char_boundary(MAX_PROCESSED_BYTES));
    text.shrink_to_fit();
    let mut text = redact(text);
    // The end may hold half a key, which was not recognised.
    text.truncate(text.floor_char_boundary(text.len().saturating_sub(MAX_PROCESSED_BYTES / 4)));
    let end = text.char_indices().nth(MAX_RECORDED_CHARS).map_or(text.len(), |(end, _)| end);
    text.truncate(end);
    text + TOO_LONG_SUFFIX
}

pub(crate) fn is_cut(text: &str) -> bool {
    text.len() > MAX_RECORDED_CHARS && text.ends_with(" bytes)")
        || text.ends_with(TOO_LONG_SUFFIX)
        || text == NOT_KEPT
}

/// Returns a value as JSON, or the first [`MAX_PROCESSED_BYTES`] bytes and a few more.
pub(super) fn rendered(value: &Value) -> String {
    let mut text = BoundedWriter { text: Vec::new(), max: MAX_PROCESSED_BYTES + 1 };
    // Serializing ends with an error once the text is full.
    drop(serde_json::to_writer(&mut text, value));
    String::from_utf8_lossy(&text.text).into_owned()
}

/// Returns a value of a response as [`rendered`] does, or says that there is none.
pub(super) fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), rendered)
}

/// Returns a text, or its first [`MAX_PROCESSED_BYTES`] bytes and a few more.
pub(crate) fn start(text: &str) -> &str {
    text.get(..text.ceil_char_boundary(MAX_PROCESSED_BYTES + 1)).unwrap_or(text)
}

/// Returns bytes, or the first [`MAX_PROCESSED_BYTES`] of them and a few more.
pub(crate) fn first_bytes(bytes: &[u8]) -> &[u8] {
    bytes.get(..MAX_PROCESSED_BYTES + 4).unwrap_or(bytes)
}

/// A text of at most some bytes, plus the rest of the last write.
struct BoundedWriter {
    text: Vec<u8>,
    max: usize,
}

impl Write for BoundedWriter {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.text.len() > self.max {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let left = self.max + 1 - self.text.len();
        self.text.extend_from_slice(part.get(..left).unwrap_or(part));
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn long_texts_are_redacted_before_they_are_cut() {
        let check = |text: String, whole: usize| {
            let kept = redact_and_shorten(text, |text| text.replace("KEY", "$"));
            assert!(!kept.contains(['K', 'E', 'Y']), "{} bytes", kept.len());
            assert!(kept.len() <= 4 * MAX_RECORDED_CHARS + 40, "{} bytes", kept.len());
            assert_eq!(is_cut(&kept), whole > MAX_RECORDED_CHARS, "{} bytes", kept.len());
        };
        for length in [
            0,
            1,
            MAX_RECORDED_CHARS - 1,
            MAX_RECORDED_CHARS,
            MAX_RECORDED_CHARS + 1,
            MAX_PROCESSED_BYTES / 3,
            MAX_PROCESSED_BYTES,
            MAX_PROCESSED_BYTES + 1,
            4 * MAX_PROCESSED_BYTES,
        ] {
            for start in ["", "a", "aa"] {
                check(format!("{start}{}", "KEY".repeat(length)), start.len() + length);
            }
        }
        check("\u{1f41f}".repeat(MAX_PROCESSED_BYTES), MAX_PROCESSED_BYTES);
    }

    #[test]
    fn long_values_are_rendered_in_part() {
        let check = |value: Value| {
            let (whole, excerpt) = (value.to_string(), rendered(&value));
            let is_whole = whole.len() <= MAX_PROCESSED_BYTES;
            assert_eq!(is_whole, excerpt == whole);
            assert!(excerpt.len() <= whole.len().min(MAX_PROCESSED_BYTES + 8), "{}", excerpt.len());
            assert!(
                is_whole || excerpt.len() > MAX_PROCESSED_BYTES,
                "the text is long enough to be cut"
            );
        };
        check(json!({ "a": [1, "ü"] }));
        check(json!("ü".repeat(MAX_PROCESSED_BYTES)));
        check(json!("\u{1}".repeat(MAX_PROCESSED_BYTES)));
        check(json!(vec![0; MAX_PROCESSED_BYTES]));
        assert_eq!(start("ü"), "ü");
        assert!(start(&"ü".repeat(MAX_PROCESSED_BYTES)).len() > MAX_PROCESSED_BYTES);
    }
}
