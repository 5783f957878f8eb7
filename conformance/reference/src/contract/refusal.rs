//! A refusal: why a request is not carried out, and the row of the catalogue that says so.
//!
//! It must not choose a row.

use std::sync::Arc;

use super::compiled_schema::Violation;
use super::operation::Operation;
use super::row::Row;

/// A request that is refused: the row that says so, and what was wrong.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) row: Arc<Row>,
    pub(crate) violations: Vec<Violation>,
    /// How many seconds to wait, where the server knows.
    pub(crate) wait_seconds: Option<u64>,
    /// The clause of the circumstance that the request is refused in, if it is in one.
    pub(crate) clause: Option<String>,
}

impl Refusal {
    /// A refusal with a row.
    pub(crate) fn new(row: &Arc<Row>) -> Self {
        Self { row: Arc::clone(row), violations: Vec::new(), wait_seconds: None, clause: None }
    }

    /// The refusal, in the circumstance that a clause describes.
    pub(super) fn at(self, clause: &str) -> Self {
        Self { clause: Some(clause.to_owned()), ..self }
    }

    /// The refusal, with what is wrong with the request.
    pub(super) fn because_of(self, violations: Vec<Violation>) -> Self {
        Self { violations, ..self }
    }

    /// The refusal, with the body that an operation gives it.
    pub(crate) fn by(self, operation: &Operation) -> Self {
        Self { row: operation.row(self.row), ..self }
    }

    /// The refusal, which says how many seconds to wait.
    pub(crate) fn waiting(self, seconds: u64) -> Self {
        Self { wait_seconds: Some(seconds), ..self }
    }
}

impl From<Arc<Row>> for Refusal {
    fn from(row: Arc<Row>) -> Self {
        Self { row, violations: Vec::new(), wait_seconds: None, clause: None }
    }
}
