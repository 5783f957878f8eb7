//! Conversions that lose parts of a value, at every level.

use serde_json::{Map, Value};

use super::Reading;

impl Reading {
    /// Converts a value at every level; `None` if the reading is not such a conversion.
    pub(super) fn convert_nested(&self, value: &Value) -> Option<Value> {
        let kept = match self {
            Self::ScalarsToStrings => map_values(value, &|scalar| match scalar {
                Value::Number(_) | Value::Bool(_) => Some(scalar.to_string().into()),
                other => Some(other.clone()),
            }),
            Self::WithoutInnerObjects => map_values(value, &|inner| match inner {
                Value::Object(_) => Some(Value::Object(Map::new())),
                other => Some(other.clone()),
            }),
            Self::WithoutArrays => {
                map_values(value, &|inner| (!inner.is_array()).then(|| inner.clone()))
            }
            Self::WithoutFalsy => map_values(value, &|inner| {
                let is_falsy = match inner {
                    Value::Bool(boolean) => !boolean,
                    Value::Number(number) => number.as_f64() == Some(0.0),
                    Value::String(text) => text.is_empty(),
                    Value::Null | Value::Array(_) | Value::Object(_) => false,
                };
                (!is_falsy).then(|| inner.clone())
            }),
            Self::NumbersToIntegers => map_values(value, &|inner| match inner.as_f64() {
                Some(number) if !inner.is_i64() && number.abs() < 1e15 => {
                    format!("{:.0}", number.trunc()).parse::<i64>().ok().map(Value::from)
                }
                _ => Some(inner.clone()),
            }),
            Self::CamelCased => map_names(value, &|name| Some(to_camel_case(name))),
            Self::WithoutSpecialNames => {
                map_names(value, &|name| (!name.contains(['.', '$'])).then(|| name.to_owned()))
            }
            _ => return None,
        };
        Some(kept)
    }
}

/// Changes or removes the properties and items of a value, at every level.
fn map_values(value: &Value, change: &impl Fn(&Value) -> Option<Value>) -> Value {
    let inner = |value: &Value| change(value).map(|changed| map_values(&changed, change));
    match value {
        Value::Object(properties) => {
            let kept =
                properties.iter().filter_map(|(name, value)| Some((name.clone(), inner(value)?)));
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().filter_map(inner).collect(),
        scalar => scalar.clone(),
    }
}

/// Renames or removes the properties of a value, at every level.
fn map_names(value: &Value, rename: &impl Fn(&str) -> Option<String>) -> Value {
    match value {
        Value::Object(properties) => {
            let properties = properties.iter();
            let properties = properties
                .filter_map(|(name, value)| Some((rename(name)?, map_names(value, rename))));
            Value::Object(properties.collect())
        }
        Value::Array(items) => items.iter().map(|item| map_names(item, rename)).collect(),
        scalar => scalar.clone(),
    }
}

fn to_camel_case(name: &str) -> String {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let mut cased = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        cased.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        cased.push_str(letters.as_str());
    }
    cased
}
