//! The view of types as JSON Schema 2020-12.
//!
//! The view has everything that the model says about a single value. Rules across properties are left out; a
//! validator must interpret them itself. Facts that JSON Schema has no keyword for are under `x-` keys.

mod keywords;

use serde_json::{Map, Value, json};

use crate::model::{Schema, Spec, Union};
pub(crate) use keywords::{Dialect, JsonObject, keywords};

/// The keyword for the smallest interval of a cron expression, in seconds.
pub const MINIMUM_INTERVAL: &str = "x-minimumIntervalSeconds";

impl Spec {
    /// Returns the complete JSON Schema of a named type: every type that it refers to is under `$defs`.
    #[must_use]
    pub fn json_schema(&self, type_name: &str) -> Value {
        let mut root = Map::new();
        root.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        root.insert("title".to_owned(), type_name.into());
        if let Some(named_type) = self.types.get(type_name) {
            root.extend(keywords(&named_type.schema, &Plain));
            self.add_definitions(&named_type.schema, &mut root);
        }
        Value::Object(root)
    }

    /// Returns the complete JSON Schema of any schema of the contract, as [`Spec::json_schema`] does for
    /// types.
    #[must_use]
    pub fn json_schema_of(&self, schema: &Schema) -> Value {
        let mut root = keywords(schema, &Plain);
        self.add_definitions(schema, &mut root);
        Value::Object(root)
    }

    fn add_definitions(&self, schema: &Schema, root: &mut Map<String, Value>) {
        let mut definitions = Map::new();
        let mut open: Vec<&String> = schema.types_within().collect();
        while let Some(name) = open.pop() {
            if definitions.contains_key(name) {
                continue;
            }
            // The reader reports an unknown name; here the name allows any value.
            let named = self.schema(name);
            let definition = named.map_or(json!({}), |schema| keywords(schema, &Plain).into());
            definitions.insert(name.clone(), definition);
            open.extend(named.into_iter().flat_map(Schema::types_within));
        }
        if !definitions.is_empty() {
            definitions.sort_keys();
            root.insert("$defs".to_owned(), definitions.into());
        }
    }
}

/// Returns the JSON Schema of a plain value, which refers to no type.
pub(crate) fn plain(schema: &Schema) -> Value {
    keywords(schema, &Plain).into()
}

/// The dialect of plain JSON Schema 2020-12, with the types under `$defs`.
struct Plain;

impl Dialect for Plain {
    fn reference(&self, type_name: &str) -> String {
        format!("#/$defs/{type_name}")
    }

    /// Requires each variant only where the discriminator names it. A mistake inside a variant is reported at
    /// its place then, not as "matches none of these".
    fn union(&self, union: &Union, json: &mut JsonObject) {
        json.discriminator(union);
        let name = &union.discriminator;
        let cases = union.variants.iter().map(|(value, type_name)| {
            json!({
                "if": { "type": "object", "properties": { name: { "const": value } }, "required": [name] },
                "then": { "$ref": self.reference(type_name) },
            })
        });
        json.set("allOf", cases.collect::<Vec<_>>());
    }

    fn facts(&self, _: &Schema, _: &mut JsonObject) {}
}
