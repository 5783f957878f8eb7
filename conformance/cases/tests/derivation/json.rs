//! The reader of JSON: whatever RFC 8259 allows, and its bounds.

use serde_json::Value;
use webdata_cases::json::{CostError, Json, cost, has_same_digits, length_of};

/// The maximum number of lists and objects in each other.
const MAX_DEPTH: usize = 512;

fn ambiguous(body: &str) -> Option<String> {
    Json::read(body.as_bytes()).expect("JSON").ambiguous
}

#[test]
fn ambiguous_names_are_found_at_any_depth() {
    assert_eq!(ambiguous(r#"{"a": 1, "b": {"a": 1}, "c": [{"a": 1}]}"#), None);
    assert_eq!(ambiguous(r#"{"a": 1, "a": 1}"#), None);
    assert_eq!(ambiguous(r#"{"a": 1, "a": 2}"#).as_deref(), Some("/a"));
    assert_eq!(ambiguous(r#"[{}, {"x/y": {"a": [], "a": {}}}]"#).as_deref(), Some("/1/x~1y/a"));
}

#[test]
fn values_equal_those_of_serde_json() {
    let body =
        br#"{"n": -1, "u": 18446744073709551615, "f": 1.5, "s": "\u00e9", "l": [null, true]}"#;
    let read = Json::read(body).expect("JSON").value;
    assert_eq!(read, serde_json::from_slice::<Value>(body).expect("JSON"));
    let halves = br#"["\ud83d", "\udc1f\ud83d\udc1f", "\\ud83d"]"#;
    let expected = serde_json::json!(["\u{fffd}", "\u{fffd}\u{1f41f}", "\\ud83d"]);
    assert_eq!(Json::read(halves).expect("JSON").value, expected);
    assert!(Json::read(b"{").is_none());
    assert!(Json::read(b"{} {}").is_none());
}

#[test]
fn whatever_json_is_is_read() {
    let check = |text: &str, expected: Value| {
        let read = Json::read(text.as_bytes()).map(|json| json.value);
        assert_eq!(read, Some(expected), "{text}");
    };
    check("1e400", f64::MAX.into());
    check("-1e99999999999999999999", f64::MIN.into());
    check("0e99999999999999999999", 0.0.into());
    check("1e-400", f64::from_bits(1).into());
    check("9007199254740993.0", 9_007_199_254_740_993_u64.into());
    check("-922337203685477580.8e1", i64::MIN.into());
    check("1.0", 1.0.into());
    check(&format!("[{}]", "9".repeat(400)), vec![f64::MAX].into());
    check("\u{feff} {\"a\" : [ ] }", serde_json::json!({"a": []}));
    check(
        r#"{"\ud83d": "cut \ud83d", "rest": 1}"#,
        serde_json::json!({"\u{fffd}": "cut \u{fffd}", "rest": 1}),
    );
    for levels in [130, MAX_DEPTH] {
        let text = format!("{}1.5{}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(Json::read(text.as_bytes()).expect("JSON").value.to_string(), text);
        let text = format!("{}1.5{}", "{\"a\":".repeat(levels), "}".repeat(levels));
        assert_eq!(Json::read(text.as_bytes()).expect("JSON").value.to_string(), text);
    }
    let deeper = "[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1);
    assert!(matches!(cost(deeper.as_bytes(), 1 << 20), Err(CostError::TooDeep(MAX_DEPTH))));
    assert!(Json::read(deeper.as_bytes()).is_none());
    assert!(Json::read(b"[\"\xff\"]").is_none());
}

#[test]
fn long_numbers_are_kept_and_compared_by_their_digits() {
    let text = r#"{"a": [1, 1e400], "b/c": 100000000000000000000000000001, "d": 0.1000000000000000000001}"#;
    let read = Json::read(text.as_bytes()).expect("JSON").long_numbers;
    let expected = [("/a/1", "1e400"), ("/b~1c", "100000000000000000000000000001")];
    assert!(read.iter().map(|(place, number)| (&**place, &**number)).eq(expected), "{read:?}");
    let check = |left, right, is_same| {
        assert_eq!(has_same_digits(left, right), is_same, "{left} {right}");
    };
    check("1e400", "10.00e+399", true);
    check("1e400", "1e401", false);
    check("1e400", "-1e400", false);
    check("0.0e5", "-0", true);
    check("1e99999999999999999999", "1e99999999999999999998", false);
    let zeros = "0".repeat(399);
    check(&format!("1{zeros}1"), &format!("1{zeros}2"), false);
}

#[test]
fn cost_grows_with_width_depth_and_length() {
    let check = |text: &str, limit: usize, fits: bool| {
        let cost_of_text = cost(text.as_bytes(), limit);
        assert_eq!(cost_of_text.is_ok(), fits, "{} of {limit}: {cost_of_text:?}", text.len());
        assert!(fits || matches!(cost_of_text, Err(CostError::TooManyValues)));
    };
    check("[]", 1000, true);
    check(&format!("[{}0]", "0,".repeat(999)), 100_000, false);
    check(&format!("[{}0]", "0,".repeat(999)), 200_000, true);
    check(&format!("[{}{{}}]", r#"{"":0},"#.repeat(999)), 900_000, false);
    check(&format!("\"{}\"", "a".repeat(1000)), 1000, false);
    check(&format!("\"{}\"", "a".repeat(1000)), 1200, true);
    check(&format!("{}{}", "[".repeat(100), "]".repeat(100)), 50_000, false);
}

#[test]
fn invalid_json_has_no_cost() {
    for text in ["", "{", "[1,]", "{} {}", "{\"a\":}"] {
        assert!(matches!(cost(text.as_bytes(), 1 << 20), Err(CostError::NotJson(_))), "{text}");
    }
}

#[test]
fn the_length_of_a_text_is_exact() {
    for text in ["", "a", "ü", "\"", "\\", "\n\r\t\u{8}\u{c}", "\u{1}\u{1f}"] {
        let json = serde_json::to_string(text).expect("JSON");
        assert_eq!(length_of(text), json.len() - 2, "{text:?}");
    }
}
