//! The generated validators, by operation.

use serde_json::Value;
use webdata::operations::{ALL, Operation};
use webdata::{Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::outcome::Deviation;

/// Judges bodies with the code that is generated from the contract.
#[derive(Debug, Clone, Copy)]
pub struct Validators {
    operations: &'static [&'static Operation],
}

impl Validators {
    /// The validators of the crate `webdata`.
    #[must_use]
    pub fn generated() -> Self {
        Self { operations: ALL }
    }

    /// The clauses that a request body breaks, on its own and as an update of what is stored; none
    /// for an operation without a body.
    #[must_use]
    pub fn request(&self, operation: &str, body: &Value, stored: Option<&Value>) -> Vec<ClauseId> {
        let Some(operation) = self.operation(operation) else { return Vec::new() };
        let mut broken = Vec::new();
        let mut add = |violations: Violations| {
            for violation in violations.iter() {
                let clause = ClauseId::new(violation.clause.as_str());
                if !broken.contains(&clause) {
                    broken.push(clause);
                }
            }
        };
        if let Some(check) = operation.check_request {
            add(check(body));
        }
        if let (Some(check), true) = (operation.check_after_update, body.is_object()) {
            add(check(body, stored.unwrap_or(&Value::Object(serde_json::Map::new()))));
        }
        broken
    }

    /// Where the body of a success breaks the contract.
    #[must_use]
    pub fn response(&self, spec: &Spec, operation: &str, body: &Value) -> Vec<Deviation> {
        let check = self.operation(operation).and_then(|operation| operation.check_response);
        check.map(|check| deviations(spec, &check(body), body)).unwrap_or_default()
    }

    /// Where the body of an error breaks the contract. What no operation answered has the shape that
    /// the first one's errors have.
    #[must_use]
    pub fn error(&self, spec: &Spec, operation: Option<&str>, body: &Value) -> Vec<Deviation> {
        let asked = operation.and_then(|id| self.operation(id));
        let operation = asked.or(self.operations.first().copied());
        let check = operation.map(|operation| operation.check_error);
        check.map(|check| deviations(spec, &check(body), body)).unwrap_or_default()
    }

    fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.operations.iter().copied().find(|operation| operation.id == id)
    }
}

/// What the contract says of each place, and what was there instead.
fn deviations(spec: &Spec, violations: &Violations, body: &Value) -> Vec<Deviation> {
    let mut found = violations.iter().peekable();
    // Made of the whole contract, so only when there is something to say.
    let clauses = if found.peek().is_some() { spec.clauses() } else { Vec::new() };
    let deviation = |violation: &Violation| {
        let says = clauses.iter().find(|clause| clause.id.as_str() == violation.clause.as_str());
        let received = body.pointer(&violation.pointer);
        Deviation {
            clause: ClauseId::new(violation.clause.as_str()),
            place: violation.pointer.clone(),
            expected: says.map_or_else(|| violation.clause.to_string(), |own| own.says.clone()),
            received: received.map_or_else(
                || "nothing".to_owned(),
                |value| format!("{value}, which {}", violation.message),
            ),
        }
    };
    found.map(deviation).collect()
}
