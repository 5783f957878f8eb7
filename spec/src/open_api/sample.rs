//! Sample values that a schema accepts, for the examples of bodies and parameters.

use serde_json::{Map, Value, json};

use crate::model::{Keyword, Object, Schema, Shape, Spec, StringFormat, Union};

/// How many properties a sample of an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The required properties; one property if none is required.
    Least,
    /// Every property.
    Whole,
    /// As in [`Self::Whole`]; an object with required properties has these and the properties with an
    /// example.
    Shown,
}

/// Returns a value that the schema accepts, or `None` if none is found.
pub(super) fn sample(spec: &Spec, schema: &Schema, extent: Extent) -> Option<Value> {
    Sampler { spec, extent, inside: Vec::new() }.schema(schema)
}

impl Spec {
    /// Returns a value that a named type accepts, small or with every property. Returns `None` if none is
    /// found.
    #[must_use]
    pub fn sample_of(&self, type_name: &str, is_whole: bool) -> Option<Value> {
        let extent = if is_whole { Extent::Whole } else { Extent::Least };
        sample(self, &self.types.get(type_name)?.schema, extent)
    }

    /// Returns a small value that a named type accepts, for examples. Returns `None` if none is found.
    #[must_use]
    pub fn sample(&self, type_name: &str) -> Option<Value> {
        sample(self, &self.types.get(type_name)?.schema, Extent::Least)
    }
}

struct Sampler<'s> {
    spec: &'s Spec,
    extent: Extent,
    /// The named types around the current schema, so that a type that contains itself ends.
    inside: Vec<&'s str>,
}

impl<'s> Sampler<'s> {
    fn schema(&mut self, schema: &'s Schema) -> Option<Value> {
        let constant = schema.constant();
        if let Some(known) = constant.or(schema.examples.first()).or(schema.default.as_ref()) {
            return Some(known.clone());
        }
        match &schema.shape {
            Shape::Any => Some("anything".into()),
            Shape::Boolean => Some(true.into()),
            Shape::Integer => Some((number_sample(schema) as i64).into()),
            Shape::Number => Some(number_sample(schema).into()),
            Shape::String => Some(text_sample(schema).into()),
            Shape::Enum(values) => {
                let open = schema.open_values.iter().flat_map(|open| &open.values);
                let open: Vec<&Value> = open.collect();
                let sure = values.iter().find(|value| {
                    !open.contains(&&json!(value)) && !schema.deprecated_values.contains(value)
                });
                sure.or(values.first()).map(|value| value.as_str().into())
            }
            Shape::Array { items } => {
                let min_items = schema.count(Keyword::MinItems);
                let max_items = schema.count(Keyword::MaxItems).unwrap_or(u64::MAX);
                let wanted = min_items.unwrap_or(0).max(1).min(max_items);
                let item = self.schema(items);
                let some = item.map(|item| (0..wanted).map(|_| item.clone()).collect::<Vec<_>>());
                some.or_else(|| min_items.is_none().then(Vec::new)).map(Value::Array)
            }
            // If one item has no sample, the list has none.
            Shape::Tuple(items) => items.iter().map(|item| self.schema(item)).collect(),
            Shape::Map(values) => {
                let mut members = Map::new();
                members.extend(self.schema(values).map(|value| ("name".to_owned(), value)));
                Some(members.into())
            }
            Shape::Object(object) => self.object(schema, object),
            Shape::Union(union) => self.union(union),
            Shape::OneOf(alternatives) => {
                alternatives.iter().find_map(|alternative| self.schema(alternative))
            }
            Shape::Ref(name) => self.named(name),
        }
    }

    fn named(&mut self, name: &'s str) -> Option<Value> {
        let named_type = self.spec.types.get(name)?;
        if self.inside.contains(&name) {
            return None;
        }
        self.inside.push(name);
        let value = self.schema(&named_type.schema);
        self.inside.pop();
        value
    }

