//! Faults of translating schedule phrases to cron expressions.
//!
//! This module does not know which phrases there are.

use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::Tz;
use serde_json::{Map, Value};

use crate::contract::string_formats::phrase;

/// The number of minutes in a day.
const DAY: i32 = 24 * 60;

/// A mistake of translating a phrase to a cron expression. The mistake changes the correct expression;
/// phrases that it does not apply to are translated correctly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Translation {
    /// The minute and the hour are in each other's field.
    SwappedFields,
    /// A time of day is converted to UTC.
    InUtc,
    /// A time of day is ignored.
    AtMidnight,
    /// The minute of a time of day is ignored.
    OnTheHour,
    /// A time of day is read by a 12-hour clock.
    ByTwelveHours,
    /// `pm` is ignored.
    AlwaysMorning,
    /// Midnight by the 12-hour clock becomes noon.
    NoonForMidnight,
    /// Every `n` hours runs at every minute of these hours.
    EachMinute,
    /// Every `n` hours becomes every `n` minutes.
    MinutesForHours,
    /// The start within the hour is ignored.
    StartsAtZero,
    /// Every `n` minutes from a start runs once an hour, at the start.
    OnceAnHour,
    /// Every week becomes every day.
    DayForWeek,
    /// Every week becomes every month.
    MonthForWeek,
    /// Every day becomes every working day.
    WorkingDays,
}

impl Translation {
    /// Every mistake, with a word for identities and a description of the misbehaviour.
    pub const ALL: [(Self, &'static str, &'static str); 14] = [
        (Self::SwappedFields, "swaps-fields", "with the minute in the field of the hour"),
        (Self::InUtc, "in-utc", "with its time of day in UTC"),
        (Self::AtMidnight, "at-midnight", "without its time of day"),
        (Self::OnTheHour, "on-the-hour", "without the minute of its time of day"),
        (Self::ByTwelveHours, "by-twelve-hours", "by a clock of twelve hours"),
        (Self::AlwaysMorning, "always-morning", "as if `pm` were `am`"),
        (Self::NoonForMidnight, "noon-for-midnight", "with noon for midnight"),
        (Self::EachMinute, "each-minute", "with every minute of the hours"),
        (Self::MinutesForHours, "minutes-for-hours", "with minutes for hours"),
        (Self::StartsAtZero, "starts-at-zero", "without its start within the hour"),
        (Self::OnceAnHour, "once-an-hour", "with a run an hour, at its start"),
        (Self::DayForWeek, "day-for-week", "with a run each day of the week"),
        (Self::MonthForWeek, "month-for-week", "with a run each month for each week"),
        (Self::WorkingDays, "working-days", "with runs on working days for each day"),
    ];

    /// Returns whether the mistake changes the expression of a phrase in some time zone.
    #[must_use]
    pub fn is_about(self, phrase: &str) -> bool {
        let zone = (String::new(), "Asia/Kolkata".into());
        self.apply(phrase, &Map::from_iter([zone])).is_some()
    }

    /// Returns the wrong expression for a phrase; `schedule` has the other properties of the schedule,
    /// of which one may be the time zone.
    pub(super) fn apply(self, text: &str, schedule: &Map<String, Value>) -> Option<String> {
        let right = phrase::to_cron(text)?;
        let fields: Vec<&str> = right.split(' ').collect();
        let [minute, hour, day, month, weekday] = fields[..] else { return None };
        let text = text.to_ascii_lowercase();
        let time = text.contains(" at ").then(|| Some((hour.parse().ok()?, minute.parse().ok()?)));
        let time: Option<(i32, i32)> = time.flatten();
        let daily = |hour: i32, minute: i32| format!("{minute} {hour} * * *");
        let wrong = match (self, time) {
            (Self::SwappedFields, _) => Some(format!("{hour} {minute} {day} {month} {weekday}")),
            (Self::InUtc, Some((hour, minute))) => {
                let shift = schedule.values().find_map(|zone| minutes_ahead(zone.as_str()?))?;
                let time = (hour * 60 + minute - shift).rem_euclid(DAY);
                Some(daily(time / 60, time % 60))
            }
            (Self::AtMidnight, Some(_)) => Some(daily(0, 0)),
            (Self::OnTheHour, Some((hour, _))) => Some(daily(hour, 0)),
            (Self::ByTwelveHours, Some((hour, minute))) => Some(daily(hour % 12, minute)),
            (Self::AlwaysMorning, Some((hour, minute))) if text.ends_with("pm") => {
                Some(daily(hour % 12, minute))
            }
            (Self::NoonForMidnight, Some((0, minute))) if text.ends_with("am") => {
                Some(daily(12, minute))
            }
            (Self::EachMinute, _) if hour.starts_with("*/") => Some(format!("* {hour} * * *")),
            (Self::MinutesForHours, _) if hour.starts_with("*/") => Some(format!("{hour} * * * *")),
            (Self::StartsAtZero, _) => {
                let (_, step) = minute.split_once("-59/")?;
                Some(format!("*/{step} * * * *"))
            }
            (Self::OnceAnHour, _) => {
                let (start, _) = minute.split_once("-59/")?;
                Some(format!("{start} * * * *"))
            }
            (Self::DayForWeek, _) if weekday != "*" => Some(format!("{minute} {hour} * * *")),
            (Self::MonthForWeek, _) if weekday != "*" => Some(format!("{minute} {hour} 1 * *")),
            (Self::WorkingDays, _) if weekday == "*" && !hour.contains('*') => {
                Some(format!("{minute} {hour} * * 1-5"))
            }
            _ => None,
        };
        wrong.filter(|wrong| *wrong != right)
    }
}

/// Returns the offset of a time zone in minutes east of UTC, in winter.
fn minutes_ahead(zone: &str) -> Option<i32> {
    let zone: Tz = zone.parse().ok()?;
    let winter = DateTime::from_timestamp(0, 0)?.naive_utc();
    Some(zone.offset_from_utc_datetime(&winter).fix().local_minus_utc() / 60)
}
