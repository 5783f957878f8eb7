//! Random bodies with a mistake at any place of their schema, beside valid values.
//!
//! The oracle decides whether a server must reject such a body. A body that the contract allows or leaves open is
//! not sent.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use serde_json::{Map, Value, json};
use webdata_cases::derive::sequences::{NOT_JSON, RAW};
use webdata_cases::derive::{invalid_samples, valid_samples};
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level, Object, Schema, Shape, StringFormat};

use crate::values::{self, MAX_CHARACTERS, MAX_DEPTH, MAX_ITEMS, USUAL_ITEMS};

/// Random values, and how many places, or kinds of mistakes, they have.
pub(super) type Weighted = (u32, BoxedStrategy<Value>);

/// Returns values of a schema with a mistake at any place, or `None` if the contract leaves every place open.
pub(super) fn mistaken(spec: &Spec, schema: &Schema, depth: usize) -> Option<Weighted> {
    let schema = spec.resolve(schema);
    if depth > MAX_DEPTH || schema.level == Level::Open {
        return None;
    }
    let inside = |inner: &Schema| mistaken(spec, inner, depth + 1);
    let mut all: Vec<Weighted> = Vec::new();
    if depth > 0 {
        // A format has several mistakes, and cron expressions have many.
        let weight = match schema.format() {
            Some(StringFormat::Cron) => 16,
            Some(_) => 4,
            None => 1,
        };
        all.push((weight, wrong(spec, schema, depth)));
    }
    match &schema.shape {
        Shape::Array { items } => all.extend(inside(items).map(|(weight, item)| {
            let around = values::strategy(spec, items, depth + 1);
            let around = proptest::collection::vec(around, 0..USUAL_ITEMS);
            let list = |(mut items, item, at): (Vec<Value>, Value, Index)| {
                items.insert(at.index(items.len() + 1), item);
                items.into()
            };
            (weight, (around, item, any::<Index>()).prop_map(list).boxed())
        })),
        Shape::Map(entries) => all.extend(inside(entries).map(|(weight, entry)| {
            let both = (values::strategy(spec, entries, depth + 1), entry);
            (weight, both.prop_map(|(good, wrong)| json!({ "a": good, "b": wrong })).boxed())
        })),
        Shape::Object(object) => all.extend(objects(spec, schema, object, depth)),
        Shape::Union(union) => all.extend(union.variants.iter().filter_map(|(tag, name)| {
            let (weight, variant) = inside(spec.schema(name)?)?;
            Some((weight, values::with_tag(variant, &union.discriminator, tag)))
        })),
        Shape::OneOf(alternatives) => all.extend(alternatives.iter().filter_map(inside)),
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Enum(_)
        | Shape::Tuple(_)
        | Shape::Ref(_) => {}
    }
    let weight = all.iter().map(|(weight, _)| *weight).sum();
    (!all.is_empty()).then(|| (weight, Union::new_weighted(all).boxed()))
}

/// Returns objects with a mistaken property, without a required one, with null beside one of several that exclude each
/// other, with an unlisted property, and with a text that is not JSON behind the last one.
fn objects(spec: &Spec, schema: &Schema, object: &Object, depth: usize) -> Vec<Weighted> {
    let members = values::members(spec, schema, object, depth);
    let changed = |weight, value: BoxedStrategy<(String, Option<Value>)>, choices: Vec<String>| {
        let change = move |(mut members, (name, value)): (Map<String, Value>, _)| {
            if choices.contains(&name) {
                members.retain(|other, _| !choices.contains(other));
            }
            match value {
                Some(value) => drop(members.insert(name, value)),
                None => drop(members.shift_remove(&name)),
            }
            Value::Object(members)
        };
        (weight, (members.clone(), value).prop_map(change).boxed())
    };
    let choices = schema.exactly_one();
    let properties = object.properties.iter().filter(|(_, one)| values::is_generated(one));
    let mut all: Vec<Weighted> = properties
        .clone()
        .filter_map(|(name, property)| {
            let (weight, wrong) = mistaken(spec, &property.schema, depth + 1)?;
            let name = name.clone();
            let wrong = wrong.prop_map(move |wrong| (name.clone(), Some(wrong)));
            Some(changed(weight, wrong.boxed(), choices.to_vec()))
        })
        .collect();
    let required = properties.filter(|(_, property)| property.required);
    let left_out = required.map(|(name, _)| (name.clone(), None));
    let nulls = choices.iter().cloned().chain(["sample".to_owned(), format!("{RAW}")]);
    let others: Vec<_> = left_out.chain(nulls.map(|name| (name, Some(Value::Null)))).collect();
    all.push(changed(1 + choices.len() as u32, select(others).boxed(), Vec::new()));
    all
}

