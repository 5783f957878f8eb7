//! Types: JSON types, enums and unions.
//!
//! The server must reject values of other types, and `null` where it is not allowed. It must accept each of several
//! allowed types, both booleans, each value of an enum and each variant.

mod lookalikes;

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{JsonType, Keyword, Level, Object, Schema, Shape, Union};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::json_values::{members, with_tag};
use crate::derive::values::places::{BodyPlace, Spread};
use crate::derive::values::samples::{Extent, Samples, constrains_items, listed};
use crate::equality::alternative;
use crate::interpreter::limits::{broken, fits};

/// Makes cases of JSON types.
pub(super) fn types(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        // The union of a variant and the choice between alternatives have these cases already.
        if place.discriminator.is_some() || place.is_alternative {
            continue;
        }
        for (name, value) in valid_values(context.samples, place.schema) {
            cases.extend(context.accept_at(place, "type", &name, &value));
        }
        if place.schema.content_media_type.is_some() {
            let file = any_bytes(place.schema).into();
            cases.extend(context.accept_at(place, "contentMediaType", "any-bytes", &file));
        }
        if let Some(items) = place.schema.items().filter(|_| context.input != Input::Body) {
            // Only several values show that a parameter is read as a list.
            let several = context.samples.items(place.schema, items, 2);
            if broken(place.schema, &several.clone().into()).is_empty() {
                let value = several.into();
                cases.extend(context.accept_at(place, "type", "several-items", &value));
            }
        }
        let wrong = wrong_values(context.samples, place.schema);
        for (index, (name, is_converted, value)) in wrong.iter().enumerate() {
            let spread = Spread::new(index, *is_converted);
            cases.extend(context.reject_at(place, "type", (name, value), spread));
        }
        let nullable = place.property.nullable || place.schema.nullable;
        if nullable {
            cases.extend(context.accept_at(place, "nullable", "null", &Value::Null));
        } else if !matches!(place.schema.shape, Shape::Any) {
            let null = ("null", &Value::Null);
            cases.extend(context.reject_at(place, "type", null, Spread::EveryPlace));
        }
    }
    cases.extend(lookalikes::derive(context));
    cases
}

