//! A resolved schema in the words of the tables.
//!
//! It says what a schema holds and does not know what it should hold.

use serde_json::Value;
use webdata_spec::model::{Additional, Object, Schema, Shape, StringFormat, Text};

/// Kind, limits and default on one line: `integer 1000 to 300000, default 60000`.
pub(crate) fn describe(schema: &Schema) -> String {
    let mut says = kind(schema);
    let limits = limits(schema);
    if !limits.is_empty() {
        says = format!("{says} {limits}");
    }
    if schema.nullable {
        says.push_str(" or null");
    }
    if schema.generated {
        says.push_str(", generated");
    }
    if let Some(default) = &schema.default {
        says = format!("{says}, default {}", plain(default));
    }
    if schema.default_description.is_some() {
        says.push_str(", default in words");
    }
    says
}

fn kind(schema: &Schema) -> String {
    let name = match &schema.shape {
        Shape::Any => "any".to_owned(),
        Shape::Boolean { constant: Some(value) } => value.to_string(),
        Shape::Boolean { constant: None } => "boolean".to_owned(),
        Shape::Integer { .. } => "integer".to_owned(),
        Shape::Number { .. } => "number".to_owned(),
        Shape::String(Text { format: Some(format), .. }) => format!("string {}", format.name()),
        Shape::String(_) => "string".to_owned(),
        Shape::Enum(_) => "enum".to_owned(),
        Shape::Array { items, .. } => format!("[{}]", describe(items)),
        Shape::Map(values) => format!("{{{}}}", describe(values)),
        Shape::Object(_) => "object".to_owned(),
        Shape::Union(_) => "union".to_owned(),
        Shape::OneOf(alternatives) => {
            alternatives.iter().map(describe).collect::<Vec<_>>().join(" / ")
        }
        Shape::Ref(name) => name.clone(),
    };
    match schema.unit {
        Some(unit) => format!("{name} of {}", unit.name()),
        None => name,
    }
}

/// The limits of a value: `1 to 256 characters`, `at most 25 items`.
pub(crate) fn limits(schema: &Schema) -> String {
    let text = |limit: Option<u64>| limit.map(|limit| limit.to_string());
    match &schema.shape {
        Shape::Integer { minimum, maximum } => {
            range(minimum.map(|n| n.to_string()), maximum.map(|n| n.to_string()), "")
        }
        Shape::Number { minimum, maximum } => {
            range(minimum.map(|n| n.to_string()), maximum.map(|n| n.to_string()), "")
        }
        Shape::String(found) => {
            let mut says = range(text(found.min_length), text(found.max_length), " characters");
            if let Some(StringFormat::Cron { minimum_interval: Some(interval) }) = found.format {
                says.push_str(&format!("at least {} seconds apart", interval.as_secs()));
            }
            if let Some(pattern) = &found.pattern {
                says.push_str(&format!("matching {pattern}"));
            }
            says
        }
        Shape::Array { min_items, max_items, .. } => {
            range(text(*min_items), text(*max_items), " items")
        }
        _ => String::new(),
    }
}

/// What is said of an object as a whole.
pub(crate) fn whole(object: &Object) -> Vec<String> {
    let mut says = Vec::new();
    if object.properties.is_empty() {
        says.push("no properties".to_owned());
    }
    if let Some(least) = object.min_properties {
        says.push(format!("at least {least} properties"));
    }
    if !object.exactly_one.is_empty() {
        says.push(format!("exactly one of {}", object.exactly_one.join(", ")));
    }
    if object.additional == Additional::Forbidden {
        says.push("no other properties".to_owned());
    }
    says
}

fn range(low: Option<String>, high: Option<String>, unit: &str) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{low} to {high}{unit}"),
        (Some(low), None) => format!("at least {low}{unit}"),
        (None, Some(high)) => format!("at most {high}{unit}"),
        (None, None) => String::new(),
    }
}

/// A number with a fraction of zero is the whole number.
pub(crate) fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
