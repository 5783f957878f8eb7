//! Values read as others: what is coerced, cut, or taken for another unit.
//!
//! It must not know where a value stands.

mod careless;
mod nested;

use serde::Serialize;
use serde_json::{Number, Value};

/// What a value is read as. A value that a reading is not about stays as it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reading {
    /// A text of digits, as the number.
    NumberOfText,
    /// A number with a fraction, as the whole one below.
    WholeOfFraction,
    /// 0 and 1, as false and true.
    TruthOfNumber,
    /// `"true"` and `"false"`, as false and true.
    TruthOfText,
    /// A number, as its digits.
    TextOfNumber,
    /// True and false, as texts.
    TextOfTruth,
    /// What is no list, as a list of it alone.
    ListOfOne,
    /// Null, as if it were left out.
    NothingOfNull,
    /// A text, without the blanks around it.
    Trimmed,
    /// A text, in lower case.
    LowerCase,
    /// A text, cut behind so many characters.
    Cut(usize),
    /// A text, with a question mark for what needs more than two bytes in UTF-16.
    WithoutEmoji,
    /// A text, escaped for HTML.
    Escaped,
    /// A text, as one with so many characters as it has bytes.
    InBytes,
    /// A number, times another one.
    Times(f64),
    /// A list, of which only the first item is seen.
    FirstItem,
    /// A list, the other way round.
    Reversed,
    /// What is no object, as an object with it under this name.
    MemberOf(String),
    /// A list of one, as its item.
    ItemOfList,
    /// One value, as another one.
    As(Value, Value),
    /// An empty string, as if it were left out.
    NothingOfEmpty,
    /// A string that holds JSON, as the value that it holds.
    ParsedText,
    /// A string, as a list of its parts between commas.
    ListOfParts,
    /// An object, as a list of its values.
    ListOfValues,
    /// What is no string, as the JSON text of it.
    TextOfAnything,
    /// An integer, in so many bits of which the upper ones are cut off.
    InBits(u32),
    /// A number, with as few digits as a single-precision float has.
    InSinglePrecision,
    /// A string, in the composed form of Unicode (NFC), as far as `e` with an acute accent goes.
    Composed,
    /// A string, without control characters.
    WithoutControls,
    /// A string, cut before its first NUL.
    CutAtNul,
    /// A string, without marks that are not seen, such as those of a direction.
    WithoutMarks,
    /// A string, with one blank for several.
    WithSingleBlanks,
    /// A string, with `\n` for `\r\n`.
    WithLineFeeds,
    /// An empty string, as null.
    NullOfEmpty,
    /// A value of any kind, with the text of each number and boolean in it.
    TextsWithin,
    /// A value of any kind, without what objects hold in it.
    WithoutInnerObjects,
    /// A value of any kind, without lists in it.
    WithoutLists,
    /// A value of any kind, without members that are false, zero or empty.
    WithoutFalsy,
    /// A value of any kind, with whole numbers in it.
    WholeWithin,
    /// An object, with its names in camel case at each level.
    CamelCased,
    /// An object, without names that have a dot or a dollar sign.
    WithoutOddNames,
}