/// Returns a file with each byte, if its length allows that, beginning with those that are not ASCII.
fn any_bytes(schema: &Schema) -> String {
    let limit = |keyword| schema.count(keyword).and_then(|limit| usize::try_from(limit).ok());
    let length = limit(Keyword::MaxLength).unwrap_or(256).min(256);
    let length = length.max(limit(Keyword::MinLength).unwrap_or(0));
    (0x80..=0xff).chain(0..0x80).cycle().map(char::from).take(length).collect()
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
                // If the contract leaves every value of the enum open, no case sends one.
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

/// A value of another type: its name, whether libraries usually convert it to the declared type, and the value.
type WrongValue = (&'static str, bool, Value);

/// Returns values of other types, first those that a lenient server would convert.
fn wrong_values<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<WrongValue> {
    if let Shape::OneOf(alternatives) = &schema.shape {
        let all = alternatives
            .iter()
            .flat_map(|alternative| wrong_values_for(samples, samples.spec.resolve(alternative)));
        let mut names = HashSet::new();
        let of_no_type =
            |(.., value): &WrongValue| alternative(samples.spec, alternatives, value).is_none();
        return all.filter(of_no_type).filter(|(name, ..)| names.insert(*name)).collect();
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

fn wrong_values_for<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<WrongValue> {
    let Some(json_type) = schema.shape.json_type() else { return Vec::new() };
    let is_number = matches!(json_type, JsonType::Integer | JsonType::Number);
    let is_text = json_type == JsonType::String;
    let number = ("number", is_text, json!(7));
    let boolean = ("boolean", is_text || is_number, json!(true));
    let text = ("string", false, json!("text"));
    // JavaScript counts lists as objects, and PHP has one type for both.
    let array = ("array", json_type == JsonType::Object, json!([]));
    let object = ("object", json_type == JsonType::Array, json!({}));
    match json_type {
        JsonType::Boolean => {
            let as_string = ("boolean-as-string", true, json!("true"));
            vec![as_string, ("one", true, json!(1)), array, object]
        }
        JsonType::Integer => {
            let good = allowed_number(samples, schema);
            let as_string = ("number-as-string", true, json!(good.to_string()));
            let fraction = json!(good.as_f64().unwrap_or_default() + 0.5);
            vec![as_string, ("fraction", true, fraction), boolean, array, object]
        }
        JsonType::Number => {
            let as_string = json!(allowed_number(samples, schema).to_string());
            vec![("number-as-string", true, as_string), boolean, array, object]
        }
        JsonType::String => vec![number, boolean, array, object],
        JsonType::Array => {
            let bare = schema.items().and_then(|items| {
                let item = samples.items(schema, items, 1).pop().unwrap_or_default();
                // Strings are among the values already.
                let resolved = samples.spec.resolve(items);
                let is_sent = resolved.is_free_text() && !constrains_items(schema);
                (!item.is_array() && !is_sent).then_some(("item-without-a-list", true, item))
            });
            [text, number, boolean, object].into_iter().chain(bare).collect()
        }
        JsonType::Object => vec![text, number, boolean, array],
    }
}

/// Makes cases of enums and constants: the server must accept each listed value and reject other values.
pub(super) fn enums(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        if let Some(values) = place.schema.words() {
            cases.extend(texts(context, place, values));
        }
        if let Some(constant) = place.schema.constant() {
            cases.extend(context.accept_at(place, "const", "listed", constant));
            let other = ("other", &other_value(constant));
            cases.extend(context.reject_at(place, "const", other, Spread::EveryItem));
        }
    }
    cases
}

/// A name that every object of JavaScript inherits: code that looks a word up in an object finds it.
const INHERITED: &str = "constructor";

/// Returns another value of the same JSON type.
fn other_value(constant: &Value) -> Value {
    match constant {
        Value::Bool(boolean) => json!(!boolean),
        Value::Number(number) => json!(number.as_f64().unwrap_or_default() + 1.0),
        other => json!(format!("other {}", other.as_str().unwrap_or_default())),
    }
}

fn texts(context: &OperationContext<'_>, place: &BodyPlace<'_>, values: &[String]) -> Vec<Case> {
    let mut cases = Vec::new();
    for value in values {
        cases.extend(context.accept_at(place, "enum", value, &json!(value)));
    }
    let capitals = values.first().map(|value| value.to_uppercase());
    // The states of the resource's property, among them those that a request cannot set.
    let property = context.resource().and_then(|(_, stored)| stored.properties.get(&place.name));
    let states = property
        .and_then(|property| context.spec.resolve(&property.schema).words())
        .unwrap_or_default();
    let mut others = vec![("unknown".to_owned(), "no-such-value".to_owned())];
    others.extend(capitals.map(|value| ("other-case".to_owned(), value)));
    let mut small = values.iter().map(|value| (value, value.to_lowercase()));
    let small = small.find(|(value, small)| *value != small).map(|(_, small)| small);
    others.extend(small.map(|value| ("lower-case".to_owned(), value)));
    others.extend(states.iter().map(|state| (state.clone(), state.clone())));
    others.push((INHERITED.to_owned(), INHERITED.to_owned()));
    others.retain(|(_, value)| !values.contains(value));
    for (index, (name, value)) in others.into_iter().enumerate() {
        // Many libraries ignore the letter case of enums.
        let spread = Spread::new(index, name.ends_with("-case"));
        let value = (name.as_str(), &Value::String(value));
        cases.extend(context.reject_at(place, "enum", value, spread));
    }
    cases
}

/// Makes cases of unions: each variant, and properties of which exactly one must be given.
pub(super) fn unions(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        match &place.schema.shape {
            Shape::Union(union) => cases.extend(variants(context, place, union)),
            Shape::Array { items } => cases.extend(mixed_list(context, place, items)),
            Shape::Object(object) if !place.schema.exactly_one().is_empty() => {
                cases.extend(exactly_one(context, place, object));
            }
            _ => {}
        }
    }
    cases
}

/// Makes the cases of a list whose items may have several JSON types: one item of each, in both orders.
fn mixed_list<'s>(
    context: &OperationContext<'s>,
    place: &BodyPlace<'s>,
    items: &'s Schema,
) -> Vec<Case> {
    let Shape::OneOf(alternatives) = &context.spec.resolve(items).shape else { return Vec::new() };
    let is_stated = |schema: &&Schema| schema.level != Level::Open;
    let alternatives = alternatives.iter().filter(is_stated);
    // Samples of two types may mean the same, which a server may reject in one list.
    let values = alternatives.enumerate().filter_map(|(index, schema)| {
        let sample = context.samples.value(schema, Extent::Minimal);
        if index == 0 { context.samples.other(schema, &sample) } else { Some(sample) }
    });
    let mut values: Vec<Value> = values.collect();
    let mut cases = Vec::new();
    for side in ["mixed", "mixed-in-other-order"] {
        let list = Value::from(values.clone());
        cases.extend(
            (values.len() > 1).then(|| context.accept_at(place, "type", side, &list)).flatten(),
        );
        values.reverse();
    }
    cases
}

fn variants(context: &OperationContext<'_>, place: &BodyPlace<'_>, union: &Union) -> Vec<Case> {
    let name = &union.discriminator;
    let mut cases = Vec::new();
    for (tag, type_name) in &union.variants {
        let Some(schema) = context.spec.schema(type_name) else { continue };
        let value = |extent| with_tag(context.samples.value(schema, extent), name, tag);
        let (minimal, full) = (value(Extent::Minimal), value(Extent::Full));
        cases.extend(context.accept_at(place, "discriminator", tag, &minimal));
        if full != minimal {
            let side = format!("{tag}-full");
            cases.extend(context.accept_at(place, "discriminator", &side, &full));
        }
    }
    let Some(first) = union.variants.values().next().and_then(|name| context.spec.schema(name))
    else {
        return cases;
    };
    let members = members(context.samples.value(first, Extent::Minimal));
    let with = |tag: Option<Value>| {
        let mut members = members.clone();
        members.shift_remove(name);
        if let Some(tag) = tag {
            members.shift_insert(0, name.clone(), tag);
        }
        Value::Object(members)
    };
    let tag = union.variants.keys().next();
    let capitals = tag.map(|tag| tag.to_uppercase());
    let capitals = capitals.filter(|capitals| !union.variants.contains_key(capitals));
    if let Some(capitals) = capitals {
        let value = with(Some(json!(capitals)));
        let value = ("other-case", &value);
        cases.extend(context.reject_at(place, "discriminator", value, Spread::FirstPlace));
    }
    let variants = union.variants.values().filter_map(|name| context.spec.schema(name));
    let fullest =
        variants.max_by_key(|schema| schema.object().map(|object| object.properties.len()));
    if let Some(fullest) = fullest {
        let mut untagged = context.samples.value(fullest, Extent::Full);
        untagged.as_object_mut().and_then(|members| members.shift_remove(name));
        let value = ("missing-among-others", &untagged);
        cases.extend(context.reject_at(place, "discriminator", value, Spread::FirstPlace));
    }
    for (side, tag, spread) in [
        ("missing", None, Spread::EveryItem),
        ("unknown", Some(json!("no-such-variant")), Spread::EveryItem),
        ("null", Some(Value::Null), Spread::EveryPlace),
        ("number", Some(json!(7)), Spread::FirstPlace),
        (INHERITED, Some(json!(INHERITED)), Spread::FirstPlace),
    ] {
        let value = with(tag);
        cases.extend(context.reject_at(place, "discriminator", (side, &value), spread));
    }
    cases
}

fn exactly_one(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    object: &Object,
) -> Vec<Case> {
    let names = place.schema.exactly_one();
    let mut beside = members(context.samples.value(place.schema, Extent::Full));
    beside.retain(|name, _| !names.contains(name));
    let with = |names: &[&String]| {
        let mut members = beside.clone();
        for name in names {
            if let Some(property) = object.properties.get(*name) {
                let value = context.samples.value(&property.schema, Extent::Minimal);
                members.insert((*name).clone(), value);
            }
        }
        Value::Object(members)
    };
    let mut cases = Vec::new();
    for name in names {
        cases.extend(context.accept_at(place, "exactlyOne", name, &with(&[name])));
    }
    let all: Vec<&String> = names.iter().collect();
    for (index, (side, names)) in [("none", [].as_slice()), ("all", &all)].into_iter().enumerate() {
        let value = (side, &with(names));
        cases.extend(context.reject_at(place, "exactlyOne", value, Spread::new(index, false)));
    }
    cases
}
