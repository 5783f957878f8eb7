//! Compares values as the contract means them.
//!
//! Objects may have additional properties, `null` and empty objects may be left out, and `1.0` equals `1`. Strings
//! are the same if they mean the same at their place.

use std::collections::HashSet;

use serde_json::{Map, Number, Value};
use webdata_cases::case::Runs;
use webdata_cases::equality::Meaning;
use webdata_runtime::string_format::cron::Cron;
use webdata_spec::pointer;

use super::NOTHING;
use super::excerpt::{rendered, shown};

/// A value that differs from the expected one.
pub(super) struct Difference {
    /// The place, as a JSON Pointer.
    pub(super) place: String,
    pub(super) expected: String,
    pub(super) received: String,
}

impl Difference {
    pub(super) fn new(
        place: impl Into<String>,
        expected: impl Into<String>,
        received: impl Into<String>,
    ) -> Self {
        Self { place: place.into(), expected: expected.into(), received: received.into() }
    }
}

/// Whether a list may have more items than expected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListComparison {
    /// The list has exactly these items.
    Equal,
    /// The list has these items in this order, or more items in any order: a merged list keeps older items in
    /// their places.
    Contain,
}

/// When two strings or numbers, or the names of two headers, are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sameness {
    /// When they mean the same at their place.
    OfMeaning,
    /// When they are written in the same way.
    OfSpelling,
}

/// How a value is compared with the expected one.
#[derive(Clone, Copy)]
pub(super) struct ValueComparison<'c> {
    /// What decides at the place of the value which values are equal.
    pub(super) meaning: Meaning<'c>,
    pub(super) sameness: Sameness,
    /// The places of values that may be left out.
    pub(super) omissible: &'c [String],
    pub(super) lists: ListComparison,
}

impl ValueComparison<'_> {
    /// Returns the first difference from the expected value.
    pub(super) fn difference(
        self,
        place: &str,
        expected: &Value,
        received: Option<&Value>,
    ) -> Option<Difference> {
        let differs =
            |expected: String, received: String| Some(Difference::new(place, expected, received));
        match (expected, received) {
            (Value::Null, None) => None,
            (Value::Object(members), None) if self.may_be_absent(place, members) => None,
            (_, None) if self.omissible.iter().any(|omissible| omissible == place) => None,
            (_, None) => differs(expected.to_string(), NOTHING.to_owned()),
            (Value::Object(members), Some(Value::Object(received))) => {
                members.iter().find_map(|(name, value)| {
                    let received = match self.sameness {
                        Sameness::OfMeaning => self.meaning.property(received, name),
                        Sameness::OfSpelling => received.get(name),
                    };
                    let part = self.part(expected, name);
                    part.difference(&pointer::child(place, name), value, received)
                })
            }
            (Value::Array(items), Some(Value::Array(received))) => {
                if self.lists == ListComparison::Contain && received.len() > items.len() {
                    return self.missing_item(place, expected, received);
                }
                if items.len() != received.len() {
                    let count = |list: &Vec<Value>| format!("{} items", list.len());
                    return differs(count(items), count(received));
                }
                let mut pairs = items.iter().zip(received).enumerate();
                let difference = pairs.find_map(|(index, (item, received))| {
                    let part = self.part(expected, &index.to_string());
                    part.difference(&format!("{place}/{index}"), item, Some(received))
                })?;
                let is_reordered = !self.meaning.is_ordered(expected)
                    && self.missing_item(place, expected, received).is_none();
                match self.sameness {
                    Sameness::OfMeaning if is_reordered => None,
                    Sameness::OfSpelling if is_reordered => {
                        differs(expected.to_string(), Value::from(received.clone()).to_string())
                    }
                    Sameness::OfMeaning | Sameness::OfSpelling => Some(difference),
                }
            }
            (expected, Some(received)) if self.is_same(expected, received) => None,
            (expected, Some(received)) => differs(expected.to_string(), rendered(received)),
        }
    }

    fn part(self, whole: &Value, token: &str) -> Self {
        Self { meaning: self.meaning.part(whole, token), ..self }
    }

    /// Returns whether two values of which one is no object and no list are the same.
    fn is_same(self, expected: &Value, received: &Value) -> bool {
        match (self.sameness, expected, received) {
            (Sameness::OfMeaning, Value::String(left), Value::String(right)) => {
                self.meaning.is_equal_text(left, right)
            }
            (Sameness::OfMeaning, Value::Number(left), Value::Number(right)) => {
                is_same_number(left, right)
            }
            (_, expected, received) => expected == received,
        }
    }

    /// Returns whether all properties of an object may be left out, and so the object itself.
    fn may_be_absent(self, place: &str, members: &Map<String, Value>) -> bool {
        members.iter().all(|(name, value)| {
            self.difference(&pointer::child(place, name), value, None).is_none()
        })
    }

    /// Returns the first item of an expected list that a longer list lacks. Each item of the longer list matches
    /// at most one expected item.
    pub(super) fn missing_item(
        self,
        place: &str,
        expected: &Value,
        received: &[Value],
    ) -> Option<Difference> {
        let list = expected.as_array()?;
        // Equal items come first: whether others mean the same takes longer to decide.
        let fitting = |index: usize| {
            let item = &list[index];
            let (equal, others): (Vec<usize>, Vec<usize>) =
                (0..received.len()).partition(|at| received[*at] == *item);
            let (part, place) =
                (self.part(expected, &index.to_string()), format!("{place}/{index}"));
            let means_same =
                move |at: &usize| part.difference(&place, item, Some(&received[*at])).is_none();
            equal.into_iter().chain(others.into_iter().filter(means_same))
        };
        // The expected item that each received item matches. An item that fits several may be reassigned.
        let mut taken: Vec<Option<usize>> = vec![None; received.len()];
        let mut items = list.iter().enumerate();
        let missing =
            items.find(|(index, _)| !assign(*index, &fitting, &mut taken, &mut HashSet::new()));
        missing.map(|(index, item)| {
            Difference::new(format!("{place}/{index}"), item.to_string(), "no such item")
        })
    }

    /// Returns whether a list has every sent item. Some items may have been there before, and a server that
    /// merges lists keeps those in their places.
    pub(super) fn is_kept(
        self,
        place: &str,
        sent: &Value,
        received: &Value,
        before: Option<&Value>,
    ) -> bool {
        let (Some(items), Some(received), Some(before)) =
            (sent.as_array(), received.as_array(), before.and_then(Value::as_array))
        else {
            return false;
        };
        let was_there = |(index, item): (usize, &Value)| {
            let part = self.part(sent, &index.to_string());
            let place = format!("{place}/{index}");
            before.iter().any(|other| part.difference(&place, item, Some(other)).is_none())
        };
        self.missing_item(place, sent, received).is_none()
            && items.iter().enumerate().any(was_there)
    }
}

