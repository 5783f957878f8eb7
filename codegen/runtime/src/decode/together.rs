//! What is demanded of the items of a list together: that no two are equal, that some are of a kind.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, IntoDeserializer as _};
use serde_json::Value;

use super::{Check, JsonPath, ViolationSink};
use crate::Message;

/// A list with demands on its items together.
#[derive(Debug)]
pub struct Together<C> {
    clause: &'static str,
    list: C,
    unique_items: bool,
    contains: Option<Contains>,
}

/// How many items are of a kind.
#[derive(Debug)]
pub struct Contains {
    /// Whether an item is of the kind.
    pub accepts: fn(&Value) -> bool,
    /// The smallest number of them; 1 where the contract names none.
    pub least: Option<usize>,
    /// The largest number of them.
    pub most: Option<usize>,
}

impl<C> Together<C> {
    /// Takes the check of the list.
    #[must_use]
    pub const fn new(clause: &'static str, list: C) -> Self {
        Self { clause, list, unique_items: false, contains: None }
    }

    /// No two items are equal, as JSON Schema compares values.
    #[must_use]
    pub const fn unique_items(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// Some items are of a kind.
    #[must_use]
    pub const fn contains(mut self, contains: Contains) -> Self {
        self.contains = Some(contains);
        self
    }

    fn judge<T: Serialize>(&self, items: &T, at: &JsonPath<'_>, found: &mut ViolationSink) {
        if found.is_lenient() {
            return;
        }
        let Ok(Value::Array(items)) = serde_json::to_value(items) else { return };
        if self.unique_items {
            let mut seen = HashSet::new();
            if !items.iter().all(|item| seen.insert(canonical(item))) {
                at.note(found, self.clause, "uniqueItems", "has two equal items");
            }
        }
        if let Some(Contains { accepts, least, most }) = &self.contains {
            let count = items.iter().filter(|item| accepts(item)).count();
            let least = least.unwrap_or(1);
            if count == 0 && least > 0 {
                at.note(
                    found,
                    self.clause,
                    "contains",
                    "has no item of the kind that it must have",
                );
            } else if count < least {
                let message = Message::too_few(count, "items of a kind", least);
                at.note(found, self.clause, "minContains", message);
            }
            if let Some(most) = most.filter(|most| count > *most) {
                let message = Message::too_many(count, "items of a kind", most);
                at.note(found, self.clause, "maxContains", message);
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
        found: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        let items = self.list.decode(deserializer, at, found)?;
        // With an item missing the list is not the one that was sent.
        if let Some(items) = &items {
            self.judge(items, at, found);
        }
        Ok(items)
    }

    fn validate(&self, items: &Self::Value, at: &JsonPath<'_>, found: &mut ViolationSink) {
        self.list.validate(items, at, found);
        self.judge(items, at, found);
    }
}

/// Whether a check accepts a value.
pub fn accepts<C: Check>(check: &C, value: &Value) -> bool {
    let mut found = ViolationSink::strict();
    let decoded = check.decode(value, &JsonPath::ROOT, &mut found);
    matches!(decoded, Ok(Some(_))) && found.noted() == 0
}

/// Whether a check accepts a name.
pub fn accepts_name<C: Check>(check: &C, name: &str) -> bool {
    let mut found = ViolationSink::strict();
    let name: StrDeserializer<'_, serde_json::Error> = name.into_deserializer();
    matches!(check.decode(name, &JsonPath::ROOT, &mut found), Ok(Some(_))) && found.noted() == 0
}

/// The one spelling of a value and all that are equal to it: members in order, whole numbers without
/// a fraction.
fn canonical(value: &Value) -> String {
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
