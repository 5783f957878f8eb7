//! Tables for the cron format, and a comparison of its smallest gap with a simple search over 400 years.
//!
//! The search shares neither calendar nor sets with the format, so that a mistake in either shows.

use super::{Cron, check, check_with_minimum};
use crate::string_format::FormatError;
use std::time::Duration;

mod walk;

const FIVE_MINUTES: Duration = Duration::from_secs(300);

const NEVER: &str = "never runs: the day it asks for is in none of its months";

#[test]
fn expressions() {
    const FIELDS: &str = "is not a cron expression of five fields: minute, hour, day of month, \
                          month, day of week";
    const MINUTE: &str = "has an invalid minute field; allowed are *, numbers from 0 to 59, and ranges, steps and \
                          lists of them";
    const HOUR: &str = "has an invalid hour field; allowed are *, numbers from 0 to 23, and ranges, steps and \
                        lists of them";
    const DAY: &str = "has an invalid day of month field; allowed are *, numbers from 1 to 31, and ranges, steps \
                       and lists of them";
    const MONTH: &str = "has an invalid month field; allowed are *, numbers from 1 to 12 or names such as JAN, and \
                         ranges, steps and lists of them";
    const WEEKDAY: &str = "has an invalid day of week field; allowed are *, numbers from 0 to 7 or names such as \
                           SUN, and ranges, steps and lists of them";
    check_table(
        check,
        &[
            "* * * * *",
            "0 9 * * 1-5",
            "*/15 0,12 1-7/2 JAN-mar,Dec SUN",
            "5/20 * * * *",
            "00 09 01 01 00",
            "0 0 * * FRI-SUN",
            "0 0 * * mon/2",
            "0 0 * * 7",
            "*/90 * * * *",
            "0\t0  * \t * *",
            " 0 0 * * * ",
            "0 0 29 2 *",
            "0 0 29 2 */7",
            "0 0 31 2 1",
            "0 0 30,31 2,4 *",
        ],
        &[
            ("", FIELDS),
            ("* * * *", FIELDS),
            ("0 * * * * *", FIELDS),
            ("@daily", FIELDS),
            ("*\u{a0}* * * *", FIELDS),
            ("60 * * * *", MINUTE),
            ("-1 * * * *", MINUTE),
            ("+1 * * * *", MINUTE),
            ("1.5 * * * *", MINUTE),
            ("1, * * * *", MINUTE),
            (",1 * * * *", MINUTE),
            ("1- * * * *", MINUTE),
            ("1-2-3 * * * *", MINUTE),
            ("*-5 * * * *", MINUTE),
            ("**/5 * * * *", MINUTE),
            ("/5 * * * *", MINUTE),
            ("0-60 * * * *", MINUTE),
            ("99999999999 * * * *", MINUTE),
            ("JAN * * * *", MINUTE),
            ("\u{0665} * * * *", MINUTE),
            ("0 24 * * *", HOUR),
            ("0 0 0 * *", DAY),
            ("0 0 32 * *", DAY),
            ("0 0 L * *", DAY),
            ("0 0 15W * *", DAY),
            ("0 0 ? * *", DAY),
            ("0 0 * 0 *", MONTH),
            ("0 0 * 13 *", MONTH),
            ("0 0 * JANUARY *", MONTH),
            ("0 0 * * 8", WEEKDAY),
            ("0 0 * * 5#2", WEEKDAY),
            ("0 0 * * *\n", WEEKDAY),
            ("30-10 * * * *", "has a range in its minute field that ends before it starts"),
            ("0 0 * DEC-JAN *", "has a range in its month field that ends before it starts"),
            ("0 0 * * 5-0", "has a range in its day of week field that ends before it starts"),
            (
                "*/0 * * * *",
                "has a step in its minute field that is not a whole number of at least 1",
            ),
            (
                "0 */x * * *",
                "has a step in its hour field that is not a whole number of at least 1",
            ),
            ("0 */ * * *", "has a step in its hour field that is not a whole number of at least 1"),
            (
                "0 0 1/2/3 * *",
                "has a step in its day of month field that is not a whole number of at least 1",
            ),
            ("0 0 31 2 *", NEVER),
            ("0 0 30 FEB *", NEVER),
            ("0 0 31 4,6,9,11 */2", NEVER),
        ],
    );
}

