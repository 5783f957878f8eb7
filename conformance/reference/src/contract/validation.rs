//! The validation of bodies, queries and headers, by their schema and by the rules that apply to the request alone.
//!
//! The error depends on the contract alone: the error that a violated schema names, or the usual validation
//! failure. Queries and headers are first converted to JSON objects. A value that does not fit its type stays a
//! string, which the schema then rejects.

use std::sync::Arc;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use webdata_spec::model::{JsonType, Schema, Shape};
use webdata_spec::{Spec, pointer};

use crate::contract::compiled_schema::Violation;
use crate::contract::errors::{RequestError, Row};
use crate::contract::json::{self, MAX_DEPTH};
use crate::contract::operation::Request;
use crate::contract::schema::{self, Properties, concrete, object_of};
use crate::contract::{Contract, rules};

/// Parses a body as JSON.
///
/// # Errors
/// The body is empty, not JSON, or beyond a limit of this server.
pub(crate) fn parse(contract: &Contract, bytes: &[u8]) -> Result<Value, RequestError> {
    json::parse(bytes).map_err(|error| {
        // `IgnoredAny` limits neither depth nor numbers, so it accepts all JSON.
        let is_json = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
        let message = if bytes.is_empty() {
            "a JSON body is required".to_owned()
        } else if is_json && json::depth(bytes) > MAX_DEPTH {
            format!(
                "is nested deeper than {MAX_DEPTH} levels, which is more than this server reads"
            )
        } else {
            let problem =
                if is_json { "has a number that this server cannot hold" } else { "is not JSON" };
            format!("{problem}: line {}, column {}", error.line(), error.column())
        };
        let keyword = "type".to_owned();
        let violation = Violation { steps: Vec::new(), missing: None, keyword, message };
        validation_failure(contract, vec![violation])
    })
}

/// Validates a value by its schema, and by the rules that apply to the request alone.
///
/// # Errors
/// The error of an invalid value.
pub(crate) fn validate(
    contract: &Contract,
    request: &Request,
    value: &Value,
) -> Result<(), RequestError> {
    judge(contract, request, value, request.compiled.violations(value))
}

/// Rejects a value that has violations of its schema, or that breaks a rule for the request alone.
///
/// # Errors
/// The error of an invalid value.
pub(crate) fn judge(
    contract: &Contract,
    request: &Request,
    value: &Value,
    violations: Vec<Violation>,
) -> Result<(), RequestError> {
    if !violations.is_empty() {
        return Err(request_error(contract, &request.schema, value, violations));
    }
    let violations = rules::rules_broken_as_sent(&contract.spec, &request.schema, value);
    if violations.is_empty() { Ok(()) } else { Err(validation_failure(contract, violations)) }
}

/// Returns the error of an invalid value: the one that the first violated schema names, or else the usual
/// validation failure.
pub(crate) fn request_error(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violations: Vec<Violation>,
) -> RequestError {
    let named = violations.first().and_then(|first| error_at(contract, schema, value, first));
    match named {
        Some(row) => RequestError::from(row).with_violations(violations),
        None => validation_failure(contract, violations),
    }
}

/// Returns the usual validation failure, for violations without an error of their own.
pub(crate) fn validation_failure(contract: &Contract, violations: Vec<Violation>) -> RequestError {
    RequestError::new(&contract.validation_failure).with_violations(violations)
}

/// Returns the error that the schema at the place of a violation names.
fn error_at(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violation: &Violation,
) -> Option<Arc<Row>> {
    let (mut schema, mut value) = (schema, value);
    for step in violation.steps.iter().chain(&violation.missing) {
        schema = schema::part_schema(&contract.spec, schema, value, step)?;
        value = value.pointer(&pointer::child("", step)).unwrap_or(&Value::Null);
    }
    contract.catalogue.find(schema::error_of(&contract.spec, schema, value)?)
}

/// Converts a query to an object of a named type.
pub(crate) fn read_query(spec: &Spec, type_name: &str, query: &str) -> Properties {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let pairs = pairs.map(|(name, value)| (name.into_owned(), value.into_owned()));
    read_pairs(spec, type_name, pairs.collect())
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
        let parts = texts.flat_map(|text| {
            if is_list {
                text.split(',').map(|part| part.trim().to_owned()).collect()
            } else {
                vec![text]
            }
        });
        parts.map(|text| (name.clone(), text)).collect::<Vec<_>>()
    });
    read_pairs(spec, type_name, pairs.collect())
}

fn read_pairs(spec: &Spec, type_name: &str, pairs: Vec<(String, String)>) -> Properties {
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

/// Reads a scalar from its text.
pub(crate) fn scalar(spec: &Spec, schema: &Schema, text: String) -> Value {
    let parsed = || serde_json::from_str::<Value>(&text).ok();
    let read = match concrete(spec, schema, &Value::Null).shape.json_type() {
        Some(JsonType::Integer | JsonType::Number) => parsed().filter(Value::is_number),
        Some(JsonType::Boolean) => parsed().filter(Value::is_boolean),
        _ => None,
    };
    read.unwrap_or(Value::String(text))
}
