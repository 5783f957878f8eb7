//! What `garde` has no rule for: the formats, and members that exclude each other.

use std::time::Duration;

use garde::{Error, Result};
use webdata_runtime::format::Format;

use super::action::Wait;
use super::monitor::Schedule;

const CRON: Format = Format::Cron { minimum_interval: Some(Duration::from_secs(300)) };

fn of(format: Format, text: &str) -> Result {
    format.check(text).map_err(Error::new)
}

pub(super) fn uuid(text: &str, (): &()) -> Result {
    of(Format::Uuid, text)
}

pub(super) fn uri(text: &str, (): &()) -> Result {
    of(Format::Uri, text)
}

pub(super) fn email(text: &str, (): &()) -> Result {
    of(Format::Email, text)
}

pub(super) fn cron(text: &str, (): &()) -> Result {
    of(CRON, text)
}

pub(super) fn phrase(text: &str, (): &()) -> Result {
    of(Format::SchedulePhrase, text)
}

pub(super) fn time_zone(text: &str, (): &()) -> Result {
    of(Format::TimeZone, text)
}

/// An option, since `garde` hands the whole field to a rule of one's own.
pub(super) fn one_schedule(schedule: &Option<Schedule>, (): &()) -> Result {
    let Some(schedule) = schedule else { return Ok(()) };
    one_of_two(schedule.cron.is_some(), schedule.text.is_some(), "cron and text")
}

pub(super) fn one_wait(wait: &Wait, (): &()) -> Result {
    one_of_two(wait.milliseconds.is_some(), wait.selector.is_some(), "milliseconds and selector")
}

fn one_of_two(first: bool, second: bool, names: &str) -> Result {
    if first == second {
        return Err(Error::new(format!("exactly one of {names} is needed")));
    }
    Ok(())
}
