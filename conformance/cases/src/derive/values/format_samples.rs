//! Lists valid and invalid strings of each format.

use webdata_spec::model::StringFormat;

/// Returns strings that every implementation of a format accepts.
pub(in crate::derive) fn good(format: StringFormat) -> &'static [&'static str] {
    match format {
        StringFormat::Uuid => &["3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"],
        StringFormat::Uri => &["https://example.com/page", "https://example.com/search?q=a&n=1"],
        StringFormat::Email => &["ada@example.com", "ada.lovelace+news@mail.example.org"],
        StringFormat::DateTime => &["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+09:00"],
        StringFormat::TimeZone => &["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"],
        StringFormat::Cron => &["0 9 * * *", "30 6 1,15 * *", "0 12 * * 1-5"],
        StringFormat::SchedulePhrase => &["every hour", "every day"],
    }
}

/// Returns strings that every implementation of a format rejects, each with a name for the mistake.
pub(in crate::derive) fn bad(format: StringFormat) -> &'static [(&'static str, &'static str)] {
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
