//! Violations: the broken clauses of a value and their places, which every check returns. The identity of a
//! clause and its message are rendered on first use. A [`ParseError`] is the reason why bytes are not a value of
//! a type: they are not JSON, or the JSON breaks the contract.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};

/// The largest number of violations that are kept for a value; more are only counted. This bounds the memory
/// for a body with a mistake in every byte.
pub const MAX_KEPT: usize = 1_000;

/// A place in a value that breaks a clause of the contract.
///
/// [`ClauseName`] and [`Message`] can be compared with strings. A violation does not repeat the value, which may be a
/// secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The place, as a JSON Pointer (RFC 6901); empty for the whole value.
    pub pointer: String,
    /// The identity of the clause, such as `Type.property.maxLength`.
    pub clause: ClauseName,
    /// The mistake, as a predicate about the place: `has 257 characters, …`.
    pub message: Message,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the value" } else { &self.pointer };
        write!(f, "{place} {} ({})", self.message, self.clause)
    }
}

/// The violations: the first 1,000, in the order of the input, and the number of the others.
///
/// As JSON, it is the list of the kept violations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Violations {
    kept: Vec<Violation>,
    #[serde(skip)]
    left_out: usize,
}

impl Violations {
    /// Makes an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self::from_kept(Vec::new(), 0)
    }

    pub(crate) const fn from_kept(kept: Vec<Violation>, left_out: usize) -> Self {
        Self { kept, left_out }
    }

    /// Returns whether there is no violation.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.left_out == 0
    }

    /// Returns the number of kept violations.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of violations that were not kept.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Iterates over the kept violations, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.kept.iter()
    }

    /// Returns the kept violations, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.kept
    }

    /// Adds a violation, or only counts it if 1,000 are kept.
    pub fn push(&mut self, violation: impl FnOnce() -> Violation) {
        if self.kept.len() < MAX_KEPT {
            self.kept.push(violation());
        } else {
            self.left_out += 1;
        }
    }

    /// Returns the value if there is no violation.
    ///
    /// # Errors
    /// The violations, if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.kept.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{violation}")?;
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Violations {}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl<'v> IntoIterator for &'v Violations {
    type Item = &'v Violation;
    type IntoIter = std::slice::Iter<'v, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.iter()
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(violations: I) -> Self {
        Self::from_kept(violations.into_iter().collect(), 0)
    }
}

/// Compares a type with strings by its text.
macro_rules! compare_with_strings {
    ($name:ident, $text:ident) => {
        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.$text() == other
            }
        }

        impl PartialEq<String> for $name {
            fn eq(&self, other: &String) -> bool {
                *self == other.as_str()
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                *self == **other
            }
        }
    };
}

/// The identity of a clause, such as `Type.property.maxLength`. Dereferences to `str`.
///
/// Most violations are noted without a reader, so the string is put together on first use only.
#[derive(Clone)]
pub struct ClauseName {
    owner: &'static str,
    word: &'static str,
    whole: OnceLock<Box<str>>,
}

impl ClauseName {
    /// Makes the identity `<owner>.<word>`.
    pub(crate) const fn new(owner: &'static str, word: &'static str) -> Self {
        Self { owner, word, whole: OnceLock::new() }
    }

    /// Returns the identity as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.whole.get_or_init(|| [self.owner, ".", self.word].concat().into_boxed_str())
    }
}

impl Deref for ClauseName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for ClauseName {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<String> for ClauseName {
    fn from(whole: String) -> Self {
        Self { owner: "", word: "", whole: OnceLock::from(whole.into_boxed_str()) }
    }
}

impl From<&str> for ClauseName {
    fn from(whole: &str) -> Self {
        Self::from(whole.to_owned())
    }
}

impl From<ClauseName> for String {
    fn from(clause: ClauseName) -> Self {
        clause.as_str().to_owned()
    }
}

impl PartialEq for ClauseName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ClauseName {}

compare_with_strings!(ClauseName, as_str);

impl fmt::Debug for ClauseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for ClauseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for ClauseName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The message of a violation, as a predicate that follows a place: `has 257 characters (maximum 256)`.
///
/// A violation stores only the numbers; [`Display`](fmt::Display) renders the sentence.
#[derive(Clone)]
pub struct Message(Wording);

/// The sentences, with their numbers.
#[derive(Clone)]
enum Wording {
    Text(Cow<'static, str>),
    Kind { is: &'static str, expected: &'static str },
    Count { count: usize, of: &'static str, limit: usize, bound: &'static str },
    Limit { figure: Figure, words: [&'static str; 2] },
    NotQuoted { verb: &'static str, quoted: Cow<'static, str> },
    NoneOf(&'static [&'static str]),
}

/// A limit of a number, as a message writes it.
#[derive(Debug, Clone, Copy)]
pub enum Figure {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Float(f64),
}

impl From<i64> for Figure {
    fn from(figure: i64) -> Self {
        Self::Whole(figure)
    }
}

impl From<f64> for Figure {
    fn from(figure: f64) -> Self {
        Self::Float(figure)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(figure) => figure.fmt(f),
            Self::Float(figure) => figure.fmt(f),
        }
    }
}

impl Message {
    /// Returns the message as a string.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Wording::Text(text) => Cow::Borrowed(text),
            _ => Cow::Owned(self.to_string()),
        }
    }

    /// Makes `is null instead of a string`.
    #[must_use]
    pub const fn wrong_kind(is: &'static str, expected: &'static str) -> Self {
        Self(Wording::Kind { is, expected })
    }

