//! Clauses of types: what a value may be, and what is done with it.

use super::List;
use crate::model::{Object, Schema, Shape, Spec};

impl List<'_> {
    fn of(&mut self, schema: &Schema, word: &str, says: impl Into<String>) {
        self.add(&schema.clause.child(word), schema.level, says, &schema.source);
    }

    pub(super) fn schema(&mut self, schema: &Schema) {
        if let Some(name) = self.spec.json_types(schema)
            && !self.alternatives.contains(&schema.clause)
        {
            let or_null = if schema.nullable { " or null" } else { "" };
            self.of(schema, "type", format!("{name}{or_null}"));
        }
        if let Some(unit) = schema.unit {
            self.of(schema, "unit", format!("in {}", unit.name()));
        }
        if schema.nullable {
            self.of(schema, "nullable", "may be null");
        }
        if let Some(default) = &schema.default {
            self.of(schema, "default", format!("{default} when left out"));
        }
        if let Some(default) = &schema.default_description {
            self.of(schema, "default", format!("{default} when left out"));
        }
        if schema.generated {
            self.of(schema, "generated", "made by the service when left out, and then kept");
        }
        for constraint in schema.all_constraints() {
            self.of(schema, constraint.keyword.name(), constraint.sentence());
        }
        match &schema.shape {
            Shape::Any
            | Shape::Ref(_)
            | Shape::Boolean
            | Shape::Integer
            | Shape::Number
            | Shape::String => {}
            Shape::Enum(values) => {
                self.of(schema, "enum", format!("one of `{}`", values.join("`, `")));
            }
            Shape::Array { items } => self.schema(items),
            Shape::Tuple(items) => items.iter().for_each(|item| self.schema(item)),
            Shape::Map(values) => self.schema(values),
            Shape::Object(object) => self.object(object),
            Shape::Union(union) => {
                let values: Vec<&str> = union.variants.keys().map(String::as_str).collect();
                let says = format!("`{}` is one of `{}`", union.discriminator, values.join("`, `"));
                self.of(schema, "discriminator", says);
            }
            Shape::OneOf(alternatives) => {
                for alternative in alternatives {
                    self.schema(alternative);
                }
            }
        }
        self.behaviour(&schema.clause, &schema.behaviour, schema.level, &schema.source);
    }

    fn object(&mut self, object: &Object) {
        for rule in &object.rules {
            self.add(&rule.clause, rule.level, rule.doc.as_str(), &rule.source);
        }
        for effect in &object.effects {
            self.add(&effect.clause, effect.level, effect.doc.as_str(), &effect.source);
        }
        self.refusals(&object.refusals);
        for property in object.properties.values() {
            if self.discriminators.contains(&property.schema.clause) {
                continue;
            }
            if property.required {
                self.of(&property.schema, "required", "always present");
            }
            self.schema(&property.schema);
        }
    }
}

impl Spec {
    /// The names of the JSON types that a schema allows, `null` aside; none for a reference, and
    /// for a schema that allows any.
    #[must_use]
    pub fn json_types(&self, schema: &Schema) -> Option<String> {
        let Shape::OneOf(alternatives) = &schema.shape else {
            return schema.shape.json_type().map(str::to_owned);
        };
        let names = alternatives.iter().filter_map(|alternative| match &alternative.shape {
            Shape::Ref(name) => self.types.get(name)?.schema.shape.json_type(),
            shape => shape.json_type(),
        });
        Some(names.collect::<Vec<_>>().join(" or "))
    }
}

impl Shape {
    /// The name of the JSON type, where the shape itself has one.
    #[must_use]
    pub fn json_type(&self) -> Option<&'static str> {
        match self {
            Self::Any | Self::Ref(_) | Self::OneOf(_) => None,
            Self::Boolean => Some("boolean"),
            Self::Integer => Some("integer"),
            Self::Number => Some("number"),
            Self::String | Self::Enum(_) => Some("string"),
            Self::Array { .. } | Self::Tuple(_) => Some("array"),
            Self::Map(_) | Self::Object(_) | Self::Union(_) => Some("object"),
        }
    }
}
