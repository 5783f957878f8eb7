//! Queries and headers, converted to JSON objects by their types in the contract.
//!
//! This module does not validate. A string that is no value of its type stays a string, which the schema then
//! rejects.

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{JsonType, Schema, Shape};

use super::schema::{Properties, concrete, object_of};

/// Converts a query to an object of a named type.
pub(crate) fn read_query(spec: &Spec, type_name: &str, query: &str) -> Properties {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let pairs = pairs.map(|(name, value)| (name.into_owned(), value.into_owned()));
    read(spec, type_name, pairs.collect())
}

/// Converts the headers that a named type lists to an object of the type.
pub(crate) fn read_headers(
    spec: &Spec,
    type_name: &str,
    headers: &axum::http::HeaderMap,
) -> Properties {
    let listed = object_of(spec, type_name).into_iter();
    let listed = listed.flat_map(|object| object.properties.keys());
    let pairs = listed.flat_map(|name| {
        let values = headers.get_all(name.as_str()).iter();
        let texts = values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let schema = object_of(spec, type_name).and_then(|object| object.properties.get(name));
        let is_list = schema.is_some_and(|property| {
            matches!(concrete(spec, &property.schema, &Value::Null).shape, Shape::Array { .. })
        });
        // A header may also hold several items of an array, separated by commas.
        let parts = texts.flat_map(|text| match is_list {
            true => text.split(',').map(|part| part.trim().to_owned()).collect(),
            false => vec![text],
        });
        parts.map(|text| (name.clone(), text)).collect::<Vec<_>>()
    });
    read(spec, type_name, pairs.collect())
}

fn read(spec: &Spec, type_name: &str, pairs: Vec<(String, String)>) -> Properties {
    let object = object_of(spec, type_name);
    let mut values: Map<String, Value> = Map::new();
    for (name, text) in pairs {
        let schema =
            object.and_then(|object| object.properties.get(&name)).map(|property| &property.schema);
        let Some(schema) = schema.map(|schema| concrete(spec, schema, &Value::Null)) else {
            values.insert(name, text.into());
            continue;
        };
        match &schema.shape {
            Shape::Array { items, .. } => {
                let item = scalar(spec, items, text);
                match values.get_mut(&name) {
                    Some(Value::Array(list)) => list.push(item),
                    _ => drop(values.insert(name, Value::Array(vec![item]))),
                }
            }
            // Of a repeated parameter, the first is used.
            _ => drop(values.entry(name).or_insert_with(|| scalar(spec, schema, text))),
        }
    }
    values
}

fn scalar(spec: &Spec, schema: &Schema, text: String) -> Value {
    let parsed = || serde_json::from_str::<Value>(&text).ok();
    let read = match concrete(spec, schema, &Value::Null).shape.json_type() {
        Some(JsonType::Integer | JsonType::Number) => parsed().filter(Value::is_number),
        Some(JsonType::Boolean) => parsed().filter(Value::is_boolean),
        _ => None,
    };
    read.unwrap_or(Value::String(text))
}
