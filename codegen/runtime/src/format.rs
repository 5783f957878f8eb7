//! The string formats that the contract can name, each judged by one function of its own module.
//!
//! Must not know a limit of the contract (those arrive as arguments) and must not repeat the
//! judged string in a message, since it may be a secret.

use std::time::Duration;

mod calendar;
pub mod cron;
pub mod date_time;
pub mod email;
mod error;
pub mod schedule_phrase;
pub mod time_zone;
pub mod uri;
pub mod uuid;

pub use error::FormatError;

/// A string format of the contract, with its arguments.
///
/// It can be built in a constant, so that emitted code names it beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A UUID in the hyphenated form; see [`uuid`].
    Uuid,
    /// A URI with a scheme; see [`uri`].
    Uri,
    /// An e-mail address; see [`email`].
    Email,
    /// An RFC 3339 date and time; see [`date_time`].
    DateTime,
    /// An IANA time zone name; see [`time_zone`].
    TimeZone,
    /// A five-field cron expression; see [`cron`].
    Cron {
        /// The smallest time allowed between two successive runs; none means any.
        minimum_interval: Option<Duration>,
    },
    /// A schedule in a few English words; see [`schedule_phrase`].
    SchedulePhrase,
}

impl Format {
    /// Judges `text`; nothing is allocated when it is valid.
    ///
    /// # Errors
    ///
    /// When `text` is not of this format, with the reason.
    pub fn check(self, text: &str) -> Result<(), FormatError> {
        match self {
            Self::Uuid => uuid::check(text),
            Self::Uri => uri::check(text),
            Self::Email => email::check(text),
            Self::DateTime => date_time::check(text),
            Self::TimeZone => time_zone::check(text),
            Self::Cron { minimum_interval: None } => cron::check(text),
            Self::Cron { minimum_interval: Some(minimum) } => {
                cron::check_with_minimum(text, minimum)
            }
            Self::SchedulePhrase => schedule_phrase::check(text),
        }
    }
}

#[cfg(test)]
mod tests;
