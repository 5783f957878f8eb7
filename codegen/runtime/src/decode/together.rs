//! Restrictions on all items of a list together: that they are unique, and how many pass a check.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, IntoDeserializer as _};
use serde_json::Value;

use super::{Check, JsonPath, ViolationSink};
use crate::Message;

/// The check of a list with restrictions on all its items together.
#[derive(Debug)]
pub struct Together<C> {
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
    pub least: Option<usize>,
    /// The largest allowed number; `None` for no limit.
    pub most: Option<usize>,
}

impl<C> Together<C> {
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
        if let Some(Contains { accepts, least: min_contains, most: max_contains }) = &self.contains
        {
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

impl<C: Check> Check for Together<C>
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
            let _ = match float.and_then(super::number::whole) {
                Some(whole) => write!(text, "{whole}"),
                None => write!(text, "{number}"),
            };
        }
        plain => {
            let _ = write!(text, "{plain}");
        }
    }
}
