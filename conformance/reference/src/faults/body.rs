//! Faults in reading and judging the body of a request.
//!
//! It must not validate a body itself, only change what is validated and what is found.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;
use webdata_spec::json_schema::MINIMUM_INTERVAL;

use super::reading::Reading;
use super::value_path::ValuePath;
use crate::contract::compiled_schema::Violation;
use crate::contract::string_formats::cron;

/// The keywords of JSON Schema for types and for listed values.
const TYPE: &str = "type";
const ENUM: &str = "enum";

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
        if let Mistake::Fills(value) = &self.mistake {
            self.path.fill(body, value);
        }
    }

    /// The row that a body is answered with by mistake.
    pub(super) fn failure(&self, body: &Value) -> Option<&str> {
        let Mistake::Fails(reading, row) = &self.mistake else { return None };
        let mut read = body.clone();
        read_as(&self.path, reading, &mut read);
        (read != *body).then_some(row)
    }

    /// A body as it is validated.
    pub(super) fn as_validated<'b>(&self, body: &'b Value) -> Cow<'b, Value> {
        match &self.mistake {
            Mistake::Judges(reading) => {
                let mut validated = body.clone();
                read_as(&self.path, reading, &mut validated);
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
            Mistake::Takes(_) | Mistake::Fills(_) | Mistake::Judges(_) | Mistake::Fails(..) => {
                return false;
            }
        };
        let steps = violation.steps.iter().chain(&violation.missing);
        let steps: Vec<&str> = steps.map(String::as_str).collect();
        let found = self.path.index_in_list(body, &steps);
        found.is_some_and(|found| found >= behind)
            && (violation.keyword == keyword || keyword == TYPE && is_of_type(body, violation))
    }
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
