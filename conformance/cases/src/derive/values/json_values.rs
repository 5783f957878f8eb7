//! Operations on JSON values: their properties, their discriminators and their spellings.

use serde_json::{Map, Value};

/// Returns indented JSON with white space before and after it.
pub(crate) fn with_white_space(value: &Value) -> String {
    format!("\r\n\t {}\n ", serde_json::to_string_pretty(value).unwrap_or_default())
}

/// Escapes the letter after each quotation mark: the first of each name and each string, and any after an escaped mark.
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

/// Returns the properties of an object, or none for any other value.
pub(crate) fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Sets the discriminator of an object to `tag`. A missing discriminator becomes the first property. Several tags may
/// select the same type, whose sample has only one of them.
pub(crate) fn with_tag(mut value: Value, discriminator: &str, tag: &str) -> Value {
    if let Value::Object(members) = &mut value {
        match members.get_mut(discriminator) {
            Some(shown) => *shown = tag.into(),
            None => drop(members.shift_insert(0, discriminator.to_owned(), tag.into())),
        }
    }
    value
}
