//! Conversions between JSON types, as languages and frameworks perform them.

use serde_json::{Number, Value};

use super::Reading;

impl Reading {
    /// Converts a value to another type; `None` if the reading does not apply.
    pub(super) fn convert_type(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::ValueToProperty(_), Value::Object(_) | Value::Null) => None,
            (Self::ValueToProperty(name), value_before) => {
                Some(Value::Object([(name.clone(), value_before.clone())].into_iter().collect()))
            }
            (Self::ArrayToItem, Value::Array(items)) => match &items[..] {
                [one] => Some(one.clone()),
                _ => None,
            },
            (Self::As(from, to), value_before) => (value_before == from).then(|| to.clone()),
            (Self::StringToJson, Value::String(text)) => {
                let parsed: Value = serde_json::from_str(text).ok()?;
                (parsed.is_object() || parsed.is_array()).then_some(parsed)
            }
            (Self::SplitAtCommas, Value::String(text)) => {
                let parts = text.split(',').filter(|part| !part.is_empty());
                Some(parts.map(Value::from).collect())
            }
            (Self::ObjectToValues, Value::Object(properties)) => {
                Some(properties.values().cloned().collect())
            }
            (Self::AnyToString, Value::String(_) | Value::Null) => None,
            (Self::AnyToString, value_before) => Some(value_before.to_string().into()),
            (Self::TruncatedToBits(bits), Value::Number(number)) => {
                let whole = number.as_u64().map(i128::from);
                let whole = whole.or_else(|| parse_i128(&number.to_string()))?;
                i64::try_from(whole.rem_euclid(1_i128 << bits)).ok().map(Value::from)
            }
            (Self::InSinglePrecision, Value::Number(number)) => {
                #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
                let single = number.as_f64()? as f32;
                let text = single.to_string();
                let whole = text.parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
            }
            (Self::EmptyToNull, Value::String(text)) if text.is_empty() => Some(Value::Null),
            _ => None,
        }
    }
}

/// Parses an integer of up to 128 bits.
fn parse_i128(text: &str) -> Option<i128> {
    text.parse().ok()
}
