//! Objects: with listed properties, the parts that decode generated structs, and with free property names.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess};
use serde_json::{Map, Value};

use crate::decode::json_visitor::{JsonVisitor, Keep, Skip, visit};
use crate::decode::violation_sink::PropertyName;
use crate::decode::{Check, JsonPath, Model, Name, Nullable, Seed, ViolationSink};
use crate::three_state::ThreeState;
use crate::view::View;
use crate::{Message, Violations};

/// A generated struct.
pub trait Object: Model {
    /// Decodes and validates the properties, then validates the object as a whole.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode_members<'de, A: MapAccess<'de>>(
        members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes a generated struct.
///
/// # Errors
/// Only those of the deserializer: the input is not well formed.
pub fn object<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&ObjectVisitor(PhantomData::<fn() -> T>), deserializer, at, sink)
}

/// Reads and validates an object.
struct ObjectVisitor<T>(PhantomData<fn() -> T>);

impl<T: Object> JsonVisitor for ObjectVisitor<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        T::decode_members(members, at, sink)
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
    /// Makes a required property from its name, the path of its clauses and the check of its value.
    #[must_use]
    pub const fn new(name: &'static str, clause: &'static str, check: C) -> Self {
        Self { name: PropertyName::new(name, false), clause, check }
    }

    /// Makes a property that may be absent. In lenient mode, null counts as absent.
    #[must_use]
    pub const fn optional(name: &'static str, clause: &'static str, check: C) -> Self {
        Self { name: PropertyName::new(name, true), clause, check }
    }

    /// Reads the value of the property. Of several properties with one name, the last one counts.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    pub fn read<'de, A: MapAccess<'de>>(
        &self,
        members: &mut A,
        slot: &mut Slot<C::Value>,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<(), A::Error> {
        let here = at.property(self.name);
        if slot.is_given() {
            sink.replace(&here);
        }
        let noted = sink.noted();
        let seed = Seed { check: &self.check, at: &here, sink: &mut *sink };
        *slot = match members.next_value_seed(seed)? {
            Some(value) => Slot::Read(value),
            // Null in lenient mode.
            None if sink.noted() == noted => Slot::Missing,
            None => Slot::Unreadable,
        };
        Ok(())
    }

    /// Notes a violation if the property is absent. In lenient mode, a property that was made by
    /// [`Self::optional`] may be absent.
    pub fn require(&self, slot: &Slot<C::Value>, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        let is_required = !self.name.is_optional() || !sink.is_lenient();
        if is_required && !slot.is_given() {
            at.property(self.name).note(sink, self.clause, "required", "is missing");
        }
    }

    /// Validates the value of a field.
    pub fn validate(&self, value: &C::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check.validate(value, &at.property(self.name), sink);
    }

    /// Validates the value of an optional field.
    pub fn validate_given(
        &self,
        value: &Option<C::Value>,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        if let Some(value) = value {
            self.validate(value, at, sink);
        }
    }
}

impl<C: Check> Property<Nullable<C>> {
    /// Validates the value of an optional and nullable field.
    pub fn validate_three_state<T: ThreeState<Value = C::Value>>(
        &self,
        value: &T,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        if let Some(value) = value.value() {
            self.check.0.validate(value, &at.property(self.name), sink);
        }
    }
}

/// The state of a property during a pass.
#[derive(Debug)]
pub enum Slot<T> {
    /// The pass has not read the property.
    Missing,
    /// The property is present, but has no usable value. A violation was noted.
    Unreadable,
    /// The value of the property.
    Read(T),
}

impl<T> Slot<T> {
    /// Returns whether the property is present, with or without a usable value.
    pub const fn is_given(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    /// Returns the value, if there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Read(value) => Some(value),
            Self::Missing | Self::Unreadable => None,
        }
    }

    /// Returns the property as rules see it.
    pub fn view<'s>(&'s self, as_view: impl FnOnce(&'s T) -> View<'s>) -> View<'s> {
        match self {
            Self::Missing => View::Absent,
            Self::Unreadable => View::Unreadable,
            Self::Read(value) => as_view(value),
        }
    }
}

impl<T> Slot<Option<T>> {
    /// Returns the property as an optional and nullable field.
    pub fn three_state<S: ThreeState<Value = T>>(self) -> S {
        self.value().map_or_else(S::default, S::or_null)
    }
}

/// Keeps the value of an unlisted property. Of several properties with one name, the last one counts.
///
/// # Errors
/// Only those of the deserializer: the input is not well formed.
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

/// The unlisted properties of an object that allows none. Each name counts once.
#[derive(Debug, Default)]
pub struct Unknown(BTreeSet<String>);

impl Unknown {
    /// Makes an empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeSet::new())
    }

    /// Returns the number of distinct names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no unlisted properties.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes an unlisted property, once for each name, and skips its value. In lenient mode, only skips the
    /// value.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    #[cold]
    pub fn note<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        members: &mut A,
        clause: &'static str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<(), A::Error> {
        if !sink.is_lenient() && self.0.insert(name.to_owned()) {
            let message = "is not a property of this object";
            at.member(name).note(sink, clause, "additionalProperties", message);
        }
        members.next_value_seed(Skip::inside(at))
    }
}

/// Validates that no unlisted property has the name of a listed one; the object would be serialized with the
/// name twice.
pub fn unlisted_names(
    kept: &Map<String, Value>,
    listed: &[&str],
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    if kept.is_empty() {
        return;
    }
    for name in listed.iter().filter(|name| kept.contains_key(**name)) {
        let message = "is a property of this object already";
        at.member(name).note(sink, clause, "additionalProperties", message);
    }
}

