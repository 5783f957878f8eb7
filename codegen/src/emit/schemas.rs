//! Emits `schemas/<Type>.json`: each type as JSON Schema 2020-12.

use webdata_spec::Spec;

use crate::GeneratedFile;

/// A schema file for each named type.
pub(crate) fn emit(spec: &Spec) -> impl Iterator<Item = GeneratedFile> + '_ {
    spec.types.keys().map(|name| GeneratedFile {
        path: format!("schemas/{name}.json"),
        text: format!("{:#}\n", spec.json_schema(name)),
    })
}
