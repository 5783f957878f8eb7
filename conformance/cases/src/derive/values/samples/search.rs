//! Searches for objects that keep their rules, or break them on purpose: with other samples of the properties that
//! rules name.
//!
//! This module does not decide which objects are wanted.

use serde_json::{Value, json};
use webdata_spec::model::{Condition, Schema, Segment, Shape, Test};

use super::{Extent, Samples};
use crate::derive::values::json_values::with_tag;
use crate::interpreter::{breaks, limits};

/// The maximum number of properties of an object that a search for a wanted object changes.
const MAX_CHANGES: usize = 3;

/// Returns an object that keeps its rules: `value` itself if it does, or with other samples of properties that rules
/// name. Returns `None` if no such object is found.
pub(crate) fn kept<'s>(schema: &'s Schema, value: &Value, samples: Samples<'s>) -> Option<Value> {
    let object = schema.object()?;
    let is_kept = |value: &Value| object.rules.iter().all(|rule| !breaks(rule, value));
    if is_kept(value) {
        return Some(value.clone());
    }
    varied(schema, value, samples, &|varied| {
        is_kept(varied) && limits::broken(schema, varied).is_empty()
    })
}

/// Returns the first wanted object with the fewest changes of properties that rules name.
pub(crate) fn varied<'s>(
    schema: &'s Schema,
    value: &Value,
    samples: Samples<'s>,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    let object = schema.object()?;
    let samples = Samples { keep_rules: false, ..samples };
    let rules = || object.rules.iter();
    let conditions =
        rules().map(|rule| &rule.requires).chain(rules().filter_map(|rule| rule.unless.as_ref()));
    let conditions: Vec<&Condition> = conditions.chain(rules().map(|rule| &rule.when)).collect();
    let mut choices: Vec<(&str, Vec<Option<Value>>)> = Vec::new();
    for name in conditions.iter().map(|condition| condition.path.root()) {
        let Some(property) = object.properties.get(name) else { continue };
        if choices.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let full = samples.value(&property.schema, Extent::Full);
        let other = samples.other(&property.schema, &full);
        let named = conditions.iter().filter(|condition| condition.path.root() == name);
        let named = named.filter_map(|condition| match &condition.test {
            Test::Equals(value) => {
                sample_with_value_at(samples, &property.schema, &condition.path.0[1..], value)
            }
            Test::NonEmpty | Test::Given(_) => None,
        });
        let mut all: Vec<Option<Value>> =
            std::iter::once(full).chain(other).chain(named).map(Some).collect();
        all.extend((!property.required).then_some(None));
        choices.push((name, all));
    }
    (0..=MAX_CHANGES).find_map(|changes| with_changes(value, &choices, changes, is_wanted))
}

/// Returns the first wanted object with this number of changes.
fn with_changes(
    value: &Value,
    choices: &[(&str, Vec<Option<Value>>)],
    changes: usize,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    if changes == 0 {
        return is_wanted(value).then(|| value.clone());
    }
    choices.iter().enumerate().find_map(|(at, (name, values))| {
        values.iter().find_map(|choice| {
            let mut changed = value.clone();
            let members = changed.as_object_mut()?;
            match choice {
                Some(choice) => drop(members.insert((*name).to_owned(), choice.clone())),
                None => drop(members.shift_remove(*name)),
            }
            with_changes(&changed, &choices[at + 1..], changes - 1, is_wanted)
        })
    })
}

/// Returns a value of `schema` that has `value` at `path`.
pub(crate) fn sample_with_value_at<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    path: &[Segment],
    value: &Value,
) -> Option<Value> {
    let schema = samples.spec.resolve(schema);
    match (path.split_first(), &schema.shape) {
        (None, _) => Some(value.clone()),
        (Some((Segment::AnyItem, rest)), Shape::Array { items, .. }) => {
            Some(json!([sample_with_value_at(samples, items, rest, value)?]))
        }
        (Some((Segment::Property(name), rest)), Shape::Object(object)) => {
            let mut sample = samples.value(schema, Extent::Minimal);
            sample[name] =
                sample_with_value_at(samples, &object.properties.get(name)?.schema, rest, value)?;
            Some(sample)
        }
        (Some((Segment::Property(name), [])), Shape::Union(union)) => {
            let variant = union.variants.get(value.as_str()?)?;
            let sample = samples.value(samples.spec.schema(variant)?, Extent::Minimal);
            Some(with_tag(sample, name, value.as_str()?))
        }
        _ => None,
    }
}
