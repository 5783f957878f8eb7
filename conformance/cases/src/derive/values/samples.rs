//! Makes valid values for any schema: they surround the one value that a case is about.

mod other;

use serde_json::{Map, Value, json};
use webdata_spec::model::{Object, Property, Schema, Shape, StringFormat, Text};

use super::circumstances::Circumstances;
use super::format_samples::good;
use super::readings::{applies, holds};
use super::schemas::Schemas;

/// Makes valid values. They use the contract's examples where it gives some. They ask for nothing
/// that a server may refuse in circumstances that a case does not state.
#[derive(Clone, Copy)]
pub(in crate::derive) struct Samples<'s> {
    pub(in crate::derive) schemas: Schemas<'s>,
}

/// How many properties a sample has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::derive) enum Extent {
    /// The required ones alone.
    Least,
    /// Every property that may stand beside the others; the items of lists have the required ones
    /// alone. A known state is made of this extent, so that it does not depend on each option of
    /// each item.
    Outline,
    /// Every property that may stand beside the others.
    Full,
}

impl<'s> Samples<'s> {
    /// Returns a valid value.
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
                let mut value = self
                    .schemas
                    .named(name)
                    .map_or(Value::Null, |s| self.value_within(s, extent, open));
                value[&union.discriminator] = tag.as_str().into();
                value
            }
            Shape::OneOf(alternatives) => match alternatives.last() {
                Some(fullest) => self.value_within(fullest, extent, open),
                None => Value::Null,
            },
            Shape::Ref(name) => {
                // A recursive type ends with its required properties.
                let extent = if open.contains(&name.as_str()) { Extent::Least } else { extent };
                open.push(name);
                let value = self
                    .schemas
                    .named(name)
                    .map_or(Value::Null, |s| self.value_within(s, extent, open));
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
            // Most cases send full samples, so nothing in them may depend on the team.
            let bound = extent != Extent::Least
                && !property.required
                && !Circumstances::find(self.schemas, &property.schema, &value).is_empty();
            if !bound {
                members.insert(name.clone(), value);
            }
        }
        self_consistent(object, members)
    }

    /// Returns the `index`th of several valid values. They differ from each other as far as the
    /// schema allows.
    pub(in crate::derive) fn distinct(self, schema: &'s Schema, index: usize) -> Value {
        let schema = self.schemas.resolve(schema);
        let mut sample = self.value(schema, Extent::Least);
        if index == 0 {
            return sample;
        }
        match (&schema.shape, &mut sample) {
            (Shape::Enum(_), _) => {
                let count = listed(schema).count();
                listed(schema).nth(index % count.max(1)).map_or(sample, Value::from)
            }
            (Shape::OneOf(alternatives), _) => {
                alternatives.last().map_or(sample, |fullest| self.distinct(fullest, index))
            }
            (Shape::String(text), Value::String(sample)) => distinct_text(text, sample, index),
            (Shape::Array { items, .. }, Value::Array(values)) => {
                if let Some(first) = values.first_mut() {
                    *first = self.distinct(items, index);
                }
                sample
            }
            (Shape::Object(object), Value::Object(members)) => {
                self.make_distinct(object, members, index);
                sample
            }
            (Shape::Union(union), Value::Object(members)) => {
                let first =
                    union.variants.values().next().and_then(|name| self.schemas.named(name));
                if let Some(object) = first.and_then(|schema| self.schemas.object(schema)) {
                    self.make_distinct(object, members, index);
                }
                sample
            }
            _ => sample,
        }
    }

    /// Changes the first member that can have another value.
    fn make_distinct(self, object: &'s Object, members: &mut Map<String, Value>, index: usize) {
        for (name, member) in members {
            let Some(property) = object.properties.get(name) else { continue };
            let other = self.distinct(&property.schema, index);
            let told_apart = matches!(self.schemas.resolve(&property.schema).shape, Shape::Enum(_));
            if !told_apart && other != *member {
                *member = other;
                return;
            }
        }
    }
}

/// Returns the members after the object's own effects, without the optional ones that lead to a
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

/// Returns the values of an enum that every server accepts.
pub(in crate::derive) fn listed(schema: &Schema) -> impl Iterator<Item = &str> {
    let values = match &schema.shape {
        Shape::Enum(values) => values.as_slice(),
        _ => &[],
    };
    values.iter().map(String::as_str).filter(|value| !is_open(schema, &json!(value)))
}

/// Returns whether the contract leaves open if a server accepts a value.
pub(in crate::derive) fn is_open(schema: &Schema, value: &Value) -> bool {
    schema.open_values.as_ref().is_some_and(|open| open.values.contains(value))
}

/// Returns whether a property is an identity. One sample is sent for many resources, which may not
/// share an identity.
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

/// Cuts or extends a sample until its length is allowed.
fn fit(sample: &str, text: &Text) -> String {
    let length = |limit: Option<u64>| limit.and_then(|limit| usize::try_from(limit).ok());
    let mut fitted: String =
        sample.chars().take(length(text.max_length).unwrap_or(usize::MAX)).collect();
    while fitted.chars().count() < length(text.min_length).unwrap_or(0) {
        fitted.push('a');
    }
    fitted
}

fn distinct_text(text: &Text, sample: &str, index: usize) -> Value {
    match text.format {
        None if text.pattern.is_none() => fit(&distinct_word(sample, index), text).into(),
        Some(StringFormat::Uri) => format!("{sample}/{index}").into(),
        Some(StringFormat::Email) => format!("n{index}.{sample}").into(),
        _ => sample.into(),
    }
}

/// Returns another string of the same structure. The string may be a domain, a locale or the like,
/// which a server may check. The part that varies comes first, so that a maximum length does not
/// cut it off.
fn distinct_word(sample: &str, index: usize) -> String {
    let is_domain = |text: &str| {
        text.contains('.') && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"-.".contains(&c))
    };
    match sample.strip_prefix("*.") {
        Some(domain) => format!("*.n{index}.{domain}"),
        None if is_domain(sample) => format!("n{index}.{sample}"),
        None if sample.contains("://") => format!("{sample}/{index}"),
        None if sample.contains(' ') => format!("{sample} {index}"),
        None => format!("{}{sample}", letters(index)),
    }
}

/// Spells a number in letters, since the sample may be a word that allows no digits.
fn letters(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 {
        number -= 1;
        text.extend(u32::try_from(number % 26).ok().and_then(|n| char::from_u32('a' as u32 + n)));
        number /= 26;
    }
    text
}
