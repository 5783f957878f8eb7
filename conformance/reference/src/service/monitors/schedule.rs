//! When a monitor runs: the next time, and how often in a month.
//!
//! It must not validate a schedule: what can be one stands in the contract.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use croner::{Cron, Weekday};

use crate::contract::schema::Properties;
use crate::contract::string_formats::cron;

/// The month that an estimate is made for.
const DAYS_A_MONTH: u64 = 30;

/// When a stored schedule has a monitor run.
pub(super) struct Schedule {
    cron: Cron,
    zone: chrono_tz::Tz,
}

impl Schedule {
    /// The schedule of an active monitor; one that is not active has none.
    pub(super) fn new(monitor: &Properties) -> Option<Self> {
        if !is_active(monitor) {
            return None;
        }
        let schedule = monitor.get("schedule")?;
        let zone = match schedule.get("timezone") {
            Some(name) => name.as_str()?.parse().ok()?,
            None => chrono_tz::UTC,
        };
        Some(Self { cron: cron::parse(schedule.get("cron")?.as_str()?)?, zone })
    }

    /// The first run after a moment. A fixed time of day that the change to summer time leaves out is
    /// run at right after it, and one that comes twice is run at the first time. A schedule of every
    /// so many minutes or hours runs through both.
    pub(super) fn next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let run = self.cron.find_next_occurrence(&after.with_timezone(&self.zone), false).ok()?;
        Some(run.with_timezone(&Utc))
    }

    /// How often it runs in the month from a moment on: the times of day are the same on every day
    /// that has runs at all, so that the days need only be counted.
    pub(super) fn runs_a_month(&self, from: DateTime<Utc>) -> u64 {
        let pattern = &self.cron.pattern;
        let runs_a_day = pattern.hours.values().len() * pattern.minutes.values().len();
        let first = from.with_timezone(&self.zone).date_naive();
        let days = (0..DAYS_A_MONTH).filter_map(|day| first.checked_add_days(Days::new(day)));
        days.filter(|day| self.has_runs_on(*day)).count() as u64 * runs_a_day as u64
    }

    fn has_runs_on(&self, day: NaiveDate) -> bool {
        let pattern = &self.cron.pattern;
        let weekday = Weekday::from_days_from_sunday(day.weekday().num_days_from_sunday());
        pattern.month_match(day.month()).unwrap_or(false)
            && pattern.day_match(day.year(), day.month(), day.day(), weekday).unwrap_or(false)
    }
}

/// Whether a monitor is checked at all.
pub(crate) fn is_active(monitor: &Properties) -> bool {
    monitor.get("status").is_some_and(|status| status == "active")
}
