//! Lists valid and invalid strings of each format: some that every implementation accepts or rejects, valid ones that
//! a server may not support, and invalid ones that differ in one letter from a valid one.

use webdata_spec::model::StringFormat;

/// A string with the name that identities of cases give it.
type NamedString = (&'static str, &'static str);

/// The strings of a format that cases send.
pub(crate) struct FormatStrings {
    /// Strings that every implementation accepts.
    pub(crate) valid: &'static [&'static str],
    /// Strings that every implementation rejects, each named after its mistake.
    pub(crate) invalid: &'static [NamedString],
    /// Valid strings that a server may not support. They are sent to every place of the format.
    pub(crate) valid_everywhere: &'static [NamedString],
    /// Further such strings, which are sent to one place of each operation.
    pub(crate) valid_once: &'static [NamedString],
    /// Invalid strings, most of which differ in one letter from a valid one. They are sent to every place of the
    /// format.
    pub(crate) invalid_everywhere: &'static [NamedString],
    /// Further such strings, which are sent to one place of each operation.
    pub(crate) invalid_once: &'static [NamedString],
}

const NO_STRINGS: FormatStrings = FormatStrings {
    valid: &[],
    invalid: &[],
    valid_everywhere: &[],
    valid_once: &[],
    invalid_everywhere: &[],
    invalid_once: &[],
};

