//! Strings that have to be one of a list.

use std::marker::PhantomData;

use serde::de::Deserializer;

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, ViolationSink};
use crate::Message;

/// A generated enum of strings, with a variant for strings that the contract does not list.
pub trait Choices: Sized {
    /// The strings that the contract lists.
    const VALUES: &'static [&'static str];

    /// Returns the variant of a string, or the catch-all variant if the contract does not list the string.
    fn from_text(text: &str) -> Self;

    /// Returns the string.
    fn as_str(&self) -> &str;
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
        check_limits(text, E::VALUES, self.clause, at, sink);
        Some(E::from_text(text))
    }
}

impl<E: Choices> Check for Choice<E> {
    type Value = E;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<E>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, value: &E, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        check_limits(value.as_str(), E::VALUES, self.clause, at, sink);
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
    type Value = ();

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<()>, D::Error> {
        visit(self, deserializer, at, sink)
    }

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
