//! Refusals: why a request is not carried out, and the row of the catalogue that says so.
//!
//! It must not choose by anything but the contract: a broken schema's own error, or the usual one.

use std::sync::Arc;

use axum::body::Bytes;
use axum::response::Response;
use serde_json::Value;
use webdata_spec::model::Schema;

use super::answer::Row;
use super::check::Violation;
use super::contract::{Contract, Operation, Request};
use super::{rules, schema};

/// A request that is refused: the row that says so, and what was wrong.
pub(super) struct Refusal {
    pub(super) row: Arc<Row>,
    pub(super) violations: Vec<Violation>,
    /// How many seconds to wait, where the server knows.
    pub(super) wait_seconds: Option<u64>,
}

impl Refusal {
    /// The refusal, with the body that an operation gives it.
    pub(super) fn by(self, operation: &Operation) -> Self {
        Self { row: operation.row(self.row), ..self }
    }

    /// The refusal, which says how many seconds to wait.
    pub(super) fn waiting(self, seconds: u64) -> Self {
        Self { wait_seconds: Some(seconds), ..self }
    }

    /// The answer to the request.
    pub(super) fn answer(&self) -> Response {
        match self.wait_seconds {
            Some(seconds) => self.row.answer_with_wait(&self.violations, seconds),
            None => self.row.answer(&self.violations),
        }
    }
}

impl From<Arc<Row>> for Refusal {
    fn from(row: Arc<Row>) -> Self {
        Self { row, violations: Vec::new(), wait_seconds: None }
    }
}

/// Reads a body as JSON.
///
/// # Errors
/// The refusal of a body that is missing or that is not JSON.
pub(super) fn parsed(contract: &Contract, bytes: &Bytes) -> Result<Value, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = if bytes.is_empty() {
            "a JSON body is required".to_owned()
        } else {
            format!("is not JSON: line {}, column {}", error.line(), error.column())
        };
        let keyword = "type".to_owned();
        let violation = Violation { steps: Vec::new(), missing: None, keyword, message };
        usual(contract, vec![violation])
    })
}

/// Judges a body by itself: its schema, and the rules on what was sent. What is forgiven is not
/// minded.
///
/// # Errors
/// The refusal of a body that breaks one of them.
pub(super) fn judged(
    contract: &Contract,
    request: &Request,
    body: &Value,
    forgives: impl Fn(&Violation) -> bool,
) -> Result<(), Refusal> {
    let mut violations = request.check.violations(body);
    violations.retain(|violation| !forgives(violation));
    if !violations.is_empty() {
        return Err(refused(contract, &request.schema, body, violations));
    }
    let violations = rules::broken_as_sent(&contract.spec, &request.schema, body);
    if violations.is_empty() { Ok(()) } else { Err(usual(contract, violations)) }
}

/// The refusal of a value that its schema refuses: the error that the first broken schema names, or
/// else the usual one.
pub(super) fn refused(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violations: Vec<Violation>,
) -> Refusal {
    let named = violations.first().and_then(|first| error_at(contract, schema, value, first));
    match named {
        Some(row) => Refusal { row, violations, wait_seconds: None },
        None => usual(contract, violations),
    }
}

/// The refusal that no schema has an error of its own for: of what is no JSON, or breaks a rule.
pub(super) fn usual(contract: &Contract, violations: Vec<Violation>) -> Refusal {
    Refusal { row: Arc::clone(&contract.validation_failure), violations, wait_seconds: None }
}

/// The error that the schema at the place of a violation names.
fn error_at(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violation: &Violation,
) -> Option<Arc<Row>> {
    let (mut schema, mut value) = (schema, value);
    for step in violation.steps.iter().chain(&violation.missing) {
        schema = schema::part(&contract.spec, schema, value, step)?;
        let inner = match value {
            Value::Array(items) => step.parse().ok().and_then(|index: usize| items.get(index)),
            _ => value.get(step),
        };
        value = inner.unwrap_or(&Value::Null);
    }
    contract.catalogue.find(schema::error_of(&contract.spec, schema, value)?)
}
