//! Gives `schemars` the contract's own JSON Schema of a type, instead of one that is derived from the Rust
//! type.
//!
//! Only the targets of references change, which belong to the generator.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// The beginning of references in exported schemas.
const DEFINITIONS: &str = "#/$defs/";

/// The keywords about an exported file as a whole; the generator adds its own.
const OF_THE_FILE: [&str; 4] = ["$schema", "$id", "title", "$defs"];

/// The name of a referenced type, and the function that makes the generator's reference to it.
pub type Reference = (&'static str, fn(&mut SchemaGenerator) -> Schema);

/// Returns the schema at a JSON Pointer of a text, with references to the generator's definitions.
///
/// A pointer leads to a type without a name of its own. The facts of the property around it are removed:
/// whether it is nullable, and its default.
#[must_use]
pub fn read(
    text: &str,
    pointer: &str,
    references: &[Reference],
    generator: &mut SchemaGenerator,
) -> Schema {
    // Generated text is always an object that has the target of the pointer.
    let mut whole: Value = serde_json::from_str(text).unwrap_or_default();
    let mut words = match whole.pointer_mut(pointer).map(Value::take) {
        Some(Value::Object(words)) => words,
        _ => Map::new(),
    };
    let of_the_outside: &[&str] = if pointer.is_empty() { &OF_THE_FILE } else { &["default"] };
    words.retain(|word, _| !of_the_outside.contains(&word.as_str()));
    if !pointer.is_empty() {
        words.get_mut("type").map(without_null);
    }
    words.values_mut().for_each(|value| lead(value, references, generator));
    lead_one(&mut words, references, generator);
    words.into()
}

/// Removes the type `null` beside one other type.
fn without_null(types: &mut Value) {
    let others = |types: &Vec<Value>| match types.as_slice() {
        [one, null] if null == "null" => Some(one.clone()),
        _ => None,
    };
    if let Some(one) = types.as_array().and_then(others) {
        *types = one;
    }
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

/// Makes a reference to a schema. A generator that inlines returns the whole schema instead; keywords beside
/// the reference then override those of the type.
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
