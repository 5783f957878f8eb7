//! Good values for any schema: what surrounds the one value that a case is about.

use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Object, Property, Schema, Shape, StringFormat, Text};

use super::format_samples::good;

/// Makes good values. They use the contract's examples where it gives some.
#[derive(Clone, Copy)]
pub(super) struct Samples<'s> {
    pub(super) spec: &'s Spec,
}

/// How much of an object a sample has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// What is required and no more.
    Least,
    /// Every property that may stand beside the others.
    Full,
}

impl<'s> Samples<'s> {
    /// The schema that a reference leads to; any other schema is itself.
    pub(super) fn resolve(self, schema: &'s Schema) -> &'s Schema {
        match &schema.shape {
            Shape::Ref(name) => self.named(name).map_or(schema, |found| self.resolve(found)),
            _ => schema,
        }
    }

    /// The schema of a named type.
    pub(super) fn named(self, name: &str) -> Option<&'s Schema> {
        self.spec.types.get(name).map(|found| &found.schema)
    }

    /// The object that a schema describes, if it describes one.
    pub(super) fn object(self, schema: &'s Schema) -> Option<&'s Object> {
        match &self.resolve(schema).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    /// A good value.
    pub(super) fn value(self, schema: &'s Schema, extent: Extent) -> Value {
        self.value_within(schema, extent, &mut Vec::new())
    }

    /// The `index`th of good values that differ from each other as far as the schema lets them.
    pub(super) fn distinct(self, schema: &'s Schema, index: usize) -> Value {
        let schema = self.resolve(schema);
        let mut sample = self.value(schema, Extent::Least);
        if index == 0 {
            return sample;
        }
        match (&schema.shape, &mut sample) {
            (Shape::Enum(values), _) => values[index % values.len()].as_str().into(),
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
                let first = union.variants.values().next().and_then(|name| self.named(name));
                if let Some(object) = first.and_then(|schema| self.object(schema)) {
                    self.make_distinct(object, members, index);
                }
                sample
            }
            _ => sample,
        }
    }

    /// Makes the first member distinct that can be.
    fn make_distinct(self, object: &'s Object, members: &mut Map<String, Value>, index: usize) {
        for (name, member) in members {
            let Some(property) = object.properties.get(name) else { continue };
            let other = self.distinct(&property.schema, index);
            let told_apart = matches!(self.resolve(&property.schema).shape, Shape::Enum(_));
            if !told_apart && other != *member {
                *member = other;
                return;
            }
        }
    }

    /// Good values other than the sample, for showing that a change is a change.
    pub(super) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
        let schema = self.resolve(schema);
        let candidates: Vec<Value> = match &schema.shape {
            Shape::Boolean { constant: None } => vec![json!(true), json!(false)],
            Shape::Integer { minimum, maximum } => {
                minimum.iter().chain(maximum).map(|limit| json!(limit)).collect()
            }
            Shape::Enum(values) => values.iter().map(|value| json!(value)).collect(),
            Shape::Array { items, .. } => {
                let item = self.distinct(items, 1);
                vec![json!([item]), json!([self.value(items, Extent::Least), item])]
            }
            Shape::Object(object) => self.other_objects(object),
            Shape::Map(values) => vec![json!({ "other": self.value(values, Extent::Least) })],
            Shape::Union(_) | Shape::Ref(_) => vec![self.value(schema, Extent::Least)],
            Shape::String(_) | Shape::Any | Shape::Number { .. } | Shape::Boolean { .. } => {
                schema.examples.iter().cloned().chain([self.distinct(schema, 1)]).collect()
            }
        };
        candidates.into_iter().find(|candidate| candidate != than)
    }

    fn other_objects(self, object: &'s Object) -> Vec<Value> {
        let least = self.object_within(object, Extent::Least, &mut Vec::new());
        let changed = object.properties.iter().filter_map(|(name, property)| {
            let listed = object.exactly_one.contains(name);
            let own = least.get(name).cloned();
            if listed && own.is_none() {
                return None;
            }
            let own = own.unwrap_or_else(|| self.value(&property.schema, Extent::Full));
            let other = self.other(&property.schema, &own)?;
            let mut changed = least.clone();
            changed.insert(name.clone(), other);
            Some(Value::Object(changed))
        });
        changed.collect()
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
            Shape::Enum(values) => json!(values.first()),
            Shape::Array { items, min_items, .. } => {
                let least = usize::try_from(min_items.unwrap_or(0)).unwrap_or(0);
                let wanted = if extent == Extent::Full { least.max(1) } else { least };
                if wanted == 1 {
                    return json!([self.value_within(items, extent, open)]);
                }
                (0..wanted).map(|index| self.distinct(items, index)).collect()
            }
            Shape::Map(values) if extent == Extent::Full => {
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
                None => property.required || (extent == Extent::Full && !is_identity(property)),
            };
            if chosen {
                members.insert(name.clone(), self.value_within(&property.schema, extent, open));
            }
        }
        members
    }
}

/// Whether an optional property names a thing. A sample is sent for many things, which may not all
/// have one name.
fn is_identity(property: &Property) -> bool {
    matches!(property.schema.shape, Shape::String(Text { format: Some(StringFormat::Uuid), .. }))
}

fn distinct_text(text: &Text, sample: &str, index: usize) -> Value {
    match text.format {
        // A word stays a word, since it may be a name of the net.
        None if text.pattern.is_none() && sample.contains(' ') => {
            fit(&format!("{sample} {index}"), text).into()
        }
        None if text.pattern.is_none() => fit(&format!("n{index}.{sample}"), text).into(),
        Some(StringFormat::Uri) => format!("{sample}/{index}").into(),
        Some(StringFormat::Email) => format!("n{index}.{sample}").into(),
        _ => sample.into(),
    }
}

/// The places in a value, by RFC 6901, that hold what holds when they are left out.
pub(super) fn defaults<'s>(samples: Samples<'s>, schema: &'s Schema, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    add_defaults(samples, schema, value, "", &mut found);
    found
}

fn add_defaults<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    value: &Value,
    pointer: &str,
    found: &mut Vec<String>,
) {
    if schema.default.as_ref() == Some(value) {
        found.push(pointer.to_owned());
    }
    match (&samples.resolve(schema).shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            for (name, value) in members {
                if let Some(property) = object.properties.get(name) {
                    let pointer = format!("{pointer}/{name}");
                    add_defaults(samples, &property.schema, value, &pointer, found);
                }
            }
        }
        (Shape::Array { items, .. }, Value::Array(values)) => {
            for (index, value) in values.iter().enumerate() {
                add_defaults(samples, items, value, &format!("{pointer}/{index}"), found);
            }
        }
        (Shape::Union(union), Value::Object(members)) => {
            let tag = members.get(&union.discriminator).and_then(Value::as_str);
            let variant = tag.and_then(|tag| union.variants.get(tag));
            if let Some(schema) = variant.and_then(|name| samples.named(name)) {
                add_defaults(samples, schema, value, pointer, found);
            }
        }
        _ => {}
    }
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
