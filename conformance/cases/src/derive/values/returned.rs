//! Decides which parts of a stored value every correct server returns alike, and which parts it may leave
//! out.

use std::ptr;

use serde_json::{Map, Value};
use webdata_spec::model::{JsonType, Schema, Shape};
use webdata_spec::{Spec, pointer};

use super::rule_readings::applies;
use super::selection::{alternative, concrete, parts};

/// Returns the part of a stored value that can be compared with the response, if any.
///
/// A server may return a shorthand as its long form and the reverse. It has applied the effects between
/// properties when it returns the value. A list is compared as a whole or not at all, because a list with an
/// item less is another list.
pub(in crate::derive) fn comparable<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
) -> Option<Value> {
    let mut schema = spec.resolve(schema);
    if let (Shape::OneOf(alternatives), false) = (&schema.shape, value.is_null()) {
        let fullest = alternatives.last()?;
        let chosen = alternative(spec, alternatives, value)?;
        if !ptr::eq(chosen, fullest) || !exceeds_shorthand(spec, fullest, value) {
            return None;
        }
        schema = fullest;
    }
    let schema = concrete(spec, schema, value);
    match (schema.shape.json_type(), value) {
        (Some(JsonType::Object), Value::Object(members)) => {
            Some(comparable_members(spec, schema, members, value).into())
        }
        (Some(JsonType::Array), Value::Array(_)) => {
            let items = parts(schema, value).into_iter();
            items.map(|(_, schema, item)| comparable(spec, schema, item)).collect()
        }
        _ => Some(value.clone()),
    }
}

fn comparable_members<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    members: &Map<String, Value>,
    value: &Value,
) -> Map<String, Value> {
    let effects = schema.object().map(|object| object.effects.as_slice()).unwrap_or_default();
    let is_set = |name: &str| {
        effects.iter().any(|effect| applies(effect, value).is_some_and(|(set, _)| set == name))
    };
    let kept = members.iter().filter(|(name, _)| !is_set(name)).filter_map(|(name, value)| {
        let value = match schema.child(name) {
            Some(schema) => comparable(spec, schema, value)?,
            None => value.clone(),
        };
        Some((name.clone(), value))
    });
    kept.collect()
}

/// Returns whether a value of the fullest alternative means something that no shorthand expresses.
fn exceeds_shorthand<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> bool {
    let tag = spec.resolve(schema).union().map(|union| union.discriminator.as_str());
    match (&concrete(spec, schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => members.iter().any(|(name, value)| {
            let default = object.properties.get(name).and_then(|p| p.schema.default.as_ref());
            Some(name.as_str()) != tag && default != Some(value)
        }),
        // A server may return a list of one item as the item.
        (_, Value::Array(items)) => items.len() != 1,
        _ => true,
    }
}

/// Returns the places in a value that hold a default, as JSON Pointers (RFC 6901).
pub(in crate::derive) fn defaults<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
) -> Vec<String> {
    let mut pointers = Vec::new();
    add_defaults(spec, schema, value, "", &mut pointers);
    pointers
}

fn add_defaults<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    at: &str,
    pointers: &mut Vec<String>,
) {
    let bare = |value| without_defaults(spec, schema, value);
    if schema.default.as_ref().is_some_and(|default| bare(default) == bare(value)) {
        pointers.push(at.to_owned());
    }
    for (token, schema, value) in parts(concrete(spec, schema, value), value) {
        add_defaults(spec, schema, value, &pointer::child(at, &token), pointers);
    }
}

/// Returns a value without the properties that have their defaults.
fn without_defaults<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Value {
    match (&concrete(spec, schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            let bare = members.iter().filter_map(|(name, value)| {
                let schema = object.properties.get(name).map(|property| &property.schema);
                if schema.is_some_and(|schema| schema.default.as_ref() == Some(value)) {
                    return None;
                }
                let bare = schema.map(|schema| without_defaults(spec, schema, value));
                Some((name.clone(), bare.unwrap_or_else(|| value.clone())))
            });
            bare.collect()
        }
        (Shape::Array { items, .. }, Value::Array(values)) => {
            values.iter().map(|value| without_defaults(spec, items, value)).collect()
        }
        (Shape::Tuple(items), Value::Array(values)) => {
            let each = items.iter().zip(values);
            each.map(|(item, value)| without_defaults(spec, item, value)).collect()
        }
        _ => value.clone(),
    }
}
