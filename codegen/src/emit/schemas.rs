//! Emits `schemas/<Type>.json`: each type as JSON Schema 2020-12.

use serde_json::{Map, Value};
use webdata_spec::Spec;

use crate::generated_file::GeneratedFile;

/// Emits a schema file for each named type. The file name is its `$id`.
pub(crate) fn emit(spec: &Spec) -> impl Iterator<Item = GeneratedFile> + '_ {
    spec.types.keys().map(|name| {
        let file = format!("{name}.json");
        let schema = identified(spec.json_schema(name), &file);
        GeneratedFile { path: format!("schemas/{file}"), text: format!("{schema:#}\n") }
    })
}

/// Returns the schema with its `$id` after its `$schema`.
fn identified(schema: Value, id: &str) -> Value {
    let Value::Object(words) = schema else { return schema };
    let mut identified = Map::new();
    for (word, value) in words {
        let is_dialect = word == "$schema";
        identified.insert(word, value);
        if is_dialect {
            identified.insert("$id".to_owned(), id.into());
        }
    }
    identified.into()
}
