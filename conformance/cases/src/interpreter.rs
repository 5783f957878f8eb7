//! Judges JSON values by the model of a contract: the interpreter.
//!
//! The interpreter reports what generated code reports: every violation at once, each with its place, its clause
//! and a message. Both use the string formats of the runtime. Nothing else is shared: generated code decodes into
//! Rust types, the interpreter walks the value and the model together. It never sends anything and knows no server.
//!
//! ```text
//! value      a value and its schema, side by side
//! limits     the keywords that limit one value
//! rules      conditions and rules across properties, also on what an update would store
//! request    whole requests: query, headers and body
//! ```

pub(crate) mod limits;
mod request;
pub(crate) mod rules;
mod value;

use serde_json::{Map, Value};
use webdata_runtime::decode::JsonPath;
use webdata_runtime::{Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::{Object, Operation, ResourceEffect, Rule, RuleScope, Schema};

pub use request::RequestPart;
use value::Pass;

/// Judges values by a contract. It needs no preparation: patterns are compiled where the model holds them.
#[derive(Debug, Clone, Copy)]
pub struct Interpreter<'s> {
    spec: &'s Spec,
}

impl<'s> Interpreter<'s> {
    /// Creates the interpreter of a contract.
    #[must_use]
    pub const fn new(spec: &'s Spec) -> Self {
        Self { spec }
    }

    /// Returns every violation of a value as a value of a named type, or none if the contract has no such type.
    #[must_use]
    pub fn violations(self, type_name: &str, value: &Value) -> Violations {
        let schema = self.spec.schema(type_name);
        schema.map(|schema| self.violations_of(schema, value)).unwrap_or_default()
    }

    /// Returns every violation of a value as a value of a schema.
    #[must_use]
    pub fn violations_of(self, schema: &Schema, value: &Value) -> Violations {
        let mut pass = Pass::new(self.spec);
        pass.check(schema, value, &JsonPath::ROOT);
        pass.found
    }

    /// Returns the violations of the rules that what an operation stores would break: rules of the request that
    /// are judged after the update. If the request is a list, `stored` has the stored value of each item, in order.
    /// Null, or a value of another JSON type, stands for nothing stored.
    /// If the request replaces the resource, `stored` is ignored. An operation without such rules has no violations.
    #[must_use]
    pub fn violations_after_update(
        self,
        operation: &Operation,
        request: &Value,
        stored: &Value,
    ) -> Violations {
        let mut found = Violations::new();
        let Some((object, is_list)) = self.stored_object(operation) else { return found };
        let rules: Vec<&Rule> =
            object.rules.iter().filter(|rule| rule.scope == RuleScope::AfterUpdate).collect();
        if rules.is_empty() {
            return found;
        }
        let keeps = operation.resource.as_ref().map(|resource| resource.effect)
            == Some(ResourceEffect::Updates);
        let nothing = Value::Object(Map::new());
        let root = JsonPath::ROOT;
        let mut check = |request: &Value, stored: Option<&Value>, at: &JsonPath<'_>| {
            let stored = stored.filter(|_| keeps).unwrap_or(&nothing);
            let after = rules::after_update(&operation.effects, stored, request, |when| {
                rules::holds(when, request)
            });
            for rule in rules.iter().filter(|rule| rules::breaks(rule, &after)) {
                found.push(|| broken_rule(rule, at));
            }
        };
        if is_list {
            for (index, item) in request.as_array().into_iter().flatten().enumerate() {
                check(item, stored.get(index), &root.item(index));
            }
        } else {
            check(request, Some(stored), &root);
        }
        found
    }

    /// Returns the object that an operation stores, and whether the request is a list of such objects.
    fn stored_object(self, operation: &Operation) -> Option<(&'s Object, bool)> {
        operation.resource.as_ref().filter(|resource| resource.effect.stores())?;
        let request = self.spec.schema(operation.request.as_ref()?)?;
        let item = self.spec.object_of(request.items().unwrap_or(request))?;
        Some((item, request.items().is_some()))
    }
}

/// Returns the violation of a rule by the object at a place.
fn broken_rule(rule: &Rule, at: &JsonPath<'_>) -> Violation {
    Violation {
        pointer: at.pointer(),
        clause: rule.clause.as_str().into(),
        message: format!("breaks a rule: {}", rule.doc).into(),
    }
}
