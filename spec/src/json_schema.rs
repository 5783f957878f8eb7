//! The view of types as JSON Schema 2020-12.
//!
//! It says everything about a single value that the model says, rules across properties aside:
//! whoever judges by it interprets those too. What JSON Schema has no word for stands under `x-`
//! keys.

use serde_json::{Map, Value, json};

use crate::model::{Additional, Object, Schema, Shape, Spec, StringFormat, Text, Union};

/// The keyword for a cron expression's smallest interval, in seconds.
pub const MINIMUM_INTERVAL: &str = "x-minimumIntervalSeconds";

impl Spec {
    /// The JSON Schema of a named type, whole: every type that it refers to is under `$defs`.
    #[must_use]
    pub fn json_schema(&self, type_name: &str) -> Value {
        let mut root = Map::new();
        root.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        root.insert("title".to_owned(), type_name.into());
        if let Some(found) = self.types.get(type_name) {
            root.extend(keywords(&found.schema));
            self.add_definitions(&found.schema, &mut root);
        }
        Value::Object(root)
    }

    /// The JSON Schema of any schema of the contract, whole as in [`Spec::json_schema`].
    #[must_use]
    pub fn json_schema_of(&self, schema: &Schema) -> Value {
        let mut root = keywords(schema);
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
            // A name that nothing has is reported by the reader; here it allows anything.
            let found = self.types.get(name);
            let definition = found.map_or(json!({}), |found| keywords(&found.schema).into());
            definitions.insert(name.to_owned(), definition);
            open.extend(found.iter().flat_map(|found| references(&found.schema)));
        }
        if !definitions.is_empty() {
            definitions.sort_keys();
            root.insert("$defs".to_owned(), definitions.into());
        }
    }
}

/// The names of the types that a schema refers to directly.
fn references(schema: &Schema) -> Vec<&str> {
    match &schema.shape {
        Shape::Ref(name) => vec![name],
        Shape::Union(union) => union.variants.values().map(String::as_str).collect(),
        Shape::Array { items, .. } => references(items),
        Shape::Map(values) => references(values),
        Shape::Object(object) => {
            object.properties.values().flat_map(|property| references(&property.schema)).collect()
        }
        _ => Vec::new(),
    }
}

fn keywords(schema: &Schema) -> Map<String, Value> {
    let mut words = Map::new();
    if !schema.doc.is_empty() {
        words.insert("description".to_owned(), schema.doc.as_str().into());
    }
    let shape = shape_keywords(&schema.shape);
    if schema.nullable {
        allow_null(shape, &mut words);
    } else {
        words.extend(shape);
    }
    if let Some(default) = &schema.default {
        words.insert("default".to_owned(), default.clone());
    }
    if !schema.examples.is_empty() {
        words.insert("examples".to_owned(), schema.examples.clone().into());
    }
    words
}

/// `null` joins the `type` and the `enum`; what has no `type`, or words that judge a null too,
/// becomes an alternative.
fn allow_null(mut shape: Map<String, Value>, words: &mut Map<String, Value>) {
    let judges_null = shape.contains_key("const") || shape.contains_key("oneOf");
    if let Some(json_type) = shape.get_mut("type")
        && !judges_null
    {
        *json_type = json!([json_type, "null"]);
        if let Some(Value::Array(values)) = shape.get_mut("enum") {
            values.push(Value::Null);
        }
        words.extend(shape);
    } else if !shape.is_empty() {
        words.insert("anyOf".to_owned(), json!([shape, { "type": "null" }]));
    }
}

fn shape_keywords(shape: &Shape) -> Map<String, Value> {
    let mut words = Words(Map::new());
    match shape {
        Shape::Any => {}
        Shape::Boolean { constant } => {
            words.set("type", "boolean");
            words.set_some("const", *constant);
        }
        Shape::Integer { minimum, maximum } => {
            words.set("type", "integer");
            words.set_some("minimum", *minimum);
            words.set_some("maximum", *maximum);
        }
        Shape::Number { minimum, maximum } => {
            words.set("type", "number");
            words.set_some("minimum", *minimum);
            words.set_some("maximum", *maximum);
        }
        Shape::String(text) => words.text(text),
        Shape::Enum(values) => {
            words.set("type", "string");
            words.set("enum", values.clone());
        }
        Shape::Array { items, min_items, max_items } => {
            words.set("type", "array");
            words.set("items", keywords(items));
            words.set_some("minItems", *min_items);
            words.set_some("maxItems", *max_items);
        }
        Shape::Map(values) => {
            words.set("type", "object");
            words.set("additionalProperties", keywords(values));
        }
        Shape::Object(object) => words.object(object),
        Shape::Union(union) => words.union(union),
        Shape::Ref(name) => words.set("$ref", format!("#/$defs/{name}")),
    }
    words.0
}

struct Words(Map<String, Value>);

impl Words {
    fn set(&mut self, word: &str, value: impl Into<Value>) {
        self.0.insert(word.to_owned(), value.into());
    }

    fn set_some(&mut self, word: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.set(word, value);
        }
    }

    fn text(&mut self, text: &Text) {
        self.set("type", "string");
        self.set_some("minLength", text.min_length);
        self.set_some("maxLength", text.max_length);
        self.set_some("pattern", text.pattern.clone());
        self.set_some("format", text.format.map(StringFormat::name));
        if let Some(StringFormat::Cron { minimum_interval: Some(interval) }) = text.format {
            self.set(MINIMUM_INTERVAL, interval.as_secs());
        }
    }

    fn object(&mut self, object: &Object) {
        self.set("type", "object");
        let properties = object.properties.iter();
        let properties: Map<String, Value> =
            properties.map(|(name, p)| (name.clone(), keywords(&p.schema).into())).collect();
        self.set("properties", properties);
        let required = object.properties.iter().filter(|(_, property)| property.required);
        let required: Vec<Value> = required.map(|(name, _)| name.as_str().into()).collect();
        if !required.is_empty() {
            self.set("required", required);
        }
        if object.additional == Additional::Forbidden {
            self.set("additionalProperties", false);
        }
        self.set_some("minProperties", object.min_properties);
        if !object.exactly_one.is_empty() {
            let one = object.exactly_one.iter().map(|name| json!({ "required": [name] }));
            self.set("oneOf", one.collect::<Vec<_>>());
        }
    }

    /// Each variant is required only where the discriminator names it, so that a mistake inside
    /// is reported where it stands instead of as "none of these".
    fn union(&mut self, union: &Union) {
        let name = &union.discriminator;
        let values: Vec<&String> = union.variants.keys().collect();
        self.set("type", "object");
        self.set("required", json!([name]));
        self.set("properties", json!({ name: { "type": "string", "enum": values } }));
        let cases = union.variants.iter().map(|(value, type_name)| {
            json!({
                "if": { "type": "object", "properties": { name: { "const": value } }, "required": [name] },
                "then": { "$ref": format!("#/$defs/{type_name}") },
            })
        });
        self.set("allOf", cases.collect::<Vec<_>>());
    }
}
