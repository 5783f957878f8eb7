//! The string formats that a contract can name, each validated by a function.
//!
//! Limits of the contract are arguments. The validated string is never repeated in a message, since it may be
//! a secret.

pub mod cron;
pub mod date_time;
pub mod email;
pub mod hostname;
pub mod json_pointer;
pub mod regex;
pub mod schedule_phrase;
pub mod time_zone;
pub mod uri;
pub mod uuid;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// A string format of the contract, with its arguments.
///
/// It can be built in a constant, so that generated code has it beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringFormat {
    /// A UUID in the hyphenated form; see [`uuid`].
    Uuid,
    /// A URI with a scheme; see [`uri`].
    Uri,
    /// An e-mail address; see [`email`].
    Email,
    /// An RFC 3339 date and time; see [`date_time`].
    DateTime,
    /// An RFC 3339 date; see [`date_time`].
    Date,
    /// An RFC 3339 time; see [`date_time`].
    Time,
    /// An RFC 3339 duration; see [`date_time`].
    Duration,
    /// A hostname; see [`hostname`].
    Hostname,
    /// An IPv4 address; see [`hostname`].
    Ipv4,
    /// An IPv6 address; see [`hostname`].
    Ipv6,
    /// A JSON Pointer; see [`json_pointer`].
    JsonPointer,
    /// A regular expression; see [`regex`].
    Regex,
    /// An IANA time zone name; see [`time_zone`].
    TimeZone,
    /// A five-field cron expression; see [`cron`].
    Cron {
        /// The minimum time between two successive runs; `None` for no minimum.
        minimum_interval: Option<Duration>,
    },
    /// A schedule in a few English words; see [`schedule_phrase`].
    SchedulePhrase,
}

impl StringFormat {
    /// Validates `text`; a valid string causes no allocation.
    ///
    /// # Errors
    ///
    /// If `text` is not of this format, with the reason.
    pub fn check(self, text: &str) -> Result<(), FormatError> {
        match self {
            Self::Uuid => uuid::check(text),
            Self::Uri => uri::check(text),
            Self::Email => email::check(text),
            Self::DateTime => date_time::check(text),
            Self::Date => date_time::check_date(text),
            Self::Time => date_time::check_time(text),
            Self::Duration => date_time::check_duration(text),
            Self::Hostname => hostname::check(text),
            Self::Ipv4 => hostname::check_v4(text),
            Self::Ipv6 => hostname::check_v6(text),
            Self::JsonPointer => json_pointer::check(text),
            Self::Regex => regex::check(text),
            Self::TimeZone => time_zone::check(text),
            Self::Cron { minimum_interval: None } => cron::check(text),
            Self::Cron { minimum_interval: Some(minimum) } => {
                cron::check_with_minimum(text, minimum)
            }
            Self::SchedulePhrase => schedule_phrase::check(text),
        }
    }
}

/// The reason why a string does not have a format.
///
/// The message is a short predicate in lower case (`"is not …"`, `"has …"`) that follows the place of the
/// string. It never repeats the string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(Cow<'static, str>);

impl FormatError {
    /// Makes an error with a constant message.
    pub(crate) const fn fixed(message: &'static str) -> Self {
        Self(Cow::Borrowed(message))
    }

    /// Makes an error with a message that contains arguments of the format.
    pub(crate) const fn with_message(message: String) -> Self {
        Self(Cow::Owned(message))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl From<FormatError> for Cow<'static, str> {
    fn from(error: FormatError) -> Self {
        error.0
    }
}

#[cfg(test)]
mod tests;
