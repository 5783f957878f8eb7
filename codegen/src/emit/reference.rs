//! Emits `reference.md`: the whole contract as a page for people.

use webdata_spec::Spec;

use crate::GeneratedFile;
use crate::rust_file::HEADER;

/// Emits the page.
pub(crate) fn emit(spec: &Spec) -> GeneratedFile {
    GeneratedFile { path: "reference.md".to_owned(), text: spec.reference_page(HEADER) }
}
