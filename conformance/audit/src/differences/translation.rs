//! Wrong cron expressions for schedule phrases, from the table `translations.toml`.
//!
//! This module does not know which phrases there are.

use std::sync::LazyLock;

use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::{Map, Value};
use webdata_reference::cron_of_phrase;

use super::conversion::Pattern;

/// The number of minutes in a day.
const DAY: i32 = 24 * 60;

const TABLE: &str = include_str!("../../translations.toml");

/// The rows of the table. A test reads the table, so it has no mistakes.
static TRANSLATIONS: LazyLock<Vec<Translation>> = LazyLock::new(|| {
    toml::from_str(TABLE).map(|table: Table| table.translation).unwrap_or_default()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    translation: Vec<Translation>,
}

/// A mistake of translating phrases to cron expressions. Phrases that the mistake does not apply to are translated
/// correctly.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Translation {
    /// The suffix of the identity.
    pub(crate) suffix: String,
    pub(crate) description: String,
    /// A pattern that the phrase in lower case matches; `None` for every phrase.
    phrase: Option<Pattern>,
    /// A pattern that the right expression matches.
    right: Pattern,
    /// The string that replaces each match of `right`, if nothing is computed.
    #[serde(default)]
    wrong: String,
    computes: Option<Computation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Computation {
    /// The time of day in UTC, by the time zone in the schedule.
    TimeInUtc,
    /// The hour modulo 12.
    HourOfTwelve,
}

impl Translation {
    pub(crate) fn all() -> impl Iterator<Item = &'static Self> {
        TRANSLATIONS.iter()
    }

    /// Returns whether the mistake changes the expression of a phrase in some time zone.
    pub(crate) fn is_about(&self, phrase: &str) -> bool {
        let zone = (String::new(), "Asia/Kolkata".into());
        let right = cron_of_phrase(phrase);
        right.is_some_and(|right| self.apply(phrase, &right, &Map::from_iter([zone])).is_some())
    }

    /// Returns the wrong expression for a phrase; `schedule` has the other properties of the schedule, of which one
    /// may be the time zone.
    pub(crate) fn apply(
        &self,
        phrase: &str,
        right: &str,
        schedule: &Map<String, Value>,
    ) -> Option<String> {
        let phrase = phrase.to_ascii_lowercase();
        let is_meant = self.phrase.as_ref().is_none_or(|like| like.is_match(&phrase));
        if !is_meant || !self.right.is_match(right) {
            return None;
        }
        let wrong = match self.computes {
            None => self.right.substitute(right, &self.wrong),
            Some(computation) => computation.apply(right, schedule)?,
        };
        (wrong != right).then_some(wrong)
    }
}

impl Computation {
    fn apply(self, right: &str, schedule: &Map<String, Value>) -> Option<String> {
        let mut fields = right.split(' ').map(str::parse::<i32>);
        let (minute, hour) = (fields.next()?.ok()?, fields.next()?.ok()?);
        let (hour, minute) = match self {
            Self::HourOfTwelve => (hour % 12, minute),
            Self::TimeInUtc => {
                let shift = schedule.values().find_map(|zone| minutes_ahead(zone.as_str()?))?;
                let time = (hour * 60 + minute - shift).rem_euclid(DAY);
                (time / 60, time % 60)
            }
        };
        Some(format!("{minute} {hour} * * *"))
    }
}

/// Returns the offset of a time zone in minutes east of UTC, in winter.
fn minutes_ahead(zone: &str) -> Option<i32> {
    let zone: Tz = zone.parse().ok()?;
    let winter = DateTime::from_timestamp(0, 0)?.naive_utc();
    Some(zone.offset_from_utc_datetime(&winter).fix().local_minus_utc() / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_mistranslated_as_the_table_says() {
        let zone = Map::from_iter([("timezone".to_owned(), "Asia/Kolkata".into())]);
        for (phrase, suffix, wrong) in [
            ("every day at 9:05", "swaps-fields", Some("9 5 * * *")),
            ("every day at 9:05", "in-utc", Some("35 3 * * *")),
            ("every day at 17:30", "by-twelve-hours", Some("30 5 * * *")),
            ("every day at 5 PM", "always-morning", Some("0 5 * * *")),
            ("every 15 minutes starting at :07", "starts-at-zero", Some("*/15 * * * *")),
            ("every 15 minutes starting at :07", "at-midnight", None),
            ("every day at 9 am", "always-morning", None),
            ("every hour", "in-utc", None),
        ] {
            let row = Translation::all().find(|row| row.suffix == suffix).unwrap();
            let right = cron_of_phrase(phrase).unwrap();
            assert_eq!(row.apply(phrase, &right, &zone).as_deref(), wrong, "{suffix} of {phrase}");
        }
    }
}
