//! The symptom of a failing case: the first point in which a response is not as expected.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ErrorRow};

use super::Judged;
use super::feature::operation_of;
use crate::judge::{SERVER_ERROR, STATUS, json};
use crate::outcome::ResponseRecord;

/// The symptom of a failing case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Symptom<'j> {
    /// A success where an error was expected.
    Accepted,
    /// Another status code than expected.
    Status {
        /// The identity of the expected error; `None` if a success was expected.
        expected: Option<&'j str>,
        received: u16,
        text: Option<String>,
    },
    /// An error with another status code or another text than the catalogue says.
    CatalogueError {
        /// The identity of the error.
        error: String,
        received: u16,
        /// The received text, if it is not the error's own.
        text: Option<String>,
    },
    /// Another point in which a response is not as expected.
    Place {
        /// The operation, for places in bodies of successes.
        operation: &'j str,
        /// The place, with `*` for the index of an item.
        place: String,
    },
    /// No response could be compared.
    Other(String),
}

/// The status codes of successes.
pub(super) const SUCCESS: std::ops::Range<u16> = 200..300;

impl<'j> Symptom<'j> {
    pub(super) fn new(spec: &Spec, case: &Judged<'j>) -> Self {
        let outcome = case.outcome;
        let Some(first) = outcome.deviations.first() else {
            return Self::Other(outcome.reason.to_string());
        };
        let (response, body) = (final_response(case), final_body(case));
        if first.place != STATUS {
            let operation = operation_of(case);
            let place = outermost_wrong_place(&first.place, body.as_ref());
            return Self::Place { operation, place: pattern(place) };
        }
        let Some(received) = response.map(|response| response.status) else {
            return Self::Other(outcome.reason.to_string());
        };
        let text = body.as_ref().and_then(|body| body.get("error")?.as_str());
        let has_text = !SUCCESS.contains(&received) && received < SERVER_ERROR;
        let text = text.filter(|_| has_text);
        // Steps before the tested one expect a success.
        let is_expected = |row: &&str| {
            spec.errors.get(*row).is_some_and(|row| first.expected_status() == Some(row.status))
        };
        let expected = case.error().filter(is_expected);
        let row = body.as_ref().filter(|_| received < SERVER_ERROR);
        if let Some(error) = row.and_then(|body| error_of_body(spec, expected, body, received)) {
            return Self::CatalogueError { error, received, text: None };
        }
        if expected.is_some() && SUCCESS.contains(&received) {
            return Self::Accepted;
        }
        let text = text.map(str::to_owned);
        Self::Status { expected, received, text }
    }

    /// Returns whether a success was expected, and another response came.
    pub(super) fn is_rejection(&self) -> bool {
        matches!(self, Self::Status { expected: None, .. })
    }

    /// Returns whether both have the same status code and text, whatever was expected.
    pub(super) fn has_same_response(&self, other: &Self) -> bool {
        let response = |symptom: &Self| match symptom {
            Self::Status { received, text, .. } => Some((*received, text.clone())),
            Self::Accepted | Self::CatalogueError { .. } | Self::Place { .. } | Self::Other(_) => {
                None
            }
        };
        response(self).is_some_and(|this| response(other) == Some(this))
    }

    /// Returns the clause that the symptom itself names.
    pub(super) fn clause(&self, spec: &Spec) -> Option<ClauseId> {
        match self {
            Self::CatalogueError { error, received, .. } => {
                let row = spec.errors.get(error)?;
                let part = if row.status == *received { "error" } else { "status" };
                Some(row.clause(part))
            }
            Self::Accepted | Self::Status { .. } | Self::Place { .. } | Self::Other(_) => None,
        }
    }

    /// Returns [`Symptom::CatalogueError`] if most of the cases that expect the error get the same other
    /// response; otherwise returns the symptom unchanged.
    pub(super) fn widened_to_error(self, cases: &[Judged<'_>], judged: &[Judged<'_>]) -> Self {
        let Self::Status { expected: Some(error), received, text } = self else { return self };
        let is_error = text.is_some() || received >= SERVER_ERROR;
        let expects = |case: &&Judged<'_>| case.error() == Some(error);
        let (tested, failing) = (judged.iter().filter(expects).count(), cases.len());
        if is_error && failing > 1 && is_most(failing, tested) {
            return Self::CatalogueError { error: error.to_owned(), received, text };
        }
        Self::Status { expected: Some(error), received, text }
    }
}

/// Returns the response at which a case ended.
fn final_response<'j>(case: &Judged<'j>) -> Option<&'j ResponseRecord> {
    let outcome = case.outcome;
    outcome.transcript.get(outcome.ended_at?)?.response.as_ref()
}

/// Returns the JSON body of the response at which a case ended.
pub(super) fn final_body(case: &Judged<'_>) -> Option<Value> {
    json::value(final_response(case)?.body.as_bytes())
}

/// Returns the error of a body whose status code is that of another error. The expected error takes
/// precedence.
fn error_of_body(
    spec: &Spec,
    expected: Option<&str>,
    body: &Value,
    received: u16,
) -> Option<String> {
    let rows = || spec.errors.values().filter(|row| matches_body(row, body));
    if rows().any(|row| row.status == received) {
        return None;
    }
    let expected_row = rows().find(|row| Some(row.id.as_str()) == expected);
    expected_row.or_else(|| rows().next()).map(|row| row.id.clone())
}

/// Returns whether a body has the code, or otherwise the text, of this error alone.
fn matches_body(row: &ErrorRow, body: &Value) -> bool {
    let (member, code) = match &row.code {
        Some(code) => ("code", Some(code.as_str())),
        None => ("error", row.text.shown()),
    };
    code.is_some() && body.get(member).and_then(Value::as_str) == code
}

/// Returns the outermost place, at or above a place, that the body lacks, or whose value cannot hold the next
/// step.
pub(super) fn outermost_wrong_place<'p>(place: &'p str, body: Option<&Value>) -> &'p str {
    let Some(mut value) = body.filter(|_| place.starts_with('/')) else { return place };
    let ends = place.match_indices('/').map(|(end, _)| end).skip(1).chain([place.len()]);
    let mut start = 0;
    for end in ends {
        let step = &place[start..end];
        let can_hold = match value {
            Value::Object(_) => true,
            Value::Array(_) => step[1..].bytes().all(|byte| byte.is_ascii_digit()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
        if !can_hold {
            return &place[..start];
        }
        let Some(inside) = value.pointer(step) else { return &place[..end] };
        (value, start) = (inside, end);
    }
    place
}

/// Returns whether enough of the tested cases fail to count as all of them; the others may not reach the
/// deviation.
pub(super) fn is_most(failing: usize, tested: usize) -> bool {
    failing * 4 >= tested * 3
}

/// Returns a place with `*` for the index of an item.
pub(super) fn pattern(place: &str) -> String {
    let step = |step: &str| match step.is_empty() || !step.bytes().all(|byte| byte.is_ascii_digit())
    {
        true => step.to_owned(),
        false => "*".to_owned(),
    };
    place.split('/').map(step).collect::<Vec<_>>().join("/")
}
