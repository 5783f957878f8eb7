//! The format `hostname`, which is RFC 1123 with internationalized labels by RFC 5891.

use std::sync::LazyLock;

use regex::Regex;

use crate::string_format::FormatError;

/// Letters, digits and marks, and the characters that RFC 5892 allows as exceptions (section 2.6) or by
/// context. The `idna` crate also accepts the symbols of UTS 46, which RFC 5892 disallows.
static LETTERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let all = r"^[-a-z0-9\p{L}\p{Nd}\p{Mn}\p{Mc}·͵׳״・۽۾་〇\x{200C}\x{200D}]+$";
    Regex::new(all).ok()
});

const NOT_A_HOSTNAME: FormatError =
    FormatError::fixed("is not a hostname (labels of letters, digits and inner hyphens)");

/// Validates a hostname such as `www.example.com`: up to 253 characters, in labels of up to 63.
///
/// # Errors
///
/// If `text` is not such a name.
pub fn check(text: &str) -> Result<(), FormatError> {
    if text.len() <= 253 && text.split('.').all(is_label) { Ok(()) } else { Err(NOT_A_HOSTNAME) }
}

fn is_label(label: &str) -> bool {
    let is_plain = (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-');
    is_plain
        && match (label.get(2..4), label.get(..4)) {
            (_, Some(prefix)) if prefix.eq_ignore_ascii_case("xn--") => is_international(label),
            // RFC 5891, section 4.2.3.1, reserves such labels for encodings.
            (Some("--"), _) => false,
            _ => true,
        }
}

/// Returns whether a Punycode label decodes to a valid label, and is the encoding of that label.
fn is_international(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    let (unicode, read) = idna::domain_to_unicode(&label);
    read.is_ok()
        && !unicode.is_ascii()
        && LETTERS.as_ref().is_some_and(|letters| letters.is_match(&unicode))
        && idna::domain_to_ascii_strict(&unicode).is_ok_and(|again| again == label)
}
