//! Lists valid and invalid strings of each format.

use webdata_spec::model::StringFormat;

/// Returns strings that every implementation of a format accepts.
#[must_use]
pub fn valid_samples(format: StringFormat) -> &'static [&'static str] {
    match format {
        StringFormat::Uuid => &["3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"],
        StringFormat::Uri => &["https://example.com/page", "https://example.com/search?q=a&n=1"],
        StringFormat::Email => &["ada@example.com", "ada.lovelace+news@mail.example.org"],
        StringFormat::DateTime => &["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+09:00"],
        StringFormat::Date => &["2026-01-31", "2024-02-29"],
        StringFormat::Time => &["03:04:05Z", "23:59:59.5-08:00"],
        StringFormat::Duration => &["P3DT12H", "P7W", "PT90M"],
        StringFormat::Hostname => &["www.example.com", "localhost"],
        StringFormat::Ipv4 => &["192.0.2.1", "203.0.113.255"],
        StringFormat::Ipv6 => &["2001:db8::1", "::ffff:192.0.2.1"],
        StringFormat::JsonPointer => &["/a/0", "/a~1b/m~0n"],
        StringFormat::Regex => &["^[a-z]+$", "(?:ab|cd){2,3}"],
        StringFormat::TimeZone => &["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"],
        StringFormat::Cron => &["0 9 * * *", "30 6 1,15 * *", "0 12 * * 1-5"],
        StringFormat::SchedulePhrase => &["every hour", "every day"],
    }
}

/// A cron expression with one run a year. No phrase about minutes, hours, days or weeks means the same.
pub(in crate::derive) const YEARLY: &str = "17 3 1 1 *";

/// Returns a string of a format with `length` characters, if there is one that every implementation accepts.
pub(in crate::derive) fn string_of_length(format: StringFormat, length: usize) -> Option<String> {
    let ascii = |text: &&&str| text.len() == length;
    if let Some(known) = valid_samples(format).iter().find(ascii) {
        return Some((*known).to_owned());
    }
    let filled = |before: &str, letter: &str, after: &str| {
        let more = length.checked_sub(before.len() + after.len()).filter(|more| *more > 0)?;
        Some(format!("{before}{}{after}", letter.repeat(more)))
    };
    // A fraction of a second has at most nine digits.
    let fraction =
        |before: &str| filled(before, "5", "Z").filter(|text| text.len() < before.len() + 11);
    match format {
        StringFormat::Uri => {
            filled("https://example.com/", "a", "").or_else(|| filled("urn:example:", "a", ""))
        }
        // The local part has at most 64 characters.
        StringFormat::Email if length <= 76 => filled("", "a", "@example.com"),
        StringFormat::Email if length <= 254 => {
            let local = "a".repeat(64);
            let host = labels(length.checked_sub(local.len() + 1 + 12)?)?;
            Some(format!("{local}@{host}.example.com"))
        }
        StringFormat::Hostname if length <= 253 => labels(length),
        StringFormat::JsonPointer => filled("/", "a", ""),
        StringFormat::Regex => filled("", "a", ""),
        StringFormat::DateTime => fraction("2026-01-02T03:04:05."),
        StringFormat::Time => fraction("03:04:05."),
        StringFormat::Email
        | StringFormat::Hostname
        | StringFormat::Uuid
        | StringFormat::Date
        | StringFormat::Duration
        | StringFormat::Ipv4
        | StringFormat::Ipv6
        | StringFormat::TimeZone
        | StringFormat::Cron
        | StringFormat::SchedulePhrase => None,
    }
}

/// Returns a host name with `length` characters, in labels of at most 63 characters.
fn labels(length: usize) -> Option<String> {
    let mut name = vec![b'a'; length];
    // The last label must not be empty.
    (63..length.checked_sub(1)?).step_by(64).for_each(|dot| name[dot] = b'.');
    String::from_utf8(name).ok().filter(|name| !name.split('.').any(|label| label.len() > 63))
}

