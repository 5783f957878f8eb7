//! The messages of violations, which are rendered on first use.
//!
//! No message repeats a submitted value, since it may be a secret.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

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

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.text() == other
    }
}

impl PartialEq<String> for Message {
    fn eq(&self, other: &String) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self.text() == *other
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
