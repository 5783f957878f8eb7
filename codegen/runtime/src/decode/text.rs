//! Strings: length, pattern and format.

use std::borrow::Cow;

use serde::de::Deserializer;

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, ViolationSink};
use crate::string_format::{FormatError, StringFormat};
use crate::{Message, Pattern};

/// The check of a string, with its limits.
#[derive(Debug)]
pub struct Text {
    clause: &'static str,
    constant: Option<&'static str>,
    min_length: usize,
    max_length: usize,
    pattern: Option<&'static Pattern>,
    format: Option<StringFormat>,
}

impl Text {
    /// Makes a check that accepts every string.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        let (min_length, max_length) = (0, usize::MAX);
        Self { clause, constant: None, min_length, max_length, pattern: None, format: None }
    }

    /// Accepts only `constant`.
    #[must_use]
    pub const fn constant(self, constant: &'static str) -> Self {
        Self { constant: Some(constant), ..self }
    }

    /// Requires at least `min_length` characters (Unicode scalar values).
    #[must_use]
    pub const fn min_length(self, min_length: usize) -> Self {
        Self { min_length, ..self }
    }

    /// Allows at most `max_length` characters (Unicode scalar values).
    #[must_use]
    pub const fn max_length(self, max_length: usize) -> Self {
        Self { max_length, ..self }
    }

    /// Requires that some part of the string matches `pattern`.
    #[must_use]
    pub const fn pattern(self, pattern: &'static Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// Requires a string format.
    #[must_use]
    pub const fn format(self, format: StringFormat) -> Self {
        Self { format: Some(format), ..self }
    }

    fn check_limits(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if sink.is_lenient() {
            return;
        }
        if let Some(constant) = self.constant.filter(|constant| text != *constant) {
            at.note(sink, self.clause, "const", Message::is_not(constant));
        }
        // A character has one to four bytes, so the characters of most strings need not be counted.
        if text.len() < self.min_length.saturating_mul(4) || text.len() > self.max_length {
            self.check_length(text.chars().count(), at, sink);
        }
        if let Some(pattern) = self.pattern
            && !pattern.matches(text)
        {
            let message = Message::does_not_match(pattern.source());
            at.note(sink, self.clause, "pattern", message);
        }
        if let Some(format) = self.format
            && let Err(error) = format.check(text)
        {
            self.note_format(format, text, error, at, sink);
        }
    }

    fn check_length(&self, length: usize, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if length < self.min_length {
            let message = Message::too_few(length, "characters", self.min_length);
            at.note(sink, self.clause, "minLength", message);
        }
        if length > self.max_length {
            let message = Message::too_many(length, "characters", self.max_length);
            at.note(sink, self.clause, "maxLength", message);
        }
    }

    /// Notes the violation of a format. A valid cron expression that runs too often breaks `minimumInterval`;
    /// an invalid one breaks `format`.
    #[cold]
    fn note_format(
        &self,
        format: StringFormat,
        text: &str,
        error: FormatError,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        let word = match format {
            StringFormat::Cron { minimum_interval: Some(_) }
                if StringFormat::Cron { minimum_interval: None }.check(text).is_ok() =>
            {
                "minimumInterval"
            }
            _ => "format",
        };
        at.note(sink, self.clause, word, Cow::from(error));
    }
}

impl JsonVisitor for Text {
    type Value = String;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<String> {
        self.check_limits(text, at, sink);
        Some(text.to_owned())
    }

    fn owned_text(
        &self,
        text: String,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<String> {
        self.check_limits(&text, at, sink);
        Some(text)
    }
}

impl Check for Text {
    type Value = String;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<String>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, value: &String, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check_limits(value, at, sink);
    }
}
