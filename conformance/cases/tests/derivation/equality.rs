//! Which texts mean the same.

use webdata_cases::equality::is_equal_text;
use webdata_spec::model::Equality;

/// Strings that mean the same, and strings that do not, as the standards say it.
type Row<'r> = (Equality, &'r [(&'r str, &'r str)], &'r [(&'r str, &'r str)]);

const TABLE: &[Row<'_>] = &[
    (Equality::Characters, &[("a", "a")], &[("a", "A"), ("a", "a "), ("Caf\u{e9}", "Cafe\u{301}")]),
    (
        Equality::Text,
        &[
            ("Caf\u{e9}", "Cafe\u{301}"),
            ("\u{c5}", "\u{212b}"),
            ("\u{ac00}", "\u{1100}\u{1161}"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ],
        &[
            ("Ada", "ada"),
            ("Ada", "Ada "),
            ("a  b", "a b"),
            ("\u{fb01}x", "fix"),
            ("\u{2460}", "1"),
            ("\u{ff21}", "A"),
            ("a\r\nb", "a\nb"),
            ("\u{200f}a", "a"),
            ("Caf\u{e9}", "Cafe"),
        ],
    ),
    (
        Equality::Uri,
        &[
            ("https://example.com", "https://example.com/"),
            ("https://example.com?a=1", "https://example.com/?a=1"),
            ("https://example.com#a", "https://example.com/#a"),
            ("HTTPS://Example.COM/Page", "https://example.com/Page"),
            ("https://example.com:443/page", "https://example.com/page"),
            ("http://example.com:80", "http://example.com/"),
            ("https://example.com:/page", "https://example.com/page"),
            ("https://example.com/%7eada", "https://example.com/~ada"),
            ("https://example.com/%c3%a9", "https://example.com/%C3%A9"),
            ("https://example.com/\u{e9}?\u{e9}", "https://example.com/%C3%A9?%c3%a9"),
            ("https://example.com/a/../b/./c", "https://example.com/b/c"),
            ("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/"),
            ("https://ada@Example.com/", "https://ada@example.com/"),
            ("ftp://EXAMPLE.com/a", "ftp://example.com/a"),
            ("https:/example.com/", "https://example.com/"),
            ("https:///page", "https://page/"),
            ("https:\\\\example.com\\", "https://example.com/"),
            ("https://example.com/ ", "https://example.com/"),
        ],
        &[
            ("https://example.com/page", "https://example.com/page/"),
            ("https://example.com/page", "https://example.com/Page"),
            ("https://example.com/page", "http://example.com/page"),
            ("https://example.com/", "https://www.example.com/"),
            ("https://example.com:8443/", "https://example.com/"),
            ("http://example.com:443/", "http://example.com/"),
            ("https://example.com/page#top", "https://example.com/page"),
            ("https://example.com/page#", "https://example.com/page"),
            ("https://example.com/page?", "https://example.com/page"),
            ("https://example.com/page?a=1&b=2", "https://example.com/page?b=2&a=1"),
            ("https://ada@example.com/", "https://example.com/"),
            ("https://ada@example.com/", "https://Ada@example.com/"),
            ("https://example.com//a", "https://example.com/a"),
            ("https://example.com/a%2Fb", "https://example.com/a/b"),
            ("https://example.com/a%20b", "https://example.com/a+b"),
            ("mailto:ada@example.com", "mailto:Ada@example.com"),
            ("custom://example.com", "custom://example.com/"),
        ],
    ),
    (
        Equality::Domain,
        &[
            ("Example.COM", "example.com"),
            ("b\u{fc}cher.example", "xn--bcher-kva.example"),
            ("B\u{dc}CHER.example", "XN--bcher-kva.EXAMPLE"),
            ("*.Example.net", "*.example.net"),
            ("ZIP", "zip"),
        ],
        &[
            ("example.com", "www.example.com"),
            ("example.com", "example.com."),
            ("*.example.net", "example.net"),
            (".zip", "zip"),
            ("https://example.com", "example.com"),
        ],
    ),
    (
        Equality::Email,
        &[
            ("Ada@Example.COM", "Ada@example.com"),
            ("ada@b\u{fc}cher.example", "ada@xn--bcher-kva.example"),
        ],
        &[
            ("Ada@example.com", "ada@example.com"),
            ("ada+news@example.com", "ada@example.com"),
            ("ada.lovelace@gmail.com", "adalovelace@gmail.com"),
            ("ada@example.com", "ada@example.org"),
            ("Example.COM", "example.com"),
        ],
    ),
    (
        Equality::Uuid,
        &[("3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64", "3F1B8A52-6C0E-4D27-9B8E-5A1F0C7D2E64")],
        &[
            ("3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64", "3f1b8a526c0e4d279b8e5a1f0c7d2e64"),
            ("3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64", "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e65"),
            ("word", "WORD"),
        ],
    ),
    (
        Equality::DateTime,
        &[
            ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"),
            ("2026-01-02T03:04:05Z", "2026-01-02T12:04:05+09:00"),
            ("2026-01-02T03:04:05Z", "2026-01-02t03:04:05z"),
            ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05-00:00"),
            ("2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.500+00:00"),
        ],
        &[
            ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.001Z"),
            ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05+01:00"),
            ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05"),
        ],
    ),
    (
        Equality::Ipv6,
        &[("2001:db8::A", "2001:0db8:0:0:0:0:0:a")],
        &[("2001:db8::1", "2001:db8::2"), ("192.0.2.1", "192.0.02.1")],
    ),
    (
        Equality::TimeZone,
        &[
            ("Asia/Calcutta", "Asia/Kolkata"),
            ("Asia/Kolkata", "Asia/Calcutta"),
            ("US/Pacific", "America/Los_Angeles"),
            ("Europe/Kiev", "Europe/Kyiv"),
            ("UTC", "Etc/UTC"),
            ("UTC", "Zulu"),
            ("Etc/UTC", "GMT"),
            ("Etc/GMT+0", "UTC"),
            ("europe/berlin", "Europe/Berlin"),
        ],
        &[
            ("Europe/Berlin", "Europe/Paris"),
            ("Europe/Berlin", "Europe/Vienna"),
            ("UTC", "Europe/London"),
            ("Etc/GMT+5", "America/New_York"),
            ("Etc/GMT+5", "Etc/GMT-5"),
            ("Asia/Kathmandu", "Asia/Kolkata"),
            ("Nowhere", "nowhere"),
            ("UTC", "+00:00"),
        ],
    ),
    (
        Equality::Cron,
        &[
            ("*/15 * * * *", "0,15,30,45 * * * *"),
            ("0 9 * * 1-5", "0 9 * * MON-FRI"),
            ("0 9 * * 7", "0 9 * * 0"),
            ("00 09 * * *", "0  9 * * *"),
            ("30 6 1,15 * *", "30 6 15,1 * *"),
            ("0 0 * JAN *", "0 0 * 1 *"),
        ],
        &[
            ("0 9 * * *", "0 9 * * 1"),
            ("0 9 * * 1", "0 9 1-31 * 1"),
            ("0 9 13 * 5", "0 9 13 * *"),
            ("0 9 * * *", "9 0 * * *"),
            ("*/7 * * * *", "*/8 * * * *"),
            ("0 9 * *", "0  9 * *"),
        ],
    ),
    (
        Equality::LanguageTag,
        &[("de-DE", "de-de"), ("zh-hant-tw", "zh-Hant-TW")],
        &[("de-DE", "de"), ("de-DE", "de_DE"), ("de-DE", "de-AT")],
    ),
    (
        Equality::HeaderValue,
        &[
            ("price-watch", " price-watch\t"),
            ("price-watch", "*****"),
            ("price-watch", "pri********"),
            ("price-watch", "*******atch"),
            ("price-watch", "p\u{2026}h"),
            ("price-watch", "[REDACTED]"),
            ("price-watch", "<hidden>"),
            ("price-watch", "xxxxxxxx"),
        ],
        &[
            ("price-watch", "Price-Watch"),
            ("price-watch", "price watch"),
            ("price-watch", "price"),
            ("price-watch", "price-watch-2"),
            ("price-watch", ""),
            ("price-watch", "*"),
            ("price-watch", "other"),
            ("price-watch", "***other"),
        ],
    ),
];

#[test]
fn strings_are_equal_as_the_standards_say() {
    for (equality, equal, different) in TABLE {
        for (texts, is_equal) in
            equal.iter().map(|pair| (pair, true)).chain(different.iter().map(|pair| (pair, false)))
        {
            let (sent, received) = texts;
            let found = sent == received || is_equal_text(*equality, sent, received);
            assert_eq!(found, is_equal, "{equality}: {sent:?} and {received:?}");
            // A masked value is never sent.
            if *equality != Equality::HeaderValue {
                assert_eq!(
                    sent == received || is_equal_text(*equality, received, sent),
                    is_equal,
                    "{equality}: {received:?} and {sent:?}"
                );
            }
        }
    }
    let rows: Vec<Equality> = TABLE.iter().map(|(equality, _, _)| *equality).collect();
    assert_eq!(rows, Equality::ALL, "each equality has a row");
}
