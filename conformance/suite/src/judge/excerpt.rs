//! Takes the beginning of a long text of a server.
//!
//! Redaction happens later. The beginning is longer than a record keeps, so that redaction before the final
//! cut loses no key.

use std::io::{self, Write};

use serde_json::Value;

use super::conclude::MAX_PROCESSED_BYTES;

/// Returns a value as JSON, or the first [`MAX_PROCESSED_BYTES`] bytes and a few more.
pub(super) fn rendered(value: &Value) -> String {
    let mut text = BoundedWriter { text: Vec::new(), max: MAX_PROCESSED_BYTES + 1 };
    // Serializing ends with an error once the text is full.
    drop(serde_json::to_writer(&mut text, value));
    String::from_utf8_lossy(&text.text).into_owned()
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