/// Returns strings that every implementation of a format accepts.
#[must_use]
pub fn valid_samples(format: StringFormat) -> &'static [&'static str] {
    strings(format).valid
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

/// Returns the strings of a format.
pub(crate) const fn strings(format: StringFormat) -> FormatStrings {
    match format {
        StringFormat::Uuid => FormatStrings {
            valid: &["3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"],
            invalid: &[
                ("words", "not-a-uuid"),
                ("not-hexadecimal", "zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz"),
                ("too-short", "3f1b8a52-6c0e-4d27-9b8e"),
            ],
            valid_everywhere: &[("in-capitals", "7C9E6679-7425-40DE-944B-E07FC1F90AE7")],
            invalid_everywhere: &[
                ("without-hyphens", "3f1b8a526c0e4d279b8e5a1f0c7d2e64"),
                ("empty", ""),
            ],
            valid_once: &[
                ("version-1", "c232ab00-9414-11ec-b3c8-9f6bdeced846"),
                ("version-7", "018f3c5e-7b6a-7d2e-9c41-2f8a6b5d4e3c"),
            ],
            invalid_once: &[
                ("in-braces", "{3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64}"),
                ("urn", "urn:uuid:3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"),
                ("one-digit-less", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6"),
                ("one-digit-more", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e640"),
                ("hyphens-elsewhere", "3f1b8a526-c0e-4d27-9b8e-5a1f0c7d2e64"),
                ("blank-behind", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64 "),
                ("letter-g", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6g"),
            ],
        },
        StringFormat::Uri => FormatStrings {
            valid: &["https://example.com/page", "https://example.com/search?q=a&n=1"],
            invalid: &[
                ("words", "not a uri"),
                ("no-scheme", "example.com/page"),
                ("empty", ""),
                ("open-bracket", "https://[2001:db8::1/page"),
            ],
            valid_everywhere: &[
                ("user-information", "https://ada:secret@example.com/page"),
                ("port-and-fragment", "https://example.com:8443/page#part-2"),
                ("http", "http://example.com/page"),
                ("no-path", "https://example.com"),
            ],
            invalid_everywhere: &[
                ("path", "/page"),
                ("scheme-relative", "//example.com/page"),
                ("space", "https://example.com/a page"),
            ],
            valid_once: &[
                ("user", "https://ada@example.com/page"),
                ("escaped", "https://example.com/a%20b?c=d%2Fe"),
                ("punctuation", "https://example.com/~ada/a;b=1/c,d@e:f!$&'()*+"),
                ("hyphens", "https://a-b.c-d.example.com/page"),
                ("query-alone", "https://example.com/?q"),
                ("two-slashes", "https://example.com//a/b"),
                ("question-mark-last", "https://example.com/a?"),
            ],
            invalid_once: &[
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
        },
        StringFormat::Email => FormatStrings {
            valid: &["ada@example.com", "ada.lovelace+news@mail.example.org"],
            invalid: &[
                ("words", "not an e-mail"),
                ("no-domain", "ada@"),
                ("no-local-part", "@example.com"),
                ("no-at", "ada.example.com"),
            ],
            invalid_everywhere: &[("two-ats", "ada@lovelace@example.com")],
            valid_once: &[
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
            invalid_once: &[
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
            ..NO_STRINGS
        },
        StringFormat::DateTime => FormatStrings {
            valid: &["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+09:00"],
            invalid: &[
                ("words", "yesterday"),
                ("date-only", "2026-01-02"),
                ("no-such-day", "2026-02-30T00:00:00Z"),
            ],
            invalid_everywhere: &[("no-offset", "2026-01-02T03:04:05")],
            valid_once: &[
                ("leap-day", "2024-02-29T00:00:00Z"),
                ("end-of-year", "2026-12-31T23:59:59Z"),
                ("nanoseconds", "2026-01-02T03:04:05.123456789Z"),
                ("behind-utc", "2026-01-02T03:04:05-12:00"),
                ("ahead-of-utc", "2026-01-02T03:04:05+14:00"),
            ],
            invalid_once: &[
                ("month-13", "2026-13-02T03:04:05Z"),
                ("hour-24", "2026-01-02T24:00:00Z"),
                ("minute-60", "2026-01-02T03:60:05Z"),
                ("no-colon-in-offset", "2026-01-02T03:04:05+0900"),
                ("slashes", "2026/01/02T03:04:05Z"),
                ("leap-day-of-another-year", "2026-02-29T03:04:05Z"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Date => FormatStrings {
            valid: &["2026-01-31", "2024-02-29"],
            invalid: &[
                ("no-such-day", "2026-02-29"),
                ("date-and-time", "2026-01-31T03:04:05Z"),
                ("without-zeros", "2026-1-31"),
                ("day-first", "31-01-2026"),
            ],
            valid_once: &[("end-of-a-century", "2000-02-29"), ("end-of-year", "2026-12-31")],
            invalid_once: &[
                ("month-13", "2026-13-01"),
                ("day-0", "2026-01-00"),
                ("slashes", "2026/01/31"),
                ("without-hyphens", "20260131"),
                ("no-leap-year", "1900-02-29"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Time => FormatStrings {
            valid: &["03:04:05Z", "23:59:59.5-08:00"],
            invalid: &[
                ("no-such-hour", "25:04:05Z"),
                ("without-offset", "03:04:05"),
                ("without-seconds", "03:04Z"),
                ("date-and-time", "2026-01-31T03:04:05Z"),
            ],
            valid_once: &[("midnight", "00:00:00Z"), ("ahead-of-utc", "12:30:45.123+05:30")],
            invalid_once: &[
                ("hour-24", "24:00:00Z"),
                ("minute-60", "12:60:00Z"),
                ("half-of-day", "12:00:00 PM"),
                ("one-digit", "1:02:03Z"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Duration => FormatStrings {
            valid: &["P3DT12H", "P7W", "PT90M"],
            invalid: &[
                ("nothing", "P"),
                ("time-without-t", "P12H"),
                ("weeks-beside-days", "P1W2D"),
                ("units-in-another-order", "P1D1Y"),
                ("with-fraction", "PT1.5H"),
            ],
            valid_once: &[("all-units", "P1Y2M3DT4H5M6S"), ("zero", "PT0S")],
            invalid_once: &[
                ("without-p", "1D"),
                ("no-unit", "P1"),
                ("empty-time", "P1DT"),
                ("below-zero", "P-1D"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Hostname => FormatStrings {
            valid: &["www.example.com", "localhost"],
            invalid: &[
                ("underscore", "my_host.example.com"),
                ("hyphen-first", "-a.example.com"),
                ("empty-label", "www..example.com"),
                ("space", "www example.com"),
                ("url", "https://example.com"),
            ],
            valid_once: &[
                ("punycode", "xn--bcher-kva.example.com"),
                ("digit-first", "1.example.com"),
                ("several-labels", "a.b.c.example.com"),
            ],
            invalid_once: &[
                ("hyphen-last", "a-.example.com"),
                (
                    "long-label",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com",
                ),
                ("dot-first", ".example.com"),
                ("port", "example.com:80"),
                ("wildcard", "*.example.com"),
            ],
            ..NO_STRINGS
        },
        StringFormat::Ipv4 => FormatStrings {
            valid: &["192.0.2.1", "203.0.113.255"],
            invalid: &[
                ("number-beyond-255", "192.0.2.256"),
                ("three-numbers", "192.0.2"),
                ("leading-zero", "192.0.02.1"),
                ("version-6", "2001:db8::1"),
            ],
            valid_once: &[("lowest", "0.0.0.0"), ("highest", "255.255.255.255")],
            invalid_once: &[
                ("five-numbers", "192.0.2.1.5"),
                ("network", "192.0.2.1/24"),
                ("hexadecimal", "0xc0.0.2.1"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Ipv6 => FormatStrings {
            valid: &["2001:db8::1", "::ffff:192.0.2.1"],
            invalid: &[
                ("two-gaps", "2001::db8::1"),
                ("too-few-groups", "2001:db8:1"),
                ("with-zone", "fe80::1%eth0"),
                ("version-4", "192.0.2.1"),
            ],
            valid_once: &[
                ("unspecified", "::"),
                ("eight-groups", "2001:db8:0:0:0:0:0:1"),
                ("capitals", "2001:DB8::A"),
            ],
            invalid_once: &[
                ("brackets", "[2001:db8::1]"),
                ("network", "2001:db8::/32"),
                ("nine-groups", "1:2:3:4:5:6:7:8:9"),
                ("letter-g", "2001:db8::g"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::JsonPointer => FormatStrings {
            valid: &["/a/0", "/a~1b/m~0n"],
            invalid: &[("without-slash", "a/0"), ("fragment", "#/a"), ("unknown-escape", "/a~2")],
            valid_once: &[("whole-document", ""), ("blank", "/a b"), ("empty-step", "/a//b")],
            invalid_once: &[("tilde-last", "/a~")],
            ..NO_STRINGS
        },
        StringFormat::Regex => FormatStrings {
            valid: &["^[a-z]+$", "(?:ab|cd){2,3}"],
            invalid: &[
                ("open-group", "(ab"),
                ("open-class", "[a-z"),
                ("nothing-to-repeat", "*a"),
                ("anchor-of-another-dialect", "^a\\Z"),
            ],
            valid_once: &[
                ("class", "^\\d{4}$"),
                ("look-ahead", "(?=a)b"),
                ("alternatives", "a|b|c"),
            ],
            invalid_once: &[
                ("numbers-the-wrong-way", "a{2,1}"),
                ("range-the-wrong-way", "[b-a]"),
                ("backslash-last", "a\\"),
            ],
            ..NO_STRINGS
        },
        StringFormat::TimeZone => FormatStrings {
            valid: &["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"],
            invalid: &[
                ("words", "not a time zone"),
                ("no-such-zone", "Europe/Nowhere"),
                ("no-such-area", "Mars/Olympus_Mons"),
            ],
            invalid_everywhere: &[("offset", "+02:00")],
            valid_once: &[
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
            invalid_once: &[
                ("abbreviation", "CEST"),
                ("windows-name", "W. Europe Standard Time"),
                ("city", "Berlin"),
                ("area", "Europe"),
                ("offset-of-gmt", "GMT+2"),
                ("blank-for-underscore", "America/New York"),
                ("one-letter-more", "Europe/Berlinn"),
                ("empty", ""),
            ],
            ..NO_STRINGS
        },
        StringFormat::Cron => FormatStrings {
            valid: &["0 9 * * *", "30 6 1,15 * *", "0 12 * * 1-5"],
            invalid: &[
                ("words", "not a cron expression"),
                ("four-fields", "0 9 * *"),
                ("six-fields", "0 0 9 * * *"),
                ("nickname", "@daily"),
                ("minute-out-of-range", "60 9 * * *"),
                ("hour-out-of-range", "0 24 * * *"),
                ("day-out-of-range", "0 9 32 * *"),
                ("month-out-of-range", "0 9 * 13 *"),
            ],
            valid_everywhere: &[("rare-day", "0 0 29 2 *")],
            valid_once: &[
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
            invalid_once: &[
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
            ..NO_STRINGS
        },
        StringFormat::SchedulePhrase => FormatStrings {
            valid: &["every hour", "every day"],
            invalid: &[
                ("no-schedule", "purple elephants dance"),
                ("no-interval", "every"),
                ("no-unit-of-time", "every purple elephant"),
                ("empty", ""),
            ],
            invalid_once: &[
                ("interval-zero", "every 0 minutes"),
                ("no-hours", "every 0 hours"),
                ("hour-out-of-range", "every day at 25:00"),
                ("minute-out-of-range", "every day at 9:75"),
                ("start-out-of-range", "every 15 minutes starting at :75"),
                ("negative", "every -5 minutes"),
                ("no-time", "every day at"),
                ("cron", "0 9 * * *"),
            ],
            ..NO_STRINGS
        },
    }
}