/// Returns whether two numbers are equal, however they are written. Beyond 2^53, floats cannot represent
/// every integer.
fn is_same_number(left: &Number, right: &Number) -> bool {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => left == right,
        (Some(integer), None) => is_float_of(right, integer),
        (None, Some(integer)) => is_float_of(left, integer),
        (None, None) => left.as_f64() == right.as_f64(),
    }
}

fn is_float_of(float: &Number, integer: i128) -> bool {
    // The cast is exact for a float without a fraction, and saturates far beyond the range of `Number`.
    float.as_f64().is_some_and(|float| float.fract() == 0.0 && float as i128 == integer)
}

/// Matches an expected item with a received one, and reassigns the received item's earlier match. Returns
/// whether that worked.
fn assign<I: Iterator<Item = usize>>(
    item: usize,
    fitting: &impl Fn(usize) -> I,
    taken: &mut [Option<usize>],
    tried: &mut HashSet<usize>,
) -> bool {
    fitting(item).any(|at| {
        let is_free =
            tried.insert(at) && taken[at].is_none_or(|other| assign(other, fitting, taken, tried));
        if is_free {
            taken[at] = Some(item);
        }
        is_free
    })
}

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
    let expected = format!("a cron expression that runs {}", describe_runs(runs));
    Some(Difference::new(place, expected, format!("{}{wrong}", shown(received))))
}

/// Returns the gap between runs of an expression that are closer than `minutes`.
pub(super) fn gap_difference(
    place: &str,
    minutes: u64,
    received: Option<&Value>,
) -> Option<Difference> {
    let cron = received.and_then(Value::as_str).and_then(|text| Cron::parse(text).ok())?;
    let gap = cron.smallest_gap()?.as_secs() / 60;
    (gap < minutes).then(|| Difference {
        place: place.to_owned(),
        expected: format!("runs at least {minutes} min apart"),
        received: format!("{}, which has runs that are {gap} min apart", shown(received)),
    })
}

