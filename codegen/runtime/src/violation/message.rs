//! What is wrong with a value, in words that are found when somebody reads them.
//!
//! Must never repeat a submitted value: it may be a secret.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

/// What is wrong, as a predicate that stands after a place: `has 257 characters, 256 are the most
/// allowed`.
///
/// A violation keeps the figures alone; [`Display`](fmt::Display) makes the sentence.
#[derive(Clone)]
pub struct Message(Wording);

/// The sentences, with their figures.
#[derive(Clone)]
enum Wording {
    Text(Cow<'static, str>),
    Kind { is: &'static str, expected: &'static str },
    Count { count: usize, of: &'static str, limit: usize, extreme: &'static str },
    Limit { figure: Figure, words: [&'static str; 2] },
    NotQuoted { verb: &'static str, quoted: &'static str },
    NoneOf(&'static [&'static str]),
}

/// A limit of a number.
#[derive(Clone, Copy)]
pub(crate) enum Figure {
    Whole(i64),
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
    /// Returns the whole sentence.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Wording::Text(text) => Cow::Borrowed(text),
            _ => Cow::Owned(self.to_string()),
        }
    }

    /// `is null instead of a string`.
    pub(crate) const fn wrong_kind(is: &'static str, expected: &'static str) -> Self {
        Self(Wording::Kind { is, expected })
    }

    /// `has 0 items, 1 are the least allowed`.
    pub(crate) const fn too_few(count: usize, of: &'static str, limit: usize) -> Self {
        Self(Wording::Count { count, of, limit, extreme: "least" })
    }

    /// `has 9 items, 8 are the most allowed`.
    pub(crate) const fn too_many(count: usize, of: &'static str, limit: usize) -> Self {
        Self(Wording::Count { count, of, limit, extreme: "most" })
    }

    /// A limit of a number between words: `is above 365, the most allowed`.
    pub(crate) fn limit(
        before: &'static str,
        limit: impl Into<Figure>,
        after: &'static str,
    ) -> Self {
        Self(Wording::Limit { figure: limit.into(), words: [before, after] })
    }

    /// ``is not `paper` ``.
    pub(crate) const fn is_not(constant: &'static str) -> Self {
        Self(Wording::NotQuoted { verb: "is not", quoted: constant })
    }

    /// ``does not match `^[a-z]+$` ``.
    pub(crate) const fn does_not_match(pattern: &'static str) -> Self {
        Self(Wording::NotQuoted { verb: "does not match", quoted: pattern })
    }

    /// ``is none of `paper`, `audio` ``.
    pub(crate) const fn none_of(values: &'static [&'static str]) -> Self {
        Self(Wording::NoneOf(values))
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
            Wording::Count { count, of, limit, extreme } => {
                write!(f, "has {count} {of}, {limit} are the {extreme} allowed")
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
            (Message::too_few(0, "items", 1), "has 0 items, 1 are the least allowed"),
            (Message::too_many(9, "items", 8), "has 9 items, 8 are the most allowed"),
            (
                Message::limit("is above", 365, ", the most allowed"),
                "is above 365, the most allowed",
            ),
            (Message::limit("is not more than", 0.5, ""), "is not more than 0.5"),
            (Message::is_not("paper"), "is not `paper`"),
            (Message::does_not_match("^a"), "does not match `^a`"),
            (Message::none_of(&["paper", "audio"]), "is none of `paper`, `audio`"),
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
