//! The old contract without what its deprecations announced. Compares nothing.

use std::collections::HashSet;

use crate::model::{Condition, EffectKind, Object, Operand, Schema, Shape, Spec};

/// Returns the old contract without the deprecated entries that the new contract removed, or `None` if there
/// are none.
pub(super) fn without_removed_deprecations(old: &Spec, new: &Spec) -> Option<Spec> {
    let mut kept = HashSet::new();
    let parameters = new.operations.values().flat_map(|operation| operation.parameters.values());
    let schemas = new.types.values().map(|named_type| &named_type.schema);
    for schema in schemas.chain(parameters.map(|parameter| &parameter.schema)) {
        for schema in schema.within() {
            let words = schema.words().unwrap_or_default().iter();
            kept.extend(words.map(|word| (schema.clause.as_str(), Some(word.as_str()))));
            kept.insert((schema.clause.as_str(), None));
        }
    }
    let mut remaining = old.clone();
    remaining
        .operations
        .retain(|id, one| one.deprecated.is_none() || new.operations.contains_key(id));
    let called = |operation: &String| remaining.operations.contains_key(operation);
    for lifecycle in &mut remaining.lifecycles {
        lifecycle.transitions.retain(|step| called(&step.operation));
        lifecycle.situations.retain(|situation| called(&situation.operation));
    }
    for named_type in remaining.types.values_mut() {
        named_type.schema.for_each_mut(&mut |schema| strip(schema, &kept));
    }
    // Types that only the removed entries used would seem to be taken from every client.
    let still = used_types(&remaining);
    let led_to = used_types(old);
    remaining.types.retain(|name, _| {
        still.contains(name) || !led_to.contains(name) || new.types.contains_key(name)
    });
    (remaining != *old).then_some(remaining)
}

/// What the new contract has: schemas by their paths, and the listed strings of each.
type NewEntries<'n> = HashSet<(&'n str, Option<&'n str>)>;

/// Removes what a schema itself lists and the new contract lacks.
fn strip(schema: &mut Schema, kept: &NewEntries<'_>) {
    let clause = schema.clause.clone();
    if let Shape::Enum(values) = &mut schema.shape {
        values.retain(|value| {
            let is_deprecated = schema.deprecated_values.contains(value);
            !is_deprecated || kept.contains(&(clause.as_str(), Some(value.as_str())))
        });
    }
    let gone = schema.object_mut().map(|object| strip_object(object, kept)).unwrap_or_default();
    for constraint in &mut schema.constraints {
        if let Operand::Names(names) = &mut constraint.operand {
            names.retain(|name| !gone.contains(name));
        }
    }
}

/// Removes properties, with the rules and effects that depend on them. Returns the names of the removed
/// properties.
fn strip_object(object: &mut Object, kept: &NewEntries<'_>) -> Vec<String> {
    let mut gone = Vec::new();
    object.properties.retain(|name, property| {
        let stays = property.schema.deprecated.is_none()
            || kept.contains(&(property.schema.clause.as_str(), None));
        if !stays {
            gone.push(name.clone());
        }
        stays
    });
    let hangs = |when: &Condition| gone.iter().any(|name| when.path.root() == name);
    object.rules.retain(|rule| !hangs(&rule.when) && !hangs(&rule.requires));
    object.effects.retain(|effect| {
        // Every effect of a type is of the kind `Sets`.
        let EffectKind::Sets { when, property, .. } = &effect.kind else { return true };
        !hangs(when) && !gone.contains(property)
    });
    object.refusals.retain(|refusal| !refusal.when.as_ref().is_some_and(hangs));
    gone
}

/// Returns the types that operations and events use.
fn used_types(spec: &Spec) -> HashSet<String> {
    super::usage::usages_by_type(spec).into_keys().map(str::to_owned).collect()
}
