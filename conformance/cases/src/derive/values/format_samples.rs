//! Lists strings of each format: valid ones that every implementation accepts, valid ones that a server may not
//! support, and invalid ones, many of which differ in one letter from a valid string.

use webdata_spec::model::{Level, StringFormat};

use crate::case::Sentence;

/// A string with the name that identities of cases give it, and the sentence that makes it valid or invalid.
///
/// A string is in the table only if all documents that the contract names agree on it. For URLs, `format: uri` names
/// RFC 3986, and the word "URL" the URL Standard; for e-mail addresses, there are RFC 5321 and 5322. The gaps of a
/// contract list strings on which such documents differ, and cases only observe them.
pub(crate) type Sample = (&'static str, &'static str, Sentence);

/// The strings of a format that cases send.
pub(crate) struct FormatStrings {
    /// The sentence that makes the strings of `valid` valid.
    pub(crate) valid_by: Sentence,
    /// Strings that every implementation accepts.
    pub(crate) valid: &'static [&'static str],
    /// Strings that every implementation rejects, each named after its mistake.
    pub(crate) invalid: &'static [Sample],
    /// Valid strings that a server may not support. They are sent to every place of the format.
    pub(crate) valid_everywhere: &'static [Sample],
    /// Further such strings, which are sent to one place of each operation.
    pub(crate) valid_once: &'static [Sample],
    /// Invalid strings, most of which differ in one letter from a valid one. They are sent to the first place of
    /// every schema of the format.
    pub(crate) invalid_everywhere: &'static [Sample],
    /// Further such strings, which are sent to one place of each operation.
    pub(crate) invalid_once: &'static [Sample],
}

const NO_STRINGS: FormatStrings = FormatStrings {
    valid_by: STATED,
    valid: &[],
    invalid: &[],
    valid_everywhere: &[],
    valid_once: &[],
    invalid_everywhere: &[],
    invalid_once: &[],
};

const STATED: Sentence = Sentence::STATED;
const UUID_DIGITS: Sentence = Sentence::must("RFC 9562", "4", "a UUID has 32 hexadecimal digits");
/// The sentence about the form of UUIDs.
pub(crate) const UUID_TEXT: Sentence = Sentence::must(
    "RFC 9562",
    "4",
    "as a string, a UUID is five groups of digits between hyphens, and nothing else",
);
/// The sentence about the form of UUIDs in paths.
pub(crate) const UUID_RECOMMENDED: Sentence = Sentence::should(
    "RFC 9562",
    "4",
    "in text, a UUID should have hyphens; other forms name the same UUID",
);
/// The sentence about the letters of UUIDs.
pub(crate) const UUID_CASE: Sentence =
    Sentence::must("RFC 9562", "4", "the letters of a UUID may be capitals");
/// The sentence about the letters of the UUID of a resource. Many servers compare identities as strings.
pub(crate) const UUID_CASE_OF_RESOURCE: Sentence = Sentence::should(
    "RFC 9562",
    "4",
    "the letters of a UUID may be capitals, which name the same UUID",
);
const UUID_VERSION_1: Sentence = Sentence::must("RFC 9562", "5.1", "a UUID may be of version 1");
const URI_SCHEME: Sentence = Sentence::must(
    "RFC 3986",
    "3.1",
    "a URI begins with a scheme of letters, digits, `+`, `-` and `.`, and a colon",
);
const URI_HOST: Sentence = Sentence::must(
    "RFC 3986",
    "3.2.2",
    "a host is a name without blanks, or an address whose brackets are closed",
);
const URI_PORT: Sentence =
    Sentence::must("RFC 3986", "3.2.3", "a host may have a port, of digits alone");
const URI_PATH: Sentence = Sentence::must(
    "RFC 3986",
    "3.3",
    "a path may be empty, have empty segments, and contain these characters",
);
const URI_QUERY: Sentence =
    Sentence::must("RFC 3986", "3.4", "a query follows a question mark, and may be empty");
