//! Lists with a check for each of their items: what an emitted tuple struct's decoding is made of.

use std::marker::PhantomData;

use serde::de::{Deserializer, SeqAccess};

use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::Skip;
use super::{Check, JsonPath, Model, Seed, ViolationSink};
use crate::Message;

/// An emitted tuple struct.
pub trait Tuple: Model {
    /// How many items it has at least.
    const LEAST: usize;
    /// How many items it has at most.
    const MOST: usize;

    /// Decodes and judges the items one after the other.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_items<'de, A: SeqAccess<'de>>(
        items: &mut Items<'_, A>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// The items of a list that are still to be read.
#[derive(Debug)]
pub struct Items<'i, A> {
    items: A,
    at: &'i JsonPath<'i>,
    /// How many were read.
    count: usize,
    /// Whether some item had no value.
    is_unreadable: bool,
    is_at_end: bool,
}

impl<'de, A: SeqAccess<'de>> Items<'_, A> {
    /// Reads the next item; none where the list has no more, or where no value could be made of it,
    /// which is noted.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    pub fn read<C: Check>(
        &mut self,
        check: &C,
        found: &mut ViolationSink,
    ) -> Result<Option<C::Value>, A::Error> {
        if self.is_at_end {
            return Ok(None);
        }
        let here = self.at.item(self.count);
        let Some(item) = self.items.next_element_seed(Seed { check, at: &here, found })? else {
            self.is_at_end = true;
            return Ok(None);
        };
        self.count += 1;
        self.is_unreadable |= item.is_none();
        Ok(item)
    }

    /// Passes over the items after those that were read, and counts them.
    fn skip(&mut self) -> Result<(), A::Error> {
        let skip = Skip::inside(self.at);
        while !self.is_at_end && self.items.next_element_seed(skip)?.is_some() {
            self.count += 1;
        }
        Ok(())
    }
}

/// Decodes an emitted tuple struct.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn tuple<'de, T: Tuple, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
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
        found: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        let mut items = Items { items, at, count: 0, is_unreadable: false, is_at_end: false };
        let value = T::decode_items(&mut items, found)?;
        items.skip()?;
        let count = items.count;
        // Read leniently, too, since there is no value then.
        if count < T::LEAST {
            let message = Message::too_few(count, "items", T::LEAST);
            at.note(found, T::CLAUSE, "minItems", message);
        }
        if count > T::MOST && !found.is_lenient() {
            let message = Message::too_many(count, "items", T::MOST);
            at.note(found, T::CLAUSE, "maxItems", message);
        }
        // With an item missing the list is not the one that was sent, and no rule may judge it.
        Ok(value.filter(|_| !items.is_unreadable))
    }
}

/// Notes an item that is lacking although a later one is there: on the wire it is null.
pub fn left_out(clause: &'static str, at: &JsonPath<'_>, found: &mut ViolationSink) {
    at.note(found, clause, "type", "is left out, and a later item is given");
}