    /// Makes `has 0 items (minimum 1)`.
    #[must_use]
    pub const fn too_few(count: usize, of: &'static str, limit: usize) -> Self {
        Self(Wording::Count { count, of, limit, bound: "minimum" })
    }

    /// Makes `has 9 items (maximum 8)`.
    #[must_use]
    pub const fn too_many(count: usize, of: &'static str, limit: usize) -> Self {
        Self(Wording::Count { count, of, limit, bound: "maximum" })
    }

    /// Makes a message with a limit between two words: `is above 365, the maximum`.
    #[must_use]
    pub fn limit(before: &'static str, limit: impl Into<Figure>, after: &'static str) -> Self {
        Self(Wording::Limit { figure: limit.into(), words: [before, after] })
    }

    /// Makes ``is not `paper` ``.
    #[must_use]
    pub fn is_not(constant: impl Into<Cow<'static, str>>) -> Self {
        Self(Wording::NotQuoted { verb: "is not", quoted: constant.into() })
    }

    /// Makes ``does not match `^[a-z]+$` ``.
    #[must_use]
    pub fn does_not_match(pattern: impl Into<Cow<'static, str>>) -> Self {
        Self(Wording::NotQuoted { verb: "does not match", quoted: pattern.into() })
    }

    /// Makes ``is none of `paper`, `audio` `` from the values of generated code.
    pub(crate) const fn none_of_listed(values: &'static [&'static str]) -> Self {
        Self(Wording::NoneOf(values))
    }

    /// Makes ``is none of `paper`, `audio` ``.
    #[must_use]
    pub fn none_of<'v>(values: impl IntoIterator<Item = &'v str>) -> Self {
        let values: Vec<String> = values.into_iter().map(|value| format!("`{value}`")).collect();
        Self::from(format!("is none of {}", values.join(", ")))
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Self(Wording::Text(Cow::Borrowed(text)))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self(Wording::Text(Cow::Owned(text)))
    }
}

impl From<Cow<'static, str>> for Message {
    fn from(text: Cow<'static, str>) -> Self {
        Self(Wording::Text(text))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Wording::Text(text) => f.write_str(text),
            Wording::Kind { is, expected } => write!(f, "is {is} instead of {expected}"),
            Wording::Count { count, of, limit, bound } => {
                write!(f, "has {count} {of} ({bound} {limit})")
            }
            Wording::Limit { figure, words: [before, after] } => {
                write!(f, "{before} {figure}{after}")
            }
            Wording::NotQuoted { verb, quoted } => write!(f, "{verb} `{quoted}`"),
            Wording::NoneOf(values) => {
                f.write_str("is none of ")?;
                for (index, value) in values.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}`{value}`")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Message {}

compare_with_strings!(Message, text);

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The reason why bytes are not a value of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError {
    /// The bytes are not JSON: they are not UTF-8, have a syntax error, a number beyond a 64-bit float, an
    /// unpaired surrogate, or more than 255 nested lists and objects.
    Json {
        /// The line of the mistake, from 1.
        line: usize,
        /// The column of the mistake, in bytes, from 1. For a mistake at the end of a line, it may be the
        /// first column of the next line.
        column: usize,
        /// The syntax error.
        message: String,
    },
    /// The JSON breaks the contract. The violations: the first 1,000, and the number of the others.
    Violations(Violations),
}

impl ParseError {
    /// Returns the error for bytes that are not UTF-8.
    pub(crate) fn not_text(json: &[u8], error: std::str::Utf8Error) -> Self {
        let before = &json[..error.valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let column = before.len() - start + 1;
        Self::Json { line, column, message: "a byte that is not UTF-8".to_owned() }
    }

    /// Returns the violations, if the bytes are JSON.
    #[must_use]
    pub const fn violations(&self) -> Option<&Violations> {
        match self {
            Self::Json { .. } => None,
            Self::Violations(violations) => Some(violations),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { line, column, message } => {
                write!(f, "cannot be read as JSON: {message} at line {line} column {column}")
            }
            Self::Violations(violations) => violations.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<Violations> for ParseError {
    fn from(violations: Violations) -> Self {
        Self::Violations(violations)
    }
}

impl From<serde_json::Error> for ParseError {
    fn from(error: serde_json::Error) -> Self {
        // `serde_json` counts column 0 at the start of a line.
        let (line, column) = (error.line().max(1), error.column().max(1));
        let mut message = error.to_string();
        if let Some(place) = message.rfind(" at line ") {
            message.truncate(place);
        }
        Self::Json { line, column, message }
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn each_wording_is_a_predicate() {
        let all = [
            (Message::wrong_kind("null", "a string"), "is null instead of a string"),
            (Message::too_few(0, "items", 1), "has 0 items (minimum 1)"),
            (Message::too_many(9, "items", 8), "has 9 items (maximum 8)"),
            (Message::limit("is above", 365, ", the maximum"), "is above 365, the maximum"),
            (Message::limit("is not more than", 0.5, ""), "is not more than 0.5"),
            (Message::is_not("paper"), "is not `paper`"),
            (Message::does_not_match("^a"), "does not match `^a`"),
            (Message::none_of_listed(&["paper", "audio"]), "is none of `paper`, `audio`"),
            (Message::none_of(["paper", "audio"]), "is none of `paper`, `audio`"),
            (Message::from("is missing"), "is missing"),
        ];
        for (message, says) in all {
            assert_eq!(message, says);
            assert_eq!(message, Message::from(says.to_owned()));
            assert_ne!(message, Message::from("is well"));
            assert_eq!(serde_json::json!(message), says);
            assert_eq!(format!("{message:?}"), format!("{says:?}"));
        }
    }
}
