//! The generated validators of one contract, by operation.
//!
//! They come as a table from type names to functions, so that the suite depends on no generated crate.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use webdata_cases::case::Request;
use webdata_runtime::{Validator, Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation, Schema, Shape};

use super::BODY;
use super::conclude::MAX_PROCESSED_BYTES;
use super::excerpt::rendered;
use crate::outcome::Deviation;

/// Validates one body.
type Check = fn(&Value) -> Violations;

/// The maximum number of reported deviations of one body; a correct server has none.
const MAX_DEVIATIONS: usize = 1000;

/// The maximum size of the reported values of one body, in bytes.
const MAX_RENDERED_BYTES: usize = 2 * MAX_PROCESSED_BYTES;

/// Replaces values beyond that size.
const UNRENDERED_VALUE: &str = "a value";

/// Validates an update together with the stored value.
type UpdateCheck = fn(request: &Value, stored: &Value) -> Violations;

/// Validates bodies with the code that is generated from the contract.
#[derive(Clone)]
pub struct Validators(Arc<CheckTable>);

struct CheckTable {
    operations: HashMap<String, Checks>,
    /// The validators of types, by name.
    types: HashMap<&'static str, Check>,
    /// The validator of errors that belong to no operation: that of the first operation.
    error: Option<Check>,
}

#[derive(Clone, Copy)]
struct Checks {
    request: Option<Check>,
    query: Option<Check>,
    headers: Option<Check>,
    after_update: Option<UpdateCheck>,
    response: Option<Check>,
    response_headers: Option<Check>,
    error: Check,
}

/// The table of validators belongs to another contract.
#[derive(Debug, thiserror::Error)]
#[error(
    "the generated validators have none for the type {type_name} of {operation}: they were generated \
     from another contract; run `cargo xtask regenerate`"
)]
pub struct MissingValidator {
    /// The operation's identity.
    pub operation: String,
    /// The type's name.
    pub type_name: String,
}

impl Validators {
    /// Matches the operations of a contract with the validators that were generated from it.
    ///
    /// # Errors
    /// If the table has no validator for a type that an operation sends or returns.
    pub fn new(spec: &Spec, table: &[Validator]) -> Result<Self, MissingValidator> {
        let mut operations = HashMap::new();
        let mut error = None;
        for operation in spec.operations.values() {
            let checks = Checks::new(operation, table)?;
            error.get_or_insert(checks.error);
            operations.insert(operation.id.clone(), checks);
        }
        let types = table.iter().map(|validator| (validator.type_name, validator.check)).collect();
        Ok(Self(Arc::new(CheckTable { operations, types, error })))
    }

    /// Returns the clauses that a request breaks: its query, its headers and its body, on its own and as an
    /// update of `stored`.
    #[must_use]
    pub fn request(&self, request: &Request, stored: Option<&Value>) -> Vec<ClauseId> {
        let mut broken = Vec::new();
        for (_, violation) in self.violations(request, stored) {
            let clause = ClauseId::new(violation.clause);
            if !broken.contains(&clause) {
                broken.push(clause);
            }
        }
        broken
    }

    /// Returns the violations of [`Self::request`], each with the part of the request that has it.
    pub(super) fn violations(
        &self,
        request: &Request,
        stored: Option<&Value>,
    ) -> Vec<(&'static str, Violation)> {
        let checks = request.operation.as_ref().and_then(|id| self.0.operations.get(id));
        let Some(checks) = checks else { return Vec::new() };
        let mut all = Vec::new();
        let mut add = |part, violations: Violations| {
            all.extend(violations.into_iter().map(|violation| (part, violation)));
        };
        let parts = [
            ("query", checks.query, &request.query),
            ("headers", checks.headers, &request.headers),
        ];
        for (part, check, sent) in parts {
            if let Some(check) = check {
                add(part, check(&Value::Object(sent.clone())));
            }
        }
        let Some(body) = request.body.as_json() else { return all };
        if let Some(check) = checks.request {
            add(BODY, check(body));
        }
        if let Some(check) = checks.after_update {
            let nothing = || Value::Object(serde_json::Map::new());
            // For a list, the stored values are in the order of its items.
            let each = body.as_array().map(|items| items.iter().map(|_| nothing()).collect());
            let stored = stored.filter(|stored| stored.is_array() == body.is_array()).cloned();
            add(BODY, check(body, &stored.or(each).unwrap_or_else(nothing)));
        }
        all
    }

    /// Returns the deviations of a success's body from the contract.
    #[must_use]
    pub fn response(&self, spec: &Spec, operation: &str, body: &Value) -> Vec<Deviation> {
        let check = self.0.operations.get(operation).and_then(|checks| checks.response);
        check.map(|check| deviations(spec, &check(body), body)).unwrap_or_default()
    }

    /// Returns the deviations of a value from a type.
    #[must_use]
    pub fn of_type(&self, spec: &Spec, type_name: &str, value: &Value) -> Vec<Deviation> {
        let check = self.0.types.get(type_name);
        check.map(|check| deviations(spec, &check(value), value)).unwrap_or_default()
    }

