//! Lists valid and invalid strings of each format: some that every implementation accepts or rejects, valid ones that
//! a server may not support, and invalid ones that differ in one letter from a valid one.

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
pub(crate) const YEARLY: &str = "17 3 1 1 *";

/// Returns a string of a format with `length` characters, if there is one that every implementation accepts.
pub(crate) fn string_of_length(format: StringFormat, length: usize) -> Option<String> {
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
pub(crate) fn invalid_samples(format: StringFormat) -> &'static [(&'static str, &'static str)] {
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

/// The name of a string, and the string.
type NamedString = (&'static str, &'static str);

/// Strings of a format.
pub(crate) struct Spellings {
    /// The strings that are sent to every place of the format.
    pub(crate) everywhere: &'static [NamedString],
    /// The strings that are sent to one place of each operation.
    pub(crate) once: &'static [NamedString],
}

/// Returns valid strings of a format.
pub(crate) fn valid_spellings(format: StringFormat) -> Spellings {
    let (everywhere, once): (&[NamedString], &[NamedString]) = match format {
        StringFormat::Uuid => (
            &[("in-capitals", "7C9E6679-7425-40DE-944B-E07FC1F90AE7")],
            &[
                ("version-1", "c232ab00-9414-11ec-b3c8-9f6bdeced846"),
                ("version-7", "018f3c5e-7b6a-7d2e-9c41-2f8a6b5d4e3c"),
            ],
        ),
        StringFormat::Uri => (
            &[
                ("user-information", "https://ada:secret@example.com/page"),
                ("port-and-fragment", "https://example.com:8443/page#part-2"),
                ("http", "http://example.com/page"),
                ("no-path", "https://example.com"),
            ],
            &[
                ("user", "https://ada@example.com/page"),
                ("escaped", "https://example.com/a%20b?c=d%2Fe"),
                ("punctuation", "https://example.com/~ada/a;b=1/c,d@e:f!$&'()*+"),
                ("hyphens", "https://a-b.c-d.example.com/page"),
                ("query-alone", "https://example.com/?q"),
                ("two-slashes", "https://example.com//a/b"),
                ("question-mark-last", "https://example.com/a?"),
            ],
        ),
        StringFormat::Email => (
            &[],
            &[
                ("apostrophe", "o'brien@example.com"),
                ("underscore", "ada_lovelace@example.com"),
                ("capitals", "Ada.Lovelace@example.com"),
                ("digits", "1234@example.com"),
                ("one-letter", "a@example.com"),
                ("subdomains", "ada@a.b.example.com"),
                ("long-top-level-domain", "ada@example.photography"),
                ("punycode", "ada@xn--bcher-kva.example.com"),
                ("hyphen", "ada-lovelace@my-example.com"),
                (
                    "long-local-part",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
                ),
                ("capitals-in-domain", "ada@Example.COM"),
                ("hyphen-in-second-label", "ada@mail.my-firm.example.com"),
                ("equals-sign", "a=b@example.com"),
            ],
        ),
        StringFormat::DateTime => (
            &[],
            &[
                ("leap-day", "2024-02-29T00:00:00Z"),
                ("end-of-year", "2026-12-31T23:59:59Z"),
                ("nanoseconds", "2026-01-02T03:04:05.123456789Z"),
                ("behind-utc", "2026-01-02T03:04:05-12:00"),
                ("ahead-of-utc", "2026-01-02T03:04:05+14:00"),
            ],
        ),
        StringFormat::Date => {
            (&[], &[("end-of-a-century", "2000-02-29"), ("end-of-year", "2026-12-31")])
        }
        StringFormat::Time => {
            (&[], &[("midnight", "00:00:00Z"), ("ahead-of-utc", "12:30:45.123+05:30")])
        }
        StringFormat::Duration => (&[], &[("all-units", "P1Y2M3DT4H5M6S"), ("zero", "PT0S")]),
        StringFormat::Hostname => (
            &[],
            &[
                ("punycode", "xn--bcher-kva.example.com"),
                ("digit-first", "1.example.com"),
                ("several-labels", "a.b.c.example.com"),
            ],
        ),
        StringFormat::Ipv4 => (&[], &[("lowest", "0.0.0.0"), ("highest", "255.255.255.255")]),
        StringFormat::Ipv6 => (
            &[],
            &[
                ("unspecified", "::"),
                ("eight-groups", "2001:db8:0:0:0:0:0:1"),
                ("capitals", "2001:DB8::A"),
            ],
        ),
        StringFormat::JsonPointer => {
            (&[], &[("whole-document", ""), ("blank", "/a b"), ("empty-step", "/a//b")])
        }
        StringFormat::Regex => {
            (&[], &[("class", "^\\d{4}$"), ("look-ahead", "(?=a)b"), ("alternatives", "a|b|c")])
        }
        StringFormat::TimeZone => (
            &[],
            &[
                ("link", "Asia/Calcutta"),
                ("link-of-a-country", "US/Pacific"),
                ("half-hours", "Asia/Kathmandu"),
                ("three-parts", "America/Indiana/Indianapolis"),
                ("hyphens", "America/Port-au-Prince"),
                ("etc", "Etc/UTC"),
                ("no-area", "GMT"),
                ("fixed-offset", "Etc/GMT+5"),
                ("new-name", "Europe/Kyiv"),
            ],
        ),
        StringFormat::Cron => (
            &[("rare-day", "0 0 29 2 *")],
            &[
                ("lowest", "0 0 1 1 0"),
                ("highest", "59 23 31 12 6"),
                ("step-in-range", "0-45/15 8-18/2 * * *"),
                ("steps", "*/30 */12 */15 */6 */3"),
                ("full-ranges", "*/5 0-23 1-31 1-12 0-6"),
                ("list-of-ranges", "0,30 8-11,14-17 1-5,20 1,4,7-10 1-3,5"),
                ("both-days", "0 12 13 * 5"),
                (
                    "long",
                    "0,5,10,15,20,25,30,35,40,45,50,55 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31 1,2,3,4,5,6,7,8,9,10,11,12 0,1,2,3,4,5,6",
                ),
                ("month-of-30-days", "15 10 * 9 *"),
            ],
        ),
        StringFormat::SchedulePhrase => (&[], &[]),
    };
    Spellings { everywhere, once }
}

/// Returns invalid strings of a format, each named after its mistake.
pub(crate) fn invalid_spellings(format: StringFormat) -> Spellings {
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
