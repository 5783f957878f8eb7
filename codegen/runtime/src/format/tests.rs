//! The table runner that the tests of all formats share, and the dispatch of `Format`. The tests of each
//! format are beside it.

use super::{Format, FormatError};
use std::time::Duration;

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

#[test]
fn each_format_reaches_its_own_check() {
    const CRON: Format = Format::Cron { minimum_interval: None };
    const SLOW_CRON: Format = Format::Cron { minimum_interval: Some(Duration::from_secs(3600)) };
    let rows = [
        (Format::Uuid, "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f", true),
        (Format::Uri, "https://example.com/", true),
        (Format::Email, "ada@example.com", true),
        (Format::DateTime, "2026-02-28T09:00:00Z", true),
        (Format::Date, "2026-02-28", true),
        (Format::Time, "09:00:00Z", true),
        (Format::Duration, "P3D", true),
        (Format::Hostname, "example.com", true),
        (Format::Ipv4, "192.0.2.1", true),
        (Format::Ipv6, "2001:db8::1", true),
        (Format::TimeZone, "Europe/Berlin", true),
        (CRON, "*/30 * * * *", true),
        (SLOW_CRON, "*/30 * * * *", false),
        (Format::SchedulePhrase, "every day at 9 am", true),
    ];
    for (format, text, valid) in rows {
        assert_eq!(format.check(text).is_ok(), valid, "{format:?} on {text:?}");
        assert!(format.check("").is_err(), "{format:?} on nothing");
    }
    assert!(Format::JsonPointer.check("a").is_err());
    assert!(Format::Regex.check("(").is_err());
}