/// Validates the smallest number of properties: the `true` items of `given`, plus `others`.
pub fn min_properties(
    given: &[bool],
    others: usize,
    minimum: usize,
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count() + others;
    if count < minimum && !sink.is_lenient() {
        let message = Message::too_few(count, "properties", minimum);
        at.note(sink, clause, "minProperties", message);
    }
}

/// Validates the largest number of properties, which are counted as in [`min_properties`].
pub fn max_properties(
    given: &[bool],
    others: usize,
    maximum: usize,
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count() + others;
    if count > maximum && !sink.is_lenient() {
        let message = Message::too_many(count, "properties", maximum);
        at.note(sink, clause, "maxProperties", message);
    }
}

/// Validates that the properties that `name` needs are present with it.
pub fn dependent_required(
    name: &str,
    is_given: bool,
    needs: &[(&str, bool)],
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    if !is_given || sink.is_lenient() {
        return;
    }
    for (other, _) in needs.iter().filter(|(_, given)| !given) {
        let message = format!("has `{name}` and lacks `{other}`");
        at.note(sink, clause, "dependentRequired", message);
    }
}

/// Validates that exactly one of several properties is present.
pub fn exactly_one(
    given: &[bool],
    names: &[&str],
    clause: &'static str,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    let count = given.iter().filter(|given| **given).count();
    if count != 1 && !sink.is_lenient() {
        let names = names.join("`, `");
        let message = format!("has {count} of `{names}`, exactly one is allowed");
        at.note(sink, clause, "exactlyOne", message);
    }
}

/// Validates a required property of a builder, or reports it as missing.
pub fn required<C: Check>(
    property: &Property<C>,
    value: &Option<C::Value>,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    match value {
        Some(value) => property.validate(value, at, sink),
        None => property.require(&Slot::<C::Value>::Missing, at, sink),
    }
}

/// Validates the parts of a value whose builder lacks required properties.
#[must_use]
pub fn missing(check: impl FnOnce(&JsonPath<'_>, &mut ViolationSink)) -> Violations {
    let mut sink = ViolationSink::strict();
    check(&JsonPath::ROOT, &mut sink);
    sink.into_violations()
}

/// The check of an object with free property names, whose values share one check.
#[derive(Debug)]
pub struct Dictionary<C> {
    clause: &'static str,
    values: C,
    min_properties: usize,
    max_properties: usize,
    property_names: Option<fn(&str) -> bool>,
}

impl<C> Dictionary<C> {
    /// Makes a check that accepts any number of properties.
    #[must_use]
    pub const fn new(clause: &'static str, values: C) -> Self {
        let (min_properties, max_properties) = (0, usize::MAX);
        Self { clause, values, min_properties, max_properties, property_names: None }
    }

    /// Requires at least `min_properties` properties.
    #[must_use]
    pub const fn min_properties(mut self, min_properties: usize) -> Self {
        self.min_properties = min_properties;
        self
    }

    /// Allows at most `max_properties` properties.
    #[must_use]
    pub const fn max_properties(mut self, max_properties: usize) -> Self {
        self.max_properties = max_properties;
        self
    }

    /// Requires that `accepts` returns `true` for each name.
    #[must_use]
    pub const fn property_names(mut self, accepts: fn(&str) -> bool) -> Self {
        self.property_names = Some(accepts);
        self
    }

    /// Validates the names, which are distinct, and their number.
    fn check_limits<'n>(
        &self,
        mut names: impl Iterator<Item = &'n String> + Clone,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) {
        if sink.is_lenient() {
            return;
        }
        let count = names.clone().count();
        if count < self.min_properties {
            min_properties(&[], count, self.min_properties, self.clause, at, sink);
        }
        if count > self.max_properties {
            max_properties(&[], count, self.max_properties, self.clause, at, sink);
        }
        if let Some(accepts) = self.property_names
            && !names.all(|name| accepts(name))
        {
            let message = "has a name that the contract does not allow";
            at.note(sink, self.clause, "propertyNames", message);
        }
    }
}

impl<C: Check> JsonVisitor for Dictionary<C> {
    type Value = BTreeMap<String, C::Value>;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let mut values = BTreeMap::new();
        let mut unreadable = BTreeSet::new();
        while let Some(name) = members.next_key::<Name<'de>>()? {
            let (name, here) = (name.as_str(), at.member(name.as_str()));
            // Of several properties with one name, the last one counts, and so do only its violations.
            if sink.noted() > 0 && (unreadable.remove(name) || values.contains_key(name)) {
                sink.replace(&here);
            }
            let seed = Seed { check: &self.values, at: &here, sink: &mut *sink };
            match members.next_value_seed(seed)? {
                Some(value) => {
                    values.insert(name.to_owned(), value);
                }
                None => {
                    values.remove(name);
                    unreadable.insert(name.to_owned());
                }
            }
        }
        self.check_limits(values.keys().chain(&unreadable), at, sink);
        Ok(unreadable.is_empty().then_some(values))
    }
}

impl<C: Check> Check for Dictionary<C> {
    decode_by_visitor!(BTreeMap<String, C::Value>);

    fn validate(&self, values: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        for (name, value) in values {
            self.values.validate(value, &at.member(name), sink);
        }
        self.check_limits(values.keys(), at, sink);
    }
}
