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
    let (seconds, fraction) = text.split_once('.')?;
    let digits = fraction.find(|c: char| !c.is_ascii_digit())?;
    (digits > 9).then(|| format!("{seconds}.{}{}", &fraction[..9], &fraction[digits..]))
}

#[cfg(all(test, feature = "jiff"))]
mod tests {
    use crate::string_format::StringFormat;

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
}
