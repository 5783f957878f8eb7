//! The names of members, as a deserializer hands them over.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

/// The name of a member, borrowed from the input where that is possible.
#[derive(Debug, Clone)]
pub struct Name<'de>(Cow<'de, str>);

impl<'de> Name<'de> {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name itself.
    #[must_use]
    pub fn into_inner(self) -> Cow<'de, str> {
        self.0
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }

    fn visit_string<E>(self, name: String) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name)))
    }
}
