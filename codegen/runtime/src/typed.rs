//! Parses strings into the Rust types of their formats, for the accessors of generated types.

/// Parses a string of the format `uuid`.
///
/// # Errors
/// If the string is not a UUID.
#[cfg(feature = "uuid")]
pub fn uuid(text: &str) -> Result<uuid::Uuid, uuid::Error> {
    uuid::Uuid::try_parse(text)
}

/// Parses a string of the format `uri`.
///
/// # Errors
/// If the string is not a URL, or names no host and the URL Standard would take one from its path: of
/// `http:///internal.example/x`, a reader of URIs sees no host, so a list of allowed hosts would be passed.
#[cfg(feature = "url")]
pub fn url(text: &str) -> Result<url::Url, url::ParseError> {
    let url = url::Url::parse(text)?;
    if !url.has_host() || names_a_host(text) { Ok(url) } else { Err(url::ParseError::EmptyHost) }
}

/// Returns whether a URI has a host before its path, by RFC 3986.
#[cfg(feature = "url")]
fn names_a_host(text: &str) -> bool {
    let rest = text.split_once("://").map(|(_, rest)| rest).unwrap_or_default();
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    // The URL Standard drops tabs and line ends.
    !host.trim_start_matches(|c: char| c <= ' ').is_empty()
}

/// Parses a string of the format `date-time`. Digits below a nanosecond are dropped, and a leap second
/// becomes the second before.
///
/// # Errors
/// If the string is not a date and time, or outside the range of [`jiff::Timestamp`].
#[cfg(feature = "jiff")]
pub fn timestamp(text: &str) -> Result<jiff::Timestamp, jiff::Error> {
    text.parse().or_else(|error| shortened(text).ok_or(error)?.parse())
}

/// Returns the text without digits below a nanosecond, if it has any.
#[cfg(feature = "jiff")]
fn shortened(text: &str) -> Option<String> {
    let (seconds, fraction) = text.split_once('.')?;
    let digits = fraction.find(|c: char| !c.is_ascii_digit())?;
    (digits > 9).then(|| format!("{seconds}.{}{}", &fraction[..9], &fraction[digits..]))
}

#[cfg(all(test, feature = "jiff", feature = "url", feature = "uuid"))]
mod tests {
    use iri_string::types::UriStr;
    use jiff::Timestamp;
    use jiff::civil::date;
    use proptest::prelude::*;
    use url::ParseError;

    use crate::string_format::StringFormat;

