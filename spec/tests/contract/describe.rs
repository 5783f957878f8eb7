//! Describes a resolved schema in the phrases of the transcribed tables.
//!
//! The module describes what a schema has, and does not know what it should have.

use serde_json::Value;
use webdata_spec::model::{JsonType, Keyword, Object, Schema, Shape, Side};

/// Returns kind, limits and default on one line: `integer 1000 to 300000, default 60000`.
pub(crate) fn describe(schema: &Schema) -> String {
    let mut text = kind(schema);
    let limits = limits(schema);
    if !limits.is_empty() {
        text = format!("{text} {limits}");
    }
    if schema.nullable {
        text.push_str(" or null");
    }
    if schema.generated {
        text.push_str(", generated");
    }
    if let Some(default) = &schema.default {
        text = format!("{text}, default {}", plain(default));
    }
    if schema.default_description.is_some() {
        text.push_str(", default in words");
    }
    text
}

fn kind(schema: &Schema) -> String {
    let name = match &schema.shape {
        Shape::Any => "any".to_owned(),
        Shape::Boolean | Shape::Integer | Shape::Number | Shape::String => {
            let json_type = schema.shape.json_type().map_or("", JsonType::name);
            match (schema.constant(), schema.format()) {
                (Some(value), _) => plain(value),
                (None, Some(format)) => format!("{json_type} {}", format.name()),
                (None, None) => json_type.to_owned(),
            }
        }
        Shape::Enum(_) => "enum".to_owned(),
        Shape::Array { items, .. } => format!("[{}]", describe(items)),
        Shape::Tuple(items) => {
            format!("({})", items.iter().map(describe).collect::<Vec<_>>().join(", "))
        }
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

/// Returns the limits of a value: `1 to 256 characters`, `at most 25 items`.
pub(crate) fn limits(schema: &Schema) -> String {
    match schema.shape {
        Shape::Object(_) => String::new(),
        _ => constraints(schema).join(""),
    }
}

/// Describes the constraints of an object as a whole.
pub(crate) fn whole(schema: &Schema, object: &Object) -> Vec<String> {
    let none = object.properties.is_empty().then(|| "no properties".to_owned());
    none.into_iter().chain(constraints(schema)).collect()
}

/// Describes the keywords. A number that is limited on both sides has a range.
fn constraints(schema: &Schema) -> Vec<String> {
    let mut all = schema.all_constraints();
    all.sort_by_key(|constraint| match constraint.keyword {
        Keyword::AdditionalProperties => 3,
        Keyword::Pattern => 2,
        _ => 1,
    });
    let mut text = Vec::new();
    for constraint in &all {
        let opposite =
            all.iter().find(|other| Some(other.keyword) == constraint.keyword.opposite());
        let many = constraint
            .keyword
            .counted_unit()
            .map(|of| format!(" {}", of.plural()))
            .unwrap_or_default();
        let (side, limit) = (constraint.keyword.side(), &constraint.operand);
        match constraint.keyword {
            Keyword::Const | Keyword::Format => {}
            Keyword::Pattern => text.push(format!("matching {limit}").replace('`', "")),
            Keyword::MinimumInterval => text.push(format!("at least {limit} seconds apart")),
            _ => match (side, opposite) {
                (Some(Side::Least), Some(upper)) => {
                    text.push(format!("{limit} to {}{many}", upper.operand));
                }
                (Some(Side::Most), Some(_)) => {}
                (Some(Side::Least), None) => text.push(format!("at least {limit}{many}")),
                (Some(Side::Most), None) => text.push(format!("at most {limit}{many}")),
                (None, _) => text.push(constraint.sentence().replace('`', "")),
            },
        }
    }
    text
}

/// Returns a value as a string; `5.0` becomes `5`.
pub(crate) fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
