//! Words of identities and sentences.

use super::find;

/// Describes the value at a path, as the start of a sentence: `` `AlbumUpdate.name` ``.
pub(super) fn describe(path: &str) -> String {
    if let Some((operation, name)) = find::parameter(path) {
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

/// Converts a string to kebab-case: words of lower-case letters and digits, with `-` between them.
pub(super) fn kebab(text: &str) -> String {
    let mut kebab = String::new();
    let mut after_lower = false;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && after_lower {
                kebab.push('-');
            }
            kebab.push(c.to_ascii_lowercase());
        } else if !kebab.is_empty() && !kebab.ends_with('-') {
            kebab.push('-');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    kebab.trim_end_matches('-').to_owned()
}