    fn union(&mut self, union: &'s Union) -> Option<Value> {
        union.variants.iter().find_map(|(value, name)| {
            let mut variant = self.named(name)?;
            variant.as_object_mut()?.insert(union.discriminator.clone(), value.as_str().into());
            Some(variant)
        })
    }

    /// Returns the required properties, or as many as the extent demands if none is required.
    fn object(&mut self, schema: &'s Schema, object: &'s Object) -> Option<Value> {
        let mut members = Map::new();
        let properties = || object.properties.iter();
        for (name, property) in properties().filter(|(_, property)| property.required) {
            members.insert(name.clone(), self.schema(&property.schema)?);
        }
        let one = schema.exactly_one();
        for name in one {
            if one.iter().any(|name| members.contains_key(name)) {
                break;
            }
            let property = object.properties.get(name)?;
            members.extend(self.schema(&property.schema).map(|value| (name.clone(), value)));
        }
        let min_properties = schema.count(Keyword::MinProperties).unwrap_or(0).max(1);
        let shown = properties().filter(|(name, property)| {
            !property.schema.examples.is_empty()
                && property.schema.deprecated.is_none()
                && !one.contains(name)
        });
        if self.extent == Extent::Shown {
            for (name, property) in shown {
                if !members.contains_key(name) {
                    members
                        .extend(self.schema(&property.schema).map(|value| (name.clone(), value)));
                }
            }
        }
        let all = self.extent != Extent::Least && members.is_empty();
        let (current, deprecated): (Vec<_>, Vec<_>) =
            properties().partition(|(_, property)| property.schema.deprecated.is_none());
        for (name, property) in current.into_iter().chain(deprecated) {
            let enough = !all && members.len() as u64 >= min_properties;
            if enough || members.contains_key(name) || one.contains(name) {
                continue;
            }
            members.extend(self.schema(&property.schema).map(|value| (name.clone(), value)));
        }
        Some(members.into())
    }
}

/// Returns 1, or the allowed number closest to it.
fn number_sample(schema: &Schema) -> f64 {
    let is_at_most =
        |limit: f64| schema.number(Keyword::Maximum).is_none_or(|maximum| limit <= maximum);
    let is_plain = schema
        .constraints
        .iter()
        .all(|constraint| matches!(constraint.keyword, Keyword::Minimum | Keyword::Maximum));
    match schema.minimum_or(1.0) {
        smallest if is_plain && smallest < 1.0 && is_at_most(1.0) => 1.0,
        smallest => smallest,
    }
}

pub(super) fn text_sample(schema: &Schema) -> String {
    let known = match schema.format() {
        Some(StringFormat::Uuid) => "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11",
        Some(StringFormat::Uri) => "https://example.com/",
        Some(StringFormat::Email) => "someone@example.com",
        Some(StringFormat::DateTime) => "2030-01-31T12:00:00Z",
        Some(StringFormat::Date) => "2030-01-31",
        Some(StringFormat::Time) => "12:00:00Z",
        Some(StringFormat::Duration) => "PT15M",
        Some(StringFormat::Hostname) => "example.com",
        Some(StringFormat::Ipv4) => "192.0.2.1",
        Some(StringFormat::Ipv6) => "2001:db8::1",
        Some(StringFormat::JsonPointer) => "/a/0",
        Some(StringFormat::Regex) => "^[a-z]+$",
        Some(StringFormat::TimeZone) => "UTC",
        Some(StringFormat::Cron) => "0 9 * * *",
        Some(StringFormat::SchedulePhrase) => "every day at 9:00",
        None => {
            let min_length = schema.count(Keyword::MinLength).unwrap_or(0);
            let max_length = schema.count(Keyword::MaxLength).unwrap_or(u64::MAX);
            let letters = "text".chars().cycle().take(4.max(min_length).min(max_length) as usize);
            return letters.collect();
        }
    };
    known.to_owned()
}
