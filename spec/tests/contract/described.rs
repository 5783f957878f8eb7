//! A resolved schema in the words of the tables.
//!
//! It says what a schema holds and does not know what it should hold.

use std::collections::BTreeSet;
use std::time::Duration;

use webdata_spec::model::{Additional, Schema, Shape, StringFormat};

/// The kind of value, in the words of `TYPES`.
pub(crate) fn described(schema: &Schema) -> String {
    match &schema.shape {
        Shape::Any => "any".to_owned(),
        Shape::Boolean { constant: Some(value) } => value.to_string(),
        Shape::Boolean { constant: None } => "boolean".to_owned(),
        Shape::Integer { .. } => "integer".to_owned(),
        Shape::Number { .. } => "number".to_owned(),
        Shape::String(text) => match text.format {
            Some(format) => format!("string {}", format.name()),
            None => "string".to_owned(),
        },
        Shape::Enum(values) => values.join("|"),
        Shape::Array { items, .. } => format!("[{}]", described(items)),
        Shape::Map(values) => format!("{{{}}}", described(values)),
        Shape::Object(_) => "object".to_owned(),
        Shape::Union(_) => "union".to_owned(),
        Shape::Ref(name) => name.clone(),
    }
}

pub(crate) type Facts = BTreeSet<(String, String)>;

/// Every limit and default within a schema, in the words of `LIMITS` and `DEFAULTS`.
pub(crate) fn facts(schema: &Schema, place: &str, limits: &mut Facts, defaults: &mut Facts) {
    let says = limit(schema);
    if !says.is_empty() {
        limits.insert((place.to_owned(), says.join(", ")));
    }
    if let Some(default) = &schema.default {
        defaults.insert((place.to_owned(), default.to_string()));
    }
    match &schema.shape {
        Shape::Array { items, .. } => facts(items, &format!("{place}.items"), limits, defaults),
        Shape::Map(values) => facts(values, &format!("{place}.values"), limits, defaults),
        Shape::Object(object) => {
            for (name, property) in &object.properties {
                facts(&property.schema, &format!("{place}.{name}"), limits, defaults);
            }
        }
        _ => {}
    }
}

fn limit(schema: &Schema) -> Vec<String> {
    let mut says = Vec::new();
    let mut bound = |word: &str, limit: Option<String>, one: &str, many: &str| {
        if let Some(limit) = limit {
            let unit = if limit == "1" { one } else { many };
            says.push(format!("{word} {limit}{unit}"));
        }
    };
    let text = |limit: Option<u64>| limit.map(|limit| limit.to_string());
    match &schema.shape {
        Shape::Integer { minimum, maximum } => {
            bound("at least", minimum.map(|limit| limit.to_string()), "", "");
            bound("at most", maximum.map(|limit| limit.to_string()), "", "");
        }
        Shape::Number { minimum, maximum } => {
            bound("at least", minimum.map(|limit| limit.to_string()), "", "");
            bound("at most", maximum.map(|limit| limit.to_string()), "", "");
        }
        Shape::String(found) => {
            bound("at least", text(found.min_length), " character", " characters");
            bound("at most", text(found.max_length), " character", " characters");
            if let Some(StringFormat::Cron { minimum_interval }) = found.format {
                let seconds = minimum_interval.as_ref().map(Duration::as_secs);
                bound("at least", text(seconds), " second", " seconds");
            }
            if let Some(pattern) = &found.pattern {
                says.push(format!("matches {pattern}"));
            }
        }
        Shape::Array { min_items, max_items, .. } => {
            bound("at least", text(*min_items), " item", " items");
            bound("at most", text(*max_items), " item", " items");
        }
        Shape::Object(object) => {
            bound("at least", text(object.min_properties), " property", " properties");
            if !object.exactly_one.is_empty() {
                says.push(format!("exactly one of {}", object.exactly_one.join(", ")));
            }
            if object.additional == Additional::Forbidden {
                says.push("no other properties".to_owned());
            }
        }
        _ => {}
    }
    says
}
