//! The generated validators, by operation.

use serde_json::Value;
use webdata::operations::{ALL, Operation};
use webdata::{Violation, Violations};
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
    pub fn response(&self, operation: &str, body: &Value) -> Vec<Deviation> {
        let check = self.operation(operation).and_then(|operation| operation.check_response);
        let violations = check.map(|check| check(body));
        violations.iter().flat_map(Violations::iter).map(|found| deviation(found, body)).collect()
    }

    /// Where the body of an error breaks the contract. What no operation answered has the shape that
    /// the first one's errors have.
    #[must_use]
    pub fn error(&self, operation: Option<&str>, body: &Value) -> Vec<Deviation> {
        let asked = operation.and_then(|id| self.operation(id));
        let operation = asked.or(self.operations.first().copied());
        let violations = operation.map(|operation| (operation.check_error)(body));
        violations.iter().flat_map(Violations::iter).map(|found| deviation(found, body)).collect()
    }

    fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.operations.iter().copied().find(|operation| operation.id == id)
    }
}

fn deviation(violation: &Violation, body: &Value) -> Deviation {
    Deviation {
        clause: ClauseId::new(violation.clause.as_str()),
        place: violation.pointer.clone(),
        expected: violation.message.clone(),
        received: body
            .pointer(&violation.pointer)
            .map_or_else(|| "nothing".to_owned(), Value::to_string),
    }
}
