//! The formats `hostname`, which is RFC 1123 with internationalized labels by RFC 5891, and `ipv4` and `ipv6`,
//! which are addresses by RFC 2673 and RFC 4291, as the standard library reads them.

use std::net::{Ipv4Addr, Ipv6Addr};
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

const NOT_IPV4: FormatError = FormatError::fixed("is not an ipv4 address (four numbers to 255)");
const NOT_IPV6: FormatError = FormatError::fixed("is not an ipv6 address (rfc 4291)");

/// Validates an IPv4 address such as `192.0.2.1`.
///
/// # Errors
///
/// If `text` is not such an address.
pub fn check_v4(text: &str) -> Result<(), FormatError> {
    text.parse::<Ipv4Addr>().map(drop).map_err(|_| NOT_IPV4)
}

/// Validates an IPv6 address such as `2001:db8::1`.
///
/// # Errors
///
/// If `text` is not such an address.
pub fn check_v6(text: &str) -> Result<(), FormatError> {
    text.parse::<Ipv6Addr>().map(drop).map_err(|_| NOT_IPV6)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn hostnames() {
        const WHY: &str = "is not a hostname (labels of letters, digits and inner hyphens)";
        let longest = ["a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61)].join(".");
        let beyond = format!("{longest}e");
        let label = "a".repeat(64);
        check_table(
            super::check,
            &[
                "www.example.com",
                "localhost",
                "a",
                "1host",
                "host-1",
                "192.0.2.1",
                "xn--ihqwcrb4cv8a8dqg056pqjye",
                "xn--4gbwdl.xn--wgbh1c",
                &longest,
            ],
            &[
                ("", WHY),
                (".", WHY),
                ("example.", WHY),
                (".example", WHY),
                ("a..b", WHY),
                ("-a", WHY),
                ("a-", WHY),
                ("a_b", WHY),
                ("a b", WHY),
                ("é.example", WHY),
                ("ab--cd", WHY),
                ("xn--X", WHY),
                // Two mathematical symbols.
                ("xn--wbh1c", WHY),
                (&beyond, WHY),
                (&label, WHY),
            ],
        );
    }

    #[test]
    fn addresses() {
        const V4: &str = "is not an ipv4 address (four numbers to 255)";
        check_table(
            super::check_v4,
            &["192.0.2.1", "0.0.0.0", "255.255.255.255"],
            &[
                ("", V4),
                ("127.0.0", V4),
                ("127.0.0.0.1", V4),
                ("256.0.0.1", V4),
                ("087.10.0.1", V4),
                ("0x7f000001", V4),
                ("2130706433", V4),
                ("192.0.2.1/24", V4),
                ("1\u{09e8}7.0.0.1", V4),
                (" 192.0.2.1", V4),
            ],
        );
        const V6: &str = "is not an ipv6 address (rfc 4291)";
        check_table(
            super::check_v6,
            &["::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "::abef"],
            &[
                ("", V6),
                ("12345::", V6),
                (":2:3:4:5:6:7:8", V6),
                ("1::d6::42", V6),
                ("1:1:1:1:1:1:1:1:1", V6),
                ("fe80::a%eth1", V6),
                ("fe80::/64", V6),
                ("::ffff:192.168.0.256", V6),
                ("1:2:3:4:5:::8", V6),
                ("[::1]", V6),
            ],
        );
    }
}
