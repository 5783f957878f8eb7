//! The placeholders of the lines that the suite proposes for a target file.

/// Stands for the identity of a resource.
pub const IDENTITY: &str = "IDENTITY";

/// Stands for the method of a request.
pub const METHOD: &str = "METHOD";

/// Stands for a header.
pub(crate) const HEADER: &str = "X-PROVOKE";

/// Returns whether a key or a value of a target file is a placeholder that a proposed line has.
pub(super) fn is_placeholder(text: &str) -> bool {
    let is_part = |part: &str| match part {
        IDENTITY | "PARENT" => true,
        "PATH" => text.starts_with('/'),
        _ => part.strip_prefix(IDENTITY).is_some_and(|number| number.starts_with('-')),
    };
    text == METHOD || text == HEADER || text.split('/').any(is_part)
}
