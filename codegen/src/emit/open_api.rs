//! Emits `openapi.json`: the whole contract as OpenAPI 3.1.

use webdata_spec::Spec;

use crate::generated_file::GeneratedFile;

/// Emits the document.
pub(crate) fn emit(spec: &Spec) -> GeneratedFile {
    let text = format!("{:#}\n", spec.open_api());
    GeneratedFile { path: "openapi.json".to_owned(), text }
}
