//! The validation of request bodies, by their schema and by the rules that apply to the request alone.
//!
//! The error depends on the contract alone: the error that a violated schema names, or the usual validation
//! failure.

use std::sync::Arc;

use serde_json::Value;
use webdata_spec::model::Schema;

use super::compiled_schema::Violation;
use super::operation::Request;
use super::request_error::RequestError;
use super::row::Row;
use super::{Contract, rules, schema};

/// Parses a body as JSON.
///
/// # Errors
/// The body is empty or not JSON.
pub(crate) fn parse(contract: &Contract, bytes: &[u8]) -> Result<Value, RequestError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = if bytes.is_empty() {
            "a JSON body is required".to_owned()
        } else {
            format!("is not JSON: line {}, column {}", error.line(), error.column())
        };
        let keyword = "type".to_owned();
        let violation = Violation { steps: Vec::new(), missing: None, keyword, message };
        validation_failure(contract, vec![violation])
    })
}

/// Removes properties that are null where the schema does not allow null.
pub(crate) fn remove_nulls(request: &Request, body: &mut Value) {
    for violation in request.compiled.violations(body) {
        let Some((name, place)) = violation.steps.split_last() else { continue };
        let object = place.iter().try_fold(&mut *body, |value, step| match value {
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
            value => value.get_mut(step),
        });
        if let Some(Value::Object(properties)) = object
            && properties.get(name).is_some_and(Value::is_null)
        {
            properties.remove(name);
        }
    }
}

/// Validates a body by its schema, and by the rules that apply to the request alone. Violations for which
/// `ignores` returns true do not count.
///
/// # Errors
/// The error of an invalid body.
pub(crate) fn validate(
    contract: &Contract,
    request: &Request,
    body: &Value,
    ignores: impl Fn(&Violation) -> bool,
) -> Result<(), RequestError> {
    let mut violations = request.compiled.violations(body);
    violations.retain(|violation| !ignores(violation));
    if !violations.is_empty() {
        return Err(request_error(contract, &request.schema, body, violations));
    }
    let violations = rules::rules_broken_as_sent(&contract.spec, &request.schema, body);
    if violations.is_empty() { Ok(()) } else { Err(validation_failure(contract, violations)) }
}

/// Returns the error of an invalid value: with the error that the first violated schema names, or the usual
/// validation failure.
pub(crate) fn request_error(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violations: Vec<Violation>,
) -> RequestError {
    let named = violations.first().and_then(|first| error_at(contract, schema, value, first));
    match named {
        Some(row) => RequestError::from(row).with_violations(violations),
        None => validation_failure(contract, violations),
    }
}

/// Returns the usual validation failure, for violations without an error of their own.
pub(crate) fn validation_failure(contract: &Contract, violations: Vec<Violation>) -> RequestError {
    RequestError::new(&contract.validation_failure).with_violations(violations)
}

/// Returns the error that the schema at the place of a violation names.
fn error_at(
    contract: &Contract,
    schema: &Schema,
    value: &Value,
    violation: &Violation,
) -> Option<Arc<Row>> {
    let (mut schema, mut value) = (schema, value);
    for step in violation.steps.iter().chain(&violation.missing) {
        schema = schema::part_schema(&contract.spec, schema, value, step)?;
        let inner = match value {
            Value::Array(items) => step.parse().ok().and_then(|index: usize| items.get(index)),
            _ => value.get(step),
        };
        value = inner.unwrap_or(&Value::Null);
    }
    contract.catalogue.find(schema::error_of(&contract.spec, schema, value)?)
}
