//! Decides which parts of a stored value every correct server returns alike, and which parts it may leave
//! out.

use std::ptr;

use serde_json::{Map, Value};
use webdata_spec::model::{Object, Schema, Shape};

use super::rule_readings::applies;
use super::schemas::Schemas;

/// Returns the part of a stored value that can be compared with the response, if any.
///
/// A server may return a shorthand as its long form and the reverse. It has applied the effects between
/// properties when it returns the value. A list is compared as a whole or not at all, because a list with an
/// item less is another list.
pub(in crate::derive) fn comparable<'s>(
    schemas: Schemas<'s>,
    schema: &'s Schema,
    value: &Value,
) -> Option<Value> {
    let mut schema = schemas.resolve(schema);
    if let (Shape::OneOf(alternatives), false) = (&schema.shape, value.is_null()) {
        let fullest = alternatives.last()?;
        let chosen = schemas.alternative(alternatives, value)?;
        if !ptr::eq(chosen, fullest) || !exceeds_shorthand(schemas, fullest, value) {
            return None;
        }
        schema = fullest;
    }
    match (&schemas.concrete(schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            Some(comparable_members(schemas, object, members, value).into())
        }
        (Shape::Array { items, .. }, Value::Array(values)) => {
            values.iter().map(|value| comparable(schemas, items, value)).collect()
        }
        (Shape::Tuple(items), Value::Array(values)) => {
            items.iter().zip(values).map(|(item, value)| comparable(schemas, item, value)).collect()
        }
        (Shape::Map(each), Value::Object(members)) => {
            let kept = members.iter();
            let kept = kept.filter_map(|(k, v)| Some((k.clone(), comparable(schemas, each, v)?)));
            Some(kept.collect::<Map<_, _>>().into())
        }
        _ => Some(value.clone()),
    }
}

fn comparable_members<'s>(
    schemas: Schemas<'s>,
    object: &'s Object,
    members: &Map<String, Value>,
    value: &Value,
) -> Map<String, Value> {
    let is_set = |name: &str| {
        object
            .effects
            .iter()
            .any(|effect| applies(effect, value).is_some_and(|(set, _)| set == name))
    };
    let kept = members.iter().filter(|(name, _)| !is_set(name)).filter_map(|(name, value)| {
        let value = match object.properties.get(name) {
            Some(property) => comparable(schemas, &property.schema, value)?,
            None => value.clone(),
        };
        Some((name.clone(), value))
    });
    kept.collect()
}

/// Returns whether a value of the fullest alternative means something that no shorthand expresses.
fn exceeds_shorthand<'s>(schemas: Schemas<'s>, schema: &'s Schema, value: &Value) -> bool {
    let tag = match &schemas.resolve(schema).shape {
        Shape::Union(union) => Some(union.discriminator.as_str()),
        _ => None,
    };
    match (&schemas.concrete(schema, value).shape, value) {
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
    schemas: Schemas<'s>,
    schema: &'s Schema,
    value: &Value,
) -> Vec<String> {
    let mut pointers = Vec::new();
    add_defaults(schemas, schema, value, "", &mut pointers);
    pointers
}

fn add_defaults<'s>(
    schemas: Schemas<'s>,
    schema: &'s Schema,
    value: &Value,
    pointer: &str,
    pointers: &mut Vec<String>,
) {
    let bare = |value| without_defaults(schemas, schema, value);
    if schema.default.as_ref().is_some_and(|default| bare(default) == bare(value)) {
        pointers.push(pointer.to_owned());
    }
    match (&schemas.concrete(schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            for (name, value) in members {
                if let Some(property) = object.properties.get(name) {
                    let pointer = format!("{pointer}/{name}");
                    add_defaults(schemas, &property.schema, value, &pointer, pointers);
                }
            }
        }
        (Shape::Array { items, .. }, Value::Array(values)) => {
            for (index, value) in values.iter().enumerate() {
                add_defaults(schemas, items, value, &format!("{pointer}/{index}"), pointers);
            }
        }
        (Shape::Tuple(items), Value::Array(values)) => {
            for (index, (item, value)) in items.iter().zip(values).enumerate() {
                add_defaults(schemas, item, value, &format!("{pointer}/{index}"), pointers);
            }
        }
        _ => {}
    }
}

/// Returns a value without the properties that have their defaults.
fn without_defaults<'s>(schemas: Schemas<'s>, schema: &'s Schema, value: &Value) -> Value {
    match (&schemas.concrete(schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            let bare = members.iter().filter_map(|(name, value)| {
                let schema = object.properties.get(name).map(|property| &property.schema);
                if schema.is_some_and(|schema| schema.default.as_ref() == Some(value)) {
                    return None;
                }
                let bare = schema.map(|schema| without_defaults(schemas, schema, value));
                Some((name.clone(), bare.unwrap_or_else(|| value.clone())))
            });
            bare.collect()
        }
        (Shape::Array { items, .. }, Value::Array(values)) => {
            values.iter().map(|value| without_defaults(schemas, items, value)).collect()
        }
        (Shape::Tuple(items), Value::Array(values)) => {
            let each = items.iter().zip(values);
            each.map(|(item, value)| without_defaults(schemas, item, value)).collect()
        }
        _ => value.clone(),
    }
}
