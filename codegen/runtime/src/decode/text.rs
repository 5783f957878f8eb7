//! Strings: length, pattern, which is compiled at its first use, and format; and strings that have to be one of a list.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use regex::Regex;

use crate::Message;
use crate::decode::json_visitor::JsonVisitor;
use crate::decode::{Check, JsonPath, ViolationSink};
use crate::string_format::{FormatError, StringFormat};

/// A regular expression in the dialect that Rust and ECMAScript share.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Takes an expression that the generator has compiled before.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// Returns the expression.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Returns whether some part of the text matches. An expression that does not compile matches nothing.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.source).ok());
        compiled.as_ref().is_some_and(|compiled| compiled.is_match(text))
    }
}

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
    decode_by_visitor!(String);

    fn validate(&self, value: &String, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check_limits(value, at, sink);
    }
}

/// A generated enum of strings, with a variant for strings that the contract does not list.
pub trait Choices: Sized {
    /// The strings that the contract lists.
    const VALUES: &'static [&'static str];

    /// Whether other strings are valid, too.
    const IS_OPEN: bool = false;

    /// Returns the variant of a string, or the catch-all variant if the contract does not list the string.
    fn from_text(text: &str) -> Self;

    /// Returns the string.
    fn as_str(&self) -> &str;
}

/// The reason why a string is not parsed into an enum: the contract does not list the string. The message lists those
/// that it lists, and does not repeat the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlisted {
    /// The strings that the contract lists.
    pub values: &'static [&'static str],
}

impl fmt::Display for Unlisted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the string {}", Message::none_of_listed(self.values))
    }
}

impl std::error::Error for Unlisted {}

/// Parses a string that the contract lists.
///
/// # Errors
/// If the contract does not list the string, and does not leave open which others there are.
pub fn listed<E: Choices>(text: &str) -> Result<E, Unlisted> {
    if E::IS_OPEN || E::VALUES.contains(&text) {
        Ok(E::from_text(text))
    } else {
        Err(Unlisted { values: E::VALUES })
    }
}

/// The check of a string that has to be one of a list, read as an enum.
pub struct Choice<E> {
    clause: &'static str,
    of: PhantomData<fn() -> E>,
}

impl<E> Choice<E> {
    /// Makes a check that accepts the strings of the enum.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, of: PhantomData }
    }
}

impl<E: Choices> JsonVisitor for Choice<E> {
    type Value = E;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<E> {
        if !E::IS_OPEN {
            check_limits(text, E::VALUES, self.clause, at, sink);
        }
        Some(E::from_text(text))
    }
}

impl<E: Choices> Check for Choice<E> {
    decode_by_visitor!(E);

    fn validate(&self, value: &E, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if !E::IS_OPEN {
            check_limits(value.as_str(), E::VALUES, self.clause, at, sink);
        }
    }
}

/// The check of a discriminator inside a variant. The string is validated but not kept, since the variant of
/// the union implies it.
#[derive(Debug)]
pub struct Tag {
    clause: &'static str,
    values: &'static [&'static str],
}

impl Tag {
    /// Makes a check that accepts these strings.
    #[must_use]
    pub const fn new(clause: &'static str, values: &'static [&'static str]) -> Self {
        Self { clause, values }
    }
}

impl JsonVisitor for Tag {
    type Value = ();
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<()> {
        // The type has no catch-all variant here, so an unlisted string is a violation in lenient mode, too.
        if !self.values.contains(&text) {
            at.note(sink, self.clause, "enum", Message::none_of_listed(self.values));
        }
        Some(())
    }
}

impl Check for Tag {
    decode_by_visitor!(());

    fn validate(&self, (): &(), _: &JsonPath<'_>, _: &mut ViolationSink) {}
}

fn check_limits(
    text: &str,
    values: &'static [&'static str],
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    if !sink.is_lenient() && !values.contains(&text) {
        at.note(sink, clause, "enum", Message::none_of_listed(values));
    }
}
