//! Walks a value along its schema.

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

/// Visits the objects with listed properties in the monitor of a response.
pub(super) fn each_object(
    spec: &Spec,
    answer: &mut Value,
    mut visit: impl FnMut(&str, &Object, &mut Map<String, Value>),
) {
    each_value_returned(spec, answer, &mut |schema, value| {
        if let (Shape::Object(object), Value::Object(members)) = (&schema.shape, value) {
            visit(schema.clause.as_str(), object, members);
        }
    });
}

/// Visits every value in the monitor of a response.
pub(super) fn each_value_returned(
    spec: &Spec,
    answer: &mut Value,
    visit: &mut dyn FnMut(&Schema, &mut Value),
) {
    if let Some(returned) = spec.types.get("MonitorResponse") {
        each_value(spec, &returned.schema, answer, visit);
    }
}

/// Visits every value that has a schema, from the inside to the outside.
fn each_value(
    spec: &Spec,
    schema: &Schema,
    value: &mut Value,
    visit: &mut dyn FnMut(&Schema, &mut Value),
) {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, &mut *value) {
        (Shape::Object(object), Value::Object(members)) => {
            for (name, member) in members {
                if let Some(property) = object.properties.get(name) {
                    each_value(spec, &property.schema, member, visit);
                }
            }
        }
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| each_value(spec, items, item, visit));
        }
        (Shape::Tuple(items), Value::Array(list)) => {
            let each = items.iter().zip(list);
            each.for_each(|(schema, item)| each_value(spec, schema, item, visit));
        }
        _ => {}
    }
    visit(schema, value);
}

/// Returns the schema of a value with references, variants and alternatives resolved.
fn concrete<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> &'s Schema {
    let followed = match &schema.shape {
        Shape::Ref(name) => {
            spec.types.get(name).map(|named_type| concrete(spec, &named_type.schema, value))
        }
        Shape::Union(union) => {
            let tag = value[&union.discriminator].as_str().unwrap_or_default();
            let named = union.variants.get(tag).and_then(|name| spec.types.get(name));
            named.map(|alternative| concrete(spec, &alternative.schema, value))
        }
        Shape::OneOf(alternatives) => {
            let mut concrete =
                alternatives.iter().map(|alternative| concrete(spec, alternative, value));
            concrete.find(|schema| is_of(&schema.shape, value))
        }
        _ => None,
    };
    followed.unwrap_or(schema)
}

fn is_of(shape: &Shape, value: &Value) -> bool {
    match shape {
        Shape::Boolean => value.is_boolean(),
        Shape::Integer | Shape::Number => value.is_number(),
        Shape::String | Shape::Enum(_) => value.is_string(),
        Shape::Array { .. } | Shape::Tuple(_) => value.is_array(),
        Shape::Map(_) | Shape::Object(_) | Shape::Union(_) => value.is_object(),
        _ => true,
    }
}
