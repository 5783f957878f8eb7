//! Selects the schemas that apply to a value, which may be invalid: the variant of a union, the alternative of
//! its JSON type, and the schemas of its parts.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{JsonType, Schema, Shape};

/// Returns the concrete schema for a value. References are followed; the value chooses the variant of a union
/// and the alternative of its JSON type. If the value names no variant, the union is returned.
pub(in crate::derive) fn concrete<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
) -> &'s Schema {
    let mut schema = schema;
    // References may be recursive, so their depth is bounded: each type occurs once at most, with a choice
    // between each two.
    for _ in 0..=2 * spec.types.len() {
        let next = match &schema.shape {
            Shape::Ref(name) => spec.schema(name),
            Shape::Union(union) => {
                let tag = value.get(&union.discriminator).and_then(Value::as_str);
                tag.and_then(|tag| spec.schema(union.variants.get(tag)?))
            }
            Shape::OneOf(alternatives) => alternative(spec, alternatives, value),
            _ => None,
        };
        match next {
            Some(alternative) => schema = alternative,
            None => break,
        }
    }
    schema
}

/// Returns the alternative that has the JSON type of a value.
pub(in crate::derive) fn alternative<'s>(
    spec: &'s Spec,
    alternatives: &'s [Schema],
    value: &Value,
) -> Option<&'s Schema> {
    alternatives.iter().find(|schema| is_of_type(spec.resolve(schema), value))
}

/// Calls `see` with a value and every value inside it, the outermost first, each with its schema.
pub(in crate::derive) fn visit<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    see: &mut impl FnMut(&'s Schema, &Value),
) {
    let schema = concrete(spec, schema, value);
    see(schema, value);
    for (_, schema, value) in parts(schema, value) {
        visit(spec, schema, value, see);
    }
}

/// Returns the parts of a value that a concrete schema describes, each with its token in a JSON Pointer.
pub(in crate::derive) fn parts<'s, 'v>(
    schema: &'s Schema,
    value: &'v Value,
) -> Vec<(String, &'s Schema, &'v Value)> {
    let all: Vec<(String, &Value)> = match (schema.shape.json_type(), value) {
        (Some(JsonType::Object), Value::Object(members)) => {
            members.iter().map(|(name, member)| (name.clone(), member)).collect()
        }
        (Some(JsonType::Array), Value::Array(items)) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        _ => Vec::new(),
    };
    let part = |(token, part): (String, &'v Value)| {
        let schema = schema.child(&token)?;
        Some((token, schema, part))
    };
    all.into_iter().filter_map(part).collect()
}

/// Returns whether a value has the JSON type of a schema.
pub(in crate::derive) fn is_of_type(schema: &Schema, value: &Value) -> bool {
    match schema.shape.json_type() {
        None => true,
        Some(JsonType::Boolean) => value.is_boolean(),
        Some(JsonType::Integer) => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some(JsonType::Number) => value.is_number(),
        Some(JsonType::String) => value.is_string(),
        Some(JsonType::Array) => value.is_array(),
        Some(JsonType::Object) => value.is_object(),
    }
}
