//! The message of each mistake. The differential tests of the generator judge many more strings of each format.

use super::StringFormat as Format;

#[test]
fn each_mistake_has_its_message() {
    let local = "a".repeat(65);
    let long_local_part = format!("{local}@x.com");
    let long_address = format!("a@{}", "x.".repeat(130));
    let email = |end: &str| format!("is not an e-mail address: {end}");
    let rows = [
        (Format::Uuid, "", "is not a UUID (8-4-4-4-12 hexadecimal digits)"),
        (Format::Uri, "/a", "is not a URI with a scheme (RFC 3986)"),
        (Format::Email, "a", &email("it has no @")),
        (Format::Email, &long_address, &email("it is longer than 254 characters")),
        (
            Format::Email,
            &long_local_part,
            &email("the part before the @ is longer than 64 characters"),
        ),
        (
            Format::Email,
            "a b@x.com",
            &email("the part before the @ is neither words joined by dots nor a quoted string"),
        ),
        (
            Format::Email,
            "a@-x.com",
            &email("the part after the @ is neither a domain name nor an address in brackets"),
        ),
        (Format::DateTime, "now", "is not a date and time with an offset (RFC 3339)"),
        (Format::DateTime, "2026-02-29T09:00:00Z", "has a date that is not in the calendar"),
        (Format::DateTime, "2026-01-01T24:00:00Z", "has a time of day that does not exist"),
        (Format::DateTime, "2026-01-01T09:00:00+24:00", "has an offset beyond 23:59"),
        (
            Format::Time,
            "22:59:60Z",
            "has a second 60 where UTC is not at 23:59, so it cannot be a leap second",
        ),
        (Format::Date, "today", "is not a date (RFC 3339)"),
        (Format::Time, "now", "is not a time with an offset (RFC 3339)"),
        (
            Format::Duration,
            "P",
            "is not a duration (RFC 3339, appendix A: `P1Y2M3DT4H5M6S` or `P7W`)",
        ),
        #[cfg(feature = "hostname")]
        (Format::Hostname, "", "is not a hostname (labels of letters, digits and inner hyphens)"),
        (Format::Ipv4, "", "is not an IPv4 address (four numbers to 255)"),
        (Format::Ipv6, "", "is not an IPv6 address (RFC 4291)"),
        (Format::JsonPointer, "a", "is not a JSON Pointer (RFC 6901: `/a/0`, with `~0` and `~1`)"),
        #[cfg(feature = "ecma-regex")]
        (Format::Regex, "(", "is not a regular expression (ECMA-262)"),
        (Format::TimeZone, "Z", "is not an IANA time zone name"),
        (
            Format::TimeZone,
            "utc",
            "is an IANA time zone name in another case; upper and lower case must be as IANA writes them",
        ),
        (
            Format::SchedulePhrase,
            "every month",
            "is not one of the schedule phrases: every N minutes, every N minutes starting at :MM, \
             every hour, every N hours, every day, every day at TIME, every week",
        ),
        (
            Format::SchedulePhrase,
            "every 0 minutes",
            "has a number of minutes that is not from 1 to 59",
        ),
        (
            Format::SchedulePhrase,
            "every 24 hours",
            "has a number of hours that is not from 1 to 23",
        ),
        (
            Format::SchedulePhrase,
            "every 15 minutes starting at :60",
            "has a starting minute that is not from :00 to :59",
        ),
        (
            Format::SchedulePhrase,
            "every day at noon",
            "has a time of day that is neither like 17:30 (0:00 to 23:59) nor like 9 am or 9:30 pm \
             (1 to 12 o'clock)",
        ),
    ];
    for (format, text, expected) in rows {
        let error = format.check(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}
