//! The one visitor behind every check: a check says what it makes of the JSON kinds that it
//! takes, and everything else is noted as the wrong type and drained.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::At;
use crate::Violations;

/// What a check makes of each kind of JSON value.
pub(super) trait Receive: Sized {
    /// What is decoded.
    type Value;
    /// The kind that is expected, with its article.
    const EXPECTED: &'static str;

    /// The path that the identities of its clauses start with.
    fn clause(&self) -> &'static str;

    #[cold]
    fn wrong(&self, kind: &str, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        at.note(found, self.clause(), "type", format!("is {kind} instead of {}", Self::EXPECTED));
        None
    }

    fn null(&self, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.wrong("null", at, found)
    }

    fn boolean(&self, _: bool, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.wrong("a boolean", at, found)
    }

    fn integer(&self, _: i64, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.wrong("a number", at, found)
    }

    /// A whole number, which may be beyond the signed ones.
    fn unsigned(&self, value: u64, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        match i64::try_from(value) {
            Ok(value) => self.integer(value, at, found),
            // As near as a float can be: only its size is of interest.
            Err(_) => self.float(value as f64, at, found),
        }
    }

    fn float(&self, _: f64, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.wrong("a number", at, found)
    }

    fn text(&self, _: &str, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.wrong("a string", at, found)
    }

    fn owned_text(&self, text: String, at: &At<'_>, found: &mut Violations) -> Option<Self::Value> {
        self.text(&text, at, found)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        mut items: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an array", at, found);
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an object", at, found);
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(value)
    }
}

/// Decodes whatever comes and hands it to the check.
pub(super) fn receive<'de, R: Receive, D: Deserializer<'de>>(
    check: &R,
    deserializer: D,
    at: &At<'_>,
    found: &mut Violations,
) -> Result<Option<R::Value>, D::Error> {
    deserializer.deserialize_any(Receiver { check, at, found, input: PhantomData })
}

struct Receiver<'r, 'de, R> {
    check: &'r R,
    at: &'r At<'r>,
    found: &'r mut Violations,
    input: PhantomData<&'de ()>,
}

impl<'de, R: Receive> Visitor<'de> for Receiver<'_, 'de, R> {
    type Value = Option<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::EXPECTED)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.check.null(self.at, self.found))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(self.check.boolean(value, self.at, self.found))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(self.check.integer(value, self.at, self.found))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(self.check.unsigned(value, self.at, self.found))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(self.check.float(value, self.at, self.found))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.check.text(text, self.at, self.found))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(self.check.owned_text(text, self.at, self.found))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        self.check.list(items, self.at, self.found)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        self.check.object(members, self.at, self.found)
    }
}