impl Reading {
    /// What a value is read as; `None` where it stays as it is.
    pub(super) fn apply(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::NumberOfText, Value::String(text)) => {
                let number = text.trim().parse::<f64>().ok()?;
                let whole = text.trim().parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(number).map(Value::Number))
            }
            (Self::WholeOfFraction, Value::Number(number)) if !number.is_i64() => {
                let whole = number.as_f64()?.floor();
                format!("{whole:.0}").parse::<i64>().ok().map(Value::from)
            }
            (Self::TruthOfNumber, Value::Number(number)) => match number.as_i64()? {
                0 => Some(false.into()),
                1 => Some(true.into()),
                _ => None,
            },
            (Self::TruthOfText, Value::String(text)) => text.parse::<bool>().ok().map(Value::from),
            (Self::TextOfNumber, Value::Number(number)) => Some(number.to_string().into()),
            (Self::TextOfTruth, Value::Bool(truth)) => Some(truth.to_string().into()),
            (Self::ListOfOne, Value::Array(_) | Value::Null) => None,
            (Self::ListOfOne, one) => Some(Value::Array(vec![one.clone()])),
            (Self::Times(factor), Value::Number(number)) => {
                let product = number.as_f64()? * factor;
                match format!("{product}").parse::<i64>() {
                    Ok(whole) => Some(whole.into()),
                    Err(_) => Number::from_f64(product).map(Value::Number),
                }
            }
            (Self::FirstItem, Value::Array(items)) => Some(items.iter().take(1).cloned().collect()),
            (Self::Reversed, Value::Array(items)) => Some(items.iter().rev().cloned().collect()),
            (_, value) => self.careless(value).or_else(|| self.nested(value)).or_else(|| {
                let text = value.as_str()?;
                self.of_text(text).map(Value::from)
            }),
        }
    }

    fn of_text(&self, text: &str) -> Option<String> {
        match self {
            Self::Trimmed => Some(text.trim().to_owned()),
            Self::LowerCase => Some(text.to_lowercase()),
            Self::Cut(length) => Some(text.chars().take(*length).collect()),
            Self::WithoutEmoji => {
                let plain = |own: char| if own.len_utf16() > 1 { '?' } else { own };
                Some(text.chars().map(plain).collect())
            }
            Self::Escaped => {
                let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                Some(escaped.replace('"', "&quot;"))
            }
            Self::InBytes => Some("x".repeat(text.len())),
            Self::Composed => Some(text.replace("e\u{301}", "\u{e9}")),
            Self::WithoutControls => Some(text.chars().filter(|own| !own.is_control()).collect()),
            Self::CutAtNul => text.split('\0').next().map(str::to_owned),
            Self::WithoutMarks => {
                let is_mark =
                    |own: &char| matches!(own, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
                Some(text.chars().filter(|own| !is_mark(own)).collect())
            }
            Self::WithSingleBlanks => {
                let mut text = text.to_owned();
                while text.contains("  ") {
                    text = text.replace("  ", " ");
                }
                Some(text)
            }
            Self::WithLineFeeds => Some(text.replace("\r\n", "\n")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_as_others() {
        let table = [
            (Reading::NumberOfText, json!("30"), json!(30)),
            (Reading::NumberOfText, json!("7.5"), json!(7.5)),
            (Reading::NumberOfText, json!("many"), json!("many")),
            (Reading::WholeOfFraction, json!(30.5), json!(30)),
            (Reading::TruthOfNumber, json!(1), json!(true)),
            (Reading::TruthOfNumber, json!(2), json!(2)),
            (Reading::TruthOfText, json!("false"), json!(false)),
            (Reading::TextOfNumber, json!(7), json!("7")),
            (Reading::TextOfTruth, json!(true), json!("true")),
            (Reading::ListOfOne, json!("a"), json!(["a"])),
            (Reading::ListOfOne, json!(["a"]), json!(["a"])),
            (Reading::Trimmed, json!(" a "), json!("a")),
            (Reading::LowerCase, json!("Aß"), json!("aß")),
            (Reading::Cut(1), json!("ab"), json!("a")),
            (Reading::WithoutEmoji, json!("é🦀"), json!("é?")),
            (Reading::Escaped, json!("<&"), json!("&lt;&amp;")),
            (Reading::InBytes, json!("é"), json!("xx")),
            (Reading::Times(1000.0), json!(2), json!(2000)),
            (Reading::Times(0.001), json!(1500), json!(1.5)),
            (Reading::FirstItem, json!([1, 2]), json!([1])),
            (Reading::Reversed, json!([1, 2]), json!([2, 1])),
            (Reading::MemberOf("url".to_owned()), json!("a"), json!({ "url": "a" })),
            (Reading::ItemOfList, json!([{}]), json!({})),
            (Reading::As(json!(""), json!(false)), json!(""), json!(false)),
            (Reading::ParsedText, json!("{\"a\":1}"), json!({ "a": 1 })),
            (Reading::ListOfParts, json!("a,b"), json!(["a", "b"])),
            (Reading::ListOfValues, json!({ "0": "a" }), json!(["a"])),
            (Reading::TextOfAnything, json!({ "a": 1 }), json!("{\"a\":1}")),
            (Reading::InBits(32), json!(4_294_967_326_u64), json!(30)),
            (Reading::Composed, json!("e\u{301}"), json!("é")),
            (Reading::CutAtNul, json!("a\0b"), json!("a")),
            (Reading::WithoutMarks, json!("a\u{200f}b"), json!("ab")),
            (Reading::WithSingleBlanks, json!("a   b"), json!("a b")),
            (Reading::NullOfEmpty, json!(""), json!(null)),
            (Reading::TextsWithin, json!({ "a": [1] }), json!({ "a": ["1"] })),
            (Reading::WithoutInnerObjects, json!({ "a": { "b": 1 } }), json!({ "a": {} })),
            (Reading::WithoutLists, json!({ "a": [1], "b": 1 }), json!({ "b": 1 })),
            (Reading::WithoutFalsy, json!({ "a": false, "b": 1 }), json!({ "b": 1 })),
            (Reading::WholeWithin, json!({ "a": 1.5 }), json!({ "a": 1 })),
            (Reading::CamelCased, json!({ "a_b": 1 }), json!({ "aB": 1 })),
            (Reading::WithoutOddNames, json!({ "a.b": 1 }), json!({})),
        ];
        for (reading, value, expected) in table {
            let read = reading.apply(&value).unwrap_or_else(|| value.clone());
            assert_eq!(read, expected, "{reading:?} of {value}");
        }
    }
}
