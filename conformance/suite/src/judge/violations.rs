//! Describes what the interpreter finds in the bodies and headers of responses as deviations.

use serde_json::Value;
use webdata_runtime::{Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, JsonType, Schema};

use super::Judge;
use super::conclude::MAX_PROCESSED_BYTES;
use super::excerpt::rendered;
use crate::outcome::Deviation;

/// The maximum number of reported deviations of one body; a correct server has none.
const MAX_DEVIATIONS: usize = 1000;

/// The maximum size of the reported values of one body, in bytes.
const MAX_RENDERED_BYTES: usize = 2 * MAX_PROCESSED_BYTES;

/// Replaces values beyond that size.
const UNRENDERED_VALUE: &str = "a value";

impl Judge<'_> {
    /// Returns the deviations of a success's body from the contract.
    pub(super) fn body_deviations(&self, operation: &str, body: &Value) -> Vec<Deviation> {
        let operation = self.spec.operations.get(operation);
        let type_name = operation.and_then(|operation| operation.response_type());
        type_name.map(|name| self.type_deviations(name, body)).unwrap_or_default()
    }

    /// Returns the deviations of a value from a type.
    pub(super) fn type_deviations(&self, type_name: &str, value: &Value) -> Vec<Deviation> {
        deviations(self.spec, &self.interpreter().violations(type_name, value), value)
    }

    /// Returns the deviations of a success's headers from the contract.
    pub(super) fn header_deviations(
        &self,
        operation: &str,
        headers: &[(String, String)],
    ) -> Vec<Deviation> {
        let operation = self.spec.operations.get(operation);
        let response = operation.and_then(|operation| operation.response.as_ref());
        let type_name = response.and_then(|response| response.headers.as_ref());
        let Some((type_name, object)) =
            type_name.and_then(|name| Some((name, self.spec.object(name)?)))
        else {
            return Vec::new();
        };
        let members = object.properties.iter().filter_map(|(name, property)| {
            let values = headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
            let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
            Some((name.clone(), read(self.spec, &property.schema, &values)?))
        });
        let object = Value::Object(members.collect());
        let mut deviations = self.type_deviations(type_name, &object);
        for deviation in &mut deviations {
            deviation.place =
                format!("header {}", deviation.place.trim_start_matches('/').to_lowercase());
        }
        deviations
    }

    /// Returns the deviations of an error's body from the contract. Errors without an operation are judged as
    /// those of the first operation.
    pub(super) fn error_deviations(&self, operation: Option<&str>, body: &Value) -> Vec<Deviation> {
        let operation = operation.and_then(|id| self.spec.operations.get(id));
        let operation = operation.or_else(|| self.spec.operations.values().next());
        let type_name = operation.map(|operation| operation.error_body.as_str());
        type_name.map(|name| self.type_deviations(name, body)).unwrap_or_default()
    }
}
/// Parses the values of a header by its schema; text that does not fit the schema stays a string.
fn read(spec: &Spec, schema: &Schema, values: &[&str]) -> Option<Value> {
    let first = *values.first()?;
    let schema = spec.resolve(schema);
    if let Some(items) = schema.items() {
        let parts = values.iter().flat_map(|value| value.split(',')).map(str::trim);
        return parts.map(|part| read(spec, items, &[part])).collect();
    }
    let parsed = || serde_json::from_str::<Value>(first).ok();
    let read = match schema.shape.json_type() {
        Some(JsonType::Integer | JsonType::Number) => parsed().filter(Value::is_number),
        Some(JsonType::Boolean) => parsed().filter(Value::is_boolean),
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
