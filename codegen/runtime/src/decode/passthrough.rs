//! Values that no clause is about: they are kept as they were received, or skipped.
//!
//! Both read the whole value, so that what is no JSON inside it is found, and neither goes deeper
//! than JSON text may: the stack is safe from a value that was built in memory, too.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::nesting::enter;
use super::{JsonPath, Name, map};

/// Stores a value that is nested this many levels deep.
pub(super) struct Keep(pub(super) usize);

impl Keep {
    /// Stores the value at a place.
    pub(super) const fn at(at: &JsonPath<'_>) -> Self {
        Self(at.depth())
    }
}

impl<'de> DeserializeSeed<'de> for Keep {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        enter(self.0)?;
        let mut values = Vec::new();
        while let Some(item) = items.next_element_seed(Self(self.0 + 1))? {
            values.push(item);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Value, A::Error> {
        let mut members = match map::open(members, self.0)? {
            map::Map::Object(members) => members,
            map::Map::Number(digits) => return digits.number().map(Value::Number),
        };
        let mut values = Map::new();
        while let Some(name) = members.next_key::<Name<'de>>()? {
            let value = members.next_value_seed(Self(self.0 + 1))?;
            values.insert(name.into_inner().into_owned(), value);
        }
        Ok(Value::Object(values))
    }
}

/// Skips a value that is nested this many levels deep.
#[derive(Clone, Copy)]
pub(super) struct Skip(pub(super) usize);

impl Skip {
    /// Skips the value of a property or item at a place.
    pub(super) const fn inside(at: &JsonPath<'_>) -> Self {
        Self(at.depth() + 1)
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        enter(self.0)?;
        skip_items(items, Self(self.0 + 1))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        match map::open(members, self.0)? {
            map::Map::Object(members) => skip_members(members, Self(self.0 + 1)),
            map::Map::Number(digits) => digits.float().map(|_| ()),
        }
    }
}

/// Passes over the items of a list.
pub(super) fn skip_items<'de, A: SeqAccess<'de>>(mut items: A, skip: Skip) -> Result<(), A::Error> {
    while items.next_element_seed(skip)?.is_some() {}
    Ok(())
}

/// Skips the members of an object.
pub(super) fn skip_members<'de, A: MapAccess<'de>>(
    mut members: A,
    skip: Skip,
) -> Result<(), A::Error> {
    // A name can nest nothing.
    while members.next_entry_seed(skip, skip)?.is_some() {}
    Ok(())
}
