//! The error of a request that is not carried out: the error row of the response, and the reason.
//!
//! This module does not choose error rows.

use std::sync::Arc;

use super::compiled_schema::Violation;
use super::operation::Operation;
use super::row::Row;

/// A rejected request: the error row of the response, and the violations.
#[derive(Debug)]
pub(crate) struct RequestError {
    pub(crate) row: Arc<Row>,
    pub(crate) violations: Vec<Violation>,
    /// The number of seconds to wait, if the server knows.
    pub(crate) wait_seconds: Option<u64>,
    /// The clause of the circumstance that causes the error.
    pub(crate) clause: Option<String>,
}

impl RequestError {
    /// Creates an error with an error row.
    pub(crate) fn new(row: &Arc<Row>) -> Self {
        Self { row: Arc::clone(row), violations: Vec::new(), wait_seconds: None, clause: None }
    }

    /// Adds the clause of the circumstance.
    pub(super) fn at(self, clause: &str) -> Self {
        Self { clause: Some(clause.to_owned()), ..self }
    }

    /// Adds the violations.
    pub(super) fn with_violations(self, violations: Vec<Violation>) -> Self {
        Self { violations, ..self }
    }

    /// Replaces the error body by the operation's own.
    pub(crate) fn with_error_body_of(self, operation: &Operation) -> Self {
        Self { row: operation.row(self.row), ..self }
    }

    /// Adds the number of seconds to wait.
    pub(crate) fn with_wait(self, seconds: u64) -> Self {
        Self { wait_seconds: Some(seconds), ..self }
    }
}

impl From<Arc<Row>> for RequestError {
    fn from(row: Arc<Row>) -> Self {
        Self { row, violations: Vec::new(), wait_seconds: None, clause: None }
    }
}
