//! Random values of a schema, which are often at the limits that the schema states.
//!
//! Values that the contract leaves open are left out. So are values that servers may read differently: strings
//! begin and end with a letter. Some values break keywords that compare several values. The interpreter finds
//! these, and such requests are not sent.

use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Map, Number, Value, json};
use webdata_cases::derive::valid_samples;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level, Object, Property, Schema, Shape, StringFormat};

const MAX_DEPTH: usize = 8;

/// The maximum number of items that most lists have above their minimum.
const USUAL_ITEMS: usize = 4;

/// The maximum number of items in a list.
const MAX_ITEMS: usize = 64;

/// The maximum number of characters in a string.
pub(super) const MAX_CHARACTERS: usize = 4096;

/// The probability that an optional property is set.
const OPTIONAL_PROBABILITY: f64 = 0.25;

pub(super) fn strategy(spec: &Spec, schema: &Schema, depth: usize) -> BoxedStrategy<Value> {
    let schema = spec.resolve(schema);
    let value = not_null(spec, schema, depth);
    if schema.nullable { prop_oneof![9 => value, 1 => Just(Value::Null)].boxed() } else { value }
}

/// Returns values of a schema other than null.
pub(super) fn not_null(spec: &Spec, schema: &Schema, depth: usize) -> BoxedStrategy<Value> {
    let inside = |inner: &Schema| strategy(spec, inner, depth + 1);
    let only = schema.only_values();
    if !only.is_empty() {
        return select(only).boxed();
    }
    match &schema.shape {
        _ if depth > MAX_DEPTH => Just(Value::Null).boxed(),
        // If there are examples, prose may restrict the values.
        Shape::Any if !schema.examples.is_empty() => select(schema.examples.clone()).boxed(),
        Shape::Any => any_value(),
        Shape::Boolean => any::<bool>().prop_map(Value::Bool).boxed(),
        Shape::Integer => integer(schema),
        Shape::Number => integer(schema).prop_map(|whole| exact_double(&whole)).boxed(),
        Shape::String => string(schema),
        Shape::Enum(words) => enumerated(schema, words),
        Shape::Array { items } => {
            list(schema, inside(items), count(schema, Keyword::MinItems, Keyword::MaxItems))
        }
        Shape::Tuple(items) => {
            let items: Vec<_> = items.iter().map(inside).collect();
            items.prop_map(Value::Array).boxed()
        }
        Shape::Map(values) => map(inside(values)),
        Shape::Object(object_shape) => object(spec, object_shape, depth),
        Shape::Union(union) => {
            let variant = |(tag, name): (&String, &String)| {
                let variant = spec.schema(name)?;
                let (tag, discriminator) = (tag.clone(), union.discriminator.clone());
                let tagged = move |value: Value| match value {
                    Value::Object(members) => {
                        let first = (discriminator.clone(), json!(tag.clone()));
                        Value::Object(std::iter::once(first).chain(members).collect())
                    }
                    other => other,
                };
                Some(inside(variant).prop_map(tagged).boxed())
            };
            one_of(union.variants.iter().filter_map(variant).collect())
        }
        Shape::OneOf(alternatives) => one_of(alternatives.iter().map(inside).collect()),
        Shape::Ref(_) => inside(schema),
    }
}

/// Returns values of any of several strategies; null if there are none.
fn one_of(all: Vec<BoxedStrategy<Value>>) -> BoxedStrategy<Value> {
    if all.is_empty() { Just(Value::Null).boxed() } else { Union::new(all).boxed() }
}

/// Returns small values of any type.
fn any_value() -> BoxedStrategy<Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-1000_i64..1000).prop_map(Value::from),
        text(0..=8).prop_map(Value::String),
    ];
    let nested = |inner: BoxedStrategy<Value>| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::Array),
            vec((text(1..=6), inner), 0..3)
                .prop_map(|all| Value::Object(all.into_iter().collect())),
        ]
    };
    scalar.boxed().prop_recursive(2, 6, 3, nested).boxed()
}

