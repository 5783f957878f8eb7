//! The string formats that a contract can name, each validated by a function.
//!
//! Limits of the contract are arguments. The validated string is never repeated in a message, since it may be
//! a secret.

pub mod cron;
pub mod date_time;
pub mod email;
#[cfg(feature = "hostname")]
pub mod hostname;
pub mod schedule_phrase;
pub mod time_zone;

use std::borrow::Cow;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use iri_string::spec::UriSpec;

/// A string format of the contract, with its arguments.
///
/// It can be built in a constant, so that generated code has it beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringFormat {
    /// A UUID in the hyphenated form of RFC 9562, in either letter case. Version and variant bits are not validated,
    /// since RFC 9562 reserves values rather than forbidding them.
    Uuid,
    /// A URI of RFC 3986 with a scheme, with or without a fragment.
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
    #[cfg(feature = "hostname")]
    Hostname,
    /// An IPv4 address of RFC 2673, as the standard library reads it.
    Ipv4,
    /// An IPv6 address of RFC 4291, as the standard library reads it.
    Ipv6,
    /// A JSON Pointer of RFC 6901, as a JSON string.
    JsonPointer,
    /// A regular expression of ECMA-262, with the flag `u`.
    #[cfg(feature = "ecma-regex")]
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
            Self::Uuid => check_uuid(text),
            Self::Uri => check_uri(text),
            Self::Email => email::check(text),
            Self::DateTime => date_time::check(text),
            Self::Date => date_time::check_date(text),
            Self::Time => date_time::check_time(text),
            Self::Duration => date_time::check_duration(text),
            #[cfg(feature = "hostname")]
            Self::Hostname => hostname::check(text),
            Self::Ipv4 => check_ipv4(text),
            Self::Ipv6 => check_ipv6(text),
            Self::JsonPointer => check_json_pointer(text),
            #[cfg(feature = "ecma-regex")]
            Self::Regex => check_regex(text),
            Self::TimeZone => time_zone::check(text),
            Self::Cron { minimum_interval: None } => cron::check(text),
            Self::Cron { minimum_interval: Some(minimum) } => {
                cron::check_with_minimum(text, minimum)
            }
            Self::SchedulePhrase => schedule_phrase::check(text),
        }
    }
}

/// Validates a UUID such as `6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f`. Braces, `urn:uuid:` and the form without
/// hyphens are rejected.
fn check_uuid(text: &str) -> Result<(), FormatError> {
    /// The number of characters.
    const LENGTH: usize = 36;
    /// A mask with all bits set at the hyphens.
    const HYPHENS: [u8; LENGTH] = {
        let mut hyphens = [0; LENGTH];
        hyphens[8] = u8::MAX;
        hyphens[13] = u8::MAX;
        hyphens[18] = u8::MAX;
        hyphens[23] = u8::MAX;
        hyphens
    };
    const NOT_A_UUID: FormatError =
        FormatError::fixed("is not a UUID (8-4-4-4-12 hexadecimal digits)");
    let Ok(bytes) = <&[u8; LENGTH]>::try_from(text.as_bytes()) else { return Err(NOT_A_UUID) };
    // Without branches, the compiler vectorizes the loop.
    let mut wrong = 0;
    for (byte, hyphen) in bytes.iter().zip(&HYPHENS) {
        let is_digit = byte.wrapping_sub(b'0') < 10 || (byte | 0x20).wrapping_sub(b'a') < 6;
        wrong |= (u8::from(!is_digit) & !hyphen) | ((byte ^ b'-') & hyphen);
    }
    if wrong == 0 { Ok(()) } else { Err(NOT_A_UUID) }
}

/// Validates a URI such as `https://example.com/path?query#fragment`. Relative references, and characters that must
/// be percent-encoded, are rejected. Rules of the contract restrict schemes and hosts.
fn check_uri(text: &str) -> Result<(), FormatError> {
    const NOT_A_URI: FormatError = FormatError::fixed("is not a URI with a scheme (RFC 3986)");
    iri_string::validate::iri::<UriSpec>(text).map_err(|_| NOT_A_URI)
}

/// Validates an IPv4 address such as `192.0.2.1`.
fn check_ipv4(text: &str) -> Result<(), FormatError> {
    const NOT_IPV4: FormatError =
        FormatError::fixed("is not an IPv4 address (four numbers to 255)");
    text.parse::<Ipv4Addr>().map(drop).map_err(|_| NOT_IPV4)
}

/// Validates an IPv6 address such as `2001:db8::1`.
fn check_ipv6(text: &str) -> Result<(), FormatError> {
    const NOT_IPV6: FormatError = FormatError::fixed("is not an IPv6 address (RFC 4291)");
    text.parse::<Ipv6Addr>().map(drop).map_err(|_| NOT_IPV6)
}

/// Validates a JSON Pointer such as `/a/0`, or the empty pointer to the whole document.
fn check_json_pointer(text: &str) -> Result<(), FormatError> {
    const NOT_A_POINTER: FormatError =
        FormatError::fixed("is not a JSON Pointer (RFC 6901: `/a/0`, with `~0` and `~1`)");
    let begins = text.is_empty() || text.starts_with('/');
    let escapes = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if begins && escapes { Ok(()) } else { Err(NOT_A_POINTER) }
}

/// Validates a regular expression such as `^[a-z]+$`.
#[cfg(feature = "ecma-regex")]
fn check_regex(text: &str) -> Result<(), FormatError> {
    const NOT_A_REGEX: FormatError = FormatError::fixed("is not a regular expression (ECMA-262)");
    regress::Regex::with_flags(text, "u").map(drop).map_err(|_| NOT_A_REGEX)
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
