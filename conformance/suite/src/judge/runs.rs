//! Compares the runs of a cron expression with those of a schedule, over a year in local time.
//!
//! The comparison does not depend on how an expression is spelled.

use serde_json::Value;
use webdata_cases::case::Runs;
use webdata_runtime::string_format::cron::Cron;

use super::excerpt::rendered;
use super::http_response::NOTHING;
use super::values::Difference;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// The minutes of the year that `Cron::runs_of_a_year` covers.
const YEAR: u32 = 366 * DAY;

/// Returns how the runs of an expression differ from the expected runs.
pub(super) fn runs_difference(
    place: &str,
    runs: Runs,
    received: Option<&Value>,
) -> Option<Difference> {
    let wrong = match received.and_then(Value::as_str).map(Cron::parse) {
        None => String::new(),
        Some(Err(_)) => ", which is no cron expression of five fields".to_owned(),
        Some(Ok(cron)) => describe_wrong_runs(&cron, runs)?,
    };
    let received = received.map_or_else(|| NOTHING.to_owned(), rendered);
    Some(Difference {
        place: place.to_owned(),
        expected: format!("a cron expression that runs {}", describe_runs(runs)),
        received: format!("{received}{wrong}"),
    })
}

/// Returns what is wrong with the runs of an expression; `None` if they are as expected.
fn describe_wrong_runs(cron: &Cron, Runs { every, at }: Runs) -> Option<String> {
    let mut previous = None;
    for run in cron.runs_of_a_year() {
        if let Some(at) = at.filter(|at| run % every != *at) {
            let time = if every == DAY || at >= HOUR { run % DAY } else { run % HOUR };
            return Some(format!(", which runs at {}", clock(time)));
        }
        let gap = previous.map_or(run, |previous| run - previous);
        let is_even = if previous.is_some() { gap == every } else { gap < every };
        if !is_even {
            return Some(format!(", which has runs that are {gap} min apart"));
        }
        previous = Some(run);
    }
    match previous {
        None => Some(", which never runs".to_owned()),
        Some(last) if YEAR - last > every => Some(", which does not run all year".to_owned()),
        Some(_) => None,
    }
}

fn describe_runs(Runs { every, at }: Runs) -> String {
    let often = match every {
        HOUR => "every hour".to_owned(),
        DAY => "every day".to_owned(),
        WEEK => "every week".to_owned(),
        hours if hours.is_multiple_of(HOUR) => format!("every {} hours", hours / HOUR),
        minutes => format!("every {minutes} minutes"),
    };
    match at {
        None => format!("{often}, always equally far apart"),
        Some(at) if every < DAY => format!("{often}, from :{at:02} on"),
        Some(at) => format!("{often} at {}", clock(at)),
    }
}

/// Returns a minute of a day as a time of day.
fn clock(minute: u32) -> String {
    format!("{}:{:02}", minute / HOUR, minute % HOUR)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn expressions_are_judged_by_their_runs() {
        // The expected runs, expressions with these runs, and other expressions with the messages about them.
        type Row<'r> = ((u32, Option<u32>), &'r [&'r str], &'r [(&'r str, &'r str)]);
        let table: [Row<'_>; 7] = [
            (
                (30, None),
                &["*/30 * * * *", "0,30 * * * *", "7-59/30 * * * *", "15,45 0-23 * * 0-7"],
                &[
                    ("0,29 * * * *", "which has runs that are 29 min apart"),
                    ("*/30 9-17 * * *", "which has runs that are 540 min apart"),
                    ("0 * * * *", "which has runs that are 60 min apart"),
                ],
            ),
            (
                (15, Some(7)),
                &["7-59/15 * * * *", "7,22,37,52 * * * *"],
                &[
                    ("*/15 * * * *", "which runs at 0:00"),
                    ("7 * * * *", "which has runs that are 60 min apart"),
                ],
            ),
            ((60, None), &["0 * * * *", "17 */1 * * *"], &[("* * * * *", "1 min apart")]),
            (
                (120, None),
                &["0 */2 * * *", "17 1-23/2 * * *"],
                &[("* */2 * * *", "1 min apart"), ("*/2 * * * *", "2 min apart")],
            ),
            (
                (1440, None),
                &["0 0 * * *", "17 3 * * *", "5 4 */1 * *"],
                &[
                    ("0 9 * * 1-5", "which has runs that are"),
                    ("0 9 1-28 * *", "which has runs that are"),
                    ("0 0 29 2 *", "which has runs that are"),
                    ("0 0 30 2 *", "which never runs"),
                ],
            ),
            (
                (1440, Some(1050)),
                &["30 17 * * *", "30 17 * * 0-6", "30 17 1-31 1-12 *"],
                &[
                    ("17 30 * * *", "no cron expression"),
                    ("30:17", "no cron expression"),
                    ("17 5 * * *", "which runs at 5:17"),
                    ("30 5,17 * * *", "which runs at 5:30"),
                    ("30 17 * 1-11 *", "which does not run all year"),
                ],
            ),
            (
                (10_080, None),
                &["0 0 * * 1", "59 23 * * SUN", "0 9 * * 7"],
                &[
                    ("0 0 * * *", "which has runs that are 1440 min apart"),
                    ("0 0 1 * *", "which has runs that are 44640 min apart"),
                ],
            ),
        ];
        for ((every, at), right, wrong) in table {
            let runs = Runs { every, at };
            for text in right {
                let difference = runs_difference("/cron", runs, Some(&json!(text)));
                assert!(difference.is_none(), "{text}: {}", difference.unwrap().received);
            }
            for (text, says) in wrong {
                let difference = runs_difference("/cron", runs, Some(&json!(text))).unwrap();
                assert!(difference.received.contains(says), "{text}: {}", difference.received);
            }
        }
        for none in [None, Some(&Value::Null), Some(&json!(7))] {
            assert!(runs_difference("/cron", Runs { every: 60, at: None }, none).is_some());
        }
    }
}
