//! Operations on JSON values: equivalent spellings.

use serde_json::Value;

/// Returns indented JSON with white space before and after it.
pub(crate) fn blanks(value: &Value) -> String {
    format!("\r\n\t {}\n ", serde_json::to_string_pretty(value).unwrap_or_default())
}

/// Escapes the first letter of each name and each string.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = ' ';
    for character in text.chars() {
        let is_first = before == '"' && character.is_ascii_alphabetic();
        if is_first {
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            escaped.push(character);
        }
        before = character;
    }
    escaped
}

/// Returns a value with the properties of each object in reverse order.
pub(crate) fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            Value::Object(members.map(|(name, value)| (name.clone(), reversed(value))).collect())
        }
        Value::Array(items) => items.iter().map(reversed).collect(),
        scalar => scalar.clone(),
    }
}
