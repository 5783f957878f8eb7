//! The schedule of a monitor: its next run, and its number of runs in a month.
//!
//! This module does not validate a schedule; the contract states which schedules are valid.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use croner::{Cron, Weekday};

use crate::contract::schema::Properties;
use crate::contract::string_formats::cron;

/// The length of the month of an estimate, in days.
const DAYS_PER_MONTH: u64 = 30;

/// A parsed schedule.
pub(super) struct Schedule {
    cron: Cron,
    zone: chrono_tz::Tz,
}

impl Schedule {
    /// Parses the schedule of a monitor; `None` if the monitor is not active.
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

    /// Returns the first run after a moment.
    ///
    /// At the change to summer time, a fixed time of day that does not exist runs right after the gap. At the
    /// change back, a time of day that occurs twice runs the first time. Schedules at intervals of minutes or
    /// hours run through both.
    pub(super) fn next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let run = self.cron.find_next_occurrence(&after.with_timezone(&self.zone), false).ok()?;
        Some(run.with_timezone(&Utc))
    }

    /// Returns the number of runs in the month after a moment. All days with runs have the same times of day,
    /// so counting the days is enough.
    pub(super) fn runs_per_month(&self, from: DateTime<Utc>) -> u64 {
        let pattern = &self.cron.pattern;
        let runs_per_day = pattern.hours.values().len() * pattern.minutes.values().len();
        let first = from.with_timezone(&self.zone).date_naive();
        let days = (0..DAYS_PER_MONTH).filter_map(|day| first.checked_add_days(Days::new(day)));
        days.filter(|day| self.has_runs_on(*day)).count() as u64 * runs_per_day as u64
    }

    fn has_runs_on(&self, day: NaiveDate) -> bool {
        let pattern = &self.cron.pattern;
        let weekday = Weekday::from_days_from_sunday(day.weekday().num_days_from_sunday());
        pattern.month_match(day.month()).unwrap_or(false)
            && pattern.day_match(day.year(), day.month(), day.day(), weekday).unwrap_or(false)
    }
}

/// Returns whether a monitor is checked at all.
pub(crate) fn is_active(monitor: &Properties) -> bool {
    monitor.get("status").is_some_and(|status| status == "active")
}
