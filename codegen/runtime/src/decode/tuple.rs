//! Lists with a check for each item: the parts that decode generated tuple structs.

use std::marker::PhantomData;

use serde::de::{Deserializer, SeqAccess};

use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::Skip;
use super::{Check, JsonPath, Model, Seed, ViolationSink};
use crate::Message;

/// A generated tuple struct.
pub trait Tuple: Model {
    /// The smallest number of items.
    const LEAST: usize;
    /// The largest number of items.
    const MOST: usize;

    /// Decodes and validates the items in order.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode_items<'de, A: SeqAccess<'de>>(
        items: &mut Items<'_, A>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// The items of a list that have not been read.
#[derive(Debug)]
pub struct Items<'i, A> {
    items: A,
    at: &'i JsonPath<'i>,
    /// The number of items read so far.
    count: usize,
    /// Whether an item had no usable value.
    is_unreadable: bool,
    is_at_end: bool,
}

impl<'de, A: SeqAccess<'de>> Items<'_, A> {
    /// Reads the next item. Returns `None` at the end of the list, or after noting that the item has no
    /// usable value.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    pub fn read<C: Check>(
        &mut self,
        check: &C,
        sink: &mut ViolationSink,
    ) -> Result<Option<C::Value>, A::Error> {
        if self.is_at_end {
            return Ok(None);
        }
        let here = self.at.item(self.count);
        let Some(item) = self.items.next_element_seed(Seed { check, at: &here, sink })? else {
            self.is_at_end = true;
            return Ok(None);
        };
        self.count += 1;
        self.is_unreadable |= item.is_none();
        Ok(item)
    }

    /// Skips and counts the remaining items.
    fn skip(&mut self) -> Result<(), A::Error> {
        let skip = Skip::inside(self.at);
        while !self.is_at_end && self.items.next_element_seed(skip)?.is_some() {
            self.count += 1;
        }
        Ok(())
    }
}

/// Decodes a generated tuple struct.
///
/// # Errors
/// Only those of the deserializer: the input is not well formed.
pub fn tuple<'de, T: Tuple, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, sink)
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: Tuple> JsonVisitor for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = "an array";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        let mut items = Items { items, at, count: 0, is_unreadable: false, is_at_end: false };
        let value = T::decode_items(&mut items, sink)?;
        items.skip()?;
        let count = items.count;
        // Also a violation in lenient mode, since the struct has no value then.
        if count < T::LEAST {
            let message = Message::too_few(count, "items", T::LEAST);
            at.note(sink, T::CLAUSE, "minItems", message);
        }
        if count > T::MOST && !sink.is_lenient() {
            let message = Message::too_many(count, "items", T::MOST);
            at.note(sink, T::CLAUSE, "maxItems", message);
        }
        // A list that lacks an unreadable item differs from the submitted list, so no rule may see it.
        Ok(value.filter(|_| !items.is_unreadable))
    }
}

/// Notes an absent item before a present one: it would be serialized as null.
pub fn left_out(clause: &'static str, at: &JsonPath<'_>, sink: &mut ViolationSink) {
    at.note(sink, clause, "type", "is left out, and a later item is given");
}
