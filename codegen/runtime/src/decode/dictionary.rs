//! Objects whose property names are free.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserializer, MapAccess};

use super::json_visitor::{JsonVisitor, visit};
use super::object::{max_properties, min_properties};
use super::{Check, JsonPath, Name, Seed, ViolationSink};

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
    type Value = BTreeMap<String, C::Value>;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, values: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        for (name, value) in values {
            self.values.validate(value, &at.member(name), sink);
        }
        self.check_limits(values.keys(), at, sink);
    }
}