fn integer(schema: &Schema) -> BoxedStrategy<Value> {
    // If no limit is stated, a server may have a distant limit, or accept nothing below 1.
    const FAR: i64 = 1000;
    let bound = |keyword, beyond: i64| schema.integer(keyword).map(|bound| bound + beyond);
    let minimum = bound(Keyword::Minimum, 0).or_else(|| bound(Keyword::ExclusiveMinimum, 1));
    let maximum = bound(Keyword::Maximum, 0).or_else(|| bound(Keyword::ExclusiveMaximum, -1));
    let (minimum, maximum) = match (minimum, maximum) {
        (Some(minimum), Some(maximum)) => (minimum, maximum.max(minimum)),
        (Some(minimum), None) => (minimum, minimum + FAR),
        (None, Some(maximum)) => (maximum.min(1), maximum),
        (None, None) => (1, FAR),
    };
    let step = schema.integer(Keyword::MultipleOf).unwrap_or(1).max(1);
    let edges = vec![minimum, maximum, minimum + step.min(maximum - minimum)];
    prop_oneof![minimum..=maximum, select(edges)]
        .prop_map(move |number| Value::from(number - number.rem_euclid(step)))
        .boxed()
}

/// Returns the values at the stated limits of a number or a string.
pub(super) fn limits(spec: &Spec, schema: &Schema) -> Vec<Value> {
    let schema = spec.resolve(schema);
    let number = |keyword| schema.integer(keyword).map(Value::from);
    let string = |keyword| {
        let length = usize::try_from(schema.count(keyword)?).ok();
        Some(json!("a".repeat(length.filter(|length| *length <= MAX_CHARACTERS)?)))
    };
    let both = match schema.shape {
        Shape::Integer | Shape::Number => [Keyword::Minimum, Keyword::Maximum].map(number),
        Shape::String if schema.is_free_text() => {
            [Keyword::MinLength, Keyword::MaxLength].map(string)
        }
        _ => [None, None],
    };
    both.into_iter().flatten().collect()
}

/// Returns an integer as a number that a double represents exactly.
fn exact_double(whole: &Value) -> Value {
    let exact = whole.as_i64().and_then(|number| i32::try_from(number).ok());
    let number = exact.and_then(|number| Number::from_f64(f64::from(number)));
    number.map_or_else(|| whole.clone(), Value::Number)
}

fn string(schema: &Schema) -> BoxedStrategy<Value> {
    // A server may identify the items of a list by their addresses, so each address is unique.
    if schema.format() == Some(StringFormat::Uri) {
        let page = vec(proptest::char::range('a', 'z'), 8..=8).prop_map(String::from_iter);
        return page.prop_map(|page| json!(format!("https://example.com/{page}"))).boxed();
    }
    if schema.format() == Some(StringFormat::Cron) {
        let known = select(valid_samples(StringFormat::Cron).to_vec()).prop_map(Value::from);
        return prop_oneof![2 => known, 1 => crons().prop_map(Value::from)].boxed();
    }
    // If there are examples or a format, prose may restrict the strings. A string without a format but with a
    // maximum length is free.
    let of_format = schema.format().map(valid_samples).unwrap_or_default();
    let known = schema.examples.iter().cloned().chain(of_format.iter().map(|sample| json!(sample)));
    let known: Vec<Value> = known.collect();
    let is_free = schema.format().is_none() && schema.count(Keyword::MaxLength).is_some();
    if !known.is_empty() && !is_free {
        return select(known).boxed();
    }
    let of_pattern =
        schema.pattern().and_then(|pattern| proptest::string::string_regex(pattern).ok());
    if let Some(strings) = of_pattern {
        return strings.prop_map(Value::String).boxed();
    }
    let lengths = count(schema, Keyword::MinLength, Keyword::MaxLength);
    let longest_length = *lengths.end();
    let usual = *lengths.start()..=longest_length.min(lengths.start() + 40);
    let longest = longest_length.min(MAX_CHARACTERS);
    let edge = text(0..=8).prop_map(move |mut text| {
        let more = longest.saturating_sub(text.chars().count());
        text.extend(std::iter::repeat_n('a', more));
        text.chars().take(longest).collect::<String>()
    });
    let strings = if longest_length <= MAX_CHARACTERS {
        prop_oneof![3 => text(usual), 1 => edge].boxed()
    } else {
        text(usual)
    };
    strings.prop_map(Value::String).boxed()
}

/// Returns strings with a number of characters, which begin and end with an ASCII letter.
fn text(lengths: RangeInclusive<usize>) -> BoxedStrategy<String> {
    let inner = prop_oneof![
        12 => proptest::char::range('a', 'z'),
        3 => select(vec![' ', '-', '_', '.', '&', '<', '"', '\\', '/', '\'', '%', '0', '9']),
        // Each is one character, and few code units in any encoding.
        1 => select(vec!['é', 'ß', '漢', 'Ж']),
    ];
    vec(inner, lengths)
        .prop_map(|mut all| {
            let last = all.len().saturating_sub(1);
            for at in [0, last] {
                if let Some(letter) = all.get_mut(at) {
                    *letter = if letter.is_ascii_lowercase() { *letter } else { 'x' };
                }
            }
            all.into_iter().collect()
        })
        .boxed()
}

