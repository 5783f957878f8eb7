//! How OpenAPI writes a schema: references, discriminators, what code generators need, and samples.

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Value, json};

use crate::json_schema::{Dialect, JsonObject, keywords};
use crate::model::{
    Additional, ClauseId, Keyword, Level, NumberUnit, Object, Schema, Shape, Spec, StringFormat,
    Type, Union,
};
use crate::prose::capitalized;

/// JSON Schema 2020-12 with OpenAPI's discriminators, and the types under `components`.
pub(super) struct OpenApi<'s> {
    pub(super) types: &'s IndexMap<String, Type>,
}

impl Dialect for OpenApi<'_> {
    fn reference(&self, type_name: &str) -> String {
        format!("#/components/schemas/{type_name}")
    }

    fn union(&self, union: &Union, json: &mut JsonObject) {
        if !self.variants_name_themselves(union) {
            json.discriminator(union);
        }
        // A type that is the variant of several values is one alternative.
        let types: IndexSet<&String> = union.variants.values().collect();
        let alternatives = types.into_iter().map(|name| json!({ "$ref": self.reference(name) }));
        json.set("oneOf", alternatives.collect::<Vec<_>>());
        let mapping = union.variants.iter();
        let mapping: Map<String, Value> =
            mapping.map(|(value, name)| (value.clone(), self.reference(name).into())).collect();
        let discriminator = json!({ "propertyName": union.discriminator, "mapping": mapping });
        json.set("discriminator", discriminator);
    }

    fn rewrite(&self, schema: &Schema, shape: Map<String, Value>) -> Map<String, Value> {
        self.rewrite_keywords(schema, shape)
    }

    /// Returns the examples, and adds one for each format of the spec language, which no tool knows.
    fn examples(&self, schema: &Schema) -> Vec<Value> {
        let is_own = schema.format().is_some_and(StringFormat::is_own);
        if is_own && schema.examples.is_empty() && schema.default.is_none() {
            return vec![text_sample(schema).into()];
        }
        schema.examples.clone()
    }

    fn facts(&self, schema: &Schema, json: &mut JsonObject) {
        json.set_some("x-unit", schema.unit.map(NumberUnit::name));
        json.set_some("x-defaultDescription", schema.default_description.as_deref());
        json.set_some("x-generated", schema.generated.then_some(true));
        let open = schema.open_values.as_ref();
        json.set_some(
            "x-openValues",
            open.map(|open| json!({ "values": open.values, "gap": open.gap })),
        );
        if let Some(object) = schema.object() {
            json.set_filled("x-rules", json!(object.rules));
            json.set_filled("x-effects", json!(object.effects));
            json.set_filled("x-refusals", json!(object.refusals));
        }
        json.set_filled("x-behaviour", json!(schema.behaviour));
        json.set_some("x-error", schema.error.as_deref());
        json.set("x-clause", schema.clause.as_str());
        if schema.level != Level::Must {
            json.set("x-level", schema.level.to_string());
        }
    }
}

