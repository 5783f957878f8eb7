//! Random values, most of which a schema does not allow.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Value, json};
use webdata_cases::derive::sequences::{NOT_JSON, RAW};
use webdata_cases::derive::{invalid_samples, valid_samples};
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Schema, Shape, StringFormat};

use crate::values::{self, MAX_CHARACTERS};

/// Returns the weight of a place when a place for a mistake is chosen. Formats and choices allow several mistakes,
/// cron expressions many.
pub(super) fn weight(schema: &Schema) -> u32 {
    match schema.format() {
        Some(StringFormat::Cron) => 16,
        Some(_) => 4,
        None if !schema.exactly_one().is_empty() => 6,
        None => 1,
    }
}

/// Returns values that replace a valid one: null, other JSON types, values that libraries convert or that are
/// beyond the limits, and strings that are not JSON. Some may be valid.
pub(super) fn strategy(spec: &Spec, schema: &Schema) -> BoxedStrategy<Value> {
    let [numbers, strings, others] = NOT_JSON;
    let raw = match schema.shape {
        Shape::Integer | Shape::Number => numbers.to_vec(),
        Shape::String | Shape::Enum(_) => strings.to_vec(),
        _ => others.to_vec(),
    };
    let raw = select(raw).prop_map(|text| json!(format!("{RAW}{text}"))).boxed();
    if schema.shape == Shape::Any {
        return raw;
    }
    let mut others = vec![json!(null), json!(true), json!(0), json!(1), json!([]), json!({})];
    // The contract may leave other strings of a format open.
    if schema.format().is_none() && !matches!(schema.shape, Shape::OneOf(_)) {
        others.extend(["", " ", "true", "1", "null"].map(Value::from));
    }
    let good = values::not_null(spec, schema, 0);
    let list = good.clone().prop_map(|good| json!([good])).boxed();
    let mut all = vec![raw, Just(Value::Null).boxed(), select(others).boxed(), list];
    match &schema.shape {
        Shape::Integer | Shape::Number => {
            all.push(good.clone().prop_map(|good| json!(good.to_string())).boxed());
            all.push(good.prop_map(|good| json!(good.as_f64().unwrap_or(0.0) + 0.5)).boxed());
        }
        Shape::String => all.extend(strings_of(schema).into_iter().cycle().take(3)),
        Shape::Enum(_) => {
            let changed = |good: Value| json!(good.as_str().unwrap_or_default().to_uppercase());
            all.push(good.prop_map(changed).boxed());
        }
        Shape::Array { items } => all.push(values::strategy(spec, items, 1)),
        Shape::Object(object) => {
            let names =
                object.properties.keys().cloned().chain(["sample".to_owned(), RAW.to_owned()]);
            let choices = schema.exactly_one().to_vec();
            all.push(
                good.clone()
                    .prop_map(move |mut good| {
                        if let Some(members) = good.as_object_mut() {
                            for choice in &choices {
                                members.entry(choice).or_insert(Value::Null);
                            }
                        }
                        good
                    })
                    .boxed(),
            );
            let changed = (good, select(names.collect::<Vec<_>>()), any::<bool>());
            let changed = changed.prop_map(|(mut good, name, is_null)| {
                match good.as_object_mut() {
                    Some(members) if is_null => drop(members.insert(name, Value::Null)),
                    Some(members) => drop(members.shift_remove(&name)),
                    None => {}
                }
                good
            });
            all.extend(std::iter::repeat_n(changed.boxed(), 2));
        }
        Shape::Any
        | Shape::Boolean
        | Shape::Tuple(_)
        | Shape::Map(_)
        | Shape::Union(_)
        | Shape::OneOf(_)
        | Shape::Ref(_) => {}
    }
    Union::new(all).boxed()
}

/// Strings that are invalid in every field of a cron expression.
const NO_FIELDS: [&str; 12] =
    ["99", "-5", "5-", "5,", ",5", "5,,6", "1.5", "1_5", "1e1", "0x9", "*5", "*/5/2"];

/// Returns strings that break the format or the maximum length, if there is one.
fn strings_of(schema: &Schema) -> Option<BoxedStrategy<Value>> {
    let Some(format) = schema.format() else {
        let most = usize::try_from(schema.count(Keyword::MaxLength)?).ok()?;
        let longer = (1..=64_usize).prop_map(move |more| json!("a".repeat(most + more)));
        return (most <= MAX_CHARACTERS).then(|| longer.boxed());
    };
    let samples = select(invalid_samples(format).map(str::to_owned).collect::<Vec<_>>());
    let valid = select(valid_samples(format).to_vec());
    let strings = match format {
        StringFormat::Cron => {
            let replaced = |(cron, at, wrong): (&str, usize, &str)| {
                let mut fields: Vec<&str> = cron.split(' ').collect();
                fields[at] = wrong;
                fields.join(" ")
            };
            let wrong = (valid, 0..5_usize, select(NO_FIELDS.to_vec())).prop_map(replaced);
            prop_oneof![1 => samples, 2 => values::crons(), 2 => wrong].boxed()
        }
        // Time zones in these folders exist only as files of some systems.
        StringFormat::TimeZone => {
            let folders = (select(vec!["right", "posix"]), valid);
            let system = folders.prop_map(|(folder, zone)| format!("{folder}/{zone}"));
            prop_oneof![samples, system].boxed()
        }
        _ => samples.boxed(),
    };
    Some(strings.prop_map(Value::String).boxed())
}
