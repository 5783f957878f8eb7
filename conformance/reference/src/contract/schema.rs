//! Lookups in the contract's types along a value.
//!
//! This module does not validate values; `compiled_schema` and `rules` do.

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{Additional, Equality, JsonType, Object, Schema, Shape};

use crate::contract::string_formats::phrase;

/// The properties of an object.
pub type Properties = Map<String, Value>;

/// Returns the properties of a value; none if it is no object.
pub(crate) fn into_properties(value: Value) -> Properties {
    match value {
        Value::Object(properties) => properties,
        _ => Properties::new(),
    }
}

/// Returns the schema that applies to a value. References are followed, a union is replaced by the value's
/// variant, and a choice of JSON types by the alternative of the value's type.
pub(crate) fn concrete<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> &'s Schema {
    let mut schema = schema;
    // References may be circular, so their depth is bounded. No valid chain is longer than this: each type
    // once, with a choice between each two.
    for _ in 0..=2 * spec.types.len() {
        let next = match &schema.shape {
            Shape::Ref(name) => Some(name),
            Shape::Union(union) => {
                let named = value.get(&union.discriminator).and_then(Value::as_str);
                named.and_then(|name| union.variants.get(name))
            }
            Shape::OneOf(alternatives) => match alternative(spec, alternatives, value) {
                Some(alternative) => {
                    schema = alternative;
                    continue;
                }
                None => break,
            },
            _ => None,
        };
        match next.and_then(|name| spec.types.get(name)) {
            Some(named_type) => schema = &named_type.schema,
            None => break,
        }
    }
    schema
}

/// Returns the alternative that has the JSON type of a value.
fn alternative<'s>(
    spec: &'s Spec,
    alternatives: &'s [Schema],
    value: &Value,
) -> Option<&'s Schema> {
    alternatives.iter().find(|schema| match spec.resolve(schema).shape.json_type() {
        Some(JsonType::Boolean) => value.is_boolean(),
        Some(JsonType::Integer | JsonType::Number) => value.is_number(),
        Some(JsonType::String) => value.is_string(),
        Some(JsonType::Array) => value.is_array(),
        Some(JsonType::Object) => value.is_object(),
        None => true,
    })
}

pub(crate) fn object_of<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    concrete(spec, spec.schema(type_name)?, &Value::Null).object()
}

/// Returns the effective value of a property: the given value, or else the default of the named type.
pub(crate) fn effective_value<'s>(
    spec: &'s Spec,
    type_name: &str,
    object: &'s Value,
    property: &str,
) -> Option<&'s Value> {
    let listed = object_of(spec, type_name)?.properties.get(property)?;
    object.get(property).or(listed.schema.default.as_ref())
}

/// Returns the schema of a part of a value: of a property or an item.
pub(crate) fn part_schema<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    step: &str,
) -> Option<&'s Schema> {
    concrete(spec, schema, value).child(step)
}

/// Returns the identity of the error for values that violate a schema. The schema, a type that it refers to,
/// or the alternative of the value's JSON type names the error.
pub(crate) fn error_of<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Option<&'s str> {
    let mut schema = schema;
    for _ in 0..=2 * spec.types.len() {
        if let Some(error) = &schema.error {
            return Some(error);
        }
        schema = match &schema.shape {
            Shape::Ref(name) => &spec.types.get(name)?.schema,
            Shape::OneOf(alternatives) => alternative(spec, alternatives, value)?,
            _ => break,
        };
    }
    None
}

/// Removes the properties that a type does not list from the objects of an example.
pub(crate) fn retain_listed(spec: &Spec, schema: &Schema, value: &mut Value) {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, value) {
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| retain_listed(spec, items, item));
        }
        (Shape::Object(object), Value::Object(properties)) => {
            properties.retain(|name, _| object.properties.contains_key(name));
            for (name, inner) in properties {
                if let Some(property) = object.properties.get(name) {
                    retain_listed(spec, &property.schema, inner);
                }
            }
        }
        _ => {}
    }
}

/// Completes what a request may leave out of a stored value, at any depth: identities that the service generates, and a cron
/// expression for a schedule in words that the type does not list.
pub(crate) fn complete(
    spec: &Spec,
    schema: &Schema,
    value: &mut Value,
    generate: &dyn Fn(&Schema) -> Option<Value>,
) {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, value) {
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| complete(spec, items, item, generate));
        }
        (Shape::Tuple(items), Value::Array(list)) => {
            let each = items.iter().zip(list);
            each.for_each(|(schema, item)| complete(spec, schema, item, generate));
        }
        (Shape::Map(values), Value::Object(properties)) => {
            properties.values_mut().for_each(|value| complete(spec, values, value, generate));
        }
        (Shape::Object(object), Value::Object(properties)) => {
            for (name, property) in &object.properties {
                if property.schema.generated && !properties.contains_key(name) {
                    let schema = concrete(spec, &property.schema, &Value::Null);
                    properties.extend(generate(schema).map(|value| (name.clone(), value)));
                }
                if let Some(inner) = properties.get_mut(name) {
                    complete(spec, &property.schema, inner, generate);
                }
            }
            translate_phrase(object, properties);
        }
        _ => {}
    }
}

/// Puts a cron expression in the place of a schedule in words, in an object that lists a cron expression alone.
fn translate_phrase(object: &Object, properties: &mut Properties) {
    let mut listed = object.properties.iter();
    let cron = listed.find(|(_, listed)| listed.schema.equality() == Equality::Cron);
    let Some((cron, _)) = cron.filter(|(name, _)| !properties.contains_key(*name)) else { return };
    let translated = properties.iter().find_map(|(name, value)| {
        let is_listed = object.properties.contains_key(name);
        Some((name.clone(), phrase::to_cron(value.as_str().filter(|_| !is_listed)?)?))
    });
    let Some((words, translated)) = translated else { return };
    if object.additional == Additional::Forbidden {
        properties.shift_remove(&words);
    }
    properties.insert(cron.clone(), translated.into());
}

/// Rewrites integers such as `30.0`, which JSON Schema accepts, as `30`.
pub(crate) fn normalize_integers(spec: &Spec, schema: &Schema, value: &mut Value) {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, &mut *value) {
        (Shape::Integer, Value::Number(number)) => {
            if let Some(whole) = number.as_f64().filter(|_| number.is_f64()).and_then(as_integer) {
                *value = whole.into();
            }
        }
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| normalize_integers(spec, items, item));
        }
        (Shape::Tuple(items), Value::Array(list)) => {
            let each = items.iter().zip(list);
            each.for_each(|(schema, item)| normalize_integers(spec, schema, item));
        }
        (Shape::Map(values), Value::Object(properties)) => {
            properties.values_mut().for_each(|property| normalize_integers(spec, values, property));
        }
        (Shape::Object(object), Value::Object(properties)) => {
            for (name, inner) in properties {
                if let Some(property) = object.properties.get(name) {
                    normalize_integers(spec, &property.schema, inner);
                }
            }
        }
        _ => {}
    }
}

/// Converts a float to an integer if it is whole and at most 2^53 in magnitude.
fn as_integer(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = number.fract() == 0.0 && number.abs() <= EXACT;
    is_whole.then(|| format!("{number:.0}").parse().ok()).flatten()
}