fn enumerated(schema: &Schema, words: &[String]) -> BoxedStrategy<Value> {
    let open = schema.open_values.as_ref().map(|open| open.values.as_slice()).unwrap_or_default();
    let words = words.iter().map(|word| json!(word)).filter(|word| !open.contains(word));
    one_of(words.map(|word| Just(word).boxed()).collect())
}

fn count(schema: &Schema, min_keyword: Keyword, max_keyword: Keyword) -> RangeInclusive<usize> {
    let count = |keyword| schema.count(keyword).and_then(|count| usize::try_from(count).ok());
    let maximum = count(max_keyword).unwrap_or(usize::MAX);
    // If no minimum is stated, a server may reject what is empty.
    let minimum = count(min_keyword).unwrap_or(maximum.min(1));
    minimum..=maximum.max(minimum)
}

fn list(
    schema: &Schema,
    item: BoxedStrategy<Value>,
    counts: RangeInclusive<usize>,
) -> BoxedStrategy<Value> {
    let (minimum, maximum) = (*counts.start(), *counts.end());
    let usual = minimum..=maximum.min(minimum + USUAL_ITEMS);
    let lists = if maximum <= MAX_ITEMS && maximum > minimum + USUAL_ITEMS {
        prop_oneof![
            10 => vec(item.clone(), usual),
            1 => vec(item.clone(), counts),
            1 => vec(item, maximum..=maximum),
        ]
        .boxed()
    } else {
        vec(item, usual).boxed()
    };
    let is_unique = schema.operand(Keyword::UniqueItems).is_some();
    lists
        .prop_map(move |items| {
            let mut kept: Vec<Value> = Vec::new();
            for item in items {
                if !(is_unique && kept.contains(&item)) {
                    kept.push(item);
                }
            }
            Value::Array(kept)
        })
        .boxed()
}

fn map(value: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let names = select(vec!["sample", "other", "third"]);
    vec((names, value), 0..3)
        .prop_map(|all| {
            Value::Object(all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        })
        .boxed()
}

fn object(spec: &Spec, object_shape: &Object, depth: usize) -> BoxedStrategy<Value> {
    // Identities are left out if they are optional: they refer to stored items, so a list could come back in
    // another order.
    let is_generated = |property: &Property| {
        let is_identity = property.schema.format() == Some(StringFormat::Uuid);
        let is_open = property.schema.level == Level::Open || spec.is_guarded(&property.schema);
        !is_open && (property.required || !is_identity)
    };
    let generated = object_shape.properties.iter().filter(|(_, property)| is_generated(property));
    let member = |(name, property): (&String, &Property)| {
        let name = name.clone();
        let value = strategy(spec, &property.schema, depth + 1);
        let value = if property.required {
            value.prop_map(Some).boxed()
        } else {
            proptest::option::weighted(OPTIONAL_PROBABILITY, value).boxed()
        };
        value.prop_map(move |value| value.map(|value| (name.clone(), value))).boxed()
    };
    let members: Vec<_> = generated.map(member).collect();
    members
        .prop_map(|all| Value::Object(all.into_iter().flatten().collect::<Map<String, Value>>()))
        .boxed()
}

/// Returns cron expressions. Some have runs that are too close together. Whether runs are too close never depends
/// on leap years, on weekdays combined with days of the month, or on clock changes.
pub(super) fn crons() -> BoxedStrategy<String> {
    let minutes = [
        "0",
        "59",
        "*/5",
        "*/7",
        "*/17",
        "*/30",
        "0-50/5",
        "0-50/5,58",
        "0,4",
        "0,56",
        "3,58",
        "1,31,59",
        "0,5,10,15,20,25,30,35,40,45,50,55,57",
        "8-48/10",
    ];
    let hours = ["9", "*", "0,23", "8,9,17", "8-18/2", "17-18"];
    let days =
        ["* * *", "1 * *", "1,31 7,8 *", "1-5 1 *", "2-26/3 * *", "* * 1-5", "* 3-6 0,6", "* 12 3"];
    let fields = (select(minutes.to_vec()), select(hours.to_vec()), select(days.to_vec()));
    fields.prop_map(|(minute, hour, days)| format!("{minute} {hour} {days}")).boxed()
}
