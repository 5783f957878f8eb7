//! JSON types: every other type is rejected, and `null` where it is not allowed. Each of several
//! allowed types is accepted, and so is either boolean.

mod tempting;

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Schema, Shape};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::{step, with_tag};
use crate::derive::values::samples::{Extent, Samples, is_demanding, is_free_text, listed};
use crate::derive::values::verdict::{broken, fits};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in context.places() {
        // The type of a variant is its union's, which has its cases already.
        if place.discriminator.is_some() {
            continue;
        }
        // So has the type of an alternative: it is one of those that the choice allows.
        if place.is_alternative {
            continue;
        }
        for (name, value) in right(context.samples, place.schema) {
            found.extend(context.accept_at(place, "type", &name, &value));
        }
        if let (Shape::Array { items }, true) = (&place.schema.shape, context.input != Input::Body)
        {
            // Text shows that it is read as a list where there are several.
            let several = context.samples.items(place.schema, items, 2);
            if broken(place.schema, &several.clone().into()).is_empty() {
                let value = several.into();
                found.extend(context.accept_at(place, "type", "several-items", &value));
            }
        }
        for (index, (name, value)) in wrong(context.samples, place.schema).iter().enumerate() {
            found.extend(context.refuse_at(place, "type", name, value));
            // One wrong value shows whether the items far back are looked at.
            let far = if index == 0 { place.far_positions() } else { Vec::new() };
            found.extend(context.refuse_in(place, "type", name, value, &far));
        }
        let nullable = place.property.nullable || place.schema.nullable;
        if nullable {
            found.extend(context.accept_at(place, "nullable", "null", &Value::Null));
        } else if !matches!(place.schema.shape, Shape::Any) {
            found.extend(context.refuse_at(place, "type", "null", &Value::Null));
        }
    }
    found.extend(tempting::derive(context));
    found
}

/// Returns values of types of their own, which no other idea is sure to send.
fn right<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(String, Value)> {
    match &schema.shape {
        Shape::Boolean if schema.constant().is_none() => {
            [true, false].map(|value| (value.to_string(), json!(value))).to_vec()
        }
        Shape::Array { items, .. } => {
            let several = several_items(samples, items);
            several.map(|value| ("several-items".to_owned(), value)).into_iter().collect()
        }
        // `bounds` sends numbers where there is a limit.
        Shape::Integer if schema.constraints.is_empty() => {
            vec![("integer".to_owned(), samples.value(schema, Extent::Full))]
        }
        Shape::OneOf(alternatives) => alternatives
            .iter()
            .flat_map(|one| match (&one.shape, right(samples, samples.schemas.resolve(one))) {
                // Whether a name is taken is open where the contract leaves each of them open.
                (Shape::Enum(_), _) if listed(one).next().is_none() => Vec::new(),
                (shape, own) if own.is_empty() => {
                    vec![(step(shape).to_owned(), samples.value(one, Extent::Full))]
                }
                (_, own) => own,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns items of two variants, whose order is kept. A list that may also hold plain names may be
/// a set to a server. Each item is another than the known state has: a server that merges lists keeps
/// an item that it has in its place.
fn several_items<'s>(samples: Samples<'s>, items: &'s Schema) -> Option<Value> {
    let Shape::Union(union) = &samples.schemas.resolve(items).shape else { return None };
    let variant = |(tag, name): (&String, &String)| {
        let named = samples.schemas.named(name)?;
        let mut full = samples.value(named, Extent::Full);
        samples.identify(named, &mut full, 1);
        Some(with_tag(full, &union.discriminator, tag))
    };
    // An item without options may come back as a name, and such a list is not compared.
    let has_options = |value: &Value| value.as_object().is_some_and(|own| own.len() > 1);
    let two: Vec<Value> =
        union.variants.iter().filter_map(variant).filter(has_options).take(2).collect();
    (two.len() == 2).then(|| two.into())
}

/// Returns values of other types, first those that a careless server would coerce.
fn wrong<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(&'static str, Value)> {
    if let Shape::OneOf(alternatives) = &schema.shape {
        let all =
            alternatives.iter().flat_map(|one| wrong_for(samples, samples.schemas.resolve(one)));
        let mut names = HashSet::new();
        let of_no_type =
            |(_, value): &(_, Value)| samples.schemas.alternative(alternatives, value).is_none();
        return all.filter(of_no_type).filter(|(name, _)| names.insert(*name)).collect();
    }
    wrong_for(samples, schema)
}

/// Returns a number that a schema allows, so that a server which reads it from another type takes it.
fn allowed_number<'s>(samples: Samples<'s>, schema: &'s Schema) -> Value {
    let limit = |keyword| schema.integer(keyword);
    match limit(Keyword::Minimum).or(limit(Keyword::Maximum)) {
        Some(limit) if fits(schema, &json!(limit)) => json!(limit),
        _ if schema.constraints.is_empty() && schema.shape == Shape::Integer => json!(7),
        _ if schema.constraints.is_empty() => json!(7.5),
        _ => samples.value(schema, Extent::Least),
    }
}

fn wrong_for<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<(&'static str, Value)> {
    let number = ("number", json!(7));
    let boolean = ("boolean", json!(true));
    let text = ("string", json!("text"));
    let array = ("array", json!([]));
    let object = ("object", json!({}));
    match &schema.shape {
        Shape::Any | Shape::Ref(_) | Shape::OneOf(_) => Vec::new(),
        Shape::Boolean => {
            vec![("boolean-as-string", json!("true")), ("one", json!(1)), array, object]
        }
        Shape::Integer => {
            let good = allowed_number(samples, schema);
            let as_string = ("number-as-string", json!(good.to_string()));
            let fraction = json!(good.as_f64().unwrap_or_default() + 0.5);
            vec![as_string, ("fraction", fraction), boolean, array, object]
        }
        Shape::Number => {
            let as_string = json!(allowed_number(samples, schema).to_string());
            vec![("number-as-string", as_string), boolean, array, object]
        }
        Shape::String | Shape::Enum(_) => vec![number, boolean, array, object],
        Shape::Array { items, .. } => {
            let mut list = samples.items(schema, items, 1);
            let item = list.pop().unwrap_or_default();
            // A bare string is among the other values already, and a list of it is no list of a kind.
            let is_text = is_free_text(samples.schemas.resolve(items)) && !is_demanding(schema);
            let is_sent = item.is_array() || is_text;
            let bare = (!is_sent).then_some(("item-without-a-list", item));
            [text, number, boolean, object].into_iter().chain(bare).collect()
        }
        Shape::Tuple(_) => vec![text, number, boolean, object],
        Shape::Map(_) | Shape::Object(_) | Shape::Union(_) => vec![text, number, boolean, array],
    }
}
