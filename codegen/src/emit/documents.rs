//! Emits the documents for other languages: `openapi.json`, `reference.md`, and a JSON Schema 2020-12 for each
//! type in `schemas/`.

use serde_json::{Map, Value};
use webdata_spec::Spec;

use crate::generated_file::{GeneratedFile, HEADER};

/// Emits the document.
pub(crate) fn open_api(spec: &Spec) -> GeneratedFile {
    let text = format!("{:#}\n", spec.open_api());
    GeneratedFile { path: "openapi.json".to_owned(), text }
}

/// Emits the page.
pub(crate) fn reference(spec: &Spec) -> GeneratedFile {
    GeneratedFile { path: "reference.md".to_owned(), text: spec.reference_page(HEADER) }
}

/// Emits a schema file for each named type. The file name is its `$id`.
pub(crate) fn schemas(spec: &Spec) -> impl Iterator<Item = GeneratedFile> + '_ {
    spec.types.keys().map(|name| {
        let file = format!("{name}.json");
        let schema = with_id(spec.json_schema(name), &file);
        GeneratedFile { path: format!("schemas/{file}"), text: format!("{schema:#}\n") }
    })
}

/// Returns the schema with its `$id` after its `$schema`.
fn with_id(schema: Value, id: &str) -> Value {
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
