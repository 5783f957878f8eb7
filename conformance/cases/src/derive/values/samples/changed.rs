//! Makes valid values that differ from a given one, and valid values whose objects have some of their properties, at
//! every level.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Keyword, Object, Schema, Shape};

use super::collections::{constrains_items, minimum_items};
use super::{Circumstances, Extent, Samples, is_identity, listed, self_consistent};
use crate::derive::values::json_values::with_tag;
use crate::interpreter::limits::{broken, fits};

impl<'s> Samples<'s> {
    /// Returns a valid value other than `than`, if the schema allows one. Cases use it to check that a change
    /// is stored.
    pub(crate) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
        let schema = self.spec.resolve(schema);
        let candidates: Vec<Value> = match &schema.shape {
            _ if schema.constant().is_some() => Vec::new(),
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
                    changed[index] = self.other(item, &full[index])?;
                    Some(Value::from(changed))
                });
                changed.chain([full.clone().into()]).collect()
            }
            Shape::Object(object) => self.other_objects(schema, object),
            Shape::Map(values) => {
                let names = self.names(schema).into_iter().rev();
                names.map(|name| json!({ name: self.value(values, Extent::Minimal) })).collect()
            }
            Shape::OneOf(alternatives) => alternatives
                .last()
                .and_then(|fullest| self.other(fullest, than))
                .into_iter()
                .collect(),
            Shape::Union(_) | Shape::Ref(_) => vec![self.value(schema, Extent::Minimal)],
            Shape::String | Shape::Any | Shape::Number => {
                let made = [self.distinct(schema, 1), self.varied(schema, 1)];
                schema.examples.iter().cloned().chain(made).collect()
            }
        };
        candidates.into_iter().find(|candidate| candidate != than)
    }

    fn other_objects(self, schema: &Schema, object: &'s Object) -> Vec<Value> {
        let minimal = self.object_within(schema, object, Extent::Minimal, &mut Vec::new());
        let changed = object.properties.iter().filter_map(|(name, property)| {
            let listed = schema.exactly_one().contains(name);
            let sample = minimal.get(name).cloned();
            if listed && sample.is_none() {
                return None;
            }
            let sample = sample.unwrap_or_else(|| self.value(&property.schema, Extent::Full));
            let other = self.other(&property.schema, &sample)?;
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
}

impl<'s> Samples<'s> {
    /// Returns a value whose objects have the `chosen` optional properties, by index among them, and all
    /// properties that contain a choice. Values differ from defaults, and a list has an item of each variant
    /// with such properties.
    pub(crate) fn with_chosen_properties(
        self,
        schema: &'s Schema,
        chosen: &dyn Fn(usize) -> bool,
    ) -> Value {
        self.partial_within(schema, chosen, &mut Vec::new())
    }

    fn partial_within(
        self,
        schema: &'s Schema,
        chosen: &dyn Fn(usize) -> bool,
        open: &mut Vec<&'s str>,
    ) -> Value {
        let schema = self.last_alternative(schema);
        let full = || self.value(schema, Extent::Full);
        // At the second level of a recursive type, only required properties are added.
        let clause = schema.clause.as_str();
        if open.contains(&clause) || schema.constant().is_some() {
            return self.value(schema, Extent::Minimal);
        }
        open.push(clause);
        let value = match &schema.shape {
            Shape::Object(object) => self.partial_object(schema, object, chosen, open).into(),
            Shape::Array { items } if !constrains_items(schema) && minimum_items(schema) < 2 => {
                self.some_items(items, chosen, open).into()
            }
            Shape::Boolean | Shape::Integer | Shape::Number | Shape::Enum(_) => {
                let usual = schema.default.clone().unwrap_or_else(full);
                self.other(schema, &usual).unwrap_or(usual)
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
        open.pop();
        if broken(schema, &value).is_empty() { value } else { full() }
    }

    fn partial_object(
        self,
        schema: &'s Schema,
        object: &'s Object,
        chosen: &dyn Fn(usize) -> bool,
        open: &mut Vec<&'s str>,
    ) -> Map<String, Value> {
        let (mut members, mut index) = (Map::new(), 0);
        for (name, property) in &object.properties {
            let is_chosen = match schema.exactly_one().iter().position(|choice| choice == name) {
                Some(position) => position == 0,
                None if property.required => true,
                None if is_identity(property) => false,
                None if self.has_choice(&property.schema, &mut open.clone()) => true,
                None => {
                    index += 1;
                    chosen(index - 1)
                }
            };
            if !is_chosen {
                continue;
            }
            let value = self.partial_within(&property.schema, chosen, open);
            let is_free = Circumstances::find(self.spec, &property.schema, &value).is_empty();
            if property.required || is_free {
                members.insert(name.clone(), value);
            }
        }
        self.add_dependents(schema, object, &mut members);
        self_consistent(object, members)
    }

    /// Returns the last alternative of a value that may have several JSON types.
    fn last_alternative(self, schema: &'s Schema) -> &'s Schema {
        match &self.spec.resolve(schema).shape {
            Shape::OneOf(alternatives) => {
                alternatives.last().map_or(schema, |last| self.last_alternative(last))
            }
            _ => self.spec.resolve(schema),
        }
    }

    /// Returns whether a value contains an object with an optional property.
    fn has_choice(self, schema: &'s Schema, open: &mut Vec<&'s str>) -> bool {
        let schema = self.last_alternative(schema);
        if open.contains(&schema.clause.as_str()) {
            return false;
        }
        open.push(schema.clause.as_str());
        match &schema.shape {
            Shape::Object(object) => object.properties.values().any(|property| !property.required),
            Shape::Array { items } => self.has_choice(items, open),
            Shape::Union(union) => {
                let mut variants = union.variants.values();
                variants.any(|name| {
                    self.spec.schema(name).is_some_and(|schema| self.has_choice(schema, open))
                })
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

    fn some_items(
        self,
        items: &'s Schema,
        chosen: &dyn Fn(usize) -> bool,
        open: &mut Vec<&'s str>,
    ) -> Vec<Value> {
        let Shape::Union(union) = &self.last_alternative(items).shape else {
            return vec![self.partial_within(items, chosen, open)];
        };
        let variants = union.variants.iter();
        let variants = variants.filter_map(|(tag, name)| {
            let schema = self.spec.schema(name)?;
            if !self.has_choice(schema, &mut open.clone()) {
                return None;
            }
            let value = self.partial_within(schema, chosen, open);
            Some(with_tag(value, &union.discriminator, tag))
        });
        let is_free = |value: &Value| Circumstances::find(self.spec, items, value).is_empty();
        variants.filter(is_free).collect()
    }
}
