//! Faults of reading and validating a request body.
//!
//! This module validates nothing itself. It changes the body before validation, and the violations after it.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use croner::Cron;
use regex::Regex;
use serde_json::{Value, json};
use webdata_spec::json_schema::MINIMUM_INTERVAL;

use super::reading::Reading;
use super::translation::Translation;
use super::value_path::ValuePath;
use crate::contract::compiled_schema::{Violation, pointer};
use crate::contract::string_formats::cron;

/// The JSON Schema keywords for types and for enums.
const TYPE: &str = "type";
const ENUM: &str = "enum";

/// The JSON Schema keywords that restrict strings.
const OF_STRINGS: [&str; 3] = ["format", "pattern", MINIMUM_INTERVAL];

/// A mistake of reading or validating a value.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyMistake {
    /// Ignores violations of a JSON Schema keyword, after this number of items of the enclosing array.
    IgnoresKeyword(&'static str, usize),
    /// Checks only the next runs of a cron expression, against a minimum interval.
    ChecksNextRunsOnly {
        /// The smallest interval, in seconds.
        seconds: u32,
        /// The number of runs.
        runs: usize,
    },
    /// Reads the value as another value.
    ReadsAs(Reading),
    /// Fills in this value if the property is missing.
    FillsIn(Value),
    /// Validates another value, and stores the value unchanged.
    ValidatesAs(Reading),
    /// Accepts strings that match this regular expression, whatever their format and pattern.
    Accepts(String),
    /// Rejects strings that match this regular expression.
    Rejects(String),
    /// Responds with an error row other than a validation failure to strings that match a regular expression.
    FailsOnMatch {
        /// The regular expression.
        pattern: String,
        /// The identity of the row.
        row: String,
    },
    /// Does not store the value if its object also has this property.
    DropsBeside(String),
    /// Stores another cron expression than the one that a schedule phrase stands for.
    Mistranslates {
        /// The property beside it that gets the expression.
        into: String,
        /// The mistake.
        translation: Translation,
    },
    /// Responds with an error row if the reading would change the value.
    FailsOnReading(Reading, String),
}

/// A mistake of reading or validating the values at a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyFault<'f> {
    pub(super) path: &'f ValuePath,
    pub(super) mistake: &'f BodyMistake,
}

impl<'f> BodyFault<'f> {
    /// Changes a parsed body as the fault reads it.
    pub(crate) fn read(self, body: &mut Value) {
        if let BodyMistake::ReadsAs(reading) = self.mistake {
            read_as(self.path, reading, body);
        }
    }

    /// Changes a validated body before it is stored.
    pub(crate) fn fill(self, body: &mut Value) {
        let Self { path, mistake } = self;
        match mistake {
            BodyMistake::FillsIn(value) => path.fill(body, value),
            BodyMistake::DropsBeside(other) => path.change_owner(body, |owner, name| {
                if owner.contains_key(other) {
                    owner.shift_remove(name);
                }
            }),
            BodyMistake::Mistranslates { into, translation } => {
                path.change_owner(body, |owner, name| {
                    let phrase = owner.get(name).and_then(Value::as_str);
                    if let Some(cron) = phrase.and_then(|phrase| translation.apply(phrase, owner)) {
                        owner.shift_remove(name);
                        owner.insert(into.clone(), cron.into());
                    }
                });
            }
            _ => {}
        }
    }

