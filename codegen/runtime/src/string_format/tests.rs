//! The table runner that the tests of all formats share. The tests of each format are beside it.

use super::FormatError;

/// Asserts that a format accepts the strings of `accepted`, and rejects those of `rejected` with the given
/// messages.
pub(super) fn check_table(
    check: impl Fn(&str) -> Result<(), FormatError>,
    accepted: &[&str],
    rejected: &[(&str, &str)],
) {
    for text in accepted {
        assert_eq!(check(text), Ok(()), "{text:?} should be accepted");
    }
    for (text, message) in rejected {
        match check(text) {
            Ok(()) => panic!("{text:?} should be rejected: {message}"),
            Err(error) => assert_eq!(error.to_string(), *message, "for {text:?}"),
        }
    }
}
