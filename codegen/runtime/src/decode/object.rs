//! Objects with listed properties: what an emitted struct's decoding is made of.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess};
use serde_json::{Map, Value};

use super::json_path::PropertyName;
use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::{Keep, Skip};
use super::{Check, JsonPath, Model, Name, Nullable, Seed, ViolationSink};
use crate::Message;
use crate::rule::View;
use crate::three_state::ThreeState;

/// An emitted struct.
pub trait Object: Model {
    /// Decodes and judges the members, and then the object as a whole.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_members<'de, A: MapAccess<'de>>(
        members: A,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes an emitted struct.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn object<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: Object> JsonVisitor for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        T::decode_members(members, at, found)
    }
}

/// A listed property of an object.
#[derive(Debug)]
pub struct Property<C> {
    name: PropertyName,
    clause: &'static str,
    check: C,
}

impl<C: Check> Property<C> {
    /// A property, its path among the clauses, and what it may hold.
    #[must_use]
    pub const fn new(name: &'static str, clause: &'static str, check: C) -> Self {
        Self { name: PropertyName::new(name, false), clause, check }
    }

    /// The same of a property that may be left out: read leniently, null there is as if it were.
    #[must_use]
    pub const fn optional(name: &'static str, clause: &'static str, check: C) -> Self {
        Self { name: PropertyName::new(name, true), clause, check }
    }

    /// Reads the member's value; of several members of one name the last counts.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    pub fn read<'de, A: MapAccess<'de>>(
        &self,
        members: &mut A,
        slot: &mut Slot<C::Value>,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<(), A::Error> {
        let here = at.property(self.name);
        if slot.is_given() {
            found.replace(&here);
        }
        let noted = found.noted();
        let seed = Seed { check: &self.check, at: &here, found: &mut *found };
        *slot = match members.next_value_seed(seed)? {
            Some(value) => Slot::Read(value),
            // Null, read leniently.
            None if found.noted() == noted => Slot::Missing,
            None => Slot::Unreadable,
        };
        Ok(())
    }

    /// Notes a violation when the member was left out. Read leniently, an optional one may be: so
    /// is a discriminator that the struct does not know the value of.
    pub fn require(&self, slot: &Slot<C::Value>, at: &JsonPath<'_>, found: &mut ViolationSink) {
        let asked = !self.name.is_optional() || !found.is_lenient();
        if asked && !slot.is_given() {
            at.property(self.name).note(found, self.clause, "required", "is missing");
        }
    }

    /// Judges the value of a field.
    pub fn validate(&self, value: &C::Value, at: &JsonPath<'_>, found: &mut ViolationSink) {
        self.check.validate(value, &at.property(self.name), found);
    }

    /// Judges the value of a field that may be left out.
    pub fn validate_given(
        &self,
        value: &Option<C::Value>,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) {
        if let Some(value) = value {
            self.validate(value, at, found);
        }
    }
}

impl<C: Check> Property<Nullable<C>> {
    /// Judges the value of a field that may be left out and may be null.
    pub fn validate_three_state<T: ThreeState<Value = C::Value>>(
        &self,
        value: &T,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) {
        if let Some(value) = value.value() {
            self.check.0.validate(value, &at.property(self.name), found);
        }
    }
}

/// What was read of a member so far.
#[derive(Debug)]
pub enum Slot<T> {
    /// It has not come.
    Missing,
    /// It came, and no value could be made of it; that is noted.
    Unreadable,
    /// Its value.
    Read(T),
}

impl<T> Slot<T> {
    /// Whether the member came, whatever it held.
    pub const fn is_given(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    /// The value, where there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Read(value) => Some(value),
            Self::Missing | Self::Unreadable => None,
        }
    }

    /// The member as rules see it.
    pub fn view<'s>(&'s self, look: impl FnOnce(&'s T) -> View<'s>) -> View<'s> {
        match self {
            Self::Missing => View::Absent,
            Self::Unreadable => View::Unreadable,
            Self::Read(value) => look(value),
        }
    }
}

impl<T> Slot<Option<T>> {
    /// The member as a field that may be left out and may be null.
    pub fn three_state<S: ThreeState<Value = T>>(self) -> S {
        self.value().map_or_else(S::default, S::from)
    }
}

/// Keeps the value of a member that is not listed; of several of one name the last counts.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn keep<'de, A: MapAccess<'de>>(
    name: Name<'de>,
    members: &mut A,
    kept: &mut Map<String, Value>,
    at: &JsonPath<'_>,
) -> Result<(), A::Error> {
    let value = members.next_value_seed(Keep(at.depth() + 1))?;
    kept.insert(name.into_inner().into_owned(), value);
    Ok(())
}

/// The members of an object that are not listed where none may be; each counts once.
#[derive(Debug, Default)]
pub struct Unknown(BTreeSet<String>);

impl Unknown {
    /// None so far.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeSet::new())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes one, once however often it comes, and passes over its value; read leniently, only that.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    #[cold]
    pub fn note<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        members: &mut A,
        clause: &'static str,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<(), A::Error> {
        if !found.is_lenient() && self.0.insert(name.to_owned()) {
            let message = "is not a property of this object";
            at.member(name).note(found, clause, "additionalProperties", message);
        }
        members.next_value_seed(Skip::inside(at))
    }
}

/// Judges that the members that are kept beside the listed ones have names of their own: with the
/// name of a listed one a member would be written twice.
pub fn unlisted_names(
    kept: &Map<String, Value>,
    listed: &[&str],
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    if kept.is_empty() {
        return;
    }
    for name in listed.iter().filter(|name| kept.contains_key(**name)) {
        let message = "is a property of this object already";
        at.member(name).note(found, clause, "additionalProperties", message);
    }
}

/// Judges how many members an object has: those of the listed that are given, and others.
pub fn min_properties(
    given: &[bool],
    others: usize,
    least: usize,
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count() + others;
    if count < least && !found.is_lenient() {
        let message = Message::too_few(count, "properties", least);
        at.note(found, clause, "minProperties", message);
    }
}

/// Judges how many members an object has, as [`min_properties`] does.
pub fn max_properties(
    given: &[bool],
    others: usize,
    most: usize,
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count() + others;
    if count > most && !found.is_lenient() {
        let message = Message::too_many(count, "properties", most);
        at.note(found, clause, "maxProperties", message);
    }
}

/// Judges that the members that another one needs are given with it.
pub fn dependent_required(
    name: &str,
    is_given: bool,
    needs: &[(&str, bool)],
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    if !is_given || found.is_lenient() {
        return;
    }
    for (other, _) in needs.iter().filter(|(_, given)| !given) {
        let message = format!("has `{name}` and lacks `{other}`");
        at.note(found, clause, "dependentRequired", message);
    }
}

/// Judges that exactly one of some members is given.
pub fn exactly_one(
    given: &[bool],
    names: &[&str],
    clause: &'static str,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count();
    if count != 1 && !found.is_lenient() {
        let names = names.join("`, `");
        let message = format!("has {count} of `{names}`, exactly one is allowed");
        at.note(found, clause, "exactlyOne", message);
    }
}
