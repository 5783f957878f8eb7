//! Hands the contract's own JSON Schema of a type to `schemars`, so that a user's schema says
//! what the contract says and not what could be guessed from the Rust type.
//!
//! It must not change what the schema says: only where its references lead is the generator's.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// What a reference of the exported schemas starts with.
const DEFINITIONS: &str = "#/$defs/";

/// What an exported file says of itself as a file; the generator says that of its own.
const OF_THE_FILE: [&str; 4] = ["$schema", "$id", "title", "$defs"];

/// The name of a type that a schema refers to, and what makes the generator's reference to it.
pub type Reference = (&'static str, fn(&mut SchemaGenerator) -> Schema);

/// Implements `schemars::JsonSchema` for a type: its name, the text of its schema, and the types
/// that the text refers to by name.
#[macro_export]
macro_rules! json_schema {
    ($type:ty, $name:literal, $text:expr $(, $reference:literal = $to:ty)* $(,)?) => {
        impl $crate::schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed($name)
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(concat!(module_path!(), "::", $name))
            }

            fn json_schema(
                generator: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                let references: &[$crate::json_schema::Reference] = &[
                    $(($reference, $crate::schemars::SchemaGenerator::subschema_for::<$to>),)*
                ];
                $crate::json_schema::read($text, references, generator)
            }
        }
    };
}

/// The schema that a text says, with its references led to the generator's definitions.
#[must_use]
pub fn read(text: &str, references: &[Reference], generator: &mut SchemaGenerator) -> Schema {
    // Emitted text is always an object; what is none would say nothing.
    let mut words: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    words.retain(|word, _| !OF_THE_FILE.contains(&word.as_str()));
    words.values_mut().for_each(|value| lead(value, references, generator));
    lead_one(&mut words, references, generator);
    words.into()
}

fn lead(value: &mut Value, references: &[Reference], generator: &mut SchemaGenerator) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(|item| lead(item, references, generator));
        }
        Value::Object(words) => {
            words.values_mut().for_each(|value| lead(value, references, generator));
            lead_one(words, references, generator);
        }
        _ => {}
    }
}

/// The reference of one schema. A generator that inlines gives a whole schema instead; what stands
/// beside the reference then counts for more than what the type says of itself.
fn lead_one(
    words: &mut Map<String, Value>,
    references: &[Reference],
    generator: &mut SchemaGenerator,
) {
    let name = words.get("$ref").and_then(Value::as_str);
    let Some(name) = name.and_then(|text| text.strip_prefix(DEFINITIONS)) else { return };
    let Some((_, make)) = references.iter().find(|(known, _)| *known == name) else { return };
    let made = make(generator);
    if let Some(reference) = made.get("$ref") {
        words.insert("$ref".to_owned(), reference.clone());
        return;
    }
    words.retain(|word, _| word != "$ref");
    for (word, value) in made.as_object().into_iter().flatten() {
        words.entry(word.clone()).or_insert_with(|| value.clone());
    }
}
