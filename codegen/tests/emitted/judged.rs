//! How the behaviour tests judge a body: by bytes, as a value, and once more when it was read.

#![expect(clippy::expect_used, reason = "a test may stop where it cannot go on")]

use serde_json::Value;
use webdata_runtime::decode::{self, Model};
use webdata_runtime::{ParseError, Violations};

/// Judges a body and compares with the expected places and clauses, in their order.
///
/// Bytes and values must agree; what is valid must also pass as a value built in Rust, and its
/// members must come back when it is written.
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
        decode::validate(&value).expect("what was judged valid is valid once built");
        let written = serde_json::to_value(&value).expect("is written");
        assert!(decode::check::<T>(&written).is_ok(), "{body} became {written}");
    }
}

/// Judges JSON text, for what no JSON value can hold.
#[track_caller]
pub(crate) fn check_text<T: Model>(json: &str, expected: &[(&str, &str)]) {
    let found = match decode::parse::<T>(json.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(ParseError::Violations(violations)) => places(&violations),
        Err(error) => panic!("{error}: {json}"),
    };
    let found: Vec<(&str, &str)> = found.iter().map(|(p, c)| (p.as_str(), c.as_str())).collect();
    assert_eq!(found, expected, "{json}");
}

/// The places and clauses of violations.
pub(crate) fn places(violations: &Violations) -> Vec<(String, String)> {
    let places = violations.iter().map(|found| (found.pointer.clone(), found.clause.to_string()));
    places.collect()
}

/// A value with the member at a pointer's place put in, or taken out when it is `None`.
pub(crate) fn with(mut body: Value, pointer: &str, value: Option<Value>) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer to a member");
    match body.pointer_mut(parent).expect("the place is there") {
        Value::Object(members) => match value {
            Some(value) => drop(members.insert(name.to_owned(), value)),
            None => drop(members.shift_remove(name)),
        },
        Value::Array(items) => {
            let index: usize = name.parse().expect("an index");
            items[index] = value.expect("items are not taken out");
        }
        _ => panic!("{parent} holds no members"),
    }
    body
}
