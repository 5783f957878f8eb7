//! The `uri` format: a URI of RFC 3986 with a scheme, with or without a fragment.
//!
//! Rules of the contract, not this module, restrict schemes and hosts.

use super::FormatError;
use iri_string::spec::UriSpec;
use iri_string::validate;

const NOT_A_URI: FormatError = FormatError::fixed("is not a uri with a scheme (rfc 3986)");

/// Validates a URI such as `https://example.com/path?query#fragment`. Relative references, and characters
/// that must be percent-encoded, are rejected.
///
/// # Errors
///
/// If `text` is not such a URI.
pub fn check(text: &str) -> Result<(), FormatError> {
    validate::iri::<UriSpec>(text).map_err(|_| NOT_A_URI)
}
