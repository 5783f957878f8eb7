//! What a failing case shows from outside: the first thing in which an answer is not as expected.

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::Judged;
use crate::judge::STATUS;

/// What a failing case shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Symptom<'j> {
    /// The status is another one.
    Status {
        /// The identity of the error that was expected; none where a success was.
        expected: Option<&'j str>,
        /// The status that came.
        received: u16,
        /// The error text that came, if any.
        text: Option<String>,
    },
    /// An error comes with another status, or with another text.
    Row {
        /// The identity of the error.
        error: &'j str,
        /// The status that came.
        received: u16,
        /// The text that came, where it is not the error's own.
        text: Option<String>,
    },
    /// Something else in an answer is not as expected.
    Place {
        /// The operation, for places of bodies of successes.
        operation: &'j str,
        /// The place, with `*` for the index of an item.
        place: String,
    },
    /// Nothing came that could be compared.
    Other(&'j str),
}

/// The lowest status that says that the server failed.
const SERVER_ERROR: u16 = 500;
const SUCCESS: std::ops::Range<u16> = 200..300;

impl<'j> Symptom<'j> {
    pub(super) fn of(spec: &Spec, case: &Judged<'j>) -> Self {
        let outcome = case.outcome;
        let Some(first) = outcome.deviations.first() else { return Self::Other(&outcome.reason) };
        if first.place != STATUS {
            let operation = case.id.split("::").next().unwrap_or_default();
            return Self::Place { operation, place: pattern(&first.place) };
        }
        let ended_at = outcome.ended_at.and_then(|step| outcome.transcript.get(step));
        let Some(response) = ended_at.and_then(|exchange| exchange.response.as_ref()) else {
            return Self::Other(&outcome.reason);
        };
        let body = serde_json::from_str::<serde_json::Value>(&response.body).unwrap_or_default();
        let text = body.get("error").and_then(|error| error.as_str());
        let received = response.status;
        // A step before the refused one expects a success, and says so.
        let is_success = first.expected.starts_with('2') || first.expected.starts_with("a status");
        let expected = case.error().filter(|_| !is_success);
        if let (Some(error), Some(text)) = (expected, text) {
            let row = spec.errors.get(error);
            if row.and_then(|row| row.text.shown()) == Some(text) && received < SERVER_ERROR {
                return Self::Row { error, received, text: None };
            }
        }
        let is_told = !SUCCESS.contains(&received) && received < SERVER_ERROR;
        let text = text.filter(|_| is_told).map(str::to_owned);
        Self::Status { expected, received, text }
    }

    /// The clause that it names by itself.
    pub(super) fn clause(&self, spec: &Spec) -> Option<ClauseId> {
        match self {
            Self::Row { error, received, .. } => {
                let row = spec.errors.get(*error)?;
                let part = if row.status == *received { "error" } else { "status" };
                Some(row.clause(part))
            }
            Self::Status { .. } | Self::Place { .. } | Self::Other(_) => None,
        }
    }

    /// The same, where all that is to say is how an error comes: most of the cases that expect it get
    /// one and the same other answer.
    pub(super) fn of_row(self, cases: &[Judged<'_>], judged: &[Judged<'_>]) -> Self {
        let Self::Status { expected: Some(error), received, text: Some(text) } = self else {
            return self;
        };
        let expects = |case: &&Judged<'_>| case.error() == Some(error);
        let (tested, failing) = (judged.iter().filter(expects).count(), cases.len());
        if failing > 1 && is_most(failing, tested) {
            return Self::Row { error, received, text: Some(text) };
        }
        Self::Status { expected: Some(error), received, text: Some(text) }
    }
}

/// Whether so many of some cases are enough to take them for all: the others may not come as far.
pub(super) fn is_most(failing: usize, tested: usize) -> bool {
    failing * 4 >= tested * 3
}

/// A place with `*` for the index of an item.
pub(super) fn pattern(place: &str) -> String {
    let step = |step: &str| match step.is_empty() || !step.bytes().all(|byte| byte.is_ascii_digit())
    {
        true => step.to_owned(),
        false => "*".to_owned(),
    };
    place.split('/').map(step).collect::<Vec<_>>().join("/")
}
