//! Makes valid values that differ from a given one.

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Object, Schema, Shape};

use super::collections::{constrains_items, least_items};
use super::{Extent, Samples, listed};
use crate::interpreter::limits::{broken, fits};

impl<'s> Samples<'s> {
    /// Returns a valid value other than `than`, if the schema allows one. Cases use it to check that a change
    /// is stored.
    pub(in crate::derive) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
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
                let counts = least_items(schema)..;
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
