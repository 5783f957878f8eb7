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
    schema.for_each_mut(&mut |schema| strip(schema, type_name));
    schema
}

/// Removes what a schema itself says beside the allowed values.
fn strip(schema: &mut Schema, type_name: &str) {
    schema.clause = ClauseId::new("");
    schema.doc.clear();
    schema.source.clear();
    schema.examples.clear();
    schema.deprecated = None;
    schema.deprecated_values.clear();
    let own = schema.type_names_mut().into_iter().filter(|name| name.as_str() == type_name);
    own.for_each(String::clear);
    match &mut schema.shape {
        Shape::Object(object) => {
            object.properties.sort_keys();
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
        Shape::Union(union) => union.variants.sort_keys(),
        Shape::Enum(values) => values.sort(),
        _ => {}
    }
}

fn strip_text(clause: &mut ClauseId, doc: &mut String, source: &mut String) {
    *clause = ClauseId::new("");
    doc.clear();
    source.clear();
}
