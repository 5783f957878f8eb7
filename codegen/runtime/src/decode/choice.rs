//! One of some texts.

use std::marker::PhantomData;

use serde::de::Deserializer;

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, ViolationSink};
use crate::Message;

/// An emitted enum of texts, with a variant for those that the contract does not list.
pub trait Choices: Sized {
    /// The texts that the contract lists.
    const VALUES: &'static [&'static str];

    /// The variant of a text: one of its own, or the one for all that are not listed.
    fn from_text(text: &str) -> Self;

    /// The text.
    fn as_str(&self) -> &str;
}

/// One of some texts, as an enum.
pub struct Choice<E> {
    clause: &'static str,
    of: PhantomData<fn() -> E>,
}

impl<E> Choice<E> {
    /// One of the enum's texts.
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

    fn text(&self, text: &str, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<E> {
        judge(text, E::VALUES, self.clause, at, found);
        Some(E::from_text(text))
    }
}

impl<E: Choices> Check for Choice<E> {
    type Value = E;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<E>, D::Error> {
        visit(self, deserializer, at, found)
    }

    fn validate(&self, value: &E, at: &JsonPath<'_>, found: &mut ViolationSink) {
        judge(value.as_str(), E::VALUES, self.clause, at, found);
    }
}

/// A discriminator inside a variant: judged, but not kept, since the union's variant says it.
#[derive(Debug)]
pub struct Tag {
    clause: &'static str,
    values: &'static [&'static str],
}

impl Tag {
    /// One of these texts.
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

    fn text(&self, text: &str, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<()> {
        // Without a variant of its own there is no place for another text, read strictly or not.
        if !self.values.contains(&text) {
            at.note(found, self.clause, "enum", Message::none_of(self.values));
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
        found: &mut ViolationSink,
    ) -> Result<Option<()>, D::Error> {
        visit(self, deserializer, at, found)
    }

    fn validate(&self, (): &(), _: &JsonPath<'_>, _: &mut ViolationSink) {}
}

fn judge(
    text: &str,
    values: &'static [&'static str],
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    if !found.is_lenient() && !values.contains(&text) {
        at.note(found, clause, "enum", Message::none_of(values));
    }
}
