//! The beginning of what a server said, where all of it is more than anybody reads.
//!
//! It must not take keys out of texts. What is taken here is so long that whoever does that, and cuts the text
//! then, loses nothing.

use std::io::{self, Write};

use serde_json::Value;

use super::conclude::READ;

/// Returns a value as JSON, or the first [`READ`] bytes of that and a few more.
pub(super) fn rendered(value: &Value) -> String {
    let mut text = Bounded { text: Vec::new(), most: READ + 1 };
    // It ends with an error where the text is full.
    drop(serde_json::to_writer(&mut text, value));
    String::from_utf8_lossy(&text.text).into_owned()
}

/// Returns a text, or its first [`READ`] bytes and a few more.
pub(crate) fn start(text: &str) -> &str {
    text.get(..text.ceil_char_boundary(READ + 1)).unwrap_or(text)
}

/// Returns bytes, or the first [`READ`] of them and a few more.
pub(crate) fn first_bytes(bytes: &[u8]) -> &[u8] {
    bytes.get(..READ + 4).unwrap_or(bytes)
}

/// A text that takes no more than so many bytes, and those of the last part.
struct Bounded {
    text: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.text.len() > self.most {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let left = self.most + 1 - self.text.len();
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
    fn what_is_long_is_not_written_whole() {
        let check = |value: Value| {
            let (whole, found) = (value.to_string(), rendered(&value));
            let is_whole = whole.len() <= READ;
            assert_eq!(is_whole, found == whole);
            assert!(found.len() <= whole.len().min(READ + 8), "{}", found.len());
            assert!(is_whole || found.len() > READ, "whoever cuts it sees that it is too long");
        };
        check(json!({ "a": [1, "ü"] }));
        check(json!("ü".repeat(READ)));
        check(json!("\u{1}".repeat(READ)));
        check(json!(vec![0; READ]));
        assert_eq!(start("ü"), "ü");
        assert!(start(&"ü".repeat(READ)).len() > READ);
    }
}