/// Returns values in place of one of a schema: null, other JSON types, what libraries convert, values beyond the limits,
/// and texts that are not JSON. Some may be valid.
fn wrong(spec: &Spec, schema: &Schema, depth: usize) -> BoxedStrategy<Value> {
    let [numbers, strings, others] = NOT_JSON;
    let raw = match schema.shape {
        Shape::Integer | Shape::Number => numbers.to_vec(),
        Shape::String | Shape::Enum(_) => strings.to_vec(),
        Shape::Any => NOT_JSON.concat(),
        _ => others.to_vec(),
    };
    let raw = select(raw).prop_map(|text| json!(format!("{RAW}{text}"))).boxed();
    if schema.shape == Shape::Any {
        return raw;
    }
    let good = values::not_null(spec, schema, depth);
    let mut others = vec![json!(null), json!(true), json!(0), json!(1), json!([]), json!({})];
    // The contract may leave other strings of a format open.
    if schema.format().is_none() && !matches!(schema.shape, Shape::OneOf(_)) {
        others.extend(["", " ", "true", "1", "null"].map(Value::from));
    }
    let list = good.clone().prop_map(|good| json!([good])).boxed();
    let mut all = vec![raw, Just(Value::Null).boxed(), select(others).boxed(), list];
    let limit = |keyword| schema.integer(keyword);
    match &schema.shape {
        Shape::Integer | Shape::Number => {
            all.push(good.clone().prop_map(|good| json!(good.to_string())).boxed());
            all.push(good.prop_map(|good| json!(good.as_f64().unwrap_or(0.0) + 0.5)).boxed());
            let below = limit(Keyword::Minimum).map(|limit| limit.saturating_sub(1000)..limit);
            let above = limit(Keyword::Maximum).map(|limit| limit + 1..limit.saturating_add(1000));
            let beyond = below.into_iter().chain(above);
            all.extend(beyond.map(|range| range.prop_map(Value::from).boxed()));
        }
        Shape::String => {
            let strings =
                wrong_strings(schema).map(|strings| strings.prop_map(Value::String).boxed());
            all.extend(strings.into_iter().cycle().take(3));
        }
        Shape::Enum(_) => {
            let changed = |good: Value| json!(good.as_str().unwrap_or_default().to_uppercase());
            all.push(good.prop_map(changed).boxed());
        }
        Shape::Array { items } => {
            let item = values::strategy(spec, items, depth + 1);
            let last = item.clone().prop_map(|item| json!([item, RAW]));
            all.extend([item.clone(), last.boxed()]);
            let most =
                schema.count(Keyword::MaxItems).and_then(|count| usize::try_from(count).ok());
            let many = most
                .filter(|most| *most <= MAX_ITEMS)
                .map(|most| item.prop_map(move |item| Value::Array(vec![item; most + 1])).boxed());
            all.extend(many);
        }
        Shape::Any
        | Shape::Boolean
        | Shape::Tuple(_)
        | Shape::Map(_)
        | Shape::Object(_)
        | Shape::Union(_)
        | Shape::OneOf(_)
        | Shape::Ref(_) => {}
    }
    Union::new(all).boxed()
}

/// What no field of a cron expression allows.
const NO_FIELDS: [&str; 12] =
    ["99", "-5", "5-", "5,", ",5", "5,,6", "1.5", "1_5", "1e1", "0x9", "*5", "*/5/2"];

/// Returns strings that break the format or the maximum length, if there is one.
fn wrong_strings(schema: &Schema) -> Option<BoxedStrategy<String>> {
    let Some(format) = schema.format() else {
        let most = usize::try_from(schema.count(Keyword::MaxLength)?).ok()?;
        let longer = (1..=64_usize).prop_map(move |more| "a".repeat(most + more));
        return (most <= MAX_CHARACTERS).then(|| longer.boxed());
    };
    let samples = select(invalid_samples(format).map(str::to_owned).collect::<Vec<_>>());
    let valid = select(valid_samples(format).to_vec());
    Some(match format {
        StringFormat::Cron => {
            let replaced = |(cron, at, wrong): (&str, usize, &str)| {
                let mut fields: Vec<&str> = cron.split(' ').collect();
                fields[at] = wrong;
                fields.join(" ")
            };
            let wrong = (valid, 0..5_usize, select(NO_FIELDS.to_vec())).prop_map(replaced);
            prop_oneof![1 => samples, 2 => values::crons(), 2 => wrong].boxed()
        }
        // Names that only the files of a system have.
        StringFormat::TimeZone => {
            let folders = (select(vec!["right", "posix"]), valid);
            let system = folders.prop_map(|(folder, zone)| format!("{folder}/{zone}"));
            prop_oneof![samples, system].boxed()
        }
        _ => samples.boxed(),
    })
}
