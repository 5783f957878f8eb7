//! A resolved schema in the words of the tables.
//!
//! It says what a schema holds and does not know what it should hold.

use serde_json::Value;
use webdata_spec::model::{Keyword, Object, Schema, Shape, Side};

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
        Shape::Boolean | Shape::Integer | Shape::Number | Shape::String => {
            let json_type = schema.shape.json_type().unwrap_or_default();
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

/// The limits of a value: `1 to 256 characters`, `at most 25 items`.
pub(crate) fn limits(schema: &Schema) -> String {
    match schema.shape {
        Shape::Object(_) => String::new(),
        _ => constraints(schema).join(""),
    }
}

/// What is said of an object as a whole.
pub(crate) fn whole(schema: &Schema, object: &Object) -> Vec<String> {
    let none = object.properties.is_empty().then(|| "no properties".to_owned());
    none.into_iter().chain(constraints(schema)).collect()
}

/// What is said by keywords: a range where a number is limited on both sides.
fn constraints(schema: &Schema) -> Vec<String> {
    let mut all = schema.all_constraints();
    all.sort_by_key(|own| match own.keyword {
        Keyword::AdditionalProperties => 3,
        Keyword::Pattern => 2,
        _ => 1,
    });
    let mut says = Vec::new();
    for own in &all {
        let opposite = all.iter().find(|other| Some(other.keyword) == own.keyword.opposite());
        let many = own.keyword.counts().map(|of| format!(" {}", of.many())).unwrap_or_default();
        let (side, limit) = (own.keyword.side(), &own.operand);
        match own.keyword {
            Keyword::Const | Keyword::Format => {}
            Keyword::Pattern => says.push(format!("matching {limit}").replace('`', "")),
            Keyword::MinimumInterval => says.push(format!("at least {limit} seconds apart")),
            _ => match (side, opposite) {
                (Some(Side::Least), Some(most)) => {
                    says.push(format!("{limit} to {}{many}", most.operand));
                }
                (Some(Side::Most), Some(_)) => {}
                (Some(Side::Least), None) => says.push(format!("at least {limit}{many}")),
                (Some(Side::Most), None) => says.push(format!("at most {limit}{many}")),
                (None, _) => says.push(own.sentence().replace('`', "")),
            },
        }
    }
    says
}

/// A number with a fraction of zero is the whole number.
pub(crate) fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