    /// Returns the deviations of a success's headers from the contract.
    #[must_use]
    pub fn response_headers(
        &self,
        spec: &Spec,
        operation: &str,
        headers: &[(String, String)],
    ) -> Vec<Deviation> {
        let check = self.0.operations.get(operation).and_then(|checks| checks.response_headers);
        let response =
            spec.operations.get(operation).and_then(|operation| operation.response.as_ref());
        let named = response.and_then(|response| spec.object(response.headers.as_ref()?));
        let (Some(check), Some(object)) = (check, named) else { return Vec::new() };
        let members = object.properties.iter().filter_map(|(name, property)| {
            let values = headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
            let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
            Some((name.clone(), read(spec, &property.schema, &values)?))
        });
        let object = Value::Object(members.collect());
        let mut deviations = deviations(spec, &check(&object), &object);
        for deviation in &mut deviations {
            deviation.place =
                format!("header {}", deviation.place.trim_start_matches('/').to_lowercase());
        }
        deviations
    }

    /// Returns the deviations of an error's body from the contract. Errors without an operation are judged as
    /// those of the first operation.
    #[must_use]
    pub fn error(&self, spec: &Spec, operation: Option<&str>, body: &Value) -> Vec<Deviation> {
        let checks = operation.and_then(|id| self.0.operations.get(id));
        let check = checks.map(|checks| checks.error).or(self.0.error);
        check.map(|check| deviations(spec, &check(body), body)).unwrap_or_default()
    }
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.operations.keys()).finish()
    }
}

impl Checks {
    fn new(operation: &Operation, table: &[Validator]) -> Result<Self, MissingValidator> {
        let find = |type_name: &String| {
            Validator::find(table, type_name).ok_or_else(|| MissingValidator {
                operation: operation.id.clone(),
                type_name: type_name.clone(),
            })
        };
        let request = operation.request.as_ref().map(find).transpose()?;
        let response = operation.response_type().map(find).transpose()?;
        let check = |name: Option<&String>| {
            let validator = name.map(find).transpose()?;
            Ok(validator.map(|validator| validator.check))
        };
        let returned = operation.response.as_ref();
        let updates = request.into_iter().flat_map(|validator| validator.after_update);
        let after_update = updates.into_iter().find(|update| update.operation == operation.id);
        Ok(Self {
            request: request.map(|validator| validator.check),
            query: check(operation.query.as_ref())?,
            headers: check(operation.headers.as_ref())?,
            response_headers: check(returned.and_then(|response| response.headers.as_ref()))?,
            after_update: after_update.map(|update| update.check),
            response: response.map(|validator| validator.check),
            error: find(&operation.error_body)?.check,
        })
    }
}

/// Parses the values of a header by its schema; text that does not fit the schema stays a string.
fn read(spec: &Spec, schema: &Schema, values: &[&str]) -> Option<Value> {
    let first = *values.first()?;
    let schema = match &schema.shape {
        Shape::Ref(name) => &spec.types.get(name)?.schema,
        _ => schema,
    };
    let parsed = || serde_json::from_str::<Value>(first).ok();
    let read = match &schema.shape {
        Shape::Array { items, .. } => {
            let parts = values.iter().flat_map(|value| value.split(',')).map(str::trim);
            return parts.map(|part| read(spec, items, &[part])).collect();
        }
        Shape::Integer | Shape::Number => parsed().filter(Value::is_number),
        Shape::Boolean => parsed().filter(Value::is_boolean),
        _ => None,
    };
    Some(read.unwrap_or_else(|| first.into()))
}

/// Describes each violation: what the contract says about its place, and the value there.
fn deviations(spec: &Spec, violations: &Violations, body: &Value) -> Vec<Deviation> {
    let mut remaining = violations.iter().peekable();
    // The list of clauses covers the whole contract, so it is only made for a violation.
    let clauses = if remaining.peek().is_some() { spec.clauses() } else { Vec::new() };
    // Values that contain each other would be reported many times.
    let mut rendered_bytes = 0;
    let deviation = |violation: &Violation| {
        let clause = clauses.iter().find(|clause| clause.id.as_str() == violation.clause.as_str());
        let received = body.pointer(&violation.pointer);
        Deviation {
            clause: ClauseId::new(violation.clause.as_str()),
            place: violation.pointer.clone(),
            expected: clause
                .map_or_else(|| violation.clause.to_string(), |clause| clause.statement.clone()),
            received: received.map_or_else(
                || "nothing".to_owned(),
                |value| {
                    let value = if rendered_bytes < MAX_RENDERED_BYTES {
                        rendered(value)
                    } else {
                        UNRENDERED_VALUE.to_owned()
                    };
                    rendered_bytes += value.len();
                    format!("{value}, which {}", violation.message)
                },
            ),
        }
    };
    remaining.take(MAX_DEVIATIONS).map(deviation).collect()
}
