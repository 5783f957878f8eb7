//! The view of types as JSON Schema 2020-12.
//!
//! The view has everything that the model says about a single value. Rules across properties are left out; a
//! validator must interpret them itself. Facts that JSON Schema has no keyword for are under `x-` keys.

use serde_json::{Map, Value, json};

use crate::model::{
    Additional, Constraint, Deprecation, JsonType, Keyword, Object, Operand, Schema, Shape, Spec,
    Type, Union,
};

/// The keyword for the smallest interval of a cron expression, in seconds.
pub const MINIMUM_INTERVAL: &str = "x-minimumIntervalSeconds";

/// The dialect, as the value of `$schema`.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

impl Spec {
    /// Returns the JSON Schemas of all named types as one document: each is under `$defs`, and its name is its
    /// `$anchor`. `id` is the `$id` of the document.
    #[must_use]
    pub fn json_schemas(&self, id: &str) -> Value {
        let schema = |(name, named_type): (&String, &Type)| {
            let mut schema = Map::new();
            // Anchors are ASCII; a type with another name is found by its JSON Pointer.
            if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte)) {
                schema.insert("$anchor".to_owned(), name.as_str().into());
            }
            schema.extend(keywords(&named_type.schema, &Plain));
            (name.clone(), schema.into())
        };
        let mut definitions: Map<String, Value> = self.types.iter().map(schema).collect();
        definitions.sort_keys();
        json!({ "$schema": DIALECT, "$id": id, "$defs": definitions })
    }

    /// Returns the complete JSON Schema of a named type: every type that it refers to is under `$defs`.
    #[must_use]
    pub fn json_schema(&self, type_name: &str) -> Value {
        let mut root = Map::new();
        root.insert("$schema".to_owned(), DIALECT.into());
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

impl Constraint {
    /// Returns the keyword and the operand as JSON Schema writes them.
    #[must_use]
    pub fn json_schema(&self) -> (&'static str, Value) {
        let operand = match &self.operand {
            Operand::Flag => json!(true),
            Operand::Number(number) => json!(number),
            Operand::Pattern(pattern) => json!(pattern.source()),
            Operand::Format(format) => json!(format.name()),
            Operand::Value(value) => value.clone(),
            Operand::Names(names) => json!(names),
            Operand::Dependents(names) => json!(names),
            Operand::Schema(schema) => keywords(schema, &Plain).into(),
        };
        match (self.keyword, &self.operand) {
            (Keyword::MinimumInterval, _) => (MINIMUM_INTERVAL, operand),
            (Keyword::AdditionalProperties, _) => (self.keyword.name(), json!(false)),
            (Keyword::ExactlyOne, Operand::Names(names)) => {
                let one = names.iter().map(|name| json!({ "required": [name] }));
                ("oneOf", one.collect())
            }
            (keyword, _) => (keyword.name(), operand),
        }
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

/// The differences between the views that describe values with JSON Schema's keywords.
pub(crate) trait Dialect {
    /// Returns the reference to the schema of a named type.
    fn reference(&self, type_name: &str) -> String;

    /// Adds the keywords for one of several objects that a property tells apart.
    fn union(&self, union: &Union, json: &mut JsonObject);

    /// Adds the facts that JSON Schema has no keyword for.
    fn facts(&self, schema: &Schema, json: &mut JsonObject);

    /// Returns example values.
    fn examples(&self, schema: &Schema) -> Vec<Value> {
        schema.examples.clone()
    }

    /// Rewrites the keywords of a shape. The result must accept the same values.
    fn rewrite(&self, _schema: &Schema, shape: Map<String, Value>) -> Map<String, Value> {
        shape
    }
}

/// Returns the keywords of a schema in a dialect.
pub(crate) fn keywords(schema: &Schema, dialect: &impl Dialect) -> Map<String, Value> {
    let mut json = JsonObject::default();
    json.set_filled("description", description(schema));
    let shape = dialect.rewrite(schema, shape_keywords(schema, dialect));
    if schema.nullable {
        allow_null(shape, &mut json.0);
    } else {
        json.0.extend(shape);
    }
    json.set_some("default", schema.default.clone());
    json.set_filled("examples", dialect.examples(schema));
    json.set_some("deprecated", schema.deprecated.as_ref().map(|_| true));
    json.set_filled("x-deprecatedValues", schema.deprecated_values.clone());
    dialect.facts(schema, &mut json);
    json.0
}

/// Returns what the value means, and which part of it is deprecated: tools hide the `x-` keys.
fn description(schema: &Schema) -> String {
    let sentence = schema.deprecated.as_ref().map(Deprecation::sentence);
    let parts = [Some(schema.doc.clone()), sentence, schema.deprecated_values_sentence()];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Allows null: adds `null` to `type` and `enum`. A shape without a `type`, or with keywords that would judge
/// null too, becomes an alternative.
fn allow_null(mut shape: Map<String, Value>, keywords: &mut Map<String, Value>) {
    let judges_null = shape.contains_key("const") || shape.contains_key("oneOf");
    if let Some(json_type) = shape.get_mut("type")
        && !judges_null
    {
        *json_type = json!([json_type, "null"]);
        if let Some(Value::Array(values)) = shape.get_mut("enum") {
            values.push(Value::Null);
        }
        keywords.extend(shape);
    } else if !shape.is_empty() {
        keywords.insert("anyOf".to_owned(), json!([shape, { "type": "null" }]));
    }
}

fn shape_keywords(schema: &Schema, dialect: &impl Dialect) -> Map<String, Value> {
    let mut json = JsonObject::default();
    match &schema.shape {
        Shape::Any => {}
        Shape::Boolean | Shape::Integer | Shape::Number | Shape::String => {
            json.set_some("type", schema.shape.json_type().map(JsonType::name));
        }
        Shape::Enum(values) => {
            json.set("type", "string");
            // Clients must tolerate other values of an open enum.
            let word = if schema.is_open_enum() { "x-extensible-enum" } else { "enum" };
            json.set(word, values.clone());
        }
        Shape::Array { items } => {
            json.set("type", "array");
            json.set("items", keywords(items, dialect));
        }
        Shape::Tuple(items) => {
            json.set("type", "array");
            let items = items.iter().map(|schema| keywords(schema, dialect));
            json.set("prefixItems", items.collect::<Vec<_>>());
        }
        Shape::Map(values) => {
            json.set("type", "object");
            json.set("additionalProperties", keywords(values, dialect));
        }
        Shape::Object(object) => json.object(object, dialect),
        Shape::Union(union) => dialect.union(union, &mut json),
        Shape::OneOf(alternatives) => {
            let alternatives = alternatives.iter().map(|schema| keywords(schema, dialect));
            json.set("oneOf", alternatives.collect::<Vec<_>>());
        }
        Shape::Ref(name) => json.set("$ref", dialect.reference(name)),
    }
    json.set_some("contentMediaType", schema.content_media_type.as_deref());
    for (word, value) in schema.constraints.iter().map(Constraint::json_schema) {
        json.set(word, value);
    }
    json.0
}

/// A JSON object that is built property by property.
#[derive(Default)]
pub(crate) struct JsonObject(pub(crate) Map<String, Value>);

impl JsonObject {
    pub(crate) fn set(&mut self, word: &str, value: impl Into<Value>) {
        self.0.insert(word.to_owned(), value.into());
    }

    pub(crate) fn set_some(&mut self, word: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.set(word, value);
        }
    }

    /// Sets a value that is not empty.
    pub(crate) fn set_filled(&mut self, word: &str, value: impl Into<Value>) {
        let value = value.into();
        let is_empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => false,
        };
        if !is_empty {
            self.set(word, value);
        }
    }

    /// Sets the values that select the variants of a union.
    pub(crate) fn discriminator(&mut self, union: &Union) {
        let name = &union.discriminator;
        let values: Vec<&String> = union.variants.keys().collect();
        self.set("type", "object");
        self.set("required", json!([name]));
        self.set("properties", json!({ name: { "type": "string", "enum": values } }));
    }

    fn object(&mut self, object: &Object, dialect: &impl Dialect) {
        self.set("type", "object");
        let properties = object.properties.iter();
        let properties: Map<String, Value> = properties
            .map(|(name, property)| (name.clone(), keywords(&property.schema, dialect).into()))
            .collect();
        self.set("properties", properties);
        let required = object.properties.iter().filter(|(_, property)| property.required);
        let required: Vec<Value> = required.map(|(name, _)| name.as_str().into()).collect();
        self.set_filled("required", required);
        if object.additional == Additional::Forbidden {
            self.set("additionalProperties", false);
        }
    }
}