    #[test]
    fn urls() {
        for (text, expected) in [
            ("https://example.com", Ok("https://example.com/")),
            ("HTTPS://Ada@Example.com:443", Ok("https://Ada@example.com/")),
            ("file:///etc/hosts", Ok("file:///etc/hosts")),
            ("mailto:ada@example.com", Ok("mailto:ada@example.com")),
            // URIs that the type cannot hold, or holds with another host.
            ("http://", Err(ParseError::EmptyHost)),
            ("https://:443/", Err(ParseError::EmptyHost)),
            ("http://example.com:99999/", Err(ParseError::InvalidPort)),
            ("http:///internal.example/x", Err(ParseError::EmptyHost)),
            ("http:internal.example/x", Err(ParseError::EmptyHost)),
            ("http:/internal.example/x", Err(ParseError::EmptyHost)),
            ("http://@/internal.example", Err(ParseError::EmptyHost)),
        ] {
            assert_eq!(StringFormat::Uri.check(text), Ok(()), "{text}");
            assert_eq!(
                super::url(text).as_ref().map(url::Url::as_str),
                expected.as_ref().copied(),
                "{text}"
            );
        }
        for text in
            ["http://\t/internal.example", "http:/\t/internal.example", "http:\\\\internal.example"]
        {
            assert_eq!(super::url(text), Err(ParseError::EmptyHost), "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn each_valid_uuid_has_a_value(text in "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}") {
            prop_assert_eq!(StringFormat::Uuid.check(&text), Ok(()));
            prop_assert!(super::uuid(&text).is_ok());
        }

        #[test]
        fn a_valid_uri_has_its_own_host_or_none(
            text in "(http|HTTPS|ftp|file|ws|a):/{0,3}([a-z0-9%:@!.\\[\\]-]{0,3}@)?[a-zA-Z0-9%@:/.\\[\\]_~*]{0,12}(:[0-9]{0,6})?([/?#][a-z/]{0,4})?"
        ) {
            let Ok(uri) = UriStr::new(&text) else { return Ok(()) };
            prop_assert_eq!(StringFormat::Uri.check(&text), Ok(()));
            let host = uri.authority_components().map(|authority| authority.host()).unwrap_or_default();
            match super::url(&text) {
                // In a `file` URL, the URL Standard reads `a:` as a drive.
                Ok(url) if url.scheme() == "file" && host.len() == 1 && !url.has_host() => {}
                Ok(url) => prop_assert_eq!(url.has_host(), !host.is_empty(), "{}", text),
                Err(error) => {
                    let known = [
                        ParseError::EmptyHost,
                        ParseError::InvalidPort,
                        ParseError::InvalidIpv4Address,
                        ParseError::InvalidIpv6Address,
                        ParseError::InvalidDomainCharacter,
                        ParseError::IdnaError,
                    ];
                    prop_assert!(known.contains(&error), "{}: {}", text, error);
                }
            }
        }

        #[test]
        fn a_valid_time_has_a_value_within_the_range_of_the_type(
            (year, month, day) in (prop_oneof![0..2_i16, 9998..=9999_i16, 0..=9999_i16], prop_oneof![Just(1_i8), 1..=12_i8, Just(12)], 28..=31_i8),
            (hour, minute, second) in (0..24_i8, 0..60_i8, 0..60_i8),
            offset in -1439..=1439_i64,
        ) {
            let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.abs());
            let text = format!(
                "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{sign}{:02}:{:02}",
                minutes / 60, minutes % 60
            );
            let Ok(()) = StringFormat::DateTime.check(&text) else { return Ok(()) };
            let elapsed = date(year, month, day).at(hour, minute, second, 0)
                .duration_since(date(1970, 1, 1).at(0, 0, 0, 0));
            let seconds = elapsed.as_secs() - offset * 60;
            let range = Timestamp::MIN.as_second()..=Timestamp::MAX.as_second();
            let timestamp = super::timestamp(&text).ok().map(Timestamp::as_second);
            prop_assert_eq!(timestamp, range.contains(&seconds).then_some(seconds), "{}", text);
        }
    }

    #[test]
    fn timestamps() {
        for (text, expected) in [
            ("2026-02-28T09:00:00Z", Some("2026-02-28T09:00:00Z")),
            ("2026-02-28t09:00:00z", Some("2026-02-28T09:00:00Z")),
            ("2026-02-28T09:00:00+01:00", Some("2026-02-28T08:00:00Z")),
            ("2026-02-28T09:00:00-23:59", Some("2026-03-01T08:59:00Z")),
            ("2026-02-28T09:00:00-00:00", Some("2026-02-28T09:00:00Z")),
            ("2026-02-28T09:00:00.1Z", Some("2026-02-28T09:00:00.1Z")),
            ("2026-02-28T09:00:00.12345678901Z", Some("2026-02-28T09:00:00.123456789Z")),
            ("2026-02-28T09:00:00.12345678901+01:00", Some("2026-02-28T08:00:00.123456789Z")),
            ("0000-01-01T00:00:00Z", Some("0000-01-01T00:00:00Z")),
            ("1998-12-31T23:59:60Z", Some("1998-12-31T23:59:59Z")),
            ("1998-12-31T15:59:60.5-08:00", Some("1998-12-31T23:59:59.5Z")),
            ("9999-12-30T22:00:00Z", Some("9999-12-30T22:00:00Z")),
            // Times of the format that the type cannot hold.
            ("9999-12-31T23:59:59Z", None),
            ("9999-12-31T23:59:59-12:00", None),
        ] {
            assert_eq!(StringFormat::DateTime.check(text), Ok(()), "{text}");
            let timestamp = super::timestamp(text).ok().map(|time| time.to_string());
            assert_eq!(timestamp.as_deref(), expected, "{text}: {:?}", super::timestamp(text));
        }
        super::timestamp("yesterday").expect_err("is not a date and time");
    }
}
