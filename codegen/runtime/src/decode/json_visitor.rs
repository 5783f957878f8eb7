//! The visitor that all checks share. A check handles the JSON types that it accepts; for all others, the
//! visitor notes a wrong type and skips the value.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::map::{Map, open};
use super::nesting::enter;
use super::passthrough::{Skip, skip_items, skip_members};
use super::{JsonPath, ViolationSink};
use crate::Message;

/// Handles a value of each JSON type.
pub(super) trait JsonVisitor: Sized {
    /// The decoded type.
    type Value;
    /// The expected JSON type, with its article: `a string`.
    const EXPECTED: &'static str;

    /// Returns the path that the identities of the check's clauses begin with.
    fn clause(&self) -> &'static str;

    #[cold]
    fn wrong(
        &self,
        kind: &'static str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        at.note(sink, self.clause(), "type", Message::wrong_kind(kind, Self::EXPECTED));
        None
    }

    /// Handles null. In lenient mode, null counts as absent if the property may be absent.
    fn null(&self, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        if sink.is_lenient() && at.is_optional() {
            return None;
        }
        self.wrong("null", at, sink)
    }

    fn boolean(&self, _: bool, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a boolean", at, sink)
    }

    fn integer(&self, _: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a number", at, sink)
    }

    /// Handles an unsigned integer, which may exceed `i64`.
    fn unsigned(
        &self,
        value: u64,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        match i64::try_from(value) {
            Ok(value) => self.integer(value, at, sink),
            // The nearest float is precise enough, since only the size of the number matters.
            Err(_) => self.float(value as f64, at, sink),
        }
    }

    fn float(&self, _: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a number", at, sink)
    }

    fn text(&self, _: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a string", at, sink)
    }

    fn owned_text(
        &self,
        text: String,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        self.text(&text, at, sink)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an array", at, sink);
        skip_items(items, Skip::inside(at)).map(|()| value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an object", at, sink);
        skip_members(members, Skip::inside(at)).map(|()| value)
    }
}

/// Decodes a value of any JSON type with a check.
pub(super) fn visit<'de, R: JsonVisitor, D: Deserializer<'de>>(
    check: &R,
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<R::Value>, D::Error> {
    deserializer.deserialize_any(VisitorAdapter { check, at, sink, input: PhantomData })
}

struct VisitorAdapter<'r, 'de, R> {
    check: &'r R,
    at: &'r JsonPath<'r>,
    sink: &'r mut ViolationSink,
    input: PhantomData<&'de ()>,
}

impl<'de, R: JsonVisitor> Visitor<'de> for VisitorAdapter<'_, 'de, R> {
    type Value = Option<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::EXPECTED)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.check.null(self.at, self.sink))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(self.check.boolean(value, self.at, self.sink))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(self.check.integer(value, self.at, self.sink))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(self.check.unsigned(value, self.at, self.sink))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Self::Value, E> {
        // `serde` calls this method only for integers of more than 64 bits, for which the nearest float is
        // precise enough.
        Ok(self.check.float(value as f64, self.at, self.sink))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Self::Value, E> {
        Ok(self.check.float(value as f64, self.at, self.sink))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(self.check.float(value, self.at, self.sink))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.check.text(text, self.at, self.sink))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(self.check.owned_text(text, self.at, self.sink))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        enter(self.at.depth())?;
        self.check.list(items, self.at, self.sink)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        match open(members, self.at.depth())? {
            Map::Object(members) => self.check.object(members, self.at, self.sink),
            Map::Number(digits) => {
                let float = digits.float::<A::Error>()?;
                Ok(match (digits.integer(), digits.unsigned()) {
                    (Some(value), _) => self.check.integer(value, self.at, self.sink),
                    (None, Some(value)) => self.check.unsigned(value, self.at, self.sink),
                    (None, None) => self.check.float(float, self.at, self.sink),
                })
            }
        }
    }
}
