//! Lists: of items with one check; with restrictions on all items together, which are unique items and how many
//! pass a check; and with a check for each item, the parts that decode generated tuple structs.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, IntoDeserializer as _, SeqAccess};
use serde_json::Value;

use crate::Message;
use crate::decode::json_visitor::{JsonVisitor, Skip, visit};
use crate::decode::{Check, JsonPath, Model, Seed, ViolationSink};

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
    decode_by_visitor!(Vec<C::Value>);

    fn validate(&self, values: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        for (index, value) in values.iter().enumerate() {
            self.items.validate(value, &at.item(index), sink);
        }
        self.check_limits(values.len(), at, sink);
    }
}

/// The check of a list with restrictions on all its items together.
#[derive(Debug)]
pub struct WholeList<C> {
    clause: &'static str,
    list: C,
    unique_items: bool,
    contains: Option<Contains>,
}

/// The allowed number of items that pass a check.
#[derive(Debug)]
pub struct Contains {
    /// Returns whether an item passes the check.
    pub accepts: fn(&Value) -> bool,
    /// The smallest allowed number; `None` for 1.
    pub min_contains: Option<usize>,
    /// The largest allowed number; `None` for no limit.
    pub max_contains: Option<usize>,
}

impl<C> WholeList<C> {
    /// Wraps the check of a list.
    #[must_use]
    pub const fn new(clause: &'static str, list: C) -> Self {
        Self { clause, list, unique_items: false, contains: None }
    }

    /// Requires that no two items are equal, as JSON Schema compares values.
    #[must_use]
    pub const fn unique_items(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// Limits the number of items that pass a check.
    #[must_use]
    pub const fn contains(mut self, contains: Contains) -> Self {
        self.contains = Some(contains);
        self
    }

    fn check_limits<T: Serialize>(&self, items: &T, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if sink.is_lenient() {
            return;
        }
        let Ok(Value::Array(items)) = serde_json::to_value(items) else { return };
        if self.unique_items {
            let mut seen = HashSet::new();
            if !items.iter().all(|item| seen.insert(canonical(item))) {
                at.note(sink, self.clause, "uniqueItems", "has two equal items");
            }
        }
        if let Some(Contains { accepts, min_contains, max_contains }) = &self.contains {
            let count = items.iter().filter(|item| accepts(item)).count();
            let min_contains = min_contains.unwrap_or(1);
            if count == 0 && min_contains > 0 {
                at.note(sink, self.clause, "contains", "has no item of the kind that it must have");
            } else if count < min_contains {
                let message = Message::too_few(count, "items of a kind", min_contains);
                at.note(sink, self.clause, "minContains", message);
            }
            if let Some(max_contains) = max_contains.filter(|max_contains| count > *max_contains) {
                let message = Message::too_many(count, "items of a kind", max_contains);
                at.note(sink, self.clause, "maxContains", message);
            }
        }
    }
}

impl<C: Check> Check for WholeList<C>
where
    C::Value: Serialize,
{
    type Value = C::Value;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        let items = self.list.decode(deserializer, at, sink)?;
        // A list that lacks an unreadable item differs from the submitted list.
        if let Some(items) = &items {
            self.check_limits(items, at, sink);
        }
        Ok(items)
    }

    fn validate(&self, items: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.list.validate(items, at, sink);
        self.check_limits(items, at, sink);
    }
}

/// Returns whether a value passes a check.
pub fn accepts<C: Check>(check: &C, value: &Value) -> bool {
    let mut sink = ViolationSink::strict();
    let decoded = check.decode(value, &JsonPath::ROOT, &mut sink);
    matches!(decoded, Ok(Some(_))) && sink.noted() == 0
}

/// Returns whether a property name passes a check.
pub fn accepts_name<C: Check>(check: &C, name: &str) -> bool {
    let mut sink = ViolationSink::strict();
    let name: StrDeserializer<'_, serde_json::Error> = name.into_deserializer();
    matches!(check.decode(name, &JsonPath::ROOT, &mut sink), Ok(Some(_))) && sink.noted() == 0
}

/// Returns a string that equal values share, and no others: properties are sorted, and integers have no fraction.
#[must_use]
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (name, member) in members {
                write(&Value::from(name.as_str()), text);
                text.push(':');
                write(member, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Number(number) => {
            let float = number.as_f64().filter(|_| number.is_f64());
            let _ = match float.and_then(crate::decode::number::whole) {
                Some(whole) => write!(text, "{whole}"),
                None => write!(text, "{number}"),
            };
        }
        plain => {
            let _ = write!(text, "{plain}");
        }
    }
}

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
