//! Makes values whose parts together meet the constraints of the surrounding schema: unique items, contained
//! items, allowed names and dependent properties.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use webdata_spec::model::{Keyword, Object, Schema, Shape};

use super::{Extent, Samples, letters, number_of};
use crate::derive::values::format_samples::valid_samples;
use crate::derive::values::lengths::string_of_pattern;
use crate::interpreter::limits::fits;

/// Returns whether a list requires unique items or contains items of a certain schema.
pub(crate) fn constrains_items(list: &Schema) -> bool {
    list.operand(Keyword::UniqueItems).is_some() || list.subschema(Keyword::Contains).is_some()
}

pub(crate) fn minimum_items(list: &Schema) -> usize {
    let min_items = list.count(Keyword::MinItems).unwrap_or(0);
    usize::try_from(min_items).unwrap_or(usize::MAX).max(min_contained(list))
}

/// Returns the minimum number of items that match the `contains` schema of a list.
fn min_contained(list: &Schema) -> usize {
    let min_contains =
        || list.count(Keyword::MinContains).map_or(1, |min_contains| min_contains as usize);
    list.subschema(Keyword::Contains).map_or(0, |_| min_contains())
}

impl<'s> Samples<'s> {
    /// Returns `count` items for a list, with as few as allowed that match its `contains` schema.
    pub(crate) fn items(self, list: &'s Schema, items: &'s Schema, count: usize) -> Vec<Value> {
        if !constrains_items(list) {
            return (0..count).map(|index| self.distinct(items, index)).collect();
        }
        self.mixed(list, items, min_contained(list).min(count), count)
    }

    pub(crate) fn tuple(self, items: &'s [Schema], count: usize, extent: Extent) -> Vec<Value> {
        items.iter().take(count).map(|item| self.value(item, extent)).collect()
    }

    /// Returns `count` items for a list, of which `contained` match its `contains` schema. Fewer are returned
    /// if the schema allows no more different items.
    pub(crate) fn mixed(
        self,
        list: &'s Schema,
        items: &'s Schema,
        contained: usize,
        count: usize,
    ) -> Vec<Value> {
        let is_unique = list.operand(Keyword::UniqueItems).is_some();
        let part = list.subschema(Keyword::Contains);
        let mut values: Vec<Value> = Vec::new();
        let mut add = |schema: &'s Schema, wanted: usize, is_meant: &dyn Fn(&Value) -> bool| {
            for index in 0..=4 * count {
                let value = self.varied(schema, index);
                let is_new = !is_unique || !values.contains(&value);
                if values.len() < wanted && is_meant(&value) && is_new {
                    values.push(value);
                }
            }
        };
        if let Some(part) = part {
            let resolved = self.spec.resolve(items);
            add(part, contained, &|value| fits(resolved, value));
        }
        add(items, count, &|value| part.is_none_or(|part| !fits(part, value)));
        values
    }

    /// Returns the `index`th of several values, as [`Samples::distinct`] does, but also for numbers, patterns
    /// and formats.
    pub(crate) fn varied(self, schema: &'s Schema, index: usize) -> Value {
        let schema = self.spec.resolve(schema);
        let (first, distinct) = (self.value(schema, Extent::Minimal), self.distinct(schema, index));
        if distinct != first || !schema.only_values().is_empty() {
            return distinct;
        }
        let other = match &schema.shape {
            Shape::Any => json!(index),
            Shape::Boolean => json!(index % 2 == 1),
            Shape::Integer | Shape::Number => {
                let step = schema.number(Keyword::MultipleOf).unwrap_or(1.0);
                let start = first.as_f64().unwrap_or_default();
                let up = number_of(schema, start + index as f64 * step);
                if fits(schema, &up) { up } else { number_of(schema, start - index as f64 * step) }
            }
            Shape::String => match (schema.format(), schema.pattern()) {
                (Some(format), _) => {
                    json!(valid_samples(format)[index % valid_samples(format).len()])
                }
                (None, Some(pattern)) => {
                    let length = first.as_str().map_or(0, |text| text.chars().count());
                    string_of_pattern(pattern, length + index).map_or(first.clone(), Value::from)
                }
                (None, None) => distinct,
            },
            _ => distinct,
        };
        if fits(schema, &other) { other } else { first }
    }

    /// Returns two allowed names for entries of a map.
    pub(crate) fn names(self, map: &Schema) -> [String; 2] {
        let mut names = self.entry_names(map, 2).into_iter();
        let mut next = || names.next().unwrap_or_else(|| "sample".to_owned());
        [next(), next()]
    }

    /// Returns `count` allowed names for entries of a map.
    fn entry_names(self, map: &Schema, count: usize) -> Vec<String> {
        let usual = ["sample".to_owned(), "other".to_owned()];
        let Some(part) = map.subschema(Keyword::PropertyNames) else {
            let more = (1..count).map(letters);
            return usual.into_iter().chain(more).take(count).collect();
        };
        let listed = part.words().unwrap_or_default().iter().cloned();
        let made = (1..64).filter_map(|length| string_of_pattern(part.pattern()?, length));
        let made: Vec<String> = made.collect();
        let longer =
            made.iter().flat_map(|text| (1..=count).map(move |n| text.clone() + &letters(n)));
        let made = made.iter().cloned().chain(longer);
        let shorter = (1..=count).map(letters);
        let all = usual.into_iter().chain(listed).chain(shorter).chain(made);
        let mut seen = HashSet::new();
        let new = all.filter(|name| fits(part, &json!(name)) && seen.insert(name.clone()));
        new.take(count).collect()
    }

    /// Returns a map with `count` entries, or with fewer if there are not enough names.
    pub(crate) fn map(self, map: &Schema, values: &'s Schema, count: usize) -> Value {
        let names = self.entry_names(map, count).into_iter().enumerate();
        names
            .map(|(index, name)| (name, self.distinct(values, index)))
            .collect::<Map<_, _>>()
            .into()
    }

    /// Adds the properties that others depend on, and removes optional properties beyond the maximum.
    pub(crate) fn add_dependents(
        self,
        schema: &Schema,
        object: &'s Object,
        members: &mut Map<String, Value>,
    ) {
        while let Some(name) = missing_dependent(schema, members) {
            let Some(property) = object.properties.get(&name) else { break };
            members.insert(name, self.value(&property.schema, Extent::Minimal));
        }
        let max_properties = schema.count(Keyword::MaxProperties).unwrap_or(u64::MAX);
        for name in object.properties.keys().rev() {
            let is_needed = object.properties[name].required
                || schema.exactly_one().contains(name)
                || schema
                    .dependents()
                    .any(|(owner, needs)| members.contains_key(owner) && needs.contains(name));
            if members.len() as u64 > max_properties && !is_needed {
                members.shift_remove(name);
            }
        }
    }
}

/// Returns the first missing property that one of the properties depends on.
fn missing_dependent(schema: &Schema, members: &Map<String, Value>) -> Option<String> {
    let dependents = schema.dependents().filter(|(name, _)| members.contains_key(*name));
    let mut needed = dependents.flat_map(|(_, needs)| needs);
    needed.find(|name| !members.contains_key(*name)).cloned()
}
