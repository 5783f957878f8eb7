//! Writes JSON in other ways that mean the same (RFC 8259).
//!
//! This module changes no value.

use serde::Deserialize;
use serde_json::{Number, Value};

/// The way in which a body is written as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Notation {
    /// On several lines that end with CR LF, with indentation.
    Indented,
    /// With an escape for every character of names and strings.
    Escaped,
    /// With an exponent in every number.
    Exponents,
}

impl Notation {
    pub(super) fn write(self, body: &Value) -> String {
        match self {
            Self::Indented => format!("\n{body:#}\n").replace('\n', "\r\n"),
            Self::Escaped | Self::Exponents => self.compact(body),
        }
    }

    fn compact(self, value: &Value) -> String {
        match value {
            Value::String(text) => self.string(text),
            Value::Number(number) => self.number(number),
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.compact(item)).collect();
                format!("[{}]", items.join(","))
            }
            Value::Object(members) => {
                let member = |(name, value): (&String, &Value)| {
                    format!("{}:{}", self.string(name), self.compact(value))
                };
                format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
            }
            Value::Null | Value::Bool(_) => value.to_string(),
        }
    }

    fn string(self, text: &str) -> String {
        if self != Self::Escaped {
            return Value::from(text).to_string();
        }
        let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        format!("\"{units}\"")
    }

    fn number(self, number: &Number) -> String {
        match number.as_i64() {
            Some(whole) if self == Self::Exponents => format!("{whole:E}"),
            _ => number.to_string(),
        }
    }
}
