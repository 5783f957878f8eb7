//! Custom validators for `garde`: string formats, and properties that exclude each other.

use std::time::Duration;

use garde::{Error, Result};
use webdata_runtime::format::Format;

const CRON: Format = Format::Cron { minimum_interval: Some(Duration::from_secs(300)) };

fn new(format: Format, text: &str) -> Result {
    format.check(text).map_err(Error::new)
}

pub(super) fn uuid(text: &str, (): &()) -> Result {
    new(Format::Uuid, text)
}

pub(super) fn uri(text: &str, (): &()) -> Result {
    new(Format::Uri, text)
}

pub(super) fn email(text: &str, (): &()) -> Result {
    new(Format::Email, text)
}

pub(super) fn cron(text: &str, (): &()) -> Result {
    new(CRON, text)
}

pub(super) fn phrase(text: &str, (): &()) -> Result {
    new(Format::SchedulePhrase, text)
}

pub(super) fn time_zone(text: &str, (): &()) -> Result {
    new(Format::TimeZone, text)
}

/// What is wrong where not exactly one of two members is given.
pub(super) fn one_of_two(first: bool, second: bool, names: &str) -> Result {
    if first == second {
        return Err(Error::new(format!("exactly one of {names} is needed")));
    }
    Ok(())
}
