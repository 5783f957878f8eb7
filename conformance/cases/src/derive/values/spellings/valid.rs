//! Lists valid strings of each format that a server may not support.

use webdata_spec::model::StringFormat;

use super::{NamedString, Spellings};

/// Returns valid strings of a format.
pub(in crate::derive) fn valid(format: StringFormat) -> Spellings {
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