/// Returns what is wrong with the runs of an expression; `None` if they are as expected.
fn describe_wrong_runs(cron: &Cron, Runs { every, at }: Runs) -> Option<String> {
    let (mut first, mut previous) = (None, None);
    for run in cron.runs_of_a_year() {
        if let Some(at) = at.filter(|at| run % every != *at) {
            let time = if every == DAY || at >= HOUR { run % DAY } else { run % HOUR };
            return Some(format!(", which runs at {}", clock(time)));
        }
        let gap = previous.map(|previous| run - previous);
        if let Some(gap) = gap.filter(|gap| *gap != every) {
            return Some(format!(", which has runs that are {gap} min apart"));
        }
        first.get_or_insert(run);
        previous = Some(run);
    }
    match first.zip(previous) {
        None => Some(", which never runs".to_owned()),
        Some((first, last)) if first >= every || YEAR - last > every => {
            Some(", which does not run all year".to_owned())
        }
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
    use serde_json::{Value, json};

    use super::*;

    /// Returns how a value is compared at a place without a schema.
    fn comparison(omissible: &[String], lists: ListComparison) -> ValueComparison<'_> {
        let (meaning, sameness) = (Meaning::default(), Sameness::OfMeaning);
        ValueComparison { meaning, sameness, omissible, lists }
    }

    #[test]
    fn values_are_compared_as_the_contract_defines() {
        let check = |expected, received, at: Option<&str>| {
            let omissible = ["/default", "/a/default"].map(str::to_owned);
            let comparison = comparison(&omissible, ListComparison::Contain);
            let place_of_difference = comparison.difference("", &expected, Some(&received));
            let place_of_difference = place_of_difference.map(|difference| difference.place);
            assert_eq!(place_of_difference.as_deref(), at, "{expected} against {received}");
        };
        check(json!({"a": 1}), json!({"a": 1.0, "b": 2}), None);
        check(json!({"a": null}), json!({}), None);
        check(json!({"a": {}}), json!({}), None);
        check(json!({"default": 1}), json!({}), None);
        check(json!({"a": {"default": 1, "b": {}}}), json!({}), None);
        check(json!({"a": {"default": 1, "b": 2}}), json!({}), Some("/a"));
        check(json!({"default": 1}), json!({"default": 2}), Some("/default"));
        check(json!({"other": 1}), json!({}), Some("/other"));
        check(json!({"a": null}), json!({"a": 0}), Some("/a"));
        check(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}), Some("/a/1/b"));
        check(json!([1, 3]), json!([1, 2, 3]), None);
        check(json!([3, 1]), json!([1, 2, 3]), None);
        check(json!([3, 1]), json!([1, 3]), Some("/0"));
        check(json!([3, 4]), json!([1, 2, 3]), Some("/1"));
        check(json!([1, 1]), json!([1, 2, 3]), Some("/1"));
        check(json!([[1], [1, 2]]), json!([[1, 2], [1], 3]), None);
        check(json!([1, 2]), json!([1]), Some(""));
        check(json!({"a/b": 1}), json!({"a/b": "1"}), Some("/a~1b"));
        check(json!("a"), json!("A"), Some(""));
    }

    #[test]
    fn close_runs_are_found_in_any_notation() {
        for (cron, is_close) in [
            ("*/5 * * * *", false),
            ("*/2 * * * *", true),
            ("*/7 * * * *", true),
            ("0-53/7 * * * *", false),
            ("0 9 * * MON", false),
            ("@hourly", false),
        ] {
            let difference = gap_difference("", 5, Some(&json!(cron)));
            assert_eq!(difference.is_some(), is_close, "{cron}");
        }
    }

    #[test]
    fn numbers_are_the_same_exactly() {
        let check = |left: &str, right: &str, is_same: bool| {
            let [left, right] =
                [left, right].map(|text| serde_json::from_str::<Value>(text).expect("a number"));
            for (expected, received) in [(&left, &right), (&right, &left)] {
                let difference_found =
                    comparison(&[], ListComparison::Equal).difference("", expected, Some(received));
                assert_eq!(difference_found.is_none(), is_same, "{left} and {right}");
            }
        };
        check("1", "1.0", true);
        check("1", "1.5", false);
        check("-7", "-7e0", true);
        check("0", "-0.0", true);
        check("100", "1E2", true);
        check("0.1", "0.1000", true);
        check("0.1", "0.2", false);
        check("9007199254740992", "9007199254740992.0", true);
        check("9007199254740993", "9007199254740993", true);
        check("9007199254740993", "9007199254740992", false);
        check("9007199254740993", "9007199254740992.0", false);
        check("-9007199254740993", "-9007199254740992", false);
        check("18446744073709551615", "18446744073709551615", true);
        check("18446744073709551615", "18446744073709551614", false);
        check("18446744073709551615", "18446744073709551616", false);
        check("9223372036854775807", "9223372036854775808", false);
        check("9223372036854775808", "9223372036854775808.0", true);
        check("-9223372036854775808", "-9223372036854775808.0", true);
        check("-1", "18446744073709551615", false);
        check("1e30", "1000000000000000000000000000000", true);
        check("1e30", "1", false);
    }

    #[test]
    fn a_list_that_must_be_the_same_has_no_other_items() {
        let difference_found = comparison(&[], ListComparison::Equal).difference(
            "",
            &json!([1]),
            Some(&json!([1, 2])),
        );
        assert_eq!(
            difference_found.map(|difference| difference.received).as_deref(),
            Some("2 items")
        );
    }

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
                    ("*/30 9-17 * * *", "which has runs that are 930 min apart"),
                    ("0 * * * *", "which has runs that are 60 min apart"),
                ],
            ),
            (
                (15, Some(7)),
                &["7-59/15 * * * *", "7,22,37,52 * * * *"],
                &[
                    ("*/15 * * * *", "which runs at 0:00"),
                    ("7 * * * *", "which has runs that are 60 min apart"),
                    ("22-29/15 * * * *", "which has runs that are 60 min apart"),
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
                    ("0 0 29 2 *", "which does not run all year"),
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
