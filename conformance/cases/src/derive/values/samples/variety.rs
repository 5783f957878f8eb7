//! Good values that differ from one another.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Object, Schema, Shape, StringFormat, Text};

use super::{Extent, Samples, fit, listed};

impl<'s> Samples<'s> {
    /// The `index`th of good values that differ from each other as far as the schema lets them.
    pub(in crate::derive) fn distinct(self, schema: &'s Schema, index: usize) -> Value {
        let schema = self.resolve(schema);
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
    pub(in crate::derive) fn other(self, schema: &'s Schema, than: &Value) -> Option<Value> {
        let schema = self.resolve(schema);
        let candidates: Vec<Value> = match &schema.shape {
            Shape::Boolean { constant: None } => vec![json!(true), json!(false)],
            Shape::Integer { minimum, maximum } => {
                minimum.iter().chain(maximum).map(|limit| json!(limit)).collect()
            }
            Shape::Enum(_) => listed(schema).map(Value::from).collect(),
            Shape::Array { items, .. } => {
                let item = self.distinct(items, 1);
                vec![json!([item]), json!([self.value(items, Extent::Least), item])]
            }
            Shape::Object(object) => self.other_objects(object),
            Shape::Map(values) => vec![json!({ "other": self.value(values, Extent::Least) })],
            Shape::OneOf(alternatives) => alternatives
                .last()
                .and_then(|fullest| self.other(fullest, than))
                .into_iter()
                .collect(),
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
}

fn distinct_text(text: &Text, sample: &str, index: usize) -> Value {
    match text.format {
        None if text.pattern.is_none() => fit(&distinct_word(sample, index), text).into(),
        Some(StringFormat::Uri) => format!("{sample}/{index}").into(),
        Some(StringFormat::Email) => format!("n{index}.{sample}").into(),
        _ => sample.into(),
    }
}

/// Another text of the same structure, since the text may be a name of the net, a locale or the
/// like, in which a server knows its way. What varies stands in front, where a longest length does
/// not cut it off.
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

/// A number in letters, since a word of letters may be one in which nothing else can stand.
fn letters(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 {
        number -= 1;
        text.extend(u32::try_from(number % 26).ok().and_then(|n| char::from_u32('a' as u32 + n)));
        number /= 26;
    }
    text
}
