//! Faults in reading and judging the body of a request.
//!
//! It must not judge a body itself, only change what is judged and what is found.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use super::{Fault, Faults, Reading, Spot};
use crate::check::Violation;

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
    pub spot: Spot,
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
    /// It is read as another value.
    Takes(Reading),
    /// Where it is left out, this stands in its place.
    Fills(Value),
    /// It is judged as if it were another value, and stored as it is.
    Judges(Reading),
}

impl Faults {
    fn of_body(&self, operation: &str) -> Option<&BodyFault> {
        match &self.0 {
            Some(Fault::Body(fault)) if fault.operation == operation => Some(fault),
            _ => None,
        }
    }

    /// A body as it is read, from the body as it was sent.
    pub(in super::super) fn read(&self, operation: &str, body: &mut Value) {
        if let Some(BodyFault { spot, mistake: Mistake::Takes(reading), .. }) =
            self.of_body(operation)
        {
            taken(spot, reading, body);
        }
    }

    /// Fills in what a body that was judged left out.
    pub(in super::super) fn fill(&self, operation: &str, body: &mut Value) {
        if let Some(BodyFault { spot, mistake: Mistake::Fills(value), .. }) =
            self.of_body(operation)
        {
            spot.fill(body, value);
        }
    }

    /// A body as it is judged.
    pub(in super::super) fn as_judged<'b>(
        &self,
        operation: &str,
        body: &'b Value,
    ) -> Cow<'b, Value> {
        match self.of_body(operation) {
            Some(BodyFault { spot, mistake: Mistake::Judges(reading), .. }) => {
                let mut judged = body.clone();
                taken(spot, reading, &mut judged);
                Cow::Owned(judged)
            }
            _ => Cow::Borrowed(body),
        }
    }

    /// Whether a mistake in a body is not minded.
    pub(in super::super) fn forgives(
        &self,
        operation: &str,
        body: &Value,
        violation: &Violation,
    ) -> bool {
        let Some(fault) = self.of_body(operation) else { return false };
        let (keyword, is_behind) = match &fault.mistake {
            Mistake::Forgives(keyword) => (*keyword, false),
            Mistake::ForgivesBehindFirst(keyword) => (*keyword, true),
            Mistake::Takes(_) | Mistake::Fills(_) | Mistake::Judges(_) => return false,
        };
        let steps = violation.steps.iter().chain(&violation.missing);
        let steps: Vec<&str> = steps.map(String::as_str).collect();
        let found = fault.spot.is_behind_first(body, &steps);
        found.is_some_and(|found| found || !is_behind)
            && (violation.keyword == keyword || keyword == TYPE && is_of_type(body, violation))
    }
}

/// Whether a violation says no more than that a value has the wrong type: one that is no text is
/// none of the listed texts either.
fn is_of_type(body: &Value, violation: &Violation) -> bool {
    let value = violation.steps.iter().try_fold(body, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    });
    violation.keyword == ENUM && value.is_some_and(|value| !value.is_string())
}

fn taken(spot: &Spot, reading: &Reading, body: &mut Value) {
    if *reading == Reading::NothingOfNull {
        spot.change_owner(body, |owner, name| {
            if owner.get(name).is_some_and(Value::is_null) {
                owner.shift_remove(name);
            }
        });
        return;
    }
    spot.change(body, &mut |value| {
        if let Some(read) = reading.of(value) {
            *value = read;
        }
    });
}