#[test]
fn minimum_of_five_minutes() {
    const AT_NIGHT: &str = "runs at 23:58 and at 00:00 the next day, which are 2 minutes apart; the \
                            smallest interval allowed is 5 minutes";
    const LATER_AT_NIGHT: &str = "runs at 23:57 and at 00:00 the next day, which are 3 minutes apart; \
                                  the smallest interval allowed is 5 minutes";
    const ONE: &str = "runs at 00:00 and at 00:01, which are 1 minute apart; the smallest interval \
                       allowed is 5 minutes";
    const FOUR: &str = "runs at 00:56 and at 01:00, which are 4 minutes apart; the smallest interval \
                        allowed is 5 minutes";
    const TWO: &str = "runs at 00:58 and at 01:00, which are 2 minutes apart; the smallest interval \
                       allowed is 5 minutes";
    const IN_AN_HOUR: &str = "runs at 07:30 and at 07:34, which are 4 minutes apart; the smallest \
                              interval allowed is 5 minutes";
    check_table(
        |text| check_with_minimum(text, FIVE_MINUTES),
        &[
            "*/5 * * * *",
            "0,55 * * * *",
            "0,58 */2 * * *",
            "58 23 31 * *",
            "0 0 1 1 *",
            "0,57 0,23 28,1 1 *",
            "0,58 0,23 29,1 2 */5",
        ],
        &[
            ("* * * * *", ONE),
            ("0,1 * * * *", ONE),
            ("*/7 * * * *", FOUR),
            ("*/7 0,1 1 1 *", FOUR),
            ("0,30,34 7 1 1 *", IN_AN_HOUR),
            ("0,58 * * * *", TWO),
            ("0,58 23,0 * * *", AT_NIGHT),
            ("0,58 23,0 * * 6,0", AT_NIGHT),
            ("0,58 23,0 1,31 * *", AT_NIGHT),
            ("0,58 23,0 1,31 12,1 *", AT_NIGHT),
            ("0,57 0,23 28,1 2,3 *", LATER_AT_NIGHT),
            ("0,57 0,23 29,1 2,3 *", LATER_AT_NIGHT),
            ("0,57 0,23 15 * 4,5", LATER_AT_NIGHT),
            ("0 0 31 2 *", NEVER),
            ("0,1 0 31 2 *", NEVER),
        ],
    );
}

#[test]
fn durations_in_messages() {
    let rows = [
        (
            "*/30 * * * *",
            3_600,
            "runs at 00:00 and at 00:30, which are 30 minutes apart; the smallest interval allowed \
             is 1 hour",
        ),
        (
            "0 * * * *",
            86_400,
            "runs at 00:00 and at 01:00, which are 1 hour apart; the smallest interval allowed is 1 \
             day",
        ),
        (
            "* * * * *",
            90,
            "runs at 00:00 and at 00:01, which are 1 minute apart; the smallest interval allowed is \
             90 seconds",
        ),
        (
            "5 9 * * *",
            172_800,
            "runs at 09:05 and at 09:05 the next day, which are 1 day apart; the smallest interval \
             allowed is 2 days",
        ),
        (
            "0 0 * * 1",
            864_000,
            "runs at 00:00 and at 00:00 7 days later, which are 7 days apart; the smallest interval \
             allowed is 10 days",
        ),
        (
            "0 6,18 1 * *",
            8_640_000,
            "runs at 06:00 and at 18:00, which are 12 hours apart; the smallest interval allowed is \
             100 days",
        ),
    ];
    for (text, minimum, message) in rows {
        let minimum = Duration::from_secs(minimum);
        check_table(|text| check_with_minimum(text, minimum), &[], &[(text, message)]);
    }
}

#[test]
fn smallest_gaps() {
    const DAY: u64 = 24 * 60;
    let rows = [
        ("* * * * *", Some(1)),
        ("*/7 * * * *", Some(4)),
        ("0 */5 * * *", Some(4 * 60)),
        ("0 9 * * *", Some(DAY)),
        ("0 0 * * SUN,7", Some(7 * DAY)),
        ("0 0 1 * *", Some(28 * DAY)),
        ("0 0 1 1 *", Some(365 * DAY)),
        ("0 0 29 2 *", Some(1461 * DAY)),
        ("0 0 29 2 */7", Some(10_227 * DAY)),
        ("0 0 31 2 *", None),
    ];
    for (text, minutes) in rows {
        let gap = Cron::parse(text).unwrap().smallest_gap();
        assert_eq!(gap.map(|gap| gap.as_secs() / 60), minutes, "{text}");
    }
}

/// Asserts that a format accepts the strings of `accepted`, and rejects those of `rejected` with the given
/// messages.
fn check_table(
    check: impl Fn(&str) -> Result<(), FormatError>,
    accepted: &[&str],
    rejected: &[(&str, &str)],
) {
    for text in accepted {
        assert_eq!(check(text), Ok(()), "{text:?} should be accepted");
    }
    for (text, message) in rejected {
        match check(text) {
            Ok(()) => panic!("{text:?} should be rejected: {message}"),
            Err(error) => assert_eq!(error.to_string(), *message, "for {text:?}"),
        }
    }
}
