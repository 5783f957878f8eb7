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
/// If the string is not a URL.
#[cfg(feature = "url")]
pub fn url(text: &str) -> Result<url::Url, url::ParseError> {
    url::Url::parse(text)
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
    let (seconds, behind) = text.split_once('.')?;
    let digits = behind.find(|c: char| !c.is_ascii_digit())?;
    (digits > 9).then(|| format!("{seconds}.{}{}", &behind[..9], &behind[digits..]))
}

#[cfg(test)]
mod tests {
    use crate::string_format::StringFormat;

    #[cfg(feature = "jiff")]
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
        ] {
            assert_eq!(StringFormat::DateTime.check(text), Ok(()), "{text}");
            let timestamp = super::timestamp(text).ok().map(|time| time.to_string());
            assert_eq!(timestamp.as_deref(), expected, "{text}: {:?}", super::timestamp(text));
        }
        super::timestamp("yesterday").expect_err("is not a date and time");
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls() {
        for text in ["https://example.com/a?b#c", "http://[::1]:8080", "urn:isbn:0451450523"] {
            assert_eq!(StringFormat::Uri.check(text), Ok(()), "{text}");
            super::url(text).expect(text);
        }
        let url = super::url("/relative");
        assert_eq!(url, Err(url::ParseError::RelativeUrlWithoutBase));
    }

    #[cfg(feature = "uuid")]
    #[test]
    fn uuids() {
        for text in ["6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "6F2C1A52-6F0E-4B7E-9D3B-0C8F4A4B1D11"]
        {
            assert_eq!(StringFormat::Uuid.check(text), Ok(()), "{text}");
            let uuid = super::uuid(text).expect(text);
            assert_eq!(uuid.to_string(), text.to_lowercase());
        }
        super::uuid("6f2c1a52").expect_err("is not a UUID");
    }
}
