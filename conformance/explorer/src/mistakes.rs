//! Random bodies with a mistake at any place of their schema, beside valid values.
//!
//! The oracle decides whether a server must reject such a body. A body that the contract allows or leaves open is
//! not sent.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use serde_json::{Map, Value, json};
use webdata_cases::derive::invalid_samples;
use webdata_cases::derive::sequences::PLACEHOLDER;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level, Object, Schema, Shape, StringFormat};

use crate::values::{self, MAX_CHARACTERS, MAX_DEPTH, MAX_ITEMS, with_tag};

/// The maximum number of valid items around a mistaken item.
const ITEMS_AROUND: usize = 3;

/// How far beyond a limit a value is at most.
const BEYOND: i64 = 1000;

/// Alternatives, each with the number of places that can have a mistake.
type Weighted = Vec<(u32, BoxedStrategy<Value>)>;

/// Returns values of a schema with a mistake, and the number of places that can have it. Each place is equally
/// probable. Returns `None` if the contract leaves every such place open.
pub(super) fn mistaken(
    spec: &Spec,
    schema: &Schema,
    depth: usize,
) -> Option<(u32, BoxedStrategy<Value>)> {
    let schema = spec.resolve(schema);
    if depth > MAX_DEPTH || schema.level == Level::Open {
        return None;
    }
    let inside = |inner: &Schema| mistaken(spec, inner, depth + 1);
    let mut all: Weighted = Vec::new();
    if depth > 0 {
        all.push((1, wrong(spec, schema, depth)));
    }
    match &schema.shape {
        Shape::Array { items } => {
            let around = vec(values::strategy(spec, items, depth + 1), 0..=ITEMS_AROUND);
            let list = |(mut items, item, at): (Vec<Value>, Value, Index)| {
                items.insert(at.index(items.len() + 1), item);
                items.into()
            };
            all.extend(inside(items).map(|(weight, item)| {
                (weight, (around, item, any::<Index>()).prop_map(list).boxed())
            }));
        }
        Shape::Map(entries) => {
            let good = values::strategy(spec, entries, depth + 1);
            let entries = inside(entries).map(|(weight, entry)| {
                let both = (good, entry).prop_map(|(good, wrong)| json!({ "a": good, "b": wrong }));
                (weight, both.boxed())
            });
            all.extend(entries);
        }
        Shape::Object(object) => all.extend(objects(spec, schema, object, depth)),
        Shape::Union(union) => all.extend(union.variants.iter().filter_map(|(tag, name)| {
            let (weight, variant) = inside(spec.schema(name)?)?;
            Some((weight, with_tag(variant, &union.discriminator, tag)))
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
/// other, with an unlisted one, and with a text that is not JSON as the last one.
fn objects(spec: &Spec, schema: &Schema, object: &Object, depth: usize) -> Weighted {
    let members = values::members(spec, schema, object, depth);
    let mut all = Weighted::new();
    for (name, property) in object.properties.iter().filter(|(_, one)| values::is_generated(one)) {
        let Some((weight, wrong)) = mistaken(spec, &property.schema, depth + 1) else { continue };
        let (name, choices) = (name.clone(), schema.exactly_one().to_vec());
        let with = move |(mut members, wrong): (Map<String, Value>, Value)| {
            if choices.contains(&name) {
                members.retain(|other, _| !choices.contains(other));
            }
            members.insert(name.clone(), wrong);
            members.into()
        };
        all.push((weight, (members.clone(), wrong).prop_map(with).boxed()));
    }
    let mut change = |names: Vec<String>, change: fn(&mut Map<String, Value>, String)| {
        if !names.is_empty() {
            let changed = (members.clone(), select(names)).prop_map(move |(mut members, name)| {
                change(&mut members, name);
                members.into()
            });
            all.push((1, changed.boxed()));
        }
    };
    let required = object.properties.iter().filter(|(_, property)| property.required);
    change(required.map(|(name, _)| name.clone()).collect(), |members, name| {
        members.shift_remove(&name);
    });
    change(schema.exactly_one().to_vec(), |members, name| {
        members.entry(name).or_insert(Value::Null);
    });
    change(vec![PLACEHOLDER.to_owned(), "sample".to_owned()], |members, name| {
        members.insert(name, Value::Null);
    });
    all
}

/// Returns values in place of one of a schema: null, other JSON types, what libraries convert, values beyond the limits,
/// and the placeholder of a text that is not JSON. Some of them may be valid.
fn wrong(spec: &Spec, schema: &Schema, depth: usize) -> BoxedStrategy<Value> {
    let placeholder = Just(json!(PLACEHOLDER)).boxed();
    if schema.shape == Shape::Any {
        return placeholder;
    }
    let good = values::not_null(spec, schema, depth);
    // The contract may leave other strings of a format open.
    let is_restricted = schema.format().is_some() || matches!(schema.shape, Shape::OneOf(_));
    let mut others = vec![json!(null), json!(true), json!(0), json!(1), json!([]), json!({})];
    if !is_restricted {
        others.extend(["", " ", "true", "1", "null"].map(Value::from));
    }
    let mut all = vec![
        (2, placeholder),
        (2, Just(Value::Null).boxed()),
        (3, select(others).boxed()),
        (1, good.clone().prop_map(|good| json!([good])).boxed()),
    ];
    if !is_restricted {
        all.push((2, good.clone().prop_map(as_string).boxed()));
    }
    let limit = |keyword| schema.integer(keyword);
    match &schema.shape {
        Shape::Integer | Shape::Number => {
            all.push((1, good.prop_map(|good| json!(good.as_f64().unwrap_or(0.0) + 0.5)).boxed()));
            let below = limit(Keyword::Minimum).map(|limit| limit.saturating_sub(BEYOND)..limit);
            let above =
                limit(Keyword::Maximum).map(|limit| limit + 1..limit.saturating_add(BEYOND));
            let beyond = below.into_iter().chain(above);
            all.extend(beyond.map(|range| (1, range.prop_map(Value::from).boxed())));
        }
        Shape::String => all.extend(strings(schema).map(|strings| (6, strings))),
        Shape::Enum(_) => {
            let changed = |good: Value| {
                let good = good.as_str().unwrap_or_default();
                vec![json!(good.to_uppercase()), json!(format!(" {good} "))]
            };
            all.push((2, good.prop_map(changed).prop_flat_map(select).boxed()));
        }
        Shape::Array { items } => {
            let most =
                schema.count(Keyword::MaxItems).and_then(|count| usize::try_from(count).ok());
            let item = values::strategy(spec, items, depth + 1);
            if let Some(most) = most.filter(|most| *most <= MAX_ITEMS) {
                let many = move |item| Value::Array(vec![item; most + 1]);
                all.push((1, item.clone().prop_map(many).boxed()));
            }
            let last = json!(PLACEHOLDER);
            let trailing = move |item| json!([item, last.clone()]);
            all.extend([(1, item.clone()), (1, item.prop_map(trailing).boxed())]);
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
    Union::new_weighted(all).boxed()
}

/// Converts a value to a string, as a client without types sends it.
fn as_string(value: Value) -> Value {
    if value.is_string() { value } else { json!(value.to_string()) }
}

/// Returns strings that break the format or the maximum length, if there is one.
fn strings(schema: &Schema) -> Option<BoxedStrategy<Value>> {
    let Some(format) = schema.format() else {
        let most = usize::try_from(schema.count(Keyword::MaxLength)?).ok()?;
        let longer = (1..=64_usize).prop_map(move |more| json!("a".repeat(most + more)));
        return (most <= MAX_CHARACTERS).then(|| longer.boxed());
    };
    let samples = select(invalid_samples(format).map(str::to_owned).collect::<Vec<_>>());
    let strings = match format {
        StringFormat::Cron => {
            prop_oneof![2 => samples, 3 => values::crons(), 3 => wrong_crons()].boxed()
        }
        StringFormat::TimeZone => {
            let zones = webdata_cases::derive::valid_samples(format).to_vec();
            let system = (select(vec!["right", "posix"]), select(zones));
            let system = system.prop_map(|(folder, zone)| format!("{folder}/{zone}"));
            prop_oneof![3 => samples, 1 => system].boxed()
        }
        _ => samples.boxed(),
    };
    Some(strings.prop_map(Value::String).boxed())
}

/// Values that no field of a cron expression allows.
const NO_FIELDS: [&str; 14] = [
    "99",
    "99999999999",
    "-5",
    "5-",
    "5,",
    ",5",
    "5,,6",
    "1.5",
    "1_5",
    "1e1",
    "0x9",
    "*5",
    "x",
    "*/5/2",
];

/// Returns cron expressions with a field that none allows.
fn wrong_crons() -> BoxedStrategy<String> {
    let replaced = |(cron, at, wrong): (String, usize, &'static str)| {
        let mut fields: Vec<&str> = cron.split(' ').collect();
        fields[at] = wrong;
        fields.join(" ")
    };
    (values::crons(), 0..5_usize, select(NO_FIELDS.to_vec())).prop_map(replaced).boxed()
}
