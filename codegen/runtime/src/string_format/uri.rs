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

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn uris() {
        const WHY: &str = "is not a uri with a scheme (rfc 3986)";
        check_table(
            super::check,
            &[
                "https://example.com",
                "http://example.com:8080/a/b?c=d&e=%20#f",
                "HTTPS://EXAMPLE.COM/",
                "http://[2001:db8::1]/",
                "http://192.0.2.7/",
                "mailto:ada@example.com",
                "urn:isbn:0451450523",
                "file:///etc/hosts",
                "x:",
            ],
            &[
                ("", WHY),
                ("example.com", WHY),
                ("/path", WHY),
                ("//example.com/path", WHY),
                ("#fragment", WHY),
                ("://example.com", WHY),
                ("1http://example.com", WHY),
                ("http://example.com/a b", WHY),
                (" http://example.com", WHY),
                ("http://example.com/%zz", WHY),
                ("http://example.com/é", WHY),
                ("http://exa<mple.com", WHY),
                ("http://[2001:db8::1/", WHY),
                ("http://example.com:port/", WHY),
                ("http://example.com/\\", WHY),
            ],
        );
    }
}
