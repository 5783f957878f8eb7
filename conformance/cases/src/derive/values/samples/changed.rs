//! Makes valid values that differ from a given one, and valid values whose objects have some of their properties, at
//! every level.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Keyword, Object, Schema, Shape};

use super::collections::{constrains_items, minimum_items};
use super::{Circumstances, Extent, Samples, is_identity, listed};
use crate::derive::values::json_values::with_tag;
use crate::equality::Meaning;
use crate::interpreter::breaks;
use crate::interpreter::limits::{broken, fits};

impl<'s> Samples<'s> {
    /// Returns a valid value other than `than`, if the schema allows one. Cases use it to check that a change
    /// is stored.
    pub(crate) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
        self.other_within(schema, than, &mut Vec::new())
    }

    /// Returns another value. `open` has the clauses of the schemas around it: a recursive type is changed only once.
    fn other_within(
        self,
        schema: &'s Schema,
        than: &Value,
        open: &mut Vec<&'s str>,
    ) -> Option<Value> {
        let schema = self.spec.resolve(schema);
        if open.contains(&schema.clause.as_str()) {
            return None;
        }
        open.push(schema.clause.as_str());
        let other = self.other_of(schema, than, open);
        open.pop();
        other
    }

    fn other_of(self, schema: &'s Schema, than: &Value, open: &mut Vec<&'s str>) -> Option<Value> {
        let candidates: Vec<Value> = match &schema.shape {
            _ if !schema.only_values().is_empty() => schema.only_values(),
            Shape::Boolean => vec![json!(true), json!(false)],
            Shape::Integer => {
                let limits = [Keyword::Minimum, Keyword::Maximum].into_iter();
                let limits = limits.filter_map(|keyword| schema.integer(keyword)).map(Value::from);
                let varied = (0..3).map(|index| self.varied(schema, index));
                limits.filter(|limit| fits(schema, limit)).chain(varied).collect()
            }
            Shape::Enum(_) => listed(schema).map(Value::from).collect(),
            Shape::Array { items } if constrains_items(schema) => {
                let counts = minimum_items(schema)..;
                let lists = counts.take(4).map(|count| self.items(schema, items, count).into());
                lists.filter(|list| broken(schema, list).is_empty()).collect()
            }
            Shape::Array { items, .. } => {
                let item = self.distinct(items, 1);
                vec![json!([item]), json!([self.value(items, Extent::Minimal), item])]
            }
            Shape::Tuple(items) => {
                let full = self.tuple(items, items.len(), Extent::Full);
                let changed = items.iter().enumerate().filter_map(|(index, item)| {
                    let mut changed = full.clone();
                    changed[index] = self.other_within(item, &full[index], open)?;
                    Some(Value::from(changed))
                });
                changed.chain([full.clone().into()]).collect()
            }
            Shape::Object(object) => self.other_objects(schema, object, open),
            Shape::Map(values) => {
                let names = self.names(schema).into_iter().rev();
                names.map(|name| json!({ name: self.value(values, Extent::Minimal) })).collect()
            }
            Shape::OneOf(alternatives) => alternatives
                .last()
                .and_then(|fullest| self.other_within(fullest, than, open))
                .into_iter()
                .collect(),
            Shape::Union(_) | Shape::Ref(_) => vec![self.value(schema, Extent::Minimal)],
            Shape::String | Shape::Any | Shape::Number => {
                let made = [self.distinct(schema, 1), self.varied(schema, 1)];
                schema.examples.iter().cloned().chain(made).collect()
            }
        };
        // A server may return an equal value in place of the one that was sent.
        let meaning = Meaning::new(self.spec, schema);
        let rules = || schema.object().into_iter().flat_map(|object| &object.rules);
        let mut kept =
            candidates.into_iter().filter(|value| !rules().any(|rule| breaks(rule, value)));
        kept.find(|candidate| !meaning.is_equal(than, candidate))
    }

    fn other_objects(
        self,
        schema: &Schema,
        object: &'s Object,
        open: &mut Vec<&'s str>,
    ) -> Vec<Value> {
        let minimal = self.object_within(schema, object, Extent::Minimal, &mut Vec::new());
        let changed = object.properties.iter().filter_map(|(name, property)| {
            let listed = schema.exactly_one().contains(name);
            let sample = minimal.get(name).cloned();
            if listed && sample.is_none() {
                return None;
            }
            let sample = sample.unwrap_or_else(|| self.value(&property.schema, Extent::Full));
            let other = self.other_within(&property.schema, &sample, open)?;
            let mut changed = minimal.clone();
            changed.insert(name.clone(), other);
            self.add_dependents(schema, object, &mut changed);
            Some(Value::Object(changed))
        });
        let more = object.properties.iter().filter(|(name, _)| !minimal.contains_key(*name));
        let more = more.filter(|(name, _)| !schema.exactly_one().contains(*name));
        let more = more.map(|(name, property)| {
            let mut changed = minimal.clone();
            changed.insert(name.clone(), self.value(&property.schema, Extent::Full));
            self.add_dependents(schema, object, &mut changed);
            Value::Object(changed)
        });
        changed.chain(more).collect()
    }

    /// Returns a value whose objects have the optional properties that `chosen` selects, by their index in the
    /// object. A property whose value has optional properties itself is always there. Values differ from defaults,
    /// and a list has an item of each variant with optional properties.
    pub(crate) fn with_chosen_properties(
        self,
        schema: &'s Schema,
        chosen: &dyn Fn(usize) -> bool,
    ) -> Value {
        PartialSamples { samples: self, chosen, open: Vec::new() }.value(schema)
    }

    /// Returns the last alternative of a value that may have several JSON types.
    fn last_alternative(self, schema: &'s Schema) -> &'s Schema {
        let resolved = self.spec.resolve(schema);
        match &resolved.shape {
            Shape::OneOf(alternatives) => {
                alternatives.last().map_or(schema, |last| self.last_alternative(last))
            }
            _ => resolved,
        }
    }

    /// Returns whether a value contains an object with an optional property.
    fn has_choice(self, schema: &'s Schema, open: &mut Vec<&'s str>) -> bool {
        let schema = self.last_alternative(schema);
        if open.contains(&schema.clause.as_str()) {
            return false;
        }
        open.push(schema.clause.as_str());
        let mut has_choice = |schema| self.has_choice(schema, open);
        match &schema.shape {
            Shape::Object(object) => object.properties.values().any(|property| !property.required),
            Shape::Array { items } => has_choice(items),
            Shape::Union(union) => {
                let mut variants = union.variants.values();
                variants.any(|name| self.spec.schema(name).is_some_and(&mut has_choice))
            }
            Shape::Any
            | Shape::Boolean
            | Shape::Integer
            | Shape::Number
            | Shape::String
            | Shape::Enum(_)
            | Shape::Tuple(_)
            | Shape::Map(_)
            | Shape::OneOf(_)
            | Shape::Ref(_) => false,
        }
    }
}

