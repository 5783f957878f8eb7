//! The table runner that the tests of all formats share, and the dispatch of `StringFormat`. The tests of each
//! format are beside it.

use super::{FormatError, StringFormat};
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
    const CRON: StringFormat = StringFormat::Cron { minimum_interval: None };
    const SLOW_CRON: StringFormat =
        StringFormat::Cron { minimum_interval: Some(Duration::from_secs(3600)) };
    let rows = [
        (StringFormat::Uuid, "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f", true),
        (StringFormat::Uri, "https://example.com/", true),
        (StringFormat::Email, "ada@example.com", true),
        (StringFormat::DateTime, "2026-02-28T09:00:00Z", true),
        (StringFormat::Date, "2026-02-28", true),
        (StringFormat::Time, "09:00:00Z", true),
        (StringFormat::Duration, "P3D", true),
        (StringFormat::Hostname, "example.com", true),
        (StringFormat::Ipv4, "192.0.2.1", true),
        (StringFormat::Ipv6, "2001:db8::1", true),
        (StringFormat::TimeZone, "Europe/Berlin", true),
        (CRON, "*/30 * * * *", true),
        (SLOW_CRON, "*/30 * * * *", false),
        (StringFormat::SchedulePhrase, "every day at 9 am", true),
    ];
    for (format, text, valid) in rows {
        assert_eq!(format.check(text).is_ok(), valid, "{format:?} on {text:?}");
        assert!(format.check("").is_err(), "{format:?} on nothing");
    }
    assert!(StringFormat::JsonPointer.check("a").is_err());
    assert!(StringFormat::Regex.check("(").is_err());
}
