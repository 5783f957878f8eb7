//! The schedule of a monitor, the evaluation of its goal, and the maximum cost of its month.
//!
//! This module does not validate a schedule; the contract states which schedules are valid. The contract leaves the
//! evaluation open. Here a change is relevant if it contains a word of the goal, so that the result is
//! reproducible.

use std::collections::HashSet;

use chrono::{
    DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, Offset as _, TimeDelta,
    TimeZone as _, Utc,
};
use croner::Cron;
use serde_json::Value;
use webdata_spec::Spec;

use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::contract::string_formats::cron;
use crate::web_data::scrape::price;
use crate::web_data::visit::{self, words};

/// The length of the month of an estimate, in days.
const DAYS_PER_MONTH: u64 = 30;

/// The charge for an evaluated page.
const CHARGE: &str = "judging";

/// The credits of the charge if the contract shows no figure.
const DEFAULT_CREDITS: u32 = 1;

/// The minimum number of letters of a word that counts.
const MIN_WORD_LENGTH: usize = 4;

/// The highest estimate; many JSON readers parse whole numbers into signed 64-bit integers.
const MAX_ESTIMATE: u64 = i64::MAX.unsigned_abs();

pub(super) struct Schedule {
    cron: Cron,
    zone: chrono_tz::Tz,
}

impl Schedule {
    /// Parses the schedule of a monitor; `None` if the monitor is not active or the schedule is invalid.
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
    /// At the change to summer time, a time of day that does not exist runs right after the gap. At the change
    /// back, a time of day that occurs twice runs the first time; a schedule of every hour runs through both.
    pub(super) fn next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // A schedule of every hour has the same minutes on both sides of a change.
        if (0..24).all(|hour| self.runs_at(hour)) {
            let offset = after.with_timezone(&self.zone).offset().fix();
            let run = self.cron.find_next_occurrence(&after.with_timezone(&offset), false).ok()?;
            if self.cron.is_time_matching(&run.with_timezone(&self.zone)).ok()? {
                return Some(run.with_timezone(&Utc));
            }
        }
        // `croner` calculates with times of day, which have no gaps if they are given as times of UTC.
        let mut local = after.with_timezone(&self.zone).naive_local().and_utc();
        loop {
            local = self.cron.find_next_occurrence(&local, false).ok()?;
            // In the repeated hour, the first time may be before the moment.
            let run = self.first_moment(local.naive_utc())?;
            if run > after {
                return Some(run);
            }
        }
    }

    /// Returns when a time of day is reached first; in a gap, its end.
    fn first_moment(&self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        match self.zone.from_local_datetime(&local) {
            LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _) => {
                Some(moment.with_timezone(&Utc))
            }
            LocalResult::None => {
                self.first_moment(local.checked_add_signed(TimeDelta::minutes(1))?)
            }
        }
    }

    /// Returns the number of runs in the month after a moment. All days with runs have the same times of day,
    /// so counting the days is enough.
    fn runs_per_month(&self, from: DateTime<Utc>) -> u64 {
        let pattern = &self.cron.pattern;
        let hours = (0..24).filter(|hour| self.runs_at(*hour)).count();
        let runs_in = |minute: &u32| pattern.minute_match(*minute).unwrap_or(false);
        let minutes = (0..60).filter(runs_in).count();
        let runs_per_day = hours * minutes;
        let first = from.with_timezone(&self.zone).date_naive();
        let days = (0..DAYS_PER_MONTH).filter_map(|day| first.checked_add_days(Days::new(day)));
        days.filter(|day| self.has_runs_on(*day)).count() as u64 * runs_per_day as u64
    }

    fn runs_at(&self, hour: u32) -> bool {
        self.cron.pattern.hour_match(hour).unwrap_or(false)
    }

    fn has_runs_on(&self, day: NaiveDate) -> bool {
        let pattern = &self.cron.pattern;
        pattern.month_match(day.month()).unwrap_or(false)
            && pattern.day_match(day.year(), day.month(), day.day()).unwrap_or(false)
    }
}

/// Returns whether a monitor is checked at all.
pub(crate) fn is_active(monitor: &Properties) -> bool {
    monitor.get("status").is_some_and(|status| status == "active")
}

/// The evaluation of goals, with its price.
#[derive(Debug)]
pub(crate) struct Goal {
    /// The credits for an evaluated page.
    pub(crate) credits: u64,
}

impl Goal {
    /// Reads the price from a contract.
    pub(super) fn new(contract: &Contract) -> Self {
        let charge = contract.spec.charges.get(CHARGE);
        let credits = charge.map_or(0, |charge| charge.credits.unwrap_or(DEFAULT_CREDITS));
        Self { credits: credits.into() }
    }

    /// Returns whether the goal of a monitor is evaluated.
    pub(crate) fn is_on(&self, monitor: &Properties) -> bool {
        let is_enabled = monitor.get("judgeEnabled").is_some_and(|enabled| enabled == true);
        is_enabled && !goal_of(monitor).is_empty()
    }

    /// Returns whether a change is relevant to the goal of a monitor.
    pub(crate) fn evaluate(&self, monitor: &Properties, evidence: &str) -> bool {
        let evidence: HashSet<String> = words(evidence).collect();
        let mut words =
            words(goal_of(monitor)).filter(|word| word.chars().count() >= MIN_WORD_LENGTH);
        words.any(|word| evidence.contains(&word))
    }
}

fn goal_of(monitor: &Properties) -> &str {
    monitor.get("goal").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the maximum cost of a monitor in the month after a moment, in credits; `None` for a monitor that does
/// not run. The estimate is computed at every change of a monitor, so it does not iterate over single runs.
pub(super) fn estimate(
    spec: &Spec,
    monitor: &Properties,
    goal: &Goal,
    from: DateTime<Utc>,
) -> Option<u64> {
    let runs = Schedule::new(monitor)?.runs_per_month(from);
    let evaluation = if goal.is_on(monitor) { goal.credits } else { 0 };
    let each = monitor.get("targets")?.as_array()?.iter().map(|target| {
        // The results of a search are scraped with default options.
        let is_search = target.get("type").is_some_and(|kind| kind == "search");
        let options = target.get("scrapeOptions").filter(|_| !is_search);
        let page = price::max_price(spec, options).saturating_add(evaluation);
        visit::max_pages(spec, target).saturating_mul(page)
    });
    let check = each.fold(0, u64::saturating_add);
    Some(check.saturating_mul(runs).min(MAX_ESTIMATE))
}
