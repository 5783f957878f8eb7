//! The formats of strings, by name. Validates nothing.

use super::words;

words! {
    /// The formats of strings.
    StringFormat {
        /// RFC 9562, in its hyphenated form.
        Uuid = "uuid",
        /// RFC 3986, with a scheme.
        Uri = "uri",
        /// RFC 5321, a mailbox.
        Email = "email",
        /// RFC 3339.
        DateTime = "date-time",
        /// RFC 3339, `full-date`.
        Date = "date",
        /// RFC 3339, `full-time`.
        Time = "time",
        /// RFC 3339, appendix A.
        Duration = "duration",
        /// RFC 1123, with labels of internationalised names by RFC 5891.
        Hostname = "hostname",
        /// RFC 2673, four decimal numbers.
        Ipv4 = "ipv4",
        /// RFC 4291.
        Ipv6 = "ipv6",
        /// RFC 6901.
        JsonPointer = "json-pointer",
        /// ECMA-262, a regular expression.
        Regex = "regex",
        /// A name of the IANA time zone database.
        TimeZone = "time-zone",
        /// A five-field cron expression.
        Cron = "cron",
        /// A schedule in words, such as `every day at 9:00`.
        SchedulePhrase = "schedule-phrase",
    }
}

impl StringFormat {
    /// Returns whether the format belongs to the spec language alone; tools for JSON Schema do not know it.
    #[must_use]
    pub fn is_own(self) -> bool {
        matches!(self, Self::TimeZone | Self::Cron | Self::SchedulePhrase)
    }
}
