//! The `regex` format: a regular expression by ECMA-262, with the flag `u`.
//!
//! This module matches no strings.

use super::FormatError;

const NOT_A_REGEX: FormatError = FormatError::fixed("is not a regular expression (ecma-262)");

/// Validates a regular expression such as `^[a-z]+$`.
///
/// # Errors
///
/// If `text` is not such an expression.
pub fn check(text: &str) -> Result<(), FormatError> {
    regress::Regex::with_flags(text, "u").map(drop).map_err(|_| NOT_A_REGEX)
}
