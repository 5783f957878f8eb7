//! Tests of numbers that are passed as strings, as `serde_json` does with its feature `arbitrary_precision`.

use serde::de::DeserializeSeed as _;
use serde::de::value::{Error, MapDeserializer};
use serde_json::{Value, json};

use crate::decode::json_visitor::{Keep, NUMBER, Skip};
use crate::decode::{Any, Check, Integer, JsonPath, List, Number, Text, ViolationSink};

/// Decodes a number that is passed as a string; returns the value and the violations.
fn decode<C: Check>(check: &C, text: &str) -> Result<(Option<C::Value>, String), Error> {
    let mut sink = ViolationSink::strict();
    let map = MapDeserializer::<_, Error>::new([(NUMBER, text)].into_iter());
    let value = check.decode(map, &JsonPath::ROOT, &mut sink)?;
    Ok((value, sink.into_violations().to_string()))
}

#[test]
fn numbers_passed_as_strings_are_decoded() {
    let valid = String::new;
    assert_eq!(decode(&Number::new("N"), "1.5"), Ok((Some(1.5), valid())));
    assert_eq!(decode(&Number::new("N"), "-3"), Ok((Some(-3.0), valid())));
    assert_eq!(decode(&Integer::new("N"), "-3"), Ok((Some(-3), valid())));
    assert_eq!(decode(&Integer::new("N"), "3e2"), Ok((Some(300), valid())));
    assert_eq!(decode(&Any, "1.5"), Ok((Some(json!(1.5)), valid())));
    for (result, message) in [
        (
            decode(&Integer::new("N"), "18446744073709551615").map(|(_, violations)| violations),
            "the value is beyond the whole numbers of 64 bits (N.type)",
        ),
        (
            decode(&Integer::new("N").maximum(3), "4").map(|(_, violations)| violations),
            "the value is above 3, the maximum (N.maximum)",
        ),
        (
            decode(&Integer::new("N"), "1.5").map(|(_, violations)| violations),
            "the value is a number with a fraction instead of an integer (N.type)",
        ),
        (
            decode(&Text::new("N"), "1.5").map(|(_, violations)| violations),
            "the value is a number instead of a string (N.type)",
        ),
        (
            decode(&List::new("N", Any), "1").map(|(_, violations)| violations),
            "the value is a number instead of an array (N.type)",
        ),
    ] {
        assert_eq!(result, Ok(message.to_owned()));
    }
}

#[test]
fn a_text_that_is_no_number_is_not_repeated() {
    for text in ["secret", "", "1e999", "NaN"] {
        let error = decode(&Number::new("N"), text).expect_err("is none");
        assert_eq!(error.to_string(), "number out of range", "{text}");
        decode(&Any, text).expect_err("is none");
    }
}

#[test]
fn a_number_is_not_a_nesting_level() {
    let map = || MapDeserializer::<_, Error>::new([(NUMBER, "1")].into_iter());
    assert_eq!(Keep(255).deserialize(map()), Ok(Value::from(1)));
    assert_eq!(Skip(255).deserialize(map()), Ok(()));
    let object = || MapDeserializer::<_, Error>::new([("a", "1")].into_iter());
    assert_eq!(Keep(254).deserialize(object()), Ok(json!({ "a": "1" })));
    Keep(255).deserialize(object()).expect_err("is too deep");
    Skip(255).deserialize(object()).expect_err("is too deep");
}
