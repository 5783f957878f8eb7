//! Looks up schemas: by name, along references, and along a value that may be invalid.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

/// The named types of a contract.
#[derive(Clone, Copy)]
pub(in crate::derive) struct Schemas<'s> {
    spec: &'s Spec,
}

impl<'s> Schemas<'s> {
    pub(in crate::derive) fn new(spec: &'s Spec) -> Self {
        Self { spec }
    }

    /// Returns the schema that a reference leads to, and any other schema unchanged.
    pub(in crate::derive) fn resolve(self, schema: &'s Schema) -> &'s Schema {
        match &schema.shape {
            Shape::Ref(name) => self.named(name).map_or(schema, |named| self.resolve(named)),
            _ => schema,
        }
    }

    /// Returns the schema of a named type.
    pub(in crate::derive) fn named(self, name: &str) -> Option<&'s Schema> {
        self.spec.types.get(name).map(|named_type| &named_type.schema)
    }

    /// Returns the object type of a schema, if it has one.
    pub(in crate::derive) fn object(self, schema: &'s Schema) -> Option<&'s Object> {
        match &self.resolve(schema).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the concrete schema for a value. References are followed; the value chooses the variant of a
    /// union and the alternative of its JSON type. If the value names no variant, the union is returned.
    pub(in crate::derive) fn concrete(self, schema: &'s Schema, value: &Value) -> &'s Schema {
        let mut schema = schema;
        // References may be recursive, so their depth is bounded: each type occurs once at most, with a
        // choice between each two.
        for _ in 0..=2 * self.spec.types.len() {
            let next = match &schema.shape {
                Shape::Ref(name) => self.named(name),
                Shape::Union(union) => {
                    let tag = value.get(&union.discriminator).and_then(Value::as_str);
                    tag.and_then(|tag| self.named(union.variants.get(tag)?))
                }
                Shape::OneOf(alternatives) => self.alternative(alternatives, value),
                _ => None,
            };
            match next {
                Some(alternative) => schema = alternative,
                None => break,
            }
        }
        schema
    }

    /// Returns the alternative that has the JSON type of a value.
    pub(in crate::derive) fn alternative(
        self,
        alternatives: &'s [Schema],
        value: &Value,
    ) -> Option<&'s Schema> {
        alternatives.iter().find(|schema| is_of_type(&self.resolve(schema).shape, value))
    }

    /// Calls `see` with a value and every value inside it, the outermost first, each with its schema.
    pub(in crate::derive) fn visit(
        self,
        schema: &'s Schema,
        value: &Value,
        see: &mut impl FnMut(&'s Schema, &Value),
    ) {
        let schema = self.concrete(schema, value);
        see(schema, value);
        match (&schema.shape, value) {
            (Shape::Object(object), Value::Object(members)) => {
                for (name, value) in members {
                    if let Some(property) = object.properties.get(name) {
                        self.visit(&property.schema, value, see);
                    }
                }
            }
            (Shape::Array { items, .. }, Value::Array(values)) => {
                values.iter().for_each(|value| self.visit(items, value, see));
            }
            (Shape::Tuple(items), Value::Array(values)) => {
                items.iter().zip(values).for_each(|(item, value)| self.visit(item, value, see));
            }
            (Shape::Map(each), Value::Object(members)) => {
                members.values().for_each(|value| self.visit(each, value, see));
            }
            _ => {}
        }
    }
}

/// Returns whether a value has the JSON type of a shape.
pub(in crate::derive) fn is_of_type(shape: &Shape, value: &Value) -> bool {
    match shape {
        Shape::Any | Shape::Ref(_) | Shape::OneOf(_) => true,
        Shape::Boolean => value.is_boolean(),
        Shape::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Shape::Number => value.is_number(),
        Shape::String | Shape::Enum(_) => value.is_string(),
        Shape::Array { .. } | Shape::Tuple(_) => value.is_array(),
        Shape::Map(_) | Shape::Object(_) | Shape::Union(_) => value.is_object(),
    }
}
