//! Text: lengths, pattern and format.

use std::borrow::Cow;

use serde::de::Deserializer;

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, ViolationSink};
use crate::format::{Format, FormatError};
use crate::{Message, Pattern};

/// Text, with its limits.
#[derive(Debug)]
pub struct Text {
    clause: &'static str,
    constant: Option<&'static str>,
    min_length: usize,
    max_length: usize,
    pattern: Option<&'static Pattern>,
    format: Option<Format>,
}

impl Text {
    /// Any text.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        let (min_length, max_length) = (0, usize::MAX);
        Self { clause, constant: None, min_length, max_length, pattern: None, format: None }
    }

    /// Only this.
    #[must_use]
    pub const fn constant(self, constant: &'static str) -> Self {
        Self { constant: Some(constant), ..self }
    }

    /// At least so many characters (Unicode scalar values).
    #[must_use]
    pub const fn min_length(self, min_length: usize) -> Self {
        Self { min_length, ..self }
    }

    /// At most so many characters (Unicode scalar values).
    #[must_use]
    pub const fn max_length(self, max_length: usize) -> Self {
        Self { max_length, ..self }
    }

    /// Some part of it matches the pattern.
    #[must_use]
    pub const fn pattern(self, pattern: &'static Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// It is of the format.
    #[must_use]
    pub const fn format(self, format: Format) -> Self {
        Self { format: Some(format), ..self }
    }

    fn judge(&self, text: &str, at: &JsonPath<'_>, found: &mut ViolationSink) {
        if found.is_lenient() {
            return;
        }
        if let Some(constant) = self.constant.filter(|constant| text != *constant) {
            at.note(found, self.clause, "const", Message::is_not(constant));
        }
        // A character takes one to four bytes, so most texts need not be counted.
        if text.len() < self.min_length.saturating_mul(4) || text.len() > self.max_length {
            self.judge_length(text.chars().count(), at, found);
        }
        if let Some(pattern) = self.pattern
            && !pattern.matches(text)
        {
            let message = Message::does_not_match(pattern.source());
            at.note(found, self.clause, "pattern", message);
        }
        if let Some(format) = self.format
            && let Err(error) = format.check(text)
        {
            self.note_format(format, text, error, at, found);
        }
    }

    fn judge_length(&self, length: usize, at: &JsonPath<'_>, found: &mut ViolationSink) {
        if length < self.min_length {
            let message = Message::too_few(length, "characters", self.min_length);
            at.note(found, self.clause, "minLength", message);
        }
        if length > self.max_length {
            let message = Message::too_many(length, "characters", self.max_length);
            at.note(found, self.clause, "maxLength", message);
        }
    }

    /// A cron expression that is sound but too frequent breaks another clause than a broken one.
    #[cold]
    fn note_format(
        &self,
        format: Format,
        text: &str,
        error: FormatError,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) {
        let word = match format {
            Format::Cron { minimum_interval: Some(_) }
                if Format::Cron { minimum_interval: None }.check(text).is_ok() =>
            {
                "minimumInterval"
            }
            _ => "format",
        };
        at.note(found, self.clause, word, Cow::from(error));
    }
}

impl JsonVisitor for Text {
    type Value = String;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<String> {
        self.judge(text, at, found);
        Some(text.to_owned())
    }

    fn owned_text(
        &self,
        text: String,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Option<String> {
        self.judge(&text, at, found);
        Some(text)
    }
}

impl Check for Text {
    type Value = String;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<String>, D::Error> {
        visit(self, deserializer, at, found)
    }

    fn validate(&self, value: &String, at: &JsonPath<'_>, found: &mut ViolationSink) {
        self.judge(value, at, found);
    }
}
