//! The code that every derived type has, as a declarative macro, which the compiler expands faster than the output
//! of a derive macro; and the contract's own JSON Schema of a type for `schemars`, instead of one that is derived
//! from the Rust type.

use std::sync::OnceLock;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// The beginning of references in exported schemas.
const DEFINITIONS: &str = "#/$defs/";

/// The name of a referenced type, and the function that makes the generator's reference to it.
pub type Reference = (&'static str, fn(&mut SchemaGenerator) -> Schema);

/// The exported schemas of all named types, which are read when the first of them is needed.
#[derive(Debug)]
pub struct Schemas {
    text: &'static str,
    document: OnceLock<Value>,
}

impl Schemas {
    /// Creates the schemas from the text of the document.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self { text, document: OnceLock::new() }
    }

    /// Returns the schema of a named type, or the part of it at a JSON Pointer.
    ///
    /// A pointer leads to a type without a name of its own. The facts of the property around it are removed:
    /// whether it is nullable, and its default.
    #[must_use]
    pub fn get(&self, name: &str, pointer: &str) -> Value {
        let document = self.document.get_or_init(|| parse(self.text));
        let mut part = document["$defs"][name].pointer(pointer).cloned().unwrap_or_default();
        if let Some(schema) = part.as_object_mut() {
            let removed = if pointer.is_empty() { "$anchor" } else { "default" };
            schema.retain(|keyword, _| keyword != removed);
            schema.get_mut("type").map(remove_null);
        }
        part
    }
}

/// Returns the value of a generated text, which is always JSON.
#[must_use]
pub fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Returns an exported schema with references to the generator's definitions.
#[must_use]
pub fn with_references(
    mut schema: Value,
    references: &[Reference],
    generator: &mut SchemaGenerator,
) -> Schema {
    resolve(&mut schema, references, generator);
    schema.try_into().unwrap_or_default()
}

/// Removes the type `null` beside one other type.
fn remove_null(types: &mut Value) {
    let other = |types: &Vec<Value>| match types.as_slice() {
        [one, null] if null == "null" => Some(one.clone()),
        _ => None,
    };
    if let Some(one) = types.as_array().and_then(other) {
        *types = one;
    }
}

/// Replaces every reference in a value by the generator's.
fn resolve(value: &mut Value, references: &[Reference], generator: &mut SchemaGenerator) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(|item| resolve(item, references, generator));
        }
        Value::Object(schema) => resolve_object(schema, references, generator),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Replaces every reference in an object by the generator's. A generator that inlines returns the whole schema
/// instead of a reference; keywords beside the reference then override those of the type.
fn resolve_object(
    schema: &mut Map<String, Value>,
    references: &[Reference],
    generator: &mut SchemaGenerator,
) {
    schema.values_mut().for_each(|value| resolve(value, references, generator));
    let name = schema.get("$ref").and_then(Value::as_str);
    let Some(name) = name.and_then(|text| text.strip_prefix(DEFINITIONS)) else { return };
    let Some((_, make)) = references.iter().find(|(known, _)| *known == name) else { return };
    let made = make(generator);
    if let Some(reference) = made.get("$ref") {
        schema.insert("$ref".to_owned(), reference.clone());
        return;
    }
    schema.retain(|keyword, _| keyword != "$ref");
    for (keyword, value) in made.as_object().into_iter().flatten() {
        schema.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
}

/// Implements the methods of a type, `Deserialize` by the same pass, and its JSON Schema.
#[doc(hidden)]
#[macro_export]
macro_rules! declare {
    ($name:ident, $called:literal, $schema:expr, [$($reference:literal = $to:ty),*]) => {
        impl $name {
            /// Reads and validates JSON text in one pass.
            ///
            /// # Errors
            /// If the text is not JSON, or breaks the contract. The violations: the first 1,000, and the number of
            /// the others.
            pub fn parse(json: &[u8]) -> Result<Self, $crate::ParseError> {
                $crate::decode::parse(json)
            }

            /// Reads and validates a JSON value.
            ///
            /// # Errors
            /// The violations: the first 1,000, and the number of the others.
            pub fn check(value: &$crate::serde_json::Value) -> Result<Self, $crate::Violations> {
                $crate::decode::check(value)
            }

            /// Validates a value that was built in Rust, or read by plain `serde`.
            ///
            /// # Errors
            /// The violations: the first 1,000, and the number of the others.
            pub fn validate(&self) -> Result<(), $crate::Violations> {
                $crate::decode::validate(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::decode::read(deserializer)
            }
        }

        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed($called)
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", $called))
            }

            fn json_schema(
                generator: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                let references: &[$crate::json_schema::Reference] =
                    &[$(($reference, $crate::schemars::SchemaGenerator::subschema_for::<$to>)),*];
                $crate::json_schema::with_references($schema, references, generator)
            }
        }
    };
}
