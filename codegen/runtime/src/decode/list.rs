//! Lists.

use serde::de::{Deserializer, SeqAccess};

use super::json_visitor::{JsonVisitor, visit};
use super::{Check, JsonPath, Seed, ViolationSink};
use crate::Message;

/// The check of a list whose items share one check.
#[derive(Debug)]
pub struct List<C> {
    clause: &'static str,
    items: C,
    min_items: usize,
    max_items: usize,
}

impl<C> List<C> {
    /// Makes a check that accepts lists of any length.
    #[must_use]
    pub const fn new(clause: &'static str, items: C) -> Self {
        Self { clause, items, min_items: 0, max_items: usize::MAX }
    }

    /// Requires at least `min_items` items.
    #[must_use]
    pub const fn min_items(mut self, min_items: usize) -> Self {
        self.min_items = min_items;
        self
    }

    /// Allows at most `max_items` items.
    #[must_use]
    pub const fn max_items(mut self, max_items: usize) -> Self {
        self.max_items = max_items;
        self
    }

    fn check_limits(&self, count: usize, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if sink.is_lenient() {
            return;
        }
        if count < self.min_items {
            let message = Message::too_few(count, "items", self.min_items);
            at.note(sink, self.clause, "minItems", message);
        }
        if count > self.max_items {
            let message = Message::too_many(count, "items", self.max_items);
            at.note(sink, self.clause, "maxItems", message);
        }
    }
}

impl<C: Check> JsonVisitor for List<C> {
    type Value = Vec<C::Value>;
    const EXPECTED: &'static str = "an array";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        mut items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let mut values = Vec::new();
        let mut count = 0;
        loop {
            let here = at.item(count);
            let seed = Seed { check: &self.items, at: &here, sink: &mut *sink };
            let Some(item) = items.next_element_seed(seed)? else {
                break;
            };
            if let Some(item) = item {
                values.push(item);
            }
            count += 1;
        }
        self.check_limits(count, at, sink);
        // A list that lacks an unreadable item differs from the submitted list, so no rule may see it.
        Ok((values.len() == count).then_some(values))
    }
}

impl<C: Check> Check for List<C> {
    type Value = Vec<C::Value>;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, values: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        for (index, value) in values.iter().enumerate() {
            self.items.validate(value, &at.item(index), sink);
        }
        self.check_limits(values.len(), at, sink);
    }
}