const URI_ESCAPES: Sentence = Sentence::must(
    "RFC 3986",
    "2.1",
    "a character may be written as a percent sign and two hexadecimal digits",
);
const HTTP_SCHEMES: Sentence =
    Sentence::must("RFC 9110", "4.2.1", "`http` is a scheme of URIs, as `https` is");
const MAILBOX: Sentence = Sentence::must(
    "RFC 5321",
    "4.1.2",
    "an address is a local part, an at sign and a domain, of these characters",
);
const DOT_STRING: Sentence = Sentence::must(
    "RFC 5321",
    "4.1.2",
    "dots in an unquoted local part have characters on both sides",
);
const UNLISTED_DOMAIN: Sentence = Sentence::should(
    "RFC 5321",
    "4.1.2",
    "the grammar of domains has no list of names; mail to a name that is not registered cannot be delivered (2.3.5)",
);
const MAILBOX_CASE: Sentence = Sentence::must("RFC 5321", "2.4", "an address may have capitals");
const LOCAL_PART_LENGTH: Sentence =
    Sentence::must("RFC 5321", "4.5.3.1.1", "a local part may have 64 octets");
const A_LABEL: Sentence =
    Sentence::must("RFC 5890", "2.3.2.1", "an internationalized label has a form in ASCII");
const TIMESTAMP: Sentence = Sentence::must(
    "RFC 3339",
    "5.6",
    "dates and times have these fields, digits, signs and ranges",
);
const DAYS_OF_MONTHS: Sentence = Sentence::must(
    "RFC 3339",
    "5.7",
    "each month has its number of days, February by the leap year",
);
const DURATION: Sentence = Sentence::must(
    "RFC 3339",
    "Appendix A",
    "a duration has `P` and units in their order, those of a time after `T`",
);
const INFORMATIVE_DURATION: Sentence = Sentence::should(
    "RFC 3339",
    "Appendix A",
    "the grammar has no signs, no fractions, and weeks only alone; newer parts of ISO 8601 differ",
);
const HOST_NAME: Sentence = Sentence::must(
    "RFC 1123",
    "2.1",
    "a host name has labels of letters, digits and inner hyphens",
);
const HOST_DIGIT: Sentence = Sentence::must("RFC 1123", "2.1", "a label may begin with a digit");
const LABEL_LENGTH: Sentence =
    Sentence::must("RFC 1034", "3.5", "a label has at most 63 characters");
const DOTTED_QUAD: Sentence =
    Sentence::must("RFC 2673", "3.2", "an address has four decimal numbers up to 255 between dots");
const IPV6_TEXT: Sentence = Sentence::must(
    "RFC 4291",
    "2.2",
    "an address has eight groups of hexadecimal digits, of which `::` replaces some once",
);
const POINTER: Sentence = Sentence::must(
    "RFC 6901",
    "3",
    "a pointer is empty or has steps after slashes; a tilde is followed by 0 or 1",
);
const PATTERN: Sentence = Sentence::must("ECMA-262", "22.2.1", "patterns have this grammar");
const PATTERN_ERRORS: Sentence =
    Sentence::must("ECMA-262", "22.2.1.1", "the bounds of a range or a quantifier are in order");
const PATTERN_DIALECT: Sentence = Sentence::should(
    "JSON Schema Core 2020-12",
    "6.4",
    "patterns should keep to what all dialects share",
);
const ZONE_NAME: Sentence = Sentence::must(
    "IANA Time Zone Database",
    "theory.html, Timezone identifiers",
    "the database lists the names of zones",
);
const CRON_FIELD: Sentence = Sentence::must(
    "POSIX.1-2017, crontab",
    "INPUT FILES",
    "a field is a star, or a list of numbers and ranges",
);
const CRON_RANGE: Sentence = Sentence::must(
    "POSIX.1-2017, crontab",
    "INPUT FILES",
    "minutes are 0-59, hours 0-23, days 1-31, months 1-12, weekdays from 0 for Sunday",
);
const CRON_STEP: Sentence = Sentence::must(
    "crontab(5)",
    "DESCRIPTION",
    "a star or a range may have one step after a slash; POSIX is silent",
);
const TWELVE_HOURS: Sentence = Sentence::should(
    "UTS #35, part 4",
    "Date Field Symbol Table",
    "an hour beside `am` or `pm` is from 1 to 12; readers of prose may take 13 pm",
);

