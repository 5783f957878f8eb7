//! Conversions between JSON types, as languages and frameworks perform them.

use serde_json::{Number, Value};

use super::Reading;

impl Reading {
    /// Converts a value to another type; `None` if the reading does not apply.
    pub(super) fn careless(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::MemberOf(_), Value::Object(_) | Value::Null) => None,
            (Self::MemberOf(name), own) => {
                Some(Value::Object([(name.clone(), own.clone())].into_iter().collect()))
            }
            (Self::ItemOfList, Value::Array(items)) => match &items[..] {
                [one] => Some(one.clone()),
                _ => None,
            },
            (Self::As(one, other), own) => (own == one).then(|| other.clone()),
            (Self::ParsedText, Value::String(text)) => {
                let parsed: Value = serde_json::from_str(text).ok()?;
                (parsed.is_object() || parsed.is_array()).then_some(parsed)
            }
            (Self::ListOfParts, Value::String(text)) => {
                let parts = text.split(',').filter(|part| !part.is_empty());
                Some(parts.map(Value::from).collect())
            }
            (Self::ListOfValues, Value::Object(members)) => {
                Some(members.values().cloned().collect())
            }
            (Self::TextOfAnything, Value::String(_) | Value::Null) => None,
            (Self::TextOfAnything, own) => Some(own.to_string().into()),
            (Self::InBits(bits), Value::Number(number)) => {
                let whole = number.as_u64().map(i128::from);
                let whole = whole.or_else(|| wide(&number.to_string()))?;
                i64::try_from(whole.rem_euclid(1_i128 << bits)).ok().map(Value::from)
            }
            (Self::InSinglePrecision, Value::Number(number)) => {
                #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
                let single = number.as_f64()? as f32;
                let text = single.to_string();
                let whole = text.parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
            }
            (Self::NullOfEmpty, Value::String(text)) if text.is_empty() => Some(Value::Null),
            _ => None,
        }
    }
}

/// Parses an integer of up to 128 bits.
fn wide(text: &str) -> Option<i128> {
    text.parse().ok()
}