    /// Returns the identity of the error row that the fault responds with.
    pub(crate) fn failure(self, body: &Value) -> Option<&'f str> {
        let Self { path, mistake } = self;
        match mistake {
            BodyMistake::FailsOnReading(reading, row) => {
                let mut read = body.clone();
                read_as(path, reading, &mut read);
                (read != *body).then_some(row.as_str())
            }
            BodyMistake::FailsOnMatch { pattern, row } => {
                let mut is_met = false;
                let mut visited = body.clone();
                path.change(&mut visited, &mut |value| is_met |= is_match(pattern, value));
                is_met.then_some(row.as_str())
            }
            _ => None,
        }
    }

    /// Returns the body that is validated in place of `body`.
    pub(crate) fn as_validated(self, body: &Value) -> Cow<'_, Value> {
        let Self { path, mistake } = self;
        match mistake {
            BodyMistake::ValidatesAs(reading) => {
                let mut validated = body.clone();
                read_as(path, reading, &mut validated);
                Cow::Owned(validated)
            }
            BodyMistake::Rejects(pattern) => {
                let mut validated = body.clone();
                path.change(&mut validated, &mut |value| {
                    if is_match(pattern, value) {
                        // An array is no valid string.
                        *value = json!([]);
                    }
                });
                Cow::Owned(validated)
            }
            _ => Cow::Borrowed(body),
        }
    }

    /// Returns whether the fault ignores a violation at the moment `now`.
    pub(crate) fn ignores_violation(
        self,
        body: &Value,
        violation: &Violation,
        now: &DateTime<Utc>,
    ) -> bool {
        let Self { path, mistake } = self;
        let (keyword, first_ignored) = match mistake {
            BodyMistake::IgnoresKeyword(keyword, first_ignored) => (*keyword, *first_ignored),
            BodyMistake::ChecksNextRunsOnly { seconds, runs } => {
                let minimum = TimeDelta::seconds((*seconds).into());
                let text = value_at(body, violation).and_then(Value::as_str);
                let cron = text.and_then(cron::parse);
                if !cron.is_some_and(|cron| next_runs_keep_apart(&cron, now, minimum, *runs)) {
                    return false;
                }
                (MINIMUM_INTERVAL, 0)
            }
            BodyMistake::Accepts(pattern) => {
                return OF_STRINGS.contains(&violation.keyword.as_str())
                    && index(path, body, violation).is_some()
                    && value_at(body, violation).is_some_and(|value| is_match(pattern, value));
            }
            BodyMistake::ReadsAs(_)
            | BodyMistake::FillsIn(_)
            | BodyMistake::DropsBeside(_)
            | BodyMistake::ValidatesAs(_)
            | BodyMistake::FailsOnReading(..)
            | BodyMistake::Rejects(_)
            | BodyMistake::FailsOnMatch { .. }
            | BodyMistake::Mistranslates { .. } => return false,
        };
        let at = index(path, body, violation);
        at.is_some_and(|at| at >= first_ignored)
            && (violation.keyword == keyword || keyword == TYPE && is_of_type(body, violation))
    }
}

/// Returns the index in the innermost array if a violation is at a path; `None` if it is elsewhere.
fn index(path: &ValuePath, body: &Value, violation: &Violation) -> Option<usize> {
    let steps = violation.steps.iter().chain(&violation.missing);
    let steps: Vec<&str> = steps.map(String::as_str).collect();
    path.index_in_list(body, &steps)
}

/// Returns whether a value is a string that matches a regular expression.
fn is_match(expression: &str, value: &Value) -> bool {
    let expression = Regex::new(expression).ok();
    value.as_str().zip(expression).is_some_and(|(text, expression)| expression.is_match(text))
}

/// Returns whether a violation follows from a wrong type alone: a value that is no string also breaks `enum`.
fn is_of_type(body: &Value, violation: &Violation) -> bool {
    violation.keyword == ENUM && value_at(body, violation).is_some_and(|value| !value.is_string())
}

fn value_at<'b>(body: &'b Value, violation: &Violation) -> Option<&'b Value> {
    body.pointer(&pointer(&violation.steps))
}

fn read_as(path: &ValuePath, reading: &Reading, body: &mut Value) {
    let is_unset = |value: &Value| match reading {
        Reading::NullToAbsent => value.is_null(),
        Reading::EmptyToAbsent => value.as_str() == Some(""),
        _ => false,
    };
    if matches!(reading, Reading::NullToAbsent | Reading::EmptyToAbsent) {
        path.change_owner(body, |owner, name| {
            if owner.get(name).is_some_and(is_unset) {
                owner.shift_remove(name);
            }
        });
        return;
    }
    path.change(body, &mut |value| {
        if let Some(read) = reading.apply(value) {
            *value = read;
        }
    });
}

/// Returns whether the first two runs after a moment are at least `minimum` apart.
fn next_runs_keep_apart(
    cron: &Cron,
    now: &DateTime<Utc>,
    minimum: TimeDelta,
    count: usize,
) -> bool {
    let after = |run: &DateTime<Utc>| cron.find_next_occurrence(run, false).ok();
    let runs: Vec<_> = std::iter::successors(after(now), after).take(count).collect();
    runs.windows(2).all(|pair| matches!(pair, [one, next] if *next - *one >= minimum))
}
