//! Good values for any schema: what surrounds the one value that a case is about.

mod variety;

use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Object, Property, Schema, Shape, StringFormat, Text};

use super::circumstances::Circumstances;
use super::format_samples::good;
use super::readings::{applies, holds};

/// Makes good values. They use the contract's examples where it gives some, and ask for nothing that
/// a server may refuse in circumstances that a case does not state.
#[derive(Clone, Copy)]
pub(in crate::derive) struct Samples<'s> {
    pub(in crate::derive) spec: &'s Spec,
}

/// How much of an object a sample has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::derive) enum Extent {
    /// What is required and no more.
    Least,
    /// Every property that may stand beside the others, and the items of lists with what is required
    /// of them: a known state that does not hang on each option of each item.
    Outline,
    /// Every property that may stand beside the others.
    Full,
}

impl<'s> Samples<'s> {
    /// The schema that a reference leads to; any other schema is itself.
    pub(in crate::derive) fn resolve(self, schema: &'s Schema) -> &'s Schema {
        match &schema.shape {
            Shape::Ref(name) => self.named(name).map_or(schema, |found| self.resolve(found)),
            _ => schema,
        }
    }

    /// The schema of a named type.
    pub(in crate::derive) fn named(self, name: &str) -> Option<&'s Schema> {
        self.spec.types.get(name).map(|found| &found.schema)
    }

    /// The object that a schema describes, if it describes one.
    pub(in crate::derive) fn object(self, schema: &'s Schema) -> Option<&'s Object> {
        match &self.resolve(schema).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    /// A good value.
    pub(in crate::derive) fn value(self, schema: &'s Schema, extent: Extent) -> Value {
        self.value_within(schema, extent, &mut Vec::new())
    }

    fn value_within(self, schema: &'s Schema, extent: Extent, open: &mut Vec<&'s str>) -> Value {
        if let Some(example) = schema.examples.first() {
            return example.clone();
        }
        match &schema.shape {
            Shape::Any => json!("sample"),
            Shape::Boolean { constant } => {
                let default = schema.default.as_ref().and_then(Value::as_bool);
                json!(constant.or(default).unwrap_or(false))
            }
            Shape::Integer { minimum, maximum } => match &schema.default {
                Some(default) => default.clone(),
                None => json!(minimum.or(*maximum).unwrap_or(1)),
            },
            Shape::Number { minimum, maximum } => match &schema.default {
                Some(default) => default.clone(),
                None => json!(minimum.or(*maximum).unwrap_or(1.0)),
            },
            Shape::String(text) => string(text).into(),
            Shape::Enum(_) => json!(listed(schema).next()),
            Shape::Array { items, min_items, .. } => {
                let least = usize::try_from(min_items.unwrap_or(0)).unwrap_or(0);
                let wanted = if extent == Extent::Least { least } else { least.max(1) };
                if wanted == 1 {
                    let extent = if extent == Extent::Outline { Extent::Least } else { extent };
                    return json!([self.value_within(items, extent, open)]);
                }
                (0..wanted).map(|index| self.distinct(items, index)).collect()
            }
            Shape::Map(values) if extent != Extent::Least => {
                json!({ "sample": self.value_within(values, extent, open) })
            }
            Shape::Map(_) => json!({}),
            Shape::Object(object) => self.object_within(object, extent, open).into(),
            Shape::Union(union) => {
                let Some((tag, name)) = union.variants.first() else { return Value::Null };
                let mut value =
                    self.named(name).map_or(Value::Null, |s| self.value_within(s, extent, open));
                value[&union.discriminator] = tag.as_str().into();
                value
            }
            Shape::OneOf(alternatives) => match alternatives.last() {
                Some(fullest) => self.value_within(fullest, extent, open),
                None => Value::Null,
            },
            Shape::Ref(name) => {
                // A type inside itself ends with what it cannot do without.
                let extent = if open.contains(&name.as_str()) { Extent::Least } else { extent };
                open.push(name);
                let value =
                    self.named(name).map_or(Value::Null, |s| self.value_within(s, extent, open));
                open.pop();
                value
            }
        }
    }

    fn object_within(
        self,
        object: &'s Object,
        extent: Extent,
        open: &mut Vec<&'s str>,
    ) -> Map<String, Value> {
        let mut members = Map::new();
        for (name, property) in &object.properties {
            let chosen = match object.exactly_one.iter().position(|one| one == name) {
                Some(position) => position == 0,
                None => property.required || (extent != Extent::Least && !is_identity(property)),
            };
            if !chosen {
                continue;
            }
            let value = self.value_within(&property.schema, extent, open);
            // Most cases go by what is full: nothing in it may depend on the team.
            let bound = extent != Extent::Least
                && !property.required
                && !Circumstances::of(self, &property.schema, &value).is_empty();
            if !bound {
                members.insert(name.clone(), value);
            }
        }
        self_consistent(object, members)
    }
}

/// The members as they stand once the object's own effects are done, without those that lead to a
/// refusal.
fn self_consistent(object: &Object, members: Map<String, Value>) -> Map<String, Value> {
    if object.effects.is_empty() && object.refusals.is_empty() {
        return members;
    }
    let mut value = Value::Object(members);
    for effect in &object.effects {
        let set = applies(effect, &value).filter(|(name, _)| value.get(*name).is_some());
        if let Some((name, to)) = set {
            value[name] = to.clone();
        }
    }
    for when in object.refusals.iter().filter_map(|refusal| refusal.when.as_ref()) {
        let name = when.path.root();
        let optional = object.properties.get(name).is_some_and(|property| !property.required);
        if optional && holds(when, &value) {
            value.as_object_mut().and_then(|members| members.shift_remove(name));
        }
    }
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The texts of an enum that every server takes.
pub(in crate::derive) fn listed(schema: &Schema) -> impl Iterator<Item = &str> {
    let values = match &schema.shape {
        Shape::Enum(values) => values.as_slice(),
        _ => &[],
    };
    values.iter().map(String::as_str).filter(|value| !is_open(schema, &json!(value)))
}

/// Whether a value is one that a server may refuse, because the contract leaves it open.
pub(in crate::derive) fn is_open(schema: &Schema, value: &Value) -> bool {
    schema.open_values.as_ref().is_some_and(|open| open.values.contains(value))
}

/// Whether an optional property names a thing. A sample is sent for many things, which may not all
/// have one name.
fn is_identity(property: &Property) -> bool {
    matches!(property.schema.shape, Shape::String(Text { format: Some(StringFormat::Uuid), .. }))
}

fn string(text: &Text) -> String {
    let sample = match text.format {
        Some(format) => good(format)[0],
        None => "sample",
    };
    fit(sample, text)
}

/// A text without a format, brought within its limits.
fn fit(sample: &str, text: &Text) -> String {
    let length = |limit: Option<u64>| limit.and_then(|limit| usize::try_from(limit).ok());
    let mut fitted: String =
        sample.chars().take(length(text.max_length).unwrap_or(usize::MAX)).collect();
    while fitted.chars().count() < length(text.min_length).unwrap_or(0) {
        fitted.push('a');
    }
    fitted
}
