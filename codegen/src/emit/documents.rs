//! Emits the documents for other languages: `openapi.json`, `reference.md`, and `schemas.json` with a JSON Schema
//! 2020-12 of each type.

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

/// The file of the schemas. Its name is the `$id` of the document.
pub(crate) const SCHEMAS: &str = "schemas.json";

/// Emits the schemas.
pub(crate) fn schemas(spec: &Spec) -> GeneratedFile {
    let text = format!("{:#}\n", spec.json_schemas(SCHEMAS));
    GeneratedFile { path: SCHEMAS.to_owned(), text }
}
