//! Lists invalid strings of each format, most of which differ in one letter from a valid one.

use webdata_spec::model::StringFormat;

use super::{NamedString, Spellings};

/// Returns invalid strings of a format, each named after its mistake.
pub(in crate::derive) fn invalid(format: StringFormat) -> Spellings {
    let (everywhere, once): (&[NamedString], &[NamedString]) = match format {
        StringFormat::Uuid => (
            &[("without-hyphens", "3f1b8a526c0e4d279b8e5a1f0c7d2e64"), ("empty", "")],
            &[
                ("in-braces", "{3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64}"),
                ("urn", "urn:uuid:3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"),
                ("one-digit-less", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6"),
                ("one-digit-more", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e640"),
                ("hyphens-elsewhere", "3f1b8a526-c0e-4d27-9b8e-5a1f0c7d2e64"),
                ("blank-behind", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64 "),
                ("letter-g", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6g"),
            ],
        ),
        StringFormat::Uri => (
            &[
                ("path", "/page"),
                ("scheme-relative", "//example.com/page"),
                ("space", "https://example.com/a page"),
            ],
            &[
                ("space-before", " https://example.com/page"),
                ("space-in-host", "https://exa mple.com/page"),
                ("query", "?q=a"),
                ("host", "example.com"),
                ("no-colon", "https//example.com/page"),
                ("line-break", "https://example.com/page\n"),
                ("space-behind", "https://example.com/page "),
                ("letters-in-port", "https://example.com:80x/page"),
                ("e-mail-address", "ada@example.com"),
                ("word", "page"),
                ("backslashes", "https:\\\\example.com\\page"),
                ("pipe", "https://example.com/a|b"),
                ("comma-in-scheme", "foo,bar:baz"),
            ],
        ),
        StringFormat::Email => (
            &[("two-ats", "ada@lovelace@example.com")],
            &[
                ("space", "ada lovelace@example.com"),
                ("space-in-domain", "ada@exam ple.com"),
                ("dot-first", ".ada@example.com"),
                ("dot-before-at", "ada.@example.com"),
                ("two-dots", "ada..lovelace@example.com"),
                ("two-dots-in-domain", "ada@example..com"),
                ("dot-behind-at", "ada@.example.com"),
                ("hyphen-first", "ada@-example.com"),
                ("display-name", "Ada <ada@example.com>"),
                ("several", "ada@example.com,bob@example.com"),
                ("comma", "ada@example,com"),
                ("underscore-in-domain", "ada@my_example.com"),
                ("scheme", "mailto:ada@example.com"),
                ("line-break-behind", "ada@example.com\n"),
                ("header-behind", "ada@example.com\nBcc: bob@example.com"),
                (
                    "longer-local-part",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
                ),
                ("empty", ""),
                ("signs-in-domain", "ada@^&*example.com"),
                ("comma-before-at", "ada,bob@example.com"),
                ("slashes", "///@///.///"),
                ("at-last", "ada@example.com@"),
            ],
        ),
        StringFormat::DateTime => (
            &[("no-offset", "2026-01-02T03:04:05")],
            &[
                ("month-13", "2026-13-02T03:04:05Z"),
                ("hour-24", "2026-01-02T24:00:00Z"),
                ("minute-60", "2026-01-02T03:60:05Z"),
                ("no-colon-in-offset", "2026-01-02T03:04:05+0900"),
                ("slashes", "2026/01/02T03:04:05Z"),
                ("leap-day-of-another-year", "2026-02-29T03:04:05Z"),
                ("empty", ""),
            ],
        ),
        StringFormat::Date => (
            &[],
            &[
                ("month-13", "2026-13-01"),
                ("day-0", "2026-01-00"),
                ("slashes", "2026/01/31"),
                ("without-hyphens", "20260131"),
                ("no-leap-year", "1900-02-29"),
                ("empty", ""),
            ],
        ),
        StringFormat::Time => (
            &[],
            &[
                ("hour-24", "24:00:00Z"),
                ("minute-60", "12:60:00Z"),
                ("half-of-day", "12:00:00 PM"),
                ("one-digit", "1:02:03Z"),
                ("empty", ""),
            ],
        ),
        StringFormat::Duration => (
            &[],
            &[
                ("without-p", "1D"),
                ("no-unit", "P1"),
                ("empty-time", "P1DT"),
                ("below-zero", "P-1D"),
                ("empty", ""),
            ],
        ),
        StringFormat::Hostname => (
            &[],
            &[
                ("hyphen-last", "a-.example.com"),
                (
                    "long-label",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com",
                ),
                ("dot-first", ".example.com"),
                ("port", "example.com:80"),
                ("wildcard", "*.example.com"),
            ],
        ),
        StringFormat::Ipv4 => (
            &[],
            &[
                ("five-numbers", "192.0.2.1.5"),
                ("network", "192.0.2.1/24"),
                ("hexadecimal", "0xc0.0.2.1"),
                ("empty", ""),
            ],
        ),
        StringFormat::Ipv6 => (
            &[],
            &[
                ("brackets", "[2001:db8::1]"),
                ("network", "2001:db8::/32"),
                ("nine-groups", "1:2:3:4:5:6:7:8:9"),
                ("letter-g", "2001:db8::g"),
                ("empty", ""),
            ],
        ),
        StringFormat::JsonPointer => (&[], &[("tilde-last", "/a~")]),
        StringFormat::Regex => (
            &[],
            &[
                ("numbers-the-wrong-way", "a{2,1}"),
                ("range-the-wrong-way", "[b-a]"),
                ("backslash-last", "a\\"),
            ],
        ),
        StringFormat::TimeZone => (
            &[("offset", "+02:00")],
            &[
                ("abbreviation", "CEST"),
                ("windows-name", "W. Europe Standard Time"),
                ("city", "Berlin"),
                ("area", "Europe"),
                ("offset-of-gmt", "GMT+2"),
                ("blank-for-underscore", "America/New York"),
                ("one-letter-more", "Europe/Berlinn"),
                ("empty", ""),
            ],
        ),
        StringFormat::Cron => (
            &[],
            &[
                ("day-zero", "0 9 0 * *"),
                ("month-zero", "0 9 * 0 *"),
                ("weekday-out-of-range", "0 9 * * 8"),
                ("step-zero", "*/0 * * * *"),
                ("negative", "-5 9 * * *"),
                ("list-out-of-range", "0,60 9 * * *"),
                ("range-out-of-minutes", "50-60 9 * * *"),
                ("range-out-of-hours", "0 20-24 * * *"),
                ("range-out-of-weekdays", "0 9 * * 5-8"),
                ("empty-item", "0,,30 9 * * *"),
                ("comma-last", "0, 9 * * *"),
                ("open-range", "0 9- * * *"),
                ("fraction", "0 9.5 * * *"),
                ("letter", "x 9 * * *"),
                ("two-steps", "*/5/2 * * * *"),
                ("no-step", "*/ * * * *"),
                ("large-number", "99999999999 9 * * *"),
                ("three-fields", "0 9 *"),
                ("seven-fields", "0 0 9 * * * 2030"),
                ("star-and-digit", "*5 9 * * *"),
                ("phrase", "every day at 9:00"),
                ("blanks", "     "),
                ("empty", ""),
                ("time-zone-alone", "TZ=0"),
                ("name-and-digits", "0 13 * * MON12345"),
                ("digit-and-star", "0 15 * * 5*"),
                ("underscore", "0 17 * * 1_5"),
            ],
        ),
        StringFormat::SchedulePhrase => (
            &[],
            &[
                ("interval-zero", "every 0 minutes"),
                ("no-hours", "every 0 hours"),
                ("hour-out-of-range", "every day at 25:00"),
                ("minute-out-of-range", "every day at 9:75"),
                ("start-out-of-range", "every 15 minutes starting at :75"),
                ("negative", "every -5 minutes"),
                ("no-time", "every day at"),
                ("cron", "0 9 * * *"),
            ],
        ),
    };
    Spellings { everywhere, once }
}
