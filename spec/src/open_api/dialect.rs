//! How OpenAPI writes a schema: references, discriminators of unions, and `x-` facts.

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Value, json};

use super::facts;
use super::sample::text_sample;
use crate::json_schema::{Dialect, JsonObject};
use crate::model::{Level, NumberUnit, Schema, StringFormat, Type, Union};

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
            json.set_filled("x-rules", facts::each(&object.rules, facts::rule));
            json.set_filled("x-effects", facts::each(&object.effects, facts::effect));
            json.set_filled("x-refusals", facts::each(&object.refusals, facts::refusal));
        }
        json.set_filled("x-behaviour", facts::behaviour(&schema.behaviour));
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
}
