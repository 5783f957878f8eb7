//! Objects with listed properties: what an emitted struct's decoding is made of.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::receive::{Receive, receive};
use super::{At, Check, Model, Nullable, Seed};
use crate::rule::View;
use crate::{Patch, Violations};

/// An emitted struct.
pub trait Object: Model {
    /// Decodes and judges the members, and then the object as a whole.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_members<'de, A: MapAccess<'de>>(
        members: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes an emitted struct.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn object<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    at: &At<'_>,
    found: &mut Violations,
) -> Result<Option<T>, D::Error> {
    receive(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: Object> Receive for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<T>, A::Error> {
        T::decode_members(members, at, found)
    }
}

/// A listed property of an object.
#[derive(Debug)]
pub struct Property<C> {
    name: &'static str,
    clause: &'static str,
    check: C,
}

impl<C: Check> Property<C> {
    /// A property, its path among the clauses, and what it may hold.
    #[must_use]
    pub const fn new(name: &'static str, clause: &'static str, check: C) -> Self {
        Self { name, clause, check }
    }

    /// Reads the member's value; of several members of one name the last counts.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    pub fn read<'de, A: MapAccess<'de>>(
        &self,
        members: &mut A,
        slot: &mut Slot<C::Value>,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<(), A::Error> {
        let here = at.member(self.name);
        if slot.is_given() {
            found.forget(&here.pointer());
        }
        *slot = match members.next_value_seed(Seed { check: &self.check, at: &here, found })? {
            Some(value) => Slot::Read(value),
            None => Slot::Unreadable,
        };
        Ok(())
    }

    /// Notes a violation when the member was left out.
    pub fn require(&self, slot: &Slot<C::Value>, at: &At<'_>, found: &mut Violations) {
        if !slot.is_given() {
            at.member(self.name).note(found, self.clause, "required", "is missing");
        }
    }

    /// Judges the value of a field.
    pub fn validate(&self, value: &C::Value, at: &At<'_>, found: &mut Violations) {
        self.check.validate(value, &at.member(self.name), found);
    }

    /// Judges the value of a field that may be left out.
    pub fn validate_given(&self, value: &Option<C::Value>, at: &At<'_>, found: &mut Violations) {
        if let Some(value) = value {
            self.validate(value, at, found);
        }
    }
}

impl<C: Check> Property<Nullable<C>> {
    /// Judges the value of a field that may be left out and may be null.
    pub fn validate_patch(&self, value: &Patch<C::Value>, at: &At<'_>, found: &mut Violations) {
        if let Patch::Value(value) = value {
            self.check.0.validate(value, &at.member(self.name), found);
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
    pub fn patch(self) -> Patch<T> {
        self.value().map_or(Patch::Absent, Patch::from)
    }
}

/// The name of a member, borrowed from the input where that is possible.
#[derive(Debug, Clone)]
pub struct Name<'de>(Cow<'de, str>);

impl<'de> Name<'de> {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name itself.
    #[must_use]
    pub fn into_inner(self) -> Cow<'de, str> {
        self.0
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }

    fn visit_string<E>(self, name: String) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name)))
    }
}

/// Passes over the value of a member that is not listed.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn skip<'de, A: MapAccess<'de>>(members: &mut A) -> Result<(), A::Error> {
    members.next_value::<IgnoredAny>().map(drop)
}

/// The members of an object that are not listed where none may be.
#[derive(Debug, Default)]
pub struct Unknown(BTreeSet<String>);

impl Unknown {
    /// None so far.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeSet::new())
    }

    /// Notes one, once however often it comes, and passes over its value.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    #[cold]
    pub fn note<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        members: &mut A,
        clause: &str,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<(), A::Error> {
        if self.0.insert(name.to_owned()) {
            let message = "is not a property of this object";
            at.member(name).note(found, clause, "additionalProperties", message);
        }
        skip(members)
    }
}

/// Judges how many members an object has: those of the listed that are given, and others.
pub fn min_properties(
    given: &[bool],
    others: usize,
    least: usize,
    clause: &str,
    at: &At<'_>,
    found: &mut Violations,
) {
    let count = given.iter().filter(|given| **given).count() + others;
    if count < least {
        let message = format!("has {count} properties, {least} are the least allowed");
        at.note(found, clause, "minProperties", message);
    }
}

/// Judges that exactly one of some members is given.
pub fn exactly_one(
    given: &[bool],
    names: &[&str],
    clause: &str,
    at: &At<'_>,
    found: &mut Violations,
) {
    let count = given.iter().filter(|given| **given).count();
    if count != 1 {
        let names = names.join("`, `");
        let message = format!("has {count} of `{names}`, exactly one is allowed");
        at.note(found, clause, "exactlyOne", message);
    }
}
