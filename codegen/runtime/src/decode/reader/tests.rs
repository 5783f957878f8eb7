//! Compares the reader with `serde_json`'s, on a table and on random texts.

use proptest::prelude::*;
use serde::de::DeserializeSeed as _;
use serde_json::Value;

use crate::decode::json_visitor::Keep;
use crate::decode::reader::Reader;

/// Returns the value that the reader reads, or `None` if it rejects the text.
fn read(text: &str) -> Option<Value> {
    let mut reader = Reader::new(text, 0);
    let value = Keep(0).deserialize(&mut reader).ok()?;
    reader.is_at_end().then_some(value)
}

fn read_by_serde_json(text: &str) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = Keep(0).deserialize(&mut deserializer).ok()?;
    deserializer.end().ok().map(|()| value)
}

/// Asserts that both readers read the same value. Floats are compared by their digits, which distinguish `-0`
/// from `0`.
fn assert_same(text: &str) {
    let values = [read(text), read_by_serde_json(text)];
    let [ours, expected] = values.map(|value| value.map(|value| value.to_string()));
    assert_eq!(ours, expected, "{text:?}");
}

#[test]
fn texts_are_read_as_by_serde_json() {
    let texts = [
        "0",
        "-0",
        "00",
        "01",
        "-01",
        "-",
        "+1",
        "1",
        "-1",
        "9007199254740993",
        "1.",
        ".5",
        "1.5",
        "-0.0",
        "1e5",
        "1E+5",
        "1e-5",
        "1e",
        "1e+",
        "1.e5",
        "1.5e300",
        "1e308",
        "1e309",
        "-1e999",
        "5e-324",
        "1e-400",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "1e00",
        "0e0",
        "0x1",
        "123456789012345678901234567890",
        "true",
        "false",
        "null",
        "tru",
        "nulll",
        "True",
        "NaN",
        "",
        " ",
        "[]",
        "{}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1",
        "]",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{a:1}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,\"a\":2}",
        "{",
        "}",
        "[}",
        "1 ",
        "\t\r\n1\t\r\n",
        "1 2",
        "1,",
        "\u{feff}1",
        "\u{a0}1",
        "\u{c}1",
        "/**/1",
        "'a'",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"a\\\"b\"",
        "\"\\u00e9\"",
        "\"\\u00E9\"",
        "\"\\u00g9\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\n\"",
        "\"\\ud83d\\ud83d\"",
        "\"\\x\"",
        "\"\\b\\f\\n\\r\\t\\/\\\\\"",
        "\"\\u0000\"",
        "\"a\u{0}b\"",
        "\"seven b\u{1f}\"",
        "\"eight by\u{1f}\"",
        "\"tab\t\"",
        "\"\u{7f}é\u{10ffff}\"",
        "\"a string of more than eight bytes\"",
        "{\"\\u0061\":1}",
        "\"eight by\\u00e9 and others\"",
        "{\"a\":{\"b\":[1,{\"c\":null}]}}",
        "[[],[[]],{}]",
    ];
    for text in texts {
        assert_same(text);
        assert_same(&format!("[{text}]"));
        assert_same(&format!("{{\"a\" : {text} , \"b\":1}}"));
    }
    for length in 0..100 {
        let plain = "a".repeat(length);
        for end in ["", "\"", "\\n\"", "\u{1f}\"", "é\"", "\\"] {
            assert_same(&format!("\"{plain}{end}"));
            assert_same(&format!("\"{plain}{end}, {plain}"));
        }
    }
    for levels in [127, 128, 254, 255, 256, 257] {
        assert_same(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
        assert_same(&format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels)));
    }
}

/// A lossy reader reads everything that RFC 8259 allows, and keeps the rest of a string whose surrogate is unpaired.
#[test]
fn a_lossy_reader_replaces_what_no_value_can_hold() {
    let check = |text: &str, expected: Option<Value>| {
        let mut reader = Reader::lossy(text, 0);
        let value = Keep(0).deserialize(&mut reader).ok().filter(|_| reader.is_at_end());
        assert_eq!(value, expected, "{text}");
    };
    check(r#""a\ud83d""#, Some("a\u{fffd}".into()));
    check(r#""\ud83db""#, Some("\u{fffd}b".into()));
    check(r#""\ude00\n\ud83d\n""#, Some("\u{fffd}\n\u{fffd}\n".into()));
    check(r#""\ud83d\ud83d\ude00""#, Some("\u{fffd}\u{1f600}".into()));
    check(r#""\ud83d\u0041""#, Some("\u{fffd}A".into()));
    check(r#"{"\ud83d":1}"#, Some(serde_json::json!({"\u{fffd}": 1})));
    check("-1e400", Some(f64::MIN.into()));
    check(&format!("[{}]", "9".repeat(400)), Some(vec![f64::MAX].into()));
    check(r#""\ud83""#, None);
    check(r#""\ud83d\x""#, None);
    check(r#""\ud83d"#, None);
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn values_are_read_back(value in values(), is_spaced: bool) {
        let text = if is_spaced { format!("{value:#}") } else { value.to_string() };
        prop_assert_eq!(read(&text).map(|value| value.to_string()), Some(value.to_string()));
        assert_same(&text);
    }

    /// Both readers agree on texts with random changes.
    #[test]
    fn changed_texts_are_read_as_by_serde_json(
        value in values(),
        at: prop::sample::Index,
        put in "[ \\[\\]{},:\"\\\\0-9eE.+\\-u\\x00-\\x1fnt]{0,2}",
        taken in 0..3_usize,
    ) {
        let text: Vec<char> = value.to_string().chars().collect();
        let start = at.index(text.len());
        let end = (start + taken).min(text.len());
        let before = text.iter().take(start).copied();
        let text: String = before.chain(put.chars()).chain(text.iter().skip(end).copied()).collect();
        assert_same(&text);
    }

    #[test]
    fn numbers_are_read_alike(text in "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?") {
        assert_same(&text);
    }
}