/// Makes values whose objects have the chosen optional properties.
struct PartialSamples<'c, 's> {
    samples: Samples<'s>,
    chosen: &'c dyn Fn(usize) -> bool,
    /// The clauses of the schemas around the current one, so that a type that contains itself ends.
    open: Vec<&'s str>,
}

impl<'s> PartialSamples<'_, 's> {
    fn value(&mut self, schema: &'s Schema) -> Value {
        let samples = self.samples;
        let schema = samples.last_alternative(schema);
        let full = || samples.value(schema, Extent::Full);
        // At the second level of a recursive type, only required properties are added.
        let clause = schema.clause.as_str();
        if self.open.contains(&clause) || !schema.only_values().is_empty() {
            return samples.value(schema, Extent::Minimal);
        }
        self.open.push(clause);
        let value = match &schema.shape {
            Shape::Object(object) => self.object(schema, object).into(),
            Shape::Array { items } if !constrains_items(schema) && minimum_items(schema) < 2 => {
                self.items(items).into()
            }
            Shape::Boolean | Shape::Integer | Shape::Number | Shape::Enum(_) => {
                let usual = schema.default.clone().unwrap_or_else(full);
                samples.other(schema, &usual).unwrap_or(usual)
            }
            Shape::Any
            | Shape::String
            | Shape::Array { .. }
            | Shape::Tuple(_)
            | Shape::Map(_)
            | Shape::Union(_)
            | Shape::OneOf(_)
            | Shape::Ref(_) => full(),
        };
        self.open.pop();
        if broken(schema, &value).is_empty() { value } else { full() }
    }

    fn object(&mut self, schema: &'s Schema, object: &'s Object) -> Map<String, Value> {
        let (samples, mut index) = (self.samples, 0);
        samples.object_with(schema, object, false, &mut |property, is_sure| {
            let mut is_chosen = || {
                if samples.has_choice(&property.schema, &mut self.open.clone()) {
                    return true;
                }
                index += 1;
                (self.chosen)(index - 1)
            };
            let is_chosen = is_sure || (!is_identity(property) && is_chosen());
            is_chosen.then(|| self.value(&property.schema))
        })
    }

    fn items(&mut self, items: &'s Schema) -> Vec<Value> {
        let samples = self.samples;
        let Shape::Union(union) = &samples.last_alternative(items).shape else {
            return vec![self.value(items)];
        };
        let variants = union.variants.iter().filter_map(|(tag, name)| {
            let schema = samples.spec.schema(name)?;
            let has_choice = samples.has_choice(schema, &mut self.open.clone());
            has_choice.then(|| with_tag(self.value(schema), &union.discriminator, tag))
        });
        let is_free = |value: &Value| Circumstances::has_none(samples.spec, items, value);
        variants.filter(is_free).collect()
    }
}
