//! The view of types as JSON Schema 2020-12.
//!
//! The view has everything that the model says about a single value. Rules across properties are left out; a
//! validator must interpret them itself. Facts that JSON Schema has no keyword for are under `x-` keys.

mod keywords;

use serde_json::{Map, Value, json};

use crate::model::{Schema, Shape, Spec, Union};
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
        let mut open = references(schema);
        while let Some(name) = open.pop() {
            if definitions.contains_key(name) {
                continue;
            }
            // The reader reports an unknown name; here the name allows any value.
            let named_type = self.types.get(name);
            let definition = named_type
                .map_or(json!({}), |named_type| keywords(&named_type.schema, &Plain).into());
            definitions.insert(name.to_owned(), definition);
            open.extend(named_type.iter().flat_map(|named_type| references(&named_type.schema)));
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

/// Returns the names of the types that a schema refers to directly.
pub(crate) fn references(schema: &Schema) -> Vec<&str> {
    match &schema.shape {
        Shape::Ref(name) => vec![name],
        Shape::OneOf(several) | Shape::Tuple(several) => {
            several.iter().flat_map(references).collect()
        }
        Shape::Union(union) => union.variants.values().map(String::as_str).collect(),
        Shape::Array { items, .. } => references(items),
        Shape::Map(values) => references(values),
        Shape::Object(object) => {
            object.properties.values().flat_map(|property| references(&property.schema)).collect()
        }
        _ => Vec::new(),
    }
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
