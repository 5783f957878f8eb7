//! Files, which are parts of a body. In JSON, a file is a string with one character for each byte.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::Message;
use crate::decode::json_visitor::JsonVisitor;
use crate::decode::{Check, JsonPath, ViolationSink};
use crate::view::{AsView, View};

/// The bytes of a file that is sent as a part of a body.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct FileBytes(pub Vec<u8>);

impl FileBytes {
    /// Returns the file of a string with one character for each byte.
    fn from_text(text: &str) -> Option<Self> {
        text.chars().map(|letter| u8::try_from(letter).ok()).collect::<Option<_>>().map(Self)
    }
}

impl fmt::Debug for FileBytes {
    /// The content is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileBytes({} bytes)", self.0.len())
    }
}

impl From<Vec<u8>> for FileBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<&[u8]> for FileBytes {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_owned())
    }
}

impl Serialize for FileBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().copied().map(char::from).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for FileBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_text(&text).ok_or_else(|| D::Error::custom("a character is not a byte"))
    }
}

impl AsView for FileBytes {
    /// Conditions only ask whether there is a file, and whether it is empty.
    fn as_view(&self) -> View<'_> {
        View::Text(if self.0.is_empty() { "" } else { "a file" })
    }
}

/// The check of a file, with its limits.
#[derive(Debug)]
pub struct File {
    clause: &'static str,
    min_length: usize,
    max_length: usize,
}

impl File {
    /// Makes a check that accepts every file.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, min_length: 0, max_length: usize::MAX }
    }

    /// Requires at least `min_length` bytes.
    #[must_use]
    pub const fn min_length(self, min_length: usize) -> Self {
        Self { min_length, ..self }
    }

    /// Allows at most `max_length` bytes.
    #[must_use]
    pub const fn max_length(self, max_length: usize) -> Self {
        Self { max_length, ..self }
    }
}

impl JsonVisitor for File {
    type Value = FileBytes;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<FileBytes> {
        // A string of other characters comes from no file: each stands for one byte.
        let read = FileBytes::from_text(text)
            .unwrap_or_else(|| FileBytes(vec![b'?'; text.chars().count()]));
        self.validate(&read, at, sink);
        Some(read)
    }
}

impl Check for File {
    decode_by_visitor!(FileBytes);

    fn validate(&self, file: &FileBytes, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        let length = file.0.len();
        if sink.is_lenient() {
            return;
        }
        if length < self.min_length {
            let message = Message::too_few(length, "characters", self.min_length);
            at.note(sink, self.clause, "minLength", message);
        }
        if length > self.max_length {
            let message = Message::too_many(length, "characters", self.max_length);
            at.note(sink, self.clause, "maxLength", message);
        }
    }
}
