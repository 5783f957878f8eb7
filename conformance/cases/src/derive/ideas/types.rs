//! JSON types: the server must reject values of other types, and `null` where it is not allowed. It must
//! accept each of several allowed types, and both booleans.

mod lookalikes;

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{JsonType, Keyword, Schema, Shape};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::with_tag;
use crate::derive::values::samples::{Extent, Samples, constrains_items, listed};
use crate::derive::values::selection::alternative;
use crate::interpreter::limits::{broken, fits};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        // A variant has the type of its union, which has these cases already.
        if place.discriminator.is_some() {
            continue;
        }
        // The choice between alternatives has these cases already.
        if place.is_alternative {
            continue;
        }
        for (name, value) in valid_values(context.samples, place.schema) {
            cases.extend(context.accept_at(place, "type", &name, &value));
        }
        if let Some(items) = place.schema.items().filter(|_| context.input != Input::Body) {
            // Only several values show that a parameter is read as a list.
            let several = context.samples.items(place.schema, items, 2);
            if broken(place.schema, &several.clone().into()).is_empty() {
                let value = several.into();
                cases.extend(context.accept_at(place, "type", "several-items", &value));
            }
        }
        for (index, (name, value)) in wrong_values(context.samples, place.schema).iter().enumerate()
        {
            cases.extend(context.reject_at(place, "type", name, value));
            // One wrong value is enough to show whether the server checks the last items of a long list.
            let far = if index == 0 { place.far_positions() } else { Vec::new() };
            cases.extend(context.reject_in(place, "type", name, value, &far));
        }
        let nullable = place.property.nullable || place.schema.nullable;
        if nullable {
            cases.extend(context.accept_at(place, "nullable", "null", &Value::Null));
        } else if !matches!(place.schema.shape, Shape::Any) {
            cases.extend(context.reject_at(place, "type", "null", &Value::Null));
        }
    }
    cases.extend(lookalikes::derive(context));
    cases
}

/// Returns valid values of a type that no other idea is sure to send.
fn valid_values<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(String, Value)> {
    match &schema.shape {
        Shape::Boolean if schema.constant().is_none() => {
            [true, false].map(|value| (value.to_string(), json!(value))).to_vec()
        }
        Shape::Array { items, .. } => {
            let several = several_items(samples, items);
            several.map(|value| ("several-items".to_owned(), value)).into_iter().collect()
        }
        // `bounds` sends numbers if they have a limit.
        Shape::Integer if schema.constraints.is_empty() => {
            vec![("integer".to_owned(), samples.value(schema, Extent::Full))]
        }
        Shape::OneOf(alternatives) => alternatives
            .iter()
            .flat_map(|alternative| {
                let resolved = samples.spec.resolve(alternative);
                // If the contract leaves every value of the enum open, so is the enum itself.
                if alternative.words().is_some() && listed(alternative).next().is_none() {
                    return Vec::new();
                }
                let mut values = valid_values(samples, resolved);
                if values.is_empty() {
                    let value = samples.value(alternative, Extent::Full);
                    values.push((alternative.alternative_name().to_owned(), value));
                }
                values
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns items of two variants, in an order that the server must keep. Each item differs from the items of
/// the known state, because a server that merges lists leaves known items at their place.
fn several_items<'s>(samples: Samples<'s>, items: &'s Schema) -> Option<Value> {
    let union = samples.spec.resolve(items).union()?;
    let variant = |(tag, name): (&String, &String)| {
        let named = samples.spec.schema(name)?;
        let mut full = samples.value(named, Extent::Full);
        samples.identify(named, &mut full, 1);
        Some(with_tag(full, &union.discriminator, tag))
    };
    // A server may return an item without options as a plain name, and such lists are not compared.
    let has_options = |value: &Value| value.as_object().is_some_and(|members| members.len() > 1);
    let two: Vec<Value> =
        union.variants.iter().filter_map(variant).filter(has_options).take(2).collect();
    (two.len() == 2).then(|| two.into())
}

/// Returns values of other types, first those that a lenient server would convert.
fn wrong_values<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(&'static str, Value)> {
    if let Shape::OneOf(alternatives) = &schema.shape {
        let all = alternatives
            .iter()
            .flat_map(|alternative| wrong_values_for(samples, samples.spec.resolve(alternative)));
        let mut names = HashSet::new();
        let of_no_type =
            |(_, value): &(_, Value)| alternative(samples.spec, alternatives, value).is_none();
        return all.filter(of_no_type).filter(|(name, _)| names.insert(*name)).collect();
    }
    wrong_values_for(samples, schema)
}

/// Returns a number within the limits, so that a server which converts it from another type accepts it.
fn allowed_number<'s>(samples: Samples<'s>, schema: &'s Schema) -> Value {
    let limit = |keyword| schema.integer(keyword);
    match limit(Keyword::Minimum).or(limit(Keyword::Maximum)) {
        Some(limit) if fits(schema, &json!(limit)) => json!(limit),
        _ if schema.constraints.is_empty() && schema.shape == Shape::Integer => json!(7),
        _ if schema.constraints.is_empty() => json!(7.5),
        _ => samples.value(schema, Extent::Minimal),
    }
}

fn wrong_values_for<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(&'static str, Value)> {
    let number = ("number", json!(7));
    let boolean = ("boolean", json!(true));
    let text = ("string", json!("text"));
    let array = ("array", json!([]));
    let object = ("object", json!({}));
    let Some(json_type) = schema.shape.json_type() else { return Vec::new() };
    match json_type {
        JsonType::Boolean => {
            vec![("boolean-as-string", json!("true")), ("one", json!(1)), array, object]
        }
        JsonType::Integer => {
            let good = allowed_number(samples, schema);
            let as_string = ("number-as-string", json!(good.to_string()));
            let fraction = json!(good.as_f64().unwrap_or_default() + 0.5);
            vec![as_string, ("fraction", fraction), boolean, array, object]
        }
        JsonType::Number => {
            let as_string = json!(allowed_number(samples, schema).to_string());
            vec![("number-as-string", as_string), boolean, array, object]
        }
        JsonType::String => vec![number, boolean, array, object],
        JsonType::Array => {
            let bare = schema.items().and_then(|items| {
                let item = samples.items(schema, items, 1).pop().unwrap_or_default();
                // Strings are among the values already.
                let resolved = samples.spec.resolve(items);
                let is_sent = resolved.is_free_text() && !constrains_items(schema);
                (!item.is_array() && !is_sent).then_some(("item-without-a-list", item))
            });
            [text, number, boolean, object].into_iter().chain(bare).collect()
        }
        JsonType::Object => vec![text, number, boolean, array],
    }
}
