//! Values read as others: what is coerced, cut, or taken for another unit.
//!
//! It must not know where a value stands.

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
            (_, Value::String(text)) => self.of_text(text).map(Value::from),
            _ => None,
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
        ];
        for (reading, value, expected) in table {
            let read = reading.apply(&value).unwrap_or_else(|| value.clone());
            assert_eq!(read, expected, "{reading:?} of {value}");
        }
    }
}
