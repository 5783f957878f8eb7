//! Makes valid values whose objects have some of their properties, at every level.
//!
//! The caller chooses the properties.

use serde_json::{Map, Value};
use webdata_spec::model::{Object, Schema, Shape};

use super::collections::{constrains_items, least_items};
use super::{Circumstances, Extent, Samples, is_identity, self_consistent};
use crate::derive::values::places::with_tag;
use crate::interpreter::limits::broken;

impl<'s> Samples<'s> {
    /// Returns a value whose objects have the `chosen` optional properties, by index among them, and all
    /// properties that contain a choice. Values differ from defaults, and a list has an item of each variant
    /// with such properties.
    pub(in crate::derive) fn with_chosen_properties(
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
            Shape::Array { items } if !constrains_items(schema) && least_items(schema) < 2 => {
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
