//! Phrases for the messages of the shape check: keys, JSON types, and descriptions.

use jsonschema::error::TypeKind;
use serde_json::Value;

/// Returns the key of a value, or the key of the list that the value is in.
pub(super) fn key(path: &[String]) -> &str {
    let keys = path.iter().rev().find(|step| step.parse::<usize>().is_err());
    keys.map_or("the page", String::as_str)
}

/// Returns the same key in backticks, or "the page" for the whole page.
pub(super) fn quoted_key(path: &[String]) -> String {
    match path.iter().any(|step| step.parse::<usize>().is_err()) {
        true => format!("`{}`", key(path)),
        false => key(path).to_owned(),
    }
}

/// Returns the description of a schema as a help text.
pub(super) fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?.trim_end_matches('.');
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = line.chars();
    let first = letters.next()?.to_lowercase();
    Some(first.chain(letters).collect())
}

/// Returns the JSON types that would match, with their articles.
pub(super) fn expected_types(kind: &TypeKind) -> String {
    let name = |word: String| match word.as_str() {
        "object" => "a table".to_owned(),
        "array" | "integer" => format!("an {word}"),
        _ => format!("a {word}"),
    };
    match kind {
        TypeKind::Single(one) => name(one.to_string()),
        TypeKind::Multiple(several) => {
            let several: Vec<String> =
                several.iter().map(|name| name.to_string()).filter(|name| name != "null").collect();
            several.into_iter().map(name).collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Returns the JSON type of a value, with its article.
pub(super) fn type_with_article(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "a table",
    }
}
