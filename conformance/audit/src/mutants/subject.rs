//! Words of identities and sentences.

use webdata_spec::walk;

/// Describes the value at a path, as the start of a sentence: `` `MonitorUpdate.name` ``.
pub(super) fn describe(path: &str) -> String {
    if let Some((operation, name)) = walk::parameter(path) {
        return format!("`{name}` in the path of {operation}");
    }
    if let Some(list) = path.strip_suffix(".items") {
        return format!("An item of `{list}`");
    }
    if let Some(map) = path.strip_suffix(".additionalProperties") {
        return format!("A value in `{map}`");
    }
    format!("`{path}`")
}