/// Returns strings that every implementation of a format rejects, each with a name for its mistake.
pub(in crate::derive) fn invalid_samples(
    format: StringFormat,
) -> &'static [(&'static str, &'static str)] {
    match format {
        StringFormat::Uuid => &[
            ("words", "not-a-uuid"),
            ("not-hexadecimal", "zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz"),
            ("too-short", "3f1b8a52-6c0e-4d27-9b8e"),
        ],
        StringFormat::Uri => &[
            ("words", "not a uri"),
            ("no-scheme", "example.com/page"),
            ("empty", ""),
            ("open-bracket", "https://[2001:db8::1/page"),
        ],
        StringFormat::Email => &[
            ("words", "not an e-mail"),
            ("no-domain", "ada@"),
            ("no-local-part", "@example.com"),
            ("no-at", "ada.example.com"),
        ],
        StringFormat::DateTime => &[
            ("words", "yesterday"),
            ("date-only", "2026-01-02"),
            ("no-such-day", "2026-02-30T00:00:00Z"),
        ],
        StringFormat::Date => &[
            ("no-such-day", "2026-02-29"),
            ("date-and-time", "2026-01-31T03:04:05Z"),
            ("without-zeros", "2026-1-31"),
            ("day-first", "31-01-2026"),
        ],
        StringFormat::Time => &[
            ("no-such-hour", "25:04:05Z"),
            ("without-offset", "03:04:05"),
            ("without-seconds", "03:04Z"),
            ("date-and-time", "2026-01-31T03:04:05Z"),
        ],
        StringFormat::Duration => &[
            ("nothing", "P"),
            ("time-without-t", "P12H"),
            ("weeks-beside-days", "P1W2D"),
            ("units-in-another-order", "P1D1Y"),
            ("with-fraction", "PT1.5H"),
        ],
        StringFormat::Hostname => &[
            ("underscore", "my_host.example.com"),
            ("hyphen-first", "-a.example.com"),
            ("empty-label", "www..example.com"),
            ("space", "www example.com"),
            ("url", "https://example.com"),
        ],
        StringFormat::Ipv4 => &[
            ("number-beyond-255", "192.0.2.256"),
            ("three-numbers", "192.0.2"),
            ("leading-zero", "192.0.02.1"),
            ("version-6", "2001:db8::1"),
        ],
        StringFormat::Ipv6 => &[
            ("two-gaps", "2001::db8::1"),
            ("too-few-groups", "2001:db8:1"),
            ("with-zone", "fe80::1%eth0"),
            ("version-4", "192.0.2.1"),
        ],
        StringFormat::JsonPointer => {
            &[("without-slash", "a/0"), ("fragment", "#/a"), ("unknown-escape", "/a~2")]
        }
        StringFormat::Regex => &[
            ("open-group", "(ab"),
            ("open-class", "[a-z"),
            ("nothing-to-repeat", "*a"),
            ("anchor-of-another-dialect", "^a\\Z"),
        ],
        StringFormat::TimeZone => &[
            ("words", "not a time zone"),
            ("no-such-zone", "Europe/Nowhere"),
            ("no-such-area", "Mars/Olympus_Mons"),
        ],
        StringFormat::Cron => &[
            ("words", "not a cron expression"),
            ("four-fields", "0 9 * *"),
            ("six-fields", "0 0 9 * * *"),
            ("nickname", "@daily"),
            ("minute-out-of-range", "60 9 * * *"),
            ("hour-out-of-range", "0 24 * * *"),
            ("day-out-of-range", "0 9 32 * *"),
            ("month-out-of-range", "0 9 * 13 *"),
        ],
        StringFormat::SchedulePhrase => &[
            ("no-schedule", "purple elephants dance"),
            ("no-interval", "every"),
            ("no-unit-of-time", "every purple elephant"),
            ("empty", ""),
        ],
    }
}
