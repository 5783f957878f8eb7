//! Evaluates the constraints of one schema on a value, so that a case breaks exactly the clause that it
//! tests.
//!
//! Formats are not checked, and nested values only if they are plain.

use regex::Regex;
use serde_json::Value;
use webdata_spec::model::{Constraint, Keyword, Operand, Schema, Shape};

/// Returns the keywords that a value of the right JSON type breaks.
pub(in crate::derive) fn broken(schema: &Schema, value: &Value) -> Vec<Keyword> {
    let constraints = schema.constraints.iter();
    constraints
        .filter(|constraint| breaks(schema, constraint, value))
        .map(|constraint| constraint.keyword)
        .collect()
}

/// Returns whether a plain value is valid.
pub(in crate::derive) fn fits(schema: &Schema, value: &Value) -> bool {
    let is_of_type = match &schema.shape {
        Shape::Boolean => value.is_boolean(),
        Shape::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Shape::Number => value.is_number(),
        Shape::String => value.is_string(),
        Shape::Enum(values) => values.iter().any(|listed| value == listed),
        _ => true,
    };
    is_of_type && broken(schema, value).is_empty()
}

fn breaks(schema: &Schema, constraint: &Constraint, value: &Value) -> bool {
    let limit = || constraint.number().and_then(serde_json::Number::as_f64).unwrap_or_default();
    let number = || value.as_f64().unwrap_or_default();
    let length = || value.as_str().map_or(0, |text| text.chars().count()) as f64;
    let items = || value.as_array().map_or(&[][..], Vec::as_slice);
    let members = || value.as_object().map_or(0, serde_json::Map::len) as f64;
    let has = |name: &String| value.get(name).is_some();
    let contained = || {
        let part = schema.subschema(Keyword::Contains);
        items().iter().filter(|item| part.is_some_and(|part| fits(part, item))).count() as f64
    };
    match constraint.keyword {
        Keyword::Const => match (schema.constant().and_then(Value::as_f64), value.as_f64()) {
            (Some(constant), Some(number)) => constant != number,
            _ => schema.constant() != Some(value),
        },
        Keyword::Minimum => number() < limit(),
        Keyword::Maximum => number() > limit(),
        Keyword::ExclusiveMinimum => number() <= limit(),
        Keyword::ExclusiveMaximum => number() >= limit(),
        Keyword::MultipleOf => {
            let times = number() / limit();
            (times - times.round()).abs() > 1e-9
        }
        Keyword::MinLength => length() < limit(),
        Keyword::MaxLength => length() > limit(),
        Keyword::Pattern => {
            let pattern = schema.pattern().and_then(|pattern| Regex::new(pattern).ok());
            !pattern
                .is_some_and(|pattern| value.as_str().is_some_and(|text| pattern.is_match(text)))
        }
        // The samples of formats are known to be valid or invalid.
        Keyword::Format | Keyword::MinimumInterval => false,
        Keyword::MinItems => (items().len() as f64) < limit(),
        Keyword::MaxItems => items().len() as f64 > limit(),
        Keyword::UniqueItems => {
            items().iter().enumerate().any(|(index, item)| items()[..index].contains(item))
        }
        Keyword::Contains => {
            let min_contains = schema.count(Keyword::MinContains);
            contained() == 0.0 && min_contains != Some(0)
        }
        // A list without any matching item breaks `contains` instead.
        Keyword::MinContains => contained() > 0.0 && contained() < limit(),
        Keyword::MaxContains => contained() > limit(),
        Keyword::MinProperties => members() < limit(),
        Keyword::MaxProperties => members() > limit(),
        Keyword::PropertyNames => {
            let names = value.as_object().into_iter().flat_map(serde_json::Map::keys);
            let part = schema.subschema(Keyword::PropertyNames);
            let fits = |name: &str| part.is_none_or(|part| fits(part, &name.into()));
            !names.into_iter().all(|name| fits(name))
        }
        // The ideas about objects check the listed properties.
        Keyword::AdditionalProperties => false,
        Keyword::ExactlyOne => match &constraint.operand {
            Operand::Names(names) => names.iter().filter(|name| has(name)).count() != 1,
            _ => false,
        },
        Keyword::DependentRequired => {
            schema.dependents().any(|(name, needs)| has(name) && !needs.iter().all(has))
        }
    }
}
