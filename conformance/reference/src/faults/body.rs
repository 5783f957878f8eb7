//! Faults in reading and judging the body of a request.
//!
//! It must not validate a body itself, only change what is validated and what is found.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use regex::Regex;
use serde::Serialize;
use serde_json::{Value, json};
use webdata_spec::json_schema::MINIMUM_INTERVAL;

use super::reading::Reading;
use super::translation::Translation;
use super::value_path::ValuePath;
use crate::contract::compiled_schema::Violation;
use crate::contract::string_formats::cron;

/// The keywords of JSON Schema for types and for listed values.
const TYPE: &str = "type";
const ENUM: &str = "enum";

/// The keywords that say which strings there may be.
const OF_STRINGS: [&str; 3] = ["format", "pattern", MINIMUM_INTERVAL];

/// A fault in reading or judging what stands at a place of an operation's body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BodyFault {
    /// The identity of the operation.
    pub operation: String,
    /// The place.
    #[serde(rename = "spot")]
    pub path: ValuePath,
    /// What is done wrongly.
    pub mistake: Mistake,
}

/// What is done wrongly with a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mistake {
    /// That it breaks a keyword of JSON Schema is not minded.
    Forgives(&'static str),
    /// The same, in what stands behind the first item of the list around it.
    ForgivesBehindFirst(&'static str),
    /// The same, in what stands behind the first so many items of the list around it.
    ForgivesBehind(&'static str, usize),
    /// A cron expression is judged by its next two runs, which have to be so many seconds apart.
    LooksAhead(u32),
    /// It is read as another value.
    Takes(Reading),
    /// Where it is left out, this stands in its place.
    Fills(Value),
    /// It is validated as if it were another value, and stored as it is.
    Judges(Reading),
    /// A string that matches this expression is accepted, whatever its format and its pattern say.
    Accepts(String),
    /// A string that matches this expression is rejected.
    Rejects(String),
    /// A string that matches the expression gets a row of the catalogue that is no rejection.
    FailsAt {
        /// The expression.
        like: String,
        /// The identity of the row.
        row: String,
    },
    /// It is not stored where its object has this property, too.
    LosesBeside(String),
    /// A schedule in words is stored as another cron expression than the one that it stands for.
    Translates {
        /// The property beside it that gets the expression.
        into: String,
        /// The mistake.
        how: Translation,
    },
    /// Where it would be another value if it were read so, the request is answered with a row of the
    /// catalogue.
    Fails(Reading, String),
}

impl BodyFault {
    /// A body as it is read, from the body as it was sent.
    pub(super) fn read(&self, body: &mut Value) {
        if let Mistake::Takes(reading) = &self.mistake {
            read_as(&self.path, reading, body);
        }
    }

    /// Fills in what a body that was validated left out.
    pub(super) fn fill(&self, body: &mut Value) {
        match &self.mistake {
            Mistake::Fills(value) => self.path.fill(body, value),
            Mistake::LosesBeside(other) => self.path.change_owner(body, |owner, name| {
                if owner.contains_key(other) {
                    owner.shift_remove(name);
                }
            }),
            Mistake::Translates { into, how } => self.path.change_owner(body, |owner, name| {
                let found = owner.get(name).and_then(Value::as_str);
                if let Some(cron) = found.and_then(|phrase| how.apply(phrase, owner)) {
                    owner.shift_remove(name);
                    owner.insert(into.clone(), cron.into());
                }
            }),
            _ => {}
        }
    }

    /// The row that a body is answered with by mistake.
    pub(super) fn failure(&self, body: &Value) -> Option<&str> {
        match &self.mistake {
            Mistake::Fails(reading, row) => {
                let mut read = body.clone();
                read_as(&self.path, reading, &mut read);
                (read != *body).then_some(row)
            }
            Mistake::FailsAt { like, row } => {
                let mut is_met = false;
                let mut looked_at = body.clone();
                self.path.change(&mut looked_at, &mut |value| is_met |= is_like(like, value));
                is_met.then_some(row)
            }
            _ => None,
        }
    }

    /// A body as it is validated.
    pub(super) fn as_validated<'b>(&self, body: &'b Value) -> Cow<'b, Value> {
        match &self.mistake {
            Mistake::Judges(reading) => {
                let mut validated = body.clone();
                read_as(&self.path, reading, &mut validated);
                Cow::Owned(validated)
            }
            Mistake::Rejects(like) => {
                let mut validated = body.clone();
                self.path.change(&mut validated, &mut |value| {
                    if is_like(like, value) {
                        // No string is a list.
                        *value = json!([]);
                    }
                });
                Cow::Owned(validated)
            }
            _ => Cow::Borrowed(body),
        }
    }

    /// Whether a mistake in a body is not minded at a moment.
    pub(super) fn forgives(
        &self,
        body: &Value,
        violation: &Violation,
        now: &DateTime<Utc>,
    ) -> bool {
        let (keyword, behind) = match &self.mistake {
            Mistake::Forgives(keyword) => (*keyword, 0),
            Mistake::ForgivesBehindFirst(keyword) => (*keyword, 1),
            Mistake::ForgivesBehind(keyword, first) => (*keyword, *first),
            Mistake::LooksAhead(seconds) => {
                let minimum = TimeDelta::seconds((*seconds).into());
                let text = value_at(body, violation).and_then(Value::as_str);
                let cron = text.and_then(cron::parse);
                if !cron.is_some_and(|cron| cron::next_two_keep_apart(&cron, now, minimum)) {
                    return false;
                }
                (MINIMUM_INTERVAL, 0)
            }
            Mistake::Accepts(like) => {
                return OF_STRINGS.contains(&violation.keyword.as_str())
                    && self.index(body, violation).is_some()
                    && value_at(body, violation).is_some_and(|value| is_like(like, value));
            }
            Mistake::Takes(_)
            | Mistake::Fills(_)
            | Mistake::LosesBeside(_)
            | Mistake::Judges(_)
            | Mistake::Fails(..)
            | Mistake::Rejects(_)
            | Mistake::FailsAt { .. }
            | Mistake::Translates { .. } => return false,
        };
        let found = self.index(body, violation);
        found.is_some_and(|found| found >= behind)
            && (violation.keyword == keyword || keyword == TYPE && is_of_type(body, violation))
    }

    /// Whether a violation is at the place: if so, which item of the innermost list it is in, from 0.
    fn index(&self, body: &Value, violation: &Violation) -> Option<usize> {
        let steps = violation.steps.iter().chain(&violation.missing);
        let steps: Vec<&str> = steps.map(String::as_str).collect();
        self.path.index_in_list(body, &steps)
    }
}

/// Whether a value is a string that matches an expression.
fn is_like(expression: &str, value: &Value) -> bool {
    let expression = Regex::new(expression).ok();
    value.as_str().zip(expression).is_some_and(|(text, expression)| expression.is_match(text))
}

/// Whether a violation says no more than that a value has the wrong type: one that is no text is
/// none of the listed texts either.
fn is_of_type(body: &Value, violation: &Violation) -> bool {
    violation.keyword == ENUM && value_at(body, violation).is_some_and(|value| !value.is_string())
}

/// The value that a violation is about.
fn value_at<'b>(body: &'b Value, violation: &Violation) -> Option<&'b Value> {
    violation.steps.iter().try_fold(body, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })
}

fn read_as(path: &ValuePath, reading: &Reading, body: &mut Value) {
    let is_nothing = |value: &Value| match reading {
        Reading::NothingOfNull => value.is_null(),
        Reading::NothingOfEmpty => value.as_str() == Some(""),
        _ => false,
    };
    if matches!(reading, Reading::NothingOfNull | Reading::NothingOfEmpty) {
        path.change_owner(body, |owner, name| {
            if owner.get(name).is_some_and(is_nothing) {
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
