//! Custom validators for `garde`: string formats, and properties that exclude each other.

use std::time::Duration;

use garde::{Error, Result};
use webdata_runtime::string_format::StringFormat;

const CRON: StringFormat = StringFormat::Cron { minimum_interval: Some(Duration::from_secs(300)) };

fn check(format: StringFormat, text: &str) -> Result {
    format.check(text).map_err(Error::new)
}

pub(super) fn uuid(text: &str, (): &()) -> Result {
    check(StringFormat::Uuid, text)
}

pub(super) fn uri(text: &str, (): &()) -> Result {
    check(StringFormat::Uri, text)
}

pub(super) fn email(text: &str, (): &()) -> Result {
    check(StringFormat::Email, text)
}

pub(super) fn cron(text: &str, (): &()) -> Result {
    check(CRON, text)
}

pub(super) fn phrase(text: &str, (): &()) -> Result {
    check(StringFormat::SchedulePhrase, text)
}

pub(super) fn time_zone(text: &str, (): &()) -> Result {
    check(StringFormat::TimeZone, text)
}

/// What is wrong where not exactly one of two members is given.
pub(super) fn one_of_two(first: bool, second: bool, names: &str) -> Result {
    if first == second {
        return Err(Error::new(format!("exactly one of {names} is needed")));
    }
    Ok(())
}
