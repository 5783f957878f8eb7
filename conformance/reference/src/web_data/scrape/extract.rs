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

/// Returns the data of a page without a schema.
pub(super) fn overview(source: &Source) -> Value {
    json!({ "title": source.title, "description": source.description })
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
        let keyword = |word: &str| schema.get(word);
        if let Some(value) = keyword("const") {
            return value.clone();
        }
        if let Some(values) = keyword("enum").and_then(Value::as_array) {
            let on_page = values
                .iter()
                .find(|value| value.as_str().is_some_and(|text| self.source.text.contains(text)));
            return on_page.or(values.first()).cloned().unwrap_or_default();
        }
        if let Some(reference) = keyword("$ref").and_then(Value::as_str) {
            let schema_found =
                reference.strip_prefix('#').and_then(|place| self.root.pointer(place));
            return schema_found
                .map(|referred| self.value(referred, name, depth - 1))
                .unwrap_or_default();
        }
        for word in ["anyOf", "oneOf", "allOf"] {
            if let Some(first) = keyword(word).and_then(|all| all.get(0)) {
                return self.value(first, name, depth - 1);
            }
        }
        match json_type(schema) {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, name, depth),
            "integer" => whole(self.number(schema, name)),
            "number" => json!(self.number(schema, name)),
            "boolean" => self.source.text.to_lowercase().contains(&name.to_lowercase()).into(),
            "null" => Value::Null,
            _ => self.text(schema, name).into(),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let listed = schema.get("properties").and_then(Value::as_object);
        let listed = listed.into_iter().flatten();
        let mut properties: Properties =
            listed.map(|(name, part)| (name.clone(), self.value(part, name, depth - 1))).collect();
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            properties.entry(name).or_insert_with(|| self.text(&Value::Null, name).into());
        }
        properties.into()
    }

    fn array(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let limit = |word: &str| schema.get(word).and_then(Value::as_u64);
        let max = limit("maxItems").unwrap_or(u64::MAX);
        let wanted = limit("minItems").unwrap_or(1).max(1).min(max).min(100);
        let items = schema.get("items").unwrap_or(&Value::Null);
        (0..wanted).map(|_| self.value(items, name, depth - 1)).collect()
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

    /// Returns a string that fits the property's name and format, within the schema's limits.
    fn text(&self, schema: &Value, name: &str) -> String {
        let source = self.source;
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        let text = match (name.to_lowercase().as_str(), format) {
            (_, "uri") | ("url" | "link", _) => source.url.clone(),
            (_, "email") | ("email", _) => self.first(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
            ("phone", _) => self.first(r"\+\d[\d ()-]{6,}\d"),
            ("price", _) => self.first(r"\d+(?:\.\d+)? [A-Z]{3}\b"),
            ("title" | "name", _) => source.title.clone(),
            ("description" | "summary", _) => source.description.clone(),
            (name, _) => {
                let mut sentences = source.sentences();
                let about = sentences.find(|sentence| sentence.to_lowercase().contains(name));
                about.unwrap_or(&source.title).to_owned()
            }
        };
        let limit = |word: &str| {
            let limit = schema.get(word).and_then(Value::as_u64);
            limit.and_then(|limit| usize::try_from(limit).ok())
        };
        text.chars().take(limit("maxLength").unwrap_or(usize::MAX)).collect()
    }

    fn first(&self, pattern: &str) -> String {
        let pattern = Regex::new(pattern).ok();
        let matched = pattern.and_then(|pattern| pattern.find(&self.source.text));
        matched.map(|part| part.as_str().to_owned()).unwrap_or_default()
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

/// Converts to a JSON number without a fraction.
fn whole(number: f64) -> Value {
    format!("{:.0}", number.trunc()).parse::<i64>().map_or_else(|_| json!(number), Value::from)
}
