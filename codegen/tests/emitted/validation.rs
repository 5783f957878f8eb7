//! Validates bodies for the tests of emitted code: as bytes, as a JSON value, and as the parsed Rust value.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::Value;
use webdata_runtime::decode::{self, Model};
use webdata_runtime::{ParseError, Violations};

/// Validates a body, and compares the pointers and clauses of the violations with the expected ones, in their
/// order.
///
/// Bytes and values must give the same result. A valid value must also pass `validate`, and be valid again
/// after serialization.
#[track_caller]
pub(crate) fn check<T: Model + serde::Serialize>(body: &Value, expected: &[(&str, &str)]) {
    let by_value = decode::check::<T>(body);
    let by_bytes = decode::parse::<T>(body.to_string().as_bytes());
    let of_value = by_value.as_ref().err().map(places).unwrap_or_default();
    let of_bytes = match &by_bytes {
        Ok(_) => Vec::new(),
        Err(ParseError::Violations(violations)) => places(violations),
        Err(error) => panic!("{error}: {body}"),
    };
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(pointer, clause)| ((*pointer).to_owned(), (*clause).to_owned()))
        .collect();
    assert_eq!(of_value, expected, "{body}");
    assert_eq!(of_bytes, expected, "from bytes: {body}");
    if let Ok(value) = by_value {
        decode::validate(&value).expect("`validate` accepts what `check` accepts");
        let written = serde_json::to_value(&value).expect("is written");
        assert!(decode::check::<T>(&written).is_ok(), "{body} became {written}");
    }
}

/// Validates JSON text that no JSON value can represent, such as repeated properties.
#[track_caller]
pub(crate) fn check_text<T: Model>(json: &str, expected: &[(&str, &str)]) {
    let places = match decode::parse::<T>(json.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(ParseError::Violations(violations)) => places(&violations),
        Err(error) => panic!("{error}: {json}"),
    };
    let places: Vec<(&str, &str)> = places.iter().map(|(p, c)| (p.as_str(), c.as_str())).collect();
    assert_eq!(places, expected, "{json}");
}

/// Returns the pointers and clauses of violations.
pub(crate) fn places(violations: &Violations) -> Vec<(String, String)> {
    let places = violations
        .iter()
        .map(|violation| (violation.pointer.clone(), violation.clause.to_string()));
    places.collect()
}

/// Returns the body with the property or item at a pointer set to `value`, or without the property if `value`
/// is `None`.
pub(crate) fn with(mut body: Value, pointer: &str, value: Option<Value>) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("the pointer is not empty");
    match body.pointer_mut(parent).expect("the parent exists") {
        Value::Object(members) => match value {
            Some(value) => drop(members.insert(name.to_owned(), value)),
            None => drop(members.shift_remove(name)),
        },
        Value::Array(items) => {
            let index: usize = name.parse().expect("an index");
            items[index] = value.expect("only properties can be removed");
        }
        _ => panic!("{parent} is neither an object nor an array"),
    }
    body
}