/// The sentence about long URIs.
pub(crate) const URI_LENGTH: Sentence =
    Sentence::should("RFC 9110", "4.1", "URIs of 8000 octets should be supported");

/// Returns strings that every implementation of a format accepts.
#[must_use]
pub fn valid_samples(format: StringFormat) -> &'static [&'static str] {
    strings(format).valid
}

/// Returns strings that every implementation of a format rejects.
pub fn invalid_samples(format: StringFormat) -> impl Iterator<Item = &'static str> {
    let known = strings(format);
    let all = [known.invalid, known.invalid_everywhere, known.invalid_once].into_iter().flatten();
    all.filter(|(.., sentence)| sentence.level == Level::Must).map(|(_, text, _)| *text)
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

/// Returns another UUID for each number. A server that knows an item by its UUID may not turn it into an item of another
/// variant.
pub(crate) fn numbered_uuid(uuid: &str, index: usize) -> String {
    let kept: String = uuid.chars().take(uuid.len().saturating_sub(4)).collect();
    format!("{kept}{index:04x}")
}

/// Returns the strings of a format.
pub(crate) const fn strings(format: StringFormat) -> FormatStrings {
    match format {
        StringFormat::Uuid => FormatStrings {
            valid_by: UUID_TEXT,
            valid: &["3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"],
            invalid: &[
                ("words", "not-a-uuid", UUID_DIGITS),
                ("not-hexadecimal", "zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz", UUID_DIGITS),
                ("too-short", "3f1b8a52-6c0e-4d27-9b8e", UUID_DIGITS),
            ],
            valid_everywhere: &[("in-capitals", "7C9E6679-7425-40DE-944B-E07FC1F90AE7", UUID_CASE)],
            invalid_everywhere: &[
                ("without-hyphens", "3f1b8a526c0e4d279b8e5a1f0c7d2e64", UUID_TEXT),
                ("empty", "", UUID_DIGITS),
            ],
            valid_once: &[("version-1", "c232ab00-9414-11ec-b3c8-9f6bdeced846", UUID_VERSION_1)],
            invalid_once: &[
                ("in-braces", "{3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64}", UUID_TEXT),
                ("urn", "urn:uuid:3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64", UUID_TEXT),
                ("one-digit-less", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6", UUID_DIGITS),
                ("one-digit-more", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e640", UUID_DIGITS),
                ("hyphens-elsewhere", "3f1b8a526-c0e-4d27-9b8e-5a1f0c7d2e64", UUID_TEXT),
                ("blank-behind", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64 ", UUID_TEXT),
                ("letter-g", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e6g", UUID_DIGITS),
            ],
        },
        StringFormat::Uri => FormatStrings {
            valid_by: URI_SCHEME,
            valid: &["https://example.com/page", "https://example.com/search?q=a&n=1"],
            invalid: &[
                ("words", "not a uri", URI_SCHEME),
                ("no-scheme", "example.com/page", URI_SCHEME),
                ("empty", "", URI_SCHEME),
                ("open-bracket", "https://[2001:db8::1/page", URI_HOST),
            ],
            valid_everywhere: &[
                ("port-and-fragment", "https://example.com:8443/page#part-2", URI_PORT),
                ("http", "http://example.com/page", HTTP_SCHEMES),
                ("no-path", "https://example.com", URI_PATH),
            ],
            invalid_everywhere: &[
                ("path", "/page", URI_SCHEME),
                ("scheme-relative", "//example.com/page", URI_SCHEME),
            ],
            valid_once: &[
                ("escaped", "https://example.com/a%20b?c=d%2Fe", URI_ESCAPES),
                ("punctuation", "https://example.com/~ada/a;b=1/c,d@e:f!$&'()*+", URI_PATH),
                ("hyphens", "https://a-b.c-d.example.com/page", URI_HOST),
                ("query-alone", "https://example.com/?q", URI_QUERY),
                ("two-slashes", "https://example.com//a/b", URI_PATH),
                ("question-mark-last", "https://example.com/a?", URI_QUERY),
                ("slash-last", "https://example.com/a/", URI_PATH),
                ("query-of-a-campaign", "https://example.com/a?utm_source=b&gclid=c", URI_QUERY),
            ],
            invalid_once: &[
                ("space-in-host", "https://exa mple.com/page", URI_HOST),
                ("query", "?q=a", URI_SCHEME),
                ("host", "example.com", URI_SCHEME),
                ("no-colon", "https//example.com/page", URI_SCHEME),
                ("letters-in-port", "https://example.com:80x/page", URI_PORT),
                ("e-mail-address", "ada@example.com", URI_SCHEME),
                ("word", "page", URI_SCHEME),
                ("comma-in-scheme", "foo,bar:baz", URI_SCHEME),
            ],
        },
        StringFormat::Email => FormatStrings {
            valid_by: MAILBOX,
            valid: &["ada@example.com", "ada.lovelace+news@mail.example.org"],
            invalid: &[
                ("words", "not an e-mail", MAILBOX),
                ("no-domain", "ada@", MAILBOX),
                ("no-local-part", "@example.com", MAILBOX),
                ("no-at", "ada.example.com", MAILBOX),
            ],
            invalid_everywhere: &[("two-ats", "ada@lovelace@example.com", MAILBOX)],
            valid_once: &[
                ("apostrophe", "o'brien@example.com", MAILBOX),
                ("underscore", "ada_lovelace@example.com", MAILBOX),
                ("capitals", "Ada.Lovelace@example.com", MAILBOX_CASE),
                ("digits", "1234@example.com", MAILBOX),
                ("one-letter", "a@example.com", MAILBOX),
                ("subdomains", "ada@a.b.example.com", MAILBOX),
                ("long-top-level-domain", "ada@example.photography", MAILBOX),
                ("punycode", "ada@xn--bcher-kva.example.com", A_LABEL),
                ("hyphen", "ada-lovelace@my-example.com", MAILBOX),
                (
                    "long-local-part",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
                    LOCAL_PART_LENGTH,
                ),
                ("capitals-in-domain", "ada@Example.COM", MAILBOX_CASE),
                ("hyphen-in-second-label", "ada@mail.my-firm.example.com", MAILBOX),
                ("equals-sign", "a=b@example.com", MAILBOX),
                // No mailbox of this provider has an underscore, so that nobody gets what a server may send.
                ("dot-and-tag-at-a-provider", "not.a_user+news@gmail.com", MAILBOX),
                ("unlisted-top-level-domain", "ada@mail.intranet", UNLISTED_DOMAIN),
            ],
            invalid_once: &[
                ("space", "ada lovelace@example.com", MAILBOX),
                ("space-in-domain", "ada@exam ple.com", MAILBOX),
                ("dot-first", ".ada@example.com", DOT_STRING),
                ("dot-before-at", "ada.@example.com", DOT_STRING),
                ("two-dots", "ada..lovelace@example.com", DOT_STRING),
                ("three-dots", "ada...lovelace@example.com", DOT_STRING),
                ("two-dots-in-domain", "ada@example..com", MAILBOX),
                ("dot-behind-at", "ada@.example.com", MAILBOX),
                ("display-name", "Ada <ada@example.com>", MAILBOX),
                ("several", "ada@example.com,bob@example.com", MAILBOX),
                ("comma", "ada@example,com", MAILBOX),
                ("scheme", "mailto:ada@example.com", MAILBOX),
                ("line-break-behind", "ada@example.com\n", MAILBOX),
                ("header-behind", "ada@example.com\nBcc: bob@example.com", MAILBOX),
                ("empty", "", MAILBOX),
                ("comma-before-at", "ada,bob@example.com", MAILBOX),
                ("at-last", "ada@example.com@", MAILBOX),
            ],
            ..NO_STRINGS
        },
        StringFormat::DateTime => FormatStrings {
            valid_by: TIMESTAMP,
            valid: &["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+09:00"],
            invalid: &[
                ("words", "yesterday", TIMESTAMP),
                ("date-only", "2026-01-02", TIMESTAMP),
                ("no-such-day", "2026-02-30T00:00:00Z", DAYS_OF_MONTHS),
            ],
            invalid_everywhere: &[("no-offset", "2026-01-02T03:04:05", TIMESTAMP)],
            valid_once: &[
                ("leap-day", "2024-02-29T00:00:00Z", DAYS_OF_MONTHS),
                ("end-of-year", "2026-12-31T23:59:59Z", TIMESTAMP),
                ("nanoseconds", "2026-01-02T03:04:05.123456789Z", TIMESTAMP),
                ("behind-utc", "2026-01-02T03:04:05-12:00", TIMESTAMP),
                ("ahead-of-utc", "2026-01-02T03:04:05+14:00", TIMESTAMP),
            ],
            invalid_once: &[
                ("month-13", "2026-13-02T03:04:05Z", TIMESTAMP),
                ("hour-24", "2026-01-02T24:00:00Z", TIMESTAMP),
                ("minute-60", "2026-01-02T03:60:05Z", TIMESTAMP),
                ("no-colon-in-offset", "2026-01-02T03:04:05+0900", TIMESTAMP),
                ("slashes", "2026/01/02T03:04:05Z", TIMESTAMP),
                ("leap-day-of-another-year", "2026-02-29T03:04:05Z", DAYS_OF_MONTHS),
                ("empty", "", TIMESTAMP),
            ],
            ..NO_STRINGS
        },
        StringFormat::Date => FormatStrings {
            valid_by: TIMESTAMP,
            valid: &["2026-01-31", "2024-02-29"],
            invalid: &[
                ("no-such-day", "2026-02-29", DAYS_OF_MONTHS),
                ("date-and-time", "2026-01-31T03:04:05Z", TIMESTAMP),
                ("without-zeros", "2026-1-31", TIMESTAMP),
                ("day-first", "31-01-2026", TIMESTAMP),
            ],
            valid_once: &[
                ("end-of-a-century", "2000-02-29", DAYS_OF_MONTHS),
                ("end-of-year", "2026-12-31", TIMESTAMP),
            ],
            invalid_once: &[
                ("month-13", "2026-13-01", TIMESTAMP),
                ("day-0", "2026-01-00", TIMESTAMP),
                ("slashes", "2026/01/31", TIMESTAMP),
                ("without-hyphens", "20260131", TIMESTAMP),
                ("no-leap-year", "1900-02-29", DAYS_OF_MONTHS),
                ("empty", "", TIMESTAMP),
            ],
            ..NO_STRINGS
        },
        StringFormat::Time => FormatStrings {
            valid_by: TIMESTAMP,
            valid: &["03:04:05Z", "23:59:59.5-08:00"],
            invalid: &[
                ("no-such-hour", "25:04:05Z", TIMESTAMP),
                ("without-offset", "03:04:05", TIMESTAMP),
                ("without-seconds", "03:04Z", TIMESTAMP),
                ("date-and-time", "2026-01-31T03:04:05Z", TIMESTAMP),
            ],
            valid_once: &[
                ("midnight", "00:00:00Z", TIMESTAMP),
                ("ahead-of-utc", "12:30:45.123+05:30", TIMESTAMP),
            ],
            invalid_once: &[
                ("hour-24", "24:00:00Z", TIMESTAMP),
                ("minute-60", "12:60:00Z", TIMESTAMP),
                ("half-of-day", "12:00:00 PM", TIMESTAMP),
                ("one-digit", "1:02:03Z", TIMESTAMP),
                ("empty", "", TIMESTAMP),
            ],
            ..NO_STRINGS
        },
        StringFormat::Duration => FormatStrings {
            valid_by: DURATION,
            valid: &["P3DT12H", "P7W", "PT90M"],
            invalid: &[
                ("nothing", "P", DURATION),
                ("time-without-t", "P12H", DURATION),
                ("weeks-beside-days", "P1W2D", INFORMATIVE_DURATION),
                ("units-in-another-order", "P1D1Y", DURATION),
                ("with-fraction", "PT1.5H", INFORMATIVE_DURATION),
            ],
            valid_once: &[("all-units", "P1Y2M3DT4H5M6S", DURATION), ("zero", "PT0S", DURATION)],
            invalid_once: &[
                ("without-p", "1D", DURATION),
                ("no-unit", "P1", DURATION),
                ("empty-time", "P1DT", DURATION),
                ("below-zero", "P-1D", INFORMATIVE_DURATION),
                ("empty", "", DURATION),
            ],
            ..NO_STRINGS
        },
        StringFormat::Hostname => FormatStrings {
            valid_by: HOST_NAME,
            valid: &["www.example.com", "localhost"],
            invalid: &[
                ("underscore", "my_host.example.com", HOST_NAME),
                ("hyphen-first", "-a.example.com", HOST_NAME),
                ("empty-label", "www..example.com", HOST_NAME),
                ("space", "www example.com", HOST_NAME),
                ("url", "https://example.com", HOST_NAME),
            ],
            valid_once: &[
                ("punycode", "xn--bcher-kva.example.com", A_LABEL),
                ("digit-first", "1.example.com", HOST_DIGIT),
                ("several-labels", "a.b.c.example.com", HOST_NAME),
            ],
            invalid_once: &[
                ("hyphen-last", "a-.example.com", HOST_NAME),
                (
                    "long-label",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com",
                    LABEL_LENGTH,
                ),
                ("dot-first", ".example.com", HOST_NAME),
                ("port", "example.com:80", HOST_NAME),
                ("wildcard", "*.example.com", HOST_NAME),
            ],
            ..NO_STRINGS
        },
        StringFormat::Ipv4 => FormatStrings {
            valid_by: DOTTED_QUAD,
            valid: &["192.0.2.1", "203.0.113.255"],
            invalid: &[
                ("number-beyond-255", "192.0.2.256", DOTTED_QUAD),
                ("three-numbers", "192.0.2", DOTTED_QUAD),
                ("version-6", "2001:db8::1", DOTTED_QUAD),
            ],
            valid_once: &[
                ("lowest", "0.0.0.0", DOTTED_QUAD),
                ("highest", "255.255.255.255", DOTTED_QUAD),
            ],
            invalid_once: &[
                ("five-numbers", "192.0.2.1.5", DOTTED_QUAD),
                ("network", "192.0.2.1/24", DOTTED_QUAD),
                ("hexadecimal", "0xc0.0.2.1", DOTTED_QUAD),
                ("empty", "", DOTTED_QUAD),
            ],
            ..NO_STRINGS
        },
        StringFormat::Ipv6 => FormatStrings {
            valid_by: IPV6_TEXT,
            valid: &["2001:db8::1", "::ffff:192.0.2.1"],
            invalid: &[
                ("two-gaps", "2001::db8::1", IPV6_TEXT),
                ("too-few-groups", "2001:db8:1", IPV6_TEXT),
                ("with-zone", "fe80::1%eth0", IPV6_TEXT),
                ("version-4", "192.0.2.1", IPV6_TEXT),
            ],
            valid_once: &[
                ("unspecified", "::", IPV6_TEXT),
                ("eight-groups", "2001:db8:0:0:0:0:0:1", IPV6_TEXT),
                ("capitals", "2001:DB8::A", IPV6_TEXT),
            ],
            invalid_once: &[
                ("brackets", "[2001:db8::1]", IPV6_TEXT),
                ("network", "2001:db8::/32", IPV6_TEXT),
                ("nine-groups", "1:2:3:4:5:6:7:8:9", IPV6_TEXT),
                ("letter-g", "2001:db8::g", IPV6_TEXT),
                ("empty", "", IPV6_TEXT),
            ],
            ..NO_STRINGS
        },
        StringFormat::JsonPointer => FormatStrings {
            valid_by: POINTER,
            valid: &["/a/0", "/a~1b/m~0n"],
            invalid: &[
                ("without-slash", "a/0", POINTER),
                ("fragment", "#/a", POINTER),
                ("unknown-escape", "/a~2", POINTER),
            ],
            valid_once: &[
                ("whole-document", "", POINTER),
                ("blank", "/a b", POINTER),
                ("empty-step", "/a//b", POINTER),
            ],
            invalid_once: &[("tilde-last", "/a~", POINTER)],
            ..NO_STRINGS
        },
        StringFormat::Regex => FormatStrings {
            valid_by: PATTERN,
            valid: &["^[a-z]+$", "(?:ab|cd){2,3}"],
            invalid: &[
                ("open-group", "(ab", PATTERN),
                ("open-class", "[a-z", PATTERN),
                ("nothing-to-repeat", "*a", PATTERN),
                ("anchor-of-another-dialect", "^a\\Z", PATTERN_DIALECT),
            ],
            valid_once: &[
                ("class", "^\\d{4}$", PATTERN),
                ("look-ahead", "(?=a)b", PATTERN_DIALECT),
                ("alternatives", "a|b|c", PATTERN),
            ],
            invalid_once: &[
                ("numbers-the-wrong-way", "a{2,1}", PATTERN_ERRORS),
                ("range-the-wrong-way", "[b-a]", PATTERN_ERRORS),
                ("backslash-last", "a\\", PATTERN),
            ],
            ..NO_STRINGS
        },
        StringFormat::TimeZone => FormatStrings {
            valid_by: ZONE_NAME,
            valid: &["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"],
            invalid: &[
                ("words", "not a time zone", ZONE_NAME),
                ("no-such-zone", "Europe/Nowhere", ZONE_NAME),
                ("no-such-area", "Mars/Olympus_Mons", ZONE_NAME),
            ],
            invalid_everywhere: &[("offset", "+02:00", ZONE_NAME)],
            valid_once: &[
                ("half-hours", "Asia/Kathmandu", ZONE_NAME),
                ("three-parts", "America/Indiana/Indianapolis", ZONE_NAME),
                ("hyphens", "America/Port-au-Prince", ZONE_NAME),
                ("etc", "Etc/UTC", ZONE_NAME),
                ("no-area", "GMT", ZONE_NAME),
                ("fixed-offset", "Etc/GMT+5", ZONE_NAME),
            ],
            invalid_once: &[
                ("abbreviation", "CEST", ZONE_NAME),
                ("windows-name", "W. Europe Standard Time", ZONE_NAME),
                ("city", "Berlin", ZONE_NAME),
                ("area", "Europe", ZONE_NAME),
                ("offset-of-gmt", "GMT+2", ZONE_NAME),
                ("blank-for-underscore", "America/New York", ZONE_NAME),
                ("one-letter-more", "Europe/Berlinn", ZONE_NAME),
                ("abbreviation-of-three-letters", "KST", ZONE_NAME),
                ("word-local", "local", ZONE_NAME),
                ("link-of-the-system", "localtime", ZONE_NAME),
                ("rules-of-the-system", "posixrules", ZONE_NAME),
                ("with-leap-seconds", "right/UTC", ZONE_NAME),
                ("empty", "", ZONE_NAME),
            ],
            ..NO_STRINGS
        },
        StringFormat::Cron => FormatStrings {
            valid_by: CRON_FIELD,
            valid: &["0 9 * * *", "30 6 1,15 * *", "0 12 * * 1-5"],
            invalid: &[
                ("words", "not a cron expression", CRON_FIELD),
                ("four-fields", "0 9 * *", STATED),
                ("six-fields", "0 0 9 * * *", STATED),
                ("minute-out-of-range", "60 9 * * *", CRON_RANGE),
                ("hour-out-of-range", "0 24 * * *", CRON_RANGE),
                ("day-out-of-range", "0 9 32 * *", CRON_RANGE),
                ("month-out-of-range", "0 9 * 13 *", CRON_RANGE),
            ],
            valid_everywhere: &[("rare-day", "0 0 29 2 *", CRON_FIELD)],
            valid_once: &[
                ("lowest", "0 0 1 1 0", CRON_RANGE),
                ("highest", "59 23 31 12 6", CRON_RANGE),
                ("step-in-range", "0-45/15 8-18/2 * * *", CRON_STEP),
                ("steps", "*/30 */12 */15 */6 */3", CRON_STEP),
                ("full-ranges", "*/5 0-23 1-31 1-12 0-6", CRON_STEP),
                ("list-of-ranges", "0,30 8-11,14-17 1-5,20 1,4,7-10 1-3,5", CRON_FIELD),
                ("both-days", "0 12 13 * 5", CRON_FIELD),
                (
                    "long",
                    "0,5,10,15,20,25,30,35,40,45,50,55 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31 1,2,3,4,5,6,7,8,9,10,11,12 0,1,2,3,4,5,6",
                    CRON_FIELD,
                ),
                ("month-of-30-days", "15 10 * 9 *", CRON_FIELD),
                ("step-in-list", "0 0,7-23/2 * * *", CRON_STEP),
                ("largest-step", "0 9 1 */12 *", CRON_STEP),
            ],
            invalid_once: &[
                ("day-zero", "0 9 0 * *", CRON_RANGE),
                ("month-zero", "0 9 * 0 *", CRON_RANGE),
                ("weekday-out-of-range", "0 9 * * 8", CRON_RANGE),
                ("negative", "-5 9 * * *", CRON_RANGE),
                ("list-out-of-range", "0,60 9 * * *", CRON_RANGE),
                ("range-out-of-minutes", "50-60 9 * * *", CRON_RANGE),
                ("range-out-of-hours", "0 20-24 * * *", CRON_RANGE),
                ("range-out-of-weekdays", "0 9 * * 5-8", CRON_RANGE),
                ("empty-item", "0,,30 9 * * *", CRON_FIELD),
                ("comma-last", "0, 9 * * *", CRON_FIELD),
                ("open-range", "0 9- * * *", CRON_FIELD),
                ("fraction", "0 9.5 * * *", CRON_FIELD),
                ("letter", "x 9 * * *", CRON_FIELD),
                ("two-steps", "*/5/2 * * * *", CRON_STEP),
                ("no-step", "*/ * * * *", CRON_STEP),
                ("large-number", "99999999999 9 * * *", CRON_RANGE),
                ("three-fields", "0 9 *", STATED),
                ("seven-fields", "0 0 9 * * * 2030", STATED),
                ("star-and-digit", "*5 9 * * *", CRON_FIELD),
                ("phrase", "every day at 9:00", STATED),
                ("blanks", "     ", STATED),
                ("empty", "", STATED),
                ("time-zone-alone", "TZ=0", STATED),
                ("name-and-digits", "0 13 * * MON12345", CRON_FIELD),
                ("digit-and-star", "0 15 * * 5*", CRON_FIELD),
                ("underscore", "0 17 * * 1_5", CRON_FIELD),
                ("hexadecimal", "0x10 9 * * *", CRON_FIELD),
                ("exponent", "1e1 9 * * *", CRON_FIELD),
                ("step-without-star", "0 /2 * * *", CRON_STEP),
                ("nine-fields", "0 0 9 * * * 2030 * x", STATED),
                // Read with a field of seconds at their end, these runs are far apart.
                ("six-fields-with-seconds-last", "0 * * * * 0", STATED),
                ("seven-fields-with-seconds-sixth", "0 9 * * * 0 2030", STATED),
            ],
            ..NO_STRINGS
        },
        StringFormat::SchedulePhrase => FormatStrings {
            valid_by: STATED,
            valid: &["every hour", "every day"],
            invalid: &[
                ("no-schedule", "purple elephants dance", STATED),
                ("no-interval", "every", STATED),
                ("no-unit-of-time", "every purple elephant", STATED),
                ("empty", "", STATED),
            ],
            invalid_once: &[
                ("interval-zero", "every 0 minutes", STATED),
                ("no-hours", "every 0 hours", STATED),
                ("hour-out-of-range", "every day at 25:00", STATED),
                ("minute-out-of-range", "every day at 9:75", STATED),
                ("start-out-of-range", "every 15 minutes starting at :75", STATED),
                ("negative", "every -5 minutes", STATED),
                ("hour-13-pm", "every day at 13 pm", TWELVE_HOURS),
            ],
            ..NO_STRINGS
        },
    }
}
