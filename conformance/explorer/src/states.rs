//! Counts the states of resources and runs that responses have shown.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};
use webdata_cases::case::{Case, Step};
use webdata_spec::Spec;
use webdata_spec::model::ResourceEffect;
use webdata_suite::outcome::Outcome;

/// The maximum number of counted states, which bounds the memory of an exploration.
const MAX_STATES: usize = 1 << 20;

/// The states that were shown, each as its hash.
#[derive(Debug, Default)]
pub(super) struct States(HashSet<u64>);

impl States {
    /// Returns the number of different states.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the states that the responses of a case show.
    pub(super) fn add(&mut self, spec: &Spec, case: &Case, outcome: &Outcome) {
        for (step, exchange) in case.steps.iter().zip(&outcome.transcript) {
            let response =
                exchange.response.as_ref().filter(|response| (200..300).contains(&response.status));
            let Some(response) = response.filter(|_| self.0.len() < MAX_STATES) else { continue };
            let Ok(body) = serde_json::from_str(&response.body) else { continue };
            let Some(state) = resource(spec, step, &body).or_else(|| run(spec, step, &body)) else {
                continue;
            };
            let mut hasher = DefaultHasher::new();
            state.to_string().hash(&mut hasher);
            self.0.insert(hasher.finish());
        }
    }
}

/// Returns the properties that requests can set of the resource in a response.
fn resource(spec: &Spec, step: &Step, body: &Value) -> Option<Value> {
    let operation = spec.operations.get(step.request.operation.as_ref()?)?;
    let resource = operation.resource.as_ref()?;
    if operation.is_bulk()
        || matches!(resource.effect, ResourceEffect::Lists | ResourceEffect::Deletes)
    {
        return None;
    }
    let shown = body.pointer(&resource.pointer())?.as_object()?;
    let of_type = spec.operations.values().filter(|operation| {
        operation.resource.as_ref().is_some_and(|used| used.type_name == resource.type_name)
    });
    let names: HashSet<&str> =
        of_type.flat_map(|operation| spec.stored_properties(operation)).collect();
    let stored = shown.iter().filter(|(name, _)| names.contains(name.as_str()));
    let stored: Map<String, Value> =
        stored.map(|(name, value)| (name.clone(), value.clone())).collect();
    Some(Value::Array(vec![resource.type_name.as_str().into(), stored.into()]))
}

/// Returns the state of the run in a response.
fn run(spec: &Spec, step: &Step, body: &Value) -> Option<Value> {
    let operation = spec.operations.get(step.request.operation.as_ref()?)?;
    let is_shown = |name: &String| operation.response_type() == Some(name);
    let lifecycle = spec.lifecycles.iter().find(|lifecycle| is_shown(&lifecycle.type_name))?;
    let state = body.get(&lifecycle.property)?;
    Some(Value::Array(vec![lifecycle.type_name.as_str().into(), state.clone()]))
}
