//! The `json-pointer` format: RFC 6901, as a JSON string.
//!
//! This module does not resolve pointers.

use super::FormatError;

const NOT_A_POINTER: FormatError =
    FormatError::fixed("is not a json pointer (rfc 6901: `/a/0`, with `~0` and `~1`)");

/// Validates a pointer such as `/a/0`, or the empty pointer to the whole document.
///
/// # Errors
///
/// If `text` is not such a pointer.
pub fn check(text: &str) -> Result<(), FormatError> {
    let begins = text.is_empty() || text.starts_with('/');
    let escapes = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if begins && escapes { Ok(()) } else { Err(NOT_A_POINTER) }
}
