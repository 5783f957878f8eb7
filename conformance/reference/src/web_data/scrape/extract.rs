//! Data extraction from a page by a JSON Schema. The extraction is deterministic and stands in for a language
//! model.
//!
//! This module rejects nothing; its callers decide whether the data conforms to the schema.

use std::cell::Cell;

use regex::Regex;
use serde_json::{Value, json};

use crate::contract::schema::Properties;
use crate::web_data::world::scrapes::Source;

/// The depth to which schemas are followed, since references may be recursive.
const MAX_DEPTH: usize = 8;

/// The maximum number of values of an extraction.
const MAX_VALUES: usize = 10_000;

/// Extracts the data of a page that a schema describes.
pub(crate) fn extract(source: &Source, schema: &Value) -> Value {
    Extraction { source, root: schema, remaining: Cell::new(MAX_VALUES) }
        .value(schema, "", MAX_DEPTH)
}

struct Extraction<'e> {
    source: &'e Source,
    root: &'e Value,
    /// The number of values that may still be produced.
    remaining: Cell<usize>,
}

impl Extraction<'_> {
    fn value(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let remaining = self.remaining.get();
        if depth == 0 || remaining == 0 {
            return Value::Null;
        }
        self.remaining.set(remaining - 1);
        if let Some(value) = schema.get("const").or_else(|| schema.get("enum")?.get(0)) {
            return value.clone();
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let referred = reference.strip_prefix('#').and_then(|place| self.root.pointer(place));
            return referred.map(|schema| self.value(schema, name, depth - 1)).unwrap_or_default();
        }
        let alternatives = ["anyOf", "oneOf", "allOf"].iter().find_map(|word| schema.get(word));
        if let Some(first) = alternatives.and_then(|all| all.get(0)) {
            return self.value(first, name, depth - 1);
        }
        match json_type(schema) {
            "object" => self.object(schema, depth),
            "array" => {
                let items = schema.get("items").unwrap_or(&Value::Null);
                let wanted = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1).min(100);
                (0..wanted.max(1)).map(|_| self.value(items, name, depth - 1)).collect()
            }
            "integer" => json!(self.number(schema, name).trunc() as i64),
            "number" => json!(self.number(schema, name)),
            "boolean" => self.source.text.to_lowercase().contains(&name.to_lowercase()).into(),
            "null" => Value::Null,
            _ => self.text(schema, name).into(),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let listed = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let mut properties: Properties =
            listed.map(|(name, part)| (name.clone(), self.value(part, name, depth - 1))).collect();
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            properties.entry(name).or_insert_with(|| self.text(&Value::Null, name).into());
        }
        properties.into()
    }

    /// Returns the number after the property's name, or else the first number on the page, within the
    /// schema's limits.
    fn number(&self, schema: &Value, name: &str) -> f64 {
        let text = &self.source.text;
        let after_name = text.to_lowercase().find(&name.to_lowercase()).unwrap_or_default();
        let after_name = text.get(after_name..).and_then(first_number);
        let number = after_name.or_else(|| first_number(text)).unwrap_or_default();
        let limit = |word: &str| schema.get(word).and_then(Value::as_f64);
        let number = limit("minimum").map_or(number, |minimum| number.max(minimum));
        limit("maximum").map_or(number, |maximum| number.min(maximum))
    }

    /// Returns the URL, title or description of the page for a property of such a name, or else a sentence that
    /// contains the name. `maxLength` limits the string.
    fn text(&self, schema: &Value, name: &str) -> String {
        let source = self.source;
        let name = name.to_lowercase();
        let text = match name.as_str() {
            "url" | "link" => &source.url,
            "title" | "name" => &source.title,
            "description" | "summary" => &source.description,
            _ if schema.get("format").is_some_and(|format| format == "uri") => &source.url,
            name => {
                let mut sentences = source.sentences();
                let about = sentences.find(|sentence| sentence.to_lowercase().contains(name));
                about.unwrap_or(&source.title)
            }
        };
        let limit = schema.get("maxLength").and_then(Value::as_u64);
        let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        text.chars().take(limit).collect()
    }
}

/// Returns the JSON type of a schema; the first if it has several.
fn json_type(schema: &Value) -> &str {
    let named = schema.get("type");
    let named = named.and_then(|named| named.as_str().or_else(|| named.get(0)?.as_str()));
    match named {
        Some(named) => named,
        None if schema.get("properties").is_some() || schema.get("required").is_some() => "object",
        None if schema.get("items").is_some() => "array",
        None => "string",
    }
}

fn first_number(text: &str) -> Option<f64> {
    Regex::new(r"\d+(?:\.\d+)?").ok()?.find(text)?.as_str().parse().ok()
}
