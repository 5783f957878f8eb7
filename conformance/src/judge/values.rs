//! Compares values as the contract means them.
//!
//! Objects may have further members, `null` and `{}` may be left out, and `1.0` is `1`.

use serde_json::Value;

/// A value that is not what is expected.
pub(super) struct Difference {
    /// Where, by RFC 6901.
    pub(super) place: String,
    pub(super) expected: String,
    pub(super) received: String,
}

/// The first place where a value is not what is expected. What stands at one of the `omissible`
/// places may be left out.
pub(super) fn difference(
    place: &str,
    expected: &Value,
    received: Option<&Value>,
    omissible: &[String],
) -> Option<Difference> {
    let differs = |expected: String, received: String| {
        Some(Difference { place: place.to_owned(), expected, received })
    };
    match (expected, received) {
        (Value::Null, None) => None,
        (Value::Object(members), None) if members.is_empty() => None,
        (_, None) if omissible.iter().any(|omissible| omissible == place) => None,
        (_, None) => differs(expected.to_string(), "nothing".to_owned()),
        (Value::Object(expected), Some(Value::Object(received))) => {
            expected.iter().find_map(|(name, value)| {
                let step = name.replace('~', "~0").replace('/', "~1");
                difference(&format!("{place}/{step}"), value, received.get(name), omissible)
            })
        }
        (Value::Array(expected), Some(Value::Array(received))) => {
            if expected.len() != received.len() {
                let items = |list: &Vec<Value>| format!("{} items", list.len());
                return differs(items(expected), items(received));
            }
            let pairs = expected.iter().zip(received).enumerate();
            pairs.into_iter().find_map(|(index, (expected, received))| {
                difference(&format!("{place}/{index}"), expected, Some(received), omissible)
            })
        }
        (Value::Number(one), Some(Value::Number(other))) if one.as_f64() == other.as_f64() => None,
        (expected, Some(received)) if expected == received => None,
        (expected, Some(received)) => differs(expected.to_string(), received.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::difference;

    #[test]
    fn compares_as_the_contract_means() {
        let check = |expected, received, at: Option<&str>| {
            let omissible = ["/default".to_owned()];
            let found = difference("", &expected, Some(&received), &omissible);
            let found = found.map(|difference| difference.place);
            assert_eq!(found.as_deref(), at, "{expected} against {received}");
        };
        check(json!({"a": 1}), json!({"a": 1.0, "b": 2}), None);
        check(json!({"a": null}), json!({}), None);
        check(json!({"a": {}}), json!({}), None);
        check(json!({"default": 1}), json!({}), None);
        check(json!({"default": 1}), json!({"default": 2}), Some("/default"));
        check(json!({"other": 1}), json!({}), Some("/other"));
        check(json!({"a": null}), json!({"a": 0}), Some("/a"));
        check(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}), Some("/a/1/b"));
        check(json!([1]), json!([1, 2]), Some(""));
        check(json!({"a/b": 1}), json!({"a/b": "1"}), Some("/a~1b"));
    }
}
