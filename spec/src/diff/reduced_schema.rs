//! Schemas reduced to what decides which values are allowed, without names, prose and places. Two equal
//! reduced schemas allow the same values; two types with equal reduced schemas differ in their name only.

use std::collections::HashMap;

use crate::model::{ClauseId, Effect, Refusal, Rule, Schema, Shape, Spec};

/// The types whose name alone changed: pairs of the old name and the new one.
pub(super) struct Renames<'s>(Vec<(&'s str, &'s str)>);

impl<'s> Renames<'s> {
    /// Finds each removed type that has exactly one new type with the same reduced schema.
    pub(super) fn between(old: &'s Spec, new: &'s Spec) -> Self {
        let alone = |one: &'s Spec, other: &Spec| {
            let types = one.types.values();
            let types = types.filter(|named_type| !other.types.contains_key(&named_type.name));
            types.map(|t| (t.name.as_str(), reduce(&t.schema, &t.name))).collect::<Vec<_>>()
        };
        let (gone, mut added) = (alone(old, new), alone(new, old));
        let mut renames = Vec::new();
        for (name, schema) in gone {
            if let Some(at) = added.iter().position(|(_, other)| *other == schema) {
                renames.push((name, added.remove(at).0));
            }
        }
        Self(renames)
    }

    /// Returns the new names by the old names.
    pub(super) fn forwards(&self) -> HashMap<&'s str, &'s str> {
        self.0.iter().copied().collect()
    }

    /// Returns the old names by the new names.
    pub(super) fn backwards(&self) -> HashMap<&'s str, &'s str> {
        self.0.iter().map(|(old, new)| (*new, *old)).collect()
    }
}

/// Returns the schema reduced to what decides which values are allowed. References to `own` are blanked.
pub(super) fn reduce(schema: &Schema, type_name: &str) -> Schema {
    let mut schema = schema.clone();
    strip(&mut schema, type_name);
    schema
}

fn strip(schema: &mut Schema, type_name: &str) {
    schema.clause = ClauseId::new("");
    schema.doc.clear();
    schema.source.clear();
    schema.examples.clear();
    schema.deprecated = None;
    schema.deprecated_values.clear();
    match &mut schema.shape {
        Shape::Ref(name) if name == type_name => name.clear(),
        Shape::Array { items, .. } => strip(items, type_name),
        Shape::Tuple(items) => items.iter_mut().for_each(|item| strip(item, type_name)),
        Shape::Map(values) => strip(values, type_name),
        Shape::Object(object) => {
            object.properties.sort_keys();
            object
                .properties
                .values_mut()
                .for_each(|property| strip(&mut property.schema, type_name));
            for Rule { clause, doc, source, .. } in &mut object.rules {
                strip_text(clause, doc, source);
            }
            for Effect { clause, doc, source, .. } in &mut object.effects {
                strip_text(clause, doc, source);
            }
            for Refusal { clause, doc, source, when, team_state, .. } in &mut object.refusals {
                // Without a condition, the prose is the circumstance.
                let description = when.is_none() && team_state.is_none();
                let kept = if description { doc.clone() } else { String::new() };
                strip_text(clause, doc, source);
                *doc = kept;
            }
        }
        Shape::Union(union) => {
            union.variants.sort_keys();
            union.variants.values_mut().filter(|name| *name == type_name).for_each(String::clear);
        }
        Shape::OneOf(alternatives) => {
            alternatives.iter_mut().for_each(|alternative| strip(alternative, type_name));
        }
        Shape::Enum(values) => values.sort(),
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Ref(_) => {}
    }
}

fn strip_text(clause: &mut ClauseId, doc: &mut String, source: &mut String) {
    *clause = ClauseId::new("");
    doc.clear();
    source.clear();
}