impl OpenApi<'_> {
    /// Returns whether each variant states its own values of the discriminator.
    fn variants_name_themselves(&self, union: &Union) -> bool {
        union.variants.values().all(|name| {
            let values = union.variants.iter().filter(|(_, other)| *other == name);
            let values: IndexSet<&String> = values.map(|(value, _)| value).collect();
            let object = self.types.get(name).and_then(|named_type| named_type.schema.object());
            let tag = object.and_then(|object| object.properties.get(&union.discriminator));
            tag.filter(|tag| tag.required && !tag.schema.nullable)
                .and_then(|tag| tag.schema.words())
                .is_some_and(|words| words.iter().collect::<IndexSet<_>>() == values)
        })
    }

    /// Rewrites the keywords of a shape without changing what they accept.
    pub(super) fn rewrite_keywords(
        &self,
        schema: &Schema,
        shape: Map<String, Value>,
    ) -> Map<String, Value> {
        let mut json = JsonObject(shape);
        match &schema.shape {
            // Generators of code know files by this format.
            Shape::String if schema.content_media_type.is_some() => json.set("format", "binary"),
            // The only string that is allowed is a tag, not an enumeration.
            Shape::Enum(values) if values.len() == 1 && !schema.is_open_enum() => {
                json.0.remove("enum");
                json.set("const", values[0].as_str());
            }
            Shape::Enum(_) | Shape::Union(_) | Shape::OneOf(_) => {
                json.set("title", self.title(&schema.clause));
            }
            Shape::Object(object) => {
                json.set("title", self.title(&schema.clause));
                if object.properties.is_empty() {
                    json.0.remove("properties");
                }
                json.0.entry("additionalProperties").or_insert(Value::Bool(true));
                if self.has_alternatives(schema) {
                    let names = schema.exactly_one().iter();
                    let alternatives = names.map(|name| {
                        json!({ "$ref": self.reference(&self.alternative_name(schema, name)) })
                    });
                    let alternatives = alternatives.collect::<Vec<_>>();
                    for word in ["type", "properties", "required", "additionalProperties"] {
                        json.0.remove(word);
                    }
                    json.set("oneOf", alternatives);
                }
            }
            _ => {}
        }
        json.0
    }

    /// Returns the alternatives of a type that has exactly one of some properties, by name. Each alternative
    /// has one of the properties and not the others.
    pub(super) fn alternatives(&self, schema: &Schema) -> Vec<(String, Value)> {
        let Some(object) = schema.object() else { return Vec::new() };
        if !self.has_alternatives(schema) {
            return Vec::new();
        }
        let choice = schema.exactly_one();
        let alternative = |chosen: &String| {
            let others = || choice.iter().filter(|name| *name != chosen);
            let listed = object.properties.iter().filter(|(name, _)| !others().any(|o| o == *name));
            let properties: Map<String, Value> = listed
                .clone()
                .map(|(name, property)| (name.clone(), keywords(&property.schema, self).into()))
                .collect();
            let required = listed.filter(|(name, property)| property.required || *name == chosen);
            let required: Vec<Value> = required.map(|(name, _)| name.as_str().into()).collect();
            let mut absent: Vec<Value> =
                others().map(|name| json!({ "required": [name] })).collect();
            let name = self.alternative_name(schema, chosen);
            let mut json = JsonObject::default();
            json.set("title", name.as_str());
            json.set("description", format!("{} This form has `{chosen}`.", schema.doc).trim());
            json.set("type", "object");
            json.set("properties", properties);
            json.set("required", required);
            json.set("additionalProperties", object.additional == Additional::Open);
            if object.additional == Additional::Open {
                let only = absent.pop().filter(|_| absent.is_empty());
                let several = json!({ "anyOf": absent });
                json.set("not", only.unwrap_or(several));
            }
            (name, json.0.into())
        };
        choice.iter().map(alternative).collect()
    }

    /// Returns whether the alternatives of a schema are types of the document.
    fn has_alternatives(&self, schema: &Schema) -> bool {
        schema.exactly_one().len() > 1 && self.types.contains_key(schema.clause.as_str())
    }

    fn alternative_name(&self, schema: &Schema, chosen: &str) -> String {
        self.title(&schema.clause.child(chosen))
    }

    /// Returns a name for the schema of a clause, in upper camel case. No type of the contract has the name.
    fn title(&self, clause: &ClauseId) -> String {
        let clause = clause.as_str();
        let steps = clause.split(|c: char| !c.is_alphanumeric()).filter(|step| !step.is_empty());
        let title: String = steps.map(capitalized).collect();
        let is_taken = title != clause && self.types.contains_key(&title);
        if is_taken { format!("{title}Value") } else { title }
    }
}

/// How many properties a sample of an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The required properties; one property if none is required.
    Minimal,
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
        let extent = if is_whole { Extent::Whole } else { Extent::Minimal };
        sample(self, &self.types.get(type_name)?.schema, extent)
    }

    /// Returns a value that a named type accepts, with the required properties and those with an example. Returns
    /// `None` if none is found.
    #[must_use]
    pub fn shown_sample(&self, type_name: &str) -> Option<Value> {
        sample(self, &self.types.get(type_name)?.schema, Extent::Shown)
    }

    /// Returns a small value that a named type accepts, for examples. Returns `None` if none is found.
    #[must_use]
    pub fn sample(&self, type_name: &str) -> Option<Value> {
        self.sample_of(type_name, false)
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
        let all = self.extent != Extent::Minimal && members.is_empty();
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
