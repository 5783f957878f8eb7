//! Makes bodies that change stored properties of the baseline: one property, all of them, or none. Callers
//! decide what the responses must show.

use serde_json::{Map, Value, json};
use webdata_spec::model::{EffectKind, Schema, Shape};

use super::OperationContext;
use crate::derive::values::json_values::with_tag;
use crate::derive::values::lengths::fits_in_any_unit;
use crate::derive::values::samples::Extent;

/// A string with markup characters, and with characters beyond the Basic Multilingual Plane.
const ANY_CHARACTERS: &str = "Fish & \"chips\" <b>it's</b> \u{1f41f} \u{1d49c} \u{e9}";

/// A shorter string of the same kind, for properties with a small maximum length.
const FEW_CHARACTERS: &str = "F<&\u{1f41f}\u{e9}";

/// A body that changes one property of the baseline.
pub(crate) struct BodyChange<'s> {
    pub(crate) name: &'s str,
    pub(crate) body: Value,
    /// A word that distinguishes this change from others of the same property; empty for the first.
    variation: String,
}

impl<'s> BodyChange<'s> {
    fn new(context: &OperationContext<'s>, name: &'s str, value: &Value, variation: &str) -> Self {
        let body = with_required(context, json!({ name: value }));
        Self { name, body: context.repair(body), variation: variation.to_owned() }
    }

    /// Returns the part of the identity that names the change.
    pub(crate) fn label(&self) -> String {
        let dash = if self.variation.is_empty() { "" } else { "-" };
        format!("{}{dash}{}", self.name, self.variation)
    }
}

/// Adds the properties that each request must have, with their baseline values.
pub(crate) fn with_required(context: &OperationContext<'_>, mut body: Value) -> Value {
    let baseline = context.baseline();
    let object = context.request_object().into_iter().flat_map(|object| &object.properties);
    for (name, _) in object.filter(|(_, property)| property.required) {
        if body.get(name).is_none() {
            body[name] = baseline[name].clone();
        }
    }
    body
}

/// Returns one change of each property.
pub(crate) fn changes<'s>(context: &OperationContext<'s>) -> Vec<BodyChange<'s>> {
    let baseline = context.baseline();
    let change = |(name, schema): (&'s str, &'s Schema)| {
        let other = match baseline.get(name) {
            Some(value) => context.samples.other(schema, value)?,
            // The baseline lacks the property, because a rule excludes it beside the others.
            None if context.has_rules && schema.format().is_none() => {
                context.samples.value(schema, Extent::Full)
            }
            None => return None,
        };
        let body = with_required(context, json!({ name: other }));
        Some(BodyChange { name, body, variation: String::new() })
    };
    context.stored_properties().into_iter().filter_map(change).collect()
}

pub(crate) fn all_changes(context: &OperationContext<'_>) -> Value {
    // A change also has the required properties with their baseline values; only the changed one is taken.
    let all = changes(context)
        .into_iter()
        .filter_map(|change| Some((change.name.to_owned(), change.body.get(change.name)?.clone())));
    context.repair(with_required(context, all.collect::<Map<_, _>>().into()))
}

/// Returns further changes: to `null`, to strings of any characters, and to objects with every property changed.
/// Lists change to an item with every property, once for each variant.
pub(crate) fn further_changes<'s>(context: &OperationContext<'s>) -> Vec<BodyChange<'s>> {
    let mut changes = Vec::new();
    for (name, schema) in context.stored_properties() {
        let mut add = |value: &Value, variation: &str| {
            changes.push(BodyChange::new(context, name, value, variation));
        };
        if schema.nullable {
            add(&Value::Null, "null");
        }
        let resolved = context.spec.resolve(schema);
        if resolved.shape == Shape::String && resolved.only_values().is_empty() {
            let all = [ANY_CHARACTERS, FEW_CHARACTERS];
            if let Some(text) = all.into_iter().find(|text| fits_in_any_unit(resolved, text)) {
                add(&text.into(), "any-characters");
            }
        }
        if resolved.object().is_some() {
            add(&object_with_other_values(context, schema), "full");
        }
        if let Some(items) = resolved.items() {
            further_items(context, items, &mut add);
        }
    }
    changes
}

fn further_items<'s>(
    context: &OperationContext<'s>,
    items: &'s Schema,
    add: &mut impl FnMut(&Value, &str),
) {
    let Some(union) = context.spec.resolve(items).union() else {
        let item = |extent| context.samples.value(items, extent);
        if item(Extent::Full) != item(Extent::Minimal) {
            add(&json!([item(Extent::Full)]), "full");
        }
        return;
    };
    for (tag, type_name) in &union.variants {
        let Some(variant) = context.spec.schema(type_name) else { continue };
        let full = context.samples.value(variant, Extent::Full);
        add(&json!([with_tag(full, &union.discriminator, tag)]), tag);
    }
}

/// Returns an object with every property, each different from the sample.
fn object_with_other_values<'s>(context: &OperationContext<'s>, schema: &'s Schema) -> Value {
    let mut value = context.samples.value(schema, Extent::Full);
    if let (Some(object), Some(members)) = (context.spec.object_of(schema), value.as_object_mut()) {
        for (name, member) in members {
            let Some(property) = object.properties.get(name) else { continue };
            if context.spec.object_of(&property.schema).is_some() {
                *member = object_with_other_values(context, &property.schema);
            } else if let Some(other) = context.samples.other(&property.schema, member) {
                *member = other;
            }
        }
    }
    value
}

/// Returns a body that changes nothing, so that the response shows the resource. The body repeats the stored
/// value of a property other than `beside`.
pub(crate) fn no_op_body(context: &OperationContext<'_>, beside: &str) -> Option<Value> {
    no_op_body_without(context, |name| name == beside)
}

/// Returns a body as [`no_op_body`] does, without any of the avoided properties.
pub(crate) fn no_op_body_without(
    context: &OperationContext<'_>,
    is_avoided: impl Fn(&str) -> bool,
) -> Option<Value> {
    let baseline = context.baseline();
    let conditional = |name: &str| {
        context.operation.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Sets { when, property, .. } => when.path.root() == name || property == name,
            _ => false,
        })
    };
    let plain = |schema: &Schema| {
        use Shape::{Array, Object, Ref, Tuple};
        !matches!(schema.shape, Ref(_) | Array { .. } | Tuple(_) | Object(_))
    };
    let mut others = context.stored_properties().into_iter();
    let (name, _) =
        others.find(|(name, schema)| !is_avoided(name) && !conditional(name) && plain(schema))?;
    let body = with_required(context, json!({ name: baseline.get(name)? }));
    // A required property is in every body, even if it should be avoided.
    let has_avoided = body.as_object()?.keys().any(|name| is_avoided(name));
    (!has_avoided).then_some(body)
}
