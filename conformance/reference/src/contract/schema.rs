//! Finding one's way through the contract's types along a value.
//!
//! It must not validate values: that is the business of `compiled_schema` and `rules`.

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

/// The properties of an object.
pub(crate) type Properties = Map<String, Value>;

/// The schema that a value is held against in the end: references are followed, and a union is
/// left for the variant that the value names, a choice of JSON types for the one that the value has.
pub(crate) fn concrete<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> &'s Schema {
    let mut schema = schema;
    // A contract can name types in a circle; no honest chain is longer than there are types, with a
    // choice between each two.
    for _ in 0..=2 * spec.types.len() {
        let next = match &schema.shape {
            Shape::Ref(name) => Some(name),
            Shape::Union(union) => {
                let named = value.get(&union.discriminator).and_then(Value::as_str);
                named.and_then(|name| union.variants.get(name))
            }
            Shape::OneOf(alternatives) => match alternative(spec, alternatives, value) {
                Some(found) => {
                    schema = found;
                    continue;
                }
                None => break,
            },
            _ => None,
        };
        match next.and_then(|name| spec.types.get(name)) {
            Some(found) => schema = &found.schema,
            None => break,
        }
    }
    schema
}

/// The one of several alternatives that has the JSON type of a value.
fn alternative<'s>(
    spec: &'s Spec,
    alternatives: &'s [Schema],
    value: &Value,
) -> Option<&'s Schema> {
    let shape = |schema: &'s Schema| match &schema.shape {
        Shape::Ref(name) => spec.types.get(name).map_or(&schema.shape, |found| &found.schema.shape),
        own => own,
    };
    alternatives.iter().find(|schema| match shape(schema).json_type() {
        Some("boolean") => value.is_boolean(),
        Some("integer" | "number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    })
}

/// The listed properties of a named type, where it is an object.
pub(crate) fn object_of<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    let schema = &spec.types.get(type_name)?.schema;
    match &concrete(spec, schema, &Value::Null).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// What holds for a property of an object of a named type: what is given, or else the default. None
/// where neither is there, or the type does not list the property.
pub(crate) fn setting<'s>(
    spec: &'s Spec,
    type_name: &str,
    object: &'s Value,
    property: &str,
) -> Option<&'s Value> {
    let listed = object_of(spec, type_name)?.properties.get(property)?;
    object.get(property).or(listed.schema.default.as_ref())
}

/// The schema of a part of a value: of a property, or of an item of a list.
pub(crate) fn part<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    step: &str,
) -> Option<&'s Schema> {
    match &concrete(spec, schema, value).shape {
        Shape::Array { items, .. } => Some(items),
        Shape::Tuple(items) => items.get(step.parse::<usize>().ok()?),
        Shape::Map(values) => Some(values),
        Shape::Object(object) => Some(&object.properties.get(step)?.schema),
        _ => None,
    }
}

/// The identity of the error that a value earns by breaking a schema, where the schema, a type that
/// it refers to, or the alternative of the value's JSON type names one.
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

/// Writes whole numbers as such: JSON Schema takes `30.0` for one, and answers give it back as `30`.
pub(crate) fn write_integers_plainly(spec: &Spec, schema: &Schema, value: &mut Value) {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, &mut *value) {
        (Shape::Integer, Value::Number(number)) => {
            if let Some(whole) = number.as_f64().filter(|_| number.is_f64()).and_then(as_whole) {
                *value = whole.into();
            }
        }
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| write_integers_plainly(spec, items, item));
        }
        (Shape::Tuple(items), Value::Array(list)) => {
            let each = items.iter().zip(list);
            each.for_each(|(schema, item)| write_integers_plainly(spec, schema, item));
        }
        (Shape::Map(values), Value::Object(members)) => {
            members.values_mut().for_each(|member| write_integers_plainly(spec, values, member));
        }
        (Shape::Object(object), Value::Object(members)) => {
            for (name, member) in members {
                if let Some(property) = object.properties.get(name) {
                    write_integers_plainly(spec, &property.schema, member);
                }
            }
        }
        _ => {}
    }
}

/// Only numbers that a float holds exactly.
fn as_whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = number.fract() == 0.0 && number.abs() <= EXACT;
    is_whole.then(|| format!("{number:.0}").parse().ok()).flatten()
}
