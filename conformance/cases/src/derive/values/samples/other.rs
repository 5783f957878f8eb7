//! Makes valid values that differ from a given one.

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Object, Schema, Shape};

use super::{Extent, Samples, listed};

impl<'s> Samples<'s> {
    /// Returns a valid value that differs from `than`, if the schema allows one. Cases use it to
    /// show that a change is stored.
    pub(in crate::derive) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
        let schema = self.schemas.resolve(schema);
        let candidates: Vec<Value> = match &schema.shape {
            _ if schema.constant().is_some() => Vec::new(),
            Shape::Boolean => vec![json!(true), json!(false)],
            Shape::Integer => {
                let limit = |keyword| schema.integer(keyword);
                let limits = match (limit(Keyword::Minimum), limit(Keyword::Maximum)) {
                    (Some(least), None) => vec![least, least + 1],
                    (None, Some(most)) => vec![most, most - 1],
                    (least, most) => least.into_iter().chain(most).collect(),
                };
                limits.into_iter().map(Value::from).collect()
            }
            Shape::Enum(_) => listed(schema).map(Value::from).collect(),
            Shape::Array { items, .. } => {
                let item = self.distinct(items, 1);
                vec![json!([item]), json!([self.value(items, Extent::Least), item])]
            }
            Shape::Object(object) => self.other_objects(schema, object),
            Shape::Map(values) => vec![json!({ "other": self.value(values, Extent::Least) })],
            Shape::OneOf(alternatives) => alternatives
                .last()
                .and_then(|fullest| self.other(fullest, than))
                .into_iter()
                .collect(),
            Shape::Union(_) | Shape::Ref(_) => vec![self.value(schema, Extent::Least)],
            Shape::String | Shape::Any | Shape::Number => {
                schema.examples.iter().cloned().chain([self.distinct(schema, 1)]).collect()
            }
        };
        candidates.into_iter().find(|candidate| candidate != than)
    }

    fn other_objects(self, schema: &Schema, object: &'s Object) -> Vec<Value> {
        let least = self.object_within(schema, object, Extent::Least, &mut Vec::new());
        let changed = object.properties.iter().filter_map(|(name, property)| {
            let listed = schema.exactly_one().contains(name);
            let own = least.get(name).cloned();
            if listed && own.is_none() {
                return None;
            }
            let own = own.unwrap_or_else(|| self.value(&property.schema, Extent::Full));
            let other = self.other(&property.schema, &own)?;
            let mut changed = least.clone();
            changed.insert(name.clone(), other);
            Some(Value::Object(changed))
        });
        changed.collect()
    }
}
